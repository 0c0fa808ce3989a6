/*
 * grammar_rle.c - rows in run-length lines: recognizes and decodes them, for
 * grammar_rows.c.
 */
#include <string.h>

#include "board/alphabet.h"
#include "board/rle.h"
#include "text/grammar.h"
#include "tools.h"

_Static_assert(RLE_PAD >= 1 + BYTES_PAD, "room after decoded text");

bool
rows_numbered(struct sok_str s)
{
	size_t from, i = 2;

	/* `#12.` and `#2-1`: one wall, a count, and floor or goals.  Headings
	 * begin like this; rows do not end like this. */
	if (s.len >= 2 && s.s[0] == '#' && sok_is_digit(s.s[1])) {
		while (i < s.len &&
		    (sok_is_digit(s.s[i]) || s.s[i] == '.' ||
		        sok_square[(unsigned char)s.s[i]] == SOK_FLOOR))
			i++;
		if (i == s.len)
			return true;
	}
	if (s.len > 0 && !sok_is_digit(s.s[s.len - 1]) &&
	    memchr(s.s, ' ', s.len) == NULL)
		return false; /* most lines */
	for (i = 0; i < s.len; i++) {
		from = i;
		while (i < s.len && sok_is_digit(s.s[i]))
			i++;
		if (i > from && (from == 0 || s.s[from - 1] == ' ') &&
		    (i == s.len || s.s[i] == ' '))
			return true;
	}
	return false;
}

/* Blanks before the only row of a line are floor, as in plain rows.  Before
 * several rows they indent the line, unless all of these rows begin with a
 * blank.  Returns the number of blanks that are floor; in: the line without
 * them. */
static size_t
indent(const struct blocks *b, struct sok_str s, struct sok_str in)
{
	if (in.s[0] == '|')
		return 0;
	for (size_t i = 0; i + 1 < in.len; i++)
		if (in.s[i] == '|' && in.s[i + 1] != ' ' && in.s[i + 1] != '|')
			return 0;
	return rows_columns(b, sok_str_sub(s, 0, s.len - in.len));
}

/* Append the decoded line i to `to`, as rows_decode() does, with or without a
 * wall. */
static int
decode(struct blocks *b, struct sok_buf *to, size_t i, struct sok_rle_error *e)
{
	struct sok_str line = rows_line(b, i);
	struct sok_str s = sok_str_ltrim(line);
	bool bar = b->l.v[i].has & HAS_BAR;
	size_t number;

	if (!bar && rows_numbered(s))
		return 0;
	if ((b->l.v[i].has & HAS_TAB) && memchr(s.s, '\t', s.len) != NULL)
		return 0;
	if (s.len < line.len)
		sok_buf_fill(to, ' ', indent(b, line, s));
	if (sok_rle_decode(to, s, SOK_RLE_BOARD, b->limits, e) == 0)
		/* `3 |#@$.#`, `| # | @ |` */
		return !bar ||
		    (!suspect_label(s, &number) && !suspect_table(s));
	return e->message == NULL ? -1 : 0;
}

int
rows_decode(struct blocks *b, size_t i, struct sok_rle_error *e)
{
	return rows_has_wall(b, i) ? decode(b, &b->rle, i, e) : 0;
}

/* The length up to the first bar, or of all. */
static size_t
to_bar(struct sok_str s)
{
	const char *bar = s.len > 0 ? memchr(s.s, '|', s.len) : NULL;

	return bar != NULL ? (size_t)(bar - s.s) : s.len;
}

/* Whether a decoded line without a wall may be a row inside a board: no wider
 * than the line above, and either floor or at least three squares between two
 * boxes on goals. */
static bool
is_inner(struct sok_str s, size_t width)
{
	size_t n = to_bar(s);
	bool inner = n >= 1 && n <= width && n + 1 >= s.len;

	s = sok_str_sub(s, 0, n);
	while (s.len > 0 && sok_square[(unsigned char)s.s[0]] == SOK_FLOOR)
		s = sok_str_from(s, 1);
	while (
	    s.len > 0 && sok_square[(unsigned char)s.s[s.len - 1]] == SOK_FLOOR)
		s.len--;
	return inner &&
	    (s.len == 0 ||
	        (n >= 3 && s.len > 1 && s.s[0] == '*' &&
	            s.s[s.len - 1] == '*'));
}

