/* steps.c - the steps of all grids, symmetries, and transformed boards,
 * whose cells keep their kind. */
#include <limits.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "board/steps.h"

#define ONE(t) (1u << (t))
#define SQUARE_SYMMETRIES (ONE(SOK_NSQUARE_SYMMETRIES) - 1)
#define HEXAGON_SYMMETRIES \
	(ONE(SOK_IDENTITY) | ONE(SOK_ROTATE180) | ONE(SOK_FLIP_H) | \
	    ONE(SOK_FLIP_V) | \
	    (ONE(SOK_NSYMMETRIES) - ONE(SOK_NSQUARE_SYMMETRIES)))

#define PLACES_UDLR \
	['u' & 31] = 1, ['d' & 31] = 2, ['l' & 31] = 3, ['r' & 31] = 4
#define PLACES_UDLRNS PLACES_UDLR, ['n' & 31] = 5, ['s' & 31] = 6

/* Up is towards the first row.  Sources: sok(5), "VARIANTS". */
/* clang-format off */
#define SQUARE_STEPS {0, -1}, {0, 1}, {-1, 0}, {1, 0} /* u d l r */
#define HEXAGON_STEPS \
	{-1, -1}, {1, 1}, {-2, 0}, {2, 0}, {1, -1}, {-1, 1} /* u d l r n s */
/* clang-format on */

const struct steps steps_table[SOK_NGRIDS] = {
    [SOK_SQUARES] = {.letters = "udlr",
        .place = {PLACES_UDLR},
        .nletters = 4,
        .step = {{SQUARE_STEPS}, {SQUARE_STEPS}},
        .symmetries = SQUARE_SYMMETRIES},
    [SOK_HEXAGONS] = {.letters = "udlrns",
        .place = {PLACES_UDLRNS},
        .nletters = 6,
        .step = {{HEXAGON_STEPS}, {HEXAGON_STEPS}},
        .symmetries = HEXAGON_SYMMETRIES},
    [SOK_TRIANGLES] = {.letters = "udlrns",
        .place = {PLACES_UDLRNS},
        .nletters = 6,
        .step = {{{0, -1}, {1, 0}, {-1, 0}, {1, 0}, {0, -1}, {-1, 0}},
            {{-1, 0}, {0, 1}, {-1, 0}, {1, 0}, {1, 0}, {0, 1}}},
        .symmetries = HEXAGON_SYMMETRIES,
        .kinds = true},
    [SOK_OCTAGONS] = {.letters = "udlrnsew",
        .place = {PLACES_UDLRNS, ['e' & 31] = 7, ['w' & 31] = 8},
        .nletters = 8,
        .step = {{SQUARE_STEPS, {1, -1}, {-1, 1}, {1, 1}, {-1, -1}},
            {SQUARE_STEPS}},
        .symmetries = SQUARE_SYMMETRIES,
        .kinds = true},
};

/* ---- steps */

bool
sok_step(enum sok_grid grid, char c, int x, int y, int *dx, int *dy)
{
	int i = steps_letter(grid, c);
	const signed char *step;

	*dx = *dy = 0;
	if (i < 0)
		return false;
	step = steps_table[grid].step[steps_kind(x, y)][i];
	*dx = step[0];
	*dy = step[1];
	return step[0] != 0 || step[1] != 0;
}

size_t
steps_path(enum sok_grid grid, int x, int y, int to_x, int to_y, char *to)
{
	static const char diagonal[2][2] = {{'d', 's'}, {'n', 'u'}};
	size_t n = 0;
	int dx, dy;
	char along, across;

	while (x != to_x || y != to_y) {
		dx = to_x - x;
		dy = to_y - y;
		along = dx < 0 ? 'l' : 'r';
		across = dy < 0 ? 'u' : 'd';
		/* Along the row first, unless that is a detour. */
		if (dy == 0)
			to[n] = along;
		else if (grid == SOK_TRIANGLES)
			to[n] = steps_kind(x, y) == (dy >= 0) ? across : along;
		else if (grid == SOK_HEXAGONS && abs(dx) <= abs(dy))
			to[n] = diagonal[dy < 0][dx < 0];
		else
			to[n] = dx != 0 ? along : across;
		sok_step(grid, to[n++], x, y, &dx, &dy);
		x += dx;
		y += dy;
	}
	return n;
}

/* ---- symmetries */

const char *const sok_symmetry_name[SOK_NSYMMETRIES] = {"identity", "rotate90",
    "rotate180", "rotate270", "flip-h", "flip-v", "transpose", "anti-transpose",
    "rotate60", "rotate120", "rotate240", "rotate300", "flip-h-rotate60",
    "flip-h-rotate120", "flip-h-rotate240", "flip-h-rotate300"};

/* Each symmetry: whether to reflect in row 0, then the turn, clockwise. */
static const struct {
	int flip, degrees;
} parts[SOK_NSYMMETRIES] = {{0, 0}, {0, 90}, {0, 180}, {0, 270}, {1, 180},
    {1, 0}, {1, 90}, {1, 270}, {0, 60}, {0, 120}, {0, 240}, {0, 300}, {1, 240},
    {1, 300}, {1, 60}, {1, 120}};

/* How each grid turns clockwise.  A point of the plane, in units in which the
 * centres of all cells are integers, goes to matrix[] (x, y) / by. */
