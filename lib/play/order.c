/*
 * order.c - Sokoban+: tests whether each goal has a box of its number after a
 * game, and renumbers the boxes and goals of a turned or cropped board.
 */
#include "board/symmetry.h"
#include "play/position.h"
#include "play/rewrite.h"
#include "text/declared/orders.h"
#include "tools.h"

/* ---- games */

/* The numbers of squares, by cell. */
static uint32_t *
on_cells(const struct sok_position *s, const uint32_t *number)
{
	const struct sok_board *b = s->board;
	uint32_t *cell = sok_arena_zalloc(s->a, (size_t)s->size, sizeof(*cell));

	for (int y = 0; cell != NULL && y < b->height; y++)
		for (int x = 0; x < b->width; x++)
			cell[(y + 1) * s->stride + x] =
			    number[y * b->width + x];
	return cell;
}

/* Move the number of the box that the letter at *i moves. */
static bool
carry(struct play *p, uint32_t *number, size_t *i)
{
	struct moved m = {.at = p->at};

	if (sok_is_letter(p->moves.s[*i]) &&
	    position_move(p->s, p->cell, p->mode, p->moves.s[*i], &m) &&
	    m.from != m.box) {
		number[m.box] = number[m.from];
		number[m.from] = 0;
	}
	return play_token(p, i);
}

int
order_met(struct sok_position *s, const struct sok_game *g, enum sok_mode mode,
    size_t cut, const struct orders *o)
{
	uint32_t *number = on_cells(s, mode == SOK_FORWARD ? o->box : o->goal);
	uint32_t *want = on_cells(s, mode == SOK_FORWARD ? o->goal : o->box);
	struct play p;
	bool met = true;

	if (number == NULL || want == NULL ||
	    play_begin(&p, s, g, mode, false) != 0)
		return -1;
	for (size_t i = 0; i < cut; i++)
		if (!carry(&p, number, &i))
			return p.no_memory ? -1 : 0;
	for (ptrdiff_t i = s->stride; i < s->size - s->stride; i++)
		if (s->side[mode].goal[i] == 1 && position_inside(s, i))
			met = met && orders_same(o, number[i], want[i]);
	return met;
}

/* ---- boards */

int
rewrite_orders(struct sok_puzzle *p, const struct sok_puzzle *before,
    enum sok_symmetry t, int dx, int dy, struct sok_arena *a)
{
	const struct sok_board *old = &before->board, *b = &p->board;
	struct orders from, to;
	int has = orders_read(before, &from, a), x, y;
	size_t n = sok_board_size(b), i, at;

	if (has != 1 || from.fault != NULL)
		return has == -1 ? -1 : 0;
	to.box = sok_arena_zalloc(a, 2 * n, sizeof(*to.box));
	if (to.box == NULL)
		return -1;
	to.goal = to.box + n;
	for (i = 0; i < sok_board_size(old); i++) {
		if (from.box[i] + from.goal[i] == 0)
			continue;
		x = (int)(i % (size_t)old->width);
		y = (int)(i / (size_t)old->width);
		symmetry_square(old, t, &x, &y);
		x -= dx;
		y -= dy;
		if (x < 0 || y < 0 || x >= b->width || y >= b->height)
			continue;
		at = (size_t)y * (size_t)b->width + (size_t)x;
		to.box[at] = from.box[i];
		to.goal[at] = from.goal[i];
	}
	return orders_write(p, &to, a);
}
