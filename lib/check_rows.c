/*
 * check_rows.c - what check_fast.c asks, of boards that have too many squares
 * for it: a word per row, for up to 64 rows and columns.
 */
#include <string.h>

#include "check.h"
#include "cpu.h"
#include "wide.h"

enum {
	MOST = 64,
	ROUNDS = 32 /* sweeps before the long way is taken instead */
};

#define ALL (~(uint64_t)0)

/*
 * Rows count from 1; those beyond are wall, as many as let all be taken by
 * fours.  stuck: boxes that may block each other; margin: what fenced() says.
 */
struct view {
	int width, height, at; /* the player is in row `at` */
	uint64_t free[MOST + 5], goal[MOST + 5], stuck[MOST + 5];
	uint64_t margin[MOST + 5];
	LANES set[MOST + 2], want[MOST + 2]; /* want: what set must hold */
	/* Where they go along rows; along columns, from and to. */
	LANES across[MOST + 2], from[MOST + 2], to[MOST + 2];
};

/* Bits that changed, and that are still to come. */
struct progress {
	LANES changed, missing;
};

/* ---- looking */

/* False if a row is empty, if a thing is in the first or the last row, or if
 * nothing is left to push. */
static bool
look(struct view *v, const struct sok_board *b)
{
	size_t width = (size_t)b->width, n = width * (size_t)b->height;
	uint64_t mask = bits_first(width), off = 0, things = 0;
	const size_t four = sizeof(LANES);
	unsigned char small[16] = {0};
	const unsigned char *sq = b->sq;
	struct planes row;
	bool empty = false;
	int y;

	if (n < sizeof(small)) {
		sq = memcpy(small, sq, n);
		n = sizeof(small);
	}
	v->width = b->width;
	v->at = 0;
	v->height = b->height;
	for (y = 1; y <= b->height; y++, sq += width) {
		row = planes_load(sq, width, n);
		n -= width;
		things = row.box | row.goal | row.player;
		if (y == 1 && things != 0)
			return false;
		empty |= (things | row.wall) == 0;
		off |= row.box & ~row.goal;
		v->at = row.player != 0 ? y : v->at;
		v->free[y] = row.wall ^ mask;
		v->goal[y] = row.goal;
		v->stuck[y] = row.box;
		v->want[y] = (LANES){row.box | row.goal, row.box, row.goal};
		v->set[y] = (LANES){row.player, row.goal, row.box};
	}
	v->free[0] = v->stuck[0] = v->margin[0] = 0;
	memset(v->free + y, 0, four);
	memset(v->goal + y, 0, four);
	memset(v->stuck + y, 0, four);
	return off != 0 && things == 0 && !empty;
}

/* Four rows. */
static inline void
load(const uint64_t *rows, LANES *v)
{
	memcpy(v, rows, sizeof(*v));
}

/* Fill the margins: what is free at the ends of rows, and at the edge of the
 * board. */
static inline void
find_margins(struct view *v)
{
	uint64_t mask = bits_first((size_t)v->width);
	LANES free, wall;
	int y, n;

	for (y = 1; y <= v->height; y += 4) {
		load(v->free + y, &free);
		wall = free ^ mask;
		for (n = 1; n < v->width; n *= 2)
			wall |= wall >> n;
		free = (free & ~(free + 1)) | (mask & ~wall);
		memcpy(v->margin + y, &free, sizeof(free));
	}
	v->margin[1] = v->free[1];
	v->margin[v->height] = v->free[v->height];
	v->margin[v->height + 1] = 0;
}

/* Whether the margins are plainly cut off from all that lies between, and the
 * player is in there.  Within a row there is a wall at their end. */
static inline bool
fenced(struct view *v)
{
	LANES above, here, below, free, open = {0};
	int y;

	find_margins(v);
	for (y = 1; y <= v->height; y += 4) {
		load(v->margin + y - 1, &above);
		load(v->margin + y, &here);
		load(v->margin + y + 1, &below);
		load(v->free + y, &free);
		open |= (above | below) & free & ~here;
	}
	/* NOLINTNEXTLINE(clang-analyzer-core.Undefined*) */
	return (v->set[v->at][WALK] & v->margin[v->at]) == 0 &&
	    !any_lane(&open);
}

/* Nobody walks in the first and the last row. */
static bool
walks_out(const struct view *v)
{
	uint64_t sides = 1 | (uint64_t)1 << (v->width - 1);
	uint64_t found = v->set[2][WALK] & v->free[1];
	int y;

	found |= v->set[v->height - 1][WALK] & v->free[v->height];
	for (y = 2; y < v->height; y++)
		found |= v->set[y][WALK] & sides;
	return found != 0;
}

