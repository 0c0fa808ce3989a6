/* rle_block.h - sokrle's state and what it does to one block of text. */
#ifndef RLE_BLOCK_H
#define RLE_BLOCK_H

#include "cli.h"

struct rle {
	bool decode, groups, lines;
	bool keep_boards, keep_moves; /* as they are */
	size_t min_run;
	char floor; /* '\0': as usual */
	/* Of the run. */
	struct sok_buf text, out;
	struct sok_arena scratch;
	bool ended, blank; /* what was written ends with a line, a blank one */
	/* Of the operand. */
	size_t number; /* of the puzzle */
	bool selected;
	bool glue; /* a board was written just before */
};

/* Write one block: encoded, decoded or as it is.  0, -1 with errno. */
int rle_block(struct cli *c, const struct sok_block *b);
void rle_put(struct cli *c, struct sok_str s);
void rle_free(struct rle *r);

#endif
