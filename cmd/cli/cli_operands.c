/* cli_operands.c - from operands of the command line to the files that are
 * read: themselves, unpacked if needed, files in folders, members of
 * archives. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli_private.h"
#include "jobs/jobs.h"

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

/* While only names are wanted, errors are left to the later run. */
static void
report_error(struct cli *c, const char *name, int errnum)
{
	if (!c->shut)
		cli_trouble(c, name, errnum);
}

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
	c->sink.limit_hit = false;
	return before;
}

/* Process one file; 0, -1 as c->each did. */
static int
do_one(struct cli *c, struct cli_operand *op)
{
	int before = begin_status(c);

	op->index = c->nread++;
	int done = c->each(c, op), error = errno;
	cli_raise(c, before);
	cli_flush(c);
	/* An error of the output has been reported already. */
	if (done < 0 && !cli_output_failed(c))
		cli_trouble(c, op->name, error);
	return done;
}

static int do_file(struct cli *c, struct cli_operand *op, struct sok_stream *s);

/* Process each member of an archive under the name `archive:member`. */
static int
do_archive(struct cli *c, const struct cli_operand *outer, struct sok_packed *p)
{
	size_t at = strlen(outer->name) + 1;
	size_t own = (size_t)(outer->below - outer->name);
	struct sok_arena *a = &c->names_kept;
	struct sok_member m;
	int r = 0, got;

	while (r == 0 && (got = sok_packed_next(p, &m)) != 0) {
		if (got == -1)
			cli_read_trouble(c, outer, NULL, errno);
		if (got == -1 || !choose_file(c, m.path.s))
			continue;
		const char *name =
		    sok_str_fmt(a, "%s:%s", outer->name, m.path.s).s;
		cli_enough(c, name != NULL);
		if (c->splits)
			note_inside(c, name, at);
		struct cli_operand op = {.name = name, .fd = -1, .met = true};
		op.member = name + at;
		op.below = name + (outer->met ? own : at);
		if (m.skip == NULL)
			r = do_file(c, &op, sok_packed_stream(p));
		else
			cli_remark(
			    c, "%s: is %s and was not read", op.name, m.skip);
	}
	return r;
}

/* Process anything but a folder; s: a member of an archive, or NULL. */
static int
do_file(struct cli *c, struct cli_operand *op, struct sok_stream *s)
{
	struct sok_packed *p = NULL;
	struct stat st;
	int r = 0;

	/* While only names are wanted, nothing is read from a pipe. */
	if (c->shut && (fstat(op->fd, &st) == -1 || !S_ISREG(st.st_mode)))
		return do_one(c, op);
	if (op->is_stdin && c->standard_input != NULL)
		p = c->standard_input;
	else if ((c->opens || s != NULL) &&
	    (p = sok_packed_open(op->fd, s, &c->limits)) == NULL)
		cli_die(c, op->name, errno);
	if (p != NULL) {
		op->stream = sok_packed_stream(p);
		op->packed = sok_packed_name(p);
		op->holds = sok_packed_kind(p) == SOK_ARCHIVE;
	}
	if (!op->holds || c->shut)
		r = do_one(c, op);
	else if (s == NULL)
		r = do_archive(c, op, p);
	else
		cli_remark(c,
		    "%s: an archive (%s) inside an archive is not opened",
		    op->name, op->packed);
	if (p != c->standard_input)
		sok_packed_close(p);
	op->stream = NULL;
	return r;
}

/* Whether the program would read its own output, endlessly. */
static bool
is_output(const struct cli *c, int fd)
{
	struct stat in, out;

	return c->output == NULL && fstat(fd, &in) == 0 &&
	    S_ISREG(in.st_mode) && fstat(STDOUT_FILENO, &out) == 0 &&
	    in.st_dev == out.st_dev && in.st_ino == out.st_ino;
}

/* ---- folders */

/* Every name is opened relative to its open folder, so that the walk cannot
 * leave the tree if somebody moves files or creates links meanwhile.  The part
 * of a path from byte `own` on is inside the operand. */

/* Process an open file or, while no work is set, add it to the operands. */
static int
found(struct cli *c, int fd, const char *path, size_t own)
{
	char *name = cli_must(c, str_terminated(&c->names_kept, sok_str(path)));

	if (c->each == NULL) {
		cli_add_name(c, &c->operands, name);
		note_inside(c, name, own);
		return 0;
	}
	if (is_output(c, fd)) {
		cli_trouble(c, name, EDEADLK);
		return 0;
	}
	struct cli_operand op = {.path = name, .name = name, .fd = fd};
	op.below = name + own;
	op.met = true;
	return do_file(c, &op, NULL);
}

