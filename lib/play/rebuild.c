/* rebuild.c - makes the smallest board that a game without a board proves:
 * squares the player walked on are floor, pushed objects are boxes, the final
 * squares of boxes are goals, and everything around is wall. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "play/play.h"
#include "play/position.h"
#include "text/text.h"

/* What is known about a square. */
enum {
	KNOWN = 1, /* whether it had a box at the start */
	AT_FIRST = 2,
	NOW = 4,
	AT_LAST = 8, /* at the end of the moves before `*` */
	FLOOR = 16
};

struct plan {
	enum sok_grid grid; /* squares or hexagons: a letter leads the same way
	                       from every cell */
	unsigned char *sq;
	long width, height;
	long start, at;
	enum sok_mode mode;
	bool over; /* the moves before `*` */
};

/* Measure how far the letters lead, with room for a box, a wall and an edge;
 * false if that is over a default limit. */
static bool
measure_path(struct plan *plan, struct sok_str moves)
{
	long x = 0, y = 0, left = 0, right = 0, top = 0, bottom = 0;
	long margin = plan->grid == SOK_HEXAGONS ? 6 : 3;
	int dx, dy;

	for (size_t i = 0; i < moves.len; i++) {
		if (!sok_step(plan->grid, moves.s[i], 0, 0, &dx, &dy))
			continue;
		x += dx;
		y += dy;
		left = x < left ? x : left;
		right = x > right ? x : right;
		top = y < top ? y : top;
		bottom = y > bottom ? y : bottom;
	}
	plan->width = right - left + 1 + 2 * margin;
	plan->height = bottom - top + 7;
	plan->start = plan->at = (3 - top) * plan->width + margin - left;
	return sok_limit_board(&sok_default_limits, (size_t)plan->width,
	           (size_t)plan->height) == NULL;
}

/* Whether a square is free, which is known from now on. */
static bool
be_free(struct plan *plan, long at)
{
	if (!(plan->sq[at] & NOW))
		plan->sq[at] |= KNOWN | FLOOR;
	return !(plan->sq[at] & NOW);
}

/* Play a letter; the reason if it is not possible, or NULL. */
static const char *
step(struct plan *plan, char c, int dx, int dy)
{
	bool forward = plan->mode == SOK_FORWARD, walks = c & 32;
	long distance = dy * plan->width + dx;
	long box = forward ? plan->at + distance : plan->at - distance;

	if (!be_free(plan, plan->at))
		return "starts on a box";
	if (!walks) {
		/* A box was there from the start if nothing else is known. */
		if (!(plan->sq[box] & KNOWN))
			plan->sq[box] |= KNOWN | FLOOR | AT_FIRST | NOW |
			    (plan->over ? AT_LAST : 0);
		if (!(plan->sq[box] & NOW))
			return forward ? "pushes from a square that has no box"
			               : "pulls from a square that has no box";
		if (!be_free(plan, box + distance))
			return "pushes into another box";
		plan->sq[box] &= (unsigned char)~NOW;
		plan->sq[box + distance] |= NOW;
	}
	plan->at += distance;
	if (be_free(plan, plan->at))
		return NULL;
	/* A pulled box moves along. */
	return walks ? "walks into a box" : "pulls into another box";
}

/* Play the jump whose bracket is at *i, which moves to its end; the reason if
 * it is not possible, or NULL. */
static const char *
jump(struct plan *plan, struct sok_str moves, size_t *i)
{
	int dx = 0, dy = 0;
	size_t n;

	if (plan->mode == SOK_FORWARD)
		return "jumps in forward play";
	if (!play_displacement(plan->grid, moves, i, &dx, &dy, &n))
		return "jumps without a closing bracket";
	long to = plan->at + dy * plan->width + dx;
	plan->sq[to] |= FLOOR;
	if (to != plan->at && !be_free(plan, to))
		return "jumps onto a box";
	plan->at = to;
	return NULL;
}

/* Whether the moves contradict each other: the reason, and *at; or NULL.  Those
 * after `*` may. */
