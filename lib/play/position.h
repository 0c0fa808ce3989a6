/*
 * position.h - the position (a board set up for play), the play (a game in
 * progress) and its tally.
 *
 * Cells are surrounded by a border of wall, so that no step needs a test for
 * the edge: row y begins at (y + 1) * stride and ends with border.  A reverse
 * game is played with boxes and goals exchanged; "box" and "goal" below mean
 * what they are in the cells.
 */
#ifndef SOK_POSITION_H
#define SOK_POSITION_H

#include "board/board.h"
#include "text/text.h"

/* What is in a cell.  A box is the bit that a capital lacks: a letter of a
 * push or walk equals the cell it leads to in that bit. */
enum {
	CELL_FREE = 0,
	CELL_WALL = 1,
	CELL_PLAYER = 2, /* any but the active one */
	CELL_BOX = 'a' ^ 'A',
	CELL_BLOCKED = CELL_WALL | CELL_PLAYER | CELL_BOX,
	CELL_NEVER = 0xff /* in none */
};

struct cells {
	unsigned char *cell; /* NULL until needed */
	unsigned char *goal; /* 1 on goals */
	size_t used;         /* moves played since the cells were filled */
};

/* Memory of searches, allocated by the first one. */
struct cell_search {
	uint32_t *queue, *seen;
	unsigned char *from; /* low five bits of the step that led here */
	uint32_t stamp;      /* seen[] == stamp: reached */
	size_t n;            /* cells reached, in queue */
	uint64_t left;       /* cells that may still be visited */
	bool tired;          /* a search stopped because none were left */
};

/* What a letter does, by its low six bits, where it does the same on every
 * cell: what it adds to the cell of the player and to that of the box that it
 * pushes; what must be in the cell that it leads to. */
enum { LEADS_MASK = 63 };

struct leads {
	ptrdiff_t player[LEADS_MASK + 1], box[LEADS_MASK + 1];
	unsigned char cell[LEADS_MASK + 1];
};

struct sok_position {
	const struct sok_puzzle *puzzle;
	const struct sok_board *board;
	bool multiban; /* declared, or a game changes players */
	ptrdiff_t stride, size;
	ptrdiff_t start;     /* of the first player */
	const char *letters; /* of this variant's steps, in search order */
	/* What a step adds, by the low five bits of its letter; 0: not a step.
	 * The first index is the parity of the cell (variants with two kinds
	 * of cells have an odd stride). */
	int32_t step[2][32];
	struct leads leads;
	unsigned char *squares; /* of the cells; NULL until needed */
	size_t off;             /* boxes off goal on these */
	struct cells side[2];   /* by enum sok_mode */
	/* The area of the players, boxes ignored, and what is in it or not;
	 * empty, and 0, until needed. */
	struct sok_area area;
	size_t outside_off[2];
	size_t inside_boxes, inside_goals;
	struct cell_search search;
	size_t limit; /* the puzzle's own, of moves; SIZE_MAX: none */
	struct sok_arena *arena;
};

/* What the step of a letter of either case adds to a cell, 0: not a step. */
static inline ptrdiff_t
position_step(const struct sok_position *position, ptrdiff_t at, int letter)
{
	return position->step[at & 1][letter & 31];
}

/* The cell from which the step leads to `to`. */
static inline ptrdiff_t
position_origin(const struct sok_position *position, ptrdiff_t to, char letter)
{
	ptrdiff_t at = to - position->step[0][letter & 31];

	return at % 2 == 0 ? at : to - position->step[1][letter & 31];
}

/* Cells as they are before a game of that mode; -1 on ENOMEM. */
int position_ready(struct sok_position *position, enum sok_mode mode);
/* area, outside_off, inside_boxes and inside_goals; -1 on ENOMEM. */
int position_area(struct sok_position *position);
/* Search cells free of `blocked` from `from` until `to` is met (-1: all): 1 met
 * (all were seen), 0 not (or search.tired), -1 on ENOMEM.  The way can be
 * followed back from `to` by position_back(). */
