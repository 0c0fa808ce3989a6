/* read_text.h - the state of the text reader, shared with what copies text over
 * a limit. */
#ifndef SOK_READ_TEXT_H
#define SOK_READ_TEXT_H

#include "text/gap_text.h"

struct text {
	struct blocks b;
	struct sok_arena board; /* of the board that was found ahead */
	/* Blocks of this puzzle: board or moves, moves; and behind them the one
	 * that ends it. */
	struct block *block;
	size_t nblocks, capblocks;
	bool has_next;
	size_t start;  /* first line of the next puzzle */
	size_t joined; /* blank lines of comments that are not in the window */
	size_t title_lines;        /* from start on that are its title, */
	struct range title;        /* bytes of the last one, */
	struct range title_number; /* and of the one above it */
	bool title_plain;          /* it is plain, see title.h */
	bool keyed;                /* keys may end the header, */
	enum shift shifts;         /* and the text below the first board */
	struct titles_seen seen;
	enum { HEADER, PUZZLES, COPY, TEXT } phase;
	bool copying, cut; /* COPY: not the first call; inside a line */
	bool over;         /* there is nothing behind what was read */
};

/* read_raw.c: the lines up to the next blank line as they are, in several parts
 * if they are long.  1, -1. */
int read_raw(struct sok_reader *r, struct text *t);

#endif
