/* flood_simd.c - grows sets of squares by repeated steps, many squares at a
 * time; flood.c says what this computes. */
#include "base/base.h"
#include "board/flood.h"
#include "board/steps.h"

/* Sets of up to so many parts are processed as a whole until nothing changes;
 * in larger ones only parts next to a changed one are processed again. */
enum { SMALL = 32 };

/* ---- steps */

static const square_bits none = {0, 0};

/* The form of a set; the lane and the answer are known at compile time. */
struct form {
	int lane;
	bool joins;    /* the processor joins parts by one instruction */
	ptrdiff_t far; /* as in struct bitboard */
};

/* A part moved by n bits, without those of the parts around it. */
INLINE square_bits
moved(square_bits v, int n)
{
	return n > 0 ? part_from(none, v, PART - n, true)
	             : part_from(v, none, -n, true);
}

/* The squares of part i that are (dx, dy) away from a set; v: its part i. */
INLINE square_bits
step(square_bits v, const square_bits *set, size_t i, struct form k, int dx,
    int dy)
{
	int n = k.lane * (dy < 0 ? -dy : dy);

	set += i;
	if (k.lane < PART) {
		if (dy > 0)
			v = part_from(set[-1], v, PART - n, k.joins);
		if (dy < 0)
			v = part_from(v, set[1], n, k.joins);
		return dx < 0 ? v >> -dx : v << dx;
	}
	if (dy != 0)
		v = *(set -= dy * k.far);
	if (dx > 0)
		v = v << dx | (square_bits){set[-1][1], v[0]} >> (64 - dx);
	if (dx < 0)
		v = v >> -dx | (square_bits){v[1], set[1][0]} << (64 + dx);
	return v;
}

INLINE bool
any(square_bits v)
{
	return (v[0] | v[1]) != 0;
}

/* ---- squares */

/* The squares to which a set grows by one, two and four steps. */
struct runs {
	square_bits down[3], up[3], right, left[3];
};

/* A box is pushed between open squares; the player is on the square before. */
INLINE void
find_runs(enum flood_rule rule, const square_bits *open, size_t i,
    struct form k, struct runs *r)
{
	square_bits v = open[i];

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
#pragma GCC unroll 2
	for (int n = 0; n < 2; n++) {
		r->left[n + 1] = r->left[n] & r->left[n] >> (n + 1);
		if (k.lane << (n + 1) >= PART)
			continue;
		r->down[n + 1] = r->down[n] & moved(r->down[n], k.lane << n);
		r->up[n + 1] = r->up[n] & moved(r->up[n], -(k.lane << n));
	}
}

/* Grow along the columns of a part, down or up by sign; next: one step away. */
INLINE square_bits
grow_columns(square_bits v, square_bits next, const square_bits run[3],
    struct form k, int sign)
{
	v |= next & run[0];
	if (k.lane < 64)
		v |= moved(v, sign * k.lane * 2) & run[1];
	if (k.lane < 32)
		v |= moved(v, sign * k.lane * 4) & run[2];
	return v;
}

/* To the right the carry of an addition fills runs, which may join at squares
 * of the set, but not across the words of a wide part. */
INLINE square_bits
grow_along(square_bits v, const square_bits *set, size_t i,
    const struct runs *r, struct form k)
{
	if (k.lane >= PART)
		v |= step(v, set, i, k, 1, 0) & r->right;
	square_bits all = v | r->right;
	square_bits left = v | (step(v, set, i, k, -1, 0) & r->left[0]);
	left |= left >> 2 & r->left[1];
	left |= left >> 4 & r->left[2];
	return left | (all & ~(all + v));
}

/* Add boxes that lie between two squares of the set. */
INLINE square_bits
release(square_bits v, const square_bits *set, size_t i, square_bits box,
    struct form k)
{
	square_bits along =
	    step(v, set, i, k, 1, 0) & step(v, set, i, k, -1, 0);
	square_bits across =
	    step(v, set, i, k, 0, 1) & step(v, set, i, k, 0, -1);

	return v | ((along | across) & box);
}

/* Grow part i of a set until it does not change or has all wanted squares;
 * returns whether some are missing.  For nearly all boards of one part the
 * steps before the test suffice, so that it is predicted. */
INLINE bool
grow_part(const struct bitboard *b, const struct flood *f, enum flood_rule rule,
    size_t i, struct form k, square_bits want)
{
	square_bits v = f->set[i], was, left, down, up;
	struct runs r;

	find_runs(rule, b->open, i, k, &r);
	do {
		was = v;
#pragma GCC unroll 2
		for (int n = 0; n < 2; n++) {
			if (rule == FLOOD_FREE) {
				v = release(v, f->set, i, b->box[i], k);
				continue;
			}
			down = step(v, f->set, i, k, 0, 1);
			up = step(v, f->set, i, k, 0, -1);
			v = grow_columns(v, down, r.down, k, 1) |
			    grow_columns(v, up, r.up, k, -1);
			if (n == 0 || rule == FLOOD_WALK)
				v = grow_along(v, f->set, i, &r, k);
		}
		left = want & ~v;
	} while (any(left) && any(v ^ was));
	f->set[i] = v;
	return any(left);
}

