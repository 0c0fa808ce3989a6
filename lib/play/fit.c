/* fit.c - how a puzzle lies on another one that is the same, turned or not, and
 * its games as they are played there.  Two boards show that by themselves, so a
 * board needs no id and no canonical form: open boards and boards with several
 * players fit as well. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "play/play.h"
#include "play/position.h"
#include "text/text.h"

/* How the squares of one puzzle are placed on the other, and the walk from the
 * other player to this one. */
struct fit {
	enum sok_symmetry symmetry;
	struct sok_str walk;
};

/* ---- boards */

/* Reduce a puzzle to what its games depend on: simplified or, if it is open,
 * cropped, and without games.  Numbers of boxes and goals are in reading order,
 * which a crop keeps.  0, -1 on ENOMEM. */
static int
make_plain(const struct sok_puzzle *puzzle, struct sok_puzzle *plain,
    struct sok_arena *arena)
{
	*plain = *puzzle;
	plain->ngames = 0;
	int got = sok_simplify(plain, arena);
	if (got != 0)
		return got == -1 ? -1 : 0;
	if (sok_board_copy(&plain->board, &puzzle->board, arena) == -1)
		return -1;
	return sok_board_crop(&plain->board, arena);
}

/* Whether two boards differ at most in their players. */
static bool
same_but_player(const struct sok_board *first, const struct sok_board *second)
{
	size_t n = sok_board_size(first);

	if (first->width != second->width || first->height != second->height ||
	    first->grid != second->grid)
		return false;
	for (size_t i = 0; i < n; i++)
		if ((first->sq[i] ^ second->sq[i]) & ~SOK_PLAYER)
			return false;
	return true;
}

/* Whether two boards are the same.  A single player may be anywhere in the area
 * that the one of the first board can walk to; several have their places. */
static bool
same_board(const struct sok_board *first, const struct sok_area *area,
    const struct sok_board *second)
{
	int at = (int)sok_board_player(second);

	if (first->players != 1 || second->players != 1)
		return sok_board_equal(first, second);
	return same_but_player(first, second) &&
	    sok_area_has(area, at % first->width, at / first->width);
}

/* Whether two puzzles with the same board have the same numbers of Sokoban+, if
 * both have some without a fault: 1, 0, -1 on ENOMEM. */
static int
same_orders(const struct sok_puzzle *first, const struct sok_puzzle *second,
    struct sok_arena *arena)
{
	size_t n = 2 * sok_board_size(&first->board);
	struct orders one, two;
	int has_one = orders_read(first, &one, arena);
	int has_two = orders_read(second, &two, arena);

	if (has_one == -1 || has_two == -1)
		return -1;
	if (has_one == 0 || has_two == 0 || one.fault != NULL ||
	    two.fault != NULL)
		return 1;
	return memcmp(one.box, two.box, n * sizeof(*one.box)) == 0;
}

/* The shortest walk of the player to a square.  s == NULL on ENOMEM. */
static struct sok_str
walk(const struct sok_board *board, long to, struct sok_arena *arena)
{
	struct sok_puzzle puzzle = {.has_board = true, .board = *board};
	struct sok_position *position = sok_position_open(&puzzle, arena);
	const char *step = steps_table[board->grid].letters;
	char *way = NULL;
	size_t n = 0;

	if (position == NULL || position_ready(position, SOK_FORWARD) == -1)
		return (struct sok_str){NULL, 0};
	/* The search begins at the other end; this order decides which of
	 * several walks is found. */
	position->letters = "rldusnwe";
	ptrdiff_t from =
	    (to / board->width + 1) * position->stride + to % board->width;
	if (position_search(position, position->side[SOK_FORWARD].cell, from,
	        position->start, CELL_WALL | CELL_BOX) == 1)
		way = sok_arena_alloc(arena, position->search.n, 1);
	/* The opposite of letter i is letter i ^ 1. */
	for (ptrdiff_t at = position->start; way != NULL && at != from; n++)
		way[n] = step[steps_letter(
		                  board->grid, position_back(position, &at)) ^
		    1];
	return (struct sok_str){way, n};
}

