/*
 * flood.c - grows sets of squares by repeated steps: the area of the players,
 * and the sets that checks of boxes need.
 */
#include "base/bits.h"
#include "board/flood.h"
#include "board/steps.h"
#include "tools.h"

#define INLINE __attribute__((always_inline)) static inline

/* Sets of up to so many parts are processed as a whole until nothing changes;
 * in larger ones only parts next to a changed one are processed again. */
enum { SMALL = 16 };

/* ---- steps */

/* Shift a part by n squares; n may be 16, 32, 64, 96, 112, 128. */
#ifdef __SSE2__
#define BY_BYTES(bits, shift) \
	case bits: \
		return (squares)shift((__m128i)v, (bits) / 8)
#define BY(n, shift) \
	switch (n) { \
		BY_BYTES(16, shift); \
		BY_BYTES(32, shift); \
		BY_BYTES(64, shift); \
		BY_BYTES(96, shift); \
		BY_BYTES(112, shift); \
	case 0: \
		return v; \
	default: \
		return (squares){0, 0}; \
	}
INLINE squares
further(squares v, int n){BY(n, _mm_slli_si128)}

INLINE squares back(squares v, int n){BY(n, _mm_srli_si128)}
#else
INLINE squares
further(squares v, int n)
{
	if (n >= 64)
		return (squares){0, n < PART ? v[0] << (n - 64) : 0};
	if (n == 0)
		return v;
	return (squares){v[0] << n, v[1] << n | v[0] >> (64 - n)};
}

INLINE squares
back(squares v, int n)
{
	if (n >= 64)
		return (squares){n < PART ? v[1] >> (n - 64) : 0, 0};
	if (n == 0)
		return v;
	return (squares){v[0] >> n | v[1] << (64 - n), v[1] >> n};
}
#endif

/* Known at compile time: the lane, and whether the set has only one part. */
struct known {
	int lane;
	bool alone;
};

/* The squares of part i that are (dx, dy) away from those of a set; v is that
 * part of the set. */
INLINE squares
step(const struct bitboard *b, squares v, const squares *set, size_t i,
    struct known k, int dx, int dy)
{
	int n = k.lane * (dy < 0 ? -dy : dy);

	set += i;
	if (k.lane < PART) {
		if (dy > 0)
			v = further(v, n);
		if (dy > 0 && !k.alone)
			v |= back(set[-1], PART - n);
		if (dy < 0)
			v = back(v, n);
		if (dy < 0 && !k.alone)
			v |= further(set[1], PART - n);
		if (dx < 0)
			return v >> -dx;
		return v << dx;
	}
	if (dy != 0)
		v = *(set -= dy * (ptrdiff_t)b->far);
	if (dx > 0)
		v = v << dx | (squares){set[-1][1], v[0]} >> (64 - dx);
	if (dx < 0)
		v = v >> -dx | (squares){v[1], set[1][0]} << (64 + dx);
	return v;
}

/* ---- squares */

/* The squares through which one, two and four steps lead. */
struct runs {
	squares down[3], up[3], right, left[3];
};

/* A box is pushed to an open square from an open square, and the player stands
 * on the square before that. */
INLINE void
find_runs(const struct flood *f, size_t i, struct known k, struct runs *r)
{
	const squares *open = f->over;
	squares v = open[i];

#define OPEN(dx, dy) step(f->board, v, open, i, k, dx, dy)
	r->down[0] = r->up[0] = r->right = r->left[0] = v;
	if (f->rule == FLOOD_PULL) {
		r->down[0] = r->up[0] = v & OPEN(0, 1) & OPEN(0, -1);
		r->right = r->left[0] = v & OPEN(1, 0) & OPEN(-1, 0);
	} else if (f->rule == FLOOD_PUSH) {
		r->down[0] &= OPEN(0, 1) & OPEN(0, 2);
		r->up[0] &= OPEN(0, -1) & OPEN(0, -2);
		r->right &= OPEN(1, 0) & OPEN(2, 0);
		r->left[0] &= OPEN(-1, 0) & OPEN(-2, 0);
	}
#undef OPEN
	for (int n = 0; n < 2; n++) {
		r->down[n + 1] = r->down[n] & further(r->down[n], k.lane << n);
		r->up[n + 1] = r->up[n] & back(r->up[n], k.lane << n);
		r->left[n + 1] = r->left[n] & r->left[n] >> (n + 1);
	}
}

INLINE squares
grow_down(const struct flood *f, squares v, const squares *set, size_t i,
    const struct runs *r, struct known k)
{
	v |= step(f->board, v, set, i, k, 0, 1) & r->down[0];
	for (int n = 1; k.lane << n < PART; n++)
		v |= further(v, k.lane << n) & r->down[n];
	return v;
}

