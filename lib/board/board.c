/* board.c - the board: its characters, allocating, counting and cropping it. */
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "base/base.h"
#include "board/alphabet.h"
#include "board/board.h"
#include "board/flood.h"
#include "board/steps.h"

/* A player on a box, which only a reverse game has, is drawn as the box. */
const char sok_xsb[SOK_NSQUARES] = {
    ' ', '#', '.', '#', '$', '#', '*', '#', /* without a player */
    '@', '#', '+', '#', '$', '#', '*', '#'  /* with one */
};

const unsigned char alphabet_kinds[256] = {ALPHABET(ALPHABET_KIND)};

#define SQUARE_NAME(kind, square) SQUARE_##kind = (square),
#define SQUARE(kind) SQUARE_##kind
enum { ALPHABET_SQUARES(SQUARE_NAME) };
const unsigned char alphabet_letters[256] = {ALPHABET(SQUARE)};

#define PLAIN(kind) \
	(ALPHABET_##kind < ALPHABET_SP || ALPHABET_##kind > ALPHABET_PG \
	        ? 0xff \
	        : SQUARE_##kind)
const unsigned char sok_square[256] = {ALPHABET(PLAIN)};

int
sok_board_new(struct sok_board *b, int width, int height, struct sok_arena *a)
{
	*b = (struct sok_board){.width = width, .height = height};
	if (width < 0 || height < 0 || (height && width > INT_MAX / height)) {
		errno = width < 0 || height < 0 ? EINVAL : ENOMEM;
		return -1;
	}
	b->sq = sok_arena_zalloc(a, sok_board_size(b), 1);
	return b->sq ? 0 : -1;
}

int
sok_board_copy(
    struct sok_board *to, const struct sok_board *from, struct sok_arena *a)
{
	size_t n = sok_board_size(from), rows = (size_t)from->height;
	struct sok_board b = *from;

	rows *= from->row != NULL ? sizeof(*b.row) : 0;
	unsigned char *room = sok_arena_alloc(a, rows + n, 1);
	if (room == NULL)
		return -1;
	b.xsb = SOK_STR("");
	if (from->row != NULL)
		b.row = memcpy(room, from->row, rows);
	b.sq = room + rows;
	if (n > 0)
		memcpy(b.sq, from->sq, n);
	*to = b;
	return 0;
}

/* Add the squares sq[n] to the counts of b. */
static void
count_squares(struct sok_board *b, const unsigned char *sq, size_t n)
{
	uint64_t players, boxes, goals, v;

	/* The bytes of the sums must stay below 256, and so must their sum. */
	while (n > 0) {
		players = boxes = goals = 0;
		for (size_t i = 0; n > 0 && i < 31; i++) {
			v = n < 8 ? bits_load_some(sq, n) : bits_load(sq);
			goals += v >> 1 & BITS_EVERY;
			boxes += v >> 2 & BITS_EVERY;
			players += v >> 3 & BITS_EVERY;
			sq += n < 8 ? n : 8;
			n -= n < 8 ? n : 8;
		}
		b->players += bits_sum(players);
		b->boxes += bits_sum(boxes);
		b->goals += bits_sum(goals);
	}
}

void
sok_board_count(struct sok_board *b)
{
	b->players = b->boxes = b->goals = 0;
	count_squares(b, b->sq, sok_board_size(b));
}

/* The first player from square i on in reading order, or -1. */
static long
player_from(const struct sok_board *b, size_t i)
{
	size_t n = sok_board_size(b);

	while (i + 8 <= n && !(bits_load(b->sq + i) & SOK_PLAYER * BITS_EVERY))
		i += 8;
	for (; i < n; i++)
		if (b->sq[i] & SOK_PLAYER)
			return (long)i;
	return -1;
}

long
sok_board_player(const struct sok_board *b)
{
	return player_from(b, 0);
}

bool
sok_board_equal(const struct sok_board *a, const struct sok_board *b)
{
	return a->width == b->width && a->height == b->height &&
	    (sok_board_size(a) == 0 ||
	        memcmp(a->sq, b->sq, sok_board_size(a)) == 0);
}

/* Whether n squares, each `step` after the one before, are floor. */
static bool
is_floor(const unsigned char *sq, size_t n, size_t step)
{
	for (size_t i = 0; i < n; i++)
		if (sq[i * step] != SOK_FLOOR)
			return false;
	return true;
}

bool
board_row_blank(const struct sok_board *b, int y)
{
	size_t width = (size_t)b->width;

	return is_floor(b->sq + (size_t)y * width, width, 1);
}

size_t
board_text(const struct sok_board *b, char *to)
{
	const unsigned char *sq = b->sq;
	int width = b->width, height = b->height;
	char *end = to;

	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x++)
			*end++ = sok_xsb[*sq++];
		*end++ = '\n';
	}
	return (size_t)(end - to);
}

int
board_parity(const struct sok_board *b)
{
	const unsigned char *sq = b->sq;
	size_t n[2] = {0, 0};

	if (b->grid != SOK_HEXAGONS)
		return 0;
	for (int y = 0; y < b->height; y++)
		for (int x = 0; x < b->width; x++)
			n[steps_kind(x, y)] += *sq++ != SOK_FLOOR;
	return n[1] > n[0];
}

bool
board_one_parity(const struct sok_board *b)
{
	const unsigned char *sq = b->sq;
	unsigned seen = 0; /* a bit for each parity */

	for (int y = 0; y < b->height; y++)
		for (int x = 0; x < b->width; x++)
			if (*sq++ != SOK_FLOOR) {
				seen |= 1u << steps_kind(x, y);
				if (seen == 3)
					return false;
			}
	return seen != 0;
}

