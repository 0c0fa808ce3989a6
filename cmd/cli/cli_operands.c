/*
 * cli_operands.c - resolves each operand of the command line to the files to be
 * read: the file itself, the files in a folder, the contents of a compressed
 * file, the members of an archive.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli_private.h"
#include "jobs/jobs.h"

/* ---- names, which live as long as the run */

static uint64_t
address(const char *name)
{
	return sok_digest((struct sok_str){(const char *)&name, sizeof(name)});
}

/* Store where the part of a name begins that is inside the operand. */
static void
note_inside(struct cli *c, const char *name, size_t at)
{
	struct id_slot *slot =
	    cli_must(c, id_table_find(&c->inside, address(name)));

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
	const char *lacks =
	    errnum == ENOSYS && f != NULL ? sok_format_lacks(f) : NULL;

	if (lacks != NULL)
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
	int before = begin_status(c), done, error;

	op->index = c->nread++;
	done = c->each(c, op);
	error = errno;
	cli_raise(c, before);
	cli_flush(c);
	/* An error of the output has been reported already. */
	if (done < 0 && !cli_output_failed(c))
		cli_trouble(c, op->name, error);
	return done;
}

static int do_file(
    struct cli *c, struct cli_operand *op, struct sok_stream *member);

/* Process each member of an archive under the name `archive:member`. */
static int
do_archive(
    struct cli *c, const struct cli_operand *archive, struct sok_packed *p)
{
	size_t at = strlen(archive->name) + 1;
	struct sok_member m;
	struct sok_str name;
	int r = 0, got;

	while (r == 0 && (got = sok_packed_next(p, &m)) != 0) {
		struct cli_operand op = {.fd = -1, .met = true};

		if (got == -1)
			cli_read_trouble(c, archive, NULL, errno);
		if (got == -1 || !choose_file(c, m.path.s))
			continue;
		name = sok_str_fmt(
		    &c->names_kept, "%s:%s", archive->name, m.path.s);
		cli_enough(c, name.s != NULL);
		if (c->splits)
			note_inside(c, name.s, at);
		op.name = name.s;
		op.below = op.member = op.name + at;
		if (archive->met)
			op.below = op.name + (archive->below - archive->name);
		if (m.skip == NULL)
			r = do_file(c, &op, sok_packed_stream(p));
		else
			cli_remark(
			    c, "%s: is %s and was not read", op.name, m.skip);
	}
	return r;
}

/* Process anything but a folder.  member: the bytes of a member of an archive,
 * or NULL. */
static int
do_file(struct cli *c, struct cli_operand *op, struct sok_stream *member)
{
	struct sok_packed *p = NULL;
	struct stat st;
	int r = 0;

	/* While only names are wanted, nothing is read from a pipe. */
	if (c->shut && (fstat(op->fd, &st) == -1 || !S_ISREG(st.st_mode)))
		return do_one(c, op);
	if (op->is_stdin && c->standard_input != NULL)
		p = c->standard_input;
	else if ((c->opens || member != NULL) &&
	    (p = sok_packed_open(op->fd, member, &c->limits)) == NULL)
		cli_die(c, op->name, errno);
	if (p != NULL) {
		op->stream = sok_packed_stream(p);
		op->packed = sok_packed_name(p);
		op->holds = sok_packed_kind(p) == SOK_ARCHIVE;
	}
	if (!op->holds || c->shut)
		r = do_one(c, op);
	else if (member == NULL)
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

/* Whether standard output goes to this file.  The program would then read its
 * own output endlessly. */
static bool
is_output(const struct cli *c, int fd)
{
	struct stat in, out;

	return c->output == NULL && fstat(fd, &in) == 0 &&
	    S_ISREG(in.st_mode) && fstat(STDOUT_FILENO, &out) == 0 &&
	    in.st_dev == out.st_dev && in.st_ino == out.st_ino;
}

/* ---- folders */

/* A walk through the files below a folder, sorted by name.  Every name is
 * opened relative to its open folder, so that the walk cannot leave the tree if
 * somebody moves files or creates links meanwhile. */
struct walk {
	struct cli *c;
	size_t own; /* length of the part of a path that is not relative */
	struct sok_buf path; /* terminated */
};

static void
report_error(const struct walk *w, int errnum)
{
	if (!w->c->shut)
		cli_trouble(w->c, w->path.s, errnum);
}

static void
set_path(struct walk *w, size_t folder, const char *name)
{
	w->path.len = folder;
	sok_buf_add(&w->path, sok_str(name));
	sok_buf_addc(&w->path, '\0');
	cli_enough(w->c, !w->path.failed);
}

/* Process the file w->path, which is open.  While no work is set, add it to the
 * operands. */
static int
found(struct walk *w, int fd)
{
	struct cli *c = w->c;
	struct sok_str path = sok_buf_str(&w->path);
	char *name = cli_must(c, str_terminated(&c->names_kept, path));
	struct cli_operand op = {.path = name,
	    .name = name,
	    .below = name + w->own,
	    .fd = -1,
	    .met = true};

	if (c->each == NULL) {
		cli_add_operand(c, name);
		note_inside(c, name, w->own);
		return 0;
	}
	if (c->opens && is_output(c, fd)) {
		cli_trouble(c, name, EDEADLK);
		return 0;
	}
	if (c->opens)
		op.fd = fd;
	return do_file(c, &op, NULL);
}

static int walk_folder(struct walk *w, int fd);

/* Visit one name in a folder; w->path ends with it. */
static int
visit(struct walk *w, int folder, const char *name)
{
	const char *path = w->path.s + w->own, *avoid = w->c->avoid;
	struct stat st, other;
	int fd, r = 0;

	if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == -1) {
		report_error(w, errno);
		return 0;
	}
	if (S_ISDIR(st.st_mode)) {
		if (avoid != NULL && stat(avoid, &other) == 0 &&
		    other.st_dev == st.st_dev && other.st_ino == st.st_ino)
			return 0;
		if (!choose_folder(w->c, path))
			return 0;
		fd = openat(folder, name,
		    O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW);
		if (fd != -1)
			return walk_folder(w, fd);
		report_error(w, errno);
		return 0;
	}

	if (!choose_file(w->c, path))
		return 0;
	/* If the file has been replaced by a pipe, do not wait for it. */
	fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (fd == -1 || fstat(fd, &st) == -1)
		report_error(w, errno);
	else if (S_ISREG(st.st_mode))
		r = found(w, fd);
	else if (!S_ISDIR(st.st_mode)) /* not even by a link */
		report_error(w, ENOTSUP);
	if (fd != -1)
		close(fd);
	return r;
}

