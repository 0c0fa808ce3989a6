/* report_options.c - the options of reports, and the rules that they name. */
#include "base/base.h"
#include "io/io.h"
#include "report/report_form.h"

/* A new format is added here, to the help in report.h, and in its own file. */
extern const struct report_format report_github, report_sarif, report_junit,
    report_tap, report_tsv, report_csv;
static const struct report_format *const forms[] = {&report_text, &report_json,
    &report_sarif, &report_github, &report_junit, &report_tap, &report_tsv,
    &report_csv};

static enum sok_rule
find_rule(struct cli *c, const char *option, struct sok_str name)
{
	enum sok_rule rule = sok_rule_find(name);
	struct cli_hint hint = {.name = NULL};

	if (rule < SOK_NRULES)
		return rule;
	for (size_t i = 0; i < SOK_NRULES; i++)
		cli_hint_try(&hint, name, sok_rules[i].name);
	cli_usage(c, "--%s: there is no rule `%.*s` (see %s --list-rules)%s",
	    option, (int)name.len, name.s, c->program->name,
	    cli_hint(&hint, ""));
}

/* Disable or enable the rules in a comma-separated list, or all. */
static void
switch_rules(struct report *r, bool off, const char *list)
{
	const char *option = off ? "disable" : "enable";
	struct sok_str rest = sok_str(list), name;
	enum sok_rule i;

	/* Rules that explain the exit status cannot be disabled. */
	while (cli_word(&rest, &name)) {
		if (sok_str_eq(name, SOK_STR("all"))) {
			for (i = 0; i < SOK_NRULES; i++)
				r->off[i] = off && !sok_rule_unread(i);
			continue;
		}
		i = find_rule(r->c, option, name);
		if (off && sok_rule_unread(i))
			cli_usage(r->c, "--disable: `%s` is always reported",
			    sok_rules[i].name);
		r->off[i] = off;
	}
}

bool
report_take(struct report *r, int id, const char *arg)
{
	static const char *const by_file[] = {"files"};
	struct cli *c = r->c;
	const char *names[SOK_COUNT(forms)];

	switch (id) {
	case OPTION_FORMAT:
		for (size_t i = 0; i < SOK_COUNT(forms); i++)
			names[i] = forms[i]->name;
		r->format = forms[CLI_CHOICE(c, "format", arg, names)];
		break;
	case OPTION_DISABLE:
	case OPTION_ENABLE:
		switch_rules(r, id == OPTION_DISABLE, arg);
		break;
	case OPTION_SEVERITY:
		r->severity_given = true;
		r->lowest = (enum sok_severity)CLI_CHOICE(
		    c, "severity", arg, sok_severity_name);
		break;
	case OPTION_STATS:
		if (arg != NULL)
			(void)cli_choice(c, "stats", sok_str(arg), by_file,
			    SOK_COUNT(by_file), "");
		r->stats.wanted = true;
		r->stats.by_file = arg != NULL;
		break;
	case OPTION_EXPLAIN:
		r->explain = arg;
		c->no_input = true;
		break;
	default:
		return false;
	}
	return true;
}

/* Print an indented example, escaped for terminals. */
static void
print_example(struct sok_output *o, const char *intro, const char *text)
{
	if (*text != '\0')
		sok_outf(o, "\n%s\n\n", intro);
	for (size_t n; *text != '\0'; text += n + 1) {
		n = strcspn(text, "\n");
		sok_out_fill(o, ' ', n > 0 ? 4 : 0);
		(void)cli_escape(o, (struct sok_str){text, n});
		sok_outc(o, '\n');
	}
}

bool
report_print_rules(const struct report *r)
{
	const struct sok_rule_info *e = sok_rules;

	if (!r->c->no_input)
		return false;
	if (r->explain != NULL)
		e += find_rule(r->c, "explain", sok_str(r->explain));
	struct sok_output *o = cli_output(r->c);
	if (r->explain != NULL) {
		sok_outf(o, "%s (%s): %s\n\n", r->explain,
		    sok_severity_name[e->severity], e->summary);
		cli_wrap(o, e->text, 0, 72);
		print_example(o, "Found in:", e->bad);
		print_example(o, "Not in:", e->good);
		return true;
	}
	for (size_t i = 0; i < SOK_NRULES; i++, e++)
		if (report_can(r, i))
			sok_outf(o, "%-20s  %-7s  %s\n", e->name,
			    sok_severity_name[e->severity], e->summary);
	return true;
}
