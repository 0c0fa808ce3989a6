/* hold.c - headers and puzzles that wait until the input ends.  They wait for
 * one of three reasons: the last puzzle may be the first one that is written
 * (--sort), may be a copy of the first one (--unique) or use a macro of the
 * header (--expand-macros, --title=file); or the headers of all inputs may be
 * the same, and then one is written and nothing moves down from it. */
#include <stdlib.h>

#include "base/base.h"
#include "compare/compare.h"
#include "fmt/fmt.h"
#include "text/text.h"

struct fmt_hold {
	struct compare_hold *held;
	struct fmt_item *item;
	size_t n, cap;
	struct compare_seen seen; /* `number` is the index of the item */
	size_t *last;             /* by index of `seen`: its last copy */
	size_t last_cap;
	size_t top;     /* the index of the last header */
	bool until_end; /* else: until two headers differ */
	bool headers_differ;
	struct sok_arena scratch;
};

/* Hold the puzzles of the run, until its end or until two headers differ: 0,
 * -1 with errno. */
static int
open_hold(struct fmt *fmt, bool until_end)
{
	fmt->hold = calloc(1, sizeof(*fmt->hold));
	if (fmt->hold == NULL)
		return -1;
	fmt->hold->until_end = until_end;
	fmt->hold->seen.exact = fmt->unique == FMT_EXACT;
	fmt->hold->held = compare_hold_open();
	return fmt->hold->held == NULL ? -1 : 0;
}

int
fmt_hold_open(struct fmt *fmt)
{
	return fmt_holds(fmt) ? open_hold(fmt, true) : 0;
}

/* ---- what comes in */

/* The next free item, zeroed; it is counted once it is complete.  NULL on
 * ENOMEM. */
static struct fmt_item *
next_item(struct fmt_hold *hold)
{
	struct fmt_item *item =
	    sok_grow(hold->item, hold->n, &hold->cap, sizeof(*item));

	if (item == NULL)
		return NULL;
	hold->item = item;
	item[hold->n] = (struct fmt_item){NULL, NULL, NULL, 0, false};
	return &item[hold->n];
}

/* Whether two headers say the same of their puzzles and to a reader. */
static bool
same_header(const struct sok_header *first, const struct sok_header *second)
{
	return first->variant == second->variant &&
	    text_equal(&first->text, &second->text);
}

int
fmt_hold_header(struct cli *cli, struct sok_header *from)
{
	struct fmt *fmt = cli->ctx;
	bool waits = from->merged && !from->later && from->text.n > 0;

	if (fmt->hold == NULL) {
		if (!waits)
			return 0;
		if (open_hold(fmt, false) == -1)
			return -1;
	}
	struct fmt_hold *hold = fmt->hold;
	if (!hold->until_end && hold->n > 0 &&
	    !same_header(hold->item[0].header, from)) {
		hold->headers_differ = true;
		return fmt_release(cli);
	}
	struct fmt_item *item = next_item(hold);
	struct sok_arena *arena = compare_hold_arena(hold->held);
	if (item == NULL || arena == NULL)
		return -1;
	item->header = compare_hold_header(hold->held, from);
	item->use = sok_arena_zalloc(arena, from->text.n, 1);
	if (item->header == NULL || item->use == NULL)
		return -1;
	item->header->file = from->file;
	hold->headers_differ |=
	    hold->n > 0 && !same_header(hold->item[0].header, item->header);
	hold->top = hold->n++;
	return 1;
}

/* Hold a copy of a puzzle: its index, or 0 with errno.  (The item with index 0
 * is a header.) */
static size_t
keep(struct fmt_hold *hold, const struct sok_puzzle *puzzle)
{
	struct fmt_item *item = next_item(hold);

	if (item == NULL)
		return 0;
	item->puzzle = compare_hold_puzzle(
	    hold->held, puzzle, hold->item[hold->top].header);
	return item->puzzle == NULL ? 0 : hold->n++;
}

/* Find the key by which copies are found.  The picture is that of the board as
 * it will be written.  0, -1 on ENOMEM. */
