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
sok_board_new(
    struct sok_board *board, int width, int height, struct sok_arena *arena)
{
	*board = (struct sok_board){.width = width, .height = height};
	if (width < 0 || height < 0 || (height && width > INT_MAX / height)) {
		errno = width < 0 || height < 0 ? EINVAL : ENOMEM;
		return -1;
	}
	board->sq = sok_arena_zalloc(arena, sok_board_size(board), 1);
	return board->sq ? 0 : -1;
}

int
sok_board_copy(
    struct sok_board *to, const struct sok_board *from, struct sok_arena *arena)
{
	size_t n = sok_board_size(from), rows = (size_t)from->height;
	struct sok_board board = *from;

	rows *= from->row != NULL ? sizeof(*board.row) : 0;
	unsigned char *room = sok_arena_alloc(arena, rows + n, 1);
	if (room == NULL)
		return -1;
	board.xsb = SOK_STR("");
	if (from->row != NULL)
		board.row = memcpy(room, from->row, rows);
	board.sq = room + rows;
	if (n > 0)
		memcpy(board.sq, from->sq, n);
	*to = board;
	return 0;
}

/* Add the squares sq[n] to the counts of the board. */
static void
count_squares(struct sok_board *board, const unsigned char *sq, size_t n)
{
	uint64_t players, boxes, goals, word;

	/* The bytes of the sums must stay below 256, and so must their sum. */
	while (n > 0) {
		players = boxes = goals = 0;
		for (size_t i = 0; n > 0 && i < 31; i++) {
			word = n < 8 ? bits_load_some(sq, n) : bits_load(sq);
			goals += word >> 1 & BITS_EVERY;
			boxes += word >> 2 & BITS_EVERY;
			players += word >> 3 & BITS_EVERY;
			sq += n < 8 ? n : 8;
			n -= n < 8 ? n : 8;
		}
		board->players += bits_sum(players);
		board->boxes += bits_sum(boxes);
		board->goals += bits_sum(goals);
	}
}

void
sok_board_count(struct sok_board *board)
{
	board->players = board->boxes = board->goals = 0;
	count_squares(board, board->sq, sok_board_size(board));
}

/* The first player from square i on in reading order, or -1. */
static long
player_from(const struct sok_board *board, size_t i)
{
	size_t n = sok_board_size(board);

	while (
	    i + 8 <= n && !(bits_load(board->sq + i) & SOK_PLAYER * BITS_EVERY))
		i += 8;
	for (; i < n; i++)
		if (board->sq[i] & SOK_PLAYER)
			return (long)i;
	return -1;
}

long
sok_board_player(const struct sok_board *board)
{
	return player_from(board, 0);
}

bool
sok_board_equal(const struct sok_board *first, const struct sok_board *second)
{
	return first->width == second->width &&
	    first->height == second->height &&
	    (sok_board_size(first) == 0 ||
	        memcmp(first->sq, second->sq, sok_board_size(first)) == 0);
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
board_row_blank(const struct sok_board *board, int y)
{
	size_t width = (size_t)board->width;

	return is_floor(board->sq + (size_t)y * width, width, 1);
}

size_t
board_text(const struct sok_board *board, char *to)
{
	const unsigned char *sq = board->sq;
	int width = board->width, height = board->height;
	char *end = to;

	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x++)
			*end++ = sok_xsb[*sq++];
		*end++ = '\n';
	}
	return (size_t)(end - to);
}

int
board_parity(const struct sok_board *board)
{
	const unsigned char *sq = board->sq;
	size_t count[2] = {0, 0};

	if (board->grid != SOK_HEXAGONS)
		return 0;
	for (int y = 0; y < board->height; y++)
		for (int x = 0; x < board->width; x++)
			count[steps_kind(x, y)] += *sq++ != SOK_FLOOR;
	return count[1] > count[0];
}

bool
board_one_parity(const struct sok_board *board)
{
	const unsigned char *sq = board->sq;
	unsigned seen = 0; /* a bit for each parity */

	for (int y = 0; y < board->height; y++)
		for (int x = 0; x < board->width; x++)
			if (*sq++ != SOK_FLOOR) {
				seen |= 1u << steps_kind(x, y);
				if (seen == 3)
					return false;
			}
	return seen != 0;
}

bool
board_bad_cell(const struct sok_board *board, int *x, int *y)
{
	const unsigned char *sq = board->sq;
	int parity = board_parity(board);

	for (*y = 0; board->grid == SOK_HEXAGONS && *y < board->height; ++*y)
		for (*x = 0; *x < board->width; ++*x)
			if (*sq++ != SOK_FLOOR && steps_kind(*x, *y) != parity)
				return true;
	return false;
}

