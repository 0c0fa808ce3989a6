/*
 * simple_sse2.c - what simple_rows.c does byte by byte, sixteen at a time.
 */
#include "simple_rows.h"

#ifdef __SSE2__
#include "sse2.h"

/* What the rows hold, in bytes: every one of them is added to 252 times at
 * most. */
struct sums {
	__m128i players, boxes, goals;
};

static inline __m128i
square(__m128i where, int kind)
{
	return _mm_and_si128(where, _mm_set1_epi8((char)kind));
}

/* The bytes of v as squares; a bit for each that is one, where blanks are the
 * only floor. */
static inline unsigned
take_squares(__m128i v, unsigned char *sq, struct sums *sum)
{
	__m128i wall = is(v, '#'), box = is(v, '$'), goal = is(v, '.');
	__m128i player = is(v, '@'), both = is(v, '*'), on_goal = is(v, '+');
	void *to = sq;

	box = either(box, both);
	player = either(player, on_goal);
	goal = either(goal, either(both, on_goal));
	_mm_storeu_si128(to,
	    either(either(square(wall, SOK_WALL), square(box, SOK_BOX)),
	        either(square(player, SOK_PLAYER), square(goal, SOK_GOAL))));
	sum->players = _mm_sub_epi8(sum->players, player);
	sum->boxes = _mm_sub_epi8(sum->boxes, box);
	sum->goals = _mm_sub_epi8(sum->goals, goal);
	return bits(either(
	    either(wall, box), either(is(v, ' '), either(player, goal))));
}

static size_t
total(__m128i sum)
{
	__m128i two = _mm_sad_epu8(sum, _mm_setzero_si128());

	return (size_t)_mm_cvtsi128_si32(two) +
	    (size_t)_mm_cvtsi128_si32(_mm_srli_si128(two, 8));
}

/* Rows end at these of the bytes from i on; how many there are then. */
static inline size_t
take_ends(struct simple_rows *r, size_t height, size_t i, unsigned ends)
{
	for (; ends != 0; ends &= ends - 1)
		r->end[height++] =
		    (uint16_t)(i + (unsigned)__builtin_ctz(ends));
	return height;
}

/* Whether rows that seem to end before byte i might go on there. */
static inline bool
go_on(const struct simple_rows *r, const char *p, size_t i)
{
	return r->height == 0 || r->end[r->height - 1] + 1U != i ||
	    rows_floor(p[i]);
}

const char *
rows_bytes(const char *p, const char *end, struct simple_rows *r)
{
	__m128i none = _mm_setzero_si128(), v = none;
	struct sums sum = {none, none, none}, more;
	size_t most = (size_t)(end - p), height = 0, i;
	unsigned ends = 1U << (STEP - 1), stop = 0, squares;

	most = most < ROWS_BYTES ? most : ROWS_BYTES;
	for (i = 0; i + STEP <= most && height <= ROWS_MOST; i += STEP) {
		v = at(p + i);
		more = sum;
		squares = take_squares(v, r->sq + i, &more);
		stop = ends >> (STEP - 1);
		ends = bits(is(v, '\n'));
		/* A blank line, or a byte that is neither. */
		stop =
		    (ends & (ends << 1 | stop)) | ((squares | ends) ^ 0xffff);
		if (stop != 0)
			break;
		height = take_ends(r, height, i, ends);
		sum = more;
	}
	if (stop == 0)
		return NULL;
	most = (size_t)__builtin_ctz(stop);
	take_squares(first(v, most), r->sq + i, &sum);
	r->height = take_ends(r, height, i, ends & ((1U << most) - 1));
	if (r->height > ROWS_MOST || go_on(r, p, i + most))
		return NULL;
	r->players = total(sum.players);
	r->boxes = total(sum.boxes);
	r->goals = total(sum.goals);
	r->plain = true;
	return p + i + most;
}

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
