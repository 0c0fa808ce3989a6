/*
 * report_tests.c - formats with a test case for each puzzle or game: TAP 13 and
 * JUnit XML.
 */
#include "report/report_form.h"
#include "tools.h"

/* ---------------------------------------------------------------- tap */

static void
tap_finding(
    struct report *r, struct report_pending *p, const struct sok_finding *f)
{
	struct sok_buf *b = &p->text;

	report_quote(r, b, "    - message: ", f->message);
	sok_buf_fmt(b, "\n      severity: %s\n      rule: %s",
	    sok_severity_name[f->severity], sok_rules[f->rule].name);
	cli_add_place(b, f->pos, "\n      line: ", "\n      column: ");
	sok_buf_addc(b, '\n');
}

static void
tap_test(struct report *r, struct sok_buf *b, const struct report_pending *p,
    const struct report_case *c)
{
	/* An unescaped '#' would begin a directive. */
	static report_escapes tap = {['#'] = "\\#", ['\\'] = "\\\\"};

	sok_buf_fmt(
	    b, "%s %zu - ", p->failed ? "not ok" : "ok", r->total + r->cases);
	report_add(r, b, sok_str(c->pos.file), tap);
	if (c->puzzle != NULL) {
		sok_buf_fmt(b, ":%zu: ", c->pos.line);
		report_add(r, b, report_whose(r, c->puzzle, c->game), tap);
	}
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
    .tests = true,
    .head = "TAP version 13\n",
    .finding = tap_finding,
    .test = tap_test,
    .end = tap_end,
};

/* -------------------------------------------------------------- junit */

static void
xml(struct report *r, struct sok_buf *b, struct sok_str s)
{
	static report_escapes entity = {
	    ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};

	report_add(r, b, s, entity);
}

static void
attribute(
    struct report *r, struct sok_buf *b, const char *name, struct sok_str s)
{
	sok_buf_fmt(b, " %s=\"", name);
	xml(r, b, s);
	sok_buf_addc(b, '"');
}

/* Failures are elements of a case, and precede its output, which is all other
 * findings. */
static void
junit_finding(
    struct report *r, struct report_pending *p, const struct sok_finding *f)
{
	bool fails = report_fails(r->c, f);
	struct sok_buf *b = fails ? &p->text : &p->rest;

	if (fails) {
		sok_buf_fmt(b, "<failure type=\"%s\"", sok_rules[f->rule].name);
		attribute(r, b, "message", f->message);
		sok_buf_addc(b, '>');
	}
	sok_buf_add(b, cli_name_guard(f->pos.file));
	xml(r, b, sok_str(f->pos.file));
	cli_add_place(b, f->pos, ":", ":");
	sok_buf_fmt(b, ": %s: ", sok_severity_name[f->severity]);
	xml(r, b, f->message);
	sok_buf_fmt(
	    b, " [%s]%s\n", sok_rules[f->rule].name, fails ? "</failure>" : "");
}

/* The element of an operand has the number of its cases. */
static void
junit_test(struct report *r, struct sok_buf *b, const struct report_pending *p,
    const struct report_case *c)
{
	b = &r->suite;
	sok_buf_add(b, SOK_STR("<testcase"));
	attribute(r, b, "classname", sok_str(c->pos.file));
	attribute(r, b, "name",
	    c->puzzle == NULL ? sok_str(c->pos.file)
	                      : report_whose(r, c->puzzle, c->game));
	if (report_empty(p)) {
		sok_buf_add(b, SOK_STR("/>\n"));
		return;
	}
	sok_buf_add(b, SOK_STR(">\n"));
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

static void
junit_file_end(struct report *r, struct sok_buf *b, const char *file)
{
	sok_buf_add(b, SOK_STR("<testsuite"));
	attribute(r, b, "name", sok_str(file));
	sok_buf_fmt(b,
	    " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"0\">\n",
	    r->cases, r->failures);
	report_need(r, !r->suite.failed);
	sok_buf_add(b, sok_buf_str(&r->suite));
	r->suite.len = 0;
	sok_buf_add(b, SOK_STR("</testsuite>\n"));
}

const struct report_format report_junit = {
    .name = "junit",
    .tests = true,
    .head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n",
    .foot = "</testsuites>\n",
    .finding = junit_finding,
    .test = junit_test,
    .file_end = junit_file_end,
};
