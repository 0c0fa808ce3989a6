/*
 * grammar_rows.c - the rows of a candidate board: which lines are adjacent, and
 * what each row begins with and contains.  grammar_decide.c and
 * grammar_boards.c decide about them.
 */
#include <string.h>

#include "board/alphabet.h"
#include "text/grammar.h"
#include "tools.h"

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

bool
rows_wall(struct blocks *b, size_t i)
{
	const struct row *r = rows_look(b, i);

	return r->right > 0 &&
	    (memchr(r->s.s, '#', r->right) != NULL ||
	        (b->letters && memchr(r->s.s, 'W', r->right) != NULL));
}

/* ---- characters that are not squares */

/* The column after a character at this column.  A TAB moves to the next
 * multiple of the TAB width, as in an editor. */
static inline size_t
column_after(size_t column, char c, size_t tabs)
{
	return c == '\t' ? column - column % tabs + tabs : column + 1;
}

/* In a line that is too long for a row a TAB counts as one column. */
static size_t
tab_width(const struct blocks *b, struct sok_str s)
{
	return s.len > b->limits->v[SOK_LIMIT_SIDE] ? 1 : b->tabs;
}

static struct sok_str
expand_tabs(struct blocks *b, struct sok_str s)
{
	size_t tabs = tab_width(b, s), n = 0;
	char *o = sok_arena_alloc(&b->cells, s.len + BYTES_PAD, tabs);

	if (o == NULL)
		return (struct sok_str){NULL, 0};
	for (size_t i = 0; i < s.len; i++) {
		size_t to = column_after(n, s.s[i], tabs);

		memset(o + n, s.s[i] == '\t' ? ' ' : s.s[i], to - n);
		n = to;
	}
	return (struct sok_str){o, n};
}

size_t
rows_columns(const struct blocks *b, struct sok_str blanks)
{
	size_t tabs = tab_width(b, blanks), n = 0;

	for (size_t i = 0; i < blanks.len; i++)
		n = column_after(n, blanks.s[i], tabs);
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
	for (size_t i = 0; i<s.len; i += len> 0 ? len : 1) {
		len = no_break(s, i);
		o[n++] = len > 0 ? ' ' : s.s[i];
	}
	return (struct sok_str){o, n};
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
		r = rows_is_rle(e) ? rows_gather_rle(b, run->from, run->to) : 1;
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

	if (rows_is_rle(e))
		return rows_fill_rle(b, i, next);
	s = rows_line(b, i);
	if (e->has & HAS_HIGH)
		s = with_blanks(b, s);
	if (s.s != NULL && (e->has & HAS_TAB))
		s = expand_tabs(b, s);
	return s.s == NULL || rows_add(b, s, i, false) == NULL ? -1 : 0;
}

int
rows_fill(struct blocks *b, size_t from, size_t to, bool letters)
{
	const char *window = (const char *)lines_window(&b->l);
	size_t next = 0, side = b->limits->v[SOK_LIMIT_SIDE];
	unsigned all = 0;

	b->nrow = 0;
	b->letters = letters;
	b->countable = !letters;
	b->sum_of = (struct range){0, 0};
	sok_arena_reset(&b->cells);
	for (size_t i = from; i < to; i++) {
		const struct line *e = &b->l.v[i];
		struct sok_str s = {
		    window + lines_place(&b->l, e->off), e->len};

		all |= e->has;
		if (e->len > side)
			b->countable = false;
		if (e->has & ROWS_CHANGED ? fill_other(b, i, &next) == -1
		                          : rows_add(b, s, i, false) == NULL)
			return -1;
	}
	b->has = all;
	if (all & HAS_COUNT)
		b->countable = false;
	return 0;
}
