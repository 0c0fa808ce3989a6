/*
 * steps.c - the tables of steps, compared with plane geometry: cells are
 * polygons with a centre, neighbours share a side, letters are directions, and
 * symmetries are rotations and reflections of points.
 */
#include "board/steps.h"
#include "unit.h"
#include "board/board.h"

#define SIDE 9

/*
 * The centre of a cell in integers.  For a hexagon the units are half its width
 * to the right and, down, half its side times the square root of 3; for a
 * triangle, half its side to the right and a third of its height down.
 */
static void
centre(enum sok_grid g, int x, int y, int *cx, int *cy)
{
	*cx = x;
	*cy = y;
	if (g == SOK_TRIANGLES) {
		*cx = x + 1;
		*cy = 3 * y + ((x + y) % 2 == 0 ? 1 : 2);
	}
}

static bool
is_cell(enum sok_grid g, int x, int y)
{
	return g != SOK_HEXAGONS || (x + y) % 2 == 0;
}

/* Whether two cells share a side: by the distance of their centres. */
static bool
touch(enum sok_grid g, int x, int y, int dx, int dy)
{
	int ax, ay, bx, by;

	if (!is_cell(g, x, y) || !is_cell(g, x + dx, y + dy))
		return false;
	centre(g, x, y, &ax, &ay);
	centre(g, x + dx, y + dy, &bx, &by);
	bx = (bx - ax) * (bx - ax);
	by = (by - ay) * (by - ay);
	if (g == SOK_HEXAGONS)
		return bx + 3 * by == 4;
	if (g == SOK_TRIANGLES)
		return 3 * bx + by == 4;
	if (g == SOK_OCTAGONS && (x + y) % 2 == 0 && bx + by == 2)
		return true;
	return bx + by == 1;
}

/* The direction of a letter: to the right and down.  On grids with angles of 60
 * degrees, the length is 2 and the unit down is the square root of 3. */
