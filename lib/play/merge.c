/* merge.c - the identity of duplicates, and adding their games to the puzzle
 * that they repeat.  A puzzle may receive games in many calls, so the digests
 * of its games are kept and all else is allocated in a scratch arena. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "play/play.h"
#include "play/position.h"
#include "text/text.h"

/* ---- comparing puzzles: those that have no published id by a similar one */

/* The least digest of the images of the simplified board, on which all squares
 * that the player can walk on are players; id->player is where it is.  Digested
 * are the grid, the image and the numbers of Sokoban+.  1; 0 if none is
 * defined, as by sok_identity(), or if the board cannot be transformed; -1 on
 * ENOMEM. */
static int
own_id(const struct sok_puzzle *puzzle, struct sok_id *id,
    struct sok_arena *scratch)
{
	struct sok_puzzle simple = *puzzle, image;
	struct sok_board *board = &simple.board;
	struct sok_area walk;
	struct orders orders;

	if (!simple.has_board || board->players != 1)
		return 0;
	simple.ngames = 0;
	int got = sok_simplify(&simple, scratch);
	if (got != 1)
		return got;
	if (sok_board_flood(board, true, &walk, scratch) < 0)
		return -1;
	*id = (struct sok_id){
	    .unique = UINT64_MAX, .player = (size_t)sok_board_player(board)};
	for (int y = 0; y < board->height; y++)
		for (int x = 0; x < board->width; x++)
			if (sok_area_has(&walk, x, y))
				board->sq[y * board->width + x] |= SOK_PLAYER;
	got = sok_can_transform(&simple, SOK_ROTATE180, scratch);
	if (got != 1)
		return got;

	for (int symmetry = 0; symmetry < SOK_NSYMMETRIES; symmetry++) {
		if (!sok_grid_has_symmetry(
		        board->grid, (enum sok_symmetry)symmetry))
			continue;
		image = simple;
		if (sok_transform(
		        &image, (enum sok_symmetry)symmetry, scratch) < 0)
			return -1;
		got = orders_read(&image, &orders, scratch);
		size_t n = sok_board_size(&image.board);
		size_t size = 2 * n * sizeof(*orders.box);
		n += 1 + (size_t)image.board.height;
		char *text = sok_arena_alloc(scratch, n + size, 1);
		if (got == -1 || text == NULL)
			return -1;

		text[0] = (char)('0' + (int)image.board.grid);
		board_text(&image.board, text + 1);
		if (got == 1 && orders.fault == NULL) {
			memcpy(text + n, orders.box, size);
			n += size;
		}

		uint64_t digest = sok_digest((struct sok_str){text, n});
		if (digest < id->unique) {
			id->unique = digest;
			id->symmetry = (enum sok_symmetry)symmetry;
		}
	}
	return 1;
}

int
sok_duplicate_id(const struct sok_puzzle *puzzle, struct sok_id *id,
    struct sok_arena *scratch)
{
	struct orders orders;
	int got = 1;

	if (puzzle->variant == SOK_UNSUPPORTED)
		return 0;
	/* By other rules numbers are text. */
	if (sok_variant_base(puzzle->variant) == SOK_SOKOBAN_PLUS)
		got = orders_read(puzzle, &orders, scratch);
	else if (puzzle->board.grid == SOK_SQUARES)
		got = 0;
	if (got == -1)
		return -1;
	return got == 0 ? sok_unique_id(puzzle, id, scratch)
	                : own_id(puzzle, id, scratch);
}

/* ---- merging */

struct sok_merge {
	struct sok_puzzle *to;
	struct sok_arena *arena;
	size_t room;      /* for games of to */
	uint64_t *digest; /* by game, of the essence of its moves */
	/* A hash table, whose size is a power of two, at most half full: the
	 * indices of games, + 1, at their digest or the next 0. */
	size_t *slot, slots;
	bool multiban; /* one of its games changes players */
};

/* What a duplicate and the puzzle that it repeats have in common. */
struct pair {
	struct sok_merge *merge;
	struct sok_puzzle to; /* the same without games */
	const struct sok_puzzle *from;
	struct sok_replay_options in_to, in_from;
	size_t lost; /* games that are left, but were legal */
	struct sok_arena *scratch;
};

