/* weave.c - the order of merged puzzles and games. */
#include <stdlib.h>

#include "merge/merge.h"

/* The items of a version in its order: 1 + their indices, *count of them.  NULL
 * on ENOMEM. */
static uint32_t *
items_of(const struct merge_item *item, size_t n, enum merge_side side,
    size_t *count, struct sok_arena *arena)
{
	uint32_t *order;

	*count = 0;
	for (size_t i = 0; i < n; i++)
		if (item[i].at[side] > *count)
			*count = item[i].at[side];
	order = sok_arena_zalloc(arena, *count, sizeof(*order));
	for (size_t i = 0; order != NULL && i < n; i++)
		if (item[i].at[side] != 0)
			order[item[i].at[side] - 1] = (uint32_t)i + 1;
	return order;
}

/* Whether only this side has it. */
static bool
is_addition(const struct merge_item *item, enum merge_side side)
{
	enum merge_side other = MERGE_OURS + MERGE_THEIRS - side;

	return item->at[MERGE_BASE] == 0 && item->at[other] == 0;
}

uint32_t *
merge_weave(const struct merge_item *item, size_t n, enum merge_side first,
    size_t *left, struct sok_arena *arena)
{
	enum merge_side second = MERGE_OURS + MERGE_THEIRS - first;
	size_t nfirst, nsecond;
	uint32_t *one = items_of(item, n, first, &nfirst, arena);
	uint32_t *two = items_of(item, n, second, &nsecond, arena);
	/* A list of items: next[0] is the first, next[i] follows item i - 1. */
	uint32_t *next = sok_arena_zalloc(arena, n + 1, sizeof(*next));
	bool *listed = sok_arena_zalloc(arena, n + 1, sizeof(*listed));
	uint32_t last = 0, at;

	if (one == NULL || two == NULL || next == NULL || listed == NULL)
		return NULL;
	for (size_t i = 0; i < nfirst; i++) {
		at = one[i];
		if (at == 0 || item[at - 1].gone || item[at - 1].follows)
			continue;
		next[last] = at;
		listed[at] = true;
		last = at;
	}
	last = 0;
	for (size_t i = 0; i < nsecond; i++) {
		at = two[i];
		if (at == 0 || item[at - 1].gone)
			continue;
		if (!listed[at]) {
			while (next[last] != 0 &&
			    is_addition(&item[next[last] - 1], first))
				last = next[last];
			next[at] = next[last];
			next[last] = at;
			listed[at] = true;
		}
		last = at;
	}
	/* The table of a side has room for all items that are listed. */
	uint32_t *order = sok_arena_alloc(arena, n, sizeof(*order));
	*left = 0;
	for (at = next[0]; order != NULL && at != 0; at = next[at])
		order[(*left)++] = at - 1;
	return order;
}
