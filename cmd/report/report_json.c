/*
 * report_json.c - JSON Lines: a line for each finding with the fields of
 * rdjsonl, and for each game in sokreplay.
 */
#include "report/report_form.h"
#include "tools.h"

/* The first members of every line. */
static void
begin_line(struct report *r, struct sok_buf *b, struct sok_str message,
    struct sok_pos pos, const char *severity)
{
	struct sok_str member = report_archived(r, pos.file);

	report_quote(r, b, "{\"message\":", message);
	report_quote(
	    r, b, ",\"location\":{\"path\":", report_file(r, pos.file));
	if (member.len > 0)
		report_quote(r, b, ",\"member\":", member);
	cli_add_place(
	    b, pos, ",\"range\":{\"start\":{\"line\":", ",\"column\":");
	sok_buf_add(b, pos.line > 0 ? SOK_STR("}}}") : SOK_STR("}"));
	report_quote(r, b, ",\"severity\":", sok_str(severity));
	report_quote(
	    r, b, ",\"source\":{\"name\":", sok_str(r->c->program->name));
	sok_buf_addc(b, '}');
}

static void
put_puzzle(struct report *r, struct sok_buf *b, const struct sok_puzzle *p)
{
	sok_buf_add(b, SOK_STR(",\"puzzle\":"));
	cli_add_number(b, p->number);
	report_quote(r, b, ",\"title\":", p->title);
	report_quote(r, b, ",\"id\":", sok_str(report_id(r, p)));
}

static void
json_finding(
    struct report *r, struct report_pending *p, const struct sok_finding *f)
{
	static const char *const severity[] = {"INFO", "WARNING", "ERROR"};
	struct sok_buf *b = &p->text;

	begin_line(r, b, f->message, f->pos, severity[f->severity]);
	report_quote(
	    r, b, ",\"code\":{\"value\":", sok_str(sok_rules[f->rule].name));
	sok_buf_addc(b, '}');
	if (f->puzzle != NULL)
		put_puzzle(r, b, f->puzzle);
	if (f->puzzle != NULL && f->game != NULL && r->ncolumns == 0)
		report_quote(r, b, ",\"game\":", f->game->title);
	sok_buf_add(b, SOK_STR("}\n"));
}

static void
json_test(struct report *r, struct sok_buf *b, const struct report_pending *p,
    const struct report_case *c)
{
	(void)p;
	if (r->ncolumns == 0)
		return;
	begin_line(r, b, c->line, c->pos, "INFO");
	put_puzzle(r, b, c->puzzle);
	for (size_t i = 0; i < r->ncolumns; i++) {
		sok_buf_add(b, SOK_STR(",\""));
		sok_buf_add(b, sok_str(r->column[i].name));
		if (r->column[i].flags & REPORT_NUMBER) {
			sok_buf_add(b, SOK_STR("\":"));
			sok_buf_add(b, c->value[i]);
		} else {
			report_quote(r, b, "\":", c->value[i]);
		}
	}
	sok_buf_add(b, SOK_STR("}\n"));
}

const struct report_format report_json = {
    .name = "json",
    .flat = true,
    .apart = true,
    .ids = true,
    .finding = json_finding,
    .test = json_test,
};
