/*
 * cli_run.c - the loop over operands and puzzles that the programs hang their
 * work into.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli_ahead.h"
#include "cli_private.h"

/* Where puzzles come from: a reader, or one in another thread. */
struct source {
	struct sok_reader *reader;
	struct cli_ahead *ahead;
};

struct sok_read_options
cli_read_options(const struct cli *c, const struct cli_operand *op)
{
	struct sok_read_options o = c->read;

	o.name = op->name;
	return o;
}

static struct cli_operand
operand(const struct cli *c, size_t i)
{
	struct cli_operand op = {
	    .path = c->operand[i],
	    .name = c->operand[i],
	    .index = i,
	    .is_stdin = strcmp(c->operand[i], "-") == 0,
	};

	if (op.is_stdin)
		op.name = c->stdin_name;
	return op;
}

static int
next(struct cli *c, const struct source *s, struct sok_puzzle **p,
    struct sok_arena **a)
{
	if (s->ahead != NULL)
		return cli_ahead_read(s->ahead, cli_sink(c), p, a);
	*a = sok_reader_arena(s->reader);
	return sok_read(s->reader, p);
}

static int
deliver_header(struct cli *c, const struct cli_operand *op,
    const struct source *s, const struct cli_work *w)
{
	struct sok_header *h = s->ahead != NULL ? cli_ahead_header(s->ahead)
	                                        : sok_reader_header(s->reader);

	h->later = c->headed;
	c->headed = true;
	if (h->file == NULL)
		h->file = op->name;
	return w->header == NULL ? 0 : w->header(c, h);
}

static int
deliver_puzzle(struct cli *c, struct sok_puzzle *p, struct sok_arena *a,
    const struct cli_work *w)
{
	if (w->puzzle == NULL || (c->select != NULL && !cli_selected(c, p, a)))
		return 0;
	if (w->puzzle(c, p, a) < 0)
		return -1;
	return cli_output_failed(c) ? -1 : 0;
}

static void
progress(struct cli *c, const struct cli_operand *op, const struct source *s)
{
	cli_progress(c, op, 1,
	    s->ahead != NULL ? cli_ahead_bytes(s->ahead)
	                     : sok_reader_bytes(s->reader));
}

/* All puzzles of a source that can be selected; 0, -1 as in cli_work. */
static int
read_puzzles(struct cli *c, const struct cli_operand *op,
    const struct source *s, const struct cli_work *w)
{
	struct sok_puzzle *p;
	struct sok_arena *a;
	size_t number = 0;
	bool headed = false;
	int got;

	while ((got = next(c, s, &p, &a)) >= 0) {
		if (!headed && deliver_header(c, op, s, w) < 0)
			return -1;
		headed = true;
		if (got == 0)
			break;
		if (p->number > 0)
			number = p->number;
		if (c->progress != NULL)
			progress(c, op, s);
		if (deliver_puzzle(c, p, a, w) < 0)
			return -1;
		if (c->select != NULL && cli_select_past(c->select, number))
			return 0;
	}
	if (got < 0)
		cli_trouble(c, op->name, errno);
	else
		cli_select_missed(c, op->name, number);
	return 0;
}

/* ---- reading ahead */

/* Begin to read an operand whose turn has not come.  What is no plain file
 * may wait for us, and what cannot be opened is said in its turn. */
static struct cli_ahead *
open_ahead(const struct cli *c, size_t i)
{
	struct cli_operand op = operand(c, i);
	struct sok_read_options o = cli_read_options(c, &op);
	struct cli_ahead *h = NULL;
	struct stat st;
	int fd;

	if (op.is_stdin || stat(op.path, &st) == -1 || !S_ISREG(st.st_mode))
		return NULL;
	fd = open(op.path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd >= 0)
		h = cli_ahead_open(fd, &o, i);
	if (fd >= 0)
		close(fd);
	return h;
}

/* The reader of this operand, and begin those of the next ones: -j N has
 * N - 1 of them. */
