/* bitboard.c - converts squares to bits, and counts and lists the set bits. */
#include <string.h>

#include "base/base.h"
#include "board/bitboard.h"
#include "board/steps.h"

enum { WORD = 64 };

/* ---- rows */

bool
bitboard_has_row(const struct bitboard *bits, const square_bits *set, int y)
{
	const uint64_t *word = (const uint64_t *)(const void *)set;
	size_t at = (size_t)(y - bits->top) * (size_t)bits->lane;
	uint64_t some = 0;

	if (y < bits->top || y >= bits->top + bits->rows)
		return false;
	word += at / WORD;
	for (size_t i = 1; i < 2 * bits->far; i++)
		some |= word[i];
	return (some |
	           (word[0] >> at % WORD & bits_first((size_t)bits->width))) !=
	    0;
}

/* Whether a set has squares at the edge. */
static bool
touches_rim(const struct bitboard *bits, const square_bits *set)
{
	const uint64_t *word = (const uint64_t *)(const void *)set;
	size_t last = (size_t)bits->width - 1, words = 2 * bits->far;
	uint64_t sides = 1, some = 0;

	if ((bits->top == 0 && bitboard_has_row(bits, set, 0)) ||
	    (bits->top + bits->rows == bits->height &&
	        bitboard_has_row(bits, set, bits->height - 1)))
		return true;
	if (bits->far == 0) {
		/* The same bits in each row of a word. */
		if (bits->lane == 16)
			sides = 0x0001000100010001u;
		if (bits->lane == 32)
			sides = 0x0000000100000001u;
		sides |= sides << last;
		for (size_t i = 0; i < bits->n; i++)
			some |= (set[i][0] | set[i][1]) & sides;
		return some != 0;
	}
	for (int y = 0; y < bits->rows; y++, word += words)
		some |= (word[0] & 1) | (word[last / WORD] >> last % WORD & 1);
	return some != 0;
}

/* ---- reading */

/* One square after the other; what bitboard_rows() computes. */
void
bitboard_rows_plain(struct bitboard *bits, const unsigned char *sq)
{
	for (int y = 0; y < bits->rows; y++)
		for (int x = 0; x < bits->width; x++, sq++) {
			size_t at = (size_t)y * (size_t)bits->lane + (size_t)x;
			square_bits bit = {0, 0};

			bit[at / WORD % 2] = (uint64_t)1 << at % WORD;
			at /= PART;
			if (!(*sq & SOK_WALL))
				bits->open[at] |= bit;
			if (*sq & SOK_GOAL)
				bits->goal[at] |= bit;
			if (*sq & SOK_BOX)
				bits->box[at] |= bit;
			if (*sq & SOK_PLAYER)
				bits->player[at] |= bit;
		}
}

/* Whether n squares are walls. */
static inline bool
all_walls(const unsigned char *sq, size_t n)
{
	uint64_t all = BITS_EVERY;

	if (n < 8)
		return !((~bits_load_some(sq, n) & BITS_EVERY) << (64 - 8 * n));
	for (size_t i = 8; i < n; i += 8)
		all &= bits_load(sq + i - 8);
	return (all & bits_load(sq + n - 8)) == BITS_EVERY;
}

/* Fill in the size. */
static void
measure(struct bitboard *bits, const struct sok_board *board)
{
	size_t width = (size_t)board->width, size = sok_board_size(board);
	bool is_squares = board->grid == SOK_SQUARES;
	uint16_t walls = SOK_WALL * 0x0101, two;

	bits->grid = board->grid;
	bits->width = size > 0 ? board->width : 0;
	bits->height = size > 0 ? board->height : 0;
	bits->top = is_squares && size > 0 && all_walls(board->sq, width);
	bits->rows = bits->height - bits->top;
	bits->rows -= is_squares && bits->rows > 0 &&
	    all_walls(board->sq + size - width, width);

	/* Rows have a gap between them, unless two walls are there. */
	if (!is_squares) {
		width += 2;
	} else if (size > 0 && width % 16 == 0) {
		for (size_t at = width; at < size; at += width) {
			memcpy(&two, board->sq + at - 1, 2);
			walls &= two;
		}
		width += walls != SOK_WALL * 0x0101;
	} else {
		width++;
	}
	bits->far = width > WORD ? (width + PART - 1) / PART : 0;
	bits->lane = 16;
	if (bits->far > 0)
		bits->lane = (int)bits->far * PART;
	else if (width > 16)
		bits->lane = width > 32 ? 64 : 32;
	bits->n = ((size_t)bits->lane * (size_t)bits->rows + PART - 1) / PART;
	bits->stride = bits->n + 2 * bits->far + 1;
}

