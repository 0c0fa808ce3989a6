/*
 * record.c - one line, one puzzle: the flow that the readers of records and of
 * JSON lines share, and puzzles made of their fields.
 */
#include <stdlib.h>
#include <string.h>

#include "record.h"

struct records {
	const struct record_format *f;
	struct lines l;
	bool any; /* a record was read */
	/* A later header of several collections that were put together, in
	 * its own arena; the puzzles that follow inherit from it. */
	struct sok_arena arena;
	struct sok_header later;
};

int
record_open(struct sok_reader *r, const struct record_format *f)
{
	struct records *s = calloc(1, sizeof(*s));

	if (s == NULL)
		return -1;
	s->f = f;
	lines_open(&s->l, &r->in, r->o.limits->v[SOK_LIMIT_LINE]);
	r->state = s;
	return 0;
}

void
record_close(struct sok_reader *r)
{
	struct records *s = r->state;

	if (s == NULL)
		return;
	lines_close(&s->l);
	sok_arena_free(&s->arena);
	free(s);
	r->state = NULL;
}

/* ---- lines */

/* Drop a line that is over the limit, with all its pieces. */
static int
skip_long(struct sok_reader *r, struct records *s)
{
	bool more = true;
	int got = 1;

	reader_report(r, SOK_LIMIT_RULE, lines_number(&s->l, 0), 1,
	    "a line of more than %zu bytes was dropped", s->l.limit);
	while (more && got == 1) {
		more = s->l.v[0].has & HAS_CUT;
		lines_drop(&s->l, 1);
		if (more)
			got = lines_want(&s->l, 0);
	}
	return got;
}

/* The next line that is not blank: 1 and *line with the blanks at its end, 0
 * at the end of the input, -1. */
static int
next_line(struct sok_reader *r, struct records *s, struct sok_str *line)
{
	int got;

	while ((got = lines_want(&s->l, 0)) == 1) {
		if (s->l.v[0].has & HAS_CUT) {
			got = skip_long(r, s);
			if (got != 1)
				return got;
		} else if (!lines_blank(&s->l, 0)) {
			break;
		} else {
			lines_drop(&s->l, 1);
		}
	}
	if (got != 1)
		return got;
	*line = lines_raw(&s->l, 0, 1);
	*line = sok_str_from(*line, s->l.v[0].off - s->l.v[0].raw);
	while (line->len > 0 && memchr("\r\n", line->s[line->len - 1], 2))
		line->len--;
	return 1;
}

/* The next record: 1, 0 at the end, -1. */
static int
next_record(struct sok_reader *r, struct records *s, struct record *rec)
{
	struct sok_str line;
	int got;

	do {
		got = next_line(r, s, &line);
		if (got != 1)
			return got;
		*rec = (struct record){.line = lines_number(&s->l, 0)};
		got = s->f->parse(r, line, rec);
		lines_drop(&s->l, 1);
	} while (got == 0);
	return got;
}

/* ---- headers */

/* Lines of a later header as comments below what is there. */
static int
add_raw_comments(
    struct sok_text *t, const struct sok_text *more, struct sok_arena *a)
{
	struct sok_str *v = sok_arena_alloc(a, t->n + more->n + 1, sizeof(*v));

	if (v == NULL)
		return -1;
	if (t->n > 0) {
		memcpy(v, t->line, t->n * sizeof(*v));
		v[t->n++] = SOK_STR("");
	}
	t->line = v;
	for (size_t i = 0; i < more->n; i++) {
		struct sok_str s = more->line[i];

		s = s.len == 0 ? SOK_STR("::")
		               : sok_str_fmt(a, ":: %.*s", (int)s.len, s.s);
		if (s.s == NULL)
			return -1;
		v[t->n++] = s;
	}
	return 0;
}

static int
first_header(struct sok_reader *r, const struct record *rec)
{
	struct sok_str text = sok_str_dup(&r->life, rec->text);

	if (text.s == NULL)
		return -1;
	return record_text(r, &r->header.text, text, true);
}

/* Another header: it becomes comments below t, and what its puzzles need of
 * it is kept. */
static int
later_header(struct sok_reader *r, struct records *s, const struct record *rec,
    struct sok_text *t, struct sok_arena *a)
{
	struct sok_text *own = &s->later.text;
	struct sok_text lines;

	if (record_text(r, &lines, rec->text, false) == -1 ||
	    add_raw_comments(t, &lines, a) == -1)
		return -1;
	sok_arena_reset(&s->arena);
	*own = (struct sok_text){NULL, 0};
	own->line = sok_arena_alloc(&s->arena, lines.n, sizeof(*own->line));
	if (own->line == NULL)
		return -1;
	for (; own->n < lines.n; own->n++) {
		own->line[own->n] = sok_str_dup(&s->arena, lines.line[own->n]);
		if (own->line[own->n].s == NULL)
			return -1;
	}
	return 0;
}

/* Headers between puzzles, when collections were put together: 0, -1. */
static int
absorb_headers(struct sok_reader *r, struct records *s)
{
	struct sok_puzzle *p = &r->puzzle;
	struct sok_text *t =
	    p->ngames > 0 ? &p->game[p->ngames - 1].text : &p->text;
	struct sok_str line;
	struct record rec;
	int got;

	while ((got = next_line(r, s, &line)) == 1 && s->f->header(line)) {
		rec = (struct record){.line = lines_number(&s->l, 0)};
		got = s->f->parse(r, line, &rec);
		if (got == 1 && !rec.header)
			return 0;
		if (got == 1)
			got = later_header(r, s, &rec, t, &r->arena);
		if (got == -1)
			return -1;
		lines_drop(&s->l, 1);
	}
	return got == -1 ? -1 : 0;
}
