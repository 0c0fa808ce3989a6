/*
 * scan.c - boards and moves in any text, with all bytes around them: for
 * filters that rewrite those and leave the rest as it is.
 */
#include <stdlib.h>
#include <string.h>

#include "block.h"

struct sok_scan {
	struct sok_read_options o;
	struct sok_sink *sink;
	struct sok_input in;
	struct sok_arena now, ahead;
	struct blocks b;
	size_t start; /* first line that was not handed out */
};

/* Text is handed out in pieces of about this size. */
#define PIECE 65536

static struct sok_scan *
create(const struct sok_read_options *o, struct sok_sink *sink)
{
	struct sok_scan *s = calloc(1, sizeof(*s));

	if (s == NULL)
		return NULL;
	s->o = *o;
	s->sink = sink;
	if (s->o.limits == NULL)
		s->o.limits = &sok_default_limits;
	if (s->o.tabs == 0)
		s->o.tabs = 8;
	return s;
}

static struct sok_scan *
begin(struct sok_scan *s)
{
	blocks_open(&s->b, &s->in, &s->o);
	s->b.now = &s->now;
	s->b.ahead = &s->ahead;
	s->b.eager = true;
	return s;
}

struct sok_scan *
sok_scan_open(int fd, const struct sok_read_options *o, struct sok_sink *sink)
{
	struct sok_scan *s = create(o, sink);

	if (s != NULL &&
	    input_open_fd(&s->in, fd, o->charset, o->chunk) == -1) {
		free(s);
		return NULL;
	}
	return s == NULL ? NULL : begin(s);
}

struct sok_scan *
sok_scan_open_memory(struct sok_str bytes, const struct sok_read_options *o,
    struct sok_sink *sink)
{
	struct sok_scan *s = create(o, sink);

	if (s != NULL && input_open_memory(&s->in, bytes, o->charset) == -1) {
		free(s);
		return NULL;
	}
	return s == NULL ? NULL : begin(s);
}

void
sok_scan_close(struct sok_scan *s)
{
	if (s == NULL)
		return;
	blocks_close(&s->b);
	input_close(&s->in);
	sok_arena_free(&s->now);
	sok_arena_free(&s->ahead);
	free(s);
}

/* The line end of the first line of a block; "\n" where there is none. */
static void
line_end(struct sok_block *b)
{
	const char *p = memchr(b->raw.s, '\n', b->raw.len);
	const char *cr = memchr(b->raw.s, '\r', b->raw.len);
	char last = b->raw.len > 0 ? b->raw.s[b->raw.len - 1] : '\0';

	b->eol = "\n";
	if (cr != NULL && (p == NULL || cr < p))
		b->eol = p == cr + 1 ? "\r\n" : "\r";
	b->ended = last == '\n' || last == '\r';
}

/* Fill in the squares or moves of block k.  A closed board is cropped. */
static int
take_board(struct sok_scan *s, struct block *k, struct sok_block *b)
{
	int x, y, closed;

	b->board = k->board;
	closed = sok_board_closed(&b->board, &x, &y, &s->now);
	if (closed == 1)
		sok_board_crop(&b->board);
	b->open = closed == 0;
	return closed == -1 ? -1 : 0;
}

static int
take_moves(struct sok_scan *s, const struct block *k, struct sok_block *b)
{
	size_t n = k->to - k->from, longest = 0;
	struct sok_source *v = sok_arena_alloc(&s->now, n, sizeof(*v));

	if (v == NULL)
		return -1;
	for (size_t i = 0; i < n; i++) {
		struct sok_str m = block_moves_line(&s->b, k->from + i);

		v[i] = (struct sok_source){
		    m, lines_number(&s->b.l, k->from + i), 1};
		longest = m.len > longest ? m.len : longest;
	}
	b->wrap = n > 1 ? longest : 0;
	b->game = (struct sok_game){.moves = k->moves,
	    .letters_only = k->letters_only,
	    .pos = b->pos,
	    .source = v,
	    .nsource = n};
	if (k->moves.s == NULL)
		b->game.moves = v[0].text;
	return 0;
}

/* Text from start on, up to a board or moves or a good piece of it. */
static int
find(struct sok_scan *s, struct block *k, size_t *to)
{
	size_t i = 0;
	int got = 1;

	while (
	    (got = block_at(&s->b, i, k)) == 1 && k->kind == SOK_BLOCK_TEXT) {
		i = k->to;
		if (i < s->b.l.n && s->b.l.v[i].raw > PIECE)
			break;
	}
	*to = i;
	return got;
}

int
sok_scan_next(struct sok_scan *s, struct sok_block *b)
{
	struct block k;
	size_t text;
	int got;

	blocks_drop(&s->b, s->start);
	sok_arena_reset(&s->now);
	sok_arena_reset(&s->ahead);
	*b = (struct sok_block){.kind = SOK_BLOCK_TEXT};
	got = find(s, &k, &text);
	if (got == -1)
		return -1;
	b->pos = (struct sok_pos){s->o.name, s->b.l.base, 1};
	s->start = text;
	if (text == 0 && got == 1) {
		b->kind = k.kind;
		b->quoted = k.quoted;
		s->start = k.to;
		pending_join(&s->b.found, &k.found);
		if ((k.kind == SOK_BLOCK_BOARD ? take_board(s, &k, b)
		                               : take_moves(s, &k, b)) == -1)
			return -1;
	}
	b->raw = lines_raw(&s->b.l, 0, s->start);
	line_end(b);
	pending_flush(&s->b.found, s->sink, s->o.name, NULL);
	return s->start > 0;
}
