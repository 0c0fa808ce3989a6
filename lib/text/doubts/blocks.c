/* blocks.c - asks all doubts about a block that the grammar has found. */
#include "base/base.h"
#include "text/doubts/doubts.h"
#include "text/doubts/parts.h"

/* Ask about a board and the lines beside it: 0, -1 with errno. */
static int
doubts_board(struct doubts *doubts, struct blocks *blocks, struct block *block)
{
	if (board_is_changed(block))
		note_board(blocks, block);
	return suspect_beside(doubts, blocks, block);
}

/* Ask about line block->from, at which neither a board nor moves begin. */
static int
doubts_text(
    struct doubts *doubts, struct blocks *blocks, const struct block *block)
{
	size_t i = block->from;

	if (block->fault.message != NULL &&
	    report_fault(doubts, blocks, block) == -1)
		return -1;
	if ((blocks->lines.line[i].has & HAS_MOVE) ||
	    blocks->grid != SOK_SQUARES)
		suspect_moves(blocks, i);
	if (suspect_alphabet(doubts, blocks, i) == -1)
		return -1;
	return lines_wall(&blocks->lines, i) ? suspect_lost(doubts, blocks, i)
	                                     : 0;
}

int
doubts_block(struct doubts *doubts, struct blocks *blocks, struct block *block)
{
	if (block->kind == SOK_BLOCK_BOARD)
		return doubts_board(doubts, blocks, block);
	if (block->kind == SOK_BLOCK_MOVES)
		return doubts_moves(blocks, block);
	switch (block->reason) {
	case TEXT_TRIED:
		return suspect_alphabet(doubts, blocks, block->from) == -1 ? -1
		                                                           : 0;
	case TEXT_PICTURE:
		return report_picture(doubts, blocks, block);
	case TEXT_BROKEN:
		return report_broken(blocks, block);
	case TEXT_OTHER:
		return doubts_text(doubts, blocks, block);
	default:
		return 0;
	}
}

void
doubts_conflict(
    struct doubts *doubts, struct blocks *blocks, const struct block *block)
{
	enum sok_rule rule;

	for (size_t i = block->from; i < block->to; i++) {
		const char *what = left_mark(
		    &doubts->marks, lines_str(&blocks->lines, i), &rule);

		if (what != NULL && rule == SOK_CONFLICT_MARKER_RULE)
			block_report(blocks, NULL, rule, i, NULL, "%s", what);
	}
}
