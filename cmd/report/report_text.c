/*
 * report_text.c - the forms of a line per finding: text for people and
 * editors, tsv for awk.
 */
#include <string.h>

#include "report/report_form.h"

static void
text_finding(struct report *r, const struct sok_finding *f)
{
	cli_finding(r->c, r->out, f);
}

/* There is one of these lines for every game, most of them not worth a
 * format string: `:12:1: `. */
static void
place(struct report *r, struct sok_pos pos)
{
	char text[2 * SOK_DIGITS + 4];
	size_t n = 0;

	text[n++] = ':';
	n += sok_digits(text + n, pos.line);
	text[n++] = ':';
	n += sok_digits(text + n, pos.col);
	text[n++] = ':';
	text[n++] = ' ';
	sok_out(r->out, (struct sok_str){text, n});
}

static void
text_test(struct report *r, const struct report_case *c)
{
	if (c->line.len == 0)
		return;
	cli_put_file(r->c, r->out, c->pos.file);
	report_need(r, !r->c->starved);
	place(r, c->pos);
	sok_out(r->out, report_clean(r, c->line));
	sok_outc(r->out, '\n');
}

const struct report_format report_text = {
    .name = "text",
    .flat = true,
    .finding = text_finding,
    .test = text_test,
};

/* A field: no TAB or line end gets through, and what is read back with
 * printf's escapes is what it was.  It is decoded as a whole. */
static void
escaped_field(struct report *r, struct sok_str s)
{
	static const char special[] = "\t\n\\", escaped[] = "tn\\";
	struct sok_buf b = {0};
	size_t i, from = 0;
	const char *hit;

	s = sok_charset_utf8(&r->a, s);
	if (s.s == NULL)
		cli_die(r->c, NULL, ENOMEM);
	for (i = 0; i < s.len; i++) {
		hit = memchr(special, s.s[i], sizeof(special) - 1);
		if (hit == NULL)
			continue;
		sok_escape(&b, sok_str_sub(s, from, i));
		sok_buf_addc(&b, '\\');
		sok_buf_addc(&b, escaped[hit - special]);
		from = i + 1;
	}
	sok_escape(&b, sok_str_from(s, from));
	report_flush(r, &b);
	sok_buf_free(&b);
}

static void
field(struct report *r, struct sok_str s)
{
	if (s.len == 0)
		return;
	if (cli_plain(s) && memchr(s.s, '\\', s.len) == NULL)
		sok_out(r->out, s);
	else
		escaped_field(r, s);
}

/* The first of a line. */
static void
name_field(struct report *r, const char *name)
{
	sok_out(r->out, cli_name_guard(name));
	field(r, sok_str(name));
}

static void
tab_field(struct report *r, struct sok_str s)
{
	sok_outc(r->out, '\t');
	field(r, s);
}

static void
tab_number(struct report *r, size_t n)
{
	char text[1 + SOK_DIGITS] = "\t";

	sok_out(r->out,
	    (struct sok_str){text, n == 0 ? 1 : 1 + sok_digits(text + 1, n)});
}

/* Digits need no second look. */
static void
tab_value(
    struct report *r, const struct report_column *column, struct sok_str s)
{
	sok_outc(r->out, '\t');
	if (column->flags & REPORT_NUMBER)
		sok_out(r->out, s);
	else
		field(r, s);
}

/* Whether a column is one of those in front of the finding, or of the last. */
static bool
stands(const struct report_column *column, unsigned last)
{
	return (column->flags & (REPORT_JSON_ONLY | REPORT_LAST)) == last;
}

static void
tab_names(struct report *r, unsigned last)
{
	for (size_t i = 0; i < r->o.ncolumns; i++)
		if (stands(&r->o.column[i], last))
			tab_field(r, sok_str(r->o.column[i].name));
}

static void
tab_values(struct report *r, const struct sok_str *value, unsigned last)
{
	for (size_t i = 0; i < r->o.ncolumns; i++)
		if (stands(&r->o.column[i], last))
			tab_value(r, &r->o.column[i], value[i]);
}

static void
tab_empty(struct report *r, unsigned last)
{
	for (size_t i = 0; i < r->o.ncolumns; i++)
		if (stands(&r->o.column[i], last))
			sok_outc(r->out, '\t');
}

static void
tsv_begin(struct report *r)
{
	if (!r->o.header)
		return;
	sok_out(r->out, SOK_STR("file\tline"));
	if (r->o.ncolumns == 0)
		sok_out(r->out, SOK_STR("\tcolumn\tseverity\trule"));
	sok_out(r->out, SOK_STR("\tpuzzle\ttitle"));
	tab_names(r, 0);
	sok_out(r->out,
	    r->o.ncolumns == 0 ? SOK_STR("\tmessage")
	                       : SOK_STR("\tfinding\tdetail"));
	tab_names(r, REPORT_LAST);
	sok_outc(r->out, '\n');
}

static void
tab_puzzle(struct report *r, const struct sok_puzzle *p)
{
	tab_number(r, p == NULL ? 0 : p->number);
	tab_field(r, p == NULL ? SOK_STR("") : p->title);
}

/* A case's line has columns that a finding without a case leaves empty. */
static void
tsv_stray(struct report *r, const struct sok_finding *f)
{
	name_field(r, f->pos.file);
	tab_number(r, f->pos.line);
	tab_puzzle(r, f->puzzle);
	tab_empty(r, 0);
	tab_field(r, sok_str(sok_rules[f->rule].name));
	tab_field(r, f->message);
	tab_empty(r, REPORT_LAST);
	sok_outc(r->out, '\n');
}

static void
tsv_finding(struct report *r, const struct sok_finding *f)
{
	if (r->o.ncolumns > 0 && f->game == NULL)
		tsv_stray(r, f);
	if (r->o.ncolumns > 0)
		return;
	name_field(r, f->pos.file);
	tab_number(r, f->pos.line);
	tab_number(r, f->pos.col);
	tab_field(r, sok_str(sok_severity_name[f->severity]));
	tab_field(r, sok_str(sok_rules[f->rule].name));
	tab_puzzle(r, f->puzzle);
	tab_field(r, f->message);
	sok_outc(r->out, '\n');
}

static void
tsv_test(struct report *r, const struct report_case *c)
{
	const char *rule = "";

	if (r->o.ncolumns == 0)
		return;
	name_field(r, c->pos.file);
	tab_number(r, c->pos.line);
	tab_puzzle(r, c->puzzle);
	tab_values(r, c->value, 0);
	if (r->worst.found)
		rule = sok_rules[r->worst.rule].name;
	tab_field(r, sok_str(rule));
	tab_field(
	    r, r->worst.found ? sok_buf_str(&r->worst.message) : SOK_STR(""));
	tab_values(r, c->value, REPORT_LAST);
	sok_outc(r->out, '\n');
}

const struct report_format report_tsv = {
    .name = "tsv",
    .flat = true,
    .begin = tsv_begin,
    .finding = tsv_finding,
    .test = tsv_test,
};
