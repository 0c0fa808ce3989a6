/* jobs.c - reads operands into batches, processes their puzzles in threads, and
 * delivers the puzzles in the main thread, in order, so that a run with -j
 * takes the same steps as one without.  Findings are recorded until then. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/base.h"
#include "board/board.h"
#include "cli/cli_private.h"
#include "jobs/jobs.h"
#include "text/text.h"

#define FULL ((size_t)256 << 10) /* bytes of a batch */

/* An element of an operand, in order: its beginning, a puzzle, its end. */
struct item {
	struct sok_puzzle *puzzle; /* NULL for the beginning and the end */
	int error; /* errno of opening, of reading at the end, of prepare() */
	size_t bytes;                  /* bytes read so far */
	struct recorded *read, *found; /* by the reader, by prepare() */
	void *ready;                   /* the result of prepare() */
};

/* What is needed of an operand longer than its reader. */
struct collection {
	struct sok_header header;
	struct sok_arena arena;
	bool headed;
	const struct sok_format *format; /* set at the end */
};

struct batch {
	struct item *item;
	size_t n, cap;
	size_t cost;            /* approximate size in memory */
	bool failed;            /* out of memory */
	struct sok_arena arena; /* for puzzles and results */
	char apart[128]; /* keeps slots of threads in separate cache lines */
};

struct jobs {
	struct cli *cli;
	cli_prepare_fn *prepare;
	struct pool *pool;
	struct batch *batch; /* the slots */
	size_t slots;
	struct collection *of; /* of each operand, while it is needed */
	/* For the thread that reads. */
	size_t operand; /* the next operand to open */
	int fd;         /* of the open operand, or -1 */
	struct sok_reader *reader;
	struct record found;
	/* For the main thread. */
	struct batch *now;       /* the batch that is being delivered */
	size_t i;                /* its next item */
	struct sok_arena arena;  /* of the puzzle that was delivered last */
	struct collection *from; /* of its operand; NULL before the first */
};

/* ---- findings */

struct recorded {
	struct recorded *next;
	struct sok_finding finding;
};

static void
record_finding(void *ctx, const struct sok_finding *finding)
{
	struct record *rec = ctx;
	struct recorded *recorded =
	    sok_arena_alloc(rec->arena, 1, sizeof(*recorded));

	if (recorded == NULL ||
	    finding_copy(&recorded->finding, finding, rec->arena) == -1) {
		rec->failed = true;
		return;
	}
	recorded->next = NULL;
	*rec->last = recorded;
	rec->last = &recorded->next;
}

void
record_next(struct record *rec)
{
	rec->first = NULL;
	rec->last = &rec->first;
	memset(rec->sink.count, 0, sizeof(rec->sink.count));
}

/* Begin an empty record, which ignores the same rules as `like`. */
static void
record_begin(
    struct record *rec, const struct sok_sink *like, struct sok_arena *arena)
{
	*rec = (struct record){
	    .sink = {.fn = record_finding, .ctx = rec}, .arena = arena};
	record_next(rec);
	memcpy(rec->sink.off, like->off, sizeof(rec->sink.off));
	/* These change the exit status even if they are disabled. */
	rec->sink.off[SOK_LIMIT_RULE] = rec->sink.off[SOK_BINARY_RULE] = false;
}

void
record_report(const struct recorded *first, const struct sok_puzzle *puzzle,
    struct sok_sink *sink)
{
	for (const struct recorded *recorded = first; recorded != NULL;
	     recorded = recorded->next) {
		struct sok_finding finding = recorded->finding;

		if (finding.puzzle != NULL)
			finding.puzzle = puzzle;
		sok_report_finding(sink, &finding);
	}
}

/* ---- reading */

/* Add an item with the findings since the last one. */
static void
add_item(struct jobs *jobs, struct batch *batch, struct sok_puzzle *puzzle,
    int error)
{
	struct item *item =
	    sok_grow(batch->item, batch->n, &batch->cap, sizeof(*item));

	batch->failed |= item == NULL || jobs->found.failed;
	if (batch->failed)
		return;
	batch->item = item;
	item[batch->n++] = (struct item){.puzzle = puzzle,
	    .error = error,
	    .bytes = jobs->reader != NULL ? sok_reader_bytes(jobs->reader) : 0,
	    .read = jobs->found.first};
	batch->cost += sizeof(*item);
}

