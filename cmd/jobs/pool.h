/* pool.h - the threads of -j, and the batches that they read and work on. */
#ifndef POOL_H
#define POOL_H

#include "jobs/batch.h"

struct pool;

/* Batches of all operands; prepare may be NULL.  NULL without memory. */
struct pool *pool_open(const struct cli *c, cli_prepare_fn *prepare);
/*
 * The next batch, read and worked on, which belongs to the caller until the
 * next call; NULL after the last.  The caller's thread reads or works while
 * the batch is not ready.
 */
struct batch *pool_next(struct pool *p);
/* Waits for what the threads are doing. */
void pool_close(struct pool *p);

#endif
