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
be_free(struct plan *p, long at)
{
	if (!(p->sq[at] & NOW))
		p->sq[at] |= KNOWN | FLOOR;
	return !(p->sq[at] & NOW);
}

/* Play a letter; the reason if it is not possible, or NULL. */
static const char *
step(struct plan *p, char c, int dx, int dy)
{
	bool forward = p->mode == SOK_FORWARD, walks = c & 32;
	long d = dy * p->width + dx;
	long box = forward ? p->at + d : p->at - d;

	if (!be_free(p, p->at))
		return "starts on a box";
	if (!walks) {
		/* A box was there from the start if nothing else is known. */
		if (!(p->sq[box] & KNOWN))
			p->sq[box] |= KNOWN | FLOOR | AT_FIRST | NOW |
			    (p->over ? AT_LAST : 0);
		if (!(p->sq[box] & NOW))
			return forward ? "pushes from a square that has no box"
			               : "pulls from a square that has no box";
		if (!be_free(p, box + d))
			return "pushes into another box";
		p->sq[box] &= (unsigned char)~NOW;
		p->sq[box + d] |= NOW;
	}
	p->at += d;
	if (be_free(p, p->at))
		return NULL;
	/* A pulled box moves along. */
	return walks ? "walks into a box" : "pulls into another box";
}

static const char *
jump(struct plan *p, struct sok_str moves, size_t *i)
{
	int dx = 0, dy = 0;
	size_t n;

	if (p->mode == SOK_FORWARD)
		return "jumps in forward play";
	if (!play_displacement(p->grid, moves, i, &dx, &dy, &n))
		return "jumps without a closing bracket";
	long to = p->at + dy * p->width + dx;
	p->sq[to] |= FLOOR;
	if (to != p->at && !be_free(p, to))
		return "jumps onto a box";
	p->at = to;
	return NULL;
}

/* Whether the moves contradict each other: the reason, and *at; or NULL.  Those
 * after `*` may. */
static const char *
follow(struct plan *p, struct sok_str moves, size_t cut, size_t *at)
{
	const char *reason = NULL;
	int dx, dy;

	for (size_t i = 0; i <= moves.len && reason == NULL; i++) {
		if (i == cut) {
			for (long k = 0; k < p->width * p->height; k++)
				if (p->sq[k] & NOW)
					p->sq[k] |= AT_LAST;
			p->over = true;
		}
		if (i == moves.len)
			break;
		*at = i;
		if (sok_step(p->grid, moves.s[i], 0, 0, &dx, &dy))
			reason = step(p, moves.s[i], dx, dy);
		else if (moves.s[i] == '[')
			reason = jump(p, moves, &i);
		else if (memchr("()*", moves.s[i], 3) == NULL)
			reason = "it changes players";
	}
	return p->over ? NULL : reason;
}

/* All that is not known to be floor is wall, until the board is simplified. */
static int
draw(const struct plan *p, struct sok_board *b, struct sok_arena *a)
{
	/* A reverse game begins with the boxes on the goals. */
	bool forward = p->mode == SOK_FORWARD;
	unsigned char first = forward ? SOK_BOX : SOK_GOAL;
	unsigned char last = forward ? SOK_GOAL : SOK_BOX;
	int dx, dy;

	if (sok_board_new(b, (int)p->width, (int)p->height, a) != 0)
		return -1;
	b->grid = p->grid;
	for (long i = 0; i < p->width * p->height; i++) {
		unsigned char sq = p->sq[i];

		b->sq[i] = sq & FLOOR ? SOK_FLOOR : SOK_WALL;
		b->sq[i] |= i == p->start ? SOK_PLAYER : 0;
		b->sq[i] |= sq & AT_FIRST ? first : 0;
		b->sq[i] |= sq & AT_LAST ? last : 0;
	}
	sok_board_count(b);
	return sok_board_simplify(b, b, &dx, &dy, a) < 0 ? -1 : 0;
}

int
sok_board_from_moves(struct sok_board *b, enum sok_variant v,
    const struct sok_game *g, struct sok_no_board *why, struct sok_arena *a)
{
	struct sok_replay_options o = {.no_final = true};
	struct sok_replay r = {.problem = SOK_NO_RULE};
	struct plan p = {.grid = sok_variant_grid(v)};
	struct sok_puzzle made = {.has_board = true, .variant = v};
	size_t cut = play_mark(g, &r);

	*why = (struct sok_no_board){0};
	if (steps_table[p.grid].kinds) {
		why->reason = "boards of this variant cannot be rebuilt";
		return 0;
	}
	p.mode = play_mode(g, cut, &r);
	why->reason = r.reason;
	if (r.problem != SOK_NO_RULE)
		return 0;
	why->reason = "the board would be over a limit";
	if (!measure_path(&p, g->moves))
		return 0;
	p.sq = sok_arena_zalloc(a, (size_t)(p.width * p.height), 1);
	if (p.sq == NULL)
		return -1;
	p.sq[p.start] |= FLOOR;
	why->reason = follow(&p, g->moves, cut, &why->at);
	if (why->reason != NULL) {
		why->contradicts = g->moves.s[why->at] != '{';
		return 0;
	}
	if (draw(&p, b, a) != 0)
		return -1;

	made.board = *b;
	if (sok_replay(&made, g, &o, &r, a) != 0)
		return -1;
	if (r.at.pushes == 0)
		why->reason = r.mode == SOK_FORWARD
		    ? "no letter is a capital, so nothing is pushed"
		    : "no letter is a capital, so nothing is pulled";
	else if (r.mode == SOK_REVERSE)
		why->reason = "the walk home is missing: the player cannot get "
		              "back to where it starts";
	else
		why->reason = "it does not solve the rebuilt board";
	return r.verdict == SOK_SOLVED;
}
