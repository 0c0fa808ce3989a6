/*
 * symmetry.c - transforms boards: on squares the squares are reordered; on
 * other grids the symmetry is applied to each cell, and the image is shifted so
 * that cells keep their kind.
 */
#include <limits.h>

#include "board/steps.h"
#include "board/symmetry.h"

/* ---- squares */

/* The image of square (x, y) of a width x height board. */
static void
turn_square(enum sok_symmetry t, int width, int height, int *x, int *y)
{
	int right = width - 1 - *x, bottom = height - 1 - *y;
	const int image[SOK_NSQUARE_SYMMETRIES][2] = {{*x, *y}, {bottom, *x},
	    {right, bottom}, {*y, right}, {right, *y}, {*x, bottom}, {*y, *x},
	    {bottom, right}};

	*x = image[t][0];
	*y = image[t][1];
}

/* ---- any grid */

/* A board transformed about its first cell, before the shift. */
struct image {
	enum sok_grid grid;
	enum sok_symmetry t;
	int odd;       /* columns that are added so that hexagons are even */
	int left, top; /* of the squares other than floor */
	int right, bottom;
};

static void
turn_cell(const struct image *m, int *x, int *y)
{
	*x += m->odd;
	steps_turn(m->grid, m->t, x, y);
}

static void
measure_image(struct image *m, const struct sok_board *b, enum sok_symmetry t)
{
	const unsigned char *sq = b->sq;
	int x, y, tx, ty;

	*m = (struct image){
	    b->grid, t, board_parity(b), INT_MAX, INT_MAX, INT_MIN, INT_MIN};
	for (y = 0; y < b->height; y++)
		for (x = 0; x < b->width; x++) {
			if (*sq++ == SOK_FLOOR)
				continue;
			tx = x;
			ty = y;
			turn_cell(m, &tx, &ty);
			m->left = tx < m->left ? tx : m->left;
			m->right = tx > m->right ? tx : m->right;
			m->top = ty < m->top ? ty : m->top;
			m->bottom = ty > m->bottom ? ty : m->bottom;
		}
	if (m->left > m->right)
		m->left = m->right = m->top = m->bottom = 0;
	if (steps_table[b->grid].kinds && steps_kind(m->left, m->top) != 0)
		m->left--;
}

/* ---- both */

void
symmetry_square(const struct sok_board *b, enum sok_symmetry t, int *x, int *y)
{
	struct image m;

	if (b->grid == SOK_SQUARES) {
		turn_square(t, b->width, b->height, x, y);
		return;
	}
	measure_image(&m, b, t);
	turn_cell(&m, x, y);
	*x -= m.left;
	*y -= m.top;
}

int
sok_board_transform(const struct sok_board *from, struct sok_board *to,
    enum sok_symmetry t, struct sok_arena *a)
{
	bool swap = symmetry_swaps(t), is_squares = from->grid == SOK_SQUARES;
	int width = swap ? from->height : from->width;
	int height = swap ? from->width : from->height;
	int dx[3] = {0, 1, 0}, dy[3] = {0, 0, 1}, x, y, tx, ty;
	const unsigned char *sq = from->sq;
	ptrdiff_t place[3], row, at;
	unsigned char *image;
	struct sok_board b;
	struct image m;

	if (!is_squares) {
		measure_image(&m, from, t);
		width = m.right - m.left + 1;
		height = m.bottom - m.top + 1;
	}
	if (sok_board_new(&b, width, height, a) < 0)
		return -1;
	image = b.sq;

	if (is_squares) {
		/* Where the first square goes, and those beside and below it,
		 * so that others follow by steps. */
		for (int i = 0; i < 3; i++) {
			turn_square(
			    t, from->width, from->height, &dx[i], &dy[i]);
			place[i] = dy[i] * (ptrdiff_t)width + dx[i];
		}
		row = place[0];
		for (y = 0; y < from->height; y++, row += place[2] - place[0])
			for (x = 0, at = row; x < from->width; x++) {
				image[at] = *sq++;
				at += place[1] - place[0];
			}
	}
	for (y = 0; y < from->height && !is_squares; y++)
		for (x = 0; x < from->width; x++, sq++) {
			if (*sq == SOK_FLOOR)
				continue;
			tx = x;
			ty = y;
			turn_cell(&m, &tx, &ty);
			image[(ty - m.top) * width + tx - m.left] = *sq;
		}
	b.grid = from->grid;
	b.players = from->players;
	b.boxes = from->boxes;
	b.goals = from->goals;
	*to = b;
	return 0;
}
