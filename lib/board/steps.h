/*
 * steps.h - the grids of the variants as tables of steps: which characters are
 * cells, where a letter leads from a cell, and the symmetries of the grid.  All
 * code that walks, pushes or transforms uses them.
 */
#ifndef SOK_STEPS_H
#define SOK_STEPS_H

#include <stdlib.h>

#include "tools.h"

#define STEPS_MOST 8 /* letters of a grid */

struct steps {
	/* Small letters; the first four are u, d, l and r.  The opposite of
	 * letter i is letter i ^ 1. */
	const char *letters;
	int nletters;
	signed char place[32]; /* index of a letter, + 1, by c & 31 */
	/* Where letter i leads from cells of each kind; 0, 0: nowhere.  All
	 * neighbours of a cell are reached. */
	signed char step[2][STEPS_MOST][2];
	unsigned symmetries; /* a bit for each enum sok_symmetry */
	bool kinds;          /* the two kinds of cells differ */
};

extern const struct steps steps_table[SOK_NGRIDS];

/* The kind of cell (x, y): 0 if x + y is even (octagons, triangles that point
 * down), else 1. */
static inline int
steps_kind(int x, int y)
{
	return (x + y) & 1;
}

/* The index of a letter, in either case; -1 if the grid does not have it. */
static inline int
steps_letter(enum sok_grid grid, char c)
{
	return sok_is_letter(c) ? steps_table[grid].place[c & 31] - 1 : -1;
}

/*
 * The image of cell *x, *y under a symmetry about the grid's origin.  On
 * hexagons *x + *y is even.  The image may be negative.  It may be shifted by
 * dx, dy if dx + dy is even, and on squares and hexagons by any amount.
 */
void steps_turn(enum sok_grid grid, enum sok_symmetry t, int *x, int *y);

/* Write letters that lead from one cell to another, ignoring obstacles, to
 * `to`, which has room for STEPS_PATH of them; returns how many. */
#define STEPS_PATH(dx, dy) ((size_t)(abs(dx) + 3 * abs(dy) + 4))
size_t steps_path(
    enum sok_grid grid, int x, int y, int to_x, int to_y, char *to);

#endif
