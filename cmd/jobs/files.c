/*
 * files.c - several files at the same time: threads do each as a task, and the
 * tasks are merged into the run in order.  An operand that is large, is no file
 * or went wrong is done by the run itself in its turn, as without -j.
 */
#if defined(__linux__)
#include <malloc.h>
#endif
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jobs/files.h"
#include "cli/cli_private.h"
#include "jobs/pool.h"
#include "jobs/task.h"

#define LARGEST ((off_t)1 << 20) /* bytes of an operand that is a task */
#define WORTH ((off_t)1 << 20)   /* bytes in all that are worth a thread */
#define WAITERS 8                /* threads for each job that wait for a disk */
#define MOST_WAITERS ((size_t)32)
#define SPARE 16 /* descriptors beside those of the threads */
#define FILES 6  /* descriptors of a thread */

struct ahead {
	struct task task;
	size_t index, bytes;
	dev_t dev; /* the file, where it is rewritten */
	ino_t ino;
	bool good; /* it was done */
};

struct files {
	const struct cli_each *each;
	struct cli like; /* what tasks are made of */
	struct pool *pool;
	struct ahead *ahead; /* the slots */
	size_t slots, next;  /* the operand that comes next */
};

/* What is no regular file may keep a thread waiting, and what cannot be opened
 * is reported in its turn: 0. */
static off_t
size_of(const struct cli *c, size_t i, struct stat *st)
{
	if (strcmp(c->operand[i], "-") == 0 || stat(c->operand[i], st) == -1 ||
	    !S_ISREG(st->st_mode) || st->st_size > LARGEST)
		return 0;
	return st->st_size;
}

/* Whether the operands below the first are worth a thread. */
static bool
is_worth(const struct cli *c)
{
	struct stat st;
	off_t all = 0;

	for (size_t i = 1; i < c->noperands && all < WORTH; i++)
		all += size_of(c, i, &st);
	return all >= WORTH;
}

/* What one task gave back is what the next one asks for: nothing is gained, and
 * all threads stop, when the system has it in between. */
static void
keep_memory(void)
{
#ifdef M_TRIM_THRESHOLD
	(void)mallopt(M_MMAP_THRESHOLD, 1 << 20);
	(void)mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
}

/* Whoever writes files waits for the disk most of the time, and several waits
 * take little longer than one.  0 if too few files can be open. */
static size_t
count_threads(const struct cli *c)
{
	size_t n = (size_t)c->jobs - 1, most;
	long limit = sysconf(_SC_OPEN_MAX);

	if (c->syncs)
		n = WAITERS * (size_t)c->jobs;
	if (c->syncs && n > MOST_WAITERS)
		n = MOST_WAITERS;
	if (limit == -1)
		return n;
	most = limit < SPARE ? 0 : (size_t)(limit - SPARE) / FILES;
	return n < most ? n : most;
}

/* Whether a file that is to be rewritten may be one that an earlier operand
 * names.  Which of the two changes it must not depend on who comes first. */
static bool
is_busy(const struct files *j, const struct ahead *a)
{
	for (size_t i = 0; i < j->slots; i++)
		if (&j->ahead[i] != a && j->ahead[i].ino == a->ino &&
		    j->ahead[i].dev == a->dev)
			return true;
	return false;
}

static bool
fill_slot(void *ctx, size_t slot)
{
	struct files *j = ctx;
	struct ahead *a = &j->ahead[slot];
	struct stat st = {.st_ino = 0};

	a->index = j->next++;
	a->bytes = (size_t)size_of(&j->like, a->index, &st);
	a->dev = st.st_dev;
	a->ino = st.st_ino;
	if (a->bytes > 0 && (j->each->open || !is_busy(j, a)))
		(void)task_open(&a->task, &j->like);
	return j->next < j->like.noperands;
}

static void
process_slot(void *ctx, size_t slot, struct sok_arena *scratch)
{
	struct files *j = ctx;
	struct ahead *a = &j->ahead[slot];

	(void)scratch;
	a->good =
	    a->task.open && cli_operand(&a->task.c, a->index, j->each) == 0;
}

static void
clear_slot(void *ctx, size_t slot)
{
	task_reset(&((struct files *)ctx)->ahead[slot].task);
}

static bool
open_pool(struct cli *c, struct files *j, size_t threads)
{
	const struct pool_work w = {.ctx = j,
	    .slots = 4 * threads,
	    .threads = threads,
	    .fill = fill_slot,
	    .process = process_slot,
	    .clear = clear_slot};

	j->slots = w.slots;
	j->ahead = calloc(w.slots, sizeof(*j->ahead));
	j->like = *c;
	j->like.ctx = malloc(c->program->parallel->size);
	if (j->ahead == NULL || j->like.ctx == NULL)
		return false;
	memcpy(j->like.ctx, c->ctx, c->program->parallel->size);
	if (c->sink.ctx == c->ctx)
		j->like.sink.ctx = j->like.ctx;
	j->pool = pool_open(&w);
	return j->pool != NULL;
}

void
files_open(struct cli *c, const struct cli_each *e)
{
	size_t threads;

	if (c->jobs < 2 || c->shut || c->select != NULL || c->noperands < 2 ||
	    c->program->parallel == NULL || !c->program->parallel->allowed(c) ||
	    !(c->syncs || is_worth(c)))
		return;
	threads = count_threads(c);
	if (threads == 0)
		return;
	keep_memory();
	c->files = calloc(1, sizeof(*c->files));
	if (c->files == NULL)
		return;
	c->files->each = e;
	if (!open_pool(c, c->files, threads))
		files_close(c);
}

void
files_close(struct cli *c)
{
	struct files *j = c->files;

	if (j == NULL)
		return;
	pool_close(j->pool);
	for (size_t i = 0; j->ahead != NULL && i < j->slots; i++)
		task_free(&j->ahead[i].task);
	free(j->ahead);
	free(j->like.ctx);
	free(j);
	c->files = NULL;
}

bool
files_operand(struct cli *c, size_t i)
{
	struct cli_operand op = {.name = c->operand[i], .index = i};
	struct ahead *a;
	size_t slot;

	if (!pool_next(c->files->pool, &slot))
		return false;
	a = &c->files->ahead[slot];
	if (!a->good || !task_merge(&a->task, c))
		return false;
	cli_progress(c, &op, 0, a->bytes);
	return true;
}
