/*
 * report_json.c - JSON Lines: a line for each finding with the fields of
 * rdjsonl, and for each game in sokreplay.
 */
#include <string.h>

#include "report/report_form.h"
#include "tools.h"

void
report_quote(struct sok_buf *b, struct sok_str s)
{
	size_t i, from = 0;

	sok_buf_addc(b, '"');
	for (i = 0; i < s.len; i++) {
		if (s.s[i] != '"' && s.s[i] != '\\')
			continue;
		sok_buf_add(b, sok_str_sub(s, from, i));
		sok_buf_addc(b, '\\');
		from = i;
	}
	sok_buf_add(b, sok_str_from(s, from));
	sok_buf_addc(b, '"');
}

/* Members are written with the comma in front; the first has none. */
static void
name(struct report *r, const char *before, const char *key)
{
	sok_out(r->out, sok_str(before));
	sok_outc(r->out, '"');
	sok_out(r->out, sok_str(key));
	sok_out(r->out, SOK_STR("\":"));
}

/* Most strings can be written as they are. */
static void
string(struct report *r, struct sok_str s)
{
	struct sok_buf b = {0};

	s = report_clean(r, s);
	if (s.len > 0 && memchr(s.s, '"', s.len) == NULL &&
	    memchr(s.s, '\\', s.len) == NULL) {
		sok_outc(r->out, '"');
		sok_out(r->out, s);
		sok_outc(r->out, '"');
		return;
	}
	report_quote(&b, s);
	report_flush(r, &b);
	sok_buf_free(&b);
}

void
report_member(
    struct report *r, const char *before, const char *key, struct sok_str s)
{
	name(r, before, key);
	string(r, s);
}

static void
put_number(struct report *r, const char *before, const char *key, size_t n)
{
	name(r, before, key);
	sok_out_number(r->out, n);
}

static void
location(struct report *r, struct sok_pos pos)
{
	struct sok_str member = report_archived(r, pos.file);

	report_member(r, ",\"location\":{", "path", report_file(r, pos.file));
	if (member.len > 0)
		report_member(r, ",", "member", member);
	if (pos.line > 0)
		put_number(r, ",\"range\":{\"start\":{", "line", pos.line);
	if (pos.line > 0 && pos.col > 0)
		put_number(r, ",", "column", pos.col);
	sok_out(r->out, pos.line > 0 ? SOK_STR("}}}") : SOK_STR("}"));
}

static void
source(struct report *r, const char *severity)
{
	sok_out(r->out, SOK_STR(",\"severity\":\""));
	sok_out(r->out, sok_str(severity));
	sok_out(r->out, SOK_STR("\",\"source\":{\"name\":\""));
	sok_out(r->out, sok_str(r->c->program->name));
	sok_out(r->out, SOK_STR("\"}"));
}

static void
put_puzzle_name(
    struct report *r, const struct sok_puzzle *p, const struct sok_game *g)
{
	if (p == NULL)
		return;
	put_number(r, ",", "puzzle", p->number);
	report_member(r, ",", "title", p->title);
	report_member(r, ",", "id", sok_str(report_id(r, p)));
	if (g != NULL && r->o.ncolumns == 0)
		report_member(r, ",", "game", g->title);
}

static void
json_finding(struct report *r, const struct sok_finding *f)
{
	static const char *const severity[] = {"INFO", "WARNING", "ERROR"};

	report_member(r, "{", "message", f->message);
	location(r, f->pos);
	source(r, severity[f->severity]);
	report_member(
	    r, ",\"code\":{", "value", sok_str(sok_rules[f->rule].name));
	sok_outc(r->out, '}');
	put_puzzle_name(r, f->puzzle, f->game);
	sok_out(r->out, SOK_STR("}\n"));
}

static void
json_test(struct report *r, const struct report_case *c)
{
	size_t i;

	if (r->o.ncolumns == 0)
		return;
	report_member(r, "{", "message", c->line);
	location(r, c->pos);
	source(r, "INFO");
	put_puzzle_name(r, c->puzzle, c->game);
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
    .flat = true,
    .apart = true,
    .finding = json_finding,
    .test = json_test,
};
