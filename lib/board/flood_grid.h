/* flood_grid.h - the steps and pushes of any grid but squares, for flood.c. */
#ifndef SOK_FLOOD_GRID_H
#define SOK_FLOOD_GRID_H

struct bitboard;
struct flood;

/* As flood_walk(), flood_pushes() and bitboard_at_edge(). */
void flood_grid_walk(struct flood *f, struct bitboard *b, const squares *open);
void flood_grid_pushes(struct bitboard *b, const struct flood *walk,
    struct flood *pull, struct flood *push);
bool flood_grid_edge(struct bitboard *b, const squares *set, int *x, int *y);

#endif
