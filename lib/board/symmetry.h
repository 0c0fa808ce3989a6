/*
 * symmetry.h - a turned board: the new positions of its squares and the digests
 * of its images; and the board as text.
 */
#ifndef SOK_SYMMETRY_H
#define SOK_SYMMETRY_H

#include "sok.h"

/* Whether the image of squares lies on its side: its width is the board's
 * height. */
static inline bool
symmetry_swaps(enum sok_symmetry t)
{
	return t == SOK_ROTATE90 || t == SOK_ROTATE270 || t == SOK_TRANSPOSE ||
	    t == SOK_ANTI_TRANSPOSE;
}

/* Where a square of a board goes. */
void symmetry_square(
    const struct sok_board *b, enum sok_symmetry t, int *x, int *y);
/* identity.c: the digest of each image.  1; 0 none is defined (open, not one
 * player); -1 ENOMEM. */
int identity_board(const struct sok_board *b,
    uint64_t digest[SOK_NSQUARE_SYMMETRIES], struct sok_arena *scratch);
/* board.c: write rows of XSB characters, each with its LF, to `to`, which has
 * room for (width + 1) * height of them; returns how many. */
size_t board_text(const struct sok_board *b, char *to);
/* The parity of x + y on the cells of a board of hexagons: what most squares
 * that are not floor have, 0 if they are as many; 0 on other grids. */
int board_parity(const struct sok_board *b);
/* Whether x + y has the same parity for all squares that are not floor, as in
 * pictures of Hexoban; false if there are none. */
bool board_one_parity(const struct sok_board *b);
/* The first square that is no cell of its grid; false if there is none. */
bool board_bad_cell(const struct sok_board *b, int *x, int *y);

#endif
