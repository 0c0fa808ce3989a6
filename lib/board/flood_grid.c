/*
 * flood_grid.c - the steps and pushes of any grid but squares, for flood.c,
 * which makes those of squares itself.
 */
#include "board/flood.h"
#include "board/flood_grid.h"
#include "board/steps.h"

/* The cells of these kinds from which a step of (dx, dy) ends on the board, or,
 * leaves: where it does not.  Takes a set. */
static squares *
cells(struct bitboard *b, unsigned kinds, int dx, int dy, bool leaves)
{
	squares *set = bitboard_set(b);
	bool out;

	for (int y = 0; y < b->height; y++)
		for (int x = 0; x < b->width; x++) {
			out = x + dx < 0 || x + dx >= b->width || y + dy < 0 ||
			    y + dy >= b->height;
			if ((kinds >> steps_kind(x, y) & 1) && out == leaves)
				bitboard_put(b, set, x, y);
		}
	return set;
}

bool
flood_grid_edge(struct bitboard *b, const squares *set, int *x, int *y)
{
	const struct steps *s = &steps_table[b->grid];
	squares *edge = bitboard_set(b), *some;
	long at = -1;

	for (int n = 0; n < s->nneighbours; n++) {
		some = cells(b, s->neighbour[n].kinds, s->neighbour[n].dx,
		    s->neighbour[n].dy, true);
		for (size_t i = 0; i < b->n; i++)
			edge[i] |= set[i] & some[i];
	}
	return bitboard_next(b, edge, &at, x, y);
}

/* ---- walks */

/* The open cells to which a step leads from cells of some kinds. */
static const squares *
arrivals(
    struct bitboard *b, const squares *open, const struct steps_neighbour *n)
{
	bool turns = steps_kind(n->dx, n->dy) != 0;
	unsigned kinds = n->kinds;
	squares *set;

	if (turns)
		kinds = (kinds >> 1 & 1) | (kinds << 1 & 2);
	set = cells(b, kinds, -n->dx, -n->dy, false);
	for (size_t i = 0; i < b->n; i++)
		set[i] &= open[i];
	return set;
}

/* Neighbours come in pairs that are opposite to each other; those in the row
 * become the first axis. */
void
flood_grid_walk(struct flood *f, struct bitboard *b, const squares *open)
{
	const struct steps *s = &steps_table[b->grid];
	const struct steps_neighbour *back, *ahead;
	struct flood_axis axis;
	size_t distance;

	f->naxes = 0;
	for (int n = 0; n < s->nneighbours; n += 2) {
		back = &s->neighbour[n];
		ahead = &s->neighbour[n + 1];
		if (ahead->dy < 0) {
			ahead = back;
			back = &s->neighbour[n + 1];
		}
		distance = (size_t)ahead->dx + (size_t)ahead->dy * b->pitch;
		axis =
		    (struct flood_axis){distance / 128, (int)(distance % 128),
		        arrivals(b, open, ahead), arrivals(b, open, back)};
		f->axis[f->naxes++] = axis;
		if (ahead->dy == 0) {
			f->axis[f->naxes - 1] = f->axis[0];
			f->axis[0] = axis;
		}
	}
}

/* ---- pushes */

/* The squares that hold what those at a distance of (dx, dy) hold in a set;
 * rows go over into each other. */
static void
shift(
    const struct bitboard *b, squares *to, const squares *from, int dx, int dy)
{
	size_t before = 2 * (b->far + 1);
	size_t at = before * 64 + (size_t)dx + (size_t)dy * b->pitch;
	const uint64_t *v = (const uint64_t *)from - before;

	for (size_t i = 0; i < b->n; i++, at += 128)
		to[i] = (squares){bits_at(v, at), bits_at(v, at + 64)};
}

/* Cells that the pushes of a grid are made from. */
struct push_sets {
	squares *kind[2], *to, *behind;
};

/* Add the cells whose boxes some letter moves by (dx, dy). */
static void
add_pushes(struct bitboard *b, const struct push_sets *p, squares *from, int dx,
    int dy)
{
	const struct steps *s = &steps_table[b->grid];
	const signed char *step, *back;

	for (int k = 0; k < 2; k++)
		for (int n = 0; n < s->nletters; n++) {
			step = s->step[k][n];
			back = s->step[k][n ^ 1];
			if (step[0] != dx || step[1] != dy)
				continue;
			shift(b, p->to, b->open, dx, dy);
			shift(b, p->behind, b->open, back[0], back[1]);
			for (size_t i = 0; i < b->n; i++)
				from[i] |= b->open[i] & p->kind[k][i] &
				    p->to[i] & p->behind[i];
		}
}

/* The pushes along one axis: they may end on another one than they begin on. */
static void
find_pushes(struct bitboard *b, const struct push_sets *p,
    const struct flood_axis *axis, struct flood_axis *pull,
    struct flood_axis *push)
{
	size_t distance = axis->far * 128 + (size_t)axis->shift;
	int dy = distance > b->pitch / 2, dx;
	squares *from[2] = {bitboard_set(b), bitboard_set(b)};
	squares *to[2] = {bitboard_set(b), bitboard_set(b)};

	dx = (int)distance - dy * (int)b->pitch;
	add_pushes(b, p, from[0], dx, dy);
	add_pushes(b, p, from[1], -dx, -dy);
	shift(b, to[0], from[0], -dx, -dy);
	shift(b, to[1], from[1], dx, dy);
	*pull = (struct flood_axis){axis->far, axis->shift, from[1], from[0]};
	*push = (struct flood_axis){axis->far, axis->shift, to[0], to[1]};
}

void
flood_grid_pushes(struct bitboard *b, const struct flood *walk,
    struct flood *pull, struct flood *push)
{
	struct push_sets p = {
	    {cells(b, 1, 0, 0, false), cells(b, 2, 0, 0, false)},
	    bitboard_set(b), bitboard_set(b)};

	for (int i = 0; i < walk->naxes; i++)
		find_pushes(
		    b, &p, &walk->axis[i], &pull->axis[i], &push->axis[i]);
}
