/* metrics.c - orders of metrics, and those that letters alone tell, eight
 * letters at a time. */
#include <string.h>

#include "replay.h"

#define ONES 0x0101010101010101U

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

	while (i < 5 && order[i] == 0)
		i++;
	return order[i];
}

/* Counts of eight lanes, a byte each; good for 255 words. */
struct lanes {
	uint64_t pushes, lines, sessions, turns;
};

/* What the eight letters at s are, given the letter before each of them:
 * direction letters differ in bit 0, 3 or 4. */
static inline void
add_word(struct lanes *l, const char *s, uint64_t wanted)
{
	uint64_t now, before, differ;
	uint64_t turn, push, walked;

	memcpy(&now, s, 8);
	memcpy(&before, s - 1, 8);
	differ = now ^ before;
	turn = (differ | differ >> 3 | differ >> 4) & wanted;
	push = ~now >> 5 & wanted;
	walked = before >> 5 & wanted;
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

static void
add_lanes(struct sok_metrics *m, struct lanes *l)
{
	m->pushes += sum(l->pushes);
	m->lines += sum(l->lines);
	m->sessions += sum(l->sessions);
	m->player_lines += sum(l->turns);
	*l = (struct lanes){0};
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

void
metrics_of_letters(struct sok_metrics *m, struct sok_str moves)
{
	/* The last n of eight lanes are the eight bytes at last + n. */
	static const unsigned char last[16] = {[8] = 1, 1, 1, 1, 1, 1, 1, 1};
	const char *s = moves.s, *end = s + moves.len;
	struct lanes l = {0};
	uint64_t wanted;
	unsigned words = 0;

	m->moves = moves.len;
	if (moves.len == 0)
		return;
	add_letter(m, *s, *s | 32);
	m->player_lines = 1;
	for (s++; end - s >= 8; s += 8) {
		add_word(&l, s, ONES);
		/* One more word is added below. */
		if (++words % 254 == 0)
			add_lanes(m, &l);
	}
	if (moves.len > 8) {
		memcpy(&wanted, last + (end - s), 8);
		add_word(&l, end - 8, wanted);
		s = end;
	}
	for (; s < end; s++)
		add_letter(m, s[0], s[-1]);
	add_lanes(m, &l);
}
