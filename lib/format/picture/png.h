/* png.h - images of few colours as PNG files. */
#ifndef SOK_PNG_H
#define SOK_PNG_H

#include "sok.h"

enum { PNG_COLOURS = 16 };

struct png_image {
	uint32_t width, height; /* the width is even */
	unsigned char *pixel;   /* row by row, each the number of a colour */
	const unsigned char (*colour)[3]; /* red, green, blue */
	size_t ncolours;                  /* at most PNG_COLOURS */
};

/* Write an image: 0, -1 with errno. */
int png_write(struct sok_output *out, const struct png_image *image);

#endif