static int
find_key(const struct cli *cli, const struct sok_puzzle *puzzle,
    struct compare_key *key, struct sok_arena *arena)
{
	const struct fmt *fmt = cli->ctx;
	struct sok_puzzle board = *puzzle;

	if (fmt->unique != FMT_PICTURE)
		return compare_identify(puzzle, key, arena);
	board.ngames = 0;
	if (fmt_edit_board(cli, &board, NULL, arena) == -1)
		return -1;
	return compare_picture(&board, key, arena);
}

/* Hold a puzzle with a board, and find the first one that it is a copy of.  0,
 * -1 with errno. */
static int
keep_copy(const struct cli *cli, const struct sok_puzzle *puzzle,
    struct sok_arena *arena)
{
	struct fmt_hold *hold = ((const struct fmt *)cli->ctx)->hold;
	struct compare_place place = {.number = (uint32_t)hold->n};
	struct compare_place *met, *added;

	if (find_key(cli, puzzle, &place.key, arena) == -1)
		return -1;
	met = compare_seen_or_add(&hold->seen, place, &added);
	if (met == NULL && added == NULL)
		return -1;
	size_t *last =
	    sok_grow(hold->last, hold->seen.n, &hold->last_cap, sizeof(*last));
	size_t index = keep(hold, puzzle);
	if (last != NULL)
		hold->last = last;
	if (last == NULL || index == 0)
		return -1;
	if (met == NULL) {
		last[added - hold->seen.place] = index;
		return 0;
	}
	size_t *end = &last[met - hold->seen.place];
	hold->item[index].is_copy = true;
	hold->item[*end].next = index;
	*end = index;
	return 0;
}

int
fmt_hold(
    struct cli *cli, const struct sok_puzzle *puzzle, struct sok_arena *scratch)
{
	const struct fmt *fmt = cli->ctx;

	if (fmt->unique != FMT_NONE && puzzle->has_board &&
	    puzzle->raw.s == NULL)
		return keep_copy(cli, puzzle, scratch);
	return keep(fmt->hold, puzzle) == 0 ? -1 : 0;
}

void
fmt_hold_end(struct cli *cli)
{
	struct fmt_hold *hold = ((struct fmt *)cli->ctx)->hold;

	if (hold != NULL && hold->n > 0)
		hold->item[hold->top].next = cli->last;
}

/* ---- what goes out */

/* Remove the definitions that were used, unless their names still occur.  0, -1
 * on ENOMEM. */
static int
drop_used(struct fmt_item *item, struct sok_arena *arena)
{
	struct sok_text *text = &item->header->text;
	bool *kept = sok_arena_alloc(arena, text->n, sizeof(*kept));

	if (kept == NULL)
		return -1;
	for (size_t i = 0; i < text->n; i++)
		kept[i] = item->use[i] != SOK_MACRO_USED ||
		    !sok_defines_macro(text->line[i]);
	sok_text_filter(text, kept);
	return 0;
}

/* Give each puzzle what it has from its header alone: the keys, if headers of
 * several inputs differ, and the values of macros.  0, -1 with errno. */
static int
apply_headers(struct cli *cli, struct fmt_hold *hold)
{
	const struct fmt *fmt = cli->ctx;
	const struct fmt_item *top = NULL;

	for (size_t i = 0; i < hold->n; i++) {
		struct fmt_item *item = &hold->item[i];
		int got = 0;

		if (item->header != NULL) {
			top = item;
			continue;
		}
		/* Puzzles that stay as they are need not come into memory. */
		if (top == NULL || !(top->header->merged || fmt->macros) ||
		    item->puzzle->raw.s != NULL)
			continue;
		struct sok_arena *arena = compare_hold_arena(hold->held);
		if (arena == NULL)
			return -1;
		if (top->header->merged)
			got = sok_inherit(item->puzzle, top->header, top->use,
			    cli_sink(cli), arena);
		else
			got = sok_expand_macros(item->puzzle, top->header,
			    top->use, cli_sink(cli), arena);
		if (got == -1)
			return -1;
	}
	for (size_t i = 0; i < hold->n && fmt->macros; i++) {
		if (hold->item[i].header == NULL)
			continue;
		struct sok_arena *arena = compare_hold_arena(hold->held);
		if (arena == NULL || drop_used(&hold->item[i], arena) == -1)
			return -1;
	}
	return 0;
}

