/* report_json.c - JSON Lines with the fields of rdjsonl, and SARIF 2.1.0. */
#include "base/base.h"
#include "board/board.h"
#include "format/format.h"
#include "report/report_form.h"
#include "text/text.h"

const char *
report_json_text(struct report *report, struct sok_str s)
{
	static escapes json = {['"'] = "\\\"", ['\\'] = "\\\\"};

	return report_escape(report, s, json);
}

/* Add a name with its signs and the opening quote, and a string. */
static void
add_member(struct report *report, struct sok_buf *buf, const char *name,
    struct sok_str value)
{
	sok_buf_add(buf, sok_str(name));
	sok_buf_add(buf, sok_str(report_json_text(report, value)));
	sok_buf_addc(buf, '"');
}

/* Whoever publishes the pages of `make html` builds with their address. */
#ifndef MANUAL_URL
#define MANUAL_URL ""
#endif

/* Where the manual describes a rule: its anchor in the pages of `make html`,
 * below MANUAL_URL, or in the installed page. */
static void
add_manual(struct sok_buf *buf, enum sok_rule rule)
{
	const struct sok_rule_info *of = &sok_rules[rule];
	const char *page = of->origin == 'p' ? "sokreplay" : "sokcheck";

	if (MANUAL_URL[0] != '\0')
		sok_buf_fmt(buf, MANUAL_URL "%s.1.html#%s", page, of->name);
	else
		sok_buf_fmt(buf, "man:%s(1)#%s", page, of->name);
}

/* The members that a finding and a game have; SOK_NO_RULE for a game. */
static void
begin_line(struct report *report, struct sok_buf *buf,
    const struct sok_finding *finding, enum sok_rule rule)
{
	static const char *const severity[] = {[SOK_NOTE] = "INFO",
	    [SOK_WARNING] = "WARNING",
	    [SOK_ERROR] = "ERROR"};
	struct sok_str member,
	    file = report_file(report, finding->pos.file, &member);

	add_member(report, buf, "{\"message\":\"", finding->message);
	add_member(report, buf, ",\"location\":{\"path\":\"", file);
	if (member.len > 0)
		add_member(report, buf, ",\"member\":\"", member);
	cli_add_place(buf, finding->pos,
	    ",\"range\":{\"start\":{\"line\":", ",\"column\":");
	sok_buf_add(buf, finding->pos.line > 0 ? SOK_STR("}}}") : SOK_STR("}"));
	sok_buf_add(buf, SOK_STR(",\"severity\":\""));
	sok_buf_add(buf, sok_str(severity[finding->severity]));
	sok_buf_add(buf, SOK_STR("\",\"source\":{\"name\":\""));
	sok_buf_add(buf, sok_str(report->cli->program->name));
	sok_buf_add(buf, SOK_STR("\"}"));

	if (rule != SOK_NO_RULE) {
		sok_buf_add(buf, SOK_STR(",\"code\":{\"value\":\""));
		sok_buf_add(buf, sok_str(sok_rules[rule].name));
		sok_buf_add(buf, SOK_STR("\",\"url\":\""));
		add_manual(buf, rule);
		sok_buf_add(buf, SOK_STR("\"}"));
	}
	if (finding->puzzle != NULL) {
		sok_buf_add(buf, SOK_STR(",\"puzzle\":"));
		cli_add_number(buf, finding->puzzle->number);
		add_member(
		    report, buf, ",\"title\":\"", finding->puzzle->title);
		add_member(report, buf, ",\"id\":\"",
		    report_id(report, finding->puzzle));
	}
}

static void
json_finding(struct report *report, struct sok_buf *buf,
    const struct sok_finding *finding)
{
	begin_line(report, buf, finding, finding->rule);
	if (finding->puzzle != NULL && finding->game != NULL &&
	    report->ncolumns == 0)
		add_member(report, buf, ",\"game\":\"", finding->game->title);
	sok_buf_add(buf, SOK_STR("}\n"));
}

static void
json_line(
    struct report *report, struct sok_buf *buf, const struct report_case *entry)
{
	const struct sok_finding result = {.severity = SOK_NOTE,
	    .pos = entry->pos,
	    .message = entry->line,
	    .puzzle = entry->puzzle};

	begin_line(report, buf, &result, SOK_NO_RULE);
	for (size_t i = 0; i < report->ncolumns; i++) {
		sok_buf_add(buf, SOK_STR(",\""));
		sok_buf_add(buf, sok_str(report->column[i].name));
		sok_buf_add(buf, SOK_STR("\":"));
		if (report->column[i].flags & REPORT_NUMBER)
			sok_buf_add(buf, entry->value[i]);
		else
			add_member(report, buf, "\"", entry->value[i]);
	}
	sok_buf_add(buf, SOK_STR("}\n"));
}

const struct report_format report_json = {
    .name = "json",
    .ids = true,
    .finding = json_finding,
    .line = json_line,
};

