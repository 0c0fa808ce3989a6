/*
 * grammar_rows.c - the rows of a candidate board: which lines are adjacent, and
 * what each row begins with and contains.  grammar_boards.c decides about them.
 */
#include <string.h>

#include "board/alphabet.h"
#include "text/grammar.h"
#include "tools.h"

/* Make room for n rows.  New entries belong to no candidate. */
static int
rows_room(struct blocks *b, size_t n)
{
	size_t had = b->caprow;
	struct row *v;

	while (n > b->caprow) {
		v = sok_grow(b->row, b->caprow, &b->caprow, sizeof(*v));
		if (v == NULL)
			return -1;
		b->row = v;
	}
	if (b->caprow > had)
		memset(b->row + had, 0, (b->caprow - had) * sizeof(*v));
	return 0;
}

struct row *
rows_add(struct blocks *b, struct sok_str s, size_t line, bool rle)
{
	if (b->nrow == b->caprow && rows_room(b, b->nrow + 1) == -1)
		return NULL;
	b->row[b->nrow] = (struct row){.s = s,
	    .at = (uint32_t)line,
	    .rle = rle,
	    .own = !rle,
	    .filled = b->filled};
	return &b->row[b->nrow++];
}

bool
rows_has_wall(const struct blocks *b, size_t i)
{
	struct sok_str s = lines_str(&b->l, i);

	return lines_wall(&b->l, i) || memchr(s.s, 'W', s.len) != NULL;
}

static unsigned char
square(const struct blocks *b, char c)
{
	return (b->letters ? alphabet_letters : sok_square)[(unsigned char)c];
}

const struct row *
rows_get(struct blocks *b, size_t i)
{
	struct row *r = &b->row[i];
	size_t at = b->first_row + i;

	if (r->filled != b->filled)
		*r = (struct row){.s = lines_str(&b->l, at),
		    .at = (uint32_t)at,
		    .own = true,
		    .filled = b->filled};
	return r;
}

