/*
 * bytes_squares.c - the squares that the characters of rows are, and back; and
 * how many players, boxes and goals.
 */
#include "text/bytes.h"

#include "board/alphabet.h"
#include "sok.h"

#ifdef __SSE2__

#include <immintrin.h>

static inline __m128i
equal(__m128i v, char c)
{
	return _mm_cmpeq_epi8(v, _mm_set1_epi8(c));
}

static inline __m128i
any(__m128i a, __m128i b)
{
	return _mm_or_si128(a, b);
}

static inline __m128i
worth(__m128i v, int square)
{
	return _mm_and_si128(v, _mm_set1_epi8((char)square));
}

static inline __m128i
squares(__m128i v)
{
	__m128i both = equal(v, '*'), on = equal(v, '+');

	return any(any(worth(equal(v, '#'), SOK_WALL),
	               worth(any(equal(v, '$'), both), SOK_BOX)),
	    any(worth(any(equal(v, '.'), any(both, on)), SOK_GOAL),
	        worth(any(equal(v, '@'), on), SOK_PLAYER)));
}

/* Squares and floor, sixteen at a time, by `squares`. */
#define PUT_SQUARES(squares) \
	/* The first n of these bytes are set from byte 16 - n on. */ \
	static const char keep[32] = { \
	    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}; \
	size_t i = 0; \
\
	for (;; i += 16) { \
		const void *p = s + i, *k = keep + 16 - (n - i); \
		void *o = to + i; \
		__m128i sq = squares(_mm_loadu_si128(p)); \
\
		if (n - i < 16) { \
			_mm_storeu_si128( \
			    o, _mm_and_si128(sq, _mm_loadu_si128(k))); \
			break; \
		} \
		_mm_storeu_si128(o, sq); \
	} \
	for (i += 16; i < width; i += 16) { \
		void *o = to + i; \
\
		_mm_storeu_si128(o, _mm_setzero_si128()); \
	}

/* Rows of n characters, which stand step bytes apart. */
#define PUT_GRID(squares) \
	/* Where all are of full width, what is too much of one is put over. \
	 */ \
	for (; n == width && height > 0; \
	     height--, to_row += width, row += step) \
		for (size_t i = 0; i < n; i += 16) { \
			const void *p = row + i; \
			void *o = to_row + i; \
\
			_mm_storeu_si128(o, squares(_mm_loadu_si128(p))); \
		} \
	for (; height > 0; height--, to_row += width, row += step) { \
		unsigned char *to = to_row; \
		const char *s = row; \
\
		PUT_SQUARES(squares) \
	}

/* The same by the lower four bits, which only the player and floor share. */
__attribute__((target("ssse3"))) static inline __m128i
squares_by_table(__m128i v)
{
	const __m128i table = _mm_setr_epi8(0, 0, 0, SOK_WALL, SOK_BOX, 0, 0, 0,
	    0, 0, SOK_BOX | SOK_GOAL, SOK_PLAYER | SOK_GOAL, 0, 0, SOK_GOAL, 0);

	return any(_mm_shuffle_epi8(table, worth(v, 15)),
	    worth(equal(v, '@'), SOK_PLAYER));
}

__attribute__((target("ssse3"))) static void
grid_fast(unsigned char *to_row, const char *row, size_t step, size_t n,
    size_t width, size_t height)
{
	PUT_GRID(squares_by_table)
}

/* The same of rows with letters, by the sixteen entries that a table has from
 * 16 * i on: a shuffle gives 0 where the highest bit is set. */
#define LETTERS(v, i) \
	_mm_shuffle_epi8(letters_from(16 * (i)), \
	    _mm_adds_epu8(_mm_xor_si128(v, _mm_set1_epi8((char)((i) << 4))), \
	        _mm_set1_epi8(0x70)))

static inline __m128i
letters_from(int i)
{
	const void *p = alphabet_letters + i;

	return _mm_loadu_si128(p);
}

__attribute__((target("ssse3"))) static inline __m128i
squares_of_letters(__m128i v)
{
	return any(any(LETTERS(v, 2), LETTERS(v, 4)),
	    any(LETTERS(v, 5), any(LETTERS(v, 6), LETTERS(v, 7))));
}

__attribute__((target("ssse3"))) static void
grid_of_letters(unsigned char *to_row, const char *row, size_t step, size_t n,
    size_t width, size_t height)
{
	PUT_GRID(squares_of_letters)
}

void
bytes_grid(unsigned char *to_row, const char *row, size_t step, size_t n,
    size_t width, size_t height)
{
	if (__builtin_cpu_supports("ssse3")) {
		grid_fast(to_row, row, step, n, width, height);
		return;
	}
	PUT_GRID(squares)
}

