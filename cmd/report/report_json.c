/* report_json.c - JSON Lines with the fields of rdjsonl, and SARIF 2.1.0. */
#include "base/base.h"
#include "board/board.h"
#include "format/format.h"
#include "report/report_form.h"
#include "text/text.h"

const char *
report_json_text(struct report *r, struct sok_str s)
{
	static escapes json = {['"'] = "\\\"", ['\\'] = "\\\\"};

	return report_escape(r, s, json);
}

/* Add a name with its signs and the opening quote, and a string. */
static void
add_member(
    struct report *r, struct sok_buf *b, const char *name, struct sok_str value)
{
	sok_buf_add(b, sok_str(name));
	sok_buf_add(b, sok_str(report_json_text(r, value)));
	sok_buf_addc(b, '"');
}

/* Whoever publishes the pages of `make html` builds with their address. */
#ifndef MANUAL_URL
#define MANUAL_URL ""
#endif

/* Where the manual describes a rule: its anchor in the pages of `make html`,
 * below MANUAL_URL, or in the installed page. */
static void
add_manual(struct sok_buf *b, enum sok_rule rule)
{
	const struct sok_rule_info *of = &sok_rules[rule];
	const char *page = of->origin == 'p' ? "sokreplay" : "sokcheck";

	if (MANUAL_URL[0] != '\0')
		sok_buf_fmt(b, MANUAL_URL "%s.1.html#%s", page, of->name);
	else
		sok_buf_fmt(b, "man:%s(1)#%s", page, of->name);
}

/* The members that a finding and a game have; SOK_NO_RULE for a game. */
static void
begin_line(struct report *r, struct sok_buf *b, const struct sok_finding *f,
    enum sok_rule rule)
{
	static const char *const severity[] = {"INFO", "WARNING", "ERROR"};
	struct sok_str member, file = report_file(r, f->pos.file, &member);

	add_member(r, b, "{\"message\":\"", f->message);
	add_member(r, b, ",\"location\":{\"path\":\"", file);
	if (member.len > 0)
		add_member(r, b, ",\"member\":\"", member);
	cli_add_place(
	    b, f->pos, ",\"range\":{\"start\":{\"line\":", ",\"column\":");
	sok_buf_add(b, f->pos.line > 0 ? SOK_STR("}}}") : SOK_STR("}"));
	sok_buf_add(b, SOK_STR(",\"severity\":\""));
	sok_buf_add(b, sok_str(severity[f->severity]));
	sok_buf_add(b, SOK_STR("\",\"source\":{\"name\":\""));
	sok_buf_add(b, sok_str(r->c->program->name));
	sok_buf_add(b, SOK_STR("\"}"));

	if (rule != SOK_NO_RULE) {
		sok_buf_add(b, SOK_STR(",\"code\":{\"value\":\""));
		sok_buf_add(b, sok_str(sok_rules[rule].name));
		sok_buf_add(b, SOK_STR("\",\"url\":\""));
		add_manual(b, rule);
		sok_buf_add(b, SOK_STR("\"}"));
	}
	if (f->puzzle != NULL) {
		sok_buf_add(b, SOK_STR(",\"puzzle\":"));
		cli_add_number(b, f->puzzle->number);
		add_member(r, b, ",\"title\":\"", f->puzzle->title);
		add_member(r, b, ",\"id\":\"", report_id(r, f->puzzle));
	}
}

static void
json_finding(struct report *r, struct sok_buf *b, const struct sok_finding *f)
{
	begin_line(r, b, f, f->rule);
	if (f->puzzle != NULL && f->game != NULL && r->ncolumns == 0)
		add_member(r, b, ",\"game\":\"", f->game->title);
	sok_buf_add(b, SOK_STR("}\n"));
}

static void
json_line(struct report *r, struct sok_buf *b, const struct report_case *c)
{
	const struct sok_finding result = {.severity = SOK_NOTE,
	    .pos = c->pos,
	    .message = c->line,
	    .puzzle = c->puzzle};

	begin_line(r, b, &result, SOK_NO_RULE);
	for (size_t i = 0; i < r->ncolumns; i++) {
		sok_buf_add(b, SOK_STR(",\""));
		sok_buf_add(b, sok_str(r->column[i].name));
		sok_buf_add(b, SOK_STR("\":"));
		if (r->column[i].flags & REPORT_NUMBER)
			sok_buf_add(b, c->value[i]);
		else
			add_member(r, b, "\"", c->value[i]);
	}
	sok_buf_add(b, SOK_STR("}\n"));
}

const struct report_format report_json = {
    .name = "json",
    .ids = true,
    .finding = json_finding,
    .line = json_line,
};

/* ---- sarif */

