/* cli_operands.c - from operands of the command line to the files that are
 * read: themselves, unpacked if needed, files in folders, members of
 * archives. */
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

/* ---- names, which live as long as the run */

/* Names are aligned, and the table uses the lowest bits. */
static uint64_t
address(const char *name)
{
	return (uintptr_t)name >> 4 | (uint64_t)(uintptr_t)name << 60;
}

/* Store where the part of a name begins that is inside the operand. */
static void
note_inside(struct cli *cli, const char *name, size_t at)
{
	struct id_slot *slot = id_table_find(&cli->inside, address(name));

	cli_enough(cli, slot != NULL);
	slot->n = at;
}

const char *
cli_member_path(const struct cli *cli, const char *name)
{
	size_t n = id_table_get(&cli->inside, address(name));

	return n == 0 ? NULL : name + n;
}

/* ---- one that is read */

void
cli_read_trouble(struct cli *cli, const struct cli_operand *op,
    const struct sok_format *format, int errnum)
{
	const char *lacks = format != NULL ? sok_format_lacks(format) : NULL;

	if (errnum == ENOSYS && lacks != NULL)
		cli_error(cli,
		    "%s: reading %s needs %s, which this build does not have",
		    op->name, format->name, lacks);
	else if (op->stream != NULL && op->stream->fault != NULL)
		cli_error(cli, "%s: %s", op->name, op->stream->fault);
	else
		cli_trouble(cli, op->name, errnum);
}

/* Give the following work a status of its own; to end it, raise the status to
 * the one before, which is returned. */
static int
begin_status(struct cli *cli)
{
	int before = cli->sink.limit_hit ? CLI_TROUBLE : cli->status;

	cli->status = CLI_OK;
	cli->sink.limit_hit = cli->sink.passed = false;
	return before;
}

/* Process one file; 0, -1 as cli->each did. */
static int
do_one(struct cli *cli, struct cli_operand *op)
{
	int before = begin_status(cli);

	op->index = cli->nread++;
	/* Of a picture or a README in a folder less is expected. */
	cli->sink.level[SOK_BINARY_RULE] = op->met ? 1 + SOK_WARNING : 0;
	cli->sink.level[SOK_MOVES_WITHOUT_BOARD_RULE] =
	    op->met ? 1 + SOK_NOTE : 0;
	int done = cli->each(cli, op), error = errno;
	cli_raise(cli, before);
	cli->account.read += !cli->sink.passed && !cli->shut;
	cli->sink.passed = false;
	cli_flush(cli);
	/* An error of the output has been reported already. */
	if (done < 0 && !cli_output_failed(cli))
		cli_trouble(cli, op->name, error);
	return done;
}

/* Report what is wrong with the end of something that was read to its end: a
 * compressed file or a member of an archive. */
static void
check_end(
    struct cli *cli, const struct cli_operand *op, struct sok_packed *packed)
{
	while (sok_packed_end(packed) == -1)
		cli_error(cli, "%s: %s", op->name, sok_packed_fault(packed));
}

/* An archive in an archive is not opened.  One that was found in a folder only
 * goes into the account of the folder. */
static void
leave_archive(struct cli *cli, bool found, const char *name, const char *below,
    const char *packed)
{
	struct sok_buf why = {0};

	sok_buf_fmt(
	    &why, "an archive (%s) inside an archive is not opened", packed);
	sok_buf_addc(&why, '\0');
	cli_enough(cli, !why.failed);
	if (found)
		account_left(cli, name, below, why.s);
	else
		cli_error(cli, "%s: %s", name, why.s);
	/* If the account is not printed, the status has to tell it. */
	if (found && (cli->quiet || cli->strict))
		cli_raise(cli, CLI_TROUBLE);
	sok_buf_free(&why);
}

/* Whether the bytes of an open member are read; if they were looked at, *from
 * becomes `again`.  A member that is not read is put into the account. */
static bool
member_chosen(struct cli *cli, enum choice choice, const char *name,
    const char *below, struct sok_stream **from, struct account_stream *again)
{
	if (choice == CHOICE_READ)
		return true;
	if (!account_looks_ahead(cli, *from, again)) {
		account_passed(cli, name, choose_reason(choice));
		return false;
	}
	if (choice == CHOICE_LOOK)
		account_left(cli, name, below, CHOOSE_LEFT);
	*from = &again->stream;
	return choice == CHOICE_IF_FOUND;
}

