/* sokcheck - checks puzzles and reports findings: those of the library's rules,
 * and of the rules about a whole run (duplicates, changes, files without a
 * board). */
#include "base/base.h"
#include "board/board.h"
#include "check/check.h"
#include "compare/compare.h"
#include "jobs/jobs.h"
#include "text/text.h"

/* ---- options */

static const struct cli_option options[] = {
    {"pass", 'p', NULL, CLI_STORE(struct check, run.pass),
        "print the puzzles without errors, findings on stderr"},
    REJECTS_ROW(struct check, "-p"),
    REPORT_ROWS(struct check),
    {"target", 0, "PROGRAMS", OPTION_TARGET,
        "also report what yasc, jsoko, ksokoban, xsokoban, sokoban3d "
        "or simplesokoban cannot load, or all"},
    {"against", 0, "OLD", OPTION_AGAINST,
        "report what changed since OLD, a file, folder or archive"},
    {"duplicates", 0, "[LEVEL]", OPTION_DUPLICATES,
        "report puzzles that repeat an earlier one: exact, same, start, "
        "goals, boxes, exchanged or layout"},
    {NULL, 0, NULL, 0, NULL},
};

static bool
check_option(struct cli *cli, int id, const char *arg)
{
	struct check *check = cli->ctx;

	if (id == OPTION_TARGET) {
		check->options.targets |=
		    CLI_SET(cli, "target", arg, sok_target_name);
	} else if (id == OPTION_DUPLICATES) {
		duplicates_option(check, arg);
	} else if (id == OPTION_AGAINST) {
		against_option(check, arg);
	} else {
		return report_take(&check->run, id, arg);
	}
	return true;
}

/* ---- operands */

/* For cli.sink. */
static void
take_finding(void *ctx, const struct sok_finding *finding)
{
	struct check *check = ctx;

	if (!report_finding(&check->run, finding) || finding->puzzle == NULL)
		return;
	check->failed |= report_fails(check->run.cli, finding);
	if (finding->severity >= check->run.lowest)
		rejects_finding(check->run.cli, &check->rejects, finding);
}

/* The end of a file, a folder or an archive, with all findings about it. */
static void
end_file(struct check *check, const char *file)
{
	if (check->waiting.on)
		waiting_file_end(check, file);
	else
		report_file_end(&check->run, file);
}

/* Report that no board was found; false if there may be one that was not read.
 * It is an error, except in a filter, which passes its input on. */
static bool
report_nothing(struct check *check, const struct cli_operand *op)
{
	struct cli *cli = check->run.cli;
	enum sok_severity severity = SOK_WARNING;

	if (choose_may_be_text(op))
		severity = SOK_NOTE;
	else if (cli->strict || (!op->met && check->run.writer == NULL))
		severity = SOK_ERROR;
	return cli_report_nothing(
	    cli, op, SOK_NO_PUZZLE_RULE, severity, "no board was recognised");
}

static int
end_operand(struct cli *cli, const struct cli_operand *op)
{
	struct check *check = cli->ctx;

	if (check->boards == 0)
		(void)report_nothing(check, op);
	end_file(check, op->name);
	stats_file(&check->run, op->name);
	check->run.files++;
	if (op->met)
		check->held += check->boards;
	check->boards = 0;
	check->failed = false;
	compare_seen_free(&check->duplicates.titles);
	return 0;
}

/* The end of a folder or an archive; true: it had no boards. */
static bool
end_whole(struct cli *cli, const struct cli_operand *op)
{
	struct check *check = cli->ctx;

	bool nothing = check->held == 0 && report_nothing(check, op);

	if (nothing)
		end_file(check, op->name);
	check->held = 0;
	return nothing;
}

static int
take_header(struct cli *cli, struct sok_header *header)
{
	struct check *check = cli->ctx;

	report_header(&check->run, header);
	if (check->waiting.on && waiting_header(check, header) == -1)
		return -1;
	if (check->run.writer != NULL && !check->waiting.on &&
	    sok_write_header(check->run.writer, header) == -1)
		return -1;
	return against_header(check, header);
}

/* ---- puzzles */

/* Write a puzzle that does not pass to --rejects, with its findings. */
static int
leave_out(struct check *check, const struct sok_puzzle *puzzle,
    struct sok_arena *arena)
{
	struct sok_puzzle own = *puzzle;

	rejects_explain(check->run.cli, &check->rejects, &own.text, arena);
	return rejects_write(check->run.cli, &check->rejects, &own, arena);
}

/* A puzzle has all its findings: write it where it belongs.  0, -1 with errno.
 */
static int
end_puzzle(struct check *check, const struct sok_puzzle *ended,
    struct sok_arena *arena)
{
	struct report_case puzzle = {.puzzle = ended, .pos = ended->pos};

	if (check->waiting.on)
		return waiting_puzzle(check, ended);
	if (check->run.writer != NULL &&
	    (check->failed ? leave_out(check, ended, arena)
	                   : sok_write(check->run.writer, ended)) == -1)
		return -1;
	rejects_forget(&check->rejects);
	report_case(&check->run, &puzzle);
	return 0;
}

/* Compare a puzzle, for --duplicates and --against: 0, -1 with errno. */
static int SOK_APART
compare(struct check *check, const struct sok_puzzle *puzzle,
    struct sok_arena *arena)
{
	const struct cli *cli = check->run.cli;
	struct check_keys keys;

