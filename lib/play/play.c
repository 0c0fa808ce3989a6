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
play_begin(struct play *p, struct sok_position *s, const struct sok_game *g,
    struct sok_replay *r, bool reachable_only)
{
	struct cells *c = &s->side[r->mode];
	struct tally *t = &p->t;

	if (position_ready(s, r->mode) != 0 ||
	    ((reachable_only || r->mode == SOK_REVERSE) &&
	        position_area(s) != 0))
		return -1;
	p->s = s;
	p->cell = c->cell;
	p->g = g;
	p->r = r;
	p->at = s->start;
	p->cell[p->at] &= (unsigned char)~CELL_PLAYER;
	c->used = g->moves.len + 1;
	p->recase = NULL;
	p->number = p->want = NULL;
	p->no_memory = false;
	r->problem = SOK_NO_RULE;

	t->m = (struct sok_metrics){0};
	/* Boxes on goals are on goals in both modes. */
	t->off = s->off;
	if (r->mode == SOK_REVERSE)
		t->off += s->board->goals - s->board->boxes;
	t->enough = reachable_only ? s->outside_off[r->mode] : 0;
	t->solved_at = 0;
	t->letter[0] = TALLY_BREAK;
	t->line = 0;
	t->box = NULL;
	t->n = 0;
	return 0;
}

bool
play_stop(struct play *p, enum sok_rule rule, size_t at, const char *reason)
{
	p->r->problem = rule;
	p->r->fail_at = at;
	p->r->reason = reason;
	return false;
}

static bool
is_inside(const struct sok_position *s, ptrdiff_t at)
{
	return at >= s->stride && at < s->size - s->stride &&
	    at % s->stride < s->board->width;
}

/* Why a move to a cell, perhaps pushing its box to another, is illegal. */
static const char *
obstacle(const struct play *p, ptrdiff_t to, ptrdiff_t box)
{
	bool reverse = p->r->mode == SOK_REVERSE;

	/* from a square cell of Octoban */
	if (to == p->at)
		return "leads nowhere from this cell";
	if (reverse && p->cell[p->at] & CELL_BOX)
		return "starts on a box, which only a jump leaves";
	if (!is_inside(p->s, to))
		return "leaves the board";
	if (p->cell[to] & CELL_WALL)
		return "walks into a wall";
	if (p->cell[to] & CELL_PLAYER)
		return "walks into another player";
	if (reverse)
		return p->cell[to] & CELL_BOX ? "walks into a box"
		                              : "pulls no box";
	if (!is_inside(p->s, box))
		return "pushes a box off the board";
	if (p->cell[box] & CELL_WALL)
		return "pushes into a wall";
	return p->cell[box] & CELL_PLAYER ? "pushes into another player"
	                                  : "pushes into another box";
}

/* Play the letter at i.  Forward, the cells decide whether it pushes, and its
 * case is only compared; in reverse a capital is a pull. */
