/*
 * steps.h - the grids that games are played on, as tables of steps: which
 * characters are cells, where a letter leads from a cell, and which symmetries
 * turn the grid into itself.  Everything that walks, pushes or turns asks here.
 */
#ifndef SOK_STEPS_H
#define SOK_STEPS_H

#include <stdlib.h>

#include "tools.h"

#define STEPS_MOST 8 /* letters of a grid, and neighbours of a cell */

/* The cells next to one; of the kinds of cells that have this neighbour, a bit
 * each. */
struct steps_neighbour {
	signed char dx, dy;
	unsigned char kinds;
};

struct steps {
	/* Small letters; the first four are u, d, l and r.  The opposite of
	 * letter i is letter i ^ 1. */
	const char *letters;
	int nletters;
	signed char place[32]; /* of a letter among them, by c & 31, from 1 */
	/* Where letter i leads from a cell of a kind; 0, 0: nowhere. */
	signed char step[2][STEPS_MOST][2];
	/* Each cell that touches another one, once. */
	struct steps_neighbour neighbour[STEPS_MOST];
	int nneighbours;
	unsigned symmetries; /* a bit for each enum sok_symmetry */
	bool kinds;          /* the two kinds of cells differ */
};

extern const struct steps steps_table[SOK_NGRIDS];

/* The kind of cell (x, y): 0 where x + y is even (octagons, triangles that
 * point down), else 1. */
static inline int
steps_kind(int x, int y)
{
	return (x + y) & 1;
}

/* The index of a letter of either case; -1 if the grid has no such letter. */
static inline int
steps_letter(enum sok_grid grid, char c)
{
	return sok_is_letter(c) ? steps_table[grid].place[c & 31] - 1 : -1;
}

/*
 * Where a symmetry about the grid's origin takes cell *x, *y.  On hexagons
 * *x + *y is even.  The image may be negative; a shift of it keeps what the
 * cells are if its dx + dy is even, and on squares and hexagons any does.
 */
void steps_turn(enum sok_grid grid, enum sok_symmetry t, int *x, int *y);

/* Letters that lead from one cell to another, whatever stands between; `to` has
 * room for STEPS_PATH of them.  How many. */
#define STEPS_PATH(dx, dy) ((size_t)(abs(dx) + 3 * abs(dy) + 4))
size_t steps_path(
    enum sok_grid grid, int x, int y, int to_x, int to_y, char *to);

#endif
