/*
 * cli_team.c - the threads of -j: they take tasks from one queue, and so does
 * whoever waits for one that is not done.  What tasks are is cli_jobs.c's.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "jobs/cli_team.h"

/* Nanoseconds that a thread looks at the state before it sleeps, where each
 * has a processor of its own. */
#define PATIENCE 300000

struct team {
	pthread_mutex_t lock;
	pthread_cond_t work, told; /* for idle threads, for those who ask */
	atomic_uint state;         /* another one whenever something is new */
	bool patient;
	size_t idle, asking;
	struct task *first, **last;
	bool stop;
	size_t n;
	pthread_t thread[];
};

/* The first task that waits, taken; NULL.  The lock is held. */
static struct task *
take_waiting(struct team *t)
{
	struct task *task = t->first;

	if (task == NULL)
		return NULL;
	t->first = task->next;
	if (t->first == NULL)
		t->last = &t->first;
	task->state = TASK_TAKEN;
	return task;
}

/* Whoever asked may look again.  The lock is held. */
static void
tell(struct team *t)
{
	t->state++;
	if (t->asking > 0)
		pthread_cond_broadcast(&t->told);
}

/* Good for differences. */
static unsigned long
nanoseconds(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return (unsigned long)now.tv_sec * 1000000000 +
	    (unsigned long)now.tv_nsec;
}

/*
 * Whether something is new, after a while; the lock is held, but not meanwhile.
 * Who sleeps at once is woken on the processor of who wakes it, and both share
 * that one until the system sees that there are more.
 */
static bool
look_around(struct team *t)
{
	unsigned was = t->state;
	unsigned long since;

	if (!t->patient)
		return false;
	pthread_mutex_unlock(&t->lock);
	since = nanoseconds();
	while (t->state == was && nanoseconds() - since < PATIENCE)
		sched_yield();
	pthread_mutex_lock(&t->lock);
	return t->state != was;
}

static void
ask(struct team *t)
{
	if (look_around(t))
		return;
	t->asking++;
	pthread_cond_wait(&t->told, &t->lock);
	t->asking--;
}

/* The lock is held, but not while the task runs. */
static void
run_task(struct team *t, struct task *task)
{
	pthread_mutex_unlock(&t->lock);
	task->run(task);
	pthread_mutex_lock(&t->lock);
	task->state = TASK_DONE;
	tell(t);
}

static void *
work(void *ctx)
{
	struct team *t = ctx;
	struct task *task;

	pthread_mutex_lock(&t->lock);
	while (!t->stop) {
		task = take_waiting(t);
		if (task != NULL) {
			run_task(t, task);
			continue;
		}
		if (look_around(t))
			continue;
		t->idle++;
		pthread_cond_wait(&t->work, &t->lock);
	}
	pthread_mutex_unlock(&t->lock);
	return NULL;
}

struct team *
team_open(size_t threads)
{
	struct team *t = calloc(1, sizeof(*t) + threads * sizeof(pthread_t));

	if (t == NULL)
		return NULL;
	t->last = &t->first;
	t->patient = (long)threads < sysconf(_SC_NPROCESSORS_ONLN);
	pthread_mutex_init(&t->lock, NULL);
	pthread_cond_init(&t->work, NULL);
	pthread_cond_init(&t->told, NULL);
	while (t->n < threads &&
	    pthread_create(&t->thread[t->n], NULL, work, t) == 0)
		t->n++;
	if (t->n > 0)
		return t;
	team_close(t);
	return NULL;
}

void
team_close(struct team *t)
{
	if (t == NULL)
		return;
	pthread_mutex_lock(&t->lock);
	t->stop = true;
	t->state++;
	pthread_cond_broadcast(&t->work);
	pthread_mutex_unlock(&t->lock);
	for (size_t i = 0; i < t->n; i++)
		pthread_join(t->thread[i], NULL);
	pthread_mutex_destroy(&t->lock);
	pthread_cond_destroy(&t->work);
	pthread_cond_destroy(&t->told);
	free(t);
}

void
team_add(struct team *t, struct task *task)
{
	pthread_mutex_lock(&t->lock);
	task->state = TASK_WAITS;
	task->next = NULL;
	*t->last = task;
	t->last = &task->next;
	t->state++;
	/* One that was woken is not idle, though it may not run yet. */
	if (t->idle > 0) {
		t->idle--;
		pthread_cond_signal(&t->work);
	}
	pthread_mutex_unlock(&t->lock);
}

bool
team_recall(struct team *t, struct task *task)
{
	struct task **at = &t->first;
	bool waits;

	pthread_mutex_lock(&t->lock);
	waits = task->state == TASK_WAITS;
	if (waits) {
		while (*at != task)
			at = &(*at)->next;
		*at = task->next;
		if (*at == NULL)
			t->last = at;
		task->state = TASK_IDLE;
	}
	pthread_mutex_unlock(&t->lock);
	return waits;
}

void
team_wait(struct team *t, struct task *task)
{
	struct task *other;

	pthread_mutex_lock(&t->lock);
	while (task->state != TASK_DONE) {
		other = take_waiting(t);
		if (other != NULL)
			run_task(t, other);
		else
			ask(t);
	}
	pthread_mutex_unlock(&t->lock);
}
