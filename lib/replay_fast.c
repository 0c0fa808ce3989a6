/*
 * replay_fast.c - forward play of a game of letters alone.  The letter's
 * case is believed and only checked against the squares, because branches on
 * it are predicted well; metrics.c counts what the letters tell by
 * themselves.
 */
#include "replay.h"

bool
play_fast(struct play *p)
{
	const int32_t *delta = p->s->delta;
	const char *m = p->moves.s, *end = m + p->moves.len;
	unsigned char *at = p->sq + p->at, *box = NULL;
	struct tally *t = &p->t;
	size_t off = p->off;

	for (; m < end; m++) {
		ptrdiff_t d = delta[*m & 31];

		at += d;
		if (*m & 32) {
			if (*at & STAGE_BLOCKED)
				return false;
			continue;
		}
		if (!(*at & SOK_BOX) || at[d] & STAGE_BLOCKED)
			return false;
		off += (*at & SOK_GOAL) != 0;
		off -= (at[d] & SOK_GOAL) != 0;
		*at ^= SOK_BOX;
		at[d] |= SOK_BOX;
		t->m.changes += at != box;
		t->m.yasc_lines += at != box || d != t->line;
		t->line = d;
		box = at + d;
		if (off <= p->enough && p->solved_at == 0)
			p->solved_at = (size_t)(m - p->moves.s) + 1;
	}
	p->off = off;
	p->at = at - p->sq;
	return true;
}
