/*
 * rules.c - the rules on the command line: --disable, --enable, --list-rules
 * and --explain.
 */
#include <string.h>

#include "report/report_form.h"
#include "tools.h"

enum { WIDTH = 72 };

static enum sok_rule
find_rule(struct cli *c, const char *option, struct sok_str name)
{
	enum sok_rule rule = sok_rule_find(name);
	struct cli_hint hint = CLI_HINT("");

	if (rule < SOK_NRULES)
		return rule;
	for (size_t i = 0; i < SOK_NRULES; i++)
		cli_hint_try(&hint, name, sok_rules[i].name);
	cli_usage(c, "--%s: there is no rule `%.*s` (see %s --list-rules)%s",
	    option, (int)name.len, name.s, c->program->name, cli_hint(&hint));
}

void
rules_switch(struct cli *c, const char *option, const char *list,
    bool off[SOK_NRULES], bool value)
{
	struct sok_str rest = sok_str(list), name;
	size_t i;

	while (cli_word(&rest, &name)) {
		if (!sok_str_eq(name, SOK_STR("all"))) {
			off[find_rule(c, option, name)] = value;
			continue;
		}
		for (i = 0; i < SOK_NRULES; i++)
			off[i] = value && !sok_rule_unread((enum sok_rule)i);
	}
	/* The reason for the exit status is never hidden. */
	for (i = 0; i < SOK_NRULES; i++)
		if (off[i] && sok_rule_unread((enum sok_rule)i))
			cli_usage(c, "--%s: `%s` is always reported", option,
			    sok_rules[i].name);
}

void
rules_list(struct cli *c, const char *origins)
{
	struct sok_output *o = cli_output(c);
	size_t i;

	for (i = 0; i < SOK_NRULES; i++)
		if (strchr(origins, sok_rules[i].origin) != NULL)
			sok_outf(o, "%-20s  %-7s  %s\n", sok_rules[i].name,
			    sok_severity_name[sok_rules[i].severity],
			    sok_rules[i].summary);
}

/* An example, indented; what a terminal must not get is escaped. */
static void
example(struct sok_output *o, const char *intro, const char *text)
{
	size_t n;

	if (*text == '\0')
		return;
	sok_outf(o, "\n%s\n\n", intro);
	for (; *text != '\0'; text += n + 1) {
		n = strcspn(text, "\n");
		if (n > 0)
			sok_out(o, SOK_STR("    "));
		(void)cli_escape(o, (struct sok_str){text, n});
		sok_outc(o, '\n');
	}
}

void
rules_explain(struct cli *c, const char *name)
{
	const struct sok_rule_info *e =
	    &sok_rules[find_rule(c, "explain", sok_str(name))];
	struct sok_output *o = cli_output(c);

	sok_outf(o, "%s (%s): %s\n\n", name, sok_severity_name[e->severity],
	    e->summary);
	cli_wrap(o, e->text, 0, WIDTH);
	example(o, "Found in:", e->bad);
	example(o, "Not in:", e->good);
}