int
sok_board_crop(struct sok_board *board, struct sok_arena *arena)
{
	int left = board->width, right = 0, top = 0, bottom = board->height, x,
	    y;
	unsigned char *to = board->sq, *row;
	struct sok_board padded;
	int added = 0, width;

	while (bottom > 0 && board_row_blank(board, bottom - 1))
		bottom--;
	if (bottom == 0) {
		board->width = board->height = 0;
		return 0;
	}
	while (board_row_blank(board, top))
		top++;
	row = board->sq + (size_t)top * (size_t)board->width;
	for (y = top; y < bottom; y++, row += board->width) {
		for (x = 0; x < left && row[x] == SOK_FLOOR; x++)
			;
		left = x;
		for (x = board->width; x > right && row[x - 1] == SOK_FLOOR;
		     x--)
			;
		right = x;
	}

	/* Cells keep their kind: an empty left column stays or is added. */
	if (steps_table[board->grid].kinds && steps_kind(left, top) != 0) {
		added = left == 0;
		left -= !added;
	}
	width = right - left + added;
	if (added) {
		if (sok_board_new(&padded, width, bottom - top, arena) == -1)
			return -1;
		to = padded.sq;
	}

	row = board->sq + (size_t)top * (size_t)board->width + (size_t)left;
	for (y = 0; y < bottom - top; y++, row += board->width)
		memmove(to + (size_t)y * (size_t)width + added, row,
		    (size_t)(right - left));
	if (board->row)
		board->row += top;
	for (y = 0; board->row && y < bottom - top; y++) {
		if (board->row[y].rle || board->row[y].tab)
			continue;
		board->row[y].col += (size_t)left << board->row[y].apart;
		board->row[y].col -= added && board->row[y].col > 0;
	}
	board->xsb = SOK_STR("");
	board->sq = to;
	board->width = width;
	board->height = bottom - top;
	return 0;
}

bool
board_column_blank(const struct sok_board *board, int x)
{
	return is_floor(
	    board->sq + x, (size_t)board->height, (size_t)board->width);
}

bool
board_has_margin(const struct sok_board *board)
{
	if (board->width == 0 || board->height == 0)
		return false;
	return board_row_blank(board, 0) ||
	    board_row_blank(board, board->height - 1) ||
	    board_column_blank(board, 0) ||
	    board_column_blank(board, board->width - 1);
}

struct sok_pos
sok_board_pos(const struct sok_puzzle *puzzle, int x, int y)
{
	const struct sok_board *board = &puzzle->board;
	struct sok_pos pos = puzzle->pos;

	if (!board->row || y < 0 || y >= board->height)
		return pos;
	pos.line = board->row[y].line;
	pos.col = board->row[y].col;
	if (!board->row[y].rle && !board->row[y].tab && x > 0)
		pos.col += (size_t)x << board->row[y].apart;
	return pos;
}

/* Whether rows have nothing between the cells. */
static bool
rows_are_cells(const struct sok_board *board, int from, int to)
{
	struct sok_board rows = *board;
	int x, y;

	rows.sq += (size_t)from * (size_t)board->width;
	rows.height = to - from;
	return !board_bad_cell(&rows, &x, &y);
}

/* Whether two closed boards, each with one player and as many boxes as goals,
 * stand directly below each other in one picture: the first row of the second
 * one, 0 if not, -1 on ENOMEM. */
static int
glued_on(const struct sok_board *board, struct sok_arena *scratch)
{
	struct sok_board two = *board, above = *board;
	size_t width = (size_t)board->width;
	struct flood_box box[2];
	struct sok_area area;
	long player[2], third;
	int row = 0, y;

	if (board->players < 2 ||
	    (board->players == 2 && board->boxes != board->goals))
		return 0;
	player[0] = player_from(board, 0);
	player[1] = player_from(board, (size_t)player[0] + 1);
	third = player_from(board, (size_t)player[1] + 1);
	if (third != -1)
		two.height = (int)(third / board->width);
	if (player[1] / board->width >= two.height)
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
		count_squares(
		    &above, board->sq + (size_t)(y - 1) * width, width);
		if (y < box[0].bottom + 2 || above.boxes != above.goals ||
		    above.boxes == 0 || above.boxes == board->boxes)
			continue;
		if (row != 0)
			return 0;
		row = y;
	}
	return rows_are_cells(board, 0, row) &&
	        rows_are_cells(board, row, box[1].bottom + 2)
	    ? row
	    : 0;
}

int
board_glued(const struct sok_board *board, struct sok_arena *scratch)
{
	struct sok_board hexagons = *board;
	int row = glued_on(board, scratch);

	if (row != 0 || board->grid != SOK_SQUARES)
		return row;
	hexagons.grid = SOK_HEXAGONS;
	return glued_on(&hexagons, scratch);
}
