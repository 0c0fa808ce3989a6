/*
 * pushes.c - the sets of squares that players and boxes can reach: whether a
 * player can leave the board, and which boxes and goals are beyond help.
 *
 * Boxes that can never be moved, boxes that can never get to a goal, goals that
 * no box can ever get to are sound: what they report holds for every way to
 * play on, because each set is computed on a board where more is possible than
 * on the real one.
 *
 * The board is closed, so no square of the area lies on its edge and every
 * square beside the area that is not in it is a wall.
 *
 * Frozen: the largest set of boxes each of which has on either axis a wall
 * or a box of the set beside it.  A push along an axis needs both squares
 * beside the box free, the player's and the box's next one.  Were a box of
 * the set ever pushed, take the first: all others still are where they
 * were, so one of the two squares is taken.  Hence none is ever pushed.
 * The others are found: boxes with two free squares beside them on an axis,
 * which may be those of boxes found before.
 *
 * Live: the squares from which a box alone on the board can be pushed to a
 * goal by a player who may be carried to any square of the area.  A box goes
 * from s to t only if the square on the other side of s is in the area too:
 * the player stood there.  Other boxes and the walk to that square can only
 * forbid pushes, so a box outside this set never reaches a goal.
 *
 * Warm: the squares to which some box, alone on the board, can be pushed by
 * such a player.  In a real game every box moves by a chain of these very
 * pushes, so no box ever stands outside this set.
 */
#include "board/symmetry.h"
#include "check/check.h"

/* Sets of squares that the rules use in addition to those of the board. */
enum { SETS = 6 };

RARE int
report_way_out(const struct check *c, int x, int y)
{
	REPORT_AT(c, SOK_NOT_CLOSED_RULE, x, y,
	    "the player can leave the board here, in row %d, column %d of the "
	    "picture%s",
	    y + 1, x + 1,
	    c->b->grid == SOK_SQUARES && board_one_parity(c->b)
	        ? "; if this is Hexoban, add the line `Game: Hexoban` below "
	          "the board"
	        : "");
	return ENOUGH;
}

/* Grow all sets, those of boxes and goals from the ones on some squares on. The
 * result is that of flood_grow(). */
static int
grow_sets(const struct check *c, const squares *in)
{
	const struct bitboard *b = &c->board;
	const struct flood *f = c->flood;

	for (size_t i = 0; i < b->n; i++) {
		squares box = b->box[i] & in[i], goal = b->goal[i] & in[i];

		f[FLOOD_FREE].set[i] = b->open[i] & ~b->box[i];
		f[FLOOD_PULL].set[i] = c->to_fill[i] = goal;
		f[FLOOD_PUSH].set[i] = box;
		c->off_goal[i] = box & ~goal;
	}
	return flood_grow(b, f, FLOOD_RULES, c->a);
}

int
check_closed(struct check *c)
{
	struct bitboard *b = &c->board;
	int x, y;

	if (bitboard_load(b, c->b, SETS, c->a) == -1)
		return -1;
	c->area = b->player;
	c->things = bitboard_set(b);
	c->off_goal = bitboard_set(b);
	c->to_fill = bitboard_set(b);
	/* With walls all around, the board is closed whatever is reached. */
	c->flood[FLOOD_WALK] = (struct flood){
	    FLOOD_WALK, c->area, b->walled ? c->things : b->open};
	c->flood[FLOOD_FREE] =
	    (struct flood){FLOOD_FREE, bitboard_set(b), c->off_goal};
	c->flood[FLOOD_PULL] =
	    (struct flood){FLOOD_PULL, bitboard_set(b), c->off_goal};
	c->flood[FLOOD_PUSH] =
	    (struct flood){FLOOD_PUSH, bitboard_set(b), c->to_fill};
	for (size_t i = 0; i < b->n; i++) {
		c->things[i] = b->box[i] | b->goal[i];
		c->area[i] &= b->open[i];
	}
	/* Nearly always all is inside.  If not, what is outside adds squares to
	 * the sets of boxes and goals, but none inside. */
	c->missing = grow_sets(c, c->things);
	if (c->missing == -1)
		return -1;
	c->all_inside = !(c->missing & 1 << FLOOD_WALK) ||
	    !bitboard_exceed(b, c->things, c->area);
	c->boxes = c->b->boxes;
	c->goals = c->b->goals;
	if (!c->all_inside) {
		c->boxes = bitboard_count(b, c->area, b->box);
		c->goals = bitboard_count(b, c->area, b->goal);
	}
	if (!b->walled && bitboard_at_edge(b, c->area, &x, &y))
		return report_way_out(c, x, y);
	return GO_ON;
}

RARE int
report_pushes(struct check *c)
{
	const struct flood *f = c->flood;

	if (!c->all_inside && grow_sets(c, c->area) == -1)
		return -1;
	check_report_set(c, c->off_goal, f[FLOOD_FREE].set, SOK_FROZEN_BOX_RULE,
	    "box",
	    "is not on a goal and can never be moved: walls and other such "
	    "boxes block it in every direction");
	for (size_t i = 0; i < c->board.n; i++)
		c->off_goal[i] &= f[FLOOD_FREE].set[i];
	check_report_set(c, c->off_goal, f[FLOOD_PULL].set, SOK_DEAD_BOX_RULE,
	    "box", "can never be pushed to a goal, even alone on the board");
	check_report_set(c, c->to_fill, f[FLOOD_PUSH].set,
	    SOK_UNREACHABLE_GOAL_RULE, "goal",
	    "stays empty: no box can ever be pushed onto it");
	return GO_ON;
}

int
check_pushes(struct check *c)
{
	return c->missing & ~(1 << FLOOD_WALK) ? report_pushes(c) : GO_ON;
}
