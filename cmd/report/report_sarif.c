/*
 * report_sarif.c - SARIF 2.1.0: one run that lists every rule of the program
 * and then, as they come, its results.
 */
#include <string.h>

#include "report/report_form.h"
#include "tools.h"

/* Whether findings of the rule can come from this program. */
static bool
can_report(const struct report *r, size_t rule)
{
	return strchr(r->o.origins, sok_rules[rule].origin) != NULL;
}

static void
sarif_rule(struct report *r, const char *before, size_t rule)
{
	const struct sok_rule_info *info = &sok_rules[rule];
	const char *text = info->text;
	struct sok_str first = {text, strcspn(text, "\n")}; /* paragraph */

	report_member(r, before, "id", sok_str(info->name));
	report_member(
	    r, ",\"shortDescription\":{", "text", sok_str(info->summary));
	report_member(r, "},\"fullDescription\":{", "text", first);
	sok_outf(r->out, "},\"defaultConfiguration\":{\"level\":\"%s\"}}",
	    sok_severity_name[info->severity]);
}

static void
sarif_begin(struct report *r)
{
	const char *before = "\n{";
	size_t i;

	sok_outf(r->out,
	    "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
	    "\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{"
	    "\"name\":\"%s\",\"version\":\"%s\",\"rules\":[",
	    r->c->program->name, SOK_VERSION);
	for (i = 0; i < SOK_NRULES; i++) {
		if (!can_report(r, i))
			continue;
		sarif_rule(r, before, i);
		before = ",\n{";
	}
	sok_out(r->out,
	    SOK_STR("]}},\"columnKind\":\"unicodeCodePoints\",\"results\":["));
}

/* The index of a rule among those that sarif_begin() listed. */
static size_t
rule_index(const struct report *r, enum sok_rule rule)
{
	size_t i, n = 0;

	for (i = 0; i < (size_t)rule; i++)
		n += can_report(r, i);
	return n;
}

/* A file name as a relative reference: what is not plain is a %XX. */
static void
uri(struct report *r, struct sok_str path)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
	                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	                            "0123456789-._~/";
	const char *p;

	sok_outf(r->out, "\"%s",
	    sok_str_starts(path, SOK_STR("/")) ? "file://" : "");
	for (size_t i = 0; i < path.len; i++) {
		for (p = plain; *p != '\0' && *p != path.s[i]; p++)
			;
		sok_outf(r->out, *p != '\0' ? "%c" : "%%%02X",
		    (unsigned char)path.s[i]);
	}
	sok_outc(r->out, '"');
}

/* How many times text was met, this one included. */
static size_t
met(struct report *r, struct sok_str text)
{
	struct id_slot *slot = id_table_find(&r->prints, sok_digest(text));

	report_need(r, slot != NULL);
	return ++slot->n;
}

/* What stays the same when the level moves: rule, level (the file where it is
 * no finding about a level), and which of several such findings. */
static void
fingerprint(struct report *r, const struct sok_finding *f)
{
	struct sok_str key = report_key(r, f);
	struct sok_buf b = {0};

	sok_buf_fmt(
	    &b, "%s:%.*s", sok_rules[f->rule].name, (int)key.len, key.s);
	sok_buf_fmt(&b, ":%zu", met(r, sok_buf_str(&b)));
	report_member(r, ",\"partialFingerprints\":{", "ruleAndLevel/v1",
	    sok_buf_str(&b));
	sok_outc(r->out, '}');
	report_need(r, !b.failed);
	sok_buf_free(&b);
}

/* A brace in a message stands for an argument unless it is doubled. */
static struct sok_str
braced(struct report *r, struct sok_str s)
{
	struct sok_buf b = {0};

	if (memchr(s.s, '{', s.len) == NULL && memchr(s.s, '}', s.len) == NULL)
		return s;
	for (size_t i = 0; i < s.len; i++) {
		if (s.s[i] == '{' || s.s[i] == '}')
			sok_buf_addc(&b, s.s[i]);
		sok_buf_addc(&b, s.s[i]);
	}
	report_need(r, !b.failed);
	s = sok_str_dup(&r->a, sok_buf_str(&b));
	sok_buf_free(&b);
	report_need(r, s.s != NULL);
	return s;
}

/* The member of an archive, and the puzzle. */
static void
logical_locations(struct report *r, const struct sok_finding *f)
{
	struct sok_str member = report_archived(r, f->pos.file);
	const char *before = ",\"logicalLocations\":[{";

	if (member.len > 0) {
		report_member(r, before, "name", member);
		report_member(r, ",", "kind", SOK_STR("member"));
		before = "},{";
	}
	if (f->puzzle != NULL)
		report_member(
		    r, before, "name", report_whose(r, f->puzzle, f->game));
	if (member.len > 0 || f->puzzle != NULL)
		sok_out(r->out, SOK_STR("}]"));
}

static void
sarif_finding(struct report *r, const struct sok_finding *f)
{
	sok_outf(r->out,
	    "%s\n{\"ruleId\":\"%s\",\"ruleIndex\":%zu,\"level\":\"%s\"",
	    r->any ? "," : "", sok_rules[f->rule].name, rule_index(r, f->rule),
	    sok_severity_name[f->severity]);
	r->any = true;
	report_member(r, ",\"message\":{", "text",
	    braced(r, report_clean(r, f->message)));
	sok_out(r->out,
	    SOK_STR("},\"locations\":[{\"physicalLocation\":{"
	            "\"artifactLocation\":{\"uri\":"));
	uri(r, report_file(r, f->pos.file));
	sok_outc(r->out, '}');
	if (f->pos.line > 0)
		sok_outf(r->out, ",\"region\":{\"startLine\":%zu", f->pos.line);
	if (f->pos.line > 0 && f->pos.col > 0)
		sok_outf(r->out, ",\"startColumn\":%zu", f->pos.col);
	if (f->pos.line > 0)
		sok_outc(r->out, '}');
	sok_outc(r->out, '}');
	logical_locations(r, f);
	sok_out(r->out, SOK_STR("}]"));
	fingerprint(r, f);
	sok_outc(r->out, '}');
}

static void
sarif_end(struct report *r)
{
	sok_out(r->out, SOK_STR("]}]}\n"));
}

const struct report_format report_sarif = {
    .name = "sarif",
    .apart = true,
    .begin = sarif_begin,
    .finding = sarif_finding,
    .end = sarif_end,
};