/* Process a member of an archive under the name `archive:member`. */
static int
do_member(struct cli *cli, const struct cli_operand *outer,
    struct sok_member *member, struct sok_packed *packed)
{
	size_t at = strlen(outer->name) + 1;
	size_t below = outer->met ? (size_t)(outer->below - outer->name) : at;
	struct cli_operand op = {.fd = -1, .met = true};
	enum choice choice = choose_file(cli, member->path.s);
	struct sok_stream *from = NULL;
	struct account_stream again;
	struct sok_buf name = {0};
	bool reads = false;

	sok_buf_fmt(&name, "%s:%s", outer->name, member->path.s);
	sok_buf_addc(&name, '\0');
	cli_enough(cli, !name.failed);
	bool looks = choice == CHOICE_IF_FOUND || choice == CHOICE_LOOK;
	if (choice != CHOICE_READ && (member->skip != NULL || !looks)) {
		account_passed(cli, name.s, choose_reason(choice));
	} else if (member->skip != NULL) {
		cli_remark(
		    cli, "%s: is %s and was not read", name.s, member->skip);
	} else if (sok_packed_enter(packed, member) == -1) {
		cli_error(cli, "%s: %s", name.s, sok_packed_fault(packed));
	} else if (member->holds && choice == CHOICE_LOOK) {
		account_left(cli, name.s, name.s + below, CHOOSE_LEFT);
	} else if (member->holds) {
		leave_archive(
		    cli, outer->met, name.s, name.s + below, member->packed);
	} else {
		from = sok_packed_stream(packed);
		reads = member_chosen(
		    cli, choice, name.s, name.s + below, &from, &again);
	}
	/* Findings refer to the names of files that were read. */
	if (reads)
		op.name = cli_must(
		    cli, str_terminated(&cli->names_kept, sok_buf_str(&name)));
	sok_buf_free(&name);
	if (!reads)
		return 0;
	if (cli->splits)
		note_inside(cli, op.name, at);
	op.member = op.name + at;
	op.below = op.name + below;
	op.packed = member->packed;
	op.stream = from;
	int got = do_one(cli, &op);
	check_end(cli, &op, packed);
	return got;
}

/* Process the members of an archive. */
static int
do_archive(
    struct cli *cli, const struct cli_operand *outer, struct sok_packed *packed)
{
	size_t before = cli->account.read;
	struct sok_member member;
	int result = 0, got;

	while (result == 0 && (got = sok_packed_next(packed, &member)) != 0)
		if (got == -1)
			cli_error(cli, "%s: %s", outer->name,
			    sok_packed_fault(packed));
		else
			result = do_member(cli, outer, &member, packed);
	/* Of one that was named, the account is reported at its end. */
	if (result == 0 && outer->met && cli->account.read == before &&
	    cli_status(cli) < CLI_TROUBLE)
		account_nothing(cli, outer->name);
	return result;
}

int
cli_do_file(struct cli *cli, struct cli_operand *op)
{
	struct sok_packed *packed = NULL;
	struct stat st;
	int got = 0;

	/* While only names are wanted, nothing is read from a pipe. */
	if (cli->shut && (fstat(op->fd, &st) == -1 || !S_ISREG(st.st_mode)))
		return do_one(cli, op);
	if (op->is_stdin && cli->standard_input != NULL)
		packed = cli->standard_input;
	else if (cli->opens &&
	    (packed = sok_packed_open(op->fd, &cli->limits, cli->unpacker)) ==
	        NULL)
		cli_die(cli, op->name, errno);
	if (packed != NULL) {
		op->stream = sok_packed_stream(packed);
		op->packed = sok_packed_name(packed);
		op->holds = sok_packed_kind(packed) == SOK_ARCHIVE;
	}
	if (op->holds && !cli->shut)
		got = do_archive(cli, op, packed);
	else
		got = do_one(cli, op);
	if (packed != NULL && !op->holds)
		check_end(cli, op, packed);
	if (packed != cli->standard_input)
		sok_packed_close(packed);
	op->stream = NULL;
	return got;
}

int
cli_found(struct cli *cli, int fd, const char *path, size_t own)
{
	char *name =
	    cli_must(cli, str_terminated(&cli->names_kept, sok_str(path)));

	if (cli->each == NULL) {
		cli_add_name(cli, &cli->operands, name);
		note_inside(cli, name, own);
		return 0;
	}
	if (cli_is_output(cli, fd)) {
		cli_trouble(cli, name, EDEADLK);
		return 0;
	}
	struct cli_operand op = {.path = name, .name = name, .fd = fd};
	op.below = name + own;
	op.met = true;
	return cli_do_file(cli, &op);
}