const struct row *
rows_look(struct blocks *b, size_t i)
{
	struct row *r = &b->row[i];
	size_t n, left = 0;
	unsigned char first;

	if (rows_get(b, i)->known)
		return r;
	r->known = true;
	n = r->s.len;
	while (n > 0 && square(b, r->s.s[n - 1]) == SOK_FLOOR)
		n--;
	r->right = (uint32_t)n;
	if (n == 0)
		return r;
	while (square(b, r->s.s[left]) == SOK_FLOOR)
		left++;
	r->left = (uint32_t)left;
	first = square(b, r->s.s[left]);
	r->edge = first == SOK_WALL ||
	    (first == (SOK_BOX | SOK_GOAL) &&
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

/* A TAB moves to the next multiple of the TAB width, as in an editor.  In a
 * line that is too long for a row it counts as one column. */
static size_t
tab_width(const struct blocks *b, struct sok_str s)
{
	return s.len > b->limits->v[SOK_LIMIT_SIDE] ? 1 : b->tabs;
}

/* The column after a character at this column. */
static inline size_t
column_after(size_t column, char c, size_t tabs)
{
	return c == '\t' ? column - column % tabs + tabs : column + 1;
}

static struct sok_str
expand_tabs(struct blocks *b, struct sok_str s)
{
	size_t tabs = tab_width(b, s);
	char *o = sok_arena_alloc(&b->cells, s.len + BYTES_PAD, tabs);
	size_t n = 0;

	if (o == NULL)
		return (struct sok_str){NULL, 0};
	for (size_t i = 0; i < s.len; i++) {
		size_t to = column_after(n, s.s[i], tabs);

		memset(o + n, s.s[i] == '\t' ? ' ' : s.s[i], to - n);
		n = to;
	}
	return (struct sok_str){o, n};
}

/* The columns that blanks before a row take. */
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

/* Whether line i could be a row. */
static bool
is_possible(const struct blocks *b, size_t i)
{
	const struct line *e = &b->l.v[i];

	return (e->can & CAN_LETTER) && (e->has & HAS_INK) &&
	    (!(e->has & HAS_HIGH) || is_copied(rows_line(b, i)));
}

/* Remove run-length lines without a wall from the end of a run. */
static void
trim_run(const struct blocks *b, struct run *run)
{
	while (run->to > run->from && rows_is_rle(&b->l.v[run->to - 1]) &&
	    !rows_has_wall(b, run->to - 1))
		run->to--;
	run->plain = run->plain < run->to ? run->plain : run->to;
}

/* Whether line i begins another board than the line above. */
static int
is_apart(struct blocks *b, size_t i)
{
	return b->l.v[i].has & b->l.v[i - 1].has & HAS_BAR ? rows_apart(b, i)
	                                                   : 0;
}

/* The number of plain rows from line i on, among the lines that were cut, up to
 * the limit. */
static int
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
	return (int)(e - from);
}

int
rows_gather(struct blocks *b, size_t i, struct run *run)
{
	size_t rows = 0, side = b->limits->v[SOK_LIMIT_SIDE];
	int r, n;

	*run = (struct run){i, i, i, false};
	b->ndecoded = 0;
	b->run_text.len = 0;
	while ((r = lines_want(&b->l, run->to)) == 1) {
		const struct line *line = &b->l.v[run->to];

		n = plain_rows(b, run->to, rows, side);
		if (n > 0) {
			run->plain += run->plain == run->to ? (size_t)n : 0;
			run->to += (size_t)n;
			rows += (size_t)n;
			continue;
		}
		/* Two rows are never too many. */
		if (!is_possible(b, run->to) || (rows > side && rows > 2))
			break;
		if (run->plain < run->to && rows > LETTER_ROWS &&
		    !(line->can & CAN_RLE))
			break;
		n = rows_is_rle(line) ? rows_gather_rle(b, i, run->to) : 1;
		if (n <= 0) {
			r = n;
			break;
		}
		rows += (size_t)n;
		r = run->to > i ? is_apart(b, run->to) : 0;
		run->apart = r == 1;
		if (r != 0)
			return r == 1 ? 0 : -1;
		if ((b->l.v[run->to].can & CAN_RLE) && run->plain == run->to)
			run->plain++;
		run->to++;
	}
	trim_run(b, run);
	return r == -1 ? -1 : 0;
}

static int
fill_plain(struct blocks *b, size_t i)
{
	unsigned has = b->l.v[i].has;
	struct sok_str s = rows_line(b, i);

	if (has & HAS_HIGH)
		s = with_blanks(b, s);
	if (s.s != NULL && (has & HAS_TAB))
		s = expand_tabs(b, s);
	return s.s == NULL || rows_add(b, s, i, false) == NULL ? -1 : 0;
}

static int
fill_each(struct blocks *b, size_t from, size_t to)
{
	size_t next = 0;
	int r = 0;

	for (size_t i = from; i < to && r == 0; i++)
		r = rows_is_rle(&b->l.v[i]) ? rows_fill_rle(b, i, &next)
		                            : fill_plain(b, i);
	return r;
}

/* A number for a candidate that no row has yet. */
static uint32_t
new_number(struct blocks *b)
{
	if (++b->filled == 0) {
		memset(b->row, 0, b->caprow * sizeof(*b->row));
		b->filled = 1;
	}
	return b->filled;
}

int
rows_fill(struct blocks *b, size_t from, size_t to, bool letters)
{
	const struct line *e = b->l.v + from, *end = b->l.v + to;
	size_t wide = 0, bytes = 0;
	unsigned has = 0;

	for (; e < end; e++) {
		has |= e->has;
		bytes += e->len;
		wide = e->len > wide ? e->len : wide;
	}
	b->nrow = 0;
	b->filled = new_number(b);
	b->letters = letters;
	b->first_row = from;
	b->wide = wide;
	b->bytes = bytes;
	b->sum_of = (struct range){0, 0};
	b->straight = wide <= b->limits->v[SOK_LIMIT_SIDE] &&
	    !(has & (HAS_COUNT | HAS_QUOTE | HAS_HIGH | HAS_TAB));
	b->countable = !letters && !(has & HAS_COUNT) &&
	    wide <= b->limits->v[SOK_LIMIT_SIDE];
	if (b->straight) {
		/* Rows are filled by rows_get() when they are needed. */
		b->nrow = to - from;
		return rows_room(b, b->nrow);
	}
	sok_arena_reset(&b->cells);
	return fill_each(b, from, to);
}
