/* sokrle.h - sokrle's state, shared by its files: sokrle.c (options, operands),
 * rle_board.c, rle_moves.c (blocks), rle_hold.c (what waits to be written). */
#ifndef SOKRLE_H
#define SOKRLE_H

#include "cli/cli.h"
#include "tools.h"

struct rle {
	bool decode, groups, lines;
	bool keep_boards, keep_moves; /* as they are */
	size_t min_run;
	char floor; /* '\0': as usual */
	/* Of the run. */
	struct sok_buf text;     /* of the block at work */
	struct sok_output *rows; /* the same, for boards; NULL at first */
	struct sok_arena scratch;
	bool ended, blank; /* what was written ends with a line, a blank one */
	/* What is held back: as it was and as it is to be. */
	struct sok_buf raw, out;
	struct sok_pos board; /* the first one that was rewritten; line 0 */
	bool doubt;           /* whether it is read as the same puzzles */
	bool moves;           /* it holds moves */
	bool variant;         /* it holds a board that is not cropped */
	bool glue;            /* it ends with a board ... */
	bool glue_changed;    /* ... that was rewritten */
	/* Of the operand. */
	size_t number; /* of the puzzle */
	bool selected;
};

/* sokrle.c: rewrite one block or pass it on.  0, -1 with errno. */
int rle_block(struct cli *c, const struct sok_block *b);

/* rle_board.c, rle_moves.c: rewrite a block, or hold it as it is. */
void rle_board(struct cli *c, const struct sok_block *b);
void rle_moves(struct cli *c, const struct sok_block *b);

/*
 * rle_hold.c: lines without an empty one between them are held back, because
 * a board is told from the lines it adjoins.  Where what they became is read
 * as something else, they stay as they were.
 */
/* Begin what b becomes, and add a line of it. */
void rle_begin(struct rle *r, const struct sok_block *b);
void rle_add_line(
    struct rle *r, const struct sok_block *b, struct sok_str line, bool last);
/* What stays. */
void rle_hold(struct cli *c, struct sok_str s);
/* The same, releasing what is in front of an empty line. */
void rle_hold_text(struct cli *c, struct sok_str s);
void rle_release(struct cli *c);
void rle_put(struct cli *c, struct sok_str s);

#endif
