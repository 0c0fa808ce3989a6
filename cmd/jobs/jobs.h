/*
 * jobs.h - the operands of a run, read and worked on by several threads (-j).
 * The calls are those of a reader, in the same order: the operand, its puzzles,
 * its end.
 */
#ifndef JOBS_H
#define JOBS_H

#include "cli/cli.h"

struct jobs;

/* NULL: the run has to do without, which has no other effect. */
struct jobs *jobs_open(struct cli *c, const struct cli_work *w);
void jobs_close(struct jobs *j);
/* The next operand: 0, or errno if it cannot be opened. */
int jobs_operand(struct jobs *j);
/* What a reader is asked for after each puzzle. */
struct jobs_place {
	struct sok_header *header;
	struct sok_arena *arena; /* for work on the puzzle last lent */
	const struct sok_format
	    *format; /* NULL before the end of the operand */
	size_t bytes;
};
/* As sok_read(); puts into c->ready what was found out about the puzzle. */
int jobs_next(struct jobs *j, struct sok_puzzle **p, struct jobs_place *at);

#endif
