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

/* Examine the existing file, and whether we may replace it. */
static int
examine(struct replace *r)
{
	const struct stat *old = &r->old;

	if (r->what == REPLACE_NOTHING) {
		if (lstat(r->path, &r->old) < 0)
			return 0;
		errno = EEXIST;
		return -1;
	}
	if (r->what == REPLACE_FILE) {
		r->original = open(r->path,
		    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
		if (r->original < 0 || fstat(r->original, &r->old) < 0)
			return -1;
		if (!S_ISREG(old->st_mode) || old->st_nlink > 1) {
			errno = EMLINK;
			if (!S_ISREG(old->st_mode))
				errno =
				    S_ISDIR(old->st_mode) ? EISDIR : ENOTSUP;
			return -1;
		}
	} else if (stat(r->path, &r->old) < 0) {
		return errno == ENOENT ? 0 : -1;
	}
	r->exists = true;
	/* A rename needs no permission, but a read-only file is to be kept. */
	return faccessat(AT_FDCWD, r->path, W_OK, AT_EACCESS);
}

struct replace *
replace_open(const char *path, enum replacing what, const char *suffix)
{
	struct replace *r = calloc(1, sizeof(*r));
	struct sok_buf backup = {0};
	struct stat st;

	if (r == NULL)
		return NULL;
	r->fd = r->original = -1;
	r->temp = temp_none;
	r->what = what;
	/* Resolve a link at the end of the path.  Links to directories need not
	 * be resolved, because a rename does not change them. */
	if (what != REPLACE_NOTHING && lstat(path, &st) == 0 &&
	    S_ISLNK(st.st_mode))
		r->path = realpath(path, NULL);
	else
		r->path = strdup(path);
	/* One of them may be a second link to the file. */
	if (r->path != NULL)
		temp_remove_left(r->path);
	bool ok = r->path != NULL && examine(r) == 0;

	/* The backup is a neighbour of the file. */
	if (ok && suffix != NULL) {
		sok_buf_fmt(&backup, "%s%s%c", r->path, suffix, '\0');
		r->backup = backup.s;
		ok = !backup.failed;
		if (suffix[0] == '\0' || strchr(suffix, '/') != NULL) {
			errno = EINVAL;
			ok = false;
		}
	}
	if (ok)
		return r;
	(void)replace_close(r);
	return NULL;
}

int
replace_begin(struct replace *r)
{
	/* The mode of a new file is 0666 less the umask. */
	mode_t mode = r->exists ? 0600 : 0666;

	r->fd = temp_nameless(r->path, mode);
	if (r->fd < 0)
		r->fd = temp_make(&r->temp, r->path, mode);
	return r->fd;
}

static int
keep_identity(const struct replace *r, int fd)
{
	const struct stat *old = &r->old;
	struct stat st;

	if (fstat(fd, &st) < 0)
		return -1;
	if ((st.st_uid != old->st_uid || st.st_gid != old->st_gid) &&
	    fchown(fd, old->st_uid, old->st_gid) < 0)
		return -1;
	/* Without a list, the mode gives the mask's rights to the group. */
	if (attributes_copy(r->original, r->path, fd) < 0)
		return -1;
	/* After fchown(), which clears set-id bits. */
	return fchmod(fd, old->st_mode & 07777);
}

/* Some file systems cannot synchronize and report an error. */
static int
sync_fd(int fd)
{
	int r;

	do
		r = fsync(fd);
	while (r < 0 && errno == EINTR);
	return r < 0 && errno != EINVAL && errno != ENOTSUP ? -1 : 0;
}

/* After a successful fsync() an interrupted close() does no harm. */
static int
close_fd(int *fd)
{
	int r = close(*fd);

	*fd = -1;
	return r < 0 && errno != EINTR ? -1 : 0;
}

/* Copy a file to another one, which gets the identity of the old file and is
 * closed; 0, -1 with errno. */
static int
copy_file(const struct replace *r, int from, int to)
{
	struct sok_output *o = sok_output_fd(to);
	bool copied = o != NULL && lseek(from, 0, SEEK_SET) == 0 &&
	    sok_output_copy(o, from) == 0;

	copied = sok_output_close(o, copied) == 0 && copied &&
	    (!r->exists || keep_identity(r, to) == 0) && sync_fd(to) == 0;
	return close_fd(&to) == 0 && copied ? 0 : -1;
}

/* Give the old file a second name, or copy it; the first name remains. */
static int
make_backup(const struct replace *r)
{
	struct temp_file temp;
	int done = temp_link(&temp, r->path, r->original, r->path), fd = -1;

	if (done < 0)
		fd = temp_make(&temp, r->path, 0600);
	if (fd >= 0)
		done = copy_file(r, r->original, fd);
	if (done == 0)
		done = rename(temp.name, r->backup);
	if (done < 0)
		(void)temp_remove(&temp);
	else
		temp_drop(&temp);
	temp_unlock(r->original);
	return done;
}

/* Name the temporary file if it has no name yet, and close it.  Without links,
 * a copy of it has the name. */
static int
name_and_close(struct replace *r)
{
	if (r->temp.name != NULL ||
	    temp_link(&r->temp, r->path, r->fd, NULL) == 0)
		return close_fd(&r->fd);
	int fd = temp_make(&r->temp, r->path, r->exists ? 0600 : 0666);
	if (fd < 0 || copy_file(r, r->fd, fd) < 0)
		return -1;
	return close_fd(&r->fd);
}

/* Rename the temporary file; on failure remove what was made for that.  It has
 * a name of its own only for a moment, since a link cannot replace a file. */
static int
take_name(struct replace *r, const char *made)
{
	if ((r->fd >= 0 && name_and_close(r) < 0) ||
	    rename(r->temp.name, r->path) < 0) {
		int error = errno;

		if (made != NULL)
			(void)unlink(made);
		errno = error;
		return -1;
	}
	temp_drop(&r->temp);
	return 0;
}

/* Name the file unless somebody else took the name.  It is not synchronized,
 * because that would take most of the time with many such files. */
static int
place_new(struct replace *r)
{
	if (temp_link_as(r->fd, r->temp.name, r->path) == 0)
		return close_fd(&r->fd);
	if (errno == EEXIST)
		return -1;
	/* Without hard links. */
	int fd = open(r->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	close(fd);
	return take_name(r, r->path);
}

int
replace_commit(struct replace *r)
{
	const struct stat *old = &r->old;
	struct stat now;

	if (r->what == REPLACE_NOTHING)
		return place_new(r);
	if (r->exists && keep_identity(r, r->fd) < 0)
		return -1;
	if (sync_fd(r->fd) < 0)
		return -1;

	/* The name must still refer to the file that was read, unchanged. */
	if (r->original >= 0 && lstat(r->path, &now) < 0)
		return -1;
	if (r->original >= 0 &&
	    (now.st_dev != old->st_dev || now.st_ino != old->st_ino ||
	        now.st_size != old->st_size ||
	        now.st_mtim.tv_sec != old->st_mtim.tv_sec ||
	        now.st_mtim.tv_nsec != old->st_mtim.tv_nsec)) {
		errno = ESTALE;
		return -1;
	}
	if (r->backup != NULL && make_backup(r) < 0) {
		r->culprit = r->backup;
		return -1;
	}
	if (take_name(r, r->backup) < 0)
		return -1;

	/* The directory may be writable but not readable. */
	size_t folder = temp_folder(r->path);
	r->path[folder] = '\0';
	int fd = open(
	    folder > 0 ? r->path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return errno == EACCES ? 0 : -1;
	int done = sync_fd(fd);
	return close_fd(&fd) < 0 ? -1 : done;
}

int
replace_close(struct replace *r)
{
	int before = errno, error;

	if (r == NULL)
		return 0;
	error = temp_remove(&r->temp);
	if (r->fd >= 0)
		close(r->fd);
	if (r->original >= 0)
		close(r->original);
	free(r->backup);
	free(r->path);
	free(r);
	errno = before;
	return error;
}
