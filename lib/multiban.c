/*
 * multiban.c - puzzles with several players: which ones are, and the change
 * from one player to another, a displacement in braces.
 */
#include <string.h>

#include "replay.h"

bool
multiban_game(const struct sok_game *g)
{
	return !g->letters_only && g->moves.len > 0 &&
	    memchr(g->moves.s, '{', g->moves.len) != NULL;
}

bool
multiban_puzzle(const struct sok_puzzle *p)
{
	bool found = p->variant == SOK_MULTIBAN;
	size_t i;

	for (i = 0; i < p->ngames && !found; i++)
		found = multiban_game(&p->game[i]);
	return found;
}

bool
multiban_change(struct play *p, size_t *i)
{
	size_t start = *i, n;
	long dx, dy;
	ptrdiff_t to;

	if (!play_bracket(p->moves, i, &dx, &dy, &n))
		return play_stop(p, SOK_ILLEGAL_MOVE_RULE, start,
		    "changes players without an end");
	to = stage_away(p->s, p->at, dx, dy);
	if (to != p->at && (to < 0 || !(p->sq[to] & SOK_PLAYER)))
		return play_stop(p, SOK_ILLEGAL_MOVE_RULE, start,
		    "changes to a square without a player");
	p->sq[p->at] |= SOK_PLAYER;
	p->sq[to] &= (unsigned char)~SOK_PLAYER;
	p->at = to;
	tally_break(&p->t, 0);
	return true;
}
