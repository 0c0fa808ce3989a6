/* bits.h - many squares of a board at a time as bits, with special instructions
 * of a processor if it has them. */
#ifndef SOK_BITS_H
#define SOK_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Compile a function and all that it calls for AVX2, or AVX-512 for short
 * vectors; it must only run on these.  Elsewhere it is an ordinary function. */
#ifdef __x86_64__
#define CPU_AVX2 __attribute__((target("avx2"), flatten))
#define CPU_AVX512 __attribute__((target("avx512vl"), flatten))
#define CPU_HAS(feature) __builtin_cpu_supports(feature)
#else
#define CPU_AVX2
#define CPU_AVX512
#define CPU_HAS(feature) false
#endif

#define BITS_EVERY 0x0101010101010101u /* 1 in each of eight bytes */

/* Load eight bytes; the first one is the lowest. */
static inline uint64_t
bits_load(const unsigned char *p)
{
	return p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
	    (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 |
	    (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

/* Load n < 8 bytes; the others are 0. */
static inline uint64_t
bits_load_some(const unsigned char *p, size_t n)
{
	uint64_t v = 0;

	while (n-- > 0)
		v = v << 8 | p[n];
	return v;
}

/* Set the highest bit of each byte that equals c. */
static inline uint64_t
bits_equal(uint64_t v, char byte)
{
	v ^= (unsigned char)byte * BITS_EVERY;
	return ~((v & 0x7f * BITS_EVERY) + 0x7f * BITS_EVERY) & ~v &
	    0x80 * BITS_EVERY;
}

/* Bit 0 of each byte, as eight adjacent bits. */
static inline uint64_t
bits_pack(uint64_t v)
{
	return (v & BITS_EVERY) * 0x0102040810204080u >> 56;
}

/* Bit k of each of 16 squares. */
static inline uint64_t
bits_plane(const unsigned char *sq, int k)
{
#ifdef __SSE2__
	const void *p = sq;

	return (unsigned)_mm_movemask_epi8(
	    _mm_slli_epi16(_mm_loadu_si128(p), 7 - k));
#else
	return bits_pack(bits_load(sq) >> k) |
	    bits_pack(bits_load(sq + 8) >> k) << 8;
#endif
}

/* The first n > 0 bits of a word, at most all. */
static inline uint64_t
bits_first(size_t n)
{
	return n < 64 ? ~(uint64_t)0 >> (64 - n) : ~(uint64_t)0;
}

/* The sum of eight bytes, which must be below 256. */
static inline unsigned
bits_sum(uint64_t v)
{
	return (unsigned)(v * BITS_EVERY >> 56);
}

static inline size_t
bits_count(uint64_t v)
{
	v -= v >> 1 & 0x5555555555555555;
	v = (v & 0x3333333333333333) + (v >> 2 & 0x3333333333333333);
	v = (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0f;
	return (size_t)bits_sum(v);
}

/* The position of the lowest, of the highest bit of v, which is not 0. */
static inline int
bits_low(uint64_t v)
{
	return __builtin_ctzll(v);
}

static inline int
bits_high(uint64_t v)
{
	return 63 - __builtin_clzll(v);
}

#endif
