/*
 * pushes.c - boxes that can never be moved, boxes that can never get to a
 * goal, goals that no box can ever get to.  All three are sound: what they
 * report holds for every way to play on, because each set is computed on a
 * board where more is possible than on the real one.
 *
 * The board is closed, so no square of the area lies on its edge and every
 * square beside the area that is not in it is a wall.
 */
#include "check/check.h"

/* The squares of two sets without those of a third one. */
static inline squares *
common(struct check *c, const squares *one, const squares *other,
    const squares *but)
{
	squares *set = bitboard_set(&c->board);

	for (size_t i = 0; i < c->board.n; i++)
		set[i] = one[i] & other[i] & ~but[i];
	return set;
}

/*
 * Frozen: the largest set of boxes each of which has on either axis a wall
 * or a box of the set beside it.  A push along an axis needs both squares
 * beside the box free, the player's and the box's next one.  Were a box of
 * the set ever pushed, take the first: all others still are where they
 * were, so one of the two squares is taken.  Hence none is ever pushed.
 *
 * The others are found: boxes with two free squares beside them on an axis,
 * which may be those of boxes found before.
 */
static int
frozen(struct check *c, squares *free, squares *off)
{
	const struct bitboard *b = &c->board;
	const struct flood f = {b, FLOOD_FREE, b->box, free, off};
	int all = flood_grow(&f, c->a);

	if (all != 0)
		return all;
	check_report_set(c, common(c, off, off, free), SOK_FROZEN_BOX_RULE,
	    "box",
	    "is not on a goal and can never be moved: walls and other such "
	    "boxes block it in every direction");
	for (size_t i = 0; i < b->n; i++)
		off[i] &= free[i];
	return GO_ON;
}

/*
 * Live: the squares from which a box alone on the board can be pushed to a
 * goal by a player who may be carried to any square of the area.  A box goes
 * from s to t only if the square on the other side of s is in the area too:
 * the player stood there.  Other boxes and the walk to that square can only
 * forbid pushes, so a box outside this set never reaches a goal.
 */
static int
dead(struct check *c, squares *live, const squares *off)
{
	const struct bitboard *b = &c->board;
	const struct flood f = {b, FLOOD_PULL, b->open, live, off};
	int all = flood_grow(&f, c->a);

	if (all == 0)
		check_report_set(c, common(c, off, off, live),
		    SOK_DEAD_BOX_RULE, "box",
		    "can never be pushed to a goal, even alone on the board");
	return all == -1 ? -1 : GO_ON;
}

/*
 * Warm: the squares to which some box, alone on the board, can be pushed by
 * such a player.  In a real game every box moves by a chain of these very
 * pushes, so no box ever stands outside this set.
 */
static int
unreachable(struct check *c, squares *warm, const squares *goals)
{
	const struct bitboard *b = &c->board;
	const struct flood f = {b, FLOOD_PUSH, b->open, warm, goals};
	int all = flood_grow(&f, c->a);

	if (all == 0)
		check_report_set(c, common(c, goals, goals, warm),
		    SOK_UNREACHABLE_GOAL_RULE, "goal",
		    "stays empty: no box can ever be pushed onto it");
	return all == -1 ? -1 : GO_ON;
}

int
check_pushes(struct check *c)
{
	static const struct sok_sink none;
	const bool *off_rule = c->sink != NULL ? c->sink->off : none.off;
	struct bitboard *b = &c->board;
	squares *free, *off, *live, *warm, *goals;

	if (off_rule[SOK_DEAD_BOX_RULE] && off_rule[SOK_FROZEN_BOX_RULE] &&
	    off_rule[SOK_UNREACHABLE_GOAL_RULE])
		return GO_ON;
	free = bitboard_set(b);
	off = bitboard_set(b);
	live = bitboard_set(b);
	warm = bitboard_set(b);
	goals = bitboard_set(b);
	for (size_t i = 0; i < b->n; i++) {
		free[i] = b->open[i] & ~b->box[i];
		warm[i] = b->box[i] & c->area[i];
		off[i] = warm[i] & ~b->goal[i];
		live[i] = goals[i] = b->goal[i] & c->area[i];
	}
	if (frozen(c, free, off) == -1)
		return -1;
	if (dead(c, live, off) == -1)
		return -1;
	return unreachable(c, warm, goals);
}
