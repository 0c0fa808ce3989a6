/* transform.h - a turned board: where its squares go, and as text. */
#ifndef SOK_TRANSFORM_H
#define SOK_TRANSFORM_H

#include "sok.h"

/* Whether the image lies on its side: its width is the board's height. */
static inline bool
transform_swaps(enum sok_symmetry t)
{
	return t == SOK_ROTATE90 || t == SOK_ROTATE270 || t >= SOK_TRANSPOSE;
}

/* Where square (x, y) of a width x height board goes. */
void transform_square(
    enum sok_symmetry t, int width, int height, int *x, int *y);
/* The image as text: rows of XSB characters, each with its LF.  to has room
 * for (width + 1) * (height + 1) bytes, enough for every t; returns the
 * length. */
size_t transform_text(const struct sok_board *b, enum sok_symmetry t, char *to);

#endif
