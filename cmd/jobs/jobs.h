/*
 * jobs.h - reading and processing the operands of a run in several threads
 * (-j).  The calls are those of a reader, in the same order: the operand, its
 * puzzles, its end.
 */
#ifndef JOBS_H
#define JOBS_H

#include "cli/cli.h"

struct jobs;

/* NULL if threads cannot be used; the run is then the same without them. */
struct jobs *jobs_open(struct cli *c, const struct cli_work *w);
void jobs_close(struct jobs *j);
/* The next operand: 0, or errno if it cannot be opened. */
int jobs_operand(struct jobs *j);
/* The results that a reader has after each puzzle. */
struct jobs_place {
	struct sok_header *header;
	struct sok_arena *arena;         /* for changes to the last puzzle */
	const struct sok_format *format; /* NULL before the end */
	size_t bytes;
};
/* The same as sok_read(); c->ready becomes what was prepared for the puzzle. */
int jobs_next(struct jobs *j, struct sok_puzzle **p, struct jobs_place *at);

#endif
