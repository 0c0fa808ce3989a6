/* lines_window.c - the lines of the window that lines.c has cut: where they
 * are, what was seen in them first, and dropping those that are done. */
#include <stdlib.h>

#include "base/base.h"
#include "io/io.h"
#include "text/lines.h"

void
lines_open(struct lines *lines, struct sok_input *in, size_t limit)
{
	*lines = (struct lines){.in = in, .base = 1, .limit = limit};
}

void
lines_close(struct lines *lines)
{
	free(lines->all);
	free(lines->bits);
	squares_close(lines->squares);
	*lines = (struct lines){.in = lines->in};
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
lines_remember(struct lines *lines, enum lines_once what, size_t i, size_t col)
{
	if (lines->first[what].line == 0)
		lines->first[what] =
		    (struct lines_first){lines_number(lines, i), col};
	lines->any_first = true;
}

void
lines_drop(struct lines *window, size_t n)
{
	size_t to = n < window->n ? line_raw(&window->line[n]) : window->done;
	uint32_t lines = lines_before(window, n);

	if (n == 0)
		return;
	window->dropped += n;
	window->line += n;
	window->n -= n;
	window->cap -= n;
	if (window->rows.from >= n) {
		window->rows.from -= n;
		window->rows.to -= n;
	} else {
		window->rows = (struct lines_rows){.from = 0};
	}
	if (window->squares != NULL)
		squares_drop(window->squares, n);
	window->base += lines;
	input_consume(window->in, to - window->in->consumed);
}

struct sok_str
lines_raw(const struct lines *lines, size_t from, size_t to)
{
	size_t first =
	    from < lines->n ? line_raw(&lines->line[from]) : lines->done;
	size_t end = to < lines->n ? line_raw(&lines->line[to]) : lines->done;

	return (struct sok_str){lines_byte(lines, first), end - first};
}
