/*
 * flood.h - sets of squares that grow by steps, and queries about a board and
 * the area of its players; internal to the library.
 */
#ifndef SOK_FLOOD_H
#define SOK_FLOOD_H

#include "board/bitboard.h"
#include "tools.h"

/*
 * Steps in two opposite directions: by far times 128 and shift squares
 * (1 to 63), further on in reading order to the squares of `ahead`, back to
 * those of `back`.
 */
struct flood_axis {
	size_t far;
	int shift;
	const squares *ahead, *back;
};

#define FLOOD_AXES 4

struct flood {
	const struct bitboard *board;
	int naxes;
	bool triangles; /* a push may begin on one axis and end on the other */
	bool single; /* two axes, the first of which goes by single squares */
	struct flood_axis axis[FLOOD_AXES]; /* the first is along the row */
};

/* The steps of a player to open squares.  Takes two sets. */
void flood_walk(struct flood *f, struct bitboard *b, const squares *open);
/* The moves of a box that a player pushes who may be anywhere: in the
 * direction of time, and against it.  Takes three sets for each axis. */
void flood_pushes(struct bitboard *b, const struct flood *walk,
    struct flood *pull, struct flood *push);
/* Take all steps from the squares of a set, and from those that it gains; it
 * may be left when it holds all that is wanted.  -1 on ENOMEM. */
int flood_grow(const struct flood *f, squares *set, const squares *want,
    struct sok_arena *a);
/* Add those of `some` that lie on some axis between two squares of the set,
 * until there are none; stop when the set holds all that is wanted. */
int flood_release(const struct flood *f, squares *set, const squares *some,
    const squares *want, struct sok_arena *a);

/* board.c: whether sok_board_crop() would cut something off. */
bool board_has_margin(const struct sok_board *b);
/*
 * The row at which a board with two players is two boards glued together
 * (both halves one player, boxes = goals >= 1, closed), if there is exactly
 * one such row; else 0; -1 on ENOMEM.  Of more players the first one's board
 * is cut off so.  What is no such two boards of squares may be of hexagons.
 */
int board_glued(const struct sok_board *b, struct sok_arena *scratch);

/* As sok_board_flood(), from one square instead of the players. */
int flood_from(const struct sok_board *b, long square, bool boxes,
    struct sok_area *area, struct sok_arena *a);

/* Columns left to right and rows top to bottom, both inclusive. */
struct flood_box {
	int left, top, right, bottom;
};

/* The smallest box around an area; false if it is empty or touches the edge
 * of its board. */
bool flood_box(const struct sok_area *area, struct flood_box *box);
/*
 * What the players reach if boxes yield, and if they do not, with the box
 * around the former.  1; 0 if a player can leave the board; -1 on ENOMEM.
 */
int flood_both(const struct sok_board *b, struct sok_area *inside,
    struct sok_area *walk, struct flood_box *box, struct sok_arena *a);

#endif
