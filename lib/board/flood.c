/*
 * flood.c - grows sets of squares by repeated steps: the area of the players,
 * and the sets that checks of boxes need.
 */
#include "board/flood.h"

#include "base/bits.h"
#include "board/steps.h"
#include "tools.h"

#define INLINE __attribute__((always_inline)) static inline

/* Sets of up to so many parts are processed as a whole until nothing changes;
 * in larger ones only parts next to a changed one are processed again. */
enum { SMALL = 32 };

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

/* The form of a set.  The lane is known at compile time, and whether there is
 * only one part. */
struct form {
	int lane;
	bool alone;
	ptrdiff_t far; /* as in struct bitboard */
};

/* The squares of part i that are (dx, dy) away from those of a set; v is that
 * part of the set. */
INLINE squares
step(squares v, const squares *set, size_t i, struct form k, int dx, int dy)
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
		v = *(set -= dy * k.far);
	if (dx > 0)
		v = v << dx | (squares){set[-1][1], v[0]} >> (64 - dx);
	if (dx < 0)
		v = v >> -dx | (squares){v[1], set[1][0]} << (64 + dx);
	return v;
}

INLINE bool
any(squares v)
{
	return (v[0] | v[1]) != 0;
}

/* ---- squares */

/* The squares to which a set grows by one, two and four steps. */
struct runs {
	squares down[3], up[3], right, left[3];
};

/* A box is pushed to an open square from an open square, and the player stands
 * on the square before that. */
