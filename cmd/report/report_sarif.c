/*
 * report_sarif.c - SARIF 2.1.0: one run that lists every rule of the program,
 * followed by the results in order.
 */
#include <string.h>

#include "report/report_form.h"
#include "tools.h"

/* Whether this program can report the rule. */
static bool
can_report(const struct report *r, size_t rule)
{
	return strchr(r->origins, sok_rules[rule].origin) != NULL;
}

static void
sarif_rule(struct report *r, struct sok_buf *b, const char *before,
    const struct sok_rule_info *rule)
{
	struct sok_str paragraph = {rule->text, strcspn(rule->text, "\n")};

	sok_buf_add(b, sok_str(before));
	report_quote(r, b, "\n{\"id\":", sok_str(rule->name));
	report_quote(
	    r, b, ",\"shortDescription\":{\"text\":", sok_str(rule->summary));
	report_quote(r, b, "},\"fullDescription\":{\"text\":", paragraph);
	sok_buf_fmt(b, "},\"defaultConfiguration\":{\"level\":\"%s\"}}",
	    sok_severity_name[rule->severity]);
}

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
		if (!can_report(r, i))
			continue;
		sarif_rule(r, b, before, &sok_rules[i]);
		before = ",";
	}
	sok_buf_add(b,
	    SOK_STR("]}},\"columnKind\":\"unicodeCodePoints\",\"results\":["));
}

/* The index of a rule in the list of sarif_begin(). */
static size_t
rule_index(const struct report *r, enum sok_rule rule)
{
	size_t n = 0;

	for (size_t i = 0; i < (size_t)rule; i++)
		n += can_report(r, i);
	return n;
}

/* A file name as a relative URI reference with %XX escapes. */
static void
uri(struct sok_buf *b, struct sok_str path)
{
	if (sok_str_starts(path, SOK_STR("/")))
		sok_buf_add(b, SOK_STR("file://"));
	for (size_t i = 0; i < path.len; i++)
		if (sok_is_letter(path.s[i]) || sok_is_digit(path.s[i]) ||
		    strchr("-._~/", path.s[i]) != NULL)
			sok_buf_addc(b, path.s[i]);
		else
			sok_buf_fmt(b, "%%%02X", (unsigned char)path.s[i]);
}

/* Braces in messages mark arguments unless they are doubled. */
static void
message(struct report *r, struct sok_buf *b, struct sok_str s)
{
	static report_escapes json = {
	    ['"'] = "\\\"", ['\\'] = "\\\\", ['{'] = "{{", ['}'] = "}}"};

	sok_buf_add(b, SOK_STR(",\"message\":{\"text\":\""));
	report_add(r, b, s, json);
	sok_buf_add(b, SOK_STR("\"}"));
}

static void
physical_location(struct report *r, struct sok_buf *b, struct sok_pos pos)
{
	sok_buf_add(b,
	    SOK_STR(",\"locations\":[{\"physicalLocation\":{"
	            "\"artifactLocation\":{\"uri\":\""));
	uri(b, report_file(r, pos.file));
	sok_buf_add(b, SOK_STR("\"}"));
	cli_add_place(
	    b, pos, ",\"region\":{\"startLine\":", ",\"startColumn\":");
	sok_buf_add(b, pos.line > 0 ? SOK_STR("}}") : SOK_STR("}"));
}

/* The location in an archive, and the puzzle. */
static void
logical_locations(
    struct report *r, struct sok_buf *b, const struct sok_finding *f)
{
	struct sok_str member = report_archived(r, f->pos.file);
	const char *before = ",\"logicalLocations\":[{\"name\":";

	if (member.len > 0) {
		report_quote(r, b, before, member);
		sok_buf_add(b, SOK_STR(",\"kind\":\"member\"}"));
		before = ",{\"name\":";
	}
	if (f->puzzle != NULL) {
		report_quote(r, b, before, report_whose(r, f->puzzle, f->game));
		sok_buf_addc(b, '}');
	}
	if (member.len > 0 || f->puzzle != NULL)
		sok_buf_addc(b, ']');
	sok_buf_add(b, SOK_STR("}]"));
}

/* The fingerprint does not change if the puzzle moves: rule, level (or file,
 * for findings about no level), and the number among equal findings. */
static void
fingerprint(struct report *r, struct sok_buf *b, const struct sok_finding *f)
{
	struct sok_str key = report_key(r, f);
	struct sok_str print = sok_str_fmt(
	    &r->a, "%s:%.*s", sok_rules[f->rule].name, (int)key.len, key.s);
	struct id_slot *met = id_table_find(&r->prints, sok_digest(print));

	report_need(r, print.s != NULL && met != NULL);
	print =
	    sok_str_fmt(&r->a, "%.*s:%zu", (int)print.len, print.s, ++met->n);
	report_need(r, print.s != NULL);
	report_quote(
	    r, b, ",\"partialFingerprints\":{\"ruleAndLevel/v1\":", print);
	sok_buf_addc(b, '}');
}

static void
sarif_finding(
    struct report *r, struct report_pending *p, const struct sok_finding *f)
{
	struct sok_buf *b = &p->text;

	sok_buf_fmt(b,
	    "%s\n{\"ruleId\":\"%s\",\"ruleIndex\":%zu,\"level\":\"%s\"",
	    r->any ? "," : "", sok_rules[f->rule].name, rule_index(r, f->rule),
	    sok_severity_name[f->severity]);
	r->any = true;
	message(r, b, f->message);
	physical_location(r, b, f->pos);
	logical_locations(r, b, f);
	fingerprint(r, b, f);
	sok_buf_addc(b, '}');
}

const struct report_format report_sarif = {
    .name = "sarif",
    .apart = true,
    .ids = true,
    .foot = "]}]}\n",
    .begin = sarif_begin,
    .finding = sarif_finding,
};
