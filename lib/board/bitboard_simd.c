/* bitboard_simd.c - converts squares to bits, 32 at a time. */
#include "base/base.h"
#include "board/bitboard.h"

/* Convert rows, 32 squares at a time: two rows, or a whole piece of one. */
INLINE void
convert_rows(
    struct bitboard *bits, const unsigned char *sq, simd_planes_fn *planes)
{
	typedef uint32_t half __attribute__((may_alias));
	static const unsigned char blank[16];
	half *const set[4] = {(half *)bits->open, (half *)bits->goal,
	    (half *)bits->box, (half *)bits->player};
	size_t width = (size_t)bits->width, rows = (size_t)bits->rows, y, x, at;
	size_t lane = (size_t)bits->lane;
	uint32_t mask = (uint32_t)bits_first(width), plane[4];

	if (lane == 16) {
		mask |= mask << 16;
		for (y = 0; y < rows; y += 2, sq += 2 * width) {
			const unsigned char *next = sq + width;

			if (y + 1 == rows) {
				mask &= 0xffff;
				next = blank;
			}
			planes(sq, next, plane);
			plane[0] = ~plane[0];
#pragma GCC unroll 4
			for (int k = 0; k < 4; k++)
				set[k][y / 2 ^ PART_ORDER(32)] =
				    plane[k] & mask;
		}
		return;
	}
	for (y = 0; y < rows; y++, sq += width)
		for (x = 0; x < width; x += 32) {
			at = (y * lane + x) / 32;
			mask = (uint32_t)bits_first(width - x);
			planes(sq + x, sq + x + 16, plane);
			plane[0] = ~plane[0];
#pragma GCC unroll 4
			for (int k = 0; k < 4; k++)
				set[k][at ^ PART_ORDER(32)] = plane[k] & mask;
		}
}

CPU_AVX2 static void
rows_avx2(struct bitboard *bits, const unsigned char *sq)
{
	convert_rows(bits, sq, simd_planes_avx2);
}

void
bitboard_rows(struct bitboard *bits, const unsigned char *sq)
{
	if (CPU_HAS("avx2"))
		rows_avx2(bits, sq);
	else
		convert_rows(bits, sq, simd_planes);
}
