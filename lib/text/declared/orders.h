/* orders.h - the numbers of boxes and goals in Sokoban+ (sok(5), "VARIANTS").
 */
#ifndef SOK_ORDERS_H
#define SOK_ORDERS_H

#include "sok.h"

/* Numbers by square of the board, as they were written; 0 where none was. */
struct orders {
	uint32_t *box, *goal;
	size_t boxes;      /* of the board: how many numbers make sense */
	const char *fault; /* what is wrong with them, or NULL; in the arena */
};

/* The orders that the text of a puzzle with a board gives: 1, 0 if there are
 * none, -1 on ENOMEM. */
int orders_read(
    const struct sok_puzzle *p, struct orders *o, struct sok_arena *a);
/* Whether two numbers are the same: 0, and 99 of fewer boxes, is none. */
bool orders_same(const struct orders *o, uint32_t a, uint32_t b);
/* Write them into the keys of a puzzle whose board is another one now, for
 * which they were made; -1 on ENOMEM. */
int orders_write(
    struct sok_puzzle *p, const struct orders *o, struct sok_arena *a);

#endif
