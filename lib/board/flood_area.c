/*
 * flood_area.c - the areas that players reach, and whether they can leave the
 * board.
 */
#include "board/flood.h"
#include "tools.h"

/* What is reached from some squares.  If boxes block, their squares are not
 * open from now on. */
static squares *
reach(struct bitboard *b, const squares *from, bool boxes, struct sok_arena *a)
{
	squares *set = bitboard_set(b);
	const struct flood f = {FLOOD_WALK, set, b->open};

	for (size_t i = 0; i < b->n; i++) {
		if (boxes)
			b->open[i] &= ~b->box[i];
		set[i] = from[i] & b->open[i];
	}
	return flood_grow(b, &f, 1, a) == -1 ? NULL : set;
}

int
flood_from(const struct sok_board *board, long square, bool boxes,
    struct sok_area *area, struct sok_arena *a)
{
	struct bitboard b;
	squares *set;

	if (bitboard_load(&b, board, 2, a) == -1)
		return -1;
	set = b.player;
	if (square != -1) {
		set = bitboard_set(&b);
		if (square >= 0 && (size_t)square < sok_board_size(board))
			bitboard_put(&b, set, (int)(square % board->width),
			    (int)(square / board->width));
	}
	set = reach(&b, set, boxes, a);
	return set == NULL ? -1 : bitboard_area(&b, set, area, a);
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
	squares *set;

	if (board->players == 0)
		return 1;
	if (bitboard_load(&b, board, 1, scratch) == -1)
		return -1;
	if (b.walled)
		return 1;
	set = reach(&b, b.player, false, scratch);
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
	squares *set;

	if (bitboard_load(&b, board, 2, a) == -1)
		return -1;
	set = reach(&b, b.player, false, a);
	if (set == NULL || bitboard_area(&b, set, inside, a) == -1)
		return -1;
	if (!flood_box(inside, box))
		return 0;
	set = reach(&b, b.player, true, a);
	if (set == NULL || bitboard_area(&b, set, walk, a) == -1)
		return -1;
	return 1;
}
