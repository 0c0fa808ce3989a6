/*
 * stretch_slc.c - where SokobanLevels XML can be cut into stretches: behind a
 * level and a line end, with nothing open but the root and a collection.
 */
#include <string.h>

#include "format/slc/slc.h"
#include "text/stretch.h"

#define OPEN 2  /* elements around a level: the root, its collection */
#define TRIES 8 /* ends of levels looked at for a place to cut */

/* Where the line of the next tag begins behind an end tag of so many bytes, and
 * how many lines further down; 0 if other things follow, or nothing yet. */
static size_t
next_line(struct sok_str s, size_t tag, size_t *lines)
{
	size_t at = 0, i;

	*lines = 0;
	for (i = 0; i < s.len && (i < tag || memchr(" \t\r\n", s.s[i], 4)); i++)
		if (slc_is_line_end(s, i)) {
			(*lines)++;
			at = i + 1;
		}
	return i < s.len && s.s[i] == '<' && at >= tag ? at : 0;
}

static bool
find(const struct sok_reader *r, struct place *p)
{
	const struct slc *c = r->state;
	struct sok_str rest = input_bytes(&r->in);
	size_t at, lines;

	if (!c->level_done || c->doctype || c->open.len != OPEN ||
	    c->open.s[0] != SLC_ROOT || c->open.s[1] != SLC_COLLECTION ||
	    c->late.len > 0 || c->tag_index < c->index)
		return false;
	rest = sok_str_from(rest, c->tag_index - c->index);
	at = next_line(rest, c->tag_len, &lines);
	if (at == 0)
		return false;
	p->at = (size_t)(rest.s - r->in.buf) + at;
	p->line = c->tag_line + lines;
	p->said = c->said;
	p->charset = sok_buf_str(&c->charset);
	p->last = false;
	return true;
}

static bool
guess(const struct sok_input *in, struct place *place, struct sok_arena *a)
{
	const struct sok_str tag = SOK_STR("</Level>");
	struct sok_str rest = {in->buf + place->at, in->end - place->at};
	const char *p;
	size_t at, lines;

	(void)a;
	for (int tries = 0; tries < TRIES;) {
		p = rest.len > 0 ? memchr(rest.s, '<', rest.len) : NULL;
		if (p == NULL)
			return false;
		rest = sok_str_from(rest, (size_t)(p - rest.s));
		if (sok_str_starts(rest, tag)) {
			at = next_line(rest, tag.len, &lines);
			place->at = (size_t)(rest.s - in->buf) + at;
			if (at > 0)
				return true;
			tries++;
		}
		rest = sok_str_from(rest, 1);
	}
	return false;
}

static void
enter(struct sok_reader *r, const struct place *p, size_t stop,
    struct sok_arena *a)
{
	struct slc *c = r->state;

	(void)stop;
	(void)a;
	slc_enter(c, p->line, p->charset);
	c->said = p->said;
}

static void
pass(struct sok_reader *r, const struct place *p, size_t line)
{
	struct slc *c = r->state;

	slc_enter(c, line + p->line, sok_buf_str(&c->charset));
	c->said = p->said;
	c->given = p->at - r->in.start;
	c->index -= c->given;
}

const struct stretch_ops stretch_slc_ops = {
    find, guess, enter, NULL, stretch_same_said, pass};
