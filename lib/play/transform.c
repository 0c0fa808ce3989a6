/* transform.c - changes a board and its games, legal or not, and its numbers of
 * Sokoban+: the symmetries, and simplifying, which removes the parts of a board
 * that no player can reach; and drops games. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "play/play.h"
#include "play/position.h"
#include "text/text.h"

#define NOWHERE "{lr}"

struct rewrite {
	char map[256]; /* a byte of moves on the new board */
	enum sok_grid grid;
	bool jumps;   /* write jumps anew */
	bool changes; /* changes of players are allowed */
	/* The default player of the new board, and the step from there to that
	 * of the old board; only with changes. */
	int x, y, dx, dy;
};

/* Keep a puzzle Multiban: if nothing declares it any more, its game gets an
 * empty change at the start.  0, -1 on ENOMEM. */
static int
keep_multiban(
    struct sok_puzzle *puzzle, struct sok_game *game, struct sok_arena *arena)
{
	struct naming naming = key_naming(&puzzle->text);

	if (puzzle->header != NULL)
		naming = naming_over(naming,
		    (struct naming){
		        .variant = puzzle->header->variant, .players = true});
	if (multiban_first(puzzle) != NULL || (naming.variant & SOK_MULTIBAN))
		return 0;
	game->moves = sok_str_fmt(arena, "{}%.*s", (int)game->moves.len,
	    game->moves.len > 0 ? game->moves.s : "");
	game->letters_only = false;
	game->source = NULL;
	return game->moves.s == NULL ? -1 : 0;
}

int
sok_drop_games(
    struct sok_puzzle *puzzle, const bool *drop, struct sok_arena *arena)
{
	bool several = puzzle->board.players > 1 && multiban_puzzle(puzzle);
	struct sok_game *kept =
	    sok_arena_alloc(arena, puzzle->ngames, sizeof(*kept));
	size_t n = 0;

	if (kept == NULL)
		return -1;
	for (size_t i = 0; i < puzzle->ngames; i++)
		if (!drop[i])
			kept[n++] = puzzle->game[i];
	puzzle->game = kept;
	puzzle->ngames = n;
	return several && n > 0 ? keep_multiban(puzzle, puzzle->game, arena)
	                        : 0;
}

/* The functions that write moves return the end of what they wrote. */

/* Write letters, turned. */
static char *
put_mapped(char *to, const struct rewrite *rewrite, struct sok_str s)
{
	for (size_t i = 0; i < s.len; i++)
		*to++ = rewrite->map[(unsigned char)s.s[i]];
	return to;
}

/* Write a displacement, and the brackets of which `open` is the first. */
static char *
put_displacement(char *to, char open, int dx, int dy)
{
	*to++ = open;
	memset(to, dx < 0 ? 'l' : 'r', (size_t)abs(dx));
	to += abs(dx);
	memset(to, dy < 0 ? 'u' : 'd', (size_t)abs(dy));
	to += abs(dy);
	*to++ = open == '{' ? '}' : ']';
	return to;
}

/* The length of the displacement at s.s[at], with both brackets, and its sum on
 * the new board.  0 if it is not closed or contains more than directions. */
static size_t
measure(const struct rewrite *rewrite, struct sok_str s, size_t at, int *dx,
    int *dy)
{
	char close = s.s[at] == '{' ? '}' : ']';
	size_t i;
	int x, y;

	*dx = *dy = 0;
	for (i = at + 1; i < s.len && s.s[i] != close; i++) {
		char c = rewrite->map[(unsigned char)s.s[i]];

		if (!sok_step(SOK_SQUARES, c, 0, 0, &x, &y))
			return 0;
		*dx += x;
		*dy += y;
	}
	return i < s.len ? i + 1 - at : 0;
}

/* Follow the letters of a change from a cell, ignoring obstacles; false if one
 * of them leads nowhere. */
static bool
follow(enum sok_grid grid, const char *s, const char *end, int *x, int *y)
{
	const struct steps *steps = &steps_table[grid];

	for (; s < end; s++) {
		int i = steps_letter(grid, *s);

		if (i == -1)
			return false;
		const signed char *step = steps->step[steps_kind(*x, *y)][i];
		if (step[0] == 0 && step[1] == 0)
			return false;
		*x += step[0];
		*y += step[1];
	}
	return true;
}

/* Adjust the first change of players, or add one, because the default player
 * has changed; an empty one is left out.  Later changes are kept: one that ends
 * on no player must remain illegal.  *i: its end in m.  On other grids than
 * squares a way to the old player precedes the letters of the change. */
