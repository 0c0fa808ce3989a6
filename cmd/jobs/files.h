/* files.h - what is done at the same time (-j): operands that are not large.
 */
#ifndef FILES_H
#define FILES_H

#include "jobs/cli_part.h"
#include "jobs/cli_team.h"

/* What is done with each operand. */
struct cli_each {
	bool open;
	int (*fn)(struct cli *c, const struct cli_operand *op, const void *arg);
	/* NULL, or at the end of one that held others. */
	void (*whole)(
	    struct cli *c, const struct cli_operand *op, const void *arg);
	const void *arg;
};

struct files {
	const struct cli_each *each;
	struct team *team;   /* NULL: not needed yet */
	size_t threads;      /* of it */
	struct ahead *ahead; /* operands that are begun */
	size_t nahead, next; /* the first one that is not */
};

/* For the operands of one run; c->files stays NULL where none may work. */
void files_open(struct cli *c, const struct cli_each *e);
void files_close(struct cli *c);
/* Open a part for a task, and the team to add it to, with its threads; NULL,
 * and no part is open, when there is none to be had. */
struct team *jobs_part(struct cli *c, struct cli_part *part);
/* True: this operand was done, else it is the caller's to do. */
bool files_operand(struct cli *c, size_t i);

#endif
