/*
 * stage.c - sets a puzzle up for replay: squares in a border of wall, the
 * players' area, and the picture after the moves.  A game on a stage that
 * was used before costs what the moves can have touched, not the board.
 */
#include <errno.h>
#include <string.h>

#include "base/bits.h"
#include "play/replay.h"

/* Squares all searches of one stage may look at. */
#define PATIENCE ((uint64_t)1 << 28)

/* Eight squares of n from i on, or as many as there are. */
static inline uint64_t
squares(const unsigned char *sq, size_t n, size_t i)
{
	return i + 8 <= n ? bits_load(sq + i) : bits_load_some(sq + i, n - i);
}

/* All squares are looked at either way, which is faster than to stop
 * somewhere. */
size_t
stage_look(const unsigned char *sq, size_t n, size_t *off)
{
	uint64_t v, player = 0;
	size_t at = 0, i;

	*off = 0;
	for (i = 0; i < n; i += 8) {
		v = squares(sq, n, i);
		*off += bits_sum(v >> 2 & ~(v >> 1) & BITS_EVERY);
		player |= v & SOK_PLAYER * BITS_EVERY;
		at += player == 0 ? 8 : 0;
	}
	if (player == 0)
		return n;
	v = squares(sq, n, at) & SOK_PLAYER * BITS_EVERY;
	return at + (size_t)bits_low(v) / 8;
}

static void
look(struct sok_stage *s)
{
	size_t n = sok_board_size(s->board);
	size_t at = stage_look(s->board->sq, n, &s->off);

	/* Each row of the grid is longer than the board's by one. */
	if (at < n)
		s->start =
		    s->stride + (ptrdiff_t)at + (int)at / s->board->width;
}

struct sok_stage *
sok_stage_open(const struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_stage *s = sok_arena_zalloc(a, 1, sizeof(*s));

	if (s == NULL)
		return NULL;
	s->puzzle = p;
	s->board = &p->board;
	s->multiban = p->board.players > 1 && multiban_puzzle(p);
	s->a = a;
	s->stride = p->board.width + 1;
	s->size = s->stride * (p->board.height + 2);
	s->delta['l' & 31] = -1;
	s->delta['r' & 31] = 1;
	s->delta['u' & 31] = (int32_t)-s->stride;
	s->delta['d' & 31] = (int32_t)s->stride;
	s->search.left = PATIENCE;
	if (p->has_board)
		look(s);
	return s;
}

size_t
stage_off(const struct sok_stage *s, enum sok_mode mode)
{
	const struct sok_board *b = s->board;

	/* What is on goal is so either way. */
	return mode == SOK_FORWARD ? s->off : s->off + b->goals - b->boxes;
}

/* Boxes and goals change places. */
static const unsigned char exchanged[SOK_NSQUARES] = {
    0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15};

/* Most rows are two overlapping words. */
static inline void
copy_row(unsigned char *to, const unsigned char *from, size_t n)
{
	if (n < 8 || n > 16) {
		memcpy(to, from, n);
	} else {
		memcpy(to, from, 8);
		memcpy(to + n - 8, from + n - 8, 8);
	}
}

/* Put rows from y to end back to where the game begins. */
static void
fill_rows(const struct sok_stage *s, enum sok_mode mode, int y, int end)
{
	size_t width = (size_t)s->board->width, x;
	const unsigned char *from = s->board->sq + (size_t)y * width;
	unsigned char *to = s->grid[mode].sq + (y + 1) * s->stride;

	for (; y < end; y++, from += width, to += s->stride) {
		copy_row(to, from, width);
		if (mode == SOK_FORWARD)
			continue;
		for (x = 0; x < width; x++)
			to[x] = exchanged[to[x]];
	}
}

static int
new_grid(struct sok_stage *s, enum sok_mode mode)
{
	struct grid *g = &s->grid[mode];
	size_t size = (size_t)s->size;

	g->sq = sok_arena_alloc(s->a, size, 1);
	if (g->sq == NULL)
		return -1;
	memset(g->sq, SOK_WALL, size);
	fill_rows(s, mode, 0, s->board->height);
	g->used = 0;
	return 0;
}

/* Every byte of a game leads one row away at most, and a box one more. */
void
stage_reach(
    const struct sok_stage *s, size_t moves, ptrdiff_t *y, ptrdiff_t *end)
{
	ptrdiff_t row = s->start / s->stride - 1, reach = (ptrdiff_t)moves + 2;

	*y = reach < row ? row - reach : 0;
	*end = s->board->height;
	if (reach < *end - row)
		*end = row + reach;
}

