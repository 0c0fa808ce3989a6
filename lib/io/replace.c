/* replace.c - replaces a file as a whole by a temporary file beside it, so that
 * its name always refers to the old or the new file. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "io/io.h"
#include "io/output.h"

/* ---- replacing */

/* Examine the existing file: 0 if we may write the new one, -1 with errno.
 * EEXIST: nothing may be replaced; EACCES: it is read-only; of a file that is
 * to be read, EMLINK: it has other hard links; EISDIR, ENOTSUP: it is not a
 * regular file. */
static int
examine(struct replace *replace)
{
	const struct stat *old = &replace->old;

	if (replace->what == REPLACE_NOTHING) {
		if (lstat(replace->path, &replace->old) < 0)
			return 0;
		errno = EEXIST;
		return -1;
	}
	if (replace->what == REPLACE_FILE) {
		replace->original = open(replace->path,
		    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
		if (replace->original < 0 ||
		    fstat(replace->original, &replace->old) < 0)
			return -1;
		if (!S_ISREG(old->st_mode) || old->st_nlink > 1) {
			errno = EMLINK;
			if (!S_ISREG(old->st_mode))
				errno =
				    S_ISDIR(old->st_mode) ? EISDIR : ENOTSUP;
			return -1;
		}
	} else if (stat(replace->path, &replace->old) < 0) {
		return errno == ENOENT ? 0 : -1;
	}
	replace->exists = true;
	/* A rename needs no permission, but a read-only file is to be kept. */
	return faccessat(AT_FDCWD, replace->path, W_OK, AT_EACCESS);
}

struct replace *
replace_open(const char *path, enum replacing what, const char *suffix)
{
	struct replace *replace = calloc(1, sizeof(*replace));
	struct sok_buf backup = {0};
	struct stat st;

	if (replace == NULL)
		return NULL;
	replace->fd = replace->original = -1;
	replace->temp = temp_none;
	replace->what = what;
	/* Resolve a link at the end of the path.  Links to directories need not
	 * be resolved, because a rename does not change them. */
	if (what != REPLACE_NOTHING && lstat(path, &st) == 0 &&
	    S_ISLNK(st.st_mode))
		replace->path = realpath(path, NULL);
	else
		replace->path = strdup(path);
	/* One of them may be a second link to the file. */
	if (replace->path != NULL)
		temp_remove_left(replace->path);
	bool ok = replace->path != NULL && examine(replace) == 0;

	/* The backup is a neighbour of the file. */
	if (ok && suffix != NULL) {
		sok_buf_fmt(&backup, "%s%s%c", replace->path, suffix, '\0');
		replace->backup = backup.s;
		ok = !backup.failed;
		if (suffix[0] == '\0' || strchr(suffix, '/') != NULL) {
			errno = EINVAL;
			ok = false;
		}
	}
	if (ok)
		return replace;
	(void)replace_close(replace);
	return NULL;
}

int
replace_begin(struct replace *replace)
{
	/* The mode of a new file is 0666 less the umask. */
	mode_t mode = replace->exists ? 0600 : 0666;

	replace->fd = temp_nameless(replace->path, mode);
	if (replace->fd < 0)
		replace->fd = temp_make(&replace->temp, replace->path, mode);
	return replace->fd;
}

/* Give a file the owner, access control list, attributes and mode of the old
 * one.  0, -1 with errno. */
static int
keep_identity(const struct replace *replace, int fd)
{
	const struct stat *old = &replace->old;
	struct stat st;

	if (fstat(fd, &st) < 0)
		return -1;
	if ((st.st_uid != old->st_uid || st.st_gid != old->st_gid) &&
	    fchown(fd, old->st_uid, old->st_gid) < 0)
		return -1;
	/* Without a list, the mode gives the mask's rights to the group. */
	if (attributes_copy(replace->original, replace->path, fd) < 0)
		return -1;
	/* After fchown(), which clears set-id bits. */
	return fchmod(fd, old->st_mode & 07777);
}

/* Synchronize a file to disk: 0, -1 with errno.  Some file systems cannot,
 * which is not an error. */
static int
sync_fd(int fd)
{
	int got;

	do
		got = fsync(fd);
	while (got < 0 && errno == EINTR);
	return got < 0 && errno != EINVAL && errno != ENOTSUP ? -1 : 0;
}

/* Close a descriptor, which becomes -1: 0, -1 with errno.  After a successful
 * fsync() an interrupted close() does no harm. */
static int
close_fd(int *fd)
{
	int got = close(*fd);

	*fd = -1;
	return got < 0 && errno != EINTR ? -1 : 0;
}

/* Copy a file to another one, which gets the identity of the old file and is
 * closed; 0, -1 with errno. */
static int
copy_file(const struct replace *replace, int from, int to)
{
	struct sok_output *out = sok_output_fd(to);
	bool copied = out != NULL && lseek(from, 0, SEEK_SET) == 0 &&
	    sok_output_copy(out, from) == 0;

	copied = sok_output_close(out, copied) == 0 && copied &&
	    (!replace->exists || keep_identity(replace, to) == 0) &&
	    sync_fd(to) == 0;
	return close_fd(&to) == 0 && copied ? 0 : -1;
}

/* Give the old file a second name, or copy it; the first name remains.  0, -1
 * with errno. */
static int
make_backup(const struct replace *replace)
{
	struct temp_file temp;
	int done = temp_link(
	        &temp, replace->path, replace->original, replace->path),
	    fd = -1;

	if (done < 0)
		fd = temp_make(&temp, replace->path, 0600);
	if (fd >= 0)
		done = copy_file(replace, replace->original, fd);
	if (done == 0)
		done = rename(temp.name, replace->backup);
	if (done < 0)
		(void)temp_remove(&temp);
	else
		temp_drop(&temp);
	temp_unlock(replace->original);
	return done;
}

/* Name the temporary file if it has no name yet, and close it.  Without links,
 * a copy of it has the name.  0, -1 with errno. */
static int
name_and_close(struct replace *replace)
{
	if (replace->temp.name != NULL ||
	    temp_link(&replace->temp, replace->path, replace->fd, NULL) == 0)
		return close_fd(&replace->fd);
	int fd = temp_make(
	    &replace->temp, replace->path, replace->exists ? 0600 : 0666);
	if (fd < 0 || copy_file(replace, replace->fd, fd) < 0)
		return -1;
	return close_fd(&replace->fd);
}

/* Rename the temporary file; on failure remove what was made for that.  It has
 * a name of its own only for a moment, since a link cannot replace a file.  0,
 * -1 with errno. */
static int
take_name(struct replace *replace, const char *made)
{
	if ((replace->fd >= 0 && name_and_close(replace) < 0) ||
	    rename(replace->temp.name, replace->path) < 0) {
		int error = errno;

		if (made != NULL)
			(void)unlink(made);
		errno = error;
		return -1;
	}
	temp_drop(&replace->temp);
	return 0;
}

/* Name the file unless somebody else took the name.  It is not synchronized,
 * because that would take most of the time with many such files.  0, -1 with
 * errno, EEXIST if somebody else did. */
static int
place_new(struct replace *replace)
{
	if (temp_link_as(replace->fd, replace->temp.name, replace->path) == 0)
		return close_fd(&replace->fd);
	if (errno == EEXIST)
		return -1;
	/* Without hard links. */
	int fd =
	    open(replace->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	close(fd);
	return take_name(replace, replace->path);
}

int
replace_commit(struct replace *replace)
{
	const struct stat *old = &replace->old;
	struct stat now;

	if (replace->what == REPLACE_NOTHING)
		return place_new(replace);
	if (replace->exists && keep_identity(replace, replace->fd) < 0)
		return -1;
	if (sync_fd(replace->fd) < 0)
		return -1;

	/* The name must still refer to the file that was read, unchanged. */
	if (replace->original >= 0 && lstat(replace->path, &now) < 0)
		return -1;
	if (replace->original >= 0 &&
	    (now.st_dev != old->st_dev || now.st_ino != old->st_ino ||
	        now.st_size != old->st_size ||
	        now.st_mtim.tv_sec != old->st_mtim.tv_sec ||
	        now.st_mtim.tv_nsec != old->st_mtim.tv_nsec)) {
		errno = ESTALE;
		return -1;
	}
	if (replace->backup != NULL && make_backup(replace) < 0) {
		replace->culprit = replace->backup;
		return -1;
	}
	if (take_name(replace, replace->backup) < 0)
		return -1;

	/* The directory may be writable but not readable. */
	size_t folder = temp_folder(replace->path);
	replace->path[folder] = '\0';
	int fd = open(folder > 0 ? replace->path : ".",
	    O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return errno == EACCES ? 0 : -1;
	int done = sync_fd(fd);
	return close_fd(&fd) < 0 ? -1 : done;
}

int
replace_close(struct replace *replace)
{
	int before = errno, error;

	if (replace == NULL)
		return 0;
	error = temp_remove(&replace->temp);
	if (replace->fd >= 0)
		close(replace->fd);
	if (replace->original >= 0)
		close(replace->original);
	free(replace->backup);
	free(replace->path);
	free(replace);
	errno = before;
	return error;
}
