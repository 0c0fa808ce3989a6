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
	cli_add_place(b, c->pos, ":", ":");
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

/* ---- tables */

#define CELLS 64 /* of a line */

/* A field of csv (RFC 4180): in quotes if it contains a separator, with quotes
 * doubled. */
static void
add_quoted(struct report *r, struct sok_buf *b, struct sok_str s)
{
	static report_escapes doubled = {['"'] = "\"\""};
	bool quotes =
	    memchr(s.s, '"', s.len) != NULL || memchr(s.s, ',', s.len) != NULL;

	if (quotes)
		sok_buf_addc(b, '"');
	report_add(r, b, s, doubled);
	if (quotes)
		sok_buf_addc(b, '"');
}

/* A field of tsv: escapes, as those of printf, replace TABs and line ends.  It
 * is decoded as a whole. */
static void
add_escaped(struct report *r, struct sok_buf *b, struct sok_str s)
{
	static const char special[] = "\t\n\\", escaped[] = "tn\\";
	size_t from = 0;
	const char *hit;

	if (cli_plain(s) && memchr(s.s, '\\', s.len) == NULL) {
		sok_buf_add(b, s);
		return;
	}
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

/* Most fields are numbers or empty and need no escapes. */
static bool
is_number(struct sok_str s)
{
	while (s.len > 0 && sok_is_digit(s.s[s.len - 1]))
		s.len--;
	return s.len == 0;
}

static void
add_row(
    struct report *r, struct sok_buf *b, const struct sok_str *cell, size_t n)
{
	bool csv = r->format == &report_csv;

	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			sok_buf_addc(b, csv ? ',' : '\t');
		if (is_number(cell[i]))
			sok_buf_add(b, cell[i]);
		else
			(csv ? add_quoted : add_escaped)(r, b, cell[i]);
	}
	sok_buf_add(b, csv ? SOK_STR("\r\n") : SOK_STR("\n"));
}

/* Fill in the program's columns that precede the finding, or those that follow
 * it. */
static size_t
fill_columns(const struct report *r, struct sok_str *cell,
    const struct sok_str *value, unsigned last)
{
	const unsigned where = REPORT_JSON_ONLY | REPORT_LAST;
	size_t n = 0;

	for (size_t i = 0; i < r->ncolumns; i++)
		if ((r->column[i].flags & where) == last)
			cell[n++] = value[i];
	return n;
}

/* The line of a case: its place, its columns, a finding. */
static void
add_case(struct report *r, struct sok_buf *b, const struct sok_str place[4],
    const struct sok_str *value, struct sok_str rule, struct sok_str message)
{
	struct sok_str cell[CELLS];
	size_t n = 4;

	memcpy(cell, place, n * sizeof(*cell));
	n += fill_columns(r, cell + n, value, 0);
	cell[n++] = rule;
	cell[n++] = message;
	n += fill_columns(r, cell + n, value, REPORT_LAST);
	add_row(r, b, cell, n);
}

static void
table_begin(struct report *r, struct sok_buf *b)
{
	const struct sok_str finding[] = {SOK_STR("file"), SOK_STR("line"),
	    SOK_STR("column"), SOK_STR("severity"), SOK_STR("rule"),
	    SOK_STR("puzzle"), SOK_STR("title"), SOK_STR("message")};
	const struct sok_str place[] = {SOK_STR("file"), SOK_STR("line"),
	    SOK_STR("puzzle"), SOK_STR("title")};
	struct sok_str name[CELLS];

	for (size_t i = 0; i < r->ncolumns; i++)
		name[i] = sok_str(r->column[i].name);
	if (r->header && r->ncolumns == 0)
		add_row(r, b, finding, SOK_COUNT(finding));
	else if (r->header)
		add_case(
		    r, b, place, name, SOK_STR("finding"), SOK_STR("detail"));
}

/* An empty field for 0. */
static struct sok_str
number(struct report *r, size_t n)
{
	char *text = sok_arena_alloc(&r->a, SOK_DIGITS, 1);

	report_need(r, text != NULL);
	return (struct sok_str){text, n == 0 ? 0 : sok_digits(text, n)};
}

/* File, line, puzzle and title. */
static void
fill_place(struct report *r, struct sok_str cell[4], struct sok_pos pos,
    const struct sok_puzzle *p)
{
	struct sok_str guard = cli_name_guard(pos.file);

	cell[0] = guard.len == 0
	    ? sok_str(pos.file)
	    : sok_str_fmt(&r->a, "%s%s", guard.s, pos.file);
	report_need(r, cell[0].s != NULL);
	cell[1] = number(r, pos.line);
	cell[2] = number(r, p == NULL ? 0 : p->number);
	cell[3] = p == NULL ? SOK_STR("") : p->title;
}

static void
table_finding(
    struct report *r, struct report_pending *p, const struct sok_finding *f)
{
	static const struct sok_str none[CELLS];
	struct sok_str rule = sok_str(sok_rules[f->rule].name), place[4];

	fill_place(r, place, f->pos, f->puzzle);
	if (r->ncolumns == 0)
		add_row(r, &p->text,
		    (struct sok_str[]){place[0], place[1],
		        number(r, f->pos.col),
		        sok_str(sok_severity_name[f->severity]), rule, place[2],
		        place[3], f->message},
		    8);
	else if (f->game == NULL)
		add_case(r, &p->text, place, none, rule, f->message);
}

static void
table_test(struct report *r, struct sok_buf *b, const struct report_pending *p,
    const struct report_case *c)
{
	bool found = r->worst.rule != NULL;
	struct sok_str place[4];

	(void)p;
	if (r->ncolumns == 0)
		return;
	fill_place(r, place, c->pos, c->puzzle);
	add_case(r, b, place, c->value, sok_str(found ? r->worst.rule : ""),
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
