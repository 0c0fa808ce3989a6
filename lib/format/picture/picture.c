/* picture.c - boards of tiles in SVG, and their layout on each grid. */
#include <stdlib.h>

#include "base/base.h"
#include "board/board.h"
#include "format/picture/picture.h"
#include "io/io.h"
#include "text/text.h"

/* ---- grids: polygons with contents at the centre */

/* The centre of cell (x, y) is (x * ux + 0.5, y * uy + 0.5). */
static const struct layout {
	double ux, uy;
	double over[2]; /* how far cells exceed the square at their centre */
	struct picture_shape shape[2]; /* for each kind of cell */
} layouts[SOK_NGRIDS] = {
    [SOK_SQUARES] = {1, 1, {0, 0},
        {{4, {{-.5, -.5}, {.5, -.5}, {.5, .5}, {-.5, .5}}, 1}}},
    [SOK_HEXAGONS] = {.5, .866, {0, .0774},
        {
            {6,
                {{0, -.5774}, {.5, -.2887}, {.5, .2887}, {0, .5774},
                    {-.5, .2887}, {-.5, -.2887}},
                .8},
        }},
    [SOK_TRIANGLES] = {.8, 1.3856, {.3, .1928},
        {{3, {{-.8, -.6928}, {.8, -.6928}, {0, .6928}}, .55},
            {3, {{0, -.6928}, {.8, .6928}, {-.8, .6928}}, .55}}},
    [SOK_OCTAGONS] = {1, 1, {.2071, .2071},
        {{8,
             {{-.2929, -.7071}, {.2929, -.7071}, {.7071, -.2929},
                 {.7071, .2929}, {.2929, .7071}, {-.2929, .7071},
                 {-.7071, .2929}, {-.7071, -.2929}},
             .9},
            {4,
                {{-.2929, -.2929}, {.2929, -.2929}, {.2929, .2929},
                    {-.2929, .2929}},
                .55}}},
};

struct picture_box
picture_box(const struct sok_board *board)
{
	const struct layout *layout = &layouts[board->grid];

	/* Not -0, which would be printed so. */
	if (board->grid == SOK_SQUARES)
		return (struct picture_box){0, 0, board->width, board->height};
	return (struct picture_box){-layout->over[0], -layout->over[1],
	    (board->width - 1) * layout->ux + 1 + 2 * layout->over[0],
	    (board->height - 1) * layout->uy + 1 + 2 * layout->over[1]};
}

const struct picture_shape *
picture_cell(const struct sok_board *board, int x, int y, double centre[2])
{
	const struct layout *layout = &layouts[board->grid];
	const struct picture_shape *shape = layout->shape;

	centre[0] = x * layout->ux + .5;
	centre[1] = y * layout->uy + .5;
	return &shape[shape[1].n > 0 ? steps_kind(x, y) : 0];
}

void
picture_number(struct sok_output *out, double number)
{
	long n = (long)(number * 10000 + (number < 0 ? -.5 : .5));
	char digit[] = ".0000";
	size_t left = 5;

	if (n < 0)
		sok_outc(out, '-');
	n = labs(n);
	if (n >= 10000 || n == 0)
		sok_out_number(out, (size_t)n / 10000);
	for (n %= 10000; n > 0; n /= 10)
		digit[--left] = (char)('0' + n % 10);
	left = 5;
	while (left > 1 && digit[left - 1] == '0')
		left--;
	if (left > 1)
		sok_out(out, (struct sok_str){digit, left});
}

/* A command of a path with a point. */
static void
put_point(struct sok_output *out, char command, double x, double y)
{
	sok_outc(out, command);
	picture_number(out, x);
	sok_outc(out, ' ');
	picture_number(out, y);
}

/* Draw all walls, or all other visible cells. */
static void
put_cells(struct sok_output *out, const struct sok_board *board,
    const struct sok_area *in, bool walls)
{
	double centre[2];

	sok_out(out,
	    walls ? SOK_STR("<path class=\"brick\" fill=\"#66718a\" "
	                    "stroke=\"#4a5364\"")
	          : SOK_STR("<path class=\"floor\" fill=\"#efe7d6\" "
	                    "stroke=\"#e2d7c0\""));
	sok_out(out,
	    SOK_STR(" stroke-width=\".04\" stroke-linejoin=\"round\" d=\""));
	for (int y = 0; y < board->height; y++)
		for (int x = 0; x < board->width; x++) {
			unsigned char sq = sok_board_at(board, x, y);
			const struct picture_shape *shape =
			    picture_cell(board, x, y, centre);

			if ((sq == SOK_WALL) != walls ||
			    (sq == SOK_FLOOR && !sok_area_has(in, x, y)))
				continue;
			for (int i = 0; i < shape->n; i++)
				put_point(out, i == 0 ? 'M' : 'L',
				    centre[0] + shape->at[i][0],
				    centre[1] + shape->at[i][1]);
			sok_outc(out, 'z');
		}
	sok_out(out, SOK_STR("\"/>\n"));
}

