/*
 * cli_part.c - one run as several: a part has a copy of the program's state
 * and prints into memory, and what it did is joined to the whole in its turn.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "jobs/cli_part.h"
#include "cli/cli_private.h"
#include "tools.h"

#define MOST ((size_t)16 << 20) /* bytes a part may print */

static bool
open_outputs(struct cli_part *p)
{
	if (p->out == NULL)
		p->out = sok_output_bounded(&p->out_bytes, MOST);
	if (p->err == NULL)
		p->err = sok_output_bounded(&p->err_bytes, MOST);
	return p->out != NULL && p->err != NULL;
}

bool
part_open(struct cli_part *p, struct cli *c)
{
	const struct cli_parts *of = c->program->parts;
	struct cli *own = &p->c;

	if (of == NULL || c->select != NULL || !open_outputs(p))
		return false;
	*own = *c;
	own->ctx = malloc(of->size);
	if (own->ctx == NULL)
		return false;
	memcpy(own->ctx, c->ctx, of->size);
	own->whole = c;
	own->files = NULL;
	own->standard_input = NULL;
	own->out = p->out;
	own->err = p->err;
	own->progress = NULL;
	own->scratch = own->names_kept = (struct sok_arena){0};
	own->status = CLI_OK;
	own->err_tty = false;
	own->headed = true;
	own->sink.limit_hit = false;
	for (int i = 0; i <= SOK_ERROR; i++)
		own->sink.count[i] = 0;
	if (own->sink.ctx == c)
		own->sink.ctx = own;
	else if (own->sink.ctx == c->ctx)
		own->sink.ctx = own->ctx;
	p->open = of->fork(own);
	if (!p->open)
		free(own->ctx);
	return p->open;
}

/* Trouble is for the whole to meet, which has more memory, and knows whether it
 * is the first. */
static bool
fits(struct cli_part *p)
{
	return sok_output_flush(p->out) == 0 && sok_output_flush(p->err) == 0 &&
	    cli_status(&p->c) < CLI_TROUBLE;
}

bool
part_join(struct cli_part *p, struct cli *c)
{
	struct sok_sink *s = &c->sink, *own = &p->c.sink;

	if (!fits(p))
		return false;
	cli_raise(c, p->c.status);
	s->limit_hit |= own->limit_hit;
	for (int i = 0; i <= SOK_ERROR; i++)
		s->count[i] += own->count[i];
	if (p->out_bytes.len > 0)
		sok_out(cli_output(c), sok_buf_str(&p->out_bytes));
	if (p->err_bytes.len > 0) {
		cli_progress_clear(c);
		sok_out(cli_err(c), sok_buf_str(&p->err_bytes));
	}
	if (c->err_tty)
		cli_flush(c);
	return true;
}

void
part_drop(struct cli_part *p)
{
	if (!p->open)
		return;
	free(p->c.ctx);
	sok_arena_free(&p->c.scratch);
	sok_arena_free(&p->c.names_kept);
	p->open = false;
	if (sok_output_flush(p->out) == -1 || sok_output_flush(p->err) == -1) {
		part_free(p);
		*p = (struct cli_part){.open = false};
	}
	p->out_bytes.len = p->err_bytes.len = 0;
}

void
part_free(struct cli_part *p)
{
	part_drop(p);
	sok_output_close(p->out, false);
	sok_output_close(p->err, false);
	sok_buf_free(&p->out_bytes);
	sok_buf_free(&p->err_bytes);
}

void
part_give_up(struct cli *part)
{
	struct cli_part *p = (struct cli_part *)part;

	(void)!write(STDERR_FILENO, p->err_bytes.s, p->err_bytes.len);
	sok_output_cleanup();
	_exit(CLI_TROUBLE);
}
