/*
 * flood_small.c - what flood.c finds of a small board, with the whole board as
 * one string of bits.  No step looks for the ends of rows: nothing can leave
 * an area that is closed, and of others only that they are not.
 */
#include "flood.h"
#include "wide.h"

#if HAVE_WIDE
/* One way, a step along the rows or the columns. */
static inline void
grow(struct sets *set, const struct sets *free, int n)
{
	struct sets more;

	wide_beside(set, n, &more);
	set->low |= more.low & free->low;
	set->high |= more.high & free->high;
}

/* Until nothing is added. */
static inline void
spread(struct sets *set, const struct sets *free, int width)
{
	struct sets was;
	LANES added;

	do {
		was = *set;
		grow(set, free, 1);
		grow(set, free, width);
		grow(set, free, 1);
		grow(set, free, width);
		added = (set->low ^ was.low) | (set->high ^ was.high);
	} while (any_lane(&added));
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
	struct sets set, open;

	wide_lanes(&set, w.player & free, w.player & hollow, 0);
	wide_lanes(&open, free, hollow, 0);
	spread(&set, &open, b->width);
	put_rows(inside, wide_lane(&set, 0), b->width, b->height);
	put_rows(walk, wide_lane(&set, 1), b->width, b->height);
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
