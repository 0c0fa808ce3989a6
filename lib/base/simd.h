/*
 * simd.h - special instructions of processors.  Only this file and those whose
 * names end in _simd have code for them; elsewhere vectors are only sets of
 * squares (square_bits), which operators of C combine, as in check.c,
 * bitboard.c and bitboard.h.  Each function with such code has a plain twin, a
 * few lines without it, which says what the function computes.  Some twins take
 * the place of the function on processors without the instructions:
 * simd_plane_plain(), part_from_plain() and those of bytes.c.  Only tests call
 * the others.  tests/unit/simd.c and tests/unit/bytes.c hold the two equal.
 */
#ifndef SOK_SIMD_H
#define SOK_SIMD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

/* Compile a function and all that it calls for processors with AVX2; it must
 * only run on these.  On other architectures it is an ordinary function. */
#ifdef __x86_64__
#define CPU_AVX2 __attribute__((target("avx2"), flatten))
#define CPU_HAS(feature) __builtin_cpu_supports(feature)
#else
#define CPU_AVX2
#define CPU_HAS(feature) false
#endif

/* Functions that are compiled again for each processor that calls them. */
#define INLINE __attribute__((always_inline)) static inline

/* ---- bit n of each of 16 bytes; the lowest bit is that of the first byte */

static inline uint64_t
simd_plane_plain(const unsigned char *byte, int n)
{
	uint64_t plane = 0;

	for (int i = 0; i < 16; i++)
		plane |= (uint64_t)(byte[i] >> n & 1) << i;
	return plane;
}

static inline uint64_t
simd_plane(const unsigned char *byte, int n)
{
#ifdef __SSE2__
	const void *at = byte;

	return (unsigned)_mm_movemask_epi8(
	    _mm_slli_epi16(_mm_loadu_si128(at), 7 - n));
#else
	return simd_plane_plain(byte, n);
#endif
}

/* ---- bits 0 to 3 of each of 32 bytes, of which the second half is elsewhere
 */

typedef void simd_planes_fn(
    const unsigned char *first, const unsigned char *second, uint32_t plane[4]);

INLINE void
simd_planes(
    const unsigned char *first, const unsigned char *second, uint32_t plane[4])
{
#pragma GCC unroll 4
	for (int k = 0; k < 4; k++)
		plane[k] = (uint32_t)(simd_plane(first, k) |
		    simd_plane(second, k) << 16);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static inline void
simd_planes_avx2(
    const unsigned char *first, const unsigned char *second, uint32_t plane[4])
{
	const void *low = first, *high = second;
	__m256i all = _mm256_castsi128_si256(_mm_loadu_si128(low));

	all = _mm256_inserti128_si256(all, _mm_loadu_si128(high), 1);
	all = _mm256_slli_epi16(all, 4);
#pragma GCC unroll 4
	for (int k = 3; k >= 0; k--) {
		plane[k] = (uint32_t)_mm256_movemask_epi8(all);
		all = _mm256_add_epi8(all, all);
	}
}
#else
#define simd_planes_avx2 simd_planes
#endif

/* ---- how many letters of moves of squares 16 characters begin with */

static inline unsigned
simd_moves_plain(const char *s)
{
	unsigned n = 0;

	while (n < 16 && s[n] != '\0' && strchr("udlrUDLR", s[n]) != NULL)
		n++;
	return n;
}

static inline unsigned
simd_moves(const char *s)
{
	signed char letters __attribute__((vector_size(16)));
	unsigned char is_move[16];

	memcpy(&letters, s, 16);
	letters |= 'a' ^ 'A';
	letters = (letters == 'l') | (letters == 'r') | (letters == 'u') |
	    (letters == 'd');
	memcpy(is_move, &letters, 16);
	return (unsigned)__builtin_ctzll(~simd_plane(is_move, 7));
}

#endif
