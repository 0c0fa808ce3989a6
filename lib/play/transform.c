/*
 * transform.c - applies the symmetries of a board to the board and its games.
 */
#include <string.h>

#include "board/identity.h"
#include "board/steps.h"
#include "play/rewrite.h"
#include "board/symmetry.h"
#include "tools.h"

int
sok_can_transform(
    const struct sok_puzzle *p, enum sok_symmetry t, struct sok_arena *scratch)
{
	int x, y;

	if (!p->has_board || p->variant == SOK_UNSUPPORTED ||
	    !sok_grid_has_symmetry(p->board.grid, t))
		return 0;
	if (p->board.grid == SOK_SQUARES)
		return 1;
	/* Players of open boards walk in the rectangle, which cannot be
	 * rotated. */
	return board_bad_cell(&p->board, &x, &y)
	    ? 0
	    : sok_board_closed(&p->board, &x, &y, scratch);
}

int
sok_transform(struct sok_puzzle *p, enum sok_symmetry t, struct sok_arena *a)
{
	struct sok_puzzle before = *p;
	int can = t == SOK_IDENTITY ? 0 : sok_can_transform(p, t, a);

	if (can != 1)
		return can;
	if (sok_board_transform(&before.board, &p->board, t, a) < 0 ||
	    rewrite_orders(p, &before, t, 0, 0, a) < 0)
		return -1;
	return rewrite_games(p, &before.board, t, false, a);
}

/* The image of a board as text. */
static int
image_text(const struct sok_board *b, enum sok_symmetry t, struct sok_str *text,
    struct sok_arena *scratch)
{
	struct sok_board image = *b;
	char *to;

	if (b->grid != SOK_SQUARES) {
		if (sok_board_transform(b, &image, t, scratch) < 0)
			return -1;
		t = SOK_IDENTITY;
	}
	to = sok_arena_alloc(
	    scratch, (size_t)image.width + 1, (size_t)image.height + 1);
	if (!to)
		return -1;
	text->len = symmetry_text(&image, t, to);
	text->s = to;
	return 0;
}

static int
compare_text(struct sok_str a, struct sok_str b)
{
	size_t n = a.len < b.len ? a.len : b.len;
	int order = n > 0 ? memcmp(a.s, b.s, n) : 0;

	return order != 0 ? order : (a.len > b.len) - (a.len < b.len);
}

/* Remove from the set all symmetries but those with the smallest image. */
static int
least_text(const struct sok_board *b, unsigned *set, struct sok_arena *scratch)
{
	struct sok_str best = SOK_STR(""), text;
	unsigned least = 0;
	int i, order;

	for (i = 0; i < SOK_NSYMMETRIES; i++) {
		if (!(*set >> i & 1))
			continue;
		if (image_text(b, (enum sok_symmetry)i, &text, scratch) < 0)
			return -1;
		order = compare_text(text, best);
		if (least == 0 || order < 0) {
			least = 0;
			best = text;
		} else if (order > 0) {
			continue;
		}
		least |= 1u << i;
	}
	*set = least;
	return 0;
}

/* Compare the moves of two puzzles, game by game, byte by byte. */
static int
compare_games(const struct sok_puzzle *p, const struct sok_puzzle *q)
{
	int order = 0;

	for (size_t i = 0; order == 0 && i < p->ngames; i++)
		order = compare_text(p->game[i].moves, q->game[i].moves);
	return order;
}

/* Of the symmetries in the set, the one with the smallest games. */
static int
least_games(const struct sok_puzzle *p, unsigned set, enum sok_symmetry *t,
    struct sok_arena *scratch)
{
	struct sok_puzzle best = {0};

	for (int i = 0; i < SOK_NSYMMETRIES; i++) {
		struct sok_puzzle own = *p;

		if (!(set >> i & 1))
			continue;
		own.game =
		    sok_arena_alloc(scratch, p->ngames, sizeof(*own.game));
		if (!own.game)
			return -1;
		memcpy(own.game, p->game, p->ngames * sizeof(*own.game));
		if (sok_transform(&own, (enum sok_symmetry)i, scratch) < 0)
			return -1;
		if (best.game && compare_games(&own, &best) >= 0)
			continue;
		best = own;
		*t = (enum sok_symmetry)i;
	}
	return 0;
}

int
sok_canonical(
    const struct sok_puzzle *p, enum sok_symmetry *t, struct sok_arena *scratch)
{
	unsigned set = steps_table[p->board.grid].symmetries;
	uint64_t digest[SOK_NSQUARE_SYMMETRIES], least = UINT64_MAX;
	int i, has = 0;

	*t = SOK_IDENTITY;
	if (p->board.grid == SOK_SQUARES)
		has = identity_board(&p->board, digest, scratch);
	else
		set &= (unsigned)-sok_can_transform(p, SOK_ROTATE180, scratch);
	if (has < 0)
		return -1;
	if (set == 0)
		return 0;
	for (i = 0; has && i < SOK_NSQUARE_SYMMETRIES; i++)
		if (digest[i] < least) {
			least = digest[i];
			set = 1u << i;
		} else if (digest[i] == least) {
			set |= 1u << i;
		}
	if ((set & (set - 1)) != 0 && least_text(&p->board, &set, scratch) < 0)
		return -1;
	*t = (enum sok_symmetry)__builtin_ctz(set);
	if ((set & (set - 1)) == 0 || p->ngames == 0)
		return 0;
	return least_games(p, set, t, scratch);
}