/* Visit the folder w->path; fd is closed. */
static int
walk_folder(struct walk *w, int fd)
{
	DIR *d = fdopendir(fd);
	size_t n = 0, cap = 0, folder;
	char **name = NULL;
	struct dirent *e;
	int r = 0;

	if (d == NULL) {
		report_error(w, errno);
		close(fd);
		return 0;
	}
	/* If an error occurs, visit what was read before it. */
	while (errno = 0, (e = readdir(d)) != NULL) {
		if (e->d_name[0] == '.')
			continue;
		name = cli_must(w->c, sok_grow(name, n, &cap, sizeof(*name)));
		name[n++] = cli_must(w->c, strdup(e->d_name));
	}
	if (errno != 0)
		report_error(w, errno);
	if (n > 0)
		qsort(name, n, sizeof(*name), choose_order);

	w->path.len--;
	if (w->path.s[w->path.len - 1] != '/')
		sok_buf_addc(&w->path, '/');
	folder = w->path.len;
	for (size_t i = 0; i < n && r == 0; i++) {
		set_path(w, folder, name[i]);
		r = visit(w, dirfd(d), name[i]);
	}
	for (size_t i = 0; i < n; i++)
		free(name[i]);
	free(name);
	closedir(d);
	return r;
}

/* Process the files below a folder, which fd is open on and which is closed.
 * Hidden files and symbolic links to folders are skipped.  Errors are reported,
 * and the walk goes on. */
static int
walk(struct cli *c, int fd, const char *path)
{
	size_t n = strlen(path);
	struct walk w = {.c = c, .own = n + (path[n - 1] != '/')};
	int r;

	set_path(&w, 0, path);
	r = walk_folder(&w, fd);
	sok_buf_free(&w.path);
	return r;
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
		int fd = -1;

		if (strcmp(named[i], "-") != 0)
			fd = open(named[i], O_RDONLY | O_CLOEXEC | O_DIRECTORY);
		if (fd == -1)
			cli_add_operand(c, named[i]);
		else
			(void)walk(c, fd, named[i]);
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
	const char *inside = cli_member_path(c, op.path);

	if (op.is_stdin)
		op.name = c->stdin_name;
	if (op.is_stdin && c->standard_input != NULL)
		op.stream = sok_packed_stream(c->standard_input);
	op.met = inside != NULL;
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
	if (op->is_stdin && c->no_fd[STDIN_FILENO]) {
		errno = EBADF;
		return false;
	}
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
	op->fd = -1;
	return false;
}

int
cli_operand(struct cli *c, size_t i)
{
	struct cli_operand op = cli_operand_at(c, i);
	int before, done, error;

	if (c->nread < i)
		c->nread = i;
	if (c->ahead != NULL) {
		/* A thread has opened the operand and reads it. */
		error = jobs_operand(c->ahead);
		if (error == 0)
			return do_one(c, &op);
		cli_trouble(c, op.name, error);
		return 0;
	}
	if (!cli_open(c, &op)) {
		if (!c->shut)
			cli_trouble(c, op.name, errno);
		return 0;
	}
	before = begin_status(c);
	if (op.holds) {
		done = walk(c, op.fd, op.path);
	} else {
		done = do_file(c, &op, NULL);
		if (op.fd != -1 && !op.is_stdin)
			close(op.fd);
	}
	if (done == 0 && op.holds && c->program->whole != NULL)
		c->program->whole(c, &op);
	cli_raise(c, before);
	return done;
}
