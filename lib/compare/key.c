/* key.c - the identity by which puzzles are compared, and the steps of
 * --duplicates. */
#include "base/base.h"
#include "board/board.h"
#include "compare/compare.h"
#include "play/play.h"

/* Any start for a digest. */
#define SEED 0x5eed

/* ---- one puzzle */

/* A puzzle without a board is what its moves are. */
static uint64_t
moves_id(const struct sok_puzzle *puzzle)
{
	uint64_t id = SEED;

	for (size_t i = 0; i < puzzle->ngames; i++)
		id = sok_mix(id, puzzle->game[i].moves);
	return id;
}

/* The picture, turned to its canonical symmetry if it may be turned.  Boards of
 * Sokoban that are open, or without a player, stay as they are.  0, -1 on
 * ENOMEM. */
static int
picture_id(const struct sok_puzzle *puzzle, struct compare_key *key,
    struct sok_arena *scratch)
{
	struct sok_puzzle turned = *puzzle;
	enum sok_symmetry symmetry = SOK_IDENTITY;

	bool turns =
	    puzzle->variant != SOK_SOKOBAN || puzzle->board.players > 1;
	if (turns && puzzle->variant != SOK_UNSUPPORTED) {
		/* The games do not decide which of equal images it is. */
		turned.ngames = 0;
		if (sok_canonical(&turned, &symmetry, scratch) == -1 ||
		    sok_transform(&turned, symmetry, scratch) == -1)
			return -1;
	}
	key->more = (unsigned)symmetry;
	return sok_picture_id(&turned, &key->id, scratch) == -1 ? -1 : 0;
}

int
compare_identify(const struct sok_puzzle *puzzle, struct compare_key *key,
    struct sok_arena *scratch)
{
	struct sok_id id;

	*key = (struct compare_key){.kind = COMPARE_NOTHING};
	if (!puzzle->has_board && puzzle->ngames > 0) {
		key->kind = COMPARE_GAMES;
		key->id = moves_id(puzzle);
	}
	if (!puzzle->has_board)
		return 0;
	int has = sok_duplicate_id(puzzle, &id, scratch);
	if (has == -1)
		return -1;
	key->kind = COMPARE_PICTURE;
	if (has == 0)
		return picture_id(puzzle, key, scratch);
	key->kind = COMPARE_ID;
	key->id = id.unique;
	key->more =
	    (unsigned)id.symmetry | (unsigned)id.player << COMPARE_PLAYER;
	return 0;
}

int
compare_picture(const struct sok_puzzle *puzzle, struct compare_key *key,
    struct sok_arena *scratch)
{
	*key = (struct compare_key){.kind = COMPARE_NOTHING};
	int has = sok_picture_id(puzzle, &key->id, scratch);
	if (has == 1)
		key->kind = COMPARE_PICTURE;
	return has == -1 ? -1 : 0;
}

enum sok_symmetry
compare_turn(
    enum sok_grid grid, struct compare_key first, struct compare_key second)
{
	enum sok_symmetry to = first.more & COMPARE_SYMMETRY;
	enum sok_symmetry back =
	    sok_symmetry_inverse(second.more & COMPARE_SYMMETRY);
	char up = sok_symmetry_move(grid, to, 'u');
	char right = sok_symmetry_move(grid, to, 'r');
	enum sok_symmetry symmetry = SOK_IDENTITY;

	/* The symmetry of the first, followed by the inverse of the second. */
	up = sok_symmetry_move(grid, back, up);
	right = sok_symmetry_move(grid, back, right);
	while (!sok_grid_has_symmetry(grid, symmetry) ||
	    sok_symmetry_move(grid, symmetry, 'u') != up ||
	    sok_symmetry_move(grid, symmetry, 'r') != right)
		symmetry++;
	return symmetry;
}

/* ---- the steps of --duplicates */

const char *const compare_level_name[COMPARE_NLEVELS] = {
    "exact", "same", "start", "goals", "boxes", "exchanged", "layout"};

/* What is kept of each kind of square: the contents are 0 to 15. */
static unsigned char
level_square(enum compare_level level, unsigned char sq)
{
	unsigned box = sq & SOK_BOX, goal = sq & SOK_GOAL;
	unsigned wall = sq & SOK_WALL;

	switch (level) {
	case COMPARE_LEVEL_START:
		return (unsigned char)(wall | box | goal);
	case COMPARE_LEVEL_GOALS:
		return (unsigned char)(wall | box);
	case COMPARE_LEVEL_BOXES:
		return (unsigned char)(wall | goal);
	case COMPARE_LEVEL_EXCHANGED:
		if (box)
			wall |= SOK_GOAL;
		if (goal)
			wall |= SOK_BOX;
		return (unsigned char)wall;
	default:
		return (unsigned char)wall;
	}
}

int
compare_level_id(const struct sok_puzzle *puzzle, enum compare_level level,
    uint64_t *id, struct sok_arena *scratch)
{
	struct sok_board board, turned;
	int dx, dy;

	if (!puzzle->has_board)
		return 0;
	int got = sok_board_simplify(&puzzle->board, &board, &dx, &dy, scratch);
	if (got == 0) {
		got = sok_board_copy(&board, &puzzle->board, scratch);
		if (got == 0)
			got = sok_board_crop(&board, scratch);
	}
	if (got == -1)
		return -1;
	for (size_t i = 0; i < sok_board_size(&board); i++)
		board.sq[i] = level_square(level, board.sq[i]);

	/* Cells of other grids cannot be turned in every picture. */
	int turns = board.grid == SOK_SQUARES;
	if (!turns)
		turns = sok_can_transform(puzzle, SOK_ROTATE180, scratch);
	if (turns == -1)
		return -1;
	*id = UINT64_MAX;
	for (int i = 0; i < SOK_NSYMMETRIES; i++) {
		enum sok_symmetry symmetry = (enum sok_symmetry)i;

		if (symmetry != SOK_IDENTITY &&
		    (!turns || !sok_grid_has_symmetry(board.grid, symmetry)))
			continue;
		if (sok_board_transform(&board, &turned, symmetry, scratch) ==
		    -1)
			return -1;
		size_t n = sok_board_size(&turned) + (size_t)turned.height;
		char *text = sok_arena_alloc(scratch, n + 1, 1);
		if (text == NULL)
			return -1;
		text[0] = (char)('0' + (int)board.grid);
		n = 1 + board_text(&turned, text + 1);
		uint64_t digest = sok_digest((struct sok_str){text, n});
		if (digest < *id)
			*id = digest;
	}
	return 1;
}
