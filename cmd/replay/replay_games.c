/* replay_games.c - replays the games of a puzzle, its own and supplied ones,
 * and prints the results.  With -p it drops games with errors, corrects games,
 * converts reverse solutions, keeps the best solutions, and adds supplied
 * games.  With -w and the like it corrects and converts games only. */
#include "base/base.h"
#include "board/board.h"
#include "format/format.h"
#include "jobs/jobs.h"
#include "play/play.h"
#include "replay/mend.h"
#include "replay/replay.h"
#include "text/text.h"

/* With -j, c->ready has one of these for each of the puzzle's own games. */
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
replay_prepare(const struct cli *c, struct sok_puzzle *p, struct prepared *to)
{
	const struct replay_work *k = c->ctx;
	struct sok_replay_options o = options(k, NULL);
	struct sok_arena own = {0};
	int r = 0;

	if (supplied_assigns(k) || k->supplied.n > 0 || p->ngames == 0 ||
	    (k->rebuild && !p->has_board))
		return 0;
	if (report_identifies(&k->run) &&
	    sok_identify(p, false, to->a, &to->scratch) == -1)
		return -1;
	struct replayed *all = sok_arena_alloc(to->a, p->ngames, sizeof(*all));
	o.position = sok_position_open(p, &to->scratch);
	if (all == NULL || o.position == NULL)
		return -1;
	to->result = all;
	for (size_t i = 0; i < p->ngames && r == 0; i++) {
		record_next(&to->found);
		sok_arena_reset(&own);
		r = sok_replay_report(p, &p->game[i], &o, &all[i].r,
		    &to->found.sink, o.no_final ? &own : to->a);
		all[i].found = to->found.first;
	}
	/* The findings of each game are reported with it. */
	record_next(&to->found);
	sok_arena_free(&own);
	return r;
}

/* Replay one game and print the result; *r is in the scratch arena. */
static void
replay_game(struct replay_work *k, const struct sok_puzzle *p, size_t i,
    struct sok_position *s, struct sok_replay *r)
{
	struct cli *c = k->run.c;
	const struct replayed *known = c->ready;
	struct sok_replay_options o = options(k, s);
	const struct sok_game *g = &p->game[i];

	k->failed = k->found = false;
	sok_arena_reset(&k->scratch);
	if (known != NULL) {
		*r = known[i].r;
		record_report(known[i].found, p, cli_sink(c));
	} else {
		cli_enough(c,
		    sok_replay_report(p, g, &o, r, &c->sink, &k->scratch) == 0);
	}
	k->games++;
	k->run.games++;
	k->solved |= r->verdict == SOK_SOLVED;
	stats_game(&k->run.stats, p, r->verdict == SOK_SOLVED);
	replay_result(k, p, g, r);
	/* The board after the moves; with -v the board where they failed. */
	if (r->final.sq == NULL) {
		return;
	} else if (k->final && r->verdict != SOK_ILLEGAL) {
		replay_draw(
		    k->run.pass ? cli_err(c) : cli_output(c), &r->final, false);
	} else if (c->verbose > 0 && r->verdict == SOK_ILLEGAL) {
		cli_flush_output(c);
		replay_draw(cli_err(c), &r->final, false);
		cli_flush(c);
	}
}

/* ---- the games that pass with -p */

struct filter {
	bool *drop, *solves;  /* by game */
	struct sok_game *was; /* the games as they were, for --rejects */
	size_t own;           /* number of games before the supplied ones */
	struct sok_best best; /* of the games that solve, with --best */
};

/* Report what happens to game i, in reports for machines as a finding. */
static void
remark(struct replay_work *k, const struct sok_puzzle *p, size_t i,
    const char *what)
{
	const struct sok_game *g = &p->game[i];
	struct cli *c = k->run.c;
	struct sok_str s = g->title.len > 0
	    ? sok_str_fmt(
	          &k->scratch, "\"%.*s\"", (int)g->title.len, g->title.s)
	    : sok_str_fmt(&k->scratch, "game %zu", i + 1);

	cli_enough(c, s.s != NULL);
	if (k->text)
		cli_remark(c, "%s:%zu: %s of puzzle %zu %s", g->pos.file,
		    g->pos.line, s.s, p->number, what);
	else
		sok_report_as(&c->sink, SOK_NOTE, SOK_LOSSY_RULE, g->pos, NULL,
		    NULL, "%s of puzzle %zu %s", s.s, p->number, what);
}

