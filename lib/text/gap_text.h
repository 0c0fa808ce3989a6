/* gap_text.h - the text between two blocks and the titles at its ends. */
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
	size_t last; /* index of its last line that is not blank */
	size_t line; /* the number of that line in the file */
	size_t head; /* the number of its first line, 0 if that was taken as a
	                title */
	enum sok_grid grid; /* the grid whose letters are moves here */
};

/* Take lines from to to (exclusive) as text into the puzzle's arena.  Runs of
 * blank lines become one, except in comment blocks.  0, -1 on ENOMEM. */
int gap_take(struct sok_reader *r, const struct blocks *b, size_t from,
    size_t to, struct gap_text *p);
/*
 * A `;` line directly below a board is the board's title if a blank line or the
 * end of the file follows it: *named.  If the board has a title already, the
 * line is text, and not the title of the next block (NULL: the end) either:
 * *kept.  It is the title of the next board if it counts on from this board's
 * title.
 */
struct sok_str gap_title_below(struct gap_text *p, struct sok_str title,
    const struct block *next, bool *named, bool *kept);
/* Take the title of the next block from the end of the text: the number of its
 * lines, 0 if there is none.  Also removes a guarding `::`.  A doubt is added
 * to the findings of the next block, in arena a. */
size_t gap_title_above(struct sok_reader *r, struct gap_text *p,
    struct block *next, bool first, struct title *title, struct sok_arena *a);
/* Report doubts about the text below an untitled board: a title key after
 * blanks or mail quotes, and several comment lines directly below the board.
 * touches: no blank line separates the text from the next block. */
void gap_below(struct sok_reader *r, const struct gap_text *p, bool touches);
/*
 * If keys are written above their boards, or captions below them, all titles
 * are off by one.
 * gap_shift: the header and the text below the first board end in similar
 * paragraphs, with titles (SHIFT_KEYS) or several equal keys (SHIFT_PAIRS),
 * which may be meant for the boards below them.  Paragraphs with equal headings
 * and no keys are reported at once.
 * gap_captioned: the first puzzle has no title and no text but the title of the
 * next one, taken from p, which touches both boards or neither.
 * gap_last: report the doubt if the last board has no key, or has a caption.
 */
enum shift { SHIFT_NONE, SHIFT_KEYS, SHIFT_PAIRS, SHIFT_LINES };
enum shift gap_shift(struct sok_reader *r, const struct gap_text *p);
bool gap_captioned(const struct sok_puzzle *z, const struct gap_text *p);
/* Report doubts about the header above an untitled first board: it has a title
 * and other keys, or the title of the next board counts on from its last line.
 */
void gap_started(struct sok_reader *r, struct sok_str next);
void gap_last(struct sok_reader *r, enum shift shifts);
/* Whether titles are above or below their boards. */
struct titles_seen {
	bool first; /* no puzzle precedes this one */
	bool below; /* a line below this board names it, none above does */
	bool close; /* text follows this board without a blank line */
	bool lower; /* the previous board has its name below and not above,
	               unlike this one */
};

/*
 * Report a title above a board that also has its name below, if the previous
 * board has its name only below: the title may be a note.  Report it also if
 * the board is the first one, its name follows directly, and the next board has
 * no title above: the title may belong to the header.
 * above: this board has a title above; next: the next board has one, or there
 * is none.  Updates n for the next board.
 */
void gap_named(struct sok_reader *r, struct titles_seen *n, size_t line,
    bool above, bool next);
/* The next board has no title but this one has.  Report a last game that is one
 * word and does not solve the puzzle: it may be that title.  0, -1 on ENOMEM.
 */
int gap_word(struct sok_reader *r, const struct gap_text *p);
/* A title as one line; s == NULL on ENOMEM. */
struct sok_str gap_title(struct sok_reader *r, const struct title *t);

#endif
