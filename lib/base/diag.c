/* diag.c - reports findings to the sink of the caller. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools.h"

void
sok_report_finding(struct sok_sink *sink, const struct sok_finding *f)
{
	struct sok_finding out = *f;

	if (sink == NULL)
		return;
	/* What was not read decides the exit status even when nobody wants to
	 * read about it. */
	if (sok_rule_unread(f->rule))
		sink->limit_hit = true;
	if (sink->off[f->rule])
		return;
	if (sink->level[f->rule] != 0)
		out.severity = (enum sok_severity)(sink->level[f->rule] - 1);
	sink->count[out.severity]++;
	if (sink->fn != NULL)
		sink->fn(sink->ctx, &out);
}

/* Messages are short; when a long one finds no memory it is cut. */
SOK_PRINTF(3, 0)
static void
report(struct sok_sink *sink, struct sok_finding f, const char *fmt, va_list ap)
{
	char text[512], *longer = NULL;
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	if (n < 0)
		n = 0;
	f.message = (struct sok_str){text, (size_t)n};
	if ((size_t)n >= sizeof(text)) {
		longer = malloc((size_t)n + 1);
		f.message.len = sizeof(text) - 1;
	}
	if (longer != NULL) {
		vsnprintf(longer, (size_t)n + 1, fmt, again);
		f.message = (struct sok_str){longer, (size_t)n};
	}
	va_end(again);
	sok_report_finding(sink, &f);
	free(longer);
}

void
sok_report_as(struct sok_sink *sink, enum sok_severity severity,
    enum sok_rule rule, struct sok_pos pos, const struct sok_puzzle *p,
    const struct sok_game *g, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	report(sink, (struct sok_finding){rule, severity, pos, {NULL, 0}, p, g},
	    fmt, ap);
	va_end(ap);
}

void
sok_report(struct sok_sink *sink, enum sok_rule rule, struct sok_pos pos,
    const struct sok_puzzle *p, const struct sok_game *g, const char *fmt, ...)
{
	enum sok_severity severity = sok_rules[rule].severity;
	va_list ap;

	va_start(ap, fmt);
	report(sink, (struct sok_finding){rule, severity, pos, {NULL, 0}, p, g},
	    fmt, ap);
	va_end(ap);
}
