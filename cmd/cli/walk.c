/* walk.c - finds the files in folders, one after another.  Every name is opened
 * relative to its open folder, so that the walk cannot leave the tree if
 * somebody moves files or creates links meanwhile. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/source.h"

/* An open folder, and the names in it. */
struct walk_folder {
	int fd;
	size_t path; /* the length of its path, the beginning of walk->path */
	struct names names;
	struct sok_buf bytes; /* of the names */
	size_t next;          /* the name that is visited next */
};

/* Whether a folder is the one that cli->avoid names. */
static bool
is_avoided(const struct cli *cli, const struct stat *st)
{
	struct stat other;

	return cli->avoid != NULL && stat(cli->avoid, &other) == 0 &&
	    other.st_dev == st->st_dev && other.st_ino == st->st_ino;
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

/* Go on with the contents of a folder, whose path is walk->path. */
static void
enter_folder(struct walk *walk, int fd)
{
	struct walk_folder *folder = sok_grow(
	    walk->folder, walk->depth, &walk->cap, sizeof(*walk->folder));

	walk->folder = cli_must(walk->cli, folder);
	folder += walk->depth++;
	*folder = (struct walk_folder){.fd = fd, .path = walk->path.len};
	folder->names = read_names(walk, fd, &folder->bytes);
}

/* Go on with the folder that has the one that was entered last. */
static void
leave_folder(struct walk *walk)
{
	struct walk_folder *folder = &walk->folder[--walk->depth];

	free(folder->names.name);
	sok_buf_free(&folder->bytes);
	close(folder->fd);
}

/* Visit a folder that the walk has met.  If it is not entered, that goes into
 * the account. */
static void
visit_folder(struct walk *walk, int folder, const char *name)
{
	const int flags = O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW;
	const char *path = walk->path.s;
	enum choice choice = choose_folder(walk->cli, path + walk->own);

	if (choice != CHOICE_READ) {
		account_passed(walk->cli, path, choose_reason(choice));
		return;
	}
	int fd = openat(folder, name, flags);
	if (fd == -1)
		account_unread(walk->cli, path, errno);
	else
		enter_folder(walk, fd);
}

/* Whether an open file is read; it may have been looked at.  Else it goes into
 * the account. */
static bool
file_chosen(struct walk *walk, int fd, enum choice choice)
{
	const char *path = walk->path.s;

	if (choice == CHOICE_READ)
		return true;
	if (cli_is_output(walk->cli, fd) || !account_looks(walk->cli, fd)) {
		account_passed(walk->cli, path, choose_reason(choice));
		return false;
	}
	if (choice == CHOICE_LOOK) {
		account_left(walk->cli, path, path + walk->own, CHOOSE_LEFT);
		return false;
	}
	if (lseek(fd, 0, SEEK_SET) == -1) {
		account_unread(walk->cli, path, errno);
		return false;
	}
	return true;
}

/* Visit a file that the walk has met: whether it is read, as walk->fd.  Why it
 * is not goes into the account. */
static bool
visit_file(struct walk *walk, int folder, const char *name)
{
	/* If a file has been replaced by a pipe, do not wait for it. */
	const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
	const char *path = walk->path.s, *why = NULL;
	enum choice choice = choose_file(walk->cli, path + walk->own);
	struct stat st;
	bool found = false;
	int error = 0, fd;

	if (choice > CHOICE_LOOK) {
		account_passed(walk->cli, path, choose_reason(choice));
		return false;
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
		found = file_chosen(walk, fd, choice);
	else if (why != NULL)
		account_passed(walk->cli, path, why);
	else if (choice != CHOICE_READ)
		account_passed(
		    walk->cli, path, cli_reason(error ? error : errno));
	else
		account_unread(walk->cli, path, error ? error : errno);
	if (found)
		walk->fd = fd;
	else if (fd != -1)
		close(fd);
	return found;
}

/* Visit a name in an open folder, whose path is walk->path: whether it is a
 * file that is read. */
static bool
visit(struct walk *walk, int folder, const char *name)
{
	size_t n = walk->path.len;
	struct stat st;

	if (n > 0 && walk->path.s[n - 1] != '/')
		sok_buf_addc(&walk->path, '/');
	sok_buf_add(&walk->path, sok_str(name));
	sok_buf_addc(&walk->path, '\0');
	cli_enough(walk->cli, !walk->path.failed);
	walk->path.len--;
	if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == -1)
		account_unread(walk->cli, walk->path.s, errno);
	else if (!S_ISDIR(st.st_mode))
		return visit_file(walk, folder, name);
	else if (!is_avoided(walk->cli, &st))
		visit_folder(walk, folder, name);
	return false;
}

/* Close the file that was found last. */
static void
close_found(struct walk *walk)
{
	if (walk->fd != -1)
		close(walk->fd);
	walk->fd = -1;
}

void
walk_open(struct walk *walk, struct cli *cli, int fd, const char *path)
{
	size_t n = strlen(path);

	*walk = (struct walk){.cli = cli, .fd = -1};
	sok_buf_add(&walk->path, sok_str(path));
	sok_buf_addc(&walk->path, '\0');
	cli_enough(cli, !walk->path.failed);
	walk->path.len = n;
	walk->own = n + (path[n - 1] != '/');
	enter_folder(walk, fd);
}

bool
walk_next(struct walk *walk, struct cli_operand *found)
{
	while (walk->depth > 0) {
		struct walk_folder *folder = &walk->folder[walk->depth - 1];

		close_found(walk);
		walk->path.len = folder->path;
		if (folder->next == folder->names.n) {
			leave_folder(walk);
			continue;
		}
		if (!visit(
		        walk, folder->fd, folder->names.name[folder->next++]))
			continue;
		const char *name = cli_must(walk->cli,
		    str_terminated(
		        &walk->cli->names_kept, sok_buf_str(&walk->path)));
		*found = (struct cli_operand){.path = name, .name = name};
		found->below = name + walk->own;
		found->fd = walk->fd;
		found->regular = true;
		found->met = true;
		return true;
	}
	return false;
}

void
walk_close(struct walk *walk)
{
	if (walk->cli == NULL)
		return;
	close_found(walk);
	while (walk->depth > 0)
		leave_folder(walk);
	free(walk->folder);
	sok_buf_free(&walk->path);
	*walk = (struct walk){0};
}
