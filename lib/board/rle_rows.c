/*
 * rle_rows.c - rows between bars, as lines and as squares: between run-length
 * text and the boards it is made of.
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
		__m128i v = load((const char *)sq + i, readable - i);
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
rle_fast_lines(char *s, size_t n)
{
	for (size_t i = 0; i < n; i += STEP) {
		__m128i v = at(s + i);
		__m128i floor = either(turn(v, '-', ' '), turn(v, '_', ' '));

		store(
		    s + i, _mm_xor_si128(v, either(floor, turn(v, '|', '\n'))));
	}
}

size_t
rle_fast_find(struct sok_str text, char c, uint16_t *place, size_t most)
{
	size_t n = 0;

	for (size_t i = 0; i < text.len; i += 4 * STEP) {
		size_t left = text.len - i;
		uint64_t m = 0;

		for (size_t k = 0; k < 4; k++)
			m |= (uint64_t)bits(is(at(text.s + i + k * STEP), c))
			    << k * STEP;
		if (left < 64)
			m &= ((uint64_t)1 << left) - 1;
		for (; m != 0 && n < most; m &= m - 1)
			place[n++] =
			    (uint16_t)(i + (unsigned)__builtin_ctzll(m));
	}
	return n;
}

void
rle_fast_bars(char *o, const char *lines, size_t n)
{
	for (size_t i = 0; i < n; i += STEP) {
		__m128i v = load(lines + i, n - i);

		store(o + i,
		    _mm_xor_si128(
		        v, either(turn(v, ' ', '-'), turn(v, '\n', '|'))));
	}
}

#else

void
rle_fast_lines(char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (s[i] == '|')
			s[i] = '\n';
		else if (s[i] == '-' || s[i] == '_')
			s[i] = ' ';
}

size_t
rle_fast_find(struct sok_str text, char c, uint16_t *place, size_t most)
{
	size_t n = 0;

	for (size_t i = 0; i < text.len && n < most; i++)
		if (text.s[i] == c)
			place[n++] = (uint16_t)i;
	return n;
}

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
