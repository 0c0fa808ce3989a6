/*
 * simplify.c - removes the parts of a board that no player can reach, and
 * rewrites its games.
 */
#include "board/flood.h"
#include "board/steps.h"
#include "play/rewrite.h"
#include "tools.h"

/* Whether a reached cell is a neighbour of (x, y), on any grid but squares. */
static bool
beside(const struct sok_area *area, enum sok_grid grid, int x, int y)
{
	const struct steps *s = &steps_table[grid];

	for (int n = 0; n < s->nneighbours; n++) {
		int to_x = x + s->neighbour[n].dx,
		    to_y = y + s->neighbour[n].dy;

		if ((s->neighbour[n].kinds >> steps_kind(x, y) & 1) &&
		    to_x >= 0 && to_y >= 0 && to_x < area->width &&
		    to_y < area->height && sok_area_has(area, to_x, to_y))
			return true;
	}
	return false;
}

/* Whether a reached square touches (x, y), possibly at a corner. */
static bool
touched(const struct sok_area *area, int x, int y)
{
	int i, j;

	for (j = y - 1; j <= y + 1; j++)
		for (i = x - 1; i <= x + 1; i++)
			if (i >= 0 && j >= 0 && i < area->width &&
			    j < area->height && sok_area_has(area, i, j))
				return true;
	return false;
}

/* Clear all squares that are not reached, except a ring of wall. */
static void
clear(struct sok_board *b, const struct sok_area *area)
{
	unsigned char *sq = b->sq;
	int x, y;

	for (y = 0; y < b->height; y++)
		for (x = 0; x < b->width; x++, sq++)
			if (!sok_area_has(area, x, y))
				*sq = (b->grid == SOK_SQUARES
				              ? touched(area, x, y)
				              : beside(area, b->grid, x, y))
				    ? SOK_WALL
				    : SOK_FLOOR;
}

int
sok_board_simplify(const struct sok_board *b, struct sok_board *to, int *dx,
    int *dy, struct sok_arena *a)
{
	struct sok_area area;
	struct flood_box box;
	struct sok_board s;
	long from, now;
	int closed;

	if (sok_board_flood(b, false, &area, a) < 0)
		return -1;
	closed = b->grid == SOK_SQUARES ? flood_box(&area, &box)
	                                : sok_board_closed(b, dx, dy, a);
	if (closed != 1 || b->players == 0)
		return closed == -1 ? -1 : 0;
	if (sok_board_copy(&s, b, a) < 0)
		return -1;
	clear(&s, &area);
	if (sok_board_crop(&s, a) < 0)
		return -1;
	sok_board_count(&s);
	*to = s;
	from = sok_board_player(b);
	now = sok_board_player(&s);
	*dx = (int)(from % b->width - now % s.width);
	*dy = (int)(from / b->width - now / s.width);
	return 1;
}

int
sok_simplify(struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_puzzle before = *p;
	int dx, dy, done;

	if (!p->has_board || p->variant == SOK_UNSUPPORTED)
		return 0;
	done = sok_board_simplify(&before.board, &p->board, &dx, &dy, a);
	if (done <= 0)
		return done;
	if (rewrite_orders(p, &before, SOK_IDENTITY, dx, dy, a) < 0 ||
	    rewrite_games(p, &before.board, SOK_IDENTITY, true, a) < 0)
		return -1;
	return 1;
}