static void
sarif_begin(struct report *r, struct sok_buf *b)
{
	const char *before = "";

	sok_buf_fmt(b,
	    "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
	    "\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{"
	    "\"name\":\"%s\",\"version\":\"%s\",\"rules\":[",
	    r->c->program->name, SOK_VERSION);
	for (size_t i = 0; i < SOK_NRULES; i++) {
		const struct sok_rule_info *rule = &sok_rules[i];
		struct sok_str text = {rule->text, strcspn(rule->text, "\n")};

		if (!report_can(r, i))
			continue;
		sok_buf_fmt(b,
		    "%s\n{\"id\":\"%s\",\"shortDescription\":{\"text\":\"%s\"},"
		    "\"fullDescription\":{\"text\":\"%s\"},"
		    "\"defaultConfiguration\":{\"level\":\"%s\"},"
		    "\"helpUri\":\"",
		    before, rule->name,
		    report_json_text(r, sok_str(rule->summary)),
		    report_json_text(r, text),
		    sok_severity_name[rule->severity]);
		add_manual(b, (enum sok_rule)i);
		sok_buf_add(b, SOK_STR("\"}"));
		before = ",";
	}
	sok_buf_add(b,
	    SOK_STR("]}},\"columnKind\":\"unicodeCodePoints\",\"results\":["));
}

/* The file, as a relative URI reference, its member, and the puzzle. */
static void
add_locations(struct report *r, struct sok_buf *b, const struct sok_finding *f)
{
	const char *before = ",\"logicalLocations\":[{\"name\":\"";
	struct sok_str member, file = report_file(r, f->pos.file, &member);

	sok_buf_add(b,
	    SOK_STR(",\"locations\":[{\"physicalLocation\":{"
	            "\"artifactLocation\":{\"uri\":\""));
	if (sok_str_starts(file, SOK_STR("/")))
		sok_buf_add(b, SOK_STR("file://"));
	for (size_t i = 0; i < file.len; i++)
		if (sok_is_letter(file.s[i]) || sok_is_digit(file.s[i]) ||
		    strchr("-._~/", file.s[i]) != NULL)
			sok_buf_addc(b, file.s[i]);
		else
			sok_buf_fmt(b, "%%%02X", (unsigned char)file.s[i]);
	sok_buf_add(b, SOK_STR("\"}"));
	cli_add_place(
	    b, f->pos, ",\"region\":{\"startLine\":", ",\"startColumn\":");
	sok_buf_add(b, f->pos.line > 0 ? SOK_STR("}}") : SOK_STR("}"));

	if (member.len > 0) {
		sok_buf_fmt(b, "%s%s\",\"kind\":\"member\"}", before,
		    report_json_text(r, member));
		before = ",{\"name\":\"";
	}
	if (f->puzzle != NULL)
		sok_buf_fmt(b, "%s%s\"}", before,
		    report_json_text(r, report_whose(r, f->puzzle, f->game)));
	if (member.len > 0 || f->puzzle != NULL)
		sok_buf_addc(b, ']');
	sok_buf_add(b, SOK_STR("}]"));
}

static void
sarif_finding(struct report *r, struct sok_buf *b, const struct sok_finding *f)
{
	/* Braces in messages mark arguments unless they are doubled. */
	static escapes message = {
	    ['"'] = "\\\"", ['\\'] = "\\\\", ['{'] = "{{", ['}'] = "}}"};
	const char *rule = sok_rules[f->rule].name;
	size_t index = 0; /* in the list of sarif_begin() */

	for (size_t i = 0; i < (size_t)f->rule; i++)
		index += report_can(r, i);
	sok_buf_fmt(b,
	    "%s\n{\"ruleId\":\"%s\",\"ruleIndex\":%zu,\"level\":\"%s\","
	    "\"message\":{\"text\":\"%s\"}",
	    r->prints.used > 0 ? "," : "", rule, index,
	    sok_severity_name[f->severity],
	    report_escape(r, f->message, message));
	add_locations(r, b, f);
	/* Puzzles may move; equal findings are numbered. */
	struct sok_str print = report_key(r, f, ':');
	struct id_slot *met =
	    cli_must(r->c, id_table_find(&r->prints, sok_digest(print)));
	print = sok_str_fmt(&r->a, "%s:%zu", print.s, ++met->n);
	cli_enough(r->c, print.s != NULL);
	sok_buf_fmt(b, ",\"partialFingerprints\":{\"ruleAndLevel/v1\":\"%s\"}}",
	    report_json_text(r, print));
}

const struct report_format report_sarif = {
    .name = "sarif",
    .ids = true,
    .foot = "]}]}\n",
    .begin = sarif_begin,
    .finding = sarif_finding,
};
