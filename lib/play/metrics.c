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

/* Which of the 64 letters from s on push, and which have the direction of the
 * letter before them. */
static inline uint64_t
find_pushes(const char *s, uint64_t *straight)
{
	unsigned char byte[LANES];
	uint64_t walks = 0;
	lanes now, before;

	*straight = 0;
#pragma GCC unroll 4
	for (int i = 0; i < 64; i += LANES) {
		memcpy(&now, s + i, LANES);
		memcpy(&before, s + i - 1, LANES);
		memcpy(byte, &now, LANES);
		walks |= bits_plane(byte, 5) << i;
		now = ((now ^ before) & 31) == 0;
		memcpy(byte, &now, LANES);
		*straight |= bits_plane(byte, 7) << i;
	}
	return ~walks;
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

/* Count pushes `from` to `to` of the block, which are in a line: only the first
 * and last place of the box matter, unless the puzzle may be solved in between.
 */
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
	if (__builtin_expect(c->off <= 1, false))
		for (; t->solved_at == 0 && from <= to; from++)
			if (c->off <=
			    push_target(c, t->at[from], letter)[c->goal])
				t->solved_at = t->m.moves + from + 1;
	c->off -= c->box[c->goal];
}

static inline void
count_block(struct play *p)
{
	struct tally *t = &p->t;
	struct pushes c = {.s = p->s,
	    .box = t->box,
	    .goal = p->s->side[p->mode].goal - p->cell,
	    .off = (ptrdiff_t)t->off - (ptrdiff_t)t->enough,
	    .line = t->line};
	struct sok_metrics m = t->m;
	uint64_t push, straight, after, lines, last;

	/* Padding: more moves in the same direction, which count as nothing. */
	memset(t->letter + 1 + t->n, t->letter[t->n] | 32, 63);
	for (size_t i = 0; i < t->n; i += 64) {
		push = find_pushes(t->letter + 1 + i, &straight);
		after = push << 1 | !(t->letter[i] & 32);
		lines = push & ~(after & straight);
		m.pushes += bits_count(push);
		m.lines += bits_count(lines);
		m.sessions += bits_count(push & ~after);
		m.player_lines += bits_count(~straight);

		last = push & ~((push & ~lines) >> 1);
		/* The first line may continue an earlier one. */
		lines |= push & (~push + 1);
		for (; lines != 0; lines &= lines - 1, last &= last - 1)
			count_line(&c, t, i + (unsigned)bits_low(lines),
			    i + (unsigned)bits_low(last));
	}
	m.moves += t->n;
	m.changes += c.changes;
	m.yasc_lines += c.yasc_lines;
	t->m = m;
	t->off = (size_t)(c.off + (ptrdiff_t)t->enough);
	t->box = c.box;
	t->line = c.line;
	t->letter[0] = t->letter[t->n];
	t->n = 0;
}

CPU_AVX2 static void
count_avx2(struct play *p)
{
	count_block(p);
}

void
tally_count(struct play *p)
{
	if (cpu_has_avx2())
		count_avx2(p);
	else
		count_block(p);
}

void
tally_break(struct play *p, size_t n)
{
	tally_count(p);
	p->t.m.moves += n;
	p->t.letter[0] = BREAK;
	p->t.line = 0;
}
