/* jobs.h - processing the puzzles of a run, or its operands, in several threads
 * (-j). */
#ifndef JOBS_H
#define JOBS_H

#include "cli/cli.h"

/* ------------------------------------------------------------- jobs.c */

/* Reads and processes puzzles.  The calls are those of a reader, in the same
 * order: the operand, its puzzles, its end. */
struct jobs;

/* For c->jobs > 1.  NULL if threads cannot be used; the run is then the same
 * without them. */
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

/* Findings of a thread, kept in an arena until the main thread reports them. */
struct record {
	struct sok_sink sink; /* records findings */
	struct sok_arena *a;
	struct recorded *first, **last;
	bool failed; /* no memory: a finding is missing */
};

/* Begin another record, for other findings, in the same arena. */
void record_next(struct record *r);
/* Report the findings in order.  Findings about a puzzle become findings about
 * p. */
void record_report(const struct recorded *first, const struct sok_puzzle *p,
    struct sok_sink *sink);

/* ------------------------------------------------------------ files.c */

/* For the operands of a run; c->files remains NULL if no threads can be used.
 */
void files_open(struct cli *c, const struct cli_each *e);
void files_close(struct cli *c);
/* The next operand, number i: true if it was processed, else the caller has to.
 */
bool files_operand(struct cli *c, size_t i);
/* End the program from a run that processes one of the files, with its
 * messages. */
CLI_NORETURN void files_give_up(struct cli *task);

#endif
