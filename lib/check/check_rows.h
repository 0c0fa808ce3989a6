/*
 * check_rows.h - whether boards of up to 64 rows are plainly in order: a word
 * per row.  Who includes this has said what a WORD is, of which boards have no
 * more columns than bits, and two names: CHECK for the function that asks, and
 * CHECK_PLAIN for the one that does so without what only some processors have.
 */
#include <string.h>

#include "check/check.h"
#include "base/cpu.h"
#include "base/planes.h"

enum {
	MOST = CHECK_MOST,
	MANY = 8,    /* words side by side */
	ROUNDS = 32, /* sweeps before the long way is taken instead */
	COLUMNS = 8 * sizeof(WORD)
};

#define ALL (~(WORD)0)
#define WORDS WORD __attribute__((vector_size(MANY * sizeof(WORD))))

/*
 * Rows count from 1; those beyond are wall, as many as let MANY be taken at a
 * time.  For what grows, the board is folded along its middle, so that a sweep
 * down and one up, of which neither has to wait for the other, go as one: of a
 * pair of rows the upper one has the first four words, a lane each, the lower
 * one the others.
 */
struct view {
	int width, height, pairs;
	WORD free[MOST + 10], goal[MOST + 10], box[MOST + 10];
	WORD player[MOST + 10];
	WORD stuck[MOST + 10];  /* boxes that may block each other */
	WORD margin[MOST + 10]; /* what fenced() says */
	WORD along[MOST + 10];  /* where boxes can be pushed along columns */
	WORDS set[MOST / 2], want[MOST / 2]; /* want: what set must hold */
	/* Where they go along rows; along columns, from and to. */
	WORDS across[MOST / 2], from[MOST / 2], to[MOST / 2];
};

/* Bits that changed, and that are still to come. */
struct progress {
	WORDS changed, missing;
};

static inline bool
any_word(const WORDS *v)
{
	LANES first, last; /* the same of short words */

	memcpy(&first, v, sizeof(first));
	memcpy(&last, (const char *)(v + 1) - sizeof(last), sizeof(last));
	first |= last;
	return any_lane(&first);
}

/* ---- looking */

/* False if a row is empty, if a thing is in the first or the last row, or if
 * nothing is left to push. */
static inline bool
look(struct view *v, const struct check_text *t)
{
	uint64_t mask = bits_first((size_t)t->width), off = 0, things = 0;
	size_t from = 0, n = (size_t)t->width;
	struct planes row;
	bool empty = false;
	int y;

	v->width = t->width;
	v->height = t->height;
	for (y = 1; y <= t->height; y++) {
		if (t->end != NULL)
			n = t->end[y - 1] - from;
		row = planes_load(
		    t->sq + from, n < COLUMNS ? n : COLUMNS, CHECK_PAD);
		from += n + (t->end != NULL);
		things = row.box | row.goal | row.player;
		if (y == 1 && things != 0)
			return false;
		empty |= (things | row.wall) == 0;
		off |= row.box & ~row.goal;
		v->free[y] = (WORD)((row.wall ^ mask) & mask);
		v->goal[y] = (WORD)row.goal;
		v->box[y] = v->stuck[y] = (WORD)row.box;
		v->player[y] = (WORD)row.player;
	}
	v->free[0] = v->stuck[0] = v->margin[0] = 0;
	memset(v->free + y, 0, (MANY + 1) * sizeof(WORD));
	memset(v->goal + y, 0, MANY * sizeof(WORD));
	memset(v->stuck + y, 0, (MANY + 1) * sizeof(WORD));
	memset(v->player + y, 0, MANY * sizeof(WORD));
	return off != 0 && things == 0 && !empty;
}

static inline void
load(const WORD *rows, WORDS *v)
{
	memcpy(v, rows, sizeof(*v));
}

static inline void
store(WORD *rows, const WORDS *v)
{
	memcpy(rows, v, sizeof(*v));
}

/* Fill the margins: what is free at the ends of rows, as far as their first and
 * last wall, and all of the first and the last row. */
