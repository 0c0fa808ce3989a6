/* order.c - --sort: the order in which puzzles are written. */
#include <stdlib.h>

#include "base/base.h"
#include "board/board.h"
#include "fmt/fmt.h"
#include "play/play.h"
#include "text/text.h"

/* A puzzle with the values that it is sorted by.  Numbers that a puzzle does
 * not have, such as the moves of a solution, are SIZE_MAX, so that it comes
 * last. */
struct entry {
	struct sok_puzzle *puzzle;
	const struct fmt *fmt;
	size_t index; /* in the order of reading */
	size_t number[FMT_NKEYS];
};

/* Compare texts in any case, and numbers in them by their value: `Level 9`
 * comes before `Level 10`.  No text comes last. */
static int
order_texts(struct sok_str first, struct sok_str second)
{
	size_t first_n, second_n;

	if (first.len == 0 || second.len == 0)
		return (int)(first.len == 0) - (int)(second.len == 0);
	while (first.len > 0 && second.len > 0) {
		struct sok_str first_rest = first, second_rest = second;
		bool numbers = sok_str_digits(&first_rest, &first_n) > 0 &&
		    sok_str_digits(&second_rest, &second_n) > 0;

		if (numbers && first_n != second_n)
			return first_n < second_n ? -1 : 1;
		if (numbers) {
			first = first_rest;
			second = second_rest;
			continue;
		}
		int x = (unsigned char)sok_lower(first.s[0]);
		int y = (unsigned char)sok_lower(second.s[0]);
		if (x != y)
			return x - y;
		first = sok_str_from(first, 1);
		second = sok_str_from(second, 1);
	}
	return (int)(first.len > 0) - (int)(second.len > 0);
}

/* Compare two puzzles by one key of --sort, as qsort() asks. */
static int
order_by(
    const struct entry *first, const struct entry *second, enum fmt_key key)
{
	switch (key) {
	case FMT_BY_TITLE:
		return order_texts(first->puzzle->title, second->puzzle->title);
	case FMT_BY_AUTHOR:
		return order_texts(sok_puzzle_author(first->puzzle),
		    sok_puzzle_author(second->puzzle));
	case FMT_BY_FILE:
		return order_texts(sok_str(first->puzzle->pos.file),
		    sok_str(second->puzzle->pos.file));
	default:
		return (first->number[key] > second->number[key]) -
		    (first->number[key] < second->number[key]);
	}
}

/* Whether the puzzle has no value for a key, so that it comes last whatever the
 * direction is. */
static bool
lacks(const struct entry *entry, enum fmt_key key)
{
	switch (key) {
	case FMT_BY_TITLE:
		return entry->puzzle->title.len == 0;
	case FMT_BY_AUTHOR:
		return sok_puzzle_author(entry->puzzle).len == 0;
	case FMT_BY_FILE:
		return false;
	default:
		return entry->number[key] == SIZE_MAX;
	}
}

static int
order_entries(const void *one, const void *other)
{
	const struct entry *first = one, *second = other;
	const struct fmt *fmt = first->fmt;

	for (size_t i = 0; i < fmt->nsort; i++) {
		enum fmt_key key = fmt->sort[i].key;
		int order = order_by(first, second, key);

		if (fmt->sort[i].reverse && !lacks(first, key) &&
		    !lacks(second, key))
			order = -order;
		if (order != 0)
			return order;
	}
	return (first->index > second->index) - (first->index < second->index);
}

/* Find the values that the options ask for.  0, -1 on ENOMEM. */
static int
find_values(struct entry *entry, struct sok_arena *scratch)
{
	const struct sok_puzzle *puzzle = entry->puzzle;
	struct sok_best best;
	struct sok_area area;
	struct sok_id id;

	for (size_t i = 0; i < FMT_NKEYS; i++)
		entry->number[i] = SIZE_MAX;
	if (!puzzle->has_board)
		return 0;
	entry->number[FMT_BY_BOXES] = puzzle->board.boxes;
	entry->number[FMT_BY_GOALS] = puzzle->board.goals;
	for (size_t i = 0; i < entry->fmt->nsort; i++) {
		int got = 0;

		switch (entry->fmt->sort[i].key) {
		case FMT_BY_AREA:
			got = sok_board_flood(
			    &puzzle->board, false, &area, scratch);
			if (got != -1)
				entry->number[FMT_BY_AREA] =
				    sok_area_count(&area);
			break;
		case FMT_BY_MOVES:
		case FMT_BY_PUSHES:
			got = sok_best_find(puzzle, &best, scratch);
			if (got == -1 || !best.any)
				break;
			entry->number[FMT_BY_MOVES] =
			    best.at[SOK_BEST_MOVES].moves;
			entry->number[FMT_BY_PUSHES] =
			    best.at[SOK_BEST_PUSHES].pushes;
			break;
		case FMT_BY_ID:
			got = sok_unique_id(puzzle, &id, scratch);
			if (got == 1)
				entry->number[FMT_BY_ID] = (size_t)id.unique;
			break;
		default:
			break;
		}
		if (got == -1)
			return -1;
	}
	return 0;
}

int
fmt_sort(const struct fmt *fmt, struct sok_puzzle **puzzle, size_t n,
    struct sok_arena *scratch)
{
	struct entry *entry = malloc((n + 1) * sizeof(*entry));
	int got = entry == NULL ? -1 : 0;

	for (size_t i = 0; i < n && got == 0; i++) {
		entry[i] =
		    (struct entry){.puzzle = puzzle[i], .fmt = fmt, .index = i};
		got = find_values(&entry[i], scratch);
		sok_arena_reset(scratch);
	}
	if (got == 0) {
		qsort(entry, n, sizeof(*entry), order_entries);
		for (size_t i = 0; i < n; i++)
			puzzle[i] = entry[i].puzzle;
	}
	free(entry);
	return got;
}
