/*
 * spill.c - memory for sokfmt's puzzles that wait: beyond a few chunks of an
 * arena it is a temporary file, whose parts stay at their addresses but leave
 * the memory until somebody looks at them again.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fmt/spill.h"

/* A part of the file, and what of it may be left over: no puzzle but a large
 * one asks for more. */
#define PART ((size_t)4 << 20)
#define LEAST ((size_t)256 << 10)
/* Chunks of an arena that stay in memory, and puzzles between two looks. */
enum { MOST = 64, OFTEN = 4096 };

/* A descriptor of a temporary file, or -1. */
static int
file(void)
{
	struct sok_output *o = sok_output_spool();
	int fd = o == NULL ? -1 : sok_output_reopen(o);

	if (o != NULL)
		(void)sok_output_close(o, false);
	return fd;
}

static void *
map(const struct spill *s, size_t i, int how)
{
	return mmap(s->part[i], PART, PROT_READ | PROT_WRITE, MAP_SHARED | how,
	    s->fd, (off_t)(i * PART));
}

/* One more part for the arena; without one it goes on in memory. */
static int
add_part(struct spill *s, struct sok_arena *a)
{
	char **v = sok_grow(s->part, s->n, &s->cap, sizeof(*v));
	char *p;

	if (v == NULL)
		return -1;
	s->part = v;
	s->part[s->n] = NULL;
	if (posix_fallocate(s->fd, (off_t)(s->n * PART), (off_t)PART) != 0 ||
	    (p = map(s, s->n, 0)) == MAP_FAILED) {
		s->full = true;
		return 0;
	}
	s->part[s->n++] = p;
	a->p = p;
	a->end = p + PART;
	return 0;
}

/* Mapped anew, a part is not in memory until it is touched. */
static int
drop_spilled(struct spill *s)
{
	s->touched = 0;
	for (size_t i = 0; i < s->n; i++)
		if (map(s, i, MAP_FIXED) == MAP_FAILED)
			return -1;
	return 0;
}

int
spill_touch(struct spill *s, struct sok_arena *a)
{
	if (a->end != s->end) {
		s->chunks++;
		s->end = a->end;
	}
	if (s->chunks <= MOST)
		return 0;
	if (!s->open) {
		s->open = true;
		s->fd = file();
	}
	if (s->n > 0 && ++s->touched >= OFTEN && drop_spilled(s) == -1)
		return -1;
	if (s->fd == -1 || s->full || (size_t)(a->end - a->p) >= LEAST)
		return 0;
	return add_part(s, a);
}

void
spill_free(struct spill *s)
{
	for (size_t i = 0; i < s->n; i++)
		munmap(s->part[i], PART);
	free(s->part);
	if (s->open && s->fd != -1)
		close(s->fd);
	*s = (struct spill){0};
}
