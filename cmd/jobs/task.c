/*
 * task.c - one run as several: a task has a copy of the program's state and
 * prints into memory, and what it did is added to the whole run in its turn.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "jobs/task.h"
#include "cli/cli_private.h"
#include "tools.h"

#define MOST ((size_t)16 << 20) /* bytes a task may print */

static bool
open_outputs(struct task *t)
{
	if (t->out == NULL)
		t->out = sok_output_bounded(&t->out_bytes, MOST);
	if (t->err == NULL)
		t->err = sok_output_bounded(&t->err_bytes, MOST);
	return t->out != NULL && t->err != NULL;
}

/* A copy of the run that begins. */
static bool
copy_run(struct cli *own, const struct cli *like, size_t size)
{
	*own = *like;
	own->ctx = malloc(size);
	if (own->ctx == NULL)
		return false;
	memcpy(own->ctx, like->ctx, size);
	own->task = true;
	own->files = NULL;
	own->standard_input = NULL;
	own->progress = NULL;
	own->scratch = own->names_kept = (struct sok_arena){0};
	own->status = CLI_OK;
	own->err_tty = false;
	own->headed = true;
	own->sink.limit_hit = false;
	memset(own->sink.count, 0, sizeof(own->sink.count));
	return true;
}

bool
task_open(struct task *t, const struct cli *like)
{
	size_t size = like->program->parallel->size;

	if (!open_outputs(t) || !copy_run(&t->c, like, size))
		return false;
	t->c.out = t->out;
	t->c.err = t->err;
	t->c.sink.ctx = like->sink.ctx == like->ctx ? t->c.ctx : &t->c;
	t->open = true;
	return true;
}

/* Trouble is for the whole run to meet, which has more memory, and knows
 * whether it is the first. */
static bool
fits(struct task *t)
{
	return sok_output_flush(t->out) == 0 && sok_output_flush(t->err) == 0 &&
	    cli_status(&t->c) < CLI_TROUBLE;
}

bool
task_merge(struct task *t, struct cli *c)
{
	struct sok_sink *s = &c->sink, *own = &t->c.sink;

	if (!fits(t))
		return false;
	cli_raise(c, t->c.status);
	s->limit_hit |= own->limit_hit;
	for (int i = 0; i <= SOK_ERROR; i++)
		s->count[i] += own->count[i];
	if (t->out_bytes.len > 0)
		sok_out(cli_output(c), sok_buf_str(&t->out_bytes));
	if (t->err_bytes.len > 0) {
		cli_progress_clear(c);
		sok_out(cli_err(c), sok_buf_str(&t->err_bytes));
	}
	if (c->err_tty)
		cli_flush(c);
	return true;
}

void
task_reset(struct task *t)
{
	if (!t->open)
		return;
	free(t->c.ctx);
	sok_arena_free(&t->c.scratch);
	sok_arena_free(&t->c.names_kept);
	t->open = false;
	if (sok_output_flush(t->out) == -1 || sok_output_flush(t->err) == -1) {
		task_free(t);
		*t = (struct task){.open = false};
	}
	t->out_bytes.len = t->err_bytes.len = 0;
}

void
task_free(struct task *t)
{
	task_reset(t);
	sok_output_close(t->out, false);
	sok_output_close(t->err, false);
	sok_buf_free(&t->out_bytes);
	sok_buf_free(&t->err_bytes);
}

void
task_give_up(struct cli *task)
{
	struct task *t = (struct task *)task;

	(void)!write(STDERR_FILENO, t->err_bytes.s, t->err_bytes.len);
	sok_output_cleanup();
	_exit(CLI_TROUBLE);
}
