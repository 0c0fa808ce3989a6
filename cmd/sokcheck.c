/*
 * sokcheck - checks puzzles and reports findings: those of the library's rules,
 * and of the rules about a whole run (duplicates, files without a board).
 */
#include "check/duplicates.h"
#include "jobs/jobs.h"
#include "report/report.h"

struct check {
	struct report run;
	struct sok_check_options options;
	struct duplicates seen;
	size_t boards; /* of this operand */
	size_t held;   /* boards of this directory or archive */
	size_t errors; /* of this puzzle */
};

/* ---- options */

enum { TARGET = REPORT_OWN, DUPLICATES };

static const struct cli_option options[] = {
    {"pass", 'p', NULL, CLI_STORE(struct check, run.pass),
        "print the puzzles without errors, findings on stderr"},
    REPORT_ROWS(struct check),
    {"target", 0, "PROGRAMS", TARGET,
        "also report what yasc, jsoko, ksokoban, xsokoban, sokoban3d "
        "or simplesokoban cannot load, or all"},
    {"duplicates", 0, NULL, DUPLICATES,
        "report puzzles that repeat an earlier one"},
    {NULL, 0, NULL, 0, NULL},
};

static void
check_option(struct cli *c, int id, const char *arg)
{
	struct check *k = c->ctx;

	switch (id) {
	case TARGET:
		k->options.targets |=
		    CLI_SET(c, "target", arg, sok_target_name);
		break;
	case DUPLICATES:
		cli_need(c, "--duplicates", SOK_LIBMD);
		k->run.off[SOK_DUPLICATE_PUZZLE_RULE] = false;
		break;
	default:
		report_take(&k->run, c, id, arg);
		break;
	}
}

static const struct cli_program program = {
    .name = "sokcheck",
    .summary = "check Sokoban puzzles",
    .options = options,
    .take = check_option,
};

/* ---- operands */

/* For cli.sink. */
static void
take_finding(void *ctx, const struct sok_finding *f)
{
	struct check *k = ctx;

	if (report_finding(&k->run, f))
		k->errors += f->puzzle != NULL && report_fails(k->run.c, f);
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
	report_file_end(&k->run, op->name);
	k->run.files++;
	if (op->met)
		k->held += k->boards;
	k->boards = k->errors = 0;
	duplicates_file_end(&k->seen);
	return 0;
}

/* The end of a folder or an archive. */
static void
end_whole(struct cli *c, const struct cli_operand *op)
{
	struct check *k = c->ctx;

	if (k->held == 0 && report_nothing(k, op))
		report_file_end(&k->run, op->name);
	k->held = 0;
}

static int
take_header(struct cli *c, struct sok_header *h)
{
	struct check *k = c->ctx;

	return k->run.writer == NULL ? 0 : sok_write_header(k->run.writer, h);
}

/* ---- puzzles */

static int
check_puzzle(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	struct check *k = c->ctx;
	struct report_case puzzle = {.puzzle = p, .pos = p->pos};
	const bool *off = k->run.off;
	struct duplicate_key key;

	k->boards += p->has_board;
	k->run.puzzles += p->number > 0;
	stats_puzzle(&k->run.stats, c, p);
	for (size_t i = 0; k->run.stats.wanted && i < p->ngames; i++)
		stats_game(&k->run.stats, p, sok_game_claims(&p->game[i]));
	if (c->ready != NULL)
		record_report(c->ready->found, p, cli_sink(c));
	else if (sok_check(p, &k->options, &c->sink, a) == -1)
		return -1;

	if (!off[SOK_DUPLICATE_TITLE_RULE] && k->run.lowest == SOK_NOTE)
		duplicates_title(&k->seen, p, &c->sink);
	if (!off[SOK_DUPLICATE_PUZZLE_RULE] && p->has_board) {
		if (c->ready != NULL)
			key = *(const struct duplicate_key *)c->ready->result;
		else if (duplicates_key(p, &key, a) == -1)
			return -1;
		duplicates_puzzle(&k->seen, p, &key, &c->sink);
	}
	if (k->run.writer != NULL && k->errors == 0 &&
	    sok_write(k->run.writer, p) == -1)
		return -1;
	report_case(&k->run, &puzzle);
	k->errors = 0;
	return 0;
}

/* In any thread, before the puzzle's turn. */
static int
prepare_check(const struct cli *c, struct sok_puzzle *p,
    struct cli_ready *ready, struct record *found, struct sok_arena *a,
    struct sok_arena *scratch)
{
	const struct check *k = c->ctx;
	struct duplicate_key *key = sok_arena_zalloc(a, 1, sizeof(*key));
	bool finds = !k->run.off[SOK_DUPLICATE_PUZZLE_RULE];
	size_t reported = 0;

	ready->result = key;
	if (key == NULL ||
	    sok_check(p, &k->options, &found->sink, scratch) == -1)
		return -1;
	for (unsigned i = k->run.lowest; i <= SOK_ERROR; i++)
		reported += found->sink.count[i];
	if (finds || (reported > 0 && report_identifies(&k->run)))
		if (sok_identify(p, false, a, scratch) == -1)
			return -1;
	return finds ? duplicates_key(p, key, scratch) : 0;
}

static const struct cli_work work = {
    .end = end_operand,
    .whole = end_whole,
    .header = take_header,
    .puzzle = check_puzzle,
    .prepare = prepare_check,
};

int
main(int argc, char **argv)
{
	struct check k = {
	    .run =
	        {
	            .origins = RULES_CHECK,
	            .format = &report_text,
	            .lowest = SOK_WARNING,
	            .off[SOK_DUPLICATE_PUZZLE_RULE] = true,
	        },
	};
	struct cli c;

	cli_init(&c, &program, &k, argc, argv);
	if (report_print_rules(&k.run, &c))
		return cli_finish(&c);
	report_begin(&k.run, &c);
	k.seen.c = &c;
	c.sink.fn = take_finding;
	c.sink.ctx = &k;
	cli_run(&c, &work);
	report_end(&k.run);
	duplicates_free(&k.seen);
	return cli_finish(&c);
}