INLINE squares
grow_up(const struct flood *f, squares v, const squares *set, size_t i,
    const struct runs *r, struct known k)
{
	v |= step(f->board, v, set, i, k, 0, -1) & r->up[0];
	for (int n = 1; k.lane << n < PART; n++)
		v |= back(v, k.lane << n) & r->up[n];
	return v;
}

/* The carry of an addition fills runs to the right. */
INLINE squares
grow_along(const struct flood *f, squares v, const squares *set, size_t i,
    const struct runs *r, struct known k)
{
	squares right = step(f->board, v, set, i, k, 1, 0) & r->right;
	squares left = v | (step(f->board, v, set, i, k, -1, 0) & r->left[0]);

	right |= r->right & ~(r->right + right);
	left |= left >> 2 & r->left[1];
	left |= left >> 4 & r->left[2];
	return left | right;
}

INLINE squares
release(const struct flood *f, squares v, const squares *set, size_t i,
    squares some, struct known k)
{
#define FREE(dx, dy) step(f->board, v, set, i, k, dx, dy)
	return v |
	    (((FREE(1, 0) & FREE(-1, 0)) | (FREE(0, 1) & FREE(0, -1))) & some);
#undef FREE
}

INLINE bool
any(squares v)
{
	return (v[0] | v[1]) != 0;
}

/* Grow n parts, from the first one on, along whole columns, downwards and
 * upwards; the results are to be joined. */
INLINE void
grow_columns(const struct flood *f, const squares *v, squares *down,
    squares *up, const struct runs *r, size_t n, struct known k)
{
#pragma GCC unroll 4
	for (size_t i = 1; i <= n; i++)
		down[i] = grow_down(f, v[i], down, i, &r[i], k);
#pragma GCC unroll 4
	for (size_t i = n; i >= 1; i--)
		up[i] = grow_up(f, v[i], up, i, &r[i], k);
}

/* Grow along whole columns and then whole rows, until nothing changes or all
 * wanted squares are in the set. */
INLINE bool
sweep(const struct flood *f, size_t n, int lane, bool alone, bool frees)
{
	const squares none = {0, 0};
	struct known k = {lane, alone};
	squares v[SMALL + 2], down[SMALL + 2], up[SMALL + 2];
	struct runs r[SMALL + 2];
	squares changed, left;

	v[0] = v[n + 1] = down[0] = up[n + 1] = none;
#pragma GCC unroll 4
	for (size_t i = 1; i <= n; i++) {
		v[i] = f->set[i - 1];
		if (!frees)
			find_runs(f, i - 1, k, &r[i]);
	}
	do {
		/* Two passes without a test, which the processor could not
		 * predict. */
		for (int pass = 0; pass < 2; pass++) {
			changed = left = none;
			if (!frees)
				grow_columns(f, v, down, up, r, n, k);
#pragma GCC unroll 4
			for (size_t i = 1; i <= n; i++) {
				squares was = v[i];

				if (frees)
					v[i] = release(
					    f, was, v, i, f->over[i - 1], k);
				else
					v[i] = grow_along(
					    f, down[i] | up[i], v, i, &r[i], k);
				changed |= v[i] ^ was;
				left |= f->want[i - 1] & ~v[i];
			}
		}
	} while (any(left) && any(changed));
#pragma GCC unroll 4
	for (size_t i = 0; i < n; i++)
		f->set[i] = v[i + 1];
	return !any(left);
}

INLINE bool
sweep_small(const struct flood *f, bool frees)
{
	size_t n = f->board->n;

	if (f->board->lane == 16 && n == 1)
		return sweep(f, 1, 16, true, frees);
	if (f->board->lane == 16 && n == 2)
		return sweep(f, 2, 16, false, frees);
	if (f->board->lane == 16)
		return sweep(f, n, 16, false, frees);
	if (f->board->lane == 32 && n == 3)
		return sweep(f, 3, 32, false, frees);
	if (f->board->lane == 32 && n == 4)
		return sweep(f, 4, 32, false, frees);
	if (f->board->lane == 32)
		return sweep(f, n, 32, false, frees);
	return sweep(f, n, 64, false, frees);
}

CPU_AVX2 static int
sweep_avx2(const struct flood *f)
{
	return sweep_small(f, false);
}

static int
sweep_any(const struct flood *f)
{
	return f->rule == FLOOD_FREE ? sweep_small(f, true)
	                             : sweep_small(f, false);
}

/* ---- any grid */

/* The cells of one kind in part i. */
static squares
cells(const struct bitboard *b, size_t i, int kind)
{
	uint64_t v = (uint64_t)0x5555555555555555 << kind;

	if (b->far > 0)
		v = i / b->far % 2 == 0 ? v : ~v;
	if (b->lane == 16)
		v ^= 0xffff0000ffff0000u;
	if (b->lane == 32)
		v ^= 0xffffffff00000000u;
	return (squares){v, b->lane == 64 ? ~v : v};
}

