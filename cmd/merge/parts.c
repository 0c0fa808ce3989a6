/* parts.c - merges the versions of one puzzle part by part: board, title, text
 * and games. */
#include "board/board.h"
#include "merge/merge.h"
#include "play/play.h"

static const struct sok_puzzle empty;

/* The puzzle as one version has it, NULL if it has none. */
static const struct sok_puzzle *
version(const struct merge_puzzle *puzzle, enum merge_side side)
{
	return puzzle->version[side] == NULL ? NULL
	                                     : puzzle->version[side]->puzzle;
}

/* Merge titles.  Of what both added a missing title is not a change. */
static int
merge_title(const struct merge_puzzle *puzzle,
    const struct sok_str title[MERGE_NSIDES], struct sok_str *to)
{
	int got = merge_string(title, to);

	if (got == 1 || puzzle->version[MERGE_BASE] != NULL)
		return got;
	if (title[MERGE_OURS].len > 0 && title[MERGE_THEIRS].len > 0)
		return 0;
	*to = title[title[MERGE_OURS].len > 0 ? MERGE_OURS : MERGE_THEIRS];
	return 1;
}

/* Whether both puzzles have the same board, or none. */
static bool
same_board(const struct sok_puzzle *first, const struct sok_puzzle *second)
{
	return first->has_board == second->has_board &&
	    (!first->has_board ||
	        sok_board_equal(&first->board, &second->board));
}

/* Whether two versions are the same in all but their places. */
static bool
same_puzzle(const struct sok_puzzle *first, const struct sok_puzzle *second)
{
	return first != NULL && second != NULL &&
	    sok_puzzle_digest(first) == sok_puzzle_digest(second);
}

/* Find the side whose board is the result: 1; 0 if both sides changed it. */
static int
choose_board(const struct sok_puzzle *base, const struct sok_puzzle *ours,
    const struct sok_puzzle *theirs, enum merge_side *side)
{
	*side = MERGE_OURS;
	/* Without a base both added the same puzzle. */
	if (base == NULL || same_board(ours, theirs) ||
	    same_board(base, theirs))
		return 1;
	*side = MERGE_THEIRS;
	return same_board(base, ours);
}

/* If a version has the board of the result, but turned, numbered from another
 * side, or with its player elsewhere, make its games those of the result, so
 * that they can be compared.  0, -1 on ENOMEM. */
static int
fit(struct sok_puzzle *puzzle, const struct sok_puzzle *result,
    struct sok_arena *arena)
{
	struct sok_game *game;
	int fits = sok_games_fit(result, puzzle, &game, arena);

	if (fits == 1)
		puzzle->game = game;
	return fits == -1 ? -1 : 0;
}

/* Merge the games of all versions, as they are played on the result, which has
 * its board and text: 1; 0 if there is a conflict; -1 on ENOMEM. */
static int
merge_all_games(
    struct merge_puzzle *puzzle, struct sok_puzzle *to, struct sok_arena *arena)
{
	struct sok_puzzle all[MERGE_NSIDES], fitted[MERGE_NSIDES];

	for (int i = 0; i < MERGE_NSIDES; i++) {
		const struct compare_item *item = puzzle->version[i];

		all[i] = item == NULL ? empty : *item->puzzle;
		fitted[i] = all[i];
		if (fit(&fitted[i], to, arena) == -1)
			return -1;
	}
	return merge_games(all, fitted, to, &puzzle->conflict, arena);
}

/* Merge the parts of a puzzle that both sides have. */
static int
merge_parts(
    struct merge_puzzle *puzzle, struct sok_puzzle *to, struct sok_arena *arena)
{
	const struct sok_puzzle *was = version(puzzle, MERGE_BASE);
	const struct sok_puzzle *base = was != NULL ? was : &empty;
	const struct sok_puzzle *ours = puzzle->version[MERGE_OURS]->puzzle;
	const struct sok_puzzle *theirs = puzzle->version[MERGE_THEIRS]->puzzle;
	const struct sok_str title[] = {
	    base->title_line, ours->title_line, theirs->title_line};
	/* Whether they are lines or keys. */
	const struct sok_str names[] = {
	    base->title, ours->title, theirs->title};
	const struct sok_text *const text[] = {
	    &base->text, &ours->text, &theirs->text};
	enum merge_side chosen;
	struct sok_str name;

	*to = *ours;
	puzzle->conflict = "both sides changed the board of this puzzle";
	if (choose_board(was, ours, theirs, &chosen) == 0)
		return 0;
	const struct sok_puzzle *board = chosen == MERGE_OURS ? ours : theirs;
	to->has_board = board->has_board;
	to->board = board->board;
	to->variant = board->variant;
	puzzle->conflict = "both sides changed the title of this puzzle";
	if (merge_title(puzzle, names, &name) == 0 ||
	    merge_title(puzzle, title, &to->title_line) == 0)
		return 0;
	puzzle->conflict = "both sides changed the text of this puzzle";
	int got = merge_text(text, &to->text, arena);
	if (got != 1)
		return got;
	got = merge_all_games(puzzle, to, arena);
	if (got == 1)
		puzzle->conflict = NULL;
	return got;
}

int
merge_puzzle(struct merge_puzzle *puzzle, struct sok_arena *arena)
{
	const struct sok_puzzle *base = version(puzzle, MERGE_BASE);
	const struct sok_puzzle *ours = version(puzzle, MERGE_OURS);
	const struct sok_puzzle *theirs = version(puzzle, MERGE_THEIRS);
	const struct sok_puzzle *left = ours != NULL ? ours : theirs;
	bool alone = ours == NULL || theirs == NULL;
	struct sok_puzzle *to;

	puzzle->result = left;
	puzzle->conflict = NULL;
	/* Both removed it, or one side added it. */
	if (left == NULL || (base == NULL && alone))
		return 1;
	if (alone) {
		puzzle->result = NULL;
		if (!same_puzzle(base, left))
			puzzle->conflict = ours == NULL
			    ? "ours removed this puzzle, which theirs changed"
			    : "theirs removed this puzzle, which ours changed";
		return puzzle->conflict == NULL;
	}
	if (same_puzzle(ours, theirs) || same_puzzle(base, theirs))
		return 1;
	puzzle->result = theirs;
	if (same_puzzle(base, ours))
		return 1;
	to = sok_arena_alloc(arena, 1, sizeof(*to));
	if (to == NULL)
		return -1;
	puzzle->result = to;
	int got = merge_parts(puzzle, to, arena);
	if (got == 1)
		sok_puzzle_retitle(to);
	return got;
}