/* ---- sarif */

static void
sarif_begin(struct report *report, struct sok_buf *buf)
{
	const char *before = "";

	sok_buf_fmt(buf,
	    "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
	    "\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{"
	    "\"name\":\"%s\",\"version\":\"%s\",\"rules\":[",
	    report->cli->program->name, SOK_VERSION);
	for (size_t i = 0; i < SOK_NRULES; i++) {
		const struct sok_rule_info *rule = &sok_rules[i];
		struct sok_str text = {rule->text, strcspn(rule->text, "\n")};

		if (!report_can(report, i))
			continue;
		sok_buf_fmt(buf,
		    "%s\n{\"id\":\"%s\",\"shortDescription\":{\"text\":\"%s\"},"
		    "\"fullDescription\":{\"text\":\"%s\"},"
		    "\"defaultConfiguration\":{\"level\":\"%s\"},"
		    "\"helpUri\":\"",
		    before, rule->name,
		    report_json_text(report, sok_str(rule->summary)),
		    report_json_text(report, text),
		    sok_severity_name[rule->severity]);
		add_manual(buf, (enum sok_rule)i);
		sok_buf_add(buf, SOK_STR("\"}"));
		before = ",";
	}
	sok_buf_add(buf,
	    SOK_STR("]}},\"columnKind\":\"unicodeCodePoints\",\"results\":["));
}

/* The file, as a relative URI reference, its member, and the puzzle. */
static void
add_locations(struct report *report, struct sok_buf *buf,
    const struct sok_finding *finding)
{
	const char *before = ",\"logicalLocations\":[{\"name\":\"";
	struct sok_str member,
	    file = report_file(report, finding->pos.file, &member);

	sok_buf_add(buf,
	    SOK_STR(",\"locations\":[{\"physicalLocation\":{"
	            "\"artifactLocation\":{\"uri\":\""));
	if (sok_str_starts(file, SOK_STR("/")))
		sok_buf_add(buf, SOK_STR("file://"));
	for (size_t i = 0; i < file.len; i++)
		if (sok_is_letter(file.s[i]) || sok_is_digit(file.s[i]) ||
		    strchr("-._~/", file.s[i]) != NULL)
			sok_buf_addc(buf, file.s[i]);
		else
			sok_buf_fmt(buf, "%%%02X", (unsigned char)file.s[i]);
	sok_buf_add(buf, SOK_STR("\"}"));
	cli_add_place(buf, finding->pos,
	    ",\"region\":{\"startLine\":", ",\"startColumn\":");
	sok_buf_add(buf, finding->pos.line > 0 ? SOK_STR("}}") : SOK_STR("}"));

	if (member.len > 0) {
		sok_buf_fmt(buf, "%s%s\",\"kind\":\"member\"}", before,
		    report_json_text(report, member));
		before = ",{\"name\":\"";
	}
	if (finding->puzzle != NULL)
		sok_buf_fmt(buf, "%s%s\"}", before,
		    report_json_text(report,
		        report_whose(report, finding->puzzle, finding->game)));
	if (member.len > 0 || finding->puzzle != NULL)
		sok_buf_addc(buf, ']');
	sok_buf_add(buf, SOK_STR("}]"));
}

static void
sarif_finding(struct report *report, struct sok_buf *buf,
    const struct sok_finding *finding)
{
	/* Braces in messages mark arguments unless they are doubled. */
	static escapes message = {
	    ['"'] = "\\\"", ['\\'] = "\\\\", ['{'] = "{{", ['}'] = "}}"};
	const char *rule = sok_rules[finding->rule].name;
	size_t index = 0; /* in the list of sarif_begin() */

	for (size_t i = 0; i < (size_t)finding->rule; i++)
		index += report_can(report, i);
	sok_buf_fmt(buf,
	    "%s\n{\"ruleId\":\"%s\",\"ruleIndex\":%zu,\"level\":\"%s\","
	    "\"message\":{\"text\":\"%s\"}",
	    report->prints.used > 0 ? "," : "", rule, index,
	    sok_severity_name[finding->severity],
	    report_escape(report, finding->message, message));
	add_locations(report, buf, finding);
	/* Puzzles may move; equal findings are numbered. */
	struct sok_str print = report_key(report, finding, ':');
	struct id_slot *met = cli_must(
	    report->cli, id_table_find(&report->prints, sok_digest(print)));
	print = sok_str_fmt(&report->arena, "%s:%zu", print.s, ++met->n);
	cli_enough(report->cli, print.s != NULL);
	sok_buf_fmt(buf,
	    ",\"partialFingerprints\":{\"ruleAndLevel/v1\":\"%s\"}}",
	    report_json_text(report, print));
}

const struct report_format report_sarif = {
    .name = "sarif",
    .ids = true,
    .foot = "]}]}\n",
    .begin = sarif_begin,
    .finding = sarif_finding,
};
