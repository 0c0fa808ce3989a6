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
check_option(struct cli *c, int id, const char *arg)
{
	struct check *k = c->ctx;

	if (id == OPTION_TARGET) {
		k->options.targets |=
		    CLI_SET(c, "target", arg, sok_target_name);
	} else if (id == OPTION_DUPLICATES) {
		duplicates_option(k, arg);
	} else if (id == OPTION_AGAINST) {
		against_option(k, arg);
	} else {
		return report_take(&k->run, id, arg);
	}
	return true;
}

/* ---- operands */

/* For cli.sink. */
static void
take_finding(void *ctx, const struct sok_finding *f)
{
	struct check *k = ctx;

	if (!report_finding(&k->run, f) || f->puzzle == NULL)
		return;
	k->failed |= report_fails(k->run.c, f);
	if (f->severity >= k->run.lowest)
		rejects_finding(k->run.c, &k->rejects, f);
}

/* Report that no board was found; false if there may be one that was not read.
 * It is an error, except in a filter, which passes its input on. */
static bool
report_nothing(struct check *k, const struct cli_operand *op)
{
	struct cli *c = k->run.c;
	enum sok_severity severity = SOK_WARNING;

	if (choose_may_be_text(op))
		severity = SOK_NOTE;
	else if (c->strict || (!op->met && k->run.writer == NULL))
		severity = SOK_ERROR;
	return cli_report_nothing(
	    c, op, SOK_NO_PUZZLE_RULE, severity, "no board was recognised");
}

static int
end_operand(struct cli *c, const struct cli_operand *op)
{
	struct check *k = c->ctx;

	if (k->boards == 0)
		(void)report_nothing(k, op);
	report_input_end(&k->run, op->name);
	k->run.files++;
	if (op->met)
		k->held += k->boards;
	k->boards = 0;
	k->failed = false;
	compare_seen_free(&k->duplicates.titles);
	return 0;
}

/* The end of a folder or an archive; true: it had no boards. */
static bool
end_whole(struct cli *c, const struct cli_operand *op)
{
	struct check *k = c->ctx;

	bool nothing = k->held == 0 && report_nothing(k, op);

	if (nothing)
		report_file_end(&k->run, op->name);
	k->held = 0;
	return nothing;
}

static int
take_header(struct cli *c, struct sok_header *h)
{
	struct check *k = c->ctx;

	report_header(&k->run, h);
	if (k->run.writer != NULL && sok_write_header(k->run.writer, h) == -1)
		return -1;
	return against_header(k, h);
}

/* ---- puzzles */

/* Write a puzzle that does not pass to --rejects, with its findings. */
static int
leave_out(struct check *k, const struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_puzzle own = *p;

	rejects_explain(k->run.c, &k->rejects, &own.text, a);
	return rejects_write(k->run.c, &k->rejects, &own, a);
}

static int
check_puzzle(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	struct check *k = c->ctx;
	struct report_case puzzle = {.puzzle = p, .pos = p->pos};
	const bool *off = k->run.off;
	struct check_keys keys;

	k->boards += p->has_board;
	report_puzzle(&k->run, p);
	for (size_t i = 0; k->run.stats.wanted && i < p->ngames; i++)
		stats_game(&k->run.stats, p, sok_game_claims(&p->game[i]));
	if (c->ready == NULL && sok_check(p, &k->options, &c->sink, a) == -1)
		return -1;

	if (!off[SOK_DUPLICATE_TITLE_RULE] && k->run.lowest == SOK_NOTE &&
	    p->title.len > 0)
		duplicates_title(k, p);
	if (c->ready != NULL)
		keys = *(const struct check_keys *)c->ready;
	else if (duplicates_keys(k, p, &keys, a) == -1)
		return -1;
	if (!off[SOK_DUPLICATE_PUZZLE_RULE] && p->has_board)
		duplicates_puzzle(k, p, &keys);
	if (against_puzzle(k, p, &keys, a) == -1)
		return -1;
	if (k->run.writer != NULL &&
	    (k->failed ? leave_out(k, p, a) : sok_write(k->run.writer, p)) ==
	        -1)
		return -1;
	rejects_forget(&k->rejects);
	report_case(&k->run, &puzzle);
	k->failed = false;
	return 0;
}

/* In any thread, before the puzzle's turn. */
static int
prepare_check(const struct cli *c, struct sok_puzzle *p, struct prepared *to)
{
	const struct check *k = c->ctx;
	struct check_keys *keys = sok_arena_zalloc(to->a, 1, sizeof(*keys));
	bool finds =
	    !k->run.off[SOK_DUPLICATE_PUZZLE_RULE] || k->against.old.n > 0;
	size_t reported = 0;

	to->result = keys;
	if (keys == NULL ||
	    sok_check(p, &k->options, &to->found.sink, &to->scratch) == -1)
		return -1;
	for (unsigned i = k->run.lowest; i <= SOK_ERROR; i++)
		reported += to->found.sink.count[i];
	if ((finds || (reported > 0 && report_identifies(&k->run))) &&
	    sok_identify(p, false, to->a, &to->scratch) == -1)
		return -1;
	return duplicates_keys(k, p, keys, &to->scratch);
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
};

/* Rules that this run does not look for, though they are on. */
static void
set_unsought(struct check *k)
{
	static const enum sok_rule elsewhere[] = {SOK_UNDEFINED_MACRO_RULE,
	    SOK_SAVED_IMAGE_MISMATCH_RULE, SOK_CHARSET_RULE};
	bool *unsought = k->run.unsought;

	for (size_t i = 0; i < SOK_NRULES; i++)
		unsought[i] = strchr("pw", sok_rules[i].origin) != NULL;
	for (size_t i = 0; i < SOK_COUNT(elsewhere); i++)
		unsought[elsewhere[i]] = true;
	unsought[SOK_SIZE_LIMIT_RULE] = k->options.targets == 0;
	unsought[SOK_DUPLICATE_TITLE_RULE] = k->run.lowest > SOK_NOTE;
	against_unsought(k);
}

int
main(int argc, char **argv)
{
	struct cli c;
	struct check k = {.boards = 0};

	k.run = (struct report){.c = &c,
	    .origins = RULES_CHECK,
	    .format = &report_text,
	    .lowest = SOK_WARNING,
	    .off[SOK_DUPLICATE_PUZZLE_RULE] = true};
	cli_init(&c, &program, &k, argc, argv);
	if (report_print_rules(&k.run))
		return cli_finish(&c);
	if (k.rejects.path != NULL && !k.run.pass)
		cli_usage(&c, "--rejects needs -p");
	rejects_open(&c, &k.rejects);
	set_unsought(&k);
	against_read(&k);
	report_begin(&k.run);
	c.sink.fn = take_finding;
	c.sink.ctx = &k;
	cli_confine(&c, 0);
	cli_run(&c);
	against_report(&k);
	report_end(&k.run);
	rejects_close(&c, &k.rejects);
	duplicates_free(&k.duplicates);
	against_free(&k.against);
	return cli_finish(&c);
}
