/*
 * temp.c - the names of temporary files, and a list of these files for removal
 * by a signal handler.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "io/output.h"

#define TRIES 100
#define SLOTS 64
#define NAME_ROOM 40 /* for "/.sok" and the digits of a temporary name */

/*
 * The names of existing temporary files, for a signal handler.  Whoever removes
 * a name from its slot owns the memory; the handler never frees.
 */
static _Atomic(char *) temporary[SLOTS];

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

/* Replace a name in the list; NULL: none.  False if it is not there. */
static bool
exchange(char *from, char *to)
{
	char *expected;

	for (size_t i = 0; i < SLOTS; i++) {
		expected = from;
		if (atomic_compare_exchange_strong(
		        &temporary[i], &expected, to))
			return true;
	}
	return false;
}

void
temp_drop(char *name)
{
	/* If the handler has taken it, it must not be freed here. */
	if (name != NULL && exchange(name, NULL))
		free(name);
}

void
temp_remove(char *name)
{
	int error = errno;

	if (name != NULL)
		(void)unlink(name);
	temp_drop(name);
	errno = error;
}

size_t
temp_folder(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

int
temp_make(char **name, const char *path, const char *old, mode_t mode)
{
	static _Atomic unsigned serial;
	size_t folder = temp_folder(path), size = folder + NAME_ROOM;
	char *temp = malloc(size);
	struct timespec now = {0};
	sigset_t all, before;
	uint64_t mix;
	int r = -1, error = EEXIST;

	*name = NULL;
	if (temp == NULL)
		return -1;
	sigfillset(&all);
	for (int i = 0; i < TRIES && r < 0; i++) {
		if (error != EEXIST && error != EINTR)
			break;
		/* A name that is most likely free. */
		clock_gettime(CLOCK_REALTIME, &now);
		mix = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
		mix ^= (uint64_t)getpid() << 40 ^ atomic_fetch_add(&serial, 1);
		mix *= UINT64_C(0x9e3779b97f4a7c15);
		snprintf(temp, size, "%.*s.sok%016llx", (int)folder, path,
		    (unsigned long long)(mix ^ mix >> 29));

		/* At no time does the file exist without being in the list. */
		pthread_sigmask(SIG_SETMASK, &all, &before);
		error = EMFILE;
		if (exchange(NULL, temp)) {
			r = old != NULL
			    ? link(old, temp)
			    : open(temp, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC,
			          mode);
			error = errno;
			if (r < 0)
				(void)exchange(temp, NULL);
		}
		pthread_sigmask(SIG_SETMASK, &before, NULL);
	}
	if (r < 0)
		free(temp);
	else
		*name = temp;
	errno = error;
	return r;
}

int
temp_spool(void)
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
		fd = temp_make(&temp, path.s, NULL, 0600);
	temp_remove(temp);
	sok_buf_free(&path);
	return fd;
}
