/*
 * block_decide.c - which rows of a candidate are a board (sok(5), "Boards"):
 * between block_rows.c, which surveyed them, and block_board.c.
 */
#include <string.h>

#include "text/block.h"

void
rows_add_up(const struct blocks *b, struct range r, struct sok_board *to)
{
	const uint64_t field = ROW_GOAL - 1;

	to->boxes = to->goals = to->players = 0;
	for (size_t i = r.from; i < r.to; i++) {
		uint64_t n = b->row[i].count;

		to->boxes += (size_t)(n & field);
		to->goals += (size_t)(n >> ROW_FIELD & field);
		to->players += (size_t)(n >> 2 * ROW_FIELD);
	}
}

size_t
rows_width(const struct blocks *b, struct range r, size_t quote)
{
	size_t width = 1, n;

	for (size_t i = r.from; i < r.to; i++) {
		n = b->row[i].s.len - (b->row[i].own ? quote : 0);
		width = n > width ? n : width;
	}
	return width;
}

void
rows_put(const struct blocks *b, struct range r, size_t quote, bool letters,
    struct sok_board *to)
{
	const unsigned char *squares = rows_squares(letters);
	unsigned char *sq = to->sq;
	struct sok_str s;

	for (size_t i = r.from; i < r.to; i++, sq += to->width) {
		s = sok_str_from(b->row[i].s, b->row[i].own ? quote : 0);
		for (size_t x = 0; x < s.len; x++)
			sq[x] = squares[(unsigned char)s.s[x]];
	}
}

/* One player and as many boxes as goals, at least one. */
static bool
is_sound(const struct blocks *b, struct range r)
{
	struct sok_board sum;

	rows_add_up(b, r, &sum);
	return sum.players == 1 && sum.boxes == sum.goals && sum.boxes > 0;
}

/* At least three rows, and three columns between the first and the last
 * square that is not floor (whole: of the rectangle). */
static bool
is_large(const struct blocks *b, struct range r, bool whole)
{
	size_t left = whole ? 0 : SIZE_MAX, right = 0;

	if (r.to - r.from < 3)
		return false;
	for (size_t i = r.from; i < r.to; i++) {
		const struct row *row = &b->row[i];
		size_t end = whole ? row->s.len : row->right;

		right = end > right ? end : right;
		if (row->right > 0 && row->left < left)
			left = row->left;
	}
	return left < right && right - left >= 3;
}

static bool
begins_line(const struct blocks *b, size_t i, struct range r)
{
	return i == r.from || b->row[i - 1].at != b->row[i].at;
}

static bool
ends_line(const struct blocks *b, size_t i, struct range r)
{
	return i + 1 == r.to || b->row[i + 1].at != b->row[i].at;
}

/* From the first to the last row that begins with a wall or a box on a goal,
 * and plain rows beside them that hold a wall. */
static struct range
find_core(const struct blocks *b, struct range r)
{
	struct range c = r;

	while (c.from < r.to &&
	    !(b->row[c.from].edge && begins_line(b, c.from, r)))
		c.from++;
	while (c.to > c.from &&
	    !(b->row[c.to - 1].edge && ends_line(b, c.to - 1, r)))
		c.to--;
	if (c.from >= c.to)
		return (struct range){r.from, r.from};
	while (c.from > r.from && b->row[c.from - 1].wall &&
	    !b->row[c.from - 1].rle)
		c.from--;
	while (c.to < r.to && b->row[c.to].wall && !b->row[c.to].rle)
		c.to++;
	return c;
}

struct range
rows_decide(const struct blocks *b, struct range r, bool *sound)
{
	struct range core = find_core(b, r);
	bool large = is_large(b, core, false);

	*sound = large && is_sound(b, core);
	if (!*sound && is_large(b, r, true) && is_sound(b, r)) {
		*sound = true;
		return r;
	}
	if (!large)
		return (struct range){r.from, r.from};
	while (core.from > r.from && b->row[core.from - 1].right == 0 &&
	    !b->row[core.from - 1].rle)
		core.from--;
	return core;
}

/* ---- boards on lines of their own */

/* The rows r as a board: 1, 0 they are too large, -1. */
static int
fill(struct blocks *b, struct range r, struct sok_board *to)
{
	size_t width = rows_width(b, r, 0);

	if (sok_limit_board(b->limits, width, r.to - r.from) != NULL)
		return 0;
	if (sok_board_new(to, (int)width, (int)(r.to - r.from), &b->cells) ==
	    -1)
		return -1;
	rows_put(b, r, 0, false, to);
	rows_add_up(b, r, to);
	return 1;
}

/* Whether line i is a closed board by itself; nothing is said of it. */
static int
is_whole(struct blocks *b, size_t i)
{
	struct range all = {0, 0}, board;
	struct sok_rle_error e;
	struct sok_board whole;
	bool sound;
	int r, x, y;

	b->rle.len = 0;
	r = rows_decode(b, i, &e);
	if (r != 1)
		return r;
	if (rows_fill(b, i, i + 1, false) == -1)
		return -1;
	all.to = b->nrow;
	board = rows_decide(b, all, &sound);
	if (!sound || board.to - board.from != all.to)
		return 0;
	r = fill(b, all, &whole);
	return r == 1 ? sok_board_closed(&whole, &x, &y, &b->cells) : r;
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
