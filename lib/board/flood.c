/* flood.c - where players can go: areas of a board as sets of bits, between
 * board.c and every check that asks what is inside. */
#include <string.h>

#include "base/bits.h"
#include "board/flood.h"
#include "board/steps.h"

/* One flood in the making: words of 64 squares, and those that wait. */
struct flood {
	struct sok_area area;
	uint64_t *open;       /* squares that are no obstacle */
	uint32_t *wait;       /* words that gained squares, a stack */
	unsigned char *waits; /* whether a word is on it */
	size_t nwait;
};

static int
flood_init(struct flood *f, const struct sok_board *b, struct sok_arena *a)
{
	size_t n, flags;

	f->area.width = b->width;
	f->area.height = b->height;
	f->area.stride = b->width / 64 + (b->width % 64 > 0);
	n = (size_t)f->area.stride * (size_t)b->height;
	flags = n / 8 + 1;
	f->area.bits =
	    sok_arena_alloc(a, 2 * n + flags + n / 2 + 1, sizeof(*f->open));
	if (!f->area.bits)
		return -1;
	memset(f->area.bits, 0, (2 * n + flags) * sizeof(*f->open));
	f->open = f->area.bits + n;
	f->waits = (unsigned char *)(f->open + n);
	f->wait = (uint32_t *)(f->open + n + flags);
	f->nwait = 0;
	return 0;
}

/* A bit for each of 16 squares from sq[at] on: has one of these kinds.  n
 * squares can be read, 16 or more; those behind them have none. */
static inline uint64_t
find(const unsigned char *sq, size_t n, size_t at, int kinds)
{
	if (at + 16 <= n)
		return bits_kind(sq + at, kinds);
	return bits_kind(sq + n - 16, kinds) >> (at + 16 - n);
}

/* Fill in columns x to x + 15 of the n squares. */
static inline void
load_columns(struct flood *f, const unsigned char *sq, size_t n, size_t x,
    int obstacles, int start)
{
	size_t width = (size_t)f->area.width, stride = (size_t)f->area.stride;
	uint64_t *open = f->open + x / 64, *bits = f->area.bits + x / 64;
	uint64_t mask = bits_first(width - x) & 0xffff, free;
	size_t at = x;
	int y;

	for (y = f->area.height; y > 0; y--) {
		free = mask & ~find(sq, n, at, obstacles);
		*open |= free << x % 64;
		*bits |= (free & find(sq, n, at, start)) << x % 64;
		open += stride;
		bits += stride;
		at += width;
	}
}

static inline void
load(struct flood *f, const struct sok_board *b, int obstacles, int start)
{
	size_t width = (size_t)b->width, n = width * (size_t)b->height, i;
	const unsigned char *sq = b->sq;
	unsigned char small[16] = {0};

	if (n < sizeof(small)) {
		if (n > 0)
			memcpy(small, sq, n);
		sq = small;
		n = sizeof(small);
	}
	for (i = 0; i < width; i += 16)
		load_columns(f, sq, n, i, obstacles, start);
	n = (size_t)f->area.stride * (size_t)b->height;
	for (i = 0; i < n; i++)
		if (f->area.bits[i]) {
			f->waits[i] = 1;
			f->wait[f->nwait++] = (uint32_t)i;
		}
}

/* Squares join word i of the area if they are open. */
static inline void
join(struct flood *f, size_t i, uint64_t bits)
{
	bits &= f->open[i] & ~f->area.bits[i];
	if (!bits)
		return;
	f->area.bits[i] |= bits;
	if (!f->waits[i]) {
		f->waits[i] = 1;
		f->wait[f->nwait++] = (uint32_t)i;
	}
}

/* What leaves a word at its sides, for rows of several words. */
static inline void
join_sides(struct flood *f, size_t i, uint64_t bits)
{
	size_t stride = (size_t)f->area.stride;

	if (bits >> 63 && (i + 1) % stride != 0)
		join(f, i + 1, 1);
	if (bits & 1 && i % stride != 0)
		join(f, i - 1, (uint64_t)1 << 63);
}

