/* cli_run.c - the loop over operands and puzzles that calls the functions of a
 * program. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/cli_private.h"
#include "format/format.h"
#include "io/io.h"
#include "jobs/jobs.h"
#include "text/text.h"

/* ---- the run */

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
 * -1 as the program did. */
static int
read_puzzles(struct cli *c, const struct cli_operand *op, struct sok_reader *r)
{
	const struct cli_program *program = c->program;
	const struct cli_select *s = c->select;
	struct jobs_place at = {.header = NULL};
	struct jobs *j = c->ahead;
	struct sok_puzzle *p;
	bool headed = false;

	if (r != NULL) {
		at.header = sok_reader_header(r);
		at.arena = sok_reader_arena(r);
	}
	c->last = 0;
	c->selected = true;
	for (;;) {
		c->reading = true;
		int got = r != NULL ? sok_read(r, &p) : jobs_next(j, &p, &at);
		c->reading = false;
		if (got < 0) {
			if (r != NULL)
				at.format = sok_reader_format(r);
			cli_read_trouble(c, op, at.format, errno);
			return 0;
		}
		if (!headed) {
			struct sok_header *h = at.header;

			/* A folder or archive may have several collections. */
			h->merged = c->each == cli_puzzles &&
			    (c->operands.n > 1 || op->met);
			h->later = c->headed;
			if (h->file == NULL)
				h->file = op->name;
			headed = c->headed = true;
			if (program->header(c, h) < 0)
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
		if ((s == NULL || cli_selected(c, p, at.arena)) &&
		    ((r == NULL && jobs_ready(j) == -1) ||
		        program->puzzle(c, p, at.arena) < 0 ||
		        cli_output_failed(c)))
			return -1;
		if (c->line_buffered)
			cli_flush_output(c);
		/* The rest of the operand may be of no interest. */
		if ((!c->counts || op->last) && cli_select_past(s, c->last))
			return 0;
	}
}

int
cli_puzzles(struct cli *c, const struct cli_operand *op)
{
	struct sok_reader *r = NULL;
	int done = 0;

	if (c->ahead == NULL)
		r = cli_reader(c, op, cli_sink(c));
	if (c->ahead == NULL && r == NULL)
		cli_trouble(c, op->name, errno);
	else
		done = read_puzzles(c, op, r);
	int error = errno;
	sok_reader_close(r);
	errno = error;
	if (done == 0 && c->program->end != NULL)
		done = c->program->end(c, op);
	return done;
}

void
cli_each(struct cli *c, bool open, cli_file_fn *fn)
{
	int done = 0;
	size_t tree = 0;

	c->each = fn;
	c->opens = open;
	c->nread = 0;
	cli_check_claims(c);
	files_open(c);
	for (size_t i = 0; i < c->operands.n && done == 0; i++) {
		if (!c->shut)
			tree = cli_end_trees(c, tree, i);
		if (c->files == NULL || !files_operand(c, i))
			done = cli_operand(c, i);
		else if (cli_output_failed(c))
			done = -1;
		if (tree < c->ntrees && c->tree[tree].begin <= i && !c->shut)
			account_add(c, &c->tree[tree].account, &c->account);
	}
	if (done == 0 && !c->shut)
		(void)cli_end_trees(c, tree, c->operands.n);
	files_close(c);
	c->each = NULL;
}

bool
cli_report_nothing(struct cli *c, const struct cli_operand *op,
    enum sok_rule rule, enum sok_severity severity, const char *what)
{
	struct sok_pos pos = {op->name, !op->holds, !op->holds};

	if (c->select != NULL || c->sink.passed || cli_status(c) == CLI_TROUBLE)
		return false;
	/* Of many parts of a large collection some may be empty. */
	if (c->read.format != NULL && (c->read.format->flags & SOK_PARTS) != 0)
		return false;
	sok_report_as(&c->sink, severity, rule, pos, NULL, NULL, "%s in %s",
	    what, op->holds ? "any of its files" : "this file");
	return true;
}

void
cli_run(struct cli *c)
{
	const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
	bool ahead = c->jobs > 1;
	struct stat st;

	cli_check_claims(c);
	/* Threads can read the operands if none is packed or a folder. */
	for (size_t i = 0; i < c->operands.n && ahead; i++) {
		const char *name = c->operands.v[i], *packed;
		bool dash = strcmp(name, "-") == 0;
		int fd = dash ? STDIN_FILENO : open(name, flags);

		if (fd == -1 || (dash && c->no_fd[STDIN_FILENO]))
			continue;
		if (dash) {
			/* Its first bytes are kept for the reader. */
			struct sok_packed *p = c->standard_input =
			    sok_packed_open(fd, &c->limits, c->unpacker);
			ahead = p == NULL || sok_packed_kind(p) != SOK_ARCHIVE;
			continue;
		}
		ahead = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
		    sok_packed_detect(fd, &packed) == 0;
		close(fd);
	}

	if (ahead)
		c->ahead = jobs_open(c);
	cli_each(c, true, cli_puzzles);
	jobs_close(c->ahead);
	c->ahead = NULL;
	c->ready = NULL;
}
