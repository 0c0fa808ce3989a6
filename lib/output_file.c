/*
 * output_file.c - replacing a file as a whole: a temporary file beside it that
 * takes its name, owner and mode when everything is written and safe, so that
 * at every moment the name holds the old file or the new one.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "output.h"

#define TRIES 100
#define SLOTS 64
#define NAME_ROOM 40 /* for "/.sok" and the digits of a temporary name */

/*
 * Names of the temporary files there are, for a signal handler.  Whoever
 * takes a name out of its slot owns the memory; the handler never frees.
 */
static _Atomic(char *) temporary[SLOTS];

struct replace {
	char *path;   /* links resolved */
	char *folder; /* that it is in */
	char *backup; /* name for the old file, or NULL */
	char *temp;   /* also in its slot while the file is there */
	int fd;
	int original; /* -1: not rewriting */
	bool exists;  /* then old describes it */
	struct stat old;
};

void
sok_output_cleanup(void)
{
	int error = errno;
	char *name;

	for (size_t i = 0; i < SLOTS; i++) {
		name = atomic_exchange(&temporary[i], NULL);
		if (name != NULL)
			(void)unlink(name);
	}
	errno = error;
}

static bool
register_name(char *name)
{
	char *free_slot;

	for (size_t i = 0; i < SLOTS; i++) {
		free_slot = NULL;
		if (atomic_compare_exchange_strong(
		        &temporary[i], &free_slot, name))
			return true;
	}
	errno = EMFILE;
	return false;
}

/* Whether the name was still there, and so is ours to free. */
static bool
unregister_name(const char *name)
{
	char *expected;

	for (size_t i = 0; i < SLOTS; i++) {
		expected = atomic_load(&temporary[i]);
		if (expected == name &&
		    atomic_compare_exchange_strong(
		        &temporary[i], &expected, NULL))
			return true;
	}
	return false;
}

/* Forget a temporary name, its file removed or renamed before. */
static void
drop_name(char *name)
{
	if (name != NULL && unregister_name(name))
		free(name);
}

static void
remove_temp(char *name)
{
	int error = errno;

	if (name != NULL)
		(void)unlink(name);
	drop_name(name);
	errno = error;
}

