/* task.h - a run that does some of another run's work (-j). */
#ifndef TASK_H
#define TASK_H

#include "cli/cli.h"

struct task {
	struct cli c;                 /* first, so that it is one */
	struct sok_output *out, *err; /* into these */
	struct sok_buf out_bytes, err_bytes;
	bool open;
};

/*
 * Make a run that works as `like` would, but prints into memory.  false for
 * want of memory.  t was cleared to zero, or used before; nothing changes
 * `like` while tasks are made of it.
 */
bool task_open(struct task *t, const struct cli *like);
/*
 * When everything before it was done: add to c what the task printed and found.
 * False, and nothing has happened, if c would have done something else.
 */
bool task_merge(struct task *t, struct cli *c);
/* Forget what was done; t can be opened again. */
void task_reset(struct task *t);
void task_free(struct task *t);
/* End the program from within a task, with the task's messages. */
CLI_NORETURN void task_give_up(struct cli *task);

#endif
