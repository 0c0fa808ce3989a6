/*
 * check.c - the rules of sokcheck about one puzzle: one function for each kind
 * of rule, in a table that defines their order.  Here are those about variants,
 * players and rows.
 */
#include "board/symmetry.h"
#include "check/check.h"
#include "text/key.h"
#include "text/declared/orders.h"
#include "text/declared/variant.h"
#include "tools.h"

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

static int
check_variant(struct check *c)
{
	struct orders o;
	int r = GO_ON;

	if (c->p->variant == SOK_UNSUPPORTED)
		return report_unsupported(c);
	if (c->b->grid != SOK_SQUARES)
		r = find_bad_cell(c);
	if (r != GO_ON || !orders_possible(c->p))
		return r;
	r = orders_read(c->p, &o, c->a);
	if (r == 1 && o.fault != NULL)
		REPORT(c, SOK_BAD_ORDER_RULE, "%s", o.fault);
	return r == -1 ? -1 : GO_ON;
}

static int
check_players(struct check *c)
{
	size_t n = c->b->players;

	if (n == 0)
		REPORT(c, SOK_NO_PLAYER_RULE,
		    "no player (`@` or `+`) on the board");
	else if (n > 1 && !multiban_puzzle(c->p))
		REPORT(c, SOK_MANY_PLAYERS_RULE,
		    "%zu players; if this is intended, add the line "
		    "`Game: Multiban` below the board",
		    n);
	return n > 0 ? GO_ON : ENOUGH;
}

void
check_report_set(const struct check *c, const squares *set,
    const squares *other, enum sok_rule rule, const char *thing,
    const char *fault)
{
	long at = -1;
	int x, y;

	while (bitboard_next(&c->board, set, &at, &x, &y))
		if (!bitboard_has(other, at))
			REPORT_AT(c, rule, x, y,
			    "the %s in row %d, column %d of the picture %s",
			    thing, y + 1, x + 1, fault);
}

static bool
edge_of_row(unsigned char square)
{
	return square & SOK_WALL || square == (SOK_BOX | SOK_GOAL);
}

/* Report a row that does not begin and end as it should. */
RARE void
check_row_ends(const struct check *c, int y)
{
	const unsigned char *sq = c->b->sq + (size_t)y * (size_t)c->b->width;
	int first = 0, last = c->b->width - 1, x;

	while (sq[first] == SOK_FLOOR)
		first++;
	while (sq[last] == SOK_FLOOR)
		last--;
	x = edge_of_row(sq[first]) ? last : first;
	if (!edge_of_row(sq[x]))
		REPORT_AT(c, SOK_ROW_EDGE_RULE, x, y,
		    "row %d of the picture %s with `%c`: in .sok files a row "
		    "begins and ends with `#` or `*`",
		    y + 1, x == first ? "begins" : "ends", sok_xsb[sq[x]]);
}

/* The reached squares in a row of a closed board are between walls. */
static int
check_rows(struct check *c)
{
	int height = c->b->height, y;

	if (c->board.walled)
		return GO_ON;
	for (y = 0; y < height && !c->all_inside; y++)
		if (!board_row_blank(c->b, y))
			check_row_ends(c, y);
	/* The area of one player has squares in every row between two of its
	 * rows and, if it is closed, walls beside them. */
	if (c->b->players == 1 && bitboard_has_row(&c->board, c->area, 1) &&
	    bitboard_has_row(&c->board, c->area, height - 2))
		return GO_ON;
	for (y = 1; y < height - 1; y++)
		if (board_row_blank(c->b, y))
			REPORT_AT(c, SOK_INTERIOR_EMPTY_ROW_RULE, 0, y,
			    "row %d of the picture is empty: many programs "
			    "end the board there",
			    y + 1);
	return GO_ON;
}

/*
 * The order matters: a rule may rely on the rules before it.  After
 * check_players there is a player; after check_closed the board is closed, and
 * the members of struct check are known.
 */
static rule_fn *const rules[] = {check_variant, check_players, check_closed,
    check_counts, check_pushes, check_rows, check_targets};

int
sok_check(const struct sok_puzzle *p, const struct sok_check_options *o,
    struct sok_sink *sink, struct sok_arena *scratch)
{
	static const struct sok_check_options none;
	struct check c;
	int r = p->has_board ? GO_ON : ENOUGH;

	c.p = p;
	c.b = &p->board;
	c.o = o != NULL ? o : &none;
	c.sink = sink;
	c.a = scratch;
	for (size_t i = 0; r == GO_ON && i < SOK_COUNT(rules); i++)
		r = rules[i](&c);
	return r == -1 ? -1 : 0;
}
