/* flood_area.c - the areas that players reach, and boards without the rest. */
#include "base/base.h"
#include "board/board.h"
#include "board/flood.h"
#include "board/steps.h"

/* What is reached from some squares; boxes: these are not open from now on. */
static square_bits *
reach(struct bitboard *b, const square_bits *from, bool boxes,
    struct sok_arena *a)
{
	square_bits *set = bitboard_set(b);
	const struct flood f = {FLOOD_WALK, set, b->open};

	for (size_t i = 0; i < b->n; i++) {
		if (boxes)
			b->open[i] &= ~b->box[i];
		set[i] = from[i] & b->open[i];
	}
	return flood_grow(b, &f, 1, a) == -1 ? NULL : set;
}

/* Convert a set, or NULL, to an area in the arena; -1 on ENOMEM. */
static int
to_area(const struct bitboard *b, const square_bits *set, struct sok_area *area,
    struct sok_arena *a)
{
	const uint64_t *from = (const uint64_t *)(const void *)set;
	size_t at = 0, i, stride = (size_t)(b->width + 63) / 64;
	uint64_t *to, row = bits_first((size_t)(b->lane < 64 ? b->lane : 64));

	if (set == NULL)
		return -1;
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

/* Add a square, which may be a wall that was left out. */
static void
put_square(const struct bitboard *b, square_bits *set, int x, int y)
{
	size_t at = (size_t)(y - b->top) * (size_t)b->lane + (size_t)x;

	if (y >= b->top && y < b->top + b->rows)
		set[at / PART][at / 64 % 2] |= (uint64_t)1 << at % 64;
}

int
flood_from(const struct sok_board *board, long square, bool boxes,
    struct sok_area *area, struct sok_arena *a)
{
	struct bitboard b;

	if (bitboard_load(&b, board, 2, a) == -1)
		return -1;
	square_bits *set = b.player;
	if (square != -1) {
		set = bitboard_set(&b);
		if (square >= 0 && (size_t)square < sok_board_size(board))
			put_square(&b, set, (int)(square % board->width),
			    (int)(square / board->width));
	}
	return to_area(&b, reach(&b, set, boxes, a), area, a);
}

size_t
sok_area_count(const struct sok_area *area)
{
	size_t n = 0;

	for (int y = 0; y < area->height; y++)
		for (int x = 0; x < area->width; x++)
			n += sok_area_has(area, x, y);
	return n;
}

int
sok_board_flood(const struct sok_board *b, bool boxes, struct sok_area *area,
    struct sok_arena *a)
{
	return flood_from(b, -1, boxes, area, a);
}

int
sok_board_closed(
    const struct sok_board *board, int *x, int *y, struct sok_arena *scratch)
{
	struct bitboard b;

	if (board->players == 0)
		return 1;
	if (bitboard_load(&b, board, 1, scratch) == -1)
		return -1;
	if (b.walled)
		return 1;
	square_bits *set = reach(&b, b.player, false, scratch);
	return set == NULL ? -1 : !bitboard_at_edge(&b, set, x, y);
}

bool
flood_box(const struct sok_area *area, struct flood_box *box)
{
	*box = (struct flood_box){area->width, area->height, -1, -1};
	for (int x = 0; x < area->stride; x++) {
		const uint64_t *word = area->bits + x;
		uint64_t some = 0;

		for (int y = 0; y < area->height; y++, word += area->stride) {
			if (*word == 0)
				continue;
			some |= *word;
			box->top = y < box->top ? y : box->top;
			box->bottom = y > box->bottom ? y : box->bottom;
		}
		if (some == 0)
			continue;
		if (box->right < 0)
			box->left = x * 64 + bits_low(some);
		box->right = x * 64 + bits_high(some);
	}
	return box->right >= 0 && box->left > 0 && box->top > 0 &&
	    box->right < area->width - 1 && box->bottom < area->height - 1;
}

int
flood_both(const struct sok_board *board, struct sok_area *inside,
    struct sok_area *walk, struct flood_box *box, struct sok_arena *a)
{
	struct bitboard b;

	if (bitboard_load(&b, board, 2, a) == -1 ||
	    to_area(&b, reach(&b, b.player, false, a), inside, a) == -1)
		return -1;
	if (!flood_box(inside, box))
		return 0;
	return to_area(&b, reach(&b, b.player, true, a), walk, a) < 0 ? -1 : 1;
}

/* ---- simplifying */

/* Whether (x, y) touches a reached cell, on squares also at a corner. */
static bool
touched(const struct sok_area *area, enum sok_grid grid, int x, int y)
{
	const struct steps *s =
	    &steps_table[grid == SOK_SQUARES ? SOK_OCTAGONS : grid];
	int kind = grid == SOK_SQUARES ? 0 : steps_kind(x, y);

	for (int n = 0; n < s->nletters; n++) {
		int to_x = x + s->step[kind][n][0];
		int to_y = y + s->step[kind][n][1];

		if (to_x >= 0 && to_y >= 0 && to_x < area->width &&
		    to_y < area->height && sok_area_has(area, to_x, to_y))
			return true;
	}
	return false;
}

int
sok_board_simplify(const struct sok_board *b, struct sok_board *to, int *dx,
    int *dy, struct sok_arena *a)
{
	long from = sok_board_player(b), now;
	struct sok_area area;
	struct flood_box box;
	struct sok_board s;

	if (sok_board_flood(b, false, &area, a) < 0)
		return -1;
	int closed = b->grid == SOK_SQUARES ? flood_box(&area, &box)
	                                    : sok_board_closed(b, dx, dy, a);
	if (closed != 1 || b->players == 0)
		return closed == -1 ? -1 : 0;
	if (sok_board_copy(&s, b, a) < 0)
		return -1;
	for (int y = 0; y < s.height; y++)
		for (int x = 0; x < s.width; x++)
			if (!sok_area_has(&area, x, y))
				s.sq[y * s.width + x] =
				    touched(&area, s.grid, x, y) ? SOK_WALL
				                                 : SOK_FLOOR;
	if (sok_board_crop(&s, a) < 0)
		return -1;
	sok_board_count(&s);
	now = sok_board_player(&s);
	*dx = (int)(from % b->width - now % s.width);
	*dy = (int)(from / b->width - now / s.width);
	*to = s;
	return 1;
}
