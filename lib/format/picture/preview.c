/* preview.c - the picture that chat programs and social sites show for a link
 * to a page: a board in the colours of its tiles.  They take no SVG. */
#include <errno.h>
#include <stdlib.h>

#include "base/base.h"
#include "board/board.h"
#include "format/format.h"
#include "format/picture/picture.h"
#include "format/picture/png.h"

/* The least space around the board, and the largest size of a square, in
 * pixels. */
enum { MARGIN = 30, LARGEST = 96 };

enum colour {
	PAGE,
	MORTAR,
	BRICK,
	FLOOR,
	JOINT,
	TARGET,
	LOOSE,
	LOOSE_LINE,
	SET,
	SET_LINE,
	BODY,
	BODY_LINE,
	FACE,
	NCOLOURS,
	NOTHING = NCOLOURS /* what is below shows */
};

/* Those of tiles.svg, on the page's background. */
static const unsigned char colours[NCOLOURS][3] = {[PAGE] = {0xf4, 0xf1, 0xea},
    [MORTAR] = {0x4a, 0x53, 0x64},
    [BRICK] = {0x66, 0x71, 0x8a},
    [FLOOR] = {0xef, 0xe7, 0xd6},
    [JOINT] = {0xe2, 0xd7, 0xc0},
    [TARGET] = {0xc8, 0x50, 0x3c},
    [LOOSE] = {0xd9, 0x9a, 0x3d},
    [LOOSE_LINE] = {0x8a, 0x5a, 0x1c},
    [SET] = {0x6f, 0xae, 0x5c},
    [SET_LINE] = {0x33, 0x69, 0x2a},
    [BODY] = {0x2f, 0x62, 0xa8},
    [BODY_LINE] = {0x1d, 0x3f, 0x70},
    [FACE] = {0xf3, 0xc9, 0xa0}};
_Static_assert((int)NCOLOURS <= (int)PNG_COLOURS, "too many colours");

/* The library is not linked with that of mathematics, so roots are avoided:
 * distances are compared by their squares. */
static double
square(double v)
{
	return v * v;
}

static double
absolute(double v)
{
	return v < 0 ? -v : v;
}

static double
smaller(double a, double b)
{
	return a < b ? a : b;
}

static double
larger(double a, double b)
{
	return a > b ? a : b;
}

/* ---- tiles, as functions of a point; (0, 0) is the centre of a tile, which
 * extends to .5 in each direction */

/* Below 1 inside an ellipse around (0, 0), above 1 outside. */
static double
in_ellipse(double x, double y, double rx, double ry)
{
	return square(x / rx) + square(y / ry);
}

static bool
in_circle(double x, double y, double r)
{
	return square(x) + square(y) < square(r);
}

static enum colour
player_at(double x, double y)
{
	double body = in_ellipse(x, y - .4, .32, .375);

	if (y <= -.2 && in_ellipse(x, y + .2, .22, .225) <= 1)
		return BODY_LINE;
	if (in_circle(x, y + .16, .22))
		return in_circle(x, y + .16, .18) ? FACE : BODY_LINE;
	if (y > .4 || body > 1)
		return NOTHING;
	return body > .85 || y > .37 ? BODY_LINE : BODY;
}

static enum colour
box_at(double x, double y, bool set)
{
	double edge = larger(absolute(x), absolute(y));
	bool line = edge > .375 || absolute(edge - .26) < .025 ||
	    (edge < .26 && absolute(x + y) < .035);

	if (edge > .425)
		return NOTHING;
	/* The knob on the lid. */
	if (set && in_circle(x, y, .085))
		line = !in_circle(x, y, .035);
	if (set)
		return line ? SET_LINE : SET;
	return line ? LOOSE_LINE : LOOSE;
}

static enum colour
target_at(double x, double y)
{
	bool ring = in_circle(x, y, .24) && !in_circle(x, y, .16);

	return ring || in_circle(x, y, .04) ? TARGET : NOTHING;
}

/* What lies on a square. */
static enum colour
content_at(unsigned char sq, double x, double y)
{
	enum colour colour = NOTHING;

	if (sq & SOK_PLAYER)
		colour = player_at(x, y);
	if (colour == NOTHING && sq & SOK_BOX)
		colour = box_at(x, y, sq & SOK_GOAL);
	if (colour == NOTHING && sq & SOK_GOAL && !(sq & SOK_BOX))
		colour = target_at(x, y);
	return colour;
}

/* The three rows of bricks of a square wall. */
static enum colour
brick_at(double x, double y)
{
	static const double gaps[3][2] = {{.5, 2}, {.25, .78}, {.5, 2}};
	double row = (y + .5) * 3;
	int i = row < 1 ? 0 : 1 + (row >= 2);

	if (absolute(row - i - .5) > .41)
		return MORTAR;
	for (int k = 0; k < 2; k++)
		if (absolute(x + .5 - gaps[i][k]) < .03)
			return MORTAR;
	return BRICK;
}

/* The squared distance of a point from the nearest edge of a cell; negative
 * outside. */
static double
edge_distance(const struct picture_shape *shape, double x, double y)
{
	double least = 4;

	for (int i = 0; i < shape->n; i++) {
		const double *from = shape->at[i],
		             *to = shape->at[(i + 1) % shape->n];
		double dx = to[0] - from[0], dy = to[1] - from[1];
		double area = dx * (y - from[1]) - dy * (x - from[0]);

		area *= absolute(area) / (square(dx) + square(dy));
		least = smaller(least, area);
	}
	return least;
}

/* ---- the board */

