/* orders.h - the numbers of boxes and goals in Sokoban+ (sok(5), "VARIANTS").
 */
#ifndef SOK_ORDERS_H
#define SOK_ORDERS_H

#include "sok.h"

/* The numbers as written, by square of the board; 0: none. */
struct orders {
	uint32_t *box, *goal;
	size_t boxes;      /* how many numbers are possible on the board */
	const char *fault; /* what is wrong with them, or NULL */
};

/* Whether a puzzle may have orders.  Most puzzles have no line that begins like
 * their keys. */
static inline bool
orders_possible(const struct sok_puzzle *p)
{
	const struct sok_header *h = p->header;
	bool possible =
	    h != NULL && (h->boxorder.s != NULL || h->goalorder.s != NULL);

	for (size_t i = 0; i < p->text.n && !possible; i++) {
		struct sok_str line = p->text.line[i];
		int first = line.len > 0 ? line.s[0] | 32 : 0;

		possible = first == 'b' || first == 'g';
	}
	return possible;
}
/* Read the orders in the text of a puzzle with a board: 1, 0 if there are none,
 * -1 on ENOMEM. */
int orders_read(
    const struct sok_puzzle *p, struct orders *o, struct sok_arena *a);
/* Whether two numbers are equal; 0 is none, and so is 99 if there are fewer
 * boxes. */
bool orders_same(const struct orders *o, uint32_t a, uint32_t b);
/* Write the orders into the keys of a puzzle after its board was changed; the
 * orders are already for the new board.  -1 on ENOMEM. */
int orders_write(
    struct sok_puzzle *p, const struct orders *o, struct sok_arena *a);

#endif
