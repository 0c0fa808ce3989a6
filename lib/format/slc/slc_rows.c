/*
 * slc_rows.c - the rows of a level of SokobanLevels XML: one in an element, or
 * several, each on a line.
 */
#include <errno.h>

#include "format/slc/slc.h"
#include "tools.h"

static bool
is_blank(struct sok_str s)
{
	return sok_str_trim(s).len == 0;
}

void
slc_add_row(struct slc *c)
{
	struct slc_row *row;

	if (c->cut || c->nrows == slc_limit(c, SOK_LIMIT_SIDE))
		c->too_big = true;
	if (c->too_big)
		return;
	row = sok_grow(c->row, c->nrows, &c->cap, sizeof(*row));
	if (row == NULL) {
		slc_fail(c, ENOMEM);
		return;
	}
	c->row = row;
	sok_buf_add(&c->squares, sok_buf_str(&c->text));
	row = &c->row[c->nrows++];
	*row = (struct slc_row){c->squares.len, c->row_line, c->row_col};
}

static struct sok_str
last_row(const struct slc *c)
{
	size_t from = c->nrows > 1 ? c->row[c->nrows - 2].end : 0;

	return sok_str_from(sok_buf_str(&c->squares), from);
}

void
slc_drop_blank_rows(struct slc *c)
{
	while (c->nrows > 0 && is_blank(last_row(c))) {
		c->squares.len -= last_row(c).len;
		c->nrows--;
	}
}

void
slc_split_rows(struct slc *c)
{
	bool blank = !c->cut && is_blank(sok_buf_str(&c->text));

	if (!blank || (c->split && c->text.len > 0))
		slc_add_row(c);
	c->split |= !blank;
	c->cut = false;
	c->text.len = 0;
	c->row_line = slc_line(c) + 1;
	c->row_col = 1;
}
