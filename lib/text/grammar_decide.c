/* grammar_decide.c - decides which rows of a candidate are a board (sok(5),
 * "Boards"): between grammar_rows.c, which collects the rows, and
 * grammar_boards.c. */
#include <string.h>

#include "base/base.h"
#include "text/grammar.h"
#include "text/text.h"

/* Count what the rows contain, unless they were counted last.  Rows longer than
 * the limit are not counted, because the board will be refused. */
static const struct bytes_count *
count_rows(struct blocks *b, struct range r)
{
	const struct lines *l = &b->l;
	struct bytes_count *n = &b->sum;
	size_t side = b->limits->v[SOK_LIMIT_SIDE], from = 0, to = 0;
	const struct row *row = b->row;

	if (r.from < r.to && r.from == b->sum_of.from && r.to == b->sum_of.to)
		return n;
	*n = (struct bytes_count){.players = 0};
	b->sum_of = r;
	/* The bytes of lines that are rows as they are have bits. */
	if (r.from < r.to && !b->letters && !(b->has & ROWS_CHANGED) &&
	    l->squares == NULL) {
		from = l->v[row[r.from].at].off - l->bits_from;
		to = l->v[row[r.to - 1].at].off - l->bits_from +
		    row[r.to - 1].s.len;
	}
	if (from < to && to <= l->bits_to - l->bits_from && to - from <= side) {
		bytes_count(n, l->bits, from, to);
		return n;
	}
	for (size_t i = r.from; i < r.to; i++) {
		struct sok_str s = row[i].s;

		if (s.len > side)
			s.len = rows_look(b, i)->right;
		if (s.len > side)
			continue;
		/* Short rows are counted together if only a bar separates them,
		 * or a line end. */
		while (i + 1 < r.to && row[i + 1].s.s == s.s + s.len + 1 &&
		    (s.s[s.len] == '|' || s.s[s.len] == '\n') &&
		    s.len + row[i + 1].s.len < side)
			s.len += 1 + row[++i].s.len;
		bytes_add(n, s.s, s.len, b->letters);
	}
	return n;
}

int
rows_board(struct blocks *b, struct range r, size_t quote, size_t *width,
    struct sok_board *to, struct sok_arena *a)
{
	const struct bytes_count *sum = count_rows(b, r);
	const struct row *row = b->row + r.from, *end = b->row + r.to, *same;
	size_t height = r.to - r.from, wide = 1, rows;

	for (same = row; same < end; same++) {
		size_t n = sok_str_from(same->s, same->own ? quote : 0).len;

		wide = n > wide ? n : wide;
	}
	*width = wide;
	if (sok_limit_board(b->limits, wide, height) != NULL)
		return 0;
	unsigned char *sq = sok_arena_alloc(a, wide * height + BYTES_PAD, 1);
	if (sq == NULL)
		return -1;
	*to = (struct sok_board){.width = (int)wide,
	    .height = (int)height,
	    .sq = sq,
	    .players = sum->players,
	    .boxes = sum->boxes,
	    .goals = sum->goals};
	/* Consecutive rows of the same length are written together. */
	for (; row < end; row = same, sq += rows * wide) {
		struct sok_str s = row->s;

		same = row + 1;
		while (same < end && same->s.len == s.len &&
		    same->s.s == same[-1].s.s + s.len + 1)
			same++;
		rows = (size_t)(same - row);
		s = sok_str_from(s, row->own ? quote : 0);
		bytes_grid(
		    sq, s.s, row->s.len + 1, s.len, wide, rows, b->letters);
	}
	return 1;
}

/* One player, and as many boxes as goals, at least one. */
static bool
is_sound(const struct bytes_count *n)
{
	return n->players == 1 && n->boxes == n->goals && n->boxes > 0;
}

static bool
has_wall(struct blocks *b, size_t i)
{
	const struct row *r = rows_look(b, i);

	return r->right > 0 &&
	    (memchr(r->s.s, '#', r->right) != NULL ||
	        (b->letters && memchr(r->s.s, 'W', r->right) != NULL));
}