/* A tile of this scale around a point. */
static void
put_figure(
    struct sok_output *out, const char *name, double x, double y, double scale)
{
	sok_out(out, SOK_STR("<use class=\"piece\" href=\"#"));
	sok_out(out, sok_str(name));
	sok_out(out, SOK_STR("\" transform=\"translate("));
	picture_number(out, x - scale / 2);
	sok_outc(out, ' ');
	picture_number(out, y - scale / 2);
	sok_out(out, SOK_STR(")scale("));
	picture_number(out, scale);
	sok_out(out, SOK_STR(")\"/>\n"));
}

static void
put_grid(struct sok_output *out, const struct sok_board *board,
    const struct sok_area *in)
{
	double at[2];

	put_cells(out, board, in, false);
	put_cells(out, board, in, true);
	for (int y = 0; y < board->height; y++)
		for (int x = 0; x < board->width; x++) {
			unsigned char sq = sok_board_at(board, x, y);
			double scale = picture_cell(board, x, y, at)->scale;

			if (sq & SOK_GOAL) {
				sok_out(out,
				    SOK_STR("<use href=\"#target\" "
				            "transform=\"translate("));
				picture_number(out, at[0] - scale / 2);
				sok_outc(out, ' ');
				picture_number(out, at[1] - scale / 2);
				sok_out(out, SOK_STR(")scale("));
				picture_number(out, scale);
				sok_out(out, SOK_STR(")\"/>\n"));
			}
			if (sq & SOK_BOX)
				put_figure(out, sq & SOK_GOAL ? "set" : "loose",
				    at[0], at[1], scale);
			if (sq & SOK_PLAYER)
				put_figure(out, "figure", at[0], at[1], scale);
		}
}

void
picture_grid_data(struct sok_output *out, enum sok_grid grid)
{
	static const char *const name[] = {"data-steps", "data-odd"};
	const struct layout *layout = &layouts[grid];
	const struct steps *steps = &steps_table[grid];

	if (grid == SOK_SQUARES)
		return;
	sok_outf(out, " data-unit=\"%g,%g\" data-scale=\"%g\"", layout->ux,
	    layout->uy, layout->shape[0].scale);
	for (int kind = 0; kind < 2; kind++) {
		sok_outf(out, " %s=\"", name[kind]);
		for (int i = 0; i < steps->nletters; i++) {
			const signed char *step = steps->step[kind][i];

			if (step[0] != 0 || step[1] != 0)
				sok_outf(out, "%s%c%d,%d", i == 0 ? "" : " ",
				    steps->letters[i], step[0], step[1]);
		}
		sok_outc(out, '"');
	}
}

void
picture_squares(struct sok_writer *writer, const struct sok_board *board)
{
	static const char *const tile[SOK_NSQUARES] = {[SOK_FLOOR] = "floor",
	    [SOK_WALL] = "wall",
	    [SOK_GOAL] = "goal",
	    [SOK_BOX] = "box",
	    [SOK_BOX | SOK_GOAL] = "box-on-goal",
	    [SOK_PLAYER] = "player",
	    [SOK_PLAYER | SOK_GOAL] = "player-on-goal"};
	struct sok_area seen;

	if (writer_fails(writer,
	        sok_board_flood(board, false, &seen, &writer->arena) == -1))
		return;
	if (board->grid != SOK_SQUARES) {
		put_grid(writer->out, board, &seen);
		return;
	}
	for (int y = 0; y < board->height; y++)
		for (int x = 0; x < board->width; x++) {
			unsigned char sq = sok_board_at(board, x, y);

			if (sq == SOK_FLOOR && !sok_area_has(&seen, x, y))
				continue;
			sok_out(writer->out, SOK_STR("<use href=\"#"));
			sok_out(
			    writer->out, sok_str(tile[sq] ? tile[sq] : "box"));
			sok_out(writer->out, SOK_STR("\" x=\""));
			sok_out_number(writer->out, (size_t)x);
			sok_out(writer->out, SOK_STR("\" y=\""));
			sok_out_number(writer->out, (size_t)y);
			sok_out(writer->out, SOK_STR("\"/>\n"));
		}
}

/* ---- layers: a path for all squares that have these bits */

/* The size of attributes of a path, and of one square in it. */
#define CRATE "h.8v.8h-.8zm.14.14h.52v.52h-.52zm0 .52 .52-.52"
#define CRATE_LINE "\" stroke-width=\".05\" stroke-linejoin=\"round"

