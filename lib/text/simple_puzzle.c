/*
 * simple_puzzle.c - the puzzle that simple.c found, as slices of its bytes.
 */
#include <string.h>

#include "text/simple.h"

/* The lines of a game as one string of letters. */
static int
join(struct sok_game *g, struct sok_arena *a)
{
	size_t n = 0;
	char *s;

	for (size_t i = 0; i < g->nsource; i++)
		n += g->source[i].text.len;
	s = sok_arena_alloc(a, n, 1);
	g->moves = (struct sok_str){s, n};
	if (s == NULL)
		return -1;
	for (size_t i = 0; i < g->nsource; i++) {
		memcpy(s, g->source[i].text.s, g->source[i].text.len);
		s += g->source[i].text.len;
	}
	return 0;
}

static int
fill_text(struct sok_text *t, const struct simple_body *b, size_t from,
    size_t end, struct sok_arena *a)
{
	t->n = end - from;
	if (t->n == 0)
		return 0;
	t->line = sok_arena_alloc(a, t->n, sizeof(*t->line));
	if (t->line == NULL)
		return -1;
	memcpy(t->line, b->line + from, t->n * sizeof(*t->line));
	return 0;
}

static int
fill_game(const struct simple_body *b, const struct simple_game *from,
    struct sok_pos pos, struct sok_game *g, struct sok_arena *a)
{
	struct sok_source *v = sok_arena_alloc(a, from->lines, sizeof(*v));
	const char *p = from->moves;

	if (v == NULL)
		return -1;
	pos.line += from->first_line;
	for (size_t i = 0; i < from->lines; i++) {
		const char *q = memchr(p, '\n', (size_t)(from->end - p));

		v[i] =
		    (struct sok_source){{p, (size_t)(q - p)}, pos.line + i, 1};
		p = q + 1;
	}
	/* Every member, as that is cheaper than to clear some. */
	*g = (struct sok_game){.title_line = from->title,
	    .title = from->title,
	    .moves = v[0].text,
	    .letters_only = true,
	    .text = {NULL, 0},
	    .pos = pos,
	    .source = v,
	    .nsource = from->lines};
	if (from->lines > 1 && join(g, a) == -1)
		return -1;
	return fill_text(&g->text, b, from->text, from->text_end, a);
}

static int
fill_games(const struct simple_body *b, struct sok_pos pos,
    struct sok_puzzle *p, struct sok_arena *a)
{
	p->ngames = b->ngames;
	if (b->ngames == 0)
		return 0;
	p->game = sok_arena_alloc(a, b->ngames, sizeof(*p->game));
	if (p->game == NULL)
		return -1;
	for (size_t i = 0; i < b->ngames; i++)
		if (fill_game(b, &b->game[i], pos, &p->game[i], a) == -1)
			return -1;
	return 0;
}

static int
fill_rows(struct sok_board *b, size_t line, struct sok_arena *a)
{
	size_t n = (size_t)b->height;

	b->row = sok_arena_alloc(a, n, sizeof(*b->row));
	if (b->row == NULL)
		return -1;
	for (size_t y = 0; y < n; y++)
		b->row[y] = (struct sok_row){.line = line + y, .col = 1};
	return 0;
}

int
simple_puzzle(struct sok_str bytes, struct sok_pos pos,
    const struct simple_head *h, const struct simple_body *b,
    struct sok_puzzle *p, struct sok_arena *a)
{
	p->has_board = true;
	p->pos = pos;
	p->pos.line += h->first_line;
	p->title_line = h->title_len > 0
	    ? sok_str_sub(bytes, h->title, h->title + h->title_len)
	    : b->title;
	p->board = h->board;
	if (h->plain)
		p->board.xsb = sok_str_sub(bytes, h->rows, h->end);
	if (fill_rows(&p->board, p->pos.line, a) == -1 ||
	    fill_text(&p->text, b, 0, b->text_end, a) == -1)
		return -1;
	return fill_games(b, pos, p, a);
}
