/*
 * flood.h - a board as sets of squares, a bit for each square; sets that grow
 * by steps; and questions about a board and the area of its players.
 *
 * Rows are stored in lanes of 16, 32 or 64 bits or, if they are wider, of parts
 * of 128.  A step in any direction is a shift: a row that does not fill its
 * lane ends in empty squares, and one that does has a wall at both ends.
 */
#ifndef SOK_FLOOD_H
#define SOK_FLOOD_H

#include "base/bits.h"
#include "tools.h"

/* A part of a set: 128 squares, which are processed together. */
typedef uint64_t squares __attribute__((vector_size(16), may_alias));
enum { PART = 128 };

/* Units of so many bits have the order of the machine: unit i from the lowest
 * on is at i ^ PART_ORDER(bits). */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define PART_ORDER(bits) 0
#else
#define PART_ORDER(bits) (64 / (bits)-1)
#endif

/* Square (x, y) of a set is bit (y - top) * lane + x.  Before and after each
 * set there are as many empty parts as two steps may reach. */
struct bitboard {
	int width, height;
	enum sok_grid grid;
	bool walled;   /* every square at the edge is a wall */
	int top, rows; /* without rows of walls at the top and bottom */
	int lane;
	size_t far;     /* parts in a lane, 0 if it is shorter than a part */
	size_t n;       /* number of parts in a set, */
	size_t stride;  /* and in a set with its empty parts */
	squares *spare; /* empty sets */
	squares *open, *goal, *box, *player; /* open: no walls */
};

/* Convert a board.  The sets, and so many empty ones, are in the arena.  -1 on
 * ENOMEM. */
int bitboard_load(struct bitboard *b, const struct sok_board *board,
    size_t sets, struct sok_arena *a);
/* The next empty set, of as many as bitboard_load() was asked for. */
static inline squares *
bitboard_set(struct bitboard *b)
{
	squares *set = b->spare;

	b->spare += b->stride;
	return set;
}

/* Add a square, which may be a wall that was left out. */
void bitboard_put(const struct bitboard *b, squares *set, int x, int y);
/* The first square of a set, in reading order, from which a step leads out of
 * the rectangle; false if there is none. */
bool bitboard_at_edge(
    const struct bitboard *b, const squares *set, int *x, int *y);
/* Whether a set has squares in a row. */
bool bitboard_has_row(const struct bitboard *b, const squares *set, int y);
/* Convert a set to an area in the arena; -1 on ENOMEM. */
int bitboard_area(const struct bitboard *b, const squares *set,
    struct sok_area *area, struct sok_arena *a);

/* The number of squares that two sets have in common. */
size_t bitboard_count(
    const struct bitboard *b, const squares *one, const squares *other);
/* Whether a set has squares that the other one does not have. */
static inline bool
bitboard_exceed(
    const struct bitboard *b, const squares *one, const squares *other)
{
	squares more = {0, 0};

	for (size_t i = 0; i < b->n; i++)
		more |= one[i] & ~other[i];
	return (more[0] | more[1]) != 0;
}

/* Whether a set has the square that bitboard_next() found in another one. */
static inline bool
bitboard_has(const squares *set, long at)
{
	const uint64_t *v = (const uint64_t *)(const void *)set;

	return v[at / 64] >> at % 64 & 1;
}

/* The next square of a set after *at (start with -1) in reading order. */
bool bitboard_next(
    const struct bitboard *b, const squares *set, long *at, int *x, int *y);

/* ---- flood.c */

/* The rule by which a set grows. */
enum flood_rule {
	FLOOD_WALK, /* by steps of a player over open squares */
	FLOOD_FREE, /* boxes that lie between two squares of the set, so that a
	               push may leave or reach them */
	/* by pushes of a box over open squares, with the player on any square,
	 * backwards and forwards in time */
	FLOOD_PULL,
	FLOOD_PUSH,
	FLOOD_RULES
};

struct flood {
	enum flood_rule rule;
	squares *set;
	const squares *want;
};

/* Grow n sets until they do not change or have all wanted squares: one with
 * FLOOD_WALK, or FLOOD_RULES with all rules in their order.  Returns a bit for
 * each set, from the lowest on, that lacks some; -1 on ENOMEM. */
int flood_grow(const struct bitboard *b, const struct flood *f, int n,
    struct sok_arena *a);

/* board.c: whether sok_board_crop() would remove anything. */
bool board_has_margin(const struct sok_board *b);
/* Whether all squares of a row are floor. */
bool board_row_blank(const struct sok_board *b, int y);
/*
 * The row at which a board with two players consists of two boards glued
 * together (each with one player, boxes = goals >= 1, closed), if there is
 * exactly one such row; else 0; -1 on ENOMEM.  With more players, the board of
 * the first one is separated.  A board that cannot be separated as squares may
 * consist of hexagons.
 */
int board_glued(const struct sok_board *b, struct sok_arena *scratch);

/* The same as sok_board_flood() from one square; -1: from the players. */
int flood_from(const struct sok_board *b, long square, bool boxes,
    struct sok_area *area, struct sok_arena *a);

/* Columns left to right and rows top to bottom, both inclusive. */
struct flood_box {
	int left, top, right, bottom;
};

/* The smallest box around an area; false if the area is empty or touches the
 * edge of its board. */
bool flood_box(const struct sok_area *area, struct flood_box *box);
/*
 * What the players reach if boxes do not block, and if they do, and the box
 * around the first area.  1; 0 if a player can leave the board; -1 on ENOMEM.
 */
int flood_both(const struct sok_board *b, struct sok_area *inside,
    struct sok_area *walk, struct flood_box *box, struct sok_arena *a);

#endif
