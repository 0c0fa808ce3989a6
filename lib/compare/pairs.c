/* pairs.c - which puzzles of two collections belong together. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "board/board.h"
#include "compare/compare.h"
#include "compare/gap.h"
#include "text/text.h"

/* By what puzzles are matched, in this order. */
enum pass { EQUAL, TITLED, EXACT, SAME, TITLE, NPASSES };

/* A key of puzzles that have no partner yet, in a hash table. */
struct slot {
	uint64_t key;
	uint32_t n[2]; /* puzzles with this key: old ones; 0: empty; new ones */
	uint32_t head,
	    tail; /* the old ones: 1 + the index of the first, last */
};

struct match {
	const struct compare_list *old_list, *new_list;
	struct compare_pairs *pairs;
	/* For one pass. */
	struct slot *slot;
	size_t size;     /* a power of two */
	uint32_t *next;  /* by old puzzle: 1 + the next one with its key */
	size_t alone[2]; /* puzzles without a partner: old ones, new ones */
};

/* ---- the passes */

/* What a puzzle must have in common with its partner; 0: it has no partner. */
static uint64_t
key_of(const struct compare_item *item, enum pass pass)
{
	struct compare_key key = item->key;
	uint64_t v[3] = {0, 0, 0};

	if (pass == TITLE)
		return item->title;
	if (key.kind == COMPARE_NOTHING)
		return 0;
	if (pass == EQUAL)
		v[0] = item->whole;
	if (pass <= TITLED)
		v[1] = item->title;
	if (pass <= EXACT)
		v[2] = (uint64_t)key.more + 1;
	return sok_mix(key.id ^ key.kind,
	           (struct sok_str){(const char *)v, sizeof(v)}) |
	    1;
}

static struct slot *
find_slot(const struct match *m, uint64_t key)
{
	size_t i = (size_t)(key >> 1) & (m->size - 1);

	while (m->slot[i].n[0] != 0 && m->slot[i].key != key)
		i = (i + 1) & (m->size - 1);
	return &m->slot[i];
}

static void
join(struct match *m, size_t i, size_t j, enum pass pass)
{
	m->pairs->to_new[i] = (uint32_t)j + 1;
	m->pairs->to_old[j] = (uint32_t)i + 1;
	m->pairs->how[j] = pass == TITLE ? COMPARE_BY_TITLE : COMPARE_BY_ID;
	m->alone[0]--;
	m->alone[1]--;
}

static bool
is_alone(const struct match *m, size_t i, size_t j)
{
	return m->pairs->to_new[i] == 0 && m->pairs->to_old[j] == 0;
}

/* Whether two puzzles without partners have the same key. */
static bool
are_equal(const struct match *m, size_t i, size_t j, enum pass pass)
{
	if (!is_alone(m, i, j))
		return false;
	uint64_t key = key_of(&m->old_list->v[i], pass);
	return key != 0 && key == key_of(&m->new_list->v[j], pass);
}

/* Whether two puzzles are of one sort: with boards, or without. */
static bool
one_sort(const struct match *m, size_t i, size_t j)
{
	return (m->old_list->v[i].key.kind < COMPARE_PICTURE) ==
	    (m->new_list->v[j].key.kind < COMPARE_PICTURE);
}

