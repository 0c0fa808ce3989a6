/*
 * forward.c - forward play: the loop over games that are letters alone, and
 * the step of any other game.
 */
#include "board/steps.h"
#include "play/position.h"

/* By letter: what it adds to the player's cell, to that of the box that it
 * pushes, and to the pushes; what must be in the cell that it leads to. */
struct leads {
	ptrdiff_t player[128], box[128], push[128];
	unsigned char cell[128];
};

static void
set_leads(struct leads *l, const struct sok_position *s)
{
	for (const char *c = s->letters; *c != '\0'; c++) {
		unsigned small = (unsigned char)*c, capital = small ^ CELL_BOX;

		l->player[small] = l->player[capital] = position_step(s, 0, *c);
		l->box[small] = l->push[small] = 0;
		l->box[capital] = l->player[small];
		l->push[capital] = 1;
		l->cell[small] = CELL_FREE;
		l->cell[capital] = CELL_BOX;
	}
}

/*
 * Play letters from m to end, as many as are right: the first one that is not.
 * No branch depends on what a right letter is, so the processor mispredicts
 * none: each letter checks and sets two cells, which for a walk are the same,
 * and notes a push, which the next letter overwrites if it was a walk.
 */
static const char *
play_block(
    struct play *p, const struct leads *l, const char *m, const char *end)
{
	unsigned char *at = p->cell + p->at, *to, what;
	struct tally *t = &p->t;
	ptrdiff_t pushes = 0;

	for (; m < end; m++) {
		size_t c = (unsigned char)*m;

		at += l->player[c];
		to = at + l->box[c];
		what = l->cell[c];
		if (*at != what || *to != CELL_FREE)
			break;
		*at = CELL_FREE;
		*to = what;
		t->at[pushes] = at;
		t->push[pushes] = (char)c;
		pushes += l->push[c];
	}
	if (m < end)
		at -= l->player[(unsigned char)*m];
	p->at = at - p->cell;
	t->pushes = (size_t)pushes;
	return m;
}

size_t
forward_letters(struct play *p)
{
	const char *m = p->moves.s, *end, *stop, *block;
	struct leads l;

	/* A letter must lead the same way from every cell. */
	if (p->moves.len == 0 || steps_table[p->s->board->grid].kinds)
		return 0;
	end = m + p->moves.len;
	set_leads(&l, p->s);
	do {
		block = m;
		stop = end - m < TALLY_BLOCK ? end : m + TALLY_BLOCK;
		m = play_block(p, &l, m, stop);
		p->t.n = (size_t)(m - block);
		tally_count(p, block);
	} while (m == stop && m < end);
	return (size_t)(m - p->moves.s);
}

/* Why the letter is not possible. */
static bool
blocked(struct play *p, size_t i, ptrdiff_t to, ptrdiff_t box_to)
{
	const char *reason = "walks into a wall";

	if (!position_inside(p->s, to))
		reason = "leaves the board";
	else if (p->cell[to] & CELL_PLAYER)
		reason = "walks into another player";
	else if (!(p->cell[to] & CELL_BOX))
		;
	else if (!position_inside(p->s, box_to))
		reason = "pushes a box off the board";
	else if (p->cell[box_to] & CELL_WALL)
		reason = "pushes into a wall";
	else if (p->cell[box_to] & CELL_BOX)
		reason = "pushes into another box";
	else
		reason = "pushes into another player";
	return play_stop(p, SOK_ILLEGAL_MOVE_RULE, i, reason);
}

/* The cells decide what a letter does; its case is only compared. */
bool
forward_step(struct play *p, size_t i)
{
	char c = p->moves.s[i], right;
	ptrdiff_t to = p->at + position_step(p->s, p->at, c);
	ptrdiff_t box_to = to + position_step(p->s, to, c);
	bool push = p->cell[to] != CELL_FREE;

	if (to == p->at || (push && box_to == to))
		return play_stop(p, SOK_ILLEGAL_MOVE_RULE, i, PLAY_NOWHERE);
	if (push && (p->cell[to] != CELL_BOX || p->cell[box_to] != CELL_FREE))
		return blocked(p, i, to, box_to);
	if (push) {
		p->cell[to] = CELL_FREE;
		p->cell[box_to] = CELL_BOX;
	}
	p->at = to;
	right = (char)(push ? c & ~32 : c | 32);
	tally_add(p, right, to);
	if (right != c && p->wrong_case == SIZE_MAX)
		p->wrong_case = i;
	if (p->recase != NULL)
		p->recase[i] = right;
	return true;
}
