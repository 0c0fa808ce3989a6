/*
 * output_file.c - outputs to files.  A file is replaced as a whole: a temporary
 * file in the same directory gets the name, owner, mode and attributes of the
 * file after all bytes are written and flushed, so that the name always refers
 * to the old or the new file.  Output is compared with a file while it is
 * written, so that equal output need not be kept.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/input.h"
#include "io/output.h"
#include "tools.h"

/* Examine the existing file, and whether we may replace it. */
static int
examine(struct replace *r)
{
	int error = 0;

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
		if (!S_ISREG(r->old.st_mode))
			error = S_ISDIR(r->old.st_mode) ? EISDIR : ENOTSUP;
		else if (r->old.st_nlink > 1)
			error = EMLINK;
	} else if (stat(r->path, &r->old) < 0) {
		return errno == ENOENT ? 0 : -1;
	}
	if (error != 0) {
		errno = error;
		return -1;
	}
	r->exists = true;
	/* A rename needs no permission on the file itself, but a read-only file
	 * is meant to be kept. */
	return faccessat(AT_FDCWD, r->path, W_OK, AT_EACCESS);
}

/* Examine path; NULL with errno, EEXIST if a file exists but must not. */
static struct replace *
replace_open(const char *path, enum replacing what, const char *suffix)
{
	struct replace *r = calloc(1, sizeof(*r));
	struct sok_buf backup = {0};
	struct stat st;
	bool ok;

	if (r == NULL)
		return NULL;
	r->fd = r->original = -1;
	r->what = what;
	/* Resolve a link at the end of the path.  Links to directories need not
	 * be resolved, because a rename does not change them. */
	if (what != REPLACE_NOTHING && lstat(path, &st) == 0 &&
	    S_ISLNK(st.st_mode))
		r->path = realpath(path, NULL);
	else
		r->path = strdup(path);
	ok = r->path != NULL && examine(r) == 0;

	/* The backup is a neighbour of the file. */
	if (ok && suffix != NULL) {
		ok = suffix[0] != '\0' && strchr(suffix, '/') == NULL;
		if (!ok)
			errno = EINVAL;
	}
	if (ok && suffix != NULL) {
		sok_buf_fmt(&backup, "%s%s", r->path, suffix);
		sok_buf_addc(&backup, '\0');
		r->backup = backup.s;
		ok = !backup.failed;
	}
	if (ok)
		return r;
	replace_close(r);
	return NULL;
}

