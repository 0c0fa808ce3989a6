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
	WIDE wall, goal, box, player;
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

static bool
is_walled(const struct sok_board *b)
{
	const unsigned char *sq = b->sq, *last = sq + b->width - 1;
	unsigned char all = SOK_WALL;
	int x, y, w = b->width;

	for (y = b->height; y > 0; y--, sq += w, last += w)
		all &= *sq & *last;
	sq -= w;
	for (x = 0; x < w; x++)
		all &= b->sq[x] & sq[x];
	return all;
}

static struct view
look(const struct sok_board *b)
{
	int n = b->width * b->height;
	unsigned char small[16];
	struct planes low, high = {0, 0, 0, 0};
	const unsigned char *sq = b->sq;

	if (n < 16) {
		memset(small, 0, sizeof(small));
		sq = memcpy(small, sq, (size_t)n);
		low = gather(sq, 16);
	} else {
		...
	}
}
