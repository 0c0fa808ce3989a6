/* flood.c - sets of squares that grow by steps, one square after the other.  It
 * is slow, and only its test calls it: it says what flood_grow() of
 * flood_simd.c computes. */
#include "board/flood.h"

#include "board/steps.h"

/* Whether a set has square (x, y) of the board; false outside the rectangle. */
static bool
has(const struct bitboard *bits, const square_bits *set, int x, int y)
{
	y -= bits->top;
	return x >= 0 && x < bits->width && y >= 0 && y < bits->rows &&
	    bitboard_has(set, (long)y * bits->lane + x);
}

/* Whether square (x, y) joins the set by letter n of the cells of a kind. */
static bool
joins(const struct bitboard *bits, const struct flood *flood, int x, int y,
    int kind, int n)
{
	const struct steps *steps = &steps_table[bits->grid];
	const signed char *to = steps->step[kind][n],
	                  *back = steps->step[kind][n ^ 1];
	bool here = flood->rule == FLOOD_FREE || flood->rule == FLOOD_PULL;
	/* The cell where the step begins: a box that can be moved is on this
	 * one, a walk or a push leads from there to here. */
	int from_x = x - (here ? 0 : to[0]);
	int from_y = y - (here ? 0 : to[1]);
	int to_x = from_x + to[0], to_y = from_y + to[1];
	int back_x = from_x + back[0], back_y = from_y + back[1];

	if ((to[0] == 0 && to[1] == 0) || steps_kind(from_x, from_y) != kind)
		return false;
	switch (flood->rule) {
	case FLOOD_WALK:
		return has(bits, flood->set, from_x, from_y);
	case FLOOD_FREE:
		return has(bits, flood->set, to_x, to_y) &&
		    has(bits, flood->set, back_x, back_y);
	case FLOOD_PULL:
		return has(bits, flood->set, to_x, to_y) &&
		    has(bits, bits->open, back_x, back_y);
	default:
		return has(bits, flood->set, from_x, from_y) &&
		    has(bits, bits->open, back_x, back_y);
	}
}

/* Go over all squares once; returns whether some were added. */
static bool
grow(const struct bitboard *bits, const struct flood *flood)
{
	const square_bits *over =
	    flood->rule == FLOOD_FREE ? bits->box : bits->open;
	uint64_t *set = (uint64_t *)(void *)flood->set;
	bool added = false;

	for (int y = bits->top; y < bits->top + bits->rows; y++)
		for (int x = 0; x < bits->width; x++) {
			size_t at =
			    (size_t)(y - bits->top) * (size_t)bits->lane +
			    (size_t)x;
			bool join = false;

			for (int i = 0; i < 2 * STEPS_MOST; i++)
				join |=
				    i / 2 < steps_table[bits->grid].nletters &&
				    joins(bits, flood, x, y, i % 2, i / 2);
			if (join && has(bits, over, x, y) &&
			    !has(bits, flood->set, x, y)) {
				set[at / 64] |= (uint64_t)1 << at % 64;
				added = true;
			}
		}
	return added;
}

int
flood_plain(const struct bitboard *bits, const struct flood *flood, int n)
{
	int missing = 0;

	for (int j = 0; j < n; j++) {
		while (grow(bits, &flood[j]))
			continue;
		missing |= bitboard_exceed(bits, flood[j].want, flood[j].set)
		    << j;
	}
	return missing;
}
