/*
 * slc_level.c - one level of SokobanLevels XML as a puzzle: its rows, one in an
 * element or several, each on a line, as a board, its id as a title, the rest
 * as text.
 */
#include <string.h>

#include "format/slc/slc.h"
#include "text/text.h"
#include "tools.h"

/* ---- rows */

void
slc_add_row(struct slc *c)
{
	struct slc_row *row;

	c->too_big |= c->cut || c->nrows == slc_limit(c, SOK_LIMIT_SIDE);
	if (c->too_big)
		return;
	row = sok_grow(c->row, c->nrows, &c->cap, sizeof(*row));
	if (reader_fails(c->r, row == NULL))
		return;
	c->row = row;
	row[c->nrows++] = (struct slc_row){
	    reader_made(c->r, sok_str_dup(&c->r->arena, sok_buf_str(&c->text))),
	    c->row_line, c->row_col};
}

void
slc_drop_blank_rows(struct slc *c)
{
	while (c->nrows > 0 && slc_is_blank(c->row[c->nrows - 1].text))
		c->nrows--;
}

void
slc_split_rows(struct slc *c)
{
	bool blank = !c->cut && slc_is_blank(sok_buf_str(&c->text));

	if (!blank || (c->split && c->text.len > 0))
		slc_add_row(c);
	c->split |= !blank;
	c->cut = false;
	c->text.len = 0;
	c->row_line = slc_line(c) + 1;
	c->row_col = 1;
}

/* TABs are wide, as in boards of text. */
static struct sok_str
expand_tabs(struct slc *c, const struct slc_row *row)
{
	size_t tabs = (size_t)c->r->o.tabs, side, n = 0;
	struct sok_str s = row->text;
	char *to;

	if (s.len == 0 || memchr(s.s, '\t', s.len) == NULL)
		return s;
	side = slc_limit(c, SOK_LIMIT_SIDE) + 1;
	to = sok_arena_alloc(&c->r->arena, s.len + side + tabs, 1);
	if (reader_fails(c->r, to == NULL))
		return SOK_STR("");
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

/* ---- the board */

/* The rows could not be made a board: say why and keep what can be kept. */
static void
no_board(
    struct slc *c, const struct sok_str *rows, size_t n, size_t y, size_t x)
{
	struct sok_str name = sok_buf_str(&c->id);
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
	reader_fails(
	    r, reader_keep(r, slc_one_line(&c->id), rows, y < n ? n : 0) == -1);
}

static void
make_board(struct slc *c)
{
	struct sok_puzzle *p = &c->r->puzzle;
	struct sok_arena *a = &c->r->arena;
	size_t n, y, x = 0, *lines;
	struct sok_str *rows;
	int got = 0;

	for (n = c->nrows; n > 0 && c->row[n - 1].text.len == 0; n--)
		continue;
	rows = sok_arena_alloc(a, n, sizeof(*rows));
	lines = sok_arena_alloc(a, n, sizeof(*lines));
	if (reader_fails(c->r, rows == NULL || lines == NULL))
		return;
	for (size_t i = 0; i < n; i++) {
		rows[i] = expand_tabs(c, &c->row[i]);
		lines[i] = c->row[i].line;
	}
	p->pos = (struct sok_pos){c->r->o.name, c->line, c->col};
	y = n;
	if (!c->too_big && n > 0)
		got = reader_board(c->r, rows, lines, n, &y, &x);
	if (got == 0)
		no_board(c, rows, n, y, x);
	if (reader_fails(c->r, got == -1) || got == 0)
		return;
	for (size_t i = 0; i < n; i++)
		p->board.row[i].col = c->row[i].col;
	p->pos.line = c->row[0].line;
	p->pos.col = c->row[0].col;
}

/* ---- the rest */

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

void
slc_level(struct slc *c)
{
	struct sok_puzzle *p = &c->r->puzzle;
	struct sok_arena *a = &c->r->arena;
	struct sok_str copyright = slc_one_line(&c->copyright);

	/* Its own, or that of a collection that came too late for the
	 * header. */
	if (copyright.len == 0) {
		copyright = slc_one_line(&c->late);
		c->late_line = 0;
	}
	slc_add_key(c, &p->text, "Copyright", copyright, a);
	slc_add_notes(c, &p->text, &c->notes, a);
	make_board(c);
	if (p->has_board)
		reader_fails(c->r,
		    sok_title_set(&p->title_line, &p->text,
		        reader_made(c->r, sok_str_dup(a, slc_one_line(&c->id))),
		        a) == -1);
}
