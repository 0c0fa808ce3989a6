/*
 * report.c - passes findings and cases to the format of the report, drops
 * those below the lowest severity, and counts them.
 */
#include <stdlib.h>

#include "report/report_form.h"
#include "tools.h"

/* A format is added to this file, and to no other but its own. */
extern const struct report_format report_github, report_sarif, report_junit,
    report_tap;
static const struct report_format *const forms[] = {&report_text, &report_json,
    &report_sarif, &report_github, &report_junit, &report_tap, &report_tsv,
    &report_csv};

const struct report_format *
report_format_find(struct cli *c, const char *name)
{
	const char *names[SOK_COUNT(forms)];

	for (size_t i = 0; i < SOK_COUNT(forms); i++)
		names[i] = forms[i]->name;
	return forms[CLI_CHOICE(c, "format", name, names)];
}

static void
flush(struct report *r, struct sok_buf *b)
{
	report_need(r, !b->failed);
	if (b->len > 0)
		sok_out(r->out, sok_buf_str(b));
	b->len = 0;
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
	if (o->format->head != NULL)
		sok_out(out, sok_str(o->format->head));
	if (o->format->begin != NULL)
		o->format->begin(r, &r->line);
	flush(r, &r->line);
	return r;
}

static void
clear(struct report_pending *p)
{
	p->text.len = p->rest.len = 0;
	p->failed = false;
}

static void
note_worst(struct report *r, const struct sok_finding *f)
{
	struct sok_buf *message = &r->worst.message;

	if (r->worst.rule != NULL && r->worst.severity >= f->severity)
		return;
	r->worst.rule = sok_rules[f->rule].name;
	r->worst.severity = f->severity;
	message->len = 0;
	sok_buf_add(message, f->message);
	report_need(r, !message->failed);
}

void
report_finding(struct report *r, const struct sok_finding *f)
{
	struct sok_finding own = *f;
	struct report_pending *p = &r->now;

	/* Text between puzzles has no number. */
	if (f->puzzle != NULL && f->puzzle->number == 0)
		own.puzzle = NULL;
	if (own.pos.line == 0)
		own.pos.col = 0;
	if (own.puzzle == NULL)
		p = &r->file;
	else if (r->o.ncolumns > 0 && f->game == NULL)
		p = &r->whole;
	p->failed |= f->severity >= r->o.fails;
	/* Why the file that the report goes to will not be written. */
	if (sok_rule_unread(f->rule) && r->c->output != NULL &&
	    r->out != cli_err(r->c))
		cli_finding(r->c, cli_err(r->c), &own);
	if (f->severity < r->o.lowest)
		return;
	if (p == &r->now && r->o.ncolumns > 0)
		note_worst(r, f);
	r->o.format->finding(r, p, &own);
	report_need(r, !p->text.failed && !p->rest.failed);
	if (!r->o.format->tests)
		flush(r, &p->text);
	sok_arena_reset(&r->a);
}

static void
complete(
    struct report *r, struct report_pending *p, const struct report_case *c)
{
	r->cases++;
	r->failures += p->failed;
	if (r->o.format->test != NULL && (!c->quiet || r->o.format->tests)) {
		r->o.format->test(r, &r->line, p, c);
		flush(r, &r->line);
	}
	clear(p);
	r->worst.rule = NULL;
	sok_arena_reset(&r->a);
}

void
report_case(struct report *r, const struct report_case *c)
{
	if (c->puzzle->number > 0)
		complete(r, &r->now, c);
}

/* Findings of a puzzle that did not become a case. */
static void
leave(struct report *r, struct report_pending *p)
{
	r->file.failed |= p->failed;
	sok_buf_add(&r->file.text, sok_buf_str(&p->text));
	sok_buf_add(&r->file.rest, sok_buf_str(&p->rest));
	clear(p);
}

void
report_puzzle_end(struct report *r, const struct sok_puzzle *p)
{
	const struct report_case whole = {.puzzle = p, .pos = p->pos};

	leave(r, &r->now);
	if (r->o.format->tests && !report_empty(&r->whole) && p->number > 0)
		complete(r, &r->whole, &whole);
	clear(&r->whole);
	r->worst.rule = NULL;
	r->known = 0;
}

void
report_file_end(struct report *r, const char *file)
{
	const struct report_case rest = {.pos.file = file};

	leave(r, &r->whole);
	leave(r, &r->now);
	if (r->o.format->tests && !report_empty(&r->file))
		complete(r, &r->file, &rest);
	if (r->o.format->file_end != NULL)
		r->o.format->file_end(r, &r->line, file);
	flush(r, &r->line);
	clear(&r->file);
	r->total += r->cases;
	r->cases = r->failures = 0;
	r->known = 0;
	sok_arena_reset(&r->a);
}

void
report_close(struct report *r)
{
	struct report_pending *const all[] = {&r->now, &r->whole, &r->file};

	/* What the writer of -p said when it was closed. */
	if (!report_empty(&r->file))
		report_file_end(r, cli_output_name(r->c));
	if (r->o.format->end != NULL)
		r->o.format->end(r, &r->line);
	flush(r, &r->line);
	if (r->o.format->foot != NULL)
		sok_out(r->out, sok_str(r->o.format->foot));
	for (size_t i = 0; i < SOK_COUNT(all); i++) {
		sok_buf_free(&all[i]->text);
		sok_buf_free(&all[i]->rest);
	}
	id_table_free(&r->prints);
	sok_buf_free(&r->line);
	sok_buf_free(&r->suite);
	sok_buf_free(&r->worst.message);
	sok_buf_free(&r->clean);
	sok_buf_free(&r->whose);
	sok_arena_free(&r->a);
	free(r);
}
