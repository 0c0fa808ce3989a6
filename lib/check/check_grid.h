/*
 * check_grid.h - what check_rows.h asks, of boards of up to 16 rows: all of
 * them side by side, a word for each, so that what grows does so everywhere at
 * once.  Who includes this has said what a WORD is, of which boards have no
 * more columns than bits, and the name of the function, CHECK.  For processors
 * with AVX2.
 */
#ifdef __x86_64__
#include "base/avx2.h"
#include "check/check.h"

enum {
	COLUMNS = 8 * sizeof(WORD),
	EACH = STEP / sizeof(WORD), /* rows in a part */
	PARTS = CHECK_GRID / EACH
};

#define INLINE __attribute__((target("avx2"), always_inline)) static inline
#define ALL ((WORD)-1)
#define PART WORD __attribute__((vector_size(STEP)))

/* Squares: the first of a row has the lowest bit. */
struct set {
	PART part[PARTS];
};

/* ---- sets */

INLINE struct set
within(struct set a, struct set b)
{
	for (int i = 0; i < PARTS; i++)
		a.part[i] &= b.part[i];
	return a;
}

INLINE struct set
with(struct set a, struct set b)
{
	for (int i = 0; i < PARTS; i++)
		a.part[i] |= b.part[i];
	return a;
}

INLINE struct set
without(struct set a, struct set b)
{
	for (int i = 0; i < PARTS; i++)
		a.part[i] &= ~b.part[i];
	return a;
}

/* Row by row, as numbers. */
INLINE struct set
sum(struct set a, struct set b)
{
	for (int i = 0; i < PARTS; i++)
		a.part[i] += b.part[i];
	return a;
}

INLINE struct set
left(struct set a, int n)
{
	for (int i = 0; i < PARTS; i++)
		a.part[i] >>= n;
	return a;
}

INLINE struct set
right(struct set a, int n)
{
	for (int i = 0; i < PARTS; i++)
		a.part[i] <<= n;
	return a;
}

/* The last half of a part and the first of the one behind it. */
INLINE BYTES
halves(const PART *a, const PART *b)
{
	return _mm256_permute2x128_si256((BYTES)*a, (BYTES)*b, 0x21);
}

INLINE struct set
down(struct set a)
{
	PART last = {0};
	BYTES v;

	for (int i = 0; i < PARTS; i++) {
		v = halves(&last, &a.part[i]);
		last = a.part[i];
		a.part[i] = (PART)_mm256_alignr_epi8(
		    (BYTES)last, v, (int)(STEP / 2 - sizeof(WORD)));
	}
	return a;
}

INLINE struct set
up(struct set a)
{
	const PART none = {0};
	BYTES v;

	for (int i = 0; i < PARTS; i++) {
		v = halves(&a.part[i], i + 1 < PARTS ? &a.part[i + 1] : &none);
		a.part[i] = (PART)_mm256_alignr_epi8(
		    v, (BYTES)a.part[i], (int)sizeof(WORD));
	}
	return a;
}

/* What lies beside the squares of a set. */
INLINE struct set
across(struct set a)
{
	return with(left(a, 1), right(a, 1));
}

INLINE struct set
along(struct set a)
{
	return with(up(a), down(a));
}

/* Every row is the same. */
INLINE struct set
rows_of(WORD row)
{
	struct set a;

	for (int i = 0; i < PARTS; i++)
		a.part[i] = (PART){0} + row;
	return a;
}

/* n rows full, the others empty. */
INLINE struct set
first_rows(int n)
{
	static const WORD full[2 * CHECK_GRID] = {ALL, ALL, ALL, ALL, ALL, ALL,
	    ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL};
	struct set a;

	memcpy(&a, full + CHECK_GRID - n, sizeof(a));
	return a;
}

/* Rows without a square become full, the others empty. */
INLINE struct set
empty_rows(struct set a)
{
	for (int i = 0; i < PARTS; i++)
		a.part[i] = (PART)(a.part[i] == 0);
	return a;
}

INLINE bool
none(struct set a)
{
	for (int i = 1; i < PARTS; i++)
		a.part[0] |= a.part[i];
	return _mm256_testz_si256((BYTES)a.part[0], (BYTES)a.part[0]);
}

/* Whether a set holds all of another one. */
INLINE bool
has(struct set all, struct set some)
{
	return none(without(some, all));
}

/* ---- looking */

struct grid {
	struct set free, goal, box, player;
	struct set edge; /* first and last row */
	WORD mask;       /* a row's columns */
};

/* Bit k of the squares is the k-th kind. */
struct kinds {
	WORD row[4][CHECK_GRID];
};

FAST static inline void
take_row(struct kinds *k, int y, BYTES sq)
{
	k->row[0][y] = (WORD)bits(_mm256_slli_epi16(sq, 7));
	k->row[1][y] = (WORD)bits(_mm256_slli_epi16(sq, 6));
	k->row[2][y] = (WORD)bits(_mm256_slli_epi16(sq, 5));
	k->row[3][y] = (WORD)bits(_mm256_slli_epi16(sq, 4));
}

INLINE struct set
kind(const struct kinds *k, int which)
{
	struct set a;

	memcpy(&a, k->row[which], sizeof(a));
	return a;
}

