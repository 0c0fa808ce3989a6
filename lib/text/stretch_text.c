/*
 * stretch_text.c - where text can be cut into stretches: between puzzles that
 * are plain to see, where its reader carries nothing over but the board that
 * it has found ahead and what it says once per file.
 */
#include <string.h>

#include "text/read_text.h"
#include "text/stretch.h"

#define TRIES 8 /* blank lines looked at for a place to cut */

static bool
find(const struct sok_reader *r, struct place *p)
{
	const struct text *t = r->state;
	const struct lines *l = &t->b.l;

	if (!read_simple_between(r))
		return false;
	memcpy(p->met, l->met, sizeof(p->met));
	p->shifts = t->shifts;
	p->ends = l->ends | (r->in.unify ? LINES_CRLF : LINES_LF);
	p->at = r->in.start + t->taken;
	p->line = read_simple_line(r);
	p->last = !t->plain;
	p->ahead = t->ahead;
	return true;
}

/* The blank line behind p, or NULL. */
static const char *
blank_line(const char *p, const char *end)
{
	while (p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL) {
		p++;
		if (p < end && *p == '\n')
			return p + 1;
	}
	return NULL;
}

/* Behind another puzzle, so that its title is found as it is by who comes from
 * there. */
static bool
guess(const struct sok_input *in, struct place *place, struct sok_arena *a)
{
	const char *p = in->buf + place->at, *end = in->buf + in->end;
	struct simple_head head;
	struct simple_body body;
	struct sok_str rest;

	for (int i = 0; i < TRIES; i++) {
		p = blank_line(p, end);
		if (p == NULL)
			return false;
		rest = (struct sok_str){p, (size_t)(end - p)};
		if (simple_head(rest, in->eof, false, &head, a) != SIMPLE_YES ||
		    simple_body(rest, in->eof, &head, &body, &place->ahead,
		        a) != SIMPLE_YES ||
		    body.last)
			continue;
		place->at = (size_t)(p - in->buf) + body.end;
		return true;
	}
	return false;
}

static void
enter(struct sok_reader *r, const struct place *p, size_t stop,
    struct sok_arena *a)
{
	struct text *t = r->state;

	t->stage = PUZZLES;
	t->plain = true;
	t->ahead = p->ahead;
	t->board = *a;
	*a = (struct sok_arena){0};
	if (stop != SIZE_MAX) /* none passes the next stretch's first */
		t->runs_to = stop + SIMPLE_MAX;
	t->shifts = p->shifts;
	t->b.l.ends = p->ends;
	memcpy(t->b.l.met, p->met, sizeof(p->met));
}

static void
leave(struct sok_reader *r, struct sok_arena *a)
{
	struct text *t = r->state;

	*a = t->board;
	t->board = (struct sok_arena){0};
}

static bool
same(const struct place *a, const struct place *b)
{
	const struct simple_head *h = &a->ahead, *g = &b->ahead;

	for (int i = 0; i < LINES_NONCE; i++)
		if (a->met[i].line != b->met[i].line)
			return false;
	return a->ends == b->ends && h->title == g->title &&
	    h->title_len == g->title_len && h->rows == g->rows &&
	    h->end == g->end && h->first_line == g->first_line &&
	    h->plain == g->plain;
}

static void
pass(struct sok_reader *r, const struct place *p, size_t line)
{
	struct text *t = r->state;

	t->taken = p->at - r->in.start;
	t->taken_lines = line + p->line - t->b.l.base;
	t->plain = !p->last;
	t->ahead = p->ahead;
	t->b.l.ends = p->ends;
	memcpy(t->b.l.met, p->met, sizeof(p->met));
}

const struct stretch_ops stretch_text_ops = {
    find, guess, enter, leave, same, pass};
