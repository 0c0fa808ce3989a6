/* gap.c - which puzzles in a gap are alike: of all pairs in a small gap, else
 * of those that share a row or have nearly the same place. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "compare/compare.h"
#include "compare/gap.h"
#include "io/io.h"

/* In large gaps: so many places around a puzzle's own, and so many puzzles with
 * the same row, are looked at, and so many that are alike are kept. */
enum { AROUND = 32, SHARED = 32, KEPT = 8 };

/* The old puzzles with a row, at its distance from the top or the bottom. */
struct row_slot {
	uint64_t row; /* a digest; 0: the slot is empty */
	uint32_t n;
	uint32_t last; /* 1 + the index of an entry */
};

struct row_entry {
	uint32_t i;    /* the old puzzle */
	uint32_t next; /* 1 + the index of another entry of the slot, or 0 */
};

struct row_table {
	struct row_slot *slot;
	struct row_entry *entry;
	size_t size, n; /* of slot, a power of two; of entry */
	uint32_t *met;  /* by old puzzle: 1 + the new one that met it last */
};

/* ---- one pair */

/* The smaller one of two numbers. */
static int
least(int a, int b)
{
	return a < b ? a : b;
}

/* Whether boards of these sizes may be alike. */
static bool
sizes_fit(const struct sok_board *first, const struct sok_board *second)
{
	int width = least(first->width, second->width);
	int height = least(first->height, second->height);
	struct compare_alike most = {.equal = (size_t)width * (size_t)height};

	most.all = (size_t)(first->width + second->width - width) *
	    (size_t)(first->height + second->height - height);
	return compare_are_alike(most);
}

/* Keep the pair of old puzzle i and new puzzle j if their boards are alike: 0,
 * also if they are not, -1 on ENOMEM. */
static int
try_pair(struct gap *gap, size_t i, size_t j)
{
	const struct sok_puzzle *first = gap->old_item[i]->puzzle;
	const struct sok_puzzle *second = gap->new_item[j]->puzzle;

	if (!first->has_board || !second->has_board ||
	    !sizes_fit(&first->board, &second->board))
		return 0;
	struct compare_alike alike =
	    compare_boards(&first->board, &second->board);
	if (!compare_are_alike(alike))
		return 0;
	struct gap_pair *pair =
	    sok_grow(gap->pair, gap->n, &gap->cap, sizeof(*pair));
	if (pair == NULL)
		return -1;
	gap->pair = pair;
	pair[gap->n++] = (struct gap_pair){.i = (uint32_t)i,
	    .j = (uint32_t)j,
	    .different = (uint32_t)(alike.all - alike.equal),
	    .all = (uint32_t)alike.all};
	return 0;
}

static uint32_t
distance(const struct gap_pair *pair)
{
	return pair->i > pair->j ? pair->i - pair->j : pair->j - pair->i;
}

/* For qsort(): by the share of squares that differ, the size, the distance of
 * the places, and the places. */
static int
compare_pairs(const void *one, const void *other)
{
	const struct gap_pair *first = one, *second = other;
	uint64_t share_p = (uint64_t)first->different * second->all;
	uint64_t share_q = (uint64_t)second->different * first->all;

	if (share_p != share_q)
		return share_p < share_q ? -1 : 1;
	if (first->all != second->all)
		return first->all > second->all ? -1 : 1;
	if (distance(first) != distance(second))
		return distance(first) < distance(second) ? -1 : 1;
	if (first->i != second->i)
		return first->i < second->i ? -1 : 1;
	return (first->j > second->j) - (first->j < second->j);
}

/* ---- large gaps */

/* The digest of row y at its distance from the top or the bottom, never 0. */
static uint64_t
row_digest(const struct sok_board *board, int y, bool bottom)
{
	size_t width = (size_t)board->width;
	const char *row = (const char *)board->sq + (size_t)y * width;
	uint64_t at = 2 * (uint64_t)y;

	if (bottom)
		at = 2 * (uint64_t)(board->height - 1 - y) + 1;
	return sok_mix(at, (struct sok_str){row, width}) | 1;
}

/* The slot of a row's digest, or the free one where it belongs. */
static struct row_slot *
row_find(const struct row_table *table, uint64_t row)
{
	size_t i = (size_t)(row >> 1) & (table->size - 1);

	while (table->slot[i].row != 0 && table->slot[i].row != row)
		i = (i + 1) & (table->size - 1);
	return &table->slot[i];
}

/* Make a table of the rows of all old boards, read from both sides: 0, -1 with
 * errno. */
static int
row_table_make(
    struct row_table *table, const struct gap *gap, struct sok_arena *arena)
{
	size_t rows = 0;

