/* files.c - processes several files at the same time.  Each thread runs the
 * program on one file, with a copy of its state, and prints into memory; its
 * results are added to the run in the order of the operands.  Operands that are
 * large, not regular files, or that failed are left to the main thread. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli_private.h"
#include "io/io.h"
#include "jobs/jobs.h"

#define LARGEST ((off_t)1 << 20)  /* bytes of a file that a thread processes */
#define PRINTS ((size_t)16 << 20) /* bytes that it may print */
/* Total bytes that justify starting a thread. */
#define WORTH ((off_t)1 << 20)
#define WAITERS 8 /* threads for each job if they wait for a disk */
#define MOST_WAITERS ((size_t)32)
#define SPARE 16 /* descriptors that are not used by threads */
#define FILES 6  /* descriptors that a thread uses */

struct task {
	struct cli c;            /* must be the first member */
	struct sok_buf out, err; /* what it prints */
	size_t index;
	struct stat file;
	bool good; /* it can run; it succeeded */
};

struct files {
	struct cli like; /* what a task is copied from */
	struct pool *pool;
	struct task *task;  /* the slots */
	size_t slots, next; /* the next operand */
};

/* ---- one task */

/* Copy a run, with the program's state, as a task that has not begun; the sink
 * is directed to the copy.  false: without a state, on ENOMEM. */
static bool
copy_run(struct cli *own, const struct cli *from)
{
	size_t size = from->program->state;

	*own = *from;
	own->task = true;
	own->files = NULL;
	own->standard_input = NULL;
	own->progress = NULL;
	own->scratch = own->names_kept = (struct sok_arena){0};
	own->account = (struct account){0};
	own->status = CLI_OK;
	own->err_tty = false;
	own->headed = true;
	own->sink.limit_hit = false;
	memset(own->sink.count, 0, sizeof(own->sink.count));
	own->ctx = malloc(size);
	if (own->ctx == NULL)
		return false;
	memcpy(own->ctx, from->ctx, size);
	own->sink.ctx = from->sink.ctx == from->ctx ? own->ctx : own;
	return true;
}

static void
close_task(struct task *t)
{
	sok_output_close(t->c.out, false);
	sok_output_close(t->c.err, false);
	sok_buf_free(&t->out);
	sok_buf_free(&t->err);
	sok_buf_free(&t->c.account.names);
	free(t->c.ctx);
	sok_arena_free(&t->c.scratch);
	sok_arena_free(&t->c.names_kept);
}

void
files_give_up(struct cli *task)
{
	struct task *t = (struct task *)task;

	(void)!write(STDERR_FILENO, t->err.s, t->err.len);
	sok_output_cleanup();
	_exit(CLI_TROUBLE);
}

/* The size of an operand, or 0: a file that is not regular might block a
 * thread, and one that cannot be opened is reported in its turn. */
static off_t
size_of(const struct cli *c, size_t i, struct stat *st)
{
	if (strcmp(c->operands.v[i], "-") == 0 ||
	    stat(c->operands.v[i], st) == -1 || !S_ISREG(st->st_mode) ||
	    st->st_size > LARGEST)
		return 0;
	return st->st_size;
}

static bool
fill_slot(void *ctx, size_t slot)
{
	struct files *j = ctx;
	struct task *t = &j->task[slot];
	bool busy = false;

	close_task(t);
	*t = (struct task){.index = j->next++};
	off_t size = size_of(&j->like, t->index, &t->file);
	/* If two tasks rewrite the same file, the result must not depend on
	 * which of them is faster. */
	for (size_t i = 0; i < j->slots && !j->like.opens; i++) {
		const struct stat *st = &j->task[i].file;

		busy |= i != slot && st->st_ino == t->file.st_ino &&
		    st->st_dev == t->file.st_dev;
	}
	if (size > 0 && !busy) {
		t->good = copy_run(&t->c, &j->like);
		t->c.out = sok_output_bounded(&t->out, PRINTS);
		t->c.err = sok_output_bounded(&t->err, PRINTS);
	}
	return j->next < j->like.operands.n;
}

static void
process_slot(void *ctx, size_t slot)
{
	struct files *j = ctx;
	struct task *t = &j->task[slot];

	t->good = t->good && t->c.out != NULL && t->c.err != NULL &&
	    cli_operand(&t->c, t->index) == 0;
}

/* ---- the whole run */

void
files_open(struct cli *c)
{
	struct pool_work w = {.fill = fill_slot, .process = process_slot};
	long limit = sysconf(_SC_OPEN_MAX);
	size_t jobs = (size_t)c->jobs, n = c->operands.n;
	struct stat st;
	off_t all = 0;

	if (jobs < 2 || !c->parallel || c->select != NULL)
		return;
	/* The operands after the first one must justify starting threads. */
	for (size_t i = 1; i < n && all < WORTH && !c->syncs; i++)
		all += size_of(c, i, &st);
	if (c->syncs ? n < 2 : all < WORTH)
		return;

	/* Writing is mostly waiting for the disk, and waits can overlap. */
	w.threads = c->syncs ? WAITERS * jobs : jobs - 1;
	if (c->syncs && w.threads > MOST_WAITERS)
		w.threads = MOST_WAITERS;
	size_t most = limit < SPARE ? 0 : (size_t)(limit - SPARE) / FILES;
	if (limit != -1 && w.threads > most)
		w.threads = most;
	if (w.threads == 0)
		return;
	struct files *j = c->files = calloc(1, sizeof(*j));
	w.ctx = j;
	if (j == NULL)
		return;
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
	for (size_t i = 0; j->task != NULL && i < j->slots; i++)
		close_task(&j->task[i]);
	free(j->task);
	free(j->like.ctx);
	free(j);
	c->files = NULL;
}

void
files_pause(struct files *f, bool pause)
{
	pool_pause(f->pool, pause);
}

bool
files_operand(struct cli *c, size_t i)
{
	struct cli_operand op = {.name = c->operands.v[i], .index = i};
	size_t slot;

	if (!pool_next(c->files->pool, &slot))
		return false;
	struct task *t = &c->files->task[slot];
	/* Errors are left to the main thread, which has more memory and knows
	 * whether an error is the first one. */
	if (!t->good || sok_output_flush(t->c.out) == -1 ||
	    sok_output_flush(t->c.err) == -1 ||
	    cli_status(&t->c) == CLI_TROUBLE)
		return false;
	cli_raise(c, t->c.status);
	account_add(c, &c->account, &t->c.account);
	c->sink.limit_hit |= t->c.sink.limit_hit;
	c->sink.conflict |= t->c.sink.conflict;
	for (int severity = 0; severity <= SOK_ERROR; severity++)
		c->sink.count[severity] += t->c.sink.count[severity];
	if (t->out.len > 0)
		sok_out(cli_output(c), sok_buf_str(&t->out));
	if (t->err.len > 0) {
		cli_progress_clear(c);
		sok_out(cli_err(c), sok_buf_str(&t->err));
	}
	if (c->err_tty)
		cli_flush(c);
	cli_progress(c, &op, 0, (size_t)t->file.st_size);
	return true;
}
