/*
 * files.c - processes several files at the same time.  Each thread runs the
 * program on one file, with a copy of the program's state, and prints into
 * memory; output, findings and status are added to the whole run in the order
 * of the operands.  Operands that are large, not regular files, or that failed
 * are processed by the main thread, as without -j.
 */
#if defined(__linux__)
#include <malloc.h>
#endif
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli_private.h"
#include "jobs/jobs.h"
#include "jobs/pool.h"

#define LARGEST ((off_t)1 << 20)  /* bytes of a file that a thread processes */
#define PRINTS ((size_t)16 << 20) /* bytes that it may print */
/* Total bytes that justify starting a thread. */
#define WORTH ((off_t)1 << 20)
#define WAITERS 8 /* threads for each job if they wait for a disk */
#define MOST_WAITERS ((size_t)32)
#define SPARE 16 /* descriptors that are not used by threads */
#define FILES 6  /* descriptors that a thread uses */

struct task {
	struct cli c; /* must be the first member; ctx NULL: not in use */
	struct sok_output *out, *err; /* where it prints to */
	struct sok_buf out_bytes, err_bytes;
	size_t index, bytes;
	dev_t dev; /* the file, if it is rewritten */
	ino_t ino;
	bool good; /* it succeeded */
};

struct files {
	const struct cli_each *each;
	struct cli like; /* what a task is copied from */
	struct pool *pool;
	struct task *task;  /* the slots */
	size_t slots, next; /* the next operand */
};

/* ---- one task */

/* Copy the program's state, and direct the sink to the copy. */
static bool
copy_state(struct cli *own, const struct cli *from)
{
	size_t size = own->program->state;

	own->ctx = malloc(size);
	if (own->ctx == NULL)
		return false;
	memcpy(own->ctx, from->ctx, size);
	own->sink.ctx = from->sink.ctx == from->ctx ? own->ctx : own;
	return true;
}

/* An empty output to b: the one of the last task, unless it has an error. */
static struct sok_output *
empty_output(struct sok_output *o, struct sok_buf *b)
{
	if (o != NULL && sok_output_flush(o) == 0) {
		b->len = 0;
		return o;
	}
	sok_output_close(o, false);
	sok_buf_free(b);
	return sok_output_bounded(b, PRINTS);
}

static void
open_task(struct task *t, const struct cli *like)
{
	t->out = empty_output(t->out, &t->out_bytes);
	t->err = empty_output(t->err, &t->err_bytes);
	if (t->out == NULL || t->err == NULL)
		return;
	t->c = *like;
	t->c.out = t->out;
	t->c.err = t->err;
	(void)copy_state(&t->c, like);
}

static void
close_task(struct task *t)
{
	if (t->c.ctx == NULL)
		return;
	free(t->c.ctx);
	t->c.ctx = NULL;
	sok_arena_free(&t->c.scratch);
	sok_arena_free(&t->c.names_kept);
}

void
files_give_up(struct cli *task)
{
	struct task *t = (struct task *)task;

	(void)!write(STDERR_FILENO, t->err_bytes.s, t->err_bytes.len);
	sok_output_cleanup();
	_exit(CLI_TROUBLE);
}

/* The size of an operand, or 0: a file that is not regular might block a
 * thread, and one that cannot be opened is reported in its turn. */
static off_t
size_of(const struct cli *c, size_t i, struct stat *st)
{
	if (strcmp(c->operand[i], "-") == 0 || stat(c->operand[i], st) == -1 ||
	    !S_ISREG(st->st_mode) || st->st_size > LARGEST)
		return 0;
	return st->st_size;
}

/* Whether another task rewrites the same file.  The result must not depend on
 * which of the two is faster. */
static bool
is_busy(const struct files *j, const struct task *t)
{
	for (size_t i = 0; i < j->slots; i++)
		if (&j->task[i] != t && j->task[i].ino == t->ino &&
		    j->task[i].dev == t->dev)
			return true;
	return false;
}

static bool
fill_slot(void *ctx, size_t slot)
{
	struct files *j = ctx;
	struct task *t = &j->task[slot];
	struct stat st = {.st_ino = 0};

	close_task(t);
	t->index = j->next++;
	t->bytes = (size_t)size_of(&j->like, t->index, &st);
	t->dev = st.st_dev;
	t->ino = st.st_ino;
	if (t->bytes > 0 && (j->each->open || !is_busy(j, t)))
		open_task(t, &j->like);
	return j->next < j->like.noperands;
}