static void
close_operand(struct jobs *jobs)
{
	if (jobs->reader != NULL)
		jobs->of[jobs->operand - 1].format =
		    sok_reader_format(jobs->reader);
	sok_reader_close(jobs->reader);
	if (jobs->fd > STDIN_FILENO)
		close(jobs->fd);
	jobs->reader = NULL;
	jobs->fd = -1;
}

/* Read a puzzle or the end of the operand. */
static void
read_item(struct jobs *jobs, struct batch *batch)
{
	struct collection *to = &jobs->of[jobs->operand - 1];
	size_t before = sok_reader_bytes(jobs->reader);
	struct sok_puzzle *from, *puzzle;
	int got = sok_read(jobs->reader, &from);

	if (got >= 0 && !to->headed) {
		to->headed = true;
		if (sok_header_copy(&to->header,
		        sok_reader_header(jobs->reader), &to->arena) == -1)
			got = -1;
	}
	batch->cost += sok_reader_bytes(jobs->reader) - before;
	if (got != 1) {
		add_item(jobs, batch, NULL, got == -1 ? errno : 0);
		close_operand(jobs);
		return;
	}

	puzzle = sok_arena_alloc(&batch->arena, 1, sizeof(*puzzle));
	batch->failed |= puzzle == NULL ||
	    sok_puzzle_copy(puzzle, from, &batch->arena) == -1;
	if (batch->failed)
		return;
	puzzle->header = &to->header;
	batch->cost += sizeof(*puzzle) + puzzle->raw.len;
	if (puzzle->has_board)
		batch->cost += 2 * sok_board_size(&puzzle->board);
	for (size_t i = 0; i < puzzle->ngames; i++)
		batch->cost +=
		    sizeof(*puzzle->game) + 2 * puzzle->game[i].moves.len;
	add_item(jobs, batch, puzzle, 0);
}

/* False if there are no more items. */
static bool
fill_slot(void *ctx, size_t slot)
{
	struct jobs *jobs = ctx;
	struct batch *batch = &jobs->batch[slot];

	sok_arena_reset(&batch->arena);
	batch->n = batch->cost = 0;
	record_begin(&jobs->found, &jobs->cli->sink, &batch->arena);
	while (batch->cost < FULL && !batch->failed) {
		record_next(&jobs->found);
		if (jobs->reader != NULL) {
			read_item(jobs, batch);
			continue;
		}
		if (jobs->operand == jobs->cli->operands.n)
			return false;

		struct cli_operand op =
		    cli_operand_at(jobs->cli, jobs->operand++);
		(void)cli_open(jobs->cli, &op);
		jobs->fd = op.fd;
		add_item(jobs, batch, NULL, jobs->fd == -1 ? errno : 0);
		if (jobs->fd == -1 || batch->failed)
			continue;
		jobs->reader = cli_reader(jobs->cli, &op, &jobs->found.sink);
		if (jobs->reader == NULL) {
			add_item(jobs, batch, NULL, errno);
			close_operand(jobs);
		}
	}
	return !batch->failed;
}

/* ---- processing */

static void
process_slot(void *ctx, size_t slot)
{
	struct jobs *jobs = ctx;
	struct batch *batch = &jobs->batch[slot];
	struct prepared to = {.arena = &batch->arena};

	record_begin(&to.found, &jobs->cli->sink, &batch->arena);
	for (size_t i = 0; i < batch->n; i++) {
		struct item *item = &batch->item[i];

		if (item->puzzle == NULL)
			continue;
		record_next(&to.found);
		to.result = NULL;
		sok_arena_reset(&to.scratch);
		if (jobs->prepare(jobs->cli, item->puzzle, &to) < 0)
			item->error = errno;
		else if (to.found.failed)
			item->error = ENOMEM;
		item->found = to.found.first;
		item->ready = to.result;
	}
	sok_arena_free(&to.scratch);
}

