/*
 * check_rows.c - what check_fast.c asks, of boards that have too many squares
 * for it: a word per row, for up to 64 rows and columns.
 */
#include <string.h>

#include "check.h"
#include "wide.h"

enum {
	MOST = 64,
	ROUNDS = 64 /* sweeps before the long way is taken instead */
};

#define PAIR uint64_t __attribute__((vector_size(16)))

/*
 * Rows count from 1; those beyond are wall.  Three sets grow at the same time,
 * as none has to wait for another: in `set` what the player walks to and,
 * beside it, the squares from which a box can be pushed to a goal; in `warm`
 * those to which one can be pushed.
 */
struct view {
	int width, height;
	uint64_t free[MOST + 2], goal[MOST + 2];
	PAIR want[MOST + 2]; /* what set must come to hold */
	/* Where the two of set go, along rows and along columns. */
	PAIR across[MOST + 2], along[MOST + 2];
	PAIR set[MOST + 2];
	uint64_t warm[MOST + 2];
};

/* Bits of a row that changed, and that are still to come. */
struct progress {
	PAIR changed, missing;
	uint64_t warm_changed, warm_missing;
};

/* ---- looking */

/* False if a row is empty, if a thing is in the first or the last row, or if
 * nothing is left to push. */
static bool
look(struct view *v, const struct sok_board *b)
{
	size_t width = (size_t)b->width, n = width * (size_t)b->height;
	uint64_t mask = bits_first(width), off = 0, things = 0;
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
	v->height = b->height;
	for (y = 1; y <= b->height; y++, sq += width) {
		row = planes_load(sq, width, n);
		n -= width;
		things = row.box | row.goal | row.player;
		if (y == 1 && things != 0)
			return false;
		empty |= (things | row.wall) == 0;
		off |= row.box & ~row.goal;
		v->free[y] = row.wall ^ mask;
		v->goal[y] = row.goal;
		v->warm[y] = row.box;
		v->want[y] = (PAIR){row.box | row.goal, row.box};
		v->set[y] = (PAIR){row.player, row.goal};
	}
	v->free[0] = v->free[y] = v->warm[0] = v->warm[y] = 0;
	return off != 0 && things == 0 && !empty;
}

/* What is free at the ends of row y, or at the edge of the board. */
static uint64_t
margin(const struct view *v, int y)
{
	uint64_t mask = bits_first((size_t)v->width), free = v->free[y];
	uint64_t wall = free ^ mask;

	if (y == 1 || y == v->height || wall == 0)
		return free;
	return (free & ~(free + 1)) | (mask & ~(uint64_t)1 << bits_high(wall));
}

/* Whether the margins are plainly cut off from all that lies between, and the
 * player is in there.  Within a row there is a wall at their end. */
static bool
fenced(const struct view *v)
{
	uint64_t above, here = 0, below = margin(v, 1), open = 0;
	int y;

	for (y = 1; y <= v->height; y++) {
		above = here;
		here = below;
		below = y < v->height ? margin(v, y + 1) : 0;
		open |= (above | below) & v->free[y] & ~here;
		/* NOLINTNEXTLINE(clang-analyzer-core.Undefined*) */
		open |= v->set[y][0] & here;
	}
	return open == 0;
}

/* Nobody walks in the first and the last row. */
static bool
walks_out(const struct view *v)
{
	uint64_t sides = 1 | (uint64_t)1 << (v->width - 1);
	uint64_t found = v->set[2][0] & v->free[1];
	int y;

	found |= v->set[v->height - 1][0] & v->free[v->height];
	for (y = 2; y < v->height; y++)
		found |= v->set[y][0] & sides;
	return found != 0;
}

