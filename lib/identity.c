/* identity.c - what makes two puzzles the same: the published Exact-Id and
 * Unique-Id, and digests of pictures and of whole puzzles. */
#include <md5.h>

#include "flood.h"
#include "identity.h"
#include "transform.h"

uint64_t
sok_digest(struct sok_str bytes)
{
	uint8_t digest[MD5_DIGEST_LENGTH];
	uint64_t first = 0;
	MD5_CTX md5;
	int i;

	MD5Init(&md5);
	MD5Update(&md5, (const uint8_t *)bytes.s, bytes.len);
	MD5Final(digest, &md5);
	for (i = 0; i < 8; i++)
		first = first << 8 | digest[i];
	return first;
}

/*
 * The two pictures of a board: only what is inside, in a box of wall;
 * in the second the player stands everywhere it can walk to.
 */
static int
draw(const struct sok_board *b, const struct sok_area *inside,
    const struct sok_area *walk, struct sok_board *exact,
    struct sok_board *unique, struct sok_arena *scratch)
{
	struct flood_box box;
	unsigned char sq;
	size_t i = 0;
	int x, y;

	if (!flood_box(inside, &box))
		return 0;
	x = box.right - box.left + 3;
	y = box.bottom - box.top + 3;
	if (sok_board_new(exact, x, y, scratch) < 0 ||
	    sok_board_new(unique, x, y, scratch) < 0)
		return -1;
	for (y = box.top - 1; y <= box.bottom + 1; y++)
		for (x = box.left - 1; x <= box.right + 1; x++, i++) {
			sq = SOK_WALL;
			if (sok_area_has(inside, x, y))
				sq = sok_board_at(b, x, y);
			exact->sq[i] = sq;
			if (sok_area_has(walk, x, y))
				sq |= SOK_PLAYER;
			unique->sq[i] = sq;
		}
	return 1;
}

int
identity_board(
    const struct sok_board *b, struct identity *id, struct sok_arena *scratch)
{
	struct sok_area inside, walk;
	struct sok_board exact, unique;
	struct sok_str text = {0};
	char *to;
	int i, ok;

	if (b->players != 1)
		return 0;
	if (sok_board_flood(b, false, &inside, scratch) < 0 ||
	    sok_board_flood(b, true, &walk, scratch) < 0)
		return -1;
	ok = draw(b, &inside, &walk, &exact, &unique, scratch);
	if (ok <= 0)
		return ok;
	to = sok_arena_alloc(
	    scratch, (size_t)(exact.width + 1), (size_t)(exact.height + 1));
	if (!to)
		return -1;
	text.s = to;
	text.len = transform_text(&exact, SOK_IDENTITY, to);
	id->exact = sok_digest(text);
	for (i = 0; i < SOK_NSYMMETRIES; i++) {
		text.len = transform_text(&unique, (enum sok_symmetry)i, to);
		id->unique[i] = sok_digest(text);
	}
	return 1;
}

int
sok_identity(
    const struct sok_puzzle *p, struct sok_id *id, struct sok_arena *scratch)
{
	struct identity all;
	int i, ok;

	if (!p->has_board || p->variant != SOK_SOKOBAN)
		return 0;
	ok = identity_board(&p->board, &all, scratch);
	if (ok <= 0)
		return ok;
	*id = (struct sok_id){all.exact, all.unique[0], SOK_IDENTITY};
	for (i = 1; i < SOK_NSYMMETRIES; i++)
		if (all.unique[i] < id->unique) {
			id->unique = all.unique[i];
			id->symmetry = (enum sok_symmetry)i;
		}
	return 1;
}

int
sok_picture_id(
    const struct sok_puzzle *p, uint64_t *id, struct sok_arena *scratch)
{
	struct sok_board b;
	struct sok_str text;
	char *to;

	if (!p->has_board)
		return 0;
	if (sok_board_copy(&b, &p->board, scratch) < 0)
		return -1;
	sok_board_crop(&b);
	to = sok_arena_alloc(
	    scratch, (size_t)(b.width + 1), (size_t)(b.height + 1));
	if (!to)
		return -1;
	text.len = transform_text(&b, SOK_IDENTITY, to);
	text.s = to;
	*id = sok_digest(text);
	return 1;
}
