/* jobs.h - processing the puzzles of a run, or its operands, in several threads
 * (-j). */
#ifndef JOBS_H
#define JOBS_H

#include "cli/cli.h"
#include "text/text.h"

/* ------------------------------------------------------------- jobs.c */

/* Reads and processes puzzles.  The calls are those of a reader, in the same
 * order: the operand, its puzzles, its end. */
struct jobs;

/* For cli->jobs > 1.  NULL if threads cannot be used; the run is then the same
 * without them. */
struct jobs *jobs_open(struct cli *cli);
void jobs_close(struct jobs *jobs);
/* Stop all threads of a run (a struct cli) for a while, wherever they come
 * from, or let them go on: a process can only be forked without them. */
void jobs_pause(void *run, bool pause);
/* The next operand: false with errno if it cannot be opened. */
bool jobs_operand(struct jobs *jobs);
/* The results that a reader has after each puzzle. */
struct jobs_place {
	struct sok_header *header;
	struct sok_arena *arena;         /* for changes to the last puzzle */
	const struct sok_format *format; /* NULL before the end */
	size_t bytes;
};
/* The same as sok_read(), and *at, which is valid until the next call. */
int jobs_next(
    struct jobs *jobs, struct sok_puzzle **puzzle, struct jobs_place *at);
/* Report what prepare() has found in this puzzle, and set cli->ready; 0, or -1
 * with errno as it did. */
int jobs_ready(struct jobs *jobs);

/* Findings of a thread, kept in an arena until the main thread reports them. */
struct record {
	struct sok_sink sink; /* records findings */
	struct sok_arena *arena;
	struct recorded *first, **last;
	bool failed; /* no memory: a finding is missing */
};

/* What prepare() does for a puzzle. */
struct prepared {
	struct record found;
	void *result;            /* of the program, or NULL */
	struct sok_arena *arena; /* for the result, and changes to the puzzle */
	struct sok_arena scratch;
};

/* Begin another record, for other findings, in the same arena. */
void record_next(struct record *rec);
/* Report the findings in order; those about a puzzle become findings about this
 * copy of it. */
void record_report(const struct recorded *first,
    const struct sok_puzzle *puzzle, struct sok_sink *sink);

/* ------------------------------------------------------------ files.c */

/* For cli_each(); cli->files remains NULL if no threads can be used. */
void files_open(struct cli *cli);
void files_close(struct cli *cli);
void files_pause(struct files *files, bool pause);
/* The next operand, number i: false if the caller has to process it. */
bool files_operand(struct cli *cli, size_t i);
/* End the program from the run for one of the files, with its messages. */
CLI_NORETURN void files_give_up(struct cli *task);

/* ------------------------------------------------------------- pool.c */

/* The threads, and a ring of slots that they fill and process. */
struct pool;

/* A slot is a number below `slots`. */
struct pool_work {
	void *ctx;
	size_t slots;
	size_t threads; /* in addition to the caller's */
	/* Clear and fill the next slot, in one thread at a time; false: it is
	 * the last one. */
	bool (*fill)(void *ctx, size_t slot);
	/* Process a slot, in any thread and at the same time as others. */
	void (*process)(void *ctx, size_t slot);
};

/* NULL on ENOMEM. */
struct pool *pool_open(const struct pool_work *work);
/* The next slot, processed, which belongs to the caller until the next call;
 * false after the last one.  While the slot is not ready, the caller's thread
 * fills and processes others. */
bool pool_next(struct pool *pool, size_t *slot);
/* Waits until the threads have finished. */
void pool_close(struct pool *pool);
/* Wait until no thread but the caller's does anything, and let none begin until
 * the pause ends. */
void pool_pause(struct pool *pool, bool pause);

#endif
