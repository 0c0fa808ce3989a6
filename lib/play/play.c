/* play.c - plays the moves of a game; tally.c counts its metrics, block by
 * block. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "play/position.h"
#include "text/text.h"

/* ---- any moves */

int
play_begin(struct play *play, struct sok_position *position,
    const struct sok_game *game, struct sok_replay *played, bool reachable_only)
{
	struct cells *cells = &position->side[played->mode];
	struct tally *tally = &play->tally;

	if (position_ready(position, played->mode) != 0 ||
	    ((reachable_only || played->mode == SOK_REVERSE) &&
	        position_area(position) != 0))
		return -1;
	play->position = position;
	play->cell = cells->cell;
	play->game = game;
	play->played = played;
	play->at = position->start;
	play->cell[play->at] &= (unsigned char)~CELL_PLAYER;
	cells->used = game->moves.len + 1;
	play->recase = NULL;
	play->number = play->want = NULL;
	play->no_memory = false;
	played->problem = SOK_NO_RULE;

	tally->metrics = (struct sok_metrics){0};
	/* Boxes on goals are on goals in both modes. */
	tally->off = position->off;
	if (played->mode == SOK_REVERSE)
		tally->off += position->board->goals - position->board->boxes;
	tally->enough =
	    reachable_only ? position->outside_off[played->mode] : 0;
	tally->solved_at = 0;
	tally->letter[0] = TALLY_BREAK;
	tally->line = 0;
	tally->box = NULL;
	tally->n = 0;
	return 0;
}

bool
play_stop(struct play *play, enum sok_rule rule, size_t at, const char *reason)
{
	play->played->problem = rule;
	play->played->fail_at = at;
	play->played->reason = reason;
	return false;
}

/* Whether a cell is on the board, not in the border around it. */
static bool
is_inside(const struct sok_position *position, ptrdiff_t at)
{
	return at >= position->stride &&
	    at < position->size - position->stride &&
	    at % position->stride < position->board->width;
}

/* Why a move to a cell, perhaps pushing its box to another, is illegal. */
static const char *
obstacle(const struct play *play, ptrdiff_t to, ptrdiff_t box)
{
	bool reverse = play->played->mode == SOK_REVERSE;

	/* from a square cell of Octoban */
	if (to == play->at)
		return "leads nowhere from this cell";
	if (reverse && play->cell[play->at] & CELL_BOX)
		return "starts on a box, which only a jump leaves";
	if (!is_inside(play->position, to))
		return "leaves the board";
	if (play->cell[to] & CELL_WALL)
		return "walks into a wall";
	if (play->cell[to] & CELL_PLAYER)
		return "walks into another player";
	if (reverse)
		return play->cell[to] & CELL_BOX ? "walks into a box"
		                                 : "pulls no box";
	if (!is_inside(play->position, box))
		return "pushes a box off the board";
	if (play->cell[box] & CELL_WALL)
		return "pushes into a wall";
	return play->cell[box] & CELL_PLAYER ? "pushes into another player"
	                                     : "pushes into another box";
}

/* Play the letter at i.  Forward, the cells decide whether it pushes, and its
 * case is only compared; in reverse a capital is a pull. */
static bool
play_step(struct play *play, size_t i)
{
	const struct sok_position *position = play->position;
	struct tally *tally = &play->tally;
	unsigned char *cell = play->cell;
	char c = play->game->moves.s[i], right = c;
	ptrdiff_t at = play->at, to = at + position_step(position, at, c);
	ptrdiff_t from = to, box = to; /* where the box moves */
	bool can = to != at;

	if (can && play->played->mode == SOK_FORWARD) {
		if (cell[to] == CELL_BOX)
			box = to + position_step(position, to, c);
		can = cell[box] == CELL_FREE;
		right = (char)(from != box ? c & ~32 : c | 32);
	} else if (can) {
		can = cell[to] == CELL_FREE && !(cell[at] & CELL_BOX);
		if (can && !(c & 32)) {
			from = position_origin(position, at, c);
			box = at;
			can = cell[from] == CELL_BOX;
		}
	}
	if (!can)
		return play_stop(
		    play, SOK_ILLEGAL_MOVE_RULE, i, obstacle(play, to, box));

	if (from != box) {
		cell[from] &= (unsigned char)~CELL_BOX;
		cell[box] |= CELL_BOX;
		if (play->number != NULL) {
			play->number[box] = play->number[from];
			play->number[from] = 0;
		}
	}
	play->at = to;
	tally->at[tally->n] = cell + from;
	tally->letter[++tally->n] = right & LEADS_MASK;
	if (tally->n == TALLY_BLOCK)
		tally_count(play);
	if (right != c && !play->played->wrong_case) {
		play->played->wrong_case = true;
		play->played->wrong_case_at = i;
	}
	if (play->recase != NULL)
		play->recase[i] = right;
	return true;
}

