/* squares_simd.h - the squares of a board, 128 at a time. */
#ifndef SOK_SQUARES_SIMD_H
#define SOK_SQUARES_SIMD_H

#include "base/base.h"

/* A part of a set: 128 squares, which are processed together. */
typedef uint64_t square_bits __attribute__((vector_size(16), may_alias));
enum { PART = 128 };

/* Units of so many bits have the order of the machine: unit i, from the lowest
 * on, is at i ^ PART_ORDER(bits). */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define PART_ORDER(bits) 0
#else
#define PART_ORDER(bits) (64 / (bits)-1)
#endif

/* The part that begins at bit n of two parts after each other; n may be 0, 16,
 * 32, 64, 96, 112 or 128.  part_from() is for that processor which has, or
 * lacks (joins), an instruction that joins two parts. */
INLINE square_bits
part_from_plain(square_bits low, square_bits high, int n)
{
	const uint64_t word[4] = {low[0], low[1], high[0], high[1]};
	const uint64_t *from = word + n / 64;

	n %= 64;
	if (n == 0)
		return (square_bits){from[0], from[1]};
	return (square_bits){from[0] >> n | from[1] << (64 - n),
	    from[1] >> n | from[2] << (64 - n)};
}

#if defined(__SSE2__) || defined(__ARM_NEON) || defined(__VSX__)
typedef uint16_t square_lanes __attribute__((vector_size(16)));

#ifdef __clang__
#define SHUFFLE(low, high, ...) __builtin_shufflevector(low, high, __VA_ARGS__)
#else
#define SHUFFLE(low, high, ...) \
	__builtin_shuffle(low, high, (square_lanes){__VA_ARGS__})
#endif
#define LANE(n, i) (((n) + ((i) ^ PART_ORDER(16))) ^ PART_ORDER(16))
#define LANES(one, other, n) \
	SHUFFLE(one, other, LANE(n, 0), LANE(n, 1), LANE(n, 2), LANE(n, 3), \
	    LANE(n, 4), LANE(n, 5), LANE(n, 6), LANE(n, 7))
#define CASE_LANES(n) \
	case n: \
		return joins ? (square_bits)LANES(lower, upper, n) \
		             : (square_bits)(LANES(lower, zero, n) | \
		                   LANES(zero, upper, n))

INLINE square_bits
part_from(square_bits low, square_bits high, int n, bool joins)
{
	const square_lanes lower = (square_lanes)low,
	                   upper = (square_lanes)high, zero = {0};

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
INLINE square_bits
part_from(square_bits low, square_bits high, int n, bool joins)
{
	(void)joins;
	return part_from_plain(low, high, n);
}
#endif

#endif
