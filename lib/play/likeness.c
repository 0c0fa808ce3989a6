/*
 * likeness.c - which puzzles of any variant are the same: for squares the
 * published Unique-Id, for other grids, which have none, a digest made alike.
 */
#include "board/steps.h"
#include "board/symmetry.h"
#include "play/position.h"

/* What the player reaches of a closed board and where it can walk; player is
 * where it is in that picture.  1, 0 if there is no such picture, -1. */
static int
picture(const struct sok_puzzle *p, struct sok_board *b, size_t *player,
    struct sok_arena *scratch)
{
	struct sok_area walk;
	int dx, dy, done;

	if (!p->has_board || p->board.players != 1)
		return 0;
	done = sok_board_simplify(&p->board, b, &dx, &dy, scratch);
	if (done != 1)
		return done;
	if (sok_board_flood(b, true, &walk, scratch) < 0)
		return -1;
	*player = (size_t)sok_board_player(b);
	for (int y = 0; y < b->height; y++)
		for (int x = 0; x < b->width; x++)
			if (sok_area_has(&walk, x, y))
				b->sq[y * b->width + x] |= SOK_PLAYER;
	return 1;
}

/* The digest of an image, which begins with what its cells are. */
static int
image_digest(const struct sok_board *b, enum sok_symmetry t, uint64_t *digest,
    struct sok_arena *scratch)
{
	struct sok_board image;
	char *text;

	if (sok_board_transform(b, &image, t, scratch) < 0)
		return -1;
	text = sok_arena_alloc(
	    scratch, (size_t)image.width + 1, (size_t)image.height + 2);
	if (text == NULL)
		return -1;
	text[0] = (char)('0' + (int)b->grid);
	*digest = sok_digest((struct sok_str){
	    text, 1 + symmetry_text(&image, SOK_IDENTITY, text + 1)});
	return 0;
}

static int
grid_id(
    const struct sok_puzzle *p, struct sok_id *id, struct sok_arena *scratch)
{
	struct sok_board b;
	uint64_t digest;
	int r = picture(p, &b, &id->player, scratch);

	if (r != 1 || sok_can_transform(p, SOK_ROTATE180, scratch) != 1)
		return r == -1 ? -1 : 0;
	id->exact = 0;
	id->unique = UINT64_MAX;
	for (int t = 0; t < SOK_NSYMMETRIES; t++) {
		if (!sok_grid_has_symmetry(b.grid, (enum sok_symmetry)t))
			continue;
		if (image_digest(&b, (enum sok_symmetry)t, &digest, scratch) <
		    0)
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
	if (p->variant == SOK_UNSUPPORTED)
		return 0;
	return p->board.grid == SOK_SQUARES ? sok_unique_id(p, id, scratch)
	                                    : grid_id(p, id, scratch);
}