/* Of the first n rows: from the first to the last one that begins with a wall
 * or a box on a goal; plain rows with a wall directly above or below belong to
 * it. */
static struct range
find_core(struct blocks *b, size_t n)
{
	const struct row *row = b->row;
	struct range c = {0, n};

	while (c.from < n &&
	    !(rows_look(b, c.from)->edge &&
	        (c.from == 0 || row[c.from - 1].at != row[c.from].at)))
		c.from++;
	while (c.to > c.from &&
	    !(rows_look(b, c.to - 1)->edge &&
	        (c.to == n || row[c.to].at != row[c.to - 1].at)))
		c.to--;
	if (c.from >= c.to)
		return (struct range){0, 0};
	while (c.from > 0 && !row[c.from - 1].rle && has_wall(b, c.from - 1))
		c.from--;
	while (c.to < n && !row[c.to].rle && has_wall(b, c.to))
		c.to++;
	return c;
}

/* Whether a row goes from wall to wall, is at least three wide, and does not
 * end in floor. */
static bool
is_closed_row(struct sok_str row)
{
	const char *wall = row.s, *end = row.s + row.len;

	while (wall < end && *wall == ' ')
		wall++;
	return end - wall >= 3 && *wall == '#' && end[-1] == '#';
}

static bool
begins_with_wall(struct sok_str row)
{
	size_t i = 0;

	while (i < row.len && row.s[i] == ' ')
		i++;
	return i < row.len && row.s[i] == '#';
}

/* Whether n rows are obviously a board, all of them: what follows from their
 * first and last row and from all that they contain is what rows_decide() finds
 * out by looking at each row. */
static bool
is_obvious(struct sok_str first, struct sok_str last, size_t n)
{
	return n >= 3 && is_closed_row(first) && begins_with_wall(last);
}

struct range
rows_decide(struct blocks *b, size_t n, bool *sound)
{
	struct range all = {0, n}, core;
	size_t left = SIZE_MAX, right = 0;
	bool large = false, wide = false;

	if (n > 0 && is_obvious(b->row[0].s, b->row[n - 1].s, n) &&
	    is_sound(count_rows(b, all))) {
		*sound = true;
		return all;
	}
	core = find_core(b, n);
	/* It has at least three rows, and at least three columns between the
	 * first and the last square that is not floor. */
	for (size_t i = core.from;
	     i < core.to && core.to - core.from >= 3 && !large; i++) {
		const struct row *row = rows_look(b, i);

		right = row->right > right ? row->right : right;
		if (row->right > 0 && row->left < left)
			left = row->left;
		large = left < right && right - left >= 3;
	}
	*sound = large && is_sound(count_rows(b, core));
	/* The rectangle of all rows, with its floor, may be a board as well. */
	for (size_t i = 0; i < n && n >= 3 && !wide; i++)
		wide = b->row[i].s.len >= 3;
	if (!*sound && wide && is_sound(count_rows(b, all))) {
		*sound = true;
		return all;
	}
	if (!large)
		return (struct range){0, 0};
	while (core.from > 0 && !b->row[core.from - 1].rle &&
	    rows_look(b, core.from - 1)->right == 0)
		core.from--;
	return core;
}

/* ---- complete boards on single lines */

int
rows_whole(struct blocks *b, size_t from, size_t to)
{
	struct sok_board whole;
	size_t width;
	bool sound;
	int x, y, got;

	if (rows_fill(b, from, to, false) == -1)
		return -1;
	struct range board = rows_decide(b, b->nrow, &sound);
	if (!sound || board.to - board.from != b->nrow)
		return 0;
	got = rows_board(b, board, 0, &width, &whole, &b->cells);
	return got != 1 ? got : sok_board_closed(&whole, &x, &y, &b->cells);
}

