/*
 * grammar_rows.c - the rows of a candidate board: which lines are adjacent, the
 * rows in run-length lines, and what each row begins with.  grammar_decide.c
 * and grammar_boards.c decide about them.
 */
#include <string.h>

#include "board/alphabet.h"
#include "board/rle.h"
#include "text/grammar.h"
#include "tools.h"

_Static_assert(RLE_PAD >= 1 + BYTES_PAD, "room after decoded text");

/* The rows of a run-length line with bars between them. */
struct decoded {
	size_t at;       /* index of its line in the window */
	size_t from, to; /* bytes of run_text */
};

bool
rows_has_wall(const struct blocks *b, size_t i)
{
	struct sok_str s = lines_str(&b->l, i);

	return lines_wall(&b->l, i) || memchr(s.s, 'W', s.len) != NULL;
}

const struct row *
rows_look(struct blocks *b, size_t i)
{
	const unsigned char *square =
	    b->letters ? alphabet_letters : sok_square;
	struct row *r = &b->row[i];
	const unsigned char *s = (const unsigned char *)r->s.s;
	size_t n = r->s.len, left = 0;

	if (r->known)
		return r;
	r->known = true;
	while (n > 0 && square[s[n - 1]] == SOK_FLOOR)
		n--;
	r->right = (uint32_t)n;
	if (n == 0)
		return r;
	while (square[s[left]] == SOK_FLOOR)
		left++;
	r->left = (uint32_t)left;
	r->edge = square[s[left]] == SOK_WALL ||
	    (square[s[left]] == (SOK_BOX | SOK_GOAL) &&
	        (!r->rle || rows_has_wall(b, r->at)));
	return r;
}

/* ---- characters that are not squares */

/* The number of columns of s; also writes it to `to`, if that is not NULL, with
 * blanks for TABs.  A TAB moves to the next multiple of the TAB width, as in an
 * editor, but counts as one column in a line that is too long for a row. */
static size_t
expand_tabs(const struct blocks *b, struct sok_str s, char *to)
{
	size_t tabs = s.len > b->limits->v[SOK_LIMIT_SIDE] ? 1 : b->tabs;
	size_t n = 0, more;

	for (size_t i = 0; i < s.len; i++, n += more) {
		more = s.s[i] == '\t' ? tabs - n % tabs : 1;
		if (to != NULL && more > 1)
			memset(to + n, ' ', more);
		else if (to != NULL)
			to[n] = s.s[i] == '\t' ? ' ' : s.s[i];
	}
	return n;
}

/* The length of a no-break space at i, in UTF-8 or Latin-1; 0 if there is none.
 */
static size_t
no_break(struct sok_str s, size_t i)
{
	if (s.s[i] == '\xa0')
		return 1;
	return s.s[i] == '\xc2' && i + 1 < s.len && s.s[i + 1] == '\xa0' ? 2
	                                                                 : 0;
}

/* Whether all non-ASCII characters of a line with walls are no-break spaces, as
 * in text that was copied from a web page.  Lines without a wall may separate
 * boards. */
static bool
is_copied(struct sok_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (s.s[i] == '\xc2' && no_break(s, i) == 0)
			return false;
	return memchr(s.s, '#', s.len) != NULL;
}

static struct sok_str
with_blanks(struct blocks *b, struct sok_str s)
{
	char *o = sok_arena_alloc(&b->cells, s.len + BYTES_PAD, 1);
	size_t n = 0, len;

	if (o == NULL)
		return (struct sok_str){NULL, 0};
	for (size_t i = 0; i < s.len; i += len) {
		len = no_break(s, i);
		o[n++] = len > 0 ? ' ' : s.s[i];
		len += len == 0;
	}
	return (struct sok_str){o, n};
}

/* ---- run-length lines */

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
	return expand_tabs(b, sok_str_sub(s, 0, s.len - in.len), NULL);
}

int
rows_decode(
    struct blocks *b, struct sok_buf *to, size_t i, struct sok_rle_error *e)
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

/* Decode line i of a run that begins at line from.  Returns the number of its
 * rows, 0 if it is not a part of the run, -1.  Numbers and words are not meant
 * as rows, so a line without a wall must look like one. */
static int
gather_rle(struct blocks *b, size_t from, size_t i)
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
	r = rows_decode(b, &b->run_text, i, &e);
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

/* Add a row of the candidate; NULL on ENOMEM. */
static inline struct row *
add_row(struct blocks *b, struct sok_str s, size_t line, bool rle)
{
	struct row *v = sok_grow(b->row, b->nrow, &b->caprow, sizeof(*v));

	if (v == NULL)
		return NULL;
	b->row = v;
	v += b->nrow++;
	*v =
	    (struct row){.s = s, .at = (uint32_t)line, .rle = rle, .own = !rle};
	return v;
}

/* Add the rows of the run-length line i, which was gathered; *next: the first
 * decoded line to look at.  `||` is an empty row; a bar at either end adds
 * none. As groups never contain bars, the bars of the source divide it in the
 * same places. */