static char *
put_first_change(
    char *to, const struct rewrite *rewrite, struct sok_str moves, size_t *i)
{
	size_t start = 0, end;
	int dx = 0, dy = 0;

	while (start < moves.len &&
	    (moves.s[start] == '(' || moves.s[start] == ')'))
		start++;
	*i = end = start;
	if (rewrite->grid == SOK_SQUARES) {
		if (start < moves.len && moves.s[start] == '{')
			*i += measure(rewrite, moves, start, &dx, &dy);
		if (*i == start)
			dx = dy = 0;
		dx += rewrite->dx;
		dy += rewrite->dy;
		if (dx != 0 || dy != 0)
			to = put_displacement(to, '{', dx, dy);
		return put_mapped(to, rewrite, sok_str_sub(moves, 0, start));
	}
	to = put_mapped(to, rewrite, sok_str_sub(moves, 0, start));
	if (start < moves.len && moves.s[start] == '{')
		end = start + 1 +
		    sok_str_find(sok_str_from(moves, start), SOK_STR("}"));
	if (end <= moves.len) /* or it does not end */
		*i = end;
	if (rewrite->dx == 0 && rewrite->dy == 0 && *i - start <= 2)
		return to;
	char *change = to;
	*to++ = '{';
	to += steps_path(rewrite->grid, rewrite->x, rewrite->y,
	    rewrite->x + rewrite->dx, rewrite->y + rewrite->dy, to);
	if (*i > start)
		to = put_mapped(
		    to, rewrite, sok_str_sub(moves, start + 1, *i - 1));
	/* Only where the way ends counts; none is needed to the default player.
	 */
	int x = rewrite->x, y = rewrite->y;
	if (follow(rewrite->grid, change + 1, to, &x, &y)) {
		if (x == rewrite->x && y == rewrite->y)
			return change;
		to = change + 1;
		to +=
		    steps_path(rewrite->grid, rewrite->x, rewrite->y, x, y, to);
	}
	*to++ = '}';
	return to;
}

/* A jump is written anew if it is longer than its displacement, so that it may
 * leave a cropped board. */
static char *
put_moves(char *to, const struct rewrite *rewrite, struct sok_str moves)
{
	size_t i = 0, n;
	int dx, dy;

	if (rewrite->changes)
		to = put_first_change(to, rewrite, moves, &i);
	if (rewrite->grid != SOK_SQUARES)
		return put_mapped(to, rewrite, sok_str_from(moves, i));
	while (i < moves.len) {
		char c = moves.s[i];

		n = 0;
		if (c == '{' || (c == '[' && rewrite->jumps))
			n = measure(rewrite, moves, i, &dx, &dy);
		if (n > 0 &&
		    (c == '{' || n - 2 > (size_t)(abs(dx) + abs(dy)))) {
			to = put_displacement(to, c, dx, dy);
			i += n;
		} else {
			*to++ = rewrite->map[(unsigned char)c];
			i++;
		}
	}
	return to;
}

/* Rewrite the moves of a game, whose places in the input are lost.  0, -1 on
 * ENOMEM. */
static int
rewrite_game(struct sok_game *game, const struct rewrite *rewrite,
    struct sok_arena *arena)
{
	struct sok_str old = game->moves;
	size_t lead =
	    sizeof(NOWHERE) + 2 + STEPS_PATH(rewrite->dx, rewrite->dy);
	char *s =
	    sok_arena_alloc(arena, old.len + (rewrite->changes ? lead : 0), 1);
	bool plain = game->letters_only && !rewrite->changes;

	game->source = NULL;
	if (s == NULL)
		return -1;
	char *end =
	    plain ? put_mapped(s, rewrite, old) : put_moves(s, rewrite, old);
	game->moves = (struct sok_str){s, (size_t)(end - s)};
	/* Without letters the line would be read as text: jumps are kept, and
	 * an empty change replaces dropped ones. */
	if (old.len > 0 && sok_moves_first(game->moves) > game->moves.len) {
		end = rewrite->changes
		    ? put_moves(stpcpy(s, NOWHERE), rewrite, old)
		    : put_mapped(s, rewrite, old);
		game->moves.len = (size_t)(end - s);
	}
	game->letters_only = plain || sok_moves_plain(game->moves);
	return 0;
}

/* Rewrite the orders of Sokoban+ for the board of the puzzle, if they have no
 * fault; dx, dy as in rewrite_puzzle().  0, -1 on ENOMEM. */
