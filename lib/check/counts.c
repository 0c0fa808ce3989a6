/*
 * counts.c - counts boxes and goals: reachable ones, unreachable ones, and
 * boxes that start on goals.
 */
#include "check/check.h"

/* Report boxes and goals that cannot be reached. */
static void
report_outside(struct check *c, size_t boxes, size_t goals)
{
	const struct bitboard *b = &c->board;
	long at = -1;
	int x, y;

	while (bitboard_next(b, c->things, &at, &x, &y))
		if (!bitboard_has(c->area, at)) {
			REPORT_AT(c, SOK_OUTSIDE_ELEMENTS_RULE, x, y,
			    "%zu box%s and %zu goal%s are out of the player's "
			    "reach: decoration",
			    boxes, ES(boxes), goals, PLURAL(goals));
			break;
		}
	for (size_t i = 0; i < b->n; i++)
		c->things[i] = b->box[i] & ~b->goal[i];
	check_report_set(c, c->things, c->area, SOK_OUTSIDE_BOX_OFF_GOAL_RULE,
	    "box",
	    "is out of reach and not on a goal: programs disagree whether this "
	    "puzzle can be solved");
}

RARE void
report_counts(struct check *c)
{
	size_t all_boxes = c->b->boxes, boxes = all_boxes - c->boxes;
	size_t all_goals = c->b->goals, goals = all_goals - c->goals;

	if (all_boxes == 0)
		REPORT(c, SOK_NO_BOXES_RULE, "there is no box on the board");
	else if (c->boxes == 0)
		REPORT(c, SOK_NO_BOXES_RULE,
		    "no box can be reached: %zu box%s outside the walls",
		    all_boxes, ES(all_boxes));
	if (c->boxes != c->goals && boxes == 0 && goals == 0)
		REPORT(c, SOK_BOX_GOAL_COUNT_RULE,
		    "%zu box%s but %zu goal%s can be reached", c->boxes,
		    ES(c->boxes), c->goals, PLURAL(c->goals));
	else if (c->boxes != c->goals)
		REPORT(c, SOK_BOX_GOAL_COUNT_RULE,
		    "%zu box%s but %zu goal%s can be reached; %zu box%s and "
		    "%zu goal%s are out of reach",
		    c->boxes, ES(c->boxes), c->goals, PLURAL(c->goals), boxes,
		    ES(boxes), goals, PLURAL(goals));
	if (!c->all_inside)
		report_outside(c, boxes, goals);
	if (all_boxes != all_goals && c->boxes == c->goals)
		REPORT(c, SOK_OUTSIDE_COUNT_RULE,
		    "%zu box%s but %zu goal%s in the whole picture; %zu of "
		    "each can be reached, but some programs count them all",
		    all_boxes, ES(all_boxes), all_goals, PLURAL(all_goals),
		    c->boxes);
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