bool
rows_has_player(const struct blocks *b, size_t from, size_t to)
{
	bool named = b->l.squares != NULL;
	const char *p, *end;

	/* All at once, unless the rows differ from the lines. */
	for (; from < to; from = named ? from + 1 : to) {
		struct sok_str s =
		    named ? lines_row(&b->l, from) : lines_raw(&b->l, from, to);

		/* 0xff, which is no square, has the bit of a player as well. */
		for (p = s.s, end = s.s + s.len; p < end; p++)
			if (sok_square[(unsigned char)*p] -
			        (unsigned)SOK_PLAYER <
			    SOK_PLAYER)
				return true;
	}
	return false;
}

int
rows_apart(struct blocks *b, size_t i)
{
	for (size_t j = i - 1; j <= i; j++)
		if (!(b->l.v[j].can & CAN_RLE) || !lines_wall(&b->l, j) ||
		    !rows_has_player(b, j, j + 1))
			return 0;
	int r = rows_whole(b, i, i + 1);
	return r == 0 ? rows_whole(b, i - 1, i) : r;
}

/* ---- boards of rows that were cut together */

/* Make the board of these rows: 1, -1 on ENOMEM. */
static int
take_rows(struct blocks *b, const struct lines_rows *r, struct block *k)
{
	const struct lines *l = &b->l;
	const struct line *e = l->v + r->from, *end = l->v + r->to, *same = e;
	const char *at = lines_str(l, r->from).s;
	size_t n = r->to - r->from, width = r->wide, line, bytes;
	struct sok_row *row = sok_arena_alloc(
	    b->ahead, n * sizeof(*row) + width * n + BYTES_PAD, 1);

	if (row == NULL)
		return -1;
	unsigned char *sq = (unsigned char *)(row + n);
	block_begin(k, SOK_BLOCK_BOARD, r->from, r->to);
	/* With each field, because clearing them first takes longer. */
	k->board = (struct sok_board){.width = (int)width,
	    .height = (int)n,
	    .grid = SOK_SQUARES,
	    .sq = sq,
	    .players = r->sum.players,
	    .boxes = r->sum.boxes,
	    .goals = r->sum.goals,
	    .row = row,
	    .xsb = {NULL, 0}};
	line = lines_number(l, r->from);
	for (struct sok_row *last = row + n; row < last; row++)
		*row = (struct sok_row){line++, 1, false, false, false};
	/* It has no margin if one row begins without floor. */
	while (same < end &&
	    sok_square[(unsigned char)at[same->off - e->off]] == SOK_FLOOR)
		same++;
	k->plain = !r->sum.alias && !(l->ends & LINES_CR) && same < end;

	/* Rows of the same length are written together. */
	bytes = end[-1].off + end[-1].len + 1 - e->off;
	for (; e < end; e = same, sq += n * width) {
		same = bytes == (size_t)(end - e) * (width + 1) ? end : e + 1;
		while (same < end && same->len == e->len)
			same++;
		n = (size_t)(same - e);
		bytes_grid(sq, at, e->len + 1, e->len, width, n, false);
		at += n * (e->len + 1);
		bytes -= n * (e->len + 1);
	}
	return 1;
}

/* Whether line i is the first of the rows that were cut last, and no other row
 * adjoins them: 1 and *r, 0, -1. */
static int
find_rows(struct blocks *b, size_t i, struct lines_rows *r)
{
	const struct lines *l = &b->l;

	*r = l->rows;
	if (r->from != i)
		return 0;
	/* They may go on where the lines end that were cut so far. */
	while (!lines_ends_rows(l, r->to)) {
		int more = 0;

		if (r->to == l->n && r->to - i <= b->limits->v[SOK_LIMIT_SIDE])
			more = lines_want(&b->l, r->to);
		if (more != 1)
			return more;
		if (l->rows.from == i)
			*r = l->rows;
	}
	return 1;
}

int
rows_cut_board(struct blocks *b, size_t i, struct block *k)
{
	struct lines_rows r;
	int got = find_rows(b, i, &r);

	if (got != 1)
		return got;
	if (!is_obvious(
	        lines_str(&b->l, i), lines_str(&b->l, r.to - 1), r.to - i) ||
	    !is_sound(&r.sum) ||
	    sok_limit_board(b->limits, r.wide, r.to - i) != NULL)
		return 0;
	return take_rows(b, &r, k);
}