static int
rewrite_orders(struct sok_puzzle *puzzle, const struct sok_puzzle *before,
    enum sok_symmetry symmetry, int dx, int dy, struct sok_arena *arena)
{
	const struct sok_board *old = &before->board, *board = &puzzle->board;
	struct orders from, to;
	int has = orders_read(before, &from, arena), x, y;
	size_t n = sok_board_size(board);
	struct image image;

	if (has != 1 || from.fault != NULL)
		return has == -1 ? -1 : 0;
	to.box = sok_arena_zalloc(arena, 2 * n, sizeof(*to.box));
	if (to.box == NULL)
		return -1;
	to.goal = to.box + n;
	image_measure(&image, old, symmetry);
	for (size_t i = 0; i < sok_board_size(old); i++) {
		x = (int)(i % (size_t)old->width);
		y = (int)(i / (size_t)old->width);
		image_place(&image, &x, &y);
		x -= dx;
		y -= dy;
		if (x < 0 || y < 0 || x >= board->width || y >= board->height)
			continue;
		to.box[y * board->width + x] = from.box[i];
		to.goal[y * board->width + x] = from.goal[i];
	}
	return orders_write(puzzle, &to, arena);
}

/* Rewrite the games and the numbers of Sokoban+ of a puzzle for its board,
 * which is the image of the board before under symmetry or, if that is
 * SOK_IDENTITY, that board cropped by dx columns and dy rows.  Changes of
 * players are written anew, jumps only for a cropped board.  The games of
 * before are those of puzzle.  0, -1 on ENOMEM. */
static int
rewrite_puzzle(struct sok_puzzle *puzzle, const struct sok_puzzle *before,
    enum sok_symmetry symmetry, int dx, int dy, struct sok_arena *arena)
{
	struct sok_game *first = multiban_first(puzzle);
	struct rewrite rewrite = {.grid = puzzle->board.grid,
	    .jumps = symmetry == SOK_IDENTITY,
	    .changes = first || (puzzle->variant & SOK_MULTIBAN)};
	long from = sok_board_player(&before->board);
	long to = sok_board_player(&puzzle->board);

	if (rewrite_orders(puzzle, before, symmetry, dx, dy, arena) < 0)
		return -1;
	if (puzzle->ngames == 0)
		return 0;
	for (int c = 0; c < 256; c++)
		rewrite.map[c] = (char)c;
	for (const char *letter = steps_table[rewrite.grid].letters;
	     *letter != '\0'; letter++) {
		rewrite.map[(int)*letter] =
		    sok_symmetry_move(rewrite.grid, symmetry, *letter);
		rewrite.map[*letter & ~32] =
		    (char)(rewrite.map[(int)*letter] & ~32);
	}
	/* The image of the default player may be another one. */
	if (rewrite.changes && symmetry != SOK_IDENTITY && from >= 0 &&
	    to >= 0) {
		rewrite.x = (int)(to % puzzle->board.width);
		rewrite.y = (int)(to / puzzle->board.width);
		rewrite.dx = (int)(from % before->board.width);
		rewrite.dy = (int)(from / before->board.width);
		struct image image;
		image_measure(&image, &before->board, symmetry);
		image_place(&image, &rewrite.dx, &rewrite.dy);
		rewrite.dx -= rewrite.x;
		rewrite.dy -= rewrite.y;
	}
	for (size_t i = 0; i < puzzle->ngames; i++)
		if (rewrite_game(&puzzle->game[i], &rewrite, arena) < 0)
			return -1;
	return first ? keep_multiban(puzzle, first, arena) : 0;
}

/* ---- the symmetries */

int
sok_can_transform(const struct sok_puzzle *puzzle, enum sok_symmetry symmetry,
    struct sok_arena *scratch)
{
	int x, y;

	if (!puzzle->has_board || puzzle->variant == SOK_UNSUPPORTED ||
	    !sok_grid_has_symmetry(puzzle->board.grid, symmetry))
		return 0;
	if (puzzle->board.grid == SOK_SQUARES)
		return 1;
	/* Players of open boards walk in the rectangle, which cannot turn. */
	return board_bad_cell(&puzzle->board, &x, &y)
	    ? 0
	    : sok_board_closed(&puzzle->board, &x, &y, scratch);
}

int
sok_turn_picture(struct sok_puzzle *puzzle, enum sok_symmetry symmetry,
    struct sok_arena *arena)
{
	struct sok_puzzle before = *puzzle;

