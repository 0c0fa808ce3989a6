/*
 * block_rows.c - the rows of a candidate board: which lines adjoin, what each
 * row begins with and counts.  block_board.c decides about them.
 */
#include <string.h>

#include "text/block.h"

/* Squares of the old letters and of the plain characters. */
static const unsigned char lettered[256] = {
    ['p'] = SOK_PLAYER,
    ['m'] = SOK_PLAYER,
    ['P'] = SOK_PLAYER | SOK_GOAL,
    ['M'] = SOK_PLAYER | SOK_GOAL,
    ['b'] = SOK_BOX,
    ['B'] = SOK_BOX | SOK_GOAL,
    ['o'] = SOK_GOAL,
    ['W'] = SOK_WALL,
    ['@'] = SOK_PLAYER,
    ['+'] = SOK_PLAYER | SOK_GOAL,
    ['$'] = SOK_BOX,
    ['*'] = SOK_BOX | SOK_GOAL,
    ['.'] = SOK_GOAL,
    ['#'] = SOK_WALL,
};

const unsigned char *
rows_squares(bool letters)
{
	return letters ? lettered : sok_square;
}

static struct row *
add_row(struct blocks *b, struct sok_str s, size_t line, bool rle)
{
	struct row *v = sok_grow(b->row, b->nrow, &b->caprow, sizeof(*v));

	if (v == NULL)
		return NULL;
	b->row = v;
	b->row[b->nrow] =
	    (struct row){.s = s, .at = line, .rle = rle, .own = !rle};
	return &b->row[b->nrow++];
}

/* What a square adds to the count of its row. */
static const uint64_t worth[SOK_NSQUARES] = {
    [SOK_GOAL] = ROW_GOAL,
    [SOK_BOX] = ROW_BOX,
    [SOK_BOX | SOK_GOAL] = ROW_BOX + ROW_GOAL,
    [SOK_PLAYER] = ROW_PLAYER,
    [SOK_PLAYER | SOK_GOAL] = ROW_PLAYER + ROW_GOAL,
};

/* Fill in what the decision needs to know of a row.  One that is longer than
 * a board may be is not counted: it will be refused. */
static void
survey(struct row *r, size_t side, const unsigned char *squares)
{
	const unsigned char *s = (const unsigned char *)r->s.s;
	size_t n = r->s.len, i = 0;
	uint64_t count = 0;
	unsigned char first;

	while (n > 0 && squares[s[n - 1]] == SOK_FLOOR)
		n--;
	r->right = n;
	if (n == 0)
		return;
	while (squares[s[i]] == SOK_FLOOR)
		i++;
	r->left = i;
	first = squares[s[i]];
	r->edge = first == SOK_WALL || first == (SOK_BOX | SOK_GOAL);
	r->wall = memchr(s, '#', n) != NULL ||
	    (squares == lettered && memchr(s, 'W', n) != NULL);
	if (n > side)
		return;
	for (; i < n; i++)
		count += worth[squares[s[i]] & (SOK_NSQUARES - 1)];
	r->count = count;
}

/* A TAB goes to the next multiple of the TAB width, as the author saw it.  A
 * line that is too long for a row as it is does not grow. */
static size_t
tab_width(const struct blocks *b, struct sok_str s)
{
	return s.len > b->limits->v[SOK_LIMIT_SIDE] ? 1 : b->tabs;
}

/* The column behind a character in this one. */
static inline size_t
column_behind(size_t column, char c, size_t tabs)
{
	return c == '\t' ? column - column % tabs + tabs : column + 1;
}

static struct sok_str
expand_tabs(struct blocks *b, struct sok_str s)
{
	size_t tabs = tab_width(b, s);
	char *o = sok_arena_alloc(&b->cells, s.len, tabs);
	size_t n = 0;

	if (o == NULL)
		return (struct sok_str){NULL, 0};
	for (size_t i = 0; i < s.len; i++) {
		size_t to = column_behind(n, s.s[i], tabs);

		memset(o + n, s.s[i] == '\t' ? ' ' : s.s[i], to - n);
		n = to;
	}
	return (struct sok_str){o, n};
}

struct sok_str
rows_line(const struct blocks *b, size_t i)
{
	struct sok_str s = lines_str(&b->l, i);

	return b->l.v[i].has & HAS_QUOTE ? sok_str_unquote(s) : s;
}

/* `#12.` and `#2-1`: one wall, a count and floor or goals.  No row ends so, and
 * headings begin so. */
static bool
is_hash_number(struct sok_str s)
{
	size_t i = 2;

	if (s.len < 2 || s.s[0] != '#' || !sok_is_digit(s.s[1]))
		return false;
	while (i < s.len &&
	    (sok_is_digit(s.s[i]) || memchr(".-_ ", s.s[i], 4) != NULL))
		i++;
	return i == s.len;
}

