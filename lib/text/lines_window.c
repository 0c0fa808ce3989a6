/* lines_window.c - the lines of the window that lines.c has cut: where they
 * are, what was seen in them first, and dropping those that are done. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "text/lines.h"

void
lines_open(struct lines *lines, struct sok_input *in, size_t limit)
{
	*lines = (struct lines){.in = in, .first_number = 1, .limit = limit};
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
lines_bom(struct sok_str s)
{
	size_t n = 0, mark = input_mark(s, true);

	for (; mark > 0; mark = input_mark(sok_str_from(s, n), true))
		n += mark;
	return n;
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
lines_remember(
    struct lines *lines, enum lines_first_kind what, size_t i, size_t col)
{
	if (lines->first[what].line == 0)
		lines->first[what] =
		    (struct lines_first){lines_number(lines, i), col};
	lines->any_first = true;
}

void
lines_remember_bytes(struct lines *lines, const struct line *line)
{
	struct sok_str s = {lines_byte(lines, line->off), line->len};
	size_t i = 0;

	if (line->has & HAS_BOM)
		lines_remember(lines, FIRST_BOM, lines->n, 1);
	if ((line->has & HAS_BOM) &&
	    memchr(lines_byte(lines, line_raw(line)), 0xff, line->mark) != NULL)
		lines_remember(lines, FIRST_WIDE, lines->n, 1);
	if ((line->has & HAS_HIGH) && lines->first[FIRST_UTF8].line == 0 &&
	    !sok_str_utf8(s)) {
		lines_remember(lines, FIRST_UTF8, lines->n, 1);
		lines->japanese = charset_japanese(s);
	}
	if ((line->has & HAS_CONTROL) &&
	    lines->first[FIRST_CONTROL].line == 0) {
		while (i < s.len && alphabet_kind(s.s[i]) != ALPHABET_CO)
			i++;
		lines_remember(
		    lines, FIRST_CONTROL, lines->n, lines_column(s, i));
	}
}

int
lines_room(struct lines *lines)
{
	size_t first = (size_t)(lines->line - lines->all);

	/* At first that of lines which were dropped. */
	if (first > lines->n) {
		memmove(
		    lines->all, lines->line, lines->n * sizeof(*lines->line));
		lines->line = lines->all;
		lines->cap += first;
		first = 0;
	}
	/* Indices of lines have 32 bits. */
	if (lines->n > UINT32_MAX - LINES_ROOM) {
		errno = EFBIG;
		return -1;
	}
	while (lines->n + LINES_ROOM > lines->cap) {
		size_t cap = first + lines->cap;
		struct line *line =
		    sok_grow(lines->all, cap, &cap, sizeof(*line));

		if (line == NULL)
			return -1;
		lines->all = line;
		lines->line = line + first;
		lines->cap = cap - first;
	}
	return 0;
}

void
lines_remove_blank(struct lines *lines, size_t next)
{
	size_t raw = line_raw(&lines->line[lines->n - 1]),
	       less = next - raw - 1;
	char *blank = lines->in->buf + (raw - lines->in->base);

	/* The last byte stays, which is its line end if it has one. */
	memmove(blank, blank + less, lines_loaded(lines) - next + 1);
	for (size_t i = 0; i < lines->n; i++)
		lines->line[i].off += less;
	lines->bits_from = lines->bits_to = next;
	lines->in->end -= less;
	lines->in->base += less;
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
	window->first_number += lines;
	input_consume(window->in, to - input_consumed(window->in));
}

struct sok_str
lines_raw(const struct lines *lines, size_t from, size_t to)
{
	size_t first =
	    from < lines->n ? line_raw(&lines->line[from]) : lines->done;
	size_t end = to < lines->n ? line_raw(&lines->line[to]) : lines->done;

	return (struct sok_str){lines_byte(lines, first), end - first};
}
