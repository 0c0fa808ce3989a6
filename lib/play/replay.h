/*
 * replay.h - what the files of the replay share: the stage (a board set up
 * for play), the play (one game going on), and the tally of its moves.
 *
 * A stage's squares stand in a border of wall, one square wide, so that no
 * step needs a test for the edge: row y begins at (y + 1) * stride and the
 * last byte of every row is border.  A reverse game is played on the same
 * squares with boxes and goals exchanged; "box" and "goal" below mean what
 * they are on the stage.
 */
#ifndef SOK_REPLAY_H
#define SOK_REPLAY_H

#include "sok.h"

enum { STAGE_BLOCKED = SOK_WALL | SOK_BOX | SOK_PLAYER };

struct grid {
	unsigned char *sq; /* NULL until it is needed */
	size_t used;       /* moves played since it was clean */
};

/* Memory of a search over a grid, taken when the first one is made. */
struct search {
	uint32_t *queue, *seen;
	unsigned char *from; /* low five bits of the step that led here */
	uint32_t stamp;      /* seen[] == stamp: reached */
	size_t n;            /* squares reached, in queue */
	uint64_t left;       /* squares that may still be looked at */
	bool tired;          /* there were more to look at */
};

/* A cell for letters: a box is the bit that a capital lacks, so that a letter
 * tells what must stand where it leads. */
enum { FAST_FREE = 0, FAST_WALL = 1, FAST_BOX = 'a' ^ 'A' };

/* The stage as replay_fast.c has it, for forward play. */
struct fast {
	unsigned char *cell; /* NULL until it is needed */
	unsigned char *goal; /* 1 where one is; nothing in the border */
	size_t size;         /* of both; FAST_SLACK more can be read */
	size_t boxes;        /* that stand there */
	size_t used;         /* as in struct grid */
	ptrdiff_t stride;
};

enum { FAST_SLACK = 16 };

/* A game there, and what came of it. */
struct fast_game {
	struct sok_str moves;
	ptrdiff_t at;     /* cell of the player */
	size_t off;       /* boxes off goal */
	size_t enough;    /* it is solved when no more are off, */
	size_t solved_at; /* first after so many moves, 0: never */
	size_t changes, yasc_lines;
};

struct sok_stage {
	const struct sok_puzzle *puzzle;
	const struct sok_board *board;
	bool multiban; /* declared, or a game changes players */
	ptrdiff_t stride, size;
	ptrdiff_t start;     /* of the first player */
	size_t off;          /* boxes off goal before the first move */
	int32_t delta[32];   /* by the low five bits of a direction letter */
	struct grid grid[2]; /* by enum sok_mode */
	struct fast fast;
	bool area_known;
	struct sok_area area; /* of the players, boxes ignored */
	size_t outside_off[2];
	size_t inside_boxes, inside_goals;
	struct search search;
	bool limit_known;
	size_t limit; /* the puzzle's own, of moves */
	struct sok_arena *a;
};

/* The first player of n squares, n if there is none; *off: boxes that are on no
 * goal. */
size_t stage_look(const unsigned char *sq, size_t n, size_t *off);
/* Clean squares for a game of that mode; -1 on ENOMEM. */
int stage_ready(struct sok_stage *s, enum sok_mode mode);
/* Rows *y to *end are those that a game of so many moves can have changed. */
void stage_reach(
    const struct sok_stage *s, size_t moves, ptrdiff_t *y, ptrdiff_t *end);
/* Boxes off goal before the first move. */
size_t stage_off(const struct sok_stage *s, enum sok_mode mode);
/* area, outside_off, inside_boxes and inside_goals; -1 on ENOMEM. */
int stage_area(struct sok_stage *s);
/* Whether a square of the grid is inside the rectangle. */
bool stage_inside(const struct sok_stage *s, ptrdiff_t at);
/* The grid's square dx, dy away, or -1 outside the rectangle. */
ptrdiff_t stage_away(const struct sok_stage *s, ptrdiff_t at, long dx, long dy);
/* A copy of the board with squares that are not filled in; NULL on ENOMEM. */
unsigned char *stage_copy(
    const struct sok_stage *s, struct sok_board *b, struct sok_arena *a);
/* Put a player there. */
void stage_player(const struct sok_stage *s, struct sok_board *b, ptrdiff_t at);
/* The picture: boxes of sq, players of sq and one more at `at`. */
int stage_picture(const struct sok_stage *s, const unsigned char *sq,
    ptrdiff_t at, struct sok_board *b, struct sok_arena *a);

/*
 * Search squares free of `blocked` from `from` until `to` is met (-1: all).
 * 1 met (all were seen), 0 not (or search.tired), -1 on ENOMEM.  The way can
 * be followed back from `to` through search.from.
 */
int stage_search(struct sok_stage *s, const unsigned char *sq, ptrdiff_t from,
    ptrdiff_t to, unsigned blocked);

/* Moves counted one by one. */
struct tally {
	struct sok_metrics m;
	ptrdiff_t step; /* direction of the last step, 0 at a break */
	ptrdiff_t push; /* the same if it was a push, else 0 */
	ptrdiff_t box;  /* where the box stands that was pushed last */
	ptrdiff_t line; /* direction of its last push, 0 at a break */
};

