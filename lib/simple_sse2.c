/*
 * simple_sse2.c - the rows of boards that are plain to see, sixteen bytes at a
 * time.
 */
#include "simple_rows.h"

#ifdef __x86_64__
#include "sse2.h"

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
#include "simple_bytes.h"

const char *
rows_letters(const char *p)
{
	for (;; p += STEP) {
		__m128i v = either(at(p), _mm_set1_epi8(32));
		__m128i up_down = either(is(v, 'u'), is(v, 'd'));
		__m128i sideways = either(is(v, 'l'), is(v, 'r'));
		unsigned other = bits(either(up_down, sideways)) ^ 0xffff;

		if (other != 0)
			return p + __builtin_ctz(other);
	}
}
#endif
