/* account.c - what happens to the files of a folder or an archive: those that
 * are not read although they hold puzzles are named at its end, and a folder or
 * an archive in which nothing was read is reported. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/cli_private.h"
#include "format/format.h"
#include "io/io.h"
#include "text/text.h"

#define SHOWN 10    /* names in the message; -v prints all of them */
#define MEMBERS 256 /* of an archive, that are looked at */

/* ---- whether a file holds puzzles */

/* Whether a puzzle has a closed board, one player, and as many boxes as goals,
 * at least one. */
static bool
is_sound(
    struct cli *cli, const struct sok_puzzle *puzzle, struct sok_arena *arena)
{
	const struct sok_board *board = &puzzle->board;
	int x, y;

	if (!puzzle->has_board || board->players != 1 || board->boxes == 0 ||
	    board->boxes != board->goals)
		return false;
	int closed = sok_board_closed(board, &x, &y, arena);
	cli_enough(cli, closed != -1);
	return closed == 1;
}

/* Whether the first bytes of a file are of a format, or show a puzzle. */
static bool
shows_puzzle(struct cli *cli, struct sok_str head)
{
	struct sok_read_options options = cli->read;
	struct sok_sink quiet = {.fn = NULL};
	struct sok_puzzle *puzzle;
	bool found = false;

	if (options.format == NULL &&
	    !sok_format_is_text(sok_format_detect(head)))
		return true;
	options.chunk = CLI_LOOK;
	struct sok_reader *reader =
	    sok_reader_open_memory(head, &options, &quiet);
	cli_enough(cli, reader != NULL);
	while (!found && sok_read(reader, &puzzle) == 1)
		found = is_sound(cli, puzzle, sok_reader_arena(reader));
	sok_reader_close(reader);
	return found;
}

/* Read the first bytes of a descriptor or, if it is not NULL, a stream: their
 * number; -1 if there are none because of an error. */
static ptrdiff_t
read_head(int fd, struct sok_stream *from, char *head)
{
	ptrdiff_t n = 0, got;

	do {
		size_t room = CLI_LOOK - (size_t)n;

		got = from != NULL ? from->read(from, head + n, room)
		                   : read(fd, head + n, room);
		n += got > 0 ? got : 0;
	} while (n < CLI_LOOK && (got > 0 || (got == -1 && errno == EINTR)));
	return n == 0 && got == -1 ? -1 : n;
}

/* Whether the file or an archive's member shows a puzzle.  One that cannot be
 * read may have some. */
static bool
head_shows_puzzle(struct cli *cli, int fd, struct sok_stream *from, char *head)
{
	ptrdiff_t n = read_head(fd, from, head);

	return n == -1 || shows_puzzle(cli, (struct sok_str){head, (size_t)n});
}

bool
account_looks(struct cli *cli, int fd)
{
	struct sok_packed *packed =
	    sok_packed_open(fd, &cli->limits, cli->unpacker);
	char *head = malloc(CLI_LOOK);
	struct sok_member member;
	bool found = false;
	size_t looked = 0;
	int got = 1;

	cli_enough(cli, packed != NULL && head != NULL);
	if (sok_packed_kind(packed) != SOK_ARCHIVE) {
		found =
		    head_shows_puzzle(cli, fd, sok_packed_stream(packed), head);
		got = 0;
	}
	while (!found && got == 1 && looked < MEMBERS) {
		got = sok_packed_next(packed, &member);
		if (got == 1 && member.skip == NULL &&
		    sok_packed_enter(packed, &member) == 0) {
			looked++;
			found = !member.holds &&
			    head_shows_puzzle(
			        cli, -1, sok_packed_stream(packed), head);
		}
	}
	/* Nobody knows what is in an archive that cannot be read. */
	found = found || (got == -1 && looked == 0);
	free(head);
	sok_packed_close(packed);
	return found;
}

/* The bytes that were looked at, and the rest of the stream. */
static ptrdiff_t
read_again(struct sok_stream *stream, char *buf, size_t size)
{
	struct account_stream *again = (struct account_stream *)stream;
	size_t n = again->n - again->at;
	ptrdiff_t got = 0;

	if (n > 0) {
		n = n < size ? n : size;
		memcpy(buf, again->head + again->at, n);
		again->at += n;
		return (ptrdiff_t)n;
	}
	if (again->rest != NULL) {
		got = again->rest->read(again->rest, buf, size);
		stream->fault = again->rest->fault;
	}
	return got;
}