/*
 * Spread until nothing waits: a word waits at most once for each square that
 * it gains.
 */
static inline void
run(struct flood *f)
{
	size_t stride = (size_t)f->area.stride, i;
	size_t n = stride * (size_t)f->area.height;
	bool far = f->area.width > 16;
	uint64_t bits;

	while (f->nwait > 0) {
		i = f->wait[--f->nwait];
		f->waits[i] = 0;
		bits = bits_spread(f->area.bits[i], f->open[i], far);
		f->area.bits[i] = bits;
		if (i >= stride)
			join(f, i - stride, bits);
		if (i + stride < n)
			join(f, i + stride, bits);
		if (stride > 1)
			join_sides(f, i, bits);
	}
}

/* The cells of these kinds in a word of row y. */
static uint64_t
cells_of(unsigned kinds, size_t y)
{
	uint64_t even = UINT64_C(0x5555555555555555) << (y & 1);

	return (kinds & 1 ? even : 0) | (kinds & 2 ? ~even : 0);
}

/* Squares dx columns away from those of a word join word i and the one beside
 * it. */
static void
join_shifted(struct flood *f, size_t i, uint64_t bits, int dx)
{
	size_t stride = (size_t)f->area.stride;

	if (dx == 0) {
		join(f, i, bits);
	} else if (dx > 0) {
		join(f, i, bits << dx);
		if ((i + 1) % stride != 0)
			join(f, i + 1, bits >> (64 - dx));
	} else {
		join(f, i, bits >> -dx);
		if (i % stride != 0)
			join(f, i - 1, bits << (64 + dx));
	}
}

/* run() on the steps of a grid. */
static void
run_steps(struct flood *f, enum sok_grid grid)
{
	const struct steps *s = &steps_table[grid];
	size_t stride = (size_t)f->area.stride, i, y, to;

	while (f->nwait > 0) {
		i = f->wait[--f->nwait];
		f->waits[i] = 0;
		for (int n = 0; n < s->nneighbours; n++) {
			y = i / stride;
			to = y + (size_t)s->neighbour[n].dy;
			if (to < (size_t)f->area.height)
				join_shifted(f, to * stride + i % stride,
				    f->area.bits[i] &
				        cells_of(s->neighbour[n].kinds, y),
				    s->neighbour[n].dx);
		}
	}
}

/* f comes by value, so that its members can stay in registers. */
static void
flood(struct flood f, const struct sok_board *b, bool boxes, int start,
    long square)
{
	size_t at = (size_t)square, width = (size_t)b->width;

	load(&f, b, boxes ? SOK_WALL | SOK_BOX : SOK_WALL, start);
	if (square >= 0 && at < width * (size_t)b->height)
		join(&f, at / width * (size_t)f.area.stride + at % width / 64,
		    (uint64_t)1 << at % width % 64);
	if (b->grid == SOK_SQUARES)
		run(&f);
	else
		run_steps(&f, b->grid);
}

int
sok_board_flood(const struct sok_board *b, bool boxes, struct sok_area *area,
    struct sok_arena *a)
{
	struct flood f;

	if (flood_init(&f, b, a) < 0)
		return -1;
	*area = f.area;
	flood(f, b, boxes, SOK_PLAYER, -1);
	return 0;
}

int
flood_from(const struct sok_board *b, long square, bool boxes,
    struct sok_area *area, struct sok_arena *a)
{
	struct flood f;

	if (flood_init(&f, b, a) < 0)
		return -1;
	*area = f.area;
	flood(f, b, boxes, 0, square);
	return 0;
}

