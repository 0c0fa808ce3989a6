/* flood.h - what is asked of a board and of where its players can go, inside
 * the library. */
#ifndef SOK_FLOOD_H
#define SOK_FLOOD_H

#include "sok.h"

/* board.c: whether sok_board_crop() would cut something off. */
bool board_has_margin(const struct sok_board *b);
/*
 * The row at which a board with two players is two boards glued together
 * (both halves one player, boxes = goals >= 1, closed), if there is exactly
 * one such row; else 0; -1 on ENOMEM.  Of more players the first one's board
 * is cut off so.
 */
int board_glued(const struct sok_board *b, struct sok_arena *scratch);

/* As sok_board_flood(), from one square instead of the players. */
int flood_from(const struct sok_board *b, long square, bool boxes,
    struct sok_area *area, struct sok_arena *a);

/* Columns left to right and rows top to bottom, both inclusive. */
struct flood_box {
	int left, top, right, bottom;
};

/* The smallest box around an area; false if it is empty or touches the edge
 * of its board. */
bool flood_box(const struct sok_area *area, struct flood_box *box);
/* The first square of an area, in reading order, that lies on the edge of its
 * board; false if there is none. */
bool flood_edge(const struct sok_area *area, int *x, int *y);
/*
 * What one player reaches if boxes yield, and if they do not, with the box
 * around the former.  1; 0 if the player can leave the board; -1 on ENOMEM.
 */
int flood_both(const struct sok_board *b, struct sok_area *inside,
    struct sok_area *walk, struct flood_box *box, struct sok_arena *a);
/* The same as rows of one word each, of a board that is small; where the player
 * can leave it both go to its edge, and where they like. */
bool flood_is_small(const struct sok_board *b);
void flood_small(const struct sok_board *b, uint64_t *inside, uint64_t *walk);

#endif
