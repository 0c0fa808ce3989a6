/*
 * jobs.c - takes batches apart again, in the main thread and in order, so that
 * a run with -j goes through the same steps as without.
 */
#include <errno.h>
#include <stdlib.h>

#include "cli/cli_private.h"
#include "jobs/batch.h"
#include "jobs/jobs.h"
#include "tools.h"

struct jobs {
	struct cli *c;
	cli_prepare_fn *prepare; /* or NULL */
	struct feed feed;        /* of the thread that reads */
	struct pool *pool;
	struct batch *batch; /* the slots */
	size_t slots;
	struct batch *now;      /* the one that is taken apart */
	size_t i;               /* the item that comes next */
	struct sok_arena arena; /* of the puzzle last lent */
	struct collection *from;
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

static bool
fill_slot(void *ctx, size_t slot)
{
	struct jobs *j = ctx;

	return batch_read(&j->batch[slot], &j->feed);
}

static void
process_slot(void *ctx, size_t slot, struct sok_arena *scratch)
{
	struct jobs *j = ctx;

	if (j->prepare != NULL)
		batch_work(&j->batch[slot], j->c, j->prepare, scratch);
}

static void
clear_slot(void *ctx, size_t slot)
{
	batch_reset(&((struct jobs *)ctx)->batch[slot]);
}

static struct pool *
open_pool(struct jobs *j)
{
	const struct pool_work w = {.ctx = j,
	    .slots = j->slots,
	    .threads = (size_t)j->c->jobs - 1,
	    .fill = fill_slot,
	    .process = process_slot,
	    .clear = clear_slot};

	j->batch = aligned_alloc(POOL_APART, j->slots * sizeof(*j->batch));
	for (size_t i = 0; j->batch != NULL && i < j->slots; i++)
		j->batch[i] = (struct batch){.n = 0};
	return j->batch == NULL ? NULL : pool_open(&w);
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
	j->prepare = c->select != NULL ? identify : w->prepare;
	j->feed = (struct feed){.c = c, .fd = -1};
	j->slots = (size_t)c->jobs + 2;
	j->pool = open_pool(j);
	if (j->pool != NULL)
		return j;
	jobs_close(j);
	return NULL;
}

void
jobs_close(struct jobs *j)
{
	if (j == NULL)
		return;
	pool_close(j->pool);
	feed_close(&j->feed);
	for (size_t i = 0; j->batch != NULL && i < j->slots; i++)
		batch_free(&j->batch[i]);
	free(j->batch);
	collection_free(j->from);
	sok_arena_free(&j->arena);
	free(j);
}

static struct item *
next(struct jobs *j)
{
	size_t slot;

	while (j->now == NULL || j->i == j->now->n) {
		j->now = pool_next(j->pool, &slot) ? &j->batch[slot] : NULL;
		j->i = 0;
		if (j->now == NULL || j->now->failed)
			cli_die(j->c, NULL, ENOMEM);
	}
	return &j->now->item[j->i++];
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
jobs_next(struct jobs *j, struct sok_puzzle **p, struct jobs_place *at)
{
	struct item *v = next(j);

	sok_arena_reset(&j->arena);
	/* The format is written when the reader comes to the end. */
	*at = (struct jobs_place){&j->from->header, &j->arena,
	    v->kind == ITEM_END ? j->from->format : NULL, v->bytes};
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
