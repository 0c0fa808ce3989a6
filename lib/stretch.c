/*
 * stretch.c - text in pieces, for readers on several processors: what lies
 * ahead of a reader is cut where puzzles seem to begin, and each piece has a
 * reader of its own, which does not know what stands before it.  A piece
 * counts only if the one before it ends where it begins; so all together give
 * what the first reader would have found.
 *
 * A piece begins and ends between puzzles that are plain to see, where the
 * text reader carries nothing over but a place and what it says once per file.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "read_text.h"

/* Bytes between what two threads write to: they share no line of the cache. */
#define APART 128
#define TRIES 8 /* blank lines looked at for a place to cut */

/* Where a reader stands between two puzzles. */
struct place {
	size_t at, line; /* bytes and lines before it */
	size_t number, n;
	struct simple_head ahead;
	struct lines_met met[LINES_NONCE];
	unsigned ends;
	bool last;
};

struct kept {
	struct sok_run run; /* of no puzzles: it is one */
	struct sok_puzzle puzzle;
	struct pending_list found;
};

struct sok_stretch {
	const struct sok_reader *whole;
	size_t from, stop;        /* in the whole's input, from its start */
	struct place first, last; /* lines from 1, puzzles from 0 */
	struct sok_arena arena;   /* for the boards ahead of these */
	size_t line, number;      /* before it */
	size_t lent;
	struct sok_room *room;
	char apart[APART];
};

struct sok_room {
	struct sok_reader reader;
	struct sok_arena board; /* the reader's, between two uses */
	struct kept *kept;      /* all puzzles that were read */
	size_t n, cap;
	char apart[APART];
};

struct sok_room *
sok_room_new(void)
{
	return calloc(1, sizeof(struct sok_room));
}

static void
clear(struct sok_room *m)
{
	struct sok_reader *r = &m->reader;
	struct text *t = r->state;

	m->n = 0;
	if (t == NULL)
		return;
	m->board = t->board;
	t->board = (struct sok_arena){0};
	r->format->reader->close(r);
	r->state = NULL;
	sok_arena_reset(&m->board);
	sok_arena_reset(&r->arena);
}

void
sok_room_free(struct sok_room *m)
{
	if (m == NULL)
		return;
	clear(m);
	sok_arena_free(&m->reader.arena);
	sok_arena_free(&m->board);
	free(m->kept);
	free(m);
}

struct sok_stretch *
sok_stretch_new(void)
{
	return calloc(1, sizeof(struct sok_stretch));
}

void
sok_stretch_free(struct sok_stretch *s)
{
	if (s == NULL)
		return;
	sok_arena_free(&s->arena);
	free(s);
}

/* Where it stands, if that is between two plain puzzles. */
static bool
find_place(struct sok_reader *r, struct place *p)
{
	struct text *t = r->state;
	struct lines *l = &t->b.l;

	if (!read_simple_between(r))
		return false;
	memcpy(p->met, l->met, sizeof(p->met));
	p->ends = l->ends | (r->in.unify ? LINES_CRLF : LINES_LF);
	p->at = r->in.start + t->taken;
	p->line = l->base + t->taken_lines;
	p->number = r->number;
	p->last = !t->plain;
	p->ahead = t->ahead;
	return true;
}

/* ---- cutting */

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

/*
 * Where a puzzle begins behind *at: behind another one, so that its title is
 * found as it is by who comes from there.
 */
static bool
guess(struct sok_stretch *s, const struct sok_input *in, size_t *at)
{
	const char *p = in->buf + *at, *end = in->buf + in->end;
	struct simple_head head;
	struct simple_body body;
	struct sok_str rest;

	for (int i = 0; i < TRIES; i++) {
		p = blank_line(p, end);
		if (p == NULL)
			return false;
		rest = (struct sok_str){p, (size_t)(end - p)};
		if (simple_head(rest, in->eof, false, &head, &s->arena) !=
		        SIMPLE_YES ||
		    simple_body(rest, in->eof, &head, &body, &s->first.ahead,
		        &s->arena) != SIMPLE_YES ||
		    body.last)
			continue;
		*at = (size_t)(p - in->buf) + body.end;
		return true;
	}
	return false;
}

/* Stretch k, which begins near *at; false if there is none. */
static bool
begin(struct sok_stretch *s, struct sok_reader *r, const struct place *p,
    bool first, size_t *at)
{
	sok_arena_reset(&s->arena);
	s->first = *p;
	if (!first && !guess(s, &r->in, at))
		return false;
	s->whole = r;
	s->from = s->first.at = *at;
	s->first.line = 1;
	s->first.number = s->first.n = 0;
	s->last = s->first;
	s->stop = SIZE_MAX;
	s->lent = 0;
	s->line = p->line - 1;
	s->number = p->number;
	return true;
}

int
sok_stretch_cut(
    struct sok_reader *r, size_t size, struct sok_stretch *const *v, size_t n)
{
	struct text *t = r->state;
	struct place p = {.at = 0};
	size_t k = 0, at;

	if (!r->begun || r->ended || r->format->reader != &read_text_ops ||
	    !t->plain || r->in.decode != NULL)
		return 0;
	if (input_want(&r->in, t->taken + n * size) == -1)
		return -1;
	if (!find_place(r, &p))
		return 0;
	for (at = p.at; k < n && at + size <= r->in.end; k++) {
		if (!begin(v[k], r, &p, k == 0, &at))
			break;
		if (k > 0)
			v[k - 1]->stop = at;
		at += size;
	}
	return k < 2 ? 0 : (int)k;
}

/* ---- reading */

/* A reader that stands where the stretch begins; it has only the bytes that
 * are there, in their place. */
