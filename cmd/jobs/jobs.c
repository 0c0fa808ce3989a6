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
	struct sok_puzzle *p; /* NULL for the beginning and the end */
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
	struct cli *c;
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
record_finding(void *ctx, const struct sok_finding *f)
{
	struct record *r = ctx;
	struct recorded *v = sok_arena_alloc(r->a, 1, sizeof(*v));

	if (v == NULL || finding_copy(&v->finding, f, r->a) == -1) {
		r->failed = true;
		return;
	}
	v->next = NULL;
	*r->last = v;
	r->last = &v->next;
}

void
record_next(struct record *r)
{
	r->first = NULL;
	r->last = &r->first;
	memset(r->sink.count, 0, sizeof(r->sink.count));
}

/* Begin an empty record, which ignores the same rules as `like`. */
static void
record_begin(struct record *r, const struct sok_sink *like, struct sok_arena *a)
{
	*r = (struct record){.sink = {.fn = record_finding, .ctx = r}, .a = a};
	record_next(r);
	memcpy(r->sink.off, like->off, sizeof(r->sink.off));
	/* These change the exit status even if they are disabled. */
	r->sink.off[SOK_LIMIT_RULE] = r->sink.off[SOK_BINARY_RULE] = false;
}

void
record_report(const struct recorded *first, const struct sok_puzzle *p,
    struct sok_sink *sink)
{
	for (const struct recorded *v = first; v != NULL; v = v->next) {
		struct sok_finding f = v->finding;

		if (f.puzzle != NULL)
			f.puzzle = p;
		sok_report_finding(sink, &f);
	}
}

/* ---- reading */

/* Add an item with the findings since the last one. */
static void
add_item(struct jobs *j, struct batch *b, struct sok_puzzle *p, int error)
{
	struct item *v = sok_grow(b->item, b->n, &b->cap, sizeof(*v));

	b->failed |= v == NULL || j->found.failed;
	if (b->failed)
		return;
	b->item = v;
	v[b->n++] = (struct item){.p = p,
	    .error = error,
	    .bytes = j->reader != NULL ? sok_reader_bytes(j->reader) : 0,
	    .read = j->found.first};
	b->cost += sizeof(*v);
}

static void
close_operand(struct jobs *j)
{
	if (j->reader != NULL)
		j->of[j->operand - 1].format = sok_reader_format(j->reader);
	sok_reader_close(j->reader);
	if (j->fd > STDIN_FILENO)
		close(j->fd);
	j->reader = NULL;
	j->fd = -1;
}

/* Read a puzzle or the end of the operand. */
static void
read_item(struct jobs *j, struct batch *b)
{
	struct collection *to = &j->of[j->operand - 1];
	size_t before = sok_reader_bytes(j->reader);
	struct sok_puzzle *from, *p;
	int got = sok_read(j->reader, &from);

	if (got >= 0 && !to->headed) {
		to->headed = true;
		if (sok_header_copy(&to->header, sok_reader_header(j->reader),
		        &to->arena) == -1)
			got = -1;
	}
	b->cost += sok_reader_bytes(j->reader) - before;
	if (got != 1) {
		add_item(j, b, NULL, got == -1 ? errno : 0);
		close_operand(j);
		return;
	}

	p = sok_arena_alloc(&b->arena, 1, sizeof(*p));
	b->failed |= p == NULL || sok_puzzle_copy(p, from, &b->arena) == -1;
	if (b->failed)
		return;
	p->header = &to->header;
	b->cost += sizeof(*p) + p->raw.len;
	if (p->has_board)
		b->cost += 2 * sok_board_size(&p->board);
	for (size_t i = 0; i < p->ngames; i++)
		b->cost += sizeof(*p->game) + 2 * p->game[i].moves.len;
	add_item(j, b, p, 0);
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
		if (j->reader != NULL) {
			read_item(j, b);
			continue;
		}
		if (j->operand == j->c->operands.n)
			return false;

		struct cli_operand op = cli_operand_at(j->c, j->operand++);
		(void)cli_open(j->c, &op);
		j->fd = op.fd;
		add_item(j, b, NULL, j->fd == -1 ? errno : 0);
		if (j->fd == -1 || b->failed)
			continue;
		j->reader = cli_reader(j->c, &op, &j->found.sink);
		if (j->reader == NULL) {
			add_item(j, b, NULL, errno);
			close_operand(j);
		}
	}
	return !b->failed;
}

