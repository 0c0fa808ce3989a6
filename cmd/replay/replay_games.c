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

/* With -j, cli->ready has one of these for each of the puzzle's own games. */
struct replayed {
	struct sok_replay played;
	struct recorded *found;
};

/* The options of a replay; position may be NULL. */
static struct sok_replay_options
options(const struct replay_work *work, struct sok_position *position)
{
	struct sok_replay_options chosen = work->options;

	chosen.position = position;
	chosen.no_final = !work->final && work->run.cli->verbose == 0;
	return chosen;
}

int
replay_prepare(
    const struct cli *cli, struct sok_puzzle *puzzle, struct prepared *to)
{
	const struct replay_work *work = cli->ctx;
	struct sok_replay_options chosen = options(work, NULL);
	struct sok_arena own = {0};
	int got = 0;

	if (supplied_assigns(work) || work->supplied.n > 0 ||
	    puzzle->ngames == 0 || (work->rebuild && !puzzle->has_board))
		return 0;
	if (report_identifies(&work->run) &&
	    sok_identify(puzzle, false, to->arena, &to->scratch) == -1)
		return -1;
	struct replayed *all =
	    sok_arena_alloc(to->arena, puzzle->ngames, sizeof(*all));
	chosen.position = sok_position_open(puzzle, &to->scratch);
	if (all == NULL || chosen.position == NULL)
		return -1;
	to->result = all;
	for (size_t i = 0; i < puzzle->ngames && got == 0; i++) {
		record_next(&to->found);
		sok_arena_reset(&own);
		got = sok_replay_report(puzzle, &puzzle->game[i], &chosen,
		    &all[i].played, &to->found.sink,
		    chosen.no_final ? &own : to->arena);
		all[i].found = to->found.first;
	}
	/* The findings of each game are reported with it. */
	record_next(&to->found);
	sok_arena_free(&own);
	return got;
}

/* Replay one game and print the result; *played is in the scratch arena. */
static void
replay_game(struct replay_work *work, const struct sok_puzzle *puzzle, size_t i,
    struct sok_position *position, struct sok_replay *played)
{
	struct cli *cli = work->run.cli;
	const struct replayed *known = cli->ready;
	struct sok_replay_options chosen = options(work, position);
	const struct sok_game *game = &puzzle->game[i];

