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
moved(square_bits set, int n)
{
	return n > 0 ? part_from(none, set, PART - n, true)
	             : part_from(set, none, -n, true);
}

/* The squares of part i that are (dx, dy) away from a set; row: its part i. */
INLINE square_bits
step(square_bits row, const square_bits *set, size_t i, struct form form,
    int dx, int dy)
{
	int n = form.lane * (dy < 0 ? -dy : dy);

	set += i;
	if (form.lane < PART) {
		if (dy > 0)
			row = part_from(set[-1], row, PART - n, form.joins);
		if (dy < 0)
			row = part_from(row, set[1], n, form.joins);
		return dx < 0 ? row >> -dx : row << dx;
	}
	if (dy != 0)
		row = *(set -= dy * form.far);
	if (dx > 0)
		row =
		    row << dx | (square_bits){set[-1][1], row[0]} >> (64 - dx);
	if (dx < 0)
		row =
		    row >> -dx | (square_bits){row[1], set[1][0]} << (64 + dx);
	return row;
}

/* Whether a bit is set. */
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
    struct form form, struct runs *runs)
{
	square_bits row = open[i];

#define OPEN(dx, dy) step(row, open, i, form, dx, dy)
	runs->down[0] = runs->up[0] = runs->right = runs->left[0] = row;
	if (rule == FLOOD_PULL) {
		runs->down[0] = runs->up[0] = row & OPEN(0, 1) & OPEN(0, -1);
		runs->right = runs->left[0] = row & OPEN(1, 0) & OPEN(-1, 0);
	} else if (rule == FLOOD_PUSH) {
		runs->down[0] &= OPEN(0, 1) & OPEN(0, 2);
		runs->up[0] &= OPEN(0, -1) & OPEN(0, -2);
		runs->right &= OPEN(1, 0) & OPEN(2, 0);
		runs->left[0] &= OPEN(-1, 0) & OPEN(-2, 0);
	}
#undef OPEN
#pragma GCC unroll 2
	for (int n = 0; n < 2; n++) {
		runs->left[n + 1] = runs->left[n] & runs->left[n] >> (n + 1);
		if (form.lane << (n + 1) >= PART)
			continue;
		runs->down[n + 1] =
		    runs->down[n] & moved(runs->down[n], form.lane << n);
		runs->up[n + 1] =
		    runs->up[n] & moved(runs->up[n], -(form.lane << n));
	}
}

/* Grow along the columns of a part, down or up by sign; next: one step away. */
INLINE square_bits
grow_columns(square_bits row, square_bits next, const square_bits run[3],
    struct form form, int sign)
{
	row |= next & run[0];
	if (form.lane < 64)
		row |= moved(row, sign * form.lane * 2) & run[1];
	if (form.lane < 32)
		row |= moved(row, sign * form.lane * 4) & run[2];
	return row;
}

/* To the right the carry of an addition fills runs, which may join at squares
 * of the set, but not across the words of a wide part. */
INLINE square_bits
grow_along(square_bits row, const square_bits *set, size_t i,
    const struct runs *runs, struct form form)
{
	if (form.lane >= PART)
		row |= step(row, set, i, form, 1, 0) & runs->right;
	square_bits all = row | runs->right;
	square_bits left =
	    row | (step(row, set, i, form, -1, 0) & runs->left[0]);
	left |= left >> 2 & runs->left[1];
	left |= left >> 4 & runs->left[2];
	return left | (all & ~(all + row));
}

/* Add boxes that lie between two squares of the set. */
INLINE square_bits
release(square_bits row, const square_bits *set, size_t i, square_bits box,
    struct form form)
{
	square_bits along =
	    step(row, set, i, form, 1, 0) & step(row, set, i, form, -1, 0);
	square_bits across =
	    step(row, set, i, form, 0, 1) & step(row, set, i, form, 0, -1);

	return row | ((along | across) & box);
}

