/* best.c - the best solutions of a puzzle: the one with the fewest moves, and
 * the one with the fewest pushes, which may be the same. */
#include "play/play.h"
#include "play/position.h"

int
sok_game_rank(const struct sok_puzzle *p, const struct sok_game *g,
    const struct sok_replay *r, const struct sok_replay_options *o,
    struct sok_metrics *rank, struct sok_arena *scratch)
{
	struct sok_game forward = {.letters_only = true};
	struct sok_replay again;

	*rank = r->at;
	if (r->mode != SOK_REVERSE || r->verdict != SOK_SOLVED)
		return 0;
	int found = sok_to_forward(p, g, &forward.moves, scratch);
	if (found != 1)
		return found;
	if (sok_replay(p, &forward, o, &again, scratch) == -1)
		return -1;
	if (again.verdict == SOK_SOLVED)
		*rank = again.at;
	return 0;
}

void
sok_best_see(struct sok_best *b, size_t game, const struct sok_metrics *rank)
{
	for (int by = 0; by < SOK_NBEST; by++) {
		bool pushes = by == SOK_BEST_PUSHES;

		if (b->any &&
		    sok_metrics_compare(rank, &b->at[by], pushes) >= 0)
			continue;
		b->game[by] = game;
		b->at[by] = *rank;
	}
	b->any = true;
}

bool
sok_best_is(const struct sok_best *b, size_t game, unsigned wanted)
{
	for (int by = 0; by < SOK_NBEST; by++)
		if (b->any && (wanted & 1U << by) != 0 && b->game[by] == game)
			return true;
	return false;
}

int
sok_best_find(
    const struct sok_puzzle *p, struct sok_best *b, struct sok_arena *scratch)
{
	struct sok_replay_options o = {.no_final = true};
	struct sok_metrics rank;
	struct sok_replay r;

	*b = (struct sok_best){.any = false};
	if (!p->has_board || p->ngames == 0)
		return 0;
	o.position = sok_position_open(p, scratch);
	if (o.position == NULL)
		return -1;
	for (size_t i = 0; i < p->ngames; i++) {
		const struct sok_game *g = &p->game[i];

		if (sok_replay(p, g, &o, &r, scratch) == -1)
			return -1;
		if (r.verdict != SOK_SOLVED)
			continue;
		if (sok_game_rank(p, g, &r, &o, &rank, scratch) == -1)
			return -1;
		sok_best_see(b, i, &rank);
	}
	return 0;
}
