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
join_games(struct replay_work *work, struct sok_puzzle *puzzle,
    const struct sok_game *from, size_t n, struct sok_arena *arena)
{
	size_t own = work->run.pass ? puzzle->ngames : 0;
	struct sok_game *game = cli_must(
	    work->run.cli, sok_arena_alloc(arena, own + n, sizeof(*game)));

	if (own > 0)
		memcpy(game, puzzle->game, own * sizeof(*game));
	if (n > 0)
		memcpy(game + own, from, n * sizeof(*game));
	/* Games from the command line have no position. */
	for (size_t i = own; i < own + n; i++)
		if (game[i].pos.file == NULL)
			game[i].pos = puzzle->pos;
	puzzle->game = game;
	puzzle->ngames = own + n;
	replay_games(work, puzzle, own, arena);
	return replay_finish(work, puzzle);
}

int
assign_matching(struct replay_work *work, struct sok_puzzle *puzzle,
    struct sok_arena *arena)
{
	size_t own = work->run.pass ? puzzle->ngames : 0, n = 0;
	struct cli *cli = work->run.cli;
	struct sok_position *position =
	    cli_must(cli, sok_position_open(puzzle, arena));
	const struct sok_found *found;
	ptrdiff_t possible = sok_match_find(work->supplied.match, position,
	    work->options.reachable_only, &work->scratch, &found);

	cli_enough(cli, possible >= 0);
	struct sok_game *game = cli_must(
	    cli, sok_arena_alloc(arena, (size_t)possible, sizeof(*game)));
	/* If one game changes players, they take turns in all games.  Numbers
	 * are the same as if all games were replayed. */
	for (ptrdiff_t i = 0; i < possible; i++) {
		if (found[i].verdict != SOK_SOLVED && puzzle->board.players < 2)
			continue;
		game[n] = work->supplied.game[found[i].game];
		game[n++].number = own + found[i].game + 1;
	}
	return join_games(work, puzzle, game, n, arena);
}

/* ---- the games of one puzzle */

/* Games that are gathered for a puzzle. */
struct gathered {
	struct sok_game *game;
	size_t n, cap;
};

static void
gather(struct replay_work *work, struct gathered *to,
    const struct sok_game *game, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		to->game = cli_must(work->run.cli,
		    sok_grow(to->game, to->n, &to->cap, sizeof(*game)));
		to->game[to->n++] = game[i];
	}
}

/* Gather games that have a board, which is that of the puzzle, but may be
 * turned, or its player elsewhere.  Only a title may find another board; its
 * games are played as they are.  0, -1 on ENOMEM. */
static int
gather_fitting(struct replay_work *work, struct gathered *to,
    const struct sok_puzzle *puzzle, const struct supply *from,
    struct sok_arena *arena)
{
	struct sok_game *game;
	int fits = sok_games_fit(puzzle, from->board, &game, arena);

	if (fits == -1)
		return -1;
	gather(work, to, fits == 1 ? game : from->game, from->n);
	return 0;
}

/* Gather the games that are found by the id or the title of a puzzle.  0, -1 on
 * ENOMEM. */
static int
gather_found(struct replay_work *work, struct gathered *to,
    const struct sok_puzzle *puzzle, struct sok_arena *arena)
{
	struct supplied *supplied = &work->supplied;
	const struct compare_place *place;
	struct compare_key key;

	if (supplied->seen.n == 0)
		return 0;
	if (work->by == SUPPLIED_BY_TITLE)
		key = supplied_title_key(puzzle->title);
	else if (compare_identify(puzzle, &key, arena) == -1)
		return -1;
	place = compare_seen_find(&supplied->seen, key);
	for (size_t i = place == NULL ? 0 : place->number; i != 0;
	     i = supplied->found.supply[i - 1].next) {
		struct supply *from = &supplied->found.supply[i - 1];

		from->used = true;
		if (from->board == NULL)
			gather(work, to, from->game, from->n);
		else if (gather_fitting(work, to, puzzle, from, arena) == -1)
			return -1;
	}
	return 0;
}

int
assign_now(struct replay_work *work, struct sok_puzzle *puzzle,
    struct sok_arena *arena)
{
	const struct supplied *supplied = &work->supplied;
	const struct supply_list *from =
	    supplied->by_lines ? &supplied->line : &supplied->paragraph;
	struct gathered games = {NULL, 0, 0};
	size_t i = supplied->assigned, end = i + 1;

	work->supplied.assigned++;
	if (gather_found(work, &games, puzzle, arena) == -1)
		return -1;
	if (supplied->single)
		end = from->n;
	for (; i < from->n && i < end; i++)
		gather(work, &games, from->supply[i].game, from->supply[i].n);
	int got = join_games(work, puzzle, games.game, games.n, arena);
	free(games.game);
	return got;
}

