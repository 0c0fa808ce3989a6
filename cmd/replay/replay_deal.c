/*
 * replay_deal.c - the games of -m and -M on the puzzles of the run: one for
 * each puzzle, all of them on a single one, or (--match) each wherever it
 * solves.
 */
#include <errno.h>
#include <string.h>

#include "replay/replay_work.h"

/* The given games take the place of the puzzle's own; with -p they come behind
 * them. */
static int
join_games(struct replay_work *k, struct sok_puzzle *p, size_t from, size_t n,
    struct sok_arena *a)
{
	size_t own = k->pass ? p->ngames : 0, i;
	struct sok_game *game = sok_arena_alloc(a, own + n, sizeof(*game));

	if (game == NULL)
		return -1;
	if (own > 0)
		memcpy(game, p->game, own * sizeof(*game));
	for (i = 0; i < n; i++) {
		game[own + i] = k->given.game[from + i];
		/* What came from the command line has no place. */
		if (game[own + i].source == NULL)
			game[own + i].pos = p->pos;
	}
	p->game = game;
	p->ngames = own + n;
	return 0;
}

int
deal_games(struct replay_work *k, struct sok_puzzle *p, size_t from, size_t n,
    struct sok_arena *a)
{
	if (join_games(k, p, from, n, a) != 0)
		return -1;
	return replay_games(
	    k, p, p->ngames - n, k->given.home + (n > 0 ? from : 0), a);
}

/* The first puzzle waits: if no other comes, all games are for it. */
static int
hold(struct replay_work *k, const struct sok_puzzle *p)
{
	struct sok_puzzle *q = later_copy(k, p);

	k->held = q;
	return q == NULL ? -1 : 0;
}

/* Its games, and then what was read meanwhile. */
static int
let_go(struct replay_work *k, size_t games, const struct sok_header *now)
{
	struct sok_puzzle *p = k->held;

	k->held = NULL;
	if (p == NULL)
		return 0;
	if (deal_games(k, p, 0, games, &k->life) != 0 ||
	    replay_finish(k, p) != 0)
		return -1;
	return later_release(k, now);
}

int
deal_puzzle(struct replay_work *k, struct sok_puzzle *p, struct sok_arena *a)
{
	size_t i = k->puzzles++;

	if (i == 0 && k->given.n > 1)
		return hold(k, p);
	if (let_go(k, 1, p->header) != 0)
		return -1;
	if (deal_games(k, p, i, i < k->given.n, a) != 0)
		return -1;
	return replay_finish(k, p);
}

void
deal_rest(struct cli *c)
{
	struct replay_work *k = c->ctx;

	if (let_go(k, k->given.n, NULL) != 0 && !cli_output_failed(c))
		cli_die(c, NULL, errno);
	if (k->match)
		given_homeless(k);
	else if (k->given.n > 0 && k->puzzles != 1 && k->puzzles != k->given.n)
		cli_error(c,
		    "%zu game%s for %zu puzzles: give one for each, or choose "
		    "one puzzle with --select, or try all with --match",
		    k->given.n, k->given.n == 1 ? "" : "s", k->puzzles);
}
