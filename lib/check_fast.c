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
	WIDE wall, goal, box, player, edge;
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

static inline WIDE
first_squares(int n)
{
	return n == MOST ? ~(WIDE)0 : ((WIDE)1 << n) - 1;
}

/* The squares that hold what a bit of a square means. */
struct planes {
	uint64_t wall, goal, box, player;
};

/* Sixteen squares as squares x to x + 15 of 64; those before `skip` are known
 * already. */
static inline void
add_squares(struct planes *p, const unsigned char *sq, int x, int skip)
{
	p->wall |= bits_plane(sq, 0) >> skip << x;
	p->goal |= bits_plane(sq, 1) >> skip << x;
	p->box |= bits_plane(sq, 2) >> skip << x;
	p->player |= bits_plane(sq, 3) >> skip << x;
}

/* Up to 64 squares. */
static inline struct planes
gather(const unsigned char *sq, int n)
{
	struct planes p = {0, 0, 0, 0};
	int x;

	for (x = 0; x + 16 <= n; x += 16)
		add_squares(&p, sq + x, x, 0);
	/* The last sixteen once more, as behind them nothing can be read. */
	if (x < n)
		add_squares(&p, sq + n - 16, x, 16 - (n - x));
	return p;
}

static inline WIDE
both(uint64_t low, uint64_t high)
{
	return (WIDE)high << 64 | low;
}

static inline WIDE
edge(int width, int n)
{
	WIDE row = ((WIDE)1 << width) - 1, column = 1;
	int i;

	for (i = width; i < n; i *= 2)
		column |= column << i;
	return row | row << (n - width) | column | column << (width - 1);
}

static struct view
look(const struct sok_board *b)
{
	int n = b->width * b->height;
	struct planes low = gather(b->sq, n < 64 ? n : 64);
	struct planes high = gather(b->sq + 64, n < 64 ? 0 : n - 64);
	struct view v = {.width = b->width, .n = n};

	/* Behind the board all is wall, so that nothing goes there. */
	v.wall = both(low.wall, high.wall) | ~first_squares(n);
	v.goal = both(low.goal, high.goal);
	v.box = both(low.box, high.box);
	v.player = both(low.player, high.player);
	v.edge = edge(b->width, n);
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
		    (up(solid, v->width) | down(solid, v->width));
		if ((set & ~v->goal) == 0)
			return false;
	} while (set != was);
	return true;
}

/* ---- the floods of check.c and check_push.c, all at the same time */

#define PAIR uint64_t __attribute__((vector_size(16)))

/* Two strings of bits side by side. */
struct sets {
	PAIR low, high;
};

static inline struct sets
pair(WIDE a, WIDE b)
{
	return (struct sets){{(uint64_t)a, (uint64_t)b},
	    {(uint64_t)(a >> 64), (uint64_t)(b >> 64)}};
}

static inline struct sets
meet(struct sets a, struct sets b)
{
	return (struct sets){a.low & b.low, a.high & b.high};
}

static inline struct sets
join(struct sets a, struct sets b)
{
	return (struct sets){a.low | b.low, a.high | b.high};
}

/* What lies n squares before and behind the squares of a set. */
static inline struct sets
beside(struct sets v, int n)
{
	return (struct sets){v.low << n | v.low >> n | v.high << (64 - n),
	    v.high << n | v.high >> n | v.low >> (64 - n)};
}

static inline PAIR
missing(struct sets want, struct sets set)
{
	return (want.low & ~set.low) | (want.high & ~set.high);
}

static inline bool
any(PAIR v)
{
	return (v[0] | v[1]) != 0;
}

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
	f->pull = join(f->pull, meet(beside(f->pull, n), f->into[axis]));
	f->push = join(f->push, beside(meet(f->push, f->from[axis]), n));
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
		done = !any(missing(f->want_pull, f->pull) |
		    missing(f->want_push, f->push));
		if (done && !whole)
			return true;
	} while (any(missing(f->pull, pull) | missing(f->push, push)));
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
	WIDE along = free & up(free, v->width) & down(free, v->width);
	struct flood f = {
	    .pull = pair(v->player, v->goal),
	    .push = pair(v->box, v->box),
	    .into = {pair(free, across), pair(free, along)},
	    .from = {pair(across, across), pair(along, along)},
	    .want_pull = pair(v->box | v->goal, v->box),
	    .want_push = pair(v->goal, v->goal),
	};

	if (!run(&f, v->width, !v->walled))
		return false;
	reached = both(f.pull.low[0], f.pull.high[0]);
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
small(const struct sok_board *b)
{
	return b->width < 64 && b->height <= MOST / b->width &&
	    b->width * b->height >= 16;
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
