/* metrics.c - orders of metrics, and those that letters alone tell, many
 * letters at a time. */
#include <string.h>

#include "base/bits.h"
#include "play/replay.h"
#ifdef __SSE2__
#include "base/sse2.h"
#endif

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
 * add() looks at letters from s on, given the letter before each of them, and
 * counts those that are wanted.
 */
#ifdef __SSE2__
enum { LANES = STEP };
typedef BYTES lane; /* of what is true, all bits */
#define ALL every(-1)
#else
enum { LANES = 8 };
typedef uint64_t lane; /* of what is true, the lowest bit */
#define ALL BITS_EVERY
#endif

struct lanes {
	lane pushes, straight; /* straight on from the letter before */
	lane on, straight_on;  /* a push behind a push */
};

#ifdef __SSE2__
static inline void
add(struct lanes *l, const char *s, lane wanted)
{
	lane now = at(s), before = at(s - 1), small = every('a');
	lane differ = _mm_xor_si128(now, before);
	lane straight = is(both(differ, every(31)), 0);
	lane push = both(_mm_cmpgt_epi8(small, now), wanted);
	lane on = both(_mm_cmpgt_epi8(small, before), push);

	/* What is true is -1. */
	l->pushes = less(l->pushes, push);
	l->straight = less(l->straight, both(straight, wanted));
	l->on = less(l->on, on);
	l->straight_on = less(l->straight_on, both(straight, on));
}
#else
static inline void
add(struct lanes *l, const char *s, lane wanted)
{
	lane now, before, differ, straight, push, on;

	memcpy(&now, s, 8);
	memcpy(&before, s - 1, 8);
	differ = now ^ before;
	/* Of two direction letters, bits 0, 3 or 4. */
	straight = ~(differ | differ >> 3 | differ >> 4) & wanted;
	push = ~now >> 5 & wanted;
	on = ~before >> 5 & push;
	l->pushes += push;
	l->straight += straight;
	l->on += on;
	l->straight_on += straight & on;
}

static size_t
total(lane counts)
{
	const uint64_t even = 0x00ff00ff00ff00ffU;

	counts = (counts & even) + (counts >> 8 & even);
	return (size_t)(counts * 0x0001000100010001U >> 48);
}
#endif

static void
add_letter(struct sok_metrics *m, char c, char before)
{
	bool push = !(c & 32), turn = (c ^ before) & 31;

	m->pushes += push;
	m->player_lines += turn;
	m->sessions += push && before & 32;
	m->lines += push && (turn || before & 32);
}

/* The last n < LANES of them. */
static inline lane
last(size_t n)
{
	unsigned char wanted[2 * LANES] = {0};
	lane all = ALL;

	memcpy(wanted + LANES, &all, LANES);
	memcpy(&all, wanted + n, LANES);
	return all;
}

/* n letters, LANES or more. */
static void
add_letters(struct sok_metrics *m, const char *s, size_t n)
{
	static const struct lanes none;
	const char *end = s + n;
	struct lanes l = none;

	for (; end - s >= LANES; s += LANES)
		add(&l, s, ALL);
	add(&l, end - LANES, last((size_t)(end - s)));
	m->pushes += total(l.pushes);
	m->lines += total(l.pushes) - total(l.straight_on);
	m->sessions += total(l.pushes) - total(l.on);
	m->player_lines += n - total(l.straight);
}

void
metrics_of_letters(struct sok_metrics *m, struct sok_str moves)
{
	const size_t most = (size_t)LANES * 254;
	const char *s = moves.s, *end = s + moves.len;
	size_t left, n;

	m->moves = moves.len;
	if (moves.len == 0)
		return;
	add_letter(m, *s, *s | 32);
	m->player_lines = 1;
	for (s++; end - s >= LANES; s += n) {
		left = (size_t)(end - s);
		n = left < most ? left : most;
		add_letters(m, s, n);
	}
	for (; s < end; s++)
		add_letter(m, s[0], s[-1]);
}
