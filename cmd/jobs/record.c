/*
 * record.c - keeps findings of readers and threads until the main thread
 * reports them in order.
 */
#include <string.h>

#include "jobs/record.h"
#include "tools.h"

struct recorded {
	struct recorded *next;
	struct sok_finding finding;
};

static void
keep(void *ctx, const struct sok_finding *f)
{
	struct record *r = ctx;
	struct recorded *v = sok_arena_alloc(r->a, 1, sizeof(*v));

	if (v == NULL || finding_copy(&v->finding, f, r->a) == -1) {
		r->failed = true;
		return;
	}
	v->next = NULL;
	*r->last = v;
	r->last = &v->next;
}

void
record_next(struct record *r)
{
	r->first = NULL;
	r->last = &r->first;
	memset(r->sink.count, 0, sizeof(r->sink.count));
}

void
record_begin(struct record *r, const struct sok_sink *like, struct sok_arena *a)
{
	*r = (struct record){.sink = {.fn = keep, .ctx = r}, .a = a};
	record_next(r);
	memcpy(r->sink.off, like->off, sizeof(r->sink.off));
	/* These change the exit status even if they are disabled. */
	r->sink.off[SOK_LIMIT_RULE] = r->sink.off[SOK_BINARY_RULE] = false;
}

void
record_report(const struct recorded *first, const struct sok_puzzle *p,
    struct sok_sink *sink)
{
	for (const struct recorded *v = first; v != NULL; v = v->next) {
		struct sok_finding f = v->finding;

		if (f.puzzle != NULL)
			f.puzzle = p;
		sok_report_finding(sink, &f);
	}
}
