/*
 * check.c - the rules of sokcheck about one puzzle: one function for each kind
 * of rule, in a table that defines their order.
 */
#include "check/check.h"
#include "play/position.h"
#include "tools.h"

static int
has_player(struct check *c)
{
	if (c->b->players > 0)
		return GO_ON;
	REPORT(c, SOK_NO_PLAYER_RULE, "no player (`@` or `+`) on the board");
	return ENOUGH;
}

static int
one_player(struct check *c)
{
	if (c->b->players == 1 || multiban_puzzle(c->p))
		return GO_ON;
	REPORT(c, SOK_MANY_PLAYERS_RULE,
	    "%zu players; if this is intended, add the line `Game: Multiban` "
	    "below the board",
	    c->b->players);
	return GO_ON;
}

void
check_report_set(const struct check *c, const squares *set, enum sok_rule rule,
    const char *thing, const char *fault)
{
	long at = -1;
	int x, y;

	while (bitboard_next(&c->board, set, &at, &x, &y))
		REPORT_AT(c, rule, x, y,
		    "the %s in row %d, column %d of the picture %s", thing,
		    y + 1, x + 1, fault);
}

static bool
edge_of_row(unsigned char square)
{
	return square & SOK_WALL || square == (SOK_BOX | SOK_GOAL);
}

/* The first and the last square of row y that is not floor; false if there is
 * none. */
static bool
ends_of_row(const struct sok_board *b, int y, int *first, int *last)
{
	const unsigned char *sq = b->sq + (size_t)y * (size_t)b->width;

	for (*first = 0; *first < b->width && !sq[*first]; (*first)++)
		;
	for (*last = b->width - 1; *last >= 0 && !sq[*last]; (*last)--)
		;
	return *last >= 0;
}

RARE void
find_open_rows(const struct check *c)
{
	int y, x, first, last;

	for (y = 0; y < c->b->height; y++) {
		if (!ends_of_row(c->b, y, &first, &last))
			continue;
		x = edge_of_row(sok_board_at(c->b, first, y)) ? last : first;
		if (edge_of_row(sok_board_at(c->b, x, y)))
			continue;
		REPORT_AT(c, SOK_ROW_EDGE_RULE, x, y,
		    "row %d of the picture %s with `%c`: in .sok files a row "
		    "begins and ends with `#` or `*`",
		    y + 1, x == first ? "begins" : "ends",
		    sok_xsb[sok_board_at(c->b, x, y)]);
	}
}

RARE int
find_empty_rows(const struct check *c)
{
	int y, first, last;

	/* The area of one player has squares in every row between two of its
	 * rows and, if it is closed, walls beside them. */
	if (c->b->players == 1 && bitboard_has_row(&c->board, c->area, 1) &&
	    bitboard_has_row(&c->board, c->area, c->b->height - 2))
		return GO_ON;
	for (y = 1; y < c->b->height - 1; y++)
		if (!ends_of_row(c->b, y, &first, &last))
			REPORT_AT(c, SOK_INTERIOR_EMPTY_ROW_RULE, 0, y,
			    "row %d of the picture is empty: many programs "
			    "end the board there",
			    y + 1);
	return GO_ON;
}

/* The reached squares in a row of a closed board are between walls. */
static int
check_rows(struct check *c)
{
	if (c->board.walled)
		return GO_ON;
	if (!c->all_inside)
		find_open_rows(c);
	return find_empty_rows(c);
}

/*
 * The order matters: a rule may rely on the rules before it.  After check_area
 * there is a player; after check_closed the board is closed.
 */
static rule_fn *const rules[] = {check_variant, has_player, check_area,
    one_player, check_closed, check_counts, check_pushes, check_rows,
    check_targets};

static int
check(const struct sok_puzzle *p, const struct sok_check_options *o,
    struct sok_sink *sink, struct sok_arena *scratch)
{
	struct check c;
	size_t i;
	int r = GO_ON;

	/* The rules fill in all other members. */
	c.p = p;
	c.b = &p->board;
	c.o = o;
	c.sink = sink;
	c.a = scratch;
	for (i = 0; r == GO_ON && i < SOK_COUNT(rules); i++)
		r = rules[i](&c);
	return r == -1 ? -1 : 0;
}

int
sok_check(const struct sok_puzzle *p, const struct sok_check_options *o,
    struct sok_sink *sink, struct sok_arena *scratch)
{
	static const struct sok_check_options none;

	if (o == NULL)
		o = &none;
	return p->has_board ? check(p, o, sink, scratch) : 0;
}
