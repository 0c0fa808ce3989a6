/* stated_counts.h - the counts in the title of a game. */
#ifndef SOK_STATED_COUNTS_H
#define SOK_STATED_COUNTS_H

#include "sok.h"

enum { STATED_COUNTS = 6 };

/* `97/31/20/9/18/55` in bytes from to end of the title: moves, pushes, box
 * lines, box changes, pushing sessions and player lines, of which the first n
 * are given. */
struct stated_counts {
	size_t from, end, n;
	size_t count[STATED_COUNTS];
};

/* Find the first n/n... after the heading (Solution, Snapshot, SaveGame) of a
 * title; c->n is 0 if there is none. */
void stated_counts_find(struct stated_counts *c, struct sok_str title);
/* The actual counts in the same order; box lines by YASC's definition if the
 * title uses it. */
void stated_counts_true(size_t count[STATED_COUNTS],
    const struct stated_counts *c, const struct sok_metrics *m);
/* Whether all counts are correct by one definition of box lines. */
bool stated_counts_hold(
    const struct stated_counts *c, const struct sok_metrics *m);

#endif
