/* games.c - merges the games of a puzzle.  Games are the same if their moves
 * are, apart from groups and, without jumps, from capital letters. */
#include <stdlib.h>
#include <string.h>

#include "board/board.h"
#include "merge/merge.h"
#include "play/play.h"

struct games {
	const struct sok_puzzle *version; /* MERGE_NSIDES of them */
	uint64_t *digest[MERGE_NSIDES];   /* of the moves */
	struct merge_item *item;
	size_t n;
};

/* A digest of the moves as far as they identify a game. */
static uint64_t
digest_moves(struct sok_str moves)
{
	bool jumps = moves.len > 0 && memchr(moves.s, '[', moves.len) != NULL;
	uint64_t hash = 1;
	char part[64];
	size_t n = 0;

	for (size_t i = 0; i < moves.len; i++) {
		if (moves.s[i] != '(' && moves.s[i] != ')')
			part[n++] = jumps ? moves.s[i] : sok_lower(moves.s[i]);
		if (n < sizeof(part) && i + 1 < moves.len)
			continue;
		hash = sok_mix(hash, (struct sok_str){part, n});
		n = 0;
	}
	return hash;
}

/* Compute the digests of the moves of a side's games: 0, -1 on ENOMEM. */
static int
digest_games(struct games *games, enum merge_side side, struct sok_arena *arena)
{
	const struct sok_puzzle *puzzle = &games->version[side];
	uint64_t *digest =
	    sok_arena_alloc(arena, puzzle->ngames, sizeof(*digest));

	for (size_t i = 0; digest != NULL && i < puzzle->ngames; i++)
		digest[i] = digest_moves(puzzle->game[i].moves);
	games->digest[side] = digest;
	return digest == NULL ? -1 : 0;
}

/* Give the games of one more side to the items that have the same moves in the
 * versions before, or to new ones. */
static void
pair_games(struct games *games, enum merge_side side)
{
	size_t before = games->n, j;

	for (size_t i = 0; i < games->version[side].ngames; i++) {
		for (j = 0; j < before; j++) {
			struct merge_item *item = &games->item[j];
			uint64_t known = 0;

			if (item->at[side] != 0)
				continue;
			for (int s = 0; s < (int)side && known == 0; s++)
				if (item->at[s] != 0)
					known =
					    games->digest[s][item->at[s] - 1];
			if (known == games->digest[side][i])
				break;
		}
		if (j == before) {
			j = games->n++;
			games->item[j] = (struct merge_item){.gone = false};
		}
		games->item[j].at[side] = (uint32_t)i + 1;
	}
}

/* Whether the games that a side has from the base are in another order. */
static bool
is_reordered(const struct games *games, enum merge_side side)
{
	uint32_t last = 0, at;

	/* The items of the base come first, in its order. */
	for (size_t i = 0; i < games->n && games->item[i].at[MERGE_BASE] != 0;
	     i++) {
		at = games->item[i].at[side];
		if (at != 0 && at < last)
			return true;
		last = at != 0 ? at : last;
	}
	return false;
}

/* The game of an item in one version, NULL if it has none. */
static const struct sok_game *
game_of(const struct games *games, const struct merge_item *item,
    enum merge_side side)
{
	return item->at[side] == 0
	    ? NULL
	    : &games->version[side].game[item->at[side] - 1];
}

/* Whether two games have the same moves, title and text. */
static bool
same_game(const struct sok_game *first, const struct sok_game *second)
{
	return sok_str_eq(first->moves, second->moves) &&
	    sok_str_eq(first->title_line, second->title_line) &&
	    merge_same_text(&first->text, &second->text);
}

