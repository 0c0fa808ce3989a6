/* glyph.c - characters of a board in text <-> squares of the model; every
 * reader and writer of text looks here. */
#include "sok.h"

/* A player on a box, which only a reverse game has, is drawn as the box. */
const char sok_xsb[SOK_NSQUARES] = {
    ' ', '#', '.', '#', '$', '#', '*', '#', /* without a player */
    '@', '#', '+', '#', '$', '#', '*', '#'  /* with one */
};

#define NO 0xff
#define GL SOK_GOAL
#define BG (SOK_BOX | SOK_GOAL)
#define PG (SOK_PLAYER | SOK_GOAL)
#define PL SOK_PLAYER

/* clang-format off */
const unsigned char sok_square[256] = {
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
	 0, NO, NO, SOK_WALL, SOK_BOX, NO, NO, NO,  /* ' ' # $ */
	NO, NO, BG, PG, NO,  0, GL, NO,             /* * + - . */
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
	PL, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,  0,
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
};
/* clang-format on */
