/* record.h - findings kept in an arena until their turn comes. */
#ifndef RECORD_H
#define RECORD_H

#include "sok.h"

struct recorded;

struct record {
	struct sok_sink sink; /* where findings go to be kept */
	struct sok_arena *a;
	struct recorded *first, **last;
	bool failed; /* out of memory: one is missing */
};

/* Begin an empty record, which ignores the rules that `like` ignores. */
void record_begin(
    struct record *r, const struct sok_sink *like, struct sok_arena *a);
/* Begin another one, for other findings, in the same arena. */
void record_next(struct record *r);
/*
 * Hand the findings to the sink, in order.  A finding about any puzzle is about
 * p from now on.
 */
void record_report(const struct recorded *first, const struct sok_puzzle *p,
    struct sok_sink *sink);

#endif
