/*
 * avx2.h - the functions of sse2.h for thirty-two bytes at a time.  Callers
 * are FAST and require cpu_has_avx2().
 */
#ifndef SOK_AVX2_H
#define SOK_AVX2_H

#include <immintrin.h>
#include <string.h>

#define FAST __attribute__((target("avx2")))
#define BYTES __m256i
#define STEP ((size_t)32)
#define EVERY_BIT 0xffffffffu

FAST static inline BYTES
at(const char *s)
{
	return _mm256_loadu_si256((const BYTES *)(const void *)s);
}

/* The first n <= 32 bytes, the others 0. */
FAST static inline BYTES
first(BYTES v, size_t n)
{
	static const char keep[2 * STEP] = {-1, -1, -1, -1, -1, -1, -1, -1, -1,
	    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	    -1, -1, -1, -1, -1, -1};

	return _mm256_and_si256(v, at(keep + STEP - n));
}

FAST static inline void
store(char *o, BYTES v)
{
	_mm256_storeu_si256((BYTES *)(void *)o, v);
}

FAST static inline BYTES
every(char c)
{
	return _mm256_set1_epi8(c);
}

FAST static inline BYTES
is(BYTES v, char c)
{
	return _mm256_cmpeq_epi8(v, every(c));
}

FAST static inline BYTES
either(BYTES a, BYTES b)
{
	return _mm256_or_si256(a, b);
}

FAST static inline BYTES
both(BYTES a, BYTES b)
{
	return _mm256_and_si256(a, b);
}

/* Not 0: bytes that are 1 to 127. */
FAST static inline BYTES
above_0(BYTES v)
{
	return _mm256_cmpgt_epi8(v, _mm256_setzero_si256());
}

FAST static inline BYTES
less(BYTES a, BYTES b)
{
	return _mm256_sub_epi8(a, b);
}

FAST static inline unsigned
bits(BYTES v)
{
	return (unsigned)_mm256_movemask_epi8(v);
}

/* The sum of all bytes. */
FAST static inline size_t
total(BYTES v)
{
	__m256i four = _mm256_sad_epu8(v, every(0));
	__m128i two = _mm_add_epi64(
	    _mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));

	return (size_t)_mm_cvtsi128_si32(two) +
	    (size_t)_mm_cvtsi128_si32(_mm_srli_si128(two, 8));
}

#endif
