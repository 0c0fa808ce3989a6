/*
 * sokreplay - replays games and reports whether they solve their puzzles.
 * This file has the options; replay_puzzle.c replays each puzzle.
 */
#include <errno.h>
#include <string.h>

#include "cli/rules.h"
#include "replay/replay.h"

enum {
	MOVES = CLI_OWN,
	MOVES_FILE,
	MATCH,
	FORMAT,
	PASS,
	REWRITE,
	TO_FORWARD,
	BEST,
	FINAL,
	REQUIRE_SOLUTION,
	STRICT_CASE,
	REACHABLE,
	YASC_LINES,
	BOARD_FROM_MOVES,
	DISABLE,
	ENABLE,
	SEVERITY,
	STRICT,
	EXIT_ZERO,
	EXPLAIN,
	LIST_RULES,
	FAILURES,
	HEADING,
	HEADER
};

static const struct cli_option options[] = {
    {"moves", 'm', "MOVES", MOVES, "replay these instead of the games"},
    {"moves-file", 'M', "FILE", MOVES_FILE,
        "replay the games in FILE, one in each paragraph"},
    {"match", 0, NULL, MATCH,
        "with -m or -M: find the puzzles that each game solves"},
    {"format", 'F', "FORMAT", FORMAT,
        "text, json, sarif, github, junit, tap, tsv or csv"},
    {"pass", 'p', NULL, PASS,
        "print the puzzles without failing games, findings on stderr"},
    {"rewrite", 0, NULL, REWRITE,
        "with -p: correct letter case and the counts in titles"},
    {"to-forward", 0, NULL, TO_FORWARD,
        "with -p: replace reverse solutions by forward ones"},
    {"best", 0, "BY", BEST,
        "with -p: keep only the best solution, by moves or pushes"},
    {"final", 0, NULL, FINAL, "print the board after the moves"},
    {"require-solution", 0, NULL, REQUIRE_SOLUTION,
        "a puzzle without a valid solution is an error"},
    {"strict-case", 0, NULL, STRICT_CASE, "wrong letter case is an error"},
    {"reachable", 0, NULL, REACHABLE,
        "ignore boxes that the player cannot reach"},
    {"yasc-lines", 0, NULL, YASC_LINES, "count box lines as YASC does"},
    {"board-from-moves", 0, NULL, BOARD_FROM_MOVES,
        "make the smallest board for a game without one"},
    {"disable", 0, "RULES", DISABLE, "disable these rules, or all"},
    {"enable", 0, "RULES", ENABLE, "enable these rules, or all"},
    {"severity", 0, "LEVEL", SEVERITY,
        "lowest severity printed: note, warning or error"},
    {"strict", 0, NULL, STRICT, "treat warnings as errors"},
    {"exit-zero", 0, NULL, EXIT_ZERO, "findings do not affect the status"},
    {"explain", 0, "RULE", EXPLAIN, "explain a rule with examples"},
    {"list-rules", 0, NULL, LIST_RULES, "print all rules"},
    {"failures", 0, NULL, FAILURES,
        "print only findings and games with findings"},
    {"heading", 0, NULL, HEADING,
        "with -p: write Solution M/P above untitled games that solve"},
    {"header", 0, NULL, HEADER,
        "-F tsv or csv: begin with a line of column names"},
    {NULL, 0, NULL, 0, NULL},
};

static void
take_best(struct cli *c, const char *arg)
{
	static const char *const by[] = {"moves", "pushes"};
	struct replay_work *k = c->ctx;

	k->best = true;
	k->best_pushes = CLI_CHOICE(c, "best", arg, by) == 1;
}

