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
note_inside(struct cli *c, const char *name, size_t at)
{
	struct id_slot *slot = id_table_find(&c->inside, address(name));

	cli_enough(c, slot != NULL);
	slot->n = at;
}

const char *
cli_member_path(const struct cli *c, const char *name)
{
	size_t n = id_table_get(&c->inside, address(name));

	return n == 0 ? NULL : name + n;
}

/* ---- one that is read */

void
cli_read_trouble(struct cli *c, const struct cli_operand *op,
    const struct sok_format *f, int errnum)
{
	const char *lacks = f != NULL ? sok_format_lacks(f) : NULL;

	if (errnum == ENOSYS && lacks != NULL)
		cli_error(c,
		    "%s: reading %s needs %s, which this build does not have",
		    op->name, f->name, lacks);
	else if (op->stream != NULL && op->stream->fault != NULL)
		cli_error(c, "%s: %s", op->name, op->stream->fault);
	else
		cli_trouble(c, op->name, errnum);
}

/* Give the following work a status of its own; to end it, raise the status to
 * the one before, which is returned. */
static int
begin_status(struct cli *c)
{
	int before = c->sink.limit_hit ? CLI_TROUBLE : c->status;

	c->status = CLI_OK;
	c->sink.limit_hit = c->sink.passed = false;
	return before;
}

/* Process one file; 0, -1 as c->each did. */
static int
do_one(struct cli *c, struct cli_operand *op)
{
	int before = begin_status(c);

	op->index = c->nread++;
	/* Of a picture or a README in a folder less is expected. */
	c->sink.level[SOK_BINARY_RULE] = op->met ? 1 + SOK_WARNING : 0;
	c->sink.level[SOK_MOVES_WITHOUT_BOARD_RULE] =
	    op->met ? 1 + SOK_NOTE : 0;
	int done = c->each(c, op), error = errno;
	cli_raise(c, before);
	c->account.read += !c->sink.passed && !c->shut;
	c->sink.passed = false;
	cli_flush(c);
	/* An error of the output has been reported already. */
	if (done < 0 && !cli_output_failed(c))
		cli_trouble(c, op->name, error);
	return done;
}

/* Report what is wrong with the end of something that was read to its end: a
 * compressed file or a member of an archive. */
static void
check_end(struct cli *c, const struct cli_operand *op, struct sok_packed *p)
{
	while (sok_packed_end(p) == -1)
		cli_error(c, "%s: %s", op->name, sok_packed_fault(p));
}

/* An archive in an archive is not opened.  One that was found in a folder only
 * goes into the account of the folder. */
static void
leave_archive(struct cli *c, bool found, const char *name, const char *below,
    const char *packed)
{
	struct sok_buf why = {0};

	sok_buf_fmt(
	    &why, "an archive (%s) inside an archive is not opened", packed);
	sok_buf_addc(&why, '\0');
	cli_enough(c, !why.failed);
	if (found)
		account_left(c, name, below, why.s);
	else
		cli_error(c, "%s: %s", name, why.s);
	/* If the account is not printed, the status has to tell it. */
	if (found && (c->quiet || c->strict))
		cli_raise(c, CLI_TROUBLE);
	sok_buf_free(&why);
}

/* Whether the bytes of an open member are read; if they were looked at, *from
 * becomes `again`.  A member that is not read is put into the account. */
static bool
member_chosen(struct cli *c, enum choice choice, const char *name,
    const char *below, struct sok_stream **from, struct account_stream *again)
{
	if (choice == CHOICE_READ)
		return true;
	if (!account_looks_ahead(c, *from, again)) {
		account_passed(c, name, choose_reason(choice));
		return false;
	}
	if (choice == CHOICE_LOOK)
		account_left(c, name, below, CHOOSE_LEFT);
	*from = &again->stream;
	return choice == CHOICE_IF_FOUND;
}

