/* match.c - finds the games, of many, that are possible on a puzzle.  Few are
 * replayed: most visit a square near their start where the puzzle has a
 * wall, and games that visit the same squares are tested together. */
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

/* A game in the order in which games are tested. */
struct entry {
	uint64_t key; /* the cells of the first word, the nearest one first */
	size_t game;
	struct near visits;
};

/* Games that are tested together: GROUP that follow each other visit much the
 * same cells near their start, as they are sorted by their keys.  If they all
 * visit a wall, none of them is looked at. */
enum { GROUP = 8, LARGE = 16 * GROUP };

/* The games as they are on one grid, for one kind of the start. */
struct sorted {
	struct entry *entry;
	uint64_t *first;          /* their first words, for a quick test */
	uint64_t *common, *large; /* what all of a group visit, of first */
};

struct sok_match {
	const struct sok_game *game;
	size_t n;
	struct sok_found *found;
	struct sorted sorted[SOK_NGRIDS][2]; /* NULL until needed */
	struct sok_arena *arena;
};

static void
add_cell(struct near *near, int dx, int dy)
{
	int i = (dy + NEAR) * SIDE + dx + NEAR;

	if (abs(dx) <= NEAR_X && abs(dy) <= NEAR_Y)
		near->bits[0] |= (uint64_t)1
		    << ((dy + NEAR_Y) * (2 * NEAR_X + 1) + dx + NEAR_X);
	if (abs(dx) <= NEAR && abs(dy) <= NEAR)
		near->bits[1 + i / 64] |= (uint64_t)1 << i % 64;
}

/* Whether a cell that a game visits is a wall. */
static bool
meets_wall(const struct near *game, const struct near *walls)
{
	for (int i = 1; i < WORDS; i++)
		if ((game->bits[i] & walls->bits[i]) != 0)
			return true;
	return false;
}

/* The cells that the letters before any mark or change of players visit, after
 * a jump if the game begins with one.  Boxes are not obstacles. */
static struct near
game_visits(struct sok_str moves, enum sok_grid grid, int kind)
{
	struct near near = {{0}};
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
			add_cell(&near, x, y);
	}
	return near;
}

/* ---- the index */

/* The first word with the nearest cells in the highest bits. */
static uint64_t
nearest_first(uint64_t first)
{
	uint64_t key = 0;

	for (int far = 0; far <= NEAR_X + NEAR_Y; far++)
		for (int i = 0; i < (2 * NEAR_X + 1) * (2 * NEAR_Y + 1); i++) {
			int dx = i % (2 * NEAR_X + 1) - NEAR_X;
			int dy = i / (2 * NEAR_X + 1) - NEAR_Y;

			if (abs(dx) + abs(dy) == far)
				key = key << 1 | (first >> i & 1);
		}
	return key;
}

static int
compare_entries(const void *one, const void *other)
{
	const struct entry *first = one, *second = other;

	if (first->key != second->key)
		return first->key < second->key ? -1 : 1;
	return (first->game > second->game) - (first->game < second->game);
}

/* Sort the games for a grid and a kind of start: 0, -1 on ENOMEM. */
static int
sort_games(const struct sok_match *match, struct sorted *sorted,
    enum sok_grid grid, int kind)
{
	size_t groups = match->n / GROUP + 1, larges = match->n / LARGE + 1;

