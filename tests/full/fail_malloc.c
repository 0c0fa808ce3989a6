/*
 * fail_malloc.c - preloaded by memory.bats: the allocation number FAIL_AT
 * finds no memory, with FAIL_ALL all behind it neither.  At the end of the
 * program FAIL_LOG gets how many were asked for, and how many still held.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static _Atomic unsigned long asked, held;
static unsigned long first;
static bool counting, all;

static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static void (*real_free)(void *);

static void
find(void)
{
	*(void **)&real_malloc = dlsym(RTLD_NEXT, "malloc");
	*(void **)&real_calloc = dlsym(RTLD_NEXT, "calloc");
	*(void **)&real_realloc = dlsym(RTLD_NEXT, "realloc");
	*(void **)&real_free = dlsym(RTLD_NEXT, "free");
}

/* What the loader takes before this is not the program's. */
__attribute__((constructor)) static void
begin(void)
{
	const char *at = getenv("FAIL_AT");

	if (at != NULL)
		first = strtoul(at, NULL, 10);
	all = getenv("FAIL_ALL") != NULL;
	counting = true;
}

__attribute__((destructor)) static void
end(void)
{
	const char *log = getenv("FAIL_LOG");
	int fd;

	counting = false;
	if (log == NULL)
		return;
	fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (fd < 0)
		return;
	dprintf(fd, "%lu %lu\n", asked, held);
	close(fd);
}

static bool
refuse(void)
{
	unsigned long n;

	if (real_malloc == NULL)
		find();
	if (!counting)
		return false;
	n = ++asked;
	if (first == 0 || n < first || (n > first && !all))
		return false;
	errno = ENOMEM;
	return true;
}

static void *
hold(void *block)
{
	if (counting && block != NULL)
		held++;
	return block;
}

void *
malloc(size_t size)
{
	return refuse() ? NULL : hold(real_malloc(size));
}

void *
calloc(size_t n, size_t size)
{
	return refuse() ? NULL : hold(real_calloc(n, size));
}

void *
realloc(void *block, size_t size)
{
	if (refuse())
		return NULL;
	return block == NULL ? hold(real_malloc(size))
	                     : real_realloc(block, size);
}

void
free(void *block)
{
	if (real_free == NULL)
		find();
	if (counting && block != NULL)
		held--;
	real_free(block);
}
