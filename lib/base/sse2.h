/* sse2.h - sixteen bytes of text at a time. */
#ifndef SOK_SSE2_H
#define SOK_SSE2_H

#include <emmintrin.h>
#include <string.h>

#define FAST
#define BYTES __m128i
#define STEP ((size_t)16)
#define EVERY_BIT 0xffffu

static inline __m128i
at(const char *s)
{
	return _mm_loadu_si128((const __m128i *)(const void *)s);
}

/* Sixteen bytes, those beyond the text being 0. */
static inline __m128i
load_sixteen(const char *s, size_t left)
{
	char tail[STEP];

	if (left >= STEP)
		return at(s);
	memset(tail, 0, sizeof(tail));
	memcpy(tail, s, left);
	return at(tail);
}

/* The first n <= 16 bytes, the others 0. */
static inline __m128i
first(__m128i v, size_t n)
{
	static const char keep[2 * STEP] = {
	    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

	return _mm_and_si128(v, at(keep + STEP - n));
}

/* As load_sixteen() where so many bytes can be read. */
static inline __m128i
load_ahead(const char *s, size_t left, size_t readable)
{
	if (left >= STEP || readable < STEP)
		return load_sixteen(s, left);
	return first(at(s), left);
}

static inline void
store(char *o, __m128i v)
{
	_mm_storeu_si128((__m128i *)(void *)o, v);
}

static inline __m128i
every(char c)
{
	return _mm_set1_epi8(c);
}

static inline __m128i
is(__m128i v, char c)
{
	return _mm_cmpeq_epi8(v, every(c));
}

static inline __m128i
either(__m128i a, __m128i b)
{
	return _mm_or_si128(a, b);
}

static inline __m128i
both(__m128i a, __m128i b)
{
	return _mm_and_si128(a, b);
}

/* Not 0: bytes that are 1 to 127. */
static inline __m128i
above_0(__m128i v)
{
	return _mm_cmpgt_epi8(v, _mm_setzero_si128());
}

static inline __m128i
less(__m128i a, __m128i b)
{
	return _mm_sub_epi8(a, b);
}

/* The sum of all bytes. */
static inline size_t
total(__m128i v)
{
	__m128i two = _mm_sad_epu8(v, _mm_setzero_si128());

	return (size_t)_mm_cvtsi128_si32(two) +
	    (size_t)_mm_cvtsi128_si32(_mm_srli_si128(two, 8));
}

static inline unsigned
bits(__m128i v)
{
	return (unsigned)_mm_movemask_epi8(v);
}

/* A bit for each of the bytes that are there. */
static inline unsigned
present(size_t left)
{
	return left >= STEP ? 0xffff : (1U << left) - 1;
}

#endif
