/*
 * batch.c - reads operands into batches, and works on one batch: what a thread
 * does, whichever it is.
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli_private.h"
#include "jobs/batch.h"
#include "tools.h"

#define FULL ((size_t)256 << 10) /* bytes of a batch */

/* ---- reading */

static struct item *
add_item(struct batch *b, struct feed *f, enum item_kind kind)
{
	struct item *v = sok_grow(b->item, b->n, &b->cap, sizeof(*v));

	b->failed |= v == NULL || f->found.failed;
	if (b->failed)
		return NULL;
	b->item = v;
	v += b->n++;
	*v = (struct item){.kind = kind, .from = f->from};
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

static int
start_reader(struct feed *f, const struct cli_operand *op)
{
	struct sok_read_options o = cli_read_options(f->c, op);
	struct sok_stream *from = NULL;

	if (op->is_stdin && f->c->standard_input != NULL)
		from = sok_packed_stream(f->c->standard_input);
	f->reader = from == NULL
	    ? sok_reader_open(f->fd, &o, &f->found.sink)
	    : sok_reader_open_stream(from, &o, &f->found.sink);
	return f->reader == NULL ? -1 : 0;
}

static void
close_operand(struct feed *f)
{
	sok_reader_close(f->reader);
	if (f->open && f->fd != STDIN_FILENO)
		close(f->fd);
	f->reader = NULL;
	f->from = NULL;
	f->open = false;
}

static void
end_operand(struct batch *b, struct feed *f, int error)
{
	struct item *v = add_item(b, f, ITEM_END);

	if (f->reader != NULL)
		f->from->format = sok_reader_format(f->reader);
	if (v != NULL) {
		v->error = error;
		v->found = f->found.first;
		v->bytes = f->reader ? sok_reader_bytes(f->reader) : 0;
	}
	close_operand(f);
}

static void
start_operand(struct batch *b, struct feed *f)
{
	struct cli_operand op = cli_operand_at(f->c, f->operand++);
	struct item *v;
	int error;

	f->from = calloc(1, sizeof(*f->from));
	b->failed |= f->from == NULL;
	f->fd = cli_open(f->c, &op);
	f->open = f->fd >= 0;
	error = f->open ? 0 : errno;
	v = add_item(b, f, ITEM_OPERAND);
	if (v != NULL)
		v->error = error;
	if (f->open && start_reader(f, &op) == -1)
		end_operand(b, f, errno);
}

/* The header stays when the reader is gone. */
static int
keep_header(struct feed *f)
{
	struct collection *from = f->from;

	if (from->headed)
		return 0;
	from->headed = true;
	return sok_header_copy(
	    &from->header, sok_reader_header(f->reader), &from->arena);
}

/* A copy in the batch; NULL without memory. */
static struct sok_puzzle *
copy(struct batch *b, struct feed *f, const struct sok_puzzle *from)
{
	struct sok_puzzle *p = sok_arena_alloc(&b->arena, 1, sizeof(*p));

	if (p == NULL || sok_puzzle_copy(p, from, &b->arena) == -1)
		return NULL;
	p->header = &f->from->header;
	return p;
}

static void
add_puzzle(struct batch *b, struct feed *f, const struct sok_puzzle *p)
{
	struct item *v = add_item(b, f, ITEM_PUZZLE);

	if (v == NULL)
		return;
	v->p = copy(b, f, p);
	v->found = f->found.first;
	v->bytes = sok_reader_bytes(f->reader);
	b->failed |= v->p == NULL;
	b->cost += cost_of(p);
}

static void
read_puzzle(struct batch *b, struct feed *f)
{
	size_t before = sok_reader_bytes(f->reader);
	struct sok_puzzle *p;
	int got = sok_read(f->reader, &p);

	if (got >= 0 && keep_header(f) == -1)
		got = -1;
	if (got == 1)
		add_puzzle(b, f, p);
	else
		end_operand(b, f, got == -1 ? errno : 0);
	if (f->reader != NULL)
		b->cost += sok_reader_bytes(f->reader) - before;
}

bool
batch_read(struct batch *b, struct feed *f)
{
	record_begin(&f->found, &f->c->sink, &b->arena);
	while (b->cost < FULL && !b->failed) {
		record_next(&f->found);
		if (f->reader != NULL)
			read_puzzle(b, f);
		else if (f->operand == f->c->noperands)
			return false;
		else
			start_operand(b, f);
	}
	return !b->failed;
}

void
feed_close(struct feed *f)
{
	close_operand(f);
}

void
collection_free(struct collection *from)
{
	if (from == NULL)
		return;
	sok_arena_free(&from->arena);
	free(from);
}

/* ---- working */

void
batch_work(struct batch *b, const struct cli *c, cli_prepare_fn *prepare,
    struct sok_arena *scratch)
{
	struct record found;

	record_begin(&found, &c->sink, &b->arena);
	for (size_t i = 0; i < b->n; i++) {
		struct item *v = &b->item[i];

		if (v->kind != ITEM_PUZZLE)
			continue;
		record_next(&found);
		sok_arena_reset(scratch);
		if (prepare(c, v->p, &v->ready, &found, &b->arena, scratch) < 0)
			v->ready.error = errno;
		else if (found.failed)
			v->ready.error = ENOMEM;
		v->ready.found = found.first;
	}
}

void
batch_reset(struct batch *b)
{
	sok_arena_reset(&b->arena);
	b->n = b->cost = 0;
}

void
batch_free(struct batch *b)
{
	sok_arena_free(&b->arena);
	free(b->item);
	b->item = NULL;
}
