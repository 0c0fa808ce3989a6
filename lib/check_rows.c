/*
 * check_rows.c - what check_fast.c asks, of boards that have too many squares
 * for it: a word per row, for up to 64 rows and columns.
 */
#include <string.h>

#include "bits.h"
#include "check.h"

enum {
	MOST = 64,
	ROUNDS = 32 /* sweeps before the long way is taken instead */
};

/* Rows count from 1; those beyond are wall. */
struct view {
	int width, height;
	uint64_t free[MOST + 2], box[MOST + 2], goal[MOST + 2];
	uint64_t want[MOST + 2]; /* what the set must come to hold */
	uint64_t set[MOST + 2];
	uint64_t across[MOST + 2], along[MOST + 2]; /* where boxes move */
};

/* Row y of the set next to the rows beside it. */
typedef uint64_t step_fn(const struct view *v, int y);

static uint64_t
plane(const unsigned char *row, int width, int kind)
{
	uint64_t bits = 0;
	int x;

	for (x = 0; x < width; x += 16)
		bits |= bits_plane(row + x, kind) << x;
	return bits;
}

/* False if there is an empty row or nothing left to push. */
static bool
look(struct view *v, const struct sok_board *b)
{
	unsigned char row[MOST];
	uint64_t off = 0;
	int y;

	v->width = b->width;
	v->height = b->height;
	memset(row, SOK_WALL, sizeof(row));
	for (y = 1; y <= b->height; y++) {
		memcpy(row, b->sq + (y - 1) * b->width, (size_t)b->width);
		v->free[y] =
		    ~plane(row, b->width, 0) & bits_first((size_t)b->width);
		v->goal[y] = plane(row, b->width, 1);
		v->box[y] = plane(row, b->width, 2);
		v->set[y] = plane(row, b->width, 3);
		v->want[y] = v->box[y] | v->goal[y];
		off |= v->box[y] & ~v->goal[y];
		if ((v->want[y] | v->set[y]) == 0 &&
		    v->free[y] == bits_first((size_t)b->width))
			return false;
	}
	v->free[0] = v->free[y] = v->set[0] = v->set[y] = 0;
	v->along[0] = v->along[y] = 0;
	return off != 0;
}

static bool
on_edge(const struct view *v, const uint64_t *set)
{
	uint64_t sides = 1 | (uint64_t)1 << (v->width - 1);
	uint64_t found = set[1] | set[v->height];
	int y;

	for (y = 1; y <= v->height; y++)
		found |= set[y] & sides;
	return found != 0;
}

static uint64_t
walk(const struct view *v, int y)
{
	uint64_t here = v->set[y - 1] | v->set[y] | v->set[y + 1];

	return bits_spread(here & v->free[y], v->free[y], v->width > 16);
}

static uint64_t
pull(const struct view *v, int y)
{
	uint64_t across = v->across[y], here = v->set[y];

	here |= (v->set[y - 1] | v->set[y + 1]) & v->along[y];
	here |= (here << 1 | here >> 1) & across;
	return here | bits_spread(here & across, across, v->width > 16);
}

static uint64_t
push(const struct view *v, int y)
{
	uint64_t across = v->across[y], here = v->set[y], from;

	here |= (v->set[y - 1] & v->along[y - 1]) |
	    (v->set[y + 1] & v->along[y + 1]);
	from = bits_spread(here & across, across, v->width > 16);
	return here | from << 1 | from >> 1;
}

/* Up and down the rows until the set holds what is wanted; whole: until it
 * does not grow. */
static inline bool
grow(struct view *v, step_fn *step, bool whole)
{
	uint64_t changed, missing, was;
	int y, rounds = ROUNDS;

	do {
		changed = missing = 0;
		for (y = 1; y <= v->height; y++) {
			was = v->set[y];
			v->set[y] = step(v, y);
			changed |= was ^ v->set[y];
		}
		for (y--; y >= 1; y--) {
			was = v->set[y];
			v->set[y] = step(v, y);
			changed |= was ^ v->set[y];
			missing |= v->want[y] & ~v->set[y];
		}
	} while (changed != 0 && (missing != 0 || whole) && rounds-- > 0);
	return missing == 0 && (changed == 0 || !whole);
}

static bool
player_reaches(struct view *v)
{
	bool whole = on_edge(v, v->free);

	return grow(v, walk, whole) && !(whole && on_edge(v, v->set));
}

/* Whether a box off goal may be in a set of boxes that block each other. */
static bool
may_freeze(struct view *v)
{
	uint64_t changed, left, was, sides, ends;
	int y;

	memcpy(v->set + 1, v->box + 1, (size_t)v->height * sizeof(was));
	do {
		changed = left = 0;
		for (y = 1; y <= v->height; y++) {
			was = v->set[y];
			sides = ~v->free[y] | was;
			sides = sides << 1 | sides >> 1;
			ends = ~v->free[y - 1] | v->set[y - 1] |
			    ~v->free[y + 1] | v->set[y + 1];
			v->set[y] &= sides & ends;
			changed |= was ^ v->set[y];
			left |= v->set[y] & ~v->goal[y];
		}
	} while (changed != 0 && left != 0);
	return left != 0;
}

/* Set the flood of from off, which is to reach to. */
static void
start(struct view *v, const uint64_t *from, const uint64_t *to)
{
	size_t n = (size_t)v->height * sizeof(*from);

	memcpy(v->set + 1, from + 1, n);
	memcpy(v->want + 1, to + 1, n);
}

static bool
boxes_and_goals_meet(struct view *v)
{
	uint64_t free;
	int y;

	for (y = 1; y <= v->height; y++) {
		free = v->free[y];
		v->across[y] = free & free << 1 & free >> 1;
		v->along[y] = free & v->free[y - 1] & v->free[y + 1];
	}
	start(v, v->goal, v->box);
	if (!grow(v, pull, false))
		return false;
	start(v, v->box, v->goal);
	return grow(v, push, false);
}

bool
check_rows(const struct sok_board *b)
{
	struct view v;

	return b->width <= MOST && b->height <= MOST && look(&v, b) &&
	    player_reaches(&v) && !may_freeze(&v) && boxes_and_goals_meet(&v);
}
