/* play_simd.c - plays letters, and counts metrics, many moves at a time.
 * tally.c says what tally_count() computes; forward_letters() plays like
 * play_step(). */
#include "base/base.h"
#include "board/board.h"
#include "play/position.h"
#include "text/text.h"

typedef signed char lanes __attribute__((vector_size(16)));
enum { LANES = sizeof(lanes) };

/* ---- metrics */

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
		walks |= simd_plane(byte, 5) << i;
		now = ((now ^ before) & 31) == 0;
		memcpy(byte, &now, LANES);
		*straight |= simd_plane(byte, 7) << i;
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
	ptrdiff_t goal = p->s->side[p->r->mode].goal - p->cell;
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

/* ---- forward play of letters */

/* Whether the next LANES letters are correct walks. */
static inline bool
walk_some(unsigned char **player, const struct leads *l, const unsigned char *m)
{
	unsigned char *at = *player;

	/* Beyond the border, cells could be anywhere: each step is tested. */
	if (simd_plane(m, 5) != 0xffff)
		return false;
#pragma GCC unroll 16
	for (int i = 0; i < LANES; i++) {
		at += l->player[m[i]];
		if ((*at | l->cell[m[i]]) != CELL_FREE)
			return false;
	}
	*player = at;
	return true;
}

/* Play up to n letters while they are correct, and note the cells of the
 * player; returns how many were. */
static inline size_t
play_letters(unsigned char **player, const struct leads *l,
    const unsigned char *m, size_t n, const unsigned char **note)
{
	unsigned char *at = *player, *to, *box;
	size_t i;

#pragma GCC unroll 16
	for (i = 0; i < n; i++) {
		unsigned char what = l->cell[m[i]];

		to = at + l->player[m[i]];
		box = to + l->box[m[i]];
		if (__builtin_expect(*to != what || *box != CELL_FREE, false))
			break;
		*to = CELL_FREE;
		*box = what;
		note[i] = at = to;
	}
	*player = at;
	return i;
}

/* No branch depends on a correct letter, so the processor does not mispredict:
 * each letter tests and sets two cells, the same for a walk.  Long walks set
 * nothing. */
size_t
forward_letters(struct play *p)
{
	const struct leads *l = &p->s->leads;
	const char *from = p->g->moves.s;
	unsigned char *at = p->cell + p->at, *m = p->t.letter + 1;
	size_t left = p->g->moves.len, n, i, played;

	/* Letters must lead the same way from every cell. */
	if (steps_table[p->s->board->grid].kinds)
		return 0;
	for (i = n = 0; i == n && left > 0; left -= i, from += i) {
		n = left < TALLY_BLOCK ? left : TALLY_BLOCK;
		memcpy(m, from, n);
		for (i = 0; i < n; i += LANES) {
			lanes v;

			memcpy(&v, m + i, LANES);
			v &= LEADS_MASK;
			memcpy(m + i, &v, LANES);
		}
		played = LANES;
		for (i = 0; played == LANES && i + LANES <= n; i += played)
			if (!walk_some(&at, l, m + i))
				played = play_letters(
				    &at, l, m + i, LANES, p->t.at + i);
		if (played == LANES)
			i += play_letters(&at, l, m + i, n - i, p->t.at + i);
		p->at = at - p->cell;
		p->t.n = i;
		tally_count(p);
	}
	return p->g->moves.len - left;
}