static inline void
find_margins(struct view *v)
{
	WORD mask = (WORD)bits_first((size_t)v->width);
	WORDS free, wall;

	for (int y = 1; y <= v->height; y += MANY) {
		load(v->free + y, &free);
		wall = free ^ mask;
		for (unsigned n = 1; n < COLUMNS; n *= 2)
			wall |= wall >> n;
		free = (free & ~(free + 1)) | (mask & ~wall);
		store(v->margin + y, &free);
	}
	v->margin[1] = v->free[1];
	v->margin[v->height] = v->free[v->height];
	v->margin[v->height + 1] = 0;
}

/* Whether it is plain that the player cannot walk out: it stands on no margin,
 * and nothing free that is none lies above or below one.  Beside one, in its
 * row, there is a wall. */
static inline bool
fenced(struct view *v)
{
	WORDS above, here, below, free, player, open = {0};

	find_margins(v);
	for (int y = 1; y <= v->height; y += MANY) {
		load(v->margin + y - 1, &above);
		load(v->margin + y, &here);
		load(v->margin + y + 1, &below);
		load(v->free + y, &free);
		load(v->player + y, &player);
		open |= ((above | below) & free & ~here) | (player & here);
	}
	return !any_word(&open);
}

/* What is wall or box from row y on. */
static inline void
solid(const struct view *v, int y, WORDS *set)
{
	WORDS free;

	load(v->free + y, &free);
	load(v->stuck + y, set);
	*set |= ~free;
}

/* Whether a box off goal may be in a set of boxes that block each other. */
static inline bool
may_freeze(struct view *v)
{
	WORDS changed, left, was, here, goal, now, above, below;

	do {
		changed = left = (WORDS){0};
		for (int y = 1; y <= v->height; y += MANY) {
			load(v->stuck + y, &was);
			load(v->goal + y, &goal);
			solid(v, y - 1, &above);
			solid(v, y, &here);
			solid(v, y + 1, &below);
			now = was & (here << 1 | here >> 1) & (above | below);
			changed |= was ^ now;
			left |= now & ~goal;
			store(v->stuck + y, &now);
		}
	} while (any_word(&changed) && any_word(&left));
	return any_word(&left);
}

/* ---- growing */

/* What lies beside the squares of a set. */
static inline void
beside(const WORDS *set, WORDS *both)
{
	*both = *set << 1 | *set >> 1;
}

/*
 * Most of the runs of open squares in which a square is reached: upwards all,
 * downwards seven squares, which is far enough for most; the next sweep goes
 * on from there.
 */
static inline void
spread(WORDS *reached, const WORDS *within)
{
	WORDS r = *reached, open = *within, up = open & ~(open + r);

	r |= open & r >> 1;
	open &= open >> 1;
	r |= open & r >> 2;
	open &= open >> 2;
	*reached = r | (open & r >> 4) | up;
}

/* Pair k; *next: what comes there along columns, then what goes on. */
static inline void
step(struct view *v, int k, WORDS *next, WORDS *changed)
{
	const WORDS enter = {ALL, ALL, 0, 0, ALL, ALL};
	const WORDS leave = {0, 0, ALL, 0, 0, 0, ALL};
	WORDS set = v->set[k] | (*next & v->to[k]), sides, moved;

	beside(&set, &sides);
	moved = (set | (sides & enter)) & v->across[k];
	spread(&moved, &v->across[k]);
	beside(&moved, &sides);
	set |= moved | (sides & leave);
	*changed |= set ^ v->set[k];
	v->set[k] = set;
	*next = set & v->from[k];
}

/* The upper rows of pairs become the lower ones. */
static inline void
turn(WORDS *v)
{
	WORDS w = *v;

	*v = (WORDS){w[4], w[5], w[6], w[7], w[0], w[1], w[2], w[3]};
}

