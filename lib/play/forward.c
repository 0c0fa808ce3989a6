/*
 * forward.c - forward play of games that contain only letters.
 */
#include <string.h>

#include "base/bits.h"
#include "board/steps.h"
#include "play/position.h"

/* Play a letter, if it is right, and note its cell. */
static inline bool
play_letter(unsigned char **player, const struct leads *l, unsigned char letter,
    const unsigned char **note)
{
	size_t c = letter & LEADS_MASK;
	unsigned char *at = *player + l->player[c], *to = at + l->box[c];
	unsigned char what = l->cell[c];

	if (__builtin_expect(*at != what || *to != CELL_FREE, false))
		return false;
	*at = CELL_FREE;
	*to = what;
	*note = *player = at;
	return true;
}

enum { STEPS = 16 };

/* Whether STEPS letters are walks that are right. */
static inline bool
walk_steps(
    unsigned char **player, const struct leads *l, const unsigned char *m)
{
	unsigned char *at = *player;

	/* A step out of the border would lead anywhere: so each is tested. */
	if (bits_plane(m, 5) != 0xffff)
		return false;
#pragma GCC unroll 4
	for (int i = 0; i < STEPS; i++) {
		size_t c = m[i] & LEADS_MASK;

		at += l->player[c];
		if ((*at | l->cell[c]) != CELL_FREE)
			return false;
	}
	*player = at;
	return true;
}

static inline size_t
play_letters(unsigned char **player, const struct leads *l,
    const unsigned char *m, size_t n, const unsigned char **note)
{
	size_t i;

#pragma GCC unroll 4
	for (i = 0; i < n; i++)
		if (!play_letter(player, l, m[i], note + i))
			return i;
	return n;
}

/*
 * Play n letters, as many as are right: how many.  No branch depends on what a
 * right letter is, so the processor mispredicts none: each letter checks and
 * sets two cells, which for a walk are the same.  Long walks set nothing.
 */
static size_t
play_block(struct play *p, const struct leads *l, const char *letters, size_t n)
{
	const unsigned char *m = (const unsigned char *)letters;
	unsigned char *at = p->cell + p->at;
	const unsigned char **note = p->t.at;
	size_t i = 0, played = STEPS;

	for (; played == STEPS && i + STEPS <= n; i += played)
		played = walk_steps(&at, l, m + i)
		    ? STEPS
		    : play_letters(&at, l, m + i, STEPS, note + i);
	if (played == STEPS)
		i += play_letters(&at, l, m + i, n - i, note + i);
	p->at = at - p->cell;
	return i;
}

size_t
forward_letters(struct play *p)
{
	const char *m = p->moves.s;
	size_t left = p->moves.len, n, played;

	/* A letter must lead the same way from every cell. */
	if (steps_table[p->s->board->grid].kinds)
		return 0;
	for (played = n = 0; played == n && left > 0; left -= played) {
		n = left < TALLY_BLOCK ? left : TALLY_BLOCK;
		played = play_block(p, &p->s->leads, m, n);
		memcpy(p->t.letter + 1, m, played);
		p->t.n = played;
		tally_count(p);
		m += played;
	}
	return p->moves.len - left;
}
