/*
 * cli_ahead.c - reading on another processor: a thread parses an operand and
 * copies what it finds into batches; the main thread takes them in order.
 * What comes out does not depend on who was faster.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli_ahead.h"

#define BATCHES 4         /* of one operand */
#define BATCH_BYTES 65536 /* of input, about */

/* A finding, or the puzzle or block that the findings before it are about. */
struct item {
	bool is_finding;
	union {
		struct sok_finding finding;
		struct sok_puzzle puzzle;
		struct sok_block block;
	};
};

struct batch {
	struct sok_arena arena;
	struct item *item;
	size_t n, cap, next;
	size_t bytes; /* of the input, behind this batch */
	int got;      /* what sok_read() said last */
	int error;
};

struct cli_ahead {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct sok_reader *reader; /* or */
	struct sok_scan *scan;
	struct sok_sink sink; /* notes down findings */
	struct batch batch[BATCHES];
	size_t filled, taken; /* batches so far */
	bool stop, done;
	int fd;
	size_t operand, bytes;
};

static struct item *
add_item(struct batch *b)
{
	if (b->n == b->cap) {
		size_t cap = b->cap ? b->cap * 2 : 64;
		struct item *v = realloc(b->item, cap * sizeof(*v));

		if (v == NULL)
			return NULL;
		b->item = v;
		b->cap = cap;
	}
	memset(&b->item[b->n], 0, sizeof(*b->item));
	return &b->item[b->n++];
}

/* The sink of the reading thread. */
static void
note(void *ctx, const struct sok_finding *f)
{
	struct cli_ahead *h = ctx;
	struct batch *b = &h->batch[h->filled % BATCHES];
	struct item *item = add_item(b);

	if (item == NULL) {
		b->error = ENOMEM;
		return;
	}
	item->is_finding = true;
	item->finding = *f;
	item->finding.message = sok_str_dup(&b->arena, f->message);
	if (item->finding.message.s == NULL)
		b->error = ENOMEM;
}

static int
copy_block(
    struct sok_block *to, const struct sok_block *from, struct sok_arena *a)
{
	*to = *from;
	to->raw = sok_str_dup(a, from->raw);
	if (to->raw.s == NULL)
		return -1;
	if (from->kind == SOK_BLOCK_BOARD)
		return sok_board_copy(&to->board, &from->board, a);
	if (from->kind == SOK_BLOCK_MOVES)
		return sok_game_copy(&to->game, &from->game, a);
	return 0;
}

static void
keep_puzzle(struct batch *b, const struct sok_puzzle *p)
{
	struct item *item = add_item(b);

	if (item == NULL || sok_puzzle_copy(&item->puzzle, p, &b->arena) == -1)
		b->error = ENOMEM;
}

static void
keep_block(struct batch *b, const struct sok_block *block)
{
	struct item *item = add_item(b);

	if (item == NULL || copy_block(&item->block, block, &b->arena) == -1)
		b->error = ENOMEM;
}

/* One puzzle or block more into the batch. */
static void
read_one(struct cli_ahead *h, struct batch *b)
{
	struct sok_block block;
	struct sok_puzzle *p;

	if (h->scan != NULL) {
		b->got = sok_scan_next(h->scan, &block);
		h->bytes += b->got == 1 ? block.raw.len : 0;
	} else {
		b->got = sok_read(h->reader, &p);
		h->bytes = sok_reader_bytes(h->reader);
	}
	if (b->got == -1)
		b->error = errno;
	else if (b->got == 1 && h->scan != NULL)
		keep_block(b, &block);
	else if (b->got == 1)
		keep_puzzle(b, p);
}

static void
fill(struct cli_ahead *h, struct batch *b)
{
	size_t start = h->bytes;

	sok_arena_reset(&b->arena);
	b->n = b->next = 0;
	do
		read_one(h, b);
	while (b->got == 1 && b->error == 0 && h->bytes - start < BATCH_BYTES);
	b->bytes = h->bytes;
}

static void *
work(void *ctx)
{
	struct cli_ahead *h = ctx;
	bool more = true;

	while (more) {
		struct batch *b = &h->batch[h->filled % BATCHES];

		pthread_mutex_lock(&h->lock);
		while (h->filled - h->taken == BATCHES && !h->stop)
			pthread_cond_wait(&h->changed, &h->lock);
		more = !h->stop;
		pthread_mutex_unlock(&h->lock);
		if (!more)
			break;
		fill(h, b);
		more = b->got == 1 && b->error == 0;
		pthread_mutex_lock(&h->lock);
		h->filled++;
		h->done = !more;
		pthread_cond_broadcast(&h->changed);
		pthread_mutex_unlock(&h->lock);
	}
	return NULL;
}

size_t
cli_ahead_operand(const struct cli_ahead *h)
{
	return h->operand;
}

