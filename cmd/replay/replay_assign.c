/*
 * replay_assign.c - assigns the games of -m and -M to puzzles: one game to
 * each puzzle, all games to a single puzzle, or with --match each game to the
 * puzzles that it solves.
 */
#include <errno.h>
#include <string.h>

#include "replay/replay.h"
#include "tools.h"

/* Supplied games replace the puzzle's own; with -p they follow them. */
static int
join_games(struct replay_work *k, struct sok_puzzle *p, const size_t *index,
    size_t n, struct sok_arena *a)
{
	size_t own = k->run.pass ? p->ngames : 0, i;
	struct sok_game *game = sok_arena_alloc(a, own + n, sizeof(*game));

	if (game == NULL)
		return -1;
	if (own > 0)
		memcpy(game, p->game, own * sizeof(*game));
	for (i = 0; i < n; i++) {
		game[own + i] = k->supplied.game[index[i]];
		/* Numbers are the same as if all games were replayed. */
		if (k->match)
			game[own + i].number = own + index[i] + 1;
		/* Games from the command line have no position. */
		if (game[own + i].source == NULL)
			game[own + i].pos = p->pos;
	}
	p->game = game;
	p->ngames = own + n;
	k->index = index;
	return replay_games(k, p, own, a);
}

/* Assign n supplied games, beginning with `from`. */
static int
assign_games(struct replay_work *k, struct sok_puzzle *p, size_t from, size_t n,
    struct sok_arena *a)
{
	size_t *index = sok_arena_alloc(a, n, sizeof(*index)), i;

	if (index == NULL)
		return -1;
	for (i = 0; i < n; i++)
		index[i] = from + i;
	return join_games(k, p, index, n, a);
}

int
assign_matching(
    struct replay_work *k, struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_position *s = sok_position_open(p, a);
	const size_t *index;
	ptrdiff_t n;

	if (s == NULL)
		return -1;
	n = sok_match_find(k->supplied.match, s, &index);
	return n < 0 ? -1 : join_games(k, p, index, (size_t)n, a);
}

/* Replay the games of the puzzle that waits, then process what was read after
 * it. */
static int
release_first(struct replay_work *k, size_t games, const struct sok_header *now)
{
	struct sok_puzzle *p = k->held;

	k->held = NULL;
	if (p == NULL)
		return 0;
	if (assign_games(k, p, 0, games, &k->life) != 0 ||
	    replay_finish(k, p) != 0)
		return -1;
	return release_deferred(k, now);
}

int
assign_puzzle(struct replay_work *k, struct sok_puzzle *p, struct sok_arena *a)
{
	size_t i = k->puzzles++;

	/* The first puzzle waits, because a single puzzle gets all games. */
	if (i == 0 && k->supplied.n > 1) {
		p = copy_to_keep(k, p);
		k->held = p;
		return p == NULL ? -1 : 0;
	}
	if (release_first(k, 1, p->header) != 0)
		return -1;
	if (assign_games(k, p, i, i < k->supplied.n, a) != 0)
		return -1;
	return replay_finish(k, p);
}

void
assign_end(struct cli *c)
{
	struct replay_work *k = c->ctx;

	if (release_first(k, k->supplied.n, NULL) != 0 && !cli_output_failed(c))
		cli_die(c, NULL, errno);
	if (k->match)
		supplied_unsolved(k);
	else if (k->supplied.n > 0 && k->puzzles != 1 &&
	    k->puzzles != k->supplied.n)
		cli_error(c,
		    "%zu game%s for %zu puzzles: give one for each, or choose "
		    "one puzzle with --select, or try all with --match",
		    k->supplied.n, k->supplied.n == 1 ? "" : "s", k->puzzles);
}
