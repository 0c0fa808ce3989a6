/* play.c - plays the moves of a game and counts its metrics, block by block. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "board/steps.h"
#include "play/position.h"

/* ---- metrics */

typedef signed char lanes __attribute__((vector_size(16)));
enum { LANES = sizeof(lanes) };

/* Which of the 64 letters from s on push, and which have the direction of the
 * letter before them. */
static inline uint64_t
find_pushes(const unsigned char *s, uint64_t *straight)
{
	unsigned char byte[LANES];
	uint64_t walks = 0;
	lanes now, before;

	*straight = 0;
#pragma GCC unroll 4
	for (int i = 0; i < 64; i += LANES) {
		memcpy(&now, s + i, LANES);
		memcpy(&before, s + i - 1, LANES);
		memcpy(byte, &now, LANES);
		walks |= bits_plane(byte, 5) << i;
		now = ((now ^ before) & 31) == 0;
		memcpy(byte, &now, LANES);
		*straight |= bits_plane(byte, 7) << i;
	}
	return ~walks;
}

/* The cell to which a push moves the box at `at`.  The parity of a cell is that
 * of its address. */
static inline const unsigned char *
push_target(const struct play *p, const unsigned char *at, int letter)
{
	return at + position_step(p->s, (ptrdiff_t)(uintptr_t)at, letter);
}

static inline void
count_block(struct play *p)
{
	struct tally *t = &p->t;
	const unsigned char *box = t->box, *at;
	/* From a cell to the entry of its goal. */
	ptrdiff_t goal = p->s->side[p->r->mode].goal - p->cell;
	/* The number of boxes off goal above the tolerated number. */
	ptrdiff_t off = (ptrdiff_t)t->off - (ptrdiff_t)t->enough;
	uint64_t push, straight, after, lines, last;
	struct sok_metrics m = t->m;
	size_t i, from, to, moved;
	unsigned char line = t->line, letter;

	/* Padding: more moves in the same direction, which count as nothing. */
	memset(t->letter + 1 + t->n, t->letter[t->n] | 32, 63);
	for (i = 0; i < t->n; i += 64) {
		push = find_pushes(t->letter + 1 + i, &straight);
		after = push << 1 | !(t->letter[i] & 32);
		lines = push & ~(after & straight);
		m.pushes += bits_count(push);
		m.lines += bits_count(lines);
		m.sessions += bits_count(push & ~after);
		m.player_lines += bits_count(~straight);

		/* Of pushes in a line only the first and last place of the box
		 * matter, unless the puzzle may be solved in between.  The
		 * first line may continue an earlier one. */
		last = push & ~((push & ~lines) >> 1);
		lines |= push & (~push + 1);
		for (; lines != 0; lines &= lines - 1, last &= last - 1) {
			from = i + (unsigned)bits_low(lines);
			to = i + (unsigned)bits_low(last);
			at = t->at[from];
			letter = t->letter[to + 1];
			moved = at != box;
			m.changes += moved;
			m.yasc_lines += moved | (size_t)(letter != line);
			line = letter;
			box = push_target(p, t->at[to], letter);
			off += at[goal];
			while (__builtin_expect(off <= 1, false) &&
			    t->solved_at == 0 && from <= to) {
				at = push_target(p, t->at[from++], letter);
				if (off <= at[goal])
					t->solved_at = t->m.moves + from;
			}
			off -= box[goal];
		}
	}
	m.moves += t->n;
	t->m = m;
	t->off = (size_t)(off + (ptrdiff_t)t->enough);
	t->box = box;
	t->line = line;
	t->letter[0] = t->letter[t->n];
	t->n = 0;
}

CPU_AVX2 static void
count_avx2(struct play *p)
{
	count_block(p);
}

/* Count the block and begin the next one. */
static void
tally_count(struct play *p)
{
	if (CPU_HAS("avx2"))
		count_avx2(p);
	else
		count_block(p);
}

/* ---- forward play of letters */

/* Whether the next LANES letters are correct walks. */
static inline bool
walk_some(unsigned char **player, const struct leads *l, const unsigned char *m)
{
	unsigned char *at = *player;

	/* Beyond the border, cells could be anywhere: each step is tested. */
	if (bits_plane(m, 5) != 0xffff)
		return false;
#pragma GCC unroll 16
	for (int i = 0; i < LANES; i++) {
		at += l->player[m[i]];
		if ((*at | l->cell[m[i]]) != CELL_FREE)
			return false;
	}
	*player = at;
	return true;
}

/* Play up to n letters while they are correct, and note the cells of the
 * player; returns how many were. */
static inline size_t
play_letters(unsigned char **player, const struct leads *l,
    const unsigned char *m, size_t n, const unsigned char **note)
{
	unsigned char *at = *player, *to, *box;
	size_t i;

#pragma GCC unroll 16
	for (i = 0; i < n; i++) {
		unsigned char what = l->cell[m[i]];

		to = at + l->player[m[i]];
		box = to + l->box[m[i]];
		if (__builtin_expect(*to != what || *box != CELL_FREE, false))
			break;
		*to = CELL_FREE;
		*box = what;
		note[i] = at = to;
	}
	*player = at;
	return i;
}

/* No branch depends on a correct letter, so the processor does not mispredict:
 * each letter tests and sets two cells, the same for a walk.  Long walks set
 * nothing. */
size_t
forward_letters(struct play *p)
{
	const struct leads *l = &p->s->leads;
	const char *from = p->g->moves.s;
	unsigned char *at = p->cell + p->at, *m = p->t.letter + 1;
	size_t left = p->g->moves.len, n, i, played;

	/* Letters must lead the same way from every cell. */
	if (steps_table[p->s->board->grid].kinds)
		return 0;
	for (i = n = 0; i == n && left > 0; left -= i, from += i) {
		n = left < TALLY_BLOCK ? left : TALLY_BLOCK;
		memcpy(m, from, n);
		for (i = 0; i < n; i += LANES) {
			lanes v;

			memcpy(&v, m + i, LANES);
			v &= LEADS_MASK;
			memcpy(m + i, &v, LANES);
		}
		played = LANES;
		for (i = 0; played == LANES && i + LANES <= n; i += played)
			if (!walk_some(&at, l, m + i))
				played = play_letters(
				    &at, l, m + i, LANES, p->t.at + i);
		if (played == LANES)
			i += play_letters(&at, l, m + i, n - i, p->t.at + i);
		p->at = at - p->cell;
		p->t.n = i;
		tally_count(p);
	}
	return p->g->moves.len - left;
}

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
