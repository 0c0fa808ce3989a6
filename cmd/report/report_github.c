/*
 * report_github.c - findings as workflow commands for GitHub, which stand
 * beside the lines of a push.
 */
#include "report/report_form.h"
#include "tools.h"

/* What a workflow command takes as it is: no '%', and no ':' or ',' in the
 * properties; line ends are gone already. */
static void
command_text(struct report *r, struct sok_str s, bool property)
{
	s = report_clean(r, s);
	for (size_t i = 0; i < s.len; i++)
		if (s.s[i] == '%' ||
		    (property && (s.s[i] == ':' || s.s[i] == ',')))
			sok_outf(r->out, "%%%02X", (unsigned char)s.s[i]);
		else
			sok_outc(r->out, s.s[i]);
}

static void
github_finding(struct report *r, const struct sok_finding *f)
{
	static const char *const command[] = {"notice", "warning", "error"};

	sok_outf(r->out, "::%s file=", command[f->severity]);
	command_text(r, sok_str(f->pos.file), true);
	if (f->pos.line > 0)
		sok_outf(r->out, ",line=%zu", f->pos.line);
	if (f->pos.col > 0)
		sok_outf(r->out, ",col=%zu", f->pos.col);
	sok_outf(r->out, ",title=%s::", sok_rules[f->rule].name);
	command_text(r, f->message, false);
	if (f->puzzle != NULL) {
		sok_out(r->out, SOK_STR(" ("));
		command_text(r, report_whose(r, f->puzzle, f->game), false);
		sok_outc(r->out, ')');
	}
	sok_outc(r->out, '\n');
}

const struct report_format report_github = {
    .name = "github",
    .flat = true,
    .finding = github_finding,
};