/* The bytes of path before its last component, with the slash. */
static size_t
folder_length(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* A name in the folder of path that nobody has yet, most likely. */
static void
make_name(char *name, size_t size, const char *path)
{
	static _Atomic unsigned serial;
	struct timespec now = {0};
	uint64_t mix;

	clock_gettime(CLOCK_REALTIME, &now);
	mix = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
	mix ^= (uint64_t)getpid() << 40 ^ atomic_fetch_add(&serial, 1);
	mix *= UINT64_C(0x9e3779b97f4a7c15);
	snprintf(name, size, "%.*s.sok%016llx", (int)folder_length(path), path,
	    (unsigned long long)(mix ^ mix >> 29));
}

/* Make a file, or a second name of old, without a moment in which a signal
 * finds it there and not in the list. */
static int
make_registered(char *name, const char *old, mode_t mode)
{
	sigset_t all, before;
	int r = -1, error;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	if (register_name(name)) {
		r = old != NULL
		    ? link(old, name)
		    : open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
		error = errno;
		if (r < 0)
			(void)unregister_name(name);
		errno = error;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return r;
}

/* A temporary file beside path (or a link to old); its name in *name. */
static int
make_temp(char **name, const char *path, const char *old, mode_t mode)
{
	size_t size = folder_length(path) + NAME_ROOM;
	char *temp = malloc(size);
	int r = -1;

	*name = NULL;
	if (temp == NULL)
		return -1;
	errno = EEXIST;
	for (int i = 0; i < TRIES && r < 0; i++) {
		if (errno != EEXIST && errno != EINTR)
			break;
		make_name(temp, size, path);
		r = make_registered(temp, old, mode);
	}
	if (r < 0)
		free(temp);
	else
		*name = temp;
	return r;
}

int
replace_spool(void)
{
	const char *folder = getenv("TMPDIR");
	struct sok_buf path = {0};
	char *temp = NULL;
	int fd = -1;

	if (folder == NULL || folder[0] == '\0')
		folder = "/tmp";
	sok_buf_fmt(&path, "%s/", folder);
	sok_buf_addc(&path, '\0');
	if (!path.failed)
		fd = make_temp(&temp, path.s, NULL, 0600);
	remove_temp(temp);
	sok_buf_free(&path);
	return fd;
}

/* The path without a symbolic link at its end.  The folder may be reached
 * through links: renaming in it changes none of them. */
static char *
resolve(const char *path)
{
	struct stat st;

	if (lstat(path, &st) == 0 && S_ISLNK(st.st_mode))
		return realpath(path, NULL);
	return strdup(path);
}

static int
check_original(struct replace *r)
{
	r->original = open(
	    r->path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (r->original < 0 || fstat(r->original, &r->old) < 0)
		return -1;
	if (!S_ISREG(r->old.st_mode))
		errno = S_ISDIR(r->old.st_mode) ? EISDIR : ENOTSUP;
	else if (r->old.st_nlink > 1)
		errno = EMLINK;
	else
		return 0;
	return -1;
}

/* What is there now, and whether we may touch it. */
static int
examine(struct replace *r, bool rewrite)
{
	if (rewrite && check_original(r) < 0)
		return -1;
	if (!rewrite && stat(r->path, &r->old) < 0)
		return errno == ENOENT ? 0 : -1;
	r->exists = true;
	/* A rename needs no permission on the file itself, but taking it away
	 * was said to mean something. */
	return faccessat(AT_FDCWD, r->path, W_OK, AT_EACCESS);
}

static int
name_backup(struct replace *r, const char *suffix)
{
	struct sok_buf name = {0};

	if (suffix == NULL)
		return 0;
	if (suffix[0] == '\0' || strchr(suffix, '/') != NULL) {
		errno = EINVAL;
		return -1;
	}
	sok_buf_fmt(&name, "%s%s", r->path, suffix);
	sok_buf_addc(&name, '\0');
	if (name.failed) {
		sok_buf_free(&name);
		return -1;
	}
	r->backup = name.s;
	return 0;
}

static char *
folder_of(const char *path)
{
	size_t n = folder_length(path);

	return n == 0 ? strdup(".") : strndup(path, n);
}

struct replace *
replace_open(const char *path, bool rewrite, const char *backup)
{
	struct replace *r = calloc(1, sizeof(*r));

	if (r == NULL)
		return NULL;
	r->fd = r->original = -1;
	r->path = resolve(path);
	if (r->path != NULL)
		r->folder = folder_of(r->path);
	if (r->folder == NULL || examine(r, rewrite) < 0 ||
	    name_backup(r, backup) < 0) {
		replace_close(r);
		return NULL;
	}
	/* A new file gets what the umask leaves of 0666. */
	r->fd = make_temp(&r->temp, r->path, NULL, r->exists ? 0600 : 0666);
	if (r->fd < 0) {
		replace_close(r);
		return NULL;
	}
	return r;
}

int
replace_fd(const struct replace *r)
{
	return r->fd;
}

int
replace_original(const struct replace *r)
{
	return r->original;
}

static int
keep_identity(int fd, const struct stat *old)
{
	struct stat st;

	if (fstat(fd, &st) < 0)
		return -1;
	if ((st.st_uid != old->st_uid || st.st_gid != old->st_gid) &&
	    fchown(fd, old->st_uid, old->st_gid) < 0)
		return -1;
	/* After fchown(), which takes set-id bits away. */
	return fchmod(fd, old->st_mode & 07777);
}

/* Some file systems have nothing to synchronize and say so. */
static int
sync_fd(int fd)
{
	int r;

	do
		r = fsync(fd);
	while (r < 0 && errno == EINTR);
	return r < 0 && errno != EINVAL && errno != ENOTSUP ? -1 : 0;
}

/* What fsync() accepted is safe even if close() was interrupted. */
static int
close_fd(int *fd)
{
	int r = close(*fd);

	*fd = -1;
	return r < 0 && errno != EINTR ? -1 : 0;
}

static bool
same_time(const struct stat *a, const struct stat *b)
{
	return a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
	    a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* The name still holds the file that was read, as it was then. */
static int
check_unchanged(const struct replace *r)
{
	struct stat now;

	if (lstat(r->path, &now) < 0)
		return -1;
	if (now.st_dev == r->old.st_dev && now.st_ino == r->old.st_ino &&
	    now.st_size == r->old.st_size && same_time(&now, &r->old))
		return 0;
	errno = ESTALE;
	return -1;
}

static int
copy_bytes(int from, int to)
{
	struct sok_output *o = sok_output_fd(to);
	char bytes[8192];
	ssize_t n = -1;

	if (o == NULL || lseek(from, 0, SEEK_SET) < 0) {
		sok_output_close(o, false);
		return -1;
	}
	do {
		n = read(from, bytes, sizeof(bytes));
		if (n > 0)
			sok_out(o, (struct sok_str){bytes, (size_t)n});
	} while (n > 0 || (n < 0 && errno == EINTR));
	return sok_output_close(o, n == 0) < 0 || n < 0 ? -1 : 0;
}

/* Where there are no hard links. */
static int
copy_original(const struct replace *r, char **temp)
{
	int fd = make_temp(temp, r->path, NULL, 0600), done;

	if (fd < 0)
		return -1;
	done = copy_bytes(r->original, fd);
	if (done == 0)
		done = keep_identity(fd, &r->old);
	if (done == 0)
		done = sync_fd(fd);
	return close_fd(&fd) < 0 || done < 0 ? -1 : 0;
}

/* A second name for the old file, which keeps the first until the rename. */
static int
make_backup(const struct replace *r)
{
	char *temp;
	int done = make_temp(&temp, r->path, r->path, 0);

	if (done < 0)
		done = copy_original(r, &temp);
	if (done == 0)
		done = rename(temp, r->backup);
	if (done < 0)
		remove_temp(temp);
	else
		drop_name(temp);
	return done;
}

static int
sync_folder(const char *folder)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int r;

	/* A folder may be open for writing and not for reading. */
	if (fd < 0)
		return errno == EACCES ? 0 : -1;
	r = sync_fd(fd);
	return close_fd(&fd) < 0 ? -1 : r;
}

int
replace_commit(struct replace *r)
{
	if (r->exists && keep_identity(r->fd, &r->old) < 0)
		return -1;
	if (sync_fd(r->fd) < 0 || close_fd(&r->fd) < 0)
		return -1;
	if (r->original >= 0 && check_unchanged(r) < 0)
		return -1;
	if (r->backup != NULL && make_backup(r) < 0)
		return -1;
	if (rename(r->temp, r->path) < 0) {
		int error = errno;

		if (r->backup != NULL)
			(void)unlink(r->backup);
		errno = error;
		return -1;
	}
	drop_name(r->temp);
	r->temp = NULL;
	return sync_folder(r->folder);
}

void
replace_close(struct replace *r)
{
	int error = errno;

	if (r == NULL)
		return;
	remove_temp(r->temp);
	if (r->fd >= 0)
		close(r->fd);
	if (r->original >= 0)
		close(r->original);
	free(r->backup);
	free(r->folder);
	free(r->path);
	free(r);
	errno = error;
}
