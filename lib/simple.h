/* simple.h - puzzles that are plain to see: at most a title line, rows in XSB
 * characters, and games with at most a title line, apart by blank lines. */
#ifndef SOK_SIMPLE_H
#define SOK_SIMPLE_H

#include "sok.h"

/* Longer and larger ones are left to the reader of everything. */
#define SIMPLE_MAX 4096
#define SIMPLE_SQUARES 65536

#define SIMPLE_GAMES 4

/* A game: lines of direction letters from moves to end. */
struct simple_game {
	size_t title, title_len;
	size_t moves, end; /* end: behind the last line end */
	size_t first_line, lines;
};

/* Offsets and line counts are from the first byte that was looked at. */
struct simple {
	size_t title, title_len; /* title_len 0: none */
	size_t rows, rows_end;   /* rows_end: behind the line end of the last */
	size_t end;              /* behind the last line that is not blank */
	size_t next;             /* behind the blank lines that follow */
	size_t first_line, lines; /* before the rows, before next */
	size_t width, height, boxes, goals;
	bool plain; /* the rows are what would be written */
	struct simple_game game[SIMPLE_GAMES];
	size_t ngames;
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
/* Its games, in the arena. */
int simple_games(const struct simple *s, struct sok_str bytes,
    struct sok_pos pos, struct sok_puzzle *p, struct sok_arena *a);
/* Its board, in the arena; line: number of the first line looked at. */
int simple_board(const struct simple *s, struct sok_str bytes, size_t line,
    struct sok_board *b, struct sok_arena *a);

#endif
