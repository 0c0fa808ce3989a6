/*
 * reverse.c - reverse play: pulls, jumps, and whether the players can walk back
 * to their start, which a solution requires; and the forward solution that is
 * equivalent to a reverse solution: its pulls in the opposite order as pushes,
 * connected by shortest walks.
 */
#include "play/position.h"
#include "tools.h"

#define TOO_LONG "needs a longer search for a walk than is allowed"

bool
reverse_jump(struct play *p, size_t *i)
{
	const struct sok_position *s = p->s;
	size_t start = *i, n;
	const char *reason = NULL;
	ptrdiff_t to = p->at;
	int met;

	if (!position_displaced(s, p->moves, i, &to, &n))
		reason = "jumps without a closing bracket";
	else if (to == p->at)
		reason = NULL;
	else if (position_area(p->s) != 0)
		p->no_memory = true;
	else if (to < 0)
		reason = "jumps off the board";
	else if (p->cell[to] & CELL_WALL)
		reason = "jumps into a wall";
	else if (p->cell[to] & CELL_BOX)
		reason = "jumps onto a box";
	else if (p->cell[to] & CELL_PLAYER)
		reason = "jumps onto another player";
	else if (!sok_area_has(&s->area, (int)(to % s->stride),
	             (int)(to / s->stride) - 1))
		reason = "jumps out of the player's area";
	if (p->no_memory || reason != NULL)
		return play_stop(p, SOK_ILLEGAL_MOVE_RULE, start, reason);

	/* After the first pull, a jump stands for a walk. */
	tally_count(p);
	if (to != p->at && p->t.m.pushes > 0 && p->late_jump == SIZE_MAX) {
		met = position_search(p->s, p->cell, p->at, to, CELL_BLOCKED);
		p->no_memory = met < 0;
		if (met < 0 || s->search.tired)
			return play_stop(p, SOK_LIMIT_RULE, start, TOO_LONG);
		p->late_jump = met == 0 ? start : SIZE_MAX;
	}
	tally_break(p, n);
	p->at = to;
	return true;
}

/* Players are interchangeable: each part of the board must have as many as at
 * the start. */
static int
all_home(struct play *p)
{
	struct sok_position *s = p->s;
	const struct search *f = &s->search;
	uint32_t before = f->stamp;

	for (ptrdiff_t i = 0; i < s->size; i++) {
		long surplus = 0;
		int found;

		if (!(p->cell[i] & CELL_PLAYER) ||
		    (f->seen != NULL && f->seen[i] > before))
			continue;
		found =
		    position_search(s, p->cell, i, -1, CELL_WALL | CELL_BOX);
		if (found != 1)
			return found;
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

int
reverse_home(struct play *p)
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
		play_stop(p, SOK_LIMIT_RULE, p->moves.len - 1, TOO_LONG);
	return home;
}

/* ---- the forward solution */

/* A pull: the cell of the player after it, and the cells of the player and the
 * box before it. */
struct pull {
	ptrdiff_t at, from, box;
};

/* List all pulls of a valid solution, then play them backwards from the start
 * of the puzzle. */
static int
forward(struct sok_position *s, const struct sok_game *g, size_t pushes,
    size_t cut, struct sok_buf *out, struct sok_arena *a)
{
	struct pull *pull = sok_arena_alloc(a, pushes, sizeof(*pull)),
	            *l = pull;
	const char *c;
	struct play p;

	if (pull == NULL || play_begin(&p, s, g, SOK_REVERSE, false) != 0)
		return -1;
	/* The replay has verified that its jumps are walks. */
	p.late_jump = 0;
	for (size_t i = 0; i < cut; i++) {
		ptrdiff_t from = p.at;
		char letter = g->moves.s[i];

		if (!play_token(&p, &i))
			return -1;
		if (letter >= 'A' && letter <= 'Z')
			*l++ = (struct pull){
			    p.at, from, position_origin(s, from, letter)};
	}
	if (play_begin(&p, s, g, SOK_FORWARD, false) != 0)
		return -1;
	s->search.left = UINT64_MAX;
	while (l > pull) {
		l--;
		if (position_walk(s, p.cell, p.at, l->at, CELL_BLOCKED, out) ==
		    -1)
			return -1;
		p.cell[l->from] = CELL_FREE;
		p.cell[l->box] = CELL_BOX;
		p.at = l->from;
		/* If two letters move the player alike, the push is the one
		 * that moves the box back. */
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
	int done;

	if (s == NULL || sok_replay(p, g, &o, &r, a) != 0)
		return -1;
	if (r.verdict != SOK_SOLVED || r.mode != SOK_REVERSE ||
	    s->board->players > 1)
		return 0;
	done = forward(s, g, r.at.pushes, play_mark(g, &r), &out, a);
	if (done == 0)
		*moves = sok_str_dup(a, sok_buf_str(&out));
	sok_buf_free(&out);
	return done == 0 && moves->s != NULL ? 1 : -1;
}
