/* read_text.h - the state of the text reader, shared with read_raw.c. */
#ifndef SOK_READ_TEXT_H
#define SOK_READ_TEXT_H

#include "text/gap_text.h"

struct text {
	struct blocks b;
	struct sok_arena board; /* of the next board */
	/* The blocks of this puzzle: a board or moves, then moves; and after
	 * them the first block of the next puzzle. */
	struct block *block;
	size_t nblocks, capblocks;
	bool has_next;
	size_t start;  /* the first line of the next puzzle */
	size_t joined; /* blank lines of comments that are not in the window */
	size_t title_lines; /* so many lines from start on are its title, */
	struct range title; /* these bytes of the last one */
	struct range title_number; /* and these of the one above it */
	bool title_plain;          /* see title.h */
	bool keyed;        /* the header may end in keys of the first board */
	enum shift shifts; /* and so may the text below the first board */
	struct titles_seen seen;
	enum { HEADER, PUZZLES, COPY, TEXT } phase;
	bool copying, cut; /* COPY: not the first call; inside a line */
	bool over;         /* the input ends after this puzzle */
};

/* read_raw.c: copy the lines up to the next blank line, in several parts if
 * they are long.  1, -1. */
int read_raw(struct sok_reader *r, struct text *t);

#endif