static inline void
tally_walk(struct tally *t, ptrdiff_t d)
{
	t->m.moves++;
	t->m.player_lines += d != t->step;
	t->step = d;
	t->push = 0;
}

static inline void
tally_push(struct tally *t, ptrdiff_t d, ptrdiff_t from, ptrdiff_t to)
{
	t->m.moves++;
	t->m.pushes++;
	t->m.player_lines += d != t->step;
	t->m.sessions += t->push == 0;
	t->m.lines += d != t->push;
	t->m.changes += from != t->box;
	t->m.yasc_lines += from != t->box || d != t->line;
	t->step = t->push = t->line = d;
	t->box = to;
}

/* A jump or pusher change: n steps that belong to no line. */
static inline void
tally_break(struct tally *t, size_t n)
{
	t->m.moves += n;
	t->step = t->push = t->line = 0;
}

struct play {
	struct sok_stage *s;
	unsigned char *sq;
	struct sok_str moves;
	enum sok_mode mode;
	ptrdiff_t at;  /* of the player; its square shows none */
	size_t off;    /* boxes off goal now */
	size_t enough; /* it is solved when no more are off */
	struct tally t;
	size_t solved_at;
	size_t wrong_case; /* byte of the first, SIZE_MAX none */
	size_t late_jump;  /* the same of a jump that was no walk */
	char *recase;      /* a copy of moves to be corrected, or NULL */
	enum sok_rule stop;
	size_t stop_at;
	const char *reason;
	bool no_memory;
};

/* replay.c: set up a game on a stage; play the byte at *i, false when it is
 * not possible; -1 on ENOMEM. */
int play_begin(struct play *p, struct sok_stage *s, const struct sok_game *g,
    enum sok_mode mode, bool reachable_only);
bool play_token(struct play *p, size_t *i);
/* Where the moves before `*` end: inside a group or bracket that is where
 * the outermost one begins (YASC). */
size_t play_mark(const struct sok_game *g, struct sok_replay *r);
/* A game that begins with a jump is a reverse game; one with a jump later on
 * wants to be one: r->problem. */
enum sok_mode play_mode(
    const struct sok_game *g, size_t cut, struct sok_replay *r);
/* Play stops here: false, for tail calls. */
bool play_stop(
    struct play *p, enum sok_rule rule, size_t at, const char *reason);
/* What stands between the bracket at *i and its end, as a displacement of n
 * letters; *i moves to the closing bracket.  False: it has none. */
bool play_bracket(
    struct sok_str moves, size_t *i, long *dx, long *dy, size_t *n);
/* A box goes from one square to the next. */
static inline void
play_box(struct play *p, ptrdiff_t from, ptrdiff_t to)
{
	p->off += (p->sq[from] & SOK_GOAL) != 0;
	p->off -= (p->sq[to] & SOK_GOAL) != 0;
	p->sq[from] &= (unsigned char)~SOK_BOX;
	p->sq[to] |= SOK_BOX;
}

/*
 * reverse.c: a step; a jump at *i; whether, with the boxes back at the start,
 * the players can walk back too (1, 0, -1 on ENOMEM).
 */
bool reverse_step(struct play *p, size_t i);
bool reverse_jump(struct play *p, size_t *i);
int reverse_home(struct play *p);

/*
 * multiban.c: whether a game changes players; the first that does, or NULL;
 * whether a puzzle declares Multiban or has such a game.  A puzzle that was so
 * stays so: if nothing says it any more, its game g begins with an empty
 * change; -1 on ENOMEM.  The change at *i.
 */
bool multiban_game(const struct sok_game *g);
struct sok_game *multiban_first(const struct sok_puzzle *p);
bool multiban_puzzle(const struct sok_puzzle *p);
int multiban_keep(
    struct sok_puzzle *p, struct sok_game *g, struct sok_arena *a);
bool multiban_change(struct play *p, size_t *i);

/*
 * replay_fast.c: a forward game of letters alone by one player.  1; 0 if
 * anything is wrong with it, a letter's case even: then it must be played from
 * the beginning; -1 on ENOMEM.  p needs no squares, and moves, pushes, lines,
 * sessions and player lines are left to metrics_of_letters().
 */
int play_fast(struct play *p);
/*
 * The same on cells of one's own, in rows of `stride` of which the last one is
 * wall, with a row of wall above and below: all walls, a row of n squares; then
 * a game, false if anything is wrong with it: then the walls may be broken,
 * too.
 */
void fast_walls(struct fast *f, size_t cells);
void fast_row(struct fast *f, ptrdiff_t at, const unsigned char *sq, size_t n);
bool fast_play(const struct fast *f, struct fast_game *g);
#ifdef __SSE2__
/* replay_sse2.c: fast_play() where a step is a byte, and a cell 16 bits: two
 * steps beyond all cells are still none of them. */
enum { FAST_WIDEST = 127, FAST_LARGEST = 0x10000 - 2 * FAST_WIDEST };
bool fast_play_sse2(const struct fast *f, struct fast_game *g);
#endif
/* The picture after it, as stage_picture() draws it. */
int fast_picture(
    const struct play *p, struct sok_board *b, struct sok_arena *a);

/* metrics.c: moves, pushes, lines, sessions and player lines of letters in
 * the right case. */
void metrics_of_letters(struct sok_metrics *m, struct sok_str moves);

#endif
