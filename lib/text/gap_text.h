/* gap_text.h - the text between two blocks, the titles at its ends, and doubts
 * about these. */
#ifndef SOK_GAP_TEXT_H
#define SOK_GAP_TEXT_H

#include "text/grammar.h"
#include "text/reader.h"
#include "text/title.h"

/* The text between two blocks. */
struct gap_text {
	struct sok_text text;
	bool direct; /* no blank line precedes its first line */
	bool gap;    /* a blank line follows its last line */
	size_t last; /* index of its last line that is not blank, if any */
	size_t line; /* the number of that line in the file */
	size_t head; /* the number of its first line, 0 if that was taken as a
	                title */
	enum sok_grid grid; /* the grid whose letters are moves here */
	struct title title; /* of the next block; line.len is 0 without one */
	size_t next;        /* index of the first line of that title, else of
	                       that block */
	bool adjoins_above; /* its first line is nearly a row of the board
	                       directly above it, */
	bool adjoins_below; /* and its last one of the board below */
};

/* How many keys headers have for all puzzles below them. */
enum { GAP_HEADER_KEYS = 4 };

/* A key of headers in the middle of text. */
struct later_header {
	size_t line; /* the first of them; 0: none */
	const char *name;
	size_t boards; /* with a board, so far */
	size_t
	    directly; /* of these, with nothing but such keys directly below */
	bool own;     /* a board has such a key among others of its own */
	bool ends;    /* the last board has none */
	/* What the first header says of the keys of headers; s NULL: nothing.
	 */
	bool values_known;
	struct sok_str value[GAP_HEADER_KEYS];
};

/* What is known about titles: above or below their boards. */
struct titles_seen {
	bool above; /* this puzzle has a title above */
	bool below; /* a line below this board names it, none above does */
	bool close; /* text follows this board without a blank line */
	bool lower; /* the previous board has its name below and not above,
	               unlike this one */
	/* What would be off by one if it were meant for the boards on the other
	 * side: titles as keys, several keys, or lines. */
	enum shift { SHIFT_NONE, SHIFT_KEYS, SHIFT_PAIRS, SHIFT_LINES } shifts;
	struct later_header later;
};

/* Take lines from to to (exclusive) as text into the puzzle's arena.  Runs of
 * blank lines become one, except in comment blocks.  above, below: the blocks
 * that they separate, or NULL.  0, -1 on ENOMEM. */
int gap_take(struct sok_reader *r, const struct blocks *b, size_t from,
    size_t to, const struct block *above, const struct block *below,
    struct gap_text *p);
/* The text is directly below the board of puzzle z, and is not empty.  If it
 * begins with a `;` line, that is the title of the board if a blank line or the
 * end of the file follows it.  If the board has a title already, the line is
 * text, and not the title of the next block (NULL: the end) either: true.  It
 * is the title of the next board if it counts on from this board's title. */
bool gap_title_below(struct sok_puzzle *z, struct gap_text *p,
    const struct block *next, struct titles_seen *seen);
/* Take the title of the next block, or a guarding `::`, from the end of the
 * text, which is not empty.  A doubt is a finding of that block, in arena a. */
void gap_title_above(struct sok_reader *r, struct gap_text *p,
    struct block *next, struct sok_arena *a);
/* Report doubts about the text below an untitled board: a title key after
 * blanks or mail quotes, and several comment lines directly below the board.
 * touches: no blank line separates the text from the next block. */
void gap_below(struct sok_reader *r, const struct gap_text *p, bool touches);
/* Report doubts about the titles above and below a puzzle, with p as the text
 * below it, and update n for the next puzzle.  line: the number of its first
 * line or of the title above; last: no block follows.  0, -1 on ENOMEM. */
int gap_report(struct sok_reader *r, const struct gap_text *p, bool last,
    size_t line, struct titles_seen *n);
/* All titles are off by one if keys are written above their boards, or captions
 * below: report this if the last board has no key, or has a caption.  Returns
 * whether it was reported. */
bool gap_last(struct sok_reader *r, enum shift shifts);

/* gap_header.c: look for keys of a second header in p, the text below puzzle
 * r->puzzle; last: no block follows.  At the end, report the first one if the
 * file does not use these keys for its boards. */
void gap_header(struct sok_reader *r, const struct gap_text *p, bool last,
    struct titles_seen *seen);
void gap_header_last(struct sok_reader *r, const struct titles_seen *seen);

#endif
