/*
 * picture.h - the tiles of a board and their layout, for everything that draws
 * SVG: pictures, sheets and pages.
 */
#ifndef SOK_PICTURE_H
#define SOK_PICTURE_H

#include "format/write_text.h"
#include "tools.h"

/* Screen pixels of a square where nobody scales the picture. */
#define PICTURE_PIXELS 32

/*
 * The <defs> of every tile, one unit wide: whole squares (wall, floor, goal,
 * box, box-on-goal, player, player-on-goal) and what moves, alone (loose,
 * set, figure, arrived).
 */
extern const struct sok_str picture_tiles;

/* Draw a board square by square, each tile with all that is on it; floor that
 * the player cannot reach is left out, here and below. */
void picture_squares(struct sok_writer *w, const struct sok_board *b);
/*
 * Draw a board in layers of one path each: floors, walls, goals, boxes (off
 * goal), placed (boxes on goals), players, arrivals (players on goals).  A page
 * of many boards has to, since browsers take long for many <use>.  The patterns
 * that fill the layers come before, once.
 */
void picture_layers(struct sok_writer *w, const struct sok_board *b);
void picture_patterns(struct sok_output *o);

/* What a picture of a board covers. */
struct picture_box {
	double x, y, width, height;
};

struct picture_box picture_box(const struct sok_board *b);
/* Attributes of its <svg> for the player of a page. */
void picture_grid_data(struct sok_output *o, enum sok_grid grid);

#endif
