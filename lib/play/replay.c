/* replay.c - replays a game on its puzzle: whether it is a reverse game, the
 * verdict, and the board after the moves; and makes the forward solution of a
 * reverse one: its pulls in the opposite order, connected by shortest walks. */
#include <string.h>

#include "base/base.h"
#include "play/play.h"
#include "play/position.h"
#include "text/text.h"

const char *const sok_verdict_name[4] = {
    "solved", "unsolved", "illegal", "unsupported"};
const char *const sok_mode_name[2] = {"forward", "reverse"};

size_t
play_mark(const struct sok_game *g, struct sok_replay *r)
{
	const char *s = g->moves.s;
	size_t n = g->moves.len, depth = 0, cut = 0;
	const char *star = n == 0 || g->letters_only ? NULL : memchr(s, '*', n);

	if (star == NULL)
		return n;
	r->has_star = true;
	r->star_at = (size_t)(star - s);
	r->many_stars = memchr(star + 1, '*', n - r->star_at - 1) != NULL;
	for (size_t i = 0; i < r->star_at; i++) {
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
	const char *s = g->moves.s;
	size_t n = g->moves.len, i;
	bool change = false;

	if (g->letters_only)
		return SOK_FORWARD;
	/* A pusher change may come before the first jump. */
	for (i = 0; i < n && (change || memchr("{()*", s[i], 4) != NULL); i++)
		change = s[i] == '{' || (change && s[i] != '}');
	if (i < n && s[i] == '[')
		return SOK_REVERSE;
	if (i == n || memchr(s, '[', cut) == NULL)
		return SOK_FORWARD;
	r->problem = SOK_NO_LEADING_JUMP_RULE;
	r->reason = "a reverse game must begin with a jump";
	r->fail_at = i;
	r->fail_move = 1;
	return SOK_REVERSE;
}

/* Why no game can be replayed on this puzzle, or NULL. */
static const char *
unfit(const struct sok_position *s, const struct sok_game *g, enum sok_rule *r)
{
	*r = SOK_MOVES_WITHOUT_BOARD_RULE;
	if (!s->puzzle->has_board)
		return "there is no board";
	*r = SOK_UNSUPPORTED_VARIANT_RULE;
	if (s->puzzle->variant == SOK_UNSUPPORTED)
		return "this variant cannot be replayed";
	*r = SOK_NO_PLAYER_RULE;
	if (s->board->players == 0)
		return "there is no player";
	*r = SOK_MANY_PLAYERS_RULE;
	if (s->board->players > 1 && !s->multiban && !multiban_game(g))
		return "there is more than one player";
	*r = SOK_NO_RULE;
	return NULL;
}

/* Each part of the board must have as many players as at the start. */
static int
all_home(struct play *p)
{
	struct sok_position *s = p->s;
	const struct cell_search *f = &s->search;
	uint32_t before = f->stamp;

	for (ptrdiff_t i = 0; i < s->size; i++) {
		long surplus = 0;

		if (!(p->cell[i] & CELL_PLAYER) ||
		    (f->seen != NULL && f->seen[i] > before))
			continue;
		int all =
		    position_search(s, p->cell, i, -1, CELL_WALL | CELL_BOX);
		if (all != 1)
			return all;
		for (size_t k = 0; k < f->n; k++) {
			uint32_t at = f->queue[k];

			surplus += (p->cell[at] & CELL_PLAYER) != 0;
			surplus -= (s->squares[at] & SOK_PLAYER) != 0;
		}
		if (surplus != 0)
			return 0;
	}
	return 1;
}

/* Whether, with the boxes back at the start, the players can walk back too. */
static int
walk_home(struct play *p)
{
	int home;

	if (p->s->board->players > 1) {
		p->cell[p->at] |= CELL_PLAYER;
		home = all_home(p);
		p->cell[p->at] &= (unsigned char)~CELL_PLAYER;
	} else {
		home = position_search(
		    p->s, p->cell, p->at, p->s->start, CELL_BLOCKED);
	}
	if (p->s->search.tired)
		play_stop(p, SOK_LIMIT_RULE, p->g->moves.len - 1, TOO_LONG);
	return home;
}

/* The numbers of squares, by cell. */
static uint32_t *
by_cell(const struct sok_position *s, const uint32_t *from, struct sok_arena *a)
{
	const struct sok_board *b = s->board;
	uint32_t *cell = sok_arena_zalloc(a, (size_t)s->size, sizeof(*cell));

	for (ptrdiff_t y = 0; cell != NULL && y < b->height; y++)
		memcpy(cell + (y + 1) * s->stride, from + y * b->width,
		    (size_t)b->width * sizeof(*cell));
	return cell;
}

/* Number the boxes of Sokoban+, which takes the general loop; -1 on ENOMEM. */
static int
number_boxes(struct play *p, struct orders *o, struct sok_arena *a)
{
	bool forward = p->r->mode == SOK_FORWARD;
	int has = orders_read(p->s->puzzle, o, a);

	if (has != 1 || o->fault != NULL)
		return has == -1 ? -1 : 0;
	p->number = by_cell(p->s, forward ? o->box : o->goal, a);
	p->want = by_cell(p->s, forward ? o->goal : o->box, a);
	return p->number == NULL || p->want == NULL ? -1 : 0;
}

static int
judge(struct play *p, bool reachable_only, const struct orders *o)
{
	struct sok_position *s = p->s;
	struct sok_replay *r = p->r;
	bool reverse = r->mode == SOK_REVERSE;
	int home = 1;

	r->solved_at = reverse ? 0 : p->t.solved_at;
	if (p->t.off > 0 && position_area(s) != 0)
		return -1;
	r->boxes_off_outside = s->outside_off[r->mode];
	r->boxes_off = p->t.off - r->boxes_off_outside;
	/* In reverse play there must also be as many boxes as at the start. */
	size_t boxes = reachable_only ? s->inside_boxes : s->board->boxes;
	size_t goals = reachable_only ? s->inside_goals : s->board->goals;
	if (reverse && boxes > goals)
		r->boxes_off += boxes - goals;
	r->verdict = SOK_UNSOLVED;
	if (r->at.pushes == 0 || r->boxes_off > 0 ||
	    (r->boxes_off_outside > 0 && !reachable_only))
		return 0;
	if (reverse)
		home = walk_home(p);
	if (home <= 0 || r->problem != SOK_NO_RULE)
		return home < 0 ? -1 : 0;
	r->verdict = SOK_SOLVED;
	r->solved_at = reverse ? r->at.moves : r->solved_at;

	/* In Sokoban+ each goal, and in reverse play each box's square, must
	 * hold a box of its number. */
	if (p->number == NULL)
		return 0;
	for (ptrdiff_t i = s->stride; i < s->size - s->stride; i++)
		if (s->side[r->mode].goal[i] == 1 &&
		    !orders_same(o, p->number[i], p->want[i]))
			r->out_of_order = true;
	if (r->out_of_order &&
	    sok_variant_base(s->puzzle->variant) == SOK_SOKOBAN_PLUS) {
		r->verdict = SOK_UNSOLVED;
		r->solved_at = 0;
	}
	return 0;
}

/* The board of the cells, with a player at `at`; -1 on ENOMEM. */
static int
draw_board(const struct sok_position *s, const unsigned char *cell,
    ptrdiff_t at, struct sok_board *b, struct sok_arena *a)
{
	const unsigned char *from = s->board->sq;
	unsigned char *to;

	*b = *s->board;
	b->xsb = (struct sok_str){0};
	b->sq = to = sok_arena_alloc(a, sok_board_size(b), 1);
	if (to == NULL)
		return -1;
	for (int y = 0; y < b->height; y++) {
		cell += s->stride;
		for (int x = 0; x < b->width; x++, to++) {
			*to = *from++ & (SOK_WALL | SOK_GOAL);
			*to |= cell[x] & CELL_BOX ? SOK_BOX : 0;
			*to |= cell[x] & CELL_PLAYER ? SOK_PLAYER : 0;
		}
	}
	at = (at / s->stride - 1) * b->width + at % s->stride;
	b->sq[at] |= SOK_PLAYER;
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
	struct orders orders;
	struct play p;

	o = o != NULL ? o : &plain;
	struct sok_position *s =
	    o->position != NULL ? o->position : sok_position_open(puzzle, a);
	if (s == NULL)
		return -1;
	*r = (struct sok_replay){
	    .verdict = SOK_NOT_SUPPORTED, .limit = s->limit};
	r->reason = unfit(s, g, &r->problem);
	if (r->reason != NULL)
		return 0;
	r->verdict = SOK_ILLEGAL;
	size_t cut = play_mark(g, r);
	r->mode = play_mode(g, cut, r);
	if (r->problem != SOK_NO_RULE)
		return 0;
	if (play_begin(&p, s, g, r, o->reachable_only) != 0 ||
	    number_boxes(&p, &orders, a) != 0)
		return -1;
	bool fine = play_bytes(&p, 0, cut);
	r->at = p.t.m;
	if (p.no_memory)
		return -1;
	if (fine && judge(&p, o->reachable_only, &orders) != 0)
		return -1;
	/* The search for the walk home may have stopped as well. */
	if (!fine || r->problem == SOK_LIMIT_RULE) {
		r->verdict = SOK_ILLEGAL;
		r->fail_move = r->at.moves + 1;
		r->wrong_case &= fine;
	}
	if (!o->no_final && draw_board(s, p.cell, p.at, &r->final, a) != 0)
		return -1;

	/* The moves after `*` may be illegal, but decide nothing. */
	if (fine && cut < g->moves.len) {
		struct sok_replay redo = {
		    .mode = r->mode, .problem = SOK_NO_RULE};

		p.r = &redo;
		(void)play_bytes(&p, cut, g->moves.len);
		if (p.no_memory)
			return -1;
		r->redo_illegal = redo.problem != SOK_NO_RULE;
		r->redo_fail_at = redo.fail_at;
	}
	r->total_moves = p.t.m.moves;
	r->total_pushes = p.t.m.pushes;
	return 0;
}

int
sok_game_recase(
    const struct sok_puzzle *puzzle, struct sok_game *g, struct sok_arena *a)
{
	struct sok_position *s = sok_position_open(puzzle, a);
	struct sok_replay r = {.mode = SOK_FORWARD};
	struct play p;

	if (s == NULL)
		return -1;
	if (unfit(s, g, &r.problem) != NULL ||
	    play_mode(g, play_mark(g, &r), &r) != SOK_FORWARD)
		return 0;
	struct sok_str copy = sok_str_dup(a, g->moves);
	if (copy.s == NULL || play_begin(&p, s, g, &r, false) != 0)
		return -1;
	p.recase = (char *)(uintptr_t)copy.s;
	play_bytes(&p, 0, g->moves.len);
	g->moves = copy;
	return 0;
}

int
sok_metrics_compare(
    const struct sok_metrics *a, const struct sok_metrics *b, bool pushes)
{
#define COUNTS(name) {a->name, b->name},
	const size_t count[][2] = {SOK_METRICS(COUNTS)};
#undef COUNTS

	for (size_t i = 0; i < SOK_COUNT(count); i++) {
		/* Moves and pushes change places. */
		const size_t *c = count[pushes && i < 2 ? 1 - i : i];

		if (c[0] != c[1])
			return c[0] < c[1] ? -1 : 1;
	}
	return 0;
}

/* ---- the forward solution */

/* The cell of the player after a pull, and those of it and the box before. */
struct pull {
	ptrdiff_t at, from, box;
};

/* Add the letters of a shortest walk, which exists; -1 on ENOMEM. */
static int
add_walk(struct play *p, ptrdiff_t to, struct sok_buf *out)
{
	size_t from = out->len, end;

	if (position_search(p->s, p->cell, p->at, to, CELL_BLOCKED) != 1)
		return -1;
	while (to != p->at)
		sok_buf_addc(out, position_back(p->s, &to));
	for (end = out->len; from + 1 < end; from++) {
		char c = out->s[from];

		out->s[from] = out->s[--end];
		out->s[end] = c;
	}
	return 0;
}

/* List all pulls of a valid solution, then play them backwards from the start
 * of the puzzle. */
static int
forward(struct sok_position *s, const struct sok_game *g, struct sok_replay *r,
    struct sok_buf *out, struct sok_arena *a)
{
	struct pull *pull = sok_arena_alloc(a, r->at.pushes, sizeof(*pull)),
	            *l = pull;
	size_t cut = play_mark(g, r);
	const char *c;
	struct play p;

	if (pull == NULL || play_begin(&p, s, g, r, false) != 0)
		return -1;
	/* The replay has verified that its jumps are walks. */
	r->problem = SOK_JUMP_AFTER_PULL_RULE;
	for (size_t i = 0; i < cut; i++) {
		ptrdiff_t from = p.at;
		char letter = g->moves.s[i];

		if (!play_token(&p, &i))
			return -1;
		if (letter >= 'A' && letter <= 'Z')
			*l++ = (struct pull){
			    p.at, from, position_origin(s, from, letter)};
	}
	r->mode = SOK_FORWARD;
	if (play_begin(&p, s, g, r, false) != 0)
		return -1;
	s->search.left = UINT64_MAX;
	while (l > pull) {
		l--;
		if (add_walk(&p, l->at, out) == -1)
			return -1;
		p.cell[l->from] = CELL_FREE;
		p.cell[l->box] = CELL_BOX;
		p.at = l->from;
		/* Two letters may move the player alike; one moves the box. */
		c = s->letters;
		while (l->at + position_step(s, l->at, *c) != l->from ||
		    l->from + position_step(s, l->from, *c) != l->box)
			c++;
		sok_buf_addc(out, (char)(*c & ~32));
	}
	return out->failed ? -1 : 0;
}

int
sok_to_forward(const struct sok_puzzle *p, const struct sok_game *g,
    struct sok_str *moves, struct sok_arena *a)
{
	struct sok_position *s = sok_position_open(p, a);
	struct sok_replay_options o = {
	    .no_final = true, .reachable_only = true, .position = s};
	struct sok_buf out = {0};
	struct sok_replay r;

	if (s == NULL || sok_replay(p, g, &o, &r, a) != 0)
		return -1;
	if (r.verdict != SOK_SOLVED || r.mode != SOK_REVERSE ||
	    s->board->players > 1)
		return 0;
	int done = forward(s, g, &r, &out, a);
	if (done == 0)
		*moves = sok_str_dup(a, sok_buf_str(&out));
	sok_buf_free(&out);
	return done == 0 && moves->s != NULL ? 1 : -1;
}