/* Find a symmetry that maps the other puzzle to this one, apart from where a
 * single player starts, the first that also maps the numbers of Sokoban+.  If
 * there is none, and the games are not played by numbers, the first one.  1, 0,
 * -1 on ENOMEM. */
static int
find_fit(const struct sok_puzzle *to, const struct sok_puzzle *from,
    struct fit *fit, struct sok_arena *arena)
{
	struct sok_puzzle here, there, turned;
	struct sok_area area;
	int x, y;

	*fit = (struct fit){SOK_IDENTITY, {"", 0}};
	if (sok_board_equal(&to->board, &from->board) && !orders_possible(to) &&
	    !orders_possible(from))
		return 1;
	if (make_plain(to, &here, arena) == -1 ||
	    make_plain(from, &there, arena) == -1 ||
	    sok_board_flood(&here.board, true, &area, arena) == -1)
		return -1;
	bool turns = from->variant != SOK_UNSUPPORTED &&
	    !board_bad_cell(&there.board, &x, &y);
	bool numbered = sok_variant_base(to->variant) == SOK_SOKOBAN_PLUS;
	bool fits = false;
	long at = 0; /* of the other player */
	for (int i = 0; i < SOK_NSYMMETRIES; i++) {
		enum sok_symmetry symmetry = (enum sok_symmetry)i;

		if (i != SOK_IDENTITY &&
		    (!turns ||
		        !sok_grid_has_symmetry(here.board.grid, symmetry)))
			continue;
		turned = there;
		if (sok_turn_picture(&turned, symmetry, arena) == -1)
			return -1;
		if (!same_board(&here.board, &area, &turned.board))
			continue;
		int same = same_orders(&here, &turned, arena);
		if (same == -1)
			return -1;
		if (same == 1 || (!numbered && !fits)) {
			fits = true;
			fit->symmetry = symmetry;
			at = sok_board_player(&turned.board);
		}
		if (same == 1)
			break;
	}
	if (fits && here.board.players == 1)
		fit->walk = walk(&here.board, at, arena);
	if (fit->walk.s == NULL)
		return -1;
	return fits;
}

/* ---- games */

/* Begin moves with a walk, which becomes a part of the first jump of a reverse
 * game.  s == NULL on ENOMEM. */
static struct sok_str
after_walk(struct sok_str walk, struct sok_str moves, struct sok_arena *arena)
{
	char *out = sok_arena_alloc(arena, moves.len + walk.len, 1);
	bool jump = moves.len > 0 && moves.s[0] == '[';
	char *to = out;

	if (out == NULL)
		return (struct sok_str){NULL, 0};
	if (jump)
		*to++ = '[';
	memcpy(to, walk.s, walk.len);
	to += walk.len;
	if (moves.len > 0)
		memcpy(to, moves.s + jump, moves.len - jump);
	return (struct sok_str){out, moves.len + walk.len};
}

int
sok_games_fit(const struct sok_puzzle *to, const struct sok_puzzle *from,
    struct sok_game **game, struct sok_arena *arena)
{
	struct sok_puzzle turned = *from;
	struct fit fit;
	int fits = 0;

	if (to->has_board && from->has_board &&
	    to->board.grid == from->board.grid)
		fits = find_fit(to, from, &fit, arena);
	if (fits != 1)
		return fits;
	turned.game =
	    sok_arena_alloc(arena, from->ngames, sizeof(*turned.game));
	if (turned.game == NULL)
		return -1;
	if (from->ngames > 0)
		memcpy(turned.game, from->game,
		    from->ngames * sizeof(*turned.game));
	if (sok_turn_picture(&turned, fit.symmetry, arena) == -1)
		return -1;
	*game = turned.game;
	for (size_t i = 0; i < from->ngames; i++) {
		struct sok_game *fitted = &turned.game[i];

		if (fit.walk.len > 0) {
			fitted->moves =
			    after_walk(fit.walk, fitted->moves, arena);
			if (fitted->moves.s == NULL)
				return -1;
		}
		/* Letters that were added are in no line of the input; others
		 * are where they were. */
		fitted->source = NULL;
		if (fitted->moves.len == from->game[i].moves.len)
			fitted->source = from->game[i].source;
	}
	return 1;
}
