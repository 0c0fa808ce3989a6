/*
 * sokcheck - check puzzles and report what is wrong with them: reads, hands
 * every puzzle to the library's rules and their findings to the report.
 */
#include <errno.h>
#include <stdlib.h>

#include "baseline.h"
#include "duplicates.h"
#include "report.h"
#include "rules.h"

struct check {
	struct cli *c;
	struct report_options form;
	struct report *report;
	struct sok_check_options options;
	bool off[SOK_NRULES];
	const char *known_path, *made_path;
	struct baseline *known, *made;
	struct duplicates *seen;
	bool pass, summary;
	struct sok_writer *writer;
	size_t boards; /* of this operand */
	size_t errors; /* of this puzzle */
	size_t files, puzzles, found[SOK_NRULES];
};

enum {
	FORMAT = CLI_OWN,
	PASS,
	DISABLE,
	ENABLE,
	SEVERITY,
	STRICT,
	EXIT_ZERO,
	TARGET,
	BASELINE,
	WRITE_BASELINE,
	EXPLAIN,
	LIST_RULES,
	DUPLICATES,
	SUMMARY,
	HEADER
};

static const struct cli_option options[] = {
    {"format", 'F', "FORMAT", FORMAT,
        "text, json, sarif, github, junit, tap or tsv"},
    {"pass", 'p', NULL, PASS,
        "print the puzzles without errors, findings on stderr"},
    {"disable", 0, "RULES", DISABLE, "do not look for these, or all"},
    {"enable", 0, "RULES", ENABLE, "look for these again, or all"},
    {"severity", 0, "LEVEL", SEVERITY,
        "lowest that is printed: note, warning or error"},
    {"strict", 0, NULL, STRICT, "warnings fail, too"},
    {"exit-zero", 0, NULL, EXIT_ZERO, "findings never fail"},
    {"target", 0, "PROGRAMS", TARGET,
        "also what yasc, jsoko, ksokoban, xsokoban, sokoban3d or "
        "simplesokoban cannot load"},
    {"baseline", 0, "FILE", BASELINE, "accept the findings listed in FILE"},
    {"write-baseline", 0, "FILE", WRITE_BASELINE,
        "list the findings in FILE and accept them"},
    {"explain", 0, "RULE", EXPLAIN, "explain a rule with examples"},
    {"list-rules", 0, NULL, LIST_RULES, "print the table of rules"},
    {"duplicates", 0, NULL, DUPLICATES,
        "look for puzzles that stood earlier in any operand"},
    {"summary", 0, NULL, SUMMARY, "a table of counts on stderr"},
    {"header", 0, NULL, HEADER, "-F tsv begins with a line of names"},
    {NULL, 0, NULL, 0, NULL},
};

static CLI_NORETURN void
print_rules(struct cli *c, const char *name)
{
	if (name == NULL)
		rules_list(c);
	else
		rules_explain(c, name);
	exit(cli_finish(c));
}

static void
take(struct cli *c, int id, const char *arg)
{
	struct check *k = c->ctx;

	switch (id) {
	case FORMAT:
		k->form.format = report_format_find(c, "format", arg);
		break;
	case PASS:
		k->pass = true;
		break;
	case DISABLE:
		rules_switch(c, "disable", arg, k->off, true);
		break;
	case ENABLE:
		rules_switch(c, "enable", arg, k->off, false);
		break;
	case SEVERITY:
		k->form.lowest = (enum sok_severity)cli_choice(
		    c, "severity", arg, sok_severity_name, 3);
		break;
	case STRICT:
		c->strict = true;
		k->form.fails = SOK_WARNING;
		break;
	case EXIT_ZERO:
		c->exit_zero = true;
		break;
	case TARGET:
		k->options.targets |=
		    cli_set(c, "target", arg, sok_target_name, 6);
		break;
	case BASELINE:
		k->known_path = arg;
		break;
	case WRITE_BASELINE:
		k->made_path = arg;
		break;
	case EXPLAIN:
		print_rules(c, arg);
	case LIST_RULES:
		print_rules(c, NULL);
	case DUPLICATES:
		k->off[SOK_DUPLICATE_PUZZLE_RULE] = false;
		break;
	case SUMMARY:
		k->summary = true;
		break;
	case HEADER:
		k->form.header = true;
		break;
	}
}

static const struct cli_program program = {
    .name = "sokcheck",
    .summary = "check Sokoban puzzles",
    .options = options,
    .take = take,
};

/* Whether a baseline takes the finding, which then counts for nothing. */
static bool
accepted(struct check *k, const struct sok_finding *f)
{
	struct sok_str key;

	if (k->made == NULL && k->known == NULL)
		return false;
	key = report_key(k->report, f);
	if (k->made != NULL && f->severity >= k->form.lowest) {
		baseline_add(k->made, f->rule, key, 1);
		return true;
	}
	return k->known != NULL && baseline_take(k->known, f->rule, key);
}

static void
take_finding(void *ctx, const struct sok_finding *f)
{
	struct check *k = ctx;

	if (accepted(k, f)) {
		k->c->sink.count[f->severity]--;
		return;
	}
	k->found[f->rule]++;
	k->errors += f->severity == SOK_ERROR;
	report_finding(k->report, f);
}

static int
begin_file(struct cli *c, const struct cli_operand *op)
{
	struct check *k = c->ctx;

	k->boards = k->errors = 0;
	duplicates_file(k->seen, op->name);
	return 0;
}

static int
end_file(struct cli *c, const struct cli_operand *op)
{
	struct check *k = c->ctx;
	struct sok_pos pos = {op->name, 1, 1};

	if (k->boards == 0 && c->select == NULL)
		sok_report_as(&c->sink, c->strict ? SOK_ERROR : SOK_WARNING,
		    SOK_NO_PUZZLE_RULE, pos, NULL, NULL,
		    "no board was recognised in this file");
	report_file_end(k->report, op->name);
	k->files++;
	return 0;
}

static int
take_header(struct cli *c, struct sok_header *h)
{
	struct check *k = c->ctx;

	return k->writer == NULL ? 0 : sok_write_header(k->writer, h);
}

static int
find_duplicates(
    struct check *k, const struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_sink *sink = &k->c->sink;

	if (!k->off[SOK_DUPLICATE_TITLE_RULE] && k->form.lowest == SOK_NOTE)
		duplicates_title(k->seen, p, sink);
	if (k->off[SOK_DUPLICATE_PUZZLE_RULE])
		return 0;
	return duplicates_puzzle(k->seen, p, sink, a);
}

static int
check_puzzle(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	struct check *k = c->ctx;
	struct report_case puzzle = {.puzzle = p, .pos = p->pos};

	k->boards += p->has_board;
	k->puzzles++;
	if (sok_check(p, &k->options, &c->sink, a) == -1 ||
	    find_duplicates(k, p, a) == -1)
		return -1;
	if (k->writer != NULL && k->errors == 0 &&
	    sok_write(k->writer, p) == -1)
		return -1;
	report_case(k->report, &puzzle);
	k->errors = 0;
	return 0;
}

static void
open_writer(struct check *k, struct cli *c)
{
	struct sok_write_options o = {.wrap = 70, .charset = c->to_charset};

	k->writer = sok_writer_open(
	    sok_format_find(SOK_STR("sok")), cli_output(c), &o, cli_sink(c));
	if (k->writer == NULL)
		cli_die(c, "sok", errno);
}