bool
play_displacement(enum sok_grid grid, struct sok_str moves, size_t *i, int *x,
    int *y, size_t *n)
{
	char close = moves.s[*i] == '[' ? ']' : '}';
	bool lost = false;
	int dx, dy;

	*n = 0;
	while (++*i < moves.len && moves.s[*i] != close) {
		if (steps_letter(grid, moves.s[*i]) < 0)
			continue;
		lost |= !sok_step(grid, moves.s[*i], *x, *y, &dx, &dy) ||
		    abs(*x) > INT_MAX / 2 || abs(*y) > INT_MAX / 2;
		*x += lost ? 0 : dx;
		*y += lost ? 0 : dy;
		++*n;
	}
	*x = lost ? INT_MIN : *x;
	return *i < moves.len;
}

/* Play the jump of a reverse game, or the change of players, at *i. */
static bool
leap(struct play *play, size_t *i)
{
	struct sok_position *position = play->position;
	const struct sok_board *board = position->board;
	int x = (int)(play->at % position->stride),
	    y = (int)(play->at / position->stride) - 1, met;
	bool change = play->game->moves.s[*i] == '{';
	size_t start = *i, n;
	bool closed =
	    play_displacement(board->grid, play->game->moves, i, &x, &y, &n);
	bool on = x >= 0 && y >= 0 && x < board->width && y < board->height;
	ptrdiff_t to = on ? (y + 1) * position->stride + x : -1;
	const char *reason = NULL;

	if (!closed)
		reason = change ? "changes players without a closing brace"
		                : "jumps without a closing bracket";
	else if (to == play->at ||
	    (change && on && play->cell[to] & CELL_PLAYER))
		reason = NULL;
	else if (change)
		reason = "changes to a square without a player";
	else if (!on)
		reason = "jumps off the board";
	else if (play->cell[to] & CELL_WALL)
		reason = "jumps into a wall";
	else if (play->cell[to] & CELL_BOX)
		reason = "jumps onto a box";
	else if (play->cell[to] & CELL_PLAYER)
		reason = "jumps onto another player";
	else if (!sok_area_has(&position->area, x, y))
		reason = "jumps out of the player's area";
	if (reason != NULL)
		return play_stop(play, SOK_ILLEGAL_MOVE_RULE, start, reason);

	tally_count(play);
	if (change) {
		play->cell[play->at] |= CELL_PLAYER;
		play->cell[to] &= (unsigned char)~CELL_PLAYER;
	} else if (to != play->at && play->tally.metrics.pushes > 0 &&
	    play->played->problem == SOK_NO_RULE) {
		/* After the first pull, a jump stands for a walk. */
		met = position_search(
		    position, play->cell, play->at, to, CELL_BLOCKED);
		if (met < 0) {
			play->no_memory = true;
			return false;
		}
		if (position->search.tired)
			return play_stop(play, SOK_LIMIT_RULE, start, TOO_LONG);
		if (met == 0)
			play_stop(play, SOK_JUMP_AFTER_PULL_RULE, start,
			    "jumps where the player cannot walk");
	}
	/* Lines and sessions end here. */
	play->tally.metrics.moves += change ? 0 : n;
	play->tally.letter[0] = TALLY_BREAK;
	play->tally.line = 0;
	play->at = to;
	return true;
}

bool
play_token(struct play *play, size_t *i)
{
	char c = play->game->moves.s[*i];

	if (sok_is_letter(c) &&
	    (play->position->step[0][c & 31] | play->position->step[1][c & 31]))
		return play_step(play, *i);
	if (c == '(' || c == ')' || c == '*')
		return true;
	if (c == '{' || (c == '[' && play->played->mode == SOK_REVERSE))
		return leap(play, i);
	return play_stop(play, SOK_ILLEGAL_MOVE_RULE, *i,
	    c == '[' ? "jumps in forward play" : "is not a move");
}

bool
play_bytes(struct play *play, size_t from, size_t end)
{
	bool letters = play->game->letters_only && play->number == NULL;
	size_t i = letters ? forward_letters(play) : from;
	bool fine = true;

	for (; fine && i < end; i++)
		fine = play_token(play, &i);
	tally_count(play);
	return fine;
}