static const struct layer {
	struct sok_str begin; /* up to the path's data */
	unsigned char bits, set;
	/* What is drawn on each square, from a corner (tenths of a square from
	 * its own); NULL: squares are filled, in runs. */
	const char *shape;
	int x, y;
} layers[] = {
    {SOK_STR_INIT("<path class=\"floors\" fill=\"url(#floors)\" d=\""),
        SOK_WALL, 0, NULL, 0, 0},
    {SOK_STR_INIT("<path class=\"walls\" fill=\"url(#walls)\" d=\""), SOK_WALL,
        SOK_WALL, NULL, 0, 0},
    {SOK_STR_INIT("<path class=\"goals\" fill=\"none\" stroke=\"#c8503c\" "
                  "stroke-width=\".08\" stroke-linecap=\"round\" d=\""),
        SOK_GOAL, SOK_GOAL, "a.2.2 0 1 0 .4 0 .2.2 0 1 0-.4 0m.2 0h0", 3, 5},
    {SOK_STR_INIT("<path class=\"boxes\" fill=\"#d99a3d\" "
                  "stroke=\"#8a5a1c" CRATE_LINE "\" d=\""),
        SOK_BOX | SOK_GOAL, SOK_BOX, CRATE, 1, 1},
    {SOK_STR_INIT("<path class=\"placed\" fill=\"#6fae5c\" "
                  "stroke=\"#33692a" CRATE_LINE "\" d=\""),
        SOK_BOX | SOK_GOAL, SOK_BOX | SOK_GOAL,
        CRATE "m-.32.26a.06.06 0 1 0 .12 0 .06.06 0 1 0-.12 0", 1, 1},
};

/* A run of n squares that ends before x, or one square with a shape. */
static void
put_run(struct sok_output *out, const struct layer *layer, int x, int y, int n)
{
	char start[] = {'.', (char)('0' + layer->x), ' '};
	char top[] = {'.', (char)('0' + layer->y)};

	sok_outc(out, 'M');
	sok_out_number(out, (size_t)(x - n));
	if (layer->shape != NULL) {
		sok_out(out, (struct sok_str){start, sizeof(start)});
		sok_out_number(out, (size_t)y);
		sok_out(out, (struct sok_str){top, sizeof(top)});
		sok_out(out, sok_str(layer->shape));
		return;
	}
	sok_outc(out, ' ');
	sok_out_number(out, (size_t)y);
	sok_outc(out, 'h');
	sok_out_number(out, (size_t)n);
	sok_out(out, SOK_STR("v1H"));
	sok_out_number(out, (size_t)(x - n));
	sok_outc(out, 'z');
}

/* Draw a layer, unless it is empty. */
static void
put_layer(struct sok_output *out, const struct sok_board *board,
    const struct sok_area *seen, const struct layer *layer)
{
	const unsigned char *sq = board->sq;
	bool any = false;

	for (int y = 0; y < board->height; y++, sq += board->width) {
		for (int x = 0, n = 0; x <= board->width; x++) {
			bool in = x < board->width &&
			    (sq[x] & layer->bits) == layer->set &&
			    (sq[x] != SOK_FLOOR || sok_area_has(seen, x, y));

			if (n > 0 && (!in || layer->shape != NULL)) {
				if (!any)
					sok_out(out, layer->begin);
				any = true;
				put_run(out, layer, x, y, n);
				n = 0;
			}
			n += in;
		}
	}
	if (any)
		sok_out(out, SOK_STR("\"/>\n"));
}

void
picture_layers(struct sok_writer *writer, const struct sok_board *board)
{
	struct sok_output *out = writer->out;
	struct sok_area seen;

	if (writer_fails(writer,
	        sok_board_flood(board, false, &seen, &writer->arena) == -1))
		return;
	if (board->grid != SOK_SQUARES) {
		put_grid(out, board, &seen);
		return;
	}
	for (size_t i = 0; i < SOK_COUNT(layers); i++)
		put_layer(out, board, &seen, &layers[i]);
	/* Players are few. */
	for (size_t i = 0, n = 0; n < board->players; i++) {
		unsigned char sq = board->sq[i];

		if (!(sq & SOK_PLAYER))
			continue;
		n++;
		sok_out(out, SOK_STR("<use class=\"piece\" href=\"#"));
		sok_out(out,
		    sq & SOK_GOAL ? SOK_STR("arrived") : SOK_STR("figure"));
		sok_out(out, SOK_STR("\" x=\""));
		sok_out_number(out, i % (size_t)board->width);
		sok_out(out, SOK_STR("\" y=\""));
		sok_out_number(out, i / (size_t)board->width);
		sok_out(out, SOK_STR("\"/>\n"));
	}
}

void
picture_patterns(struct sok_output *out)
{
	static const char *const pattern[][2] = {
	    {"floors", "floor"}, {"walls", "wall"}};

	for (size_t i = 0; i < SOK_COUNT(pattern); i++)
		sok_outf(out,
		    "<pattern id=\"%s\" width=\"1\" height=\"1\" "
		    "patternUnits=\"userSpaceOnUse\"><use href=\"#%s\"/>"
		    "</pattern>\n",
		    pattern[i][0], pattern[i][1]);
}
