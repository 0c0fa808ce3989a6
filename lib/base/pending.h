/* pending.h - findings that are kept until their puzzle is known. */
#ifndef SOK_PENDING_H
#define SOK_PENDING_H

#include <stdarg.h>

#include "sok.h"

struct pending {
	struct pending *next;
	enum sok_rule rule;
	enum sok_severity severity; /* the rule's, unless it is changed */
	size_t line, col;
	const char *file; /* NULL: that of the reader */
	struct sok_str message;
};

/* In the order of their lines; memory is an arena's. */
struct pending_list {
	struct pending *first, *last;
	size_t n;    /* in the list */
	size_t more; /* when there were PENDING_MOST, only counted */
	bool failed; /* there was no memory for one */
};

#define PENDING_MOST 10000

/* The finding, or NULL if it is only counted.  When there is no memory,
 * pending_flush() says so. */
struct pending *pending_add(struct pending_list *l, struct sok_arena *a,
    enum sok_rule rule, size_t line, size_t col, const char *fmt, ...)
    SOK_PRINTF(6, 7);
struct pending *pending_vadd(struct pending_list *l, struct sok_arena *a,
    enum sok_rule rule, size_t line, size_t col, const char *fmt, va_list ap)
    SOK_PRINTF(6, 0);
/* Move all of from to their places in to. */
void pending_join(struct pending_list *to, struct pending_list *from);
/* Hand everything to the sink and forget it.  -1 on ENOMEM: one is missing; so
 * it stays with this list. */
int pending_flush(struct pending_list *l, struct sok_sink *sink,
    const char *file, const struct sok_puzzle *p);

#endif
