/*
 * pool.c - threads that read and work on batches.  One of them reads at a time;
 * the others work on what was read, and the main thread takes the batches in
 * order, and does one or the other while it has to wait.
 */
#include <pthread.h>
#include <stdlib.h>

#include "jobs/pool.h"

struct pool {
	const struct cli *c;
	cli_prepare_fn *prepare;  /* or NULL */
	struct feed feed;         /* of the thread that reads */
	struct sok_arena scratch; /* of the main thread */
	pthread_mutex_t lock;
	pthread_cond_t more; /* something is to be done, or was */
	/* Batches by number: the main thread has `first`, those before
	 * `working` were given to a worker, those before `read` are read. */
	struct batch *batch;
	size_t size, first, working, read;
	bool reading; /* a thread is reading batch number `read` */
	bool ended;   /* there is no more to read */
	bool taken, stop;
	size_t threads;
	pthread_t *thread;
};

static struct batch *
at(const struct pool *p, size_t number)
{
	return &p->batch[number % p->size];
}

/* The lock is held, but not while the batch is read. */
static void
read_batch(struct pool *p)
{
	struct batch *b = at(p, p->read);
	bool more;

	p->reading = true;
	pthread_mutex_unlock(&p->lock);
	more = batch_read(b, &p->feed);
	pthread_mutex_lock(&p->lock);
	p->reading = false;
	p->ended = !more;
	p->read++;
}

/* The same. */
static void
work_on_batch(struct pool *p, struct sok_arena *scratch)
{
	struct batch *b = at(p, p->working++);

	pthread_mutex_unlock(&p->lock);
	if (p->prepare != NULL)
		batch_work(b, p->c, p->prepare, scratch);
	pthread_mutex_lock(&p->lock);
	b->ready = true;
}

/* Do what is to be done next, if there is anything; the lock is held.  A few
 * batches wait, so that no thread has to. */
static bool
step(struct pool *p, struct sok_arena *scratch)
{
	bool readable =
	    !p->reading && !p->ended && p->read - p->first < p->size;
	size_t waiting = p->read - p->working;

	if (readable && waiting <= p->threads)
		read_batch(p);
	else if (waiting > 0)
		work_on_batch(p, scratch);
	else
		return false;
	pthread_cond_broadcast(&p->more);
	return true;
}

static void *
run_worker(void *ctx)
{
	struct pool *p = ctx;
	struct sok_arena scratch = {0};

	pthread_mutex_lock(&p->lock);
	while (!p->stop)
		if (!step(p, &scratch))
			pthread_cond_wait(&p->more, &p->lock);
	pthread_mutex_unlock(&p->lock);
	sok_arena_free(&scratch);
	return NULL;
}

struct pool *
pool_open(const struct cli *c, cli_prepare_fn *prepare)
{
	struct pool *p = calloc(1, sizeof(*p));
	size_t jobs = (size_t)c->jobs;

	if (p == NULL)
		return NULL;
	p->c = c;
	p->prepare = prepare;
	p->feed = (struct feed){.c = c, .fd = -1};
	p->size = jobs + 2;
	p->batch = aligned_alloc(BATCH_APART, p->size * sizeof(*p->batch));
	p->thread = calloc(jobs, sizeof(*p->thread));
	for (size_t i = 0; p->batch != NULL && i < p->size; i++)
		p->batch[i] = (struct batch){.n = 0};
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->more, NULL);
	if (p->batch != NULL && p->thread != NULL)
		return p;
	pool_close(p);
	return NULL;
}

/* Small inputs are done before a thread would have begun. */
static void
start_threads(struct pool *p)
{
	size_t most = (size_t)p->c->jobs - 1;

	if (p->threads > 0 || p->first == 0 || p->ended)
		return;
	while (p->threads < most &&
	    pthread_create(&p->thread[p->threads], NULL, run_worker, p) == 0)
		p->threads++;
}

struct batch *
pool_next(struct pool *p)
{
	struct batch *b = NULL;

	pthread_mutex_lock(&p->lock);
	if (p->taken) {
		batch_reset(at(p, p->first++));
		p->taken = false;
		pthread_cond_broadcast(&p->more);
	}
	start_threads(p);
	while (!p->ended || p->first < p->read) {
		b = at(p, p->first);
		if (p->first < p->working && b->ready)
			break;
		b = NULL;
		if (!step(p, &p->scratch))
			pthread_cond_wait(&p->more, &p->lock);
	}
	p->taken = b != NULL;
	pthread_mutex_unlock(&p->lock);
	return b;
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
	feed_close(&p->feed);
	for (size_t i = 0; p->batch != NULL && i < p->size; i++)
		batch_free(&p->batch[i]);
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->more);
	sok_arena_free(&p->scratch);
	free(p->batch);
	free(p->thread);
	free(p);
}
