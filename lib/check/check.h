/* check.h - what the files of sokcheck's rules share. */
#ifndef SOK_CHECK_H
#define SOK_CHECK_H

#include "sok.h"

/* What the rules know of a puzzle that has a board with a player in it. */
struct check {
	const struct sok_puzzle *p;
	const struct sok_board *b;
	const struct sok_check_options *o;
	struct sok_sink *sink;
	struct sok_arena *a;
	struct sok_area area;  /* what the players reach if boxes yield */
	size_t words;          /* of area.bits and of the sets below */
	uint64_t *box, *goal;  /* of the whole picture */
	size_t boxes, goals;   /* in the area */
	uint64_t *frozen;      /* boxes no push can ever move */
	uint64_t *dead;        /* boxes off goal no push takes to a goal */
	uint64_t *unreachable; /* free goals no push brings a box to */
};

/*
 * The short way, whose floods no rule names: most puzzles are plainly in order.
 * What grows side by side, as none has to wait for another: what the player
 * walks to; squares from which a box can be pushed to a goal; squares to which
 * a box can be pushed.
 */
enum check_lane { WALK, PULL, PUSH };

/* Rows and columns of boards that it looks at. */
#define CHECK_MOST 64
#define CHECK_PAD 64
#define CHECK_GRID 16 /* rows of boards that are looked at as a whole */

/* The squares of rows: those of a board, or those of text, where a byte stands
 * behind each row.  CHECK_PAD more can be read. */
struct check_text {
	const unsigned char *sq;
	const uint16_t *end; /* of rows of text; NULL: all are full */
	int width, height;
};

/* Whether a board of Sokoban is plainly in order: then no rule of check.c has
 * anything to say about it, --target aside. */
bool check_board(const struct sok_board *b);
/* The same for rows with one player and as many boxes as goals. */
bool check_text(const struct check_text *t);
/* The same for 8 to 10 columns and 2 to 10 rows, so many squares one below the
 * other: 1 in order, 0 not; -1 if not all of the edge is wall: then it cannot
 * tell. */
int check_tiny(const unsigned char *sq, int width, int height, int stride);
/* The same for so many columns. */
bool check_rows32(const struct check_text *t);
bool check_rows64(const struct check_text *t);
/* And without the vectors that only some processors have. */
bool check_rows32_plain(const struct check_text *t);
bool check_rows64_plain(const struct check_text *t);
#ifdef __x86_64__
/* The same where cpu_has_avx2(), of up to CHECK_GRID rows and so many columns.
 */
bool check_grid16(const struct check_text *t);
bool check_grid32(const struct check_text *t);
#endif

static inline bool
check_is_tiny(int width, int height)
{
	return width >= 8 && width <= 10 && height >= 2 && height <= 10;
}

/* Fill the last three sets for a closed board; -1 on ENOMEM. */
int check_push(struct check *c);

/* Whether every box of the picture is on a goal. */
bool check_solved(const struct check *c);

/* Report what the programs of c->o->targets cannot load. */
void check_targets(const struct check *c);

/* Where findings about the puzzle as a whole point. */
struct sok_pos check_pos(const struct sok_puzzle *p);

#endif
