/* cli_team.h - threads, and the work that waits for them (-j). */
#ifndef CLI_TEAM_H
#define CLI_TEAM_H

#include <stdbool.h>
#include <stddef.h>

struct team;

/* Bytes between what different threads write to: they share no line of the
 * cache. */
#define TEAM_APART 128

enum task_state { TASK_IDLE, TASK_WAITS, TASK_TAKEN, TASK_DONE };

struct task {
	void (*run)(struct task *t);
	/* The team's. */
	enum task_state state;
	struct task *next;
};

/* NULL when no thread can be had: then there is nobody but the caller. */
struct team *team_open(size_t threads);
/* Waits for what was taken; the rest is never done. */
void team_close(struct team *t);
/* Tasks are taken in the order in which they were added. */
void team_add(struct team *t, struct task *task);
/* Take a task back: true, and it is idle, or somebody has taken it. */
bool team_recall(struct team *t, struct task *task);
/* Until a task that somebody has taken is done; helps with others. */
void team_wait(struct team *t, struct task *task);

#endif