int
replace_begin(struct replace *r)
{
	/* The mode of a new file is 0666 less the umask. */
	r->fd = temp_make(&r->temp, r->path, NULL, r->exists ? 0600 : 0666);
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
	/* Without the list, the mode would give the rights of its mask to the
	 * group. */
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

/* Link the old file to a second name, or copy it where there are no hard links;
 * the first name remains until the rename. */
static int
make_backup(const struct replace *r)
{
	struct sok_output *o;
	char *temp;
	int done = temp_make(&temp, r->path, r->path, 0), fd = -1;
	bool copied;

	if (done < 0)
		fd = temp_make(&temp, r->path, NULL, 0600);
	if (fd >= 0) {
		o = sok_output_fd(fd);
		copied = o != NULL && lseek(r->original, 0, SEEK_SET) == 0 &&
		    sok_output_copy(o, r->original) == 0;
		copied = sok_output_close(o, copied) == 0 && copied &&
		    keep_identity(r, fd) == 0 && sync_fd(fd) == 0;
		done = close_fd(&fd) == 0 && copied ? 0 : -1;
	}
	if (done == 0)
		done = rename(temp, r->backup);
	if (done < 0)
		temp_remove(temp);
	else
		temp_drop(temp);
	return done;
}

/* Rename the temporary file; on failure remove what was made for that. */
static int
take_name(struct replace *r, const char *made)
{
	int error;

	if (rename(r->temp, r->path) < 0) {
		error = errno;
		if (made != NULL)
			(void)unlink(made);
		errno = error;
		return -1;
	}
	temp_drop(r->temp);
	r->temp = NULL;
	return 0;
}

/* Name the file unless somebody else took the name.  It is not synchronized,
 * because that would take most of the time with many such files. */
static int
place_new(struct replace *r)
{
	int fd;

	if (close_fd(&r->fd) < 0)
		return -1;
	if (link(r->temp, r->path) == 0)
		return 0;
	if (errno == EEXIST)
		return -1;
	/* Without hard links. */
	fd = open(r->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
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
	size_t folder;
	int fd, done;

	if (r->what == REPLACE_NOTHING)
		return place_new(r);
	if (r->exists && keep_identity(r, r->fd) < 0)
		return -1;
	if (sync_fd(r->fd) < 0 || close_fd(&r->fd) < 0)
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
	folder = temp_folder(r->path);
	r->path[folder] = '\0';
	fd = open(
	    folder > 0 ? r->path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return errno == EACCES ? 0 : -1;
	done = sync_fd(fd);
	return close_fd(&fd) < 0 ? -1 : done;
}

void
replace_close(struct replace *r)
{
	int error = errno;

	if (r == NULL)
		return;
	temp_remove(r->temp);
	if (r->fd >= 0)
		close(r->fd);
	if (r->original >= 0)
		close(r->original);
	free(r->backup);
	free(r->path);
	free(r);
	errno = error;
}

/* ---- output that equals a file so far */

#define BLOCK ((size_t)64 << 10)

struct compare {
	int fd;
	off_t alike; /* number of equal bytes, in whole blocks */
	bool differ;
	char buf[BLOCK];
};

/* Read up to n bytes of the file; -1 with errno. */
static ssize_t
load_original(struct compare *c, off_t at, size_t n)
{
	ssize_t got;

	do
		got = pread(c->fd, c->buf, n < BLOCK ? n : BLOCK, at);
	while (got == -1 && errno == EINTR);
	return got;
}

int
compare_put(struct compare *c, struct sok_str *s)
{
	ssize_t got;

	while (s->len > 0 && !c->differ) {
		got = load_original(c, c->alike, s->len);
		if (got == -1)
			return -1;
		c->differ = got == 0 || memcmp(c->buf, s->s, (size_t)got) != 0;
		if (c->differ)
			break;
		c->alike += got;
		*s = sok_str_from(*s, (size_t)got);
	}
	return 0;
}

int
compare_end(struct compare *c)
{
	ssize_t got = c->differ ? 0 : load_original(c, c->alike, 1);

	return got == -1 ? -1 : !c->differ && got == 0;
}

int
compare_alike(struct compare *c, off_t *at, struct sok_str *s)
{
	ssize_t got = load_original(c, *at, (size_t)(c->alike - *at));

	if (got == -1)
		return -1;
	*at += got;
	*s = (struct sok_str){c->buf, (size_t)got};
	return got > 0;
}

struct sok_output *
sok_output_compare(int fd, bool nowhere)
{
	struct compare *other = malloc(sizeof(*other));
	struct sok_output *o = other == NULL ? NULL : sok_output_fd(-1);

	if (o == NULL) {
		free(other);
		return NULL;
	}
	other->fd = fd;
	other->alike = 0;
	other->differ = false;
	o->other = other;
	o->nowhere = nowhere;
	return o;
}

/* ---- outputs to files */

/* An output that owns fd, which is closed on failure. */
static struct sok_output *
owning_output(int fd)
{
	struct sok_output *o = fd < 0 ? NULL : sok_output_fd(fd);

	if (o != NULL)
		o->owned = true;
	else if (fd >= 0)
		close(fd);
	return o;
}

/* An output for the replacement r: to its temporary file, or, if r has an
 * original, to nothing as long as it is equal.  On failure r is released. */
static struct sok_output *
replacing_output(struct replace *r)
{
	struct sok_output *o = NULL;

	if (r == NULL)
		return NULL;
	if (r->original >= 0)
		o = sok_output_compare(r->original, false);
	else if (replace_begin(r) >= 0)
		o = sok_output_fd(r->fd);
	if (o != NULL)
		o->file = r;
	else
		replace_close(r);
	return o;
}

struct sok_output *
sok_output_file(const char *path)
{
	struct stat st;

	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return owning_output(
		    open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC));
	return replacing_output(replace_open(path, REPLACE_ANY, NULL));
}

struct sok_output *
sok_output_new(const char *path)
{
	return replacing_output(replace_open(path, REPLACE_NOTHING, NULL));
}

struct sok_output *
sok_output_replace(const char *path, const char *backup)
{
	return replacing_output(replace_open(path, REPLACE_FILE, backup));
}

struct sok_output *
sok_output_spool(void)
{
	return owning_output(temp_spool());
}

int
sok_output_original(struct sok_output *o)
{
	int fd = o->file == NULL ? -1 : o->file->original;

	if (fd < 0)
		errno = EBADF;
	return fd < 0 || lseek(fd, 0, SEEK_SET) < 0 ? -1 : fd;
}

const char *
sok_output_culprit(const struct sok_output *o)
{
	return o->file == NULL ? NULL : o->file->culprit;
}

int
sok_output_copy(struct sok_output *o, int fd)
{
	char bytes[65536];
	ssize_t n = 1;

	while (o->error == 0 && n > 0) {
		n = input_read_fd(fd, bytes, sizeof(bytes));
		if (n > 0)
			sok_out(o, (struct sok_str){bytes, (size_t)n});
	}
	return n < 0 ? -1 : 0;
}
