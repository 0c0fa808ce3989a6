/*
 * forward.c - forward play of games that contain only letters.
 */
#include <string.h>

#include "base/bits.h"
#include "board/steps.h"
#include "play/position.h"

typedef unsigned char letters __attribute__((vector_size(16)));
enum { STEPS = sizeof(letters) };

/* Whether the next STEPS letters are correct walks. */
static inline bool
walk_steps(
    unsigned char **player, const struct leads *l, const unsigned char *m)
{
	unsigned char *at = *player;

	/* Beyond the border, cells could be anywhere, so each step is tested.
	 */
	if (bits_plane(m, 5) != 0xffff)
		return false;
#pragma GCC unroll 16
	for (int i = 0; i < STEPS; i++) {
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

/*
 * No branch depends on a correct letter, so the processor does not mispredict:
 * each letter tests and sets two cells, which are the same for a walk.  Long
 * walks set nothing.
 */
size_t
forward_letters(struct play *p)
{
	const struct leads *l = &p->s->leads;
	const char *from = p->moves.s;
	unsigned char *at = p->cell + p->at, *m = p->t.letter + 1;
	size_t left = p->moves.len, n, i, played;

	/* Letters must lead the same way from every cell. */
	if (steps_table[p->s->board->grid].kinds)
		return 0;
	for (i = n = 0; i == n && left > 0; left -= i, from += i) {
		n = left < TALLY_BLOCK ? left : TALLY_BLOCK;
		memcpy(m, from, n);
		for (i = 0; i < n; i += STEPS) {
			letters v;

			memcpy(&v, m + i, sizeof(v));
			v &= LEADS_MASK;
			memcpy(m + i, &v, sizeof(v));
		}
		played = STEPS;
		for (i = 0; played == STEPS && i + STEPS <= n; i += played)
			if (!walk_steps(&at, l, m + i))
				played = play_letters(
				    &at, l, m + i, STEPS, p->t.at + i);
		if (played == STEPS)
			i += play_letters(&at, l, m + i, n - i, p->t.at + i);
		p->at = at - p->cell;
		p->t.n = i;
		tally_count(p);
	}
	return p->moves.len - left;
}