static struct cli_ahead *
take_ahead(struct cli *c, const struct cli_operand *op)
{
	struct sok_read_options o = cli_read_options(c, op);
	size_t jobs = (size_t)c->jobs, most = op->index + jobs - 1;
	struct cli_ahead **slot, *mine;

	if (c->ahead == NULL)
		return cli_ahead_open(op->fd, &o, op->index);
	for (size_t i = op->index; i < most && i < c->noperands; i++) {
		slot = &c->ahead[i % jobs];
		/* One whose turn passed when its file was gone. */
		if (*slot != NULL && cli_ahead_operand(*slot) != i) {
			cli_ahead_close(*slot);
			*slot = NULL;
		}
		if (*slot == NULL)
			*slot = i == op->index ? cli_ahead_open(op->fd, &o, i)
			                       : open_ahead(c, i);
	}
	slot = &c->ahead[op->index % jobs];
	mine = *slot;
	*slot = NULL;
	return mine;
}

int
cli_puzzles(
    struct cli *c, const struct cli_operand *op, const struct cli_work *w)
{
	struct sok_read_options o = cli_read_options(c, op);
	struct source s = {NULL, NULL};
	int done, error;

	if (c->jobs > 1)
		s.ahead = take_ahead(c, op);
	if (s.ahead == NULL)
		s.reader = sok_reader_open(op->fd, &o, cli_sink(c));
	if (s.ahead == NULL && s.reader == NULL) {
		cli_trouble(c, op->name, errno);
		return 0;
	}
	done = read_puzzles(c, op, &s, w);
	error = errno;
	cli_ahead_close(s.ahead);
	sok_reader_close(s.reader);
	errno = error;
	return done;
}

/* A descriptor, or -1 with errno. */
static int
open_operand(const struct cli *c, const struct cli_operand *op)
{
	struct stat st;
	int fd = STDIN_FILENO;

	if (op->is_stdin && c->no_fd[STDIN_FILENO]) {
		errno = EBADF;
		return -1;
	}
	if (!op->is_stdin)
		fd = open(op->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd >= 0 && fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) {
		if (!op->is_stdin)
			close(fd);
		errno = EISDIR;
		return -1;
	}
	return fd;
}

static int
do_operand(struct cli *c, struct cli_operand *op, bool open,
    int (*fn)(struct cli *c, const struct cli_operand *op, const void *arg),
    const void *arg)
{
	int done, error;

	op->fd = open ? open_operand(c, op) : -1;
	if (open && op->fd < 0) {
		cli_trouble(c, op->name, errno);
		return 0;
	}
	done = fn(c, op, arg);
	error = errno;
	if (open && !op->is_stdin)
		close(op->fd);
	cli_flush(c);
	errno = error;
	return done;
}

void
cli_each(struct cli *c, bool open,
    int (*fn)(struct cli *c, const struct cli_operand *op, const void *arg),
    const void *arg)
{
	for (size_t i = 0; i < c->noperands; i++) {
		struct cli_operand op = operand(c, i);

		if (do_operand(c, &op, open, fn, arg) < 0) {
			/* What is wrong with the output was said. */
			if (!cli_output_failed(c))
				cli_trouble(c, op.name, errno);
			return;
		}
	}
}

static int
run_operand(struct cli *c, const struct cli_operand *op, const void *arg)
{
	const struct cli_work *w = arg;

	if (w->begin != NULL && w->begin(c, op) < 0)
		return -1;
	if (cli_puzzles(c, op, w) < 0)
		return -1;
	return w->end == NULL ? 0 : w->end(c, op);
}

void
cli_run(struct cli *c, const struct cli_work *w)
{
	size_t jobs = (size_t)c->jobs;

	/* Without memory for it each operand is read in its turn. */
	if (jobs > 1)
		c->ahead = calloc(jobs, sizeof(struct cli_ahead *));
	cli_each(c, true, run_operand, w);
	for (size_t i = 0; c->ahead != NULL && i < jobs; i++)
		cli_ahead_close(c->ahead[i]);
	free(c->ahead);
	c->ahead = NULL;
}
