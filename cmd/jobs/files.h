/* files.h - several operands worked on at the same time (-j). */
#ifndef FILES_H
#define FILES_H

#include "cli/cli.h"

/* What is done with each operand. */
struct cli_each {
	bool open;
	int (*fn)(struct cli *c, const struct cli_operand *op, const void *arg);
	/* NULL, or at the end of one that held others. */
	void (*whole)(
	    struct cli *c, const struct cli_operand *op, const void *arg);
	const void *arg;
};

/* For the operands of one run; c->files stays NULL where none may work. */
void files_open(struct cli *c, const struct cli_each *e);
void files_close(struct cli *c);
/* The next operand, which is number i: true if it was done, else it is the
 * caller's to do. */
bool files_operand(struct cli *c, size_t i);
/* End the program from within a run that does one of the files, with what that
 * has to say. */
CLI_NORETURN void files_give_up(struct cli *task);

#endif
