/*
 * bitboard.h - a board as sets of squares, a bit for each square.  Rows stand
 * in lanes of 16, 32 or 64 bits or, wide ones, of whole parts of 128, and no
 * row fills its lane, so that a step in any direction is a shift that ends in
 * empty squares where it leaves the row.
 */
#ifndef SOK_BITBOARD_H
#define SOK_BITBOARD_H

#include <assert.h>

#include "base/bits.h"
#include "tools.h"

/* A part of a set: 128 squares, which are looked at side by side. */
typedef uint64_t squares __attribute__((vector_size(16), may_alias));
enum { PART = 128 };

/* Square (x, y) of a set is bit (y - top) * lane + x.  Empty parts lie before
 * and after each set, as many as two steps may reach. */
struct bitboard {
	int width, height;
	enum sok_grid grid;
	bool walled; /* every square at the edge is a wall */
	int top,
	    rows; /* first and last rows of nothing but walls may be missing */
	int lane;
	size_t far;    /* the parts of a lane, 0 if it is shorter */
	size_t n;      /* of a set, in parts, */
	size_t stride; /* and from one set to the next in the same memory */
	squares *spare, *end;                /* empty sets */
	squares *open, *goal, *box, *player; /* open: no walls */
};

/* Read a board; the sets and so many more empty ones are in the arena.  -1 on
 * ENOMEM. */
int bitboard_load(struct bitboard *b, const struct sok_board *board,
    size_t sets, struct sok_arena *a);
/* The next empty set. */
static inline squares *
bitboard_set(struct bitboard *b)
{
	squares *set = b->spare;

	b->spare += b->stride;
	assert(b->spare <= b->end);
	return set;
}

/* Add a square, which may be a wall that is missing. */
void bitboard_put(const struct bitboard *b, squares *set, int x, int y);
/* The first square of a set, in reading order, from which a step leads out of
 * the rectangle; false if there is none. */
bool bitboard_at_edge(
    const struct bitboard *b, const squares *set, int *x, int *y);
/* Whether a set has squares in a row. */
bool bitboard_has_row(const struct bitboard *b, const squares *set, int y);
/* The set as an area, whose bits are in the arena; -1 on ENOMEM. */
int bitboard_area(const struct bitboard *b, const squares *set,
    struct sok_area *area, struct sok_arena *a);

/* How many squares two sets share. */
size_t bitboard_count(
    const struct bitboard *b, const squares *one, const squares *other);
/* Whether a set has squares that the other one lacks. */
static inline bool
bitboard_exceed(
    const struct bitboard *b, const squares *one, const squares *other)
{
	squares more = {0, 0};

	for (size_t i = 0; i < b->n; i++)
		more |= one[i] & ~other[i];
	return (more[0] | more[1]) != 0;
}

/* The next square of a set after *at (start with -1) in reading order. */
bool bitboard_next(
    const struct bitboard *b, const squares *set, long *at, int *x, int *y);

#endif