bool
flood_edge(const struct sok_area *area, int *x, int *y)
{
	int row, col, last = area->width - 1;

	for (row = 0; row < area->height; row++) {
		bool whole = row == 0 || row == area->height - 1;

		for (col = 0; col <= last; col++) {
			if (!whole && col == 1 && last > 1)
				col = last;
			if (!sok_area_has(area, col, row))
				continue;
			*x = col;
			*y = row;
			return true;
		}
	}
	return false;
}

/* The whole edge is wall: nobody can reach it. */
static bool
edge_walled(const struct sok_board *b)
{
	size_t w = (size_t)b->width, h = (size_t)b->height, i;
	const unsigned char *bottom = b->sq + (h - 1) * w, *sq = b->sq;
	unsigned all = SOK_WALL;

	for (i = 0; i < w; i++)
		all &= b->sq[i] & bottom[i];
	for (i = 0; i < h; i++, sq += w)
		all &= sq[0] & sq[w - 1];
	return all;
}

/* The first cell of an area from which a step leads out of the rectangle. */
static bool
leaves(const struct sok_area *area, enum sok_grid grid, int *x, int *y)
{
	const struct steps *s = &steps_table[grid];
	int n, to_x, to_y;

	for (*y = 0; *y < area->height; ++*y)
		for (*x = 0; *x < area->width; ++*x) {
			if (!sok_area_has(area, *x, *y))
				continue;
			for (n = 0; n < s->nneighbours; n++) {
				to_x = *x + s->neighbour[n].dx;
				to_y = *y + s->neighbour[n].dy;
				if ((s->neighbour[n].kinds >>
				            steps_kind(*x, *y) &
				        1) &&
				    (to_x < 0 || to_y < 0 ||
				        to_x >= area->width ||
				        to_y >= area->height))
					return true;
			}
		}
	return false;
}

int
sok_board_closed(
    const struct sok_board *b, int *x, int *y, struct sok_arena *scratch)
{
	struct sok_area area;

	if (b->players == 0 || b->width == 0 || b->height == 0)
		return 1;
	if (b->grid == SOK_SQUARES && edge_walled(b))
		return 1;
	if (sok_board_flood(b, false, &area, scratch) < 0)
		return -1;
	return b->grid == SOK_SQUARES ? !flood_edge(&area, x, y)
	                              : !leaves(&area, b->grid, x, y);
}

bool
flood_box(const struct sok_area *area, struct flood_box *box)
{
	const uint64_t *row = area->bits;
	int x, y, low, high;

	*box = (struct flood_box){area->width, -1, -1, -1};
	for (y = 0; y < area->height; y++, row += area->stride)
		for (x = 0; x < area->stride; x++) {
			if (!row[x])
				continue;
			low = x * 64 + bits_low(row[x]);
			high = x * 64 + bits_high(row[x]);
			box->left = low < box->left ? low : box->left;
			box->right = high > box->right ? high : box->right;
			box->top = box->top < 0 ? y : box->top;
			box->bottom = y;
		}
	return box->left > 0 && box->top > 0 && box->right < area->width - 1 &&
	    box->bottom < area->height - 1;
}

static bool
small(const struct sok_board *b, struct sok_area *inside, struct sok_area *walk,
    struct sok_arena *a)
{
	size_t n = (size_t)b->height;

	*inside = (struct sok_area){b->width, b->height, 1, NULL};
	inside->bits = sok_arena_alloc(a, 2 * n, sizeof(*inside->bits));
	if (!inside->bits)
		return false;
	*walk = *inside;
	walk->bits += n;
	flood_small(b, inside->bits, walk->bits);
	return true;
}

int
flood_both(const struct sok_board *b, struct sok_area *inside,
    struct sok_area *walk, struct flood_box *box, struct sok_arena *a)
{
	if (flood_is_small(b))
		return small(b, inside, walk, a) ? flood_box(inside, box) : -1;
	if (sok_board_flood(b, false, inside, a) < 0)
		return -1;
	if (!flood_box(inside, box))
		return 0;
	return sok_board_flood(b, true, walk, a) < 0 ? -1 : 1;
}
