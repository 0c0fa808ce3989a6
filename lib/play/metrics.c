/*
 * metrics.c - counts the metrics of games, a block of letters at a time, and
 * compares metrics.
 */
#include <string.h>

#include "base/bits.h"
#include "play/position.h"
#include "tools.h"

static int
compare_counts(size_t a, size_t b)
{
	return (a > b) - (a < b);
}

int
sok_metrics_compare(
    const struct sok_metrics *a, const struct sok_metrics *b, bool pushes)
{
	int moved = compare_counts(a->moves, b->moves);
	int order = compare_counts(a->pushes, b->pushes);

	if (moved != 0 && (!pushes || order == 0))
		return moved;
#define COMPARE(name) \
	if (order == 0) \
		order = compare_counts(a->name, b->name);
	SOK_METRICS(COMPARE)
#undef COMPARE
	return order;
}

/* A small letter that differs from all direction letters in its low five bits.
 */
#define BREAK '`'

void
tally_begin(struct play *p, size_t enough)
{
	struct tally *t = &p->t;

	t->m = (struct sok_metrics){0};
	/* Boxes on goals are on goals in both modes. */
	t->off = p->s->off;
	if (p->mode == SOK_REVERSE)
		t->off += p->s->board->goals - p->s->board->boxes;
	t->enough = enough;
	t->solved_at = 0;
	t->letter[0] = BREAK;
	t->line = 0;
	t->box = NULL;
	t->n = 0;
}

typedef signed char lanes __attribute__((vector_size(16)));
enum { LANES = sizeof(lanes) };

/* The lanes that are -1; all others are 0. */
static inline uint64_t
lane_bits(lanes v)
{
	unsigned char byte[LANES];

	memcpy(byte, &v, LANES);
	return bits_plane(byte, 7);
}

/* The sum of the lanes, each under 32. */
static inline size_t
lane_sum(lanes v)
{
	uint64_t half[2];

	memcpy(half, &v, LANES);
	return bits_sum(half[0]) + bits_sum(half[1]);
}

/* Counts of letters in a block, by lane. */
struct letters {
	lanes pushes, turns, sessions, lines;
};

/* Count the pushes and the lines of pushes that begin among the 64 letters from
 * s on, and return them as bits. */
static inline uint64_t
count_letters(struct letters *c, const char *s, uint64_t *push)
{
	lanes now, before, pushes, after, straight, begin;
	uint64_t lines = 0;

	*push = 0;
#pragma GCC unroll 4
	for (int i = 0; i < 64; i += LANES) {
		memcpy(&now, s + i, LANES);
		memcpy(&before, s + i - 1, LANES);
		pushes = (now & 32) == 0;
		after = (before & 32) == 0;
		straight = ((now ^ before) & 31) == 0;
		begin = pushes & ~(after & straight);
		c->pushes -= pushes;
		c->turns -= ~straight;
		c->sessions -= pushes & ~after;
		c->lines -= begin;
		*push |= lane_bits(pushes) << i;
		lines |= lane_bits(begin) << i;
	}
	return lines;
}

/* The pushes of a block while they are counted. */
struct pushes {
	const struct sok_position *s;
	const unsigned char *box;
	ptrdiff_t goal; /* from a cell to the entry of its goal */
	ptrdiff_t off; /* number of boxes off goal above the tolerated number */
	size_t changes, yasc_lines;
	char line;
};

/* The cell to which a push moves a box.  The parity of a cell is that of its
 * address. */
static inline const unsigned char *
push_target(const struct pushes *c, const unsigned char *at, char letter)
{
	return at + position_step(c->s, (ptrdiff_t)(uintptr_t)at, letter);
}

/* The move after which enough boxes are on goals, among pushes `from` to `to`
 * of the block, which are in a line; 0 if none is. */
static size_t
find_solved(
    const struct pushes *c, const struct tally *t, size_t from, size_t to)
{
	for (; from <= to; from++)
		if (c->off <=
		    push_target(c, t->at[from], t->letter[from + 1])[c->goal])
			return t->m.moves + from + 1;
	return 0;
}

/* Count pushes in a line: only the first and last place of the box matter,
 * unless the puzzle may be solved in between. */
static inline void
count_line(struct pushes *c, struct tally *t, size_t from, size_t to)
{
	const unsigned char *at = t->at[from];
	char letter = t->letter[to + 1];
	size_t moved = (size_t)(at - c->box);

	c->changes += moved != 0;
	c->yasc_lines += (size_t)(moved != 0) | (size_t)(letter != c->line);
	c->line = letter;
	c->box = push_target(c, t->at[to], letter);
	c->off += at[c->goal];
	if (__builtin_expect(c->off <= 1, false) && t->solved_at == 0)
		t->solved_at = find_solved(c, t, from, to);
	c->off -= c->box[c->goal];
}

void
tally_count(struct play *p)
{
	struct tally *t = &p->t;
	struct pushes c = {.s = p->s,
	    .box = t->box,
	    .goal = p->s->side[p->mode].goal - p->cell,
	    .off = (ptrdiff_t)t->off - (ptrdiff_t)t->enough,
	    .line = t->line};
	struct letters n = {.pushes = {0}};
	uint64_t lines, push, last;

	/* Padding: more moves in the same direction, which count as nothing. */
	memset(t->letter + 1 + t->n, t->letter[t->n] | 32, 63);
	for (size_t i = 0; i < t->n; i += 64) {
		lines = count_letters(&n, t->letter + 1 + i, &push);
		last = push & ~((push & ~lines) >> 1);
		/* The first line may continue an earlier one. */
		lines |= push & (~push + 1);
		for (; lines != 0; lines &= lines - 1, last &= last - 1)
			count_line(&c, t, i + (unsigned)bits_low(lines),
			    i + (unsigned)bits_low(last));
	}
	t->m.moves += t->n;
	t->m.pushes += lane_sum(n.pushes);
	t->m.player_lines += lane_sum(n.turns);
	t->m.sessions += lane_sum(n.sessions);
	t->m.lines += lane_sum(n.lines);
	t->m.changes += c.changes;
	t->m.yasc_lines += c.yasc_lines;
	t->off = (size_t)(c.off + (ptrdiff_t)t->enough);
	t->box = c.box;
	t->line = c.line;
	t->letter[0] = t->letter[t->n];
	t->n = 0;
}

void
tally_break(struct play *p, size_t n)
{
	tally_count(p);
	p->t.m.moves += n;
	p->t.letter[0] = BREAK;
	p->t.line = 0;
}
