/* diag.c - reports findings to the sink of the caller. */
#include <stdlib.h>

#include "tools.h"

void
sok_report_finding(struct sok_sink *sink, const struct sok_finding *f)
{
	struct sok_finding out = *f;

	if (sink == NULL)
		return;
	/* Unread input decides the exit status even if its findings are
	 * disabled. */
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

SOK_PRINTF(3, 0)
static void
report(struct sok_sink *sink, struct sok_finding f, const char *fmt, va_list ap)
{
	char text[512], *longer;

	f.message = str_vfmt(text, sizeof(text), &longer, fmt, ap);
	if (f.message.s == NULL) /* no memory for a long message: it is cut */
		f.message = sok_str(text);
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
