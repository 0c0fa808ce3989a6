/* sokreplay - replays games and reports whether they solve their puzzles.  This
 * file has the options, selects the games of each puzzle that are replayed, and
 * reports findings about whole puzzles and operands. */
#include <stdlib.h>

#include "base/base.h"
#include "io/io.h"
#include "play/play.h"
#include "replay/replay.h"
#include "text/text.h"

#define AT(member) CLI_STORE(struct replay_work, member)

static const struct cli_option options[] = {
    {"moves", 'm', "MOVES", AT(moves), "replay these instead of the games"},
    {"moves-file", 'M', "FILE", OPTION_MOVES_FILE,
        "replay the games in FILE: bare moves, one game in each paragraph, or "
        "a collection; repeatable"},
    {"by", 0, "WAY", OPTION_BY,
        "how games of -m and -M find their puzzles: order, id, title or try"},
    {"match", 0, NULL, OPTION_MATCH,
        "--by=try: find the puzzles that each game solves"},
    {"pass", 'p', NULL, AT(run.pass),
        "print the puzzles without failing games, findings on stderr"},
    REJECTS_ROW(struct replay_work, "-p"),
    INPLACE_ROWS(struct replay_work, "a game would change"),
    {"rewrite", 0, NULL, AT(rewrite),
        "with -p, -w, -l, -d or -c: correct letter case and the counts in "
        "titles"},
    {"to-forward", 0, NULL, AT(to_forward),
        "the same: replace reverse solutions by forward ones"},
    {"best", 0, "LIST", OPTION_BEST,
        "with -p: keep only the best solutions, by moves, pushes or both"},
    {"heading", 0, NULL, AT(heading),
        "the same: write Solution M/P above untitled games that solve"},
    {"final", 0, NULL, AT(final), "print the board after the moves"},
    {"require-solution", 0, NULL, AT(require),
        "a puzzle without a valid solution is an error"},
    {"strict-case", 0, NULL, AT(strict_case), "wrong letter case is an error"},
    {"reachable", 0, NULL, AT(options.reachable_only),
        "ignore boxes that the player cannot reach"},
    {"yasc-lines", 0, NULL, AT(yasc), "count box lines as YASC does"},
    {"board-from-moves", 0, NULL, AT(rebuild),
        "make the smallest board for a game without one"},
    {"failures", 0, NULL, AT(failures),
        "print only findings and games with findings"},
    REPORT_ROWS(struct replay_work),
    {NULL, 0, NULL, 0, NULL},
};

static bool
replay_option(struct cli *cli, int id, const char *arg)
{
	/* The first way, by default, has no word. */
	static const char *const ways[] = {[SUPPLIED_BY_ORDER - 1] = "order",
	    [SUPPLIED_BY_ID - 1] = "id",
	    [SUPPLIED_BY_TITLE - 1] = "title",
	    [SUPPLIED_BY_TRY - 1] = "try"};
	struct replay_work *work = cli->ctx;

	switch (id) {
	case OPTION_BEST:
		work->best = CLI_SET(cli, "best", arg, sok_best_name);
		if (work->best == 0)
			cli_usage(cli, "--best needs moves, pushes or both");
		return true;
	case OPTION_BY:
		work->by =
		    (enum supplied_by)(1 + CLI_CHOICE(cli, "by", arg, ways));
		return true;
	case OPTION_MATCH:
		work->by = SUPPLIED_BY_TRY;
		return true;
	case OPTION_MOVES_FILE:
		cli_add_name(cli, &work->moves_files, arg);
		return true;
	default:
		return report_take(&work->run, id, arg);
	}
}

