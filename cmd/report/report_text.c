/*
 * report_text.c - formats with a line for each finding: text for people and
 * editors, workflow commands that GitHub shows as annotations, tsv for awk, csv
 * for spreadsheets.
 */
#include "report/report_form.h"

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
	cli_add_text(r->c, b, sok_str(c->pos.file), SIZE_MAX);
	cli_add_place(b, c->pos, ":", ":");
	sok_buf_add(b, SOK_STR(": "));
	cli_add_text(r->c, b, c->line, SIZE_MAX);
	sok_buf_addc(b, '\n');
}

const struct report_format report_text = {
    .name = "text",
    .flat = true,
    .finding = text_finding,
    .test = text_test,
};

static void
github_finding(
    struct report *r, struct report_pending *p, const struct sok_finding *f)
{
	/* Text has no line ends here. */
	static report_escapes text = {['%'] = "%25"};
	static report_escapes property = {
	    ['%'] = "%25", [':'] = "%3A", [','] = "%2C"};
	static const char *const command[] = {"notice", "warning", "error"};
	struct sok_str member, file = report_file(r, f->pos.file, &member);
	struct sok_buf *b = &p->text;

	sok_buf_fmt(b, "::%s file=%s", command[f->severity],
	    report_escape(r, file, property));
	if (member.len == 0)
		cli_add_place(b, f->pos, ",line=", ",col=");
	sok_buf_fmt(b, ",title=%s::", sok_rules[f->rule].name);
	/* A member of an archive has no lines in the repository, so its place
	 * is text. */
	if (member.len > 0) {
		sok_buf_add(b, sok_str(report_escape(r, member, text)));
		cli_add_place(b, f->pos, ":", ":");
		sok_buf_add(b, SOK_STR(": "));
	}
	sok_buf_add(b, sok_str(report_escape(r, f->message, text)));
	if (f->puzzle != NULL)
		sok_buf_fmt(b, " (%s)",
		    report_escape(
		        r, report_whose(r, f->puzzle, f->game), text));
	sok_buf_addc(b, '\n');
}

const struct report_format report_github = {
    .name = "github",
    .flat = true,
    .apart = true,
    .finding = github_finding,
};

/* ---- tables */

#define COLUMNS 64 /* of a program */

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
	sok_buf_add(b, sok_str(report_escape(r, s, doubled)));
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

/* A field, and what separates it from the next one. */
static void
add_cell(struct report *r, struct sok_buf *b, struct sok_str s)
{
	bool csv = r->format == &report_csv;
	size_t digits = 0;

	/* Most fields are numbers or empty and need no escapes. */
	while (digits < s.len && sok_is_digit(s.s[digits]))
		digits++;
	if (digits == s.len)
		sok_buf_add(b, s);
	else
		(csv ? add_quoted : add_escaped)(r, b, s);
	sok_buf_addc(b, csv ? ',' : '\t');
}

/* A field that is empty for 0. */
static void
add_number(struct report *r, struct sok_buf *b, size_t n)
{
	char digits[SOK_DIGITS];

	add_cell(
	    r, b, (struct sok_str){digits, n == 0 ? 0 : sok_digits(digits, n)});
}

static void
add_file(struct report *r, struct sok_buf *b, const char *name)
{
	struct sok_str guard = cli_name_guard(name), file = sok_str(name);

	if (guard.len > 0)
		file = sok_str_fmt(&r->a, "%s%s", guard.s, name);
	report_need(r, file.s != NULL);
	add_cell(r, b, file);
}

/* Replace the last separator by a line end. */
static void
end_row(struct report *r, struct sok_buf *b)
{
	if (b->len > 0)
		b->len--;
	sok_buf_add(
	    b, r->format == &report_csv ? SOK_STR("\r\n") : SOK_STR("\n"));
}

/* The program's columns that precede the finding, or those that follow it. */
static void
add_columns(struct report *r, struct sok_buf *b, const struct sok_str *value,
    unsigned last)
{
	const unsigned where = REPORT_JSON_ONLY | REPORT_LAST;

	for (size_t i = 0; i < r->ncolumns; i++)
		if ((r->column[i].flags & where) == last)
			add_cell(r, b, value[i]);
}

/* The line of a case, with a finding about it. */
static void
add_case(struct report *r, struct sok_buf *b, struct sok_pos pos,
    const struct sok_puzzle *p, const struct sok_str *value, const char *rule,
    struct sok_str message)
{
	add_file(r, b, pos.file);
	add_number(r, b, pos.line);
	add_number(r, b, p == NULL ? 0 : p->number);
	add_cell(r, b, p == NULL ? SOK_STR("") : p->title);
	add_columns(r, b, value, 0);
	add_cell(r, b, sok_str(rule));
	add_cell(r, b, message);
	add_columns(r, b, value, REPORT_LAST);
	end_row(r, b);
}

static void
table_begin(struct report *r, struct sok_buf *b)
{
	static const char *const finding[] = {"file", "line", "column",
	    "severity", "rule", "puzzle", "title", "message"};
	static const char *const place[] = {"file", "line", "puzzle", "title"};
	struct sok_str name[COLUMNS];

	if (!r->header)
		return;
	for (size_t i = 0; i < r->ncolumns; i++)
		name[i] = sok_str(r->column[i].name);
	for (size_t i = 0; i < SOK_COUNT(place) && r->ncolumns > 0; i++)
		add_cell(r, b, sok_str(place[i]));
	for (size_t i = 0; i < SOK_COUNT(finding) && r->ncolumns == 0; i++)
		add_cell(r, b, sok_str(finding[i]));
	add_columns(r, b, name, 0);
	if (r->ncolumns > 0) {
		add_cell(r, b, SOK_STR("finding"));
		add_cell(r, b, SOK_STR("detail"));
	}
	add_columns(r, b, name, REPORT_LAST);
	end_row(r, b);
}

static void
table_finding(
    struct report *r, struct report_pending *p, const struct sok_finding *f)
{
	static const struct sok_str none[COLUMNS];
	const struct sok_puzzle *puzzle = f->puzzle;
	const char *rule = sok_rules[f->rule].name;
	struct sok_buf *b = &p->text;

	if (r->ncolumns > 0 && f->game == NULL)
		add_case(r, b, f->pos, puzzle, none, rule, f->message);
	if (r->ncolumns > 0)
		return;
	add_file(r, b, f->pos.file);
	add_number(r, b, f->pos.line);
	add_number(r, b, f->pos.col);
	add_cell(r, b, sok_str(sok_severity_name[f->severity]));
	add_cell(r, b, sok_str(rule));
	add_number(r, b, puzzle == NULL ? 0 : puzzle->number);
	add_cell(r, b, puzzle == NULL ? SOK_STR("") : puzzle->title);
	add_cell(r, b, f->message);
	end_row(r, b);
}

static void
table_test(struct report *r, struct sok_buf *b, const struct report_pending *p,
    const struct report_case *c)
{
	bool found = r->worst.rule != NULL;

	(void)p;
	if (r->ncolumns > 0)
		add_case(r, b, c->pos, c->puzzle, c->value,
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
