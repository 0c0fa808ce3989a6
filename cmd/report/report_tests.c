/* report_tests.c - formats with test cases: TAP 13 and JUnit XML. */
#include "io/io.h"
#include "report/report_form.h"
#include "text/text.h"

/* ---------------------------------------------------------------- tap */

static void
tap_finding(struct report *report, struct sok_buf *buf,
    const struct sok_finding *finding)
{
	sok_buf_fmt(buf,
	    "    - message: \"%s\"\n      severity: %s\n      rule: %s",
	    report_json_text(report, finding->message),
	    sok_severity_name[finding->severity],
	    sok_rules[finding->rule].name);
	cli_add_place(buf, finding->pos, "\n      line: ", "\n      column: ");
	sok_buf_addc(buf, '\n');
}

static void
tap_test(struct report *report, struct sok_buf *buf,
    const struct report_found *found, const struct report_case *result)
{
	/* An unescaped '#' would begin a directive. */
	static escapes tap = {['#'] = "\\#", ['\\'] = "\\\\"};

	sok_buf_fmt(buf, "%s %zu - %s", found->failed ? "not ok" : "ok",
	    report->total + report->cases,
	    report_escape(report, sok_str(result->pos.file), tap));
	if (result->puzzle != NULL)
		sok_buf_fmt(buf, ":%zu: %s", result->pos.line,
		    report_escape(report,
		        report_whose(report, result->puzzle, result->game),
		        tap));
	sok_buf_addc(buf, '\n');
	if (found->text.len == 0)
		return;
	sok_buf_add(buf, SOK_STR("  ---\n  findings:\n"));
	sok_buf_add(buf, sok_buf_str(&found->text));
	sok_buf_add(buf, SOK_STR("  ...\n"));
}

static void
tap_end(struct report *report, struct sok_buf *buf)
{
	sok_buf_fmt(buf, "1..%zu\n", report->total);
}

const struct report_format report_tap = {
    .name = "tap",
    .head = "TAP version 13\n",
    .finding = tap_finding,
    .test = tap_test,
    .end = tap_end,
};

/* -------------------------------------------------------------- junit */

/* The text with the characters escaped that XML needs; valid as
 * report_escape() says. */
static const char *
xml(struct report *report, struct sok_str s)
{
	static escapes entity = {
	    ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};

	return report_escape(report, s, entity);
}

/* Failures are elements of a case, all other findings are its output. */
static void
junit_finding(struct report *report, struct sok_buf *buf,
    const struct sok_finding *finding)
{
	bool fails = report_fails(report->cli, finding);
	const char *rule = sok_rules[finding->rule].name;
	const char *message = xml(report, finding->message);

	if (fails)
		sok_buf_fmt(
		    buf, "<failure type=\"%s\" message=\"%s\">", rule, message);
	sok_buf_add(buf, cli_name_guard(finding->pos.file));
	sok_buf_add(buf, sok_str(xml(report, sok_str(finding->pos.file))));
	cli_add_place(buf, finding->pos, ":", ":");
	sok_buf_fmt(buf, ": %s: %s [%s]%s\n",
	    sok_severity_name[finding->severity], message, rule,
	    fails ? "</failure>" : "");
}

static void
junit_test(struct report *report, struct sok_buf *buf,
    const struct report_found *found, const struct report_case *result)
{
	struct sok_str name = sok_str(result->pos.file);
	const char *file = xml(report, name);

	if (result->puzzle != NULL)
		name = report_whose(report, result->puzzle, result->game);
	sok_buf_fmt(buf, "<testcase classname=\"%s\" name=\"%s\"", file,
	    xml(report, name));
	sok_buf_add(
	    buf, report_empty(found) ? SOK_STR("/>\n") : SOK_STR(">\n"));
	if (report_empty(found))
		return;
	sok_buf_add(buf, sok_buf_str(&found->text));
	if (found->failed && found->text.len == 0)
		sok_buf_add(
		    buf, SOK_STR("<failure message=\"below --severity\"/>\n"));
	if (found->rest.len > 0) {
		sok_buf_add(buf, SOK_STR("<system-out>"));
		sok_buf_add(buf, sok_buf_str(&found->rest));
		sok_buf_add(buf, SOK_STR("</system-out>\n"));
	}
	sok_buf_add(buf, SOK_STR("</testcase>\n"));
}

/* The element of an operand begins with the number of its cases. */
static void
junit_file_end(struct report *report, struct sok_buf *buf, const char *file)
{
	sok_outf(report->out,
	    "<testsuite name=\"%s\" tests=\"%zu\" failures=\"%zu\" "
	    "errors=\"0\" skipped=\"0\">\n",
	    xml(report, sok_str(file)), report->cases, report->failures);
	sok_buf_add(buf, SOK_STR("</testsuite>\n"));
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