/* Fill the table.  Titles of puzzles with partners count as well. */
static int
make_table(struct match *m, enum pass pass, struct sok_arena *a)
{
	const struct compare_list *l = m->old_list;
	struct slot *slot;
	size_t n = pass == TITLE ? l->n : m->alone[0];
	uint64_t key;

	for (m->size = 16; m->size < n + n / 2;)
		m->size *= 2;
	m->slot = sok_arena_zalloc(a, m->size, sizeof(*m->slot));
	m->next = sok_arena_zalloc(a, l->n, sizeof(*m->next));
	if (m->slot == NULL || m->next == NULL)
		return -1;
	for (size_t i = 0; i < l->n; i++) {
		if (pass != TITLE && m->pairs->to_new[i] != 0)
			continue;
		key = key_of(&l->v[i], pass);
		if (key == 0)
			continue;
		slot = find_slot(m, key);
		slot->key = key;
		if (slot->n[0]++ == 0)
			slot->head = (uint32_t)i + 1;
		else
			m->next[slot->tail - 1] = (uint32_t)i + 1;
		slot->tail = (uint32_t)i + 1;
	}
	l = m->new_list;
	for (size_t j = 0; j < l->n; j++) {
		if (pass != TITLE && m->pairs->to_old[j] != 0)
			continue;
		key = key_of(&l->v[j], pass);
		if (key == 0)
			continue;
		slot = find_slot(m, key);
		slot->n[1] += slot->n[0] > 0;
	}
	return 0;
}

/* Join the puzzles beside partners, forwards and backwards, as long as they
 * have the same key. */
static void
join_beside(struct match *m, enum pass pass)
{
	const uint32_t *to_old = m->pairs->to_old;
	size_t nold = m->old_list->n, nnew = m->new_list->n, i;

	for (size_t j = 0; j + 1 < nnew; j++) {
		i = to_old[j]; /* the puzzle after the partner */
		if (i != 0 && i < nold && are_equal(m, i, j + 1, pass))
			join(m, i, j + 1, pass);
	}
	for (size_t j = nnew; j-- > 1;) {
		i = to_old[j];
		if (i > 1 && are_equal(m, i - 2, j - 1, pass))
			join(m, i - 2, j - 1, pass);
	}
}

static int
match_pass(struct match *m, enum pass pass)
{
	const struct compare_list *l = m->new_list;
	struct sok_arena a = {NULL, NULL, NULL};
	struct slot *slot;
	uint64_t key;

	/* Nobody is left who could get a partner. */
	if (m->alone[0] == 0 || m->alone[1] == 0)
		return 0;
	int r = make_table(m, pass, &a);

	/* Those that are the only ones of their key. */
	for (size_t j = 0; j < l->n && r == 0; j++) {
		if (m->pairs->to_old[j] != 0)
			continue;
		key = key_of(&l->v[j], pass);
		if (key == 0)
			continue;
		slot = find_slot(m, key);
		if (slot->n[0] == 1 && slot->n[1] == 1 &&
		    is_alone(m, slot->head - 1, j) &&
		    (pass != TITLE || one_sort(m, slot->head - 1, j)))
			join(m, slot->head - 1, j, pass);
	}
	if (r == 0 && pass != TITLE)
		join_beside(m, pass);
	/* The others in order. */
	for (size_t j = 0; j < l->n && r == 0 && pass != TITLE; j++) {
		if (m->pairs->to_old[j] != 0)
			continue;
		key = key_of(&l->v[j], pass);
		if (key == 0)
			continue;
		slot = find_slot(m, key);
		while (slot->head != 0 && m->pairs->to_new[slot->head - 1] != 0)
			slot->head = m->next[slot->head - 1];
		if (slot->head != 0)
			join(m, slot->head - 1, j, pass);
	}
	sok_arena_free(&a);
	return r;
}

/* ---- what moved */

static uint64_t
place_of(const void *to_old, uint32_t i)
{
	return ((const uint32_t *)to_old)[i];
}

/* Set moved[] of all that are not in the longest run of partners that are in
 * the same order in both lists. */
static int
find_moved(struct match *m)
{
	const uint32_t *to_old = m->pairs->to_old;
	size_t n = m->new_list->n;
	struct sok_arena a = {NULL, NULL, NULL};
	struct sok_rise rise = {.end = sok_arena_alloc(&a, n, sizeof(uint32_t)),
	    .before = sok_arena_alloc(&a, n, sizeof(uint32_t))};
	int r = rise.end == NULL || rise.before == NULL ? -1 : 0;

	for (size_t j = 0; j < n && r == 0; j++) {
		m->pairs->moved[j] = to_old[j] != 0;
		if (to_old[j] != 0)
			sok_rise_add(&rise, (uint32_t)j, place_of, to_old);
	}
	for (uint32_t at = sok_rise_last(&rise); at != 0;
	     at = rise.before[at - 1])
		m->pairs->moved[at - 1] = false;
	sok_arena_free(&a);
	return r;
}

