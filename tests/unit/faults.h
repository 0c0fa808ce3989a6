/*
 * faults.h - for tests: the library's allocations and system calls, which fail
 * on demand.  The linker replaces the functions of libc by these (--wrap, see
 * the Makefile); one file of a program includes this header.
 */
#ifndef FAULTS_H
#define FAULTS_H

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "unit.h"

/* O_TMPFILE of Linux; whether every temporary file has a name, as on a file
 * system without unnamed files. */
#define FAULTS_TMPFILE (020000000 | O_DIRECTORY)
static bool faults_named;

/* The failing calls: allocations, or the calls of one function. */
static struct {
	bool armed;        /* calls are counted */
	const char *call;  /* NULL: memory */
	unsigned long n;   /* calls so far */
	unsigned long at;  /* the one that fails; 0: none */
	bool all;          /* and all that follow */
	int error;         /* its errno */
	long held;         /* blocks not yet freed */
	const char *never; /* calls of this name are refused with EPERM */
} faults;

/* Begin to count; the call with the number `at` fails with an error. */
static inline void
faults_begin(const char *call, unsigned long at, bool all, int error)
{
	faults.call = call;
	faults.n = 0;
	faults.at = at;
	faults.all = all;
	faults.error = error;
	faults.held = 0;
	faults.armed = true;
	errno = 0;
}

/* Whether the failing call was reached. */
static inline bool
faults_end(void)
{
	faults.armed = false;
	return faults.at > 0 && faults.n >= faults.at;
}

static bool
fails(const char *call)
{
	bool same = (call == NULL) == (faults.call == NULL);

	if (faults.armed && call && faults.never &&
	    strcmp(call, faults.never) == 0) {
		errno = EPERM;
		return true;
	}
	if (!faults.armed || !same || (call && strcmp(call, faults.call) != 0))
		return false;
	faults.n++;
	if (faults.at == 0 || faults.n < faults.at ||
	    (faults.n > faults.at && !faults.all))
		return false;
	errno = faults.error;
	return true;
}

static void *
hold(void *block)
{
	faults.held += faults.armed && block != NULL;
	return block;
}

/* ---- wrappers of libc and of the arena */

#define IN_PLACE_OF(type, name, args) NAMED(type, name, args, #name)
#define NAMED(type, name, args, symbol) \
	type real_##name args __asm__("__real_" symbol); \
	type wrap_##name args __asm__("__wrap_" symbol); \
	type wrap_##name args
/* glibc has other names for calls with 64-bit offsets. */
#ifdef __GLIBC__
#define LARGE "64"
#else
#define LARGE ""
#endif

IN_PLACE_OF(void *, malloc, (size_t size))
{
	return fails(NULL) ? NULL : hold(real_malloc(size));
}

IN_PLACE_OF(void *, calloc, (size_t n, size_t size))
{
	return fails(NULL) ? NULL : hold(real_calloc(n, size));
}

IN_PLACE_OF(void *, realloc, (void *block, size_t size))
{
	void *to;

	if (fails(NULL))
		return NULL;
	to = real_realloc(block, size);
	return block == NULL ? hold(to) : to;
}

/* In a static program libc's own calls are wrapped as well: no libc code may be
 * between this function and malloc(). */
IN_PLACE_OF(char *, strndup, (const char *s, size_t n))
{
	size_t len = strnlen(s, n);
	char *copy = wrap_malloc(len + 1);

	if (copy == NULL)
		return NULL;
	copy[len] = '\0';
	return memcpy(copy, s, len);
}

IN_PLACE_OF(char *, strdup, (const char *s))
{
	return wrap_strndup(s, strlen(s));
}

IN_PLACE_OF(void, free, (void *block))
{
	faults.held -= faults.armed && block != NULL;
	real_free(block);
}

/* An arena calls malloc() rarely, so every request to the arena counts here. */
IN_PLACE_OF(
    void *, sok_arena_alloc, (struct sok_arena * a, size_t n, size_t size))
{
	return fails(NULL) ? NULL : real_sok_arena_alloc(a, n, size);
}

IN_PLACE_OF(
    void *, sok_arena_zalloc, (struct sok_arena * a, size_t n, size_t size))
{
	return fails(NULL) ? NULL : real_sok_arena_zalloc(a, n, size);
}

IN_PLACE_OF(void *, iconv_open, (const char *to, const char *from))
{
	return fails(NULL) ? (void *)-1 : real_iconv_open(to, from);
}

IN_PLACE_OF(ssize_t, read, (int fd, void *to, size_t n))
{
	return fails("read") ? -1 : real_read(fd, to, n);
}

IN_PLACE_OF(ssize_t, write, (int fd, const void *from, size_t n))
{
	return fails("write") ? -1 : real_write(fd, from, n);
}

/* The disk is not tested: to sync it would only take time. */
IN_PLACE_OF(int, fsync, (int fd))
{
	(void)fd;
	return fails("fsync") ? -1 : 0;
}

/* A close() that fails has closed the file. */
IN_PLACE_OF(int, close, (int fd))
{
	int failed = fails("close"), error = errno;

	if (real_close(fd) == -1)
		return -1;
	errno = error;
	return failed ? -1 : 0;
}

IN_PLACE_OF(int, linkat,
    (int at, const char *from, int to_at, const char *to, int flags))
{
	return fails("link") ? -1 : real_linkat(at, from, to_at, to, flags);
}

IN_PLACE_OF(int, rename, (const char *from, const char *to))
{
	return fails("rename") ? -1 : real_rename(from, to);
}

IN_PLACE_OF(int, fchmod, (int fd, mode_t mode))
{
	return fails("fchmod") ? -1 : real_fchmod(fd, mode);
}

NAMED(off_t, lseek, (int fd, off_t to, int from), "lseek" LARGE)
{
	return fails("lseek") ? -1 : real_lseek(fd, to, from);
}

NAMED(int, open, (const char *path, int flags, ...), "open" LARGE)
{
	mode_t mode = 0;
	va_list ap;

	if (fails("open"))
		return -1;
	bool nameless = (flags & FAULTS_TMPFILE) == FAULTS_TMPFILE;
	if (nameless && faults_named) {
		errno = EOPNOTSUPP;
		return -1;
	}
	va_start(ap, flags);
	if (nameless || (flags & O_CREAT) != 0)
		mode = (mode_t)va_arg(ap, int);
	va_end(ap);
	return real_open(path, flags, mode);
}
#ifdef __GLIBC__
/* Only gcov calls open() by this name. */
int open_small(const char *path, int flags, ...) __asm__("__wrap_open")
    __attribute__((alias("__wrap_open64")));
#endif

#endif
