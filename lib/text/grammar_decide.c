/*
 * grammar_decide.c - decides which rows of a candidate are a board (sok(5),
 * "Boards"): between grammar_rows.c, which collects the rows, and
 * grammar_boards.c.
 */
#include <string.h>

#include "board/alphabet.h"
#include "text/grammar.h"
#include "tools.h"

/* Row i, without `quote` characters if it is a line of its own. */
static inline struct sok_str
row_text(const struct blocks *b, size_t i, size_t quote)
{
	return b->straight
	    ? lines_str(&b->l, rows_at(b, i))
	    : sok_str_from(b->row[i].s, b->row[i].own ? quote : 0);
}

/* Whether the rows can be counted as one text: only line ends, where letters
 * are squares, or bars separate them, and the text is not too long. */
static bool
is_one_text(const struct blocks *b, struct range r, struct sok_str *all)
{
	struct sok_str last = row_text(b, r.to - 1, 0);
	const struct row *row = b->row + r.from, *end = b->row + r.to - 1;

	*all = row_text(b, r.from, 0);
	if (b->straight) {
		all->len = (size_t)(last.s + last.len - all->s);
		return b->letters;
	}
	while (row < end && row->rle && row->s.s + row->s.len + 1 == row[1].s.s)
		row++;
	if (row < end || !end->rle)
		return false;
	all->len = (size_t)(last.s + last.len - all->s);
	return all->len <= b->limits->v[SOK_LIMIT_SIDE];
}

/* Count what the rows contain.  Rows longer than the limit are not counted,
 * because the board will be refused. */
static struct bytes_count
count_rows(struct blocks *b, struct range r)
{
	struct bytes_count n = {0, 0, 0, false};
	size_t side = b->limits->v[SOK_LIMIT_SIDE];
	struct sok_str s;

	if (b->countable)
		return lines_count(
		    &b->l, rows_at(b, r.from), rows_at(b, r.to - 1) + 1);
	if (is_one_text(b, r, &s)) {
		bytes_add(&n, s.s, s.len, b->letters);
		return n;
	}
	for (size_t i = r.from; i < r.to; i++) {
		s = row_text(b, i, 0);
		if (s.len > side)
			s.len = rows_look(b, i)->right;
		if (s.len <= side)
			bytes_add(&n, s.s, s.len, b->letters);
	}
	return n;
}

void
rows_add_up(struct blocks *b, struct range r, struct sok_board *to)
{
	if (r.from == r.to)
		b->sum = (struct bytes_count){0, 0, 0, false};
	else if (r.from != b->sum_of.from || r.to != b->sum_of.to)
		b->sum = count_rows(b, r);
	b->sum_of = r;
	to->players = b->sum.players;
	to->boxes = b->sum.boxes;
	to->goals = b->sum.goals;
}

size_t
rows_width(struct blocks *b, struct range r, size_t quote)
{
	size_t width = 1, n;

	if (b->straight && r.to - r.from == b->nrow)
		return b->wide;
	for (size_t i = r.from; i < r.to; i++) {
		n = row_text(b, i, quote).len;
		width = n > width ? n : width;
	}
	return width;
}

/* Write the squares of plain rows from line i on. */
static void
put_lines(const struct lines *l, size_t i, bool letters, struct sok_board *to)
{
	const char *window = (const char *)lines_window(l);
	const struct line *e = l->v + i, *end = e + to->height, *same;
	size_t width = (size_t)to->width, rows;
	unsigned char *sq = to->sq;

	for (; e < end; e = same, sq += rows * width) {
		uint32_t len = e->len, step = len + 1;

		same = e + 1;
		while (same < end && same->len == len &&
		    same->off - same[-1].off == step)
			same++;
		rows = (size_t)(same - e);
		bytes_grid(sq, window + lines_place(l, e->off), step, len,
		    width, rows, letters);
	}
}

void
rows_put(
    const struct blocks *b, struct range r, size_t quote, struct sok_board *to)
{
	const struct row *row = b->row + r.from, *end = b->row + r.to, *same;
	size_t width = (size_t)to->width, rows;
	unsigned char *sq = to->sq;

	if (b->straight) {
		put_lines(&b->l, b->first_row + r.from, b->letters, to);
		return;
	}
	/* Consecutive rows of the same length are written together. */
	for (; row < end; row = same, sq += rows * width) {
		struct sok_str s = row->s;

		same = row + 1;
		while (same < end && same->s.len == s.len &&
		    same->s.s == same[-1].s.s + s.len + 1)
			same++;
		rows = (size_t)(same - row);
		s = sok_str_from(s, row->own ? quote : 0);
		bytes_grid(
		    sq, s.s, row->s.len + 1, s.len, width, rows, b->letters);
	}
}

