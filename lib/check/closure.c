/*
 * closure.c - the area that the players can reach, and whether they can leave
 * the board.
 */
#include "check/check.h"

/* The boxes and goals of the area. */
static void
count_area(struct check *c, const squares *things)
{
	struct bitboard *b = &c->board;

	c->boxes = c->b->boxes;
	c->goals = c->b->goals;
	c->all_inside = !bitboard_exceed(b, things, c->area);
	if (c->all_inside)
		return;
	c->boxes = bitboard_count(b, c->area, b->box);
	c->goals = bitboard_count(b, c->area, b->goal);
}

int
check_area(struct check *c)
{
	struct bitboard *b = &c->board;
	squares *things;

	if (bitboard_load(b, c->b, CHECK_SETS, c->a) == -1)
		return -1;
	things = bitboard_set(b);
	c->area = bitboard_set(b);
	for (size_t i = 0; i < b->n; i++) {
		things[i] = b->box[i] | b->goal[i];
		c->area[i] = b->player[i] & b->open[i];
	}
	/* With walls all around, the board is closed whatever is reached. */
	if (flood_grow(b, FLOOD_WALK, b->open, c->area,
	        b->walled ? things : b->open, c->a) == -1)
		return -1;
	count_area(c, things);
	return GO_ON;
}

/* Whether all things stand on squares of one colour of a chessboard, as in
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

int
check_closed(struct check *c)
{
	int x, y;

	if (!bitboard_at_edge(&c->board, c->area, &x, &y))
		return GO_ON;
	REPORT_AT(c, SOK_NOT_CLOSED_RULE, x, y,
	    "the player can leave the board here, in row %d, column %d of the "
	    "picture%s",
	    y + 1, x + 1,
	    c->b->grid == SOK_SQUARES && is_hexagonal(c->b)
	        ? "; if it is Hexoban, say so below the board "
	          "with the line `Game: Hexoban`"
	        : "");
	return ENOUGH;
}