/* ---- processing */

static void
process_slot(void *ctx, size_t slot)
{
	struct jobs *j = ctx;
	struct batch *b = &j->batch[slot];
	struct prepared to = {.a = &b->arena};

	record_begin(&to.found, &j->c->sink, &b->arena);
	for (size_t i = 0; i < b->n; i++) {
		struct item *v = &b->item[i];

		if (v->p == NULL)
			continue;
		record_next(&to.found);
		to.result = NULL;
		sok_arena_reset(&to.scratch);
		if (j->prepare(j->c, v->p, &to) < 0)
			v->error = errno;
		else if (to.found.failed)
			v->error = ENOMEM;
		v->found = to.found.first;
		v->ready = to.result;
	}
	sok_arena_free(&to.scratch);
}

/* Selecting puzzles by id requires their identities. */
static int
identify(const struct cli *c, struct sok_puzzle *p, struct prepared *to)
{
	(void)c;
	return sok_identify(p, true, to->a, &to->scratch);
}

/* ---- the main thread */

struct jobs *
jobs_open(struct cli *c)
{
	struct pool_work work = {.fill = fill_slot, .process = process_slot};
	struct jobs *j = NULL;

	/* If the run may end early, nothing must be read ahead. */
	if (!cli_select_ends(c->select))
		work.ctx = j = calloc(1, sizeof(*j));
	if (j == NULL)
		return NULL;
	j->c = c;
	j->prepare = c->select != NULL ? identify : c->program->prepare;
	j->fd = -1;
	work.threads = (size_t)c->jobs - 1;
	j->slots = work.slots = (size_t)c->jobs + 2;
	j->batch = calloc(j->slots, sizeof(*j->batch));
	j->of = calloc(c->operands.n, sizeof(*j->of));
	if (j->batch != NULL && j->of != NULL)
		j->pool = pool_open(&work);
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
	close_operand(j);
	for (size_t i = 0; j->batch != NULL && i < j->slots; i++) {
		sok_arena_free(&j->batch[i].arena);
		free(j->batch[i].item);
	}
	free(j->batch);
	for (size_t i = 0; i < j->operand; i++)
		sok_arena_free(&j->of[i].arena);
	free(j->of);
	sok_arena_free(&j->arena);
	free(j);
}

void
jobs_pause(void *run, bool pause)
{
	struct cli *c = run;

	if (c->ahead != NULL)
		pool_pause(c->ahead->pool, pause);
	if (c->files != NULL)
		files_pause(c->files, pause);
}

static struct item *
next(struct jobs *j)
{
	while (j->now == NULL || j->i == j->now->n) {
		size_t slot;

		j->now = pool_next(j->pool, &slot) ? &j->batch[slot] : NULL;
		j->i = 0;
		cli_enough(j->c, j->now != NULL && !j->now->failed);
	}
	return &j->now->item[j->i++];
}

bool
jobs_operand(struct jobs *j)
{
	if (j->from != NULL)
		sok_arena_free(&j->from->arena);
	j->from = j->from == NULL ? j->of : j->from + 1;
	errno = next(j)->error;
	return errno == 0;
}

int
jobs_next(struct jobs *j, struct sok_puzzle **p, struct jobs_place *at)
{
	struct item *v = next(j);

	sok_arena_reset(&j->arena);
	/* The reader sets the format at the end. */
	*at = (struct jobs_place){&j->from->header, &j->arena,
	    v->p == NULL ? j->from->format : NULL, v->bytes};
	*p = v->p;
	record_report(v->read, v->p, cli_sink(j->c));
	if (v->p != NULL)
		return 1;
	errno = v->error;
	return v->error != 0 ? -1 : 0;
}

int
jobs_ready(struct jobs *j)
{
	const struct item *v = &j->now->item[j->i - 1];

	j->c->ready = v->ready;
	errno = v->error;
	if (v->error != 0)
		return -1;
	record_report(v->found, v->p, cli_sink(j->c));
	return 0;
}
