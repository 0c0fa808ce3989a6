/*
 * metrics.c - counts the metrics of games, a block of letters at a time, and
 * compares metrics.
 */
#include <string.h>

#include "base/bits.h"
#include "play/position.h"
#include "tools.h"

int
sok_metrics_compare(
    const struct sok_metrics *a, const struct sok_metrics *b, bool pushes)
{
#define COUNTS(name) {a->name, b->name},
	const size_t count[][2] = {SOK_METRICS(COUNTS)};
#undef COUNTS

	for (size_t i = 0; i < SOK_COUNT(count); i++) {
		/* Moves and pushes change places. */
		const size_t *c = count[pushes && i < 2 ? 1 - i : i];

		if (c[0] != c[1])
			return c[0] < c[1] ? -1 : 1;
	}
	return 0;
}

/* A walk that differs from all direction letters in its low five bits. */
#define BREAK 32

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
find_pushes(const unsigned char *s, uint64_t *straight)
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

/* The cell to which a push moves the box at `at`.  The parity of a cell is that
 * of its address. */
static inline const unsigned char *
push_target(const struct play *p, const unsigned char *at, int letter)
{
	return at + position_step(p->s, (ptrdiff_t)(uintptr_t)at, letter);
}

static inline void
count_block(struct play *p)
{
	struct tally *t = &p->t;
	const unsigned char *box = t->box, *at;
	/* From a cell to the entry of its goal. */
	ptrdiff_t goal = p->s->side[p->mode].goal - p->cell;
	/* The number of boxes off goal above the tolerated number. */
	ptrdiff_t off = (ptrdiff_t)t->off - (ptrdiff_t)t->enough;
	uint64_t push, straight, after, lines, last;
	struct sok_metrics m = t->m;
	size_t i, from, to, moved;
	unsigned char line = t->line, letter;

	/* Padding: more moves in the same direction, which count as nothing. */
	memset(t->letter + 1 + t->n, t->letter[t->n] | 32, 63);
	for (i = 0; i < t->n; i += 64) {
		push = find_pushes(t->letter + 1 + i, &straight);
		after = push << 1 | !(t->letter[i] & 32);
		lines = push & ~(after & straight);
		m.pushes += bits_count(push);
		m.lines += bits_count(lines);
		m.sessions += bits_count(push & ~after);
		m.player_lines += bits_count(~straight);

		/* Of pushes in a line only the first and last place of the box
		 * matter, unless the puzzle may be solved in between.  The
		 * first line may continue an earlier one. */
		last = push & ~((push & ~lines) >> 1);
		lines |= push & (~push + 1);
		for (; lines != 0; lines &= lines - 1, last &= last - 1) {
			from = i + (unsigned)bits_low(lines);
			to = i + (unsigned)bits_low(last);
			at = t->at[from];
			letter = t->letter[to + 1];
			moved = at != box;
			m.changes += moved;
			m.yasc_lines += moved | (size_t)(letter != line);
			line = letter;
			box = push_target(p, t->at[to], letter);
			off += at[goal];
			while (__builtin_expect(off <= 1, false) &&
			    t->solved_at == 0 && from <= to) {
				at = push_target(p, t->at[from++], letter);
				if (off <= at[goal])
					t->solved_at = t->m.moves + from;
			}
			off -= box[goal];
		}
	}
	m.moves += t->n;
	t->m = m;
	t->off = (size_t)(off + (ptrdiff_t)t->enough);
	t->box = box;
	t->line = line;
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
	if (CPU_HAS("avx2"))
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
