/* temporary.c - temporary files beside the file that they replace, and those
 * that a program which was killed has left there. */
#if defined(__linux__)
#define _GNU_SOURCE /* O_TMPFILE */
#elif defined(__APPLE__)
#define _DARWIN_C_SOURCE /* flock() */
#endif
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"
#include "io/io.h"
#include "io/output.h"

/* ---- names of existing files, for a signal handler */

#define TRIES 100
#define SLOTS 64
#define NAME_ROOM 40 /* for "/.sok" and the digits of a temporary name */

const struct temp_file temp_none = {NULL, -1};

/* What a link refers to: an open file, and its name if it has one. */
struct temp_origin {
	int fd;
	const char *name;
};

/* The names of existing temporary files, for a signal handler.  Whoever removes
 * a name from its slot owns the memory; the handler never frees. */
static _Atomic(char *) temporary[SLOTS];

void
sok_output_cleanup(void)
{
	int error = errno;

	for (size_t i = 0; i < SLOTS; i++) {
		char *name = atomic_exchange(&temporary[i], NULL);

		if (name != NULL)
			(void)unlink(name);
	}
	errno = error;
}

/* Replace a name in the list; NULL: none.  False if it is not there. */
static bool
exchange(char *from, char *to)
{
	for (size_t i = 0; i < SLOTS; i++) {
		char *was = from;

		if (atomic_compare_exchange_strong(&temporary[i], &was, to))
			return true;
	}
	return false;
}

void
temp_drop(struct temp_file *temp)
{
	/* If the handler has taken the name, it must not be freed here. */
	if (temp->name != NULL && exchange(temp->name, NULL))
		free(temp->name);
	if (temp->lock >= 0)
		close(temp->lock);
	*temp = temp_none;
}

int
temp_remove(struct temp_file *temp)
{
	int before = errno, error = 0;

	if (temp->name != NULL && unlink(temp->name) < 0 && errno != ENOENT)
		error = errno;
	temp_drop(temp);
	errno = before;
	return error;
}

