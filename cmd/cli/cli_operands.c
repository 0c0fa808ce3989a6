/*
 * cli_operands.c - from an operand of the command line to what is read: a file,
 * the files below a folder, what is compressed, the members of an archive.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli_private.h"
#include "cli/tree.h"
#include "jobs/files.h"
#include "jobs/jobs.h"
#include "tools.h"

/* An operand that holds others, while they are worked on. */
struct set {
	struct cli *c;
	const struct cli_each *each;
	const struct cli_operand *op;
	size_t own; /* bytes of a path before what is relative to op */
};

/* ---- names, which live as long as the run */

static char *
keep_name(struct cli *c, const char *name)
{
	return cli_must(c, str_terminated(&c->names_kept, sok_str(name)));
}

static uint64_t
address(const char *name)
{
	return sok_digest((struct sok_str){(const char *)&name, sizeof(name)});
}

/* Where in a name what is inside the operand begins. */
static void
note_inside(struct cli *c, const char *name, size_t at)
{
	struct id_slot *slot =
	    cli_must(c, id_table_find(&c->inside, address(name)));

	slot->n = at;
}

/* `archive:member`. */
static const char *
keep_member(struct cli *c, const char *archive, struct sok_str path)
{
	struct sok_str name =
	    sok_str_fmt(&c->names_kept, "%s:%s", archive, path.s);

	if (name.s == NULL)
		cli_die(c, NULL, ENOMEM);
	if (c->splits)
		note_inside(c, name.s, name.len - path.len);
	return name.s;
}

const char *
cli_member_path(const struct cli *c, const char *name)
{
	size_t n = id_table_get(&c->inside, address(name));

	return n == 0 ? NULL : name + n;
}

/* ---- one that is read */

void
cli_read_trouble(struct cli *c, const struct cli_operand *op, int errnum)
{
	const char *why = op->stream == NULL ? NULL : op->stream->fault;

	if (why == NULL)
		cli_trouble(c, op->name, errnum);
	else
		cli_error(c, "%s: %s", op->name, why);
}

/* 0, -1 as in cli_work. */
static int
do_one(struct cli *c, const struct cli_each *e, struct cli_operand *op)
{
	int done, error;

	op->index = c->nread++;
	done = e->fn(c, op, e->arg);
	error = errno;
	cli_flush(c);
	/* What is wrong with the output was said. */
	if (done < 0 && !cli_output_failed(c))
		cli_trouble(c, op->name, error);
	return done;
}

static bool
is_chosen(const struct set *s, const char *path)
{
	int chosen = choose_file(&s->c->choice, path);

	if (chosen == -1)
		cli_die(s->c, NULL, ENOMEM);
	return chosen == 1;
}

/* ---- members of an archive */

/* What one archive holds in another is not looked for. */
static int
do_member_bytes(
    const struct set *s, struct cli_operand *op, struct sok_stream *from)
{
	struct sok_packed *p = sok_packed_open(-1, from, &s->c->limits);
	int r = 0;

	if (p == NULL)
		cli_die(s->c, op->name, errno);
	op->stream = sok_packed_stream(p);
	op->packed = sok_packed_name(p);
	if (sok_packed_kind(p) == SOK_ARCHIVE)
		cli_remark(s->c,
		    "%s: an archive (%s) in an archive is not opened", op->name,
		    op->packed);
	else
		r = do_one(s->c, s->each, op);
	sok_packed_close(p);
	return r;
}

static int
do_member(
    const struct set *s, const struct sok_member *m, struct sok_stream *from)
{
	struct cli_operand op = {.fd = -1, .met = true};

	if (!is_chosen(s, m->path.s))
		return 0;
	op.name = keep_member(s->c, s->op->name, m->path);
	op.member = op.name + strlen(s->op->name) + 1;
	op.below = s->op->met ? op.name + s->own : op.member;
	if (m->skip == NULL)
		return do_member_bytes(s, &op, from);
	cli_remark(s->c, "%s: is %s and was not read", op.name, m->skip);
	return 0;
}

