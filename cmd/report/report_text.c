/* report_text.c - text, github, tsv and csv: a line for each finding. */
#include "base/base.h"
#include "board/board.h"
#include "format/format.h"
#include "report/report_form.h"
#include "text/text.h"

static void
text_finding(struct report *r, struct sok_buf *b, const struct sok_finding *f)
{
	cli_add_finding(r->c, b, f, r->out);
	if (r->show)
		report_show(r, b, f);
}

static void
put_result(struct report *r, struct sok_buf *b, const struct report_case *c)
{
	if (c->line.len == 0 || r->stats.wanted)
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
    .finding = text_finding,
    .line = put_result,
};

static void
github_finding(struct report *r, struct sok_buf *b, const struct sok_finding *f)
{
	/* Text has no line ends here. */
	static escapes text = {['%'] = "%25"};
	static escapes property = {['%'] = "%25", [':'] = "%3A", [','] = "%2C"};
	static const char *const command[] = {"notice", "warning", "error"};
	struct sok_str member, file = report_file(r, f->pos.file, &member);

	sok_buf_fmt(b, "::%s file=%s", command[f->severity],
	    report_escape(r, file, property));
	if (member.len == 0)
		cli_add_place(b, f->pos, ",line=", ",col=");
	sok_buf_fmt(b, ",title=%s::", sok_rules[f->rule].name);
	/* A member of an archive has no lines in the repository. */
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
    .finding = github_finding,
};

/* ---- tables */

#define COLUMNS 64 /* of a program */

static void
add_cell(struct report *r, struct sok_buf *b, struct sok_str s)
{
	static escapes in_tsv = {
	    ['\t'] = "\\t", ['\n'] = "\\n", ['\\'] = "\\\\"};
	static escapes in_csv = {['"'] = "\"\""};
	bool csv = r->format->separator == ',';
	struct sok_str quote = SOK_STR("");
	size_t digits = 0;

	/* Most fields are numbers or empty and need no escapes. */
	while (digits < s.len && sok_is_digit(s.s[digits]))
		digits++;
	if (digits == s.len ||
	    (!csv && cli_plain(s) && memchr(s.s, '\\', s.len) == NULL)) {
		sok_buf_add(b, s);
	} else {
		/* RFC 4180: quoted if need be, with quotes doubled. */
		if (csv && (memchr(s.s, '"', s.len) || memchr(s.s, ',', s.len)))
			quote = SOK_STR("\"");
		bool guarded = csv && str_is_formula(s);
		s = report_replace(r, s, csv ? in_csv : in_tsv);
		sok_buf_add(b, quote);
		if (guarded)
			sok_buf_addc(b, '\'');
		cli_add_text(r->c, b, s, SIZE_MAX);
		sok_buf_add(b, quote);
	}
	sok_buf_addc(b, r->format->separator);
}

/* The line of a finding or, if the program has columns, of a case. */
struct row {
	struct sok_str file, line, col, severity, rule, puzzle, title, message;
	const struct sok_str *value; /* of the program's columns */
};

static void
add_row(struct report *r, struct sok_buf *b, const struct row *row)
{
	const unsigned where = REPORT_JSON_ONLY | REPORT_LAST;

	add_cell(r, b, row->file);
	add_cell(r, b, row->line);
	if (r->ncolumns == 0) {
		add_cell(r, b, row->col);
		add_cell(r, b, row->severity);
		add_cell(r, b, row->rule);
	}
	add_cell(r, b, row->puzzle);
	add_cell(r, b, row->title);
	for (size_t i = 0; i < r->ncolumns; i++)
		if ((r->column[i].flags & where) == 0)
			add_cell(r, b, row->value[i]);
	if (r->ncolumns > 0)
		add_cell(r, b, row->rule);
	add_cell(r, b, row->message);
	for (size_t i = 0; i < r->ncolumns; i++)
		if ((r->column[i].flags & where) == REPORT_LAST)
			add_cell(r, b, row->value[i]);
	/* A line end replaces the last separator. */
	b->len -= b->len > 0;
	sok_buf_add(
	    b, r->format->separator == ',' ? SOK_STR("\r\n") : SOK_STR("\n"));
}

static void
table_begin(struct report *r, struct sok_buf *b)
{
	/* Columns of findings, or of cases with their worst finding. */
	bool finding = r->ncolumns == 0;
	const char *rule = finding ? "rule" : "finding";
	const char *message = finding ? "message" : "detail";
	struct sok_str name[COLUMNS];
	struct row row = {SOK_STR("file"), SOK_STR("line"), SOK_STR("column"),
	    SOK_STR("severity"), sok_str(rule), SOK_STR("puzzle"),
	    SOK_STR("title"), sok_str(message), name};

	for (size_t i = 0; i < r->ncolumns; i++)
		name[i] = sok_str(r->column[i].name);
	if (r->header)
		add_row(r, b, &row);
}

/* An empty field for 0. */
static struct sok_str
number(char digits[SOK_DIGITS], size_t n)
{
	return (struct sok_str){digits, n == 0 ? 0 : sok_digits(digits, n)};
}

/* Add a row with its place. */
static void
add_placed(struct report *r, struct sok_buf *b, struct sok_pos pos,
    const struct sok_puzzle *p, struct row row)
{
	char digits[3][SOK_DIGITS];

	row.file = sok_str(pos.file);
	if (cli_name_guard(pos.file).len > 0)
		row.file = sok_str_fmt(&r->a, "./%s", pos.file);
	cli_enough(r->c, row.file.s != NULL);
	row.line = number(digits[0], pos.line);
	row.col = number(digits[1], pos.line > 0 ? pos.col : 0);
	row.puzzle = number(digits[2], p == NULL ? 0 : p->number);
	row.title = p == NULL ? SOK_STR("") : p->title;
	add_row(r, b, &row);
}

static void
table_finding(struct report *r, struct sok_buf *b, const struct sok_finding *f)
{
	static const struct sok_str none[COLUMNS];
	struct row row = {.severity = sok_str(sok_severity_name[f->severity]),
	    .rule = sok_str(sok_rules[f->rule].name),
	    .message = f->message,
	    .value = none};

	if (r->ncolumns == 0 || f->game == NULL) {
		add_placed(r, b, f->pos, f->puzzle, row);
		return;
	}
	/* The row of a game has the worst of its findings. */
	if (f->puzzle == NULL ||
	    (r->worst.rule.len > 0 && r->worst.severity >= f->severity))
		return;
	r->worst.rule = row.rule;
	r->worst.severity = f->severity;
	r->worst.message.len = 0;
	sok_buf_add(&r->worst.message, f->message);
	cli_enough(r->c, !r->worst.message.failed);
}

static void
table_line(struct report *r, struct sok_buf *b, const struct report_case *c)
{
	struct row row = {.rule = r->worst.rule,
	    .message = sok_buf_str(&r->worst.message),
	    .value = c->value};

	add_placed(r, b, c->pos, c->puzzle, row);
}

const struct report_format report_tsv = {
    .name = "tsv",
    .separator = '\t',
    .begin = table_begin,
    .finding = table_finding,
    .line = table_line,
};

const struct report_format report_csv = {
    .name = "csv",
    .separator = ',',
    .begin = table_begin,
    .finding = table_finding,
    .line = table_line,
};
