/*
 * bitboard.c - boards as strings of bits: converts squares to bits, and counts
 * and lists the set bits.
 */
#include <string.h>

#include "board/bitboard.h"
#include "board/steps.h"
#include "tools.h"

#define INLINE __attribute__((always_inline)) static inline

/* ---- reading */

/* The contents of up to 64 squares. */
struct planes {
	uint64_t wall, goal, box, player;
};

/* Add n squares, rounded up to 16; the first one becomes bit `at`. */
INLINE void
add_squares(struct planes *p, const unsigned char *sq, int n, int at)
{
#pragma GCC unroll 4
	for (int x = 0; x < n; x += 16) {
		uint64_t plane[4];

		bits_planes(sq + x, plane);
		p->wall |= plane[0] << (at + x);
		p->goal |= plane[1] << (at + x);
		p->box |= plane[2] << (at + x);
		p->player |= plane[3] << (at + x);
	}
}

/* The same if no more than n squares can be read. */
INLINE void
add_last(struct planes *p, const unsigned char *sq, int n, int lane, int at)
{
	unsigned char last[64] = {0};

	memcpy(last, sq, (size_t)n);
	add_squares(p, last, lane, at);
}

/* The rows of the last word, which may be incomplete. */
__attribute__((noinline)) static struct planes
load_last(const unsigned char *sq, const unsigned char *end, int rows,
    int width, int lane)
{
	struct planes p = {0, 0, 0, 0};

	for (int at = 0; at < 64 && rows > 0; at += lane, rows--, sq += width)
		if (end - sq < lane)
			add_last(&p, sq, width, lane, at);
		else
			add_squares(&p, sq, lane, at);
	return p;
}

/* The squares of a word, from row y on; nothing can be read after the end of
 * the board. */
INLINE struct planes
load_word(
    const struct bitboard *b, const struct sok_board *board, int y, int lane)
{
	const unsigned char *sq =
	    board->sq + (ptrdiff_t)(b->top + y) * b->width;
	const unsigned char *end = board->sq + sok_board_size(board);
	struct planes p = {0, 0, 0, 0};

	if (y + 64 / lane > b->rows ||
	    end - sq < (64 / lane - 1) * b->width + lane)
		return load_last(sq, end, b->rows - y, b->width, lane);
#pragma GCC unroll 4
	for (int at = 0; at < 64; at += lane, sq += b->width)
		add_squares(&p, sq, lane, at);
	return p;
}

/* The same bits in each row of a word. */
static inline uint64_t
each_row(int lane, uint64_t bits)
{
	if (lane == 16)
		bits *= 0x0001000100010001u;
	return lane == 32 ? bits << 32 | bits : bits;
}

INLINE void
load_lanes(struct bitboard *b, const struct sok_board *board, int lane)
{
	uint64_t row =
	    b->width > 0 ? each_row(lane, bits_first((size_t)b->width)) : 0;
	squares mask = {row, row};
	size_t left = (size_t)(b->rows * lane);

	for (size_t i = 0; i < b->n; i++, left -= PART) {
		int y = (int)i * (PART / lane);
		struct planes p = load_word(b, board, y, lane);
		struct planes q = load_word(b, board, y + 64 / lane, lane);

		if (left < PART)
			mask = (squares){row & bits_first(left),
			    left > 64 ? row & bits_first(left - 64) : 0};
		b->open[i] = ~(squares){p.wall, q.wall} & mask;
		b->goal[i] = (squares){p.goal, q.goal} & mask;
		b->box[i] = (squares){p.box, q.box} & mask;
		b->player[i] = (squares){p.player, q.player} & mask;
	}
}

static inline uint64_t *
word(squares *set, size_t i)
{
	return (uint64_t *)(void *)set + i;
}

/* Rows of several words. */
static void
load_wide(struct bitboard *b, const struct sok_board *board)
{
	const unsigned char *sq = board->sq, *end = sq + sok_board_size(board);

	sq += (ptrdiff_t)b->top * b->width;
	for (size_t y = 0; y < (size_t)b->rows; y++) {
		size_t left = (size_t)b->width, i = y * b->far * 2, n;

		for (; left > 0; left -= n, sq += n, i++) {
			struct planes p = {0, 0, 0, 0};
			uint64_t mask = bits_first(left);

			n = left < 64 ? left : 64;
			if (end - sq >= 64)
				add_squares(&p, sq, 64, 0);
			else
				add_last(&p, sq, (int)n, 64, 0);
			*word(b->open, i) = ~p.wall & mask;
			*word(b->goal, i) = p.goal & mask;
			*word(b->box, i) = p.box & mask;
			*word(b->player, i) = p.player & mask;
		}
	}
}

/* Whether n squares are walls. */
static bool
all_walls(const unsigned char *sq, size_t n)
{
	uint64_t all = BITS_EVERY;

	if (n < 8)
		return (~bits_load_some(sq, n) & BITS_EVERY) << (64 - 8 * n) ==
		    0;
	for (; n > 8; n -= 8, sq += 8)
		all &= bits_load(sq);
	return (all & bits_load(sq + n - 8)) == BITS_EVERY;
}

static void
measure(struct bitboard *b, const struct sok_board *board)
{
	size_t size = sok_board_size(board), width = (size_t)board->width;
	size_t need = width + (board->grid == SOK_SQUARES ? 1 : 2);

	b->grid = board->grid;
	b->width = size > 0 ? board->width : 0;
	b->height = b->rows = size > 0 ? board->height : 0;
	b->top = 0;
	if (b->grid == SOK_SQUARES && size > 0) {
		b->top = all_walls(board->sq, width);
		b->rows -= b->top;
		if (b->rows > 0)
			b->rows -= all_walls(board->sq + size - width, width);
	}
	b->far = need > 64 ? (need + PART - 1) / PART : 0;
	b->lane = b->far > 0 ? (int)b->far * PART
	    : need > 32      ? 64
	    : need > 16      ? 32
	                     : 16;
	b->n = ((size_t)b->lane * (size_t)b->rows + PART - 1) / PART;
	b->stride = b->n + 2 * b->far + 1;
}