static int walk_folder(struct cli *c, int fd, const char *path, size_t own);

/* Visit the last name of a path in an open folder. */
static int
visit(struct cli *c, int folder, const char *path, size_t own)
{
	const char *name = choose_name(path);
	int fd, r = 0, flags = O_RDONLY | O_CLOEXEC;
	struct stat st, other;

	if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == -1) {
		report_error(c, path, errno);
		return 0;
	}
	bool enters = S_ISDIR(st.st_mode);
	if (enters && c->avoid != NULL && stat(c->avoid, &other) == 0 &&
	    other.st_dev == st.st_dev && other.st_ino == st.st_ino)
		return 0;
	if (enters ? !choose_folder(c, path + own)
	           : !choose_file(c, path + own))
		return 0;
	/* If a file has been replaced by a pipe, do not wait for it. */
	flags |= enters ? O_DIRECTORY | O_NOFOLLOW : O_NOCTTY | O_NONBLOCK;
	fd = openat(folder, name, flags);
	if (fd != -1 && enters)
		return walk_folder(c, fd, path, own);
	if (fd == -1 || fstat(fd, &st) == -1)
		report_error(c, path, errno);
	else if (S_ISREG(st.st_mode))
		r = found(c, fd, path, own);
	else if (!S_ISDIR(st.st_mode)) /* not even by a link */
		report_error(c, path, ENOTSUP);
	if (fd != -1)
		close(fd);
	return r;
}

/* Visit the contents of a folder, sorted by name; fd is closed. */
static int
walk_folder(struct cli *c, int fd, const char *path, size_t own)
{
	const char *slash = path[strlen(path) - 1] == '/' ? "" : "/";
	DIR *d = fdopendir(fd);
	struct sok_arena a = {0};
	struct names paths = {0};
	struct dirent *e;
	int r = 0;

	if (d == NULL) {
		report_error(c, path, errno);
		close(fd);
		return 0;
	}
	/* If an error occurs, visit what was read before it. */
	while (errno = 0, (e = readdir(d)) != NULL) {
		const char *name = e->d_name;

		if (name[0] == '.')
			continue;
		name = sok_str_fmt(&a, "%s%s%s", path, slash, name).s;
		cli_enough(c, name != NULL);
		cli_add_name(c, &paths, name);
	}
	if (errno != 0)
		report_error(c, path, errno);
	if (paths.n > 0)
		qsort(paths.v, paths.n, sizeof(*paths.v), choose_order);
	for (size_t i = 0; i < paths.n && r == 0; i++)
		r = visit(c, dirfd(d), paths.v[i], own);
	free(paths.v);
	sok_arena_free(&a);
	closedir(d);
	return r;
}

/* Process the files below a folder; fd is closed.  Hidden files and links to
 * folders are skipped.  Errors are reported, and the walk goes on. */
static int
walk(struct cli *c, int fd, const char *path)
{
	size_t n = strlen(path);

	return walk_folder(c, fd, path, n + (path[n - 1] != '/'));
}

/* ---- operands of the command line */

void
cli_find_files(struct cli *c)
{
	const int flags = O_RDONLY | O_CLOEXEC | O_DIRECTORY;
	struct names named = c->operands;

	c->operands = (struct names){0};
	for (size_t i = 0; i < named.n; i++) {
		const char *name = named.v[i];
		bool dash = strcmp(name, "-") == 0;
		int fd = dash ? -1 : open(name, flags);

		if (fd == -1)
			cli_add_name(c, &c->operands, name);
		else
			(void)walk(c, fd, name);
	}
	free(named.v);
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
	if (op->holds ? !op->is_stdin : !is_output(c, op->fd))
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
		report_error(c, op.name, errno);
		return 0;
	}
	if (c->ahead != NULL)
		return do_one(c, &op);
	bool folder = op.holds;
	int before = begin_status(c);
	int done = folder ? walk(c, op.fd, op.path) : do_file(c, &op, NULL);
	if (!folder && op.fd != -1 && !op.is_stdin)
		close(op.fd);
	if (done == 0 && op.holds && c->program->whole != NULL)
		c->program->whole(c, &op);
	cli_raise(c, before);
	return done;
}
