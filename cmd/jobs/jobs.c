/*
 * jobs.c - takes batches apart again, in the main thread and in order, so that
 * a run with -j goes through the same steps as without.
 */
#include <errno.h>
#include <stdlib.h>

#include "cli/cli_private.h"
#include "jobs/jobs.h"
#include "jobs/pool.h"
#include "tools.h"

struct jobs {
	struct cli *c;
	struct pool *pool;
	struct batch *batch;
	size_t i;               /* the item that comes next */
	struct sok_arena arena; /* of the puzzle last lent */
	struct collection *from;
	size_t bytes;
};

/* Which puzzles are selected is known when they were identified. */
static int
identify(const struct cli *c, struct sok_puzzle *p, struct cli_ready *ready,
    struct record *found, struct sok_arena *a, struct sok_arena *scratch)
{
	(void)c;
	(void)ready;
	(void)found;
	return sok_identify(p, true, a, scratch);
}

struct jobs *
jobs_open(struct cli *c, const struct cli_work *w)
{
	struct jobs *j;

	/* Where the run ends early nothing may be read ahead. */
	if (c->jobs < 2 || cli_select_ends(c->select))
		return NULL;
	j = calloc(1, sizeof(*j));
	if (j == NULL)
		return NULL;
	j->c = c;
	j->pool = pool_open(c, c->select != NULL ? identify : w->prepare);
	if (j->pool != NULL)
		return j;
	free(j);
	return NULL;
}

void
jobs_close(struct jobs *j)
{
	if (j == NULL)
		return;
	pool_close(j->pool);
	collection_free(j->from);
	sok_arena_free(&j->arena);
	free(j);
}

static struct item *
next(struct jobs *j)
{
	while (j->batch == NULL || j->i == j->batch->n) {
		j->batch = pool_next(j->pool);
		j->i = 0;
		if (j->batch == NULL || j->batch->failed)
			cli_die(j->c, NULL, ENOMEM);
	}
	return &j->batch->item[j->i++];
}

int
jobs_operand(struct jobs *j)
{
	struct item *v = next(j);

	collection_free(j->from);
	j->from = v->from;
	return v->error;
}

int
jobs_next(struct jobs *j, struct sok_puzzle **p)
{
	struct item *v = next(j);

	sok_arena_reset(&j->arena);
	j->bytes = v->bytes;
	j->c->ready = NULL;
	*p = v->p;
	record_report(v->found, v->p, cli_sink(j->c));
	if (v->error != 0) {
		errno = v->error;
		return -1;
	}
	if (v->ready.error != 0 || v->ready.result != NULL)
		j->c->ready = &v->ready;
	return v->kind == ITEM_PUZZLE;
}

struct sok_header *
jobs_header(const struct jobs *j)
{
	return &j->from->header;
}

struct sok_arena *
jobs_arena(struct jobs *j)
{
	return &j->arena;
}

const struct sok_format *
jobs_format(const struct jobs *j)
{
	return j->from->format;
}

size_t
jobs_bytes(const struct jobs *j)
{
	return j->bytes;
}
