/* files.c - processes several files at the same time.  Each thread runs the
 * program on one file, with a copy of its state, and prints into memory; its
 * results are added to the run in the order of the operands.  Operands that are
 * large, not regular files, or that failed are left to the main thread. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/source.h"
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
	struct cli cli;          /* must be the first member */
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
	own->ntrees = 0; /* their accounts are the run's */
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
close_task(struct task *task)
{
	sok_output_close(task->cli.out, false);
	sok_output_close(task->cli.err, false);
	sok_buf_free(&task->out);
	sok_buf_free(&task->err);
	sok_buf_free(&task->cli.account.names);
	free(task->cli.ctx);
	sok_arena_free(&task->cli.scratch);
	sok_arena_free(&task->cli.names_kept);
}

void
files_give_up(struct cli *task)
{
	struct task *given_up = (struct task *)task;

	(void)!write(STDERR_FILENO, given_up->err.s, given_up->err.len);
	sok_output_cleanup();
	_exit(CLI_TROUBLE);
}

/* The size of an operand, or 0: a file that is not regular might block a
 * thread, and one that cannot be opened is reported in its turn. */
static off_t
size_of(const struct cli *cli, size_t i, struct stat *st)
{
	if (strcmp(cli->operands.name[i], "-") == 0 ||
	    stat(cli->operands.name[i], st) == -1 || !S_ISREG(st->st_mode) ||
	    st->st_size > LARGEST)
		return 0;
	return st->st_size;
}

/* Prepare a task for the next operand; task->good stays false if the caller has
 * to process it.  False: it was the last one. */
static bool
fill_slot(void *ctx, size_t slot)
{
	struct files *files = ctx;
	struct task *task = &files->task[slot];
	bool busy = false;

	close_task(task);
	*task = (struct task){.index = files->next++};
	off_t size = size_of(&files->like, task->index, &task->file);
	/* If two tasks rewrite the same file, the result must not depend on
	 * which of them is faster. */
	for (size_t i = 0; i < files->slots && !files->like.opens; i++) {
		const struct stat *st = &files->task[i].file;

		busy |= i != slot && st->st_ino == task->file.st_ino &&
		    st->st_dev == task->file.st_dev;
	}
	if (size > 0 && !busy) {
		task->good = copy_run(&task->cli, &files->like);
		task->cli.out = sok_output_bounded(&task->out, PRINTS);
		task->cli.err = sok_output_bounded(&task->err, PRINTS);
	}
	return files->next < files->like.operands.n;
}

/* Process the operand of a task, if it is good; after an error it is not good
 * any more. */
static void
process_slot(void *ctx, size_t slot)
{
	struct files *files = ctx;
	struct task *task = &files->task[slot];
	struct cli *cli = &task->cli;
	struct cli_operand op;
	struct source source;

	task->good = task->good && cli->out != NULL && cli->err != NULL;
	if (!task->good)
		return;
	source_open(&source, cli, task->index, task->index + 1);
	while (task->good && source_next(&source, &op))
		task->good =
		    source_done(&source, &op, cli->each(cli, &op)) == 0;
	source_close(&source);
}

/* ---- the whole run */

void
files_open(struct cli *cli)
{
	struct pool_work work = {.fill = fill_slot, .process = process_slot};
	long limit = sysconf(_SC_OPEN_MAX);
	size_t jobs = (size_t)cli->jobs, n = cli->operands.n;
	struct stat st;
	off_t all = 0;

	if (jobs < 2 || !cli->parallel || cli->select != NULL)
		return;
	/* The operands after the first one must justify starting threads. */
	for (size_t i = 1; i < n && all < WORTH && !cli->syncs; i++)
		all += size_of(cli, i, &st);
	if (cli->syncs ? n < 2 : all < WORTH)
		return;

	/* Writing is mostly waiting for the disk, and waits can overlap. */
	work.threads = cli->syncs ? WAITERS * jobs : jobs - 1;
	if (cli->syncs && work.threads > MOST_WAITERS)
		work.threads = MOST_WAITERS;
	size_t most = limit < SPARE ? 0 : (size_t)(limit - SPARE) / FILES;
	if (limit != -1 && work.threads > most)
		work.threads = most;
	if (work.threads == 0)
		return;
	struct files *files = cli->files = calloc(1, sizeof(*files));
	work.ctx = files;
	if (files == NULL)
		return;
	work.slots = files->slots = 4 * work.threads;
	files->task = calloc(files->slots, sizeof(*files->task));
	if (files->task != NULL && copy_run(&files->like, cli))
		files->pool = pool_open(&work);
	if (files->pool == NULL)
		files_close(cli);
}

void
files_close(struct cli *cli)
{
	struct files *files = cli->files;

	if (files == NULL)
		return;
	pool_close(files->pool);
	for (size_t i = 0; files->task != NULL && i < files->slots; i++)
		close_task(&files->task[i]);
	free(files->task);
	free(files->like.ctx);
	free(files);
	cli->files = NULL;
}

void
files_pause(struct files *files, bool pause)
{
	pool_pause(files->pool, pause);
}

bool
files_operand(struct cli *cli, size_t i)
{
	struct cli_operand op = {.name = cli->operands.name[i], .index = i};
	size_t slot;

	if (!pool_next(cli->files->pool, &slot))
		return false;
	struct task *task = &cli->files->task[slot];
	/* Errors are left to the main thread, which has more memory and knows
	 * whether an error is the first one. */
	if (!task->good || sok_output_flush(task->cli.out) == -1 ||
	    sok_output_flush(task->cli.err) == -1 ||
	    cli_status(&task->cli) == CLI_TROUBLE)
		return false;
	cli_raise(cli, task->cli.status);
	account_add(cli, &cli->account, &task->cli.account);
	cli->sink.limit_hit |= task->cli.sink.limit_hit;
	cli->sink.conflict |= task->cli.sink.conflict;
	for (int severity = 0; severity <= SOK_ERROR; severity++)
		cli->sink.count[severity] += task->cli.sink.count[severity];
	if (task->out.len > 0)
		sok_out(cli_output(cli), sok_buf_str(&task->out));
	if (task->err.len > 0) {
		cli_progress_clear(cli);
		sok_out(cli_err(cli), sok_buf_str(&task->err));
	}
	if (cli->err_tty)
		cli_flush(cli);
	cli_progress(cli, &op, 0, (size_t)task->file.st_size);
	return true;
}
