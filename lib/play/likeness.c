/*
 * likeness.c - compares puzzles of any variant: squares by the published
 * Unique-Id, other grids, which have no published id, by a digest computed in
 * the same way.
 */
#include <string.h>

#include "board/symmetry.h"
#include "text/declared/orders.h"
#include "tools.h"

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
	n = 1 + symmetry_text(&image.board, SOK_IDENTITY, text + 1);
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
	bool squares = p->board.grid == SOK_SQUARES;
	struct orders o;
	int has = 0;

	if (p->variant == SOK_UNSUPPORTED)
		return 0;
	if (squares)
		has = orders_read(p, &o, scratch);
	if (has == -1)
		return -1;
	return squares && has == 0 ? sok_unique_id(p, id, scratch)
	                           : own_id(p, id, scratch);
}