/* ---- waiting */

/* Decide which games are for which puzzles, now that the number of puzzles is
 * known; it is that of all if `all`. */
static int
decide(struct replay_work *work, bool all, const struct sok_header *now)
{
	struct supplied *supplied = &work->supplied;
	size_t n = work->puzzles;

	supplied->decided = true;
	supplied->single = all && n == 1;
	supplied->by_lines =
	    all && n == supplied->line.n && !supplied->no_lines;
	if (supplied->fault.len == 0)
		supplied->by_lines &=
		    n != supplied->paragraph.n && !supplied->single;
	if (supplied->fault.len > 0 && !supplied->by_lines) {
		cli_error(work->run.cli, "%.*s", (int)supplied->fault.len,
		    supplied->fault.s);
		exit(cli_finish(work->run.cli));
	}
	return defer_release(work, now);
}

/* Whether the number of puzzles that there are so far decides. */
static bool
decides(const struct supplied *supplied, size_t puzzles)
{
	size_t n = supplied->paragraph.n,
	       lines = supplied->no_lines ? 0 : supplied->line.n;

	if (supplied->fault.len > 0)
		return puzzles > lines;
	if (n < 2 && (lines == n || lines == 0))
		return true;
	return puzzles > 1 &&
	    (lines == n || lines < 2 || (puzzles > n && puzzles > lines));
}

int
assign_puzzle(struct replay_work *work, struct sok_puzzle *puzzle,
    struct sok_arena *arena)
{
	struct supplied *supplied = &work->supplied;

	work->puzzles++;
	if (!supplied->decided && !decides(supplied, work->puzzles)) {
		defer_puzzle(work, puzzle, true);
		return 0;
	}
	if (!supplied->decided && decide(work, false, puzzle->header) != 0)
		return -1;
	return assign_now(work, puzzle, arena);
}

/* ---- at the end: what is for no puzzle */

/* Report games that were found by no puzzle. */
static void
report_unused(struct replay_work *work)
{
	static const struct {
		const char *needs, *by, *found;
	} words[] = {
	    {"board", "id", "has this board"},
	    {"title", "title", "has this title"},
	};
	const struct supplied *supplied = &work->supplied;
	bool by_title = work->by == SUPPLIED_BY_TITLE;
	struct cli *cli = work->run.cli;
	size_t unused = 0;

	for (size_t i = 0; i < supplied->found.n; i++) {
		const struct supply *supply = &supplied->found.supply[i];

		if (supply->used)
			continue;
		unused += supply->n;
		/* Of those that -s leaves out, only the number is of use. */
		if (cli->select != NULL && supply->key.kind != COMPARE_NOTHING)
			continue;
		cli_raise(cli, CLI_NO);
		unused -= supply->n;
		if (supply->key.kind == COMPARE_NOTHING)
			cli_remark(cli,
			    "%s:%zu: this game has no %s, which --by=%s needs; "
			    "it was not played",
			    supply->pos.file, supply->pos.line,
			    words[by_title].needs, words[by_title].by);
		else
			cli_remark(cli,
			    "%s:%zu: none of the puzzles %s; %zu game%s not "
			    "played",
			    supply->pos.file, supply->pos.line,
			    words[by_title].found, supply->n,
			    supply->n == 1 ? " was" : "s were");
	}
	if (unused > 0)
		cli_remark(cli, "%zu game%s for none of the selected puzzles",
		    unused, unused == 1 ? " is" : "s are");
}

void
assign_end(struct cli *cli)
{
	struct replay_work *work = cli->ctx;
	const struct supplied *supplied = &work->supplied;
	bool ordered = supplied->paragraph.n > 0 || supplied->line.n > 0;

	if (!supplied->decided && !work->match && ordered &&
	    decide(work, true, NULL) != 0 && !cli_output_failed(cli))
		cli_die(cli, NULL, errno);
	size_t n =
	    supplied->by_lines ? supplied->line.n : supplied->paragraph.n;
	if (!work->match && ordered && work->puzzles != 1 && work->puzzles != n)
		cli_error(cli,
		    "%zu game%s for %zu puzzles: give one for each, or choose "
		    "one puzzle with --select, or try all with --match",
		    n, n == 1 ? "" : "s", work->puzzles);
	report_unused(work);
	for (size_t i = 0; work->match && i < supplied->n; i++) {
		const struct sok_game *game = &supplied->game[i];

		if (supplied->solves[i])
			continue;
		cli_raise(cli, CLI_NO);
		if (game->source != NULL)
			cli_remark(cli, "%s:%zu: solves none of the puzzles",
			    game->pos.file, game->pos.line);
		else
			cli_remark(cli,
			    "game %zu of --moves solves none of the puzzles",
			    i + 1);
	}
}
