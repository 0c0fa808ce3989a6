/*
 * bitboard.c - boards as strings of bits: converts squares to bits, and counts
 * and lists the set bits.
 */
#include <string.h>

#include "board/bitboard.h"
#include "board/flood.h"
#include "board/flood_grid.h"
#include "tools.h"

/* ---- reading */

/* What up to 64 squares hold. */
struct planes {
	uint64_t wall, goal, box, player;
};

#define INLINE __attribute__((always_inline)) static inline

/* n squares, rounded up to 16, of which the first becomes bit `at`. */
INLINE void
add_squares(struct planes *p, const unsigned char *sq, int n, int at)
{
#pragma GCC unroll 4
	for (int x = 0; x < n; x += 16) {
		p->wall |= bits_plane(sq + x, 0) << (at + x);
		p->goal |= bits_plane(sq + x, 1) << (at + x);
		p->box |= bits_plane(sq + x, 2) << (at + x);
		p->player |= bits_plane(sq + x, 3) << (at + x);
	}
}

/* The last squares of a board, behind which nothing can be read. */
static unsigned char *
copy_last(unsigned char last[64], const unsigned char *sq, size_t n)
{
	memset(last, 0, 64);
	return memcpy(last, sq, n < 64 ? n : 64);
}

static inline uint64_t *
words(squares *set)
{
	return (uint64_t *)(void *)set;
}

static inline void
put_bits(squares *set, size_t at, uint64_t bits)
{
	uint64_t *word = words(set) + at / 64;

	word[0] |= bits << at % 64;
	if (at % 64 != 0)
		word[1] |= bits >> (64 - at % 64);
}

static inline void
put_planes(struct bitboard *b, size_t at, const struct planes *p, uint64_t mask)
{
	put_bits(b->open, at, ~p->wall & mask);
	put_bits(b->goal, at, p->goal & mask);
	put_bits(b->box, at, p->box & mask);
	put_bits(b->player, at, p->player & mask);
}

/* n squares at the edge, of which the first is bit `at`. */
static void
put_edge(struct bitboard *b, size_t at, size_t n)
{
	for (size_t some; n > 0; n -= some, at += some) {
		some = n < 64 ? n : 64;
		put_bits(b->edge, at, bits_first(some));
	}
}

static void
load_rows(struct bitboard *b, const struct sok_board *board)
{
	const unsigned char *sq = board->sq, *end = sq + sok_board_size(board);
	unsigned char last[64];
	int width = b->width, some;
	size_t at = 0;

	for (int y = 0; y < b->height; y++, at += b->pitch) {
		for (int x = 0; x < width; x += some, sq += some) {
			struct planes p = {0, 0, 0, 0};
			const unsigned char *from = sq;

			some = width - x < 64 ? width - x : 64;
			if (end - sq < 64)
				from = copy_last(last, sq, (size_t)(end - sq));
			add_squares(&p, from, 64, 0);
			put_planes(
			    b, at + (size_t)x, &p, bits_first((size_t)some));
		}
		put_bits(b->edge, at, 1);
		put_bits(b->edge, at + (size_t)width - 1, 1);
	}
	put_edge(b, 0, (size_t)width);
	put_edge(b, at - b->pitch, (size_t)width);
}

/* A bit for each row of a word. */
INLINE uint64_t
each_row(int lane)
{
	return lane == 16 ? 0x0001000100010001u
	    : lane == 32  ? 0x0000000100000001u
	                  : 1;
}

INLINE struct planes
load_word(const unsigned char *sq, ptrdiff_t width, int lane, size_t n,
    const unsigned char *end)
{
	struct planes p = {0, 0, 0, 0};
	unsigned char last[64];
	const unsigned char *from;

#pragma GCC unroll 4
	for (int at = 0; at < 64; at += lane, sq += width) {
		if ((size_t)at >= n)
			break;
		from = sq;
		if (end - sq < lane)
			from = copy_last(last, sq, (size_t)(end - sq));
		add_squares(&p, from, lane, at);
	}
	return p;
}