static const char *
follow(struct plan *plan, struct sok_str moves, size_t cut, size_t *at)
{
	const char *reason = NULL;
	int dx, dy;

	for (size_t i = 0; i <= moves.len && reason == NULL; i++) {
		if (i == cut) {
			for (long k = 0; k < plan->width * plan->height; k++)
				if (plan->sq[k] & NOW)
					plan->sq[k] |= AT_LAST;
			plan->over = true;
		}
		if (i == moves.len)
			break;
		*at = i;
		if (sok_step(plan->grid, moves.s[i], 0, 0, &dx, &dy))
			reason = step(plan, moves.s[i], dx, dy);
		else if (moves.s[i] == '[')
			reason = jump(plan, moves, &i);
		else if (memchr("()*", moves.s[i], 3) == NULL)
			reason = "it changes players";
	}
	return plan->over ? NULL : reason;
}

/* Make the board: all that is not known to be floor is wall, until the board is
 * simplified.  0, -1 on ENOMEM. */
static int
draw(const struct plan *plan, struct sok_board *board, struct sok_arena *arena)
{
	/* A reverse game begins with the boxes on the goals. */
	bool forward = plan->mode == SOK_FORWARD;
	unsigned char first = forward ? SOK_BOX : SOK_GOAL;
	unsigned char last = forward ? SOK_GOAL : SOK_BOX;
	int dx, dy;

	if (sok_board_new(board, (int)plan->width, (int)plan->height, arena) !=
	    0)
		return -1;
	board->grid = plan->grid;
	for (long i = 0; i < plan->width * plan->height; i++) {
		unsigned char sq = plan->sq[i];

		board->sq[i] = sq & FLOOR ? SOK_FLOOR : SOK_WALL;
		board->sq[i] |= i == plan->start ? SOK_PLAYER : 0;
		board->sq[i] |= sq & AT_FIRST ? first : 0;
		board->sq[i] |= sq & AT_LAST ? last : 0;
	}
	sok_board_count(board);
	return sok_board_simplify(board, board, &dx, &dy, arena) < 0 ? -1 : 0;
}

int
sok_board_from_moves(struct sok_board *board, enum sok_variant variant,
    const struct sok_game *game, struct sok_no_board *why,
    struct sok_arena *arena)
{
	struct sok_replay_options options = {.no_final = true};
	struct sok_replay played = {.problem = SOK_NO_RULE};
	struct plan plan = {.grid = sok_variant_grid(variant)};
	struct sok_puzzle made = {.has_board = true, .variant = variant};
	size_t cut = play_mark(game, &played);

	*why = (struct sok_no_board){0};
	if (steps_table[plan.grid].kinds) {
		why->reason = "boards of this variant cannot be rebuilt";
		return 0;
	}
	plan.mode = play_mode(game, cut, &played);
	why->reason = played.reason;
	if (played.problem != SOK_NO_RULE)
		return 0;
	why->reason = "the board would be over a limit";
	if (!measure_path(&plan, game->moves))
		return 0;
	plan.sq =
	    sok_arena_zalloc(arena, (size_t)(plan.width * plan.height), 1);
	if (plan.sq == NULL)
		return -1;
	plan.sq[plan.start] |= FLOOR;
	why->reason = follow(&plan, game->moves, cut, &why->at);
	if (why->reason != NULL) {
		why->contradicts = game->moves.s[why->at] != '{';
		return 0;
	}
	if (draw(&plan, board, arena) != 0)
		return -1;

	made.board = *board;
	if (sok_replay(&made, game, &options, &played, arena) != 0)
		return -1;
	if (played.at.pushes == 0)
		why->reason = played.mode == SOK_FORWARD
		    ? "no letter is a capital, so nothing is pushed"
		    : "no letter is a capital, so nothing is pulled";
	else if (played.mode == SOK_REVERSE)
		why->reason = "the walk home is missing: the player cannot get "
		              "back to where it starts";
	else
		why->reason = "it does not solve the rebuilt board";
	return played.verdict == SOK_SOLVED;
}
