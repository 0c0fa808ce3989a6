/*
 * check_fast.c - most small puzzles are in order; here that is seen at once.
 * The whole board is one string of bits, row behind row, so that a step to
 * the right is a shift by one and a step down a shift by the width.  What is
 * not plainly in order goes the way of check.c.
 */
#include <string.h>

#include "bits.h"
#include "check.h"

#ifdef __SIZEOF_INT128__
#define WIDE __uint128_t
enum { MOST = 128 };

/* A board in bits; walls on the whole edge make its rows and rim sound. */
struct view {
	int width, n;
	WIDE free, box, goal, player, edge;
	bool walled;
};

/* The squares with one of these kinds. */
static WIDE
plane(const struct sok_board *b, int n, int kinds)
{
	unsigned char rest[16] = {0};
	WIDE bits = 0;
	int i;

	for (i = 0; i + 16 <= n; i += 16)
		bits |= (WIDE)bits_kind(b->sq + i, kinds) << i;
	if (i == n)
		return bits;
	memcpy(rest, b->sq + i, (size_t)(n - i));
	return bits | (WIDE)bits_kind(rest, kinds) << i;
}

/* The squares of the first column. */
static WIDE
first_column(int width, int n)
{
	WIDE bits = 1;
	int i;

	for (i = width; i < n; i *= 2)
		bits |= bits << i;
	return bits;
}

static struct view
look(const struct sok_board *b)
{
	int w = b->width, n = w * b->height;
	WIDE all = ~(WIDE)0 >> (MOST - n), wall = plane(b, n, SOK_WALL);
	WIDE row = ((WIDE)1 << w) - 1, column = first_column(w, n);
	struct view v = {.width = w, .n = n};

	v.free = ~wall & all;
	v.box = plane(b, n, SOK_BOX);
	v.goal = plane(b, n, SOK_GOAL);
	v.player = plane(b, n, SOK_PLAYER);
	v.edge = all & (row | row << (n - w) | column | column << (w - 1));
	v.walled = (v.free & v.edge) == 0;
	return v;
}

/* Whether a box off goal may be in a set of boxes that block each other. */
static bool
may_freeze(const struct view *v)
{
	WIDE wall = ~v->free, set = v->box, was, solid;
	int w = v->width;

	do {
		was = set;
		solid = wall | set;
		set &= (solid << 1 | solid >> 1) & (solid << w | solid >> w);
		if ((set & ~v->goal) == 0)
			return false;
	} while (set != was);
	return true;
}

/*
 * The player reaches every box and goal and not the edge, every box can get to
 * a goal, every goal can get a box: the floods of check.c and check_push.c,
 * a step of each in turn until all of this is seen or nothing changes.
 */
static bool
sound(const struct view *v)
{
	int w = v->width;
	WIDE free = v->free, all = v->box | v->goal;
	WIDE across = free & free << 1 & free >> 1; /* where boxes move */
	WIDE along = free & free << w & free >> w;
	WIDE reach = v->player, live = v->goal, warm = v->box;
	WIDE to, from, new, missing;

	do {
		to = reach << 1 | reach >> 1 | reach << w | reach >> w;
		new = to &free & ~reach;
		reach |= new;
		from = ((live << 1 | live >> 1) & across) |
		    ((live << w | live >> w) & along);
		new |= from & ~live;
		live |= from;
		to = warm & across;
		from = warm & along;
		to = to << 1 | to >> 1 | from << w | from >> w;
		new |= to & ~warm;
		warm |= to;
		missing = (all & ~reach) | (v->box & ~live) | (v->goal & ~warm);
	} while (new != 0 && (missing != 0 || !v->walled));
	return (missing | (reach & v->edge)) == 0;
}

/* Every row has something in it and begins and ends with a wall or a box on a
 * goal. */
static bool
rows_sound(const struct view *v)
{
	WIDE wall = ~v->free, firm = wall | (v->box & v->goal);
	WIDE ink = wall | v->box | v->goal | v->player;
	uint64_t row, last;
	int y, mask = 64 - v->width;

	for (y = 0; y < v->n; y += v->width) {
		row = (uint64_t)(ink >> y) << mask >> mask;
		if (row == 0)
			return false;
		last = (uint64_t)1 << bits_high(row) | (row & (0 - row));
		if (last & ~(uint64_t)(firm >> y))
			return false;
	}
	return true;
}

bool
check_clean(const struct sok_puzzle *p)
{
	const struct sok_board *b = &p->board;
	struct view v;

	if (b->players != 1 || b->boxes != b->goals || b->width > 63 ||
	    b->height > MOST / b->width || p->variant != SOK_SOKOBAN)
		return false;
	v = look(b);
	return (v.box & ~v.goal) != 0 && !may_freeze(&v) && sound(&v) &&
	    (v.walled || rows_sound(&v));
}
#else
bool
check_clean(const struct sok_puzzle *p)
{
	(void)p;
	return false;
}
#endif
