/*
 * replay_games.c - replays the games of a puzzle, its own and supplied ones,
 * prints the results, and with -p filters the games.
 */
#include "replay/replay.h"

/* The board after the moves; with -v the board where they failed. */
static void
show_boards(struct replay_work *k, const struct sok_replay *r)
{
	bool illegal = r->verdict == SOK_ILLEGAL;
	struct sok_output *o = cli_err(k->c);

	if (r->final.sq == NULL)
		return;
	if (k->final && !illegal)
		replay_draw(k->pass ? o : cli_output(k->c), &r->final, false);
	if (illegal && k->c->verbose > 0) {
		cli_flush_output(k->c);
		replay_draw(o, &r->final, false);
		cli_flush(k->c);
	}
}

/* Replay one game and print the result; *r lives in the scratch arena. */
static int
replay_game(struct replay_work *k, const struct sok_puzzle *p,
    const struct sok_game *g, struct sok_position *s, struct sok_replay *r)
{
	struct sok_replay_options o = k->options;

	o.position = s;
	o.no_final = !k->final && k->c->verbose == 0;
	k->failed = false;
	sok_arena_reset(&k->scratch);
	if (sok_replay_report(p, g, &o, r, &k->c->sink, &k->scratch) != 0)
		return -1;
	k->games++;
	k->solved |= r->verdict == SOK_SOLVED;
	replay_result(k, p, g, r);
	show_boards(k, r);
	return 0;
}

/* Whether to replay a supplied game on this puzzle: with --match only if it
 * solves.  1, 0, -1 with errno. */
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
	if (p->ngames > 0 && (s = sok_position_open(p, a)) == NULL)
		return -1;
	if (k->pass && filter_begin(&e, p, own, a) != 0)
		return -1;
	for (i = 0; i < p->ngames; i++) {
		wanted = i < own ? 1 : is_wanted(k, p, &p->game[i], s);
		if (wanted < 0)
			return -1;
		if (wanted == 0)
			continue;
		if (replay_game(k, p, &p->game[i], s, &r) != 0)
			return -1;
		if (i >= own && r.verdict == SOK_SOLVED)
			k->supplied.solves[k->index[i - own]] = true;
		if (k->pass && filter_game(k, &e, p, i, &r, a) != 0)
			return -1;
	}
	return k->pass ? filter_end(k, &e, p, a) : 0;
}
