/*
 * report_words.c - shared by all report formats: names and ids of puzzles, and
 * escaped text of the input.
 */
#include <inttypes.h>
#include <stdio.h>

#include "report/report_form.h"
#include "tools.h"

struct sok_str
report_clean(struct report *r, struct sok_str s)
{
	if (cli_plain(s))
		return s;
	r->clean.len = 0;
	cli_add_text(r->c, &r->clean, s, SIZE_MAX);
	report_need(r, !r->clean.failed);
	return sok_buf_str(&r->clean);
}

void
report_add(
    struct report *r, struct sok_buf *b, struct sok_str s, report_escapes as)
{
	size_t from = 0;

	s = report_clean(r, s);
	for (size_t i = 0; i < s.len; i++) {
		const char *escaped = as[(unsigned char)s.s[i]];

		if (escaped == NULL)
			continue;
		sok_buf_add(b, sok_str_sub(s, from, i));
		sok_buf_add(b, sok_str(escaped));
		from = i + 1;
	}
	sok_buf_add(b, sok_str_from(s, from));
}

void
report_quote(
    struct report *r, struct sok_buf *b, const char *before, struct sok_str s)
{
	static report_escapes json = {['"'] = "\\\"", ['\\'] = "\\\\"};

	sok_buf_add(b, sok_str(before));
	sok_buf_addc(b, '"');
	report_add(r, b, s, json);
	sok_buf_addc(b, '"');
}

struct sok_str
report_whose(
    struct report *r, const struct sok_puzzle *p, const struct sok_game *g)
{
	r->whose.len = 0;
	cli_add_whose(r->c, &r->whose, p, g, SIZE_MAX);
	report_need(r, !r->whose.failed);
	return sok_buf_str(&r->whose);
}

/* Compute the identity of a puzzle once for all of its findings. */
static void
identify(struct report *r, const struct sok_puzzle *p)
{
	struct sok_id id = {.unique = 0};
	uint64_t level;
	int has;

	if (r->identified == p->number)
		return;
	r->identified = p->number;
	r->id[0] = r->level[0] = '\0';
	if (!p->has_board || !sok_has_library(SOK_LIBMD))
		return;
	has = sok_unique_id(p, &id, &r->a);
	if (has == 1)
		snprintf(r->id, sizeof(r->id), "%016" PRIX64, id.unique);
	level = id.unique;
	report_need(r,
	    has == 1 || (has == 0 && sok_picture_id(p, &level, &r->a) != -1));
	snprintf(r->level, sizeof(r->level), "%016" PRIX64, level);
}

const char *
report_id(struct report *r, const struct sok_puzzle *p)
{
	identify(r, p);
	return r->id;
}

/* Rules about the bytes of a file, independent of the puzzle. */
static bool
about_file(enum sok_rule rule)
{
	return rule == SOK_BAD_UTF8_RULE || rule == SOK_CONTROL_CHAR_RULE ||
	    rule == SOK_MIXED_LINE_ENDS_RULE || rule == SOK_BOM_RULE;
}

struct sok_str
report_key(struct report *r, const struct sok_finding *f)
{
	const struct sok_puzzle *p = f->puzzle;

	if (p != NULL && p->number > 0) {
		identify(r, p);
		if (r->level[0] != '\0' && !about_file(f->rule))
			return sok_str(r->level);
	}
	return report_clean(r, sok_str(f->pos.file));
}

struct sok_str
report_archived(const struct report *r, const char *name)
{
	const char *path = cli_member_path(r->c, name);

	return path == NULL ? SOK_STR("") : sok_str(path);
}

struct sok_str
report_file(const struct report *r, const char *name)
{
	struct sok_str member = report_archived(r, name), file = sok_str(name);

	/* A colon separates the path in the archive. */
	if (member.len > 0)
		file.len -= member.len + 1;
	return file;
}
