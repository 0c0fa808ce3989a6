/* flood.c - sets of squares that grow by steps, one square after the other.  It
 * is slow, and only its test calls it: it says what flood_grow() of
 * flood_simd.c computes. */
#include "board/flood.h"

#include "board/steps.h"

static bool
has(const struct bitboard *b, const square_bits *set, int x, int y)
{
	y -= b->top;
	return x >= 0 && x < b->width && y >= 0 && y < b->rows &&
	    bitboard_has(set, (long)y * b->lane + x);
}

/* Whether square (x, y) joins the set by letter n of the cells of a kind. */
static bool
joins(const struct bitboard *b, const struct flood *f, int x, int y, int kind,
    int n)
{
	const struct steps *s = &steps_table[b->grid];
	const signed char *to = s->step[kind][n], *back = s->step[kind][n ^ 1];
	bool here = f->rule == FLOOD_FREE || f->rule == FLOOD_PULL;
	/* The cell where the step begins: a box that can be moved is on this
	 * one, a walk or a push leads from there to here. */
	int from_x = x - (here ? 0 : to[0]);
	int from_y = y - (here ? 0 : to[1]);
	int to_x = from_x + to[0], to_y = from_y + to[1];
	int back_x = from_x + back[0], back_y = from_y + back[1];

	if ((to[0] == 0 && to[1] == 0) || steps_kind(from_x, from_y) != kind)
		return false;
	switch (f->rule) {
	case FLOOD_WALK:
		return has(b, f->set, from_x, from_y);
	case FLOOD_FREE:
		return has(b, f->set, to_x, to_y) &&
		    has(b, f->set, back_x, back_y);
	case FLOOD_PULL:
		return has(b, f->set, to_x, to_y) &&
		    has(b, b->open, back_x, back_y);
	default:
		return has(b, f->set, from_x, from_y) &&
		    has(b, b->open, back_x, back_y);
	}
}

/* Go over all squares once; returns whether some were added. */
static bool
grow(const struct bitboard *b, const struct flood *f)
{
	const square_bits *over = f->rule == FLOOD_FREE ? b->box : b->open;
	uint64_t *set = (uint64_t *)(void *)f->set;
	bool added = false;

	for (int y = b->top; y < b->top + b->rows; y++)
		for (int x = 0; x < b->width; x++) {
			size_t at =
			    (size_t)(y - b->top) * (size_t)b->lane + (size_t)x;
			bool join = false;

			for (int i = 0; i < 2 * STEPS_MOST; i++)
				join |= i / 2 < steps_table[b->grid].nletters &&
				    joins(b, f, x, y, i % 2, i / 2);
			if (join && has(b, over, x, y) &&
			    !has(b, f->set, x, y)) {
				set[at / 64] |= (uint64_t)1 << at % 64;
				added = true;
			}
		}
	return added;
}

int
flood_plain(const struct bitboard *b, const struct flood *f, int n)
{
	int missing = 0;

	for (int j = 0; j < n; j++) {
		while (grow(b, &f[j]))
			continue;
		missing |= bitboard_exceed(b, f[j].want, f[j].set) << j;
	}
	return missing;
}
