/*
 * flood_small.c - what flood.c finds of a small board, with the whole board as
 * one string of bits, row behind row: a step to the right is a shift by one and
 * a step down a shift by the width.  No step looks for the ends of rows:
 * nothing can leave an area that is closed, and of others only that they are
 * not.
 */
#include "board/flood.h"
#include "base/planes.h"

enum { WORD = 64, MOST = 2 * WORD };

/* Strings of bits side by side: what is reached if boxes yield, and if they do
 * not. */
struct sets {
	LANES low, high;
};

bool
flood_is_small(const struct sok_board *b)
{
	return b->width < WORD && b->height <= MOST / b->width &&
	    b->width * b->height >= 16;
}

/* One way, a step along the rows or the columns. */
static inline void
grow(struct sets *set, const struct sets *free, int n)
{
	LANES low = set->low << n | set->low >> n | set->high << (WORD - n);
	LANES high = set->high << n | set->high >> n | set->low >> (WORD - n);

	set->low |= low & free->low;
	set->high |= high & free->high;
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

/* What is open to each of the two among the first n > 0 of these squares, and
 * where they begin. */
static inline void
look(const struct planes *p, size_t n, LANES *open, LANES *set)
{
	uint64_t free = ~p->wall & bits_first(n), hollow = free & ~p->box;

	*open = (LANES){free, hollow};
	*set = (LANES){p->player & free, p->player & hollow};
}

static void
put_rows(const struct sets *set, int i, const struct sok_board *b, uint64_t *to)
{
	uint64_t mask = bits_first((size_t)b->width);
	const uint64_t v[] = {set->low[i], set->high[i], 0};

	for (size_t y = 0; y < (size_t)b->height; y++)
		to[y] = bits_at(v, y * (size_t)b->width) & mask;
}

void
flood_small(const struct sok_board *b, uint64_t *inside, uint64_t *walk)
{
	size_t n = sok_board_size(b);
	size_t first = n < WORD ? n : WORD;
	struct planes p = planes_load(b->sq, first, n);
	struct sets set = {{0}, {0}}, open = {{0}, {0}};

	look(&p, first, &open.low, &set.low);
	if (n > WORD) {
		p = planes_load(b->sq + WORD, n - WORD, n - WORD);
		look(&p, n - WORD, &open.high, &set.high);
	}
	spread(&set, &open, b->width);
	put_rows(&set, 0, b, inside);
	put_rows(&set, 1, b, walk);
}
