/*
 * closure.c - the area that the players can reach, and whether they can leave
 * the board.
 */
#include "check/check.h"

int
check_area(struct check *c)
{
	struct bitboard *b = &c->board;
	struct flood f = {b, FLOOD_WALK, NULL, NULL, NULL};
	squares *things;
	int all;

	if (bitboard_load(b, c->b, CHECK_SETS, c->a) == -1)
		return -1;
	things = bitboard_set(b);
	f.over = b->open;
	f.set = c->area = bitboard_set(b);
	/* With walls all around, the board is closed whatever is reached. */
	f.want = b->walled ? things : b->open;
	for (size_t i = 0; i < b->n; i++) {
		things[i] = b->box[i] | b->goal[i];
		c->area[i] = b->player[i] & b->open[i];
	}
	all = flood_grow(&f, c->a);
	c->all_inside = all == 1 || !bitboard_exceed(b, things, c->area);
	c->boxes = c->b->boxes;
	c->goals = c->b->goals;
	if (!c->all_inside) {
		c->boxes = bitboard_count(b, c->area, b->box);
		c->goals = bitboard_count(b, c->area, b->goal);
	}
	return all == -1 ? -1 : GO_ON;
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
find_way_out(const struct check *c)
{
	int x, y;

	if (!bitboard_at_edge(&c->board, c->area, &x, &y))
		return GO_ON;
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

int
check_closed(struct check *c)
{
	return c->board.walled ? GO_ON : find_way_out(c);
}