/* What is wall or box in four rows. */
static inline void
solid(const struct view *v, int y, LANES *set)
{
	LANES free;

	load(v->free + y, &free);
	load(v->stuck + y, set);
	*set |= ~free;
}

/* Whether a box off goal may be in a set of boxes that block each other. */
static inline bool
may_freeze(struct view *v)
{
	LANES changed, left, was, free, goal, now, above, below;
	int y;

	do {
		changed = left = (LANES){0};
		for (y = 1; y <= v->height; y += 4) {
			load(v->stuck + y, &was);
			load(v->free + y, &free);
			load(v->goal + y, &goal);
			solid(v, y - 1, &above);
			solid(v, y + 1, &below);
			now = ~free | was;
			now = was & (now << 1 | now >> 1) & (above | below);
			changed |= was ^ now;
			left |= now & ~goal;
			memcpy(v->stuck + y, &now, sizeof(now));
		}
	} while (any_lane(&changed) && any_lane(&left));
	return any_lane(&left);
}

/* ---- growing */

/* What lies beside the squares of a set. */
static inline void
beside(const LANES *set, LANES *both)
{
	*both = *set << 1 | *set >> 1;
}

/*
 * Most of the runs of open squares in which a square is reached: upwards all,
 * downwards seven squares, which is far enough for most; the next sweep goes
 * on from there.
 */
static inline void
spread(LANES *reached, const LANES *within)
{
	LANES r = *reached, open = *within, up = open & ~(open + r);

	r |= open & r >> 1;
	open &= open >> 1;
	r |= open & r >> 2;
	open &= open >> 2;
	*reached = r | (open & r >> 4) | up;
}

/* Row y, on the way along the rows; last: what the one before has now. */
static inline void
step(struct view *v, int y, int by, LANES *last, LANES *changed)
{
	const LANES enter = {ALL, ALL, 0}, leave = {0, 0, ALL};
	LANES set, next, sides;

	next = (*last & v->from[y - by]) | (v->set[y + by] & v->from[y + by]);
	set = v->set[y] | (next & v->to[y]);
	beside(&set, &sides);
	next = (set | (sides & enter)) & v->across[y];
	spread(&next, &v->across[y]);
	beside(&next, &sides);
	set |= next | (sides & leave);
	*changed |= set ^ v->set[y];
	v->set[y] = *last = set;
}

/* Once down the rows and, as neither way has to wait for the other, up. */
static inline void
sweep(struct view *v, struct progress *p)
{
	LANES above = {0}, below = {0};
	int y = 2, z = v->height - 1;

	*p = (struct progress){{0}, {0}};
	for (; y < z; y++, z--) {
		step(v, y, 1, &above, &p->changed);
		step(v, z, -1, &below, &p->changed);
	}
	for (; z > 1; y++, z--) { /* where the other way was already */
		step(v, y, 1, &above, &p->changed);
		step(v, z, -1, &below, &p->changed);
		p->missing |=
		    (v->want[y] & ~v->set[y]) | (v->want[z] & ~v->set[z]);
	}
}

/* Until the sets hold what is wanted; whole: and the player's does not grow. */
static inline bool
grow(struct view *v, bool whole)
{
	struct progress p;
	int rounds = ROUNDS;
	bool done, more;

	do {
		sweep(v, &p);
		done = !any_lane(&p.missing);
		more =
		    done ? whole && p.changed[WALK] != 0 : any_lane(&p.changed);
	} while (more && rounds-- > 0);
	return done && !more;
}

/*
 * The player reaches all boxes and goals and not the edge; every box can be
 * pushed to some goal, some box to every goal.
 */
static inline bool
sound(struct view *v)
{
	bool whole = !fenced(v);
	uint64_t free, across, along;
	int y;

	for (y = 1; y <= v->height; y++) {
		free = v->free[y];
		across = free & free << 1 & free >> 1;
		along = free & v->free[y - 1] & v->free[y + 1];
		v->across[y] = (LANES){free, across, across};
		v->from[y] = (LANES){ALL, ALL, along};
		v->to[y] = (LANES){free, along, ALL};
	}
	return grow(v, whole) && !(whole && walks_out(v));
}

static inline bool
in_order(const struct sok_board *b)
{
	struct view v;

	return b->width <= MOST && b->height <= MOST && look(&v, b) &&
	    !may_freeze(&v) && sound(&v);
}

bool
check_rows_plain(const struct sok_board *b)
{
	return in_order(b);
}

CPU_AVX2 static bool
in_order_avx2(const struct sok_board *b)
{
	return in_order(b);
}

bool
check_rows(const struct sok_board *b)
{
	return cpu_has_avx2() ? in_order_avx2(b) : check_rows_plain(b);
}
