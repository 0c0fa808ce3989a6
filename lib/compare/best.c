/* best.c - the best solutions of a puzzle. */
#include "compare/compare.h"
#include "play/play.h"

/* Replay a game; a reverse solution counts as the forward one that it proves,
 * as in --best.  1: *at has its metrics; 0: it does not solve; -1. */
static int
solve(const struct sok_puzzle *p, const struct sok_game *g,
    struct sok_replay_options *o, struct sok_metrics *at,
    struct sok_arena *scratch)
{
	struct sok_game forward = {.letters_only = true};
	struct sok_replay r, again;

	if (sok_replay(p, g, o, &r, scratch) == -1)
		return -1;
	*at = r.at;
	if (r.verdict != SOK_SOLVED)
		return 0;
	if (r.mode == SOK_FORWARD)
		return 1;
	int made = sok_to_forward(p, g, &forward.moves, scratch);
	if (made != 1)
		return made == -1 ? -1 : 1;
	if (sok_replay(p, &forward, o, &again, scratch) == -1)
		return -1;
	if (again.verdict == SOK_SOLVED)
		*at = again.at;
	return 1;
}

int
compare_best(const struct sok_puzzle *p, struct compare_best *best,
    struct sok_arena *scratch)
{
	struct sok_replay_options o = {.no_final = true};
	struct sok_metrics at;

	*best = (struct compare_best){.solved = false};
	if (!p->has_board || p->ngames == 0)
		return 0;
	o.position = sok_position_open(p, scratch);
	if (o.position == NULL)
		return -1;
	for (size_t i = 0; i < p->ngames; i++) {
		int solves = solve(p, &p->game[i], &o, &at, scratch);

		if (solves == -1)
			return -1;
		if (solves == 0)
			continue;
		for (int by = 0; by < 2; by++)
			if (!best->solved ||
			    sok_metrics_compare(&at, &best->by[by], by == 1) <
			        0)
				best->by[by] = at;
		best->solved = true;
	}
	return 0;
}
