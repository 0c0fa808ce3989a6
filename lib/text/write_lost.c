/*
 * write_lost.c - reports, after the last puzzle, of what an output does not
 * hold.
 */
#include <string.h>

#include "text/writer.h"

void
sok_output_say_replaced(size_t n, const char *charset, const char *name,
    enum sok_severity severity, struct sok_sink *sink)
{
	if (n > 0)
		sok_report_as(sink, severity, SOK_CHARSET_RULE,
		    (struct sok_pos){.file = name}, NULL, NULL,
		    "%zu character%s written as `?`: %s does not have %s", n,
		    n == 1 ? "" : "s", charset, n == 1 ? "it" : "them");
}

void
sok_output_say_guessed(
    struct sok_pos pos, enum sok_severity severity, struct sok_sink *sink)
{
	sok_report_as(sink, severity, SOK_LOSSY_RULE, pos, NULL, NULL,
	    "text that is not UTF-8 was taken for windows-1252; --charset "
	    "decodes other character sets");
}

/* Nobody expects a picture to hold these. */
static bool
is_expected(const struct sok_writer *w, size_t i)
{
	static const char *const kind[] = {"line of the header",
	    "line of notes", "solution", "snapshot", "remark"};

	for (size_t k = 0; k < SOK_COUNT(kind); k++)
		if (strcmp(w->lost[i].one, kind[k]) == 0)
			return w->format->writer->picture;
	return false;
}

static void
report_kind(const struct sok_writer *w, size_t i, struct sok_str what, bool one,
    enum sok_severity severity)
{
	if (w->o.strict)
		severity = SOK_ERROR;
	sok_report_as(w->sink, severity, SOK_LOSSY_RULE, w->lost[i].pos, NULL,
	    NULL, "%.*s dropped: %s cannot hold %s", (int)what.len, what.s,
	    w->format->name, one ? "it" : "them");
}

static void
name_kind(const struct sok_writer *w, struct sok_buf *b, size_t i)
{
	sok_buf_fmt(b, "%zu %s", w->lost[i].n,
	    w->lost[i].n == 1 ? w->lost[i].one : w->lost[i].many);
}

/* One finding for all kinds that everybody expects, and one for each other. */
static void
report_kinds(const struct sok_writer *w)
{
	struct sok_buf all = {0}, b = {0};
	size_t first = w->nlost, n = 0;

	for (size_t i = 0; i < w->nlost; i++) {
		if (is_expected(w, i)) {
			first = n == 0 ? i : first;
			n += w->lost[i].n;
			sok_buf_add(
			    &all, all.len > 0 ? SOK_STR(", ") : SOK_STR(""));
			name_kind(w, &all, i);
			continue;
		}
		b.len = 0;
		name_kind(w, &b, i);
		report_kind(
		    w, i, sok_buf_str(&b), w->lost[i].n == 1, SOK_WARNING);
	}
	if (n > 0)
		report_kind(w, first, sok_buf_str(&all), n == 1, SOK_NOTE);
	sok_buf_free(&all);
	sok_buf_free(&b);
}

void
writer_report_lost(struct sok_writer *w)
{
	enum sok_severity severity = w->o.strict ? SOK_ERROR : SOK_WARNING;

	report_kinds(w);
	if (w->marked > 0)
		sok_report_as(w->sink, severity, SOK_LOSSY_RULE,
		    writer_place(w, NULL), NULL, NULL,
		    "%zu control character%s became U+FFFD: %s cannot hold %s",
		    w->marked, w->marked == 1 ? "" : "s", w->format->name,
		    w->marked == 1 ? "it" : "them");
	if (w->guessed)
		sok_output_say_guessed(w->guess, severity, w->sink);
	sok_output_say_replaced(
	    w->replaced, w->o.charset, w->o.name, severity, w->sink);
}