/* ---- place and likeness */

/* The gap that ends before old puzzle i and new puzzle j. */
static int
match_gap(struct match *m, struct gap *g, size_t from_old, size_t i,
    size_t from_new, size_t j)
{
	g->nold = g->nnew = g->n = 0;
	for (size_t k = from_new; k < j; k++)
		if (m->pairs->to_old[k] == 0)
			g->new_item[g->nnew++] = &m->new_list->v[k];
	for (size_t k = from_old; k < i && g->nnew > 0; k++)
		if (m->pairs->to_new[k] == 0)
			g->old_item[g->nold++] = &m->old_list->v[k];
	if (g->nold == 0 || g->nnew == 0)
		return 0;
	if (gap_match(g) == -1)
		return -1;
	for (size_t k = 0; k < g->n; k++) {
		size_t p = (size_t)(g->old_item[g->pair[k].i] - m->old_list->v);
		size_t q = (size_t)(g->new_item[g->pair[k].j] - m->new_list->v);

		join(m, p, q, SAME);
		m->pairs->how[q] = COMPARE_BY_PLACE;
	}
	return 0;
}

static int
match_gaps(struct match *m, struct compare_hold *hold)
{
	size_t nold = m->old_list->n, nnew = m->new_list->n;
	size_t from_old = 0, from_new = 0, i;
	struct sok_arena a = {NULL, NULL, NULL};
	struct gap g = {.hold = hold};
	int r = 0;

	g.old_item = sok_arena_alloc(&a, nold, sizeof(*g.old_item));
	g.new_item = sok_arena_alloc(&a, nnew, sizeof(*g.new_item));
	if (g.old_item == NULL || g.new_item == NULL)
		r = -1;
	for (size_t j = 0; j <= nnew && r == 0; j++) {
		if (j < nnew &&
		    (m->pairs->to_old[j] == 0 || m->pairs->moved[j] ||
		        m->pairs->how[j] == COMPARE_BY_PLACE))
			continue;
		i = j < nnew ? m->pairs->to_old[j] - 1 : nold;
		r = match_gap(m, &g, from_old, i, from_new, j);
		from_old = i + 1;
		from_new = j + 1;
	}
	free(g.pair);
	sok_arena_free(&a);
	return r;
}

int
compare_match(const struct compare_list *old_list,
    const struct compare_list *new_list, struct compare_hold *hold,
    struct compare_pairs *pairs, struct sok_arena *a)
{
	size_t nold = old_list->n, nnew = new_list->n;
	struct match m = {.old_list = old_list,
	    .new_list = new_list,
	    .pairs = pairs,
	    .alone = {nold, nnew}};

	pairs->to_new = sok_arena_zalloc(a, nold, sizeof(*pairs->to_new));
	pairs->to_old = sok_arena_zalloc(a, nnew, sizeof(*pairs->to_old));
	pairs->how = sok_arena_zalloc(a, nnew, sizeof(*pairs->how));
	pairs->moved = sok_arena_zalloc(a, nnew, sizeof(*pairs->moved));
	if (pairs->to_new == NULL || pairs->to_old == NULL ||
	    pairs->how == NULL || pairs->moved == NULL)
		return -1;
	for (enum pass pass = EQUAL; pass < NPASSES; pass++)
		if (match_pass(&m, pass) == -1)
			return -1;
	if (find_moved(&m) == -1 || match_gaps(&m, hold) == -1)
		return -1;
	return find_moved(&m);
}
