/*
 * grid.c - draws hexagons, triangles and octagons: a polygon for each cell,
 * with its contents in the middle.
 */
#include "board/steps.h"
#include "format/picture/picture.h"
#include "tools.h"

/* Cell (x, y) has its middle at (x * ux + 0.5, y * uy + 0.5). */
struct shape {
	int n;
	double at[8][2]; /* corners, from the middle */
	double scale;    /* of what is on the cell */
};

static const struct layout {
	double ux, uy;
	double over[2]; /* what cells reach over the square around the middle */
	struct shape shape[2]; /* by kind of cell */
} layouts[SOK_NGRIDS] = {
    [SOK_HEXAGONS] = {.5, .866, {0, .0774},
        {{6,
             {{0, -.5774}, {.5, -.2887}, {.5, .2887}, {0, .5774}, {-.5, .2887},
                 {-.5, -.2887}},
             .8},
            {6,
                {{0, -.5774}, {.5, -.2887}, {.5, .2887}, {0, .5774},
                    {-.5, .2887}, {-.5, -.2887}},
                .8}}},
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
picture_box(const struct sok_board *b)
{
	const struct layout *l = &layouts[b->grid];

	if (b->grid == SOK_SQUARES)
		return (struct picture_box){0, 0, b->width, b->height};
	return (struct picture_box){-l->over[0], -l->over[1],
	    (b->width - 1) * l->ux + 1 + 2 * l->over[0],
	    (b->height - 1) * l->uy + 1 + 2 * l->over[1]};
}

/* ---- cells */

static const struct shape *
shape_at(const struct sok_board *b, int x, int y)
{
	return &layouts[b->grid].shape[steps_kind(x, y)];
}

static void
put_cell(struct sok_output *o, const struct sok_board *b, int x, int y)
{
	const struct layout *l = &layouts[b->grid];
	const struct shape *s = shape_at(b, x, y);

	for (int i = 0; i < s->n; i++)
		sok_outf(o, "%c%.4g %.4g", i == 0 ? 'M' : 'L',
		    x * l->ux + .5 + s->at[i][0], y * l->uy + .5 + s->at[i][1]);
	sok_outc(o, 'z');
}

/* All walls, or all other cells that are seen. */
static void
put_cells(struct sok_output *o, const struct sok_board *b,
    const struct sok_area *in, bool walls)
{
	sok_outf(o,
	    "<path class=\"%s\" fill=\"%s\" stroke=\"%s\" "
	    "stroke-width=\".04\" stroke-linejoin=\"round\" d=\"",
	    walls ? "brick" : "floor", walls ? "#66718a" : "#efe7d6",
	    walls ? "#4a5364" : "#e2d7c0");
	for (int y = 0; y < b->height; y++)
		for (int x = 0; x < b->width; x++) {
			unsigned char sq = sok_board_at(b, x, y);

			if ((sq == SOK_WALL) == walls &&
			    (sq != SOK_FLOOR || sok_area_has(in, x, y)))
				put_cell(o, b, x, y);
		}
	sok_out(o, SOK_STR("\"/>\n"));
}

/* ---- what is on them */

static void
put_piece(struct sok_output *o, const struct sok_board *b, const char *name,
    int x, int y)
{
	const struct layout *l = &layouts[b->grid];
	double k = shape_at(b, x, y)->scale;

	sok_outf(o,
	    "<use class=\"piece\" href=\"#%s\" "
	    "transform=\"translate(%.4g %.4g)scale(%.4g)\"/>\n",
	    name, x * l->ux + .5 - k / 2, y * l->uy + .5 - k / 2, k);
}

static void
put_goal(struct sok_output *o, const struct sok_board *b, int x, int y)
{
	const struct layout *l = &layouts[b->grid];
	double k = shape_at(b, x, y)->scale;

	sok_outf(o,
	    "<circle class=\"ring\" cx=\"%.4g\" cy=\"%.4g\" r=\"%.4g\" "
	    "fill=\"none\" stroke=\"#c8503c\" stroke-width=\"%.4g\"/>\n",
	    x * l->ux + .5, y * l->uy + .5, .2 * k, .07 * k);
}

void
picture_grid(
    struct sok_output *o, const struct sok_board *b, const struct sok_area *in)
{
	put_cells(o, b, in, false);
	put_cells(o, b, in, true);
	for (int y = 0; y < b->height; y++)
		for (int x = 0; x < b->width; x++) {
			unsigned char sq = sok_board_at(b, x, y);

			if (sq & SOK_GOAL)
				put_goal(o, b, x, y);
			if (sq & SOK_BOX)
				put_piece(o, b, sq & SOK_GOAL ? "set" : "loose",
				    x, y);
			if (sq & SOK_PLAYER)
				put_piece(o, b, "figure", x, y);
		}
}

/* ---- for the player of a page */

/* Which cells these are: a run of one cell each. */
static void
put_list(struct sok_output *o, const struct sok_board *b, const char *name,
    int kinds, int want)
{
	const struct layout *l = &layouts[b->grid];

	sok_outf(o, "<path class=\"%s\" fill=\"none\" d=\"", name);
	for (int y = 0; y < b->height; y++)
		for (int x = 0; x < b->width; x++)
			if ((sok_board_at(b, x, y) & kinds) == want)
				sok_outf(o, "M%.6g %.6gh%.4g", x * l->ux,
				    y * l->uy, l->ux);
	sok_out(o, SOK_STR("\"/>\n"));
}

void
picture_grid_lists(struct sok_output *o, const struct sok_board *b)
{
	put_list(o, b, "goals", SOK_GOAL, SOK_GOAL);
	put_list(o, b, "boxes", SOK_BOX | SOK_GOAL, SOK_BOX);
	put_list(o, b, "placed", SOK_BOX | SOK_GOAL, SOK_BOX | SOK_GOAL);
	put_list(o, b, "players", SOK_PLAYER, SOK_PLAYER);
}

static void
put_steps(struct sok_output *o, const char *name, enum sok_grid grid, int kind)
{
	const struct steps *s = &steps_table[grid];

	sok_outf(o, " %s=\"", name);
	for (int i = 0; i < s->nletters; i++)
		if (s->step[kind][i][0] != 0 || s->step[kind][i][1] != 0)
			sok_outf(o, "%s%c%d,%d", i == 0 ? "" : " ",
			    s->letters[i], s->step[kind][i][0],
			    s->step[kind][i][1]);
	sok_outc(o, '"');
}

void
picture_grid_data(struct sok_output *o, enum sok_grid grid)
{
	const struct layout *l = &layouts[grid];

	if (grid == SOK_SQUARES)
		return;
	sok_outf(o, " data-unit=\"%g,%g\" data-scale=\"%g\"", l->ux, l->uy,
	    l->shape[0].scale);
	put_steps(o, "data-steps", grid, 0);
	put_steps(o, "data-odd", grid, 1);
}
