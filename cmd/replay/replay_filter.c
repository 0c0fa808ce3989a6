/*
 * replay_filter.c - selects and changes the games that -p writes: drops games
 * with errors, corrects games, converts reverse solutions, keeps the best
 * solution, and adds supplied games.
 */
#include <errno.h>

#include "replay/replay.h"
#include "tools.h"

int
filter_begin(struct filter *e, const struct sok_puzzle *p, size_t own,
    struct sok_arena *a)
{
	size_t i;

	*e = (struct filter){.own = own};
	e->drop = sok_arena_zalloc(a, p->ngames, sizeof(*e->drop));
	e->solves = sok_arena_zalloc(a, p->ngames, sizeof(*e->solves));
	if (e->drop == NULL || e->solves == NULL)
		return -1;
	for (i = own; i < p->ngames; i++)
		e->drop[i] = true;
	return 0;
}

/* Report what happens to game i; in machine-readable reports as a finding about
 * the file. */
static void
name_game(struct replay_work *k, const struct sok_puzzle *p, size_t i,
    const char *what)
{
	const struct sok_game *g = &p->game[i];
	struct sok_str s;

	if (g->title.len > 0)
		s = sok_str_fmt(&k->scratch, "\"%.*s\" of puzzle %zu %s",
		    (int)g->title.len, g->title.s, p->number, what);
	else
		s = sok_str_fmt(&k->scratch, "game %zu of puzzle %zu %s", i + 1,
		    p->number, what);
	if (s.s == NULL)
		cli_die(k->run.c, NULL, ENOMEM);
	if (k->text)
		cli_remark(
		    k->run.c, "%s:%zu: %s", g->pos.file, g->pos.line, s.s);
	else
		sok_report_as(&k->run.c->sink, SOK_NOTE, SOK_LOSSY_RULE, g->pos,
		    NULL, NULL, "%s", s.s);
}

/* The bytes to remove to turn `Reverse Mode Solution` into `Solution`. */
static size_t
reverse_mode(struct sok_str title)
{
	bool reverse =
	    sok_str_casestarts(title, SOK_STR("Reverse Mode Solution"));

	return reverse ? sizeof("Reverse Mode ") - 1 : 0;
}

/* Replace the moves of a game, and change its title, which is the line above
 * the moves or the first Title: key below them. */
static int
become_forward(struct sok_game *g, struct sok_str moves,
    const struct sok_replay *r, struct sok_arena *a)
{
	struct sok_str key, *line;
	size_t n;

	g->moves = sok_str_dup(a, moves);
	g->letters_only = true;
	g->nsource = 0;
	g->source = NULL;
	/* The lines of the text are a copy from here on. */
	if (g->moves.s == NULL || sok_game_recount(g, r, a) != 0)
		return -1;
	g->title_line =
	    sok_str_from(g->title_line, reverse_mode(g->title_line));
	key = sok_text_get(&g->text, SOK_STR("Title"));
	n = reverse_mode(key);
	if (n == 0)
		return 0;
	line = g->text.line;
	while (key.s < line->s || key.s >= line->s + line->len)
		line++;
	*line = sok_str_fmt(a, "%.*s%.*s", (int)(key.s - line->s), line->s,
	    (int)(key.len - n), key.s + n);
	return line->s == NULL ? -1 : 0;
}

static int
correct_game(struct replay_work *k, const struct sok_puzzle *p,
    struct sok_game *g, const struct sok_replay *r, struct sok_arena *a)
{
	struct sok_game copy = *g;

	if (r->wrong_case || r->has_star) {
		if (sok_game_recase(p, &copy, &k->scratch) != 0)
			return -1;
		g->moves = sok_str_dup(a, copy.moves);
		if (g->moves.s == NULL)
			return -1;
	}
	return sok_game_recount(g, r, a);
}

/* Correct or convert a game as the options ask.  *r becomes the replay of the
 * new game, *rank the metrics for the comparison.  0, -1 with errno. */
