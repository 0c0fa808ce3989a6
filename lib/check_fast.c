/*
 * check_fast.c - most small puzzles are in order; here that is seen at once.
 * The whole board is one string of bits, row behind row, so that a step to
 * the right is a shift by one and a step down a shift by the width.  What is
 * not plainly in order goes the way of check.c.
 */
#include "check.h"
#include "wide.h"

#if HAVE_WIDE
/* A board in bits; walls on the whole edge make its rows and rim sound. */
struct view {
	int width, n;
	WIDE wall, goal, box, player, edge;
	bool walled;
};

static struct view
look(const struct sok_board *b)
{
	struct wide w = wide_load(b);
	struct view v = {b->width, b->width * b->height, w.wall, w.goal, w.box,
	    w.player, 0, false};

	v.edge = wide_edge(v.width, v.n);
	v.walled = (v.edge & ~v.wall) == 0;
	return v;
}

/* Whether a box off goal may be in a set of boxes that block each other. */
static bool
may_freeze(const struct view *v)
{
	WIDE set = v->box, was, solid;

	do {
		was = set;
		solid = v->wall | set;
		set &= (solid << 1 | solid >> 1) &
		    (wide_up(solid, v->width) | wide_down(solid, v->width));
		if ((set & ~v->goal) == 0)
			return false;
	} while (set != was);
	return true;
}

/* ---- the floods of check.c and check_push.c, all at the same time */

/*
 * What the player walks to and the squares from which a box can be pushed to a
 * goal, side by side: they grow into these squares, along rows and along
 * columns.  And the squares to which a box can be pushed: they grow from
 * these.  No step looks for the ends of rows, as nothing can leave an area
 * that is closed.
 */
struct flood {
	struct sets pull, push;
	struct sets into[2], from[2];
	struct sets want_pull, want_push;
};

static inline void
grow(struct flood *f, int axis, int n)
{
	f->pull = wide_join(
	    f->pull, wide_meet(wide_beside(f->pull, n), f->into[axis]));
	f->push = wide_join(
	    f->push, wide_beside(wide_meet(f->push, f->from[axis]), n));
}

/* Until all that is wanted is there; whole: until nothing is added. */
static inline bool
run(struct flood *f, int width, bool whole)
{
	struct sets pull, push;
	bool done;

	do {
		pull = f->pull;
		push = f->push;
		grow(f, 0, 1);
		grow(f, 1, width);
		grow(f, 0, 1);
		grow(f, 1, width);
		done = !wide_any(wide_missing(f->want_pull, f->pull) |
		    wide_missing(f->want_push, f->push));
		if (done && !whole)
			return true;
	} while (wide_any(
	    wide_missing(f->pull, pull) | wide_missing(f->push, push)));
	return done;
}

/*
 * The player reaches all boxes and goals and not the edge; every box can be
 * pushed to some goal, some box to every goal.  across, along: where a box can
 * be pushed along a row, along a column.
 */
static bool
sound(const struct view *v)
{
	WIDE free = ~v->wall, reached;
	WIDE across = free & free << 1 & free >> 1;
	WIDE along = free & wide_up(free, v->width) & wide_down(free, v->width);
	struct flood f = {
	    .pull = wide_pair(v->player, v->goal),
	    .push = wide_pair(v->box, v->box),
	    .into = {wide_pair(free, across), wide_pair(free, along)},
	    .from = {wide_pair(across, across), wide_pair(along, along)},
	    .want_pull = wide_pair(v->box | v->goal, v->box),
	    .want_push = wide_pair(v->goal, v->goal),
	};

	if (!run(&f, v->width, !v->walled))
		return false;
	reached = wide_both(f.pull.low[0], f.pull.high[0]);
	return (reached & v->edge) == 0;
}

/* No row is empty.  Where all boxes and goals are in a closed area, a row that
 * has something in it begins and ends with a wall. */
static bool
rows_sound(const struct view *v)
{
	WIDE ink = v->wall | v->box | v->goal | v->player;
	WIDE row = ((WIDE)1 << v->width) - 1;
	int y;

	for (y = 0; y < v->n; y += v->width)
		if (((ink >> y) & row) == 0)
			return false;
	return true;
}

static bool
in_order(const struct sok_board *b)
{
	struct view v = look(b);

	return (v.box & ~v.goal) != 0 && !may_freeze(&v) && sound(&v) &&
	    (v.walled || rows_sound(&v));
}
#else
static bool
in_order(const struct sok_board *b)
{
	return check_rows(b);
}
#endif

bool
check_board(const struct sok_board *b)
{
	int tiny = -1;

	if (b->players != 1 || b->boxes != b->goals)
		return false;
	if (check_is_tiny(b))
		tiny = check_tiny(b->sq, b->width, b->height, b->width);
	if (tiny != -1)
		return tiny;
	return wide_fits(b) ? in_order(b) : check_rows(b);
}
