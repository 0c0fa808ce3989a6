/*
 * pushes.c - boxes that can never be moved, boxes that can never get to a
 * goal, goals that no box can ever get to.  All three are sound: what they
 * report holds for every way to play on, because each set is computed on a
 * board where more is possible than on the real one.
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
#include "check/check.h"

RARE int
report_pushes(const struct check *c, squares *off, const squares *goals,
    const struct flood *f)
{
	const squares *free = f[0].set, *live = f[1].set, *warm = f[2].set;

	check_report_set(c, off, free, SOK_FROZEN_BOX_RULE, "box",
	    "is not on a goal and can never be moved: walls and other such "
	    "boxes block it in every direction");
	for (size_t i = 0; i < c->board.n; i++)
		off[i] &= free[i];
	check_report_set(c, off, live, SOK_DEAD_BOX_RULE, "box",
	    "can never be pushed to a goal, even alone on the board");
	check_report_set(c, goals, warm, SOK_UNREACHABLE_GOAL_RULE, "goal",
	    "stays empty: no box can ever be pushed onto it");
	return GO_ON;
}

int
check_pushes(struct check *c)
{
	const bool *no = c->sink != NULL ? c->sink->off : NULL;
	struct bitboard *b = &c->board;
	squares *free = bitboard_set(b), *live = bitboard_set(b);
	squares *warm = bitboard_set(b), *off = bitboard_set(b);
	squares *goals = bitboard_set(b);
	const struct flood f[3] = {{FLOOD_FREE, b->box, free, off},
	    {FLOOD_PULL, b->open, live, off},
	    {FLOOD_PUSH, b->open, warm, goals}};
	int all;

	if (no != NULL && no[SOK_DEAD_BOX_RULE] && no[SOK_FROZEN_BOX_RULE] &&
	    no[SOK_UNREACHABLE_GOAL_RULE])
		return GO_ON;
	for (size_t i = 0; i < b->n; i++) {
		free[i] = b->open[i] & ~b->box[i];
		warm[i] = b->box[i] & c->area[i];
		off[i] = warm[i] & ~b->goal[i];
		live[i] = goals[i] = b->goal[i] & c->area[i];
	}
	all = flood_grow(b, f, 3, c->a);
	return all == 0 ? report_pushes(c, off, goals, f) : all;
}
