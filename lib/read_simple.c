/*
 * read_simple.c - the short way of the text reader from one puzzle that is
 * plain to see to the next.  A puzzle is taken when the one behind it, or the
 * end, is plain as well: then nothing between them belongs to it.
 */
#include "read_text.h"

/* Look at the bytes from at on, reading more where that is needed. */
static enum simple_answer
look(struct sok_reader *r, size_t at, bool first, struct simple *s)
{
	enum simple_answer a;

	for (;;) {
		struct sok_str b = sok_str_from(input_bytes(&r->in), at);

		if (b.len == 0 && r->in.eof)
			return SIMPLE_NO;
		a = simple_puzzle(b, r->in.eof, first, s);
		if (a != SIMPLE_MORE || input_more(&r->in) == -1)
			return a;
	}
}

static int
fill(struct sok_reader *r, struct text *t, const struct simple *s)
{
	struct sok_str b = input_bytes(&r->in);
	struct sok_puzzle *p = &r->puzzle;

	p->has_board = true;
	p->title_line = sok_str_sub(b, s->title, s->title + s->title_len);
	p->pos = (struct sok_pos){r->o.name, t->b.l.base + s->first_line, 1};
	if (simple_games(s, b, (struct sok_pos){r->o.name, t->b.l.base, 1}, p,
	        &r->arena) == -1)
		return -1;
	return simple_board(s, b, t->b.l.base, &p->board, &r->arena);
}

/* Back to the long way, at the start of a puzzle whose title it finds. */
static int
leave(struct text *t)
{
	if (t->plain)
		t->stage = TEXT;
	t->plain = false;
	return 0;
}

int
read_simple(struct sok_reader *r, struct text *t)
{
	struct simple s = t->ahead;
	enum simple_answer a;

	lines_skip(&t->b.l, t->taken, t->taken_lines);
	t->taken = t->taken_lines = 0;
	if (t->no_plain || (!t->plain && !t->has_next))
		return 0;
	if (!t->plain &&
	    ((t->b.l.ends & ~1U) || r->in.decode != NULL ||
	        look(r, 0, r->number == 0, &s) != SIMPLE_YES))
		return 0;
	a = look(r, s.next, false, &t->ahead);
	if (a == SIMPLE_MORE)
		return -1;
	if (a == SIMPLE_NO && sok_str_from(input_bytes(&r->in), s.next).len > 0)
		return leave(t);
	if (!t->plain)
		blocks_rewind(&t->b);
	t->plain = a == SIMPLE_YES;
	t->has_next = false;
	t->taken = s.next;
	t->taken_lines = s.lines;
	return fill(r, t, &s) == -1 ? -1 : 1;
}
