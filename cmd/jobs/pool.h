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
	size_t threads; /* in addition to the caller's */
	/* Clear and fill the next slot, in one thread at a time; false: it is
	 * the last. */
	bool (*fill)(void *ctx, size_t slot);
	/* Process a slot, in any thread and at the same time as others. */
	void (*process)(void *ctx, size_t slot);
};

/* NULL on ENOMEM. */
struct pool *pool_open(const struct pool_work *w);
/*
 * The next slot, processed, which belongs to the caller until the next call;
 * false after the last one.  While the slot is not ready, the caller's thread
 * fills and processes others.
 */
bool pool_next(struct pool *p, size_t *slot);
/* Waits until the threads have finished. */
void pool_close(struct pool *p);

#endif
