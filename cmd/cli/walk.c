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
	struct cli *cli;
	struct sok_buf path; /* of what is visited, terminated */
	size_t own;          /* where the part inside the operand begins */
};

static int walk_folder(struct walk *walk, int fd);

/* Whether a folder is the one that cli->avoid names. */
static bool
is_avoided(const struct cli *cli, const struct stat *st)
{
	struct stat other;

	return cli->avoid != NULL && stat(cli->avoid, &other) == 0 &&
	    other.st_dev == st->st_dev && other.st_ino == st->st_ino;
}

/* Visit a folder that the walk has met: 0, also if it cannot be opened, which
 * goes into the account; -1 as the program did. */
static int
visit_folder(struct walk *walk, int folder, const char *name)
{
	const int flags = O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW;
	const char *path = walk->path.s;
	enum choice choice = choose_folder(walk->cli, path + walk->own);

	if (choice != CHOICE_READ) {
		account_passed(walk->cli, path, choose_reason(choice));
		return 0;
	}
	int fd = openat(folder, name, flags);
	if (fd != -1)
		return walk_folder(walk, fd);
	account_unread(walk->cli, path, errno);
	return 0;
}

/* Visit an open file. */
static int
visit_open(struct walk *walk, int fd, enum choice choice)
{
	const char *path = walk->path.s;
	bool looks;

	if (choice != CHOICE_READ) {
		looks = !cli_is_output(walk->cli, fd) &&
		    account_looks(walk->cli, fd);
		if (!looks)
			account_passed(walk->cli, path, choose_reason(choice));
		else if (choice == CHOICE_LOOK)
			account_left(
			    walk->cli, path, path + walk->own, CHOOSE_LEFT);
		if (!looks || choice == CHOICE_LOOK)
			return 0;
		if (lseek(fd, 0, SEEK_SET) == -1) {
			account_unread(walk->cli, path, errno);
			return 0;
		}
	}
	return cli_found(walk->cli, fd, path, walk->own);
}

/* Visit a file that the walk has met, if it is chosen; why one is not read
 * goes into the account.  0, -1 as the program did. */
static int
visit_file(struct walk *walk, int folder, const char *name)
{
	/* If a file has been replaced by a pipe, do not wait for it. */
	const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
	const char *path = walk->path.s, *why = NULL;
	enum choice choice = choose_file(walk->cli, path + walk->own);
	struct stat st;
	int error = 0, got = 0, fd;

	if (choice > CHOICE_LOOK) {
		account_passed(walk->cli, path, choose_reason(choice));
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
		got = visit_open(walk, fd, choice);
	else if (why != NULL)
		account_passed(walk->cli, path, why);
	else if (choice != CHOICE_READ)
		account_passed(
		    walk->cli, path, cli_reason(error ? error : errno));
	else
		account_unread(walk->cli, path, error ? error : errno);
	if (fd != -1)
		close(fd);
	return got;
}

/* Visit a name in an open folder, whose path is walk->path. */
static int
visit(struct walk *walk, int folder, const char *name)
{
	size_t n = walk->path.len;
	struct stat st;
	int got = 0;

	if (n > 0 && walk->path.s[n - 1] != '/')
		sok_buf_addc(&walk->path, '/');
	sok_buf_add(&walk->path, sok_str(name));
	sok_buf_addc(&walk->path, '\0');
	cli_enough(walk->cli, !walk->path.failed);
	walk->path.len--;
	if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == -1)
		account_unread(walk->cli, walk->path.s, errno);
	else if (!S_ISDIR(st.st_mode))
		got = visit_file(walk, folder, name);
	else if (!is_avoided(walk->cli, &st))
		got = visit_folder(walk, folder, name);
	walk->path.len = n;
	return got;
}

/* Read the names in a folder, in natural order; *all has their bytes.  The
 * folder stays open, its buffer does not: a tree may be deep. */
static struct names
read_names(struct walk *walk, int fd, struct sok_buf *all)
{
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	DIR *folder = copy == -1 ? NULL : fdopendir(copy);
	struct names names = {0};
	struct dirent *entry;
	int error = errno;

	if (folder != NULL) {
		while (errno = 0, (entry = readdir(folder)) != NULL) {
			const char *name = entry->d_name;

			if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
				continue;
			sok_buf_add(all, sok_str(name));
			sok_buf_addc(all, '\0');
		}
		error = errno;
		closedir(folder);
	} else if (copy != -1) {
		close(copy);
	}
	cli_enough(walk->cli, !all->failed);
	for (const char *s = all->s; s < all->s + all->len; s += strlen(s) + 1)
		cli_add_name(walk->cli, &names, s);
	/* What was read before an error is visited. */
	if (error != 0 && !walk->cli->shut)
		cli_trouble(walk->cli, walk->path.s, error);
	if (names.n > 0)
		qsort(
		    names.name, names.n, sizeof(*names.name), file_name_order);
	return names;
}

/* Visit the contents of a folder, whose path is walk->path; fd is closed. */
static int
walk_folder(struct walk *walk, int fd)
{
	struct sok_buf all = {0};
	struct names names = read_names(walk, fd, &all);
	int got = 0;

	for (size_t i = 0; i < names.n && got == 0; i++)
		got = visit(walk, fd, names.name[i]);
	free(names.name);
	sok_buf_free(&all);
	close(fd);
	return got;
}

int
walk(struct cli *cli, int fd, const char *path)
{
	struct walk state = {.cli = cli};
	size_t n = strlen(path);

	sok_buf_add(&state.path, sok_str(path));
	sok_buf_addc(&state.path, '\0');
	cli_enough(cli, !state.path.failed);
	state.path.len = n;
	state.own = n + (path[n - 1] != '/');
	int got = walk_folder(&state, fd);
	sok_buf_free(&state.path);
	return got;
}
