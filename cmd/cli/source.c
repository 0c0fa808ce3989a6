/* source.c - the files of a run, one after another: operands themselves,
 * unpacked if needed, files in folders, members of archives. */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/source.h"
#include "io/io.h"
#include "jobs/jobs.h"

/* ---- the beginning and the end of a file */

/* Give the following work a status of its own, without the marks that findings
 * of the work before left in the sink; to end it, raise the status to the one
 * before, which is returned. */
static int
begin_status(struct cli *cli)
{
	int before = cli->sink.limit_hit ? CLI_TROUBLE : cli->status;

	cli->status = CLI_OK;
	cli->sink.limit_hit = cli->sink.passed = false;
	return before;
}

/* Prepare the run for a file that cli->each will get. */
static void
begin_file(struct source *source, struct cli_operand *op)
{
	struct cli *cli = source->cli;

	source->file_status = begin_status(cli);
	op->index = cli->nread++;
	/* Of a picture or a README in a folder less is expected. */
	cli->sink.level[SOK_BINARY_RULE] = op->met ? 1 + SOK_WARNING : 0;
	cli->sink.level[SOK_MOVES_WITHOUT_BOARD_RULE] =
	    op->met ? 1 + SOK_NOTE : 0;
}

int
source_done(struct source *source, const struct cli_operand *op, int done)
{
	struct cli *cli = source->cli;
	int error = errno;

	cli_raise(cli, source->file_status);
	cli->account.read += !cli->sink.passed && !cli->shut;
	cli->sink.passed = false;
	cli_flush(cli);
	/* An error of the output has been reported already. */
	if (done < 0 && !cli_output_failed(cli))
		cli_trouble(cli, op->name, error);
	/* A compressed file, or a member, was read to its end.  Each call
	 * answers with another fault, of which there are few. */
	if (source->packed != NULL && !op->holds)
		while (sok_packed_end(source->packed) == -1)
			cli_error(cli, "%s: %s", op->name,
			    sok_packed_fault(source->packed));
	return done;
}

/* ---- members of archives */

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

/* Open a member of the archive as a file with the name `archive:member`: false
 * if it is not read, which was reported or put into the account. */
static bool
open_member(
    struct source *source, struct sok_member *member, struct cli_operand *op)
{
	const struct cli_operand *outer = source->file;
	struct sok_packed *packed = source->packed;
	struct cli *cli = source->cli;
	size_t at = strlen(outer->name) + 1;
	size_t below = outer->met ? (size_t)(outer->below - outer->name) : at;
	enum choice choice = choose_file(cli, member->path.s);
	struct sok_stream *from = NULL;
	struct sok_buf name = {0};
	bool reads = false;

	*op = (struct cli_operand){.fd = -1, .met = true};
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
		/* Documents and programs are archives as well. */
		account_passed(
		    cli, name.s, "an archive inside an archive is not opened");
	} else if (member->holds) {
		leave_archive(
		    cli, outer->met, name.s, name.s + below, member->packed);
	} else {
		from = sok_packed_stream(packed);
		reads = member_chosen(
		    cli, choice, name.s, name.s + below, &from, &source->again);
	}
	/* Findings refer to the names of files that were read. */
	if (reads)
		op->name = cli_must(
		    cli, str_terminated(&cli->names_kept, sok_buf_str(&name)));
	sok_buf_free(&name);
	if (!reads)
		return false;
	op->member = op->name + at;
	op->below = op->name + below;
	op->packed = member->packed;
	op->stream = from;
	return true;
}

/* Open the next member of the archive that is read: false after the last one,
 * with the account of an archive that was found. */
static bool
next_member(struct source *source, struct cli_operand *op)
{
	const struct cli_operand *outer = source->file;
	struct cli *cli = source->cli;
	struct sok_member member;
	int got;

	while ((got = sok_packed_next(source->packed, &member)) != 0)
		if (got == -1)
			cli_error(cli, "%s: %s", outer->name,
			    sok_packed_fault(source->packed));
		else if (open_member(source, &member, op))
			return true;
	/* Of one that was named, the account is reported at its end. */
	if (outer->met && cli->account.read == source->read_before &&
	    cli_status(cli) < CLI_TROUBLE)
		account_nothing(cli, outer->name);
	return false;
}

/* ---- operands, and files in folders */

/* Find out whether source->file is packed, and how. */
static void
unpack(struct source *source)
{
	struct cli_operand *file = source->file;
	struct cli *cli = source->cli;
	struct sok_packed *packed = NULL;
	struct stat st;

	/* While only names are wanted, nothing is read from a pipe. */
	if (cli->shut && (fstat(file->fd, &st) == -1 || !S_ISREG(st.st_mode)))
		return;
	if (file->is_stdin && cli->standard_input != NULL)
		packed = cli->standard_input;
	else if (cli->opens && cli->ahead == NULL &&
	    (packed = sok_packed_open(file->fd, &cli->limits, cli->unpacker)) ==
	        NULL)
		cli_die(cli, file->name, errno);
	source->packed = packed;
	if (packed == NULL)
		return;
	file->stream = sok_packed_stream(packed);
	file->packed = sok_packed_name(packed);
	file->holds = sok_packed_kind(packed) == SOK_ARCHIVE;
	source->in_archive = file->holds && !cli->shut;
	if (source->in_archive && cli->splits)
		cli_note_archive(cli, file->name);
	source->read_before = cli->account.read;
}