/* Whether a box off goal may be in a set of boxes that block each other. */
static bool
may_freeze(struct view *v)
{
	uint64_t changed, left, was, sides, ends, *set = v->warm;
	int y;

	do {
		changed = left = 0;
		for (y = 1; y <= v->height; y++) {
			was = set[y];
			sides = ~v->free[y] | was;
			sides = sides << 1 | sides >> 1;
			ends = ~v->free[y - 1] | set[y - 1] | ~v->free[y + 1] |
			    set[y + 1];
			set[y] &= sides & ends;
			changed |= was ^ set[y];
			left |= set[y] & ~v->goal[y];
		}
	} while (changed != 0 && left != 0);
	return left != 0;
}

/* ---- growing */

/*
 * Most of the runs of open squares in which a square is reached: upwards all,
 * downwards seven squares, which is far enough for most; the next sweep goes
 * on from there.  Both are names, and open is used up.
 */
#define SPREAD(type, reached, open) \
	do { \
		type up = open & ~(open + reached); \
\
		reached |= open & reached >> 1; \
		open &= open >> 1; \
		reached |= open & reached >> 2; \
		open &= open >> 2; \
		reached |= (open & reached >> 4) | up; \
	} while (0)

/* One step of the player, or back from where a box is pushed to.  (Vectors
 * come and go by address: not all machines agree how else.) */
static inline void
step(const struct view *v, int y, int by, PAIR *set)
{
	PAIR here = v->set[y] | ((*set | v->set[y + by]) & v->along[y]);
	PAIR across = v->across[y];
	PAIR from = (here | here << 1 | here >> 1) & across;

	SPREAD(PAIR, from, across);
	*set = here | from;
}

static inline uint64_t
push(const struct view *v, int y, uint64_t beside)
{
	uint64_t across = v->across[y][1], here = v->warm[y] | beside;
	uint64_t from = here & across;

	SPREAD(uint64_t, from, across);
	return here | from << 1 | from >> 1;
}

/* Once down the rows, or up (by -1). */
static inline struct progress
sweep(struct view *v, int y, int by)
{
	struct progress p = {{0, 0}, {0, 0}, 0, 0};
	PAIR set = {0, 0};
	uint64_t warm = 0;
	int n;

	for (n = v->height - 2; n > 0; n--, y += by) {
		step(v, y, by, &set);
		warm |= v->warm[y + by] & v->along[y + by][1];
		warm = push(v, y, warm);
		p.changed |= set ^ v->set[y];
		p.missing |= v->want[y] & ~set;
		p.warm_changed |= warm ^ v->warm[y];
		p.warm_missing |= v->goal[y] & ~warm;
		v->set[y] = set;
		v->warm[y] = warm;
		warm &= v->along[y][1];
	}
	return p;
}

/* Until the sets hold what is wanted; whole: until they do not grow. */
static inline bool
grow(struct view *v, bool whole)
{
	struct progress p;
	bool done, more, down;
	int rounds = ROUNDS;

	do {
		down = rounds % 2 == 0;
		p = sweep(v, down ? 2 : v->height - 1, down ? 1 : -1);
		done = (p.missing[0] | p.missing[1] | p.warm_missing) == 0;
		more = (p.changed[0] | p.changed[1] | p.warm_changed) != 0;
	} while (more && (whole || !done) && rounds-- > 0);
	return done && !(more && whole);
}

/*
 * The player reaches all boxes and goals and not the edge; every box can be
 * pushed to some goal, some box to every goal.
 */
static bool
sound(struct view *v)
{
	bool whole = !fenced(v);
	uint64_t free, across, along;
	int y;

	for (y = 1; y <= v->height; y++) {
		free = v->free[y];
		across = free & free << 1 & free >> 1;
		along = free & v->free[y - 1] & v->free[y + 1];
		v->across[y] = (PAIR){free, across};
		v->along[y] = (PAIR){free, along};
		v->warm[y] = v->want[y][1];
	}
	v->set[0] = v->set[y] = v->along[0] = v->along[y] = (PAIR){0, 0};
	return grow(v, whole) && !(whole && walks_out(v));
}

bool
check_rows(const struct sok_board *b)
{
	struct view v;

	return b->width <= MOST && b->height <= MOST && look(&v, b) &&
	    !may_freeze(&v) && sound(&v);
}
