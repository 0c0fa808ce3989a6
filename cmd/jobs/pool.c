/*
 * pool.c - threads that fill and process slots.  One of them fills at a time;
 * the others process what was filled, and the main thread takes the slots in
 * order, and does one or the other while it has to wait.
 */
#include <pthread.h>
#include <stdlib.h>

#include "jobs/pool.h"

struct pool {
	struct pool_work w;
	pthread_mutex_t lock;
	pthread_cond_t more; /* something is to be done, or was */
	/* Slots by running number: the main thread has `first`, those before
	 * `working` were given to a thread, those before `filled` are filled.
	 */
	bool *ready;
	size_t first, working, filled;
	bool filling; /* a thread is filling number `filled` */
	bool ended;   /* there is no more to fill */
	bool taken, stop;
	size_t threads;
	pthread_t *thread;
};

static size_t
slot_of(const struct pool *p, size_t number)
{
	return number % p->w.slots;
}

/* The lock is held, but not while the slot is filled. */
static void
fill(struct pool *p)
{
	size_t slot = slot_of(p, p->filled);
	bool more;

	p->filling = true;
	pthread_mutex_unlock(&p->lock);
	more = p->w.fill(p->w.ctx, slot);
	pthread_mutex_lock(&p->lock);
	p->filling = false;
	p->ended = !more;
	p->filled++;
}

/* The same. */
static void
process(struct pool *p)
{
	size_t slot = slot_of(p, p->working++);

	pthread_mutex_unlock(&p->lock);
	p->w.process(p->w.ctx, slot);
	pthread_mutex_lock(&p->lock);
	p->ready[slot] = true;
}

/* Do what is to be done next, if there is anything; the lock is held.  A few
 * slots wait, so that no thread has to. */
static bool
step(struct pool *p)
{
	bool fillable =
	    !p->filling && !p->ended && p->filled - p->first < p->w.slots;
	size_t waiting = p->filled - p->working;

	if (fillable && waiting <= p->threads)
		fill(p);
	else if (waiting > 0)
		process(p);
	else
		return false;
	pthread_cond_broadcast(&p->more);
	return true;
}

static void *
run_worker(void *ctx)
{
	struct pool *p = ctx;

	pthread_mutex_lock(&p->lock);
	while (!p->stop)
		if (!step(p))
			pthread_cond_wait(&p->more, &p->lock);
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

/* Small inputs are done before a thread would have begun. */
static void
start_threads(struct pool *p)
{
	if (p->threads > 0 || p->first == 0 || p->ended)
		return;
	while (p->threads < p->w.threads &&
	    pthread_create(&p->thread[p->threads], NULL, run_worker, p) == 0)
		p->threads++;
}

/* The main thread is done with the slot that it has. */
static void
give_back(struct pool *p)
{
	p->ready[slot_of(p, p->first)] = false;
	p->first++;
	p->taken = false;
	pthread_cond_broadcast(&p->more);
}

bool
pool_next(struct pool *p, size_t *slot)
{
	pthread_mutex_lock(&p->lock);
	if (p->taken)
		give_back(p);
	start_threads(p);
	*slot = slot_of(p, p->first);
	while (!p->taken && (!p->ended || p->first < p->filled)) {
		p->taken = p->first < p->working && p->ready[*slot];
		if (!p->taken && !step(p))
			pthread_cond_wait(&p->more, &p->lock);
	}
	pthread_mutex_unlock(&p->lock);
	return p->taken;
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
