/* sse2.h - sixteen bytes of text at a time. */
#ifndef SOK_SSE2_H
#define SOK_SSE2_H

#include <emmintrin.h>
#include <string.h>

#define STEP ((size_t)16)

static inline __m128i
at(const char *s)
{
	return _mm_loadu_si128((const __m128i *)(const void *)s);
}

/* Sixteen bytes, those beyond the text being 0. */
static inline __m128i
load(const char *s, size_t left)
{
	char tail[STEP];

	if (left >= STEP)
		return at(s);
	memset(tail, 0, sizeof(tail));
	memcpy(tail, s, left);
	return at(tail);
}

/* The first n < 16 bytes, the others 0. */
static inline __m128i
first(__m128i v, size_t n)
{
	static const char keep[2 * STEP] = {
	    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

	return _mm_and_si128(v, at(keep + STEP - n));
}

/* As load() where so many bytes can be read. */
static inline __m128i
load_ahead(const char *s, size_t left, size_t readable)
{
	if (left >= STEP || readable < STEP)
		return load(s, left);
	return first(at(s), left);
}

static inline void
store(char *o, __m128i v)
{
	_mm_storeu_si128((__m128i *)(void *)o, v);
}

static inline __m128i
is(__m128i v, char c)
{
	return _mm_cmpeq_epi8(v, _mm_set1_epi8(c));
}

static inline __m128i
either(__m128i a, __m128i b)
{
	return _mm_or_si128(a, b);
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
