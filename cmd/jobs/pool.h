/* pool.h - the threads of -j, and a ring of slots that they fill and process.
 */
#ifndef POOL_H
#define POOL_H

#include <stdbool.h>
#include <stddef.h>

struct pool;

/* A slot is a number below `slots`. */
struct pool_work {
	void *ctx;
	size_t slots;
	size_t threads; /* beside the caller's */
	/* Empty the next slot and fill it, in one thread at a time; false: it
	 * is the last. */
	bool (*fill)(void *ctx, size_t slot);
	/* Process it, in any thread and at the same time as others. */
	void (*process)(void *ctx, size_t slot);
};

/* NULL without memory. */
struct pool *pool_open(const struct pool_work *w);
/*
 * The next slot, filled and processed, which belongs to the caller until the
 * next call: false after the last.  The caller's thread fills and processes
 * slots while this one is not ready.
 */
bool pool_next(struct pool *p, size_t *slot);
/* Waits for what the threads are doing. */
void pool_close(struct pool *p);

#endif