INLINE void
load_lanes(struct bitboard *b, const struct sok_board *board, int lane)
{
	const unsigned char *end = board->sq + sok_board_size(board);
	const unsigned char *sq = board->sq + b->top * b->width;
	uint64_t row = bits_first((size_t)b->width) * each_row(lane);
	uint64_t sides = (1 | (uint64_t)1 << (b->width - 1)) * each_row(lane);
	size_t n = (size_t)(b->rows * lane), next;
	squares mask;
	struct planes p, q;

	for (size_t i = 0; n > 0; i++) {
		p = load_word(sq, b->width, lane, n, end);
		mask = (squares){row & bits_first(n), 0};
		q = p;
		if (n > 64) {
			q = load_word(sq + 64 / lane * b->width, b->width, lane,
			    n - 64, end);
			mask[1] = row & bits_first(n - 64);
		}
		b->open[i] = ~(squares){p.wall, q.wall} & mask;
		b->goal[i] = (squares){p.goal, q.goal} & mask;
		b->box[i] = (squares){p.box, q.box} & mask;
		b->player[i] = (squares){p.player, q.player} & mask;
		b->edge[i] = mask & (squares){sides, sides};
		next = n < 128 ? n : 128;
		n -= next;
		sq += 128 / lane * b->width;
	}
	row = bits_first((size_t)b->width);
	if (b->top == 0)
		put_bits(b->edge, 0, row);
	if (b->top + b->rows == b->height && b->rows > 0)
		put_bits(b->edge, (size_t)((b->rows - 1) * lane), row);
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

/* Steps down, and down and one or two to a side, must shift by 1 to 63 bits
 * and whole parts of sets. */
static size_t
pitch_of(size_t width)
{
	size_t pitch = width + 1, rest = pitch % 128;

	if (rest < 3)
		return pitch + 3 - rest;
	return rest > 61 ? pitch + 131 - rest : pitch;
}

static void
set_pitch(struct bitboard *b, const struct sok_board *board)
{
	size_t width = (size_t)board->width;
	size_t last = sok_board_size(board) - width;
	bool none = sok_board_size(board) == 0;

	b->width = none ? 0 : board->width;
	b->height = b->rows = none ? 0 : board->height;
	b->top = b->lane = 0;
	if (b->grid == SOK_SQUARES && width < 64 && !none) {
		b->lane = width < 16 ? 16 : width < 32 ? 32 : 64;
		b->top = all_walls(board->sq, width);
		b->rows -= b->top;
		if (b->rows > 0)
			b->rows -= all_walls(board->sq + last, width);
	}
	b->pitch = b->lane > 0 ? (size_t)b->lane : pitch_of(width);
	b->far = b->pitch / 128;
	b->shift = (int)(b->pitch % 128);
	b->n = (b->pitch * (size_t)b->rows + 127) / 128;
	b->stride = b->n + b->far + 1;
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
		load_rows(b, board);
}

int
bitboard_load(struct bitboard *b, const struct sok_board *board, size_t sets,
    struct sok_arena *a)
{
	squares out = {0, 0};
	size_t n;

	b->grid = board->grid;
	set_pitch(b, board);
	b->nspare = sets + 5;
	if (b->grid != SOK_SQUARES)
		b->nspare += BITBOARD_GRID_SETS;
	n = (b->nspare + 1) * b->stride - b->n;
	b->spare = sok_arena_zalloc(a, n, sizeof(*b->spare));
	if (b->spare == NULL)
		return -1;
	b->spare += b->stride - b->n;
	b->open = bitboard_set(b);
	b->goal = bitboard_set(b);
	b->box = bitboard_set(b);
	b->player = bitboard_set(b);
	b->edge = bitboard_set(b);
	if (b->width > 0)
		load_board(b, board);
	for (size_t i = 0; i < b->n; i++)
		out |= b->open[i] & b->edge[i];
	/* Of hexagons half the edge is no cell. */
	b->walled = b->grid != SOK_HEXAGONS && (out[0] | out[1]) == 0;
	return 0;
}

/* ---- sets */

void
bitboard_put(const struct bitboard *b, squares *set, int x, int y)
{
	if (y >= b->top && y < b->top + b->rows)
		put_bits(set, (size_t)(y - b->top) * b->pitch + (size_t)x, 1);
}

bool
bitboard_at_edge(struct bitboard *b, const squares *set, int *x, int *y)
{
	squares *edge;
	long at = -1;

	if (b->walled)
		return false;
	if (b->grid != SOK_SQUARES)
		return flood_grid_edge(b, set, x, y);
	edge = bitboard_set(b);
	for (size_t i = 0; i < b->n; i++)
		edge[i] = set[i] & b->edge[i];
	return bitboard_next(b, edge, &at, x, y);
}

bool
bitboard_has_row(const struct bitboard *b, const squares *set, int y)
{
	const uint64_t *v = (const uint64_t *)(const void *)set;
	size_t at = (size_t)(y - b->top) * b->pitch, left = (size_t)b->width;

	if (y < b->top || y >= b->top + b->rows)
		return false;
	for (; left > 64; left -= 64, at += 64)
		if (bits_at(v, at) != 0)
			return true;
	return (bits_at(v, at) & bits_first(left)) != 0;
}

int
bitboard_area(const struct bitboard *b, const squares *set,
    struct sok_area *area, struct sok_arena *a)
{
	const uint64_t *from = (const uint64_t *)(const void *)set;
	size_t at = 0, left;
	uint64_t *to;

	*area =
	    (struct sok_area){b->width, b->height, (b->width + 63) / 64, NULL};
	to = sok_arena_zalloc(
	    a, (size_t)b->height * (size_t)area->stride, sizeof(*to));
	if (to == NULL)
		return -1;
	area->bits = to;
	to += b->top * area->stride;
	for (int y = 0; y < b->rows; y++, at += b->pitch)
		for (left = (size_t)b->width; left > 0;
		     left -= left < 64 ? left : 64)
			*to++ = bits_at(from, at + (size_t)b->width - left) &
			    bits_first(left);
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
	const uint64_t *word = (const uint64_t *)(const void *)set;
	size_t from = (size_t)(*at + 1), i = from / 64, square;
	uint64_t bits = 0;

	if (i < 2 * b->n)
		bits = word[i] & ~(uint64_t)0 << from % 64;
	while (bits == 0 && ++i < 2 * b->n)
		bits = word[i];
	if (bits == 0)
		return false;
	square = i * 64 + (size_t)bits_low(bits);
	*at = (long)square;
	*x = (int)(square % b->pitch);
	*y = (int)(square / b->pitch) + b->top;
	return true;
}
