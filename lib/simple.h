/* simple.h - puzzles that are plain to see: at most a title line, rows in XSB
 * characters, and a blank line or the end. */
#ifndef SOK_SIMPLE_H
#define SOK_SIMPLE_H

#include "sok.h"

/* Longer and larger ones are left to the reader of everything. */
#define SIMPLE_MAX 4096
#define SIMPLE_SQUARES 65536

/* Offsets and line counts are from the first byte that was looked at. */
struct simple {
	size_t title, title_len;  /* title_len 0: none */
	size_t rows, end;         /* end: behind the line end of the last row */
	size_t next;              /* behind the blank lines that follow */
	size_t first_line, lines; /* before the rows, before next */
	size_t width, height, boxes, goals;
	bool plain; /* the rows are what would be written */
};

enum simple_answer { SIMPLE_NO, SIMPLE_YES, SIMPLE_MORE };

/*
 * Whether bytes begin with such a puzzle, whose board is sound (one player,
 * as many boxes as goals).  A no says nothing; a yes means that the reader of
 * everything would find the same, if what follows is another such puzzle or
 * the end.  eof: there are no more bytes.  first: no puzzle came before.
 */
enum simple_answer simple_puzzle(
    struct sok_str bytes, bool eof, bool first, struct simple *s);
/* Its board, in the arena; line: number of the first line looked at. */
int simple_board(const struct simple *s, struct sok_str bytes, size_t line,
    struct sok_board *b, struct sok_arena *a);

#endif
