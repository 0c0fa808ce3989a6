/* claim.h - the numbers a game states about itself in its title. */
#ifndef SOK_CLAIM_H
#define SOK_CLAIM_H

#include "sok.h"

enum { CLAIM_COUNTS = 6 };

/* `97/31/20/9/18/55` from byte from to end of the title: moves, pushes, box
 * lines, box changes, pushing sessions, player lines, the first n of them. */
struct claim {
	size_t from, end, n;
	size_t count[CLAIM_COUNTS];
};

/* The first n/n... behind the name (Solution, Snapshot, SaveGame), which must
 * be there; c->n is 0 if there is none. */
void claim_find(struct claim *c, struct sok_str title);
/* All the true counts in the same order, box lines as YASC counts them where
 * the claim does. */
void claim_true(size_t count[CLAIM_COUNTS], const struct claim *c,
    const struct sok_metrics *m);
/* Whether every stated number is true in one definition of box lines. */
bool claim_holds(const struct claim *c, const struct sok_metrics *m);

#endif