static int
fill_rle(struct blocks *b, size_t i, size_t *next)
{
	struct sok_str source = sok_str_ltrim(rows_line(b, i)), s;
	const char *line = lines_str(&b->l, i).s;
	bool bars = b->l.v[i].has & HAS_BAR;
	size_t first = b->nrow, bar, n;
	struct row *row;

	while (b->decoded_line[*next].at < i)
		++*next;
	s = decoded_text(b, (*next)++);
	bar = s.len > 0 && s.s[0] == '|';
	s = sok_str_from(s, bar);
	source = sok_str_from(source, bar);
	while (s.len > 0) {
		n = bars ? to_bar(s) : s.len;
		row = add_row(b, sok_str_sub(s, 0, n), i, true);
		if (row == NULL)
			return -1;
		row->col = (uint32_t)(source.s - line);
		s = sok_str_from(s, n + 1);
		if (s.len > 0)
			source = sok_str_from(source, to_bar(source) + 1);
	}
	if (bar == 0 && b->nrow == first + 1)
		b->row[first].own = true;
	return 0;
}

/* ---- candidates */

/* The number of plain rows from line i on, among the lines that were cut, up to
 * the limit. */
static size_t
plain_rows(const struct blocks *b, size_t i, size_t rows, size_t side)
{
	const struct line *e = b->l.v + i, *from = e, *end = b->l.v + b->l.n;

	if (rows > side)
		return 0;
	if ((size_t)(end - e) > side + 1 - rows)
		end = e + (side + 1 - rows);
	while (e < end && (e->can & CAN_PLAIN) &&
	    (e->has & (HAS_INK | HAS_HIGH)) == HAS_INK)
		e++;
	return (size_t)(e - from);
}

/* Add the lines from run->to on: 0 or -1. */
static int
gather(struct blocks *b, struct run *run)
{
	size_t rows = 0, side = b->limits->v[SOK_LIMIT_SIDE], n;
	int r;

	while ((r = lines_want(&b->l, run->to)) == 1) {
		const struct line *e = &b->l.v[run->to];

		n = plain_rows(b, run->to, rows, side);
		if (n > 0) {
			run->plain += run->plain == run->to ? n : 0;
			run->to += n;
			rows += n;
			continue;
		}
		if (!(e->can & CAN_LETTER) || !(e->has & HAS_INK) ||
		    ((e->has & HAS_HIGH) && !is_copied(rows_line(b, run->to))))
			return 0;
		/* Two rows are never too many. */
		if ((rows > side && rows > 2) ||
		    (run->plain < run->to && rows > LETTER_ROWS &&
		        !(e->can & CAN_RLE)))
			return 0;
		r = rows_is_rle(e) ? gather_rle(b, run->from, run->to) : 1;
		if (r <= 0)
			return r;
		rows += (size_t)r;
		e = &b->l.v[run->to];
		if (run->to > run->from && (e->has & e[-1].has & HAS_BAR)) {
			r = rows_apart(b, run->to);
			run->apart = r == 1;
			if (r != 0)
				return r == 1 ? 0 : -1;
		}
		run->plain += (e->can & CAN_RLE) && run->plain == run->to;
		run->to++;
	}
	return r;
}

int
rows_gather(struct blocks *b, size_t i, struct run *run)
{
	*run = (struct run){i, i, i, false};
	b->ndecoded = 0;
	b->run_text.len = 0;
	if (gather(b, run) == -1)
		return -1;
	/* A run does not end in run-length lines without a wall. */
	while (run->to > i && rows_is_rle(&b->l.v[run->to - 1]) &&
	    !rows_has_wall(b, run->to - 1))
		run->to--;
	run->plain = run->plain < run->to ? run->plain : run->to;
	return 0;
}

/* Make a line that is not only characters of rows a row: 0, -1. */
static int
fill_other(struct blocks *b, size_t i, size_t *next)
{
	const struct line *e = &b->l.v[i];
	struct sok_str s;
	char *to;

	if (rows_is_rle(e))
		return fill_rle(b, i, next);
	s = rows_line(b, i);
	if (e->has & HAS_HIGH)
		s = with_blanks(b, s);
	if (s.s != NULL && (e->has & HAS_TAB)) {
		to = sok_arena_alloc(
		    &b->cells, expand_tabs(b, s, NULL) + BYTES_PAD, 1);
		s.len = to != NULL ? expand_tabs(b, s, to) : 0;
		s.s = to;
	}
	return s.s == NULL || add_row(b, s, i, false) == NULL ? -1 : 0;
}

int
rows_fill(struct blocks *b, size_t from, size_t to, bool letters)
{
	const char *window = input_bytes(b->l.in).s;
	size_t next = 0;
	unsigned all = 0;

	b->nrow = 0;
	b->letters = letters;
	b->sum_of = (struct range){0, 0};
	sok_arena_reset(&b->cells);
	for (size_t i = from; i < to; i++) {
		const struct line *e = &b->l.v[i];
		struct sok_str s = {
		    window + lines_place(&b->l, e->off), e->len};

		all |= e->has;
		if (e->has & ROWS_CHANGED ? fill_other(b, i, &next) == -1
		                          : add_row(b, s, i, false) == NULL)
			return -1;
	}
	b->has = all;
	return 0;
}
