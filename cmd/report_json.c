/*
 * report_json.c - the forms that are JSON: a line per finding with the
 * fields of rdjsonl, and SARIF 2.1.0.
 */
#include "report_form.h"

/* Members are written with the comma in front; the first has none. */
static void
name(struct report *r, const char *before, const char *key)
{
	sok_outf(r->out, "%s\"%s\":", before, key);
}

static void
string(struct report *r, struct sok_str s)
{
	struct sok_buf b = {0};

	report_quote(&b, report_clean(r, s));
	report_flush(r, &b);
	sok_buf_free(&b);
}

static void
member(struct report *r, const char *before, const char *key, struct sok_str s)
{
	name(r, before, key);
	string(r, s);
}

static void
location(struct report *r, struct sok_pos pos)
{
	member(r, ",\"location\":{", "path", sok_str(pos.file));
	if (pos.line > 0)
		sok_outf(
		    r->out, ",\"range\":{\"start\":{\"line\":%zu", pos.line);
	if (pos.line > 0 && pos.col > 0)
		sok_outf(r->out, ",\"column\":%zu", pos.col);
	sok_out(r->out, pos.line > 0 ? SOK_STR("}}}") : SOK_STR("}"));
}

static void
source(struct report *r, const char *severity)
{
	sok_outf(r->out, ",\"severity\":\"%s\",\"source\":{\"name\":\"%s\"}",
	    severity, r->c->program->name);
}

static void
puzzle(struct report *r, const struct sok_puzzle *p, const struct sok_game *g)
{
	if (p == NULL)
		return;
	sok_outf(r->out, ",\"puzzle\":%zu", p->number);
	member(r, ",", "title", p->title);
	member(r, ",", "id", sok_str(report_id(r, p)));
	if (g != NULL && r->o.ncolumns == 0)
		member(r, ",", "game", g->title);
}

static void
json_finding(struct report *r, const struct sok_finding *f)
{
	static const char *const severity[] = {"INFO", "WARNING", "ERROR"};

	member(r, "{", "message", f->message);
	location(r, f->pos);
	source(r, severity[f->severity]);
	member(r, ",\"code\":{", "value", sok_str(sok_rules[f->rule].name));
	sok_outc(r->out, '}');
	puzzle(r, f->puzzle, f->game);
	sok_out(r->out, SOK_STR("}\n"));
}

static void
json_test(struct report *r, const struct report_case *c)
{
	size_t i;

	if (r->o.ncolumns == 0)
		return;
	member(r, "{", "message", c->line);
	location(r, c->pos);
	source(r, "INFO");
	puzzle(r, c->puzzle, c->game);
	for (i = 0; i < r->o.ncolumns; i++) {
		name(r, ",", r->o.column[i].name);
		if (r->o.column[i].flags & REPORT_NUMBER)
			sok_out(r->out, c->value[i]);
		else
			string(r, c->value[i]);
	}
	sok_out(r->out, SOK_STR("}\n"));
}

const struct report_format report_json = {
    .name = "json",
    .finding = json_finding,
    .test = json_test,
};

/* Whether findings of the rule can come from this program. */
static bool
can_report(const struct report *r, size_t rule)
{
	const char *o = r->o.origins;

	while (*o != '\0' && *o != sok_rules[rule].origin)
		o++;
	return *o != '\0';
}

static void
sarif_rule(struct report *r, const char *before, size_t rule)
{
	const struct sok_rule_info *info = &sok_rules[rule];

	member(r, before, "id", sok_str(info->name));
	member(r, ",\"shortDescription\":{", "text", sok_str(info->summary));
	member(r, "},\"fullDescription\":{", "text",
	    sok_str(sok_explanations[rule].text));
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
uri(struct report *r, const char *path)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
	                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	                            "0123456789-._~/";
	const char *p;

	sok_outf(r->out, "\"%s", path[0] == '/' ? "file://" : "");
	for (; *path != '\0'; path++) {
		for (p = plain; *p != '\0' && *p != *path; p++)
			;
		sok_outf(
		    r->out, *p != '\0' ? "%c" : "%%%02X", (unsigned char)*path);
	}
	sok_outc(r->out, '"');
}

/* What stays the same when the level moves: rule, level, and which of several
 * findings of that rule in it. */
static void
fingerprint(struct report *r, const struct sok_finding *f)
{
	const char *level = report_level(r, f->puzzle);
	size_t n = 1;

	if (f->puzzle != NULL)
		n = ++r->seen[f->rule];
	sok_outf(r->out,
	    ",\"partialFingerprints\":{\"ruleAndLevel/v1\":\"%s:%s:%zu\"}",
	    sok_rules[f->rule].name, level, n);
}

static void
sarif_finding(struct report *r, const struct sok_finding *f)
{
	sok_outf(r->out,
	    "%s\n{\"ruleId\":\"%s\",\"ruleIndex\":%zu,\"level\":\"%s\"",
	    r->any ? "," : "", sok_rules[f->rule].name, rule_index(r, f->rule),
	    sok_severity_name[f->severity]);
	r->any = true;
	member(r, ",\"message\":{", "text", f->message);
	sok_out(r->out,
	    SOK_STR("},\"locations\":[{\"physicalLocation\":{"
	            "\"artifactLocation\":{\"uri\":"));
	uri(r, f->pos.file);
	sok_outc(r->out, '}');
	if (f->pos.line > 0)
		sok_outf(r->out, ",\"region\":{\"startLine\":%zu", f->pos.line);
	if (f->pos.line > 0 && f->pos.col > 0)
		sok_outf(r->out, ",\"startColumn\":%zu", f->pos.col);
	if (f->pos.line > 0)
		sok_outc(r->out, '}');
	sok_outc(r->out, '}');
	if (f->puzzle != NULL)
		member(r, ",\"logicalLocations\":[{", "name",
		    report_whose(r, f->puzzle, f->game));
	sok_out(r->out, f->puzzle != NULL ? SOK_STR("}]}]") : SOK_STR("}]"));
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
    .begin = sarif_begin,
    .finding = sarif_finding,
    .end = sarif_end,
};