static void
release(struct cli_ahead *h)
{
	sok_reader_close(h->reader);
	sok_scan_close(h->scan);
	if (h->fd != -1)
		close(h->fd);
	for (size_t i = 0; i < BATCHES; i++) {
		sok_arena_free(&h->batch[i].arena);
		free(h->batch[i].item);
	}
	pthread_mutex_destroy(&h->lock);
	pthread_cond_destroy(&h->changed);
	free(h);
}

static struct cli_ahead *
start(int fd, const struct sok_read_options *o, bool scan, size_t operand)
{
	struct cli_ahead *h = calloc(1, sizeof(*h));

	if (h == NULL)
		return NULL;
	h->sink = (struct sok_sink){.fn = note, .ctx = h};
	h->operand = operand;
	h->fd = dup(fd);
	if (h->fd != -1 && scan)
		h->scan = sok_scan_open(h->fd, o, &h->sink);
	else if (h->fd != -1)
		h->reader = sok_reader_open(h->fd, o, &h->sink);
	pthread_mutex_init(&h->lock, NULL);
	pthread_cond_init(&h->changed, NULL);
	if ((h->reader != NULL || h->scan != NULL) &&
	    pthread_create(&h->thread, NULL, work, h) == 0)
		return h;
	release(h);
	return NULL;
}

struct cli_ahead *
cli_ahead_open(int fd, const struct sok_read_options *o, size_t operand)
{
	return start(fd, o, false, operand);
}

struct cli_ahead *
cli_ahead_open_scan(int fd, const struct sok_read_options *o)
{
	return start(fd, o, true, 0);
}

/* The batch to take from, waited for. */
static struct batch *
current(struct cli_ahead *h)
{
	struct batch *b = &h->batch[h->taken % BATCHES];

	pthread_mutex_lock(&h->lock);
	while (h->filled == h->taken)
		pthread_cond_wait(&h->changed, &h->lock);
	pthread_mutex_unlock(&h->lock);
	return b;
}

static void
give_back(struct cli_ahead *h)
{
	pthread_mutex_lock(&h->lock);
	h->taken++;
	pthread_cond_broadcast(&h->changed);
	pthread_mutex_unlock(&h->lock);
}

/* The puzzle that the findings from here on are about. */
static struct sok_puzzle *
subject(struct batch *b, size_t i)
{
	while (i < b->n && b->item[i].is_finding)
		i++;
	return i < b->n ? &b->item[i].puzzle : NULL;
}

/* The next item that is no finding: 1, 0 at the end, -1. */
static int
next_item(struct cli_ahead *h, struct sok_sink *sink, struct batch **b,
    struct item **item)
{
	*b = current(h);
	while ((*b)->next == (*b)->n && (*b)->got == 1 && (*b)->error == 0) {
		give_back(h);
		*b = current(h);
	}
	for (; (*b)->next < (*b)->n; (*b)->next++) {
		*item = &(*b)->item[(*b)->next];
		if (!(*item)->is_finding)
			break;
		if ((*item)->finding.puzzle != NULL)
			(*item)->finding.puzzle = subject(*b, (*b)->next);
		sok_report_finding(sink, &(*item)->finding);
	}
	if ((*b)->next < (*b)->n) {
		(*b)->next++;
		return 1;
	}
	errno = (*b)->error;
	return (*b)->error != 0 ? -1 : (*b)->got;
}

int
cli_ahead_read(struct cli_ahead *h, struct sok_sink *sink,
    struct sok_puzzle **p, struct sok_arena **a)
{
	struct item *item;
	struct batch *b;
	int got = next_item(h, sink, &b, &item);

	*p = got == 1 ? &item->puzzle : NULL;
	*a = &b->arena;
	return got;
}

int
cli_ahead_scan(
    struct cli_ahead *h, struct sok_sink *sink, struct sok_block *block)
{
	struct item *item;
	struct batch *b;
	int got = next_item(h, sink, &b, &item);

	if (got == 1)
		*block = item->block;
	return got;
}

struct sok_header *
cli_ahead_header(struct cli_ahead *h)
{
	return sok_reader_header(h->reader);
}

size_t
cli_ahead_bytes(const struct cli_ahead *h)
{
	return h->batch[h->taken % BATCHES].bytes;
}

void
cli_ahead_close(struct cli_ahead *h)
{
	bool done;

	if (h == NULL)
		return;
	pthread_mutex_lock(&h->lock);
	h->stop = true;
	done = h->done;
	pthread_cond_broadcast(&h->changed);
	pthread_mutex_unlock(&h->lock);
	if (!done) {
		/* It may wait for input that never comes: let it be. */
		pthread_detach(h->thread);
		return;
	}
	pthread_join(h->thread, NULL);
	release(h);
}
