/*
 * simple_sse2.c - the rows of boards that are plain to see, sixteen bytes at a
 * time.
 */
#include "simple_rows.h"

#ifdef __x86_64__
#include "sse2.h"

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
