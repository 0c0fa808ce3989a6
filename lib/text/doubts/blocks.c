/* blocks.c - asks all doubts about a block that the grammar has found. */
#include "base/base.h"
#include "text/doubts/doubts.h"
#include "text/doubts/parts.h"

static int
doubts_board(struct doubts *d, struct blocks *b, struct block *k)
{
	if (k->quoted || k->letters || k->apart || k->has != 0 || k->glued > 0)
		note_board(b, k);
	int r = suspect_beside(d, b, k);
	d->board_end = lines_count(&b->l, k->to);
	return r;
}

/* Ask about line k->from, at which neither a board nor moves begin. */
static int
doubts_text(struct doubts *d, struct blocks *b, const struct block *k)
{
	size_t i = k->from;

	if (k->fault.message != NULL && report_fault(d, b, k) == -1)
		return -1;
	if ((b->l.v[i].has & HAS_MOVE) || b->grid != SOK_SQUARES)
		suspect_moves(b, i);
	if (suspect_alphabet(d, b, i) == -1)
		return -1;
	return lines_wall(&b->l, i) ? suspect_lost(d, b, i) : 0;
}

int
doubts_block(struct doubts *d, struct blocks *b, struct block *k)
{
	if (k->kind == SOK_BLOCK_BOARD)
		return doubts_board(d, b, k);
	if (k->kind == SOK_BLOCK_MOVES)
		return doubts_moves(b, k);
	switch (k->reason) {
	case TEXT_TRIED:
		return suspect_alphabet(d, b, k->from) == -1 ? -1 : 0;
	case TEXT_PICTURE:
		return report_picture(d, b, k);
	case TEXT_BROKEN:
		return report_broken(b, k);
	case TEXT_OTHER:
		return doubts_text(d, b, k);
	default:
		return 0;
	}
}

void
doubts_conflict(struct doubts *d, struct blocks *b, const struct block *k)
{
	enum sok_rule rule;

	for (size_t i = k->from; i < k->to; i++) {
		const char *what =
		    left_mark(&d->marks, lines_str(&b->l, i), &rule);

		if (what != NULL && rule == SOK_CONFLICT_MARKER_RULE)
			block_report(b, NULL, rule, i, NULL, "%s", what);
	}
}