	if (symmetry == SOK_IDENTITY)
		return 0;
	if (sok_board_transform(
	        &before.board, &puzzle->board, symmetry, arena) < 0)
		return -1;
	/* A line that is nearly a row of the old picture is not nearly a row of
	 * the new one. */
	puzzle->adjoins_above = puzzle->adjoins_below = false;
	return rewrite_puzzle(puzzle, &before, symmetry, 0, 0, arena);
}

int
sok_transform(struct sok_puzzle *puzzle, enum sok_symmetry symmetry,
    struct sok_arena *arena)
{
	int can = symmetry == SOK_IDENTITY
	    ? 0
	    : sok_can_transform(puzzle, symmetry, arena);

	return can == 1 ? sok_turn_picture(puzzle, symmetry, arena) : can;
}

/* ---- the canonical symmetry */

/* Compare texts byte by byte: < 0, 0, > 0; the start of a text comes before it.
 */
static int
compare_text(struct sok_str first, struct sok_str second)
{
	size_t n = first.len < second.len ? first.len : second.len;
	int order = n > 0 ? memcmp(first.s, second.s, n) : 0;

	return order != 0 ? order
	                  : (first.len > second.len) - (first.len < second.len);
}

/* The symmetry in the set with the smallest image: the board, then the games,
 * compared byte by byte.  0, -1 on ENOMEM. */
static int
least_image(const struct sok_puzzle *puzzle, unsigned set,
    enum sok_symmetry *symmetry, struct sok_arena *scratch)
{
	struct sok_str best = {NULL, 0}, text;
	struct sok_game *least = NULL;
	int order;

	for (int i = 0; i < SOK_NSYMMETRIES; i++) {
		struct sok_puzzle own = *puzzle;

		if (!(set >> i & 1))
			continue;
		own.game =
		    sok_arena_alloc(scratch, puzzle->ngames, sizeof(*least));
		if (own.game == NULL)
			return -1;
		if (puzzle->ngames > 0)
			memcpy(own.game, puzzle->game,
			    puzzle->ngames * sizeof(*least));
		if (sok_transform(&own, (enum sok_symmetry)i, scratch) < 0)
			return -1;
		char *to = sok_arena_alloc(scratch, (size_t)own.board.width + 1,
		    (size_t)own.board.height + 1);
		if (to == NULL)
			return -1;
		text = (struct sok_str){to, board_text(&own.board, to)};
		order = least == NULL ? -1 : compare_text(text, best);
		for (size_t k = 0; order == 0 && k < puzzle->ngames; k++)
			order = compare_text(own.game[k].moves, least[k].moves);
		if (order < 0) {
			best = text;
			least = own.game;
			*symmetry = (enum sok_symmetry)i;
		}
	}
	return 0;
}

int
sok_canonical(const struct sok_puzzle *puzzle, enum sok_symmetry *symmetry,
    struct sok_arena *scratch)
{
	unsigned set = steps_table[puzzle->board.grid].symmetries;
	uint64_t digest[SOK_NSQUARE_SYMMETRIES], least = UINT64_MAX;
	int has = 0, turns = 1;

	*symmetry = SOK_IDENTITY;
	if (puzzle->board.grid == SOK_SQUARES)
		has = identity_board(&puzzle->board, digest, scratch);
	else
		turns = sok_can_transform(puzzle, SOK_ROTATE180, scratch);
	if (has == -1 || turns == -1)
		return -1;
	if (set == 0 || turns == 0)
		return 0;
	for (int i = 0; has && i < SOK_NSQUARE_SYMMETRIES; i++) {
		if (digest[i] < least)
			set = 0;
		if (digest[i] <= least) {
			least = digest[i];
			set |= 1u << i;
		}
	}
	*symmetry = (enum sok_symmetry)bits_low(set);
	return (set & (set - 1)) == 0
	    ? 0
	    : least_image(puzzle, set, symmetry, scratch);
}

/* ---- simplifying */

int
sok_simplify(struct sok_puzzle *puzzle, struct sok_arena *arena)
{
	struct sok_puzzle before = *puzzle;
	int dx, dy;

	if (!puzzle->has_board || puzzle->variant == SOK_UNSUPPORTED)
		return 0;
	int done =
	    sok_board_simplify(&before.board, &puzzle->board, &dx, &dy, arena);
	if (done <= 0)
		return done;
	return rewrite_puzzle(puzzle, &before, SOK_IDENTITY, dx, dy, arena) < 0
	    ? -1
	    : 1;
}
