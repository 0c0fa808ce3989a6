/* metrics.c - orders of metrics, and those that letters alone tell, many
 * letters at a time. */
#include <string.h>

#include "bits.h"
#include "replay.h"

static int
compare(size_t a, size_t b)
{
	return (a > b) - (a < b);
}

int
sok_metrics_compare(
    const struct sok_metrics *a, const struct sok_metrics *b, bool pushes)
{
	int moved = compare(a->moves, b->moves);
	int pushed = compare(a->pushes, b->pushes);
	int order[] = {pushes ? pushed : moved, pushes ? moved : pushed,
	    compare(a->lines, b->lines), compare(a->changes, b->changes),
	    compare(a->sessions, b->sessions),
	    compare(a->player_lines, b->player_lines)};
	size_t i = 0;

	while (i < SOK_COUNT(order) - 1 && order[i] == 0)
		i++;
	return order[i];
}

/*
 * Counts of so many letters at a time, a byte each; good for 255 steps.
 * Direction letters differ in their low five bits, and capitals come first.
 * add() looks at letters from s on, given the letter before each of them.
 */
#ifdef __SSE2__
enum { LANES = 16, LANE = 0xff };

struct lanes {
	__m128i pushes, lines, sessions, turns;
};

static inline void
add(struct lanes *l, const char *s, const unsigned char *wanted)
{
	const void *at = s, *one_back = s - 1, *which = wanted;
	__m128i now = _mm_loadu_si128(at), before = _mm_loadu_si128(one_back);
	__m128i all = _mm_loadu_si128(which), small = _mm_set1_epi8('a');
	__m128i differ = _mm_xor_si128(now, before);
	__m128i straight = _mm_cmpeq_epi8(
	    _mm_and_si128(differ, _mm_set1_epi8(31)), _mm_setzero_si128());
	__m128i push = _mm_and_si128(_mm_cmplt_epi8(now, small), all);
	__m128i pushed = _mm_cmplt_epi8(before, small);
	__m128i on = _mm_and_si128(pushed, straight);

	/* What is true is -1. */
	l->pushes = _mm_sub_epi8(l->pushes, push);
	l->turns = _mm_sub_epi8(l->turns, _mm_andnot_si128(straight, all));
	l->sessions = _mm_sub_epi8(l->sessions, _mm_andnot_si128(pushed, push));
	l->lines = _mm_sub_epi8(l->lines, _mm_andnot_si128(on, push));
}

static size_t
sum(__m128i lanes)
{
	__m128i halves = _mm_sad_epu8(lanes, _mm_setzero_si128());

	return (size_t)_mm_cvtsi128_si32(halves) +
	    (size_t)_mm_extract_epi16(halves, 4);
}
#else
enum { LANES = 8, LANE = 1 };

struct lanes {
	uint64_t pushes, lines, sessions, turns;
};

static inline void
add(struct lanes *l, const char *s, const unsigned char *wanted)
{
	uint64_t now, before, all, differ, turn, push, walked;

	memcpy(&now, s, 8);
	memcpy(&before, s - 1, 8);
	memcpy(&all, wanted, 8);
	differ = now ^ before;
	/* Of two direction letters, bits 0, 3 or 4. */
	turn = (differ | differ >> 3 | differ >> 4) & all;
	push = ~now >> 5 & all;
	walked = before >> 5 & all;
	l->pushes += push;
	l->turns += turn;
	l->sessions += push & walked;
	l->lines += push & (walked | turn);
}

static size_t
sum(uint64_t lanes)
{
	const uint64_t even = 0x00ff00ff00ff00ffU;

	lanes = (lanes & even) + (lanes >> 8 & even);
	return (size_t)(lanes * 0x0001000100010001U >> 48);
}
#endif

static void
add_lanes(struct sok_metrics *m, struct lanes *l)
{
	m->pushes += sum(l->pushes);
	m->lines += sum(l->lines);
	m->sessions += sum(l->sessions);
	m->player_lines += sum(l->turns);
	memset(l, 0, sizeof(*l));
}

static void
add_letter(struct sok_metrics *m, char c, char before)
{
	bool push = !(c & 32), turn = (c ^ before) & 31;

	m->pushes += push;
	m->player_lines += turn;
	m->sessions += push && before & 32;
	m->lines += push && (turn || before & 32);
}

/* The last n of LANES lanes are the bytes at wanted + n. */
#define NONE_8 0, 0, 0, 0, 0, 0, 0, 0
#define ALL_8 LANE, LANE, LANE, LANE, LANE, LANE, LANE, LANE
static const unsigned char wanted[2 * LANES] = {NONE_8,
#ifdef __SSE2__
    NONE_8, ALL_8,
#endif
    ALL_8};

void
metrics_of_letters(struct sok_metrics *m, struct sok_str moves)
{
	const char *s = moves.s, *end = s + moves.len;
	struct lanes l;
	unsigned steps = 0;

	m->moves = moves.len;
	if (moves.len == 0)
		return;
	memset(&l, 0, sizeof(l));
	add_letter(m, *s, *s | 32);
	m->player_lines = 1;
	for (s++; end - s >= LANES; s += LANES) {
		add(&l, s, wanted + LANES);
		/* One more step is added below. */
		if (++steps % 254 == 0)
			add_lanes(m, &l);
	}
	if (moves.len > LANES) {
		add(&l, end - LANES, wanted + (end - s));
		s = end;
	}
	for (; s < end; s++)
		add_letter(m, s[0], s[-1]);
	add_lanes(m, &l);
}
