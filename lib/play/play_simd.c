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
push_target(const struct play *play, const unsigned char *at, int letter)
{
	return at +
	    position_step(play->position, (ptrdiff_t)(uintptr_t)at, letter);
}

static inline void
count_block(struct play *play)
{
	struct tally *tally = &play->tally;
	const unsigned char *box = tally->box, *at;
	/* From a cell to the entry of its goal. */
	ptrdiff_t goal =
	    play->position->side[play->played->mode].goal - play->cell;
	/* The number of boxes off goal above the tolerated number. */
	ptrdiff_t off = (ptrdiff_t)tally->off - (ptrdiff_t)tally->enough;
	uint64_t push, straight, after, lines, last;
	struct sok_metrics metrics = tally->metrics;
	size_t i, from, to, moved;
	unsigned char line = tally->line, letter;

	/* Padding: more moves in the same direction, which count as nothing. */
	memset(tally->letter + 1 + tally->n, tally->letter[tally->n] | 32, 63);
	for (i = 0; i < tally->n; i += 64) {
		push = find_pushes(tally->letter + 1 + i, &straight);
		after = push << 1 | !(tally->letter[i] & 32);
		lines = push & ~(after & straight);
		metrics.pushes += bits_count(push);
		metrics.lines += bits_count(lines);
		metrics.sessions += bits_count(push & ~after);
		metrics.player_lines += bits_count(~straight);

		/* Of pushes in a line only the first and last place of the box
		 * matter, unless the puzzle may be solved in between.  The
		 * first line may continue an earlier one. */
		last = push & ~((push & ~lines) >> 1);
		lines |= push & (~push + 1);
		for (; lines != 0; lines &= lines - 1, last &= last - 1) {
			from = i + (unsigned)bits_low(lines);
			to = i + (unsigned)bits_low(last);
			at = tally->at[from];
			letter = tally->letter[to + 1];
			moved = at != box;
			metrics.changes += moved;
			metrics.yasc_lines += moved | (size_t)(letter != line);
			line = letter;
			box = push_target(play, tally->at[to], letter);
			off += at[goal];
			while (__builtin_expect(off <= 1, false) &&
			    tally->solved_at == 0 && from <= to) {
				at = push_target(
				    play, tally->at[from++], letter);
				if (off <= at[goal])
					tally->solved_at =
					    tally->metrics.moves + from;
			}
			off -= box[goal];
		}
	}
	metrics.moves += tally->n;
	tally->metrics = metrics;
	tally->off = (size_t)(off + (ptrdiff_t)tally->enough);
	tally->box = box;
	tally->line = line;
	tally->letter[0] = tally->letter[tally->n];
	tally->n = 0;
}

CPU_AVX2 static void
count_avx2(struct play *play)
{
	count_block(play);
}

void
tally_count(struct play *play)
{
	if (CPU_HAS("avx2"))
		count_avx2(play);
	else
		count_block(play);
}

/* ---- forward play of letters */

/* Whether the next LANES letters are correct walks. */
static inline bool
walk_some(unsigned char **player, const struct leads *leads,
    const unsigned char *letter)
{
	unsigned char *at = *player;

	/* Beyond the border, cells could be anywhere: each step is tested. */
	if (simd_plane(letter, 5) != 0xffff)
		return false;
#pragma GCC unroll 16
	for (int i = 0; i < LANES; i++) {
		at += leads->player[letter[i]];
		if ((*at | leads->cell[letter[i]]) != CELL_FREE)
			return false;
	}
	*player = at;
	return true;
}

/* Play up to n letters while they are correct, and note the cells of the
 * player; returns how many were. */
static inline size_t
play_letters(unsigned char **player, const struct leads *leads,
    const unsigned char *letter, size_t n, const unsigned char **note)
{
	unsigned char *at = *player, *to, *box;
	size_t i;

#pragma GCC unroll 16
	for (i = 0; i < n; i++) {
		unsigned char what = leads->cell[letter[i]];

		to = at + leads->player[letter[i]];
		box = to + leads->box[letter[i]];
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
forward_letters(struct play *play)
{
	const struct leads *leads = &play->position->leads;
	const char *from = play->game->moves.s;
	unsigned char *at = play->cell + play->at,
	              *letter = play->tally.letter + 1;
	size_t left = play->game->moves.len, n, i, played;

	/* Letters must lead the same way from every cell. */
	if (steps_table[play->position->board->grid].kinds)
		return 0;
	for (i = n = 0; i == n && left > 0; left -= i, from += i) {
		n = left < TALLY_BLOCK ? left : TALLY_BLOCK;
		memcpy(letter, from, n);
		for (i = 0; i < n; i += LANES) {
			lanes letters;

			memcpy(&letters, letter + i, LANES);
			letters &= LEADS_MASK;
			memcpy(letter + i, &letters, LANES);
		}
		played = LANES;
		for (i = 0; played == LANES && i + LANES <= n; i += played)
			if (!walk_some(&at, leads, letter + i))
				played = play_letters(&at, leads, letter + i,
				    LANES, play->tally.at + i);
		if (played == LANES)
			i += play_letters(
			    &at, leads, letter + i, n - i, play->tally.at + i);
		play->at = at - play->cell;
		play->tally.n = i;
		tally_count(play);
	}
	return play->game->moves.len - left;
}
