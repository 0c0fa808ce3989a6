/*
 * flood.c - computes sets of squares by repeated steps: the area of the
 * players, and the sets that the checks of boxes need.
 */
#include "base/bits.h"
#include "board/flood.h"
#include "board/flood_grid.h"
#include "tools.h"

#define INLINE __attribute__((always_inline)) static inline

/* Sets of up to so many parts of 128 squares are gone through as a whole, again
 * and again; of larger ones only the parts beside one that has changed. */
enum { SMALL = 16, FEW = 4 };

/* What is known of a flood when it is compiled, with the lane above it: */
enum {
	SINGLE = 1, /* two axes, the first of which goes by single squares */
	NEAR = 2,   /* no step goes further than to the next part */
	ALONE = 4,  /* there is one part */
	LANE = 8
};

/* A rule for part i of a set, v: what it becomes.  `to` is the set of squares
 * that may join, if the rule needs one. */
typedef squares rule_fn(const struct flood *f, squares v, const squares *set,
    size_t i, const squares *to, int known);

/* ---- the rules */

/* The squares n further on or back, of a part and its neighbour. */
#define AHEAD(one, before, n) \
	((one) << (n) | (squares){(before)[1], (one)[0]} >> (64 - (n)))
#define BACK(one, behind, n) \
	((one) >> (n) | (squares){(one)[1], (behind)[0]} << (64 - (n)))

/* The squares one row further on or back, in lanes. */
#ifdef __SSE2__
#define ROWS(v, shift, n) ((squares)shift((__m128i)(v), n))
#define BY_LANE(v, lane, shift, two, four, eight) \
	((lane) == 16          ? ROWS(v, shift, two) \
	        : (lane) == 32 ? ROWS(v, shift, four) \
	                       : ROWS(v, shift, eight))
INLINE squares
row_ahead(squares v, int lane)
{
	return BY_LANE(v, lane, _mm_slli_si128, 2, 4, 8);
}

INLINE squares
row_back(squares v, int lane)
{
	return BY_LANE(v, lane, _mm_srli_si128, 2, 4, 8);
}

INLINE squares
row_carried(squares before, int lane)
{
	return BY_LANE(before, lane, _mm_srli_si128, 14, 12, 8);
}

INLINE squares
row_fetched(squares behind, int lane)
{
	return BY_LANE(behind, lane, _mm_slli_si128, 14, 12, 8);
}
#else
INLINE squares
row_ahead(squares v, int lane)
{
	return lane == 64
	    ? (squares){0, v[0]}
	    : (squares){v[0] << lane, v[1] << lane | v[0] >> (64 - lane)};
}

INLINE squares
row_back(squares v, int lane)
{
	return lane == 64
	    ? (squares){v[1], 0}
	    : (squares){v[0] >> lane | v[1] << (64 - lane), v[1] >> lane};
}

INLINE squares
row_carried(squares before, int lane)
{
	return (squares){before[1] >> (64 - lane), 0};
}

INLINE squares
row_fetched(squares behind, int lane)
{
	return (squares){0, behind[0] << (64 - lane)};
}
#endif

/* The squares that a step along an axis leads to: ahead, back. */
INLINE void
step(const struct flood_axis *axis, int n, squares v, const squares *set,
    size_t i, int known, squares to[2])
{
	const squares none = {0, 0}, *s = set + i, *t = s;

	if (!(known & NEAR)) {
		s -= axis->far;
		t += axis->far;
	}
	to[0] = AHEAD(known & NEAR ? v : s[0], known & ALONE ? none : s[-1], n);
	to[1] = BACK(known & NEAR ? v : t[0], known & ALONE ? none : t[1], n);
}

INLINE void
step_along(squares v, squares to[2])
{
	to[0] = v << 1;
	to[1] = v >> 1;
}

INLINE void
step_down(squares v, const squares *set, size_t i, int known, squares to[2])
{
	int lane = known / LANE;

	to[0] = row_ahead(v, lane);
	to[1] = row_back(v, lane);
	if (known & ALONE)
		return;
	to[0] |= row_carried(set[i - 1], lane);
	to[1] |= row_fetched(set[i + 1], lane);
}

/* Along the axis k of squares. */
INLINE void
step_squares(const struct flood *f, int k, squares v, const squares *set,
    size_t i, int known, squares to[2])
{
	if (known < LANE)
		step(&f->axis[k], k == 0 ? 1 : f->axis[1].shift, v, set, i,
		    k == 0 ? known | NEAR : known, to);
	else if (k == 0)
		step_along(v, to);
	else
		step_down(v, set, i, known, to);
}

/* Runs along the row fill up at once: ahead by the carry of an addition, back
 * for four squares. */
INLINE squares
fill(squares v, const squares to[2], squares ahead, squares back, bool runs)
{
	squares new = to[0] & ahead;

	if (runs)
		new |= ahead & ~(ahead + new);
	v |= new;
	new = to[1] & back;
	if (runs) {
		new |= new >> 1 & back;
		new |= new >> 2 & back &back >> 1;
	}
	return v | new;
}

