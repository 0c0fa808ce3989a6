/*
 * report_text.c - formats with a line for each finding: text for people and
 * editors, tsv for awk, csv for spreadsheets.
 */
#include <string.h>

#include "report/report_form.h"
#include "tools.h"

static void
text_finding(
    struct report *r, struct report_pending *p, const struct sok_finding *f)
{
	cli_add_finding(r->c, &p->text, f, r->out);
}

static void
text_test(struct report *r, struct sok_buf *b, const struct report_pending *p,
    const struct report_case *c)
{
	(void)p;
	if (c->line.len == 0)
		return;
	sok_buf_add(b, cli_name_guard(c->pos.file));
	sok_buf_add(b, report_clean(r, sok_str(c->pos.file)));
	cli_add_place(b, c->pos);
	sok_buf_add(b, SOK_STR(": "));
	sok_buf_add(b, report_clean(r, c->line));
	sok_buf_addc(b, '\n');
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
quoted_field(struct report *r, struct sok_buf *b, struct sok_str s)
{
	static report_escapes doubled = {['"'] = "\"\""};
	bool quotes;

	s = report_clean(r, s);
	quotes =
	    memchr(s.s, '"', s.len) != NULL || memchr(s.s, ',', s.len) != NULL;
	if (quotes)
		sok_buf_addc(b, '"');
	report_add(r, b, s, doubled);
	if (quotes)
		sok_buf_addc(b, '"');
}

/* A field of tsv: no TAB or line end gets through, and what is read back with
 * printf's escapes is what it was.  It is decoded as a whole. */
static void
escaped_field(struct report *r, struct sok_buf *b, struct sok_str s)
{
	static const char special[] = "\t\n\\", escaped[] = "tn\\";
	size_t from = 0;
	const char *hit;

	s = sok_charset_utf8(&r->a, s);
	report_need(r, s.s != NULL);
	for (size_t i = 0; i < s.len; i++) {
		hit = memchr(special, s.s[i], sizeof(special) - 1);
		if (hit == NULL)
			continue;
		sok_escape(b, sok_str_sub(s, from, i));
		sok_buf_addc(b, '\\');
		sok_buf_addc(b, escaped[hit - special]);
		from = i + 1;
	}
	sok_escape(b, sok_str_from(s, from));
}

static void
field(struct report *r, struct sok_buf *b, struct sok_str s)
{
	if (s.len == 0)
		return;
	if (is_csv(r))
		quoted_field(r, b, s);
	else if (cli_plain(s) && memchr(s.s, '\\', s.len) == NULL)
		sok_buf_add(b, s);
	else
		escaped_field(r, b, s);
}

static void
end_field(struct report *r, struct sok_buf *b)
{
	sok_buf_addc(b, is_csv(r) ? ',' : '\t');
}

static void
next_field(struct report *r, struct sok_buf *b, struct sok_str s)
{
	end_field(r, b);
	field(r, b, s);
}

static void
next_number(struct report *r, struct sok_buf *b, size_t n)
{
	end_field(r, b);
	if (n > 0)
		cli_add_number(b, n);
}

/* Whether a column is one of those in front of the finding, or of the last. */
static bool
stands(const struct report_column *column, unsigned last)
{
	return (column->flags & (REPORT_JSON_ONLY | REPORT_LAST)) == last;
}

static void
next_names(struct report *r, struct sok_buf *b, unsigned last)
{
	for (size_t i = 0; i < r->o.ncolumns; i++)
		if (stands(&r->o.column[i], last))
			next_field(r, b, sok_str(r->o.column[i].name));
}

/* Without values the columns are empty. */
static void
next_values(struct report *r, struct sok_buf *b, const struct sok_str *value,
    unsigned last)
{
	for (size_t i = 0; i < r->o.ncolumns; i++) {
		if (!stands(&r->o.column[i], last))
			continue;
		end_field(r, b);
		/* Digits need no second look. */
		if (value != NULL && (r->o.column[i].flags & REPORT_NUMBER))
			sok_buf_add(b, value[i]);
		else if (value != NULL)
			field(r, b, value[i]);
	}
}

static void
end_row(struct report *r, struct sok_buf *b)
{
	sok_buf_add(b, is_csv(r) ? SOK_STR("\r\n") : SOK_STR("\n"));
}

static void
next_words(
    struct report *r, struct sok_buf *b, const char *const *word, size_t n)
{
	for (size_t i = 0; i < n; i++)
		next_field(r, b, sok_str(word[i]));
}

static void
table_begin(struct report *r, struct sok_buf *b)
{
	static const char *const finding[] = {
	    "line", "column", "severity", "rule", "puzzle", "title", "message"};
	static const char *const test[] = {
	    "line", "puzzle", "title", "finding", "detail"};

	if (!r->o.header)
		return;
	sok_buf_add(b, SOK_STR("file"));
	if (r->o.ncolumns == 0) {
		next_words(r, b, finding, SOK_COUNT(finding));
	} else {
		next_words(r, b, test, 3);
		next_names(r, b, 0);
		next_words(r, b, test + 3, 2);
		next_names(r, b, REPORT_LAST);
	}
	end_row(r, b);
}

static void
begin_row(struct report *r, struct sok_buf *b, struct sok_pos pos)
{
	struct sok_str guard = cli_name_guard(pos.file), s = sok_str(pos.file);

	if (guard.len > 0) {
		s = sok_str_fmt(&r->a, "%s%s", guard.s, pos.file);
		report_need(r, s.s != NULL);
	}
	field(r, b, s);
	next_number(r, b, pos.line);
}

static void
next_puzzle(struct report *r, struct sok_buf *b, const struct sok_puzzle *p)
{
	next_number(r, b, p == NULL ? 0 : p->number);
	next_field(r, b, p == NULL ? SOK_STR("") : p->title);
}

/* The line of a case, or of a finding without one: no values. */
static void
case_row(struct report *r, struct sok_buf *b, struct sok_pos pos,
    const struct sok_puzzle *p, const struct sok_str *value, const char *rule,
    struct sok_str message)
{
	begin_row(r, b, pos);
	next_puzzle(r, b, p);
	next_values(r, b, value, 0);
	next_field(r, b, sok_str(rule));
	next_field(r, b, message);
	next_values(r, b, value, REPORT_LAST);
	end_row(r, b);
}

static void
table_finding(
    struct report *r, struct report_pending *p, const struct sok_finding *f)
{
	struct sok_buf *b = &p->text;
	const char *rule = sok_rules[f->rule].name;

	if (r->o.ncolumns > 0) {
		if (f->game == NULL)
			case_row(
			    r, b, f->pos, f->puzzle, NULL, rule, f->message);
		return;
	}
	begin_row(r, b, f->pos);
	next_number(r, b, f->pos.col);
	next_field(r, b, sok_str(sok_severity_name[f->severity]));
	next_field(r, b, sok_str(rule));
	next_puzzle(r, b, f->puzzle);
	next_field(r, b, f->message);
	end_row(r, b);
}

static void
table_test(struct report *r, struct sok_buf *b, const struct report_pending *p,
    const struct report_case *c)
{
	bool found = r->worst.rule != NULL;

	(void)p;
	if (r->o.ncolumns > 0)
		case_row(r, b, c->pos, c->puzzle, c->value,
		    found ? r->worst.rule : "",
		    found ? sok_buf_str(&r->worst.message) : SOK_STR(""));
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
