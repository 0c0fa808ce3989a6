/*
 * replay.c - plays a game on its puzzle and decides whether the game solves
 * the puzzle: the general loop, the verdict, and the board after the moves.
 */
#include <string.h>

#include "play/position.h"
#include "text/variant.h"
#include "tools.h"

const char *const sok_verdict_name[4] = {
    "solved", "unsolved", "illegal", "unsupported"};
const char *const sok_mode_name[2] = {"forward", "reverse"};

bool
play_stop(struct play *p, enum sok_rule rule, size_t at, const char *reason)
{
	p->stop = rule;
	p->stop_at = at;
	p->reason = reason;
	return false;
}

static bool
is_mark(char c)
{
	return c == '(' || c == ')' || c == '*';
}

static bool
is_inside(const struct sok_position *s, ptrdiff_t at)
{
	return at >= s->stride && at < s->size - s->stride &&
	    at % s->stride < s->board->width;
}

/* Why a move to a cell is not possible, which in forward play would push its
 * box to another cell. */
static const char *
obstacle(const struct play *p, ptrdiff_t to, ptrdiff_t box)
{
	bool reverse = p->mode == SOK_REVERSE;

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
	return p->cell[box] & CELL_WALL  ? "pushes into a wall"
	    : p->cell[box] & CELL_PLAYER ? "pushes into another player"
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
	char c = p->moves.s[i], right = c;
	ptrdiff_t at = p->at, to = at + position_step(s, at, c);
	ptrdiff_t from = to, box = to; /* where the box moves */
	bool can = to != at;

	if (can && p->mode == SOK_FORWARD) {
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
	if (right != c && p->wrong_case == SIZE_MAX)
		p->wrong_case = i;
	if (p->recase != NULL)
		p->recase[i] = right;
	return true;
}

bool
play_token(struct play *p, size_t *i)
{
	char c = p->moves.s[*i];
	size_t start = *i, n;
	ptrdiff_t to = p->at;

	if (sok_is_letter(c) &&
	    (p->s->step[0][c & 31] != 0 || p->s->step[1][c & 31] != 0))
		return play_step(p, *i);
	if (is_mark(c))
		return true;
	if (c == '[' && p->mode == SOK_REVERSE)
		return reverse_jump(p, i);
	if (c != '{')
		return play_stop(p, SOK_ILLEGAL_MOVE_RULE, *i,
		    c == '[' ? "jumps in forward play" : "is not a move");

	/* A change of players. */
	if (!position_displaced(p->s, p->moves, i, &to, &n))
		return play_stop(p, SOK_ILLEGAL_MOVE_RULE, start,
		    "changes players without a closing brace");
	if (to != p->at && (to < 0 || !(p->cell[to] & CELL_PLAYER)))
		return play_stop(p, SOK_ILLEGAL_MOVE_RULE, start,
		    "changes to a square without a player");
	p->cell[p->at] |= CELL_PLAYER;
	p->cell[to] &= (unsigned char)~CELL_PLAYER;
	p->at = to;
	tally_break(p, 0);
	return true;
}

static bool
play_bytes(struct play *p, size_t from, size_t end)
{
	size_t i = p->letters_only ? forward_letters(p) : from;
	bool fine = true;

	for (; fine && i < end; i++)
		fine = play_token(p, &i);
	tally_count(p);
	return fine;
}

size_t
play_mark(const struct sok_game *g, struct sok_replay *r)
{
	const char *s = g->moves.s, *star;
	size_t len = g->moves.len, depth = 0, cut = 0, i;

	star = len == 0 || g->letters_only ? NULL : memchr(s, '*', len);
	if (star == NULL)
		return len;
	r->has_star = true;
	r->star_at = (size_t)(star - s);
	r->many_stars = memchr(star + 1, '*', len - r->star_at - 1) != NULL;
	for (i = 0; i < r->star_at; i++) {
		if (s[i] == '(' || s[i] == '[' || s[i] == '{')
			cut = depth++ == 0 ? i : cut;
		else if (depth > 0)
			depth -= s[i] == ')' || s[i] == ']' || s[i] == '}';
	}
	return depth > 0 ? cut : r->star_at;
}

enum sok_mode
play_mode(const struct sok_game *g, size_t cut, struct sok_replay *r)
{
	size_t i = 0;
	bool change = false;

	if (g->letters_only)
		return SOK_FORWARD;
	while (i < g->moves.len &&
	    (change || g->moves.s[i] == '{' || is_mark(g->moves.s[i]))) {
		/* A pusher change may come before the first jump. */
		change =
		    g->moves.s[i] == '{' || (change && g->moves.s[i] != '}');
		i++;
	}
	if (i == g->moves.len || memchr(g->moves.s, '[', cut) == NULL)
		return i < g->moves.len && g->moves.s[i] == '[' ? SOK_REVERSE
		                                                : SOK_FORWARD;
	if (g->moves.s[i] != '[') {
		r->problem = SOK_NO_LEADING_JUMP_RULE;
		r->reason = "a reverse game must begin with a jump";
		r->fail_at = i;
		r->fail_move = 1;
	}
	return SOK_REVERSE;
}

/* Why no game can be replayed on this puzzle, or NULL. */
static const char *
unfit(
    const struct sok_position *s, const struct sok_game *g, enum sok_rule *rule)
{
	*rule = SOK_MOVES_WITHOUT_BOARD_RULE;
	if (!s->puzzle->has_board)
		return "there is no board";
	*rule = SOK_UNSUPPORTED_VARIANT_RULE;
	if (s->puzzle->variant == SOK_UNSUPPORTED)
		return "this variant cannot be replayed";
	*rule = SOK_NO_PLAYER_RULE;
	if (s->board->players == 0)
		return "there is no player";
	*rule = SOK_MANY_PLAYERS_RULE;
	if (s->board->players > 1 && !s->multiban && !multiban_game(g))
		return "there is more than one player";
	*rule = SOK_NRULES;
	return NULL;
}

int
play_begin(struct play *p, struct sok_position *s, const struct sok_game *g,
    enum sok_mode mode, bool reachable_only)
{
	struct cells *c = &s->side[mode];
	struct tally *t = &p->t;

	if ((reachable_only && position_area(s) != 0) ||
	    position_ready(s, mode) != 0)
		return -1;
	p->s = s;
	p->cell = c->cell;
	p->moves = g->moves;
	p->letters_only = g->letters_only;
	p->mode = mode;
	p->at = s->start;
	p->cell[p->at] &= (unsigned char)~CELL_PLAYER;
	c->used = g->moves.len + 1;
	p->wrong_case = p->late_jump = SIZE_MAX;
	p->recase = NULL;
	p->number = p->want = NULL;
	p->stop = SOK_NRULES;
	p->no_memory = false;

	t->m = (struct sok_metrics){0};
	/* Boxes on goals are on goals in both modes. */
	t->off = s->off;
	if (mode == SOK_REVERSE)
		t->off += s->board->goals - s->board->boxes;
	t->enough = reachable_only ? s->outside_off[mode] : 0;
	t->solved_at = 0;
	t->letter[0] = TALLY_BREAK;
	t->line = 0;
	t->box = NULL;
	t->n = 0;
	return 0;
}

/* The numbers of squares, by cell. */
static uint32_t *
by_cell(
    const struct sok_position *s, const uint32_t *number, struct sok_arena *a)
{
	const struct sok_board *b = s->board;
	uint32_t *cell = sok_arena_zalloc(a, (size_t)s->size, sizeof(*cell));

	for (ptrdiff_t y = 0; cell != NULL && y < b->height; y++)
		memcpy(cell + (y + 1) * s->stride, number + y * b->width,
		    (size_t)b->width * sizeof(*cell));
	return cell;
}

/* Number the boxes of Sokoban+, which takes the general loop; -1 on ENOMEM. */
static int
number_boxes(struct play *p, struct orders *o, struct sok_arena *a)
{
	bool forward = p->mode == SOK_FORWARD;
	int has = orders_read(p->s->puzzle, o, a);

	if (has != 1 || o->fault != NULL)
		return has == -1 ? -1 : 0;
	p->number = by_cell(p->s, forward ? o->box : o->goal, a);
	p->want = by_cell(p->s, forward ? o->goal : o->box, a);
	p->letters_only = false;
	return p->number == NULL || p->want == NULL ? -1 : 0;
}

static int
judge(struct play *p, bool reachable_only, const struct orders *o,
    struct sok_replay *r)
{
	const struct sok_position *s = p->s;
	bool reverse = p->mode == SOK_REVERSE;
	size_t boxes, goals;
	int home = 1;

	r->solved_at = reverse ? 0 : p->t.solved_at;
	r->wrong_case = p->wrong_case != SIZE_MAX;
	r->wrong_case_at = r->wrong_case ? p->wrong_case : 0;
	if (p->t.off > 0 && position_area(p->s) != 0)
		return -1;
	r->boxes_off_outside = s->outside_off[p->mode];
	r->boxes_off = p->t.off - r->boxes_off_outside;
	/* In reverse play there must also be as many boxes as at the start. */
	boxes = reachable_only ? s->inside_boxes : s->board->boxes;
	goals = reachable_only ? s->inside_goals : s->board->goals;
	if (reverse && boxes > goals)
		r->boxes_off += boxes - goals;
	r->verdict = SOK_UNSOLVED;
	if (r->at.pushes == 0 || r->boxes_off > 0 ||
	    (r->boxes_off_outside > 0 && !reachable_only))
		return 0;
	if (reverse)
		home = reverse_home(p);
	if (home <= 0 || p->late_jump != SIZE_MAX)
		return home < 0 ? -1 : 0;
	r->verdict = SOK_SOLVED;
	r->solved_at = reverse ? r->at.moves : r->solved_at;

	/* In Sokoban+ each goal, and in reverse play each box's square, must
	 * hold a box of its number. */
	if (p->number == NULL)
		return 0;
	for (ptrdiff_t i = s->stride; i < s->size - s->stride; i++)
		if (s->side[p->mode].goal[i] == 1 && is_inside(s, i) &&
		    !orders_same(o, p->number[i], p->want[i]))
			r->out_of_order = true;
	if (r->out_of_order && s->puzzle->variant == SOK_SOKOBAN_PLUS) {
		r->verdict = SOK_UNSOLVED;
		r->solved_at = 0;
	}
	return 0;
}

/* ---- */

/* The board with the boxes and players of the cells, and a player at `at`; -1
 * on ENOMEM. */
static int
draw_board(const struct sok_position *s, const unsigned char *cell,
    ptrdiff_t at, struct sok_board *b, struct sok_arena *a)
{
	const unsigned char *from = s->board->sq;
	unsigned char *to;
	int x, y;

	*b = *s->board;
	b->xsb = (struct sok_str){0};
	b->sq = to = sok_arena_alloc(a, sok_board_size(b), 1);
	if (to == NULL)
		return -1;
	for (y = 0; y < b->height; y++) {
		cell += s->stride;
		for (x = 0; x < b->width; x++, to++) {
			*to = *from++ & (SOK_WALL | SOK_GOAL);
			*to |= cell[x] & CELL_BOX ? SOK_BOX : 0;
			*to |= cell[x] & CELL_PLAYER ? SOK_PLAYER : 0;
		}
	}
	y = (int)(at / s->stride) - 1;
	b->sq[y * b->width + (int)(at % s->stride)] |= SOK_PLAYER;
	if (b->boxes != b->goals)
		sok_board_count(b);
	return 0;
}

int
sok_replay(const struct sok_puzzle *puzzle, const struct sok_game *g,
    const struct sok_replay_options *o, struct sok_replay *r,
    struct sok_arena *a)
{
	static const struct sok_replay_options plain;
	struct sok_position *s;
	struct orders orders;
	struct play p;
	size_t cut;
	bool fine;

	o = o != NULL ? o : &plain;
	s = o->position != NULL ? o->position : sok_position_open(puzzle, a);
	if (s == NULL)
		return -1;
	*r = (struct sok_replay){.verdict = SOK_NOT_SUPPORTED};
	r->reason = unfit(s, g, &r->problem);
	if (r->reason != NULL)
		return 0;
	cut = play_mark(g, r);
	r->mode = play_mode(g, cut, r);
	if (r->problem != SOK_NRULES) {
		r->verdict = SOK_ILLEGAL;
		return 0;
	}
	if (play_begin(&p, s, g, r->mode, o->reachable_only) != 0 ||
	    number_boxes(&p, &orders, a) != 0)
		return -1;
	fine = play_bytes(&p, 0, cut);
	r->at = p.t.m;
	if (p.no_memory ||
	    (fine && judge(&p, o->reachable_only, &orders, r) != 0))
		return -1;
	if (p.late_jump != SIZE_MAX) {
		r->problem = SOK_JUMP_AFTER_PULL_RULE;
		r->reason = "jumps where the player cannot walk";
		r->fail_at = p.late_jump;
	}
	if (p.stop != SOK_NRULES) {
		r->verdict = SOK_ILLEGAL;
		r->problem = p.stop;
		r->fail_at = p.stop_at;
		r->fail_move = p.t.m.moves + 1;
		r->reason = p.reason;
	}
	if (!o->no_final && draw_board(s, p.cell, p.at, &r->final, a) != 0)
		return -1;

	/* The moves after `*` may be illegal, but decide nothing. */
	if (fine && cut < g->moves.len) {
		p.late_jump = SIZE_MAX;
		fine = play_bytes(&p, cut, g->moves.len);
		r->redo_illegal = !fine || p.late_jump != SIZE_MAX;
		if (r->redo_illegal)
			r->redo_fail_at = fine ? p.late_jump : p.stop_at;
	}
	r->total_moves = p.t.m.moves;
	r->total_pushes = p.t.m.pushes;
	return p.no_memory ? -1 : 0;
}

int
sok_game_recase(
    const struct sok_puzzle *puzzle, struct sok_game *g, struct sok_arena *a)
{
	struct sok_position *s = sok_position_open(puzzle, a);
	struct sok_replay r = {.problem = SOK_NRULES};
	enum sok_rule rule;
	struct sok_str copy;
	struct play p;

	if (s == NULL)
		return -1;
	if (unfit(s, g, &rule) != NULL ||
	    play_mode(g, play_mark(g, &r), &r) != SOK_FORWARD)
		return 0;
	copy = sok_str_dup(a, g->moves);
	if (copy.s == NULL || play_begin(&p, s, g, SOK_FORWARD, false) != 0)
		return -1;
	p.recase = (char *)(uintptr_t)copy.s;
	play_bytes(&p, 0, g->moves.len);
	g->moves = copy;
	return 0;
}