/* The bytes to remove to turn `Reverse Mode Solution` into `Solution`. */
static size_t
prefix(struct sok_str title)
{
	return sok_str_casestarts(title, SOK_STR("Reverse Mode Solution"))
	    ? sizeof("Reverse Mode ") - 1
	    : 0;
}

/* Replace the moves of a game, and change its title, which is the line above
 * the moves or the first Title: key below them. */
static void
become_forward(struct cli *c, struct sok_game *g, struct sok_str moves,
    const struct sok_replay *r, struct sok_arena *a)
{
	g->moves = sok_str_dup(a, moves);
	g->letters_only = true;
	g->source = NULL;
	/* The lines of the text are a copy from here on. */
	cli_enough(c, g->moves.s != NULL && sok_game_recount(g, r, a) == 0);
	g->title_line = sok_str_from(g->title_line, prefix(g->title_line));
	struct sok_str key = sok_text_get(&g->text, SOK_STR("Title"));
	size_t n = prefix(key);
	if (n == 0)
		return;
	struct sok_str *line = g->text.line;
	while (key.s < line->s || key.s >= line->s + line->len)
		line++;
	*line = sok_str_fmt(a, "%.*s%.*s", (int)(key.s - line->s), line->s,
	    (int)(key.len - n), key.s + n);
	cli_enough(c, line->s != NULL);
}

/* Correct or convert a game as the options ask.  *r becomes the replay of the
 * new game.  A game that cannot be replayed to its end stays as it is, whatever
 * accepts its findings. */
static void
convert_game(struct replay_work *k, const struct sok_puzzle *p,
    struct sok_game *g, struct sok_replay *r, struct sok_arena *a)
{
	struct sok_replay again = {.verdict = SOK_NOT_SUPPORTED};
	struct sok_game forward = {.letters_only = true}, copy = *g;
	struct sok_arena *scratch = &k->scratch;
	bool enough = true;

	if (r->mode == SOK_REVERSE && r->verdict == SOK_SOLVED && k->to_forward)
		enough = sok_to_forward(p, g, &forward.moves, scratch) >= 0 &&
		    sok_replay(p, &forward, &k->options, &again, scratch) == 0;
	cli_enough(k->run.c, enough);
	if (r->verdict == SOK_ILLEGAL || r->verdict == SOK_NOT_SUPPORTED)
		return;
	/* In place nothing is dropped, not even moves that no longer fit. */
	bool loses =
	    k->mender != NULL && r->has_star && r->star_at + 1 < g->moves.len;
	/* Reverse games of several players are not converted. */
	if (again.verdict == SOK_SOLVED && k->to_forward && !loses) {
		*r = again;
		become_forward(k->run.c, g, forward.moves, r, a);
		return;
	}
	if (!k->rewrite)
		return;
	if (r->wrong_case || r->has_star) {
		enough = sok_game_recase(p, &copy, scratch) == 0;
		g->moves = sok_str_dup(a, copy.moves);
		enough &= g->moves.s != NULL;
	}
	cli_enough(k->run.c, enough && sok_game_recount(g, r, a) == 0);
}

static void
set_heading(struct replay_work *k, struct sok_game *g,
    const struct sok_metrics *m, struct sok_arena *a)
{
	g->title_line = g->title =
	    sok_str_fmt(a, "Solution %zu/%zu", m->moves, m->pushes);
	cli_enough(k->run.c, g->title.s != NULL);
}

/* After the replay of game i: mend it in its file, unless it fails. */
static void
mend_game(struct replay_work *k, struct sok_puzzle *p, size_t i,
    const struct sok_replay *r, struct sok_arena *a)
{
	struct sok_game *g = &p->game[i], was = *g;
	struct sok_replay became = *r;

	if (!k->failed)
		convert_game(k, p, g, &became, a);
	if (!k->failed && k->heading && r->verdict == SOK_SOLVED &&
	    g->title.len == 0)
		set_heading(k, g, &became.at, a);
	mender_game(k->mender, p, i, &was, g);
}

/* After the replay of game i: change it as the options ask, and decide whether
 * it passes.  Supplied games are dropped unless they pass here. */