bool
rows_numbered(struct sok_str s)
{
	size_t from;

	if (is_hash_number(s))
		return true;
	for (size_t i = 0; i < s.len; i++) {
		from = i;
		while (i < s.len && sok_is_digit(s.s[i]))
			i++;
		if (i > from && (from == 0 || s.s[from - 1] == ' ') &&
		    (i == s.len || s.s[i] == ' '))
			return true;
	}
	return false;
}

/* The columns of blanks in front of a row. */
static size_t
columns(const struct blocks *b, struct sok_str blanks)
{
	size_t tabs = tab_width(b, blanks), n = 0;

	for (size_t i = 0; i < blanks.len; i++)
		n = column_behind(n, blanks.s[i], tabs);
	return n;
}

static const char *
bar_before(const char *s, const char *end)
{
	return s < end ? memchr(s, '|', (size_t)(end - s)) : NULL;
}

/* Blanks in front of the only row of a line are floor, as in plain rows; in
 * front of several they indent the line, unless all of these begin so: how
 * many are floor. */
static size_t
indent(const struct blocks *b, struct sok_str s)
{
	struct sok_str in = sok_str_ltrim(s);
	const char *last = in.s + in.len - 1;
	const char *bar;

	if (in.len == s.len || in.s[0] == '|')
		return 0;
	for (bar = bar_before(in.s, last); bar != NULL;
	     bar = bar_before(bar + 1, last))
		if (bar[1] != ' ' && bar[1] != '|')
			return 0;
	return columns(b, sok_str_sub(s, 0, s.len - in.len));
}

static bool
has_wall(const struct blocks *b, size_t i)
{
	struct sok_str s = lines_str(&b->l, i);

	return lines_wall(&b->l, i) || memchr(s.s, 'W', s.len) != NULL;
}

/* With a wall in it or without. */
static int
decode(struct blocks *b, size_t i, struct sok_rle_error *e)
{
	struct sok_str line = sok_str_rtrim(rows_line(b, i));
	struct sok_str s = sok_str_ltrim(line);
	bool bar = b->l.v[i].has & HAS_BAR;
	size_t number;

	if (!bar && rows_numbered(s))
		return 0;
	if ((b->l.v[i].has & HAS_TAB) && memchr(s.s, '\t', s.len) != NULL)
		return 0;
	sok_buf_fill(&b->rle, ' ', indent(b, line));
	if (sok_rle_decode(&b->rle, s, SOK_RLE_BOARD, b->limits, e) == 0)
		/* `3 |#@$.#`, `| # | @ |` */
		return !bar || (!spoilt_label(s, &number) && !spoilt_table(s));
	return e->message == NULL ? -1 : 0;
}

int
rows_decode(struct blocks *b, size_t i, struct sok_rle_error *e)
{
	return has_wall(b, i) ? decode(b, i, e) : 0;
}

static bool
is_rle(const struct line *e)
{
	return e->has & HAS_COUNT;
}

static size_t
count_bars(struct sok_str s)
{
	size_t n = 0;

	for (const char *p = s.s, *end = s.s + s.len;
	     (p = memchr(p, '|', (size_t)(end - p))) != NULL; p++)
		n++;
	return n;
}

/* Bytes of a no-break space at i, in UTF-8 or in Latin-1; 0 if there is none.
 */
static size_t
no_break(struct sok_str s, size_t i)
{
	if (s.s[i] == '\xa0')
		return 1;
	return s.s[i] == '\xc2' && i + 1 < s.len && s.s[i + 1] == '\xa0' ? 2
	                                                                 : 0;
}

/* Whether no-break spaces are all that is not ASCII, as in what was copied from
 * a page; between walls, as they stand alone between boards. */
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
	char *o = sok_arena_alloc(&b->cells, s.len, 1);
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

/* The bytes before the first bar, or all. */
static size_t
to_bar(struct sok_str s)
{
	const char *bar = s.len > 0 ? memchr(s.s, '|', s.len) : NULL;

	return bar != NULL ? (size_t)(bar - s.s) : s.len;
}

/* Whether the line decoded last, which holds no wall, may be a row within
 * walls: no wider than the one above, and floor or from one box on a goal to
 * another. */
static bool
is_inner(const struct blocks *b, size_t width)
{
	struct sok_str s = sok_buf_str(&b->rle);
	size_t n = to_bar(s);
	bool inner = n >= 3 && n <= width && n + 1 >= s.len;

	s = sok_str_sub(s, 0, n);
	while (s.len > 0 && sok_square[(unsigned char)s.s[0]] == SOK_FLOOR)
		s = sok_str_from(s, 1);
	while (
	    s.len > 0 && sok_square[(unsigned char)s.s[s.len - 1]] == SOK_FLOOR)
		s.len--;
	return inner &&
	    (s.len == 0 ||
	        (s.len > 1 && s.s[0] == '*' && s.s[s.len - 1] == '*'));
}

