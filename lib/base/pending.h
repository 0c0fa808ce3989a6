/* pending.h - findings that wait until their puzzle is known. */
#ifndef SOK_PENDING_H
#define SOK_PENDING_H

#include <stdarg.h>

#include "sok.h"

struct pending {
	struct pending *next;
	enum sok_rule rule;
	enum sok_severity severity; /* that of the rule unless changed */
	size_t line, col;
	const char *file; /* NULL: that of the reader */
	struct sok_str message;
};

/* Sorted by line; the memory belongs to an arena. */
struct pending_list {
	struct pending *first, *last;
	size_t n;    /* in the list */
	size_t more; /* PENDING_MOST were kept; others are only counted */
	bool failed; /* there was no memory for a finding */
};

#define PENDING_MOST 10000

/* Add a finding.  NULL if there are so many that it is only counted, or if
 * there is no memory: pending_flush() will fail then. */
struct pending *pending_add(struct pending_list *list, struct sok_arena *arena,
    enum sok_rule rule, size_t line, size_t col, const char *fmt, ...)
    SOK_PRINTF(6, 7) SOK_SELDOM;
struct pending *pending_vadd(struct pending_list *list, struct sok_arena *arena,
    enum sok_rule rule, size_t line, size_t col, const char *fmt, va_list ap)
    SOK_PRINTF(6, 0) SOK_SELDOM;
/* Move all findings of from to their places in to. */
void pending_join(struct pending_list *to, struct pending_list *from);
/* For pending_flush(), if the list is not empty or has failed, as few lists
 * are. */
int pending_report(struct pending_list *list, struct sok_sink *sink,
    const char *file, const struct sok_puzzle *puzzle);
/* Report all findings and empty the list.  -1 on ENOMEM: a finding is missing;
 * the list then remains failed. */
static inline int
pending_flush(struct pending_list *list, struct sok_sink *sink,
    const char *file, const struct sok_puzzle *puzzle)
{
	return list->n == 0 && !list->failed
	    ? 0
	    : pending_report(list, sink, file, puzzle);
}

#endif
