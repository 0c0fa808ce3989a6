/*
 * bitboard.h - a board as sets of squares, a bit for each square.  All rows
 * follow each other in one string of bits, so that a step in any direction is a
 * shift by a fixed number of bits, whatever the size of the board.
 */
#ifndef SOK_BITBOARD_H
#define SOK_BITBOARD_H

#include "base/bits.h"
#include "sok.h"

/* Square (x, y) of a set is bit y * pitch + x.  Sets have an even number of
 * words; words of zeros lie before and after each, as many as a step to a
 * neighbouring row may reach. */
/* Sets that any grid but squares takes in addition. */
enum { BITBOARD_GRID_SETS = 48 };

struct bitboard {
	int width, height;
	enum sok_grid grid;
	bool walled; /* every square at the edge is a wall */
	size_t pitch, words;
	size_t far;      /* pairs of words from a square to the one below, */
	int shift;       /* and the bits that remain, 3 to 61 */
	size_t stride;   /* words from one set to the next in the same memory */
	uint64_t *spare; /* empty sets */
	size_t nspare;
	uint64_t *open, *goal, *box, *player; /* open: no walls */
	uint64_t *first, *last; /* columns; not if the board is walled */
};

/* Read a board; the sets and so many more empty ones are in the arena.  -1 on
 * ENOMEM. */
int bitboard_load(struct bitboard *b, const struct sok_board *board,
    size_t sets, struct sok_arena *a);
/* Whether every square at the edge of a board is a wall. */
bool bitboard_is_walled(const struct sok_board *board);
/* The next empty set. */
uint64_t *bitboard_set(struct bitboard *b);
/* The squares that hold what those at a distance of (dx, dy) hold in a set;
 * dy is -1, 0 or 1, dx at most 2 either way.  Rows go over into each other. */
void bitboard_shift(const struct bitboard *b, uint64_t *to,
    const uint64_t *from, int dx, int dy);
/* The cells of these kinds (board/steps.h) from which such a step ends on the
 * board, or, leaves: where it does not.  Takes a set. */
uint64_t *bitboard_cells(
    struct bitboard *b, unsigned kinds, int dx, int dy, bool leaves);
/* Add a square. */
void bitboard_put(const struct bitboard *b, uint64_t *set, int x, int y);
/* The first square of a set, in reading order, from which a step leads out of
 * the rectangle; false if there is none.  Takes a set. */
bool bitboard_at_edge(struct bitboard *b, const uint64_t *set, int *x, int *y);
/* The set as an area, whose bits are in the arena; -1 on ENOMEM. */
int bitboard_area(const struct bitboard *b, const uint64_t *set,
    struct sok_area *area, struct sok_arena *a);

/* How many squares two sets share. */
size_t bitboard_count(
    const struct bitboard *b, const uint64_t *one, const uint64_t *other);
/* Whether a set has squares that the other one lacks. */
static inline bool
bitboard_exceed(
    const struct bitboard *b, const uint64_t *one, const uint64_t *other)
{
	uint64_t more = 0;

	for (size_t i = 0; i < b->words; i++)
		more |= one[i] & ~other[i];
	return more != 0;
}

/* The next square of a set after *at (start with -1) in reading order. */
bool bitboard_next(
    const struct bitboard *b, const uint64_t *set, long *at, int *x, int *y);

#endif