	work->failed = work->found = false;
	sok_arena_reset(&work->scratch);
	if (known != NULL) {
		*played = known[i].played;
		record_report(known[i].found, puzzle, cli_sink(cli));
	} else {
		cli_enough(cli,
		    sok_replay_report(puzzle, game, &chosen, played, &cli->sink,
		        &work->scratch) == 0);
	}
	work->games++;
	work->run.games++;
	work->solved |= played->verdict == SOK_SOLVED;
	stats_game(&work->run.stats, puzzle, played->verdict == SOK_SOLVED);
	replay_result(work, puzzle, game, played);
	/* The board after the moves; with -v the board where they failed. */
	if (played->final.sq == NULL) {
		return;
	} else if (work->final && played->verdict != SOK_ILLEGAL) {
		replay_draw(work->run.pass ? cli_err(cli) : cli_output(cli),
		    &played->final, false);
	} else if (cli->verbose > 0 && played->verdict == SOK_ILLEGAL) {
		cli_flush_output(cli);
		replay_draw(cli_err(cli), &played->final, false);
		cli_flush(cli);
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
remark(struct replay_work *work, const struct sok_puzzle *puzzle, size_t i,
    const char *what)
{
	const struct sok_game *game = &puzzle->game[i];
	struct cli *cli = work->run.cli;
	struct sok_str s = game->title.len > 0
	    ? sok_str_fmt(&work->scratch, "\"%.*s\"", (int)game->title.len,
	          game->title.s)
	    : sok_str_fmt(&work->scratch, "game %zu", i + 1);

	cli_enough(cli, s.s != NULL);
	if (work->text)
		cli_remark(cli, "%s:%zu: %s of puzzle %zu %s", game->pos.file,
		    game->pos.line, s.s, puzzle->number, what);
	else
		sok_report_as(&cli->sink, SOK_NOTE, SOK_LOSSY_RULE, game->pos,
		    NULL, NULL, "%s of puzzle %zu %s", s.s, puzzle->number,
		    what);
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
become_forward(struct cli *cli, struct sok_game *game, struct sok_str moves,
    const struct sok_replay *played, struct sok_arena *arena)
{
	game->moves = sok_str_dup(arena, moves);
	game->letters_only = true;
	game->source = NULL;
	/* The lines of the text are a copy from here on. */
	cli_enough(cli,
	    game->moves.s != NULL &&
	        sok_game_recount(game, played, arena) == 0);
	game->title_line =
	    sok_str_from(game->title_line, prefix(game->title_line));
	struct sok_str key = sok_text_get(&game->text, SOK_STR("Title"));
	size_t n = prefix(key);
	if (n == 0)
		return;
	struct sok_str *line = game->text.line;
	while (key.s < line->s || key.s >= line->s + line->len)
		line++;
	*line = sok_str_fmt(arena, "%.*s%.*s", (int)(key.s - line->s), line->s,
	    (int)(key.len - n), key.s + n);
	cli_enough(cli, line->s != NULL);
}

/* Correct or convert a game as the options ask.  *played becomes the replay of
 * the new game.  A game that cannot be replayed to its end stays as it is,
 * whatever accepts its findings. */
static void
convert_game(struct replay_work *work, const struct sok_puzzle *puzzle,
    struct sok_game *game, struct sok_replay *played, struct sok_arena *arena)
{
	struct sok_replay again = {.verdict = SOK_NOT_SUPPORTED};
	struct sok_game forward = {.letters_only = true}, copy = *game;
	struct sok_arena *scratch = &work->scratch;
	bool enough = true;

	if (played->mode == SOK_REVERSE && played->verdict == SOK_SOLVED &&
	    work->to_forward)
		enough = sok_to_forward(
		             puzzle, game, &forward.moves, scratch) >= 0 &&
		    sok_replay(
		        puzzle, &forward, &work->options, &again, scratch) == 0;
	cli_enough(work->run.cli, enough);
	if (played->verdict == SOK_ILLEGAL ||
	    played->verdict == SOK_NOT_SUPPORTED)
		return;
	/* In place nothing is dropped, not even moves that no longer fit. */
	bool loses = work->mender != NULL && played->has_star &&
	    played->star_at + 1 < game->moves.len;
	/* Reverse games of several players are not converted. */
	if (again.verdict == SOK_SOLVED && work->to_forward && !loses) {
		*played = again;
		become_forward(
		    work->run.cli, game, forward.moves, played, arena);
		return;
	}
	if (!work->rewrite)
		return;
	if (played->wrong_case || played->has_star) {
		enough = sok_game_recase(puzzle, &copy, scratch) == 0;
		game->moves = sok_str_dup(arena, copy.moves);
		enough &= game->moves.s != NULL;
	}
	cli_enough(work->run.cli,
	    enough && sok_game_recount(game, played, arena) == 0);
}

static void
set_heading(struct replay_work *work, struct sok_game *game,
    const struct sok_metrics *metrics, struct sok_arena *arena)
{
	game->title_line = game->title = sok_str_fmt(
	    arena, "Solution %zu/%zu", metrics->moves, metrics->pushes);
	cli_enough(work->run.cli, game->title.s != NULL);
}

/* After the replay of game i: mend it in its file, unless it fails. */
static void
mend_game(struct replay_work *work, struct sok_puzzle *puzzle, size_t i,
    const struct sok_replay *played, struct sok_arena *arena)
{
	struct sok_game *game = &puzzle->game[i], was = *game;
	struct sok_replay became = *played;

	if (!work->failed)
		convert_game(work, puzzle, game, &became, arena);
	if (!work->failed && work->heading && played->verdict == SOK_SOLVED &&
	    game->title.len == 0)
		set_heading(work, game, &became.at, arena);
	mender_game(work->mender, puzzle, i, &was, game);
}

/* After the replay of game i: change it as the options ask, and decide whether
 * it passes.  Supplied games are dropped unless they pass here. */
static void
filter_game(struct replay_work *work, struct filter *filter,
    struct sok_puzzle *puzzle, size_t i, const struct sok_replay *played,
    struct sok_arena *arena)
{
	bool supplied = i >= filter->own,
	     solves = played->verdict == SOK_SOLVED;
	struct sok_game *game = &puzzle->game[i];
	struct sok_replay became = *played;
	struct sok_metrics rank;

	filter->was[i] = *game;
	if (work->failed)
		rejects_explain(
		    work->run.cli, &work->rejects, &filter->was[i].text, arena);
	rejects_forget(&work->rejects);
	if (supplied && (work->failed || !solves))
		return;
	if (work->failed) {
		filter->drop[i] = true;
		remark(work, puzzle, i, "left out: it has an error");
		return;
	}
	if (work->best != 0 && solves)
		cli_enough(work->run.cli,
		    sok_game_rank(puzzle, game, played, &work->options, &rank,
		        &work->scratch) == 0);
	convert_game(work, puzzle, game, &became, arena);

	/* Only the moves of a supplied game are added, unless the puzzle has
	 * them already. */
	if (supplied) {
		for (size_t j = 0; j < i; j++)
			if (!filter->drop[j] &&
			    sok_str_eq(puzzle->game[j].moves, game->moves))
				return;
		*game = (struct sok_game){.moves = game->moves,
		    .letters_only = game->letters_only,
		    .pos = game->pos};
		filter->drop[i] = false;
	}
	if (supplied || (work->heading && solves && game->title.len == 0))
		set_heading(work, game, &became.at, arena);
	if (played->mode != became.mode &&
	    played->total_moves > played->at.moves)
		remark(work, puzzle, i,
		    "lost its moves after `*`, which continue backwards");
	filter->solves[i] = solves;
	if (work->best != 0 && solves)
		sok_best_see(&filter->best, i, &rank);
}

/* ---- all games of a puzzle */

/* Whether to replay game i of the puzzle, of which the first `own` are not
 * supplied: with --match and several players, only if it solves. */
static bool
is_wanted(struct replay_work *work, const struct sok_puzzle *puzzle, size_t i,
    size_t own, struct sok_position *position)
{
	struct sok_replay_options options = work->options;
	struct sok_replay played;

	if (!work->match || i < own || puzzle->board.players == 1)
		return true;
	options.position = position;
	sok_arena_reset(&work->scratch);
	cli_enough(work->run.cli,
	    sok_replay(puzzle, &puzzle->game[i], &options, &played,
	        &work->scratch) == 0);
	return played.verdict == SOK_SOLVED;
}

void
replay_games(struct replay_work *work, struct sok_puzzle *puzzle, size_t own,
    struct sok_arena *arena)
{
	bool pass = work->run.pass;
	size_t n = puzzle->ngames;
	struct cli *cli = work->run.cli;
	struct filter filter = {.own = own};
	struct sok_position *position = NULL;
	struct sok_replay played;

	work->solved = false;
	if (work->mender != NULL)
		mender_puzzle(work->mender, puzzle);
	if (n > 0 && cli->ready == NULL)
		position = cli_must(cli, sok_position_open(puzzle, arena));
	if (pass) {
		filter.drop =
		    cli_must(cli, sok_arena_zalloc(arena, n, sizeof(bool)));
		filter.was = cli_must(
		    cli, sok_arena_alloc(arena, n, sizeof(*filter.was)));
		filter.solves =
		    cli_must(cli, sok_arena_zalloc(arena, n, sizeof(bool)));
		for (size_t i = own; i < n; i++)
			filter.drop[i] = true;
	}
	for (size_t i = 0; i < n; i++) {
		if (!is_wanted(work, puzzle, i, own, position))
			continue;
		replay_game(work, puzzle, i, position, &played);
		if (work->match && i >= own && played.verdict == SOK_SOLVED)
			work->supplied
			    .solves[puzzle->game[i].number - own - 1] = true;
		if (pass)
			filter_game(work, &filter, puzzle, i, &played, arena);
		else if (work->mender != NULL)
			mend_game(work, puzzle, i, &played, arena);
	}
	if (!pass)
		return;
	for (size_t i = 0; work->best != 0 && i < n; i++)
		if (filter.solves[i] &&
		    !sok_best_is(&filter.best, i, work->best)) {
			filter.drop[i] = true;
			remark(work, puzzle, i,
			    "left out: another solution is better");
			rejects_note(cli, &work->rejects,
			    SOK_STR("another solution is better"));
			rejects_explain(
			    cli, &work->rejects, &filter.was[i].text, arena);
		}
	replay_leave_out(work, puzzle, filter.was, filter.drop, own, arena);
	cli_enough(cli, sok_drop_games(puzzle, filter.drop, arena) == 0);
	sok_puzzle_retitle(puzzle);
}
