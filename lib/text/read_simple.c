/*
 * read_simple.c - the short way of the text reader from one puzzle that is
 * plain to see to the next.  A puzzle is taken when the board behind it, or
 * the end, is plain as well: then it is known what between them belongs to it.
 */
#include "text/read_text.h"
#include "text/simple_rows.h"

static int
more(struct sok_reader *r)
{
	return input_more(&r->in) == -1 ? -1 : 0;
}

/* The title and the board at the first byte that is left: 1, 0, -1. */
static int
look_head(struct sok_reader *r, struct simple_head *h)
{
	enum simple_answer a;

	while ((a = simple_head(input_bytes(&r->in), r->in.eof, r->number == 0,
	            h, &r->arena)) == SIMPLE_MORE)
		if (more(r) == -1)
			return -1;
	return a == SIMPLE_YES;
}

static int
look_body(struct sok_reader *r, struct text *t, const struct simple_head *h,
    struct simple_body *b)
{
	enum simple_answer a;

	while ((a = simple_body(input_bytes(&r->in), r->in.eof, h, b, &t->ahead,
	            &t->board)) == SIMPLE_MORE)
		if (more(r) == -1)
			return -1;
	return a == SIMPLE_YES;
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

/* Whether each line feed in the window says nothing new about the line ends of
 * the input. */
static bool
is_uniform(const struct sok_input *in, const struct lines *l)
{
	unsigned kind = in->unify ? LINES_CRLF : LINES_LF;

	if (l->met[LINES_MIXED].line != 0)
		return true;
	return (l->ends & ~kind) == 0 && (in->unify || !input_was_crlf(in, 0));
}

/* Whether bytes can be looked at instead of lines: they are as they stand in
 * the input. */
static bool
can_begin(const struct sok_reader *r, const struct text *t)
{
	return t->has_next && r->in.decode == NULL &&
	    is_uniform(&r->in, &t->b.l);
}

bool
read_simple_between(const struct sok_reader *r)
{
	const struct text *t = r->state;
	const struct lines *l = &t->b.l;

	for (int i = 0; i < LINES_NONCE; i++)
		if (l->met[i].line != 0 && l->met[i].line != SIZE_MAX)
			return false;
	return t->taken > 0 && is_uniform(&r->in, l);
}

/* Runs that are worth the look at the puzzle that ends them. */
#define WORTH 4

/* After attempts in vain there are fewer of them. */
static void
wait(struct text *t, size_t found)
{
	if (found >= WORTH)
		t->waits = 0;
	else if (t->waits < 15)
		t->waits = 2 * t->waits + 1;
	t->wait = t->waits;
}

struct sok_str
read_simple_ahead(struct sok_reader *r)
{
	struct sok_str bytes, none = {NULL, 0};
	struct text *t = r->state;

	if (!r->begun || r->ended || r->format->reader != &read_text_ops ||
	    (t->wait > 0 && t->wait--) || !t->plain || !read_simple_between(r))
		return none;
	bytes = sok_str_from(input_bytes(&r->in), t->taken);
	if (t->runs_to > 0 && r->in.start + t->taken + bytes.len > t->runs_to)
		bytes.len = t->runs_to - r->in.start - t->taken;
	return bytes;
}

size_t
read_simple_line(const struct sok_reader *r)
{
	const struct text *t = r->state;

	return t->b.l.base + t->taken_lines;
}

size_t
read_simple_pass(
    struct sok_reader *r, struct sok_str bytes, const struct simple_run *run)
{
	struct text *t = r->state;
	struct simple_head ahead;

	if (bytes.len == 0)
		return 0;
	wait(t, run->puzzles);
	if (run->puzzles == 0 ||
	    simple_head(sok_str_from(bytes, run->next), r->in.eof, false,
	        &ahead, &t->board) != SIMPLE_YES)
		return 0;
	t->ahead = ahead;
	t->taken += run->next;
	t->taken_lines += run->lines;
	r->number += run->puzzles;
	return run->puzzles;
}

struct sok_run
sok_read_run(struct sok_reader *r)
{
	struct sok_str bytes = read_simple_ahead(r), found;
	struct simple_run run = simple_run_written(bytes), other;
	struct text *t = r->state;

	found = sok_str_sub(bytes, 0, run.end);
	if (bytes.len > 0 && run.puzzles < WORTH) {
		other = simple_run_formed(bytes, &t->form);
		if (other.puzzles > run.puzzles) {
			run = other;
			found = sok_buf_str(&t->form);
		}
	}
	return (struct sok_run){
	    .n = read_simple_pass(r, bytes, &run), .text = found};
}

int
read_simple(struct sok_reader *r, struct text *t)
{
	struct simple_head h = t->ahead;
	struct simple_body b;
	struct sok_pos pos;
	int got = 1;

	lines_skip(&t->b.l, t->taken, t->taken_lines);
	t->taken = t->taken_lines = 0;
	if (t->no_plain || t->names.lower || (!t->plain && !can_begin(r, t)))
		return 0;
	if (!t->plain)
		got = look_head(r, &h);
	if (got == 1)
		got = look_body(r, t, &h, &b);
	if (got == 1 && !is_uniform(&r->in, &t->b.l))
		got = 0; /* more was read */
	if (got != 1)
		return got == -1 ? -1 : leave(t);
	if (!t->plain) {
		pending_join(&r->found, &t->next.found);
		blocks_rewind(&t->b);
	}
	t->plain = !b.last;
	t->keyed = false;
	t->has_next = false;
	t->taken = b.end;
	t->taken_lines = b.lines;
	pos = (struct sok_pos){r->o.name, t->b.l.base, 1};
	return simple_puzzle(input_bytes(&r->in), pos, &h, &b, &r->puzzle,
	           &r->arena) == -1
	    ? -1
	    : 1;
}