/* Grow all sets of a board of one part. */
INLINE int
sweep_alone(const struct bitboard *b, const struct flood *f, int n, bool joins)
{
	const struct form k = {.lane = 16, .joins = joins};
	int missing = grow_part(b, f, FLOOD_WALK, 0, k, *f->want);

	if (n == 1)
		return missing;
#pragma GCC unroll 4
	for (int j = 1; j < FLOOD_RULES; j++)
		missing |=
		    grow_part(b, &f[j], (enum flood_rule)j, 0, k, *f[j].want)
		    << j;
	return missing;
}

/* Grow a set of n parts along whole columns and then whole rows, until it does
 * not change or has all wanted squares; returns whether some are missing. */
INLINE int
sweep(const struct bitboard *b, const struct flood *f, size_t n, int lane,
    bool joins)
{
	const struct form k = {.lane = lane, .joins = joins};
	square_bits down[SMALL], last, changed, left, was, *set = f->set;
	const square_bits *want = f->want;
	struct runs r[SMALL];

#pragma GCC unroll 4
	for (size_t i = 0; i < n; i++)
		find_runs(f->rule, b->open, i, k, &r[i]);
	do {
		changed = left = last = none;
#pragma GCC unroll 4
		for (size_t i = 0; i < n; i++) {
			last = part_from(last, set[i], PART - lane, joins);
			down[i] = last =
			    grow_columns(set[i], last, r[i].down, k, 1);
		}
		last = none;
#pragma GCC unroll 4
		for (size_t i = n; i-- > 0;) {
			was = set[i];
			last = part_from(was, last, lane, joins);
			last = grow_columns(was, last, r[i].up, k, -1);
			set[i] = grow_along(down[i] | last, set, i, &r[i], k);
			changed |= set[i] ^ was;
			left |= want[i] & ~set[i];
		}
	} while (any(left) && any(changed));
	return any(left);
}

INLINE int
sweep_box(const struct bitboard *b, const struct flood *f, int lane, bool joins)
{
	const struct form k = {.lane = lane, .joins = joins};
	square_bits changed, left, was, *set = f->set;
	const square_bits *want = f->want;

	do {
		changed = left = none;
		for (size_t i = 0; i < b->n; i++) {
			was = set[i];
			set[i] = release(was, set, i, b->box[i], k);
			changed |= set[i] ^ was;
			left |= want[i] & ~set[i];
		}
	} while (any(left) && any(changed));
	return any(left);
}

INLINE int
sweep_boxes(const struct bitboard *b, const struct flood *f, bool joins)
{
	if (b->lane == 16)
		return sweep_box(b, f, 16, joins);
	if (b->lane == 32)
		return sweep_box(b, f, 32, joins);
	return sweep_box(b, f, 64, joins);
}

/* Grow all sets; the sizes of most boards are known at compile time. */
INLINE int
sweep_each(const struct bitboard *b, const struct flood *f, int n, bool joins)
{
	int missing = 0, some, lane = b->lane;
	size_t parts = b->n;

	for (int j = 0; j < n; j++, f++) {
		if (f->rule == FLOOD_FREE)
			some = sweep_boxes(b, f, joins);
		else if (lane == 16 && parts == 2)
			some = sweep(b, f, 2, 16, joins);
		else if (lane == 16)
			some = sweep(b, f, parts, 16, joins);
		else if (lane == 32 && parts == 3)
			some = sweep(b, f, 3, 32, joins);
		else if (lane == 32 && parts == 4)
			some = sweep(b, f, 4, 32, joins);
		else if (lane == 32)
			some = sweep(b, f, parts, 32, joins);
		else
			some = sweep(b, f, parts, 64, joins);
		missing |= some << j;
	}
	return missing;
}

/* The functions for each kind of processor. */
#define GROW_ON(processor, name, joins) \
	processor static int alone_##name( \
	    const struct bitboard *b, const struct flood *f, int n) \
	{ \
		return sweep_alone(b, f, n, joins); \
	} \
	processor static int sweep_##name( \
	    const struct bitboard *b, const struct flood *f, int n) \
	{ \
		return sweep_each(b, f, n, joins); \
	}
GROW_ON(CPU_AVX2, avx2, true)
GROW_ON(, any, false)

/* ---- any grid */

/* The cells of one kind in part i. */
static square_bits
cells(const struct bitboard *b, size_t i, int kind)
{
	uint64_t v = (uint64_t)0x5555555555555555 << kind;

	if (b->far > 0)
		v = i / b->far % 2 == 0 ? v : ~v;
	if (b->lane == 16)
		v ^= 0xffff0000ffff0000u;
	if (b->lane == 32)
		v ^= 0xffffffff00000000u;
	return (square_bits){v, b->lane == 64 ? ~v : v};
}

