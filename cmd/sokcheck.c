/*
 * sokcheck - check puzzles and report what is wrong with them: reads, hands
 * every puzzle to check_work.c and prints what comes of it.
 */
#include <errno.h>
#include <string.h>

#include "check/check_work.h"
#include "cli/rules.h"
#include "tools.h"

struct check {
	struct check_work work;
	const char *known_path, *made_path;
	bool pass, summary;
	bool list;           /* --list-rules */
	const char *explain; /* a rule */
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
        "text, json, sarif, github, junit, tap, tsv or csv"},
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
        "simplesokoban cannot load, or all of them"},
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

static void
take(struct cli *c, int id, const char *arg)
{
	struct check *k = c->ctx;

	switch (id) {
	case FORMAT:
		k->work.form.format = report_format_find(c, arg);
		break;
	case PASS:
		k->pass = true;
		break;
	case DISABLE:
		rules_switch(c, "disable", arg, k->work.off, true);
		break;
	case ENABLE:
		rules_switch(c, "enable", arg, k->work.off, false);
		break;
	case SEVERITY:
		k->work.form.lowest = (enum sok_severity)CLI_CHOICE(
		    c, "severity", arg, sok_severity_name);
		break;
	case STRICT:
		c->strict = true;
		k->work.form.fails = SOK_WARNING;
		break;
	case EXIT_ZERO:
		c->exit_zero = true;
		break;
	case TARGET:
		k->work.options.targets |=
		    CLI_SET(c, "target", arg, sok_target_name);
		break;
	case BASELINE:
		cli_need(c, "--baseline", SOK_LIBMD);
		k->known_path = arg;
		break;
	case WRITE_BASELINE:
		cli_need(c, "--write-baseline", SOK_LIBMD);
		k->made_path = arg;
		break;
	case EXPLAIN:
		k->explain = arg;
		c->no_input = true;
		break;
	case LIST_RULES:
		k->list = true;
		c->no_input = true;
		break;
	case DUPLICATES:
		cli_need(c, "--duplicates", SOK_LIBMD);
		k->work.off[SOK_DUPLICATE_PUZZLE_RULE] = false;
		break;
	case SUMMARY:
		k->summary = true;
		break;
	case HEADER:
		k->work.form.header = true;
		break;
	}
}

static const struct cli_program program = {
    .name = "sokcheck",
    .summary = "check Sokoban puzzles",
    .options = options,
    .take = take,
};

/* False when there is no use in going on. */
static bool
begin(struct check *k, struct cli *c)
{
	struct check_work *w = &k->work;
	bool listed = k->made_path != NULL && strcmp(k->made_path, "-") == 0;

	if (listed && (k->pass || !report_is_flat(&w->form)))
		cli_usage(c, "--write-baseline=-: something else is printed");
	w->c = c;
	if (k->known_path != NULL) {
		w->known = baseline_read(c, k->known_path);
		if (w->known == NULL)
			return false;
	}
	if (k->made_path != NULL)
		w->made = baseline_new(c);
	w->writer = report_pass_writer(c, k->pass);
	w->seen = duplicates_new(c);
	w->report = report_open(
	    c, &w->form, k->pass || listed ? cli_err(c) : cli_output(c));
	memcpy(c->sink.off, w->off, sizeof(w->off));
	c->sink.fn = check_work_finding;
	c->sink.ctx = w;
	report_begin(w->report);
	return true;
}

static void
put_count(struct sok_output *o, size_t n, const char *what, const char *then)
{
	sok_outf(o, "%zu %s%s%s", n, what, n == 1 ? "" : "s", then);
}

static void
print_summary(const struct check_work *w)
{
	struct sok_output *o = cli_err(w->c);
	const size_t *count = w->c->sink.count;
	const size_t *found;
	size_t i, j;

	for (i = 0; i < SOK_NRULES; i++) {
		found = w->found[i];
		for (j = 3; j-- > 0;)
			if (found[j] > 0)
				sok_outf(o, "%-20s  %-7s  %8zu\n",
				    sok_rules[i].name, sok_severity_name[j],
				    found[j]);
	}
	put_count(o, w->puzzles, "puzzle", " in ");
	put_count(o, w->files, "file", ": ");
	put_count(o, count[SOK_ERROR], "error", ", ");
	put_count(o, count[SOK_WARNING], "warning", ", ");
	put_count(o, count[SOK_NOTE], "note", "\n");
}

static void
end(struct check *k, struct cli *c)
{
	struct check_work *w = &k->work;

	if (w->writer != NULL && sok_writer_close(w->writer) == -1)
		cli_trouble(c, NULL, errno);
	report_end(w->report);
	report_close(w->report);
	duplicates_free(w->seen);
	if (w->made != NULL)
		baseline_write(w->made, k->made_path);
	if (k->summary)
		print_summary(w);
	baseline_free(w->made);
	baseline_free(w->known);
}

int
main(int argc, char **argv)
{
	struct check k = {
	    .work.form =
	        {
	            .origins = RULES_CHECK,
	            .format = &report_text,
	            .lowest = SOK_WARNING,
	            .fails = SOK_ERROR,
	        },
	    .work.off[SOK_DUPLICATE_PUZZLE_RULE] = true,
	};
	struct cli c;

	cli_init(&c, &program, &k, argc, argv);
	if (k.explain != NULL) {
		rules_explain(&c, k.explain);
	} else if (k.list) {
		rules_list(&c, RULES_CHECK);
	} else if (begin(&k, &c)) {
		c.ctx = &k.work;
		cli_run(&c, &check_work);
		end(&k, &c);
	}
	return cli_finish(&c);
}
