/*
 * report_tests.c - formats with a test case for every puzzle or game: TAP 13
 * and JUnit XML.
 */
#include "report/report_form.h"
#include "tools.h"

/* ---------------------------------------------------------------- tap */

static void
tap_begin(struct report *r)
{
	sok_out(r->out, SOK_STR("TAP version 13\n"));
}

static void
yaml(struct sok_buf *b, const char *before, const char *key, struct sok_str s)
{
	sok_buf_fmt(b, "    %s %s: ", before, key);
	report_quote(b, s);
	sok_buf_addc(b, '\n');
}

static void
tap_finding(struct report *r, const struct sok_finding *f)
{
	struct sok_buf *b = &report_place(r, f)->text;

	yaml(b, "-", "message", report_clean(r, f->message));
	sok_buf_fmt(b, "      severity: %s\n      rule: %s\n",
	    sok_severity_name[f->severity], sok_rules[f->rule].name);
	if (f->pos.line > 0)
		sok_buf_fmt(b, "      line: %zu\n", f->pos.line);
	if (f->pos.line > 0 && f->pos.col > 0)
		sok_buf_fmt(b, "      column: %zu\n", f->pos.col);
}

/* A '#' would begin a directive. */
static void
tap_text(struct report *r, struct sok_str s)
{
	size_t i;

	for (i = 0; i < s.len; i++) {
		if (s.s[i] == '#' || s.s[i] == '\\')
			sok_outc(r->out, '\\');
		sok_outc(r->out, s.s[i]);
	}
}

static void
tap_details(struct report *r, struct report_pending *p)
{
	sok_outc(r->out, '\n');
	if (p->n == 0)
		return;
	sok_out(r->out, SOK_STR("  ---\n  findings:\n"));
	report_flush(r, &p->text);
	sok_out(r->out, SOK_STR("  ...\n"));
}

static void
tap_line(struct report *r, bool failed, size_t number, const char *file)
{
	sok_outf(r->out, "%s %zu - ", failed ? "not ok" : "ok", number);
	tap_text(r, report_clean(r, sok_str(file)));
}

static void
tap_test(struct report *r, const struct report_case *c)
{
	tap_line(r, r->now.failed, r->total + r->cases, c->pos.file);
	sok_outf(r->out, ":%zu: ", c->pos.line);
	tap_text(r, report_whose(r, c->puzzle, c->game));
	tap_details(r, &r->now);
}

static void
tap_file_end(struct report *r, const char *file)
{
	if (report_empty(&r->file))
		return;
	tap_line(r, r->file.failed, r->total + ++r->cases, file);
	tap_details(r, &r->file);
}

static void
tap_end(struct report *r)
{
	sok_outf(r->out, "1..%zu\n", r->total);
}

const struct report_format report_tap = {
    .name = "tap",
    .tests = true,
    .begin = tap_begin,
    .finding = tap_finding,
    .test = tap_test,
    .file_end = tap_file_end,
    .end = tap_end,
};

/* -------------------------------------------------------------- junit */

static void
xml(struct sok_buf *b, struct sok_str s)
{
	static const struct {
		char c;
		const char *name;
	} entity[] = {
	    {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
	size_t i, k, n = SOK_COUNT(entity);

	for (i = 0; i < s.len; i++) {
		for (k = 0; k < n && entity[k].c != s.s[i]; k++)
			;
		if (k == n)
			sok_buf_addc(b, s.s[i]);
		else
			sok_buf_add(b, sok_str(entity[k].name));
	}
}

static void
attribute(struct sok_buf *b, const char *name, struct sok_str s)
{
	sok_buf_fmt(b, " %s=\"", name);
	xml(b, s);
	sok_buf_addc(b, '"');
}

static void
junit_begin(struct report *r)
{
	sok_out(r->out,
	    SOK_STR("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	            "<testsuites>\n"));
}

/* A case's failures are elements of their own and stand before what the
 * case printed: all other findings. */
static void
junit_finding(struct report *r, const struct sok_finding *f)
{
	struct report_pending *p = report_place(r, f);
	bool fails = f->severity >= r->o.fails;
	struct sok_buf *b = fails ? &p->text : &p->rest;

	if (fails) {
		sok_buf_fmt(b, "<failure type=\"%s\"", sok_rules[f->rule].name);
		attribute(b, "message", report_clean(r, f->message));
		sok_buf_addc(b, '>');
	}
	sok_buf_add(b, cli_name_guard(f->pos.file));
	xml(b, report_clean(r, sok_str(f->pos.file)));
	if (f->pos.line > 0)
		sok_buf_fmt(b, ":%zu", f->pos.line);
	if (f->pos.col > 0)
		sok_buf_fmt(b, ":%zu", f->pos.col);
	sok_buf_fmt(b, ": %s: ", sok_severity_name[f->severity]);
	xml(b, report_clean(r, f->message));
	sok_buf_fmt(
	    b, " [%s]%s\n", sok_rules[f->rule].name, fails ? "</failure>" : "");
}

static void
junit_case(struct report *r, struct report_pending *p, struct sok_str file,
    struct sok_str name)
{
	struct sok_buf *b = &r->suite;

	sok_buf_add(b, SOK_STR("<testcase"));
	attribute(b, "classname", file);
	attribute(b, "name", name);
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
junit_test(struct report *r, const struct report_case *c)
{
	junit_case(r, &r->now, report_clean(r, sok_str(c->pos.file)),
	    report_whose(r, c->puzzle, c->game));
}

static void
junit_file_end(struct report *r, const char *file)
{
	struct sok_str name = report_clean(r, sok_str(file));
	struct sok_buf head = {0};

	if (!report_empty(&r->file)) {
		junit_case(r, &r->file, name, name);
		r->cases++;
		r->failures += r->file.failed;
	}
	sok_buf_add(&head, SOK_STR("<testsuite"));
	attribute(&head, "name", name);
	sok_buf_fmt(&head,
	    " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"0\">\n",
	    r->cases, r->failures);
	report_flush(r, &head);
	sok_buf_free(&head);
	report_flush(r, &r->suite);
	sok_out(r->out, SOK_STR("</testsuite>\n"));
}

static void
junit_end(struct report *r)
{
	sok_out(r->out, SOK_STR("</testsuites>\n"));
}

const struct report_format report_junit = {
    .name = "junit",
    .tests = true,
    .begin = junit_begin,
    .finding = junit_finding,
    .test = junit_test,
    .file_end = junit_file_end,
    .end = junit_end,
};
