/*
 * simple_avx2.c - the rows of boards that are plain to see, thirty-two bytes at
 * a time, where the processor can.
 */
#include "text/simple_rows.h"

#ifdef __x86_64__
#include "base/avx2.h"

/* Sixteen bytes, as a table: twice, as each half looks in its own. */
#define TABLE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

FAST static inline BYTES
look_up(BYTES table, BYTES v)
{
	return _mm256_shuffle_epi8(table, v);
}

/* Four bits of a character and, where those are another's as well, a change by
 * the other four say where in the tables it stands. */
FAST static inline BYTES
squares_of(BYTES v, BYTES *known)
{
	const BYTES change =
	    TABLE(11, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
	const BYTES character = TABLE(' ', '\n', '@', '#', '$', -1, -1, -1, -1,
	    -1, '*', '+', -1, '-', '.', '_');
	const BYTES square = TABLE(0, 0, SOK_PLAYER, SOK_WALL, SOK_BOX, 0, 0, 0,
	    0, 0, SOK_BOX | SOK_GOAL, SOK_PLAYER | SOK_GOAL, 0, 0, SOK_GOAL, 0);
	BYTES high = both(_mm256_srli_epi16(v, 4), every(15));
	BYTES at = _mm256_xor_si256(v, look_up(change, high));

	*known = _mm256_cmpeq_epi8(look_up(character, at), v);
	return both(look_up(square, at), *known);
}

#define rows_bytes_fast rows_bytes_avx2
#define rows_fill_board_fast rows_fill_board_avx2
#define rows_as_written_fast rows_as_written_avx2
#define rows_letters_fast rows_letters_avx2
#include "text/simple_bytes.h"
#endif