static void
filter_game(struct replay_work *k, struct filter *e, struct sok_puzzle *p,
    size_t i, const struct sok_replay *r, struct sok_arena *a)
{
	bool supplied = i >= e->own, solves = r->verdict == SOK_SOLVED;
	struct sok_game *g = &p->game[i];
	struct sok_replay became = *r;
	struct sok_metrics rank;

	e->was[i] = *g;
	if (k->failed)
		rejects_explain(k->run.c, &k->rejects, &e->was[i].text, a);
	rejects_forget(&k->rejects);
	if (supplied && (k->failed || !solves))
		return;
	if (k->failed) {
		e->drop[i] = true;
		remark(k, p, i, "left out: it has an error");
		return;
	}
	if (k->best != 0 && solves)
		cli_enough(k->run.c,
		    sok_game_rank(p, g, r, &k->options, &rank, &k->scratch) ==
		        0);
	convert_game(k, p, g, &became, a);

	/* Only the moves of a supplied game are added, unless the puzzle has
	 * them already. */
	if (supplied) {
		for (size_t j = 0; j < i; j++)
			if (!e->drop[j] &&
			    sok_str_eq(p->game[j].moves, g->moves))
				return;
		*g = (struct sok_game){.moves = g->moves,
		    .letters_only = g->letters_only,
		    .pos = g->pos};
		e->drop[i] = false;
	}
	if (supplied || (k->heading && solves && g->title.len == 0))
		set_heading(k, g, &became.at, a);
	if (r->mode != became.mode && r->total_moves > r->at.moves)
		remark(k, p, i,
		    "lost its moves after `*`, which continue backwards");
	e->solves[i] = solves;
	if (k->best != 0 && solves)
		sok_best_see(&e->best, i, &rank);
}

/* ---- all games of a puzzle */

/* Whether to replay game i of the puzzle, of which the first `own` are not
 * supplied: with --match and several players, only if it solves. */
static bool
is_wanted(struct replay_work *k, const struct sok_puzzle *p, size_t i,
    size_t own, struct sok_position *s)
{
	struct sok_replay_options o = k->options;
	struct sok_replay r;

	if (!k->match || i < own || p->board.players == 1)
		return true;
	o.position = s;
	sok_arena_reset(&k->scratch);
	cli_enough(
	    k->run.c, sok_replay(p, &p->game[i], &o, &r, &k->scratch) == 0);
	return r.verdict == SOK_SOLVED;
}

void
replay_games(struct replay_work *k, struct sok_puzzle *p, size_t own,
    struct sok_arena *a)
{
	bool pass = k->run.pass;
	size_t n = p->ngames;
	struct cli *c = k->run.c;
	struct filter e = {.own = own};
	struct sok_position *s = NULL;
	struct sok_replay r;

	k->solved = false;
	if (k->mender != NULL)
		mender_puzzle(k->mender, p);
	if (n > 0 && c->ready == NULL)
		s = cli_must(c, sok_position_open(p, a));
	if (pass) {
		e.drop = cli_must(c, sok_arena_zalloc(a, n, sizeof(bool)));
		e.was = cli_must(c, sok_arena_alloc(a, n, sizeof(*e.was)));
		e.solves = cli_must(c, sok_arena_zalloc(a, n, sizeof(bool)));
		for (size_t i = own; i < n; i++)
			e.drop[i] = true;
	}
	for (size_t i = 0; i < n; i++) {
		if (!is_wanted(k, p, i, own, s))
			continue;
		replay_game(k, p, i, s, &r);
		if (k->match && i >= own && r.verdict == SOK_SOLVED)
			k->supplied.solves[p->game[i].number - own - 1] = true;
		if (pass)
			filter_game(k, &e, p, i, &r, a);
		else if (k->mender != NULL)
			mend_game(k, p, i, &r, a);
	}
	if (!pass)
		return;
	for (size_t i = 0; k->best != 0 && i < n; i++)
		if (e.solves[i] && !sok_best_is(&e.best, i, k->best)) {
			e.drop[i] = true;
			remark(k, p, i, "left out: another solution is better");
			rejects_note(c, &k->rejects,
			    SOK_STR("another solution is better"));
			rejects_explain(c, &k->rejects, &e.was[i].text, a);
		}
	replay_leave_out(k, p, e.was, e.drop, own, a);
	cli_enough(c, sok_drop_games(p, e.drop, a) == 0);
	sok_puzzle_retitle(p);
}