static const struct turn {
	const char *ring; /* the letters, beginning on the right */
	int letters;
	int degrees; /* of a turn */
	int matrix[2][2], by;
} turns[SOK_NGRIDS] = {
    [SOK_SQUARES] = {"redslwun", 8, 90, {{0, -1}, {1, 0}}, 1},
    /* Columns are half a cell wide; rows are one unit high. */
    [SOK_HEXAGONS] = {"rdslun", 6, 60, {{1, -3}, {1, 1}}, 2},
    /* Units of half a side to the right, and of a third of the height down. */
    [SOK_TRIANGLES] = {"rdslun", 6, 60, {{1, -1}, {3, 1}}, 2},
    [SOK_OCTAGONS] = {"redslwun", 8, 90, {{0, -1}, {1, 0}}, 1},
};

enum sok_symmetry
sok_symmetry_inverse(enum sok_symmetry symmetry)
{
	int degrees = (360 - parts[symmetry].degrees) % 360;

	if (parts[symmetry].flip)
		return symmetry;
	for (int i = 0; i < SOK_NSYMMETRIES; i++)
		if (!parts[i].flip && parts[i].degrees == degrees)
			return (enum sok_symmetry)i;
	return symmetry;
}

bool
sok_grid_has_symmetry(enum sok_grid grid, enum sok_symmetry symmetry)
{
	return steps_table[grid].symmetries >> symmetry & 1;
}

char
sok_symmetry_move(enum sok_grid grid, enum sok_symmetry symmetry, char move)
{
	const char *ring = turns[grid].ring;
	int n = turns[grid].letters, i;

	if (steps_letter(grid, move) < 0)
		return move;
	i = (int)(strchr(ring, move | 32) - ring);
	i = parts[symmetry].flip ? n - i : i;
	i += parts[symmetry].degrees * n / 360;
	return (char)(ring[i % n] & (move | ~32));
}

void
steps_turn(enum sok_grid grid, enum sok_symmetry symmetry, int *x, int *y)
{
	const struct turn *turn = &turns[grid];
	int px = *x, py = *y, was;

	/* The centre of a triangle, from the left corner of triangle (0, 0). */
	if (grid == SOK_TRIANGLES) {
		px = *x + 1;
		py = 3 * *y + 1 + steps_kind(*x, *y);
	}
	if (parts[symmetry].flip)
		py = -py;
	for (int n = parts[symmetry].degrees; n > 0; n -= turn->degrees) {
		was = px;
		px = (turn->matrix[0][0] * was + turn->matrix[0][1] * py) /
		    turn->by;
		py = (turn->matrix[1][0] * was + turn->matrix[1][1] * py) /
		    turn->by;
	}
	if (grid == SOK_TRIANGLES) {
		px--;
		py = py >= 0 ? py / 3 : -((2 - py) / 3);
	}
	*x = px;
	*y = py;
}

/* ---- turned boards */

static void
turn_cell(const struct image *image, int *x, int *y)
{
	*x += image->odd;
	steps_turn(image->grid, image->symmetry, x, y);
}

/* On squares all count, so the corners decide; else all but floor. */
void
image_measure(struct image *image, const struct sok_board *board,
    enum sok_symmetry symmetry)
{
	bool all = board->grid == SOK_SQUARES;
	int dx = all && board->width > 1 ? board->width - 1 : 1;
	int dy = all && board->height > 1 ? board->height - 1 : 1;

	*image = (struct image){board->grid, symmetry, board_parity(board),
	    INT_MAX, INT_MAX, INT_MIN, INT_MIN};
	for (int y = 0; y < board->height; y += dy)
		for (int x = 0; x < board->width; x += dx) {
			int tx = x, ty = y;

			if (!all && sok_board_at(board, x, y) == SOK_FLOOR)
				continue;
			turn_cell(image, &tx, &ty);
			image->left = tx < image->left ? tx : image->left;
			image->right = tx > image->right ? tx : image->right;
			image->top = ty < image->top ? ty : image->top;
			image->bottom = ty > image->bottom ? ty : image->bottom;
		}
	if (image->left > image->right) {
		image->left = image->top = 0;
		image->right = image->bottom = -1;
	}
	if (steps_table[board->grid].kinds &&
	    steps_kind(image->left, image->top) != 0)
		image->left--;
}

void
image_place(const struct image *image, int *x, int *y)
{
	turn_cell(image, x, y);
	*x -= image->left;
	*y -= image->top;
}

int
sok_board_transform(const struct sok_board *from, struct sok_board *to,
    enum sok_symmetry symmetry, struct sok_arena *arena)
{
	int dx[3] = {0, 1, 0}, dy[3] = {0, 0, 1}, x, y, width;
	bool is_squares = from->grid == SOK_SQUARES;
	const unsigned char *sq = from->sq;
	ptrdiff_t place[3], row, at;
	unsigned char *image;
	struct sok_board board;
	struct image turn;

	image_measure(&turn, from, symmetry);
	width = turn.right - turn.left + 1;
	if (sok_board_new(&board, width, turn.bottom - turn.top + 1, arena) < 0)
		return -1;
	image = board.sq;

	/* Where (0, 0), (1, 0) and (0, 1) go: others follow by steps. */
	for (int i = 0; i < 3; i++) {
		turn_cell(&turn, &dx[i], &dy[i]);
		place[i] =
		    (dy[i] - turn.top) * (ptrdiff_t)width + dx[i] - turn.left;
	}
	row = place[0];
	for (y = 0; y < from->height; y++, row += place[2] - place[0]) {
		for (x = 0, at = row; is_squares && x < from->width; x++) {
			image[at] = *sq++;
			at += place[1] - place[0];
		}
		for (x = 0; !is_squares && x < from->width; x++, sq++) {
			int tx = x, ty = y;

			if (*sq == SOK_FLOOR)
				continue;
			image_place(&turn, &tx, &ty);
			image[ty * width + tx] = *sq;
		}
	}
	board.grid = from->grid;
	board.players = from->players;
	board.boxes = from->boxes;
	board.goals = from->goals;
	*to = board;
	return 0;
}
