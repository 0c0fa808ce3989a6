/* bitboard.h - a board as sets of squares, a bit for each square.  Rows are
 * stored in lanes of 16, 32 or 64 bits or, if they are wider, of parts of 128.
 * A step in any direction is a shift: a row that does not fill its lane ends in
 * empty squares, and one that does has a wall at both ends. */
#ifndef SOK_BITBOARD_H
#define SOK_BITBOARD_H

#include "base/bits.h"
#include "tools.h"

/* A part of a set: 128 squares, which are processed together. */
typedef uint64_t squares __attribute__((vector_size(16), may_alias));
enum { PART = 128 };

#define INLINE __attribute__((always_inline)) static inline

/* Units of so many bits have the order of the machine: unit i, from the lowest
 * on, is at i ^ PART_ORDER(bits). */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define PART_ORDER(bits) 0
#else
#define PART_ORDER(bits) (64 / (bits)-1)
#endif

/* The part that begins at bit n of two parts after each other; n may be 0, 16,
 * 32, 64, 96, 112 or 128.  joins: the processor has an instruction for that. */
#if defined(__SSE2__) || defined(__ARM_NEON) || defined(__VSX__)
typedef uint16_t lanes __attribute__((vector_size(16)));

#ifdef __clang__
#define SHUFFLE(low, high, ...) __builtin_shufflevector(low, high, __VA_ARGS__)
#else
#define SHUFFLE(low, high, ...) \
	__builtin_shuffle(low, high, (lanes){__VA_ARGS__})
#endif
#define LANE(n, i) (((n) + ((i) ^ PART_ORDER(16))) ^ PART_ORDER(16))
#define LANES(one, other, n) \
	SHUFFLE(one, other, LANE(n, 0), LANE(n, 1), LANE(n, 2), LANE(n, 3), \
	    LANE(n, 4), LANE(n, 5), LANE(n, 6), LANE(n, 7))
#define CASE_LANES(n) \
	case n: \
		return joins \
		    ? (squares)LANES(v, w, n) \
		    : (squares)(LANES(v, zero, n) | LANES(zero, w, n))

INLINE squares
part_from(squares low, squares high, int n, bool joins)
{
	const lanes v = (lanes)low, w = (lanes)high, zero = {0};

	switch (n / 16) {
		CASE_LANES(1);
		CASE_LANES(2);
		CASE_LANES(4);
		CASE_LANES(6);
		CASE_LANES(7);
	case 0:
		return low;
	default:
		return high;
	}
}

#undef CASE_LANES
#undef LANES
#undef LANE
#undef SHUFFLE
#else
INLINE squares
part_from(squares low, squares high, int n, bool joins)
{
	const uint64_t word[4] = {low[0], low[1], high[0], high[1]};
	const uint64_t *w = word + n / 64;

	(void)joins;
	n %= 64;
	if (n == 0)
		return (squares){w[0], w[1]};
	return (squares){
	    w[0] >> n | w[1] << (64 - n), w[1] >> n | w[2] << (64 - n)};
}
#endif

/* Square (x, y) of a set is bit (y - top) * lane + x.  Before and after each
 * set there are as many empty parts as two steps may reach. */
struct bitboard {
	int width, height;
	enum sok_grid grid;
	bool walled;   /* every square at the edge is a wall */
	int top, rows; /* without rows of walls at the top and bottom */
	int lane;
	size_t far;     /* parts in a lane, 0 if it is shorter than a part */
	size_t n;       /* number of parts in a set, */
	size_t stride;  /* and in a set with its empty parts */
	squares *spare; /* empty sets */
	squares *open, *goal, *box, *player; /* open: no walls */
};

/* Convert a board.  Its sets, and so many empty ones for bitboard_set(), are in
 * the arena.  -1 on ENOMEM. */
int bitboard_load(struct bitboard *b, const struct sok_board *board,
    size_t sets, struct sok_arena *a);
/* The next empty set, of as many as bitboard_load() was asked for. */
static inline squares *
bitboard_set(struct bitboard *b)
{
	squares *set = b->spare;

	b->spare += b->stride;
	return set;
}

/* The first square of a set, in reading order, from which a step leads out of
 * the rectangle; false if there is none. */
bool bitboard_at_edge(
    const struct bitboard *b, const squares *set, int *x, int *y);
/* Whether a set has squares in a row. */
bool bitboard_has_row(const struct bitboard *b, const squares *set, int y);

/* The number of squares that two sets have in common. */
size_t bitboard_count(
    const struct bitboard *b, const squares *one, const squares *two);
/* Whether a set has squares that another one does not have. */
static inline bool
bitboard_exceed(const struct bitboard *b, const squares *set, const squares *of)
{
	squares more = {0, 0};

	for (size_t i = 0; i < b->n; i++)
		more |= set[i] & ~of[i];
	return (more[0] | more[1]) != 0;
}

/* Whether a set has the square that bitboard_next() found in another one. */
static inline bool
bitboard_has(const squares *set, long at)
{
	const uint64_t *v = (const uint64_t *)(const void *)set;

	return v[at / 64] >> at % 64 & 1;
}

/* The next square of a set after *at (start with -1) in reading order. */
bool bitboard_next(
    const struct bitboard *b, const squares *set, long *at, int *x, int *y);

#endif
