/* gap_text.h - the text between two blocks, and the titles at its ends. */
#ifndef SOK_GAP_TEXT_H
#define SOK_GAP_TEXT_H

#include "text/grammar.h"
#include "text/reader.h"
#include "text/title.h"

/* A title has at most two lines; a decision about it looks at three. */
#define TITLE_LINES 3

/* The text between two blocks. */
struct gap_text {
	struct sok_text text;
	bool direct;  /* no blank line precedes its first line; false if a line
	                 there was taken as a title */
	bool touches; /* the same before any line was taken */
	bool gap;     /* a blank line follows its last line */
	/* The window that has its lines, NULL if all are blank; the indices of
	 * the first and the last one that are not. */
	const struct lines *lines;
	size_t first, last;
	bool taken; /* the first line was taken as the title of the board above
	             */
	enum sok_grid grid; /* the grid whose letters are moves here */
	struct title title; /* of the next block; line.len is 0 without one */
	size_t next;        /* index of the first line of that title, else of
	                       that block */
	bool named;         /* the first line names the board above, which may
	                       have a title already */
	/* How the title was looked for; place.n is 0 if it was not.  For the
	 * doubts about it. */
	struct title_place place;
	struct sok_str unquoted[TITLE_LINES]; /* of place, below mail quotes */
	bool found;         /* the result, and whether it was only words, */
	bool words;         /* even if it was kept as text because of a limit */
	bool adjoins_above; /* its first line is nearly a row of the board
	                       directly above it, */
	bool adjoins_below; /* and its last one of the board below */
};

/* The number in the input of the first line of a text that has lines. */
static inline size_t
gap_first_number(const struct gap_text *gap)
{
	return lines_number(gap->lines, gap->first);
}
/* The number of its last line. */
static inline size_t
gap_last_number(const struct gap_text *gap)
{
	return lines_number(gap->lines, gap->last);
}

/* Take lines from to to (exclusive) as text into the puzzle's arena.  Runs of
 * blank lines become one, except in comment blocks.  above, below: the blocks
 * that they separate, or NULL.  0, -1 on ENOMEM. */
int gap_take(struct sok_reader *reader, const struct blocks *blocks,
    size_t from, size_t to, const struct block *above,
    const struct block *below, struct gap_text *gap);
/* The text is directly below the board of the puzzle, and is not empty.  If it
 * begins with a `;` line, that is the title of the board if a blank line or the
 * end of the file follows it.  If the board has a title already, the line is
 * text.  True if that line is all of the text and is not the title of the next
 * block (NULL: the end) either, as it is of a board if it counts on from this
 * board's title. */
bool gap_title_below(
    struct sok_puzzle *puzzle, struct gap_text *gap, const struct block *next);
/* Take the title of the next block, or a guarding `::`, from the end of the
 * text, which is not empty. */
void gap_title_above(
    struct sok_reader *reader, struct gap_text *gap, const struct block *next);

/* Whether a puzzle is a board without games and a title line. */
static inline bool
board_alone(const struct sok_puzzle *puzzle)
{
	return puzzle->has_board && puzzle->ngames == 0 &&
	    puzzle->title_line.len == 0;
}

#endif