static void
direction(enum sok_grid g, char c, int *x, int *y)
{
	static const int eight[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1},
	    {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
	static const int six[6][2] = {
	    {2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}, {1, -1}};
	bool is_six = g == SOK_HEXAGONS || g == SOK_TRIANGLES;
	const char *ring = is_six ? "rdslun" : "redslwun";
	const int *at = is_six ? six[strchr(ring, c) - ring]
	                       : eight[strchr(ring, c) - ring];

	*x = at[0];
	*y = at[1];
}

/* Whether a letter points from one centre to the other.  On triangles it points
 * 30 degrees beside one of two sides. */
static bool
points(enum sok_grid g, char c, int dx, int dy)
{
	int x, y;

	direction(g, c, &x, &y);
	if (g == SOK_TRIANGLES)
		return x * dx + y * dy == 2;
	return x * dy == y * dx && x * dx >= 0 && y * dy >= 0;
}

static void
check_neighbours(enum sok_grid g, int x, int y)
{
	const struct steps *s = &steps_table[g];
	int dx, dy, i, found;

	for (dy = -2; dy <= 2; dy++)
		for (dx = -2; dx <= 2; dx++) {
			found = 0;
			for (i = 0; i < s->nletters && (dx != 0 || dy != 0);
			     i++) {
				const signed char *step =
				    s->step[steps_kind(x, y)][i];

				found |= step[0] == dx && step[1] == dy;
			}
			CHECK_NUM(found, touch(g, x, y, dx, dy));
		}
}

static void
check_letters(enum sok_grid g, int x, int y)
{
	const struct steps *s = &steps_table[g];
	int ax, ay, bx, by, dx, dy, i;

	for (i = 0; i < s->nletters; i++) {
		direction(g, s->letters[i], &ax, &ay);
		direction(g, s->letters[i ^ 1], &bx, &by);
		CHECK(ax == -bx && ay == -by);
		if (!sok_step(g, s->letters[i], x, y, &dx, &dy)) {
			CHECK(g == SOK_OCTAGONS && i >= 4 && (x + y) % 2 != 0);
			continue;
		}
		CHECK(touch(g, x, y, dx, dy));
		centre(g, x, y, &ax, &ay);
		centre(g, x + dx, y + dy, &bx, &by);
		CHECK(points(g, s->letters[i], bx - ax, by - ay));
	}
}

/* Letters lead to the images of their steps. */
static void
check_symmetry(enum sok_grid g, enum sok_symmetry t, int x, int y)
{
	const struct steps *s = &steps_table[g];
	int dx, dy, fx, fy, tx = x, ty = y, ux, uy, i;
	char c;

	steps_turn(g, t, &tx, &ty);
	CHECK(is_cell(g, tx, ty));
	for (i = 0; i < s->nletters; i++) {
		if (!sok_step(g, s->letters[i], x, y, &dx, &dy))
			continue;
		ux = x + dx;
		uy = y + dy;
		steps_turn(g, t, &ux, &uy);
		c = sok_symmetry_move(g, t, s->letters[i]);
		CHECK(sok_step(g, c, tx, ty, &fx, &fy));
		CHECK_NUM(fx, ux - tx);
		CHECK_NUM(fy, uy - ty);
	}
	steps_turn(g, sok_symmetry_inverse(t), &tx, &ty);
	if (g != SOK_TRIANGLES && g != SOK_OCTAGONS)
		CHECK(tx == x && ty == y);
	else
		CHECK_NUM(steps_kind(tx, ty), steps_kind(x, y));
}

static void
test_grids(void)
{
	for (enum sok_grid g = 0; g < SOK_NGRIDS; g++)
		for (int y = -SIDE; y < SIDE; y++)
			for (int x = -SIDE; x < SIDE; x++) {
				if (!is_cell(g, x, y))
					continue;
				check_neighbours(g, x, y);
				check_letters(g, x, y);
				for (int t = 0; t < SOK_NSYMMETRIES; t++)
					if (sok_grid_has_symmetry(
					        g, (enum sok_symmetry)t))
						check_symmetry(g,
						    (enum sok_symmetry)t, x, y);
			}
}

/* All symmetries of a grid are different, and none is missing. */
static void
test_symmetries(void)
{
	const char *letters;
	int n, t, u, same;

	for (enum sok_grid g = 0; g < SOK_NGRIDS; g++) {
		letters = steps_table[g].letters;
		CHECK_NUM(strlen(letters), steps_table[g].nletters);
		for (int c = -128; c < 128; c++) {
			const char *p = c > 64 ? strchr(letters, c | 32) : NULL;

			CHECK_NUM(steps_letter(g, (char)c),
			    p == NULL || *p == '\0' ? -1 : p - letters);
		}
		for (n = 0, t = 0; t < SOK_NSYMMETRIES; t++) {
			if (!sok_grid_has_symmetry(g, (enum sok_symmetry)t))
				continue;
			n++;
			for (same = 0, u = 0; u < SOK_NSYMMETRIES; u++)
				same += sok_grid_has_symmetry(
				            g, (enum sok_symmetry)u) &&
				    sok_symmetry_move(
				        g, (enum sok_symmetry)t, letters[0]) ==
				        sok_symmetry_move(g,
				            (enum sok_symmetry)u, letters[0]) &&
				    sok_symmetry_move(
				        g, (enum sok_symmetry)t, letters[3]) ==
				        sok_symmetry_move(g,
				            (enum sok_symmetry)u, letters[3]);
			CHECK_NUM(same, 1);
		}
		CHECK_NUM(n, g == SOK_HEXAGONS || g == SOK_TRIANGLES ? 12 : 8);
	}
}

/* The terms of the inventors. */
static void
test_words(void)
{
	const char *turned = "rdslun";
	int dx, dy, i;

	CHECK(sok_step(SOK_HEXAGONS, 'D', 0, 0, &dx, &dy));
	CHECK(dx == 1 && dy == 1);
	CHECK(sok_step(SOK_OCTAGONS, 'w', 2, 2, &dx, &dy));
	CHECK(dx == -1 && dy == -1);
	CHECK(!sok_step(SOK_OCTAGONS, 'w', 2, 1, &dx, &dy));
	CHECK(!sok_step(SOK_SQUARES, 'n', 2, 2, &dx, &dy));
	CHECK(!sok_step(SOK_SQUARES, 0, 2, 2, &dx, &dy));
	for (i = 0; i < 6; i++)
		CHECK(sok_symmetry_move(SOK_HEXAGONS, SOK_ROTATE60,
		          turned[i]) == turned[(i + 1) % 6]);
	CHECK(sok_symmetry_move(SOK_SQUARES, SOK_ROTATE90, 'U') == 'R');
	CHECK(sok_symmetry_move(SOK_SQUARES, SOK_ROTATE90, 'n') == 'n');
	CHECK(sok_symmetry_move(SOK_OCTAGONS, SOK_ROTATE90, 'N') == 'E');
	CHECK(sok_symmetry_move(SOK_HEXAGONS, SOK_FLIP_H, '[') == '[');
}

static void
test_names(void)
{
	static const struct {
		const char *name;
		enum sok_variant v;
	} names[] = {{"Sokoban", SOK_SOKOBAN}, {"HEXOBAN", SOK_HEXOBAN},
	    {"hexoban 2", SOK_HEXOBAN}, {"Hexobans", SOK_NO_GAME},
	    {"sokoban+", SOK_SOKOBAN_PLUS}, {"Sokoban 3D", SOK_SOKOBAN},
	    {"Multiban (2 players)", SOK_MULTIBAN}, {"", SOK_NO_GAME},
	    {"trioban", SOK_TRIOBAN}, {"octoban", SOK_OCTOBAN},
	    {"tri", SOK_TRIOBAN}, {"Foo", SOK_NO_GAME},
	    {"Pukoban", SOK_UNSUPPORTED}, {"Sokomind Plus", SOK_UNSUPPORTED},
	    {"normal", SOK_SOKOBAN}, {"Sokoban Plus", SOK_SOKOBAN_PLUS},
	    {"Sokoban-plus", SOK_SOKOBAN_PLUS}, {"Sokoban +", SOK_SOKOBAN_PLUS},
	    {"Hexoban Multiban", SOK_HEXOBAN | SOK_MULTIBAN},
	    {"multiban, octoban", SOK_OCTOBAN | SOK_MULTIBAN},
	    {"Sokoban Multiban", SOK_MULTIBAN}, {"my Hexoban", SOK_NO_GAME},
	    {"Oct 2004", SOK_NO_GAME},
	    {"oct multiban", SOK_OCTOBAN | SOK_MULTIBAN},
	    {"Multiban Pukoban", SOK_UNSUPPORTED}};

	for (size_t i = 0; i < SOK_COUNT(names); i++)
		CHECK_NUM(sok_variant_find(sok_str(names[i].name)), names[i].v);
	for (int v = 0; v < SOK_UNSUPPORTED; v++)
		for (int bit = 0; bit <= SOK_MULTIBAN; bit += SOK_MULTIBAN) {
			enum sok_variant both = (enum sok_variant)(v | bit);

			CHECK_NUM(
			    sok_variant_find(sok_str(sok_variant_name(both))),
			    both);
			CHECK_NUM(sok_variant_grid(both),
			    sok_variant_grid((enum sok_variant)v));
		}
	CHECK(sok_variant_name(SOK_UNSUPPORTED) == NULL);
	CHECK_NUM(sok_variant_grid(SOK_TRIOBAN), SOK_TRIANGLES);
	CHECK_NUM(sok_variant_grid(SOK_UNSUPPORTED), SOK_SQUARES);
}

int
main(void)
{
	test_grids();
	test_symmetries();
	test_words();
	test_names();
	return unit_done();
}
