/*
 * wide.h - rows of squares as bits and, as one string of them row behind row, a
 * small board as a whole: a step to the right is a shift by one and a step down
 * a shift by the width.  For check_fast.c, check_rows.c and flood_small.c.
 */
#ifndef SOK_WIDE_H
#define SOK_WIDE_H

#include "bits.h"
#include "sok.h"

enum { WIDE_MOST = 128 };

/* What up to 64 squares hold. */
struct planes {
	uint64_t wall, goal, box, player;
};

/* Put 16 squares from sq on before those that are there; of the first ones,
 * `back` are others. */
static inline void
planes_add(struct planes *p, const unsigned char *sq, size_t back)
{
	p->wall = p->wall << 16 | bits_plane(sq, 0) >> back;
	p->goal = p->goal << 16 | bits_plane(sq, 1) >> back;
	p->box = p->box << 16 | bits_plane(sq, 2) >> back;
	p->player = p->player << 16 | bits_plane(sq, 3) >> back;
}

/* The n > 0 squares from sq on; `rest` can be read, and if those are fewer than
 * 16, the ones before. */
static inline struct planes
planes_load(const unsigned char *sq, size_t n, size_t rest)
{
	size_t x = (n - 1) / 16 * 16;
	struct planes p = {0, 0, 0, 0};
	uint64_t mask = bits_first(n);

	if (x + 16 > rest)
		planes_add(&p, sq + rest - 16, x + 16 - rest);
	else
		planes_add(&p, sq + x, 0);
	while (x > 0)
		planes_add(&p, sq + (x -= 16), 0);
	return (struct planes){
	    p.wall & mask, p.goal & mask, p.box & mask, p.player & mask};
}

/* Four words.  (They come and go by address: not all machines agree how
 * else.) */
#define LANES uint64_t __attribute__((vector_size(32)))

static inline bool
any_lane(const LANES *v)
{
	return ((*v)[0] | (*v)[1] | (*v)[2] | (*v)[3]) != 0;
}

#ifdef __SIZEOF_INT128__
#define HAVE_WIDE 1
#define WIDE __uint128_t

/* v << n and v >> n for n from 1 to 63. */
static inline WIDE
wide_up(WIDE v, int n)
{
	uint64_t low = (uint64_t)v, high = (uint64_t)(v >> 64);

	return (WIDE)(high << n | low >> (64 - n)) << 64 | low << n;
}

static inline WIDE
wide_down(WIDE v, int n)
{
	uint64_t low = (uint64_t)v, high = (uint64_t)(v >> 64);

	return (WIDE)(high >> n) << 64 | (high << (64 - n) | low >> n);
}

static inline WIDE
wide_first(int n)
{
	return n == WIDE_MOST ? ~(WIDE)0 : ((WIDE)1 << n) - 1;
}

/* The squares that hold what a bit of a square means. */
struct wide {
	WIDE wall, goal, box, player;
};

static inline WIDE
wide_both(uint64_t low, uint64_t high)
{
	return (WIDE)high << 64 | low;
}

/* Behind the board all is wall, so that nothing goes there. */
static inline struct wide
wide_load(const struct sok_board *b)
{
	size_t n = (size_t)b->width * (size_t)b->height;
	struct planes low = planes_load(b->sq, n < 64 ? n : 64, n), high = {0};

	if (n > 64)
		high = planes_load(b->sq + 64, n - 64, n - 64);
	return (struct wide){
	    .wall = wide_both(low.wall, high.wall) | ~wide_first((int)n),
	    .goal = wide_both(low.goal, high.goal),
	    .box = wide_both(low.box, high.box),
	    .player = wide_both(low.player, high.player),
	};
}

static inline WIDE
wide_edge(int width, int n)
{
	WIDE row = ((WIDE)1 << width) - 1, column = 1;
	int i;

	for (i = width; i < n; i *= 2)
		column |= column << i;
	return row | row << (n - width) | column | column << (width - 1);
}

/* Four strings of bits side by side. */
struct sets {
	LANES low, high;
};

/* What lies n squares before and behind the squares of a set, which is another
 * one. */
static inline void
wide_beside(const struct sets *v, int n, struct sets *both)
{
	both->low = v->low << n | v->low >> n | v->high << (64 - n);
	both->high = v->high << n | v->high >> n | v->low >> (64 - n);
}

static inline void
wide_lanes(struct sets *v, WIDE a, WIDE b, WIDE c)
{
	v->low = (LANES){(uint64_t)a, (uint64_t)b, (uint64_t)c};
	v->high = (LANES){
	    (uint64_t)(a >> 64), (uint64_t)(b >> 64), (uint64_t)(c >> 64)};
}

/* One of them. */
static inline WIDE
wide_lane(const struct sets *v, int i)
{
	return wide_both(v->low[i], v->high[i]);
}
#else
#define HAVE_WIDE 0
#endif

/* Whether a board is small enough. */
static inline bool
wide_fits(const struct sok_board *b)
{
	return HAVE_WIDE && b->width < 64 &&
	    b->height <= WIDE_MOST / b->width && b->width * b->height >= 16;
}

#endif