/* Reject combinations that have no meaning. */
static void
reject(const struct replay_work *work, struct cli *cli)
{
	bool draws = work->final || work->rebuild;
	size_t dashes = 0;

	if (work->by != SUPPLIED_BY_DEFAULT && !work->given)
		cli_usage(
		    cli, "%s needs -m or -M", work->match ? "--match" : "--by");
	if (work->moves != NULL &&
	    (work->by == SUPPLIED_BY_ID || work->by == SUPPLIED_BY_TITLE))
		cli_usage(cli,
		    "the moves of -m have no board and no title: --by=order or "
		    "--by=try");
	replay_file_options(work, cli);
	if (work->final && !work->text)
		cli_usage(cli, "--final needs -F text");
	if (draws && report_lists(&work->run))
		cli_usage(cli,
		    "--write-baseline=- cannot be combined with other output");
	if (draws && work->run.stats.wanted)
		cli_usage(cli,
		    "--stats cannot be combined with other output: %s",
		    work->final ? "--final" : "--board-from-moves");
	if (work->run.stats.wanted && (work->failures || work->yasc))
		cli_usage(cli, "--stats and --%s exclude each other",
		    work->failures ? "failures" : "yasc-lines");
	report_needs_findings(&work->run, work->require, "--require-solution");
	for (size_t i = 0; i < work->moves_files.n; i++)
		dashes += strcmp(work->moves_files.name[i], "-") == 0;
	if (dashes == 0)
		return;
	if (dashes > 1)
		cli_usage(cli, "-M - can be given only once");
	if (cli->names_from != NULL && strcmp(cli->names_from, "-") == 0)
		cli_usage(cli,
		    "standard input cannot be both the names of operands and "
		    "the moves");
	cli_claim_stdin(cli, "the moves");
}

/* ---- puzzles */

void
replay_finding(void *ctx, const struct sok_finding *finding)
{
	struct replay_work *work = ctx;

	inplace_finding(&work->inplace, finding);
	if (work->waiting) {
		defer_finding(work, finding);
	} else if (report_finding(&work->run, finding) &&
	    finding->game != NULL) {
		work->failed |= replay_fails(work, finding);
		work->found |= finding->severity >= work->run.lowest;
		if (finding->severity >= work->run.lowest)
			rejects_finding(work->run.cli, &work->rejects, finding);
	}
}

/* Rebuild the board of game i, which makes the game a puzzle.  0, also if none
 * can be rebuilt, which is reported; -1 with errno. */
static int
rebuild(struct replay_work *work, const struct sok_puzzle *puzzle, size_t i,
    struct sok_arena *arena)
{
	const struct sok_game *game = &puzzle->game[i];
	struct sok_replay none = {.verdict = SOK_NOT_SUPPORTED};
	struct sok_sink *sink = &work->run.cli->sink;
	struct sok_puzzle own = *puzzle;
	struct sok_no_board why;
	const bool left = true;

	own.game = &puzzle->game[i];
	own.ngames = 1;
	int built =
	    sok_board_from_moves(&own.board, own.variant, game, &why, arena);
	if (built < 0)
		return -1;
	if (built == 0) {
		work->games++;
		work->run.games++;
		if (why.contradicts)
			sok_report(sink, SOK_NOT_SOLVED_RULE,
			    sok_game_pos(game, why.at), &own, game,
			    "no board can be rebuilt: `%c` contradicts the "
			    "moves before it: it %s",
			    game->moves.s[why.at], why.reason);
		else
			sok_report(sink, SOK_NOT_SOLVED_RULE, game->pos, &own,
			    game, "no board can be rebuilt: %s", why.reason);
		replay_result(work, &own, game, &none);
		rejects_explain(
		    work->run.cli, &work->rejects, &own.game->text, arena);
		replay_leave_out(work, &own, own.game, &left, 1, arena);
		return 0;
	}
	own.has_board = true;
	work->boards++;
	replay_games(work, &own, 1, arena);
	if (work->text && !work->run.pass)
		replay_draw(cli_output(work->run.cli), &own.board, true);
	return work->run.pass && sok_write(work->run.writer, &own) < 0 ? -1 : 0;
}

