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
count_rows(struct blocks *blocks, struct range range)
{
	const struct lines *lines = &blocks->lines;
	struct bytes_count *sum = &blocks->sum;
	size_t side = blocks->limits->v[SOK_LIMIT_SIDE], from = 0, to = 0;
	const struct row *row = blocks->row;

	if (range.from < range.to && range.from == blocks->sum_of.from &&
	    range.to == blocks->sum_of.to)
		return sum;
	*sum = (struct bytes_count){.players = 0};
	blocks->sum_of = range;
	/* The bytes of lines that are rows as they are have bits. */
	if (range.from < range.to && !blocks->letters &&
	    !(blocks->has & ROWS_CHANGED) && lines->squares == NULL) {
		from = lines->line[row[range.from].at].off - lines->bits_from;
		to = lines->line[row[range.to - 1].at].off - lines->bits_from +
		    row[range.to - 1].s.len;
	}
	if (from < to && to <= lines->bits_to - lines->bits_from &&
	    to - from <= side) {
		bytes_count(sum, lines->bits, from, to);
		return sum;
	}
	for (size_t i = range.from; i < range.to; i++) {
		struct sok_str s = row[i].s;

		if (s.len > side)
			s.len = rows_look(blocks, i)->right;
		if (s.len > side)
			continue;
		/* Short rows are counted together if only a bar separates them,
		 * or a line end. */
		while (i + 1 < range.to && row[i + 1].s.s == s.s + s.len + 1 &&
		    (s.s[s.len] == '|' || s.s[s.len] == '\n') &&
		    s.len + row[i + 1].s.len < side)
			s.len += 1 + row[++i].s.len;
		bytes_add(sum, s.s, s.len, blocks->letters);
	}
	return sum;
}

int
rows_board(struct blocks *blocks, struct range range, size_t quote,
    size_t *width, struct sok_board *to, struct sok_arena *arena)
{
	const struct bytes_count *sum = count_rows(blocks, range);
	const struct row *row = blocks->row + range.from,
	                 *end = blocks->row + range.to, *same;
	size_t height = range.to - range.from, wide = 1, rows;

	for (same = row; same < end; same++) {
		size_t n = sok_str_from(same->s, same->own ? quote : 0).len;

		wide = n > wide ? n : wide;
	}
	*width = wide;
	if (sok_limit_board(blocks->limits, wide, height) != NULL)
		return 0;
	unsigned char *sq =
	    sok_arena_alloc(arena, wide * height + BYTES_PAD, 1);
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
		bytes_grid(sq, s.s, row->s.len + 1, s.len, wide, rows,
		    blocks->letters);
	}
	return 1;
}

/* One player, and as many boxes as goals, at least one. */
static bool
is_sound(const struct bytes_count *sum)
{
	return sum->players == 1 && sum->boxes == sum->goals && sum->boxes > 0;
}

/* Whether row i of the candidate has a wall of either kind. */
static bool
has_wall(struct blocks *blocks, size_t i)
{
	const struct row *row = rows_look(blocks, i);

	return row->right > 0 &&
	    (memchr(row->s.s, '#', row->right) != NULL ||
	        (blocks->letters && memchr(row->s.s, 'W', row->right) != NULL));
}

/* Of the first n rows: from the first to the last one that begins with a wall
 * or a box on a goal; plain rows with a wall directly above or below belong to
 * it. */
