/* walk.c - finds the files in folders.  Every name is opened relative to its
 * open folder, so that the walk cannot leave the tree if somebody moves files
 * or creates links meanwhile. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli_private.h"

struct walk {
	struct cli *c;
	struct sok_buf path; /* of what is visited, terminated */
	size_t own;          /* where the part inside the operand begins */
};

static int walk_folder(struct walk *w, int fd);

/* Whether a folder is the one that c->avoid names. */
static bool
is_avoided(const struct cli *c, const struct stat *st)
{
	struct stat other;

	return c->avoid != NULL && stat(c->avoid, &other) == 0 &&
	    other.st_dev == st->st_dev && other.st_ino == st->st_ino;
}

static int
visit_folder(struct walk *w, int folder, const char *name)
{
	const int flags = O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW;
	const char *path = w->path.s;
	enum choice choice = choose_folder(w->c, path + w->own);

	if (choice != CHOICE_READ) {
		account_passed(w->c, path, choose_reason(choice));
		return 0;
	}
	int fd = openat(folder, name, flags);
	if (fd != -1)
		return walk_folder(w, fd);
	account_unread(w->c, path, errno);
	return 0;
}

/* Visit an open file. */
static int
visit_open(struct walk *w, int fd, enum choice choice)
{
	const char *path = w->path.s;
	bool looks;

	if (choice != CHOICE_READ) {
		looks = !cli_is_output(w->c, fd) && account_looks(w->c, fd);
		if (!looks)
			account_passed(w->c, path, choose_reason(choice));
		else if (choice == CHOICE_LOOK)
			account_left(w->c, path, path + w->own, CHOOSE_LEFT);
		if (!looks || choice == CHOICE_LOOK)
			return 0;
		if (lseek(fd, 0, SEEK_SET) == -1) {
			account_unread(w->c, path, errno);
			return 0;
		}
	}
	return cli_found(w->c, fd, path, w->own);
}

static int
visit_file(struct walk *w, int folder, const char *name)
{
	/* If a file has been replaced by a pipe, do not wait for it. */
	const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
	const char *path = w->path.s, *why = NULL;
	enum choice choice = choose_file(w->c, path + w->own);
	struct stat st;
	int error = 0, r = 0, fd;

	if (choice > CHOICE_LOOK) {
		account_passed(w->c, path, choose_reason(choice));
		return 0;
	}
	/* Links are followed, but not to folders. */
	if (fstatat(folder, name, &st, 0) == -1)
		error = errno;
	else if (S_ISDIR(st.st_mode))
		why = "a link to a folder";
	else if (!S_ISREG(st.st_mode))
		error = ENOTSUP;
	fd = error == 0 && why == NULL ? openat(folder, name, flags) : -1;
	if (fd != -1 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		r = visit_open(w, fd, choice);
	else if (why != NULL)
		account_passed(w->c, path, why);
	else if (choice != CHOICE_READ)
		account_passed(w->c, path, cli_reason(error ? error : errno));
	else
		account_unread(w->c, path, error ? error : errno);
	if (fd != -1)
		close(fd);
	return r;
}

/* Visit a name in an open folder, whose path is w->path. */
static int
visit(struct walk *w, int folder, const char *name)
{
	size_t n = w->path.len;
	struct stat st;
	int r = 0;

	if (n > 0 && w->path.s[n - 1] != '/')
		sok_buf_addc(&w->path, '/');
	sok_buf_add(&w->path, sok_str(name));
	sok_buf_addc(&w->path, '\0');
	cli_enough(w->c, !w->path.failed);
	w->path.len--;
	if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == -1)
		account_unread(w->c, w->path.s, errno);
	else if (!S_ISDIR(st.st_mode))
		r = visit_file(w, folder, name);
	else if (!is_avoided(w->c, &st))
		r = visit_folder(w, folder, name);
	w->path.len = n;
	return r;
}

/* Read the names in a folder, in natural order; *all has their bytes.  The
 * folder stays open, its buffer does not: a tree may be deep. */
static struct names
read_names(struct walk *w, int fd, struct sok_buf *all)
{
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	DIR *d = copy == -1 ? NULL : fdopendir(copy);
	struct names names = {0};
	struct dirent *e;
	int error = errno;

	if (d != NULL) {
		while (errno = 0, (e = readdir(d)) != NULL) {
			const char *name = e->d_name;

			if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
				continue;
			sok_buf_add(all, sok_str(name));
			sok_buf_addc(all, '\0');
		}
		error = errno;
		closedir(d);
	} else if (copy != -1) {
		close(copy);
	}
	cli_enough(w->c, !all->failed);
	for (const char *s = all->s; s < all->s + all->len; s += strlen(s) + 1)
		cli_add_name(w->c, &names, s);
	/* What was read before an error is visited. */
	if (error != 0 && !w->c->shut)
		cli_trouble(w->c, w->path.s, error);
	if (names.n > 0)
		qsort(names.v, names.n, sizeof(*names.v), file_name_order);
	return names;
}

/* Visit the contents of a folder, whose path is w->path; fd is closed. */
static int
walk_folder(struct walk *w, int fd)
{
	struct sok_buf all = {0};
	struct names names = read_names(w, fd, &all);
	int r = 0;

	for (size_t i = 0; i < names.n && r == 0; i++)
		r = visit(w, fd, names.v[i]);
	free(names.v);
	sok_buf_free(&all);
	close(fd);
	return r;
}

int
walk(struct cli *c, int fd, const char *path)
{
	struct walk w = {.c = c};
	size_t n = strlen(path);

	sok_buf_add(&w.path, sok_str(path));
	sok_buf_addc(&w.path, '\0');
	cli_enough(c, !w.path.failed);
	w.path.len = n;
	w.own = n + (path[n - 1] != '/');
	int r = walk_folder(&w, fd);
	sok_buf_free(&w.path);
	return r;
}
