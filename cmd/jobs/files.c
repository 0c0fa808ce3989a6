/*
 * files.c - several files at the same time: threads do each as a run of its
 * own, with a copy of the program's state, which prints into memory; in its
 * turn what it did is added to the whole run.  An operand that is large, is no
 * file or went wrong is done by the whole run itself, as without -j.
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

#define LARGEST ((off_t)1 << 20)  /* bytes of an operand that is a task */
#define PRINTS ((size_t)16 << 20) /* bytes that it may print */
#define WORTH ((off_t)1 << 20)    /* bytes in all that are worth a thread */
#define WAITERS 8 /* threads for each job that wait for a disk */
#define MOST_WAITERS ((size_t)32)
#define SPARE 16 /* descriptors beside those of the threads */
#define FILES 6  /* descriptors of a thread */

struct task {
	struct cli c; /* first, so that it is one; ctx NULL: there is none */
	struct sok_output *out, *err; /* into these */
	struct sok_buf out_bytes, err_bytes;
	size_t index, bytes;
	dev_t dev; /* the file, where it is rewritten */
	ino_t ino;
	bool good; /* it was done */
};

struct files {
	const struct cli_each *each;
	struct cli like; /* what tasks are copied from */
	struct pool *pool;
	struct task *task;  /* the slots */
	size_t slots, next; /* the operand that comes next */
};

/* ---- one task */

/* The state of the program that `own` works with is a copy of that of the run
 * that it was copied from. */
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

/* Its outputs are for the next one, where nothing is wrong with them. */
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

/* Trouble is for the whole run to meet, which has more memory, and knows
 * whether it is the first. */
static bool
is_fit(struct task *t)
{
	return t->good && sok_output_flush(t->out) == 0 &&
	    sok_output_flush(t->err) == 0 && cli_status(&t->c) < CLI_TROUBLE;
}

/* What it printed and found is added to the whole run. */
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

/* Whether a file that is to be rewritten may be one that an earlier operand
 * names.  Which of the two changes it must not depend on who comes first. */
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

/* What a task is like when it begins. */
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