/* False if a row is empty, or if nothing is left to push. */
INLINE bool
look(struct grid *g, const struct check_text *t)
{
	struct kinds k = {{{0}}};
	size_t from = 0, n = (size_t)t->width;
	struct set rows = first_rows(t->height), wall, all;

	for (int y = 0; y < t->height; y++) {
		if (t->end != NULL)
			n = t->end[y] - from;
		take_row(&k, y, first(at((const char *)t->sq + from), n));
		from += n + (t->end != NULL);
	}
	wall = kind(&k, 0);
	g->goal = kind(&k, 1);
	g->box = kind(&k, 2);
	g->player = kind(&k, 3);
	g->mask = (WORD)(((uint64_t)1 << t->width) - 1);
	g->free = without(within(rows, rows_of(g->mask)), wall);
	g->edge = with(without(rows, first_rows(t->height - 1)),
	    without(rows, down(rows)));
	all = with(with(wall, g->goal), with(g->box, g->player));
	return !has(g->goal, g->box) && none(within(empty_rows(all), rows));
}

/* Whether a box off goal may be in a set of boxes that block each other. */
INLINE bool
may_freeze(const struct grid *g)
{
	struct set wall = without(rows_of(ALL), g->free);
	struct set stuck = g->box, was, solid;

	do {
		was = stuck;
		solid = with(wall, stuck);
		stuck = within(stuck, within(across(solid), along(solid)));
		if (has(g->goal, stuck))
			return false;
	} while (!has(stuck, was));
	return true;
}

/*
 * Whether it is plain that the player cannot walk out.  A margin is what is
 * free at the ends of a row, as far as its first and last wall, and all of the
 * first and the last row; the player stands on none, and nothing free that is
 * none lies above or below one.  Beside one, in its row, there is a wall.
 */
INLINE bool
fenced(const struct grid *g)
{
	struct set mask = rows_of(g->mask), margin, behind, open;

	behind = without(mask, g->free);
	for (int n = 1; n < COLUMNS; n *= 2)
		behind = with(behind, left(behind, n));
	margin = without(g->free, sum(g->free, rows_of(1)));
	margin = with(margin, without(within(mask, g->free), behind));
	margin = with(margin, within(g->free, g->edge));
	open = without(within(along(margin), g->free), margin);
	return none(with(open, within(g->player, margin)));
}

/* ---- growing */

/* Open squares, and those of them before another one. */
struct runs {
	struct set one, two;
};

INLINE struct runs
runs_of(struct set open)
{
	return (struct runs){open, within(open, left(open, 1))};
}

/*
 * Most of the runs of open squares in which a square is reached: to the right
 * all, to the left three squares, which is far enough for most; the next step
 * goes on from there.
 */
INLINE struct set
spread(struct set a, const struct runs *r)
{
	struct set all = without(r->one, sum(r->one, a));

	a = with(a, within(r->one, left(a, 1)));
	a = with(a, within(r->two, left(a, 2)));
	return with(a, all);
}

INLINE struct set
step_walk(struct set a, const struct runs *free)
{
	return spread(with(a, within(along(a), free->one)), free);
}

/* lane, beam: where a box can be pushed along a row, along a column. */
INLINE struct set
step_pull(struct set a, const struct runs *lane, struct set beam)
{
	a = with(a, within(along(a), beam));
	return with(a, spread(within(with(a, across(a)), lane->one), lane));
}

INLINE struct set
step_push(struct set a, const struct runs *lane, struct set beam)
{
	struct set moved;

	a = with(a, along(within(a, beam)));
	moved = spread(within(a, lane->one), lane);
	return with(a, with(moved, across(moved)));
}

/* The sets that grow: see enum check_lane. */
struct growth {
	struct set walk, pull, push;
};

/* Whether the player reaches all boxes, every box can be pushed to some goal,
 * and some box to every goal, which then is reached as well. */
INLINE bool
done(const struct growth *now, const struct grid *g)
{
	return has(now->walk, g->box) && has(now->pull, g->box) &&
	    has(now->push, g->goal);
}

/* Until that is so; false if it never is. */
INLINE bool
grow(struct growth *now, const struct grid *g)
{
	struct set beam = within(g->free, within(up(g->free), down(g->free)));
	struct runs free = runs_of(g->free), lane;
	struct growth was;

	lane = runs_of(
	    within(g->free, within(left(g->free, 1), right(g->free, 1))));
	do {
		was = *now;
		now->walk = step_walk(now->walk, &free);
		now->pull = step_pull(now->pull, &lane, beam);
		now->push = step_push(now->push, &lane, beam);
		if (done(now, g))
			return true;
	} while (!has(was.walk, now->walk) || !has(was.pull, now->pull) ||
	    !has(was.push, now->push));
	return false;
}

/* Whether the player walks to the edge. */
INLINE bool
walks_out(struct set walk, const struct grid *g, int width)
{
	struct runs free = runs_of(g->free);
	struct set sides = rows_of((WORD)(1 | (uint64_t)1 << (width - 1)));
	struct set was;

	do {
		was = walk;
		walk = step_walk(walk, &free);
	} while (!has(was, walk));
	return !none(within(walk, with(sides, g->edge)));
}

FAST bool
CHECK(const struct check_text *t)
{
	struct grid g;
	struct growth now;

	if (!look(&g, t) || may_freeze(&g))
		return false;
	now = (struct growth){g.player, g.goal, g.box};
	return grow(&now, &g) &&
	    (fenced(&g) || !walks_out(now.walk, &g, t->width));
}
#endif