static int
convert_game(struct replay_work *k, const struct sok_puzzle *p,
    struct sok_game *g, struct sok_replay *r, struct sok_metrics *rank,
    struct sok_arena *a)
{
	bool reverse = r->mode == SOK_REVERSE && r->verdict == SOK_SOLVED;
	struct sok_replay again = {.verdict = SOK_NOT_SUPPORTED};
	struct sok_game forward = {.letters_only = true};
	struct sok_replay_options o = k->options;

	o.no_final = true;
	if (reverse && (k->to_forward || k->best) &&
	    (sok_to_forward(p, g, &forward.moves, &k->scratch) < 0 ||
	        sok_replay(p, &forward, &o, &again, &k->scratch) != 0))
		return -1;
	/* Reverse games of several players are not converted. */
	*rank = again.verdict == SOK_SOLVED ? again.at : r->at;
	if (again.verdict != SOK_SOLVED || !k->to_forward)
		return k->rewrite ? correct_game(k, p, g, r, a) : 0;
	*r = again;
	return become_forward(g, forward.moves, r, a);
}

static int
add_heading(
    struct sok_game *g, const struct sok_metrics *m, struct sok_arena *a)
{
	g->title_line = g->title =
	    sok_str_fmt(a, "Solution %zu/%zu", m->moves, m->pushes);
	return g->title.s == NULL ? -1 : 0;
}

/* Add a supplied game unless the puzzle has it already. */
static int
add_supplied(struct filter *e, struct sok_puzzle *p, size_t i,
    const struct sok_metrics *m, struct sok_arena *a)
{
	struct sok_game *g = &p->game[i];
	size_t j;

	for (j = 0; j < i; j++)
		if (!e->drop[j] && sok_str_eq(p->game[j].moves, g->moves))
			return 0;
	*g = (struct sok_game){
	    .moves = g->moves, .letters_only = g->letters_only, .pos = g->pos};
	e->drop[i] = false;
	return add_heading(g, m, a);
}

int
filter_game(struct replay_work *k, struct filter *e, struct sok_puzzle *p,
    size_t i, const struct sok_replay *r, struct sok_arena *a)
{
	bool supplied = i >= e->own;
	struct sok_replay became = *r;
	struct sok_metrics rank;

	if (supplied && (k->failed || r->verdict != SOK_SOLVED))
		return 0;
	if (k->failed) {
		e->drop[i] = true;
		name_game(k, p, i, "left out: it has an error");
		return 0;
	}
	if (convert_game(k, p, &p->game[i], &became, &rank, a) != 0 ||
	    (supplied && add_supplied(e, p, i, &became.at, a) != 0))
		return -1;
	if (e->drop[i])
		return 0;
	if (k->heading && r->verdict == SOK_SOLVED &&
	    p->game[i].title.len == 0 &&
	    add_heading(&p->game[i], &became.at, a) != 0)
		return -1;
	if (r->mode != became.mode && r->total_moves > r->at.moves)
		name_game(k, p, i,
		    "lost its moves after `*`, which continue backwards");
	if (r->verdict != SOK_SOLVED)
		return 0;
	e->solves[i] = true;
	if (!e->solves[e->best] || e->best == i ||
	    sok_metrics_compare(&rank, &e->best_at, k->best_pushes) < 0) {
		e->best = i;
		e->best_at = rank;
	}
	return 0;
}

int
filter_end(struct replay_work *k, struct filter *e, struct sok_puzzle *p,
    struct sok_arena *a)
{
	size_t i;

	for (i = 0; k->best && i < p->ngames; i++)
		if (e->solves[i] && i != e->best) {
			e->drop[i] = true;
			name_game(
			    k, p, i, "left out: another solution is better");
		}
	if (sok_drop_games(p, e->drop, a) != 0)
		return -1;
	sok_puzzle_retitle(p);
	return 0;
}
