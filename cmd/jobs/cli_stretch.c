/*
 * cli_stretch.c - one large input in several places at once: as long as what
 * lies ahead of its reader is plain, it is cut into stretches, and each is
 * read and worked on as a part of the run; where they do not fit together the
 * reader goes on by itself.
 */
#include <stdlib.h>

#include "jobs/cli_jobs.h"
#include "cli/cli_private.h"
#include "jobs/cli_rooms.h"

#define SIZE ((size_t)64 << 10)  /* bytes of a stretch */
#define EACH 4                   /* stretches for each thread */
#define MOST ((size_t)32)        /* threads that have some */
#define PAUSE ((size_t)32 << 10) /* bytes behind a first one in vain */

enum { YES = 1, NO };

struct unit {
	struct task task; /* first, so that it is one */
	struct cli_part part;
	struct team *team;
	struct rooms *rooms;
	struct sok_stretch *stretch;
	const struct unit *before; /* NULL: the first */
	const struct cli_work *work;
	int placed; /* whether it begins where before ends */
	bool good;
	size_t single, passed; /* as in struct cli */
	char apart[TEAM_APART];
};

struct stretches {
	struct rooms rooms;
	struct unit *unit;
	struct sok_stretch **stretch;
	size_t n;
	size_t operand;
	struct jobs_pace pace; /* in that one */
};

static struct stretches *
create(size_t jobs)
{
	struct stretches *s = calloc(1, sizeof(*s));
	size_t n = (jobs < MOST ? jobs : MOST) * EACH;

	if (s == NULL)
		return NULL;
	s->unit = calloc(n, sizeof(*s->unit));
	s->stretch = calloc(n, sizeof(struct sok_stretch *));
	while (s->unit != NULL && s->stretch != NULL && s->n < n &&
	    (s->stretch[s->n] = sok_stretch_new()) != NULL)
		s->n++;
	if (rooms_make(&s->rooms, jobs) && s->n == n)
		return s;
	stretches_close(s);
	return NULL;
}

void
stretches_close(struct stretches *s)
{
	if (s == NULL)
		return;
	rooms_free(&s->rooms);
	for (size_t i = 0; i < s->n; i++) {
		part_free(&s->unit[i].part);
		sok_stretch_free(s->stretch[i]);
	}
	free(s->unit);
	free(s->stretch);
	free(s);
}

/* ---- in any thread */

static bool
deliver(struct unit *u, struct sok_arena *a)
{
	struct cli *c = &u->part.c;
	struct sok_puzzle *p;
	struct sok_run run;
	int done = 0;

	while (done == 0) {
		p = sok_stretch_next(u->stretch, cli_sink(c), &run);
		if (p == NULL && run.n == 0)
			break;
		sok_arena_reset(a);
		u->single += p != NULL;
		u->passed += run.n;
		done = p != NULL ? cli_deliver(c, p, a, u->work)
		                 : cli_pass(c, &run, u->work);
	}
	return done == 0;
}

static struct sok_run
find_run(void *ctx, struct sok_reader *r)
{
	struct unit *u = ctx;

	return u->work->run(&u->part.c, r);
}

static void
run(struct task *task)
{
	struct unit *u = (struct unit *)task;
	const struct unit *before = u->before;
	struct room *room = rooms_enter(u->rooms);
	bool ok = sok_stretch_read(u->stretch, room->read,
	              u->work->run != NULL ? find_run : NULL, u) == 0;

	if (before != NULL)
		ok = team_ask(u->team, &before->placed) == YES && ok &&
		    sok_stretch_follow(u->stretch, before->stretch);
	team_tell(u->team, &u->placed, ok ? YES : NO);
	u->good = ok && deliver(u, &room->arena);
	rooms_leave(u->rooms, room);
}

/* ---- in turn */

/* Begin with so many that were cut; how many there are. */
static size_t
begin(struct cli *c, struct stretches *s, size_t n, const struct cli_work *w)
{
	size_t i;

	for (i = 0; i < n; i++) {
		struct unit *u = &s->unit[i];

		u->team = jobs_part(c, &u->part);
		if (u->team == NULL)
			break;
		u->task.run = run;
		u->rooms = &s->rooms;
		u->stretch = s->stretch[i];
		u->before = i > 0 ? u - 1 : NULL;
		u->work = w;
		u->placed = 0;
		u->good = false;
		u->single = u->passed = 0;
		team_add(u->team, &u->task);
	}
	return i;
}

/* Take over what one has done, if those before it were taken over. */
static bool
join(struct cli *c, struct unit *u, struct sok_reader *r, bool wanted)
{
	bool joined = false;

	if (!wanted && team_recall(u->team, &u->task)) {
		team_tell(u->team, &u->placed, NO); /* to one just taken */
	} else {
		team_wait(u->team, &u->task);
		joined = wanted && u->good && part_join(&u->part, c);
	}
	if (joined) {
		sok_reader_pass(r, u->stretch);
		c->single += u->single;
		c->passed += u->passed;
	}
	part_drop(&u->part);
	return joined;
}

static struct stretches *
ready(struct cli *c)
{
	struct cli_jobs *j = c->others;

	if (j->stretches == NULL)
		j->stretches = create((size_t)c->jobs);
	return j->stretches;
}

int
stretches_do(struct cli *c, const struct cli_operand *op, struct sok_reader *r,
    const struct cli_work *w)
{
	struct stretches *s = ready(c);
	size_t n, done = 0;
	int cut;

	if (s == NULL)
		return 0;
	if (s->operand != op->index)
		s->pace = (struct jobs_pace){.next = 0};
	s->operand = op->index;
	if (sok_reader_bytes(r) < s->pace.next)
		return 0;
	cut = sok_stretch_cut(r, SIZE, s->stretch, s->n);
	if (cut == 0)
		return 0; /* perhaps behind the next puzzle */
	n = begin(c, s, cut > 1 ? (size_t)cut : 0, w);
	for (size_t i = 0; i < n; i++) {
		done += join(c, &s->unit[i], r, done == i);
		if (done == i + 1)
			cli_progress(c, op, s->unit[i].part.c.puzzles,
			    sok_reader_bytes(r));
	}
	jobs_pace(&s->pace, sok_reader_bytes(r), done * 2 > n, PAUSE);
	return cli_output_failed(c) ? -1 : 0;
}