	sorted->entry =
	    sok_arena_alloc(match->arena, match->n, sizeof(*sorted->entry));
	sorted->first =
	    sok_arena_alloc(match->arena, match->n, sizeof(*sorted->first));
	sorted->common =
	    sok_arena_alloc(match->arena, groups, sizeof(*sorted->common));
	sorted->large =
	    sok_arena_alloc(match->arena, larges, sizeof(*sorted->large));
	if (sorted->entry == NULL || sorted->first == NULL ||
	    sorted->common == NULL || sorted->large == NULL) {
		sorted->entry = NULL;
		return -1;
	}
	for (size_t i = 0; i < match->n; i++) {
		struct entry *entry = &sorted->entry[i];

		entry->game = i;
		entry->visits = game_visits(match->game[i].moves, grid, kind);
		entry->key = nearest_first(entry->visits.bits[0]);
	}
	qsort(sorted->entry, match->n, sizeof(*sorted->entry), compare_entries);
	for (size_t i = 0; i < groups; i++)
		sorted->common[i] = UINT64_MAX;
	for (size_t i = 0; i < larges; i++)
		sorted->large[i] = UINT64_MAX;
	for (size_t i = 0; i < match->n; i++) {
		sorted->first[i] = sorted->entry[i].visits.bits[0];
		sorted->common[i / GROUP] &= sorted->first[i];
		sorted->large[i / LARGE] &= sorted->first[i];
	}
	return 0;
}

static int
compare_found(const void *one, const void *other)
{
	const struct sok_found *first = one, *second = other;

	return (first->game > second->game) - (first->game < second->game);
}

/* The next game from i on that may be possible among these walls, or
 * match->n. */
static size_t
next_possible(const struct sok_match *match, const struct sorted *sorted,
    size_t i, const struct near *walls)
{
	uint64_t near = walls->bits[0];

	while (i < match->n) {
		if (i % LARGE == 0 && (sorted->large[i / LARGE] & near) != 0) {
			i += LARGE;
			continue;
		}
		if (i % GROUP == 0 && (sorted->common[i / GROUP] & near) != 0) {
			i += GROUP;
			continue;
		}
		if ((sorted->first[i] & near) == 0 &&
		    !meets_wall(&sorted->entry[i].visits, walls))
			return i;
		i++;
	}
	return match->n;
}

struct sok_match *
sok_match_open(const struct sok_game *game, size_t n, struct sok_arena *arena)
{
	struct sok_match *match = sok_arena_alloc(arena, 1, sizeof(*match));
	struct sok_found *found = sok_arena_alloc(arena, n, sizeof(*found));

	if (match == NULL || found == NULL)
		return NULL;
	*match = (struct sok_match){
	    .game = game, .n = n, .found = found, .arena = arena};
	return match;
}

ptrdiff_t
sok_match_find(struct sok_match *match, struct sok_position *position,
    bool reachable_only, struct sok_arena *scratch,
    const struct sok_found **found)
{
	struct sok_replay_options options = {.no_final = true,
	    .reachable_only = reachable_only,
	    .position = position};
	const struct sok_board *board = position->board;
	int at_x = (int)(position->start % position->stride);
	int at_y = (int)(position->start / position->stride) - 1;
	int kind = steps_table[board->grid].kinds ? steps_kind(at_x, at_y) : 0;
	struct sorted *sorted = &match->sorted[board->grid][kind];
	struct near walls = {{0}};
	struct sok_replay played;
	ptrdiff_t n = 0;

	*found = match->found;
	if (!position->puzzle->has_board || board->players == 0)
		return 0;
	if (sorted->entry == NULL &&
	    sort_games(match, sorted, board->grid, kind) == -1)
		return -1;
	/* The cells near the player where it cannot be. */
	for (int dy = -NEAR; dy <= NEAR; dy++)
		for (int dx = -NEAR; dx <= NEAR; dx++)
			if (sok_board_at(board, at_x + dx, at_y + dy) &
			    SOK_WALL)
				add_cell(&walls, dx, dy);
	for (size_t i = next_possible(match, sorted, 0, &walls); i < match->n;
	     i = next_possible(match, sorted, i + 1, &walls)) {
		size_t game = sorted->entry[i].game;

		sok_arena_reset(scratch);
		if (sok_replay(position->puzzle, &match->game[game], &options,
		        &played, scratch) != 0)
			return -1;
		if (played.verdict != SOK_ILLEGAL ||
		    played.problem == SOK_LIMIT_RULE)
			match->found[n++] =
			    (struct sok_found){game, played.verdict};
	}
	qsort(match->found, (size_t)n, sizeof(*match->found), compare_found);
	return n;
}