/* The squares of part i that join a set by a letter that leads by d from cells
 * of a kind; its opposite leads by o. */
static squares
join(const struct flood *f, size_t i, int kind, const signed char d[2],
    const signed char o[2])
{
	struct known k = {f->board->lane, false};
	bool odd = steps_kind(d[0], d[1]) != 0;

#define FROM(s, x, y) step(f->board, (s)[i], s, i, k, x, y)
	switch (f->rule) {
	case FLOOD_PULL:
		return cells(f->board, i, kind) & FROM(f->set, -d[0], -d[1]) &
		    FROM(f->over, -o[0], -o[1]);
	case FLOOD_FREE:
		return cells(f->board, i, kind) & FROM(f->set, -d[0], -d[1]) &
		    FROM(f->set, -o[0], -o[1]);
	case FLOOD_PUSH:
		return cells(f->board, i, kind ^ odd) &
		    FROM(f->set, d[0], d[1]) &
		    FROM(f->over, d[0] - o[0], d[1] - o[1]);
	default:
		return cells(f->board, i, kind ^ odd) &
		    FROM(f->set, d[0], d[1]);
	}
#undef FROM
}

static squares
grow_cells(const struct flood *f, size_t i)
{
	const struct steps *s = &steps_table[f->board->grid];
	squares v = {0, 0};

	for (int kind = 0; kind < 2; kind++)
		for (int n = 0; n < s->nletters; n++)
			if (s->step[kind][n][0] != 0 ||
			    s->step[kind][n][1] != 0)
				v |= join(f, i, kind, s->step[kind][n],
				    s->step[kind][n ^ 1]);
	return f->set[i] | (v & f->over[i]);
}

/* ---- large sets, and any grid */

/* Grow part i until it does not change; returns whether it did. */
INLINE bool
fill_squares(const struct flood *f, size_t i, int lane)
{
	struct known k = {lane, false};
	squares v = f->set[i], was, first = v;
	struct runs r;

	find_runs(f, i, k, &r);
	do {
		was = v;
		if (f->rule == FLOOD_FREE) {
			v = release(f, v, f->set, i, f->over[i], k);
			continue;
		}
		v = grow_down(f, v, f->set, i, &r, k);
		v = grow_up(f, v, f->set, i, &r, k);
		v = grow_along(f, v, f->set, i, &r, k);
	} while (any(v ^ was));
	f->set[i] = v;
	return any(v ^ first);
}

static bool
fill_part(const struct flood *f, size_t i)
{
	squares first = f->set[i], was;

	if (f->board->grid == SOK_SQUARES)
		return f->board->lane == 16 ? fill_squares(f, i, 16)
		    : f->board->lane == 32  ? fill_squares(f, i, 32)
		    : f->board->lane == 64  ? fill_squares(f, i, 64)
		                            : fill_squares(f, i, PART);
	do {
		was = f->set[i];
		f->set[i] = grow_cells(f, i);
	} while (any(f->set[i] ^ was));
	return any(was ^ first);
}

/* The parts that wait because a part next to them has changed. */
struct queue {
	uint32_t *at;
	unsigned char *waits;
	size_t n;
};

static void
wait_for(struct queue *q, size_t i)
{
	if (q->waits[i])
		return;
	q->waits[i] = 1;
	q->at[q->n++] = (uint32_t)i;
}

/* Add part i and all parts that a step from it may reach. */
static void
wait_around(struct queue *q, const struct bitboard *b, size_t i)
{
	int rows = b->far > 0 ? 1 : 0;

	for (int row = -rows; row <= rows; row++)
		for (int part = -1; part <= 1; part++) {
			size_t at =
			    i + (size_t)(row * (ptrdiff_t)b->far + part);

			if (at < b->n)
				wait_for(q, at);
		}
}

__attribute__((noinline)) static int
flood_large(const struct flood *f, struct sok_arena *a)
{
	size_t n = f->board->n, i;
	struct queue q = {.at = sok_arena_alloc(a, n, sizeof(*q.at)),
	    .waits = sok_arena_zalloc(a, n, 1)};

	if (q.at == NULL || q.waits == NULL)
		return -1;
	for (i = n; i-- > 0;)
		if (any(f->set[i]))
			wait_around(&q, f->board, i);
	while (q.n > 0) {
		i = q.at[--q.n];
		q.waits[i] = 0;
		if (fill_part(f, i))
			wait_around(&q, f->board, i);
	}
	return !bitboard_exceed(f->board, f->want, f->set);
}

int
flood_grow(const struct flood *f, struct sok_arena *a)
{
	const struct bitboard *b = f->board;

	if (b->n > SMALL || b->far > 0 || b->grid != SOK_SQUARES)
		return flood_large(f, a);
	return f->rule != FLOOD_FREE && cpu_has_avx2() ? sweep_avx2(f)
	                                               : sweep_any(f);
}