/* Give puzzles without a title the names of their files, if these have no other
 * puzzle.  0, -1 with errno. */
static int
apply_names(struct cli *cli, struct fmt_hold *hold)
{
	const struct sok_header *header = NULL;
	size_t puzzles = 0;

	for (size_t i = 0; i < hold->n; i++) {
		struct fmt_item *item = &hold->item[i];
		struct sok_arena *arena = compare_hold_arena(hold->held);

		if (arena == NULL)
			return -1;
		if (item->header != NULL) {
			header = item->header;
			puzzles = item->next;
		} else if (puzzles == 1 && item->puzzle->has_board &&
		    item->puzzle->title.len == 0 &&
		    strcmp(header->file, CLI_STDIN) != 0 &&
		    fmt_title_from_file(item->puzzle, header->file,
		        cli_member_path(cli, header->file), arena) == -1) {
			return -1;
		}
	}
	return 0;
}

/* Give the copies after the first one their puzzles again, and make those that
 * stay copies of the first of them. */
static void
let_stay(struct fmt_hold *hold, struct fmt_item *first,
    const struct fmt_copies *copies)
{
	struct fmt_item *last = NULL;
	size_t i = first->next, next;

	first->next = 0;
	for (size_t n = 1; n < copies->n; n++, i = next) {
		struct fmt_item *item = &hold->item[i];

		next = item->next;
		item->next = 0;
		item->puzzle = copies->puzzle[n];
		if (!copies->stays[n])
			continue;
		item->is_copy = last != NULL;
		if (last != NULL)
			last->next = i;
		last = item;
	}
}

/* Replace the first of several copies by the one that is kept.  0, -1 with
 * errno. */
static int
keep_best(struct cli *cli, struct fmt_hold *hold, struct fmt_item *first)
{
	struct sok_arena *arena = compare_hold_arena(hold->held);
	struct fmt_copies copies = {.n = 1};
	size_t i = first->next;

	sok_arena_reset(&hold->scratch);
	for (; i != 0; i = hold->item[i].next)
		copies.n++;
	copies.puzzle =
	    sok_arena_alloc(&hold->scratch, copies.n, sizeof(*copies.puzzle));
	copies.stays =
	    sok_arena_zalloc(&hold->scratch, copies.n, sizeof(*copies.stays));
	if (copies.puzzle == NULL || copies.stays == NULL || arena == NULL)
		return -1;
	copies.puzzle[0] = first->puzzle;
	i = first->next;
	for (size_t n = 1; n < copies.n; n++, i = hold->item[i].next)
		copies.puzzle[n] = hold->item[i].puzzle;
	if (fmt_keep_one(cli, &copies, arena, &hold->scratch) == -1)
		return -1;
	first->puzzle = copies.puzzle[0];
	let_stay(hold, first, &copies);
	return 0;
}

/* Write a puzzle that was held, changed as the options ask: 0, -1 with errno.
 * What is changed is a copy, because a page of the file in which puzzles wait
 * has to be stored again if anything in it becomes different. */
static int
write_held(
    struct cli *cli, struct fmt_hold *hold, const struct sok_puzzle *held)
{
	const struct fmt *fmt = cli->ctx;
	struct sok_puzzle puzzle = *held;

	sok_arena_reset(&hold->scratch);
	if (compare_hold_arena(hold->held) == NULL)
		return -1;
	/* What it has from its header was given to it above. */
	puzzle.header = NULL;
	if (fmt->best != 0 && fmt_keep_best(cli, &puzzle, &hold->scratch) == -1)
		return -1;
	if (puzzle.raw.s == NULL &&
	    fmt_edit(cli, &puzzle, cli_sink(cli), &hold->scratch) == -1)
		return -1;
	return fmt_write_puzzle(cli, &puzzle, &hold->scratch);
}

