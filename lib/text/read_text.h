/* read_text.h - the state of the text reader, shared with its short way. */
#ifndef SOK_READ_TEXT_H
#define SOK_READ_TEXT_H

#include "text/passage.h"
#include "text/simple.h"

struct text {
	struct blocks b;
	struct sok_arena board; /* of the board that was found ahead */
	struct block *piece; /* blocks of this puzzle: board or moves, moves */
	size_t npiece, cappiece;
	struct block next; /* the board that ends this puzzle */
	bool has_next;
	size_t start;  /* first line of the next puzzle */
	size_t joined; /* blank lines of comments that are not in the window */
	size_t title_lines; /* from start on that are its title */
	bool keyed;         /* keys may end the header, */
	enum shift shifts;  /* and the text below the first board */
	struct naming names;
	enum { HEADER, PUZZLES, COPY, TEXT } stage;
	bool copying, cut; /* COPY: not the first call; inside a line */
	bool over;         /* there is nothing behind what was read */
	bool plain;    /* ahead was found by its bytes, there are no lines */
	bool no_plain; /* limits that only the whole reader can keep */
	struct simple_head ahead;
	size_t taken, taken_lines; /* bytes that go before the next puzzle */
	size_t wait, waits;        /* puzzles until the next look for a run */
	struct sok_buf form;       /* of the puzzles of a run */
	size_t runs_to; /* byte of the buffer where all runs end; 0: none */
};

/*
 * The next puzzle by the short way: 1, 0 if it must go the long way (from the
 * first line of the window, before which nothing is left), -1.
 */
int read_simple(struct sok_reader *r, struct text *t);
/* Whether the reader stands between two plain puzzles, with nothing that waits
 * to be said. */
bool read_simple_between(const struct sok_reader *r);

/* read_raw.c: the lines up to the next blank line as they are, in several parts
 * if they are long.  1, -1. */
int read_raw(struct sok_reader *r, struct text *t);

#endif
