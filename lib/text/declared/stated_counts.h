/* stated_counts.h - the numbers a game states about itself in its title. */
#ifndef SOK_STATED_COUNTS_H
#define SOK_STATED_COUNTS_H

#include "sok.h"

enum { STATED_COUNTS = 6 };

/* `97/31/20/9/18/55` from byte from to end of the title: moves, pushes, box
 * lines, box changes, pushing sessions, player lines, the first n of them. */
struct stated_counts {
	size_t from, end, n;
	size_t count[STATED_COUNTS];
};

/* The first n/n... behind the name (Solution, Snapshot, SaveGame), which must
 * be there; c->n is 0 if there is none. */
void stated_counts_find(struct stated_counts *c, struct sok_str title);
/* All the true counts in the same order, box lines as YASC counts them where
 * the claim does. */
void stated_counts_true(size_t count[STATED_COUNTS],
    const struct stated_counts *c, const struct sok_metrics *m);
/* Whether every stated number is true in one definition of box lines. */
bool stated_counts_hold(
    const struct stated_counts *c, const struct sok_metrics *m);

#endif
