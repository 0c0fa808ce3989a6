/* bitboard.h - a board as sets of squares, a bit for each square.  Rows are
 * stored in lanes of 16, 32 or 64 bits or, if they are wider, of parts of 128.
 * A step in any direction is a shift: a row that does not fill its lane ends in
 * empty squares, and one that does has a wall at both ends. */
#ifndef SOK_BITBOARD_H
#define SOK_BITBOARD_H

#include "board/squares_simd.h"

/* Square (x, y) of a set is bit (y - top) * lane + x.  Before and after each
 * set there are as many empty parts as two steps may reach. */
struct bitboard {
	int width, height;
	enum sok_grid grid;
	bool walled;   /* every square at the edge is a wall */
	int top, rows; /* without rows of walls at the top and bottom */
	int lane;
	size_t far;    /* parts in a lane, 0 if it is shorter than a part */
	size_t n;      /* number of parts in a set, */
	size_t stride; /* and in a set with its empty parts */
	square_bits *spare;                      /* empty sets */
	square_bits *open, *goal, *box, *player; /* open: no walls */
};

/* Convert a board.  Its sets, and so many empty ones for bitboard_set(), are in
 * the arena.  -1 on ENOMEM. */
int bitboard_load(struct bitboard *bits, const struct sok_board *board,
    size_t sets, struct sok_arena *arena);
/* Convert rows, without those that are walls, to bits in sets that are empty:
 * up to 31 squares after the last one are read (15 if the lane is 16).  The
 * plain one takes one square after the other. */
void bitboard_rows(struct bitboard *bits, const unsigned char *sq);
void bitboard_rows_plain(struct bitboard *bits, const unsigned char *sq);
/* The next empty set, of as many as bitboard_load() was asked for. */
static inline square_bits *
bitboard_set(struct bitboard *bits)
{
	square_bits *set = bits->spare;

	bits->spare += bits->stride;
	return set;
}

/* The first square of a set, in reading order, from which a step leads out of
 * the rectangle; false if there is none. */
bool bitboard_at_edge(
    const struct bitboard *bits, const square_bits *set, int *x, int *y);
/* Whether a set has squares in a row. */
bool bitboard_has_row(
    const struct bitboard *bits, const square_bits *set, int y);

/* The number of squares that two sets have in common. */
size_t bitboard_count(const struct bitboard *bits, const square_bits *one,
    const square_bits *two);
/* Whether a set has squares that another one does not have. */
static inline bool
bitboard_exceed(
    const struct bitboard *bits, const square_bits *set, const square_bits *of)
{
	square_bits more = {0, 0};

	for (size_t i = 0; i < bits->n; i++)
		more |= set[i] & ~of[i];
	return (more[0] | more[1]) != 0;
}

/* Whether a set has the square that bitboard_next() found in another one. */
static inline bool
bitboard_has(const square_bits *set, long at)
{
	const uint64_t *word = (const uint64_t *)(const void *)set;

	return word[at / 64] >> at % 64 & 1;
}

/* The next square of a set after *at (start with -1) in reading order. */
bool bitboard_next(const struct bitboard *board, const square_bits *set,
    long *at, int *x, int *y);

#endif
