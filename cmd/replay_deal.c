/*
 * replay_deal.c - the games of -m and -M on the puzzles of the run: one for
 * each puzzle, all of them on a single one, or (--match) each wherever it
 * solves.
 */
#include <errno.h>
#include <string.h>

#include "replay_work.h"

/* Whether a game is worth a word on this puzzle: with --match only if it
 * solves.  1, 0, -1 with errno. */
static int
is_wanted(struct replay_work *k, const struct sok_puzzle *p,
    const struct sok_game *g, struct sok_stage *s)
{
	struct sok_replay_options o = k->options;
	struct sok_replay r;

	if (!k->match)
		return 1;
	o.stage = s;
	o.no_final = true;
	if (sok_replay(p, g, &o, &r, &k->scratch) != 0)
		return -1;
	return r.verdict == SOK_SOLVED;
}

/* Room for n games more. */
static int
make_room(struct sok_puzzle *p, size_t n, struct sok_arena *a)
{
	size_t size = sizeof(*p->game);
	struct sok_game *game = sok_arena_alloc(a, p->ngames + n, size);

	if (game == NULL)
		return -1;
	if (p->ngames > 0)
		memcpy(game, p->game, p->ngames * size);
	p->game = game;
	return 0;
}

static int
play_one(struct replay_work *k, struct sok_puzzle *p, struct sok_puzzle *q,
    size_t i, struct sok_stage *s, struct sok_arena *a)
{
	struct sok_game *g = &q->game[i];
	struct sok_replay r;
	int wanted = is_wanted(k, q, g, s);

	if (wanted <= 0)
		return wanted;
	/* What came from the command line has no place of its own. */
	if (g->source == NULL)
		g->pos = p->pos;
	if (replay_game(k, q, g, s, &r) != 0)
		return -1;
	if (r.verdict != SOK_SOLVED)
		return 0;
	k->given.home[g - k->given.game] = true;
	return k->pass && !k->failed ? keep_given(p, g, &r, a) : 0;
}

int
deal_games(struct replay_work *k, struct sok_puzzle *p, size_t from, size_t n,
    struct sok_arena *a)
{
	struct sok_puzzle q = *p;
	struct sok_stage *s;
	size_t i;

	q.game = k->given.game + from;
	q.ngames = n;
	s = sok_stage_open(&q, a);
	if (s == NULL || (k->pass && make_room(p, n, a) != 0))
		return -1;
	for (i = 0; i < n; i++)
		if (play_one(k, p, &q, i, s, a) != 0)
			return -1;
	return 0;
}

/* The first puzzle waits: if no other comes, all games are for it. */
static int
hold(struct replay_work *k, const struct sok_puzzle *p)
{
	k->held = sok_arena_alloc(&k->life, 1, sizeof(*k->held));
	if (k->held == NULL || sok_puzzle_copy(k->held, p, &k->life) != 0)
		return -1;
	return 0;
}

int
deal_held(struct replay_work *k, size_t games)
{
	struct sok_puzzle *p = k->held;

	k->held = NULL;
	if (p == NULL)
		return 0;
	if (deal_games(k, p, 0, games, &k->life) != 0)
		return -1;
	return replay_finish(k, p);
}

int
deal_puzzle(struct replay_work *k, struct sok_puzzle *p, struct sok_arena *a)
{
	size_t i = k->puzzles++;

	if (i == 0 && k->given.n > 1)
		return hold(k, p);
	if (deal_held(k, 1) != 0)
		return -1;
	if (i < k->given.n && deal_games(k, p, i, 1, a) != 0)
		return -1;
	return replay_finish(k, p);
}

void
deal_rest(struct cli *c)
{
	struct replay_work *k = c->ctx;
	bool one = k->puzzles == 1;

	if (k->held != NULL) {
		const char *file = k->held->pos.file;

		/* The last operand could not be read. */
		if (deal_held(k, k->given.n) != 0)
			cli_die(c, NULL, errno);
		report_file_end(k->report, file);
	}
	if (k->match)
		given_homeless(k);
	else if (k->given.n > 0 && !one && k->puzzles != k->given.n)
		cli_error(c,
		    "%zu game%s for %zu puzzles: give one for each, or choose "
		    "one puzzle with --select, or try all with --match",
		    k->given.n, k->given.n == 1 ? "" : "s", k->puzzles);
}
