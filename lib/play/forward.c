/*
 * forward.c - forward play: the loop for games that contain only letters, and
 * the single step of all other games.
 */
#include <string.h>

#include "board/steps.h"
#include "play/position.h"

/* By letter: what it adds to the player's cell and to that of the box that it
 * pushes; what must be in the cell that it leads to. */
struct leads {
	ptrdiff_t player[128], box[128];
	unsigned char cell[128];
};

/* Letters of other grids lead nowhere. */
static void
set_leads(struct leads *l, const struct sok_position *s)
{
	memset(l, 0, sizeof(*l));
	memset(l->cell, CELL_NEVER, sizeof(l->cell));
	for (const char *c = s->letters; *c != '\0'; c++) {
		unsigned small = (unsigned char)*c, capital = small ^ CELL_BOX;

		l->player[small] = l->player[capital] = position_step(s, 0, *c);
		l->box[small] = 0;
		l->box[capital] = l->player[small];
		l->cell[small] = CELL_FREE;
		l->cell[capital] = CELL_BOX;
	}
}

/* Play a letter, if it is right, and note its cell. */
static inline bool
play_letter(unsigned char **player, const struct leads *l, char letter,
    const unsigned char **note)
{
	size_t c = (unsigned char)letter;
	unsigned char *at = *player + l->player[c], *to = at + l->box[c];
	unsigned char what = l->cell[c];

	if (*at != what || *to != CELL_FREE)
		return false;
	*at = CELL_FREE;
	*to = what;
	*note = *player = at;
	return true;
}

/* How many of four letters were right. */
static inline size_t
play_four(unsigned char **player, const struct leads *l, const char *m,
    const unsigned char **note)
{
	if (!play_letter(player, l, m[0], note))
		return 0;
	if (!play_letter(player, l, m[1], note + 1))
		return 1;
	if (!play_letter(player, l, m[2], note + 2))
		return 2;
	return play_letter(player, l, m[3], note + 3) ? 4 : 3;
}

/*
 * Play n letters, as many as are right: how many.  No branch depends on what a
 * right letter is, so the processor mispredicts none: each letter checks and
 * sets two cells, which for a walk are the same.
 */
static size_t
play_block(struct play *p, const struct leads *l, const char *m, size_t n)
{
	unsigned char *at = p->cell + p->at;
	const unsigned char **note = p->t.at;
	size_t i = 0, four = 4;

	for (; four == 4 && i + 4 <= n; i += four)
		four = play_four(&at, l, m + i, note + i);
	while (four == 4 && i < n && play_letter(&at, l, m[i], note + i))
		i++;
	p->at = at - p->cell;
	return i;
}

size_t
forward_letters(struct play *p)
{
	const char *m = p->moves.s;
	size_t left = p->moves.len, n, played;
	struct leads l;

	/* A letter must lead the same way from every cell. */
	if (left == 0 || steps_table[p->s->board->grid].kinds)
		return 0;
	set_leads(&l, p->s);
	do {
		n = left < TALLY_BLOCK ? left : TALLY_BLOCK;
		played = play_block(p, &l, m, n);
		memcpy(p->t.letter + 1, m, played);
		p->t.n = played;
		tally_count(p);
		m += played;
		left -= played;
	} while (played == n && left > 0);
	return p->moves.len - left;
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
