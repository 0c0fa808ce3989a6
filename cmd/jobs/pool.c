/* pool.c - threads that fill and process slots, of which one at a time fills.
 * The main thread takes the slots in order, and works while it waits. */
#include <pthread.h>
#include <stdlib.h>

#include "jobs/jobs.h"

struct pool {
	struct pool_work w;
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
step(struct pool *p)
{
	size_t waiting = p->filled - p->working, slot;

	if (!p->filling && !p->ended && waiting <= p->threads &&
	    p->filled - p->first < p->w.slots) {
		slot = p->filled % p->w.slots;
		p->filling = true;
		pthread_mutex_unlock(&p->lock);
		bool more = p->w.fill(p->w.ctx, slot);
		pthread_mutex_lock(&p->lock);
		p->filling = false;
		p->ended = !more;
		p->filled++;
	} else if (waiting > 0) {
		slot = p->working++ % p->w.slots;
		pthread_mutex_unlock(&p->lock);
		p->w.process(p->w.ctx, slot);
		pthread_mutex_lock(&p->lock);
		p->ready[slot] = true;
	} else {
		return false;
	}
	pthread_cond_broadcast(&p->more);
	return true;
}

static void *
run_worker(void *ctx)
{
	struct pool *p = ctx;

	pthread_mutex_lock(&p->lock);
	while (!p->stop) {
		p->busy++;
		bool worked = !p->paused && step(p);
		p->busy--;
		if (p->paused)
			pthread_cond_broadcast(&p->more);
		if (!worked)
			pthread_cond_wait(&p->more, &p->lock);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

struct pool *
pool_open(const struct pool_work *w)
{
	struct pool *p = calloc(1, sizeof(*p));

	if (p == NULL)
		return NULL;
	p->w = *w;
	p->ready = calloc(w->slots, sizeof(*p->ready));
	p->thread = calloc(w->threads, sizeof(*p->thread));
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->more, NULL);
	if (p->ready != NULL && p->thread != NULL)
		return p;
	pool_close(p);
	return NULL;
}

bool
pool_next(struct pool *p, size_t *slot)
{
	pthread_mutex_lock(&p->lock);
	if (p->taken) {
		p->ready[p->first++ % p->w.slots] = false;
		p->taken = false;
		pthread_cond_broadcast(&p->more);
	}
	/* A small input is finished before a thread would start. */
	if (p->threads == 0 && p->first > 0 && !p->ended)
		while (p->threads < p->w.threads &&
		    pthread_create(
		        &p->thread[p->threads], NULL, run_worker, p) == 0)
			p->threads++;
	*slot = p->first % p->w.slots;
	while (!p->taken && (!p->ended || p->first < p->filled)) {
		p->taken = p->first < p->working && p->ready[*slot];
		if (!p->taken && !step(p))
			pthread_cond_wait(&p->more, &p->lock);
	}
	pthread_mutex_unlock(&p->lock);
	return p->taken;
}

void
pool_pause(struct pool *p, bool pause)
{
	pthread_mutex_lock(&p->lock);
	p->paused = pause;
	while (pause && p->busy > 0)
		pthread_cond_wait(&p->more, &p->lock);
	pthread_cond_broadcast(&p->more);
	pthread_mutex_unlock(&p->lock);
}

void
pool_close(struct pool *p)
{
	if (p == NULL)
		return;
	pthread_mutex_lock(&p->lock);
	p->stop = true;
	pthread_cond_broadcast(&p->more);
	pthread_mutex_unlock(&p->lock);
	for (size_t i = 0; i < p->threads; i++)
		pthread_join(p->thread[i], NULL);
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->more);
	free(p->ready);
	free(p->thread);
	free(p);
}
