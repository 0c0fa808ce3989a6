/*
 * variant.c - checks of variants: squares between cells, and the numbers of
 * boxes and goals.
 */
#include "board/symmetry.h"
#include "check/check.h"
#include "text/key.h"
#include "text/declared/orders.h"

RARE int
report_unsupported(const struct check *c)
{
	const struct sok_header *h = c->p->header;
	struct sok_str game = key_game(&c->p->text);

	if (game.len == 0 && h != NULL)
		game = h->game;
	REPORT(c, SOK_UNSUPPORTED_VARIANT_RULE,
	    "puzzles of the kind `%.*s` are not checked", (int)game.len,
	    game.s);
	return ENOUGH;
}

RARE int
find_bad_cell(const struct check *c)
{
	int x, y;

	if (!board_bad_cell(c->b, &x, &y))
		return GO_ON;
	REPORT_AT(c, SOK_BAD_CELL_RULE, x, y,
	    "the `%c` in row %d, column %d of the picture is between two "
	    "cells: rows of Hexoban are shifted by one against each other",
	    sok_xsb[sok_board_at(c->b, x, y)], y + 1, x + 1);
	return ENOUGH;
}

RARE int
find_bad_orders(const struct check *c)
{
	struct orders o;
	int has = orders_read(c->p, &o, c->a);

	if (has == 1 && o.fault != NULL)
		REPORT(c, SOK_BAD_ORDER_RULE, "%s", o.fault);
	return has == -1 ? -1 : GO_ON;
}

/* Whether a line begins like boxorder and goalorder, or the header has them. */
static bool
may_have_orders(const struct sok_puzzle *p)
{
	const struct sok_header *h = p->header;

	for (size_t i = 0; i < p->text.n; i++) {
		struct sok_str line = p->text.line[i];
		char first = line.len > 0 ? sok_lower(line.s[0]) : ' ';

		if (first == 'b' || first == 'g')
			return true;
	}
	return h != NULL && (h->boxorder.s != NULL || h->goalorder.s != NULL);
}

int
check_variant(struct check *c)
{
	int r = GO_ON;

	if (c->p->variant == SOK_UNSUPPORTED)
		return report_unsupported(c);
	if (c->b->grid != SOK_SQUARES)
		r = find_bad_cell(c);
	return r == GO_ON && may_have_orders(c->p) ? find_bad_orders(c) : r;
}
