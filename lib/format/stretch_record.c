/*
 * stretch_record.c - where records can be cut into stretches: at any line, as
 * long as no later header goes on to the puzzles below it.
 */
#include <string.h>

#include "format/record.h"
#include "text/stretch.h"

/* Behind the last record there is no place: the input may be used up. */
static bool
find(const struct sok_reader *r, struct place *p)
{
	const struct records *s = r->state;

	if (!s->lent || s->apart || s->later.text.n > 0 ||
	    (s->skip == 0 && s->l.n == 0))
		return false;
	p->at = r->in.start + s->skip;
	p->line = s->l.base + s->skip_lines;
	p->said = s->said;
	p->last = false;
	return true;
}

static bool
is_blank(const char *p, const char *end)
{
	while (p < end && memchr(" \t\r", *p, 3) != NULL)
		p++;
	return p == end;
}

/* Behind a line end and blank lines. */
static bool
guess(const struct sok_input *in, struct place *place, struct sok_arena *a)
{
	const char *p = in->buf + place->at, *stop = in->buf + in->end, *end;

	(void)a;
	end = memchr(p, '\n', (size_t)(stop - p));
	while (end != NULL) {
		p = end + 1;
		end = memchr(p, '\n', (size_t)(stop - p));
		if (end == NULL || !is_blank(p, end)) {
			place->at = (size_t)(p - in->buf);
			return p < stop;
		}
	}
	return false;
}

static void
enter(struct sok_reader *r, const struct place *p, size_t stop,
    struct sok_arena *a)
{
	struct records *s = r->state;

	(void)stop;
	(void)a;
	s->any = s->lent = true;
	s->said = p->said;
}

static void
pass(struct sok_reader *r, const struct place *p, size_t line)
{
	struct records *s = r->state;

	s->skip = p->at - r->in.start;
	s->skip_lines = line + p->line - s->l.base;
	s->said = p->said;
}

const struct stretch_ops stretch_record_ops = {
    find, guess, enter, NULL, stretch_same_said, pass};
