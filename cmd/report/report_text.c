/* report_text.c - text, github, tsv and csv: a line for each finding. */
#include "base/base.h"
#include "board/board.h"
#include "format/format.h"
#include "report/report_form.h"
#include "text/text.h"

static void
text_finding(struct report *report, struct sok_buf *buf,
    const struct sok_finding *finding)
{
	cli_add_finding(report->cli, buf, finding, report->out);
	if (report->show)
		report_show(report, buf, finding);
}

static void
put_result(struct report *report, struct sok_buf *buf,
    const struct report_case *result)
{
	if (result->line.len == 0 || report->stats.wanted)
		return;
	sok_buf_add(buf, cli_name_guard(result->pos.file));
	cli_add_text(report->cli, buf, sok_str(result->pos.file), SIZE_MAX);
	cli_add_place(buf, result->pos, ":", ":");
	sok_buf_add(buf, SOK_STR(": "));
	cli_add_text(report->cli, buf, result->line, SIZE_MAX);
	sok_buf_addc(buf, '\n');
}

const struct report_format report_text = {
    .name = "text",
    .finding = text_finding,
    .line = put_result,
};

static void
github_finding(struct report *report, struct sok_buf *buf,
    const struct sok_finding *finding)
{
	/* Text has no line ends here. */
	static escapes text = {['%'] = "%25"};
	static escapes property = {['%'] = "%25", [':'] = "%3A", [','] = "%2C"};
	static const char *const command[] = {[SOK_NOTE] = "notice",
	    [SOK_WARNING] = "warning",
	    [SOK_ERROR] = "error"};
	struct sok_str member,
	    file = report_file(report, finding->pos.file, &member);

	sok_buf_fmt(buf, "::%s file=%s", command[finding->severity],
	    report_escape(report, file, property));
	if (member.len == 0)
		cli_add_place(buf, finding->pos, ",line=", ",col=");
	sok_buf_fmt(buf, ",title=%s::", sok_rules[finding->rule].name);
	/* A member of an archive has no lines in the repository. */
	if (member.len > 0) {
		sok_buf_add(buf, sok_str(report_escape(report, member, text)));
		cli_add_place(buf, finding->pos, ":", ":");
		sok_buf_add(buf, SOK_STR(": "));
	}
	sok_buf_add(
	    buf, sok_str(report_escape(report, finding->message, text)));
	if (finding->puzzle != NULL)
		sok_buf_fmt(buf, " (%s)",
		    report_escape(report,
		        report_whose(report, finding->puzzle, finding->game),
		        text));
	sok_buf_addc(buf, '\n');
}

const struct report_format report_github = {
    .name = "github",
    .finding = github_finding,
};

/* ---- tables */

#define COLUMNS 64 /* of a program */

void
report_add_field(
    struct report *report, struct sok_buf *buf, struct sok_str s, char sep)
{
	static escapes in_tsv = {
	    ['\t'] = "\\t", ['\n'] = "\\n", ['\\'] = "\\\\"};
	static escapes in_csv = {['"'] = "\"\""};
	bool csv = sep == ',';
	struct sok_str quote = SOK_STR("");
	size_t digits = 0;

	/* Most fields are numbers or empty and need no escapes. */
	while (digits < s.len && sok_is_digit(s.s[digits]))
		digits++;
	if (digits == s.len ||
	    (!csv && cli_plain(s) && memchr(s.s, '\\', s.len) == NULL)) {
		sok_buf_add(buf, s);
	} else {
		/* RFC 4180: quoted if need be, with quotes doubled. */
		if (csv && (memchr(s.s, '"', s.len) || memchr(s.s, ',', s.len)))
			quote = SOK_STR("\"");
		bool guarded = csv && str_is_formula(s);
		s = report_replace(report, s, csv ? in_csv : in_tsv);
		sok_buf_add(buf, quote);
		if (guarded)
			sok_buf_addc(buf, '\'');
		cli_add_text(report->cli, buf, s, SIZE_MAX);
		sok_buf_add(buf, quote);
	}
}

/* Add a field and the separator after it. */
static void
add_cell(struct report *report, struct sok_buf *buf, struct sok_str s)
{
	char sep = report->format->separator;

	report_add_field(report, buf, s, sep);
	sok_buf_addc(buf, sep);
}

