/*
 * bytes_squares.c - converts characters of rows to squares and back, and counts
 * players, boxes and goals.
 */
#include "text/bytes.h"

#include "board/alphabet.h"
#include "sok.h"

#ifdef __SSE2__ /* 16 bytes at a time */

#include <immintrin.h>

#define FAST __attribute__((target("ssse3,popcnt")))
#define FAST_INLINE FAST BITS_INLINE

static bool
is_fast(void)
{
	return __builtin_cpu_supports("ssse3") &&
	    __builtin_cpu_supports("popcnt");
}

FAST_INLINE __m128i
load(const void *p)
{
	return _mm_loadu_si128(p);
}

FAST_INLINE void
store(void *p, __m128i v)
{
	_mm_storeu_si128(p, v);
}

/* Squares by the sixteen table entries from 16 * i on.  A shuffle gives 0 where
 * the highest bit is set. */
FAST_INLINE __m128i
some_letters(__m128i v, int i)
{
	v = _mm_xor_si128(v, _mm_set1_epi8((char)(i << 4)));
	return _mm_shuffle_epi8(load(alphabet_letters + 16 * i),
	    _mm_adds_epu8(v, _mm_set1_epi8(0x70)));
}

FAST_INLINE __m128i
squares(__m128i v, bool letters)
{
	/* Only letters have squares in other groups of sixteen. */
	__m128i sq = _mm_or_si128(some_letters(v, 2), some_letters(v, 4));

	for (int i = 5; i < 8 && letters; i++)
		sq = _mm_or_si128(sq, some_letters(v, i));
	return sq;
}

FAST_INLINE void
put_row(unsigned char *to, const char *s, size_t n, size_t width, bool letters)
{
	/* The 16 bytes from byte 16 - n on have their first n bytes set. */
	static const char keep[32] = {
	    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
	size_t i = 0;

	for (; n - i >= 16; i += 16)
		store(to + i, squares(load(s + i), letters));
	store(to + i,
	    _mm_and_si128(
	        squares(load(s + i), letters), load(keep + 16 - (n - i))));
	for (i += 16; i < width; i += 16)
		store(to + i, _mm_setzero_si128());
}

FAST_INLINE void
put_grid(unsigned char *to, const char *s, size_t step, size_t n, size_t width,
    size_t height, bool letters)
{
	/* In rows of full width, the excess of one row is overwritten by the
	 * next one. */
	for (; n == width && height > 0; height--, to += width, s += step)
		for (size_t i = 0; i < n; i += 16)
			store(to + i, squares(load(s + i), letters));
	for (; height > 0; height--, to += width, s += step)
		put_row(to, s, n, width, letters);
}

FAST static void
grid_fast(unsigned char *to, const char *s, size_t step, size_t n, size_t width,
    size_t height, bool letters)
{
	if (letters)
		put_grid(to, s, step, n, width, height, true);
	else
		put_grid(to, s, step, n, width, height, false);
}

FAST static void
add_fast(struct bytes_count *to, const char *s, size_t n, bool letters)
{
	for (size_t i = 0; i < n; i += 16) {
		__m128i sq = squares(load(s + i), letters);
		unsigned in = n - i < 16 ? (1u << (n - i)) - 1 : 0xffff;
		unsigned players =
		             (unsigned)_mm_movemask_epi8(_mm_slli_epi16(sq, 4)),
		         boxes =
		             (unsigned)_mm_movemask_epi8(_mm_slli_epi16(sq, 5)),
		         goals =
		             (unsigned)_mm_movemask_epi8(_mm_slli_epi16(sq, 6));

		to->players += (size_t)__builtin_popcount(players & in);
		to->boxes += (size_t)__builtin_popcount(boxes & in);
		to->goals += (size_t)__builtin_popcount(goals & in);
	}
}

/* Writes most of n characters; returns how many. */
FAST static size_t
glyphs_fast(char *to, const unsigned char *sq, size_t n, size_t readable,
    const char *glyph)
{
	const __m128i all = load(glyph), kind = _mm_set1_epi8(15);
	size_t i = 0;

	for (; i < n && i + 16 <= readable; i += 16)
		store(to + i,
		    _mm_shuffle_epi8(all, _mm_and_si128(load(sq + i), kind)));
	return i;
}

#endif

void
bytes_grid(unsigned char *to, const char *s, size_t step, size_t n,
    size_t width, size_t height, bool letters)
{
#ifdef __SSE2__
	if (is_fast()) {
		grid_fast(to, s, step, n, width, height, letters);
		return;
	}
#endif
	for (; height > 0; height--, to += width, s += step)
		for (size_t i = 0; i < width; i++)
			to[i] = i < n ? alphabet_letters[(unsigned char)s[i]]
			              : SOK_FLOOR;
}

void
bytes_add(struct bytes_count *to, const char *s, size_t n, bool letters)
{
#ifdef __SSE2__
	if (is_fast()) {
		add_fast(to, s, n, letters);
		return;
	}
#endif
	for (size_t i = 0; i < n; i++) {
		unsigned sq = alphabet_letters[(unsigned char)s[i]];

		to->players += (sq & SOK_PLAYER) != 0;
		to->boxes += (sq & SOK_BOX) != 0;
		to->goals += (sq & SOK_GOAL) != 0;
	}
}

void
bytes_glyphs(char *to, const unsigned char *sq, size_t n, size_t readable,
    const char glyph[16])
{
	size_t i = 0;

#ifdef __SSE2__
	if (is_fast())
		i = glyphs_fast(to, sq, n, readable, glyph);
#endif
	for (; i < n; i++)
		to[i] = glyph[sq[i] & 15];
}
