/* rewrite.h - rewrites games for a changed board. */
#ifndef SOK_REWRITE_H
#define SOK_REWRITE_H

#include "sok.h"

/*
 * Rewrite the moves of p's games for p->board, which is the image of before
 * under t or, if t is SOK_IDENTITY, a part of it.  Changes of players are
 * written anew, jumps only if asked for.  Only p's games are changed.  -1 on
 * ENOMEM.
 */
int rewrite_games(struct sok_puzzle *p, const struct sok_board *before,
    enum sok_symmetry t, bool jumps, struct sok_arena *a);

/*
 * order.c: the numbers of Sokoban+ after a board was transformed and cropped by
 * dx columns and dy rows; -1 on ENOMEM.
 */
int rewrite_orders(struct sok_puzzle *p, const struct sok_puzzle *before,
    enum sok_symmetry t, int dx, int dy, struct sok_arena *a);

#endif