/* Process a member of an archive under the name `archive:member`. */
static int
do_member(struct cli *c, const struct cli_operand *outer, struct sok_member *m,
    struct sok_packed *p)
{
	size_t at = strlen(outer->name) + 1;
	size_t below = outer->met ? (size_t)(outer->below - outer->name) : at;
	struct cli_operand op = {.fd = -1, .met = true};
	enum choice choice = choose_file(c, m->path.s);
	struct sok_stream *from = NULL;
	struct account_stream again;
	struct sok_buf name = {0};
	bool reads = false;

	sok_buf_fmt(&name, "%s:%s", outer->name, m->path.s);
	sok_buf_addc(&name, '\0');
	cli_enough(c, !name.failed);
	bool looks = choice == CHOICE_IF_FOUND || choice == CHOICE_LOOK;
	if (choice != CHOICE_READ && (m->skip != NULL || !looks)) {
		account_passed(c, name.s, choose_reason(choice));
	} else if (m->skip != NULL) {
		cli_remark(c, "%s: is %s and was not read", name.s, m->skip);
	} else if (sok_packed_enter(p, m) == -1) {
		cli_error(c, "%s: %s", name.s, sok_packed_fault(p));
	} else if (m->holds && choice == CHOICE_LOOK) {
		account_left(c, name.s, name.s + below, CHOOSE_LEFT);
	} else if (m->holds) {
		leave_archive(c, outer->met, name.s, name.s + below, m->packed);
	} else {
		from = sok_packed_stream(p);
		reads = member_chosen(
		    c, choice, name.s, name.s + below, &from, &again);
	}
	/* Findings refer to the names of files that were read. */
	if (reads)
		op.name = cli_must(
		    c, str_terminated(&c->names_kept, sok_buf_str(&name)));
	sok_buf_free(&name);
	if (!reads)
		return 0;
	if (c->splits)
		note_inside(c, op.name, at);
	op.member = op.name + at;
	op.below = op.name + below;
	op.packed = m->packed;
	op.stream = from;
	int r = do_one(c, &op);
	check_end(c, &op, p);
	return r;
}

/* Process the members of an archive. */
static int
do_archive(struct cli *c, const struct cli_operand *outer, struct sok_packed *p)
{
	size_t before = c->account.read;
	struct sok_member m;
	int r = 0, got;

	while (r == 0 && (got = sok_packed_next(p, &m)) != 0)
		if (got == -1)
			cli_error(
			    c, "%s: %s", outer->name, sok_packed_fault(p));
		else
			r = do_member(c, outer, &m, p);
	/* Of one that was named, the account is reported at its end. */
	if (r == 0 && outer->met && c->account.read == before &&
	    cli_status(c) < CLI_TROUBLE)
		account_nothing(c, outer->name);
	return r;
}

int
cli_do_file(struct cli *c, struct cli_operand *op)
{
	struct sok_packed *p = NULL;
	struct stat st;
	int r = 0;

	/* While only names are wanted, nothing is read from a pipe. */
	if (c->shut && (fstat(op->fd, &st) == -1 || !S_ISREG(st.st_mode)))
		return do_one(c, op);
	if (op->is_stdin && c->standard_input != NULL)
		p = c->standard_input;
	else if (c->opens &&
	    (p = sok_packed_open(op->fd, &c->limits, c->unpacker)) == NULL)
		cli_die(c, op->name, errno);
	if (p != NULL) {
		op->stream = sok_packed_stream(p);
		op->packed = sok_packed_name(p);
		op->holds = sok_packed_kind(p) == SOK_ARCHIVE;
	}
	if (op->holds && !c->shut)
		r = do_archive(c, op, p);
	else
		r = do_one(c, op);
	if (p != NULL && !op->holds)
		check_end(c, op, p);
	if (p != c->standard_input)
		sok_packed_close(p);
	op->stream = NULL;
	return r;
}

int
cli_found(struct cli *c, int fd, const char *path, size_t own)
{
	char *name = cli_must(c, str_terminated(&c->names_kept, sok_str(path)));

	if (c->each == NULL) {
		cli_add_name(c, &c->operands, name);
		note_inside(c, name, own);
		return 0;
	}
	if (cli_is_output(c, fd)) {
		cli_trouble(c, name, EDEADLK);
		return 0;
	}
	struct cli_operand op = {.path = name, .name = name, .fd = fd};
	op.below = name + own;
	op.met = true;
	return cli_do_file(c, &op);
}