int
replay_finish(struct replay_work *work, struct sok_puzzle *puzzle)
{
	bool wanted = work->require && !work->solved && puzzle->has_board;

	bool known = puzzle->variant != SOK_UNSUPPORTED;

	if (wanted && (known || work->run.cli->strict))
		sok_report(&work->run.cli->sink, SOK_NO_SOLUTION_RULE,
		    puzzle->pos, puzzle, NULL, "no game %ssolves this puzzle",
		    known ? "" : "that can be replayed ");
	else if (wanted && puzzle->ngames == 0 &&
	    (work->run.pass || !work->match))
		sok_report(&work->run.cli->sink, SOK_UNSUPPORTED_VARIANT_RULE,
		    puzzle->pos, puzzle, NULL,
		    "puzzles of this kind are not replayed: no solution is "
		    "required");
	if (work->run.pass && sok_write(work->run.writer, puzzle) < 0)
		return -1;
	if (work->mender != NULL && replay_mend_puzzle(work, puzzle) == -1)
		return -1;
	report_puzzle_end(&work->run, puzzle);
	return 0;
}

int
replay_own(struct replay_work *work, struct sok_puzzle *puzzle,
    struct sok_arena *arena)
{
	if (work->rebuild && !puzzle->has_board && puzzle->ngames > 0) {
		for (size_t i = 0; i < puzzle->ngames; i++) {
			if (rebuild(work, puzzle, i, arena) != 0)
				return -1;
			report_puzzle_end(&work->run, puzzle);
		}
		return 0;
	}
	if (work->match)
		return assign_matching(work, puzzle, arena);
	replay_games(work, puzzle, puzzle->ngames, arena);
	return replay_finish(work, puzzle);
}

static int
replay_puzzle(
    struct cli *cli, struct sok_puzzle *puzzle, struct sok_arena *arena)
{
	struct replay_work *work = cli->ctx;

	work->boards += puzzle->has_board;
	report_puzzle(&work->run, puzzle);
	if (puzzle->has_board && supplied_assigns(work))
		return assign_puzzle(work, puzzle, arena);
	if (!work->waiting)
		return replay_own(work, puzzle, arena);
	defer_puzzle(work, puzzle, false);
	return 0;
}

/* Whether all games of the file itself are replayed. */
static bool
expects_games(const struct replay_work *work)
{
	return !work->given && !work->require;
}

static int
replay_header(struct cli *cli, struct sok_header *header)
{
	struct replay_work *work = cli->ctx;

	/* What waits for games has a copy of its header. */
	if (!work->given)
		report_header(&work->run, header);
	if (work->mender != NULL)
		return replay_mend_header(work, header);
	if (work->run.writer != NULL && !work->waiting)
		return sok_write_header(work->run.writer, header);
	if (work->run.writer != NULL)
		defer_header(work, header);
	return 0;
}

/* ---- operands */

/* Boards without games are unsolved.  Only a filter accepts no boards. */
static enum sok_severity
severity_of_nothing(
    const struct replay_work *work, const struct cli_operand *op)
{
	bool filters = work->run.pass || inplace_wanted(&work->inplace);

	if (work->boards > 0 || work->among > 0 || filters)
		return SOK_WARNING;
	if (choose_may_be_text(op))
		return SOK_NOTE;
	return op->met ? SOK_WARNING : SOK_ERROR;
}

static int
end_file(struct cli *cli, const struct cli_operand *op)
{
	struct replay_work *work = cli->ctx;
	struct sok_pos pos = {op->name, 1, 1};
	bool none = work->games == 0 && expects_games(work);

	if (work->require && work->boards == 0)
		(void)cli_report_nothing(cli, op, SOK_NO_SOLUTION_RULE,
		    SOK_ERROR, "no board was recognised");
	else if (none && cli->select == NULL)
		(void)cli_report_nothing(cli, op, SOK_NO_GAMES_RULE,
		    severity_of_nothing(work, op), "there are no games");
	else if (none && work->boards > 0 && cli_status(cli) < CLI_TROUBLE)
		sok_report_as(&cli->sink, SOK_WARNING, SOK_NO_GAMES_RULE, pos,
		    NULL, NULL, "the selected puzzles have no games");
	work->run.files++;
	if (op->met)
		work->among += work->games + work->boards;
	work->games = work->boards = 0;
	if (work->waiting)
		defer_file_end(work, op->name);
	else
		report_input_end(&work->run, op->name);
	return 0;
}

