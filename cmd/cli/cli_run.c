/* cli_run.c - the loop over operands and puzzles that calls the functions of a
 * program. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/source.h"
#include "format/format.h"
#include "io/io.h"
#include "jobs/jobs.h"
#include "text/text.h"

/* ---- the run */

struct sok_reader *
cli_reader(
    const struct cli *cli, const struct cli_operand *op, struct sok_sink *sink)
{
	struct sok_read_options options = cli->read;

	options.name = op->name;
	if (op->regular && op->stream == NULL)
		options.idle = NULL;
	return op->stream == NULL
	    ? sok_reader_open(op->fd, &options, sink)
	    : sok_reader_open_stream(op->stream, &options, sink);
}

/* Pass the header of an operand to the program; 0, -1 as it did. */
static int
pass_header(
    struct cli *cli, const struct cli_operand *op, struct sok_header *header)
{
	/* A folder or archive may have several collections. */
	header->merged =
	    cli->each == cli_puzzles && (cli->operands.n > 1 || op->met);
	header->later = cli->headed;
	if (header->file == NULL)
		header->file = op->name;
	cli->headed = true;
	return cli->program->header(cli, header) < 0 ? -1 : 0;
}

/* Pass a puzzle to the program if it is selected; 0, -1 as the program did, and
 * if the output has failed. */
static int
pass_puzzle(struct cli *cli, const struct cli_operand *op,
    struct sok_puzzle *puzzle, const struct jobs_place *at)
{
	if (puzzle->number > 0)
		cli->last = puzzle->number;
	if (cli->progress != NULL)
		cli_progress(cli, op, 1, at->bytes);
	if ((cli->select == NULL || cli_selected(cli, puzzle, at->arena)) &&
	    ((cli->ahead != NULL && jobs_ready(cli->ahead) == -1) ||
	        cli->program->puzzle(cli, puzzle, at->arena) < 0 ||
	        cli_output_failed(cli)))
		return -1;
	if (cli->line_buffered)
		cli_flush_output(cli);
	return 0;
}

/* A reader of the operand, and what it says about its place; NULL if it cannot
 * be opened, which was reported. */
static struct sok_reader *
open_reader(
    struct cli *cli, const struct cli_operand *op, struct jobs_place *at)
{
	struct sok_reader *reader = cli_reader(cli, op, cli_sink(cli));

	if (reader == NULL) {
		cli_trouble(cli, op->name, errno);
		return NULL;
	}
	at->header = sok_reader_header(reader);
	at->arena = sok_reader_arena(reader);
	return reader;
}

int
cli_puzzles(struct cli *cli, const struct cli_operand *op)
{
	struct jobs_place at = {.header = NULL};
	struct sok_reader *reader = NULL;
	struct jobs *jobs = cli->ahead;
	struct sok_puzzle *puzzle;
	bool headed = false;
	int done = 0;

	if (jobs == NULL)
		reader = open_reader(cli, op, &at);
	cli->last = 0;
	cli->selected = true;
	for (bool more = jobs != NULL || reader != NULL; more;) {
		cli->reading = true;
		int got = reader != NULL ? sok_read(reader, &puzzle)
		                         : jobs_next(jobs, &puzzle, &at);
		cli->reading = false;
		if (cli->progress != NULL && reader != NULL)
			at.bytes = sok_reader_bytes(reader);
		if (got < 0) {
			if (reader != NULL)
				at.format = sok_reader_format(reader);
			cli_read_trouble(cli, op, at.format, errno);
			break;
		}
		if (!headed)
			done = pass_header(cli, op, at.header);
		headed = true;
		if (done == 0 && got == 0)
			cli_select_missed(cli, op->name, cli->last);
		if (done == 0 && got == 1)
			done = pass_puzzle(cli, op, puzzle, &at);
		/* The rest of the operand may be of no interest. */
		more = done == 0 && got == 1 &&
		    !((!cli->counts || op->last) &&
		        cli_select_past(cli->select, cli->last));
	}
	int error = errno;
	sok_reader_close(reader);
	errno = error;
	if (done == 0 && cli->program->end != NULL)
		done = cli->program->end(cli, op);
	return done;
}

void
cli_each(struct cli *cli, bool open, cli_file_fn *fn)
{
	struct cli_operand op;
	struct source source;
	int done = 0;

	cli->each = fn;
	cli->opens = open;
	cli->nread = 0;
	cli_check_claims(cli);
	files_open(cli);
	source_open(&source, cli, 0, cli->operands.n);
	while (done == 0 && source_next(&source, &op))
		done = source_done(&source, &op, fn(cli, &op));
	source_close(&source);
	files_close(cli);
	cli->each = NULL;
}

bool
cli_report_nothing(struct cli *cli, const struct cli_operand *op,
    enum sok_rule rule, enum sok_severity severity, const char *what)
{
	struct sok_pos pos = {op->name, !op->holds, !op->holds};

	if (cli->select != NULL || cli->sink.passed ||
	    cli_status(cli) == CLI_TROUBLE)
		return false;
	/* Of many parts of a large collection some may be empty. */
	if (cli->read.format != NULL &&
	    (cli->read.format->flags & SOK_PARTS) != 0)
		return false;
	sok_report_as(&cli->sink, severity, rule, pos, NULL, NULL, "%s in %s",
	    what, op->holds ? "any of its files" : "this file");
	return true;
}

void
cli_run(struct cli *cli)
{
	const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
	const struct cli_program *program = cli->program;
	/* The ids that -s may need are much to do. */
	bool light = cli->select == NULL && program->light != NULL &&
	    program->light(cli);
	bool ahead = cli->jobs > 1 && !light;
	struct stat st;

	cli_check_claims(cli);
	/* Threads can read the operands if none is packed or a folder. */
	for (size_t i = 0; i < cli->operands.n && ahead; i++) {
		const char *name = cli->operands.name[i], *packed;
		bool dash = strcmp(name, "-") == 0;
		int fd = dash ? STDIN_FILENO : open(name, flags);

		if (fd == -1 || (dash && cli->no_fd[STDIN_FILENO]))
			continue;
		if (dash) {
			/* Its first bytes are kept for the reader. */
			struct sok_packed *input = cli->standard_input =
			    sok_packed_open(fd, &cli->limits, cli->unpacker);
			ahead = input == NULL ||
			    sok_packed_kind(input) != SOK_ARCHIVE;
			continue;
		}
		ahead = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
		    sok_packed_detect(fd, &packed) == 0;
		close(fd);
	}

	if (ahead)
		cli->ahead = jobs_open(cli);
	cli_each(cli, true, cli_puzzles);
	jobs_close(cli->ahead);
	cli->ahead = NULL;
	cli->ready = NULL;
}
