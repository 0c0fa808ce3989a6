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

/* Say that `3 keys dropped`, and what else was. */
static void
report_kind(const struct sok_writer *w, size_t i, enum sok_severity severity,
    struct sok_str more)
{
	size_t n = w->lost[i].n;

	if (w->o.strict)
		severity = SOK_ERROR;
	sok_report_as(w->sink, severity, SOK_LOSSY_RULE, w->lost[i].pos, NULL,
	    NULL, "%zu %s dropped%.*s: %s cannot hold %s", n,
	    n == 1 ? w->lost[i].one : w->lost[i].many, (int)more.len, more.s,
	    w->format->name, n == 1 && more.len == 0 ? "it" : "them");
}

/* One finding for all kinds that everybody expects, and one for each other. */
static void
report_kinds(const struct sok_writer *w)
{
	struct sok_buf more = {0};
	size_t first = w->nlost;

	for (size_t i = 0; i < w->nlost; i++) {
		if (!is_expected(w, i))
			report_kind(w, i, SOK_WARNING, SOK_STR(""));
		else if (first == w->nlost)
			first = i;
		else
			sok_buf_fmt(&more, "%s%zu %s",
			    more.len == 0 ? ", and " : ", ", w->lost[i].n,
			    w->lost[i].n == 1 ? w->lost[i].one
			                      : w->lost[i].many);
	}
	if (first < w->nlost)
		report_kind(w, first, SOK_NOTE, sok_buf_str(&more));
	sok_buf_free(&more);
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