/* Grow part i of a set until it does not change or has all wanted squares;
 * returns whether some are missing.  For nearly all boards of one part the
 * steps before the test suffice, so that it is predicted. */
INLINE bool
grow_part(const struct bitboard *bits, const struct flood *flood,
    enum flood_rule rule, size_t i, struct form form, square_bits want)
{
	square_bits row = flood->set[i], was, left, down, up;
	struct runs runs;

	find_runs(rule, bits->open, i, form, &runs);
	do {
		was = row;
#pragma GCC unroll 2
		for (int n = 0; n < 2; n++) {
			if (rule == FLOOD_FREE) {
				row = release(
				    row, flood->set, i, bits->box[i], form);
				continue;
			}
			down = step(row, flood->set, i, form, 0, 1);
			up = step(row, flood->set, i, form, 0, -1);
			row = grow_columns(row, down, runs.down, form, 1) |
			    grow_columns(row, up, runs.up, form, -1);
			if (n == 0 || rule == FLOOD_WALK)
				row =
				    grow_along(row, flood->set, i, &runs, form);
		}
		left = want & ~row;
	} while (any(left) && any(row ^ was));
	flood->set[i] = row;
	return any(left);
}

/* Grow all sets of a board of one part. */
INLINE int
sweep_alone(
    const struct bitboard *bits, const struct flood *flood, int n, bool joins)
{
	const struct form form = {.lane = 16, .joins = joins};
	int missing = grow_part(bits, flood, FLOOD_WALK, 0, form, *flood->want);

	if (n == 1)
		return missing;
#pragma GCC unroll 4
	for (int j = 1; j < FLOOD_RULES; j++)
		missing |= grow_part(bits, &flood[j], (enum flood_rule)j, 0,
		               form, *flood[j].want)
		    << j;
	return missing;
}

/* Grow a set of n parts along whole columns and then whole rows, until it does
 * not change or has all wanted squares; returns whether some are missing. */
INLINE int
sweep(const struct bitboard *bits, const struct flood *flood, size_t n,
    int lane, bool joins)
{
	const struct form form = {.lane = lane, .joins = joins};
	square_bits down[SMALL], last, changed, left, was, *set = flood->set;
	const square_bits *want = flood->want;
	struct runs runs[SMALL];

#pragma GCC unroll 4
	for (size_t i = 0; i < n; i++)
		find_runs(flood->rule, bits->open, i, form, &runs[i]);
	do {
		changed = left = last = none;
#pragma GCC unroll 4
		for (size_t i = 0; i < n; i++) {
			last = part_from(last, set[i], PART - lane, joins);
			down[i] = last =
			    grow_columns(set[i], last, runs[i].down, form, 1);
		}
		last = none;
#pragma GCC unroll 4
		for (size_t i = n; i-- > 0;) {
			was = set[i];
			last = part_from(was, last, lane, joins);
			last = grow_columns(was, last, runs[i].up, form, -1);
			set[i] =
			    grow_along(down[i] | last, set, i, &runs[i], form);
			changed |= set[i] ^ was;
			left |= want[i] & ~set[i];
		}
	} while (any(left) && any(changed));
	return any(left);
}

/* Grow a set of boxes that are free to move until nothing changes or all that
 * is wanted is there; whether something is missing. */
INLINE int
sweep_box(const struct bitboard *bits, const struct flood *flood, int lane,
    bool joins)
{
	const struct form form = {.lane = lane, .joins = joins};
	square_bits changed, left, was, *set = flood->set;
	const square_bits *want = flood->want;

	do {
		changed = left = none;
		for (size_t i = 0; i < bits->n; i++) {
			was = set[i];
			set[i] = release(was, set, i, bits->box[i], form);
			changed |= set[i] ^ was;
			left |= want[i] & ~set[i];
		}
	} while (any(left) && any(changed));
	return any(left);
}

