/* files.h - processing several operands at the same time (-j). */
#ifndef FILES_H
#define FILES_H

#include "cli/cli.h"

/* The function for each operand. */
struct cli_each {
	bool open;
	int (*fn)(struct cli *c, const struct cli_operand *op, const void *arg);
	/* Called after the last file of an operand with several files, or NULL.
	 */
	void (*whole)(
	    struct cli *c, const struct cli_operand *op, const void *arg);
	const void *arg;
};

/* For the operands of a run; c->files remains NULL if no threads can be used.
 */
void files_open(struct cli *c, const struct cli_each *e);
void files_close(struct cli *c);
/* The next operand, number i: true if it was processed, else the caller has to.
 */
bool files_operand(struct cli *c, size_t i);
/* End the program from a run that processes one of the files, with its
 * messages. */
CLI_NORETURN void files_give_up(struct cli *task);

#endif
