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

/* A small letter that differs from every direction letter in its low five
 * bits, in which those differ from each other. */
#define BREAK '`'

void
tally_begin(struct play *p, size_t enough)
{
	struct tally *t = &p->t;

	t->m = (struct sok_metrics){0};
	t->off = position_off(p->s, p->mode);
	t->enough = enough;
	t->solved_at = 0;
	t->letter[0] = BREAK;
	t->line = 0;
	t->box = NULL;
	t->n = 0;
}

typedef signed char lanes __attribute__((vector_size(16)));
enum { LANES = sizeof(lanes) };

/* For each of 64 letters a bit: it is small; it has the direction of the letter
 * before it. */
struct letter_bits {
	uint64_t small, straight;
};

static inline struct letter_bits
look_at(const char *s)
{
	struct letter_bits b = {0, 0};
	unsigned char same[LANES];
	lanes now, before;

	for (int i = 0; i < 64; i += LANES, s += LANES) {
		b.small |= bits_plane((const unsigned char *)s, 5) << i;
		memcpy(&now, s, LANES);
		memcpy(&before, s - 1, LANES);
		now = ((now ^ before) & 31) == 0;
		memcpy(same, &now, LANES);
		b.straight |= bits_plane(same, 0) << i;
	}
	return b;
}

/* Pushes of a block while they are counted. */
struct pushes {
	const struct sok_position *s;
	const unsigned char *cell;
	ptrdiff_t goal; /* the way from a cell to its goal */
	ptrdiff_t off, enough;
	size_t changes, yasc_lines, solved_at;
	const unsigned char *box;
	char line;
};

static inline const unsigned char *
behind_push(const struct pushes *c, const unsigned char *at, char letter)
{
	return at + position_step(c->s, at - c->cell, letter);
}

/* Pushes in a line, the first and the last of which are moves `from` and `to`
 * of the block, that may have solved: the first one that did. */
static void
find_solved(struct pushes *c, const struct tally *t, ptrdiff_t off, size_t from,
    size_t to)
{
	for (; from <= to; from++)
		if (off -
		        *(behind_push(c, t->at[from], t->letter[from + 1]) +
		            c->goal) <=
		    c->enough) {
			c->solved_at = t->m.moves + from + 1;
			c->enough = -1;
			return;
		}
}

/* Pushes in a line: only where the box was and is matters, unless it could
 * solve on its way. */
static inline void
count_line(struct pushes *c, const struct tally *t, size_t from, size_t to)
{
	const unsigned char *at = t->at[from];
	char letter = t->letter[to + 1];
	bool other = at != c->box;

	c->changes += other;
	c->yasc_lines += other | (letter != c->line);
	c->line = letter;
	c->box = behind_push(c, t->at[to], letter);
	c->off += at[c->goal];
	if (c->off - 1 <= c->enough)
		find_solved(c, t, c->off, from, to);
	c->off -= c->box[c->goal];
}

/* n <= 64 letters from letter `first` of the block on. */
static inline void
count_letters(struct pushes *c, struct tally *t, size_t first, size_t n)
{
	struct letter_bits b = look_at(t->letter + 1 + first);
	uint64_t push = ~b.small & bits_first(n), after, lines, next;
	size_t from;

	after = push << 1 | !(t->letter[first] & 32);
	lines = push & ~(after & b.straight);
	t->m.pushes += bits_count(push);
	t->m.player_lines += n - bits_count(b.straight & bits_first(n));
	t->m.sessions += bits_count(push & ~after);
	t->m.lines += bits_count(lines);
	/* A line may go on from the letters before. */
	for (lines |= push & (~push + 1); lines != 0; lines = next) {
		next = lines & (lines - 1);
		from = first + (size_t)bits_low(lines);
		count_line(c, t, from,
		    first +
		        (size_t)bits_high(push & ((next & (~next + 1)) - 1)));
	}
}

void
tally_count(struct play *p)
{
	struct tally *t = &p->t;
	struct pushes c = {p->s, p->cell, p->s->side[p->mode].goal - p->cell,
	    (ptrdiff_t)t->off, t->solved_at > 0 ? -1 : (ptrdiff_t)t->enough, 0,
	    0, t->solved_at, t->box, t->line};
	size_t i;

	for (i = 0; i < t->n; i += 64)
		count_letters(&c, t, i, t->n - i < 64 ? t->n - i : 64);
	t->m.moves += t->n;
	t->m.changes += c.changes;
	t->m.yasc_lines += c.yasc_lines;
	t->off = (size_t)c.off;
	t->solved_at = c.solved_at;
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