	if (cli->ready != NULL)
		keys = *(const struct check_keys *)cli->ready;
	else if (duplicates_keys(check, puzzle, &keys, arena) == -1)
		return -1;
	if (!check->run.off[SOK_DUPLICATE_PUZZLE_RULE] && puzzle->has_board)
		duplicates_puzzle(check, puzzle, &keys);
	return against_puzzle(check, puzzle, &keys, arena);
}

static int
check_puzzle(
    struct cli *cli, struct sok_puzzle *checked, struct sok_arena *arena)
{
	struct check *check = cli->ctx;

	check->boards += checked->has_board;
	report_puzzle(&check->run, checked);
	for (size_t i = 0; check->run.stats.wanted && i < checked->ngames; i++)
		stats_game(&check->run.stats, checked,
		    sok_game_claims(&checked->game[i]));
	if (cli->ready == NULL &&
	    sok_check(checked, &check->options, &cli->sink, arena) == -1)
		return -1;

	if (!check->run.off[SOK_DUPLICATE_TITLE_RULE] &&
	    check->run.lowest == SOK_NOTE && checked->title.len > 0)
		duplicates_title(check, checked);
	if (duplicates_compares(check) && compare(check, checked, arena) == -1)
		return -1;
	if (end_puzzle(check, checked, arena) == -1)
		return -1;
	check->failed = false;
	return 0;
}

/* To check a puzzle takes less time than to copy it for another thread; to find
 * its id takes more. */
static bool
is_light(const struct cli *cli)
{
	return !duplicates_compares(cli->ctx);
}

/* In any thread, before the puzzle's turn. */
static int
prepare_check(
    const struct cli *cli, struct sok_puzzle *puzzle, struct prepared *to)
{
	const struct check *check = cli->ctx;
	struct check_keys *keys = sok_arena_zalloc(to->arena, 1, sizeof(*keys));
	size_t reported = 0;

	to->result = keys;
	if (keys == NULL ||
	    sok_check(puzzle, &check->options, &to->found.sink, &to->scratch) ==
	        -1)
		return -1;
	for (unsigned i = check->run.lowest; i <= SOK_ERROR; i++)
		reported += to->found.sink.count[i];
	if ((duplicates_compares(check) ||
	        (reported > 0 && report_identifies(&check->run))) &&
	    sok_identify(puzzle, false, to->arena, &to->scratch) == -1)
		return -1;
	return duplicates_keys(check, puzzle, keys, &to->scratch);
}

static const struct cli_program program = {
    .name = "sokcheck",
    .summary = "check Sokoban puzzles",
    .examples = {"sokcheck levels.sok                # report what is wrong",
        "sokcheck -F github --strict sets/  # in a workflow of GitHub",
        "sokcheck -p levels.sok > good.sok  # keep puzzles without errors"},
    .options = options,
    .take = check_option,
    .end = end_operand,
    .whole = end_whole,
    .header = take_header,
    .puzzle = check_puzzle,
    .prepare = prepare_check,
    .light = is_light,
};

/* Reject combinations that have no effect. */
static void
reject(const struct check *check)
{
	const struct report *run = &check->run;

	if (check->rejects.path != NULL && !run->pass)
		cli_usage(run->cli, "--rejects needs -p");
	report_needs_findings(run, check->against.old.n > 0, "--against");
	report_needs_findings(run, check->duplicates.given, "--duplicates");
	report_needs_findings(run, check->options.targets != 0, "--target");
}

/* Rules that this run does not look for, though they are on. */
static void
set_unsought(struct check *check)
{
	static const enum sok_rule elsewhere[] = {SOK_UNDEFINED_MACRO_RULE,
	    SOK_SAVED_IMAGE_MISMATCH_RULE, SOK_CHARSET_RULE};
	bool *unsought = check->run.unsought;

	for (size_t i = 0; i < SOK_NRULES; i++)
		unsought[i] = strchr("pw", sok_rules[i].origin) != NULL;
	for (size_t i = 0; i < SOK_COUNT(elsewhere); i++)
		unsought[elsewhere[i]] = true;
	unsought[SOK_SIZE_LIMIT_RULE] = check->options.targets == 0;
	unsought[SOK_DUPLICATE_TITLE_RULE] = check->run.lowest > SOK_NOTE;
	against_unsought(check);
}

int
main(int argc, char **argv)
{
	struct cli cli;
	struct check check = {.boards = 0};

	check.run = (struct report){.cli = &cli,
	    .origins = RULES_CHECK,
	    .format = &report_text,
	    .lowest = SOK_WARNING,
	    .off[SOK_DUPLICATE_PUZZLE_RULE] = true};
	cli_init(&cli, &program, &check, argc, argv);
	if (report_print_rules(&check.run))
		return cli_finish(&cli);
	reject(&check);
	rejects_open(&cli, &check.rejects);
	set_unsought(&check);
	against_read(&check);
	report_begin(&check.run);
	waiting_begin(&check);
	cli.sink.fn = take_finding;
	cli.sink.ctx = &check;
	cli_confine(&cli, 0);
	cli_run(&cli);
	against_report(&check);
	report_end(&check.run);
	rejects_close(&cli, &check.rejects);
	duplicates_free(&check.duplicates);
	waiting_free(&check.waiting);
	against_free(&check.against);
	return cli_finish(&cli);
}
