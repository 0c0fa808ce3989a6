/*
 * report_text.c - formats with a line for each finding: text for people and
 * editors, tsv for awk, csv for spreadsheets.
 */
#include <string.h>

#include "report/report_form.h"
#include "tools.h"

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

static bool
is_csv(const struct report *r)
{
	return r->o.format == &report_csv;
}

/* RFC 4180: what could be taken for the end of a field is in quotes, and a
 * quote is doubled. */
static void
quoted_field(struct report *r, struct sok_str s)
{
	bool quotes = false;

	s = report_clean(r, s);
	for (size_t i = 0; i < s.len; i++)
		quotes |= s.s[i] == '"' || s.s[i] == ',';
	if (!quotes) {
		sok_out(r->out, s);
		return;
	}
	sok_outc(r->out, '"');
	for (size_t i = 0; i < s.len; i++) {
		if (s.s[i] == '"')
			sok_outc(r->out, '"');
		sok_outc(r->out, s.s[i]);
	}
	sok_outc(r->out, '"');
}

/* A field of tsv: no TAB or line end gets through, and what is read back with
 * printf's escapes is what it was.  It is decoded as a whole. */
static void
escaped_field(struct report *r, struct sok_str s)
{
	static const char special[] = "\t\n\\", escaped[] = "tn\\";
	struct sok_buf b = {0};
	size_t i, from = 0;
	const char *hit;

	s = sok_charset_utf8(&r->a, s);
	report_need(r, s.s != NULL);
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
	if (is_csv(r))
		quoted_field(r, s);
	else if (cli_plain(s) && memchr(s.s, '\\', s.len) == NULL)
		sok_out(r->out, s);
	else
		escaped_field(r, s);
}

/* The first of a line. */
static void
name_field(struct report *r, const char *name)
{
	struct sok_str guard = cli_name_guard(name), s = sok_str(name);

	if (guard.len > 0) {
		s = sok_str_fmt(&r->a, "%s%s", guard.s, name);
		report_need(r, s.s != NULL);
	}
	field(r, s);
}

static void
end_field(struct report *r)
{
	sok_outc(r->out, is_csv(r) ? ',' : '\t');
}

static void
end_row(struct report *r)
{
	sok_out(r->out, is_csv(r) ? SOK_STR("\r\n") : SOK_STR("\n"));
}

static void
next_field(struct report *r, struct sok_str s)
{
	end_field(r);
	field(r, s);
}

static void
next_number(struct report *r, size_t n)
{
	char text[SOK_DIGITS];

	end_field(r);
	if (n > 0)
		sok_out(r->out, (struct sok_str){text, sok_digits(text, n)});
}

/* Digits need no second look. */
static void
next_value(
    struct report *r, const struct report_column *column, struct sok_str s)
{
	end_field(r);
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
next_names(struct report *r, unsigned last)
{
	for (size_t i = 0; i < r->o.ncolumns; i++)
		if (stands(&r->o.column[i], last))
			next_field(r, sok_str(r->o.column[i].name));
}

static void
next_values(struct report *r, const struct sok_str *value, unsigned last)
{
	for (size_t i = 0; i < r->o.ncolumns; i++)
		if (stands(&r->o.column[i], last))
			next_value(r, &r->o.column[i], value[i]);
}

static void
next_empty(struct report *r, unsigned last)
{
	for (size_t i = 0; i < r->o.ncolumns; i++)
		if (stands(&r->o.column[i], last))
			end_field(r);
}

static void
next_words(struct report *r, const char *const *word, size_t n)
{
	for (size_t i = 0; i < n; i++)
		next_field(r, sok_str(word[i]));
}

static void
table_begin(struct report *r)
{
	static const char *const place[] = {
	    "line", "column", "severity", "rule", "puzzle", "title", "message"};
	static const char *const puzzle[] = {"line", "puzzle", "title"};
	static const char *const finding[] = {"finding", "detail"};

	if (!r->o.header)
		return;
	sok_out(r->out, SOK_STR("file"));
	if (r->o.ncolumns == 0) {
		next_words(r, place, SOK_COUNT(place));
	} else {
		next_words(r, puzzle, SOK_COUNT(puzzle));
		next_names(r, 0);
		next_words(r, finding, SOK_COUNT(finding));
		next_names(r, REPORT_LAST);
	}
	end_row(r);
}

static void
next_puzzle(struct report *r, const struct sok_puzzle *p)
{
	next_number(r, p == NULL ? 0 : p->number);
	next_field(r, p == NULL ? SOK_STR("") : p->title);
}

/* A case's line has columns that a finding without a case leaves empty. */
static void
table_stray(struct report *r, const struct sok_finding *f)
{
	name_field(r, f->pos.file);
	next_number(r, f->pos.line);
	next_puzzle(r, f->puzzle);
	next_empty(r, 0);
	next_field(r, sok_str(sok_rules[f->rule].name));
	next_field(r, f->message);
	next_empty(r, REPORT_LAST);
	end_row(r);
}

static void
table_finding(struct report *r, const struct sok_finding *f)
{
	if (r->o.ncolumns > 0 && f->game == NULL)
		table_stray(r, f);
	if (r->o.ncolumns > 0)
		return;
	name_field(r, f->pos.file);
	next_number(r, f->pos.line);
	next_number(r, f->pos.col);
	next_field(r, sok_str(sok_severity_name[f->severity]));
	next_field(r, sok_str(sok_rules[f->rule].name));
	next_puzzle(r, f->puzzle);
	next_field(r, f->message);
	end_row(r);
}

static void
table_test(struct report *r, const struct report_case *c)
{
	const char *rule = "";

	if (r->o.ncolumns == 0)
		return;
	name_field(r, c->pos.file);
	next_number(r, c->pos.line);
	next_puzzle(r, c->puzzle);
	next_values(r, c->value, 0);
	if (r->worst.found)
		rule = sok_rules[r->worst.rule].name;
	next_field(r, sok_str(rule));
	next_field(
	    r, r->worst.found ? sok_buf_str(&r->worst.message) : SOK_STR(""));
	next_values(r, c->value, REPORT_LAST);
	end_row(r);
}

const struct report_format report_tsv = {
    .name = "tsv",
    .flat = true,
    .begin = table_begin,
    .finding = table_finding,
    .test = table_test,
};

const struct report_format report_csv = {
    .name = "csv",
    .flat = true,
    .begin = table_begin,
    .finding = table_finding,
    .test = table_test,
};