static void
take(struct cli *c, int id, const char *arg)
{
	struct replay_work *k = c->ctx;

	switch (id) {
	case MOVES:
		k->moves = arg;
		break;
	case MOVES_FILE:
		k->moves_path = arg;
		break;
	case MATCH:
		k->match = true;
		break;
	case FORMAT:
		k->form.format = report_format_find(c, arg);
		break;
	case PASS:
		k->pass = true;
		break;
	case REWRITE:
		k->rewrite = true;
		break;
	case TO_FORWARD:
		k->to_forward = true;
		break;
	case BEST:
		take_best(c, arg);
		break;
	case FINAL:
		k->final = true;
		break;
	case REQUIRE_SOLUTION:
		k->require = true;
		break;
	case STRICT_CASE:
		c->sink.level[SOK_WRONG_CASE_RULE] = 1 + SOK_ERROR;
		break;
	case REACHABLE:
		k->options.reachable_only = true;
		break;
	case YASC_LINES:
		k->yasc = true;
		break;
	case BOARD_FROM_MOVES:
		k->rebuild = c->read.bare_moves = true;
		break;
	case DISABLE:
		rules_switch(c, "disable", arg, k->off, true);
		break;
	case ENABLE:
		rules_switch(c, "enable", arg, k->off, false);
		break;
	case SEVERITY:
		k->form.lowest = (enum sok_severity)CLI_CHOICE(
		    c, "severity", arg, sok_severity_name);
		break;
	case STRICT:
		c->strict = true;
		k->form.fails = SOK_WARNING;
		break;
	case EXIT_ZERO:
		c->exit_zero = true;
		break;
	case EXPLAIN:
		k->explain = arg;
		c->no_input = true;
		break;
	case LIST_RULES:
		k->list = true;
		c->no_input = true;
		break;
	case FAILURES:
		k->failures = true;
		break;
	case HEADING:
		k->heading = true;
		break;
	case HEADER:
		k->form.header = true;
		break;
	}
}

static const struct cli_program program = {
    .name = "sokreplay",
    .summary = "replay the games of Sokoban puzzles",
    .options = options,
    .take = take,
};

/* Combinations that mean nothing. */
static void
reject(const struct replay_work *k, struct cli *c)
{
	bool given = k->moves != NULL || k->moves_path != NULL;
	size_t i;

	if (k->match && !given)
		cli_usage(c, "--match needs -m or -M");
	if (k->rewrite && !k->pass)
		cli_usage(c, "--rewrite needs -p");
	if (k->to_forward && !k->pass)
		cli_usage(c, "--to-forward needs -p");
	if (k->heading && !k->pass)
		cli_usage(c, "--heading needs -p");
	if (k->best && !k->pass)
		cli_usage(c, "--best needs -p");
	if (k->final && !k->text)
		cli_usage(c, "--final goes with -F text only");
	if (k->moves_path == NULL || strcmp(k->moves_path, "-") != 0)
		return;
	if (c->names_from != NULL && strcmp(c->names_from, "-") == 0)
		cli_usage(c,
		    "standard input cannot be both the names of operands and "
		    "the moves");
	for (i = 0; i < c->noperands; i++)
		if (strcmp(c->operand[i], "-") == 0)
			cli_usage(c,
			    "standard input cannot be both an operand and "
			    "the moves");
}

static void
begin(struct replay_work *k, struct cli *c)
{
	k->c = c;
	k->text = k->form.format == &report_text;
	k->json = k->form.format == &report_json;
	k->form.ncolumns = replay_ncolumns(k);
	reject(k, c);
	supplied_read(k);
	k->writer = report_pass_writer(c, k->pass);
	k->report =
	    report_open(c, &k->form, k->pass ? cli_err(c) : cli_output(c));
	memcpy(c->sink.off, k->off, sizeof(k->off));
	c->sink.off[SOK_MOVES_WITHOUT_BOARD_RULE] |= k->rebuild;
	c->sink.fn = replay_finding;
	c->sink.ctx = k;
	report_begin(k->report);
}

static void
end(struct replay_work *k, struct cli *c)
{
	assign_end(c);
	if (k->writer != NULL && sok_writer_close(k->writer) < 0)
		cli_trouble(c, NULL, errno);
	report_end(k->report);
	report_close(k->report);
	sok_buf_free(&k->line);
	sok_arena_free(&k->scratch);
	sok_arena_free(&k->life);
}

/* Style is for sokcheck, unless it decides what is replayed. */
static void
set_defaults(struct replay_work *k)
{
	for (size_t i = 0; i < SOK_NRULES; i++)
		k->off[i] = cli_lint((enum sok_rule)i);
	k->off[SOK_AMBIGUOUS_MOVES_RULE] = false;
	k->off[SOK_MOVES_WITHOUT_BOARD_RULE] = false;
}

int
main(int argc, char **argv)
{
	struct replay_work k = {
	    .form =
	        {
	            .origins = RULES_REPLAY,
	            .format = &report_text,
	            .lowest = SOK_NOTE,
	            .fails = SOK_ERROR,
	            .column = replay_column,
	        },
	};
	struct cli c;

	set_defaults(&k);
	cli_init(&c, &program, &k, argc, argv);
	if (k.explain != NULL) {
		rules_explain(&c, k.explain);
	} else if (k.list) {
		rules_list(&c, RULES_REPLAY);
	} else {
		begin(&k, &c);
		cli_run(&c, &replay_work);
		end(&k, &c);
	}
	return cli_finish(&c);
}
