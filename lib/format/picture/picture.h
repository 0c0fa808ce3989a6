/* picture.h - the tiles of boards and their layout, for pictures, sheets and
 * pages in SVG. */
#ifndef SOK_PICTURE_H
#define SOK_PICTURE_H

#include "format/write_text.h"

/* The size of a square in pixels of an unscaled picture. */
#define PICTURE_PIXELS 32

/* tiles.svg: the <defs> of all tiles, one unit wide: whole squares (wall,
 * floor, goal, box, box-on-goal, player, player-on-goal), and what lies on them
 * alone (target, loose, set, figure, arrived).  Tiles extend slightly over
 * their square, so that no seams appear between them.  The classes are for
 * style sheets; the colours work without one. */
extern const struct sok_str picture_tiles;

/* Draw a board square by square, each with one tile.  Here and below, floor
 * that the player cannot reach is not drawn. */
void picture_squares(struct sok_writer *writer, const struct sok_board *board);
/* Draw a board in layers of one path each: floors, walls, goals, boxes (off
 * goal), placed (boxes on goals), with the players above them as tiles.  What
 * lies on squares has the shape of its tile.  Browsers are slow with many <use>
 * elements, and printers with many patterns: these are for floors and walls
 * alone, and are written once, before all layers. */
void picture_layers(struct sok_writer *writer, const struct sok_board *board);
void picture_patterns(struct sok_output *out);
/* Write a number with up to four digits after the point. */
void picture_number(struct sok_output *out, double number);

/* The area of the picture of a board. */
struct picture_box {
	double x, y, width, height;
};

struct picture_box picture_box(const struct sok_board *board);

/* A cell: a polygon of n corners, clockwise, relative to its centre. */
struct picture_shape {
	int n;
	double at[8][2];
	double scale; /* of what is drawn on the cell */
};

/* The shape of cell (x, y) of a board, and where its centre is in the area of
 * the picture. */
const struct picture_shape *picture_cell(
    const struct sok_board *board, int x, int y, double centre[2]);
/* The attributes of its <svg> for the player of a page. */
void picture_grid_data(struct sok_output *out, enum sok_grid grid);

#endif
