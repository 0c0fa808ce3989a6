/*
 * flood.h - sets of squares that grow by steps, and queries about a board and
 * the area of its players; internal to the library.
 */
#ifndef SOK_FLOOD_H
#define SOK_FLOOD_H

#include "board/bitboard.h"
#include "tools.h"

/* How a set of squares grows. */
enum flood_rule {
	FLOOD_WALK, /* by the steps of a player over some squares */
	/* by pushes of a box over open squares by a player who may be anywhere:
	 * in the direction of time, and against it */
	FLOOD_PUSH,
	FLOOD_PULL,
	FLOOD_FREE /* by those of some squares that a push may leave or reach
	            * on both sides: they lie between two of the set */
};

/* A set that grows by a rule over some squares. */
struct flood {
	const struct bitboard *board;
	enum flood_rule rule;
	const squares *over;
	squares *set;
	const squares *want;
};

/* Until nothing joins the set, or it holds all that is wanted: 1, 0 if it never
 * does, -1 on ENOMEM. */
int flood_grow(const struct flood *f, struct sok_arena *a);

/* board.c: whether sok_board_crop() would cut something off. */
bool board_has_margin(const struct sok_board *b);
/*
 * The row at which a board with two players is two boards glued together
 * (both halves one player, boxes = goals >= 1, closed), if there is exactly
 * one such row; else 0; -1 on ENOMEM.  Of more players the first one's board
 * is cut off so.  What is no such two boards of squares may be of hexagons.
 */
int board_glued(const struct sok_board *b, struct sok_arena *scratch);

/* As sok_board_flood(), from one square; -1: from the players. */
int flood_from(const struct sok_board *b, long square, bool boxes,
    struct sok_area *area, struct sok_arena *a);

/* Columns left to right and rows top to bottom, both inclusive. */
struct flood_box {
	int left, top, right, bottom;
};

/* The smallest box around an area; false if it is empty or touches the edge
 * of its board. */
bool flood_box(const struct sok_area *area, struct flood_box *box);
/*
 * What the players reach if boxes yield, and if they do not, with the box
 * around the former.  1; 0 if a player can leave the board; -1 on ENOMEM.
 */
int flood_both(const struct sok_board *b, struct sok_area *inside,
    struct sok_area *walk, struct flood_box *box, struct sok_arena *a);

#endif
