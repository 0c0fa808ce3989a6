/*
 * report_run.c - what the programs that report have in common: the options of
 * their reports, what a baseline accepts, and what a run adds up to.
 */
#include <errno.h>
#include <string.h>

#include "report/baseline.h"
#include "report/report_form.h"
#include "report/report_run.h"
#include "tools.h"

static void
take_baseline(
    struct cli *c, const char *option, const char **path, const char *arg)
{
	cli_need(c, option, SOK_LIBMD);
	*path = arg;
}

void
report_take(struct report_run *k, struct cli *c, int id, const char *arg)
{
	switch (id) {
	case REPORT_FORMAT:
		k->form.format = report_format_find(c, arg);
		break;
	case REPORT_DISABLE:
		rules_switch(c, "disable", arg, k->off, true);
		break;
	case REPORT_ENABLE:
		rules_switch(c, "enable", arg, k->off, false);
		break;
	case REPORT_SEVERITY:
		k->form.lowest = (enum sok_severity)CLI_CHOICE(
		    c, "severity", arg, sok_severity_name);
		break;
	case REPORT_STRICT:
		c->strict = true;
		k->form.fails = SOK_WARNING;
		break;
	case REPORT_EXIT_ZERO:
		c->exit_zero = true;
		break;
	case REPORT_BASELINE:
		take_baseline(c, "--baseline", &k->known_path, arg);
		break;
	case REPORT_WRITE_BASELINE:
		take_baseline(c, "--write-baseline", &k->made_path, arg);
		break;
	case REPORT_EXPLAIN:
		k->explain = arg;
		c->no_input = true;
		break;
	case REPORT_LIST_RULES:
		k->list = true;
		c->no_input = true;
		break;
	}
}

bool
report_told_rules(const struct report_run *k, struct cli *c)
{
	if (k->explain != NULL)
		rules_explain(c, k->explain);
	else if (k->list)
		rules_list(c, k->form.origins);
	return k->explain != NULL || k->list;
}

bool
report_run_lists(const struct report_run *k)
{
	return k->made_path != NULL && strcmp(k->made_path, "-") == 0;
}

/* A writer of puzzles to standard output with -p, NULL without. */
static struct sok_writer *
open_writer(struct cli *c, bool pass)
{
	struct sok_write_options o = {.wrap = SOK_WRAP,
	    .charset = c->to_charset,
	    .name = cli_output_name(c)};

	struct sok_writer *w;

	if (!pass && c->to_charset != NULL)
		cli_usage(c, "--to-charset needs -p");
	if (!pass)
		return NULL;
	w = sok_writer_open(
	    sok_format_find(SOK_STR("sok")), cli_text_output(c), &o, &c->sink);
	if (w == NULL)
		cli_die(c, NULL, errno);
	return w;
}

bool
report_run_begin(struct report_run *k, struct cli *c)
{
	bool listed = report_run_lists(k);
	bool apart = k->pass || listed || k->stats.wanted;
	struct report_options form = k->form;

	if (listed && (k->pass || !k->form.format->flat))
		cli_usage(c, "--write-baseline=-: something else is printed");
	if (k->stats.wanted) {
		stats_begin(c, &k->form, !k->pass && !listed);
		form.format = &report_unread;
		form.header = false;
	}
	k->c = c;
	if (k->known_path != NULL) {
		k->known = baseline_read(c, k->known_path);
		if (k->known == NULL)
			return false;
	}
	if (k->made_path != NULL)
		k->made = baseline_new(c);
	k->writer = open_writer(c, k->pass);
	k->report = report_open(c, &form, apart ? cli_err(c) : cli_output(c));
	memcpy(c->sink.off, k->off, sizeof(k->off));
	return true;
}

/* Nobody knows what is in input that was not read. */
static bool
accepted(struct report_run *k, const struct sok_finding *f)
{
	struct sok_str key;

	if ((k->made == NULL && k->known == NULL) || sok_rule_unread(f->rule))
		return false;
	key = report_key(k->report, f);
	if (k->made != NULL && f->severity >= k->form.lowest) {
		baseline_add(k->made, f->rule, key);
		return true;
	}
	return k->known != NULL && baseline_take(k->known, f->rule, key);
}

bool
report_run_takes(struct report_run *k, const struct sok_finding *f)
{
	if (accepted(k, f)) {
		k->c->sink.count[f->severity]--;
		return true;
	}
	k->found[f->rule][f->severity]++;
	return false;
}

bool
report_run_identifies(const struct report_run *k)
{
	return k->report->o.format->ids || k->made != NULL || k->known != NULL;
}

/* ---- the end */

static void
put_count(struct sok_output *o, size_t n, const char *what, const char *then)
{
	sok_outf(o, "%zu %s%s%s", n, what, n == 1 ? "" : "s", then);
}

static void
print_summary(const struct report_run *k)
{
	struct sok_output *o = cli_err(k->c);
	const size_t *count = k->c->sink.count;
	const size_t *found;
	size_t i, j;

	for (i = 0; i < SOK_NRULES; i++) {
		found = k->found[i];
		for (j = 3; j-- > 0;)
			if (found[j] > 0)
				sok_outf(o, "%-20s  %-7s  %8zu\n",
				    sok_rules[i].name, sok_severity_name[j],
				    found[j]);
	}
	if (k->form.ncolumns > 0)
		put_count(o, k->games, "game", " of ");
	put_count(o, k->puzzles, "puzzle", " in ");
	put_count(o, k->files, "file", ": ");
	put_count(o, count[SOK_ERROR], "error", ", ");
	put_count(o, count[SOK_WARNING], "warning", ", ");
	put_count(o, count[SOK_NOTE], "note", "\n");
}

void
report_run_end(struct report_run *k)
{
	if (k->writer != NULL && sok_writer_close(k->writer) == -1)
		cli_trouble(k->c, NULL, errno);
	report_close(k->report);
	if (k->made != NULL)
		baseline_write(k->made, k->made_path);
	k->stats.n[STATS_FILES] = k->files;
	if (k->stats.wanted)
		stats_end(&k->stats, k->c, &k->form);
	if (k->summary)
		print_summary(k);
	baseline_free(k->made);
	baseline_free(k->known);
}