bool
account_looks_ahead(
    struct cli *cli, struct sok_stream *from, struct account_stream *again)
{
	*again = (struct account_stream){.stream.read = read_again};
	ptrdiff_t n = read_head(-1, from, again->head);
	if (n == -1)
		return true;
	again->n = (size_t)n;
	again->rest = from;
	return shows_puzzle(cli, (struct sok_str){again->head, again->n});
}

/* ---- the account */

void
account_passed(struct cli *cli, const char *name, const char *reason)
{
	if (cli->verbose && !cli->shut)
		cli_remark(cli, "%s: not read: %s", name, reason);
}

void
account_left(
    struct cli *cli, const char *name, const char *below, const char *reason)
{
	struct account *account = &cli->account;

	if (cli->shut)
		return;
	account_passed(cli, name, reason);
	if (account->left++ >= SHOWN)
		return;
	if (account->names.len > 0)
		sok_buf_add(&account->names, SOK_STR(", "));
	sok_buf_add(&account->names, sok_str(below));
	cli_enough(cli, !account->names.failed);
}

void
account_add(struct cli *cli, struct account *to, struct account *from)
{
	bool fits = to->left < SHOWN && from->names.len > 0;

	to->read += from->read;
	to->left += from->left;
	if (fits && to->names.len > 0)
		sok_buf_add(&to->names, SOK_STR(", "));
	if (fits)
		sok_buf_add(&to->names, sok_buf_str(&from->names));
	cli_enough(cli, !to->names.failed);
	sok_buf_free(&from->names);
	*from = (struct account){0};
}

/* Print a warning on standard error, also if findings go elsewhere. */
static void
warn(struct cli *cli, const char *name, struct sok_str message)
{
	struct sok_finding finding = {.rule = SOK_NOT_READ_RULE,
	    .severity = SOK_WARNING,
	    .pos = {.file = name},
	    .message = message};

	cli_progress_clear(cli);
	cli_flush_output(cli);
	cli_finding(cli, &finding);
	cli_flush(cli);
}

void
account_unread(struct cli *cli, const char *name, int errnum)
{
	struct sok_buf buf = {0};

	if (cli->shut)
		return;
	sok_buf_fmt(&buf, "not read: %s", cli_reason(errnum));
	cli_enough(cli, !buf.failed);
	warn(cli, name, sok_buf_str(&buf));
	sok_buf_free(&buf);
	if (cli->strict && !cli->exit_zero)
		cli_raise(cli, CLI_NO);
}

void
account_nothing(struct cli *cli, const char *name)
{
	struct sok_pos pos = {.file = name};

	sok_report_as(&cli->sink, SOK_WARNING, SOK_NO_PUZZLE_RULE, pos, NULL,
	    NULL, "none of its files was read");
}

void
account_end(
    struct cli *cli, struct account *account, const struct cli_operand *op)
{
	bool (*whole)(struct cli *, const struct cli_operand *) =
	    cli->program->whole;
	struct sok_buf buf = {0};
	bool said = whole != NULL && whole(cli, op);

	/* Other errors say why. */
	if (account->read == 0 && cli_status(cli) < CLI_TROUBLE) {
		if (!said)
			account_nothing(cli, op->name);
		if (!cli->exit_zero)
			cli_raise(cli, CLI_NO);
	}
	if (account->left > 0 && !cli->quiet &&
	    !cli->sink.off[SOK_NOT_READ_RULE]) {
		sok_buf_fmt(&buf, "%zu file%s with puzzles not read (",
		    account->left, account->left == 1 ? "" : "s");
		sok_buf_add(&buf, sok_buf_str(&account->names));
		sok_buf_add(&buf,
		    account->left > SHOWN ? SOK_STR(", ...)") : SOK_STR(")"));
		sok_buf_add(&buf, SOK_STR(": --include='*' reads them"));
		cli_enough(cli, !buf.failed);
		warn(cli, op->name, sok_buf_str(&buf));
		sok_buf_free(&buf);
	}
	sok_buf_free(&account->names);
	*account = (struct account){0};
}