static void
process_slot(void *ctx, size_t slot)
{
	struct files *j = ctx;
	struct task *t = &j->task[slot];

	t->good = t->c.ctx != NULL && cli_operand(&t->c, t->index) == 0;
}

/* ---- the whole run */

/* Whether the operands after the first one justify starting threads. */
static bool
is_worth(const struct cli *c)
{
	struct stat st;
	off_t all = 0;

	for (size_t i = 1; i < c->noperands && all < WORTH; i++)
		all += size_of(c, i, &st);
	return all >= WORTH;
}

/* Programs that write files mostly wait for the disk, and several waits can
 * overlap.  0 if too few files can be open. */
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

/* The initial state of a task. */
static bool
copy_run(struct cli *own, const struct cli *c)
{
	*own = *c;
	own->task = true;
	own->files = NULL;
	own->standard_input = NULL;
	own->progress = NULL;
	own->scratch = own->names_kept = (struct sok_arena){0};
	own->status = CLI_OK;
	own->err_tty = false;
	own->headed = true;
	own->sink.limit_hit = false;
	memset(own->sink.count, 0, sizeof(own->sink.count));
	return copy_state(own, c);
}

void
files_open(struct cli *c, const struct cli_each *e)
{
	struct pool_work w = {.fill = fill_slot, .process = process_slot};
	struct files *j;

	if (c->jobs < 2 || c->shut || c->select != NULL || c->noperands < 2 ||
	    c->program->parallel == NULL || !c->program->parallel(c) ||
	    !(c->syncs || is_worth(c)))
		return;
	w.threads = count_threads(c);
	if (w.threads == 0)
		return;
#ifdef M_TRIM_THRESHOLD
	/* The next task needs the memory that the previous one has freed.
	 * Returning it to the system in between would only stop all threads. */
	(void)mallopt(M_MMAP_THRESHOLD, 1 << 20);
	(void)mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
	w.ctx = c->files = j = calloc(1, sizeof(*j));
	if (j == NULL)
		return;
	j->each = e;
	w.slots = j->slots = 4 * w.threads;
	j->task = calloc(j->slots, sizeof(*j->task));
	if (j->task != NULL && copy_run(&j->like, c))
		j->pool = pool_open(&w);
	if (j->pool == NULL)
		files_close(c);
}

void
files_close(struct cli *c)
{
	struct files *j = c->files;

	if (j == NULL)
		return;
	pool_close(j->pool);
	for (size_t i = 0; j->task != NULL && i < j->slots; i++) {
		close_task(&j->task[i]);
		sok_output_close(j->task[i].out, false);
		sok_output_close(j->task[i].err, false);
		sok_buf_free(&j->task[i].out_bytes);
		sok_buf_free(&j->task[i].err_bytes);
	}
	free(j->task);
	free(j->like.ctx);
	free(j);
	c->files = NULL;
}

bool
files_operand(struct cli *c, size_t i)
{
	struct cli_operand op = {.name = c->operand[i], .index = i};
	struct sok_sink *s;
	struct task *t;
	size_t slot;

	if (!pool_next(c->files->pool, &slot))
		return false;
	t = &c->files->task[slot];
	/* Errors are left to the main thread, which has more memory and knows
	 * whether an error is the first one. */
	if (!t->good || sok_output_flush(t->out) == -1 ||
	    sok_output_flush(t->err) == -1 || cli_status(&t->c) == CLI_TROUBLE)
		return false;
	s = &t->c.sink;
	cli_raise(c, t->c.status);
	c->sink.limit_hit |= s->limit_hit;
	for (int severity = 0; severity <= SOK_ERROR; severity++)
		c->sink.count[severity] += s->count[severity];
	if (t->out_bytes.len > 0)
		sok_out(cli_output(c), sok_buf_str(&t->out_bytes));
	if (t->err_bytes.len > 0) {
		cli_progress_clear(c);
		sok_out(cli_err(c), sok_buf_str(&t->err_bytes));
	}
	if (c->err_tty)
		cli_flush(c);
	cli_progress(c, &op, 0, t->bytes);
	return true;
}
