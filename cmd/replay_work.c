/*
 * replay_work.c - what sokreplay does with each operand and each puzzle:
 * which games are played on it, what is reported, and what goes on to
 * standard output with -p.
 */
#include <string.h>

#include "replay_work.h"

void
replay_finding(void *ctx, const struct sok_finding *f)
{
	struct replay_work *k = ctx;

	k->failed |= f->severity == SOK_ERROR && f->game != NULL;
	k->loose |= f->puzzle != NULL;
	report_finding(k->report, f);
}

/* The board after the moves; with -v the board where they failed. */
static void
show_boards(struct replay_work *k, const struct sok_replay *r)
{
	bool illegal = r->verdict == SOK_ILLEGAL;
	struct sok_output *o = cli_err(k->c);

	if (r->final.sq == NULL)
		return;
	if (k->final && !illegal)
		replay_draw(k->pass ? o : cli_output(k->c), &r->final);
	if (illegal && k->c->verbose > 0) {
		replay_draw(o, &r->final);
		cli_flush(k->c);
	}
}

int
replay_game(struct replay_work *k, const struct sok_puzzle *p,
    const struct sok_game *g, struct sok_stage *s, struct sok_replay *r)
{
	struct sok_replay_options o = k->options;

	o.stage = s;
	o.no_final = !k->final && k->c->verbose == 0;
	k->failed = false;
	sok_arena_reset(&k->scratch);
	if (sok_replay_report(p, g, &o, r, &k->c->sink, &k->scratch) != 0)
		return -1;
	k->games++;
	k->solved |= r->verdict == SOK_SOLVED;
	replay_tell(k, p, g, r);
	show_boards(k, r);
	return 0;
}

/* ---- the puzzle's own games */

static int
play_own(struct replay_work *k, struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_stage *s = NULL;
	struct sok_replay r;
	struct keep e;
	size_t i;

	if (p->ngames > 0) {
		s = sok_stage_open(p, a);
		if (s == NULL)
			return -1;
	}
	if (k->pass && keep_begin(&e, p, a) != 0)
		return -1;
	for (i = 0; i < p->ngames; i++) {
		if (replay_game(k, p, &p->game[i], s, &r) != 0)
			return -1;
		if (k->pass && keep_game(k, &e, p, i, &r, a) != 0)
			return -1;
	}
	if (k->pass)
		keep_rest(k, &e, p);
	return 0;
}

/* Each game without a board gets its own: a puzzle for each. */
static int
play_rebuilt(struct replay_work *k, struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_puzzle own = *p;
	int built;

	own.ngames = 1;
	built = sok_board_from_moves(&own.board, own.game, a);
	if (built < 0)
		return -1;
	own.has_board = built > 0;
	if (built == 0)
		sok_report_as(&k->c->sink, SOK_ERROR,
		    SOK_MOVES_WITHOUT_BOARD_RULE, own.game->pos, p, own.game,
		    "no board can be made of these moves");
	if (play_own(k, &own, a) != 0)
		return -1;
	if (built > 0 && k->text && !k->pass)
		replay_draw(cli_output(k->c), &own.board);
	return k->pass ? sok_write(k->writer, &own) : 0;
}
