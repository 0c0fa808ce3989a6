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
is_sound(struct cli *c, const struct sok_puzzle *p, struct sok_arena *a)
{
	const struct sok_board *b = &p->board;
	int x, y;

	if (!p->has_board || b->players != 1 || b->boxes == 0 ||
	    b->boxes != b->goals)
		return false;
	int closed = sok_board_closed(b, &x, &y, a);
	cli_enough(c, closed != -1);
	return closed == 1;
}

/* Whether the first bytes of a file are of a format, or show a puzzle. */
static bool
shows_puzzle(struct cli *c, struct sok_str head)
{
	struct sok_read_options o = c->read;
	struct sok_sink quiet = {.fn = NULL};
	struct sok_puzzle *p;
	bool found = false;

	if (o.format == NULL && !sok_format_is_text(sok_format_detect(head)))
		return true;
	o.chunk = CLI_LOOK;
	struct sok_reader *r = sok_reader_open_memory(head, &o, &quiet);
	cli_enough(c, r != NULL);
	while (!found && sok_read(r, &p) == 1)
		found = is_sound(c, p, sok_reader_arena(r));
	sok_reader_close(r);
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
head_shows_puzzle(struct cli *c, int fd, struct sok_stream *from, char *head)
{
	ptrdiff_t n = read_head(fd, from, head);

	return n == -1 || shows_puzzle(c, (struct sok_str){head, (size_t)n});
}

bool
account_looks(struct cli *c, int fd)
{
	struct sok_packed *p = sok_packed_open(fd, &c->limits, c->unpacker);
	char *head = malloc(CLI_LOOK);
	struct sok_member m;
	bool found = false;
	size_t looked = 0;
	int got = 1;

	cli_enough(c, p != NULL && head != NULL);
	if (sok_packed_kind(p) != SOK_ARCHIVE) {
		found = head_shows_puzzle(c, fd, sok_packed_stream(p), head);
		got = 0;
	}
	while (!found && got == 1 && looked < MEMBERS) {
		got = sok_packed_next(p, &m);
		if (got == 1 && m.skip == NULL &&
		    sok_packed_enter(p, &m) == 0) {
			looked++;
			found = m.holds ||
			    head_shows_puzzle(
			        c, -1, sok_packed_stream(p), head);
		}
	}
	/* Nobody knows what is in an archive that cannot be read. */
	found = found || (got == -1 && looked == 0);
	free(head);
	sok_packed_close(p);
	return found;
}

/* The bytes that were looked at, and the rest of the stream. */
static ptrdiff_t
read_again(struct sok_stream *s, char *buf, size_t size)
{
	struct account_stream *again = (struct account_stream *)s;
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
		s->fault = again->rest->fault;
	}
	return got;
}

bool
account_looks_ahead(
    struct cli *c, struct sok_stream *from, struct account_stream *again)
{
	*again = (struct account_stream){.stream.read = read_again};
	ptrdiff_t n = read_head(-1, from, again->head);
	if (n == -1)
		return true;
	again->n = (size_t)n;
	again->rest = from;
	return shows_puzzle(c, (struct sok_str){again->head, again->n});
}

/* ---- the account */

void
account_passed(struct cli *c, const char *name, const char *reason)
{
	if (c->verbose && !c->shut)
		cli_remark(c, "%s: not read: %s", name, reason);
}

void
account_left(
    struct cli *c, const char *name, const char *below, const char *reason)
{
	struct account *a = &c->account;

	if (c->shut)
		return;
	account_passed(c, name, reason);
	if (a->left++ >= SHOWN)
		return;
	if (a->names.len > 0)
		sok_buf_add(&a->names, SOK_STR(", "));
	sok_buf_add(&a->names, sok_str(below));
	cli_enough(c, !a->names.failed);
}

void
account_add(struct cli *c, struct account *to, struct account *from)
{
	bool fits = to->left < SHOWN && from->names.len > 0;

	to->read += from->read;
	to->left += from->left;
	if (fits && to->names.len > 0)
		sok_buf_add(&to->names, SOK_STR(", "));
	if (fits)
		sok_buf_add(&to->names, sok_buf_str(&from->names));
	cli_enough(c, !to->names.failed);
	sok_buf_free(&from->names);
	*from = (struct account){0};
}

/* Print a warning on standard error, also if findings go elsewhere. */
static void
warn(struct cli *c, const char *name, struct sok_str message)
{
	struct sok_finding f = {.rule = SOK_NOT_READ_RULE,
	    .severity = SOK_WARNING,
	    .pos = {.file = name},
	    .message = message};

	cli_progress_clear(c);
	cli_flush_output(c);
	cli_finding(c, &f);
	cli_flush(c);
}

void
account_unread(struct cli *c, const char *name, int errnum)
{
	struct sok_buf b = {0};

	if (c->shut)
		return;
	sok_buf_fmt(&b, "not read: %s", cli_reason(errnum));
	cli_enough(c, !b.failed);
	warn(c, name, sok_buf_str(&b));
	sok_buf_free(&b);
	if (c->strict && !c->exit_zero)
		cli_raise(c, CLI_NO);
}

void
account_nothing(struct cli *c, const char *name)
{
	struct sok_pos pos = {.file = name};

	sok_report_as(&c->sink, SOK_WARNING, SOK_NO_PUZZLE_RULE, pos, NULL,
	    NULL, "none of its files was read");
}

void
account_end(struct cli *c, struct account *a, const struct cli_operand *op)
{
	bool (*whole)(struct cli *, const struct cli_operand *) =
	    c->program->whole;
	struct sok_buf b = {0};
	bool said = whole != NULL && whole(c, op);

	/* Other errors say why. */
	if (a->read == 0 && cli_status(c) < CLI_TROUBLE) {
		if (!said)
			account_nothing(c, op->name);
		if (!c->exit_zero)
			cli_raise(c, CLI_NO);
	}
	if (a->left > 0 && !c->quiet && !c->sink.off[SOK_NOT_READ_RULE]) {
		sok_buf_fmt(&b, "%zu file%s with puzzles not read (", a->left,
		    a->left == 1 ? "" : "s");
		sok_buf_add(&b, sok_buf_str(&a->names));
		sok_buf_add(
		    &b, a->left > SHOWN ? SOK_STR(", ...)") : SOK_STR(")"));
		sok_buf_add(&b, SOK_STR(": --include='*' reads them"));
		cli_enough(c, !b.failed);
		warn(c, op->name, sok_buf_str(&b));
		sok_buf_free(&b);
	}
	sok_buf_free(&a->names);
	*a = (struct account){0};
}
