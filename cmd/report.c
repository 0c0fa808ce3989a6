/*
 * report.c - from findings and cases to one of the forms: picks the form,
 * drops what is below the lowest severity, and keeps count.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report_form.h"

static const struct report_format *const forms[] = {&report_text, &report_json,
    &report_sarif, &report_github, &report_junit, &report_tap, &report_tsv};

enum { NFORMS = sizeof(forms) / sizeof(*forms) };

const struct report_format *
report_format_find(struct cli *c, const char *option, const char *name)
{
	const char *names[NFORMS];
	size_t i;

	for (i = 0; i < NFORMS; i++)
		names[i] = forms[i]->name;
	return forms[cli_choice(c, option, name, names, NFORMS)];
}

bool
report_is_flat(const struct report_options *o)
{
	return o->format == NULL || o->format->flat;
}

struct report *
report_open(
    struct cli *c, const struct report_options *o, struct sok_output *out)
{
	struct report *r = calloc(1, sizeof(*r));

	if (r == NULL)
		cli_die(c, c->program->name, ENOMEM);
	r->c = c;
	r->o = *o;
	if (o->format == NULL)
		r->o.format = &report_text;
	/* Less on standard error, where it makes room for puzzles. */
	if (c->quiet && out == cli_err(c))
		r->o.lowest = SOK_ERROR;
	r->out = out;
	return r;
}

void
report_close(struct report *r)
{
	sok_buf_free(&r->now.text);
	sok_buf_free(&r->now.rest);
	sok_buf_free(&r->file.text);
	sok_buf_free(&r->file.rest);
	sok_buf_free(&r->suite);
	sok_buf_free(&r->worst.message);
	sok_arena_free(&r->a);
	free(r);
}

void
report_flush(struct report *r, struct sok_buf *b)
{
	report_need(r, !b->failed);
	sok_out(r->out, sok_buf_str(b));
	b->len = 0;
}

void
report_begin(struct report *r)
{
	if (r->o.format->begin != NULL)
		r->o.format->begin(r);
}

static void
note_worst(struct report *r, const struct sok_finding *f)
{
	struct sok_buf *message = &r->worst.message;

	if (r->worst.found && r->worst.severity >= f->severity)
		return;
	r->worst.found = true;
	r->worst.severity = f->severity;
	r->worst.rule = f->rule;
	message->len = 0;
	sok_buf_add(message, f->message);
}

void
report_finding(struct report *r, const struct sok_finding *f)
{
	struct sok_finding own = *f;
	struct report_pending *p;

	if (f->severity < r->o.lowest)
		return;
	own.puzzle = report_puzzle(f);
	p = own.puzzle == NULL ? &r->file : &r->now;
	p->n++;
	p->failed |= f->severity >= r->o.fails;
	if (own.puzzle != NULL && r->o.ncolumns > 0)
		note_worst(r, f);
	r->o.format->finding(r, &own);
	report_need(
	    r, !p->text.failed && !p->rest.failed && !r->worst.message.failed);
	sok_arena_reset(&r->a);
}

static void
forget(struct report_pending *p)
{
	p->text.len = p->rest.len = 0;
	p->n = 0;
	p->failed = false;
}

void
report_case(struct report *r, const struct report_case *c)
{
	if (c->puzzle->number == 0)
		return;
	r->cases++;
	r->failures += r->now.failed;
	if (r->o.format->test != NULL)
		r->o.format->test(r, c);
	forget(&r->now);
	r->worst.found = false;
	sok_arena_reset(&r->a);
}

void
report_puzzle_end(struct report *r)
{
	r->worst.found = false;
}

void
report_file_end(struct report *r, const char *file)
{
	/* Findings of a puzzle that did not become a case. */
	r->file.n += r->now.n;
	r->file.failed |= r->now.failed;
	sok_buf_add(&r->file.text, sok_buf_str(&r->now.text));
	sok_buf_add(&r->file.rest, sok_buf_str(&r->now.rest));
	if (r->o.format->file_end != NULL)
		r->o.format->file_end(r, file);
	forget(&r->now);
	forget(&r->file);
	r->total += r->cases;
	r->cases = r->failures = 0;
	r->known = 0;
	memset(r->stray, 0, sizeof(r->stray));
	sok_arena_reset(&r->a);
}

void
report_end(struct report *r)
{
	/* What the writer of -p said when it was closed. */
	if (r->file.n > 0)
		report_file_end(r, cli_output_name(r->c));
	if (r->o.format->end != NULL)
		r->o.format->end(r);
}
