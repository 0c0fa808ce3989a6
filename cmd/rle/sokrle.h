/* sokrle.h - sokrle's state, shared by its files: sokrle.c (options, operands,
 * boards, moves) and rle_hold.c (blocks that wait). */
#ifndef SOKRLE_H
#define SOKRLE_H

#include "cli/cli.h"
#include "text/text.h"

struct rle {
	bool decode, groups, lines;
	bool keep_boards, keep_moves; /* as they are */
	size_t min_run;
	enum sok_floor floor;
	/* State of the run. */
	struct sok_buf text;     /* of the current block */
	struct sok_output *rows; /* writes rows to text */
	struct sok_arena scratch;
	bool ended, blank; /* the output ends with a line, with a blank line */
	/* Lines that wait: the original and the replacement. */
	struct sok_buf raw, out;
	struct sok_pos board; /* the first line that was rewritten; line 0 */
	bool doubt;        /* verify that it reads back as the same puzzles */
	bool moves;        /* it contains moves */
	bool variant;      /* it contains a board that is not cropped */
	bool glue;         /* it ends with a board ... */
	bool glue_changed; /* ... that was rewritten */
	size_t number;     /* of the puzzle in the operand */
};

/* rle_hold.c: adjacent lines wait together, because their neighbours decide
 * whether lines are a board.  If the replacement would be read differently, the
 * original is written. */

/* Replace the block by s, the lines of a board, or moves, which are wrapped as
 * those of the block were. */
void rle_replace(
    struct rle *rle, const struct sok_block *block, struct sok_str s);
/* Keep text unchanged. */
void rle_hold(struct cli *cli, struct sok_str s);
/* The same, and write everything before an empty line. */
void rle_hold_text(struct cli *cli, struct sok_str s);
void rle_release(struct cli *cli);
void rle_put(struct cli *cli, struct sok_str s);

#endif