int position_search(struct sok_position *position, const unsigned char *cell,
    ptrdiff_t from, ptrdiff_t to, unsigned blocked);
/* Follow the way found back from the cell that was met: the small letter of the
 * step that led to *at, which becomes the cell before. */
static inline char
position_back(const struct sok_position *position, ptrdiff_t *at)
{
	char c = (char)(position->search.from[*at] | 0x60);

	*at = position_origin(position, *at, c);
	return c;
}

/* The metrics of a game, counted in blocks.  A break of lines and sessions is a
 * walk that differs from all direction letters in its low five bits. */
enum { TALLY_BLOCK = 256, TALLY_BREAK = 32 };

struct tally {
	struct sok_metrics metrics; /* before the block */
	size_t off;                 /* boxes off goal, before the block */
	size_t enough;              /* solved when no more are off */
	size_t solved_at;           /* first after so many moves, 0: never */
	unsigned char line;         /* the last push, 0 at a break */
	const unsigned char *box;   /* where its box is now */
	/* The low six bits of the letter before the block, and of those of the
	 * block, in the case that the cells demand, with room to look at 64; if
	 * they push, the cells of their boxes before that. */
	size_t n;
	unsigned char letter[1 + TALLY_BLOCK + 63];
	const unsigned char *at[TALLY_BLOCK];
};

struct play;
/* Count the block and begin the next one; the plain one goes move by move. */
void tally_count(struct play *play);
void tally_plain(struct play *play);

struct play {
	struct sok_position *position;
	unsigned char *cell;
	const struct sok_game *game;
	/* The mode; play sets wrong_case, problem, fail_at and reason.  The
	 * problem of a jump that is not a walk does not stop play. */
	struct sok_replay *played;
	bool no_memory; /* play has stopped for this reason, not for a rule */
	ptrdiff_t at;   /* of the active player, which is not in the cells */
	struct tally tally;
	char *recase; /* a copy of the moves to be corrected, or NULL */
	/* The numbers of boxes, and those that the goals want, by cell; NULL
	 * unless the puzzle has orders. */
	uint32_t *number, *want;
};

/* play.c: set up a game in the mode of *played, whose problem is cleared; -1 on
 * ENOMEM. */
int play_begin(struct play *play, struct sok_position *position,
    const struct sok_game *game, struct sok_replay *played,
    bool reachable_only);
/* Play the byte at *i, and count the moves.  False if play stops: by
 * play_stop(), or play->no_memory is set. */
bool play_token(struct play *play, size_t *i);
/* The same for all bytes from one to another. */
bool play_bytes(struct play *play, size_t from, size_t end);
/* Play as many letters of a game of letters alone as are right, for one player,
 * and return their number. */
size_t forward_letters(struct play *play);
/* Play stops at a byte of the moves for a reason that is a rule's: false, for
 * tail calls. */
bool play_stop(
    struct play *play, enum sok_rule rule, size_t at, const char *reason);
#define TOO_LONG "needs a longer search for a walk than is allowed"
/* Add the displacement in the bracket at *i, of n letters, to *x, *y; *i moves
 * to the closing bracket.  *x becomes INT_MIN if a letter leads nowhere.  False
 * if the bracket is not closed. */
bool play_displacement(enum sok_grid grid, struct sok_str moves, size_t *i,
    int *x, int *y, size_t *n);

/* replay.c: where the moves before `*` end: inside a group or bracket that is
 * where the outermost one begins (YASC). */
size_t play_mark(const struct sok_game *game, struct sok_replay *played);
/* A game that begins with a jump is a reverse game; one with a jump later on
 * should be one: played->problem. */
enum sok_mode play_mode(
    const struct sok_game *game, size_t cut, struct sok_replay *played);

#endif
