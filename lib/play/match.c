/* match.c - finds the games, of many, that are possible on a puzzle.  Few are
 * replayed: most visit a square near their start where the puzzle has a
 * wall. */
#include <stdlib.h>

#include "board/board.h"
#include "play/play.h"
#include "play/position.h"

/* The cells near the start of a game that it visits, or near a player that are
 * walls: up to NEAR columns and rows away, a bit for each.  The first word has
 * only the NEAR_X columns and NEAR_Y rows around the start, where most games
 * meet a wall; the others have all. */
enum { NEAR = 7, SIDE = 2 * NEAR + 1, NEAR_X = 4, NEAR_Y = 3, WORDS = 5 };

struct near {
	uint64_t bits[WORDS];
};

struct sok_match {
	const struct sok_game *game;
	size_t n;
	struct sok_found *found;
	/* Of each game, by the grid and the kind of the start; NULL until
	 * needed.  first: their first words, for a quick test. */
	struct near *visits[SOK_NGRIDS][2];
	uint64_t *first[SOK_NGRIDS][2];
	struct sok_arena *a;
};

static void
add_cell(struct near *v, int dx, int dy)
{
	int i = (dy + NEAR) * SIDE + dx + NEAR;

	if (abs(dx) <= NEAR_X && abs(dy) <= NEAR_Y)
		v->bits[0] |= (uint64_t)1
		    << ((dy + NEAR_Y) * (2 * NEAR_X + 1) + dx + NEAR_X);
	if (abs(dx) <= NEAR && abs(dy) <= NEAR)
		v->bits[1 + i / 64] |= (uint64_t)1 << i % 64;
}

static bool
meets_wall(const struct near *game, const struct near *walls)
{
	for (int i = 1; i < WORDS; i++)
		if ((game->bits[i] & walls->bits[i]) != 0)
			return true;
	return false;
}

/* The cells that the letters before any mark or change of players visit, after
 * a jump if the game begins with one.  Boxes are no obstacle. */
static struct near
game_visits(struct sok_str moves, enum sok_grid grid, int kind)
{
	struct near v = {{0}};
	bool jumping = false;
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
			add_cell(&v, x, y);
	}
	return v;
}

/* Games whose first words are tested together. */
enum { GROUP = 1024 };

struct sok_match *
sok_match_open(const struct sok_game *game, size_t n, struct sok_arena *a)
{
	struct sok_match *m = sok_arena_alloc(a, 1, sizeof(*m));
	struct sok_found *found = sok_arena_alloc(a, n, sizeof(*found));

	if (m == NULL || found == NULL)
		return NULL;
	*m = (struct sok_match){.game = game, .n = n, .found = found, .a = a};
	return m;
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
	struct near **visits = &m->visits[b->grid][kind], walls = {{0}};
	uint64_t **first = &m->first[b->grid][kind];
	struct sok_replay r;
	ptrdiff_t n = 0;

	*found = m->found;
	if (!s->puzzle->has_board || b->players == 0)
		return 0;
	if (*visits == NULL) {
		*visits = sok_arena_alloc(m->a, m->n, sizeof(**visits));
		*first = sok_arena_alloc(m->a, m->n, sizeof(**first));
		if (*visits == NULL || *first == NULL)
			return -1;
		for (size_t i = 0; i < m->n; i++) {
			(*visits)[i] =
			    game_visits(m->game[i].moves, b->grid, kind);
			(*first)[i] = (*visits)[i].bits[0];
		}
	}
	/* The cells near the player where it cannot be. */
	for (int dy = -NEAR; dy <= NEAR; dy++)
		for (int dx = -NEAR; dx <= NEAR; dx++)
			if (sok_board_at(b, at_x + dx, at_y + dy) & SOK_WALL)
				add_cell(&walls, dx, dy);
	for (size_t from = 0, to; from < m->n; from = to) {
		uint32_t maybe[GROUP], some = 0;

		/* Without branches, which the processor could not predict. */
		to = m->n - from < GROUP ? m->n : from + GROUP;
		for (size_t i = from; i < to; i++) {
			maybe[some] = (uint32_t)(i - from);
			some += ((*first)[i] & walls.bits[0]) == 0;
		}
		for (uint32_t k = 0; k < some; k++) {
			size_t i = from + maybe[k];

			if (meets_wall(&(*visits)[i], &walls))
				continue;
			sok_arena_reset(scratch);
			if (sok_replay(
			        s->puzzle, &m->game[i], &o, &r, scratch) != 0)
				return -1;
			if (r.verdict != SOK_ILLEGAL ||
			    r.problem == SOK_LIMIT_RULE)
				m->found[n++] =
				    (struct sok_found){i, r.verdict};
		}
	}
	return n;
}
