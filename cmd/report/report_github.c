/*
 * report_github.c - findings as workflow commands that GitHub shows as
 * annotations.
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

/* The place in a member of an archive, which has no lines of its own. */
static void
place_in_member(struct report *r, struct sok_str member, struct sok_pos pos)
{
	command_text(r, member, false);
	if (pos.line > 0)
		sok_outf(r->out, ":%zu", pos.line);
	if (pos.line > 0 && pos.col > 0)
		sok_outf(r->out, ":%zu", pos.col);
	sok_out(r->out, SOK_STR(": "));
}

static void
github_finding(struct report *r, const struct sok_finding *f)
{
	static const char *const command[] = {"notice", "warning", "error"};
	struct sok_str member = report_archived(r, f->pos.file);

	sok_outf(r->out, "::%s file=", command[f->severity]);
	command_text(r, report_file(r, f->pos.file), true);
	if (f->pos.line > 0 && member.len == 0)
		sok_outf(r->out, ",line=%zu", f->pos.line);
	if (f->pos.col > 0 && member.len == 0)
		sok_outf(r->out, ",col=%zu", f->pos.col);
	sok_outf(r->out, ",title=%s::", sok_rules[f->rule].name);
	if (member.len > 0)
		place_in_member(r, member, f->pos);
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
    .apart = true,
    .finding = github_finding,
};
