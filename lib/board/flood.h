/* flood.h - sets of squares that grow by steps, and questions about a board and
 * the area of its players. */
#ifndef SOK_FLOOD_H
#define SOK_FLOOD_H

#include "board/bitboard.h"
#include "board/board.h"

/* The rule by which a set grows. */
enum flood_rule {
	FLOOD_WALK, /* by steps of a player over open squares */
	FLOOD_FREE, /* boxes that lie between two squares of the set, so that a
	               push may leave or reach them */
	/* By pushes of a box over open squares, with the player on any square,
	 * backwards in time, and forwards. */
	FLOOD_PULL,
	FLOOD_PUSH,
	FLOOD_RULES
};

struct flood {
	enum flood_rule rule;
	square_bits *set;
	const square_bits *want;
};

/* Grow n sets until they do not change or have all wanted squares: one with
 * FLOOD_WALK, or FLOOD_RULES with all rules in their order.  Returns a bit for
 * each set, from the lowest on, that lacks some; -1 on ENOMEM. */
int flood_grow(const struct bitboard *bits, const struct flood *flood, int n,
    struct sok_arena *arena);
/* The same, one square after the other, and always until no set changes. */
int flood_plain(const struct bitboard *bits, const struct flood *flood, int n);

/* board.c: whether sok_board_crop() would remove anything. */
bool board_has_margin(const struct sok_board *board);
/* Whether all squares of a row are floor. */
bool board_row_blank(const struct sok_board *board, int y);
/* The same of a column. */
bool board_column_blank(const struct sok_board *board, int x);
/* The row at which a board with two players consists of two glued boards (each
 * with one player, boxes = goals >= 1, closed), if there is exactly one; else
 * 0; -1 on ENOMEM.  With more players the board of the first one is separated.
 * A board that cannot be separated as squares may consist of hexagons. */
int board_glued(const struct sok_board *board, struct sok_arena *scratch);

/* The same as sok_board_flood() from one square; -1: from the players. */
int flood_from(const struct sok_board *board, long square, bool boxes,
    struct sok_area *area, struct sok_arena *arena);

/* Columns left to right and rows top to bottom, both inclusive. */
struct flood_box {
	int left, top, right, bottom;
};

/* The smallest box around an area; false if the area is empty or touches the
 * edge of its board. */
bool flood_box(const struct sok_area *area, struct flood_box *box);
/* What the players reach if boxes do not block, and if they do, and the box
 * around the first area.  1; 0 if a player can leave the board; -1 on ENOMEM.
 */
int flood_both(const struct sok_board *board, struct sok_area *inside,
    struct sok_area *walk, struct flood_box *box, struct sok_arena *arena);

#endif
