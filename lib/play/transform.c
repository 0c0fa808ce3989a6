/*
 * transform.c - changes a board and its games: the symmetries, and simplifying,
 * which removes the parts of a board that no player can reach; and compares
 * puzzles apart from both.
 */
#include <string.h>

#include "base/bits.h"
#include "board/flood.h"
#include "board/steps.h"
#include "board/symmetry.h"
#include "play/position.h"
#include "text/declared/orders.h"
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
	if (sok_board_transform(&before.board, &p->board, t, a) < 0)
		return -1;
	return rewrite_puzzle(p, &before, t, 0, 0, a);
}

/* ---- the canonical symmetry */

static int
compare_text(struct sok_str a, struct sok_str b)
{
	size_t n = a.len < b.len ? a.len : b.len;
	int order = n > 0 ? memcmp(a.s, b.s, n) : 0;

	return order != 0 ? order : (a.len > b.len) - (a.len < b.len);
}

/* Of the symmetries in the set, the one with the smallest image: its board,
 * then its games, compared one after another, byte by byte. */
static int
least_image(const struct sok_puzzle *p, unsigned set, enum sok_symmetry *t,
    struct sok_arena *scratch)
{
	struct sok_str best = {NULL, 0}, text;
	struct sok_game *least = NULL;
	int order;

	for (int i = 0; i < SOK_NSYMMETRIES; i++) {
		struct sok_puzzle own = *p;
		char *to;

		if (!(set >> i & 1))
			continue;
		own.game =
		    sok_arena_alloc(scratch, p->ngames, sizeof(*own.game));
		if (own.game == NULL)
			return -1;
		if (p->ngames > 0)
			memcpy(
			    own.game, p->game, p->ngames * sizeof(*own.game));
		if (sok_transform(&own, (enum sok_symmetry)i, scratch) < 0)
			return -1;
		to = sok_arena_alloc(scratch, (size_t)own.board.width + 1,
		    (size_t)own.board.height + 1);
		if (to == NULL)
			return -1;
		text = (struct sok_str){to, board_text(&own.board, to)};
		order = least == NULL ? -1 : compare_text(text, best);
		for (size_t k = 0; order == 0 && k < p->ngames; k++)
			order = compare_text(own.game[k].moves, least[k].moves);
		if (order < 0) {
			best = text;
			least = own.game;
			*t = (enum sok_symmetry)i;
		}
	}
	return 0;
}

int
sok_canonical(
    const struct sok_puzzle *p, enum sok_symmetry *t, struct sok_arena *scratch)
{
	unsigned set = steps_table[p->board.grid].symmetries;
	uint64_t digest[SOK_NSQUARE_SYMMETRIES], least = UINT64_MAX;
	int has = 0;

	*t = SOK_IDENTITY;
	if (p->board.grid == SOK_SQUARES)
		has = identity_board(&p->board, digest, scratch);
	else
		set &= (unsigned)-sok_can_transform(p, SOK_ROTATE180, scratch);
	if (has < 0)
		return -1;
	if (set == 0)
		return 0;
	for (int i = 0; has && i < SOK_NSQUARE_SYMMETRIES; i++) {
		if (digest[i] < least)
			set = 0;
		if (digest[i] <= least) {
			least = digest[i];
			set |= 1u << i;
		}
	}
	*t = (enum sok_symmetry)bits_low(set);
	return (set & (set - 1)) == 0 ? 0 : least_image(p, set, t, scratch);
}

/* ---- simplifying */

/* Whether (x, y) touches a reached cell, on squares possibly at a corner, as
 * the octagons do. */
static bool
touched(const struct sok_area *area, enum sok_grid grid, int x, int y)
{
	const struct steps *s =
	    &steps_table[grid == SOK_SQUARES ? SOK_OCTAGONS : grid];
	int kind = grid == SOK_SQUARES ? 0 : steps_kind(x, y);

	for (int n = 0; n < s->nletters; n++) {
		int to_x = x + s->step[kind][n][0];
		int to_y = y + s->step[kind][n][1];

		if (to_x >= 0 && to_y >= 0 && to_x < area->width &&
		    to_y < area->height && sok_area_has(area, to_x, to_y))
			return true;
	}
	return false;
}

