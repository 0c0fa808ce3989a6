/* report_tests.c - formats with test cases: TAP 13 and JUnit XML. */
#include "io/io.h"
#include "report/report_form.h"
#include "text/text.h"

/* ---------------------------------------------------------------- tap */

static void
tap_finding(struct report *r, struct sok_buf *b, const struct sok_finding *f)
{
	sok_buf_fmt(b,
	    "    - message: \"%s\"\n      severity: %s\n      rule: %s",
	    report_json_text(r, f->message), sok_severity_name[f->severity],
	    sok_rules[f->rule].name);
	cli_add_place(b, f->pos, "\n      line: ", "\n      column: ");
	sok_buf_addc(b, '\n');
}

static void
tap_test(struct report *r, struct sok_buf *b, const struct report_found *p,
    const struct report_case *c)
{
	/* An unescaped '#' would begin a directive. */
	static escapes tap = {['#'] = "\\#", ['\\'] = "\\\\"};

	sok_buf_fmt(b, "%s %zu - %s", p->failed ? "not ok" : "ok",
	    r->total + r->cases, report_escape(r, sok_str(c->pos.file), tap));
	if (c->puzzle != NULL)
		sok_buf_fmt(b, ":%zu: %s", c->pos.line,
		    report_escape(r, report_whose(r, c->puzzle, c->game), tap));
	sok_buf_addc(b, '\n');
	if (p->text.len == 0)
		return;
	sok_buf_add(b, SOK_STR("  ---\n  findings:\n"));
	sok_buf_add(b, sok_buf_str(&p->text));
	sok_buf_add(b, SOK_STR("  ...\n"));
}

static void
tap_end(struct report *r, struct sok_buf *b)
{
	sok_buf_fmt(b, "1..%zu\n", r->total);
}

const struct report_format report_tap = {
    .name = "tap",
    .head = "TAP version 13\n",
    .finding = tap_finding,
    .test = tap_test,
    .end = tap_end,
};

/* -------------------------------------------------------------- junit */

static const char *
xml(struct report *r, struct sok_str s)
{
	static escapes entity = {
	    ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};

	return report_escape(r, s, entity);
}

/* Failures are elements of a case, all other findings are its output. */
static void
junit_finding(struct report *r, struct sok_buf *b, const struct sok_finding *f)
{
	bool fails = report_fails(r->c, f);
	const char *rule = sok_rules[f->rule].name;
	const char *message = xml(r, f->message);

	if (fails)
		sok_buf_fmt(
		    b, "<failure type=\"%s\" message=\"%s\">", rule, message);
	sok_buf_add(b, cli_name_guard(f->pos.file));
	sok_buf_add(b, sok_str(xml(r, sok_str(f->pos.file))));
	cli_add_place(b, f->pos, ":", ":");
	sok_buf_fmt(b, ": %s: %s [%s]%s\n", sok_severity_name[f->severity],
	    message, rule, fails ? "</failure>" : "");
}

static void
junit_test(struct report *r, struct sok_buf *b, const struct report_found *p,
    const struct report_case *c)
{
	struct sok_str name = sok_str(c->pos.file);
	const char *file = xml(r, name);

	if (c->puzzle != NULL)
		name = report_whose(r, c->puzzle, c->game);
	sok_buf_fmt(
	    b, "<testcase classname=\"%s\" name=\"%s\"", file, xml(r, name));
	sok_buf_add(b, report_empty(p) ? SOK_STR("/>\n") : SOK_STR(">\n"));
	if (report_empty(p))
		return;
	sok_buf_add(b, sok_buf_str(&p->text));
	if (p->failed && p->text.len == 0)
		sok_buf_add(
		    b, SOK_STR("<failure message=\"below --severity\"/>\n"));
	if (p->rest.len > 0) {
		sok_buf_add(b, SOK_STR("<system-out>"));
		sok_buf_add(b, sok_buf_str(&p->rest));
		sok_buf_add(b, SOK_STR("</system-out>\n"));
	}
	sok_buf_add(b, SOK_STR("</testcase>\n"));
}

/* The element of an operand begins with the number of its cases. */
static void
junit_file_end(struct report *r, struct sok_buf *b, const char *file)
{
	sok_outf(r->out,
	    "<testsuite name=\"%s\" tests=\"%zu\" failures=\"%zu\" "
	    "errors=\"0\" skipped=\"0\">\n",
	    xml(r, sok_str(file)), r->cases, r->failures);
	sok_buf_add(b, SOK_STR("</testsuite>\n"));
}

const struct report_format report_junit = {
    .name = "junit",
    .sorts = true,
    .head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n",
    .foot = "</testsuites>\n",
    .finding = junit_finding,
    .test = junit_test,
    .file_end = junit_file_end,
};
