/*
 * simple_sse2.c - rows, moves and words that are plain to see, sixteen bytes at
 * a time.
 */
#include "text/simple.h"
#include "text/simple_rows.h"

#ifdef __x86_64__
#include "base/sse2.h"

static inline BYTES
square(BYTES where, int kind)
{
	return both(where, every((char)kind));
}

static inline BYTES
squares_of(BYTES v, BYTES *known)
{
	BYTES stored = is(v, '*'), on_goal = is(v, '+');
	BYTES floor = either(is(v, ' '), either(is(v, '-'), is(v, '_')));
	BYTES box = either(is(v, '$'), stored);
	BYTES player = either(is(v, '@'), on_goal);
	BYTES goal = either(is(v, '.'), either(stored, on_goal));
	BYTES sq = either(square(is(v, '#'), SOK_WALL), square(box, SOK_BOX));

	sq = either(
	    sq, either(square(player, SOK_PLAYER), square(goal, SOK_GOAL)));
	*known = either(above_0(sq), either(floor, is(v, '\n')));
	return sq;
}

#define rows_bytes_fast rows_bytes_sse2
#define rows_fill_board_fast rows_fill_board_sse2
#define rows_as_written_fast rows_as_written_sse2
#define rows_letters_fast rows_letters_sse2
#include "text/simple_bytes.h"

/* Bytes that lie between two others; those from 128 on count as negative. */
static inline BYTES
between(BYTES v, char low, char high)
{
	return both(_mm_cmpgt_epi8(v, every((char)(low - 1))),
	    _mm_cmplt_epi8(v, every((char)(high + 1))));
}

/* What matters to a title wherever it stands. */
static inline BYTES
matters(BYTES v)
{
	return either(either(is(v, ':'), is(v, '=')),
	    either(either(is(v, '|'), is(v, '>')),
	        either(is(v, '['), is(v, '{'))));
}

/* Where a printable line ends; of a title's, whether it has letters or digits,
 * and nothing that matters. */
static inline const char *
line_end(const char *p, size_t most, bool title, unsigned *words)
{
	const char *end = p + most;
	unsigned last = 0, before;
	BYTES v, small, good;

	for (*words = 0; p < end && last == 0; p += STEP) {
		v = at(p);
		small = either(v, every('a' ^ 'A'));
		last = bits(is(v, '\n'));
		before = (last - 1) & ~last & EVERY_BIT;
		good = between(v, ' ', '~');
		if (title)
			good = _mm_andnot_si128(matters(v), good);
		if (before & ~bits(good))
			return NULL;
		if (title)
			*words |= before &
			    bits(either(between(v, '0', '9'),
			        between(small, 'a', 'z')));
	}
	if (last == 0)
		return NULL;
	p += bits_low(last) - (int)STEP;
	return p < end ? p : NULL;
}

const char *
simple_line(const char *p, size_t most)
{
	unsigned words;

	return line_end(p, most, false, &words);
}

const char *
simple_words(const char *p, size_t most)
{
	unsigned words = 0;

	if (*p == '\'' || *p == '`' || *p == '<' || *p == '\\')
		return NULL;
	p = line_end(p, most, true, &words);
	return words != 0 ? p : NULL;
}
#endif