/* Selecting puzzles by id requires their identities. */
static int
identify(const struct cli *cli, struct sok_puzzle *puzzle, struct prepared *to)
{
	(void)cli;
	return sok_identify(puzzle, true, to->arena, &to->scratch);
}

/* ---- the main thread */

struct jobs *
jobs_open(struct cli *cli)
{
	struct pool_work work = {.fill = fill_slot, .process = process_slot};
	struct jobs *jobs = NULL;

	/* If the run may end early, nothing must be read ahead. */
	if (!cli_select_ends(cli->select))
		work.ctx = jobs = calloc(1, sizeof(*jobs));
	if (jobs == NULL)
		return NULL;
	jobs->cli = cli;
	jobs->prepare = cli->select != NULL ? identify : cli->program->prepare;
	jobs->fd = -1;
	work.threads = (size_t)cli->jobs - 1;
	jobs->slots = work.slots = (size_t)cli->jobs + 2;
	jobs->batch = calloc(jobs->slots, sizeof(*jobs->batch));
	jobs->of = calloc(cli->operands.n, sizeof(*jobs->of));
	if (jobs->batch != NULL && jobs->of != NULL)
		jobs->pool = pool_open(&work);
	if (jobs->pool != NULL)
		return jobs;
	jobs_close(jobs);
	return NULL;
}

void
jobs_close(struct jobs *jobs)
{
	if (jobs == NULL)
		return;
	pool_close(jobs->pool);
	close_operand(jobs);
	for (size_t i = 0; jobs->batch != NULL && i < jobs->slots; i++) {
		sok_arena_free(&jobs->batch[i].arena);
		free(jobs->batch[i].item);
	}
	free(jobs->batch);
	for (size_t i = 0; i < jobs->operand; i++)
		sok_arena_free(&jobs->of[i].arena);
	free(jobs->of);
	sok_arena_free(&jobs->arena);
	free(jobs);
}

void
jobs_pause(void *run, bool pause)
{
	struct cli *cli = run;

	if (cli->ahead != NULL)
		pool_pause(cli->ahead->pool, pause);
	if (cli->files != NULL)
		files_pause(cli->files, pause);
}

/* The next item of the threads, valid until the next call; exits on ENOMEM.
 * There always is one, because each operand ends with an item without a puzzle.
 */
static struct item *
next(struct jobs *jobs)
{
	while (jobs->now == NULL || jobs->i == jobs->now->n) {
		size_t slot;

		jobs->now =
		    pool_next(jobs->pool, &slot) ? &jobs->batch[slot] : NULL;
		jobs->i = 0;
		cli_enough(jobs->cli, jobs->now != NULL && !jobs->now->failed);
	}
	return &jobs->now->item[jobs->i++];
}

bool
jobs_operand(struct jobs *jobs)
{
	if (jobs->from != NULL)
		sok_arena_free(&jobs->from->arena);
	jobs->from = jobs->from == NULL ? jobs->of : jobs->from + 1;
	errno = next(jobs)->error;
	return errno == 0;
}

int
jobs_next(struct jobs *jobs, struct sok_puzzle **puzzle, struct jobs_place *at)
{
	struct item *item = next(jobs);

	sok_arena_reset(&jobs->arena);
	/* The reader sets the format at the end. */
	*at = (struct jobs_place){&jobs->from->header, &jobs->arena,
	    item->puzzle == NULL ? jobs->from->format : NULL, item->bytes};
	*puzzle = item->puzzle;
	record_report(item->read, item->puzzle, cli_sink(jobs->cli));
	if (item->puzzle != NULL)
		return 1;
	errno = item->error;
	return item->error != 0 ? -1 : 0;
}

int
jobs_ready(struct jobs *jobs)
{
	const struct item *item = &jobs->now->item[jobs->i - 1];

	jobs->cli->ready = item->ready;
	errno = item->error;
	if (item->error != 0)
		return -1;
	record_report(item->found, item->puzzle, cli_sink(jobs->cli));
	return 0;
}
