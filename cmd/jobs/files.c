/*
 * files.c - files ahead of their turn: while one is worked on, threads
 * do the next ones as parts of the run, which are joined in order.  An operand
 * that nobody has begun when its turn comes is done as without -j.
 */
#if defined(__linux__)
#include <malloc.h>
#endif
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jobs/files.h"
#include "cli/cli_private.h"

#define LARGEST ((off_t)1 << 20) /* bytes of an operand done as a whole */
#define WORTH ((off_t)1 << 20)   /* bytes in all that are worth a thread */
#define SPARE 16                 /* descriptors beside one for each thread */
#define WAITERS 8                /* threads for each job that wait for a disk */
#define MOST_WAITERS ((size_t)32)

struct ahead {
	struct task task; /* first, so that it is one */
	struct cli_part part;
	struct cli_each each;
	size_t index, bytes;
	dev_t dev; /* the file, where it is rewritten */
	ino_t ino;
	bool used, good;
};

/* What is no plain file may wait for us; what cannot be opened is said in its
 * turn. */
static off_t
size_of(const struct cli *c, size_t i)
{
	struct stat st;

	if (strcmp(c->operand[i], "-") == 0 || stat(c->operand[i], &st) == -1 ||
	    !S_ISREG(st.st_mode) || st.st_size > LARGEST)
		return 0;
	return st.st_size;
}

/* Whether the operands behind the first are more than their trouble, and so
 * many files can be open. */
static bool
worth(const struct cli *c)
{
	long most = sysconf(_SC_OPEN_MAX);
	off_t all = 0;

	if (most != -1 && most < c->jobs + SPARE)
		return false;
	for (size_t i = 1; i < c->noperands && all < WORTH; i++)
		all += size_of(c, i);
	return all >= WORTH;
}

/* What one part gave back is what the next one asks for: nothing is gained, and
 * all threads stop, when the system has it in between. */
static void
keep_memory(void)
{
#ifdef M_TRIM_THRESHOLD
	(void)mallopt(M_MMAP_THRESHOLD, 1 << 20);
	(void)mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
}

/* Whoever rewrites files waits for the disk most of the time, and several
 * waits take little longer than one. */
static void
set_threads(struct files *j, size_t jobs)
{
	j->threads = jobs - 1;
	j->nahead = jobs < 16 ? 4 * jobs : 64;
	if (j->each->open)
		return;
	j->threads = WAITERS * jobs;
	if (j->threads > MOST_WAITERS)
		j->threads = MOST_WAITERS;
	j->nahead = 2 * MOST_WAITERS;
}

void
files_open(struct cli *c, const struct cli_each *e)
{
	struct files *j;

	if (c->jobs < 2 || c->program->parts == NULL || c->select != NULL)
		return;
	keep_memory();
	j = calloc(1, sizeof(*j));
	if (j == NULL)
		return;
	j->each = e;
	set_threads(j, (size_t)c->jobs);
	j->ahead = calloc(j->nahead, sizeof(*j->ahead));
	if (j->ahead == NULL) {
		free(j);
		return;
	}
	j->next = !e->open || worth(c) ? 1 : SIZE_MAX;
	c->files = j;
}

void
files_close(struct cli *c)
{
	struct files *j = c->files;

	if (j == NULL)
		return;
	team_close(j->team);
	for (size_t i = 0; i < j->nahead; i++)
		part_free(&j->ahead[i].part);
	free(j->ahead);
	free(j);
	c->files = NULL;
}

struct team *
jobs_part(struct cli *c, struct cli_part *part)
{
	struct files *j = c->files;

	if (!part_open(part, c))
		return NULL;
	if (j->team == NULL)
		j->team = team_open(j->threads);
	if (j->team == NULL)
		part_drop(part);
	return j->team;
}

static void
run_operand(struct task *task)
{
	struct ahead *a = (struct ahead *)task;

	a->good = cli_operand(&a->part.c, a->index, &a->each) == 0;
}

static bool
begin_operand(struct cli *c, struct ahead *a, size_t i, off_t bytes)
{
	struct team *team = jobs_part(c, &a->part);

	if (team == NULL)
		return false;
	a->task.run = run_operand;
	a->each = *c->files->each;
	a->index = i;
	a->bytes = (size_t)bytes;
	a->used = true;
	team_add(team, &a->task);
	return true;
}

/* Whether a file that is to be rewritten is named by an earlier operand, from i
 * on, that is not done; else it is noted.  Which of the two changes it must not
 * depend on who comes first. */
static bool
is_busy(struct cli *c, size_t i, size_t k)
{
	struct files *j = c->files;
	struct ahead *a = &j->ahead[k % j->nahead];
	struct stat st, now;

	if (j->each->open || stat(c->operand[k], &st) == -1)
		return false;
	if (stat(c->operand[i], &now) == 0 && now.st_dev == st.st_dev &&
	    now.st_ino == st.st_ino)
		return true;
	for (size_t n = 0; n < j->nahead; n++)
		if (j->ahead[n].used && j->ahead[n].dev == st.st_dev &&
		    j->ahead[n].ino == st.st_ino)
			return true;
	a->dev = st.st_dev;
	a->ino = st.st_ino;
	return false;
}

/* Begin the operands behind i. */
static void
look_ahead(struct cli *c, size_t i)
{
	struct files *j = c->files;
	size_t from = j->next > i ? j->next : i + 1, end = i + j->nahead;
	off_t size;

	end = end < c->noperands ? end : c->noperands;
	for (size_t k = from; k < end; k++) {
		if (is_busy(c, i, k)) {
			end = k;
			break;
		}
		size = size_of(c, k);
		if (size > 0 &&
		    !begin_operand(c, &j->ahead[k % j->nahead], k, size))
			break;
	}
	j->next = from < end ? end : j->next;
}

bool
files_operand(struct cli *c, size_t i)
{
	struct files *j = c->files;
	struct ahead *a = &j->ahead[i % j->nahead];
	struct cli_operand op = {.name = c->operand[i], .index = i};
	bool done = false;

	look_ahead(c, i);
	if (!a->used || a->index != i)
		return false;
	if (!team_recall(j->team, &a->task)) {
		team_wait(j->team, &a->task);
		done = a->good && part_join(&a->part, c);
	}
	if (done)
		cli_progress(c, &op, 0, a->bytes);
	part_drop(&a->part);
	a->used = false;
	return done;
}