bool
board_bad_cell(const struct sok_board *b, int *x, int *y)
{
	const unsigned char *sq = b->sq;
	int parity = board_parity(b);

	for (*y = 0; b->grid == SOK_HEXAGONS && *y < b->height; ++*y)
		for (*x = 0; *x < b->width; ++*x)
			if (*sq++ != SOK_FLOOR && steps_kind(*x, *y) != parity)
				return true;
	return false;
}

int
sok_board_crop(struct sok_board *b, struct sok_arena *a)
{
	int left = b->width, right = 0, top = 0, bottom = b->height, x, y;
	unsigned char *to = b->sq, *row;
	struct sok_board padded;
	int added = 0, width;

	while (bottom > 0 && board_row_blank(b, bottom - 1))
		bottom--;
	if (bottom == 0) {
		b->width = b->height = 0;
		return 0;
	}
	while (board_row_blank(b, top))
		top++;
	row = b->sq + (size_t)top * (size_t)b->width;
	for (y = top; y < bottom; y++, row += b->width) {
		for (x = 0; x < left && row[x] == SOK_FLOOR; x++)
			;
		left = x;
		for (x = b->width; x > right && row[x - 1] == SOK_FLOOR; x--)
			;
		right = x;
	}

	/* Cells keep their kind: an empty left column stays or is added. */
	if (steps_table[b->grid].kinds && steps_kind(left, top) != 0) {
		added = left == 0;
		left -= !added;
	}
	width = right - left + added;
	if (added) {
		if (sok_board_new(&padded, width, bottom - top, a) == -1)
			return -1;
		to = padded.sq;
	}

	row = b->sq + (size_t)top * (size_t)b->width + (size_t)left;
	for (y = 0; y < bottom - top; y++, row += b->width)
		memmove(to + (size_t)y * (size_t)width + added, row,
		    (size_t)(right - left));
	if (b->row)
		b->row += top;
	for (y = 0; b->row && y < bottom - top; y++) {
		if (b->row[y].rle || b->row[y].tab)
			continue;
		b->row[y].col += (size_t)left << b->row[y].apart;
		b->row[y].col -= added && b->row[y].col > 0;
	}
	b->xsb = SOK_STR("");
	b->sq = to;
	b->width = width;
	b->height = bottom - top;
	return 0;
}

bool
board_column_blank(const struct sok_board *b, int x)
{
	return is_floor(b->sq + x, (size_t)b->height, (size_t)b->width);
}

bool
board_has_margin(const struct sok_board *b)
{
	if (b->width == 0 || b->height == 0)
		return false;
	return board_row_blank(b, 0) || board_row_blank(b, b->height - 1) ||
	    board_column_blank(b, 0) || board_column_blank(b, b->width - 1);
}

struct sok_pos
sok_board_pos(const struct sok_puzzle *p, int x, int y)
{
	const struct sok_board *b = &p->board;
	struct sok_pos pos = p->pos;

	if (!b->row || y < 0 || y >= b->height)
		return pos;
	pos.line = b->row[y].line;
	pos.col = b->row[y].col;
	if (!b->row[y].rle && !b->row[y].tab && x > 0)
		pos.col += (size_t)x << b->row[y].apart;
	return pos;
}

/* Whether rows have nothing between the cells. */
static bool
rows_are_cells(const struct sok_board *b, int from, int to)
{
	struct sok_board rows = *b;
	int x, y;

	rows.sq += (size_t)from * (size_t)b->width;
	rows.height = to - from;
	return !board_bad_cell(&rows, &x, &y);
}

static int
glued_on(const struct sok_board *b, struct sok_arena *scratch)
{
	struct sok_board two = *b, above = *b;
	size_t width = (size_t)b->width;
	struct flood_box box[2];
	struct sok_area area;
	long player[2], third;
	int row = 0, y;

	if (b->players < 2 || (b->players == 2 && b->boxes != b->goals))
		return 0;
	player[0] = player_from(b, 0);
	player[1] = player_from(b, (size_t)player[0] + 1);
	third = player_from(b, (size_t)player[1] + 1);
	if (third != -1)
		two.height = (int)(third / b->width);
	if (player[1] / b->width >= two.height)
		return 0;
	for (int i = 0; i < 2; i++) {
		if (flood_from(&two, player[i], false, &area, scratch) == -1)
			return -1;
		if (!flood_box(&area, &box[i]))
			return 0;
	}

	/* The only row with boxes = goals >= 1 both above and from it on.  A
	 * closed part has a row of walls beyond the reached squares. */
	above.boxes = above.goals = above.players = 0;
	for (y = 1; y < box[1].top; y++) {
		count_squares(&above, b->sq + (size_t)(y - 1) * width, width);
		if (y < box[0].bottom + 2 || above.boxes != above.goals ||
		    above.boxes == 0 || above.boxes == b->boxes)
			continue;
		if (row != 0)
			return 0;
		row = y;
	}
	return rows_are_cells(b, 0, row) &&
	        rows_are_cells(b, row, box[1].bottom + 2)
	    ? row
	    : 0;
}

int
board_glued(const struct sok_board *b, struct sok_arena *scratch)
{
	struct sok_board hexagons = *b;
	int row = glued_on(b, scratch);

	if (row != 0 || b->grid != SOK_SQUARES)
		return row;
	hexagons.grid = SOK_HEXAGONS;
	return glued_on(&hexagons, scratch);
}
