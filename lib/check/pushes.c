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

/* The squares that two sets share, but those of a third one. */
static inline squares *
common(struct check *c, const squares *one, const squares *other,
    const squares *but)
{
	squares *set = bitboard_set(&c->board);

	for (size_t i = 0; i < c->board.n; i++)
		set[i] = one[i] & other[i] & ~but[i];
	return set;
}

/* Those in the area. */
static inline squares *
inside(struct check *c, const squares *all)
{
	squares *set = bitboard_set(&c->board);

	for (size_t i = 0; i < c->board.n; i++)
		set[i] = all[i] & c->area[i];
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
frozen(struct check *c, const struct flood *walk, squares *off)
{
	struct bitboard *b = &c->board;
	squares *free = common(c, b->open, b->open, b->box);

	if (flood_release(walk, free, inside(c, b->box), off, c->a) == -1)
		return -1;
	if (!bitboard_exceed(b, off, free))
		return GO_ON;
	check_report_set(c, common(c, off, off, free), SOK_FROZEN_BOX_RULE,
	    "box",
	    "is not on a goal and can never be moved: walls and other such "
	    "boxes block it in both directions");
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
static void
dead(struct check *c, const squares *off)
{
	if (bitboard_exceed(&c->board, off, c->live))
		check_report_set(c, common(c, off, off, c->live),
		    SOK_DEAD_BOX_RULE, "box",
		    "can never be pushed to a goal, even alone on the board");
}

/*
 * Warm: the squares to which some box, alone on the board, can be pushed by
 * such a player.  In a real game every box moves by a chain of these very
 * pushes, so no box ever stands outside this set.
 */
static void
unreachable(struct check *c)
{
	const squares *goals = inside(c, c->board.goal);

	if (bitboard_exceed(&c->board, goals, c->warm))
		check_report_set(c, common(c, goals, goals, c->warm),
		    SOK_UNREACHABLE_GOAL_RULE, "goal",
		    "stays empty: no box can ever be pushed onto it");
}

bool
check_asks_pushes(const struct check *c)
{
	static const struct sok_sink none;
	const bool *off = c->sink != NULL ? c->sink->off : none.off;

	return !off[SOK_DEAD_BOX_RULE] || !off[SOK_FROZEN_BOX_RULE] ||
	    !off[SOK_UNREACHABLE_GOAL_RULE];
}

int
check_pushes(struct check *c)
{
	struct bitboard *b = &c->board;
	squares *boxes;

	if (!check_asks_pushes(c))
		return GO_ON;
	boxes = common(c, b->box, c->area, b->goal);
	if (frozen(c, &c->walk, boxes) == -1)
		return -1;
	dead(c, boxes);
	unreachable(c);
	return GO_ON;
}
