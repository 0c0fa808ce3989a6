/*
 * slc_level.c - one level of SokobanLevels XML as a puzzle: its rows as a
 * board, its id as a title, the rest as text.
 */
#include <string.h>

#include "format/slc/slc.h"
#include "tools.h"

static struct sok_str
level_name(const struct slc *c)
{
	return c->id.len > 0 ? sok_buf_str(&c->id) : SOK_STR("");
}

/* TABs are wide, as in boards of text. */
static struct sok_str
expand_tabs(struct slc *c, struct sok_str s, const struct slc_row *row)
{
	size_t tabs = (size_t)c->r->o.tabs, side, n = 0;
	char *to;

	if (s.len == 0 || memchr(s.s, '\t', s.len) == NULL)
		return s;
	side = slc_limit(c, SOK_LIMIT_SIDE) + 1;
	to = sok_arena_alloc(&c->r->arena, s.len + side + tabs, 1);
	if (to == NULL)
		return (struct sok_str){NULL, 0};
	if (slc_say_once(c, SLC_SAID_TAB))
		reader_report(c->r, SOK_TAB_IN_BOARD_RULE, row->line, row->col,
		    "a TAB is read as floor up to the next multiple of %zu",
		    tabs);
	for (size_t i = 0; i < s.len; i++) {
		size_t fill = s.s[i] == '\t' && n < side ? tabs - n % tabs : 1;

		memset(to + n, s.s[i] == '\t' ? ' ' : s.s[i], fill);
		n += fill;
	}
	return (struct sok_str){to, n};
}

/* The rows without the empty ones at the end; -1 on ENOMEM. */
static int
make_rows(struct slc *c, struct sok_str **rows, size_t **lines, size_t *n)
{
	struct sok_str all = sok_buf_str(&c->squares);
	size_t from = 0;

	*n = c->nrows;
	while (
	    *n > 0 && c->row[*n - 1].end == (*n > 1 ? c->row[*n - 2].end : 0))
		(*n)--;
	*rows = sok_arena_alloc(&c->r->arena, *n, sizeof(**rows));
	*lines = sok_arena_alloc(&c->r->arena, *n, sizeof(**lines));
	if (*rows == NULL || *lines == NULL)
		return -1;
	for (size_t i = 0; i < *n; i++) {
		(*rows)[i] = expand_tabs(
		    c, sok_str_sub(all, from, c->row[i].end), &c->row[i]);
		if ((*rows)[i].s == NULL && c->row[i].end > from)
			return -1;
		(*lines)[i] = c->row[i].line;
		from = c->row[i].end;
	}
	return 0;
}

/* The rows could not be made a board: say why and keep what can be kept. */
static int
no_board(
    struct slc *c, const struct sok_str *rows, size_t n, size_t y, size_t x)
{
	struct sok_str name = level_name(c);
	struct sok_reader *r = c->r;

	if (c->too_big)
		reader_report(r, SOK_LIMIT_RULE, c->line, c->col,
		    "level \"%.*s\": a board of more than %zu rows or columns, "
		    "the limit `side`, was dropped",
		    (int)name.len, name.s, slc_limit(c, SOK_LIMIT_SIDE));
	else if (n == 0)
		reader_report(r, SOK_SYNTAX_RULE, c->line, c->col,
		    "level \"%.*s\" has no rows", (int)name.len, name.s);
	else if (y < n)
		reader_report(r, SOK_SYNTAX_RULE, c->row[y].line,
		    c->row[y].col + x,
		    "level \"%.*s\": column %zu of row %zu is no square; the "
		    "rows were kept as a comment",
		    (int)name.len, name.s, x + 1, y + 1);
	return reader_keep(r, slc_one_line(&c->id), rows, y < n ? n : 0);
}

static int
make_board(struct slc *c)
{
	struct sok_puzzle *p = &c->r->puzzle;
	struct sok_str *rows;
	size_t *lines, n, y, x = 0;
	int got = 0;

	if (make_rows(c, &rows, &lines, &n) == -1)
		return -1;
	p->pos = (struct sok_pos){c->r->o.name, c->line, c->col};
	y = n;
	if (!c->too_big && n > 0)
		got = reader_board(c->r, rows, lines, n, &y, &x);
	if (got == 0)
		return no_board(c, rows, n, y, x);
	if (got == -1)
		return -1;
	for (size_t i = 0; i < n; i++)
		p->board.row[i].col = c->row[i].col;
	p->pos.line = c->row[0].line;
	p->pos.col = c->row[0].col;
	return 0;
}

/* The level's own copyright, or that of a collection that came too late for
 * the header. */
static int
add_copyright(struct slc *c)
{
	struct sok_text *t = &c->r->puzzle.text, notes = *t;
	struct sok_arena *a = &c->r->arena;
	struct sok_str value = slc_one_line(&c->copyright);

	if (value.len == 0) {
		value = slc_one_line(&c->late);
		c->late_line = 0;
	}
	if (value.len == 0)
		return 0;
	t->n = 0;
	t->line = sok_arena_alloc(a, notes.n + 2, sizeof(*t->line));
	if (t->line == NULL ||
	    slc_add_key(t, SOK_STR("Copyright: "), value, a) == -1)
		return -1;
	slc_add_lines(t, &notes);
	return 0;
}

void
slc_drop_late(struct slc *c)
{
	struct sok_str s = slc_one_line(&c->late);

	if (c->late_line > 0 && s.len > 0)
		reader_report(c->r, SOK_LOSSY_RULE, c->late_line, c->late_col,
		    "the copyright of a later collection, which no level "
		    "needs, is dropped: \"%.*s\"",
		    (int)s.len, s.s);
	c->late.len = c->late_line = 0;
}

int
slc_level(struct slc *c)
{
	struct sok_puzzle *p = &c->r->puzzle;
	struct sok_arena *a = &c->r->arena;
	struct sok_str notes = sok_buf_str(&c->notes), id;

	if (notes.len > 0) {
		notes = sok_str_dup(a, notes);
		if (notes.s == NULL ||
		    sok_text_foreign(&p->text, notes, a) == -1)
			return -1;
	}
	if (add_copyright(c) == -1 || make_board(c) == -1)
		return -1;
	if (!p->has_board)
		return 0;
	id = sok_str_dup(a, slc_one_line(&c->id));
	if (id.s == NULL)
		return -1;
	return sok_title_set(&p->title_line, &p->text, id, a);
}