/* ---- operands of the command line */

void
cli_find_files(struct cli *cli)
{
	const int flags = O_RDONLY | O_CLOEXEC | O_DIRECTORY;
	struct names named = cli->operands;
	struct tree *tree;

	cli->operands = (struct names){0};
	for (size_t i = 0; i < named.n; i++) {
		size_t begin = cli->operands.n;
		const char *name = named.name[i];
		bool dash = strcmp(name, "-") == 0;
		int fd = dash ? -1 : open(name, flags);

		if (fd == -1) {
			cli_add_name(cli, &cli->operands, name);
			continue;
		}
		(void)walk(cli, fd, name);
		tree = sok_grow(
		    cli->tree, cli->ntrees, &cli->trees_cap, sizeof(*tree));
		cli->tree = cli_must(cli, tree);
		tree += cli->ntrees++;
		*tree =
		    (struct tree){name, begin, cli->operands.n, cli->account};
		cli->account = (struct account){0};
	}
	free(named.name);
}

size_t
cli_end_trees(struct cli *cli, size_t tree, size_t i)
{
	struct cli_operand op = {.holds = true};

	for (; tree < cli->ntrees && cli->tree[tree].end <= i; tree++) {
		op.name = op.below = cli->tree[tree].name;
		account_end(cli, &cli->tree[tree].account, &op);
	}
	return tree;
}

struct cli_operand
cli_operand_at(const struct cli *cli, size_t i)
{
	const char *path = cli->operands.name[i],
	           *inside = cli_member_path(cli, path);
	struct cli_operand op = {.path = path, .name = path, .fd = -1};

	op.is_stdin = strcmp(path, "-") == 0;
	op.last = i + 1 == cli->operands.n;
	op.met = inside != NULL;
	if (op.is_stdin)
		op.name = cli->stdin_name;
	if (op.is_stdin && cli->standard_input != NULL)
		op.stream = sok_packed_stream(cli->standard_input);
	op.below = op.met ? inside : choose_name(op.name);
	return op;
}

bool
cli_open(const struct cli *cli, struct cli_operand *op)
{
	struct stat st;

	if (!cli->opens &&
	    (op->is_stdin || stat(op->path, &st) == -1 || !S_ISDIR(st.st_mode)))
		return true;
	errno = EBADF;
	if (!op->is_stdin)
		op->fd = open(op->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	else if (!cli->no_fd[STDIN_FILENO])
		op->fd = STDIN_FILENO;
	if (op->fd == -1)
		return false;
	op->holds = fstat(op->fd, &st) == 0 && S_ISDIR(st.st_mode);
	errno = op->holds ? EISDIR : EDEADLK;
	if (op->holds ? !op->is_stdin : !cli_is_output(cli, op->fd))
		return true;
	if (!op->is_stdin)
		close(op->fd);
	op->fd = -1;
	return false;
}

int
cli_operand(struct cli *cli, size_t i)
{
	struct cli_operand op = cli_operand_at(cli, i);

	if (cli->nread < i)
		cli->nread = i;
	/* Another thread may have opened the operand, and reads it. */
	if (cli->ahead != NULL ? !jobs_operand(cli->ahead)
	                       : !cli_open(cli, &op)) {
		/* While shut, these errors are left to the later run. */
		if (op.met && errno != EDEADLK)
			account_unread(cli, op.name, errno);
		else if (!cli->shut)
			cli_trouble(cli, op.name, errno);
		return 0;
	}
	if (cli->ahead != NULL) {
		int result = do_one(cli, &op);

		if (op.is_stdin && cli->standard_input != NULL)
			check_end(cli, &op, cli->standard_input);
		return result;
	}
	if (!op.met)
		cli->account.read = 0;
	bool folder = op.holds;
	int before = begin_status(cli);
	int done = folder ? walk(cli, op.fd, op.path) : cli_do_file(cli, &op);
	if (!folder && op.fd != -1 && !op.is_stdin)
		close(op.fd);
	/* The account of a file in a folder is that of the folder. */
	if (done == 0 && op.holds && !op.met && !cli->shut)
		account_end(cli, &cli->account, &op);
	cli_raise(cli, before);
	return done;
}
