/*
 * replay_games.c - replays the games of a puzzle, its own and supplied ones,
 * prints the results, and with -p filters the games.
 */
#include <errno.h>

#include "jobs/jobs.h"
#include "replay/replay.h"
#include "tools.h"

/* Print the board after the moves; with -v the board where they failed. */
static void
show_boards(struct replay_work *k, const struct sok_replay *r)
{
	bool illegal = r->verdict == SOK_ILLEGAL;
	struct sok_output *o = cli_err(k->run.c);

	if (r->final.sq == NULL)
		return;
	if (k->final && !illegal)
		replay_draw(
		    k->run.pass ? o : cli_output(k->run.c), &r->final, false);
	if (illegal && k->run.c->verbose > 0) {
		cli_flush_output(k->run.c);
		replay_draw(o, &r->final, false);
		cli_flush(k->run.c);
	}
}

/* A game replayed by a thread, and its findings. */
struct replayed {
	struct sok_replay r;
	struct recorded *found;
};

static struct sok_replay_options
options(const struct replay_work *k, struct sok_position *s)
{
	struct sok_replay_options o = k->options;

	o.position = s;
	o.no_final = !k->final && k->run.c->verbose == 0;
	return o;
}

int
replay_prepare(const struct cli *c, struct sok_puzzle *p,
    struct cli_ready *ready, struct record *found, struct sok_arena *a,
    struct sok_arena *scratch)
{
	const struct replay_work *k = c->ctx;
	struct sok_replay_options o = options(k, NULL);
	struct sok_arena own = {0};
	struct replayed *game;
	int r = 0;

	if (k->supplied.n > 0 || p->ngames == 0 ||
	    (k->rebuild && !p->has_board))
		return 0;
	if (report_identifies(&k->run) &&
	    sok_identify(p, false, a, scratch) == -1)
		return -1;
	game = sok_arena_alloc(a, p->ngames, sizeof(*game));
	o.position = sok_position_open(p, scratch);
	if (game == NULL || o.position == NULL)
		return -1;
	ready->result = game;
	for (size_t i = 0; i < p->ngames && r == 0; i++) {
		record_next(found);
		sok_arena_reset(&own);
		r = sok_replay_report(p, &p->game[i], &o, &game[i].r,
		    &found->sink, o.no_final ? &own : a);
		game[i].found = found->first;
	}
	sok_arena_free(&own);
	return r;
}

/* Whether a thread has replayed the puzzle's own games. */
static const struct replayed *
replayed(const struct replay_work *k)
{
	return k->run.c->ready != NULL ? k->run.c->ready->result : NULL;
}

/* Replay one game and print the result; *r is in the scratch arena. */
static int
replay_game(struct replay_work *k, const struct sok_puzzle *p, size_t i,
    struct sok_position *s, struct sok_replay *r)
{
	const struct replayed *known = replayed(k);
	struct sok_replay_options o = options(k, s);
	const struct sok_game *g = &p->game[i];

	k->failed = k->found = false;
	sok_arena_reset(&k->scratch);
	if (known != NULL) {
		*r = known[i].r;
		cli_report_recorded(k->run.c, known[i].found, p);
	} else if (sok_replay_report(
	               p, g, &o, r, &k->run.c->sink, &k->scratch) != 0) {
		return -1;
	}
	k->games++;
	k->run.games++;
	k->solved |= r->verdict == SOK_SOLVED;
	stats_game(&k->run.stats, p, r->verdict == SOK_SOLVED);
	replay_result(k, p, g, r);
	show_boards(k, r);
	return 0;
}

/* Whether to replay a supplied game on this puzzle; with --match only if it is
 * a solution.  1, 0, -1 with errno. */
static int
is_wanted(struct replay_work *k, const struct sok_puzzle *p,
    const struct sok_game *g, struct sok_position *s)
{
	struct sok_replay_options o = k->options;
	struct sok_replay r;

	if (!k->match)
		return 1;
	o.position = s;
	o.no_final = true;
	if (sok_replay(p, g, &o, &r, &k->scratch) != 0)
		return -1;
	return r.verdict == SOK_SOLVED;
}

int
replay_games(struct replay_work *k, struct sok_puzzle *p, size_t own,
    struct sok_arena *a)
{
	struct sok_position *s = NULL;
	struct sok_replay r;
	struct filter e;
	int wanted;
	size_t i;

	k->solved = false;
	if (p->ngames > 0 && replayed(k) == NULL &&
	    (s = sok_position_open(p, a)) == NULL)
		return -1;
	if (k->run.pass && filter_begin(&e, p, own, a) != 0)
		return -1;
	for (i = 0; i < p->ngames; i++) {
		wanted = i < own ? 1 : is_wanted(k, p, &p->game[i], s);
		if (wanted < 0)
			return -1;
		if (wanted == 0)
			continue;
		if (replay_game(k, p, i, s, &r) != 0)
			return -1;
		if (i >= own && r.verdict == SOK_SOLVED)
			k->supplied.solves[k->index[i - own]] = true;
		if (k->run.pass && filter_game(k, &e, p, i, &r, a) != 0)
			return -1;
	}
	return k->run.pass ? filter_end(k, &e, p, a) : 0;
}
