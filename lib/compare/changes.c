/* changes.c - findings about what changed from one collection to another. */
#include <stdio.h>

#include "base/base.h"
#include "board/board.h"
#include "compare/compare.h"
#include "io/io.h"
#include "play/play.h"
#include "text/text.h"

/* The bytes of a title or a line, and the squares, that a message names. */
enum { SHOWN_BYTES = 60, SHOWN_SQUARES = 6 };

#define PLURAL(n) ((n) == 1 ? "" : "s")

/* Two puzzles that belong together. */
struct change {
	struct compare_report *report;
	const struct compare_item *was, *is;
	const struct sok_puzzle *old, *new; /* the held old and new puzzle */
};

static struct sok_pos
place_of(const struct sok_puzzle *puzzle)
{
	return (struct sok_pos){puzzle->pos.file, puzzle->pos.line, 1};
}

/* About the new puzzle. */
#define REPORT(change, rule, ...) \
	sok_report((change)->report->sink, rule, place_of((change)->new), \
	    (change)->new, NULL, __VA_ARGS__)

/* The arguments of "%.*s" for a shortened text. */
#define SHOWN(text) \
	(int)sok_str_clip(text, SHOWN_BYTES).len, \
	    ((text).len > 0 ? (text).s : "")

/* ---- the game */

/* The game by whose rules a puzzle is played: with one player Multiban is the
 * game that it is without. */
static enum sok_variant
game_of(const struct sok_puzzle *puzzle)
{
	return puzzle->board.players > 1 ? puzzle->variant
	                                 : sok_variant_base(puzzle->variant);
}

/* Whether both puzzles are of the same game. */
static bool
same_game(const struct change *change)
{
	return game_of(change->old) == game_of(change->new);
}

/* Whether two keys differ only where the boards do: with one player, the same
 * game may still be declared as Multiban or not, which has keys of its own. */
static bool
same_rules(const struct change *change)
{
	return change->old->variant == change->new->variant;
}

/* The name of a variant for a message. */
static const char *
game_name(enum sok_variant variant)
{
	const char *name = sok_variant_name(variant);

	return name != NULL ? name : "one that is not supported";
}

/* Whether what puzzles with this pair of headers inherit is reported for the
 * first time: 1, 0, -1 on ENOMEM.  about: a number of what it is. */
static int
meet_headers(const struct change *change, uint64_t about)
{
	const uint64_t pair[3] = {(uintptr_t)change->old->header,
	    (uintptr_t)change->new->header, about};
	struct sok_str bytes = {(const char *)pair, sizeof(pair)};
	struct compare_place at = {
	    .key = {.id = sok_mix(1, bytes), .kind = COMPARE_PICTURE}};
	struct compare_place *added;

	if (compare_seen_or_add(&change->report->headers, at, &added) != NULL)
		return 0;
	return added != NULL ? 1 : -1;
}

/* Report that the puzzle is one of another game, which the text of the puzzle,
 * the header, or the name of the file says: 0, -1 on ENOMEM. */
static int
report_game(const struct change *change)
{
	enum sok_variant was = game_of(change->old), is = game_of(change->new);
	int wanted = 1;

	if (was == is)
		return 0;
	struct naming old = key_naming(&change->old->text);
	struct naming new = key_naming(&change->new->text);
	/* What all puzzles inherit is reported once. */
	if (!naming_any(&old) && !naming_any(&new))
		wanted = meet_headers(
		    change, 1 + (uint64_t)was * (2 * SOK_MULTIBAN) + is);
	if (wanted == 1)
		REPORT(change, SOK_CHANGED_TEXT_RULE,
		    "the game is %s, was %s at %s:%zu", game_name(is),
		    game_name(was), change->old->pos.file,
		    change->old->pos.line);
	return wanted == -1 ? -1 : 0;
}

/* ---- the board */

/* The contents of a square; those beside the board are floor. */
static unsigned char
square_at(const struct sok_board *board, int x, int y)
{
	if (x < 0 || y < 0 || x >= board->width || y >= board->height)
		return SOK_FLOOR;
	return sok_board_at(board, x, y);
}

/* The larger one of two numbers. */
static int
most(int a, int b)
{
	return a > b ? a : b;
}

