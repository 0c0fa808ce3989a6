/*
 * rle_rows.c - rows between bars: converts between run-length text, lines and
 * squares.
 */
#include "board/rle.h"

#if defined(__SSE2__) && defined(__GNUC__)

#include "base/sse2.h"

/* Where v is this square: what makes its character of '-'. */
static inline __m128i
pick(__m128i v, char square)
{
	return both(
	    is(v, square), every((char)('-' ^ sok_xsb[(unsigned char)square])));
}

void
rle_fast_squares(char *o, const unsigned char *sq, size_t n, size_t readable)
{
	for (size_t i = 0; i < n; i += STEP) {
		__m128i v = load_sixteen((const char *)sq + i, readable - i);
		__m128i goal = either(pick(v, SOK_GOAL),
		    either(pick(v, SOK_GOAL | SOK_BOX),
		        pick(v, SOK_GOAL | SOK_PLAYER)));
		__m128i other = either(pick(v, SOK_WALL),
		    either(pick(v, SOK_BOX), pick(v, SOK_PLAYER)));

		store(o + i,
		    _mm_xor_si128(either(goal, other), _mm_set1_epi8('-')));
	}
}

/* Where v is from: what makes to of it. */
static inline __m128i
turn(__m128i v, char from, char to)
{
	return both(is(v, from), every((char)(from ^ to)));
}

void
rle_fast_bars(char *o, const char *lines, size_t n)
{
	for (size_t i = 0; i < n; i += STEP) {
		__m128i v = load_sixteen(lines + i, n - i);

		store(o + i,
		    _mm_xor_si128(
		        v, either(turn(v, ' ', '-'), turn(v, '\n', '|'))));
	}
}

#else

void
rle_fast_bars(char *o, const char *lines, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		o[i] = lines[i];
		if (o[i] == ' ')
			o[i] = '-';
		else if (o[i] == '\n')
			o[i] = '|';
	}
}

void
rle_fast_squares(char *o, const unsigned char *sq, size_t n, size_t readable)
{
	(void)readable;
	for (size_t i = 0; i < n; i++)
		o[i] = sq[i] == SOK_FLOOR ? '-' : sok_xsb[sq[i]];
}

#endif
