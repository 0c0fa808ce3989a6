/* block.h - what begins at a line: a board, moves, or text. */
#ifndef SOK_BLOCK_H
#define SOK_BLOCK_H

#include "lines.h"
#include "pending.h"

/* A row of a candidate board. */
struct row {
	struct sok_str s;
	size_t at;  /* its line in the window */
	bool rle;   /* one of the rows of a run-length line */
	bool edge;  /* begins with a wall or a box on a goal */
	bool wall;  /* holds a wall */
	bool floor; /* nothing but floor */
};

struct blocks {
	struct lines l;
	const struct sok_limits *limits;
	size_t tabs;
	bool eager; /* report limits wherever run-length text could stand */
	struct sok_arena *ahead;   /* for boards: may outlive the puzzle */
	struct sok_arena *now;     /* for moves and findings in text */
	struct pending_list found; /* in text */
	size_t text_until;         /* lines before it are known to be text */
	size_t letters_until;      /* no board of letters begins before it */
	size_t board_end;          /* the line behind the last board */
	bool skip;       /* text up to the next blank line: a limit was met */
	struct row *row; /* of the candidate */
	size_t nrow, caprow;
	struct sok_buf rle;    /* decoded rows of the candidate */
	struct sok_buf joined; /* moves of several lines */
};

struct block {
	enum sok_block_kind kind;
	size_t from, to; /* lines of the window */
	bool quoted;
	struct sok_board board;    /* not cropped; in the arena ahead */
	struct pending_list found; /* about the board, in the same arena */
	struct sok_str moves; /* in the arena now; s == NULL: the line itself */
	bool letters_only;
};

void blocks_open(
    struct blocks *b, struct sok_input *in, const struct sok_read_options *o);
void blocks_close(struct blocks *b);
void blocks_drop(struct blocks *b, size_t lines);

/*
 * What begins at line i: 1 and *k (a line of text, a whole comment block, a
 * board, moves), 0 at the end, -1 with errno.  Lines must be asked for in
 * order; what was said of a line holds when it is asked again.
 */
int block_at(struct blocks *b, size_t i, struct block *k);

/* block_board.c: as block_at(), 0 if no board begins here. */
int block_board(struct blocks *b, size_t i, struct block *k);
/* The line of moves without quotes and continuation. */
struct sok_str block_moves_line(const struct blocks *b, size_t i);

/* The byte at of line i as a column in characters. */
size_t block_column(const struct blocks *b, size_t i, const char *at);

#endif
