/*
 * sokcheck - checks puzzles and reports findings.  This file has the options;
 * check_work.c checks each puzzle.
 */
#include "check/check_work.h"
#include "tools.h"

enum { TARGET = REPORT_OWN, DUPLICATES };

static const struct cli_option options[] = {
    {"pass", 'p', NULL, CLI_STORE(struct check_work, run.pass),
        "print the puzzles without errors, findings on stderr"},
    REPORT_ROWS(struct check_work),
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
	struct check_work *k = c->ctx;

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

static void
run_check(struct check_work *k, struct cli *c)
{
	report_begin(&k->run, c);
	k->seen = duplicates_new(c);
	c->sink.fn = check_work_finding;
	c->sink.ctx = k;
	cli_run(c, &check_work);
	report_end(&k->run);
	duplicates_free(k->seen);
}

int
main(int argc, char **argv)
{
	struct check_work k = {
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
	if (!report_print_rules(&k.run, &c))
		run_check(&k, &c);
	return cli_finish(&c);
}
