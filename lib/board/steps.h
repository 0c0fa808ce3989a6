/* steps.h - the grids of the variants as tables of steps: which characters are
 * cells, where a letter leads from a cell, and the symmetries of the grid.  All
 * code that walks, pushes or transforms uses them.  Turned boards, the digests
 * of their images, and boards as text. */
#ifndef SOK_STEPS_H
#define SOK_STEPS_H

#include <stdlib.h>

#include "base/base.h"
#include "sok.h"

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

/* The image of cell *x, *y under a symmetry about the grid's origin.  On
 * hexagons *x + *y is even.  The image may be negative.  It may be shifted by
 * dx, dy if dx + dy is even, and on squares and hexagons by any amount. */
void steps_turn(enum sok_grid grid, enum sok_symmetry symmetry, int *x, int *y);

/* At most so many letters lead to a cell that is dx, dy away. */
#define STEPS_PATH(dx, dy) ((size_t)(abs(dx) + 3 * abs(dy) + 4))
/* Write letters that lead from one cell to another, ignoring obstacles, to
 * `to`, which has room for STEPS_PATH of them; returns how many. */
size_t steps_path(
    enum sok_grid grid, int x, int y, int to_x, int to_y, char *to);

/* ---- turned boards */

/* Whether the image of a board lies on its side: its width is the board's
 * height. */
static inline bool
symmetry_swaps(enum sok_symmetry symmetry)
{
	return symmetry == SOK_ROTATE90 || symmetry == SOK_ROTATE270 ||
	    symmetry == SOK_TRANSPOSE || symmetry == SOK_ANTI_TRANSPOSE;
}

/* A board transformed about its first cell, before the shift. */
struct image {
	enum sok_grid grid;
	enum sok_symmetry symmetry;
	int odd;       /* columns that are added so that hexagons are even */
	int left, top; /* of all squares, or of those other than floor */
	int right, bottom;
};
void image_measure(struct image *image, const struct sok_board *board,
    enum sok_symmetry symmetry);
/* Where a square of the board goes. */
void image_place(const struct image *image, int *x, int *y);
/* identity.c: the digest of each image of a board of squares: 1; 0 if none is
 * defined (the board is open, or has not one player); -1 on ENOMEM. */
int identity_board(const struct sok_board *board,
    uint64_t digest[SOK_NSQUARE_SYMMETRIES], struct sok_arena *scratch);
/* board.c: write rows of XSB characters, each with its LF, to `to`, which has
 * room for (width + 1) * height of them; returns how many. */
size_t board_text(const struct sok_board *board, char *to);
/* The parity of x + y on the cells of a board of hexagons: what most squares
 * that are not floor have, 0 if they are as many; 0 on other grids. */
int board_parity(const struct sok_board *board);
/* Whether x + y has the same parity for all squares that are not floor, as in
 * pictures of Hexoban; false if there are none. */
bool board_one_parity(const struct sok_board *board);
/* The first square that is not a cell of its grid; false if there is none. */
bool board_bad_cell(const struct sok_board *board, int *x, int *y);

#endif