/* Count the squares that differ, and name the first ones of the new board. */
static size_t
name_squares(struct sok_buf *buf, const struct change *change,
    const struct compare_alike *at)
{
	const struct sok_board *was = &change->old->board,
	                       *is = &change->new->board;
	int bottom = most(was->height - at->dy, is->height);
	int right = most(was->width - at->dx, is->width);
	unsigned char new_square, old_square;
	size_t n = 0, named = 0;

	for (int y = -most(at->dy, 0); y < bottom; y++)
		for (int x = -most(at->dx, 0); x < right; x++) {
			new_square = square_at(is, x, y);
			old_square = square_at(was, x + at->dx, y + at->dy);
			if (new_square == old_square)
				continue;
			n++;
			if (named == SHOWN_SQUARES || x < 0 || y < 0 ||
			    x >= is->width || y >= is->height)
				continue;
			sok_buf_fmt(buf,
			    "%srow %d, column %d is `%c`, was `%c`",
			    named++ > 0 ? "; " : ": ", y + 1, x + 1,
			    sok_xsb[new_square], sok_xsb[old_square]);
		}
	if (named > 0 && n > named)
		sok_buf_fmt(buf, "; and %zu more", n - named);
	return n;
}

/* Report how the board differs from the old one: 0, -1 on ENOMEM. */
static int
report_board(const struct change *change)
{
	const struct sok_board *was = &change->old->board,
	                       *is = &change->new->board;
	struct compare_alike at = compare_boards(was, is);
	struct sok_buf squares = {NULL, 0, 0, false};
	char size[80] = "";
	size_t n = 0;

	if (at.all > 0)
		n = name_squares(&squares, change, &at);
	if (was->width != is->width || was->height != is->height)
		snprintf(size, sizeof(size), "the size is %dx%d, was %dx%d; ",
		    is->width, is->height, was->width, was->height);
	struct sok_str list = SOK_STR("");
	if (squares.len > 0)
		list = sok_buf_str(&squares);
	if (n == 0 && same_rules(change))
		REPORT(change, SOK_CHANGED_PUZZLE_RULE,
		    "its boxes and goals are numbered differently from those "
		    "at %s:%zu",
		    change->old->pos.file, change->old->pos.line);
	else if (n > 0 && !squares.failed)
		REPORT(change, SOK_CHANGED_PUZZLE_RULE,
		    "changed since %s:%zu: %s%zu square%s%.*s",
		    change->old->pos.file, change->old->pos.line, size, n,
		    n == 1 ? " differs" : "s differ", (int)list.len, list.s);
	int got = squares.failed ? -1 : 0;
	sok_buf_free(&squares);
	return got;
}

/* The same puzzle with another picture. */
static void
report_redrawn(const struct change *change)
{
	const char *how = "the squares outside its walls differ", *name = "";
	enum sok_symmetry symmetry;

	if (change->was->key.more != change->is->key.more) {
		how = "the player stands elsewhere in its area";
		symmetry = compare_turn(
		    change->new->board.grid, change->was->key, change->is->key);
		if (symmetry != SOK_IDENTITY) {
			how = "turned by ";
			name = sok_symmetry_name[symmetry];
		}
	}
	REPORT(change, SOK_REDRAWN_PUZZLE_RULE,
	    "the same puzzle as at %s:%zu, drawn differently: %s%s",
	    change->old->pos.file, change->old->pos.line, how, name);
}

/* Whether the same puzzles have the same board, square for square. */
static bool
same_picture(const struct change *change)
{
	if (change->was->key.kind == COMPARE_ID)
		return sok_board_equal(
		    &change->old->board, &change->new->board);
	return change->was->key.more == change->is->key.more;
}

/* Report that the picture differs: as the same puzzle drawn differently, or as
 * another puzzle.  0, -1 on ENOMEM. */
static int
report_picture(const struct change *change)
{
	if (compare_same(change->was->key, change->is->key)) {
		if (!same_picture(change))
			report_redrawn(change);
		return 0;
	}
	if (change->old->has_board && change->new->has_board)
		return report_board(change);
	REPORT(change, SOK_CHANGED_PUZZLE_RULE,
	    "other moves without a board than at %s:%zu", change->old->pos.file,
	    change->old->pos.line);
	return 0;
}

/* ---- titles, authors, text */

