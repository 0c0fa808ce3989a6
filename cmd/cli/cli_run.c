/*
 * cli_run.c - the loop over operands and puzzles that calls the functions of a
 * program.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli_private.h"
#include "jobs/jobs.h"

struct sok_reader *
cli_reader(
    const struct cli *c, const struct cli_operand *op, struct sok_sink *sink)
{
	struct sok_read_options o = c->read;

	o.name = op->name;
	return op->stream == NULL
	    ? sok_reader_open(op->fd, &o, sink)
	    : sok_reader_open_stream(op->stream, &o, sink);
}

/* Process the puzzles of a reader or, if it is NULL, of the reading threads; 0,
 * -1 as in cli_work. */
static int
read_puzzles(struct cli *c, const struct cli_operand *op, struct sok_reader *r,
    const struct cli_work *w)
{
	struct jobs_place at = {.header = NULL};
	struct sok_header *h;
	struct sok_puzzle *p;
	bool headed = false;
	int got;

	if (r != NULL) {
		at.header = sok_reader_header(r);
		at.arena = sok_reader_arena(r);
	}
	c->last = 0;
	c->selected = true;
	for (;;) {
		c->reading = true;
		got =
		    r != NULL ? sok_read(r, &p) : jobs_next(c->ahead, &p, &at);
		c->reading = false;
		if (got < 0) {
			if (r != NULL)
				at.format = sok_reader_format(r);
			cli_read_trouble(c, op, at.format, errno);
			return 0;
		}
		if (!headed) {
			h = at.header;
			h->later = c->headed;
			h->merged = c->merges;
			if (h->file == NULL)
				h->file = op->name;
			headed = c->headed = true;
			if (w->header(c, h) < 0)
				return -1;
		}
		if (got == 0) {
			cli_select_missed(c, op->name, c->last);
			return 0;
		}

		if (p->number > 0)
			c->last = p->number;
		if (c->progress != NULL)
			cli_progress(c, op, 1,
			    r != NULL ? sok_reader_bytes(r) : at.bytes);
		if (c->select == NULL || cli_selected(c, p, at.arena)) {
			if (c->ahead != NULL && jobs_ready(c->ahead) == -1)
				return -1;
			if (w->puzzle(c, p, at.arena) < 0 ||
			    cli_output_failed(c))
				return -1;
		}
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
	struct sok_reader *r = NULL;
	int done, error;

	if (c->ahead == NULL) {
		r = cli_reader(c, op, cli_sink(c));
		if (r == NULL) {
			cli_trouble(c, op->name, errno);
			return 0;
		}
	}
	done = read_puzzles(c, op, r, w);
	error = errno;
	sok_reader_close(r);
	errno = error;
	return done;
}

void
cli_each(struct cli *c, bool open, cli_file_fn *fn)
{
	int done = 0;

	c->each = fn;
	c->opens = open;
	files_open(c);
	for (size_t i = 0; i < c->noperands && done == 0; i++) {
		if (c->files == NULL || !files_operand(c, i))
			done = cli_operand(c, i);
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
	int r;

	/* A folder or archive may contain any number of collections. */
	c->merges = c->merges || op->met;
	r = cli_puzzles(c, op, c->work);
	if (r >= 0 && c->work->end != NULL)
		r = c->work->end(c, op);
	return r;
}

void
cli_run(struct cli *c, const struct cli_work *w)
{
	bool ahead = c->jobs > 1;
	struct sok_packed *p;
	struct stat st;
	int fd;

	/* Threads can read the operands if none is packed or a folder. */
	for (size_t i = 0; i < c->noperands && ahead; i++) {
		/* The first bytes of standard input are kept for the reader. */
		if (strcmp(c->operand[i], "-") == 0) {
			p = c->standard_input;
			if (p == NULL && !c->no_fd[STDIN_FILENO])
				p = sok_packed_open(
				    STDIN_FILENO, NULL, &c->limits);
			c->standard_input = p;
			ahead = p == NULL || sok_packed_kind(p) != SOK_ARCHIVE;
			continue;
		}
		fd = open(c->operand[i],
		    O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
		if (fd == -1)
			continue;
		p = NULL;
		if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
			p = sok_packed_open(fd, NULL, &c->limits);
		ahead = p != NULL && sok_packed_kind(p) == SOK_PLAIN;
		sok_packed_close(p);
		close(fd);
	}

	c->merges = c->noperands > 1;
	if (ahead)
		c->ahead = jobs_open(c, w);
	c->work = w;
	cli_each(c, true, run_operand);
	c->work = NULL;
	jobs_close(c->ahead);
	c->ahead = NULL;
	c->ready = NULL;
}
