/* variant.c - what only variants have: cells between the characters, and
 * numbers on boxes and goals. */
#include "board/symmetry.h"
#include "check/check.h"
#include "text/key.h"
#include "text/declared/orders.h"

int
check_variant(struct check *c)
{
	const struct sok_header *h = c->p->header;
	struct sok_str game;

	if (c->p->variant != SOK_UNSUPPORTED)
		return GO_ON;
	game = key_game(&c->p->text);
	if (game.len == 0 && h != NULL)
		game = h->game;
	REPORT(c, SOK_UNSUPPORTED_VARIANT_RULE,
	    "puzzles of the kind `%.*s` are not checked", (int)game.len,
	    game.s);
	return ENOUGH;
}

int
check_cells(struct check *c)
{
	int x, y;

	if (c->b->grid == SOK_SQUARES || !board_bad_cell(c->b, &x, &y))
		return GO_ON;
	REPORT_AT(c, SOK_BAD_CELL_RULE, x, y,
	    "the `%c` in row %d, column %d of the picture is between two "
	    "cells: rows of Hexoban are shifted by one against each other",
	    sok_xsb[sok_board_at(c->b, x, y)], y + 1, x + 1);
	return ENOUGH;
}

int
check_orders(struct check *c)
{
	struct orders o;
	int has = orders_read(c->p, &o, c->a);

	if (has == 1 && o.fault != NULL)
		REPORT(c, SOK_BAD_ORDER_RULE, "%s", o.fault);
	return has == -1 ? -1 : GO_ON;
}