INLINE void
find_runs(enum flood_rule rule, const squares *open, size_t i, struct form k,
    struct runs *r)
{
	squares v = open[i];

#define OPEN(dx, dy) step(v, open, i, k, dx, dy)
	r->down[0] = r->up[0] = r->right = r->left[0] = v;
	if (rule == FLOOD_PULL) {
		r->down[0] = r->up[0] = v & OPEN(0, 1) & OPEN(0, -1);
		r->right = r->left[0] = v & OPEN(1, 0) & OPEN(-1, 0);
	} else if (rule == FLOOD_PUSH) {
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
grow_down(squares v, const squares *set, size_t i, const struct runs *r,
    struct form k)
{
	v |= step(v, set, i, k, 0, 1) & r->down[0];
	for (int n = 1; k.lane << n < PART; n++)
		v |= further(v, k.lane << n) & r->down[n];
	return v;
}

INLINE squares
grow_up(squares v, const squares *set, size_t i, const struct runs *r,
    struct form k)
{
	v |= step(v, set, i, k, 0, -1) & r->up[0];
	for (int n = 1; k.lane << n < PART; n++)
		v |= back(v, k.lane << n) & r->up[n];
	return v;
}

/* The carry of an addition fills runs to the right. */
INLINE squares
grow_along(squares v, const squares *set, size_t i, const struct runs *r,
    struct form k)
{
	squares right = step(v, set, i, k, 1, 0) & r->right;
	squares left = v | (step(v, set, i, k, -1, 0) & r->left[0]);

	right |= r->right & ~(r->right + right);
	left |= left >> 2 & r->left[1];
	left |= left >> 4 & r->left[2];
	return left | right;
}

INLINE squares
release(squares v, const squares *set, size_t i, squares some, struct form k)
{
#define FREE(dx, dy) step(v, set, i, k, dx, dy)
	return v |
	    (((FREE(1, 0) & FREE(-1, 0)) | (FREE(0, 1) & FREE(0, -1))) & some);
#undef FREE
}

/* Grow along whole columns and then whole rows, until nothing changes or all
 * wanted squares are in the set; returns whether some are missing. */
INLINE int
sweep(const struct bitboard *b, const struct flood *f, enum flood_rule rule,
    size_t n, int lane, bool frees)
{
	const squares none = {0, 0};
	struct form k = {lane, __builtin_constant_p(n) && n == 1, 0};
	squares v[SMALL + 2], down[SMALL + 2], up[SMALL + 2];
	struct runs r[SMALL + 2];
	squares changed, left, was;

	v[0] = v[n + 1] = down[0] = up[n + 1] = none;
#pragma GCC unroll 4
	for (size_t i = 1; i <= n; i++) {
		v[i] = f->set[i - 1];
		if (!frees)
			find_runs(rule, b->open, i - 1, k, &r[i]);
	}
	do {
		/* Two passes without a test, which the processor could not
		 * predict. */
		for (int pass = 0; pass < 2; pass++) {
			changed = left = none;
#pragma GCC unroll 4
			for (size_t i = 1; i <= n && !frees; i++)
				down[i] = grow_down(v[i], down, i, &r[i], k);
#pragma GCC unroll 4
			for (size_t i = n; i >= 1 && !frees; i--)
				up[i] = grow_up(v[i], up, i, &r[i], k);
#pragma GCC unroll 4
			for (size_t i = 1; i <= n; i++) {
				was = v[i];
				v[i] = frees
				    ? release(was, v, i, b->box[i - 1], k)
				    : grow_along(
				          down[i] | up[i], v, i, &r[i], k);
				changed |= v[i] ^ was;
				left |= f->want[i - 1] & ~v[i];
			}
		}
	} while (any(left) && any(changed));
#pragma GCC unroll 4
	for (size_t i = 0; i < n; i++)
		f->set[i] = v[i + 1];
	return any(left);
}

/* Known at compile time: the sizes of most boards, and frees. */
INLINE int
sweep_small(const struct bitboard *b, const struct flood *f, bool frees)
{
	size_t n = b->n;

	if (b->lane == 16 && n == 1)
		return sweep(b, f, f->rule, 1, 16, frees);
	if (b->lane == 16 && n == 2)
		return sweep(b, f, f->rule, 2, 16, frees);
	if (b->lane == 16)
		return sweep(b, f, f->rule, n, 16, frees);
	if (b->lane == 32 && n == 3)
		return sweep(b, f, f->rule, 3, 32, frees);
	if (b->lane == 32 && n == 4)
		return sweep(b, f, f->rule, 4, 32, frees);
	if (b->lane == 32)
		return sweep(b, f, f->rule, n, 32, frees);
	return sweep(b, f, f->rule, n, 64, frees);
}

INLINE int
sweep_each(const struct bitboard *b, const struct flood *f, int n)
{
	int missing = 0, some;

	if (n == FLOOD_RULES && b->n == 1 && b->lane == 16) {
#pragma GCC unroll 4
		for (int j = 0; j < FLOOD_RULES; j++)
			missing |= sweep(b, &f[j], (enum flood_rule)j, 1, 16,
			               j == FLOOD_FREE)
			    << j;
		return missing;
	}
	for (int j = 0; j < n; j++) {
		some = f[j].rule == FLOOD_FREE ? sweep_small(b, &f[j], true)
		                               : sweep_small(b, &f[j], false);
		missing |= some << j;
	}
	return missing;
}

CPU_AVX512 static int
sweep_avx512(const struct bitboard *b, const struct flood *f, int n)
{
	return sweep_each(b, f, n);
}

CPU_AVX2 static int
sweep_avx2(const struct bitboard *b, const struct flood *f, int n)
{
	return sweep_each(b, f, n);
}

static int
sweep_any(const struct bitboard *b, const struct flood *f, int n)
{
	return sweep_each(b, f, n);
}

/* Grow part i until it does not change; returns whether it did. */
INLINE bool
fill_squares(
    const struct bitboard *b, const struct flood *f, size_t i, struct form k)
{
	squares first = f->set[i], v = first, was;
	struct runs r;

	find_runs(f->rule, b->open, i, k, &r);
	do {
		was = v;
		if (f->rule == FLOOD_FREE) {
			v = release(v, f->set, i, b->box[i], k);
			continue;
		}
		v = grow_down(v, f->set, i, &r, k);
		v = grow_up(v, f->set, i, &r, k);
		v = grow_along(v, f->set, i, &r, k);
	} while (any(v ^ was));
	f->set[i] = v;
	return any(v ^ first);
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
join(const struct bitboard *b, const struct flood *f, size_t i, int kind,
    const signed char d[2], const signed char o[2])
{
	struct form k = {
	    b->lane < PART ? b->lane : PART, false, (ptrdiff_t)b->far};
	int other = kind ^ steps_kind(d[0], d[1]);

#define FROM(s, x, y) step((s)[i], s, i, k, x, y)
	switch (f->rule) {
	case FLOOD_PULL:
		return cells(b, i, kind) & FROM(f->set, -d[0], -d[1]) &
		    FROM(b->open, -o[0], -o[1]);
	case FLOOD_FREE:
		return cells(b, i, kind) & FROM(f->set, -d[0], -d[1]) &
		    FROM(f->set, -o[0], -o[1]);
	case FLOOD_PUSH:
		return cells(b, i, other) & FROM(f->set, d[0], d[1]) &
		    FROM(b->open, d[0] - o[0], d[1] - o[1]);
	default:
		return cells(b, i, other) & FROM(f->set, d[0], d[1]);
	}
#undef FROM
}

static bool
fill_cells(const struct bitboard *b, const struct flood *f, size_t i)
{
	const squares *over = f->rule == FLOOD_FREE ? b->box : b->open;
	const struct steps *s = &steps_table[b->grid];
	squares first = f->set[i], v, was;

	do {
		was = f->set[i];
		v = (squares){0, 0};
		for (int kind = 0; kind < 2; kind++)
			for (int n = 0; n < s->nletters; n++)
				if (s->step[kind][n][0] != 0 ||
				    s->step[kind][n][1] != 0)
					v |= join(b, f, i, kind,
					    s->step[kind][n],
					    s->step[kind][n ^ 1]);
		f->set[i] = was | (v & over[i]);
	} while (any(f->set[i] ^ was));
	return any(was ^ first);
}

/* ---- large sets, and any grid */

static bool
fill_part(const struct bitboard *b, const struct flood *f, size_t i)
{
	if (b->grid != SOK_SQUARES)
		return fill_cells(b, f, i);
	if (b->lane == 16)
		return fill_squares(b, f, i, (struct form){16, false, 0});
	if (b->lane == 32)
		return fill_squares(b, f, i, (struct form){32, false, 0});
	if (b->lane == 64)
		return fill_squares(b, f, i, (struct form){64, false, 0});
	return fill_squares(
	    b, f, i, (struct form){PART, false, (ptrdiff_t)b->far});
}

/* The parts that wait because a part next to them has changed. */
struct queue {
	uint32_t *at;
	unsigned char *waits;
	size_t n;
};

static inline void
wait_for(struct queue *q, size_t i, const struct bitboard *b)
{
	if (i < b->n && !q->waits[i]) {
		q->waits[i] = 1;
		q->at[q->n++] = (uint32_t)i;
	}
}

/* Add all parts that a step from part i may reach. */
static void
wait_around(struct queue *q, size_t i, const struct bitboard *b)
{
	size_t far = b->far;
	const size_t near[8] = {i - 1, i + 1, i - far, i + far, i - far - 1,
	    i - far + 1, i + far - 1, i + far + 1};
	int n = far == 0 ? 2 : b->grid == SOK_SQUARES ? 4 : 8;

	while (n > 0)
		wait_for(q, near[--n], b);
}

__attribute__((noinline)) static int
flood_large(
    const struct bitboard *b, const struct flood *f, struct sok_arena *a)
{
	struct queue q = {.at = sok_arena_alloc(a, b->n, sizeof(*q.at)),
	    .waits = sok_arena_zalloc(a, b->n, 1)};

	if (q.at == NULL || q.waits == NULL)
		return -1;
	for (size_t i = b->n; i-- > 0;)
		if (any(f->set[i])) {
			wait_for(&q, i, b);
			wait_around(&q, i, b);
		}
	while (q.n > 0) {
		size_t i = q.at[--q.n];

		q.waits[i] = 0;
		if (fill_part(b, f, i))
			wait_around(&q, i, b);
	}
	return bitboard_exceed(b, f->want, f->set);
}

int
flood_grow(
    const struct bitboard *b, const struct flood *f, int n, struct sok_arena *a)
{
	int missing = 0, one;

	if (b->n <= SMALL && b->far == 0 && b->grid == SOK_SQUARES)
		return CPU_HAS("avx512vl") ? sweep_avx512(b, f, n)
		    : CPU_HAS("avx2")      ? sweep_avx2(b, f, n)
		                           : sweep_any(b, f, n);
	for (int j = 0; j < n && missing != -1; j++) {
		one = flood_large(b, &f[j], a);
		missing = one == -1 ? -1 : missing | one << j;
	}
	return missing;
}