int
bitboard_load(struct bitboard *bits, const struct sok_board *board, size_t sets,
    struct sok_arena *arena)
{
	size_t left = sok_board_size(board), width, pad, need;
	const unsigned char *sq = board->sq;

	measure(bits, board);
	pad = bits->stride - bits->n;
	bits->spare = sok_arena_zalloc(
	    arena, (sets + 4) * bits->stride + pad, sizeof(*bits->spare));
	if (bits->spare == NULL)
		return -1;
	bits->spare += pad;
	bits->open = bitboard_set(bits);
	bits->goal = bitboard_set(bits);
	bits->box = bitboard_set(bits);
	bits->player = bitboard_set(bits);
	/* Half of the edge of a picture of hexagons is not cells. */
	bits->walled = bits->grid != SOK_HEXAGONS;
	if (bits->rows == 0)
		return 0;

	width = (size_t)bits->width;
	need = (size_t)bits->rows * width +
	    (-width & (bits->lane == 16 ? 15 : 31));
	sq += (size_t)bits->top * width;
	left -= (size_t)bits->top * width;
	if (need > left) {
		unsigned char *copy = sok_arena_alloc(arena, need, 1);

		if (copy == NULL)
			return -1;
		sq = memcpy(copy, sq, left);
	}
	bitboard_rows(bits, sq);
	bits->walled = bits->walled && !touches_rim(bits, bits->open);
	return 0;
}

/* ---- sets */

bool
bitboard_at_edge(
    const struct bitboard *bits, const square_bits *set, int *x, int *y)
{
	const struct steps *steps = &steps_table[bits->grid];
	long at = -1;

	if (bits->walled ||
	    (bits->grid != SOK_HEXAGONS && !touches_rim(bits, set)))
		return false;
	while (bitboard_next(bits, set, &at, x, y))
		for (int n = 0; n < steps->nletters; n++) {
			const signed char *step =
			    steps->step[steps_kind(*x, *y)][n];
			int to_x = *x + step[0], to_y = *y + step[1];

			if (to_x < 0 || to_x >= bits->width || to_y < 0 ||
			    to_y >= bits->height)
				return true;
		}
	return false;
}

size_t
bitboard_count(
    const struct bitboard *bits, const square_bits *one, const square_bits *two)
{
	size_t n = 0;

	for (size_t i = 0; i < bits->n; i++) {
		square_bits both = one[i] & two[i];

		n += bits_count(both[0]) + bits_count(both[1]);
	}
	return n;
}

bool
bitboard_next(const struct bitboard *board, const square_bits *set, long *at,
    int *x, int *y)
{
	const uint64_t *word = (const uint64_t *)(const void *)set;
	size_t from = (size_t)(*at + 1), i = from / 64, square;
	uint64_t bits = 0;

	if (i < 2 * board->n)
		bits = word[i] & ~(uint64_t)0 << from % 64;
	while (bits == 0 && ++i < 2 * board->n)
		bits = word[i];
	if (bits == 0)
		return false;
	square = i * 64 + bits_low(bits);
	*at = (long)square;
	*x = (int)(square % (size_t)board->lane);
	*y = (int)(square / (size_t)board->lane) + board->top;
	return true;
}
