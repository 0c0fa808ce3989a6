/* rise.h - the longest rising run: of values in a row, the most that can stay
 * so that each is larger than the one before. */
#ifndef SOK_RISE_H
#define SOK_RISE_H

#include <stddef.h>
#include <stdint.h>

/* Initialize with the caller's arrays, which have room for all indices, and n
 * 0. */
struct sok_rise {
	uint32_t *end;    /* by length less 1: where the run of this length ends
	                     whose last value is the smallest */
	uint32_t *before; /* by index: 1 + the one before it in its run, or 0 */
	size_t n;         /* the longest length so far */
};

/* The value of an index. */
typedef uint64_t sok_rise_value(const void *ctx, uint32_t i);

/* Add an index, which is larger than those before; `value` is asked about it
 * and about earlier ones. */
static inline void
sok_rise_add(
    struct sok_rise *rise, uint32_t i, sok_rise_value *value, const void *ctx)
{
	const uint64_t own = value(ctx, i);
	size_t low = 0, high = rise->n;

	/* Mostly the longest run goes on. */
	if (rise->n > 0 && value(ctx, rise->end[rise->n - 1]) < own)
		low = rise->n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (value(ctx, rise->end[middle]) < own)
			low = middle + 1;
		else
			high = middle;
	}
	rise->before[i] = low == 0 ? 0 : rise->end[low - 1] + 1;
	rise->end[low] = i;
	rise->n += low == rise->n;
}

/* 1 + the last index of the longest run, 0 if nothing was added; before[] leads
 * to the others. */
static inline uint32_t
sok_rise_last(const struct sok_rise *rise)
{
	return rise->n == 0 ? 0 : rise->end[rise->n - 1] + 1;
}

#endif