static void
load_board(struct bitboard *b, const struct sok_board *board)
{
	if (b->lane == 16)
		load_lanes(b, board, 16);
	else if (b->lane == 32)
		load_lanes(b, board, 32);
	else if (b->lane == 64)
		load_lanes(b, board, 64);
	else
		load_wide(b, board);
}

static bool
touches_rim(const struct bitboard *b, const squares *set)
{
	const uint64_t *v = (const uint64_t *)(const void *)set;
	size_t last = (size_t)b->width - 1;
	uint64_t sides, some = 0;

	if (b->rows == 0)
		return false;
	if ((b->top == 0 && bitboard_has_row(b, set, 0)) ||
	    (b->top + b->rows == b->height &&
	        bitboard_has_row(b, set, b->height - 1)))
		return true;
	if (b->far == 0) {
		sides = each_row(b->lane, 1 | (uint64_t)1 << last);
		for (size_t i = 0; i < b->n; i++)
			some |= (set[i][0] | set[i][1]) & sides;
		return some != 0;
	}
	for (int y = 0; y < b->rows; y++, v += 2 * b->far)
		some |= (v[0] & 1) | (v[last / 64] >> last % 64 & 1);
	return some != 0;
}

int
bitboard_load(struct bitboard *b, const struct sok_board *board, size_t sets,
    struct sok_arena *a)
{
	size_t pad;

	measure(b, board);
	pad = b->stride - b->n;
	sets = (sets + 4) * b->stride;
	b->spare = sok_arena_zalloc(a, sets + pad, sizeof(*b->spare));
	if (b->spare == NULL)
		return -1;
	b->spare += pad;
	b->end = b->spare + sets;
	b->open = bitboard_set(b);
	b->goal = bitboard_set(b);
	b->box = bitboard_set(b);
	b->player = bitboard_set(b);
	load_board(b, board);
	/* In pictures of hexagons half of the squares at the edge are not
	 * cells. */
	b->walled = b->grid != SOK_HEXAGONS && !touches_rim(b, b->open);
	return 0;
}

/* ---- sets */

void
bitboard_put(const struct bitboard *b, squares *set, int x, int y)
{
	size_t at = (size_t)(y - b->top) * (size_t)b->lane + (size_t)x;

	if (y >= b->top && y < b->top + b->rows)
		*word(set, at / 64) |= (uint64_t)1 << at % 64;
}

/* Whether a step from a cell leaves the rectangle. */
static bool
leaves(const struct bitboard *b, int x, int y)
{
	const struct steps *s = &steps_table[b->grid];

	for (int n = 0; n < s->nneighbours; n++) {
		int to_x = x + s->neighbour[n].dx;
		int to_y = y + s->neighbour[n].dy;

		if ((s->neighbour[n].kinds >> steps_kind(x, y) & 1) &&
		    (to_x < 0 || to_x >= b->width || to_y < 0 ||
		        to_y >= b->height))
			return true;
	}
	return false;
}

bool
bitboard_at_edge(const struct bitboard *b, const squares *set, int *x, int *y)
{
	long at = -1;

	if (b->walled || (b->grid != SOK_HEXAGONS && !touches_rim(b, set)))
		return false;
	while (bitboard_next(b, set, &at, x, y))
		if (leaves(b, *x, *y))
			return true;
	return false;
}

bool
bitboard_has_row(const struct bitboard *b, const squares *set, int y)
{
	const uint64_t *v = (const uint64_t *)(const void *)set;
	size_t at = (size_t)(y - b->top) * (size_t)b->lane, left;
	uint64_t some = 0;

	if (y < b->top || y >= b->top + b->rows)
		return false;
	if (b->far == 0)
		return (v[at / 64] >> at % 64 & bits_first((size_t)b->width)) !=
		    0;
	for (left = 2 * b->far; left > 0; left--)
		some |= v[at / 64 + left - 1];
	return some != 0;
}

int
bitboard_area(const struct bitboard *b, const squares *set,
    struct sok_area *area, struct sok_arena *a)
{
	const uint64_t *from = (const uint64_t *)(const void *)set;
	size_t at = 0, i, stride = (size_t)(b->width + 63) / 64;
	uint64_t *to, row = bits_first((size_t)(b->lane < 64 ? b->lane : 64));

	to = sok_arena_zalloc(a, (size_t)b->height * stride, sizeof(*to));
	if (to == NULL)
		return -1;
	*area = (struct sok_area){b->width, b->height, (int)stride, to};
	to += (size_t)b->top * stride;
	for (int y = 0; y < b->rows; y++, at += (size_t)b->lane)
		for (i = 0; i < stride; i++)
			*to++ = from[at / 64 + i] >> at % 64 & row;
	return 0;
}

size_t
bitboard_count(
    const struct bitboard *b, const squares *one, const squares *other)
{
	size_t n = 0;
	squares both;

	for (size_t i = 0; i < b->n; i++) {
		both = one[i] & other[i];
		n += bits_count(both[0]) + bits_count(both[1]);
	}
	return n;
}

bool
bitboard_next(
    const struct bitboard *b, const squares *set, long *at, int *x, int *y)
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
