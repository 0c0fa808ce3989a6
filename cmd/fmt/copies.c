/* copies.c - --unique: chooses the copy of a puzzle that is kept, gives it the
 * titles, the author and the games that only other copies have, and reports the
 * other copies; --best: drops solutions that are not the best. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "fmt/fmt.h"
#include "format/format.h"
#include "play/play.h"
#include "text/text.h"

void
fmt_prefer_default(struct fmt *fmt)
{
	static const enum fmt_merit usual[] = {
	    FMT_PLAYABLE, FMT_SOLVED, FMT_TITLED, FMT_FIRST};

	memcpy(fmt->prefer, usual, sizeof(usual));
	fmt->nprefer = SOK_COUNT(usual);
}

/* ---- what is known of a copy; a puzzle is only checked and replayed if that
 * decides between two copies */

struct merits {
	bool playable_known, best_known;
	bool playable;
	struct sok_best best;
};

/* A sink for sok_check(): whether a puzzle can be played to its end, which it
 * cannot with a box that nothing can bring to a goal. */
static void
refuse_unplayable(void *ctx, const struct sok_finding *finding)
{
	bool *playable = ctx;

	if (finding->severity == SOK_ERROR ||
	    finding->rule == SOK_DEAD_BOX_RULE ||
	    finding->rule == SOK_FROZEN_BOX_RULE ||
	    finding->rule == SOK_OUTSIDE_BOX_OFF_GOAL_RULE)
		*playable = false;
}

/* Find out, once, whether the puzzle can be played: 0, -1 on ENOMEM. */
static int
find_playable(const struct sok_puzzle *puzzle, struct merits *merits,
    struct sok_arena *scratch)
{
	struct sok_sink sink = {
	    .fn = refuse_unplayable, .ctx = &merits->playable};

	if (merits->playable_known)
		return 0;
	merits->playable = merits->playable_known = true;
	return sok_check(puzzle, NULL, &sink, scratch);
}

/* Find the best solutions of the puzzle, once: 0, -1 on ENOMEM. */
static int
find_best(const struct sok_puzzle *puzzle, struct merits *merits,
    struct sok_arena *scratch)
{
	if (merits->best_known)
		return 0;
	merits->best_known = true;
	return sok_best_find(puzzle, &merits->best, scratch);
}

/* Whether the solution of the first copy is better (over 0) or worse: the one
 * that has fewer moves, or as many and fewer pushes.  Lines and sessions decide
 * which of several games is kept, but not whether a point after this one, such
 * as a title, counts. */
static int
better_solution(const struct sok_best *first, const struct sok_best *second)
{
	const struct sok_metrics *first_moves = &first->at[SOK_BEST_MOVES];
	const struct sok_metrics *second_moves = &second->at[SOK_BEST_MOVES];

	if (!first->any || !second->any)
		return (int)first->any - (int)second->any;
	if (first_moves->moves != second_moves->moves)
		return first_moves->moves < second_moves->moves ? 1 : -1;
	return (first_moves->pushes < second_moves->pushes) -
	    (first_moves->pushes > second_moves->pushes);
}

/* In *better, whether the first copy is better (over 0) or worse in one point.
 * 0, -1 on ENOMEM. */
static int
compare_merit(enum fmt_merit merit, const struct sok_puzzle *first,
    const struct sok_puzzle *second, struct merits *of_a, struct merits *of_b,
    int *better, struct sok_arena *scratch)
{
	*better = 0;
	switch (merit) {
	case FMT_PLAYABLE:
		if (sok_board_equal(&first->board, &second->board))
			return 0;
		if (find_playable(first, of_a, scratch) == -1 ||
		    find_playable(second, of_b, scratch) == -1)
			return -1;
		*better = (int)of_a->playable - (int)of_b->playable;
		return 0;
	case FMT_SOLVED:
	case FMT_BEST:
		if (find_best(first, of_a, scratch) == -1 ||
		    find_best(second, of_b, scratch) == -1)
			return -1;
		*better = (int)of_a->best.any - (int)of_b->best.any;
		if (merit == FMT_BEST)
			*better = better_solution(&of_a->best, &of_b->best);
		return 0;
	case FMT_TITLED:
		*better =
		    (int)(first->title.len > 0) - (int)(second->title.len > 0);
		return 0;
	case FMT_AUTHORED:
		*better = (int)(sok_puzzle_author(first).len > 0) -
		    (int)(sok_puzzle_author(second).len > 0);
		return 0;
	case FMT_FIRST:
	case FMT_NMERITS:
		break;
	}
	return 0;
}