void
rows_place(const struct blocks *b, size_t i, struct sok_board *to)
{
	size_t line = lines_number(&b->l, i);

	for (int y = 0; y < to->height; y++)
		to->row[y] = (struct sok_row){line++, 1, false, false};
}

int
rows_board(
    struct sok_board *to, size_t width, size_t height, struct sok_arena *a)
{
	*to = (struct sok_board){.width = (int)width, .height = (int)height};
	to->sq = sok_arena_alloc(a, width * height + BYTES_PAD, 1);
	return to->sq == NULL ? -1 : 0;
}

/* One player, and as many boxes as goals, at least one. */
static bool
is_sound(struct blocks *b, struct range r)
{
	struct sok_board sum;

	rows_add_up(b, r, &sum);
	return sum.players == 1 && sum.boxes == sum.goals && sum.boxes > 0;
}

/* At least three rows, and at least three columns between the first and the
 * last square that is not floor. */
static bool
is_large(struct blocks *b, struct range r)
{
	size_t left = SIZE_MAX, right = 0;

	if (r.to - r.from < 3)
		return false;
	for (size_t i = r.from; i < r.to; i++) {
		const struct row *row = rows_look(b, i);

		right = row->right > right ? row->right : right;
		if (row->right > 0 && row->left < left)
			left = row->left;
		if (left < right && right - left >= 3)
			return true;
	}
	return false;
}

/* The same for the rectangle of the rows, with its floor. */
static bool
is_large_whole(struct blocks *b, struct range r)
{
	if (r.to - r.from < 3)
		return false;
	while (r.from < r.to && rows_get(b, r.from)->s.len < 3)
		r.from++;
	return r.from < r.to;
}

static bool
begins_line(const struct blocks *b, size_t i, struct range r)
{
	return i == r.from || rows_at(b, i - 1) != rows_at(b, i);
}

static bool
ends_line(const struct blocks *b, size_t i, struct range r)
{
	return i + 1 == r.to || rows_at(b, i + 1) != rows_at(b, i);
}

/* From the first to the last row that begins with a wall or a box on a goal;
 * plain rows with a wall directly above or below belong to it. */
static struct range
find_core(struct blocks *b, struct range r)
{
	struct range c = r;

	while (c.from < r.to &&
	    !(rows_look(b, c.from)->edge && begins_line(b, c.from, r)))
		c.from++;
	while (c.to > c.from &&
	    !(rows_look(b, c.to - 1)->edge && ends_line(b, c.to - 1, r)))
		c.to--;
	if (c.from >= c.to)
		return (struct range){r.from, r.from};
	while (c.from > r.from && rows_wall(b, c.from - 1) &&
	    !rows_get(b, c.from - 1)->rle)
		c.from--;
	while (c.to < r.to && rows_wall(b, c.to) && !rows_get(b, c.to)->rle)
		c.to++;
	return c;
}

struct range
rows_decide(struct blocks *b, struct range r, bool *sound)
{
	struct range core = find_core(b, r);
	bool large = is_large(b, core);

	*sound = large && is_sound(b, core);
	if (!*sound && is_large_whole(b, r) && is_sound(b, r)) {
		*sound = true;
		return r;
	}
	if (!large)
		return (struct range){r.from, r.from};
	while (core.from > r.from && rows_look(b, core.from - 1)->right == 0 &&
	    !rows_get(b, core.from - 1)->rle)
		core.from--;
	return core;
}

/* ---- complete boards on single lines */

/* Make a board of the rows: 1, 0 if it is too large, -1. */
static int
fill_board(struct blocks *b, struct range r, struct sok_board *to)
{
	size_t width = rows_width(b, r, 0);

	if (sok_limit_board(b->limits, width, r.to - r.from) != NULL)
		return 0;
	if (rows_board(to, width, r.to - r.from, &b->cells) == -1)
		return -1;
	rows_put(b, r, 0, to);
	rows_add_up(b, r, to);
	return 1;
}

int
rows_whole(struct blocks *b, size_t from, size_t to)
{
	struct range all = {0, 0}, board;
	struct sok_board whole;
	bool sound;
	int r, x, y;

	if (rows_fill(b, from, to, false) == -1)
		return -1;
	all.to = b->nrow;
	board = rows_decide(b, all, &sound);
	if (!sound || board.to - board.from != all.to)
		return 0;
	r = fill_board(b, all, &whole);
	return r == 1 ? sok_board_closed(&whole, &x, &y, &b->cells) : r;
}

