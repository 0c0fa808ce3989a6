/* diag.c - reports findings, those of readers when their puzzle is complete. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/pending.h"

void
sok_report_finding(struct sok_sink *sink, const struct sok_finding *finding)
{
	struct sok_finding out = *finding;

	if (sink == NULL)
		return;
	if (sink->level[finding->rule] != 0)
		out.severity =
		    (enum sok_severity)(sink->level[finding->rule] - 1);
	/* Unread input decides the exit status even if its rule is off. */
	if (sok_rule_unread(finding->rule) && out.severity == SOK_ERROR)
		sink->limit_hit = true;
	else if (sok_rule_unread(finding->rule))
		sink->passed = true;
	sink->conflict |= finding->rule == SOK_CONFLICT_MARKER_RULE;
	if (sink->off[finding->rule])
		return;
	sink->count[out.severity]++;
	if (sink->fn != NULL)
		sink->fn(sink->ctx, &out);
}

void
sok_report_as(struct sok_sink *sink, enum sok_severity severity,
    enum sok_rule rule, struct sok_pos pos, const struct sok_puzzle *puzzle,
    const struct sok_game *game, const char *fmt, ...)
{
	struct sok_finding finding = {
	    rule, severity, pos, {NULL, 0}, puzzle, game};
	char text[512], *longer;
	va_list ap;

	va_start(ap, fmt);
	finding.message = str_vfmt(text, sizeof(text), &longer, fmt, ap);
	va_end(ap);
	if (finding.message.s ==
	    NULL) /* no memory for a long message: it is cut */
		finding.message = sok_str(text);
	sok_report_finding(sink, &finding);
	free(longer);
}

/* ---- findings that wait */

/* Insert after findings of the same line; *at is not after that place. */
static struct pending **
insert(struct pending_list *list, struct pending **at, struct pending *finding)
{
	if (list->last != NULL && list->last->line <= finding->line)
		at = &list->last->next;
	while (*at != NULL && (*at)->line <= finding->line)
		at = &(*at)->next;
	finding->next = *at;
	*at = finding;
	if (finding->next == NULL)
		list->last = finding;
	return at;
}

struct pending *
pending_vadd(struct pending_list *list, struct sok_arena *arena,
    enum sok_rule rule, size_t line, size_t col, const char *fmt, va_list ap)
{
	struct sok_str message;

	if (list->n >= PENDING_MOST) {
		list->more++;
		return NULL;
	}
	list->n++;
	struct pending *finding = sok_arena_alloc(arena, 1, sizeof(*finding));
	/* A format without arguments is a literal and need not be copied. */
	message = strchr(fmt, '%') == NULL ? sok_str(fmt)
	                                   : sok_str_vfmt(arena, fmt, ap);
	if (finding == NULL || message.s == NULL) {
		list->failed = true;
		return NULL;
	}
	*finding = (struct pending){
	    NULL, rule, sok_rules[rule].severity, line, col, NULL, message};
	(void)insert(list, &list->first, finding);
	return finding;
}

struct pending *
pending_add(struct pending_list *list, struct sok_arena *arena,
    enum sok_rule rule, size_t line, size_t col, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	struct pending *finding =
	    pending_vadd(list, arena, rule, line, col, fmt, ap);
	va_end(ap);
	return finding;
}

void
pending_join(struct pending_list *to, struct pending_list *from)
{
	struct pending **at = &to->first, *next;

	to->failed |= from->failed;
	if (from->first == NULL)
		return;
	for (struct pending *finding = from->first; finding != NULL;
	     finding = next) {
		next = finding->next;
		at = insert(to, at, finding);
	}
	to->n += from->n;
	to->more += from->more;
	*from = (struct pending_list){0};
}

/* Faults of run-length text, lost boards and unread input above the rows belong
 * to the text of the collection, not to the puzzle. */
static bool
is_above(const struct pending *finding, const char *file,
    const struct sok_puzzle *puzzle)
{
	if (puzzle == NULL || puzzle->pos.file != file ||
	    finding->line >= puzzle->pos.line)
		return false;
	if (finding->rule == SOK_LOSSY_RULE || finding->rule == SOK_SYNTAX_RULE)
		return puzzle->number == 1;
	return finding->rule == SOK_RLE_COUNT_RULE ||
	    (finding->rule == SOK_UNKNOWN_SQUARE_RULE &&
	        finding->severity == SOK_ERROR) ||
	    finding->rule == SOK_RLE_NESTING_RULE ||
	    finding->rule == SOK_RLE_GROUP_RULE ||
	    finding->rule == SOK_UNMATCHED_BRACKET_RULE;
}

int
pending_report(struct pending_list *list, struct sok_sink *sink,
    const char *file, const struct sok_puzzle *puzzle)
{
	for (struct pending *held = list->first; held != NULL;
	     held = held->next) {
		struct sok_finding finding = {held->rule, held->severity,
		    {held->file != NULL ? held->file : file, held->line,
		        held->col},
		    held->message, is_above(held, file, puzzle) ? NULL : puzzle,
		    NULL};

		sok_report_finding(sink, &finding);
	}
	if (list->more > 0 && list->last != NULL) {
		struct sok_pos last = {file, list->last->line, 0};

		sok_report(sink, list->last->rule, last, puzzle, NULL,
		    "%zu more findings after this line are not listed",
		    list->more);
	}
	*list = (struct pending_list){.failed = list->failed};
	if (list->failed)
		errno = ENOMEM;
	return list->failed ? -1 : 0;
}
