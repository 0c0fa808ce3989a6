/* bitboard.c - converts squares to bits, and counts and lists the set bits. */
#include <string.h>

#include "base/base.h"
#include "board/bitboard.h"
#include "board/steps.h"

enum { WORD = 64 };

/* ---- rows */

bool
bitboard_has_row(const struct bitboard *b, const square_bits *set, int y)
{
	const uint64_t *v = (const uint64_t *)(const void *)set;
	size_t at = (size_t)(y - b->top) * (size_t)b->lane;
	uint64_t some = 0;

	if (y < b->top || y >= b->top + b->rows)
		return false;
	v += at / WORD;
	for (size_t i = 1; i < 2 * b->far; i++)
		some |= v[i];
	return (some | (v[0] >> at % WORD & bits_first((size_t)b->width))) != 0;
}

/* Whether a set has squares at the edge. */
static bool
touches_rim(const struct bitboard *b, const square_bits *set)
{
	const uint64_t *v = (const uint64_t *)(const void *)set;
	size_t last = (size_t)b->width - 1, words = 2 * b->far;
	uint64_t sides = 1, some = 0;

	if ((b->top == 0 && bitboard_has_row(b, set, 0)) ||
	    (b->top + b->rows == b->height &&
	        bitboard_has_row(b, set, b->height - 1)))
		return true;
	if (b->far == 0) {
		/* The same bits in each row of a word. */
		if (b->lane == 16)
			sides = 0x0001000100010001u;
		if (b->lane == 32)
			sides = 0x0000000100000001u;
		sides |= sides << last;
		for (size_t i = 0; i < b->n; i++)
			some |= (set[i][0] | set[i][1]) & sides;
		return some != 0;
	}
	for (int y = 0; y < b->rows; y++, v += words)
		some |= (v[0] & 1) | (v[last / WORD] >> last % WORD & 1);
	return some != 0;
}

/* ---- reading */

/* One square after the other; what bitboard_rows() computes. */
void
bitboard_rows_plain(struct bitboard *b, const unsigned char *sq)
{
	for (int y = 0; y < b->rows; y++)
		for (int x = 0; x < b->width; x++, sq++) {
			size_t at = (size_t)y * (size_t)b->lane + (size_t)x;
			square_bits bit = {0, 0};

			bit[at / WORD % 2] = (uint64_t)1 << at % WORD;
			at /= PART;
			if (!(*sq & SOK_WALL))
				b->open[at] |= bit;
			if (*sq & SOK_GOAL)
				b->goal[at] |= bit;
			if (*sq & SOK_BOX)
				b->box[at] |= bit;
			if (*sq & SOK_PLAYER)
				b->player[at] |= bit;
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
measure(struct bitboard *b, const struct sok_board *board)
{
	size_t width = (size_t)board->width, size = sok_board_size(board);
	bool is_squares = board->grid == SOK_SQUARES;
	uint16_t walls = SOK_WALL * 0x0101, two;

	b->grid = board->grid;
	b->width = size > 0 ? board->width : 0;
	b->height = size > 0 ? board->height : 0;
	b->top = is_squares && size > 0 && all_walls(board->sq, width);
	b->rows = b->height - b->top;
	b->rows -= is_squares && b->rows > 0 &&
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
	b->far = width > WORD ? (width + PART - 1) / PART : 0;
	b->lane = 16;
	if (b->far > 0)
		b->lane = (int)b->far * PART;
	else if (width > 16)
		b->lane = width > 32 ? 64 : 32;
	b->n = ((size_t)b->lane * (size_t)b->rows + PART - 1) / PART;
	b->stride = b->n + 2 * b->far + 1;
}

int
bitboard_load(struct bitboard *b, const struct sok_board *board, size_t sets,
    struct sok_arena *a)
{
	size_t left = sok_board_size(board), width, pad, need;
	const unsigned char *sq = board->sq;

	measure(b, board);
	pad = b->stride - b->n;
	b->spare = sok_arena_zalloc(
	    a, (sets + 4) * b->stride + pad, sizeof(*b->spare));
	if (b->spare == NULL)
		return -1;
	b->spare += pad;
	b->open = bitboard_set(b);
	b->goal = bitboard_set(b);
	b->box = bitboard_set(b);
	b->player = bitboard_set(b);
	/* Half of the edge of a picture of hexagons is not cells. */
	b->walled = b->grid != SOK_HEXAGONS;
	if (b->rows == 0)
		return 0;

	width = (size_t)b->width;
	need = (size_t)b->rows * width + (-width & (b->lane == 16 ? 15 : 31));
	sq += (size_t)b->top * width;
	left -= (size_t)b->top * width;
	if (need > left) {
		unsigned char *copy = sok_arena_alloc(a, need, 1);

		if (copy == NULL)
			return -1;
		sq = memcpy(copy, sq, left);
	}
	bitboard_rows(b, sq);
	b->walled = b->walled && !touches_rim(b, b->open);
	return 0;
}

/* ---- sets */

bool
bitboard_at_edge(
    const struct bitboard *b, const square_bits *set, int *x, int *y)
{
	const struct steps *s = &steps_table[b->grid];
	long at = -1;

	if (b->walled || (b->grid != SOK_HEXAGONS && !touches_rim(b, set)))
		return false;
	while (bitboard_next(b, set, &at, x, y))
		for (int n = 0; n < s->nletters; n++) {
			const signed char *d = s->step[steps_kind(*x, *y)][n];
			int to_x = *x + d[0], to_y = *y + d[1];

			if (to_x < 0 || to_x >= b->width || to_y < 0 ||
			    to_y >= b->height)
				return true;
		}
	return false;
}

size_t
bitboard_count(
    const struct bitboard *b, const square_bits *one, const square_bits *two)
{
	size_t n = 0;

	for (size_t i = 0; i < b->n; i++) {
		square_bits both = one[i] & two[i];

		n += bits_count(both[0]) + bits_count(both[1]);
	}
	return n;
}

bool
bitboard_next(
    const struct bitboard *b, const square_bits *set, long *at, int *x, int *y)
{
	const uint64_t *v = (const uint64_t *)(const void *)set;
	size_t from = (size_t)(*at + 1), i = from / 64, square;
	uint64_t bits = 0;

	if (i < 2 * b->n)
		bits = v[i] & ~(uint64_t)0 << from % 64;
	while (bits == 0 && ++i < 2 * b->n)
		bits = v[i];
	if (bits == 0)
		return false;
	square = i * 64 + (size_t)bits_low(bits);
	*at = (long)square;
	*x = (int)(square % (size_t)b->lane);
	*y = (int)(square / (size_t)b->lane) + b->top;
	return true;
}
