/* cli_jobs.h - what is done at the same time (-j): operands that are not large,
 * and stretches of one that is. */
#ifndef CLI_JOBS_H
#define CLI_JOBS_H

#include "jobs/cli_part.h"
#include "jobs/cli_team.h"

/* What is done with each operand. */
struct cli_each {
	bool open;
	int (*fn)(struct cli *c, const struct cli_operand *op, const void *arg);
	const void *arg;
};

struct stretches;

struct cli_jobs {
	const struct cli_each *each;
	struct team *team;   /* NULL: not needed yet */
	struct ahead *ahead; /* operands that are begun */
	size_t nahead, next; /* the first one that is not */
	struct stretches *stretches;
};

/* Where in an operand to try again, which gets rarer while it is in vain. */
struct jobs_pace {
	size_t next, pause; /* bytes of it before the next attempt */
};

/* So many bytes were passed, with success or not; first: the first pause. */
void jobs_pace(struct jobs_pace *p, size_t bytes, bool good, size_t first);

/* For the operands of one run; c->others stays NULL where none may work. */
void jobs_open(struct cli *c, const struct cli_each *e);
void jobs_close(struct cli *c);
/* Open a part for a task, and the team to add it to, with its threads; NULL,
 * and no part is open, when there is none to be had. */
struct team *jobs_part(struct cli *c, struct cli_part *part);
/* True: this operand was done, else it is the caller's to do. */
bool jobs_operand(struct cli *c, size_t i);

/*
 * cli_stretch.c: after a puzzle, do as many of those that follow as can be
 * done at once; none at all if they are not plain.  0, -1 as in cli_work.
 */
int stretches_do(struct cli *c, const struct cli_operand *op,
    struct sok_reader *r, const struct cli_work *w);
void stretches_close(struct stretches *s);

#endif
