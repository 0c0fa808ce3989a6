/* lines_window.c - the lines of the window that lines.c has cut: where they
 * are, what was seen in them first, and dropping those that are done. */
#include <stdlib.h>

#include "base/base.h"
#include "io/io.h"
#include "text/lines.h"

void
lines_open(struct lines *l, struct sok_input *in, size_t limit)
{
	*l = (struct lines){.in = in, .base = 1, .limit = limit};
}

void
lines_close(struct lines *l)
{
	free(l->all);
	free(l->bits);
	squares_close(l->squares);
	*l = (struct lines){.in = l->in};
}

size_t
lines_column(struct sok_str s, size_t at)
{
	size_t col = 1;

	if (!sok_str_utf8(s))
		return at + 1;
	for (size_t i = 0; i < at; i++)
		col += ((unsigned char)s.s[i] & 0xc0) != 0x80;
	return col;
}

void
lines_remember(struct lines *l, enum lines_once what, size_t i, size_t col)
{
	if (l->first[what].line == 0)
		l->first[what] = (struct lines_first){lines_number(l, i), col};
	l->any_first = true;
}

void
lines_drop(struct lines *l, size_t n)
{
	size_t to = n < l->n ? l->v[n].raw : l->done;
	uint32_t lines = lines_before(l, n);

	if (n == 0)
		return;
	l->dropped += n;
	l->v += n;
	l->n -= n;
	l->cap -= n;
	if (l->rows.from >= n) {
		l->rows.from -= n;
		l->rows.to -= n;
	} else {
		l->rows = (struct lines_rows){.from = 0};
	}
	if (l->squares != NULL)
		squares_drop(l->squares, n);
	l->base += lines;
	input_consume(l->in, to - l->in->consumed);
}

struct sok_str
lines_raw(const struct lines *l, size_t from, size_t to)
{
	size_t first = from < l->n ? l->v[from].raw : l->done;
	size_t end = to < l->n ? l->v[to].raw : l->done;

	return (struct sok_str){lines_byte(l, first), end - first};
}
