/*
 * reverse.c - reverse play: pulls, jumps, and whether what was proved is a
 * solution: the players must be able to walk back to where they start.
 */
#include "play/replay.h"

#define TOO_LONG "needs a longer search for a walk than is allowed"

static bool
blocked(struct play *p, size_t i, ptrdiff_t to)
{
	const char *reason = "walks into a wall";

	if (!stage_inside(p->s, to))
		reason = "leaves the board";
	else if (p->sq[to] & SOK_BOX)
		reason = "walks into a box";
	else if (p->sq[to] & SOK_PLAYER)
		reason = "walks into another player";
	return play_stop(p, SOK_ILLEGAL_MOVE_RULE, i, reason);
}

/* A capital pulls, and only a capital does. */
bool
reverse_step(struct play *p, size_t i)
{
	unsigned char c = (unsigned char)p->moves.s[i];
	ptrdiff_t d = p->s->delta[c & 31];
	ptrdiff_t at = p->at, to = at + d, box = at - d;

	if (p->sq[at] & SOK_BOX)
		return play_stop(p, SOK_ILLEGAL_MOVE_RULE, i,
		    "starts on a box, which only a jump leaves");
	if (p->sq[to] & STAGE_BLOCKED)
		return blocked(p, i, to);
	p->at = to;
	if (c & 32) {
		tally_walk(&p->t, d);
		return true;
	}
	if ((p->sq[box] & STAGE_BLOCKED) != SOK_BOX) {
		p->at = at;
		return play_stop(p, SOK_ILLEGAL_MOVE_RULE, i, "pulls no box");
	}
	play_box(p, box, at);
	tally_push(&p->t, d, box, at);
	return true;
}

static const char *
bad_landing(const struct play *p, ptrdiff_t to)
{
	if (to < 0)
		return "jumps off the board";
	if (p->sq[to] & SOK_WALL)
		return "jumps into a wall";
	if (p->sq[to] & SOK_BOX)
		return "jumps onto a box";
	if (p->sq[to] & SOK_PLAYER)
		return "jumps onto another player";
	if (!sok_area_has(&p->s->area, (int)(to % p->s->stride),
	        (int)(to / p->s->stride) - 1))
		return "jumps out of the player's area";
	return NULL;
}

/* After the first pull a jump is a walk that leaves out its letters. */
static bool
check_walk(struct play *p, size_t i, ptrdiff_t to)
{
	int met;

	if (p->t.m.pushes == 0 || p->late_jump != SIZE_MAX)
		return true;
	met = stage_search(p->s, p->sq, p->at, to, STAGE_BLOCKED);
	p->no_memory = met < 0;
	if (p->s->search.tired)
		return play_stop(p, SOK_LIMIT_RULE, i, TOO_LONG);
	if (met == 0)
		p->late_jump = i;
	return met >= 0;
}

bool
reverse_jump(struct play *p, size_t *i)
{
	size_t start = *i, n;
	const char *reason;
	long dx, dy;
	ptrdiff_t to;

	if (!play_bracket(p->moves, i, &dx, &dy, &n))
		return play_stop(
		    p, SOK_ILLEGAL_MOVE_RULE, start, "jumps without an end");
	to = stage_away(p->s, p->at, dx, dy);
	if (to != p->at) {
		if (stage_area(p->s) != 0) {
			p->no_memory = true;
			return false;
		}
		reason = bad_landing(p, to);
		if (reason != NULL)
			return play_stop(
			    p, SOK_ILLEGAL_MOVE_RULE, start, reason);
		if (!check_walk(p, start, to))
			return false;
	}
	tally_break(&p->t, n);
	p->at = to;
	return true;
}

/* Players now minus players at the start, over what was searched last. */
static long
surplus(const struct play *p)
{
	const struct sok_stage *s = p->s;
	const struct search *f = &s->search;
	long n = 0;
	size_t i;

	for (i = 0; i < f->n; i++) {
		ptrdiff_t at = (ptrdiff_t)f->queue[i];
		ptrdiff_t x = at % s->stride, y = at / s->stride - 1;

		n += (p->sq[at] & SOK_PLAYER) != 0;
		n -= (s->board->sq[y * s->board->width + x] & SOK_PLAYER) != 0;
	}
	return n;
}

/* Players are not told apart: each part of the board must hold as many of
 * them as at the start. */
static int
all_home(struct play *p)
{
	const struct search *f = &p->s->search;
	uint32_t before = f->stamp;
	ptrdiff_t i;
	int found = 1;

	for (i = 0; i < p->s->size && found == 1; i++) {
		if (!(p->sq[i] & SOK_PLAYER) ||
		    (f->seen != NULL && f->seen[i] > before))
			continue;
		found = stage_search(p->s, p->sq, i, -1, SOK_WALL | SOK_BOX);
		if (found == 1 && surplus(p) != 0)
			found = 0;
	}
	return found;
}

int
reverse_home(struct play *p)
{
	int home;

	if (p->s->board->players > 1) {
		p->sq[p->at] |= SOK_PLAYER;
		home = all_home(p);
		p->sq[p->at] &= (unsigned char)~SOK_PLAYER;
	} else {
		home = stage_search(
		    p->s, p->sq, p->at, p->s->start, STAGE_BLOCKED);
	}
	if (p->s->search.tired)
		play_stop(p, SOK_LIMIT_RULE, p->moves.len - 1, TOO_LONG);
	return home;
}
