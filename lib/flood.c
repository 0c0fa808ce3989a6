/* flood.c - where players can go: areas of a board as sets of bits, between
 * board.c and every check that asks what is inside. */
#include <string.h>

#include "bits.h"
#include "flood.h"

/* One flood in the making: words of 64 squares, and those that wait. */
struct flood {
	struct sok_area area;
	uint64_t *open;       /* squares that are no obstacle */
	uint32_t *wait;       /* words that gained squares, a stack */
	unsigned char *waits; /* whether a word is on it */
	size_t nwait;
};

/* The bits of 64 squares or less: is an obstacle, is a player. */
static void
load_word(const unsigned char *sq, size_t n, bool boxes, uint64_t *blocked,
    uint64_t *players)
{
	uint64_t v;
	size_t i;

	*blocked = n < 64 ? ~(uint64_t)0 << n : 0;
	*players = 0;
	for (i = 0; i < n; i += 8) {
		v = n - i < 8 ? bits_load_some(sq + i, n - i)
		              : bits_load(sq + i);
		*blocked |= bits_pack(boxes ? v | v >> 2 : v) << i;
		if (v & SOK_PLAYER * BITS_EVERY)
			*players |= bits_pack(v >> 3) << i;
	}
}

static int
flood_init(struct flood *f, const struct sok_board *b, struct sok_arena *a)
{
	size_t n;

	f->area.width = b->width;
	f->area.height = b->height;
	f->area.stride = b->width / 64 + (b->width % 64 > 0);
	n = (size_t)f->area.stride * (size_t)b->height;
	f->nwait = 0;
	f->area.bits = sok_arena_zalloc(a, n, sizeof(*f->area.bits));
	f->open = sok_arena_alloc(a, n, sizeof(*f->open));
	f->wait = sok_arena_alloc(a, n, sizeof(*f->wait));
	f->waits = sok_arena_zalloc(a, n, 1);
	return f->area.bits && f->open && f->wait && f->waits ? 0 : -1;
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

static void
load(struct flood *f, const struct sok_board *b, bool boxes, bool players)
{
	const unsigned char *sq = b->sq;
	uint64_t blocked, who;
	size_t i = 0, x, n, width = (size_t)b->width;
	int y;

	for (y = 0; y < b->height; y++, sq += width)
		for (x = 0; x < width; x += 64, i++) {
			n = width - x < 64 ? width - x : 64;
			load_word(sq + x, n, boxes, &blocked, &who);
			f->open[i] = ~blocked;
			if (players)
				join(f, i, who);
		}
}

/* All of the runs of open squares in which a square is reached: upwards by
 * the carry of an addition, downwards by doubling. */
static inline uint64_t
spread(uint64_t reached, uint64_t open)
{
	int n;

	reached |= open & ~(open + reached);
	for (n = 1; n < 64; n *= 2) {
		reached |= open & reached >> n;
		open &= open >> n;
	}
	return reached;
}

/* Spread until nothing waits: a word waits at most once for each square that
 * it gains. */
static void
run(struct flood *f)
{
	size_t stride = (size_t)f->area.stride;
	size_t n = stride * (size_t)f->area.height, i;
	uint64_t bits;

	while (f->nwait > 0) {
		i = f->wait[--f->nwait];
		f->waits[i] = 0;
		bits = f->area.bits[i] = spread(f->area.bits[i], f->open[i]);
		if (i >= stride)
			join(f, i - stride, bits);
		if (i + stride < n)
			join(f, i + stride, bits);
		if (bits >> 63 && (i + 1) % stride != 0)
			join(f, i + 1, 1);
		if (bits & 1 && i % stride != 0)
			join(f, i - 1, (uint64_t)1 << 63);
	}
}

int
sok_board_flood(const struct sok_board *b, bool boxes, struct sok_area *area,
    struct sok_arena *a)
{
	struct flood f;

	if (flood_init(&f, b, a) < 0)
		return -1;
	load(&f, b, boxes, true);
	run(&f);
	*area = f.area;
	return 0;
}

int
sok_board_flood_from(const struct sok_board *b, long square, bool boxes,
    struct sok_area *area, struct sok_arena *a)
{
	struct flood f;
	long width = b->width, x;

	if (flood_init(&f, b, a) < 0)
		return -1;
	load(&f, b, boxes, false);
	if (square >= 0 && square < width * b->height) {
		x = square % width;
		join(&f, (size_t)(square / width * f.area.stride + x / 64),
		    (uint64_t)1 << x % 64);
	}
	run(&f);
	*area = f.area;
	return 0;
}

/* The first reached square of the edge in reading order. */
static bool
edge_reached(const struct sok_area *area, int *x, int *y)
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

static bool
walled(const unsigned char *sq, size_t n, size_t step)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!(sq[i * step] & SOK_WALL))
			return false;
	return true;
}

/* The whole edge is wall: nobody can reach it. */
static bool
edge_walled(const struct sok_board *b)
{
	size_t w = (size_t)b->width, h = (size_t)b->height;

	return walled(b->sq, w, 1) && walled(b->sq + (h - 1) * w, w, 1) &&
	    walled(b->sq, h, w) && walled(b->sq + w - 1, h, w);
}

int
sok_board_closed(
    const struct sok_board *b, int *x, int *y, struct sok_arena *scratch)
{
	struct sok_area area;

	if (b->players == 0 || b->width == 0 || b->height == 0)
		return 1;
	if (edge_walled(b))
		return 1;
	if (sok_board_flood(b, false, &area, scratch) < 0)
		return -1;
	return !edge_reached(&area, x, y);
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
