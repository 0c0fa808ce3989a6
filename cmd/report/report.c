/*
 * report.c - passes findings and cases to the format of the report, drops
 * those below the lowest severity, and counts them.
 */
#include <errno.h>
#include <stdlib.h>

#include "report/report_form.h"
#include "tools.h"

/* A format is added to this file, and to no other but its own. */
extern const struct report_format report_github, report_sarif, report_junit,
    report_tap;
static const struct report_format *const forms[] = {&report_text, &report_json,
    &report_sarif, &report_github, &report_junit, &report_tap, &report_tsv,
    &report_csv};

enum { NFORMS = SOK_COUNT(forms) };

const struct report_format *
report_format_find(struct cli *c, const char *name)
{
	const char *names[NFORMS];
	size_t i;

	for (i = 0; i < NFORMS; i++)
		names[i] = forms[i]->name;
	return forms[cli_choice(c, "format", name, names, NFORMS)];
}

bool
report_is_flat(const struct report_options *o)
{
	return o->format->flat;
}

bool
report_identifies(const struct report *r)
{
	return r->o.format == &report_json || r->o.format == &report_sarif;
}

struct sok_writer *
report_pass_writer(struct cli *c, bool pass)
{
	struct sok_write_options o = {.wrap = SOK_WRAP,
	    .charset = c->to_charset,
	    .name = cli_output_name(c)};
	struct sok_writer *w;

	if (!pass && c->to_charset != NULL)
		cli_usage(c, "--to-charset needs -p");
	if (!pass)
		return NULL;
	w = sok_writer_open(
	    sok_format_find(SOK_STR("sok")), cli_text_output(c), &o, &c->sink);
	if (w == NULL)
		cli_die(c, NULL, errno);
	return w;
}

struct report *
report_open(
    struct cli *c, const struct report_options *o, struct sok_output *out)
{
	struct report *r = cli_must(c, calloc(1, sizeof(*r)));

	if (o->header && o->format != &report_tsv && o->format != &report_csv)
		cli_usage(c, "--header needs -F tsv");
	r->c = c;
	r->o = *o;
	c->splits = o->format->apart;
	/* Less on standard error, where it makes room for puzzles. */
	if (c->quiet && out == cli_err(c))
		r->o.lowest = SOK_ERROR;
	r->out = out;
	return r;
}

static void
empty_pending(struct report_pending *p, bool memory)
{
	p->text.len = p->rest.len = 0;
	p->n = 0;
	p->failed = false;
	if (memory) {
		sok_buf_free(&p->text);
		sok_buf_free(&p->rest);
	}
}

void
report_close(struct report *r)
{
	empty_pending(&r->now, true);
	empty_pending(&r->whole, true);
	empty_pending(&r->file, true);
	id_table_free(&r->prints);
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

struct report_pending *
report_place(struct report *r, const struct sok_finding *f)
{
	if (f->puzzle == NULL)
		return &r->file;
	return r->o.ncolumns > 0 && f->game == NULL ? &r->whole : &r->now;
}

void
report_finding(struct report *r, const struct sok_finding *f)
{
	struct sok_finding own = *f;
	struct report_pending *p;

	own.puzzle = report_puzzle(f);
	if (own.pos.line == 0)
		own.pos.col = 0;
	p = report_place(r, &own);
	p->failed |= f->severity >= r->o.fails;
	/* Why the file that the report goes to will not be written. */
	if (sok_rule_unread(f->rule) && r->c->output != NULL &&
	    r->out != cli_err(r->c))
		cli_finding(r->c, cli_err(r->c), &own);
	if (f->severity < r->o.lowest)
		return;
	p->n++;
	if (p == &r->now && r->o.ncolumns > 0)
		note_worst(r, f);
	r->o.format->finding(r, &own);
	report_need(
	    r, !p->text.failed && !p->rest.failed && !r->worst.message.failed);
	sok_arena_reset(&r->a);
}

void
report_case(struct report *r, const struct report_case *c)
{
	if (c->puzzle->number == 0)
		return;
	r->cases++;
	r->failures += r->now.failed;
	if (r->o.format->test != NULL && (!c->quiet || r->o.format->tests))
		r->o.format->test(r, c);
	empty_pending(&r->now, false);
	r->worst.found = false;
	sok_arena_reset(&r->a);
}

/* Findings of a puzzle that did not become a case. */
static void
leave(struct report *r, struct report_pending *p)
{
	r->file.n += p->n;
	r->file.failed |= p->failed;
	sok_buf_add(&r->file.text, sok_buf_str(&p->text));
	sok_buf_add(&r->file.rest, sok_buf_str(&p->rest));
	empty_pending(p, false);
}

void
report_puzzle_end(struct report *r, const struct sok_puzzle *p)
{
	struct report_case whole = {.puzzle = p, .pos = p->pos};
	struct report_pending own = r->whole;

	leave(r, &r->now);
	if (r->o.format->tests && !report_empty(&own)) {
		r->whole = r->now;
		r->now = own;
		report_case(r, &whole);
	}
	empty_pending(&r->whole, false);
	r->worst.found = false;
	r->known = 0;
}

void
report_file_end(struct report *r, const char *file)
{
	leave(r, &r->whole);
	leave(r, &r->now);
	if (r->o.format->file_end != NULL)
		r->o.format->file_end(r, file);
	empty_pending(&r->file, false);
	r->total += r->cases;
	r->cases = r->failures = 0;
	r->known = 0;
	sok_arena_reset(&r->a);
}

void
report_end(struct report *r)
{
	/* What the writer of -p said when it was closed. */
	if (!report_empty(&r->file))
		report_file_end(r, cli_output_name(r->c));
	if (r->o.format->end != NULL)
		r->o.format->end(r);
}
