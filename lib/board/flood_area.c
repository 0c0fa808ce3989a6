/* flood_area.c - the areas that players reach, and boards without the rest. */
#include "base/base.h"
#include "board/board.h"
#include "board/flood.h"
#include "board/steps.h"

/* What is reached from some squares; boxes: these are not open from now on.
 * NULL on ENOMEM. */
static square_bits *
reach(struct bitboard *bits, const square_bits *from, bool boxes,
    struct sok_arena *arena)
{
	square_bits *set = bitboard_set(bits);
	const struct flood flood = {FLOOD_WALK, set, bits->open};

	for (size_t i = 0; i < bits->n; i++) {
		if (boxes)
			bits->open[i] &= ~bits->box[i];
		set[i] = from[i] & bits->open[i];
	}
	return flood_grow(bits, &flood, 1, arena) == -1 ? NULL : set;
}

/* Convert a set, or NULL, to an area in the arena; -1 on ENOMEM. */
static int
to_area(const struct bitboard *bits, const square_bits *set,
    struct sok_area *area, struct sok_arena *arena)
{
	const uint64_t *from = (const uint64_t *)(const void *)set;
	size_t at = 0, i, stride = (size_t)(bits->width + 63) / 64;
	uint64_t *to,
	    row = bits_first((size_t)(bits->lane < 64 ? bits->lane : 64));

	if (set == NULL)
		return -1;
	to =
	    sok_arena_zalloc(arena, (size_t)bits->height * stride, sizeof(*to));
	if (to == NULL)
		return -1;
	*area = (struct sok_area){bits->width, bits->height, (int)stride, to};
	to += (size_t)bits->top * stride;
	for (int y = 0; y < bits->rows; y++, at += (size_t)bits->lane)
		for (i = 0; i < stride; i++)
			*to++ = from[at / 64 + i] >> at % 64 & row;
	return 0;
}

/* Add a square, which may be a wall that was left out. */
static void
put_square(const struct bitboard *bits, square_bits *set, int x, int y)
{
	size_t at = (size_t)(y - bits->top) * (size_t)bits->lane + (size_t)x;

	if (y >= bits->top && y < bits->top + bits->rows)
		set[at / PART][at / 64 % 2] |= (uint64_t)1 << at % 64;
}

int
flood_from(const struct sok_board *board, long square, bool boxes,
    struct sok_area *area, struct sok_arena *arena)
{
	struct bitboard bits;

	if (bitboard_load(&bits, board, 2, arena) == -1)
		return -1;
	square_bits *set = bits.player;
	if (square != -1) {
		set = bitboard_set(&bits);
		if (square >= 0 && (size_t)square < sok_board_size(board))
			put_square(&bits, set, (int)(square % board->width),
			    (int)(square / board->width));
	}
	return to_area(&bits, reach(&bits, set, boxes, arena), area, arena);
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
sok_board_flood(const struct sok_board *board, bool boxes,
    struct sok_area *area, struct sok_arena *arena)
{
	return flood_from(board, -1, boxes, area, arena);
}

int
sok_board_closed(
    const struct sok_board *board, int *x, int *y, struct sok_arena *scratch)
{
	struct bitboard bits;

	if (board->players == 0)
		return 1;
	if (bitboard_load(&bits, board, 1, scratch) == -1)
		return -1;
	if (bits.walled)
		return 1;
	square_bits *set = reach(&bits, bits.player, false, scratch);
	return set == NULL ? -1 : !bitboard_at_edge(&bits, set, x, y);
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
			box->left = x * 64 + (int)bits_low(some);
		box->right = x * 64 + bits_high(some);
	}
	return box->right >= 0 && box->left > 0 && box->top > 0 &&
	    box->right < area->width - 1 && box->bottom < area->height - 1;
}

int
flood_both(const struct sok_board *board, struct sok_area *inside,
    struct sok_area *walk, struct flood_box *box, struct sok_arena *arena)
{
	struct bitboard bits;

	if (bitboard_load(&bits, board, 2, arena) == -1 ||
	    to_area(&bits, reach(&bits, bits.player, false, arena), inside,
	        arena) == -1)
		return -1;
	if (!flood_box(inside, box))
		return 0;
	return to_area(&bits, reach(&bits, bits.player, true, arena), walk,
	           arena) < 0
	    ? -1
	    : 1;
}

/* ---- simplifying */

/* Whether (x, y) touches a reached cell, on squares also at a corner. */
static bool
touched(const struct sok_area *area, enum sok_grid grid, int x, int y)
{
	const struct steps *steps =
	    &steps_table[grid == SOK_SQUARES ? SOK_OCTAGONS : grid];
	int kind = grid == SOK_SQUARES ? 0 : steps_kind(x, y);

	for (int n = 0; n < steps->nletters; n++) {
		int to_x = x + steps->step[kind][n][0];
		int to_y = y + steps->step[kind][n][1];

		if (to_x >= 0 && to_y >= 0 && to_x < area->width &&
		    to_y < area->height && sok_area_has(area, to_x, to_y))
			return true;
	}
	return false;
}

int
sok_board_simplify(const struct sok_board *board, struct sok_board *to, int *dx,
    int *dy, struct sok_arena *arena)
{
	long from = sok_board_player(board), now;
	struct sok_area area;
	struct flood_box box;
	struct sok_board simple;

	if (sok_board_flood(board, false, &area, arena) < 0)
		return -1;
	int closed = board->grid == SOK_SQUARES
	    ? flood_box(&area, &box)
	    : sok_board_closed(board, dx, dy, arena);
	if (closed != 1 || board->players == 0)
		return closed == -1 ? -1 : 0;
	if (sok_board_copy(&simple, board, arena) < 0)
		return -1;
	for (int y = 0; y < simple.height; y++)
		for (int x = 0; x < simple.width; x++)
			if (!sok_area_has(&area, x, y))
				simple.sq[y * simple.width + x] =
				    touched(&area, simple.grid, x, y)
				    ? SOK_WALL
				    : SOK_FLOOR;
	if (sok_board_crop(&simple, arena) < 0)
		return -1;
	sok_board_count(&simple);
	now = sok_board_player(&simple);
	*dx = (int)(from % board->width - now % simple.width);
	*dy = (int)(from / board->width - now / simple.width);
	*to = simple;
	return 1;
}