/* Find the copy that is better than all others in the first point of --prefer
 * in which they differ, or was read first.  0, -1 on ENOMEM. */
static int
choose(const struct fmt *fmt, const struct fmt_copies *copies, size_t *kept,
    struct sok_arena *scratch, struct sok_arena *once)
{
	struct merits *merits =
	    sok_arena_zalloc(scratch, copies->n, sizeof(*merits));

	*kept = 0;
	if (merits == NULL)
		return -1;
	for (size_t i = 1; i < copies->n; i++) {
		int better = 0;

		for (size_t j = 0; j < fmt->nprefer && better == 0; j++) {
			if (fmt->prefer[j] == FMT_FIRST)
				break;
			if (compare_merit(fmt->prefer[j], copies->puzzle[i],
			        copies->puzzle[*kept], &merits[i],
			        &merits[*kept], &better, once) == -1)
				return -1;
			sok_arena_reset(once);
		}
		if (better > 0)
			*kept = i;
	}
	return 0;
}

/* ---- what the kept copy gets from the others */

/* Add `Also: title` to the kept puzzle, unless it is known there.  0, -1 on
 * ENOMEM. */
static int
add_also(struct sok_puzzle *kept, struct sok_str title, struct sok_arena *arena)
{
	const struct sok_str also = SOK_STR("Also");
	struct sok_str value;
	size_t end = 0;

	if (title.len == 0 || sok_str_caseeq(title, kept->title))
		return 0;
	for (size_t i = 0;
	     (i = key_find(&kept->text, i, also, &value)) < kept->text.n; i++) {
		if (sok_str_caseeq(value, title))
			return 0;
		end = i + 1;
	}
	struct sok_buf line = {0};
	sok_buf_fmt(&line, "Also: %.*s", (int)title.len, title.s);
	struct sok_str copy = sok_str_dup(arena, sok_buf_str(&line));
	bool failed = line.failed || copy.s == NULL;
	sok_buf_free(&line);
	return failed ? -1 : sok_text_insert(&kept->text, end, copy, arena);
}

/* Pass title, author and other titles of a dropped copy to the kept one.  0, -1
 * on ENOMEM. */
static int
pass_text(struct sok_puzzle *kept, const struct sok_puzzle *dropped,
    struct sok_arena *arena)
{
	struct sok_str author = sok_puzzle_author(dropped), value;

	if (kept->title.len == 0 && dropped->title.len > 0) {
		if (sok_title_set(&kept->title_line, &kept->text,
		        dropped->title, arena) == -1)
			return -1;
		sok_puzzle_retitle(kept);
	}
	if (author.len > 0 && sok_puzzle_author(kept).len == 0 &&
	    key_add(&kept->text, SOK_STR("Author"), author, arena) == -1)
		return -1;
	if (add_also(kept, dropped->title, arena) == -1)
		return -1;
	for (size_t i = 0; (i = key_find(&dropped->text, i, SOK_STR("Also"),
	                        &value)) < dropped->text.n;
	     i++)
		if (add_also(kept, value, arena) == -1)
			return -1;
	return 0;
}

/* Report a dropped copy, and write it to the file of --rejects.  0, -1 with
 * errno. */
static int
reject_copy(struct cli *cli, const struct sok_puzzle *kept,
    const struct sok_puzzle *dropped, const struct sok_merged *merged,
    struct sok_arena *scratch)
{
	struct fmt *fmt = cli->ctx;
	struct sok_puzzle copy = *dropped;
	struct sok_str message = sok_str_fmt(scratch,
	    "dropped as a duplicate of puzzle %zu at %s:%zu; of its games, %zu "
	    "were added there, %zu were there already, %zu do not fit there",
	    kept->number, kept->pos.file, kept->pos.line, merged->taken,
	    merged->known, merged->left);

	if (message.s == NULL)
		return -1;
	sok_report(cli_sink(cli), SOK_DUPLICATE_PUZZLE_RULE, dropped->pos,
	    dropped, NULL, "%.*s", (int)message.len, message.s);
	if (fmt->rejects.path == NULL)
		return 0;
	rejects_note(cli, &fmt->rejects, message);
	rejects_explain(cli, &fmt->rejects, &copy.text, scratch);
	/* What it has from its header was given to it before. */
	copy.header = NULL;
	return rejects_write(cli, &fmt->rejects, &copy, scratch);
}