struct canvas {
	struct png_image *image;
	const struct sok_board *board;
	const struct sok_area *seen; /* the floor that is drawn */
	double scale;                /* pixels of a square */
	double left, top;            /* where (0, 0) of the picture is */
};

/* The pixels whose centres are from one coordinate, which is not negative, to
 * another. */
static void
pixels_between(double from, double to, uint32_t most, uint32_t range[2])
{
	/* Both are rounded up: neighbours share no pixel. */
	range[0] = (uint32_t)(from + .49999);
	range[1] = (uint32_t)(to + .49999);
	range[1] = range[1] < most ? range[1] : most;
}

/* The ground of a cell at a point; NOTHING outside. */
static enum colour
ground_at(const struct canvas *canvas, const struct picture_shape *shape,
    unsigned char sq, double x, double y)
{
	bool squares = canvas->board->grid == SOK_SQUARES;
	double edge;

	if (squares && sq == SOK_WALL)
		return brick_at(x, y);
	if (squares) /* the edges above and on the left */
		edge = square(smaller(x, y) + .5);
	else
		edge = edge_distance(shape, x, y);
	if (edge < 0)
		return NOTHING;
	if (edge * square(canvas->scale) < 1)
		return sq == SOK_WALL ? MORTAR : JOINT;
	return sq == SOK_WALL ? BRICK : FLOOR;
}

static void
draw_cell(const struct canvas *canvas, int column, int row)
{
	unsigned char sq = sok_board_at(canvas->board, column, row);
	double centre[2], low[2] = {0, 0}, high[2] = {0, 0};
	const struct picture_shape *shape =
	    picture_cell(canvas->board, column, row, centre);
	uint32_t across[2], down[2];
	double left = canvas->left + centre[0] * canvas->scale;
	double top = canvas->top + centre[1] * canvas->scale;

	if (sq == SOK_FLOOR && !sok_area_has(canvas->seen, column, row))
		return;
	for (int i = 0; i < shape->n; i++)
		for (int axis = 0; axis < 2; axis++) {
			low[axis] = smaller(low[axis], shape->at[i][axis]);
			high[axis] = larger(high[axis], shape->at[i][axis]);
		}
	pixels_between(left + low[0] * canvas->scale,
	    left + high[0] * canvas->scale, canvas->image->width, across);
	pixels_between(top + low[1] * canvas->scale,
	    top + high[1] * canvas->scale, canvas->image->height, down);
	for (uint32_t j = down[0]; j < down[1]; j++) {
		unsigned char *pixel =
		    canvas->image->pixel + (size_t)j * canvas->image->width;
		double y = (j + .5 - top) / canvas->scale;

		for (uint32_t i = across[0]; i < across[1]; i++) {
			double x = (i + .5 - left) / canvas->scale;
			enum colour ground = ground_at(canvas, shape, sq, x, y),
			            on;

			if (ground == NOTHING)
				continue;
			on = content_at(sq, x / shape->scale, y / shape->scale);
			pixel[i] = (unsigned char)(on == NOTHING ? ground : on);
		}
	}
}

/* Scale the board to the picture.  Squares have whole pixels, if they have more
 * than one. */
static void
place_board(struct canvas *canvas)
{
	struct picture_box box = picture_box(canvas->board);
	double width = canvas->image->width, height = canvas->image->height;

	canvas->scale = smaller(LARGEST,
	    smaller((width - 2 * MARGIN) / box.width,
	        (height - 2 * MARGIN) / box.height));
	if (canvas->board->grid == SOK_SQUARES && canvas->scale > 1)
		canvas->scale = (int)canvas->scale;
	canvas->left = (int)((width - box.width * canvas->scale) / 2) -
	    box.x * canvas->scale;
	canvas->top = (int)((height - box.height * canvas->scale) / 2) -
	    box.y * canvas->scale;
}

struct sok_str
sok_preview_name(struct sok_str page, struct sok_arena *arena)
{
	static const struct sok_str suffix[] = {
	    SOK_STR_INIT(".html"), SOK_STR_INIT(".htm")};

	for (size_t i = 0; i < SOK_COUNT(suffix); i++) {
		size_t n = suffix[i].len;

		if (page.len > n &&
		    sok_str_caseeq(
		        sok_str_from(page, page.len - n), suffix[i])) {
			page.len -= n;
			break;
		}
	}
	return sok_str_fmt(arena, "%.*s.png", (int)page.len, page.s);
}

int
sok_preview(const struct sok_board *board, struct sok_output *out)
{
	/* A page without a board shows a box. */
	static unsigned char square[] = {SOK_BOX};
	static const struct sok_board box = {.sq = square,
	    .width = 1,
	    .height = 1,
	    .boxes = 1,
	    .grid = SOK_SQUARES};
	struct png_image image = {.width = SOK_PREVIEW_WIDTH,
	    .height = SOK_PREVIEW_HEIGHT,
	    .colour = colours,
	    .ncolours = NCOLOURS};
	struct sok_arena arena = {0};
	struct sok_area seen;
	struct canvas canvas = {.image = &image,
	    .board = board != NULL ? board : &box,
	    .seen = &seen};
	int got = -1;

	image.pixel = calloc((size_t)image.width * image.height, 1);
	if (image.pixel != NULL &&
	    sok_board_flood(canvas.board, false, &seen, &arena) == 0) {
		place_board(&canvas);
		for (int y = 0; y < canvas.board->height; y++)
			for (int x = 0; x < canvas.board->width; x++)
				draw_cell(&canvas, x, y);
		got = png_write(out, &image);
	}
	int error = errno;
	free(image.pixel);
	sok_arena_free(&arena);
	errno = error;
	return got;
}
