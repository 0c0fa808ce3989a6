/*
 * multiban.c - puzzles with several players: keeping them so, and changing the
 * active player by a displacement in braces.
 */
#include <string.h>

#include "play/position.h"
#include "text/declared/variant.h"
#include "tools.h"

bool
multiban_puzzle(const struct sok_puzzle *p)
{
	return p->variant == SOK_MULTIBAN || multiban_first(p) != NULL;
}

static bool
declared(const struct sok_puzzle *p)
{
	return sok_text_variant(
	           &p->text, p->header ? p->header->variant : SOK_SOKOBAN) ==
	    SOK_MULTIBAN;
}

int
multiban_keep(struct sok_puzzle *p, struct sok_game *g, struct sok_arena *a)
{
	char *s;

	if (multiban_first(p) != NULL || declared(p))
		return 0;
	s = sok_arena_alloc(a, g->moves.len + 2, 1);
	if (s == NULL)
		return -1;
	memcpy(s, "{}", 2);
	if (g->moves.len > 0)
		memcpy(s + 2, g->moves.s, g->moves.len);
	g->moves = (struct sok_str){s, g->moves.len + 2};
	g->letters_only = false;
	g->source = NULL;
	g->nsource = 0;
	return 0;
}

int
sok_drop_games(struct sok_puzzle *p, const bool *drop, struct sok_arena *a)
{
	bool several = p->board.players > 1 && multiban_puzzle(p);
	size_t i, n = 0;

	for (i = 0; i < p->ngames; i++)
		if (!drop[i])
			p->game[n++] = p->game[i];
	p->ngames = n;
	return several && n > 0 ? multiban_keep(p, p->game, a) : 0;
}

bool
multiban_change(struct play *p, size_t *i)
{
	size_t start = *i, n;
	ptrdiff_t to = p->at;

	if (!position_displaced(p->s, p->moves, i, &to, &n))
		return play_stop(p, SOK_ILLEGAL_MOVE_RULE, start,
		    "changes players without a closing brace");
	if (to != p->at && (to < 0 || !(p->cell[to] & CELL_PLAYER)))
		return play_stop(p, SOK_ILLEGAL_MOVE_RULE, start,
		    "changes to a square without a player");
	p->cell[p->at] |= CELL_PLAYER;
	p->cell[to] &= (unsigned char)~CELL_PLAYER;
	p->at = to;
	tally_break(p, 0);
	return true;
}