/* Whether line i alone is a closed board. */
static int
is_whole(struct blocks *b, size_t i)
{
	struct sok_rle_error e;
	int r;

	b->rle.len = 0;
	r = rows_decode(b, i, &e);
	return r == 1 ? rows_whole(b, i, i + 1) : r;
}

static bool
may_be_whole(const struct blocks *b, size_t i)
{
	struct sok_str s = lines_str(&b->l, i);

	return (b->l.v[i].can & CAN_RLE) && (b->l.v[i].has & HAS_BAR) &&
	    lines_wall(&b->l, i) &&
	    (memchr(s.s, '@', s.len) != NULL ||
	        memchr(s.s, '+', s.len) != NULL);
}

int
rows_apart(struct blocks *b, size_t i)
{
	int r;

	if (!may_be_whole(b, i) || !may_be_whole(b, i - 1))
		return 0;
	r = is_whole(b, i);
	return r == 0 ? is_whole(b, i - 1) : r;
}

/* ---- obvious boards */

/* Whether a row begins with a wall after *blanks blanks. */
static bool
begins_with_wall(const char *s, size_t len, size_t *blanks)
{
	size_t n = 0;

	while (n < len && s[n] == ' ')
		n++;
	*blanks = n;
	return n < len && s[n] == '#';
}

/* Whether rows that were cut together begin with a row from wall to wall, at
 * least three wide, and the last one begins with a wall. */
static bool
is_framed(const char *window, const struct lines *l, const struct lines_rows *r)
{
	const struct line *e = l->v + r->from, *last = l->v + r->to - 1;
	const char *s = window + lines_place(l, e->off);
	size_t blanks;

	return begins_with_wall(
	           window + lines_place(l, last->off), last->len, &blanks) &&
	    begins_with_wall(s, e->len, &blanks) && e->len >= blanks + 3 &&
	    s[e->len - 1] == '#';
}

/* Whether one of them begins without floor. */
static bool
is_tight(const char *window, const struct lines *l, const struct lines_rows *r)
{
	const struct line *e = l->v + r->from, *end = l->v + r->to;

	while (e < end &&
	    sok_square[(unsigned char)window[lines_place(l, e->off)]] ==
	        SOK_FLOOR)
		e++;
	return e < end;
}

/* Make a board of the rows from line i on; -1 on ENOMEM. */
static int
fill_plain_board(struct blocks *b, size_t i, const struct lines_rows *r,
    const struct bytes_count *sum, struct sok_board *to)
{
	const char *window = (const char *)lines_window(&b->l);
	size_t n = r->to - i;
	struct sok_row *row = sok_arena_alloc(
	    b->ahead, n * sizeof(*row) + r->wide * n + BYTES_PAD, 1);

	if (row == NULL)
		return -1;
	*to = (struct sok_board){.width = (int)r->wide,
	    .height = (int)n,
	    .sq = (unsigned char *)(row + n),
	    .players = sum->players,
	    .boxes = sum->boxes,
	    .goals = sum->goals,
	    .row = row};
	if (r->wide == r->narrow)
		bytes_grid(to->sq, window + lines_place(&b->l, b->l.v[i].off),
		    r->wide + 1, r->wide, r->wide, n, false);
	else {
		put_lines(&b->l, i, false, to);
	}
	rows_place(b, i, to);
	return 1;
}

int
block_plain(struct blocks *b, size_t i, struct block *k)
{
	const struct lines_rows *r = &b->l.rows;
	const char *window = (const char *)lines_window(&b->l);
	struct bytes_count sum;

	if (r->from != i || r->to < i + 3 || !lines_ends_rows(&b->l, r->to) ||
	    sok_limit_board(b->limits, r->wide, r->to - i) != NULL ||
	    !is_framed(window, &b->l, r))
		return 0;
	sum = lines_count(&b->l, i, r->to);
	if (sum.players != 1 || sum.boxes != sum.goals || sum.boxes == 0)
		return 0;
	block_begin(k, SOK_BLOCK_BOARD, i, r->to);
	k->plain =
	    !sum.dash && !(b->l.ends & LINES_CR) && is_tight(window, &b->l, r);
	return fill_plain_board(b, i, r, &sum, &k->board);
}