struct sok_merge *
sok_merge_open(struct sok_puzzle *to, struct sok_arena *arena)
{
	struct sok_merge *merge = sok_arena_alloc(arena, 1, sizeof(*merge));

	if (merge != NULL)
		*merge = (struct sok_merge){
		    .to = to, .arena = arena, .multiban = multiban_puzzle(to)};
	return merge;
}

/* ---- known games */

/* The moves without groups and, in games without jumps, in small letters: the
 * board shows which moves push.  s == NULL on ENOMEM. */
static struct sok_str
essence(struct sok_str moves, struct sok_arena *arena)
{
	char *out = sok_arena_alloc(arena, moves.len, 1);
	bool jumps = moves.len > 0 && memchr(moves.s, '[', moves.len) != NULL;
	size_t n = 0;

	for (size_t i = 0; out != NULL && i < moves.len; i++)
		if (moves.s[i] != '(' && moves.s[i] != ')')
			out[n++] = jumps ? moves.s[i] : sok_lower(moves.s[i]);
	return (struct sok_str){out, n};
}

/* The slot of the game with this essence, or the free slot for it; NULL on
 * ENOMEM.  If s is NULL: the free slot for the digest. */
static size_t *
find_slot(const struct sok_merge *merge, struct sok_str moves, uint64_t digest,
    struct sok_arena *scratch)
{
	size_t i = (size_t)digest & (merge->slots - 1);
	struct sok_str other;

	for (; merge->slot[i] != 0; i = (i + 1) & (merge->slots - 1)) {
		size_t game = merge->slot[i] - 1;

		if (moves.s == NULL || merge->digest[game] != digest)
			continue;
		other = essence(merge->to->game[game].moves, scratch);
		if (other.s == NULL)
			return NULL;
		if (sok_str_eq(other, moves))
			break;
	}
	return &merge->slot[i];
}

/* Make room for one more game and its slot; the first call also finds the
 * digests of the games of the puzzle.  0, -1 on ENOMEM. */
static int
make_room(struct sok_merge *merge, struct sok_arena *scratch)
{
	size_t n = merge->to->ngames, room = 2 * n + 4;
	const uint64_t *known = merge->digest;
	struct sok_str any = {NULL, 0}, moves;

	if (n < merge->room)
		return 0;
	struct sok_game *game =
	    sok_arena_alloc(merge->arena, room, sizeof(*game));
	merge->digest =
	    sok_arena_alloc(merge->arena, room, sizeof(*merge->digest));
	for (merge->slots = 8; merge->slots < 2 * room;)
		merge->slots *= 2;
	merge->slot =
	    sok_arena_zalloc(merge->arena, merge->slots, sizeof(*merge->slot));
	if (game == NULL || merge->digest == NULL || merge->slot == NULL)
		return -1;
	if (n > 0)
		memcpy(game, merge->to->game, n * sizeof(*game));
	merge->to->game = game;
	merge->room = room;
	for (size_t i = 0; i < n; i++) {
		if (known != NULL) {
			merge->digest[i] = known[i];
		} else {
			moves = essence(game[i].moves, scratch);
			if (moves.s == NULL)
				return -1;
			merge->digest[i] = sok_digest(moves);
		}
		*find_slot(merge, any, merge->digest[i], scratch) = i + 1;
	}
	return 0;
}

/* ---- games */

/* Whether a verdict on another board says no less about a game than the one
 * that it had. */
static bool
as_good(enum sok_verdict was, enum sok_verdict is)
{
	if (was == SOK_NOT_SUPPORTED)
		return is != SOK_ILLEGAL;
	return is == was || is == SOK_SOLVED;
}

/* As sok_game_holds(). */
static int
game_holds(const struct pair *pair, const struct sok_game *from,
    const struct sok_game *game, enum sok_holds *holds)
{
	struct sok_replay was, is;

	if (sok_replay(pair->from, from, &pair->in_from, &was, pair->scratch) ==
	        -1 ||
	    sok_replay(&pair->to, game, &pair->in_to, &is, pair->scratch) == -1)
		return -1;
	*holds = SOK_HOLDS;
	if (!as_good(was.verdict, is.verdict))
		*holds = SOK_IS_LOST;
	if (was.verdict == SOK_ILLEGAL && is.verdict != SOK_SOLVED)
		*holds = SOK_WAS_ILLEGAL;
	return 0;
}