static void
report_title(const struct change *change)
{
	struct sok_str was = change->old->title, is = change->new->title;

	if (sok_str_eq(was, is))
		return;
	if (is.len == 0)
		REPORT(change, SOK_LOST_TEXT_RULE,
		    "the title `%.*s`, at %s:%zu, is gone", SHOWN(was),
		    change->old->pos.file, change->old->pos.line);
	else if (was.len == 0)
		REPORT(change, SOK_RENAMED_PUZZLE_RULE,
		    "named `%.*s`, had no title at %s:%zu", SHOWN(is),
		    change->old->pos.file, change->old->pos.line);
	else
		REPORT(change, SOK_RENAMED_PUZZLE_RULE,
		    "renamed to `%.*s`, was `%.*s` at %s:%zu", SHOWN(is),
		    SHOWN(was), change->old->pos.file, change->old->pos.line);
}

/* Report another author, or one that is gone or new: 0, -1 on ENOMEM. */
static int
report_author(const struct change *change)
{
	const struct sok_str key = SOK_STR("Author");
	struct sok_str was = sok_puzzle_author(change->old);
	struct sok_str is = sok_puzzle_author(change->new);
	int wanted = 1;

	if (sok_str_eq(was, is))
		return 0;
	/* What all puzzles inherit is reported once. */
	if (sok_text_get(&change->old->text, key).s == NULL &&
	    sok_text_get(&change->new->text, key).s == NULL)
		wanted = meet_headers(change, 0);
	if (wanted != 1)
		return wanted;
	if (is.len == 0)
		REPORT(change, SOK_LOST_TEXT_RULE,
		    "the author `%.*s`, of %s:%zu, is gone", SHOWN(was),
		    change->old->pos.file, change->old->pos.line);
	else if (was.len == 0)
		REPORT(change, SOK_CHANGED_AUTHOR_RULE,
		    "the author is `%.*s`, none was named at %s:%zu", SHOWN(is),
		    change->old->pos.file, change->old->pos.line);
	else
		REPORT(change, SOK_CHANGED_AUTHOR_RULE,
		    "the author is `%.*s`, was `%.*s` at %s:%zu", SHOWN(is),
		    SHOWN(was), change->old->pos.file, change->old->pos.line);
	return 0;
}

static void
report_lines(const struct change *change, const struct compare_text *text)
{
	if (text->moved)
		REPORT(change, SOK_CHANGED_TEXT_RULE,
		    "the lines of text are in another order");
	else if (text->gone > text->added)
		REPORT(change, SOK_LOST_TEXT_RULE,
		    "lines of text at %s:%zu are gone: %zu, new: %zu; the "
		    "first is `%.*s`",
		    change->old->pos.file, change->old->pos.line, text->gone,
		    text->added, SHOWN(text->first_gone));
	else if (text->gone > 0)
		REPORT(change, SOK_CHANGED_TEXT_RULE,
		    "%zu line%s of text changed; the first is `%.*s`, was "
		    "`%.*s`",
		    text->added, PLURAL(text->added), SHOWN(text->first_added),
		    SHOWN(text->first_gone));
	else if (text->added > 0)
		REPORT(change, SOK_CHANGED_TEXT_RULE,
		    "%zu line%s of text added; the first is `%.*s`",
		    text->added, PLURAL(text->added), SHOWN(text->first_added));
}

/* Report lines and snapshots that are gone, and lines that are new: 0, -1 on
 * ENOMEM. */
static int
report_text(const struct change *change, bool redrawn)
{
	struct compare_text text;

	if (compare_texts(change->old, change->new, &text,
	        &change->report->scratch) == -1)
		return -1;
	report_lines(change, &text);
	/* On another board the moves are others. */
	if (text.snapshots > 0 && !redrawn)
		REPORT(change, SOK_LOST_TEXT_RULE,
		    "%zu snapshot%s of %s:%zu %s gone", text.snapshots,
		    PLURAL(text.snapshots), change->old->pos.file,
		    change->old->pos.line, text.snapshots == 1 ? "is" : "are");
	return 0;
}

/* ---- solutions */

