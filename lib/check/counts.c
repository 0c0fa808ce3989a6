/*
 * counts.c - counts boxes and goals: reachable ones, unreachable ones, and
 * boxes that start on goals.
 */
#include "check/check.h"

static void
report_boxes(const struct check *c)
{
	if (c->boxes > 0)
		return;
	if (c->b->boxes == 0)
		REPORT(c, SOK_NO_BOXES_RULE, "there is no box on the board");
	else
		REPORT(c, SOK_NO_BOXES_RULE,
		    "no box can be reached: %zu box%s outside the walls",
		    c->b->boxes, ES(c->b->boxes));
}

static void
report_balance(const struct check *c)
{
	size_t boxes = c->b->boxes - c->boxes, goals = c->b->goals - c->goals;

	if (c->boxes == c->goals)
		return;
	if (boxes == 0 && goals == 0)
		REPORT(c, SOK_BOX_GOAL_COUNT_RULE,
		    "%zu box%s but %zu goal%s can be reached", c->boxes,
		    ES(c->boxes), c->goals, PLURAL(c->goals));
	else
		REPORT(c, SOK_BOX_GOAL_COUNT_RULE,
		    "%zu box%s but %zu goal%s can be reached; %zu box%s and "
		    "%zu goal%s are out of reach",
		    c->boxes, ES(c->boxes), c->goals, PLURAL(c->goals), boxes,
		    ES(boxes), goals, PLURAL(goals));
}

/* The unreachable boxes that are not on a goal; or all unreachable boxes and
 * goals. */
static squares *
outside(struct check *c, bool all)
{
	const squares *box = c->board.box, *goal = c->board.goal;
	squares *set = bitboard_set(&c->board);

	for (size_t i = 0; i < c->board.n; i++)
		set[i] =
		    ~c->area[i] & (all ? box[i] | goal[i] : box[i] & ~goal[i]);
	return set;
}

static void
report_outside(struct check *c)
{
	size_t boxes = c->b->boxes - c->boxes, goals = c->b->goals - c->goals;
	long at = -1;
	int x, y;

	if (c->all_inside)
		return;
	if (bitboard_next(&c->board, outside(c, true), &at, &x, &y))
		REPORT_AT(c, SOK_OUTSIDE_ELEMENTS_RULE, x, y,
		    "%zu box%s and %zu goal%s are out of the player's reach: "
		    "decoration",
		    boxes, ES(boxes), goals, PLURAL(goals));
	if (boxes > 0)
		check_report_set(c, outside(c, false),
		    SOK_OUTSIDE_BOX_OFF_GOAL_RULE, "box",
		    "is out of reach and not on a goal: programs disagree "
		    "whether this puzzle can be solved");
}

static void
report_all(const struct check *c)
{
	size_t boxes = c->b->boxes, goals = c->b->goals;

	if (boxes != goals && c->boxes == c->goals)
		REPORT(c, SOK_OUTSIDE_COUNT_RULE,
		    "%zu box%s but %zu goal%s in the whole picture; %zu of "
		    "each can be reached, but some programs count them all",
		    boxes, ES(boxes), goals, PLURAL(goals), c->boxes);
}

RARE void
report_counts(struct check *c)
{
	report_boxes(c);
	report_balance(c);
	report_outside(c);
	report_all(c);
}

bool
check_solved(const struct check *c)
{
	return !bitboard_exceed(&c->board, c->board.box, c->board.goal);
}

int
check_counts(struct check *c)
{
	if (!c->all_inside || c->boxes == 0 || c->boxes != c->goals)
		report_counts(c);
	if (c->boxes > 0 && check_solved(c))
		REPORT(c, SOK_CIRCULAR_RULE,
		    "every box is on a goal already: a solution must push a "
		    "box nevertheless");
	return GO_ON;
}
