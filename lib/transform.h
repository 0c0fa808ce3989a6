/* transform.h - a board's squares counted in the order of its image. */
#ifndef SOK_TRANSFORM_H
#define SOK_TRANSFORM_H

#include "sok.h"

/*
 * Square (x, y) of a width x height board stands at byte
 * origin + x * right + y * down of its image, whose rows are pad bytes
 * longer than they have squares.
 */
struct turn {
	int width, height; /* of the image */
	ptrdiff_t origin, right, down;
};

struct turn transform_turn(enum sok_symmetry t, int width, int height, int pad);
/* The image as text: rows of XSB characters, each with its LF.  to has room
 * for (width + 1) * (height + 1) bytes, enough for every t; returns the
 * length. */
size_t transform_text(const struct sok_board *b, enum sok_symmetry t, char *to);

#endif
