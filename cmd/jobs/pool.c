/* pool.c - threads that fill and process slots, of which one at a time fills.
 * The main thread takes the slots in order, and works while it waits. */
#include <pthread.h>
#include <stdlib.h>

#include "jobs/jobs.h"

struct pool {
	struct pool_work work;
	pthread_mutex_t lock;
	pthread_cond_t more; /* there is work, or some is done */
	/* Slots are counted from the start, modulo their number: `first`
	 * belongs to the main thread, those before `working` have been given to
	 * threads, those before `filled` are full. */
	bool *ready;
	size_t first, working, filled;
	bool filling; /* a thread fills slot number `filled` */
	bool ended;   /* nothing is left to fill */
	bool taken, stop, paused;
	size_t busy; /* number of threads that fill or process a slot */
	size_t threads;
	pthread_t *thread;
};

/* Do the most urgent step, if there is any.  The lock is held, except during
 * the work.  A few full slots are kept ready, so that no thread has to wait. */
static bool
step(struct pool *pool)
{
	size_t waiting = pool->filled - pool->working, slot;

	if (!pool->filling && !pool->ended && waiting <= pool->threads &&
	    pool->filled - pool->first < pool->work.slots) {
		slot = pool->filled % pool->work.slots;
		pool->filling = true;
		pthread_mutex_unlock(&pool->lock);
		bool more = pool->work.fill(pool->work.ctx, slot);
		pthread_mutex_lock(&pool->lock);
		pool->filling = false;
		pool->ended = !more;
		pool->filled++;
	} else if (waiting > 0) {
		slot = pool->working++ % pool->work.slots;
		pthread_mutex_unlock(&pool->lock);
		pool->work.process(pool->work.ctx, slot);
		pthread_mutex_lock(&pool->lock);
		pool->ready[slot] = true;
	} else {
		return false;
	}
	pthread_cond_broadcast(&pool->more);
	return true;
}

static void *
run_worker(void *ctx)
{
	struct pool *pool = ctx;

	pthread_mutex_lock(&pool->lock);
	while (!pool->stop) {
		pool->busy++;
		bool worked = !pool->paused && step(pool);
		pool->busy--;
		if (pool->paused)
			pthread_cond_broadcast(&pool->more);
		if (!worked)
			pthread_cond_wait(&pool->more, &pool->lock);
	}
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

struct pool *
pool_open(const struct pool_work *work)
{
	struct pool *pool = calloc(1, sizeof(*pool));

	if (pool == NULL)
		return NULL;
	pool->work = *work;
	pool->ready = calloc(work->slots, sizeof(*pool->ready));
	pool->thread = calloc(work->threads, sizeof(*pool->thread));
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->more, NULL);
	if (pool->ready != NULL && pool->thread != NULL)
		return pool;
	pool_close(pool);
	return NULL;
}

bool
pool_next(struct pool *pool, size_t *slot)
{
	pthread_mutex_lock(&pool->lock);
	if (pool->taken) {
		pool->ready[pool->first++ % pool->work.slots] = false;
		pool->taken = false;
		pthread_cond_broadcast(&pool->more);
	}
	/* A small input is finished before a thread would start. */
	if (pool->threads == 0 && pool->first > 0 && !pool->ended)
		while (pool->threads < pool->work.threads &&
		    pthread_create(&pool->thread[pool->threads], NULL,
		        run_worker, pool) == 0)
			pool->threads++;
	*slot = pool->first % pool->work.slots;
	while (!pool->taken && (!pool->ended || pool->first < pool->filled)) {
		pool->taken = pool->first < pool->working && pool->ready[*slot];
		if (!pool->taken && !step(pool))
			pthread_cond_wait(&pool->more, &pool->lock);
	}
	pthread_mutex_unlock(&pool->lock);
	return pool->taken;
}

void
pool_pause(struct pool *pool, bool pause)
{
	pthread_mutex_lock(&pool->lock);
	pool->paused = pause;
	while (pause && pool->busy > 0)
		pthread_cond_wait(&pool->more, &pool->lock);
	pthread_cond_broadcast(&pool->more);
	pthread_mutex_unlock(&pool->lock);
}

void
pool_close(struct pool *pool)
{
	if (pool == NULL)
		return;
	pthread_mutex_lock(&pool->lock);
	pool->stop = true;
	pthread_cond_broadcast(&pool->more);
	pthread_mutex_unlock(&pool->lock);
	for (size_t i = 0; i < pool->threads; i++)
		pthread_join(pool->thread[i], NULL);
	pthread_mutex_destroy(&pool->lock);
	pthread_cond_destroy(&pool->more);
	free(pool->ready);
	free(pool->thread);
	free(pool);
}
