/*
 * jobs.c - reads operands into batches, processes their puzzles in threads, and
 * delivers the puzzles in the main thread, in order, so that a run with -j
 * takes the same steps as one without.
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli_private.h"
#include "jobs/jobs.h"
#include "jobs/pool.h"
#include "jobs/record.h"
#include "tools.h"

#define FULL ((size_t)256 << 10) /* bytes of a batch */

/* An element of an operand, in order: its beginning, a puzzle, its end. */
struct item {
	struct sok_puzzle *p; /* NULL for the beginning and the end */
	int error;    /* errno: cannot be opened; at the end: of reading */
	size_t bytes; /* bytes read so far */
	struct collection *from;
	struct recorded *found; /* by the reader */
	struct cli_ready ready;
};

/* The header of an operand, which is needed longer than its reader. */
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
	struct cli *c;
	cli_prepare_fn *prepare; /* or NULL */
	struct pool *pool;
	struct batch *batch; /* the slots */
	size_t slots;
	/* For the thread that reads. */
	size_t operand; /* the next operand to open */
	int fd;         /* of the open operand, or -1 */
	struct sok_reader *reader;
	struct collection *to;
	struct record found;
	/* For the main thread. */
	struct batch *now;      /* the batch that is being delivered */
	size_t i;               /* its next item */
	struct sok_arena arena; /* of the puzzle that was delivered last */
	struct collection *from;
};

/* ---- reading */

/* Add an item with the findings since the last one. */
static struct item *
add_item(struct jobs *j, struct batch *b, int error)
{
	struct item *v = sok_grow(b->item, b->n, &b->cap, sizeof(*v));

	b->failed |= v == NULL || j->found.failed;
	if (b->failed)
		return NULL;
	b->item = v;
	v += b->n++;
	*v = (struct item){.error = error,
	    .bytes = j->reader != NULL ? sok_reader_bytes(j->reader) : 0,
	    .from = j->to,
	    .found = j->found.first};
	b->cost += sizeof(*v);
	return v;
}

static size_t
cost_of(const struct sok_puzzle *p)
{
	size_t n = sizeof(*p) + p->raw.len;

	if (p->has_board)
		n += 2 * sok_board_size(&p->board);
	for (size_t i = 0; i < p->ngames; i++)
		n += sizeof(*p->game) + 2 * p->game[i].moves.len;
	return n;
}

static void
close_operand(struct jobs *j)
{
	sok_reader_close(j->reader);
	if (j->fd > STDIN_FILENO)
		close(j->fd);
	j->reader = NULL;
	j->to = NULL;
	j->fd = -1;
}

static void
end_operand(struct jobs *j, struct batch *b, int error)
{
	if (j->reader != NULL)
		j->to->format = sok_reader_format(j->reader);
	(void)add_item(j, b, error);
	close_operand(j);
}

static void
start_operand(struct jobs *j, struct batch *b)
{
	struct cli_operand op = cli_operand_at(j->c, j->operand++);
	struct sok_read_options o = cli_read_options(j->c, &op);
	struct sok_stream *from = NULL;

	j->to = calloc(1, sizeof(*j->to));
	b->failed |= j->to == NULL;
	j->fd = cli_open(j->c, &op);
	(void)add_item(j, b, j->fd == -1 ? errno : 0);
	if (j->fd == -1)
		return;
	if (op.is_stdin && j->c->standard_input != NULL)
		from = sok_packed_stream(j->c->standard_input);
	j->reader = from == NULL
	    ? sok_reader_open(j->fd, &o, &j->found.sink)
	    : sok_reader_open_stream(from, &o, &j->found.sink);
	if (j->reader == NULL)
		end_operand(j, b, errno);
}

/* Keep the header after its reader has closed. */
static int
keep_header(struct jobs *j)
{
	if (j->to->headed)
		return 0;
	j->to->headed = true;
	return sok_header_copy(
	    &j->to->header, sok_reader_header(j->reader), &j->to->arena);
}

static void
add_puzzle(struct jobs *j, struct batch *b, const struct sok_puzzle *from)
{
	struct item *v = add_item(j, b, 0);
	struct sok_puzzle *p = sok_arena_alloc(&b->arena, 1, sizeof(*p));

	b->failed |=
	    v == NULL || p == NULL || sok_puzzle_copy(p, from, &b->arena) == -1;
	if (b->failed)
		return;
	p->header = &j->to->header;
	v->p = p;
	b->cost += cost_of(p);
}

