/*
 * check.c - the rules of sokcheck about one puzzle: one function for each kind
 * of rule, in a table that defines their order.  Here are those about players,
 * walls and rows.
 */
#include "check/check.h"
#include "play/position.h"
#include "tools.h"

/* Sets of squares that the rules use in addition to those of the board. */
enum { SETS = 6 };

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

/* Whether all squares other than floor have one colour of a chessboard, as in
 * pictures of Hexoban. */
static bool
is_hexagonal(const struct sok_board *b)
{
	const unsigned char *sq = b->sq;
	bool colour[2] = {false, false};

	for (int y = 0; y < b->height; y++)
		for (int x = 0; x < b->width; x++)
			colour[(x + y) % 2] |= *sq++ != SOK_FLOOR;
	return !colour[0] || !colour[1];
}

RARE int
report_way_out(const struct check *c, int x, int y)
{
	REPORT_AT(c, SOK_NOT_CLOSED_RULE, x, y,
	    "the player can leave the board here, in row %d, column %d of the "
	    "picture%s",
	    y + 1, x + 1,
	    c->b->grid == SOK_SQUARES && is_hexagonal(c->b)
	        ? "; if this is Hexoban, add the line `Game: Hexoban` below "
	          "the board"
	        : "");
	return ENOUGH;
}

static int
check_closed(struct check *c)
{
	struct bitboard *b = &c->board;
	struct flood f = {.rule = FLOOD_WALK};
	int all, x, y;

	if (bitboard_load(b, c->b, SETS, c->a) == -1)
		return -1;
	f.over = b->open;
	f.set = c->area = b->player;
	c->things = bitboard_set(b);
	/* With walls all around, the board is closed whatever is reached. */
	f.want = b->walled ? c->things : b->open;
	for (size_t i = 0; i < b->n; i++) {
		c->things[i] = b->box[i] | b->goal[i];
		c->area[i] &= b->open[i];
	}
	all = flood_grow(b, &f, 1, c->a);
	if (all == -1)
		return -1;
	c->all_inside = all || !bitboard_exceed(b, c->things, c->area);
	c->boxes = c->b->boxes;
	c->goals = c->b->goals;
	if (!c->all_inside) {
		c->boxes = bitboard_count(b, c->area, b->box);
		c->goals = bitboard_count(b, c->area, b->goal);
	}
	return bitboard_at_edge(b, c->area, &x, &y) ? report_way_out(c, x, y)
	                                            : GO_ON;
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