/* The same for the width of a lane, which is known at compile time. */
INLINE int
sweep_boxes(const struct bitboard *bits, const struct flood *flood, bool joins)
{
	if (bits->lane == 16)
		return sweep_box(bits, flood, 16, joins);
	if (bits->lane == 32)
		return sweep_box(bits, flood, 32, joins);
	return sweep_box(bits, flood, 64, joins);
}

/* Grow all sets; the sizes of most boards are known at compile time. */
INLINE int
sweep_each(
    const struct bitboard *bits, const struct flood *flood, int n, bool joins)
{
	int missing = 0, some, lane = bits->lane;
	size_t parts = bits->n;

	for (int j = 0; j < n; j++, flood++) {
		if (flood->rule == FLOOD_FREE)
			some = sweep_boxes(bits, flood, joins);
		else if (lane == 16 && parts == 2)
			some = sweep(bits, flood, 2, 16, joins);
		else if (lane == 16)
			some = sweep(bits, flood, parts, 16, joins);
		else if (lane == 32 && parts == 3)
			some = sweep(bits, flood, 3, 32, joins);
		else if (lane == 32 && parts == 4)
			some = sweep(bits, flood, 4, 32, joins);
		else if (lane == 32)
			some = sweep(bits, flood, parts, 32, joins);
		else
			some = sweep(bits, flood, parts, 64, joins);
		missing |= some << j;
	}
	return missing;
}

/* The functions for each kind of processor. */
#define GROW_ON(processor, name, joins) \
	processor static int alone_##name( \
	    const struct bitboard *bits, const struct flood *flood, int n) \
	{ \
		return sweep_alone(bits, flood, n, joins); \
	} \
	processor static int sweep_##name( \
	    const struct bitboard *bits, const struct flood *flood, int n) \
	{ \
		return sweep_each(bits, flood, n, joins); \
	}
GROW_ON(CPU_AVX2, avx2, true)
GROW_ON(, any, false)

/* ---- any grid */

/* The cells of one kind in part i. */
static square_bits
cells(const struct bitboard *bits, size_t i, int kind)
{
	uint64_t word = (uint64_t)0x5555555555555555 << kind;

	if (bits->far > 0)
		word = i / bits->far % 2 == 0 ? word : ~word;
	if (bits->lane == 16)
		word ^= 0xffff0000ffff0000u;
	if (bits->lane == 32)
		word ^= 0xffffffff00000000u;
	return (square_bits){word, bits->lane == 64 ? ~word : word};
}

/* The squares of part i that join a set by letter n of cells of a kind, which
 * leads there, and its opposite back. */
static square_bits
join(const struct bitboard *bits, const struct flood *flood, size_t i, int kind,
    int n)
{
	const struct steps *steps = &steps_table[bits->grid];
	const signed char *there = steps->step[kind][n],
	                  *back = steps->step[kind][n ^ 1];
	const square_bits *beyond =
	    flood->rule == FLOOD_FREE ? flood->set : bits->open;
	struct form form = {.lane = bits->lane < PART ? bits->lane : PART,
	    .far = (ptrdiff_t)bits->far};

	if (there[0] == 0 && there[1] == 0)
		return none;
#define FROM(s, x, y) step((s)[i], s, i, form, x, y)
	if (flood->rule == FLOOD_FREE || flood->rule == FLOOD_PULL)
		return cells(bits, i, kind) &
		    FROM(flood->set, -there[0], -there[1]) &
		    FROM(beyond, -back[0], -back[1]);
	square_bits joined =
	    cells(bits, i, kind ^ steps_kind(there[0], there[1])) &
	    FROM(flood->set, there[0], there[1]);
	if (flood->rule == FLOOD_PUSH)
		joined &=
		    FROM(bits->open, there[0] - back[0], there[1] - back[1]);
#undef FROM
	return joined;
}

/* The same as fill_part() on a grid that is not one of squares; whether the
 * part has grown. */
