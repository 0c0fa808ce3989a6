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

/* The rule of this name; a usage error if there is none. */
static enum sok_rule
find_rule(struct cli *cli, const char *option, struct sok_str name)
{
	enum sok_rule rule = sok_rule_find(name);
	struct cli_hint hint = {.name = NULL};

	if (rule < SOK_NRULES)
		return rule;
	for (size_t i = 0; i < SOK_NRULES; i++)
		cli_hint_try(&hint, name, sok_rules[i].name);
	cli_usage(cli, "--%s: there is no rule `%.*s` (see %s --list-rules)%s",
	    option, (int)name.len, name.s, cli->program->name,
	    cli_hint(&hint, ""));
}

/* Disable or enable the rules in a comma-separated list, or all. */
static void
switch_rules(struct report *report, bool off, const char *list)
{
	const char *option = off ? "disable" : "enable";
	struct sok_str rest = sok_str(list), name;
	enum sok_rule rule;

	/* Rules that explain the exit status cannot be disabled. */
	while (cli_word(&rest, &name)) {
		if (sok_str_eq(name, SOK_STR("all"))) {
			for (rule = 0; rule < SOK_NRULES; rule++)
				report->off[rule] =
				    off && !sok_rule_unread(rule);
			continue;
		}
		rule = find_rule(report->cli, option, name);
		if (off && sok_rule_unread(rule))
			cli_usage(report->cli,
			    "--disable: `%s` is always reported",
			    sok_rules[rule].name);
		report->off[rule] = off;
	}
}

bool
report_take(struct report *report, int id, const char *arg)
{
	static const char *const by_file[] = {"files"};
	struct cli *cli = report->cli;
	const char *names[SOK_COUNT(forms)];

	switch (id) {
	case OPTION_FORMAT:
		for (size_t i = 0; i < SOK_COUNT(forms); i++)
			names[i] = forms[i]->name;
		report->format = forms[CLI_CHOICE(cli, "format", arg, names)];
		break;
	case OPTION_DISABLE:
	case OPTION_ENABLE:
		switch_rules(report, id == OPTION_DISABLE, arg);
		break;
	case OPTION_SEVERITY:
		report->severity_given = true;
		report->lowest = (enum sok_severity)CLI_CHOICE(
		    cli, "severity", arg, sok_severity_name);
		break;
	case OPTION_STATS:
		if (arg != NULL)
			(void)cli_choice(cli, "stats", sok_str(arg), by_file,
			    SOK_COUNT(by_file), "");
		report->stats.wanted = true;
		report->stats.by_file = arg != NULL;
		break;
	case OPTION_EXPLAIN:
		report->explain = arg;
		cli->no_input = true;
		break;
	default:
		return false;
	}
	return true;
}

/* Print an indented example, escaped for terminals. */
static void
print_example(struct sok_output *out, const char *intro, const char *text)
{
	if (*text != '\0')
		sok_outf(out, "\n%s\n\n", intro);
	for (size_t n; *text != '\0'; text += n + 1) {
		n = strcspn(text, "\n");
		sok_out_fill(out, ' ', n > 0 ? 4 : 0);
		(void)cli_escape(out, (struct sok_str){text, n});
		sok_outc(out, '\n');
	}
}

bool
report_print_rules(const struct report *report)
{
	const struct sok_rule_info *info = sok_rules;

	if (!report->cli->no_input)
		return false;
	if (report->explain != NULL)
		info +=
		    find_rule(report->cli, "explain", sok_str(report->explain));
	struct sok_output *out = cli_output(report->cli);
	if (report->explain != NULL) {
		sok_outf(out, "%s (%s): %s\n\n", report->explain,
		    sok_severity_name[info->severity], info->summary);
		cli_wrap(out, info->text, 0, 72);
		print_example(out, "Found in:", info->bad);
		print_example(out, "Not in:", info->good);
		return true;
	}
	for (size_t i = 0; i < SOK_NRULES; i++, info++)
		if (report_can(report, i))
			sok_outf(out, "%-20s  %-7s  %s\n", info->name,
			    sok_severity_name[info->severity], info->summary);
	return true;
}
