/* simplify.c - a board without what no player can reach, its games with it:
 * between the reader and the writer, for those who ask for it. */
#include "board/flood.h"
#include "play/rewrite.h"
#include "tools.h"

/* Whether a reached square touches (x, y), also at a corner. */
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

/* Clear what is not reached, but for a ring of wall. */
static void
clear(struct sok_board *b, const struct sok_area *area)
{
	unsigned char *sq = b->sq;
	int x, y;

	for (y = 0; y < b->height; y++)
		for (x = 0; x < b->width; x++, sq++)
			if (!sok_area_has(area, x, y))
				*sq =
				    touched(area, x, y) ? SOK_WALL : SOK_FLOOR;
}

int
sok_board_simplify(const struct sok_board *b, struct sok_board *to, int *dx,
    int *dy, struct sok_arena *a)
{
	struct sok_area area;
	struct flood_box box;
	struct sok_board s;

	if (sok_board_flood(b, false, &area, a) < 0)
		return -1;
	if (!flood_box(&area, &box))
		return 0;
	if (sok_board_copy(&s, b, a) < 0)
		return -1;
	clear(&s, &area);
	sok_board_crop(&s);
	sok_board_count(&s);
	*to = s;
	*dx = box.left - 1;
	*dy = box.top - 1;
	return 1;
}

int
sok_simplify(struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_board before = p->board;
	int dx, dy, done;

	if (!p->has_board || p->variant == SOK_UNSUPPORTED)
		return 0;
	done = sok_board_simplify(&before, &p->board, &dx, &dy, a);
	if (done <= 0)
		return done;
	if (rewrite_games(p, &before, SOK_IDENTITY, true, a) < 0)
		return -1;
	return 1;
}