/* Decode line i of a run below a line of one row of this width: 1, 0, -1.
 * Numbers and words are not meant as rows: without a wall only those that look
 * like them.
 */
static int
decode_next(struct blocks *b, size_t i, size_t width)
{
	struct sok_rle_error e;
	int r;

	if (width == 0 && !has_wall(b, i))
		return 0;
	r = decode(b, i, &e);
	return r == 1 ? has_wall(b, i) || is_inner(b, width) : r;
}

/* Encoded rows without a wall at the end of a run are none. */
static void
trim_run(const struct blocks *b, struct run *run)
{
	while (run->to > run->from && is_rle(&b->l.v[run->to - 1]) &&
	    !has_wall(b, run->to - 1))
		run->to--;
	run->plain = run->plain < run->to ? run->plain : run->to;
}

int
rows_gather(struct blocks *b, size_t i, struct run *run)
{
	size_t rows = 0, width = 0, side = b->limits->v[SOK_LIMIT_SIDE];
	int r, ok;

	*run = (struct run){i, i, i, false};
	while ((r = lines_want(&b->l, run->to)) == 1) {
		const struct line *line = &b->l.v[run->to];
		struct sok_str s;

		b->rle.len = 0;
		/* Of fewer than three nobody would say that they are many. */
		if (!is_possible(b, run->to) || (rows > side && rows > 2))
			break;
		if (run->plain < run->to && rows > LETTER_ROWS &&
		    !(line->can & CAN_RLE))
			break;
		ok = is_rle(line) ? decode_next(b, run->to, width) : 1;
		if (ok == -1)
			return -1;
		if (ok == 0)
			break;
		rows += 1;
		s = is_rle(line) ? sok_buf_str(&b->rle) : rows_line(b, run->to);
		if (is_rle(line))
			rows += count_bars(s);
		width = to_bar(s) + 1 < s.len ? 0 : to_bar(s);
		ok = run->to > i ? rows_apart(b, run->to) : 0;
		run->apart = ok == 1;
		if (ok != 0)
			return ok == 1 ? 0 : -1;
		if ((line->can & CAN_RLE) && run->plain == run->to)
			run->plain++;
		run->to++;
	}
	trim_run(b, run);
	return r == -1 ? -1 : 0;
}

/* Cut a decoded run-length line into rows: "||" is an empty row, a bar at
 * either end adds nothing.  No group goes over a bar, so the bars of the source
 * cut it alike. */
static int
add_rle_rows(struct blocks *b, size_t i, struct sok_str s)
{
	struct sok_str source = sok_str_trim(rows_line(b, i));
	const char *line = lines_str(&b->l, i).s;
	size_t bar = s.len > 0 && s.s[0] == '|', first = b->nrow;

	s = sok_str_from(s, bar);
	source = sok_str_from(source, bar);
	while (s.len > 0) {
		size_t n = to_bar(s);
		struct row *row = add_row(b, sok_str_sub(s, 0, n), i, true);

		if (row == NULL)
			return -1;
		row->col = (size_t)(source.s - line);
		s = sok_str_from(s, n + 1);
		source = sok_str_from(source, to_bar(source) + 1);
	}
	if (bar == 0 && b->nrow == first + 1)
		b->row[first].own = true;
	return 0;
}

int
rows_fill(struct blocks *b, size_t from, size_t to, bool letters)
{
	const unsigned char *squares = rows_squares(letters);
	size_t side = b->limits->v[SOK_LIMIT_SIDE];
	struct sok_rle_error e;

	b->nrow = 0;
	sok_arena_reset(&b->cells);
	for (size_t i = from; i < to; i++) {
		size_t first = b->nrow;
		struct sok_str s = rows_line(b, i);

		if (is_rle(&b->l.v[i])) {
			b->rle.len = 0;
			if (decode(b, i, &e) != 1)
				return -1;
			s = sok_str_dup(&b->cells, sok_buf_str(&b->rle));
			if (s.s == NULL || add_rle_rows(b, i, s) == -1)
				return -1;
		} else {
			if (b->l.v[i].has & HAS_HIGH)
				s = with_blanks(b, s);
			if (s.s != NULL && (b->l.v[i].has & HAS_TAB))
				s = expand_tabs(b, s);
			if (s.s == NULL || add_row(b, s, i, false) == NULL)
				return -1;
		}
		for (; first < b->nrow; first++) {
			survey(&b->row[first], side, squares);
			b->row[first].edge &=
			    !b->row[first].rle || has_wall(b, i);
		}
	}
	return 0;
}
