/* spill.h - an arena in a temporary file, for puzzles that wait until all were
 * read. */
#ifndef SPILL_H
#define SPILL_H

#include "tools.h"

/* Initialize with 0. */
struct spill {
	int fd; /* -1: no file */
	bool open, full;
	char **part; /* the file, mapped into memory */
	size_t n, cap;
	const char *end; /* of the arena's chunk */
	size_t chunks;   /* how many there were */
	size_t touched;  /* puzzles since its pages were released */
};

/* Call before a puzzle is put into the arena, or read there: moves a large
 * arena into a file if possible.  0, -1. */
int spill_touch(struct spill *s, struct sok_arena *a);
void spill_free(struct spill *s);

#endif
