/* replay_assign.c - assigns the games of -m and -M to puzzles: by their order,
 * by the id or the title of puzzles, or each game to the puzzles that it
 * solves. Puzzles wait as long as their number decides which games they get: a
 * single puzzle gets all games, and lines of bare moves are games if there are
 * as many as puzzles. */
#include <errno.h>
#include <stdlib.h>

#include "base/base.h"
#include "board/board.h"
#include "play/play.h"
#include "replay/supplied.h"
#include "text/text.h"

/* Replay n supplied games and finish the puzzle.  They replace the puzzle's
 * own; with -p they follow them. */
static int
join_games(struct replay_work *k, struct sok_puzzle *p,
    const struct sok_game *from, size_t n, struct sok_arena *a)
{
	size_t own = k->run.pass ? p->ngames : 0;
	struct sok_game *game =
	    cli_must(k->run.c, sok_arena_alloc(a, own + n, sizeof(*game)));

	if (own > 0)
		memcpy(game, p->game, own * sizeof(*game));
	if (n > 0)
		memcpy(game + own, from, n * sizeof(*game));
	/* Games from the command line have no position. */
	for (size_t i = own; i < own + n; i++)
		if (game[i].pos.file == NULL)
			game[i].pos = p->pos;
	p->game = game;
	p->ngames = own + n;
	replay_games(k, p, own, a);
	return replay_finish(k, p);
}

int
assign_matching(
    struct replay_work *k, struct sok_puzzle *p, struct sok_arena *a)
{
	size_t own = k->run.pass ? p->ngames : 0, n = 0;
	struct cli *c = k->run.c;
	struct sok_position *s = cli_must(c, sok_position_open(p, a));
	const struct sok_found *found;
	ptrdiff_t possible = sok_match_find(k->supplied.match, s,
	    k->options.reachable_only, &k->scratch, &found);

	cli_enough(c, possible >= 0);
	struct sok_game *game =
	    cli_must(c, sok_arena_alloc(a, (size_t)possible, sizeof(*game)));
	/* If one game changes players, they take turns in all games.  Numbers
	 * are the same as if all games were replayed. */
	for (ptrdiff_t i = 0; i < possible; i++) {
		if (found[i].verdict != SOK_SOLVED && p->board.players < 2)
			continue;
		game[n] = k->supplied.game[found[i].game];
		game[n++].number = own + found[i].game + 1;
	}
	return join_games(k, p, game, n, a);
}

/* ---- the games of one puzzle */

/* Games that are gathered for a puzzle. */
struct gathered {
	struct sok_game *game;
	size_t n, cap;
};

static void
gather(struct replay_work *k, struct gathered *to, const struct sok_game *game,
    size_t n)
{
	for (size_t i = 0; i < n; i++) {
		to->game = cli_must(k->run.c,
		    sok_grow(to->game, to->n, &to->cap, sizeof(*game)));
		to->game[to->n++] = game[i];
	}
}

/* Gather games that have a board, which is that of the puzzle, but may be
 * turned, or its player elsewhere.  Only a title may find another board; its
 * games are played as they are. */
static int
gather_fitting(struct replay_work *k, struct gathered *to,
    const struct sok_puzzle *p, struct compare_key key,
    const struct supply *from, struct sok_arena *a)
{
	const struct sok_puzzle *other = from->board;
	struct sok_game *game;
	size_t n = from->n;

	if (sok_board_equal(&other->board, &p->board)) {
		gather(k, to, from->game, n);
		return 0;
	}
	int fits = sok_games_fit(p, other, &game, a);
	if (fits == -1)
		return -1;
	if (fits == 1) {
		gather(k, to, game, n);
		return 0;
	}
	if (k->by == SUPPLIED_BY_TITLE) {
		gather(k, to, from->game, n);
		return 0;
	}
	/* Boards without an id are the same only if the picture is. */
	enum sok_symmetry t = compare_turn(p->board.grid, from->key, key);
	struct sok_puzzle turned = *other;
	if (sok_puzzle_copy(&turned, other, a) == -1 ||
	    sok_transform(&turned, t, a) == -1)
		return -1;
	gather(k, to, turned.game, n);
	return 0;
}

/* Gather the games that are found by the id or the title of a puzzle. */
static int
gather_found(struct replay_work *k, struct gathered *to,
    const struct sok_puzzle *p, struct sok_arena *a)
{
	struct supplied *v = &k->supplied;
	const struct compare_place *place;
	struct compare_key key;

	if (v->seen.n == 0)
		return 0;
	if (k->by == SUPPLIED_BY_TITLE)
		key = supplied_title_key(p->title);
	else if (compare_identify(p, &key, a) == -1)
		return -1;
	place = compare_seen_find(&v->seen, key);
	for (size_t i = place == NULL ? 0 : place->number; i != 0;
	     i = v->found.v[i - 1].next) {
		struct supply *from = &v->found.v[i - 1];

		from->used = true;
		if (from->board == NULL)
			gather(k, to, from->game, from->n);
		else if (gather_fitting(k, to, p, key, from, a) == -1)
			return -1;
	}
	return 0;
}

