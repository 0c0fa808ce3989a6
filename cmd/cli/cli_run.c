/*
 * cli_run.c - the loop over operands and puzzles that calls the functions of a
 * program.
 */
#include <errno.h>

#include "cli/cli_private.h"
#include "jobs/jobs.h"

struct sok_read_options
cli_read_options(const struct cli *c, const struct cli_operand *op)
{
	struct sok_read_options o = c->read;

	o.name = op->name;
	return o;
}

struct sok_reader *
cli_reader(
    const struct cli *c, const struct cli_operand *op, struct sok_sink *sink)
{
	struct sok_read_options o = cli_read_options(c, op);

	return op->stream == NULL
	    ? sok_reader_open(op->fd, &o, sink)
	    : sok_reader_open_stream(op->stream, &o, sink);
}

/* The source of puzzles: a reader or, with -j, the reading threads. */
struct source {
	struct sok_reader *r; /* NULL: the threads */
	struct jobs_place at; /* bytes only of the threads */
};

/* Pass the header on, before the first puzzle. */
static int
deliver_header(struct cli *c, const struct cli_operand *op,
    struct sok_header *h, const struct cli_work *w)
{
	h->later = c->headed;
	h->merged = c->merges;
	c->headed = true;
	if (h->file == NULL)
		h->file = op->name;
	return w->header(c, h);
}

static int
deliver(struct cli *c, struct sok_puzzle *p, struct sok_arena *a,
    const struct cli_work *w)
{
	if (c->select != NULL && !cli_selected(c, p, a))
		return 0;
	if (c->ready != NULL && c->ready->error != 0) {
		errno = c->ready->error;
		return -1;
	}
	if (w->puzzle(c, p, a) < 0)
		return -1;
	return cli_output_failed(c) ? -1 : 0;
}

/* Report errno as an error of reading. */
static void
cannot_read(struct cli *c, const struct cli_operand *op, const struct source *s)
{
	const struct sok_format *f =
	    s->r != NULL ? sok_reader_format(s->r) : s->at.format;
	const char *lacks =
	    errno == ENOSYS && f != NULL ? sok_format_lacks(f) : NULL;

	if (lacks == NULL)
		cli_read_trouble(c, op, errno);
	else
		cli_error(c,
		    "%s: reading %s needs %s, which this build does not have",
		    op->name, f->name, lacks);
}

/* Process the puzzles of a source; 0, -1 as in cli_work. */
static int
read_puzzles(struct cli *c, const struct cli_operand *op, struct source *s,
    const struct cli_work *w)
{
	struct sok_puzzle *p;
	bool headed = false;
	int got;

	c->last = 0;
	cli_select_begin(c->select);
	for (;;) {
		c->reading = true;
		got = s->r != NULL ? sok_read(s->r, &p)
		                   : jobs_next(c->ahead, &p, &s->at);
		c->reading = false;
		if (got < 0) {
			cannot_read(c, op, s);
			return 0;
		}
		if (!headed && deliver_header(c, op, s->at.header, w) < 0)
			return -1;
		headed = true;
		if (got == 0) {
			cli_select_missed(c, op->name, c->last);
			return 0;
		}
		if (p->number > 0)
			c->last = p->number;
		if (c->progress != NULL)
			cli_progress(c, op, 1,
			    s->r != NULL ? sok_reader_bytes(s->r)
			                 : s->at.bytes);
		if (deliver(c, p, s->at.arena, w) < 0)
			return -1;
		/* The rest of the operand may be of no interest. */
		if (c->select != NULL && (!c->counts || op->last) &&
		    cli_select_past(c->select, c->last))
			return 0;
	}
}

int
cli_puzzles(
    struct cli *c, const struct cli_operand *op, const struct cli_work *w)
{
	struct source s = {.r = NULL};
	int done, error;

	if (c->ahead == NULL) {
		s.r = cli_reader(c, op, cli_sink(c));
		if (s.r == NULL) {
			cli_trouble(c, op->name, errno);
			return 0;
		}
		s.at.header = sok_reader_header(s.r);
		s.at.arena = sok_reader_arena(s.r);
	}
	done = read_puzzles(c, op, &s, w);
	error = errno;
	sok_reader_close(s.r);
	errno = error;
	return done;
}

void
cli_each(struct cli *c, const struct cli_each *each)
{
	int done = 0;

	files_open(c, each);
	for (size_t i = 0; i < c->noperands && done == 0; i++) {
		if (c->files == NULL || !files_operand(c, i))
			done = cli_operand(c, i, each);
		else if (cli_output_failed(c))
			done = -1;
	}
	files_close(c);
	c->each = NULL;
}

bool
cli_report_nothing(struct cli *c, const struct cli_operand *op,
    enum sok_rule rule, enum sok_severity severity, const char *what)
{
	struct sok_pos pos = {op->name, !op->holds, !op->holds};

	if (c->select != NULL || cli_status(c) == CLI_TROUBLE)
		return false;
	sok_report_as(&c->sink, severity, rule, pos, NULL, NULL, "%s in %s",
	    what, op->holds ? "any of its files" : "this file");
	return true;
}

static int
run_operand(struct cli *c, const struct cli_operand *op)
{
	const struct cli_work *w = c->each->work;
	int r;

	/* A folder or archive may contain any number of collections. */
	c->merges = c->merges || op->met;
	r = cli_puzzles(c, op, w);
	if (r >= 0 && w->end != NULL)
		r = w->end(c, op);
	return r;
}

void
cli_run(struct cli *c, const struct cli_work *w)
{
	c->merges = c->noperands > 1;
	if (cli_can_read_ahead(c))
		c->ahead = jobs_open(c, w);
	cli_each(
	    c, &(struct cli_each){.open = true, .fn = run_operand, .work = w});
	jobs_close(c->ahead);
	c->ahead = NULL;
	c->ready = NULL;
}
