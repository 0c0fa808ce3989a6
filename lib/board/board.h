/* board.h - the door of the room board: boards, the areas of players,
 * symmetries, run-length text and identities, in addition to sok.h, with
 * results as described there. */
#ifndef SOK_BOARD_DOOR_H
#define SOK_BOARD_DOOR_H

#include "sok.h"

/* Copy the squares and the places of the rows; to->xsb is empty.  On ENOMEM
 * *to is unchanged. */
int sok_board_copy(struct sok_board *to, const struct sok_board *from,
    struct sok_arena *arena);
/* Whether two boards have the same size and squares.  Their grids and places do
 * not matter. */
bool sok_board_equal(
    const struct sok_board *first, const struct sok_board *second);
/* A set of squares of a board: square (x, y) is bit x % 64 of word y * stride +
 * x / 64. */
struct sok_area {
	int width, height, stride;
	uint64_t *bits;
};

/* Whether a square is in an area, whose rectangle must have it. */
static inline bool
sok_area_has(const struct sok_area *area, int x, int y)
{
	return area->bits[y * area->stride + x / 64] >> (x % 64) & 1;
}

size_t sok_area_count(const struct sok_area *area); /* its squares */

/* The area that the players can reach if boxes do not block, or, with boxes, if
 * they do; empty without a player.
 * Obstacles never belong to it, not even where a player stands on one. */
int sok_board_flood(const struct sok_board *board, bool boxes,
    struct sok_area *area, struct sok_arena *arena);
/* Simplify a board (sok(5), "IDENTITY"): squares that the player cannot reach
 * become walls if they are next to a reached square, and floor otherwise.  The
 * result is cropped by *dx columns and *dy rows: 1; 0 if the board is open or
 * has no player; -1 on ENOMEM.  `to` may be the board itself, and only 1
 * changes it. */
int sok_board_simplify(const struct sok_board *board, struct sok_board *to,
    int *dx, int *dy, struct sok_arena *arena);
/* The place of a square in the file. */
struct sok_pos sok_board_pos(const struct sok_puzzle *puzzle, int x, int y);
/* Where a letter, in either case, leads from cell (x, y); false, and 0, 0, if
 * it leads nowhere. */
bool sok_step(enum sok_grid grid, char c, int x, int y, int *dx, int *dy);
/* The symmetry that turns an image back. */
enum sok_symmetry sok_symmetry_inverse(enum sok_symmetry symmetry);
/* A letter, in either case, after a symmetry of the grid; others remain. */
char sok_symmetry_move(
    enum sok_grid grid, enum sok_symmetry symmetry, char move);
/* Whether a symmetry turns cells of the grid into cells. */
bool sok_grid_has_symmetry(enum sok_grid grid, enum sok_symmetry symmetry);
/* Make the image of a board under a symmetry that its grid has; if the board is
 * not of squares, all squares that are not floor must be cells.  `to` has no
 * places of rows, and may be the board itself; on ENOMEM it is unchanged. */
int sok_board_transform(const struct sok_board *from, struct sok_board *to,
    enum sok_symmetry symmetry, struct sok_arena *arena);
/* As sok_identity() without exact, which takes longer: puzzles with the same
 * unique, symmetry and player have the same exact. */
int sok_unique_id(const struct sok_puzzle *puzzle, struct sok_id *id,
    struct sok_arena *scratch);
/* Compute the identities once for all later calls, until the board or variant
 * changes; they are in the arena.  exact: sok_identity() will be called, not
 * only sok_duplicate_id(). */
int sok_identify(struct sok_puzzle *puzzle, bool exact, struct sok_arena *arena,
    struct sok_arena *scratch);
/* The first 64 bits of the MD5 of the cropped picture, for puzzles without an
 * identity.  1; 0 without a board. */
int sok_picture_id(
    const struct sok_puzzle *puzzle, uint64_t *id, struct sok_arena *scratch);
/* Continue the digest of a puzzle, or another number, with a string, quickly.
 * It may change with every version. */
uint64_t sok_mix(uint64_t hash, struct sok_str s);

/* The small headers of this room that other rooms use. */
#include "board/alphabet.h"
#include "board/flood.h"
#include "board/game_names.h"
#include "board/rle.h"
#include "board/steps.h"

#endif
