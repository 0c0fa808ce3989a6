/* picture.c - boards of tiles in SVG, and their layout on each grid. */
#include "board/steps.h"
#include "format/picture/picture.h"

/* ---- hexagons, triangles, octagons: polygons with contents at the centre */

/* The centre of cell (x, y) is (x * ux + 0.5, y * uy + 0.5). */
struct shape {
	int n;
	double at[8][2]; /* corners, relative to the centre */
	double scale;    /* of what is drawn on the cell */
};

static const struct layout {
	double ux, uy;
	double over[2]; /* how far cells exceed the square at their centre */
	struct shape shape[2]; /* for each kind of cell */
} layouts[SOK_NGRIDS] = {
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
picture_box(const struct sok_board *b)
{
	const struct layout *l = &layouts[b->grid];

	if (b->grid == SOK_SQUARES)
		return (struct picture_box){0, 0, b->width, b->height};
	return (struct picture_box){-l->over[0], -l->over[1],
	    (b->width - 1) * l->ux + 1 + 2 * l->over[0],
	    (b->height - 1) * l->uy + 1 + 2 * l->over[1]};
}

static const struct shape *
shape_at(const struct sok_board *b, int x, int y)
{
	const struct shape *s = layouts[b->grid].shape;

	return &s[s[1].n > 0 ? steps_kind(x, y) : 0];
}

/* Draw all walls, or all other visible cells. */
static void
put_cells(struct sok_output *o, const struct sok_board *b,
    const struct sok_area *in, bool walls)
{
	const struct layout *l = &layouts[b->grid];

	sok_outf(o,
	    "<path class=\"%s\" fill=\"%s\" stroke=\"%s\" "
	    "stroke-width=\".04\" stroke-linejoin=\"round\" d=\"",
	    walls ? "brick" : "floor", walls ? "#66718a" : "#efe7d6",
	    walls ? "#4a5364" : "#e2d7c0");
	for (int y = 0; y < b->height; y++)
		for (int x = 0; x < b->width; x++) {
			unsigned char sq = sok_board_at(b, x, y);
			const struct shape *s = shape_at(b, x, y);
			double cx = x * l->ux + .5, cy = y * l->uy + .5;

			if ((sq == SOK_WALL) != walls ||
			    (sq == SOK_FLOOR && !sok_area_has(in, x, y)))
				continue;
			for (int i = 0; i < s->n; i++)
				sok_outf(o, "%c%.4g %.4g", i == 0 ? 'M' : 'L',
				    cx + s->at[i][0], cy + s->at[i][1]);
			sok_outc(o, 'z');
		}
	sok_out(o, SOK_STR("\"/>\n"));
}

/* A figure of size k around a point. */
static void
put_figure(struct sok_output *o, const char *name, double x, double y, double k)
{
	sok_outf(o,
	    "<use class=\"piece\" href=\"#%s\" "
	    "transform=\"translate(%.4g %.4g)scale(%.4g)\"/>\n",
	    name, x - k / 2, y - k / 2, k);
}

static void
put_grid(
    struct sok_output *o, const struct sok_board *b, const struct sok_area *in)
{
	const struct layout *l = &layouts[b->grid];

	put_cells(o, b, in, false);
	put_cells(o, b, in, true);
	for (int y = 0; y < b->height; y++)
		for (int x = 0; x < b->width; x++) {
			unsigned char sq = sok_board_at(b, x, y);
			double cx = x * l->ux + .5, cy = y * l->uy + .5;
			double k = shape_at(b, x, y)->scale;

			if (sq & SOK_GOAL)
				sok_outf(o,
				    "<circle class=\"ring\" cx=\"%.4g\" "
				    "cy=\"%.4g\" r=\"%.4g\" fill=\"none\" "
				    "stroke=\"#c8503c\" "
				    "stroke-width=\"%.4g\"/>\n",
				    cx, cy, .2 * k, .07 * k);
			if (sq & SOK_BOX)
				put_figure(o, sq & SOK_GOAL ? "set" : "loose",
				    cx, cy, k);
			if (sq & SOK_PLAYER)
				put_figure(o, "figure", cx, cy, k);
		}
}

void
picture_grid_data(struct sok_output *o, enum sok_grid grid)
{
	static const char *const name[] = {"data-steps", "data-odd"};
	const struct layout *l = &layouts[grid];
	const struct steps *s = &steps_table[grid];

	if (grid == SOK_SQUARES)
		return;
	sok_outf(o, " data-unit=\"%g,%g\" data-scale=\"%g\"", l->ux, l->uy,
	    l->shape[0].scale);
	for (int kind = 0; kind < 2; kind++) {
		sok_outf(o, " %s=\"", name[kind]);
		for (int i = 0; i < s->nletters; i++) {
			const signed char *d = s->step[kind][i];

			if (d[0] != 0 || d[1] != 0)
				sok_outf(o, "%s%c%d,%d", i == 0 ? "" : " ",
				    s->letters[i], d[0], d[1]);
		}
		sok_outc(o, '"');
	}
}

void
picture_squares(struct sok_writer *w, const struct sok_board *b)
{
	static const char *const tile[SOK_NSQUARES] = {[SOK_FLOOR] = "floor",
	    [SOK_WALL] = "wall",
	    [SOK_GOAL] = "goal",
	    [SOK_BOX] = "box",
	    [SOK_BOX | SOK_GOAL] = "box-on-goal",
	    [SOK_PLAYER] = "player",
	    [SOK_PLAYER | SOK_GOAL] = "player-on-goal"};
	struct sok_area seen;

	if (writer_fails(w, sok_board_flood(b, false, &seen, &w->arena) == -1))
		return;
	if (b->grid != SOK_SQUARES) {
		put_grid(w->out, b, &seen);
		return;
	}
	for (int y = 0; y < b->height; y++)
		for (int x = 0; x < b->width; x++) {
			unsigned char sq = sok_board_at(b, x, y);

			if (sq != SOK_FLOOR || sok_area_has(&seen, x, y))
				sok_outf(w->out,
				    "<use href=\"#%s\" x=\"%d\" y=\"%d\"/>\n",
				    tile[sq] ? tile[sq] : "box", x, y);
		}
}

/* A layer: the squares that have these bits. */
static const struct layer {
	const char *name, *tile;
	unsigned char bits, set;
} layers[] = {{"floors", "floor", SOK_WALL, 0},
    {"walls", "wall", SOK_WALL, SOK_WALL},
    {"goals", "goal", SOK_GOAL, SOK_GOAL},
    {"boxes", "loose", SOK_BOX | SOK_GOAL, SOK_BOX},
    {"placed", "set", SOK_BOX | SOK_GOAL, SOK_BOX | SOK_GOAL},
    {"players", "figure", SOK_PLAYER | SOK_GOAL, SOK_PLAYER},
    {"arrivals", "arrived", SOK_PLAYER | SOK_GOAL, SOK_PLAYER | SOK_GOAL}};

/* Draw a layer, unless it is empty, as one path of runs of squares. */
static void
put_layer(struct sok_output *o, const struct sok_board *b,
    const struct sok_area *seen, const struct layer *l)
{
	bool any = false;

	for (int y = 0; y < b->height; y++) {
		for (int x = 0, n = 0; x <= b->width; x++) {
			unsigned char sq = sok_board_at(b, x, y);

			if (x < b->width && (sq & l->bits) == l->set &&
			    (sq != SOK_FLOOR || sok_area_has(seen, x, y))) {
				n++;
				continue;
			}
			if (n > 0 && !any)
				sok_outf(o,
				    "<path class=\"%s\" fill=\"url(#%s)\" "
				    "d=\"",
				    l->name, l->name);
			if (n > 0)
				sok_outf(
				    o, "M%d %dh%dv1H%dz", x - n, y, n, x - n);
			any |= n > 0;
			n = 0;
		}
	}
	if (any)
		sok_out(o, SOK_STR("\"/>\n"));
}

void
picture_layers(struct sok_writer *w, const struct sok_board *b)
{
	/* The cells of other grids, as data for the player of a page. */
	static const struct layer lists[] = {
	    {"goals", NULL, SOK_GOAL, SOK_GOAL},
	    {"boxes", NULL, SOK_BOX | SOK_GOAL, SOK_BOX},
	    {"placed", NULL, SOK_BOX | SOK_GOAL, SOK_BOX | SOK_GOAL},
	    {"players", NULL, SOK_PLAYER, SOK_PLAYER}};
	const struct layout *grid = &layouts[b->grid];
	struct sok_output *o = w->out;
	struct sok_area seen;

	if (writer_fails(w, sok_board_flood(b, false, &seen, &w->arena) == -1))
		return;
	if (b->grid == SOK_SQUARES) {
		for (size_t i = 0; i < SOK_COUNT(layers); i++)
			put_layer(o, b, &seen, &layers[i]);
		return;
	}
	put_grid(o, b, &seen);
	for (const struct layer *l = lists; l < lists + SOK_COUNT(lists); l++) {
		sok_outf(o, "<path class=\"%s\" fill=\"none\" d=\"", l->name);
		for (int y = 0; y < b->height; y++)
			for (int x = 0; x < b->width; x++)
				if ((sok_board_at(b, x, y) & l->bits) == l->set)
					sok_outf(o, "M%.6g %.6gh%.4g",
					    x * grid->ux, y * grid->uy,
					    grid->ux);
		sok_out(o, SOK_STR("\"/>\n"));
	}
}

void
picture_patterns(struct sok_output *o)
{
	for (size_t i = 0; i < SOK_COUNT(layers); i++)
		sok_outf(o,
		    "<pattern id=\"%s\" width=\"1\" height=\"1\" "
		    "patternUnits=\"userSpaceOnUse\"><use href=\"#%s\"/>"
		    "</pattern>\n",
		    layers[i].name, layers[i].tile);
}
