/*
 * report_github.c - findings as workflow commands that GitHub shows as
 * annotations.
 */
#include "report/report_form.h"
#include "tools.h"

static void
github_finding(
    struct report *r, struct report_pending *p, const struct sok_finding *f)
{
	/* Text has no line ends here. */
	static report_escapes text = {['%'] = "%25"};
	static report_escapes property = {
	    ['%'] = "%25", [':'] = "%3A", [','] = "%2C"};
	static const char *const command[] = {"notice", "warning", "error"};
	struct sok_str member = report_archived(r, f->pos.file);
	struct sok_buf *b = &p->text;

	sok_buf_fmt(b, "::%s file=", command[f->severity]);
	report_add(r, b, report_file(r, f->pos.file), property);
	if (member.len == 0)
		cli_add_place(b, f->pos, ",line=", ",col=");
	sok_buf_fmt(b, ",title=%s::", sok_rules[f->rule].name);
	/* A member of an archive has no lines in the repository, so its place
	 * is text. */
	if (member.len > 0) {
		report_add(r, b, member, text);
		cli_add_place(b, f->pos, ":", ":");
		sok_buf_add(b, SOK_STR(": "));
	}
	report_add(r, b, f->message, text);
	if (f->puzzle != NULL) {
		sok_buf_add(b, SOK_STR(" ("));
		report_add(r, b, report_whose(r, f->puzzle, f->game), text);
		sok_buf_addc(b, ')');
	}
	sok_buf_addc(b, '\n');
}

const struct report_format report_github = {
    .name = "github",
    .flat = true,
    .apart = true,
    .finding = github_finding,
};