static int
do_archive(const struct set *s, struct sok_packed *p)
{
	struct sok_member m;
	int r = 0, got;

	while (r == 0 && (got = sok_packed_next(p, &m)) != 0) {
		if (got == 1)
			r = do_member(s, &m, sok_packed_stream(p));
		else if (sok_packed_fault(p) != NULL)
			cli_error(
			    s->c, "%s: %s", s->op->name, sok_packed_fault(p));
		else
			cli_trouble(s->c, s->op->name, errno);
	}
	return r;
}

/* ---- what is open */

static bool
is_regular(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

/* Whatever it is but a folder; own: bytes of its name before what is relative
 * to the operand. */
static int
do_file(
    struct cli *c, const struct cli_each *e, struct cli_operand *op, size_t own)
{
	struct set s = {c, e, op, own};
	struct sok_packed *p = NULL;
	int r;

	if (c->shut && !is_regular(op->fd))
		return do_one(c, e, op);
	if (op->is_stdin && c->standard_input != NULL)
		p = c->standard_input;
	else if (e->open &&
	    (p = sok_packed_open(op->fd, NULL, &c->limits)) == NULL)
		cli_die(c, op->name, errno);
	op->holds = p != NULL && sok_packed_kind(p) == SOK_ARCHIVE;
	if (op->holds && !c->shut) {
		r = do_archive(&s, p);
	} else {
		op->stream = p == NULL ? NULL : sok_packed_stream(p);
		op->packed = p == NULL ? NULL : sok_packed_name(p);
		r = do_one(c, e, op);
	}
	if (p != c->standard_input)
		sok_packed_close(p);
	op->stream = NULL;
	return r;
}

/* Whether a file is the one that standard output goes to: what is written
 * would be read again, for ever. */
static bool
is_output(const struct cli *c, int fd)
{
	struct stat in, out;

	return c->output == NULL && fstat(fd, &in) == 0 &&
	    S_ISREG(in.st_mode) && fstat(STDOUT_FILENO, &out) == 0 &&
	    in.st_dev == out.st_dev && in.st_ino == out.st_ino;
}

/* ---- files below a folder */

static bool
is_wanted(void *ctx, const char *path, const struct stat *folder)
{
	const struct set *s = ctx;
	struct stat st;

	path += s->own;
	if (folder != NULL && s->c->avoid != NULL &&
	    stat(s->c->avoid, &st) == 0 && st.st_dev == folder->st_dev &&
	    st.st_ino == folder->st_ino)
		return false;
	return folder == NULL ? is_chosen(s, path)
	                      : choose_folder(&s->c->choice, path);
}

/* Without work to do it becomes an operand. */
static int
do_found(void *ctx, const char *path, int fd)
{
	const struct set *s = ctx;
	char *name = keep_name(s->c, path);
	struct cli_operand op = {.path = name,
	    .name = name,
	    .below = name + s->own,
	    .fd = -1,
	    .met = true};

	if (s->each == NULL) {
		cli_add_operand(s->c, name);
		note_inside(s->c, name, s->own);
		return 0;
	}
	if (s->each->open && is_output(s->c, fd)) {
		cli_trouble(s->c, name, EDEADLK);
		return 0;
	}
	if (s->each->open)
		op.fd = fd;
	return do_file(s->c, s->each, &op, s->own);
}

static void
say_trouble(void *ctx, const char *path, int errnum)
{
	const struct set *s = ctx;

	if (!s->c->shut)
		cli_trouble(s->c, path, errnum);
}

static int
do_folder(struct cli *c, const struct cli_each *e, struct cli_operand *op)
{
	size_t n = strlen(op->path);
	struct set s = {c, e, op, n + (n > 0 && op->path[n - 1] != '/')};
	struct tree t = {&s, is_wanted, do_found, say_trouble};

	return tree_walk(&t, op->fd, op->path);
}

/* ---- operands of the command line */

void
cli_find_files(struct cli *c)
{
	char **named = c->operand;
	size_t n = c->noperands;

	c->operand = NULL;
	c->noperands = c->cap = 0;
	for (size_t i = 0; i < n; i++) {
		struct cli_operand op = {.path = named[i], .fd = -1};

		if (strcmp(op.path, "-") != 0)
			op.fd =
			    open(op.path, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
		if (op.fd == -1)
			cli_add_operand(c, named[i]);
		else
			(void)do_folder(c, NULL, &op);
	}
	free(named);
}

struct cli_operand
cli_operand_at(const struct cli *c, size_t i)
{
	struct cli_operand op = {
	    .path = c->operand[i],
	    .name = c->operand[i],
	    .fd = -1,
	    .is_stdin = strcmp(c->operand[i], "-") == 0,
	    .last = i + 1 == c->noperands,
	};
	size_t inside = id_table_get(&c->inside, address(op.path));

	if (op.is_stdin)
		op.name = c->stdin_name;
	op.met = inside > 0;
	op.below = op.met ? op.name + inside : choose_name(op.name);
	return op;
}

/* Open it, where it is to be open or is a folder, which op->holds tells; false
 * with errno. */
static bool
open_operand(const struct cli *c, struct cli_operand *op, bool open_file)
{
	struct stat st;

	if (op->is_stdin && c->no_fd[STDIN_FILENO]) {
		errno = EBADF;
		return !open_file;
	}
	if (!open_file &&
	    (op->is_stdin || stat(op->path, &st) == -1 || !S_ISDIR(st.st_mode)))
		return true;
	op->fd = op->is_stdin ? STDIN_FILENO
	                      : open(op->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (op->fd == -1)
		return false;
	op->holds = fstat(op->fd, &st) == 0 && S_ISDIR(st.st_mode);
	errno = op->holds ? EISDIR : EDEADLK;
	if (op->holds ? !op->is_stdin : !is_output(c, op->fd))
		return true;
	if (!op->is_stdin)
		close(op->fd);
	return false;
}

/* With -j it was opened and is read elsewhere. */
static int
do_ahead(struct cli *c, const struct cli_each *e, struct cli_operand *op)
{
	int error = jobs_operand(c->ahead);

	if (op->is_stdin && c->standard_input != NULL)
		op->stream = sok_packed_stream(c->standard_input);
	if (error == 0)
		return do_one(c, e, op);
	cli_trouble(c, op->name, error);
	return 0;
}

int
cli_open(const struct cli *c, const struct cli_operand *op)
{
	struct cli_operand own = *op;

	return open_operand(c, &own, true) ? own.fd : -1;
}

/* Whether an operand is nothing but its bytes.  The first ones of standard
 * input are kept for who reads it. */
static bool
operand_is_plain(struct cli *c, const struct cli_operand *op)
{
	struct sok_packed *p;
	bool plain;
	int fd;

	if (op->is_stdin && c->standard_input == NULL &&
	    !c->no_fd[STDIN_FILENO])
		c->standard_input =
		    sok_packed_open(STDIN_FILENO, NULL, &c->limits);
	if (op->is_stdin)
		return c->standard_input == NULL ||
		    sok_packed_kind(c->standard_input) != SOK_ARCHIVE;
	fd = open(op->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (fd == -1)
		return true;
	p = is_regular(fd) ? sok_packed_open(fd, NULL, &c->limits) : NULL;
	plain = p != NULL && sok_packed_kind(p) == SOK_PLAIN;
	sok_packed_close(p);
	close(fd);
	return plain;
}

bool
cli_can_read_ahead(struct cli *c)
{
	struct cli_operand op;
	bool plain = c->jobs > 1;

	for (size_t i = 0; i < c->noperands && plain; i++) {
		op = cli_operand_at(c, i);
		plain = operand_is_plain(c, &op);
	}
	return plain;
}

int
cli_operand(struct cli *c, size_t i, const struct cli_each *e)
{
	struct cli_operand op = cli_operand_at(c, i);
	struct cli_outcome before;
	bool folder;
	int done;

	if (i == 0)
		c->nread = 0;
	c->nread = c->nread < i ? i : c->nread;
	if (c->ahead != NULL)
		return do_ahead(c, e, &op);
	if (!open_operand(c, &op, e->open)) {
		if (!c->shut)
			cli_trouble(c, op.name, errno);
		return 0;
	}
	before = cli_outcome_begin(c);
	folder = op.holds;
	if (folder)
		done = do_folder(c, e, &op);
	else
		done = do_file(c, e, &op, (size_t)(op.below - op.name));
	if (!folder && op.fd != -1 && !op.is_stdin)
		close(op.fd);
	if (done == 0 && op.holds && e->whole != NULL)
		e->whole(c, &op, e->arg);
	cli_outcome_end(c, before);
	return done;
}