int
sok_board_simplify(const struct sok_board *b, struct sok_board *to, int *dx,
    int *dy, struct sok_arena *a)
{
	long from = sok_board_player(b), now;
	struct sok_area area;
	struct flood_box box;
	struct sok_board s;
	int closed;

	if (sok_board_flood(b, false, &area, a) < 0)
		return -1;
	closed = b->grid == SOK_SQUARES ? flood_box(&area, &box)
	                                : sok_board_closed(b, dx, dy, a);
	if (closed != 1 || b->players == 0)
		return closed == -1 ? -1 : 0;
	if (sok_board_copy(&s, b, a) < 0)
		return -1;
	for (int y = 0; y < s.height; y++)
		for (int x = 0; x < s.width; x++)
			if (!sok_area_has(&area, x, y))
				s.sq[y * s.width + x] =
				    touched(&area, s.grid, x, y) ? SOK_WALL
				                                 : SOK_FLOOR;
	if (sok_board_crop(&s, a) < 0)
		return -1;
	sok_board_count(&s);
	now = sok_board_player(&s);
	*dx = (int)(from % b->width - now % s.width);
	*dy = (int)(from / b->width - now / s.width);
	*to = s;
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
	return rewrite_puzzle(p, &before, SOK_IDENTITY, dx, dy, a) < 0 ? -1 : 1;
}

/* ---- comparing puzzles of any variant: squares by the published Unique-Id,
 * other grids, which have no published id, by a digest computed in the same way
 */

/*
 * The least digest of the images of the simplified board, on which all squares
 * that the player can walk on are players; id->player is where it is.  What is
 * digested begins with what the cells are and ends with the numbers of
 * Sokoban+.
 */
static int
own_id(const struct sok_puzzle *p, struct sok_id *id, struct sok_arena *scratch)
{
	struct sok_puzzle q = *p, image;
	struct sok_board *b = &q.board;
	struct sok_area walk;
	struct orders o;
	uint64_t digest;
	size_t n, size;
	char *text;
	int r;

	if (!q.has_board || b->players != 1)
		return 0;
	q.ngames = 0;
	r = sok_simplify(&q, scratch);
	if (r != 1)
		return r;
	if (sok_board_flood(b, true, &walk, scratch) < 0)
		return -1;
	*id = (struct sok_id){
	    .unique = UINT64_MAX, .player = (size_t)sok_board_player(b)};
	for (int y = 0; y < b->height; y++)
		for (int x = 0; x < b->width; x++)
			if (sok_area_has(&walk, x, y))
				b->sq[y * b->width + x] |= SOK_PLAYER;
	r = sok_can_transform(&q, SOK_ROTATE180, scratch);
	if (r != 1)
		return r;

	for (int t = 0; t < SOK_NSYMMETRIES; t++) {
		if (!sok_grid_has_symmetry(b->grid, (enum sok_symmetry)t))
			continue;
		image = q;
		if (sok_transform(&image, (enum sok_symmetry)t, scratch) < 0)
			return -1;
		r = orders_read(&image, &o, scratch);
		size = sok_board_size(&image.board) * sizeof(*o.box);
		text = sok_arena_alloc(scratch, (size_t)image.board.width + 1,
		    2 + (size_t)image.board.height * (1 + 2 * sizeof(*o.box)));
		if (r == -1 || text == NULL)
			return -1;

		text[0] = (char)('0' + (int)image.board.grid);
		n = 1 + board_text(&image.board, text + 1);
		if (r == 1 && o.fault == NULL) {
			memcpy(text + n, o.box, 2 * size);
			n += 2 * size;
		}

		digest = sok_digest((struct sok_str){text, n});
		if (digest < id->unique) {
			id->unique = digest;
			id->symmetry = (enum sok_symmetry)t;
		}
	}
	return 1;
}

int
sok_duplicate_id(
    const struct sok_puzzle *p, struct sok_id *id, struct sok_arena *scratch)
{
	struct orders o;
	int has = 1;

	if (p->variant == SOK_UNSUPPORTED)
		return 0;
	if (p->board.grid == SOK_SQUARES)
		has = orders_read(p, &o, scratch);
	if (has == -1)
		return -1;
	return has == 0 ? sok_unique_id(p, id, scratch)
	                : own_id(p, id, scratch);
}
