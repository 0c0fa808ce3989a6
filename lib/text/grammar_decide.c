/*
 * grammar_decide.c - decides which rows of a candidate are a board (sok(5),
 * "Boards"): between grammar_rows.c, which collects the rows, and
 * grammar_boards.c.
 */
#include <string.h>

#include "text/grammar.h"
#include "tools.h"

/* Whether only a bar separates a row from the next one, or a line end where
 * letters are squares: neither counts as a square. */
static inline bool
adjoins(const struct blocks *b, const struct row *row)
{
	return (b->letters || (row->rle && row[1].rle)) &&
	    row->s.s + row->s.len + 1 == row[1].s.s;
}

/* Count what the rows contain.  Rows longer than the limit are not counted,
 * because the board will be refused. */
static struct bytes_count
count_rows(struct blocks *b, struct range r)
{
	struct bytes_count n = {0, 0, 0, false};
	size_t side = b->limits->v[SOK_LIMIT_SIDE];

	if (b->countable)
		return lines_count(
		    &b->l, b->row[r.from].at, b->row[r.to - 1].at + 1);
	for (size_t i = r.from; i < r.to; i++) {
		struct sok_str s = b->row[i].s;

		if (s.len > side)
			s.len = rows_look(b, i)->right;
		if (s.len > side)
			continue;
		/* Short rows are counted together. */
		while (i + 1 < r.to && adjoins(b, &b->row[i]) &&
		    s.len + b->row[i + 1].s.len < side)
			s.len += 1 + b->row[++i].s.len;
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
rows_width(const struct blocks *b, struct range r, size_t quote)
{
	size_t width = 1, n;

	for (size_t i = r.from; i < r.to; i++) {
		n = sok_str_from(b->row[i].s, b->row[i].own ? quote : 0).len;
		width = n > width ? n : width;
	}
	return width;
}

void
rows_put(
    const struct blocks *b, struct range r, size_t quote, struct sok_board *to)
{
	const struct row *row = b->row + r.from, *end = b->row + r.to, *same;
	size_t width = (size_t)to->width, rows;
	unsigned char *sq = to->sq;

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

	for (size_t i = r.from; i < r.to && r.to - r.from >= 3; i++) {
		const struct row *row = rows_look(b, i);

		right = row->right > right ? row->right : right;
		if (row->right > 0 && row->left < left)
			left = row->left;
		if (left < right && right - left >= 3)
			return true;
	}
	return false;
}

/* Whether a row has a wall. */
static bool
has_wall(struct blocks *b, size_t i)
{
	const struct row *r = rows_look(b, i);

	return r->right > 0 &&
	    (memchr(r->s.s, '#', r->right) != NULL ||
	        (b->letters && memchr(r->s.s, 'W', r->right) != NULL));
}

/* From the first to the last row that begins with a wall or a box on a goal;
 * plain rows with a wall directly above or below belong to it. */
static struct range
find_core(struct blocks *b, struct range r)
{
	const struct row *row = b->row;
	struct range c = r;

	while (c.from < r.to &&
	    !(rows_look(b, c.from)->edge &&
	        (c.from == r.from || row[c.from - 1].at != row[c.from].at)))
		c.from++;
	while (c.to > c.from &&
	    !(rows_look(b, c.to - 1)->edge &&
	        (c.to == r.to || row[c.to].at != row[c.to - 1].at)))
		c.to--;
	if (c.from >= c.to)
		return (struct range){r.from, r.from};
	while (
	    c.from > r.from && !row[c.from - 1].rle && has_wall(b, c.from - 1))
		c.from--;
	while (c.to < r.to && !row[c.to].rle && has_wall(b, c.to))
		c.to++;
	return c;
}

struct range
rows_decide(struct blocks *b, struct range r, bool *sound)
{
	struct range core = find_core(b, r);
	bool large = is_large(b, core), wide = false;

	*sound = large && is_sound(b, core);
	/* The rectangle of all rows, with its floor, may be a board as well. */
	for (size_t i = r.from; i < r.to && r.to - r.from >= 3 && !wide; i++)
		wide = b->row[i].s.len >= 3;
	if (!*sound && wide && is_sound(b, r)) {
		*sound = true;
		return r;
	}
	if (!large)
		return (struct range){r.from, r.from};
	while (core.from > r.from && !b->row[core.from - 1].rle &&
	    rows_look(b, core.from - 1)->right == 0)
		core.from--;
	return core;
}

/* ---- complete boards on single lines */

int
rows_whole(struct blocks *b, size_t from, size_t to)
{
	struct range all = {0, 0}, board;
	struct sok_board whole;
	size_t width;
	bool sound;
	int x, y;

	if (rows_fill(b, from, to, false) == -1)
		return -1;
	all.to = b->nrow;
	board = rows_decide(b, all, &sound);
	if (!sound || board.to - board.from != all.to)
		return 0;
	width = rows_width(b, all, 0);
	if (sok_limit_board(b->limits, width, all.to) != NULL)
		return 0;
	if (rows_board(&whole, width, all.to, &b->cells) == -1)
		return -1;
	rows_put(b, all, 0, &whole);
	rows_add_up(b, all, &whole);
	return sok_board_closed(&whole, &x, &y, &b->cells);
}

bool
rows_has_player(const struct blocks *b, size_t from, size_t to)
{
	struct sok_str s = lines_raw(&b->l, from, to);

	return memchr(s.s, '@', s.len) != NULL ||
	    memchr(s.s, '+', s.len) != NULL;
}

static bool
may_be_whole(const struct blocks *b, size_t i)
{
	return (b->l.v[i].can & CAN_RLE) && (b->l.v[i].has & HAS_BAR) &&
	    lines_wall(&b->l, i) && rows_has_player(b, i, i + 1);
}

int
rows_apart(struct blocks *b, size_t i)
{
	int r;

	if (!may_be_whole(b, i) || !may_be_whole(b, i - 1))
		return 0;
	r = rows_whole(b, i, i + 1);
	return r == 0 ? rows_whole(b, i - 1, i) : r;
}

/* ---- obvious boards */

/* Whether a row of so many bytes begins with a wall after *blanks blanks. */
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
is_framed(const struct lines *l, const struct lines_rows *r)
{
	struct sok_str s = lines_str(l, r->from),
	               last = lines_str(l, r->to - 1);
	size_t blanks;

	return begins_with_wall(last.s, last.len, &blanks) &&
	    begins_with_wall(s.s, s.len, &blanks) && s.len >= blanks + 3 &&
	    s.s[s.len - 1] == '#';
}

int
rows_obvious(struct blocks *b, size_t i, struct block *k)
{
	const struct lines_rows *r = &b->l.rows;
	size_t n, width, line = lines_number(&b->l, i);
	const struct line *e, *end, *same;
	const char *window;
	struct bytes_count sum;
	struct sok_row *row;
	unsigned char *sq;

	/* They may go on where the lines end that were cut so far. */
	while (r->from == i && r->to == b->l.n &&
	    !lines_ends_rows(&b->l, r->to) &&
	    r->to - i <= b->limits->v[SOK_LIMIT_SIDE]) {
		int more = lines_want(&b->l, r->to);

		if (more != 1)
			return more;
	}
	n = r->to - i;
	width = r->wide;
	if (r->from != i || r->to < i + 3 || !lines_ends_rows(&b->l, r->to) ||
	    sok_limit_board(b->limits, width, n) != NULL ||
	    !is_framed(&b->l, r))
		return 0;
	sum = lines_count(&b->l, i, r->to);
	if (sum.players != 1 || sum.boxes != sum.goals || sum.boxes == 0)
		return 0;
	row = sok_arena_alloc(
	    b->ahead, n * sizeof(*row) + width * n + BYTES_PAD, 1);
	if (row == NULL)
		return -1;
	sq = (unsigned char *)(row + n);
	window = (const char *)lines_window(&b->l);
	e = same = b->l.v + i;
	end = e + n;
	block_begin(k, SOK_BLOCK_BOARD, i, r->to);
	k->board = (struct sok_board){.width = (int)width,
	    .height = (int)n,
	    .sq = sq,
	    .players = sum.players,
	    .boxes = sum.boxes,
	    .goals = sum.goals,
	    .row = row};
	for (size_t y = 0; y < n; y++)
		row[y] = (struct sok_row){line + y, 1, false, false};
	/* It has no margin if one row begins without floor. */
	while (same < end &&
	    sok_square[(unsigned char)window[lines_place(&b->l, same->off)]] ==
	        SOK_FLOOR)
		same++;
	k->plain = !sum.dash && !(b->l.ends & LINES_CR) && same < end;
	/* Lines that were cut together follow one another. */
	for (; e < end; e = same, sq += n * width) {
		same = r->narrow == width ? end : e + 1;
		while (same < end && same->len == e->len)
			same++;
		n = (size_t)(same - e);
		bytes_grid(sq, window + lines_place(&b->l, e->off), e->len + 1,
		    e->len, width, n, false);
	}
	return 1;
}
