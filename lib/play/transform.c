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

/* Remove from the set all symmetries but those with the smallest image. */
static int
least_text(const struct sok_board *b, unsigned *set, struct sok_arena *scratch)
{
	struct sok_str best = {NULL, 0}, text;
	struct sok_board image;
	unsigned least = 0;
	char *to;
	int order;

	for (int t = 0; t < SOK_NSYMMETRIES; t++) {
		if (!(*set >> t & 1))
			continue;
		if (sok_board_transform(
		        b, &image, (enum sok_symmetry)t, scratch) < 0)
			return -1;
		to = sok_arena_alloc(
		    scratch, (size_t)image.width + 1, (size_t)image.height + 1);
		if (to == NULL)
			return -1;
		text = (struct sok_str){to, board_text(&image, to)};
		order = best.s == NULL ? -1 : compare_text(text, best);
		if (order < 0) {
			least = 0;
			best = text;
		}
		if (order <= 0)
			least |= 1u << t;
	}
	*set = least;
	return 0;
}

/* Of the symmetries in the set, the one with the smallest games, compared one
 * after another, byte by byte. */
static int
least_games(const struct sok_puzzle *p, unsigned set, enum sok_symmetry *t,
    struct sok_arena *scratch)
{
	struct sok_puzzle best = {0}, own;
	int order;

	for (int i = 0; i < SOK_NSYMMETRIES; i++) {
		if (!(set >> i & 1))
			continue;
		own = *p;
		own.game =
		    sok_arena_alloc(scratch, p->ngames, sizeof(*own.game));
		if (own.game == NULL)
			return -1;
		memcpy(own.game, p->game, p->ngames * sizeof(*own.game));
		if (sok_transform(&own, (enum sok_symmetry)i, scratch) < 0)
			return -1;
		order = best.game == NULL ? -1 : 0;
		for (size_t k = 0; order == 0 && k < p->ngames; k++)
			order =
			    compare_text(own.game[k].moves, best.game[k].moves);
		if (order < 0) {
			best = own;
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
	if ((set & (set - 1)) != 0 && least_text(&p->board, &set, scratch) < 0)
		return -1;
	*t = (enum sok_symmetry)bits_low(set);
	if ((set & (set - 1)) == 0 || p->ngames == 0)
		return 0;
	return least_games(p, set, t, scratch);
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

/* The digest of an image, which begins with what its cells are and ends with
 * the numbers of Sokoban+. */
static int
image_digest(const struct sok_puzzle *p, enum sok_symmetry t, uint64_t *digest,
    struct sok_arena *scratch)
{
	struct sok_puzzle image = *p;
	struct orders o;
	size_t n, numbers = 0;
	char *text;
	int has;

	if (sok_transform(&image, t, scratch) < 0)
		return -1;
	has = orders_read(&image, &o, scratch);
	text = sok_arena_alloc(scratch, (size_t)image.board.width + 1,
	    2 + (size_t)image.board.height * (1 + 2 * sizeof(*o.box)));
	if (has == -1 || text == NULL)
		return -1;
	if (has == 1 && o.fault == NULL)
		numbers = 2 * sok_board_size(&image.board) * sizeof(*o.box);
	text[0] = (char)('0' + (int)image.board.grid);
	n = 1 + board_text(&image.board, text + 1);
	if (numbers > 0)
		memcpy(text + n, o.box, numbers);
	*digest = sok_digest((struct sok_str){text, n + numbers});
	return 0;
}

/* The least digest of the images of the simplified board, on which all squares
 * that the player can walk on are players; id->player is where it is. */
static int
own_id(const struct sok_puzzle *p, struct sok_id *id, struct sok_arena *scratch)
{
	struct sok_puzzle q = *p;
	struct sok_board *b = &q.board;
	struct sok_area walk;
	uint64_t digest;
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
		r = image_digest(&q, (enum sok_symmetry)t, &digest, scratch);
		if (r == -1)
			return -1;
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