static int
open_reader(struct sok_stretch *s)
{
	const struct sok_reader *whole = s->whole;
	struct sok_reader *r = &s->room->reader;
	struct sok_arena arena = r->arena;
	struct text *t;

	*r = (struct sok_reader){.format = whole->format,
	    .o = whole->o,
	    .in = whole->in,
	    .header = whole->header,
	    .arena = arena,
	    .begun = true,
	    .keep = true};
	input_borrow(&r->in, s->from);
	if (r->format->reader->open(r) == -1)
		return -1;
	t = r->state;
	t->stage = PUZZLES;
	t->plain = true;
	t->ahead = s->first.ahead;
	t->board = s->room->board;
	s->room->board = (struct sok_arena){0};
	if (s->stop != SIZE_MAX) /* none passes the next stretch's first */
		t->runs_to = s->stop + SIMPLE_MAX;
	t->b.l.ends = s->first.ends;
	memcpy(t->b.l.met, s->first.met, sizeof(s->first.met));
	return 0;
}

static struct kept *
add(struct sok_room *m)
{
	struct kept *v = sok_grow(m->kept, m->n, &m->cap, sizeof(*v));

	if (v == NULL)
		return NULL;
	m->kept = v;
	v += m->n++;
	v->run.n = 0;
	return v;
}

/* What passes where the last puzzle ended; 0, -1 on ENOMEM. */
static int
add_run(struct sok_stretch *s, struct sok_run run)
{
	struct sok_room *m = s->room;
	struct kept *k = add(m);

	run.text = sok_str_dup(&m->reader.arena, run.text);
	if (k == NULL || run.text.s == NULL)
		return -1;
	k->run = run;
	(void)find_place(&m->reader, &s->last);
	return 0;
}

/* The board ahead outlives the room. */
static int
keep_ahead(struct sok_stretch *s)
{
	struct sok_board *b = &s->last.ahead.board;
	size_t n = (size_t)b->width * (size_t)b->height + 16;
	unsigned char *sq;

	if (s->last.last || s->last.at == s->first.at)
		return 0;
	sq = sok_arena_alloc(&s->arena, n, 1);
	if (sq == NULL)
		return -1;
	b->sq = memcpy(sq, b->sq, n);
	return 0;
}

int
sok_stretch_read(
    struct sok_stretch *s, struct sok_room *m, sok_run_fn *run, void *ctx)
{
	struct sok_reader *r = &m->reader;
	struct sok_run found;
	struct kept *k;
	int got;

	clear(m);
	s->room = m;
	if (open_reader(s) == -1)
		return -1;
	while (s->last.at < s->stop && !s->last.last) {
		k = add(m);
		if (k == NULL)
			return -1;
		got = reader_next(r, &k->puzzle, &k->found);
		if ((got == -1 && errno == ENOMEM) || k->found.failed) {
			errno = ENOMEM;
			return -1;
		}
		if (got != 1)
			break;
		k->puzzle.header = &s->whole->header;
		if (!find_place(r, &s->last))
			continue;
		if (run != NULL && s->last.at < s->stop &&
		    (found = run(ctx, r)).n > 0 && add_run(s, found) == -1)
			return -1;
		s->last.n = m->n;
	}
	return keep_ahead(s);
}

static bool
same_place(const struct place *a, const struct place *b)
{
	const struct simple_head *h = &a->ahead, *g = &b->ahead;

	for (int i = 0; i < LINES_NONCE; i++)
		if (a->met[i].line != b->met[i].line)
			return false;
	return a->at == b->at && a->ends == b->ends && !a->last &&
	    h->title == g->title && h->title_len == g->title_len &&
	    h->rows == g->rows && h->end == g->end &&
	    h->first_line == g->first_line && h->plain == g->plain;
}

bool
sok_stretch_follow(struct sok_stretch *s, const struct sok_stretch *before)
{
	if (!same_place(&before->last, &s->first))
		return false;
	s->line = before->line + before->last.line - 1;
	s->number = before->number + before->last.number;
	return true;
}

/* ---- in turn */

static void
shift(struct sok_stretch *s, struct kept *k)
{
	struct sok_puzzle *p = &k->puzzle;

	p->number += p->number > 0 ? s->number : 0;
	p->pos.line += s->line;
	for (int y = 0; y < p->board.height; y++)
		p->board.row[y].line += s->line;
	for (size_t i = 0; i < p->ngames; i++) {
		struct sok_game *g = &p->game[i];

		g->pos.line += s->line;
		for (size_t j = 0; j < g->nsource; j++)
			g->source[j].line += s->line;
	}
	for (struct pending *f = k->found.first; f != NULL; f = f->next)
		f->line += f->line > 0 ? s->line : 0;
}

struct sok_puzzle *
sok_stretch_next(
    struct sok_stretch *s, struct sok_sink *sink, struct sok_run *run)
{
	struct kept *k = &s->room->kept[s->lent];

	*run = (struct sok_run){.n = 0};
	if (s->lent == s->last.n)
		return NULL;
	s->lent++;
	*run = k->run;
	if (run->n > 0)
		return NULL;
	shift(s, k);
	/* Stretches that lack one of them were given up. */
	(void)pending_flush(&k->found, sink, s->whole->o.name, &k->puzzle);
	return &k->puzzle;
}

void
sok_reader_pass(struct sok_reader *r, const struct sok_stretch *s)
{
	const struct place *p = &s->last;
	struct text *t = r->state;

	t->taken = p->at - r->in.start;
	t->taken_lines = s->line + p->line - t->b.l.base;
	t->plain = !p->last;
	t->ahead = p->ahead;
	t->b.l.ends = p->ends;
	memcpy(t->b.l.met, p->met, sizeof(p->met));
	r->number = s->number + p->number;
}