static void
read_puzzle(struct jobs *j, struct batch *b)
{
	size_t before = sok_reader_bytes(j->reader);
	struct sok_puzzle *p;
	int got = sok_read(j->reader, &p);

	if (got >= 0 && keep_header(j) == -1)
		got = -1;
	b->cost += sok_reader_bytes(j->reader) - before;
	if (got == 1)
		add_puzzle(j, b, p);
	else
		end_operand(j, b, got == -1 ? errno : 0);
}

/* False if there are no more items. */
static bool
fill_slot(void *ctx, size_t slot)
{
	struct jobs *j = ctx;
	struct batch *b = &j->batch[slot];

	sok_arena_reset(&b->arena);
	b->n = b->cost = 0;
	record_begin(&j->found, &j->c->sink, &b->arena);
	while (b->cost < FULL && !b->failed) {
		record_next(&j->found);
		if (j->reader != NULL)
			read_puzzle(j, b);
		else if (j->operand == j->c->noperands)
			return false;
		else
			start_operand(j, b);
	}
	return !b->failed;
}

/* ---- working */

static void
process_slot(void *ctx, size_t slot)
{
	struct jobs *j = ctx;
	struct batch *b = &j->batch[slot];
	struct sok_arena scratch = {0};
	struct record found;

	record_begin(&found, &j->c->sink, &b->arena);
	for (size_t i = 0; i < b->n && j->prepare != NULL; i++) {
		struct item *v = &b->item[i];

		if (v->p == NULL)
			continue;
		record_next(&found);
		sok_arena_reset(&scratch);
		if (j->prepare(
		        j->c, v->p, &v->ready, &found, &b->arena, &scratch) < 0)
			v->ready.error = errno;
		else if (found.failed)
			v->ready.error = ENOMEM;
		v->ready.found = found.first;
	}
	sok_arena_free(&scratch);
}

/* Selecting puzzles by id requires their identities. */
static int
identify(const struct cli *c, struct sok_puzzle *p, struct cli_ready *ready,
    struct record *found, struct sok_arena *a, struct sok_arena *scratch)
{
	(void)c;
	(void)ready;
	(void)found;
	return sok_identify(p, true, a, scratch);
}

/* ---- the main thread */

static struct pool *
open_pool(struct jobs *j)
{
	const struct pool_work w = {.ctx = j,
	    .slots = j->slots,
	    .threads = (size_t)j->c->jobs - 1,
	    .fill = fill_slot,
	    .process = process_slot};

	j->batch = calloc(j->slots, sizeof(*j->batch));
	return j->batch == NULL ? NULL : pool_open(&w);
}

struct jobs *
jobs_open(struct cli *c, const struct cli_work *w)
{
	struct jobs *j;

	/* If the run may end early, nothing must be read ahead. */
	if (c->jobs < 2 || cli_select_ends(c->select))
		return NULL;
	j = calloc(1, sizeof(*j));
	if (j == NULL)
		return NULL;
	j->c = c;
	j->prepare = c->select != NULL ? identify : w->prepare;
	j->fd = -1;
	j->slots = (size_t)c->jobs + 2;
	j->pool = open_pool(j);
	if (j->pool != NULL)
		return j;
	jobs_close(j);
	return NULL;
}

static void
free_collection(struct collection *from)
{
	if (from == NULL)
		return;
	sok_arena_free(&from->arena);
	free(from);
}

void
jobs_close(struct jobs *j)
{
	if (j == NULL)
		return;
	pool_close(j->pool);
	close_operand(j);
	for (size_t i = 0; j->batch != NULL && i < j->slots; i++) {
		sok_arena_free(&j->batch[i].arena);
		free(j->batch[i].item);
	}
	free(j->batch);
	free_collection(j->from);
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

	free_collection(j->from);
	j->from = v->from;
	return v->error;
}

int
jobs_next(struct jobs *j, struct sok_puzzle **p, struct jobs_place *at)
{
	struct item *v = next(j);

	sok_arena_reset(&j->arena);
	/* The reader sets the format at the end. */
	*at = (struct jobs_place){&j->from->header, &j->arena,
	    v->p == NULL ? j->from->format : NULL, v->bytes};
	j->c->ready = NULL;
	*p = v->p;
	record_report(v->found, v->p, cli_sink(j->c));
	if (v->error != 0) {
		errno = v->error;
		return -1;
	}
	if (v->ready.error != 0 || v->ready.result != NULL)
		j->c->ready = &v->ready;
	return v->p != NULL;
}