INLINE squares
grow(const struct flood *f, squares v, const squares *set, size_t i,
    const squares *none, int known)
{
	const struct flood_axis *axis;
	squares to[2];

	(void)none;
	for (int k = known & SINGLE ? 1 : f->naxes - 1; k >= 0; k--) {
		axis = &f->axis[k];
		if (known & SINGLE)
			step_squares(f, k, v, set, i, known, to);
		else
			step(axis, axis->shift, v, set, i,
			    k == 0 ? NEAR : known, to);
		v = fill(v, to, axis->ahead[i], axis->back[i],
		    k == 0 && known & SINGLE);
	}
	return v;
}

/* The cells between two of the set, on any grid: of a triangle's three
 * neighbours any two are. */
INLINE squares
release_cells(const struct flood *f, squares v, const squares *set, size_t i)
{
	const struct flood_axis *axis;
	squares new = {0, 0}, beside = {0, 0}, to[2];

	for (int k = 0; k < f->naxes; k++) {
		axis = &f->axis[k];
		step(axis, axis->shift, v, set, i, 0, to);
		to[0] &= axis->ahead[i];
		to[1] &= axis->back[i];
		new |= (to[0] & to[1]) | (beside & (to[0] | to[1]));
		if (f->triangles)
			beside = to[0] | to[1];
	}
	return new;
}

INLINE squares
release(const struct flood *f, squares v, const squares *set, size_t i,
    const squares *some, int known)
{
	squares new = {0, 0}, to[2];

	if (!(known & SINGLE))
		return v | (release_cells(f, v, set, i) & some[i]);
	for (int k = 0; k < 2; k++) {
		step_squares(f, k, v, set, i, known, to);
		new |= to[0] & to[1];
	}
	return v | (new &some[i]);
}

/* ---- applying them */

INLINE bool
any(squares v)
{
	return (v[0] | v[1]) != 0;
}

/* Parts that wait because a part beside them has changed. */
struct queue {
	uint32_t *at;
	unsigned char *waits;
	size_t n;
	ptrdiff_t beside[4 * FLOOD_AXES];
	int nbeside;
};

static void
add_beside(struct queue *q, size_t distance)
{
	ptrdiff_t d = (ptrdiff_t)distance;

	for (int i = 0; i < q->nbeside; i++)
		if (q->beside[i] == d)
			return;
	q->beside[q->nbeside++] = d;
	q->beside[q->nbeside++] = -d;
}

static int
queue_init(
    struct queue *q, const struct flood *f, size_t n, struct sok_arena *a)
{
	q->n = 0;
	q->nbeside = 0;
	add_beside(q, 1);
	for (int i = 0; i < f->naxes; i++) {
		if (f->axis[i].far > 0)
			add_beside(q, f->axis[i].far);
		add_beside(q, f->axis[i].far + 1);
	}
	q->at = sok_arena_alloc(a, n, sizeof(*q->at));
	q->waits = sok_arena_zalloc(a, n, 1);
	return q->at != NULL && q->waits != NULL ? 0 : -1;
}

static void
wait_for(struct queue *q, size_t i)
{
	if (q->waits[i])
		return;
	q->waits[i] = 1;
	q->at[q->n++] = (uint32_t)i;
}

static void
wait_beside(struct queue *q, size_t i, size_t n)
{
	for (int k = 0; k < q->nbeside; k++)
		if (i + (size_t)q->beside[k] < n)
			wait_for(q, i + (size_t)q->beside[k]);
}

/* Until nothing changes; whether something did. */
INLINE bool
settle_part(const struct flood *f, squares *set, size_t i, const squares *to,
    int known, rule_fn *rule)
{
	squares v = set[i], was, first = v;

	do {
		was = v;
		v = rule(f, v, set, i, to, known);
		set[i] = v; /* where steps of whole parts look for it */
	} while (any(v ^ was));
	return any(v ^ first);
}

INLINE int
settle_large(const struct flood *f, squares *set, size_t n, const squares *to,
    struct sok_arena *a, int known, rule_fn *rule)
{
	struct queue q;
	size_t i;

	if (queue_init(&q, f, n, a) == -1)
		return -1;
	for (i = n; i-- > 0;)
		if (any(set[i])) {
			wait_beside(&q, i, n);
			wait_for(&q, i);
		}
	while (q.n > 0) {
		i = q.at[--q.n];
		q.waits[i] = 0;
		if (settle_part(f, set, i, to, known, rule))
			wait_beside(&q, i, n);
	}
	return 0;
}

/* What changes. */
INLINE squares
apply(const struct flood *f, squares *set, size_t i, const squares *to,
    int known, rule_fn *rule)
{
	squares was = set[i];

	set[i] = rule(f, was, set, i, to, known);
	return set[i] ^ was;
}

/* n parts, from set[0] on, between two that are empty: sweep on and back until
 * nothing changes or all that is wanted is held. */