/* Report a copy that stays in the output. */
static void
report_staying(struct cli *cli, const struct sok_puzzle *kept,
    const struct sok_puzzle *copy, size_t lost)
{
	sok_report(cli_sink(cli), SOK_DUPLICATE_PUZZLE_RULE, copy->pos, copy,
	    NULL,
	    "kept, although it is a duplicate of puzzle %zu at %s:%zu, where "
	    "%zu of its games %s not fit",
	    kept->number, kept->pos.file, kept->pos.line, lost,
	    lost == 1 ? "does" : "do");
}

/* As fmt_keep_one(); `once` is reset after each copy, as there may be many
 * copies. */
static int
keep_one(struct cli *cli, struct fmt_copies *copies, struct sok_arena *keep,
    struct sok_arena *scratch, struct sok_arena *once)
{
	size_t kept, lost;
	struct sok_merged merged;

	if (choose(cli->ctx, copies, &kept, scratch, once) == -1)
		return -1;
	struct sok_puzzle *best = copies->puzzle[kept];
	struct sok_merge *merge = sok_merge_open(best, keep);
	if (merge == NULL)
		return -1;
	for (size_t i = 0; i < copies->n; i++) {
		const struct sok_puzzle *copy = copies->puzzle[i];

		if (i == kept)
			continue;
		if (sok_merge_or_lose(merge, copy, &merged, &lost, once) == -1)
			return -1;
		copies->stays[i] = lost > 0;
		if (copies->stays[i])
			report_staying(cli, best, copy, lost);
		else if (pass_text(best, copy, keep) == -1 ||
		    reject_copy(cli, best, copy, &merged, once) == -1)
			return -1;
		sok_arena_reset(once);
	}
	copies->puzzle[kept] = copies->puzzle[0];
	copies->stays[kept] = copies->stays[0];
	copies->puzzle[0] = best;
	return 0;
}

int
fmt_keep_one(struct cli *cli, struct fmt_copies *copies, struct sok_arena *keep,
    struct sok_arena *scratch)
{
	struct sok_arena once = {NULL, NULL, NULL};
	int got = keep_one(cli, copies, keep, scratch, &once);

	sok_arena_free(&once);
	return got;
}

/* Write the marked games of a puzzle, which has other games, to the file of
 * --rejects.  0, -1 with errno. */
static int
reject_games(struct cli *cli, const struct sok_puzzle *puzzle, const bool *drop,
    struct sok_arena *arena)
{
	struct fmt *fmt = cli->ctx;
	struct sok_puzzle copy = *puzzle;
	bool *keep = sok_arena_alloc(arena, puzzle->ngames, sizeof(*keep));
	size_t n = 0;

	if (keep == NULL)
		return -1;
	for (size_t i = 0; i < puzzle->ngames; i++) {
		keep[i] = !drop[i];
		n += drop[i];
	}
	if (fmt->rejects.path == NULL || n == 0)
		return 0;
	/* The notes of the puzzle are in the output. */
	copy.text = (struct sok_text){NULL, 0};
	copy.header = NULL;
	if (sok_drop_games(&copy, keep, arena) == -1)
		return -1;
	sok_puzzle_retitle(&copy);
	rejects_note(cli, &fmt->rejects, SOK_STR("another solution is better"));
	rejects_explain(cli, &fmt->rejects, &copy.text, arena);
	return rejects_write(cli, &fmt->rejects, &copy, arena);
}

int
fmt_keep_best(
    struct cli *cli, struct sok_puzzle *puzzle, struct sok_arena *arena)
{
	const struct fmt *fmt = cli->ctx;
	bool *drop = sok_arena_zalloc(arena, puzzle->ngames, sizeof(*drop));
	struct sok_best best;
	struct sok_replay played;

	if (drop == NULL || sok_best_find(puzzle, &best, arena) == -1)
		return -1;
	for (size_t i = 0; i < puzzle->ngames && best.any; i++) {
		const struct sok_game *game = &puzzle->game[i];

		if (sok_best_is(&best, i, fmt->best))
			continue;
		if (sok_replay(puzzle, game, NULL, &played, arena) == -1)
			return -1;
		drop[i] = played.verdict == SOK_SOLVED;
		if (drop[i])
			sok_report(cli_sink(cli), SOK_LOSSY_RULE, game->pos,
			    puzzle, game,
			    "dropped: another solution is better");
	}
	if (reject_games(cli, puzzle, drop, arena) == -1 ||
	    sok_drop_games(puzzle, drop, arena) == -1)
		return -1;
	sok_puzzle_retitle(puzzle);
	return 0;
}
