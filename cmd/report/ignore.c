/* ignore.c - findings that the input asks to ignore, by a line `:: sok: ignore
 * RULE[,RULE]` in the text of a puzzle or of a header. */
#include "base/base.h"
#include "report/report_form.h"
#include "text/text.h"

/* The names of rules in a line, taken one by one. */
struct names_in_line {
	struct sok_str rest;
};

/* The names of rules in a line `:: sok: ignore`; none in any other line. */
static struct names_in_line
names_in(struct sok_str line)
{
	const struct sok_str intro = SOK_STR(":: sok: ignore ");

	/* Most lines begin otherwise. */
	if (line.len == 0 || line.s[0] != ':' || !sok_str_starts(line, intro))
		line.len = 0;
	return (struct names_in_line){sok_str_from(line, intro.len)};
}

/* Take the next name of the line, without blanks; false at its end. */
static bool
next_name(struct names_in_line *names, struct sok_str *name)
{
	size_t n;

	while (names->rest.len > 0) {
		n = sok_str_find(names->rest, SOK_STR(","));
		*name = sok_str_trim(sok_str_sub(names->rest, 0, n));
		names->rest = sok_str_from(names->rest, n + 1);
		if (name->len > 0)
			return true;
	}
	return false;
}

/* Add the rules that a text ignores. */
static void
add_rules(struct ignored *ignored, const struct sok_text *text)
{
	struct names_in_line names;
	struct sok_str name;
	enum sok_rule rule;

	for (size_t i = 0; i < text->n; i++)
		for (names = names_in(text->line[i]);
		     next_name(&names, &name);) {
			rule = sok_rule_find(name);
			if (rule < SOK_NRULES)
				ignored->any = ignored->asked[rule] = true;
		}
}

static void
forget(struct ignored *ignored)
{
	if (ignored->any)
		*ignored = (struct ignored){.any = false};
}

/* Find what a puzzle ignores, once. */
static void
meet_puzzle(struct report *report, const struct sok_puzzle *puzzle)
{
	struct ignore *ignore = &report->ignore;

	if (ignore->puzzle == puzzle && ignore->number == puzzle->number)
		return;
	ignore->puzzle = puzzle;
	ignore->number = puzzle->number;
	forget(&ignore->by_puzzle);
	add_rules(&ignore->by_puzzle, &puzzle->text);
	for (size_t i = 0; i < puzzle->ngames; i++)
		add_rules(&ignore->by_puzzle, &puzzle->game[i].text);
}

void
ignore_header(struct report *report, const struct sok_header *header)
{
	struct ignore *ignore = &report->ignore;

	if (ignore->header == header)
		return;
	ignore->header = header;
	forget(&ignore->by_header);
	add_rules(&ignore->by_header, &header->text);
}

/* Whether a rule is ignored; it is remembered that it was found. */
static bool
accepts(struct ignored *ignored, enum sok_rule rule)
{
	if (!ignored->any || !ignored->asked[rule])
		return false;
	ignored->found[rule] = true;
	return true;
}

bool
ignore_accepts(struct report *report, const struct sok_finding *finding)
{
	struct ignore *ignore = &report->ignore;
	bool by_puzzle = false, by_header = false;

	if (report->no_ignore || sok_rule_unread(finding->rule))
		return false;
	if (finding->puzzle != NULL && finding->puzzle->header != NULL)
		ignore_header(report, finding->puzzle->header);
	if (finding->puzzle != NULL) {
		meet_puzzle(report, finding->puzzle);
		by_puzzle = accepts(&ignore->by_puzzle, finding->rule);
	}
	if (ignore->header != NULL)
		by_header = accepts(&ignore->by_header, finding->rule);
	return by_puzzle || by_header;
}

/* ---- what has no effect */

/* Report names that are not those of rules. */
static void
report_unknown(struct report *report, const struct sok_text *text,
    struct sok_pos pos, const struct sok_puzzle *puzzle)
{
	struct names_in_line names;
	struct sok_str name;

	for (size_t i = 0; i < text->n; i++)
		for (names = names_in(text->line[i]); next_name(&names, &name);)
			if (sok_rule_find(name) == SOK_NO_RULE)
				sok_report_as(&report->cli->sink, SOK_WARNING,
				    SOK_UNUSED_IGNORE_RULE, pos, puzzle, NULL,
				    "there is no rule `%.*s` to ignore",
				    (int)name.len, name.s);
}

/* Report the rules that are ignored, but were looked for and not found, or tell
 * of what was not read, which nobody may ignore. */
static void
report_unused(struct report *report, const struct ignored *ignored,
    struct sok_pos pos, const struct sok_puzzle *puzzle)
{
	for (size_t i = 0; ignored->any && i < SOK_NRULES; i++) {
		const char *what = sok_rule_unread((enum sok_rule)i)
		    ? "cannot be ignored"
		    : "is ignored, but not found";

		if (ignored->asked[i] && !ignored->found[i] &&
		    !report->unsought[i] && !report->off[i])
			sok_report(&report->cli->sink, SOK_UNUSED_IGNORE_RULE,
			    pos, puzzle, NULL, "`%s` %s", sok_rules[i].name,
			    what);
	}
}

void
report_header(struct report *report, const struct sok_header *header)
{
	struct sok_pos pos = {header->file, 1, 1};

	ignore_header(report, header);
	if (!report->no_ignore)
		report_unknown(report, &header->text, pos, NULL);
}

/* Report what has no effect in the texts of a puzzle. */
static void
report_texts(struct report *report, const struct sok_puzzle *puzzle)
{
	struct sok_pos pos = {puzzle->pos.file, puzzle->pos.line, 1};

	meet_puzzle(report, puzzle);
	report_unused(report, &report->ignore.by_puzzle, pos, puzzle);
	report_unknown(report, &puzzle->text, pos, puzzle);
	for (size_t i = 0; i < puzzle->ngames; i++)
		report_unknown(report, &puzzle->game[i].text, pos, puzzle);
}

void
ignore_puzzle_end(struct report *report, const struct sok_puzzle *puzzle)
{
	struct ignore *ignore = &report->ignore;

	if (report->no_ignore || ignore->after)
		return;
	/* Most puzzles have neither. */
	if (puzzle->text.n > 0 || puzzle->ngames > 0)
		report_texts(report, puzzle);
	ignore->puzzle = NULL;
}

/* The header may no longer exist. */
void
ignore_file_end(struct report *report, const char *file)
{
	struct ignore *ignore = &report->ignore;
	bool met = ignore->header != NULL;
	struct sok_pos pos = {file, 1, 1};

	ignore->header = NULL;
	ignore->puzzle = NULL;
	/* With -s nobody knows what the other puzzles have. */
	if (met && !report->no_ignore && !ignore->after &&
	    report->cli->select == NULL)
		report_unused(report, &ignore->by_header, pos, NULL);
}