INLINE void
sweep(const struct flood *f, squares *set, size_t n, const squares *to,
    const squares *want, int known, rule_fn *rule)
{
	squares changed, left;
	size_t i;

	do {
		changed = left = (squares){0, 0};
		/* Fewer tests, which a processor cannot foresee. */
		for (int k = n <= 2 ? 2 : 1; k > 0; k--) {
#pragma GCC unroll 4
			for (i = 0; i < n; i++)
				changed |= apply(f, set, i, to, known, rule);
#pragma GCC unroll 4
			for (i = n; i-- > 0;)
				changed |= apply(f, set, i, to, known, rule);
		}
#pragma GCC unroll 4
		for (i = 0; i < n; i++)
			left |= want[i] & ~set[i];
	} while (any(left) && any(changed));
}

/* The same in registers. */
INLINE void
sweep_few(const struct flood *f, squares *set, size_t n, const squares *to,
    const squares *want, int known, rule_fn *rule)
{
	const struct flood copy = *f;
	squares v[2 + FEW];

	v[0] = v[n + 1] = (squares){0, 0};
	for (size_t i = 0; i < n; i++)
		v[i + 1] = set[i];
	sweep(&copy, v + 1, n, to, want, known, rule);
	for (size_t i = 0; i < n; i++)
		set[i] = v[i + 1];
}

INLINE int
settle_lanes(const struct flood *f, squares *set, const squares *to,
    const squares *want, struct sok_arena *a, int lane, rule_fn *rule)
{
	int known = SINGLE | NEAR | lane * LANE;
	size_t n = f->board->n;

	if (n == 1)
		sweep_few(f, set, 1, to, want, known | ALONE, rule);
	else if (n == 2)
		sweep_few(f, set, 2, to, want, known, rule);
	else if (n == 3)
		sweep_few(f, set, 3, to, want, known, rule);
	else if (n == 4)
		sweep_few(f, set, 4, to, want, known, rule);
	else if (n <= SMALL)
		sweep(f, set, n, to, want, known, rule);
	else
		return settle_large(f, set, n, to, a, known, rule);
	return 0;
}

INLINE int
settle(const struct flood *f, squares *set, const squares *to,
    const squares *want, struct sok_arena *a, rule_fn *rule)
{
	size_t n = f->board->n;

	if (f->board->lane == 16)
		return settle_lanes(f, set, to, want, a, 16, rule);
	if (f->board->lane == 32)
		return settle_lanes(f, set, to, want, a, 32, rule);
	if (f->board->lane == 64)
		return settle_lanes(f, set, to, want, a, 64, rule);
	return f->single ? settle_large(f, set, n, to, a, SINGLE, rule)
	                 : settle_large(f, set, n, to, a, 0, rule);
}

CPU_AVX2 static int
grow_avx2(const struct flood *f, squares *set, const squares *want,
    struct sok_arena *a)
{
	return settle(f, set, NULL, want, a, grow);
}

int
flood_grow(const struct flood *f, squares *set, const squares *want,
    struct sok_arena *a)
{
	return cpu_has_avx2() ? grow_avx2(f, set, want, a)
	                      : settle(f, set, NULL, want, a, grow);
}

int
flood_release(const struct flood *f, squares *set, const squares *some,
    const squares *want, struct sok_arena *a)
{
	return settle(f, set, some, want, a, release);
}

void
flood_walk(struct flood *f, struct bitboard *b, const squares *open)
{
	f->board = b;
	f->triangles = b->grid == SOK_TRIANGLES;
	f->single = b->grid == SOK_SQUARES;
	if (!f->single) {
		flood_grid_walk(f, b, open);
		return;
	}
	f->naxes = 2;
	f->axis[0] = (struct flood_axis){0, 1, open, open};
	f->axis[1] = (struct flood_axis){b->far, b->shift, open, open};
}

/* The pushes along both axes. */
INLINE void
find_pushes(
    struct bitboard *b, struct flood *pull, struct flood *push, int known)
{
	squares *from[2], *ahead[2], *back[2], to[2];

	for (int k = 0; k < 2; k++) {
		pull->axis[k].ahead = pull->axis[k].back = from[k] =
		    bitboard_set(b);
		push->axis[k].ahead = ahead[k] = bitboard_set(b);
		push->axis[k].back = back[k] = bitboard_set(b);
	}
	for (size_t i = 0; i < b->n; i++)
		for (int k = 0; k < 2; k++) {
			step_squares(
			    push, k, b->open[i], b->open, i, known, to);
			from[k][i] = b->open[i] & to[0] & to[1];
		}
	for (size_t i = 0; i < b->n; i++)
		for (int k = 0; k < 2; k++) {
			step_squares(
			    push, k, from[k][i], from[k], i, known, to);
			ahead[k][i] = to[0];
			back[k][i] = to[1];
		}
}

void
flood_pushes(struct bitboard *b, const struct flood *walk, struct flood *pull,
    struct flood *push)
{
	int known = SINGLE | NEAR;

	*pull = *push = *walk;
	if (!walk->single)
		flood_grid_pushes(b, walk, pull, push);
	else if (b->lane == 16)
		find_pushes(b, pull, push, known | 16 * LANE);
	else if (b->lane == 32)
		find_pushes(b, pull, push, known | 32 * LANE);
	else if (b->lane == 64)
		find_pushes(b, pull, push, known | 64 * LANE);
	else
		find_pushes(b, pull, push, SINGLE);
}
