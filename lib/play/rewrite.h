/* rewrite.h - games that follow their board. */
#ifndef SOK_REWRITE_H
#define SOK_REWRITE_H

#include "sok.h"

/*
 * Rewrite the moves of p's games for p->board, which is the image of before
 * under t, or (t is SOK_IDENTITY) a part of it.  Pusher changes are written
 * anew; jumps too if asked.  Nothing of p but its games is changed.  -1 on
 * ENOMEM.
 */
int rewrite_games(struct sok_puzzle *p, const struct sok_board *before,
    enum sok_symmetry t, bool jumps, struct sok_arena *a);

/*
 * order.c: the numbers of Sokoban+, when a board was turned and then cut by dx
 * columns and dy rows; -1 on ENOMEM.
 */
int rewrite_orders(struct sok_puzzle *p, const struct sok_puzzle *before,
    enum sok_symmetry t, int dx, int dy, struct sok_arena *a);

#endif
