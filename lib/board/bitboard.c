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

/* Put 16 squares before those that are there; `skip` of them are others. */
static inline void
add_squares(struct planes *p, const unsigned char *sq, size_t skip)
{
	p->wall = p->wall << 16 | bits_plane(sq, 0) >> skip;
	p->goal = p->goal << 16 | bits_plane(sq, 1) >> skip;
	p->box = p->box << 16 | bits_plane(sq, 2) >> skip;
	p->player = p->player << 16 | bits_plane(sq, 3) >> skip;
}

/* The squares sq[0] to sq[n - 1], 0 < n <= 64.  `rest` squares can be read; if
 * they are fewer than 16, so can those before sq. */
static inline struct planes
load_squares(const unsigned char *sq, size_t n, size_t rest)
{
	size_t x = (n - 1) / 16 * 16;
	struct planes p = {0, 0, 0, 0};
	uint64_t mask = bits_first(n);

	if (x + 16 > rest)
		add_squares(&p, sq + rest - 16, x + 16 - rest);
	else
		add_squares(&p, sq + x, 0);
	while (x > 0)
		add_squares(&p, sq + (x -= 16), 0);
	return (struct planes){
	    ~p.wall & mask, p.goal & mask, p.box & mask, p.player & mask};
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

/* n squares that follow each other, of which the first is bit `at`. */
static inline void
load_row(struct bitboard *b, const unsigned char *sq, size_t n, size_t rest,
    size_t at)
{
	struct planes p;
	size_t some;

	for (; n > 0; n -= some, rest -= some, sq += some, at += some) {
		some = n < 64 ? n : 64;
		p = load_squares(sq, some, rest);
		put_bits(b->open, at, p.wall);
		put_bits(b->goal, at, p.goal);
		put_bits(b->box, at, p.box);
		put_bits(b->player, at, p.player);
	}
}

static void
load_board(struct bitboard *b, const struct sok_board *board)
{
	size_t rest = sok_board_size(board), width = (size_t)board->width, at,
	       pad = 0;
	unsigned char small[32] = {0};
	const unsigned char *sq = board->sq;

	if (rest < 16) {
		if (rest > 0)
			memcpy(small, sq, rest);
		sq = small;
		pad = 16;
	}
	if (width == b->pitch)
		width = rest;
	for (at = 0; rest > 0; rest -= width, sq += width, at += b->pitch)
		load_row(b, sq, width, rest + pad, at);
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

bool
bitboard_is_walled(const struct sok_board *b)
{
	size_t w = (size_t)b->width, h = (size_t)b->height;
	const unsigned char *sq = b->sq, *bottom;
	unsigned sides;

	/* Of hexagons half the edge is no cell. */
	if (w == 0 || h == 0 || b->grid == SOK_HEXAGONS)
		return false;
	sides = *sq & SOK_WALL;

	/* The last square of each row and the first of the next. */
	for (bottom = sq + (h - 1) * w; sides && sq < bottom;) {
		sq += w;
		sides &= sq[-1] & sq[0];
	}
	return sides && all_walls(b->sq, w) && all_walls(bottom, w);
}

/* Steps down, and down and one or two to a side, must shift by 1 to 63 bits
 * and whole parts of sets. */
static void
set_steps(struct bitboard *b, size_t width)
{
	size_t rest = width % 128;

	b->pitch = width;
	if (rest < 3)
		b->pitch += 3 - rest;
	else if (rest > 61)
		b->pitch += 131 - rest;
	b->far = b->pitch / 128;
	b->shift = (int)(b->pitch % 128);
	b->n = (b->pitch * (size_t)b->height + 127) / 128;
	b->stride = b->n + b->far + 1;
}

static void
find_ends(struct bitboard *b)
{
	size_t first = 0, last = (size_t)b->width - 1;

	b->first = bitboard_set(b);
	b->last = bitboard_set(b);
	for (int y = 0; y < b->height; y++) {
		put_bits(b->first, first, 1);
		put_bits(b->last, last, 1);
		first += b->pitch;
		last += b->pitch;
	}
}

int
bitboard_load(struct bitboard *b, const struct sok_board *board, size_t sets,
    struct sok_arena *a)
{
	size_t n;

	b->width = board->width;
	b->height = board->height;
	b->grid = board->grid;
	b->walled = bitboard_is_walled(board);
	set_steps(b, (size_t)b->width);
	b->nspare = sets + 6;
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
	load_board(b, board);
	if (!b->walled && sok_board_size(board) > 0)
		find_ends(b);
	return 0;
}

/* ---- sets */

void
bitboard_put(const struct bitboard *b, squares *set, int x, int y)
{
	put_bits(set, (size_t)y * b->pitch + (size_t)x, 1);
}

static void
add_row(const struct bitboard *b, squares *set, int y)
{
	size_t at = (size_t)y * b->pitch, n = (size_t)b->width, some;

	for (; n > 0; n -= some, at += some) {
		some = n < 64 ? n : 64;
		put_bits(set, at, bits_first(some));
	}
}

bool
bitboard_at_edge(struct bitboard *b, const squares *set, int *x, int *y)
{
	squares *edge;
	long at = -1;

	if (b->walled || b->width == 0 || b->height == 0)
		return false;
	if (b->grid != SOK_SQUARES)
		return flood_grid_edge(b, set, x, y);
	edge = bitboard_set(b);
	add_row(b, edge, 0);
	add_row(b, edge, b->height - 1);
	for (size_t i = 0; i < b->n; i++)
		edge[i] = set[i] & (edge[i] | b->first[i] | b->last[i]);
	return bitboard_next(b, edge, &at, x, y);
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
	to = sok_arena_alloc(
	    a, (size_t)b->height * (size_t)area->stride, sizeof(*to));
	if (to == NULL)
		return -1;
	area->bits = to;
	for (int y = 0; y < b->height; y++, at += b->pitch)
		for (left = (size_t)b->width; left > 0;
		     left -= left < 64 ? left : 64)
			*to++ = bits_at(from, at + (size_t)b->width - left) &
			    bits_first(left);
	return 0;
}

static size_t
popcount(uint64_t v)
{
	v -= v >> 1 & 0x5555555555555555;
	v = (v & 0x3333333333333333) + (v >> 2 & 0x3333333333333333);
	v = (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0f;
	return (size_t)(v * 0x0101010101010101 >> 56);
}

size_t
bitboard_count(
    const struct bitboard *b, const squares *one, const squares *other)
{
	size_t n = 0;
	squares both;

	for (size_t i = 0; i < b->n; i++) {
		both = one[i] & other[i];
		n += popcount(both[0]) + popcount(both[1]);
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
	*y = (int)(square / b->pitch);
	return true;
}