/* From the edges to the middle and on to the edges. */
static inline void
sweep(struct view *v, struct progress *p)
{
	WORDS next = {0}, other;
	int k = 0;

	*p = (struct progress){{0}, {0}};
	for (; k < v->pairs - 1; k++) {
		next |= v->set[k + 1] & v->from[k + 1];
		step(v, k, &next, &p->changed);
	}
	other = v->set[k] & v->from[k];
	turn(&other);
	next |= other;
	step(v, k, &next, &p->changed);
	turn(&next);
	for (; k > 0; k--) {
		next |= v->set[k - 1] & v->from[k - 1];
		step(v, k, &next, &p->changed);
		p->missing |= v->want[k] & ~v->set[k];
	}
	step(v, 0, &next, &p->changed);
	p->missing |= v->want[0] & ~v->set[0];
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
		done = !any_word(&p.missing);
		more = done
		    ? whole && (p.changed[WALK] | p.changed[4 + WALK]) != 0
		    : any_word(&p.changed);
	} while (more && rounds-- > 0);
	return done && !more;
}

static inline void
find_along(struct view *v)
{
	WORDS free, above, below;

	for (int y = 2; y < v->height; y += MANY) {
		load(v->free + y - 1, &above);
		load(v->free + y, &free);
		load(v->free + y + 1, &below);
		free &= above & below;
		store(v->along + y, &free);
	}
	v->along[v->height] = 0;
}

/* Rows y and z become pair k. */
static inline void
pair(struct view *v, int k, int y, int z)
{
	const WORDS walk = {ALL, 0, 0, 0, ALL}, pull = {0, ALL, 0, 0, 0, ALL};
	const WORDS push = {0, 0, ALL, 0, 0, 0, ALL};
	const WORD *f = v->free, *a = v->along, *b = v->box, *g = v->goal;
	WORDS free = {f[y], f[y], f[y], f[y], f[z], f[z], f[z], f[z]};
	WORDS along = {a[y], a[y], a[y], a[y], a[z], a[z], a[z], a[z]};

	v->set[k] =
	    (WORDS){v->player[y], g[y], b[y], 0, v->player[z], g[z], b[z], 0};
	v->want[k] =
	    (WORDS){b[y] | g[y], b[y], g[y], 0, b[z] | g[z], b[z], g[z], 0};
	v->across[k] = free & ((free << 1 & free >> 1 & (pull | push)) | walk);
	v->from[k] = walk | pull | (along & push);
	v->to[k] = (free & walk) | (along & pull) | push;
}

/* Nobody walks in the first and the last row, where things are free. */
static inline bool
walks_out(const struct view *v, WORD first, WORD last)
{
	WORD sides = 1 | (WORD)1 << (v->width - 1);
	WORDS any = {0};
	WORD low;

	for (int k = 0; k < v->pairs; k++)
		any |= v->set[k];
	if (v->height % 2 == 0)
		low = v->set[0][4 + WALK];
	else
		low = v->pairs > 1 ? v->set[1][4 + WALK] : v->set[0][WALK];
	return ((any[WALK] | any[4 + WALK]) & sides) != 0 ||
	    (v->set[0][WALK] & first) != 0 || (low & last) != 0;
}

/*
 * The player reaches all boxes and goals and not the edge; every box can be
 * pushed to some goal, some box to every goal.  If the rows between the first
 * and the last are odd, the last is the lower one of a pair, and wall.
 */
static inline bool
sound(struct view *v)
{
	bool whole = !fenced(v);
	WORD first = v->free[1], last = v->free[v->height];
	int k;

	v->free[1] = v->free[v->height] = 0;
	find_along(v);
	v->pairs = (v->height - 1) / 2;
	for (k = 0; k < v->pairs; k++)
		pair(v, k, 2 + k, 1 + 2 * v->pairs - k);
	return grow(v, whole) && !(whole && walks_out(v, first, last));
}

static inline bool
rows_in_order(const struct check_text *t)
{
	struct view v;

	return t->height >= 3 && look(&v, t) && !may_freeze(&v) && sound(&v);
}

bool
CHECK_PLAIN(const struct check_text *t)
{
	return rows_in_order(t);
}

CPU_AVX2 static bool
in_order_avx2(const struct check_text *t)
{
	return rows_in_order(t);
}

bool
CHECK(const struct check_text *t)
{
	return cpu_has_avx2() ? in_order_avx2(t) : CHECK_PLAIN(t);
}
