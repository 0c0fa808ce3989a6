/* record.h - findings that are kept in an arena until their turn. */
#ifndef RECORD_H
#define RECORD_H

#include "sok.h"

struct recorded;

struct record {
	struct sok_sink sink; /* records findings */
	struct sok_arena *a;
	struct recorded *first, **last;
	bool failed; /* no memory: a finding is missing */
};

/* Begin an empty record, which ignores the same rules as `like`. */
void record_begin(
    struct record *r, const struct sok_sink *like, struct sok_arena *a);
/* Begin another one, for other findings, in the same arena. */
void record_next(struct record *r);
/*
 * Report the findings in order.  Findings about a puzzle become findings about
 * p.
 */
void record_report(const struct recorded *first, const struct sok_puzzle *p,
    struct sok_sink *sink);

#endif