static bool
play_step(struct play *p, size_t i)
{
	const struct sok_position *s = p->s;
	struct tally *t = &p->t;
	unsigned char *cell = p->cell;
	char c = p->g->moves.s[i], right = c;
	ptrdiff_t at = p->at, to = at + position_step(s, at, c);
	ptrdiff_t from = to, box = to; /* where the box moves */
	bool can = to != at;

	if (can && p->r->mode == SOK_FORWARD) {
		if (cell[to] == CELL_BOX)
			box = to + position_step(s, to, c);
		can = cell[box] == CELL_FREE;
		right = (char)(from != box ? c & ~32 : c | 32);
	} else if (can) {
		can = cell[to] == CELL_FREE && !(cell[at] & CELL_BOX);
		if (can && !(c & 32)) {
			from = position_origin(s, at, c);
			box = at;
			can = cell[from] == CELL_BOX;
		}
	}
	if (!can)
		return play_stop(
		    p, SOK_ILLEGAL_MOVE_RULE, i, obstacle(p, to, box));

	if (from != box) {
		cell[from] &= (unsigned char)~CELL_BOX;
		cell[box] |= CELL_BOX;
		if (p->number != NULL) {
			p->number[box] = p->number[from];
			p->number[from] = 0;
		}
	}
	p->at = to;
	t->at[t->n] = cell + from;
	t->letter[++t->n] = right & LEADS_MASK;
	if (t->n == TALLY_BLOCK)
		tally_count(p);
	if (right != c && !p->r->wrong_case) {
		p->r->wrong_case = true;
		p->r->wrong_case_at = i;
	}
	if (p->recase != NULL)
		p->recase[i] = right;
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
leap(struct play *p, size_t *i)
{
	struct sok_position *s = p->s;
	const struct sok_board *b = s->board;
	int x = (int)(p->at % s->stride), y = (int)(p->at / s->stride) - 1, met;
	bool change = p->g->moves.s[*i] == '{';
	size_t start = *i, n;
	bool closed = play_displacement(b->grid, p->g->moves, i, &x, &y, &n);
	bool on = x >= 0 && y >= 0 && x < b->width && y < b->height;
	ptrdiff_t to = on ? (y + 1) * s->stride + x : -1;
	const char *reason = NULL;

	if (!closed)
		reason = change ? "changes players without a closing brace"
		                : "jumps without a closing bracket";
	else if (to == p->at || (change && on && p->cell[to] & CELL_PLAYER))
		reason = NULL;
	else if (change)
		reason = "changes to a square without a player";
	else if (!on)
		reason = "jumps off the board";
	else if (p->cell[to] & CELL_WALL)
		reason = "jumps into a wall";
	else if (p->cell[to] & CELL_BOX)
		reason = "jumps onto a box";
	else if (p->cell[to] & CELL_PLAYER)
		reason = "jumps onto another player";
	else if (!sok_area_has(&s->area, x, y))
		reason = "jumps out of the player's area";
	if (reason != NULL)
		return play_stop(p, SOK_ILLEGAL_MOVE_RULE, start, reason);

	tally_count(p);
	if (change) {
		p->cell[p->at] |= CELL_PLAYER;
		p->cell[to] &= (unsigned char)~CELL_PLAYER;
	} else if (to != p->at && p->t.m.pushes > 0 &&
	    p->r->problem == SOK_NO_RULE) {
		/* After the first pull, a jump stands for a walk. */
		met = position_search(s, p->cell, p->at, to, CELL_BLOCKED);
		if (met < 0) {
			p->no_memory = true;
			return false;
		}
		if (s->search.tired)
			return play_stop(p, SOK_LIMIT_RULE, start, TOO_LONG);
		if (met == 0)
			play_stop(p, SOK_JUMP_AFTER_PULL_RULE, start,
			    "jumps where the player cannot walk");
	}
	/* Lines and sessions end here. */
	p->t.m.moves += change ? 0 : n;
	p->t.letter[0] = TALLY_BREAK;
	p->t.line = 0;
	p->at = to;
	return true;
}

bool
play_token(struct play *p, size_t *i)
{
	char c = p->g->moves.s[*i];

	if (sok_is_letter(c) && (p->s->step[0][c & 31] | p->s->step[1][c & 31]))
		return play_step(p, *i);
	if (c == '(' || c == ')' || c == '*')
		return true;
	if (c == '{' || (c == '[' && p->r->mode == SOK_REVERSE))
		return leap(p, i);
	return play_stop(p, SOK_ILLEGAL_MOVE_RULE, *i,
	    c == '[' ? "jumps in forward play" : "is not a move");
}

bool
play_bytes(struct play *p, size_t from, size_t end)
{
	bool letters = p->g->letters_only && p->number == NULL;
	size_t i = letters ? forward_letters(p) : from;
	bool fine = true;

	for (; fine && i < end; i++)
		fine = play_token(p, &i);
	tally_count(p);
	return fine;
}
