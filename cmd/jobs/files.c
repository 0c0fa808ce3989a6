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
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jobs/files.h"
#include "cli/cli_private.h"
#include "jobs/pool.h"
#include "tools.h"

#define LARGEST ((off_t)1 << 20)  /* bytes of a file that a thread processes */
#define PRINTS ((size_t)16 << 20) /* bytes that it may print */
#define WORTH \
	((off_t)1 << 20) /* total bytes that justify starting a thread \
	                  */
#define WAITERS 8        /* threads for each job if they wait for a disk */
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
own_state(struct cli *own, const struct cli *from)
{
	size_t size = own->program->parallel->size;

	own->ctx = malloc(size);
	if (own->ctx == NULL)
		return false;
	memcpy(own->ctx, from->ctx, size);
	own->sink.ctx = from->sink.ctx == from->ctx ? own->ctx : own;
	return true;
}

static void
open_task(struct task *t, const struct cli *like)
{
	if (t->out == NULL)
		t->out = sok_output_bounded(&t->out_bytes, PRINTS);
	if (t->err == NULL)
		t->err = sok_output_bounded(&t->err_bytes, PRINTS);
	if (t->out == NULL || t->err == NULL)
		return;
	t->c = *like;
	t->c.out = t->out;
	t->c.err = t->err;
	(void)own_state(&t->c, like);
}

static void
free_outputs(struct task *t)
{
	sok_output_close(t->out, false);
	sok_output_close(t->err, false);
	sok_buf_free(&t->out_bytes);
	sok_buf_free(&t->err_bytes);
	t->out = t->err = NULL;
}

/* The outputs are used again if they have no error. */
static void
reset_task(struct task *t)
{
	if (t->c.ctx == NULL)
		return;
	free(t->c.ctx);
	t->c.ctx = NULL;
	sok_arena_free(&t->c.scratch);
	sok_arena_free(&t->c.names_kept);
	if (sok_output_flush(t->out) == -1 || sok_output_flush(t->err) == -1)
		free_outputs(t);
	t->out_bytes.len = t->err_bytes.len = 0;
}

/* Errors are left to the main thread, which has more memory and knows whether
 * an error is the first one. */
static bool
is_fit(struct task *t)
{
	return t->good && sok_output_flush(t->out) == 0 &&
	    sok_output_flush(t->err) == 0 && cli_status(&t->c) < CLI_TROUBLE;
}

/* Add the output and findings of a task to the whole run. */
static void
merge_task(struct task *t, struct cli *c)
{
	struct sok_sink *s = &c->sink, *own = &t->c.sink;

	cli_raise(c, t->c.status);
	s->limit_hit |= own->limit_hit;
	for (int i = 0; i <= SOK_ERROR; i++)
		s->count[i] += own->count[i];
	if (t->out_bytes.len > 0)
		sok_out(cli_output(c), sok_buf_str(&t->out_bytes));
	if (t->err_bytes.len > 0) {
		cli_progress_clear(c);
		sok_out(cli_err(c), sok_buf_str(&t->err_bytes));
	}
	if (c->err_tty)
		cli_flush(c);
}

void
files_give_up(struct cli *task)
{
	struct task *t = (struct task *)task;

	(void)!write(STDERR_FILENO, t->err_bytes.s, t->err_bytes.len);
	sok_output_cleanup();
	_exit(CLI_TROUBLE);
}

/* ---- in threads */

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

	reset_task(t);
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

	t->good =
	    t->c.ctx != NULL && cli_operand(&t->c, t->index, j->each) == 0;
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

/* The next task needs the memory that the previous one has freed.  Returning it
 * to the system in between would only stop all threads. */
static void
keep_memory(void)
{
#ifdef M_TRIM_THRESHOLD
	(void)mallopt(M_MMAP_THRESHOLD, 1 << 20);
	(void)mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
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
	return own_state(own, c);
}

static bool
open_pool(struct cli *c, struct files *j, size_t threads)
{
	const struct pool_work w = {.ctx = j,
	    .slots = 4 * threads,
	    .threads = threads,
	    .fill = fill_slot,
	    .process = process_slot};

	j->slots = w.slots;
	j->task = calloc(w.slots, sizeof(*j->task));
	if (!copy_run(&j->like, c) || j->task == NULL)
		return false;
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
	for (size_t i = 0; j->task != NULL && i < j->slots; i++) {
		reset_task(&j->task[i]);
		free_outputs(&j->task[i]);
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
	struct task *t;
	size_t slot;

	if (!pool_next(c->files->pool, &slot))
		return false;
	t = &c->files->task[slot];
	if (!is_fit(t))
		return false;
	merge_task(t, c);
	cli_progress(c, &op, 0, t->bytes);
	return true;
}