static bool
fill_cells(const struct bitboard *bits, const struct flood *flood, size_t i)
{
	const square_bits *over =
	    flood->rule == FLOOD_FREE ? bits->box : bits->open;
	square_bits first = flood->set[i], row, was;

	do {
		was = flood->set[i];
		row = none;
		for (int n = 0; n < steps_table[bits->grid].nletters; n++)
			row |= join(bits, flood, i, 0, n) |
			    join(bits, flood, i, 1, n);
		flood->set[i] = was | (row & over[i]);
	} while (any(flood->set[i] ^ was));
	return any(was ^ first);
}

/* ---- large sets, and any grid */

/* Grow part i until it does not change; returns whether it did. */
static bool
fill_part(const struct bitboard *bits, const struct flood *flood, size_t i)
{
	const struct form wide = {.lane = PART, .far = (ptrdiff_t)bits->far};
	square_bits was = flood->set[i], all = ~none;

	if (bits->grid != SOK_SQUARES)
		return fill_cells(bits, flood, i);
	if (bits->lane == 16)
		grow_part(bits, flood, flood->rule, i,
		    (struct form){.lane = 16}, all);
	else if (bits->lane == 32)
		grow_part(bits, flood, flood->rule, i,
		    (struct form){.lane = 32}, all);
	else if (bits->lane == 64)
		grow_part(bits, flood, flood->rule, i,
		    (struct form){.lane = 64}, all);
	else
		grow_part(bits, flood, flood->rule, i, wide, all);
	return any(was ^ flood->set[i]);
}

/* The parts that wait because a part next to them has changed. */
struct queue {
	uint32_t *at;
	unsigned char *waits;
	size_t n;
};

/* Add the parts that a step from part i may reach, and i if it is to wait. */
static void
wait_around(
    struct queue *queue, const struct bitboard *bits, size_t i, bool itself)
{
	size_t far = bits->far;
	const size_t near[9] = {i, i - 1, i + 1, i - far, i + far, i - far - 1,
	    i - far + 1, i + far - 1, i + far + 1};
	int n = bits->grid == SOK_SQUARES ? 5 : 9;

	if (far == 0)
		n = 3;

	while (n > (itself ? 0 : 1)) {
		i = near[--n];
		if (i < bits->n && !queue->waits[i]) {
			queue->waits[i] = 1;
			queue->at[queue->n++] = (uint32_t)i;
		}
	}
}

/* flood_grow() for boards of any size and grid, part by part: a part waits
 * after one beside it has changed. */
static int SOK_APART
flood_large(const struct bitboard *bits, const struct flood *flood, int n,
    struct sok_arena *arena)
{
	struct queue queue = {
	    .at = sok_arena_alloc(arena, bits->n, sizeof(*queue.at)),
	    .waits = sok_arena_zalloc(arena, bits->n, 1)};
	int missing = 0;

	if (queue.at == NULL || queue.waits == NULL)
		return -1;
	for (int j = 0; j < n; j++) {
		for (size_t i = bits->n; i-- > 0;)
			if (any(flood[j].set[i]))
				wait_around(&queue, bits, i, true);
		while (queue.n > 0) {
			size_t i = queue.at[--queue.n];

			queue.waits[i] = 0;
			if (fill_part(bits, &flood[j], i))
				wait_around(&queue, bits, i, false);
		}
		missing |= bitboard_exceed(bits, flood[j].want, flood[j].set)
		    << j;
	}
	return missing;
}

int
flood_grow(const struct bitboard *bits, const struct flood *flood, int n,
    struct sok_arena *arena)
{
	bool alone = bits->n == 1 && bits->lane == 16;

	if (bits->n > SMALL || bits->far > 0 || bits->grid != SOK_SQUARES)
		return flood_large(bits, flood, n, arena);
	if (CPU_HAS("avx2"))
		return alone ? alone_avx2(bits, flood, n)
		             : sweep_avx2(bits, flood, n);
	return alone ? alone_any(bits, flood, n) : sweep_any(bits, flood, n);
}