/* The line of a finding or, if the program has columns, of a case. */
struct row {
	struct sok_str file, line, col, severity, rule, puzzle, title, message;
	const struct sok_str *value; /* of the program's columns */
};

static void
add_row(struct report *report, struct sok_buf *buf, const struct row *row)
{
	const unsigned where = REPORT_JSON_ONLY | REPORT_LAST;

	add_cell(report, buf, row->file);
	add_cell(report, buf, row->line);
	if (report->ncolumns == 0) {
		add_cell(report, buf, row->col);
		add_cell(report, buf, row->severity);
		add_cell(report, buf, row->rule);
	}
	add_cell(report, buf, row->puzzle);
	add_cell(report, buf, row->title);
	for (size_t i = 0; i < report->ncolumns; i++)
		if ((report->column[i].flags & where) == 0)
			add_cell(report, buf, row->value[i]);
	if (report->ncolumns > 0)
		add_cell(report, buf, row->rule);
	add_cell(report, buf, row->message);
	for (size_t i = 0; i < report->ncolumns; i++)
		if ((report->column[i].flags & where) == REPORT_LAST)
			add_cell(report, buf, row->value[i]);
	/* A line end replaces the last separator. */
	buf->len -= buf->len > 0;
	sok_buf_add(buf,
	    report->format->separator == ',' ? SOK_STR("\r\n") : SOK_STR("\n"));
}

static void
table_begin(struct report *report, struct sok_buf *buf)
{
	/* Columns of findings, or of cases with their worst finding. */
	bool finding = report->ncolumns == 0;
	const char *rule = finding ? "rule" : "finding";
	const char *message = finding ? "message" : "detail";
	struct sok_str name[COLUMNS];
	struct row row = {SOK_STR("file"), SOK_STR("line"), SOK_STR("column"),
	    SOK_STR("severity"), sok_str(rule), SOK_STR("puzzle"),
	    SOK_STR("title"), sok_str(message), name};

	for (size_t i = 0; i < report->ncolumns; i++)
		name[i] = sok_str(report->column[i].name);
	if (report->header)
		add_row(report, buf, &row);
}

/* An empty field for 0. */
static struct sok_str
number(char digits[SOK_DIGITS], size_t n)
{
	return (struct sok_str){digits, n == 0 ? 0 : sok_digits(digits, n)};
}

/* Add a row with its place. */
static void
add_placed(struct report *report, struct sok_buf *buf, struct sok_pos pos,
    const struct sok_puzzle *puzzle, struct row row)
{
	char digits[3][SOK_DIGITS];

	row.file = sok_str(pos.file);
	if (cli_name_guard(pos.file).len > 0)
		row.file = sok_str_fmt(&report->arena, "./%s", pos.file);
	cli_enough(report->cli, row.file.s != NULL);
	row.line = number(digits[0], pos.line);
	row.col = number(digits[1], pos.line > 0 ? pos.col : 0);
	row.puzzle = number(digits[2], puzzle == NULL ? 0 : puzzle->number);
	row.title = puzzle == NULL ? SOK_STR("") : puzzle->title;
	add_row(report, buf, &row);
}

static void
table_finding(struct report *report, struct sok_buf *buf,
    const struct sok_finding *finding)
{
	static const struct sok_str none[COLUMNS];
	struct row row = {
	    .severity = sok_str(sok_severity_name[finding->severity]),
	    .rule = sok_str(sok_rules[finding->rule].name),
	    .message = finding->message,
	    .value = none};

	if (report->ncolumns == 0 || finding->game == NULL) {
		add_placed(report, buf, finding->pos, finding->puzzle, row);
		return;
	}
	/* The row of a game has the worst of its findings. */
	if (finding->puzzle == NULL ||
	    (report->worst.rule.len > 0 &&
	        report->worst.severity >= finding->severity))
		return;
	report->worst.rule = row.rule;
	report->worst.severity = finding->severity;
	report->worst.message.len = 0;
	sok_buf_add(&report->worst.message, finding->message);
	cli_enough(report->cli, !report->worst.message.failed);
}

static void
table_line(struct report *report, struct sok_buf *buf,
    const struct report_case *result)
{
	struct row row = {.rule = report->worst.rule,
	    .message = sok_buf_str(&report->worst.message),
	    .value = result->value};

	add_placed(report, buf, result->pos, result->puzzle, row);
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
