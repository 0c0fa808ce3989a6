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

/*
 * Square (x, y) of a width x height board becomes byte origin + x * right + y *
 * down of its image, whose rows have pad more bytes than squares.
 */
struct turn {
	int width, height; /* of the image */
	ptrdiff_t origin, right, down;
};

static struct turn
turn(enum sok_symmetry t, int width, int height, int pad)
{
	bool swap = symmetry_swaps(t);
	struct turn s = {
	    .width = swap ? height : width, .height = swap ? width : height};
	int x[3] = {0, 1, 0}, y[3] = {0, 0, 1}, i;
	ptrdiff_t at[3];

	for (i = 0; i < 3; i++) {
		turn_square(t, width, height, &x[i], &y[i]);
		at[i] = y[i] * (ptrdiff_t)(s.width + pad) + x[i];
	}
	s.origin = at[0];
	s.right = at[1] - at[0];
	s.down = at[2] - at[0];
	return s;
}

static int
turn_squares(const struct sok_board *from, struct sok_board *to,
    enum sok_symmetry t, struct sok_arena *a)
{
	struct turn s = turn(t, from->width, from->height, 0);
	const unsigned char *sq = from->sq;
	ptrdiff_t row = s.origin, at;
	int x, y;

	if (sok_board_new(to, s.width, s.height, a) < 0)
		return -1;
	for (y = 0; y < from->height; y++, row += s.down)
		for (x = 0, at = row; x < from->width; x++, at += s.right)
			to->sq[at] = *sq++;
	return 0;
}

size_t
symmetry_text(const struct sok_board *b, enum sok_symmetry t, char *to)
{
	struct turn s = turn(t, b->width, b->height, 1);
	const unsigned char *sq = b->sq;
	ptrdiff_t row = s.origin, at;
	int x, y;

	for (y = 0; y < b->height; y++, row += s.down)
		for (x = 0, at = row; x < b->width; x++, at += s.right)
			to[at] = sok_xsb[*sq++];
	for (y = 0; y < s.height; y++)
		to[(ptrdiff_t)y * (s.width + 1) + s.width] = '\n';
	return (size_t)(s.width + 1) * (size_t)s.height;
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

static int
turn_cells(const struct sok_board *from, struct sok_board *to,
    enum sok_symmetry t, struct sok_arena *a)
{
	const unsigned char *sq = from->sq;
	struct image m;
	int x, y, tx, ty;

	measure_image(&m, from, t);
	if (sok_board_new(to, m.right - m.left + 1, m.bottom - m.top + 1, a) <
	    0)
		return -1;
	for (y = 0; y < from->height; y++)
		for (x = 0; x < from->width; x++, sq++) {
			if (*sq == SOK_FLOOR)
				continue;
			tx = x;
			ty = y;
			turn_cell(&m, &tx, &ty);
			to->sq[(ty - m.top) * to->width + tx - m.left] = *sq;
		}
	return 0;
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
	struct sok_board b;
	int r = from->grid == SOK_SQUARES ? turn_squares(from, &b, t, a)
	                                  : turn_cells(from, &b, t, a);

	if (r == -1)
		return -1;
	b.grid = from->grid;
	b.players = from->players;
	b.boxes = from->boxes;
	b.goals = from->goals;
	*to = b;
	return 0;
}
