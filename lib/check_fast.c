/*
 * check_fast.c - most small puzzles are in order; here that is seen at once.
 * The whole board is one string of bits, row behind row, so that a step to
 * the right is a shift by one and a step down a shift by the width.  What is
 * not plainly in order goes the way of check.c.
 */
#include "check.h"
#include "cpu.h"
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
 * Along rows and along columns, sets grow from some of their squares into some
 * others.  No step looks for the ends of rows, as nothing can leave an area
 * that is closed.
 */
struct flood {
	struct sets set, want, from[2], into[2];
};

static inline void
grow(struct flood *f, int axis, int n)
{
	struct sets more,
	    set = {f->set.low & f->from[axis].low,
	        f->set.high & f->from[axis].high};

	wide_beside(&set, n, &more);
	f->set.low |= more.low & f->into[axis].low;
	f->set.high |= more.high & f->into[axis].high;
}

/* Until all that is wanted is there; whole: and the player's does not grow. */
static inline bool
run(struct flood *f, int width, bool whole)
{
	LANES missing, added;
	struct sets was;
	bool done, more;

	do {
		was = f->set;
		grow(f, 0, 1);
		grow(f, 1, width);
		grow(f, 0, 1);
		grow(f, 1, width);
		missing =
		    (f->want.low & ~f->set.low) | (f->want.high & ~f->set.high);
		added = (f->set.low ^ was.low) | (f->set.high ^ was.high);
		done = !any_lane(&missing);
		more = done ? whole && added[WALK] != 0 : any_lane(&added);
	} while (more);
	return done;
}

/*
 * The player reaches all boxes and goals and not the edge; every box can be
 * pushed to some goal, some box to every goal.  across, along: where a box can
 * be pushed along a row, along a column.
 */
static inline bool
sound(const struct view *v)
{
	const WIDE all = ~(WIDE)0;
	WIDE free = ~v->wall;
	WIDE across = free & free << 1 & free >> 1;
	WIDE along = free & wide_up(free, v->width) & wide_down(free, v->width);
	struct flood f;

	wide_lanes(&f.set, v->player, v->goal, v->box);
	wide_lanes(&f.want, v->box | v->goal, v->box, v->goal);
	wide_lanes(&f.from[0], all, all, across);
	wide_lanes(&f.into[0], free, across, all);
	wide_lanes(&f.from[1], all, all, along);
	wide_lanes(&f.into[1], free, along, all);
	return run(&f, v->width, !v->walled) &&
	    (wide_lane(&f.set, WALK) & v->edge) == 0;
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

static inline bool
in_order(const struct sok_board *b)
{
	struct view v = look(b);

	return (v.box & ~v.goal) != 0 && !may_freeze(&v) && sound(&v) &&
	    (v.walled || rows_sound(&v));
}
#else
static inline bool
in_order(const struct sok_board *b)
{
	return check_rows(b);
}
#endif

CPU_AVX2 static bool
in_order_avx2(const struct sok_board *b)
{
	return in_order(b);
}

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
	if (!wide_fits(b))
		return check_rows(b);
	return cpu_has_avx2() ? in_order_avx2(b) : in_order(b);
}
