/* best.c - the best solutions of a puzzle: the one with the fewest moves, and
 * the one with the fewest pushes, which may be the same. */
#include "play/play.h"
#include "play/position.h"

const char *const sok_best_name[SOK_NBEST] = {
    [SOK_BEST_MOVES] = "moves", [SOK_BEST_PUSHES] = "pushes"};

int
sok_game_rank(const struct sok_puzzle *puzzle, const struct sok_game *game,
    const struct sok_replay *played, const struct sok_replay_options *options,
    struct sok_metrics *rank, struct sok_arena *scratch)
{
	struct sok_game forward = {.letters_only = true};
	struct sok_replay again;

	*rank = played->at;
	if (played->mode != SOK_REVERSE || played->verdict != SOK_SOLVED)
		return 0;
	int found = sok_to_forward(puzzle, game, &forward.moves, scratch);
	if (found != 1)
		return found;
	if (sok_replay(puzzle, &forward, options, &again, scratch) == -1)
		return -1;
	if (again.verdict == SOK_SOLVED)
		*rank = again.at;
	return 0;
}

void
sok_best_see(struct sok_best *best, size_t game, const struct sok_metrics *rank)
{
	for (int by = 0; by < SOK_NBEST; by++) {
		bool pushes = by == SOK_BEST_PUSHES;

		if (best->any &&
		    sok_metrics_compare(rank, &best->at[by], pushes) >= 0)
			continue;
		best->game[by] = game;
		best->at[by] = *rank;
	}
	best->any = true;
}

bool
sok_best_is(const struct sok_best *best, size_t game, unsigned wanted)
{
	for (int by = 0; by < SOK_NBEST; by++)
		if (best->any && (wanted & 1U << by) != 0 &&
		    best->game[by] == game)
			return true;
	return false;
}

int
sok_best_find(const struct sok_puzzle *puzzle, struct sok_best *best,
    struct sok_arena *scratch)
{
	struct sok_replay_options options = {.no_final = true};
	struct sok_metrics rank;
	struct sok_replay played;

	*best = (struct sok_best){.any = false};
	if (!puzzle->has_board || puzzle->ngames == 0)
		return 0;
	options.position = sok_position_open(puzzle, scratch);
	if (options.position == NULL)
		return -1;
	for (size_t i = 0; i < puzzle->ngames; i++) {
		const struct sok_game *game = &puzzle->game[i];

		if (sok_replay(puzzle, game, &options, &played, scratch) == -1)
			return -1;
		if (played.verdict != SOK_SOLVED)
			continue;
		if (sok_game_rank(
		        puzzle, game, &played, &options, &rank, scratch) == -1)
			return -1;
		sok_best_see(best, i, &rank);
	}
	return 0;
}
