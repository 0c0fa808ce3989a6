/* diag.c - reports findings, those of readers when their puzzle is complete. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/pending.h"

void
sok_report_finding(struct sok_sink *sink, const struct sok_finding *f)
{
	struct sok_finding out = *f;

	if (sink == NULL)
		return;
	if (sink->level[f->rule] != 0)
		out.severity = (enum sok_severity)(sink->level[f->rule] - 1);
	/* Unread input decides the exit status even if its rule is off. */
	if (sok_rule_unread(f->rule) && out.severity == SOK_ERROR)
		sink->limit_hit = true;
	else if (sok_rule_unread(f->rule))
		sink->passed = true;
	sink->conflict |= f->rule == SOK_CONFLICT_MARKER_RULE;
	if (sink->off[f->rule])
		return;
	sink->count[out.severity]++;
	if (sink->fn != NULL)
		sink->fn(sink->ctx, &out);
}

void
sok_report_as(struct sok_sink *sink, enum sok_severity severity,
    enum sok_rule rule, struct sok_pos pos, const struct sok_puzzle *p,
    const struct sok_game *g, const char *fmt, ...)
{
	struct sok_finding f = {rule, severity, pos, {NULL, 0}, p, g};
	char text[512], *longer;
	va_list ap;

	va_start(ap, fmt);
	f.message = str_vfmt(text, sizeof(text), &longer, fmt, ap);
	va_end(ap);
	if (f.message.s == NULL) /* no memory for a long message: it is cut */
		f.message = sok_str(text);
	sok_report_finding(sink, &f);
	free(longer);
}

/* ---- findings that wait */

/* Insert after findings of the same line; *at is not after that place. */
static struct pending **
insert(struct pending_list *l, struct pending **at, struct pending *p)
{
	if (l->last != NULL && l->last->line <= p->line)
		at = &l->last->next;
	while (*at != NULL && (*at)->line <= p->line)
		at = &(*at)->next;
	p->next = *at;
	*at = p;
	if (p->next == NULL)
		l->last = p;
	return at;
}

struct pending *
pending_vadd(struct pending_list *l, struct sok_arena *a, enum sok_rule rule,
    size_t line, size_t col, const char *fmt, va_list ap)
{
	struct sok_str message;

	if (l->n >= PENDING_MOST) {
		l->more++;
		return NULL;
	}
	l->n++;
	struct pending *p = sok_arena_alloc(a, 1, sizeof(*p));
	/* A format without arguments is a literal and need not be copied. */
	message =
	    strchr(fmt, '%') == NULL ? sok_str(fmt) : sok_str_vfmt(a, fmt, ap);
	if (p == NULL || message.s == NULL) {
		l->failed = true;
		return NULL;
	}
	*p = (struct pending){
	    NULL, rule, sok_rules[rule].severity, line, col, NULL, message};
	(void)insert(l, &l->first, p);
	return p;
}

struct pending *
pending_add(struct pending_list *l, struct sok_arena *a, enum sok_rule rule,
    size_t line, size_t col, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	struct pending *p = pending_vadd(l, a, rule, line, col, fmt, ap);
	va_end(ap);
	return p;
}

void
pending_join(struct pending_list *to, struct pending_list *from)
{
	struct pending **at = &to->first, *next;

	to->failed |= from->failed;
	if (from->first == NULL)
		return;
	for (struct pending *p = from->first; p != NULL; p = next) {
		next = p->next;
		at = insert(to, at, p);
	}
	to->n += from->n;
	to->more += from->more;
	*from = (struct pending_list){0};
}

/* Faults of run-length text, lost boards and unread input above the rows belong
 * to the text of the collection, not to the puzzle. */
static bool
is_above(const struct pending *f, const char *file, const struct sok_puzzle *p)
{
	if (p == NULL || p->pos.file != file || f->line >= p->pos.line)
		return false;
	if (f->rule == SOK_LOSSY_RULE || f->rule == SOK_SYNTAX_RULE)
		return p->number == 1;
	return f->rule == SOK_RLE_COUNT_RULE ||
	    (f->rule == SOK_UNKNOWN_SQUARE_RULE && f->severity == SOK_ERROR) ||
	    f->rule == SOK_RLE_NESTING_RULE || f->rule == SOK_RLE_GROUP_RULE ||
	    f->rule == SOK_UNMATCHED_BRACKET_RULE;
}

int
pending_flush(struct pending_list *l, struct sok_sink *sink, const char *file,
    const struct sok_puzzle *p)
{
	if (l->n == 0 && !l->failed)
		return 0;
	for (struct pending *f = l->first; f != NULL; f = f->next) {
		struct sok_finding finding = {f->rule, f->severity,
		    {f->file != NULL ? f->file : file, f->line, f->col},
		    f->message, is_above(f, file, p) ? NULL : p, NULL};

		sok_report_finding(sink, &finding);
	}
	if (l->more > 0 && l->last != NULL) {
		struct sok_pos last = {file, l->last->line, 0};

		sok_report(sink, l->last->rule, last, p, NULL,
		    "%zu more findings after this line are not listed",
		    l->more);
	}
	*l = (struct pending_list){.failed = l->failed};
	if (l->failed)
		errno = ENOMEM;
	return l->failed ? -1 : 0;
}