static struct range
find_core(struct blocks *blocks, size_t n)
{
	const struct row *row = blocks->row;
	struct range range = {0, n};

	while (range.from < n &&
	    !(rows_look(blocks, range.from)->edge &&
	        (range.from == 0 ||
	            row[range.from - 1].at != row[range.from].at)))
		range.from++;
	while (range.to > range.from &&
	    !(rows_look(blocks, range.to - 1)->edge &&
	        (range.to == n || row[range.to].at != row[range.to - 1].at)))
		range.to--;
	if (range.from >= range.to)
		return (struct range){0, 0};
	while (range.from > 0 && !row[range.from - 1].rle &&
	    has_wall(blocks, range.from - 1))
		range.from--;
	while (range.to < n && !row[range.to].rle && has_wall(blocks, range.to))
		range.to++;
	return range;
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

/* Whether the first square of a row that is not floor is a wall. */
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
rows_decide(struct blocks *blocks, size_t n, bool *sound)
{
	struct range all = {0, n}, core;
	size_t left = SIZE_MAX, right = 0;
	bool large = false, wide = false;

	if (n > 0 && is_obvious(blocks->row[0].s, blocks->row[n - 1].s, n) &&
	    is_sound(count_rows(blocks, all))) {
		*sound = true;
		return all;
	}
	core = find_core(blocks, n);
	/* It has at least three rows, and at least three columns between the
	 * first and the last square that is not floor. */
	for (size_t i = core.from;
	     i < core.to && core.to - core.from >= 3 && !large; i++) {
		const struct row *row = rows_look(blocks, i);

		right = row->right > right ? row->right : right;
		if (row->right > 0 && row->left < left)
			left = row->left;
		large = left < right && right - left >= 3;
	}
	*sound = large && is_sound(count_rows(blocks, core));
	/* The rectangle of all rows, with its floor, may be a board as well. */
	for (size_t i = 0; i < n && n >= 3 && !wide; i++)
		wide = blocks->row[i].s.len >= 3;
	if (!*sound && wide && is_sound(count_rows(blocks, all))) {
		*sound = true;
		return all;
	}
	if (!large)
		return (struct range){0, 0};
	while (core.from > 0 && !blocks->row[core.from - 1].rle &&
	    rows_look(blocks, core.from - 1)->right == 0)
		core.from--;
	return core;
}

/* ---- complete boards on single lines */

int
rows_whole(struct blocks *blocks, size_t from, size_t to)
{
	struct sok_board whole;
	size_t width;
	bool sound;
	int x, y, got;

	if (rows_fill(blocks, from, to, false) == -1)
		return -1;
	struct range board = rows_decide(blocks, blocks->nrow, &sound);
	if (!sound || board.to - board.from != blocks->nrow)
		return 0;
	got = rows_board(blocks, board, 0, &width, &whole, &blocks->cells);
	return got != 1 ? got
	                : sok_board_closed(&whole, &x, &y, &blocks->cells);
}

bool
rows_has_player(const struct blocks *blocks, size_t from, size_t to)
{
	bool named = blocks->lines.squares != NULL;
	const char *at, *end;

	/* All at once, unless the rows differ from the lines. */
	for (; from < to; from = named ? from + 1 : to) {
		struct sok_str s = named ? lines_row(&blocks->lines, from)
		                         : lines_raw(&blocks->lines, from, to);

		/* 0xff, which is not a square, has the bit of a player as well.
		 */
		for (at = s.s, end = s.s + s.len; at < end; at++)
			if (sok_square[(unsigned char)*at] -
			        (unsigned)SOK_PLAYER <
			    SOK_PLAYER)
				return true;
	}
	return false;
}

int
rows_apart(struct blocks *blocks, size_t i)
{
	for (size_t j = i - 1; j <= i; j++)
		if (!(blocks->lines.line[j].can & CAN_RLE) ||
		    !lines_wall(&blocks->lines, j) ||
		    !rows_has_player(blocks, j, j + 1))
			return 0;
	int got = rows_whole(blocks, i, i + 1);
	return got == 0 ? rows_whole(blocks, i - 1, i) : got;
}

/* ---- boards of rows that were cut together */

/* Write the squares of these rows. */
static void
fill_squares(
    const struct lines *lines, const struct lines_rows *rows, unsigned char *sq)
{
	const struct line *found = lines->line + rows->from,
	                  *end = lines->line + rows->to, *same;
	size_t width = rows->wide, first = found->off, step;
	size_t below = end[-1].off + end[-1].len + 1;
	const char *at = lines_byte(lines, first);

	/* Rows of the same length, and as far from each other, are written
	 * together. */
	for (; found < end; found = same) {
		size_t n = (size_t)(end - found);

		step = found->len + 1;
		same = found + 1;
		if (rows->trimmed && same < end)
			step = same->off - found->off;
		else if (below - found->off == n * (width + 1))
			same = end;
		while (same < end && same->len == found->len &&
		    same->off - same[-1].off == step)
			same++;
		n = (size_t)(same - found);
		bytes_grid(sq, at + (found->off - first), step, found->len,
		    width, n, false);
		sq += n * width;
	}
}

/* Make the board of these rows: 1, -1 on ENOMEM. */
static int
take_rows(
    struct blocks *blocks, const struct lines_rows *rows, struct block *block)
{
	const struct lines *lines = &blocks->lines;
	size_t n = rows->to - rows->from, width = rows->wide, indented;
	struct sok_row *row = sok_arena_alloc(
	    blocks->ahead, n * sizeof(*row) + width * n + BYTES_PAD, 1);

	if (row == NULL)
		return -1;
	unsigned char *sq = (unsigned char *)(row + n);
	block_begin(block, SOK_BLOCK_BOARD, rows->from, rows->to);
	/* With each field, because clearing them first takes longer. */
	block->board = (struct sok_board){.width = (int)width,
	    .height = (int)n,
	    .grid = SOK_SQUARES,
	    .sq = sq,
	    .players = rows->sum.players,
	    .boxes = rows->sum.boxes,
	    .goals = rows->sum.goals,
	    .row = row,
	    .xsb = {NULL, 0}};
	struct sok_row place = {
	    .line = lines_number(lines, rows->from), .col = 1};
	for (struct sok_row *last = row + n; row < last; row++, place.line++)
		*row = place;
	fill_squares(lines, rows, sq);
	/* It has no margin if one row begins without floor. */
	for (indented = 0; indented < n && sq[indented * width] == SOK_FLOOR;)
		indented++;
	block->plain = !rows->sum.alias && !rows->trimmed && indented < n;
	return 1;
}

/* Whether line i is the first of the rows that were cut last, and no other row
 * adjoins them: 1 and *rows, 0, -1. */
static int
find_rows(struct blocks *blocks, size_t i, struct lines_rows *rows)
{
	const struct lines *lines = &blocks->lines;

	*rows = lines->rows;
	if (rows->from != i)
		return 0;
	/* They may go on where the lines end that were cut so far. */
	while (!lines_ends_rows(lines, rows->to)) {
		if (rows->to < lines->n ||
		    rows->to - i > blocks->limits->v[SOK_LIMIT_SIDE])
			return 0;
		int more = lines_want(&blocks->lines, rows->to);
		if (more == -1)
			return -1;
		if (more == 0) /* they end the input */
			break;
		if (lines->rows.from == i)
			*rows = lines->rows;
	}
	return 1;
}

int
rows_cut_board(struct blocks *blocks, size_t i, struct block *block)
{
	struct lines_rows rows;
	int got = find_rows(blocks, i, &rows);

	if (got != 1)
		return got;
	if (!is_obvious(lines_str(&blocks->lines, i),
	        lines_str(&blocks->lines, rows.to - 1), rows.to - i) ||
	    !is_sound(&rows.sum) ||
	    sok_limit_board(blocks->limits, rows.wide, rows.to - i) != NULL)
		return 0;
	blocks->lines.rows_taken = true;
	return take_rows(blocks, &rows, block);
}