/* Write the headers, then the puzzles in the order of --sort.  0, -1 with
 * errno. */
static int
write_sorted(struct cli *cli, struct fmt_hold *hold)
{
	struct fmt *fmt = cli->ctx;
	struct sok_puzzle **puzzle = malloc((hold->n + 1) * sizeof(*puzzle));
	size_t n = 0;
	int got = puzzle == NULL ? -1 : 0;

	for (size_t i = 0; i < hold->n && got == 0; i++) {
		const struct fmt_item *item = &hold->item[i];

		if (item->is_copy)
			continue;
		if (item->header != NULL)
			got = fmt_write_header(cli, item->header);
		else
			puzzle[n++] = item->puzzle;
	}
	sok_arena_reset(&hold->scratch);
	if (got == 0)
		got = fmt_sort(fmt, puzzle, n, &hold->scratch);
	for (size_t i = 0; i < n && got == 0; i++)
		got = write_held(cli, hold, puzzle[i]);
	free(puzzle);
	return got;
}

/* Write what waited for the end of the input.  0, -1 with errno. */
static int
write_all(struct cli *cli, struct fmt_hold *hold)
{
	struct fmt *fmt = cli->ctx;
	int got = 0;

	/* One header for all: it stays at the top, as if there were one
	 * input. */
	for (size_t i = 0; i < hold->n && !hold->headers_differ; i++)
		if (hold->item[i].header != NULL)
			hold->item[i].header->merged = false;
	if (apply_headers(cli, hold) == -1 ||
	    (fmt->title_file && apply_names(cli, hold) == -1))
		return -1;
	for (size_t i = 0; i < hold->n && got == 0; i++)
		if (hold->item[i].next != 0 && hold->item[i].header == NULL &&
		    !hold->item[i].is_copy)
			got = keep_best(cli, hold, &hold->item[i]);
	/* Only the first of equal headers is written. */
	for (size_t i = 1; i < hold->n && !hold->headers_differ; i++)
		if (hold->item[i].header != NULL)
			hold->item[i].is_copy = true;
	if (got == 0 && fmt->nsort > 0)
		return write_sorted(cli, hold);
	for (size_t i = 0; i < hold->n && got == 0; i++) {
		const struct fmt_item *item = &hold->item[i];

		if (item->is_copy)
			continue;
		got = item->header != NULL
		    ? fmt_write_header(cli, item->header)
		    : write_held(cli, hold, item->puzzle);
	}
	return got;
}

/* Write what waited for another header: as it would have been written without
 * waiting, if there is one.  0, -1 with errno. */
static int
write_waiting(struct cli *cli, struct fmt_hold *hold)
{
	int got = 0;

	for (size_t i = 0; i < hold->n && got == 0; i++) {
		const struct fmt_item *item = &hold->item[i];

		if (compare_hold_arena(hold->held) == NULL)
			return -1;
		sok_arena_reset(&hold->scratch);
		if (item->header == NULL) {
			got =
			    fmt_write_puzzle(cli, item->puzzle, &hold->scratch);
			continue;
		}
		if (!hold->headers_differ)
			item->header->merged = false;
		if (i == 0 || hold->headers_differ)
			got = fmt_write_header(cli, item->header);
	}
	return got;
}

int
fmt_release(struct cli *cli)
{
	struct fmt *fmt = cli->ctx;
	struct fmt_hold *hold = fmt->hold;

	if (hold == NULL)
		return 0;
	fmt->hold = NULL;
	int got =
	    hold->until_end ? write_all(cli, hold) : write_waiting(cli, hold);
	compare_hold_close(hold->held);
	sok_arena_free(&hold->scratch);
	free(hold->item);
	free(hold->last);
	compare_seen_free(&hold->seen);
	free(hold);
	return got;
}
