/*
 * flood_small.c - what flood.c finds of a small board, with the whole board as
 * one string of bits.  No step looks for the ends of rows: nothing can leave
 * an area that is closed, and of others only that they are not.
 */
#include "flood.h"
#include "wide.h"

#if HAVE_WIDE
/* Until nothing is added; a and b flood side by side. */
static struct sets
spread(struct sets set, struct sets free, int width)
{
	struct sets was;

	do {
		was = set;
		set = wide_join(set, wide_meet(wide_beside(set, 1), free));
		set = wide_join(set, wide_meet(wide_beside(set, width), free));
		set = wide_join(set, wide_meet(wide_beside(set, 1), free));
		set = wide_join(set, wide_meet(wide_beside(set, width), free));
	} while (wide_any(wide_missing(set, was)));
	return set;
}

static void
put_rows(uint64_t *row, WIDE set, int width, int height)
{
	uint64_t mask = bits_first((size_t)width);

	for (; height > 0; height--, set = wide_down(set, width))
		*row++ = (uint64_t)set & mask;
}

void
flood_small(const struct sok_board *b, uint64_t *inside, uint64_t *walk)
{
	struct wide w = wide_load(b);
	WIDE free = ~w.wall, hollow = free & ~w.box;
	struct sets set = wide_pair(w.player & free, w.player & hollow);

	set = spread(set, wide_pair(free, hollow), b->width);
	put_rows(
	    inside, wide_both(set.low[0], set.high[0]), b->width, b->height);
	put_rows(walk, wide_both(set.low[1], set.high[1]), b->width, b->height);
}
#else
void
flood_small(const struct sok_board *b, uint64_t *inside, uint64_t *walk)
{
	(void)b;
	(void)inside;
	(void)walk;
}
#endif