size_t
temp_folder(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* Open the folder of a path: a descriptor, -1 with errno. */
static int
open_folder(const char *path, int flags, mode_t mode)
{
	size_t n = temp_folder(path);
	char *folder = n == 0 ? strdup(".") : strndup(path, n);
	int fd = -1;

	if (folder != NULL)
		fd = open(folder, flags | O_CLOEXEC, mode);
	free(folder);
	return fd;
}

/* ---- files that were left

   The process that has made a temporary file holds a lock on it as long as it
   has a name of its own.  Whoever gets the lock knows that this process has
   ended, and may remove the file. */

#define PREFIX ".sok"
enum { DIGITS = 16 };

/* Lock an open file without waiting: 0, or the error; EWOULDBLOCK if another
 * descriptor has the lock. */
static int
lock_file(int fd)
{
#if defined(LOCK_EX)
	return flock(fd, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
#else
	(void)fd;
	return ENOTSUP;
#endif
}

/* Whether a file has a name of our temporary files. */
static bool
is_temp_name(const char *name)
{
	size_t n = strlen(PREFIX);

	return strlen(name) == n + DIGITS && strncmp(name, PREFIX, n) == 0 &&
	    strspn(name + n, "0123456789abcdef") == DIGITS;
}

/* Whether a name in a folder refers to a regular file that this process may
 * have made, if it is the same as `same` unless that is NULL.  The files of the
 * superuser get the owners of those that they replace. */
static bool
is_own_file(
    int folder, const char *name, const struct stat *same, struct stat *st)
{
	uid_t user = geteuid();

	return fstatat(folder, name, st, AT_SYMLINK_NOFOLLOW) == 0 &&
	    S_ISREG(st->st_mode) && (st->st_uid == user || user == 0) &&
	    (same == NULL ||
	        (st->st_dev == same->st_dev && st->st_ino == same->st_ino));
}

static void
remove_if_left(int folder, const char *name)
{
	const int flags =
	    O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
	struct stat st, opened;

	if (!is_own_file(folder, name, NULL, &st))
		return;
	int fd = openat(folder, name, flags);
	if (fd < 0)
		return;
	/* While it was opened, the file may have got its final name. */
	if (lock_file(fd) == 0 && fstat(fd, &opened) == 0 &&
	    is_own_file(folder, name, &opened, &st))
		(void)unlinkat(folder, name, 0);
	close(fd);
}

/* The folders that were searched.  One that is forgotten, because another one
 * has its slot, is only searched again. */
static struct {
	dev_t dev;
	ino_t ino;
	bool used;
} searched[256];
/* The name of the last of them, if it is not too long.  Most files are beside
 * the one before, and to open their folder takes as long as to open a file. */
static struct {
	char name[256];
	size_t len;
	bool known;
} searched_last;
static pthread_mutex_t searching = PTHREAD_MUTEX_INITIALIZER;

/* Whether a path is in the folder that was searched last. */
static bool
is_beside_last(const char *path)
{
	size_t len = temp_folder(path);

	return searched_last.known && searched_last.len == len &&
	    memcmp(searched_last.name, path, len) == 0;
}

/* The folder of a path is searched. */
static void
note_last(const char *path)
{
	size_t len = temp_folder(path);

	searched_last.known = len <= sizeof(searched_last.name);
	if (!searched_last.known)
		return;
	memcpy(searched_last.name, path, len);
	searched_last.len = len;
}

/* Whether an open folder is to be searched, which is then noted. */
static bool
is_new_folder(int fd)
{
	size_t n = sizeof(searched) / sizeof(*searched);
	struct stat st;

	if (fstat(fd, &st) < 0)
		return false;
	size_t slot = (size_t)(st.st_ino ^ st.st_dev) % n;
	bool known = searched[slot].used && searched[slot].dev == st.st_dev &&
	    searched[slot].ino == st.st_ino;
	searched[slot].dev = st.st_dev;
	searched[slot].ino = st.st_ino;
	searched[slot].used = true;
	return !known;
}

void
temp_remove_left(const char *path)
{
	int before = errno;
	const struct dirent *entry;
	DIR *folder = NULL;
	int fd = -1;

	/* Other threads wait until the search has ended: a name that was left
	 * may be a second link to the file that they are about to replace. */
	pthread_mutex_lock(&searching);
	if (!is_beside_last(path))
		fd = open_folder(path, O_RDONLY | O_DIRECTORY, 0);
	if (fd >= 0)
		note_last(path);
	if (fd >= 0 && is_new_folder(fd))
		folder = fdopendir(fd);
	while (folder != NULL && (entry = readdir(folder)) != NULL)
		if (is_temp_name(entry->d_name))
			remove_if_left(fd, entry->d_name);
	if (folder != NULL)
		closedir(folder);
	else if (fd >= 0)
		close(fd);
	pthread_mutex_unlock(&searching);
	errno = before;
}

/* ---- files that are made */

/* A file without a name is named through its descriptor. */
#define FD_NAME "/proc/self/fd/"

int
temp_link_as(int fd, const char *old, const char *name)
{
	char of_fd[NAME_ROOM];

	if (old != NULL)
		return linkat(AT_FDCWD, old, AT_FDCWD, name, 0);
	(void)snprintf(of_fd, sizeof(of_fd), FD_NAME "%d", fd);
	return linkat(AT_FDCWD, of_fd, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}

int
temp_nameless(const char *path, mode_t mode)
{
	int fd = -1;

#if defined(O_TMPFILE)
	char name[NAME_ROOM];

	fd = open_folder(path, O_TMPFILE | O_RDWR, mode);
	(void)snprintf(name, sizeof(name), FD_NAME "%d", fd);
	if (fd >= 0 && access(name, F_OK) != 0) {
		close(fd);
		fd = -1;
	}
#else
	(void)path;
	(void)mode;
#endif
	return fd;
}

/* Create and lock a file.  A descriptor, -1 with errno; EEXIST if it exists or
 * was taken for one that was left before it was locked. */
static int
create_locked(const char *name, mode_t mode)
{
	int fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
	struct stat st, opened;

	if (fd < 0)
		return -1;
	int error = lock_file(fd);
	if (error == 0 &&
	    (fstat(fd, &opened) < 0 || lstat(name, &st) < 0 ||
	        st.st_ino != opened.st_ino || st.st_dev != opened.st_dev))
		error = EWOULDBLOCK;
	/* Where there are no locks, nothing that was left is removed. */
	if (error != EWOULDBLOCK)
		return fd;
	(void)unlink(name);
	close(fd);
	errno = EEXIST;
	return -1;
}

/* Create a temporary file next to path or, if link is not NULL, a link to a
 * file that is locked, which a signal handler removes.  A descriptor (0: a
 * link), -1 with errno. */
static int
make_named(struct temp_file *made, const char *path, mode_t mode,
    const struct temp_origin *link)
{
	static _Atomic unsigned serial;
	size_t folder = temp_folder(path), size = folder + NAME_ROOM;
	char *temp = malloc(size);
	struct timespec now = {0};
	sigset_t all, before;
	int got = -1, error = EEXIST;

	*made = temp_none;
	if (temp == NULL)
		return -1;
	sigfillset(&all);
	for (int i = 0;
	     i < TRIES && got < 0 && (error == EEXIST || error == EINTR); i++) {
		/* A name that is most likely free. */
		clock_gettime(CLOCK_REALTIME, &now);
		uint64_t mix =
		    (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
		mix ^= (uint64_t)getpid() << 40 ^ atomic_fetch_add(&serial, 1);
		mix *= UINT64_C(0x9e3779b97f4a7c15);
		snprintf(temp, size, "%.*s" PREFIX "%0*llx", (int)folder, path,
		    DIGITS, (unsigned long long)(mix ^ mix >> 29));

		/* At no time does the file exist without being in the list. */
		pthread_sigmask(SIG_SETMASK, &all, &before);
		error = EMFILE;
		if (exchange(NULL, temp)) {
			got = link != NULL
			    ? temp_link_as(link->fd, link->name, temp)
			    : create_locked(temp, mode);
			error = errno;
			if (got < 0)
				(void)exchange(temp, NULL);
		}
		pthread_sigmask(SIG_SETMASK, &before, NULL);
	}
	if (got < 0) {
		free(temp);
	} else {
		made->name = temp;
		/* The lock ends with the last descriptor of the open file. */
		made->lock =
		    fcntl(link != NULL ? link->fd : got, F_DUPFD_CLOEXEC, 0);
	}
	errno = error;
	return got;
}

int
temp_make(struct temp_file *temp, const char *path, mode_t mode)
{
	return make_named(temp, path, mode, NULL);
}

int
temp_link(struct temp_file *temp, const char *path, int fd, const char *old)
{
	struct temp_origin link = {fd, old};
	int error = lock_file(fd);

	*temp = temp_none;
	/* Without a lock, somebody else could remove the link. */
	if (error == EWOULDBLOCK) {
		errno = error;
		return -1;
	}
	return make_named(temp, path, 0, &link);
}

void
temp_unlock(int fd)
{
#if defined(LOCK_UN)
	(void)flock(fd, LOCK_UN);
#else
	(void)fd;
#endif
}

const char *
sok_output_spool_folder(void)
{
	const char *folder = getenv("TMPDIR");

	return folder != NULL && folder[0] != '\0' ? folder : "/tmp";
}

int
temp_spool(void)
{
	struct temp_file temp = temp_none;
	struct sok_buf path = {0};
	int fd = -1;

	sok_buf_fmt(&path, "%s/%c", sok_output_spool_folder(), '\0');
	if (!path.failed)
		fd = temp_nameless(path.s, 0600);
	if (!path.failed && fd < 0)
		fd = temp_make(&temp, path.s, 0600);
	(void)temp_remove(&temp);
	sok_buf_free(&path);
	return fd;
}
