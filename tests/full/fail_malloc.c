/*
 * fail_malloc.c - preloaded by memory.bats: the allocation number FAIL_AT
 * finds no memory, with FAIL_ALL all behind it neither; with FAIL_OURS only
 * those count that the program itself asks for, not its libraries.  At the end
 * of the program FAIL_LOG gets how many were asked for, and how many still
 * held.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static _Atomic unsigned long asked, held;
static unsigned long first;
static bool counting, all, ours;
static uintptr_t low, high; /* of the program */

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

/* The program is the first one that is loaded. */
static int
find_program(struct dl_phdr_info *info, size_t size, void *ctx)
{
	(void)size;
	(void)ctx;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		if (info->dlpi_phdr[i].p_type != PT_LOAD ||
		    !(info->dlpi_phdr[i].p_flags & PF_X))
			continue;
		low = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
		high = low + info->dlpi_phdr[i].p_memsz;
	}
	return 1;
}

/* What the loader takes before this is not the program's. */
__attribute__((constructor)) static void
begin(void)
{
	const char *at = getenv("FAIL_AT");

	if (at != NULL)
		first = strtoul(at, NULL, 10);
	all = getenv("FAIL_ALL") != NULL;
	ours = getenv("FAIL_OURS") != NULL;
	if (ours)
		dl_iterate_phdr(find_program, NULL);
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
refuse(const void *caller)
{
	unsigned long n;

	if (real_malloc == NULL)
		find();
	if (!counting ||
	    (ours && ((uintptr_t)caller < low || (uintptr_t)caller >= high)))
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
	return refuse(__builtin_return_address(0)) ? NULL
	                                           : hold(real_malloc(size));
}

void *
calloc(size_t n, size_t size)
{
	return refuse(__builtin_return_address(0)) ? NULL
	                                           : hold(real_calloc(n, size));
}

void *
realloc(void *block, size_t size)
{
	if (refuse(__builtin_return_address(0)))
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
