/* flood.h - what is asked of a flooded area inside the library. */
#ifndef SOK_FLOOD_H
#define SOK_FLOOD_H

#include "sok.h"

/* Columns left to right and rows top to bottom, both inclusive. */
struct flood_box {
	int left, top, right, bottom;
};

/* The smallest box around an area; false if it is empty or touches the edge
 * of its board. */
bool flood_box(const struct sok_area *area, struct flood_box *box);
/* The first square of an area, in reading order, that lies on the edge of its
 * board; false if there is none. */
bool flood_edge(const struct sok_area *area, int *x, int *y);

#endif