	for (size_t i = 0; i < gap->nold; i++)
		if (gap->old_item[i]->puzzle->has_board)
			rows += (size_t)gap->old_item[i]->puzzle->board.height;
	for (table->size = 16; table->size < 4 * rows;)
		table->size *= 2;
	table->slot =
	    sok_arena_zalloc(arena, table->size, sizeof(*table->slot));
	table->entry = sok_arena_alloc(arena, 2 * rows, sizeof(*table->entry));
	table->met = sok_arena_zalloc(arena, gap->nold, sizeof(*table->met));
	if (table->slot == NULL || table->entry == NULL || table->met == NULL)
		return -1;
	for (size_t i = 0; i < gap->nold; i++) {
		const struct sok_puzzle *puzzle = gap->old_item[i]->puzzle;

		if (gap->hold != NULL && compare_hold_arena(gap->hold) == NULL)
			return -1;
		for (int j = 0;
		     puzzle->has_board && j < 2 * puzzle->board.height; j++) {
			uint64_t row =
			    row_digest(&puzzle->board, j / 2, j % 2 == 1);
			struct row_slot *slot = row_find(table, row);

			slot->row = row;
			/* What many have in common tells nothing. */
			if (slot->n++ >= SHARED)
				continue;
			table->entry[table->n] = (struct row_entry){
			    .i = (uint32_t)i, .next = slot->last};
			slot->last = (uint32_t)++table->n;
		}
	}
	return 0;
}

/* Try an old puzzle with new puzzle j, unless that was done. */
static int
try_once(struct gap *gap, struct row_table *table, size_t i, size_t j)
{
	if (table->met[i] == j + 1)
		return 0;
	table->met[i] = (uint32_t)(j + 1);
	return try_pair(gap, i, j);
}

/* Try new puzzle j with the old ones around its place, and with those that
 * share a row with it; keep the best pairs.  0, -1 with errno. */
static int
try_some(struct gap *gap, struct row_table *table, size_t j)
{
	const struct sok_puzzle *puzzle = gap->new_item[j]->puzzle;
	/* The place among the old ones. */
	size_t at = (size_t)((double)j * (double)gap->nold / (double)gap->nnew);
	size_t from = at > AROUND ? at - AROUND : 0, first = gap->n;

	for (size_t i = from; i < gap->nold && i <= at + AROUND; i++)
		if (try_once(gap, table, i, j) == -1)
			return -1;
	for (int row_at = 0;
	     puzzle->has_board && row_at < 2 * puzzle->board.height; row_at++) {
		uint64_t row =
		    row_digest(&puzzle->board, row_at / 2, row_at % 2 == 1);
		const struct row_slot *slot = row_find(table, row);

		if (slot->n > SHARED)
			continue;
		for (uint32_t e = slot->last; e != 0;
		     e = table->entry[e - 1].next)
			if (try_once(gap, table, table->entry[e - 1].i, j) ==
			    -1)
				return -1;
	}
	if (gap->n > first + KEPT) {
		qsort(gap->pair + first, gap->n - first, sizeof(*gap->pair),
		    compare_pairs);
		gap->n = first + KEPT;
	}
	return 0;
}

/* ---- all pairs of a gap */

int
gap_match(struct gap *gap)
{
	bool small = gap->nold <= COMPARE_GAP / gap->nnew;
	struct sok_arena arena = {NULL, NULL, NULL};
	struct row_table table = {.n = 0};
	bool *taken =
	    sok_arena_zalloc(&arena, gap->nold + gap->nnew, sizeof(*taken));
	int got = taken == NULL ? -1 : 0;
	size_t n = 0;

	if (got == 0 && !small)
		got = row_table_make(&table, gap, &arena);
	for (size_t j = 0; j < gap->nnew && got == 0; j++) {
		if (gap->hold != NULL && compare_hold_arena(gap->hold) == NULL)
			got = -1;
		else if (!small)
			got = try_some(gap, &table, j);
		for (size_t i = 0; i < gap->nold && small && got == 0; i++)
			got = try_pair(gap, i, j);
	}
	if (got == 0 && gap->n > 0)
		qsort(gap->pair, gap->n, sizeof(*gap->pair), compare_pairs);
	for (size_t at = 0; at < gap->n && got == 0; at++) {
		struct gap_pair pair = gap->pair[at];

		if (taken[pair.i] || taken[gap->nold + pair.j])
			continue;
		taken[pair.i] = taken[gap->nold + pair.j] = true;
		gap->pair[n++] = pair;
	}
	gap->n = n;
	sok_arena_free(&arena);
	return got;
}
