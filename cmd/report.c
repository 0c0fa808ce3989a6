/*
 * report.c - from findings and cases to one of the forms: picks the form,
 * drops what is below the lowest severity, keeps count, and makes every piece
 * of text from the input harmless before a form sees it.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
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

static void
need(struct report *r, const void *p)
{
	if (p == NULL)
		cli_die(r->c, r->c->program->name, ENOMEM);
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

struct sok_str
report_clean(struct report *r, struct sok_str s)
{
	struct sok_buf b = {0};
	size_t i = 0;

	while (i < s.len && s.s[i] >= 0x20 && s.s[i] < 0x7f)
		i++;
	if (i == s.len)
		return s;
	s = sok_charset_utf8(&r->a, s);
	need(r, s.s);
	sok_escape(&b, s);
	need(r, b.failed ? NULL : b.s);
	s = sok_str_dup(&r->a, sok_buf_str(&b));
	sok_buf_free(&b);
	need(r, s.s);
	return s;
}

struct sok_str
report_whose(
    struct report *r, const struct sok_puzzle *p, const struct sok_game *g)
{
	struct sok_str title = report_clean(r, p->title), game, s;

	if (title.len > 0)
		s = sok_str_fmt(&r->a, "puzzle %zu \"%.*s\"", p->number,
		    (int)title.len, title.s);
	else
		s = sok_str_fmt(&r->a, "puzzle %zu", p->number);
	need(r, s.s);
	if (g == NULL)
		return s;
	game = report_clean(r, g->title);
	if (game.len > 0)
		s = sok_str_fmt(&r->a, "%.*s, \"%.*s\"", (int)s.len, s.s,
		    (int)game.len, game.s);
	else
		s = sok_str_fmt(&r->a, "%.*s, game %zu", (int)s.len, s.s,
		    (size_t)(g - p->game) + 1);
	need(r, s.s);
	return s;
}

/* Identify the puzzle once for all of its findings. */
static void
know(struct report *r, const struct sok_puzzle *p)
{
	struct sok_id id;
	uint64_t picture;
	int has;

	if (r->known == p->number)
		return;
	r->known = p->number;
	r->id[0] = r->level[0] = '\0';
	memset(r->seen, 0, sizeof(r->seen));
	if (!p->has_board)
		return;
	has = sok_identity(p, &id, &r->a);
	if (has == 1)
		snprintf(r->id, sizeof(r->id), "%016" PRIX64, id.unique);
	if (has == -1 || sok_picture_id(p, &picture, &r->a) == -1)
		need(r, NULL);
	snprintf(r->level, sizeof(r->level), "%016" PRIX64,
	    has == 1 ? id.unique : picture);
}

const char *
report_id(struct report *r, const struct sok_puzzle *p)
{
	know(r, p);
	return r->id;
}

struct sok_str
report_key(struct report *r, const struct sok_finding *f)
{
	if (f->puzzle != NULL)
		know(r, f->puzzle);
	if (f->puzzle != NULL && r->level[0] != '\0')
		return sok_str(r->level);
	return report_clean(r, sok_str(f->pos.file));
}

void
report_flush(struct report *r, struct sok_buf *b)
{
	if (b->failed)
		need(r, NULL);
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
	struct report_pending *p = f->puzzle == NULL ? &r->file : &r->now;

	if (f->severity < r->o.lowest)
		return;
	p->n++;
	p->failed |= f->severity >= r->o.fails;
	if (f->puzzle != NULL && r->o.ncolumns > 0)
		note_worst(r, f);
	r->o.format->finding(r, f);
	if (p->text.failed || p->rest.failed || r->worst.message.failed)
		need(r, NULL);
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
	r->cases++;
	r->failures += r->now.failed;
	if (r->o.format->test != NULL)
		r->o.format->test(r, c);
	forget(&r->now);
	r->worst.found = false;
	sok_arena_reset(&r->a);
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
	sok_arena_reset(&r->a);
}

void
report_end(struct report *r)
{
	if (r->o.format->end != NULL)
		r->o.format->end(r);
}