int
sok_game_holds(const struct sok_puzzle *to, const struct sok_game *game,
    const struct sok_puzzle *from, const struct sok_game *as,
    enum sok_holds *holds, struct sok_arena *scratch)
{
	struct pair pair = {.to = *to, .from = from, .scratch = scratch};

	pair.in_to.no_final = pair.in_from.no_final = true;
	return game_holds(&pair, as, game, holds);
}

/* Add a game, which is `game` on the puzzle, if it is new and holds there.  0,
 * -1 on ENOMEM. */
static int
take_game(struct pair *pair, const struct sok_game *from, struct sok_game *game,
    struct sok_merged *merged)
{
	struct sok_merge *merge = pair->merge;
	struct sok_puzzle *to = merge->to;
	enum sok_holds holds;

	game->source = NULL;
	struct sok_str moves = essence(game->moves, pair->scratch);
	if (moves.s == NULL || make_room(merge, pair->scratch) == -1)
		return -1;
	uint64_t digest = sok_digest(moves);
	size_t *slot = find_slot(merge, moves, digest, pair->scratch);
	if (slot == NULL)
		return -1;
	if (*slot != 0) {
		merged->known++;
		return 0;
	}
	if (game_holds(pair, from, game, &holds) == -1)
		return -1;
	if (holds != SOK_HOLDS) {
		merged->left++;
		pair->lost += holds == SOK_IS_LOST;
		return 0;
	}
	if (sok_game_copy(&to->game[to->ngames], game, merge->arena) == -1)
		return -1;
	merge->digest[to->ngames++] = digest;
	*slot = to->ngames;
	merge->multiban = merge->multiban || multiban_game(game);
	merged->taken++;
	return 0;
}

/* Count the games of a puzzle that does not fit: 0, -1 on ENOMEM. */
static int
leave_games(struct pair *pair, struct sok_merged *merged)
{
	const struct sok_puzzle *from = pair->from;
	struct sok_replay was;

	merged->left = from->ngames;
	for (size_t i = 0; i < from->ngames; i++) {
		if (sok_replay(from, &from->game[i], &pair->in_from, &was,
		        pair->scratch) == -1)
			return -1;
		pair->lost += was.verdict != SOK_ILLEGAL;
	}
	return 0;
}

int
sok_merge_or_lose(struct sok_merge *merge, const struct sok_puzzle *from,
    struct sok_merged *merged, size_t *lost, struct sok_arena *scratch)
{
	struct pair pair = {
	    .merge = merge, .to = *merge->to, .from = from, .scratch = scratch};
	struct sok_game *game;
	int got = 0;

	*merged = (struct sok_merged){0};
	*lost = 0;
	if (from->ngames == 0)
		return 0;
	int fits = sok_games_fit(merge->to, from, &game, scratch);
	if (fits == -1)
		return -1;
	/* Games that were added before are not examined again. */
	pair.to.ngames = 0;
	if (merge->multiban && pair.to.variant != SOK_UNSUPPORTED)
		pair.to.variant |= SOK_MULTIBAN;
	pair.in_to.position = sok_position_open(&pair.to, scratch);
	pair.in_from.position = sok_position_open(from, scratch);
	pair.in_to.no_final = pair.in_from.no_final = true;
	if (pair.in_to.position == NULL || pair.in_from.position == NULL)
		return -1;
	if (fits == 0)
		got = leave_games(&pair, merged);
	for (size_t i = 0; i < from->ngames && fits == 1 && got == 0; i++)
		got = take_game(&pair, &from->game[i], &game[i], merged);
	*lost = pair.lost;
	return got;
}

int
sok_merge_games(struct sok_merge *merge, const struct sok_puzzle *from,
    struct sok_merged *merged, struct sok_arena *scratch)
{
	size_t lost;

	return sok_merge_or_lose(merge, from, merged, &lost, scratch);
}