/* Close what was unpacked; the file itself is closed by the walk or with the
 * operand. */
static void
leave_file(struct source *source)
{
	if (source->packed != source->cli->standard_input)
		sok_packed_close(source->packed);
	if (source->file != NULL)
		source->file->stream = NULL;
	source->file = NULL;
	source->packed = NULL;
	source->in_archive = false;
}

/* Move what was counted in the last operand to the folder in which
 * cli_find_files() has found it. */
static void
add_to_tree(struct source *source)
{
	struct cli *cli = source->cli;

	if (cli->shut || source->tree == cli->ntrees)
		return;
	struct tree *tree = &cli->tree[source->tree];
	if (tree->begin < source->next)
		account_add(cli, &tree->account, &cli->account);
}

/* Report the folders of cli_find_files() whose files were all read. */
static void
end_trees(struct source *source)
{
	struct cli_operand op = {.holds = true};
	struct cli *cli = source->cli;

	for (; source->tree < cli->ntrees; source->tree++) {
		struct tree *tree = &cli->tree[source->tree];

		if (tree->end > source->next)
			return;
		op.name = op.below = tree->name;
		account_end(cli, &tree->account, &op);
	}
}

/* Leave the operand that is read, if there is one; `all`: report the account of
 * a folder or an archive. */
static void
leave_operand(struct source *source, bool all)
{
	struct cli_operand *op = &source->operand;
	struct cli *cli = source->cli;

	if (!source->entered)
		return;
	source->entered = false;
	walk_close(&source->walk);
	if (op->fd != -1 && !op->is_stdin)
		close(op->fd);
	/* The account of a file in a folder is that of the folder. */
	if (all && op->holds && !op->met && !cli->shut)
		account_end(cli, &cli->account, op);
	cli_raise(cli, source->outer_status);
	add_to_tree(source);
}

/* Begin operand i: false if it cannot be opened, which was reported. */
static bool
open_operand(struct source *source, size_t i)
{
	struct cli_operand *op = &source->operand;
	struct cli *cli = source->cli;

	*op = cli_operand_at(cli, i);
	/* Files before it that another thread reads have numbers as well. */
	if (cli->nread < i)
		cli->nread = i;
	/* Another thread may have opened the operand, and reads it. */
	source->entered =
	    cli->ahead != NULL ? jobs_operand(cli->ahead) : cli_open(cli, op);
	if (!source->entered) {
		/* While shut, these errors are left to the later run. */
		if (op->met && errno != EDEADLK)
			account_unread(cli, op->name, errno);
		else if (!cli->shut)
			cli_trouble(cli, op->name, errno);
		return false;
	}
	if (!op->met)
		cli->account.read = 0;
	source->outer_status = begin_status(cli);
	if (op->holds) {
		walk_open(&source->walk, cli, op->fd, op->path);
		op->fd = -1;
	}
	return true;
}

/* Begin the next operand that can be opened and is left to this thread: false
 * at the end, and if the output has failed. */
static bool
next_operand(struct source *source)
{
	struct cli *cli = source->cli;

	for (;;) {
		if (!cli->shut)
			end_trees(source);
		if (source->next == source->end)
			return false;
		size_t i = source->next++;

		if (cli->files == NULL || !files_operand(cli, i)) {
			if (open_operand(source, i))
				return true;
		} else if (cli_output_failed(cli)) {
			return false;
		}
		add_to_tree(source);
	}
}

/* Set source->file to the next file in a folder or among the operands; it may
 * be an archive.  False at the end. */
static bool
next_file(struct source *source)
{
	struct cli_operand *found = &source->found;
	struct cli *cli = source->cli;

	for (;;) {
		while (walk_next(&source->walk, found)) {
			source->file = found;
			if (!cli_is_output(cli, found->fd))
				return true;
			/* EDEADLK: it is an output as well. */
			cli_trouble(cli, found->name, EDEADLK);
		}
		leave_operand(source, true);
		if (!next_operand(source))
			return false;
		source->file = &source->operand;
		if (!source->operand.holds)
			return true;
	}
}

/* ---- the files of a run */

void
source_open(struct source *source, struct cli *cli, size_t begin, size_t end)
{
	source->cli = cli;
	source->next = begin;
	source->end = end;
	source->tree = 0;
	source->entered = source->in_archive = false;
	source->walk = (struct walk){0};
	source->file = NULL;
	source->packed = NULL;
}

bool
source_next(struct source *source, struct cli_operand *op)
{
	while (!source->in_archive || !next_member(source, op)) {
		leave_file(source);
		if (!next_file(source))
			return false;
		unpack(source);
		if (!source->in_archive) {
			*op = *source->file;
			break;
		}
	}
	begin_file(source, op);
	return true;
}

void
source_close(struct source *source)
{
	leave_file(source);
	leave_operand(source, false);
}