/* ---- operands of the command line */

void
cli_find_files(struct cli *c)
{
	const int flags = O_RDONLY | O_CLOEXEC | O_DIRECTORY;
	struct names named = c->operands;
	struct tree *t;

	c->operands = (struct names){0};
	for (size_t i = 0; i < named.n; i++) {
		size_t begin = c->operands.n;
		const char *name = named.v[i];
		bool dash = strcmp(name, "-") == 0;
		int fd = dash ? -1 : open(name, flags);

		if (fd == -1) {
			cli_add_name(c, &c->operands, name);
			continue;
		}
		(void)walk(c, fd, name);
		t = sok_grow(c->tree, c->ntrees, &c->trees_cap, sizeof(*t));
		c->tree = cli_must(c, t);
		t += c->ntrees++;
		*t = (struct tree){name, begin, c->operands.n, c->account};
		c->account = (struct account){0};
	}
	free(named.v);
}

size_t
cli_end_trees(struct cli *c, size_t tree, size_t i)
{
	struct cli_operand op = {.holds = true};

	for (; tree < c->ntrees && c->tree[tree].end <= i; tree++) {
		op.name = op.below = c->tree[tree].name;
		account_end(c, &c->tree[tree].account, &op);
	}
	return tree;
}

struct cli_operand
cli_operand_at(const struct cli *c, size_t i)
{
	const char *path = c->operands.v[i], *inside = cli_member_path(c, path);
	struct cli_operand op = {.path = path, .name = path, .fd = -1};

	op.is_stdin = strcmp(path, "-") == 0;
	op.last = i + 1 == c->operands.n;
	op.met = inside != NULL;
	if (op.is_stdin)
		op.name = c->stdin_name;
	if (op.is_stdin && c->standard_input != NULL)
		op.stream = sok_packed_stream(c->standard_input);
	op.below = op.met ? inside : choose_name(op.name);
	return op;
}

bool
cli_open(const struct cli *c, struct cli_operand *op)
{
	struct stat st;

	if (!c->opens &&
	    (op->is_stdin || stat(op->path, &st) == -1 || !S_ISDIR(st.st_mode)))
		return true;
	errno = EBADF;
	if (!op->is_stdin)
		op->fd = open(op->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	else if (!c->no_fd[STDIN_FILENO])
		op->fd = STDIN_FILENO;
	if (op->fd == -1)
		return false;
	op->holds = fstat(op->fd, &st) == 0 && S_ISDIR(st.st_mode);
	errno = op->holds ? EISDIR : EDEADLK;
	if (op->holds ? !op->is_stdin : !cli_is_output(c, op->fd))
		return true;
	if (!op->is_stdin)
		close(op->fd);
	op->fd = -1;
	return false;
}

int
cli_operand(struct cli *c, size_t i)
{
	struct cli_operand op = cli_operand_at(c, i);

	if (c->nread < i)
		c->nread = i;
	/* Another thread may have opened the operand, and reads it. */
	if (c->ahead != NULL ? !jobs_operand(c->ahead) : !cli_open(c, &op)) {
		if (op.met && errno != EDEADLK)
			account_unread(c, op.name, errno);
		else if (!c->shut) /* these errors are left to the later run */
			cli_trouble(c, op.name, errno);
		return 0;
	}
	if (c->ahead != NULL) {
		int result = do_one(c, &op);

		if (op.is_stdin && c->standard_input != NULL)
			check_end(c, &op, c->standard_input);
		return result;
	}
	if (!op.met)
		c->account.read = 0;
	bool folder = op.holds;
	int before = begin_status(c);
	int done = folder ? walk(c, op.fd, op.path) : cli_do_file(c, &op);
	if (!folder && op.fd != -1 && !op.is_stdin)
		close(op.fd);
	/* The account of a file in a folder is that of the folder. */
	if (done == 0 && op.holds && !op.met && !c->shut)
		account_end(c, &c->account, &op);
	cli_raise(c, before);
	return done;
}