int
assign_now(struct replay_work *k, struct sok_puzzle *p, struct sok_arena *a)
{
	const struct supplied *v = &k->supplied;
	const struct supply_list *from = v->by_lines ? &v->line : &v->paragraph;
	struct gathered games = {NULL, 0, 0};
	size_t i = v->assigned, end = i + 1;

	k->supplied.assigned++;
	if (gather_found(k, &games, p, a) == -1)
		return -1;
	if (v->single)
		end = from->n;
	for (; i < from->n && i < end; i++)
		gather(k, &games, from->v[i].game, from->v[i].n);
	int r = join_games(k, p, games.game, games.n, a);
	free(games.game);
	return r;
}

/* ---- waiting */

/* Decide which games are for which puzzles, now that the number of puzzles is
 * known; it is that of all if `all`. */
static int
decide(struct replay_work *k, bool all, const struct sok_header *now)
{
	struct supplied *v = &k->supplied;
	size_t n = k->puzzles;

	v->decided = true;
	v->single = all && n == 1;
	v->by_lines = all && n == v->line.n && !v->no_lines;
	if (v->fault.len == 0)
		v->by_lines &= n != v->paragraph.n && !v->single;
	if (v->fault.len > 0 && !v->by_lines) {
		cli_error(k->run.c, "%.*s", (int)v->fault.len, v->fault.s);
		exit(cli_finish(k->run.c));
	}
	return defer_release(k, now);
}

/* Whether the number of puzzles that there are so far decides. */
static bool
decides(const struct supplied *v, size_t puzzles)
{
	size_t n = v->paragraph.n, lines = v->no_lines ? 0 : v->line.n;

	if (v->fault.len > 0)
		return puzzles > lines;
	if (n < 2 && (lines == n || lines == 0))
		return true;
	return puzzles > 1 &&
	    (lines == n || lines < 2 || (puzzles > n && puzzles > lines));
}

int
assign_puzzle(struct replay_work *k, struct sok_puzzle *p, struct sok_arena *a)
{
	struct supplied *v = &k->supplied;

	k->puzzles++;
	if (!v->decided && !decides(v, k->puzzles)) {
		defer_puzzle(k, p, true);
		return 0;
	}
	if (!v->decided && decide(k, false, p->header) != 0)
		return -1;
	return assign_now(k, p, a);
}

/* ---- at the end: what is for no puzzle */

/* Report games that were found by no puzzle. */
static void
report_unused(struct replay_work *k)
{
	static const struct {
		const char *needs, *by, *found;
	} words[] = {
	    {"board", "id", "has this board"},
	    {"title", "title", "has this title"},
	};
	const struct supplied *v = &k->supplied;
	bool by_title = k->by == SUPPLIED_BY_TITLE;
	struct cli *c = k->run.c;
	size_t unused = 0;

	for (size_t i = 0; i < v->found.n; i++) {
		const struct supply *s = &v->found.v[i];

		if (s->used)
			continue;
		unused += s->n;
		/* Of those that -s leaves out, only the number is of use. */
		if (c->select != NULL && s->key.kind != COMPARE_NOTHING)
			continue;
		cli_raise(c, CLI_NO);
		unused -= s->n;
		if (s->key.kind == COMPARE_NOTHING)
			cli_remark(c,
			    "%s:%zu: this game has no %s, which --by=%s needs; "
			    "it was not played",
			    s->pos.file, s->pos.line, words[by_title].needs,
			    words[by_title].by);
		else
			cli_remark(c,
			    "%s:%zu: none of the puzzles %s; %zu game%s not "
			    "played",
			    s->pos.file, s->pos.line, words[by_title].found,
			    s->n, s->n == 1 ? " was" : "s were");
	}
	if (unused > 0)
		cli_remark(c, "%zu game%s for none of the selected puzzles",
		    unused, unused == 1 ? " is" : "s are");
}

void
assign_end(struct cli *c)
{
	struct replay_work *k = c->ctx;
	const struct supplied *v = &k->supplied;
	bool ordered = v->paragraph.n > 0 || v->line.n > 0;

	if (!v->decided && !k->match && ordered && decide(k, true, NULL) != 0 &&
	    !cli_output_failed(c))
		cli_die(c, NULL, errno);
	size_t n = v->by_lines ? v->line.n : v->paragraph.n;
	if (!k->match && ordered && k->puzzles != 1 && k->puzzles != n)
		cli_error(c,
		    "%zu game%s for %zu puzzles: give one for each, or choose "
		    "one puzzle with --select, or try all with --match",
		    n, n == 1 ? "" : "s", k->puzzles);
	report_unused(k);
	for (size_t i = 0; k->match && i < v->n; i++) {
		const struct sok_game *g = &v->game[i];

		if (v->solves[i])
			continue;
		cli_raise(c, CLI_NO);
		if (g->source != NULL)
			cli_remark(c, "%s:%zu: solves none of the puzzles",
			    g->pos.file, g->pos.line);
		else
			cli_remark(c,
			    "game %zu of --moves solves none of the puzzles",
			    i + 1);
	}
}
