/*
 * spill.c - memory for the puzzles that sokfmt holds back.  Beyond a few chunks
 * the arena uses a temporary file, whose parts keep their addresses but leave
 * memory until they are accessed again.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fmt/spill.h"

/* The size of a part of the file, and how much of it may stay unused; only a
 * large puzzle needs more. */
#define PART ((size_t)4 << 20)
#define LEAST ((size_t)256 << 10)
/* Chunks of the arena that stay in memory, and the number of puzzles between
 * two checks. */
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

/* Add a part to the arena; if that fails, the arena continues in memory. */
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

/* Map a part again: it is not in memory until it is accessed. */
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
