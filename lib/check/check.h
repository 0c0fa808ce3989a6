/* check.h - shared by the files that implement the rules of sokcheck. */
#ifndef SOK_CHECK_H
#define SOK_CHECK_H

#include "board/flood.h"
#include "tools.h"

/* What the rules know about a puzzle with a board and a player. */
struct check {
	const struct sok_puzzle *p;
	const struct sok_board *b;
	const struct sok_check_options *o;
	struct sok_sink *sink;
	struct sok_arena *a;
	struct bitboard board;
	/* The area that the players can reach if boxes do not block.  If every
	 * square at the edge is a wall, it may be incomplete, but has all boxes
	 * and goals. */
	squares *area;
	squares *things;     /* all boxes and goals */
	size_t boxes, goals; /* in the area */
	bool all_inside;     /* there are no others */
	/* By rule, and the result of flood_grow().  If there are others, those
	 * of boxes and goals are to grow again. */
	struct flood flood[FLOOD_RULES];
	int missing;
	squares *off_goal, *to_fill; /* boxes, and goals, that are wanted */
};

/* A rule's answer: check the next rule, check no more rules, or -1. */
enum { GO_ON = 1, ENOUGH = 0 };

typedef int rule_fn(struct check *c);

/* A function for rare cases, kept apart from the code that every board runs. */
#define RARE __attribute__((cold, noinline)) static

#define PLURAL(n) ((n) == 1 ? "" : "s")
#define ES(n) ((n) == 1 ? "" : "es")

#define REPORT_AT(c, rule, x, y, ...) \
	sok_report((c)->sink, rule, sok_board_pos((c)->p, x, y), (c)->p, NULL, \
	    __VA_ARGS__)
#define REPORT(c, rule, ...) \
	sok_report( \
	    (c)->sink, rule, check_pos((c)->p), (c)->p, NULL, __VA_ARGS__)

/* The position of findings about the whole puzzle. */
static inline struct sok_pos
check_pos(const struct sok_puzzle *p)
{
	return (struct sok_pos){p->pos.file, p->pos.line, 1};
}

/* Report the squares of a set that another one does not have: the thing there
 * and what is wrong with it. */
void check_report_set(const struct check *c, const squares *set,
    const squares *other, enum sok_rule rule, const char *thing,
    const char *fault);
/* Whether every box of the picture is on a goal. */
static inline bool
check_solved(const struct check *c)
{
	return !bitboard_exceed(&c->board, c->board.box, c->board.goal);
}

/* Each in the file of its name; check_closed is in pushes.c. */
rule_fn check_closed, check_counts, check_pushes, check_targets;

#endif
