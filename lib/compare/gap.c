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

static int
least(int a, int b)
{
	return a < b ? a : b;
}

/* Whether boards of these sizes may be alike. */
static bool
sizes_fit(const struct sok_board *a, const struct sok_board *b)
{
	int width = least(a->width, b->width);
	int height = least(a->height, b->height);
	struct compare_alike most = {.equal = (size_t)width * (size_t)height};

	most.all = (size_t)(a->width + b->width - width) *
	    (size_t)(a->height + b->height - height);
	return a->grid == b->grid && compare_are_alike(most);
}

static int
try_pair(struct gap *g, size_t i, size_t j)
{
	const struct sok_puzzle *p = g->old_item[i]->puzzle;
	const struct sok_puzzle *q = g->new_item[j]->puzzle;

	if (!p->has_board || !q->has_board || !sizes_fit(&p->board, &q->board))
		return 0;
	struct compare_alike alike = compare_boards(&p->board, &q->board);
	if (!compare_are_alike(alike))
		return 0;
	struct gap_pair *v = sok_grow(g->pair, g->n, &g->cap, sizeof(*v));
	if (v == NULL)
		return -1;
	g->pair = v;
	v[g->n++] = (struct gap_pair){.i = (uint32_t)i,
	    .j = (uint32_t)j,
	    .different = (uint32_t)(alike.all - alike.equal),
	    .all = (uint32_t)alike.all};
	return 0;
}

static uint32_t
distance(const struct gap_pair *p)
{
	return p->i > p->j ? p->i - p->j : p->j - p->i;
}

/* For qsort(): by the share of squares that differ, the size, the distance of
 * the places, and the places. */
static int
compare_pairs(const void *a, const void *b)
{
	const struct gap_pair *p = a, *q = b;
	uint64_t share_p = (uint64_t)p->different * q->all;
	uint64_t share_q = (uint64_t)q->different * p->all;

	if (share_p != share_q)
		return share_p < share_q ? -1 : 1;
	if (p->all != q->all)
		return p->all > q->all ? -1 : 1;
	if (distance(p) != distance(q))
		return distance(p) < distance(q) ? -1 : 1;
	if (p->i != q->i)
		return p->i < q->i ? -1 : 1;
	return (p->j > q->j) - (p->j < q->j);
}

/* ---- large gaps */

/* The digest of row y at its distance from the top or the bottom, never 0. */
static uint64_t
row_digest(const struct sok_board *b, int y, bool bottom)
{
	size_t width = (size_t)b->width;
	const char *row = (const char *)b->sq + (size_t)y * width;
	uint64_t at = 2 * (uint64_t)y;

	if (bottom)
		at = 2 * (uint64_t)(b->height - 1 - y) + 1;
	return sok_mix(at, (struct sok_str){row, width}) | 1;
}

static struct row_slot *
row_find(const struct row_table *t, uint64_t row)
{
	size_t i = (size_t)(row >> 1) & (t->size - 1);

	while (t->slot[i].row != 0 && t->slot[i].row != row)
		i = (i + 1) & (t->size - 1);
	return &t->slot[i];
}

static int
row_table_make(struct row_table *t, const struct gap *g, struct sok_arena *a)
{
	size_t rows = 0;

	for (size_t i = 0; i < g->nold; i++)
		if (g->old_item[i]->puzzle->has_board)
			rows += (size_t)g->old_item[i]->puzzle->board.height;
	for (t->size = 16; t->size < 4 * rows;)
		t->size *= 2;
	t->slot = sok_arena_zalloc(a, t->size, sizeof(*t->slot));
	t->entry = sok_arena_alloc(a, 2 * rows, sizeof(*t->entry));
	t->met = sok_arena_zalloc(a, g->nold, sizeof(*t->met));
	if (t->slot == NULL || t->entry == NULL || t->met == NULL)
		return -1;
	for (size_t i = 0; i < g->nold; i++) {
		const struct sok_puzzle *p = g->old_item[i]->puzzle;

		if (g->hold != NULL && compare_hold_arena(g->hold) == NULL)
			return -1;
		for (int k = 0; p->has_board && k < 2 * p->board.height; k++) {
			uint64_t row = row_digest(&p->board, k / 2, k % 2 == 1);
			struct row_slot *slot = row_find(t, row);

			slot->row = row;
			/* What many have in common tells nothing. */
			if (slot->n++ >= SHARED)
				continue;
			t->entry[t->n] = (struct row_entry){
			    .i = (uint32_t)i, .next = slot->last};
			slot->last = (uint32_t)++t->n;
		}
	}
	return 0;
}

/* Try an old puzzle with new puzzle j, unless that was done. */
static int
try_once(struct gap *g, struct row_table *t, size_t i, size_t j)
{
	if (t->met[i] == j + 1)
		return 0;
	t->met[i] = (uint32_t)(j + 1);
	return try_pair(g, i, j);
}

static int
try_some(struct gap *g, struct row_table *t, size_t j)
{
	const struct sok_puzzle *p = g->new_item[j]->puzzle;
	/* The place among the old ones. */
	size_t at = (size_t)((double)j * (double)g->nold / (double)g->nnew);
	size_t from = at > AROUND ? at - AROUND : 0, first = g->n;

	for (size_t i = from; i < g->nold && i <= at + AROUND; i++)
		if (try_once(g, t, i, j) == -1)
			return -1;
	for (int k = 0; p->has_board && k < 2 * p->board.height; k++) {
		uint64_t row = row_digest(&p->board, k / 2, k % 2 == 1);
		const struct row_slot *slot = row_find(t, row);

		if (slot->n > SHARED)
			continue;
		for (uint32_t e = slot->last; e != 0; e = t->entry[e - 1].next)
			if (try_once(g, t, t->entry[e - 1].i, j) == -1)
				return -1;
	}
	if (g->n > first + KEPT) {
		qsort(g->pair + first, g->n - first, sizeof(*g->pair),
		    compare_pairs);
		g->n = first + KEPT;
	}
	return 0;
}

/* ---- all pairs of a gap */

int
gap_match(struct gap *g)
{
	bool small = g->nold <= COMPARE_GAP / g->nnew;
	struct sok_arena a = {NULL, NULL, NULL};
	struct row_table t = {.n = 0};
	bool *taken = sok_arena_zalloc(&a, g->nold + g->nnew, sizeof(*taken));
	int r = taken == NULL ? -1 : 0;
	size_t n = 0;

	if (r == 0 && !small)
		r = row_table_make(&t, g, &a);
	for (size_t j = 0; j < g->nnew && r == 0; j++) {
		if (g->hold != NULL && compare_hold_arena(g->hold) == NULL)
			r = -1;
		else if (!small)
			r = try_some(g, &t, j);
		for (size_t i = 0; i < g->nold && small && r == 0; i++)
			r = try_pair(g, i, j);
	}
	if (r == 0 && g->n > 0)
		qsort(g->pair, g->n, sizeof(*g->pair), compare_pairs);
	for (size_t k = 0; k < g->n && r == 0; k++) {
		struct gap_pair p = g->pair[k];

		if (taken[p.i] || taken[g->nold + p.j])
			continue;
		taken[p.i] = taken[g->nold + p.j] = true;
		g->pair[n++] = p;
	}
	g->n = n;
	sok_arena_free(&a);
	return r;
}