/* By moves or by pushes, whatever the other number is. */
static void
report_best(const struct change *change, const struct sok_metrics *was,
    const struct sok_metrics *is, bool by_pushes)
{
	size_t before = by_pushes ? was->pushes : was->moves;
	size_t now = by_pushes ? is->pushes : is->moves;
	const char *by = by_pushes ? "pushes" : "moves";

	if (now > before)
		REPORT(change, SOK_WORSE_SOLUTION_RULE,
		    "the best solution by %s has %zu/%zu moves/pushes, at "
		    "%s:%zu it has %zu/%zu",
		    by, is->moves, is->pushes, change->old->pos.file,
		    change->old->pos.line, was->moves, was->pushes);
	else if (now < before)
		REPORT(change, SOK_BETTER_SOLUTION_RULE,
		    "the best solution by %s has %zu/%zu moves/pushes, at "
		    "%s:%zu it has %zu/%zu",
		    by, is->moves, is->pushes, change->old->pos.file,
		    change->old->pos.line, was->moves, was->pushes);
}

/* Report a best solution that is lost, new, better or worse: 0, -1 on ENOMEM.
 */
static int
report_solutions(const struct change *change)
{
	struct sok_best was, is;

	if (sok_best_find(change->old, &was, &change->report->scratch) == -1 ||
	    sok_best_find(change->new, &is, &change->report->scratch) == -1)
		return -1;
	if (was.any && !is.any)
		REPORT(change, SOK_LOST_SOLUTION_RULE,
		    "no game solves this puzzle; at %s:%zu one does, in "
		    "%zu/%zu moves/pushes",
		    change->old->pos.file, change->old->pos.line,
		    was.at[SOK_BEST_MOVES].moves,
		    was.at[SOK_BEST_MOVES].pushes);
	else if (!was.any && is.any)
		REPORT(change, SOK_BETTER_SOLUTION_RULE,
		    "a first solution, in %zu/%zu moves/pushes",
		    is.at[SOK_BEST_MOVES].moves, is.at[SOK_BEST_MOVES].pushes);
	for (int i = 0; i < SOK_NBEST && was.any && is.any; i++)
		report_best(
		    change, &was.at[i], &is.at[i], i == SOK_BEST_PUSHES);
	return 0;
}

/* ---- puzzles */

int
compare_report_new(struct compare_report *report, size_t j)
{
	struct change change = {
	    .report = report, .is = &report->new_list->item[j]};
	uint32_t partner = report->pairs->to_old[j];

	sok_arena_reset(&report->scratch);
	if (compare_hold_arena(report->hold) == NULL)
		return -1;
	change.new = change.is->puzzle;
	if (partner == 0) {
		REPORT(&change, SOK_NEW_PUZZLE_RULE, "this puzzle is new");
		return 0;
	}
	change.was = &report->old_list->item[partner - 1];
	change.old = change.was->puzzle;
	if (report->pairs->moved[j])
		REPORT(&change, SOK_MOVED_PUZZLE_RULE,
		    "moved: it was puzzle %zu, at %s:%zu", change.old->number,
		    change.old->pos.file, change.old->pos.line);
	/* What a header says of the board is only in its key. */
	bool same_board = change.was->key.id == change.is->key.id;
	if (change.was->whole == change.is->whole && same_game(&change) &&
	    (same_board || !same_rules(&change)))
		return 0;

	bool drawn_alike = compare_same(change.was->key, change.is->key) &&
	    same_picture(&change);
	report_title(&change);
	if (report_game(&change) == -1 || report_picture(&change) == -1 ||
	    report_author(&change) == -1 ||
	    report_text(&change, !drawn_alike) == -1)
		return -1;
	if (drawn_alike && change.was->games == change.is->games)
		return 0;
	return report_solutions(&change);
}

int
compare_report_missing(struct compare_report *report, size_t i)
{
	const struct sok_puzzle *puzzle = report->old_list->item[i].puzzle;

	if (report->pairs->to_new[i] != 0)
		return 0;
	if (compare_hold_arena(report->hold) == NULL)
		return -1;
	sok_report(report->sink, SOK_MISSING_PUZZLE_RULE, place_of(puzzle),
	    puzzle, NULL, "this puzzle is missing from the new collection");
	return 0;
}

void
compare_report_free(struct compare_report *report)
{
	compare_seen_free(&report->headers);
	sok_arena_free(&report->scratch);
}