/* How many of n glyphs are put, sixteen at a time. */
__attribute__((target("ssse3"))) static size_t
put_glyphs(char *to, const unsigned char *sq, size_t n, size_t readable,
    const char *glyph)
{
	const void *table = glyph;
	const __m128i all = _mm_loadu_si128(table);
	size_t i = 0;

	for (; i < n && i + 16 <= readable; i += 16) {
		const void *p = sq + i;
		void *o = to + i;

		_mm_storeu_si128(
		    o, _mm_shuffle_epi8(all, worth(_mm_loadu_si128(p), 15)));
	}
	return i;
}

void
bytes_glyphs(char *to, const unsigned char *sq, size_t n, size_t readable,
    const char glyph[16])
{
	size_t i = __builtin_cpu_supports("ssse3")
	    ? put_glyphs(to, sq, n, readable, glyph)
	    : 0;

	for (; i < n; i++)
		to[i] = glyph[sq[i] & 15];
}

static inline size_t
number_of(__m128i v, size_t n)
{
	unsigned bits = (unsigned)_mm_movemask_epi8(v);

	return (size_t)__builtin_popcount(
	    n < 16 ? bits & ((1u << n) - 1) : bits);
}

static inline void
add_sixteen(struct bytes_count *to, const char *s, size_t n)
{
	const void *p = s;
	__m128i v = _mm_loadu_si128(p);
	__m128i both = equal(v, '*'), on = equal(v, '+');

	to->players += number_of(any(equal(v, '@'), on), n);
	to->boxes += number_of(any(equal(v, '$'), both), n);
	to->goals += number_of(any(equal(v, '.'), any(both, on)), n);
}

__attribute__((target("popcnt"))) static void
add_fast(struct bytes_count *to, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i += 16)
		add_sixteen(to, s + i, n - i);
}

__attribute__((target("ssse3,popcnt"))) static void
add_letters(struct bytes_count *to, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i += 16) {
		const void *p = s + i;
		__m128i sq = squares_of_letters(_mm_loadu_si128(p));

		to->players += number_of(_mm_slli_epi16(sq, 4), n - i);
		to->boxes += number_of(_mm_slli_epi16(sq, 5), n - i);
		to->goals += number_of(_mm_slli_epi16(sq, 6), n - i);
	}
}

static bool
has_ssse3(void)
{
	return __builtin_cpu_supports("ssse3") &&
	    __builtin_cpu_supports("popcnt");
}

void
bytes_add(struct bytes_count *to, const char *s, size_t n)
{
	if (__builtin_cpu_supports("popcnt")) {
		add_fast(to, s, n);
		return;
	}
	for (size_t i = 0; i < n; i += 16)
		add_sixteen(to, s + i, n - i);
}

#else

static bool
has_ssse3(void)
{
	return false;
}

static void
grid_of_letters(unsigned char *to_row, const char *row, size_t step, size_t n,
    size_t width, size_t height)
{
	(void)to_row, (void)row, (void)step, (void)n, (void)width, (void)height;
}

static void
add_letters(struct bytes_count *to, const char *s, size_t n)
{
	(void)to, (void)s, (void)n;
}

void
bytes_glyphs(char *to, const unsigned char *sq, size_t n, size_t readable,
    const char glyph[16])
{
	(void)readable;
	for (size_t i = 0; i < n; i++)
		to[i] = glyph[sq[i] & 15];
}

void
bytes_grid(unsigned char *to, const char *s, size_t step, size_t n,
    size_t width, size_t height)
{
	for (; height > 0; height--, to += width, s += step) {
		for (size_t i = 0; i < n; i++)
			to[i] = alphabet_letters[(unsigned char)s[i]];
		for (size_t i = n; i < width; i++)
			to[i] = SOK_FLOOR;
	}
}

void
bytes_add(struct bytes_count *to, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		to->players += s[i] == '@' || s[i] == '+';
		to->boxes += s[i] == '$' || s[i] == '*';
		to->goals += s[i] == '.' || s[i] == '*' || s[i] == '+';
	}
}

#endif

/* ---- with letters */

void
bytes_grid_letters(unsigned char *to, const char *s, size_t step, size_t n,
    size_t width, size_t height)
{
	if (has_ssse3()) {
		grid_of_letters(to, s, step, n, width, height);
		return;
	}
	for (; height > 0; height--, to += width, s += step)
		for (size_t i = 0; i < width; i++)
			to[i] = i < n ? alphabet_letters[(unsigned char)s[i]]
			              : SOK_FLOOR;
}

void
bytes_add_letters(struct bytes_count *to, const char *s, size_t n)
{
	if (has_ssse3()) {
		add_letters(to, s, n);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		unsigned sq = alphabet_letters[(unsigned char)s[i]];

		to->players += (sq & SOK_PLAYER) != 0;
		to->boxes += (sq & SOK_BOX) != 0;
		to->goals += (sq & SOK_GOAL) != 0;
	}
}
