/* gap.h - the third step of compare_match(), in a file of its own. */
#ifndef GAP_H
#define GAP_H

#include "compare/compare.h"

/* Two puzzles without partners that are alike, by their index in a gap. */
struct gap_pair {
	uint32_t i, j; /* of the old one and of the new one */
	uint32_t different, all;
};

/* The puzzles without partners between two partners, in order. */
struct gap {
	const struct compare_item **old_item, **new_item;
	size_t nold, nnew;
	struct compare_hold *hold; /* of both, or NULL */
	/* The result, malloc()ed. */
	struct gap_pair *pair;
	size_t n, cap;
};

/* Find the pairs that belong together, the most alike first, in a gap that has
 * new puzzles (nnew > 0).  0, -1 with errno; gap->pair is to be freed in both
 * cases. */
int gap_match(struct gap *gap);

#endif
