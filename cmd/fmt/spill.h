/* spill.h - an arena whose memory is a temporary file, for puzzles that wait
 * until all were read. */
#ifndef SPILL_H
#define SPILL_H

#include "tools.h"

/* All 0 to begin with. */
struct spill {
	int fd; /* -1: there is no file */
	bool open, full;
	char **part; /* of the file, in memory */
	size_t n, cap;
	const char *end; /* of the arena's chunk, */
	size_t chunks;   /* of which there were so many */
	size_t touched;  /* puzzles since the file was forgotten */
};

/* In front of a puzzle that goes into the arena, or is looked at there: where
 * it holds much, what follows goes to the file if there can be one.  0, -1. */
int spill_touch(struct spill *s, struct sok_arena *a);
void spill_free(struct spill *s);

#endif
