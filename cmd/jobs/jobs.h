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
/* As sok_read(); puts into c->ready what was found out about the puzzle. */
int jobs_next(struct jobs *j, struct sok_puzzle **p);
struct sok_header *jobs_header(const struct jobs *j);
/* For work on the puzzle last lent. */
struct sok_arena *jobs_arena(struct jobs *j);
/* Of the operand, at its end; NULL if it is not known. */
const struct sok_format *jobs_format(const struct jobs *j);
size_t jobs_bytes(const struct jobs *j);

#endif