/* A game that both sides have. */
static int
merge_parts(const struct sok_game *base, const struct sok_game *ours,
    const struct sok_game *theirs, struct sok_game *to, struct sok_arena *arena)
{
	static const struct sok_game none;
	const struct sok_game *was = base != NULL ? base : &none;
	const struct sok_str title[] = {
	    was->title_line, ours->title_line, theirs->title_line};
	const struct sok_text *const text[] = {
	    &was->text, &ours->text, &theirs->text};
	int got;

	*to = *ours;
	/* What both added is the same game, whatever its title is. */
	if (merge_string(title, &to->title_line) == 0) {
		if (base != NULL)
			return 0;
		to->title_line = ours->title_line;
	}
	if (base != NULL && sok_str_eq(ours->moves, base->moves)) {
		to->moves = theirs->moves;
		to->letters_only = theirs->letters_only;
	}
	got = merge_text(text, &to->text, arena);
	return got;
}

/* Merge the versions of one game: 1, and item->gone if it is removed. */
static int
merge_game(const struct games *games, struct merge_item *item,
    struct sok_game *to, struct sok_arena *arena)
{
	const struct sok_game *base = game_of(games, item, MERGE_BASE);
	const struct sok_game *ours = game_of(games, item, MERGE_OURS);
	const struct sok_game *theirs = game_of(games, item, MERGE_THEIRS);
	const struct sok_game *left = ours != NULL ? ours : theirs;

	if (ours != NULL && theirs != NULL)
		return merge_parts(base, ours, theirs, to, arena);
	item->gone = base != NULL;
	if (left != NULL)
		*to = *left;
	/* One side changed what the other one removed. */
	return base == NULL || left == NULL || same_game(base, left);
}

/* Whether the games that one side alone has are as good on the merged puzzle as
 * on that of the side, or were illegal there: 1, 0, -1 on ENOMEM. */
static int
all_hold(const struct games *games, const struct sok_puzzle *version,
    const struct sok_puzzle *to, struct sok_arena *arena)
{
	enum sok_holds holds = SOK_HOLDS;

	for (size_t i = 0; i < games->n; i++) {
		const struct merge_item *item = &games->item[i];
		enum merge_side side =
		    item->at[MERGE_OURS] != 0 ? MERGE_OURS : MERGE_THEIRS;

		if (item->gone ||
		    (item->at[MERGE_OURS] != 0 && item->at[MERGE_THEIRS] != 0))
			continue;
		const struct sok_puzzle *from = &version[side];
		if (sok_game_holds(to, game_of(games, item, side), from,
		        &from->game[item->at[side] - 1], &holds, arena) == -1)
			return -1;
		if (holds == SOK_IS_LOST)
			return 0;
	}
	return 1;
}

int
merge_games(const struct sok_puzzle *version, const struct sok_puzzle *fitted,
    struct sok_puzzle *to, const char **conflict, struct sok_arena *arena)
{
	struct games games = {.version = fitted};
	enum merge_side first = MERGE_OURS;
	size_t all = 0, left;
	int got = 1;

	for (int side = 0; side < MERGE_NSIDES; side++) {
		all += fitted[side].ngames;
		if (digest_games(&games, (enum merge_side)side, arena) == -1)
			return -1;
	}
	games.item = sok_arena_alloc(arena, all, sizeof(*games.item));
	struct sok_game *merged = sok_arena_alloc(arena, all, sizeof(*merged));
	struct sok_game *game = sok_arena_alloc(arena, all, sizeof(*game));
	if (games.item == NULL || merged == NULL || game == NULL)
		return -1;
	for (int side = 0; side < MERGE_NSIDES; side++)
		pair_games(&games, (enum merge_side)side);
	*conflict = "both sides changed the games of this puzzle";
	for (size_t k = 0; k < games.n && got == 1; k++)
		got = merge_game(&games, &games.item[k], &merged[k], arena);
	if (got != 1)
		return got;
	if (!is_reordered(&games, MERGE_OURS) &&
	    is_reordered(&games, MERGE_THEIRS))
		first = MERGE_THEIRS;
	const uint32_t *order =
	    merge_weave(games.item, games.n, first, &left, arena);
	if (order == NULL)
		return -1;
	for (size_t i = 0; i < left; i++)
		game[i] = merged[order[i]];
	to->game = game;
	to->ngames = left;
	*conflict = "a game of one side does not fit what the other side made "
	            "of this puzzle";
	return all_hold(&games, version, to, arena);
}
