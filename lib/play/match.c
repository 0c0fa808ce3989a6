/*
 * match.c - finds the games, of many, that are possible on a puzzle.  Few games
 * have to be replayed: most visit a square near their start where the puzzle
 * has a wall.
 */
#include <stdlib.h>

#include "board/steps.h"
#include "play/position.h"
#include "tools.h"

struct sok_match {
	const struct sok_game *game;
	size_t n;
	struct sok_found *found;
	/* The cells near its start that each game visits, a bit for each, by
	 * the grid and the kind of the start; NULL until needed. */
	uint64_t *visits[SOK_NGRIDS][2];
	struct sok_arena *a;
};

/* Cells are near up to NEAR_X columns and NEAR_Y rows away. */
enum { NEAR_X = 4, NEAR_Y = 3 };

static uint64_t
near_bit(int dx, int dy)
{
	if (abs(dx) > NEAR_X || abs(dy) > NEAR_Y)
		return 0;
	return (uint64_t)1 << ((dy + NEAR_Y) * (2 * NEAR_X + 1) + dx + NEAR_X);
}

/* The cells that the letters before any mark or change of players lead to, and
 * the end of a jump before them; without boxes, which are no obstacle. */
static uint64_t
game_visits(struct sok_str moves, enum sok_grid grid, int kind)
{
	bool jumping = false;
	uint64_t near = 0;
	int x = 0, y = 0, dx, dy;

	for (size_t i = 0; i < moves.len; i++) {
		char c = moves.s[i];

		if (sok_step(grid, c, x + kind, y, &dx, &dy)) {
			x += dx;
			y += dy;
		} else if (c == '[' && i == 0) {
			jumping = true;
		} else if (c == ']' && jumping) {
			jumping = false;
		} else {
			break;
		}
		if (!jumping)
			near |= near_bit(x, y);
	}
	return near;
}

struct sok_match *
sok_match_open(const struct sok_game *game, size_t n, struct sok_arena *a)
{
	struct sok_match *m = sok_arena_zalloc(a, 1, sizeof(*m));

	if (m == NULL)
		return NULL;
	m->game = game;
	m->n = n;
	m->a = a;
	m->found = sok_arena_alloc(a, n, sizeof(*m->found));
	return m->found == NULL ? NULL : m;
}

ptrdiff_t
sok_match_find(struct sok_match *m, struct sok_position *s, bool reachable_only,
    struct sok_arena *scratch, const struct sok_found **found)
{
	struct sok_replay_options o = {
	    .no_final = true, .reachable_only = reachable_only, .position = s};
	const struct sok_board *b = s->board;
	int at_x = (int)(s->start % s->stride);
	int at_y = (int)(s->start / s->stride) - 1;
	int kind = steps_table[b->grid].kinds ? steps_kind(at_x, at_y) : 0;
	uint64_t **visits = &m->visits[b->grid][kind], walls = 0;
	struct sok_replay r;
	ptrdiff_t n = 0;

	*found = m->found;
	if (!s->puzzle->has_board || b->players == 0)
		return 0;
	if (*visits == NULL) {
		*visits = sok_arena_alloc(m->a, m->n, sizeof(**visits));
		if (*visits == NULL)
			return -1;
		for (size_t i = 0; i < m->n; i++)
			(*visits)[i] =
			    game_visits(m->game[i].moves, b->grid, kind);
	}
	/* The cells near the player where it cannot be. */
	for (int y = at_y - NEAR_Y; y <= at_y + NEAR_Y; y++)
		for (int x = at_x - NEAR_X; x <= at_x + NEAR_X; x++)
			if (sok_board_at(b, x, y) & SOK_WALL)
				walls |= near_bit(x - at_x, y - at_y);
	for (size_t i = 0; i < m->n; i++) {
		if (((*visits)[i] & walls) != 0)
			continue;
		sok_arena_reset(scratch);
		if (sok_replay(s->puzzle, &m->game[i], &o, &r, scratch) != 0)
			return -1;
		if (r.verdict != SOK_ILLEGAL || r.problem == SOK_LIMIT_RULE)
			m->found[n++] = (struct sok_found){i, r.verdict};
	}
	return n;
}