static struct sok_str
decoded_text(const struct blocks *b, size_t k)
{
	const struct decoded *d = &b->decoded_line[k];

	return sok_str_sub(sok_buf_str(&b->run_text), d->from, d->to);
}

/* The width of the line above line i if it is one row, else 0. */
static size_t
width_above(const struct blocks *b, size_t i)
{
	struct sok_str s;
	size_t n;

	if (!rows_is_rle(&b->l.v[i - 1]))
		return rows_line(b, i - 1).len;
	s = decoded_text(b, b->ndecoded - 1);
	n = to_bar(s);
	return n + 1 < s.len ? 0 : n;
}

int
rows_gather_rle(struct blocks *b, size_t from, size_t i)
{
	bool wall = rows_has_wall(b, i);
	size_t width = wall || i == from ? 0 : width_above(b, i), rows = 1;
	size_t start = b->run_text.len;
	struct sok_rle_error e;
	struct decoded *v;
	struct sok_str s;
	int r;

	if (width == 0 && !wall)
		return 0;
	r = decode(b, &b->run_text, i, &e);
	s = sok_str_from(sok_buf_str(&b->run_text), start);
	/* A few squares of floor separate two boards if the lines above are a
	 * complete one. */
	if (r == 1 && !wall)
		r = is_inner(s, width);
	if (r == 1 && !wall && to_bar(s) < 3 && i - from <= LETTER_ROWS) {
		r = rows_whole(b, from, i);
		r = r == -1 ? -1 : !r;
	}
	if (r != 1) {
		b->run_text.len = start;
		return r;
	}
	v = sok_grow(b->decoded_line, b->ndecoded, &b->capdecoded, sizeof(*v));
	if (v == NULL)
		return -1;
	b->decoded_line = v;
	v[b->ndecoded++] = (struct decoded){i, start, b->run_text.len};
	for (size_t at = 0; at < s.len && (b->l.v[i].has & HAS_BAR); at++)
		rows += s.s[at] == '|';
	/* There is room for BYTES_PAD more. */
	b->run_text.s[b->run_text.len++] = '|';
	return (int)rows;
}

/* Divide a decoded run-length line into rows.  `||` is an empty row; a bar at
 * either end adds none.  As groups never contain bars, the bars of the source
 * divide it in the same places. */
static int
add_rle_rows(struct blocks *b, size_t i, struct sok_str s)
{
	struct sok_str source = sok_str_ltrim(rows_line(b, i));
	const char *line = lines_str(&b->l, i).s;
	size_t bar = s.len > 0 && s.s[0] == '|', first = b->nrow;
	struct row *row;

	if (!(b->l.v[i].has & HAS_BAR) && s.len > 0) {
		row = rows_add(b, s, i, true);
		if (row == NULL)
			return -1;
		row->col = (uint32_t)(source.s - line);
		row->own = true;
		return 0;
	}
	s = sok_str_from(s, bar);
	source = sok_str_from(source, bar);
	while (s.len > 0) {
		size_t n = to_bar(s);

		row = rows_add(b, sok_str_sub(s, 0, n), i, true);
		if (row == NULL)
			return -1;
		row->col = (uint32_t)(source.s - line);
		s = sok_str_from(s, n + 1);
		source = sok_str_from(source, to_bar(source) + 1);
	}
	if (bar == 0 && b->nrow == first + 1)
		b->row[first].own = true;
	return 0;
}

/* Use the line as it was decoded by rows_gather_rle() if *next finds it there;
 * otherwise decode it now. */
int
rows_fill_rle(struct blocks *b, size_t i, size_t *next)
{
	struct sok_rle_error e;
	struct sok_str s;
	char *o;

	while (*next < b->ndecoded && b->decoded_line[*next].at < i)
		++*next;
	if (*next < b->ndecoded && b->decoded_line[*next].at == i)
		return add_rle_rows(b, i, decoded_text(b, (*next)++));
	b->rle.len = 0;
	if (decode(b, &b->rle, i, &e) != 1)
		return -1;
	s.len = b->rle.len;
	o = sok_arena_alloc(&b->cells, s.len + BYTES_PAD, 1);
	if (o == NULL)
		return -1;
	if (s.len > 0)
		memcpy(o, b->rle.s, s.len);
	s.s = o;
	return add_rle_rows(b, i, s);
}