/* The squares of part i that join a set by letter n of cells of a kind, which
 * leads by d, and its opposite by o. */
static square_bits
join(const struct bitboard *b, const struct flood *f, size_t i, int kind, int n)
{
	const struct steps *s = &steps_table[b->grid];
	const signed char *d = s->step[kind][n], *o = s->step[kind][n ^ 1];
	const square_bits *beyond = f->rule == FLOOD_FREE ? f->set : b->open;
	struct form k = {
	    .lane = b->lane < PART ? b->lane : PART, .far = (ptrdiff_t)b->far};

	if (d[0] == 0 && d[1] == 0)
		return none;
#define FROM(s, x, y) step((s)[i], s, i, k, x, y)
	if (f->rule == FLOOD_FREE || f->rule == FLOOD_PULL)
		return cells(b, i, kind) & FROM(f->set, -d[0], -d[1]) &
		    FROM(beyond, -o[0], -o[1]);
	square_bits v = cells(b, i, kind ^ steps_kind(d[0], d[1])) &
	    FROM(f->set, d[0], d[1]);
	if (f->rule == FLOOD_PUSH)
		v &= FROM(b->open, d[0] - o[0], d[1] - o[1]);
#undef FROM
	return v;
}

static bool
fill_cells(const struct bitboard *b, const struct flood *f, size_t i)
{
	const square_bits *over = f->rule == FLOOD_FREE ? b->box : b->open;
	square_bits first = f->set[i], v, was;

	do {
		was = f->set[i];
		v = none;
		for (int n = 0; n < steps_table[b->grid].nletters; n++)
			v |= join(b, f, i, 0, n) | join(b, f, i, 1, n);
		f->set[i] = was | (v & over[i]);
	} while (any(f->set[i] ^ was));
	return any(was ^ first);
}

/* ---- large sets, and any grid */

/* Grow part i until it does not change; returns whether it did. */
static bool
fill_part(const struct bitboard *b, const struct flood *f, size_t i)
{
	const struct form wide = {.lane = PART, .far = (ptrdiff_t)b->far};
	square_bits was = f->set[i], all = ~none;

	if (b->grid != SOK_SQUARES)
		return fill_cells(b, f, i);
	if (b->lane == 16)
		grow_part(b, f, f->rule, i, (struct form){.lane = 16}, all);
	else if (b->lane == 32)
		grow_part(b, f, f->rule, i, (struct form){.lane = 32}, all);
	else if (b->lane == 64)
		grow_part(b, f, f->rule, i, (struct form){.lane = 64}, all);
	else
		grow_part(b, f, f->rule, i, wide, all);
	return any(was ^ f->set[i]);
}

/* The parts that wait because a part next to them has changed. */
struct queue {
	uint32_t *at;
	unsigned char *waits;
	size_t n;
};

/* Add the parts that a step from part i may reach, and i if it is to wait. */
static void
wait_around(struct queue *q, const struct bitboard *b, size_t i, bool itself)
{
	size_t far = b->far;
	const size_t near[9] = {i, i - 1, i + 1, i - far, i + far, i - far - 1,
	    i - far + 1, i + far - 1, i + far + 1};
	int n = b->grid == SOK_SQUARES ? 5 : 9;

	if (far == 0)
		n = 3;

	while (n > (itself ? 0 : 1)) {
		i = near[--n];
		if (i < b->n && !q->waits[i]) {
			q->waits[i] = 1;
			q->at[q->n++] = (uint32_t)i;
		}
	}
}

__attribute__((noinline)) static int
flood_large(
    const struct bitboard *b, const struct flood *f, int n, struct sok_arena *a)
{
	struct queue q = {.at = sok_arena_alloc(a, b->n, sizeof(*q.at)),
	    .waits = sok_arena_zalloc(a, b->n, 1)};
	int missing = 0;

	if (q.at == NULL || q.waits == NULL)
		return -1;
	for (int j = 0; j < n; j++) {
		for (size_t i = b->n; i-- > 0;)
			if (any(f[j].set[i]))
				wait_around(&q, b, i, true);
		while (q.n > 0) {
			size_t i = q.at[--q.n];

			q.waits[i] = 0;
			if (fill_part(b, &f[j], i))
				wait_around(&q, b, i, false);
		}
		missing |= bitboard_exceed(b, f[j].want, f[j].set) << j;
	}
	return missing;
}

int
flood_grow(
    const struct bitboard *b, const struct flood *f, int n, struct sok_arena *a)
{
	bool alone = b->n == 1 && b->lane == 16;

	if (b->n > SMALL || b->far > 0 || b->grid != SOK_SQUARES)
		return flood_large(b, f, n, a);
	if (CPU_HAS("avx2"))
		return alone ? alone_avx2(b, f, n) : sweep_avx2(b, f, n);
	return alone ? alone_any(b, f, n) : sweep_any(b, f, n);
}