/* A folder or an archive ends; true: it had no games. */
static bool
end_whole(struct cli *cli, const struct cli_operand *op)
{
	struct replay_work *work = cli->ctx;

	bool nothing = work->among == 0 && expects_games(work) &&
	    cli_report_nothing(cli, op, SOK_NO_GAMES_RULE,
	        severity_of_nothing(work, op), "there are no games");

	if (nothing)
		report_file_end(&work->run, op->name);
	work->among = 0;
	return nothing;
}

static const struct cli_program program = {
    .name = "sokreplay",
    .summary = "replay the games of Sokoban puzzles",
    .examples =
        {"sokreplay levels.sok               # does every solution solve?",
            "sokreplay -s 3 -m rrUdL levels.sok # try moves on puzzle 3",
            "sokreplay -w --rewrite levels.sok  # correct counts in place"},
    .options = options,
    .take = replay_option,
    .end = end_file,
    .whole = end_whole,
    .header = replay_header,
    .puzzle = replay_puzzle,
    .prepare = replay_prepare,
};

/* Rules that this run does not look for, though they are on: sokcheck looks for
 * those that are not about games. */
static void
set_unsought(struct replay_work *work)
{
	bool *unsought = work->run.unsought;

	for (size_t i = 0; i < SOK_NRULES; i++)
		unsought[i] = work->given || sok_rules[i].origin != 'p';
	unsought[SOK_NO_SOLUTION_RULE] |= !work->require;
}

int
main(int argc, char **argv)
{
	struct cli cli;
	struct replay_work work = {
	    .options = {.no_final = true}, .inplace.rewrite = replay_rewrite};

	work.run = (struct report){.cli = &cli,
	    .origins = RULES_REPLAY,
	    .format = &report_text,
	    .lowest = SOK_NOTE};
	/* Rules about style are off, unless they decide what is replayed. */
	for (size_t i = 0; i < SOK_NRULES; i++)
		work.run.off[i] = sok_rules[i].origin == 's';
	work.run.off[SOK_AMBIGUOUS_MOVES_RULE] = false;
	work.run.off[SOK_MOVES_WITHOUT_BOARD_RULE] = false;
	cli_init(&cli, &program, &work, argc, argv);
	if (report_print_rules(&work.run))
		return cli_finish(&cli);

	work.given = work.moves != NULL || work.moves_files.n > 0;
	work.match = work.by == SUPPLIED_BY_TRY;
	work.text = work.run.format == &report_text;
	work.json = work.run.format == &report_json;
	replay_columns(&work);
	reject(&work, &cli);
	work.inplace.charset = cli.read.charset;
	work.inplace.squares = true;
	work.run.apart = work.inplace.list || work.inplace.diff;
	supplied_read(&work);
	rejects_open(&cli, &work.rejects);
	set_unsought(&work);
	report_begin(&work.run);

	cli.read.bare_moves = work.rebuild;
	cli.sink.off[SOK_MOVES_WITHOUT_BOARD_RULE] |= work.rebuild;
	if (work.strict_case)
		cli.sink.level[SOK_WRONG_CASE_RULE] = 1 + SOK_ERROR;
	cli.sink.fn = replay_finding;
	cli.sink.ctx = &work;
	if (inplace_wanted(&work.inplace)) {
		inplace_run(&cli, &work.inplace, replay_file);
	} else {
		cli_confine(&cli, 0);
		cli_run(&cli);
	}
	assign_end(&cli);
	report_end(&work.run);
	rejects_close(&cli, &work.rejects);

	supplied_free(&work);
	sok_buf_free(&work.line);
	sok_arena_free(&work.scratch);
	sok_arena_free(&work.life);
	return cli_finish(&cli);
}
