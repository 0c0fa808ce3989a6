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

/* v << n and v >> n for n from 1 to 63. */
static inline WIDE
up(WIDE v, int n)
{
	uint64_t low = (uint64_t)v, high = (uint64_t)(v >> 64);

	return (WIDE)(high << n | low >> (64 - n)) << 64 | low << n;
}

static inline WIDE
down(WIDE v, int n)
{
	uint64_t low = (uint64_t)v, high = (uint64_t)(v >> 64);

	return (WIDE)(high >> n) << 64 | (high << (64 - n) | low >> n);
}

/* Bit `kind` of each of 64 squares. */
static inline uint64_t
gather(const unsigned char *sq, int kind)
{
	return bits_plane(sq, kind) | bits_plane(sq + 16, kind) << 16 |
	    bits_plane(sq + 32, kind) << 32 | bits_plane(sq + 48, kind) << 48;
}

static inline WIDE
plane(const unsigned char *sq, int kind)
{
	return (WIDE)gather(sq + 64, kind) << 64 | gather(sq, kind);
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
	WIDE row = ((WIDE)1 << w) - 1, column = first_column(w, n);
	unsigned char sq[MOST];
	struct view v = {.width = w, .n = n};

	/* Behind the board all is wall, so that nothing goes there. */
	memset(sq, SOK_WALL, sizeof(sq));
	memcpy(sq, b->sq, (size_t)n);
	v.free = ~plane(sq, 0);
	v.goal = plane(sq, 1);
	v.box = plane(sq, 2);
	v.player = plane(sq, 3);
	v.edge = row | row << (n - w) | column | column << (w - 1);
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
 * The floods of check.c and check_push.c, each until it has seen what it
 * should see: first along rows, then from there along columns.  A set in the
 * area cannot leave it, so the bits need no look at the ends of rows.
 */
static bool
player_reaches(const struct view *v)
{
	WIDE want = v->box | v->goal, reach = v->player, was;
	int w = v->width;

	do {
		was = reach;
		reach |= (reach << 1 | reach >> 1) & v->free;
		reach |= (up(reach, w) | down(reach, w)) & v->free;
		if (v->walled && (want & ~reach) == 0)
			return true;
	} while (reach != was);
	return ((want & ~reach) | (reach & v->edge)) == 0;
}

/* across, along: where a box can be pushed along a row, along a column. */
static bool
boxes_reach(const struct view *v, WIDE across, WIDE along)
{
	WIDE live = v->goal, was;
	int w = v->width;

	do {
		was = live;
		live |= (live << 1 | live >> 1) & across;
		live |= (up(live, w) | down(live, w)) & along;
		if ((v->box & ~live) == 0)
			return true;
	} while (live != was);
	return false;
}

static bool
goals_reached(const struct view *v, WIDE across, WIDE along)
{
	WIDE warm = v->box, was, from;
	int w = v->width;

	do {
		was = warm;
		from = warm & across;
		warm |= from << 1 | from >> 1;
		from = warm & along;
		warm |= up(from, w) | down(from, w);
		if ((v->goal & ~warm) == 0)
			return true;
	} while (warm != was);
	return false;
}

static bool
sound(const struct view *v)
{
	WIDE free = v->free;
	WIDE across = free & free << 1 & free >> 1;
	WIDE along = free & up(free, v->width) & down(free, v->width);

	return player_reaches(v) && boxes_reach(v, across, along) &&
	    goals_reached(v, across, along);
}

/* No row is empty.  Where all boxes and goals are in a closed area, a row that
 * has something in it begins and ends with a wall. */
static bool
rows_sound(const struct view *v)
{
	WIDE ink = ~v->free | v->box | v->goal | v->player;
	WIDE row = ((WIDE)1 << v->width) - 1;
	int y;

	for (y = 0; y < v->n; y += v->width)
		if (((ink >> y) & row) == 0)
			return false;
	return true;
}

static bool
small(const struct sok_board *b)
{
	return b->width < 64 && b->height <= MOST / b->width;
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
small(const struct sok_board *b)
{
	(void)b;
	return false;
}

static bool
in_order(const struct sok_board *b)
{
	(void)b;
	return false;
}
#endif

bool
check_clean(const struct sok_puzzle *p)
{
	const struct sok_board *b = &p->board;

	if (b->players != 1 || b->boxes != b->goals ||
	    p->variant != SOK_SOKOBAN)
		return false;
	return small(b) ? in_order(b) : check_rows(b);
}
