/*
 * stretch.c - an input in pieces, for readers on several processors: what lies
 * ahead of a reader is cut where puzzles seem to begin, and each piece has a
 * reader of its own, which does not know what stands before it.  A piece
 * counts only if the one before it ends where it begins; so all together give
 * what the first reader would have found.
 *
 * A piece begins and ends where a reader carries nothing over but a place:
 * stretch_text.c and stretch_record.c know where that is.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "text/stretch.h"

/* Bytes between what two threads write to: they share no line of the cache. */
#define APART 128

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
	struct sok_arena ahead; /* the reader's, between two uses */
	struct kept *kept;      /* all puzzles that were read */
	size_t n, cap;
	char apart[APART];
};

struct sok_room *
sok_room_new(void)
{
	return calloc(1, sizeof(struct sok_room));
}

bool
stretch_same_said(const struct place *a, const struct place *b)
{
	return a->said == b->said;
}

static const struct stretch_ops *
ops(const struct sok_reader *r)
{
	return r->format->reader->stretch;
}

static void
clear(struct sok_room *m)
{
	struct sok_reader *r = &m->reader;

	m->n = 0;
	if (r->state == NULL)
		return;
	if (ops(r)->leave != NULL)
		ops(r)->leave(r, &m->ahead);
	r->format->reader->close(r);
	r->state = NULL;
	sok_arena_reset(&m->ahead);
	sok_arena_reset(&r->arena);
}

void
sok_room_free(struct sok_room *m)
{
	if (m == NULL)
		return;
	clear(m);
	sok_arena_free(&m->reader.arena);
	sok_arena_free(&m->ahead);
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

static bool
find_place(const struct sok_reader *r, struct place *p)
{
	if (r->queued || !ops(r)->find(r, p))
		return false;
	p->number = r->number;
	return true;
}

/* ---- cutting */

/* Stretch k, which begins near *at; false if there is none. */
static bool
begin(struct sok_stretch *s, struct sok_reader *r, const struct place *p,
    bool first, size_t *at)
{
	sok_arena_reset(&s->arena);
	s->first = *p;
	s->first.at = *at;
	if (!first && !ops(r)->guess(&r->in, &s->first, &s->arena))
		return false;
	s->whole = r;
	s->from = *at = s->first.at;
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
	struct place p = {.at = 0};
	size_t k = 0, at;

	if (!r->begun || r->ended || ops(r) == NULL || r->in.decode != NULL ||
	    !find_place(r, &p) || p.last)
		return 0;
	if (input_want(&r->in, p.at - r->in.start + n * size) == -1)
		return -1;
	/* The buffer may have moved. */
	if (!find_place(r, &p))
		return 0;
	/* Where none can begin, the one before goes on. */
	for (at = p.at; k < n && at + size <= r->in.end; at += size) {
		if (!begin(v[k], r, &p, k == 0, &at))
			continue;
		if (k > 0)
			v[k - 1]->stop = at;
		k++;
	}
	return (int)k;
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
	ops(r)->enter(r, &s->first, s->stop, &s->room->ahead);
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

/* What passes where the last puzzle ended: what is known of each is in the
 * reader's arena, which keeps it.  0, -1 on ENOMEM. */
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
	size_t n = sok_board_size(b) + 16;
	unsigned char *sq;

	if (b->sq == NULL || s->last.last || s->last.at == s->first.at)
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

bool
sok_stretch_follow(struct sok_stretch *s, const struct sok_stretch *before)
{
	if (before->last.at != s->first.at || before->last.last ||
	    !ops(s->whole)->same(&before->last, &s->first))
		return false;
	s->line = before->line + before->last.line - 1;
	s->number = before->number + before->last.number;
	return true;
}

/* ---- in turn */

static void
shift_run(const struct sok_stretch *s, const struct sok_run *run)
{
	for (size_t i = 0; run->solved != NULL && i < run->n; i++) {
		run->solved[i].number += s->number;
		run->solved[i].pos.line += s->line;
	}
}

static void
shift(const struct sok_stretch *s, struct kept *k)
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
	if (run->n > 0) {
		shift_run(s, run);
		return NULL;
	}
	shift(s, k);
	/* Stretches that lack one of them were given up. */
	(void)pending_flush(&k->found, sink, s->whole->o.name, &k->puzzle);
	return &k->puzzle;
}

void
sok_reader_pass(struct sok_reader *r, const struct sok_stretch *s)
{
	ops(r)->pass(r, &s->last, s->line);
	r->number = s->number + s->last.number;
}