int
stage_ready(struct sok_stage *s, enum sok_mode mode)
{
	struct grid *g = &s->grid[mode];
	ptrdiff_t y, end;

	if (g->sq == NULL)
		return new_grid(s, mode);
	if (g->used == 0)
		return 0;
	stage_reach(s, g->used, &y, &end);
	fill_rows(s, mode, (int)y, (int)end);
	g->used = 0;
	return 0;
}

static void
count_outside(struct sok_stage *s)
{
	const struct sok_board *b = s->board;
	const unsigned char *sq = b->sq;
	int x, y;

	for (y = 0; y < b->height; y++) {
		for (x = 0; x < b->width; x++, sq++) {
			bool box = *sq & SOK_BOX, goal = *sq & SOK_GOAL;
			bool inside = sok_area_has(&s->area, x, y);

			s->inside_boxes += inside && box;
			s->inside_goals += inside && goal;
			s->outside_off[SOK_FORWARD] += !inside && box && !goal;
			s->outside_off[SOK_REVERSE] += !inside && goal && !box;
		}
	}
}

int
stage_area(struct sok_stage *s)
{
	if (s->area_known)
		return 0;
	if (sok_board_flood(s->board, false, &s->area, s->a) != 0)
		return -1;
	count_outside(s);
	s->area_known = true;
	return 0;
}

bool
stage_inside(const struct sok_stage *s, ptrdiff_t at)
{
	return at >= s->stride && at < s->size - s->stride &&
	    at % s->stride != s->board->width;
}

ptrdiff_t
stage_away(const struct sok_stage *s, ptrdiff_t at, long dx, long dy)
{
	ptrdiff_t x = at % s->stride + dx, y = at / s->stride - 1 + dy;

	if (x < 0 || y < 0 || x >= s->board->width || y >= s->board->height)
		return -1;
	return (y + 1) * s->stride + x;
}

unsigned char *
stage_copy(const struct sok_stage *s, struct sok_board *b, struct sok_arena *a)
{
	*b = *s->board;
	b->xsb = (struct sok_str){0};
	b->sq = sok_arena_alloc(a, sok_board_size(b), 1);
	return b->sq;
}

void
stage_player(const struct sok_stage *s, struct sok_board *b, ptrdiff_t at)
{
	ptrdiff_t y = at / s->stride - 1;

	b->sq[y * b->width + at % s->stride] |= SOK_PLAYER;
}

int
stage_picture(const struct sok_stage *s, const unsigned char *sq, ptrdiff_t at,
    struct sok_board *b, struct sok_arena *a)
{
	const unsigned char *from = s->board->sq;
	unsigned char *to;
	int x, y;

	to = stage_copy(s, b, a);
	if (to == NULL)
		return -1;
	for (y = 0; y < b->height; y++) {
		sq += s->stride;
		for (x = 0; x < b->width; x++)
			*to++ =
			    (unsigned char)((*from++ & (SOK_WALL | SOK_GOAL)) |
			        (sq[x] & (SOK_BOX | SOK_PLAYER)));
	}
	stage_player(s, b, at);
	if (b->boxes != b->goals)
		sok_board_count(b);
	return 0;
}

static int
search_memory(struct sok_stage *s)
{
	struct search *f = &s->search;
	size_t n = (size_t)s->size;

	if (f->from != NULL)
		return 0;
	if (n > UINT32_MAX) {
		errno = ENOMEM;
		return -1;
	}
	f->queue = sok_arena_alloc(s->a, n, sizeof(*f->queue));
	f->seen = sok_arena_zalloc(s->a, n, sizeof(*f->seen));
	if (f->queue == NULL || f->seen == NULL)
		return -1;
	f->from = sok_arena_alloc(s->a, n, 1);
	return f->from == NULL ? -1 : 0;
}

int
stage_search(struct sok_stage *s, const unsigned char *sq, ptrdiff_t from,
    ptrdiff_t to, unsigned blocked)
{
	static const unsigned char way[4] = {
	    'u' & 31, 'l' & 31, 'r' & 31, 'd' & 31};
	struct search *f = &s->search;
	size_t head;
	int i;

	if (search_memory(s) != 0)
		return -1;
	f->stamp++;
	f->seen[from] = f->stamp;
	f->queue[0] = (uint32_t)from;
	f->n = 1;
	for (head = 0; head < f->n; head++) {
		ptrdiff_t at = (ptrdiff_t)f->queue[head];

		if (at == to)
			return 1;
		if (f->left == 0) {
			f->tired = true;
			return 0;
		}
		f->left--;
		for (i = 0; i < 4; i++) {
			ptrdiff_t next = at + s->delta[way[i]];

			if (sq[next] & blocked || f->seen[next] == f->stamp)
				continue;
			f->seen[next] = f->stamp;
			f->from[next] = way[i];
			f->queue[f->n++] = (uint32_t)next;
		}
	}
	return to < 0;
}
