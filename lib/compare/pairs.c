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
	uint32_t
	    count[2]; /* puzzles with this key: old ones; 0: empty; new ones */
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
	uint64_t words[3] = {0, 0, 0};

	if (pass == TITLE)
		return item->title;
	if (key.kind == COMPARE_NOTHING)
		return 0;
	if (pass == EQUAL)
		words[0] = item->whole;
	if (pass <= TITLED)
		words[1] = item->title;
	if (pass <= EXACT)
		words[2] = (uint64_t)key.more + 1;
	return sok_mix(key.id ^ key.kind,
	           (struct sok_str){(const char *)words, sizeof(words)}) |
	    1;
}

/* The slot of a key, or the empty one where it belongs. */
static struct slot *
find_slot(const struct match *match, uint64_t key)
{
	size_t i = (size_t)(key >> 1) & (match->size - 1);

	while (match->slot[i].count[0] != 0 && match->slot[i].key != key)
		i = (i + 1) & (match->size - 1);
	return &match->slot[i];
}

static void
join(struct match *match, size_t i, size_t j, enum pass pass)
{
	match->pairs->to_new[i] = (uint32_t)j + 1;
	match->pairs->to_old[j] = (uint32_t)i + 1;
	match->pairs->how[j] = pass == TITLE ? COMPARE_BY_TITLE : COMPARE_BY_ID;
	match->alone[0]--;
	match->alone[1]--;
}

/* Whether neither of two puzzles has a partner. */
static bool
is_alone(const struct match *match, size_t i, size_t j)
{
	return match->pairs->to_new[i] == 0 && match->pairs->to_old[j] == 0;
}

/* Whether two puzzles without partners have the same key. */
static bool
are_equal(const struct match *match, size_t i, size_t j, enum pass pass)
{
	if (!is_alone(match, i, j))
		return false;
	uint64_t key = key_of(&match->old_list->item[i], pass);
	return key != 0 && key == key_of(&match->new_list->item[j], pass);
}

/* Whether two puzzles are of one sort: with boards, or without. */
static bool
one_sort(const struct match *match, size_t i, size_t j)
{
	return (match->old_list->item[i].key.kind < COMPARE_PICTURE) ==
	    (match->new_list->item[j].key.kind < COMPARE_PICTURE);
}

/* Fill the table.  Titles of puzzles with partners count as well.  0, -1 on
 * ENOMEM. */
static int
make_table(struct match *match, enum pass pass, struct sok_arena *arena)
{
	const struct compare_list *list = match->old_list;
	struct slot *slot;
	size_t n = pass == TITLE ? list->n : match->alone[0];
	uint64_t key;

	for (match->size = 16; match->size < n + n / 2;)
		match->size *= 2;
	match->slot =
	    sok_arena_zalloc(arena, match->size, sizeof(*match->slot));
	match->next = sok_arena_zalloc(arena, list->n, sizeof(*match->next));
	if (match->slot == NULL || match->next == NULL)
		return -1;
	for (size_t i = 0; i < list->n; i++) {
		if (pass != TITLE && match->pairs->to_new[i] != 0)
			continue;
		key = key_of(&list->item[i], pass);
		if (key == 0)
			continue;
		slot = find_slot(match, key);
		slot->key = key;
		if (slot->count[0]++ == 0)
			slot->head = (uint32_t)i + 1;
		else
			match->next[slot->tail - 1] = (uint32_t)i + 1;
		slot->tail = (uint32_t)i + 1;
	}
	list = match->new_list;
	for (size_t j = 0; j < list->n; j++) {
		if (pass != TITLE && match->pairs->to_old[j] != 0)
			continue;
		key = key_of(&list->item[j], pass);
		if (key == 0)
			continue;
		slot = find_slot(match, key);
		slot->count[1] += slot->count[0] > 0;
	}
	return 0;
}

/* Join the puzzles beside partners, forwards and backwards, as long as they
 * have the same key. */
static void
join_beside(struct match *match, enum pass pass)
{
	const uint32_t *to_old = match->pairs->to_old;
	size_t nold = match->old_list->n, nnew = match->new_list->n, i;

	for (size_t j = 0; j + 1 < nnew; j++) {
		i = to_old[j]; /* the puzzle after the partner */
		if (i != 0 && i < nold && are_equal(match, i, j + 1, pass))
			join(match, i, j + 1, pass);
	}
	for (size_t j = nnew; j-- > 1;) {
		i = to_old[j];
		if (i > 1 && are_equal(match, i - 2, j - 1, pass))
			join(match, i - 2, j - 1, pass);
	}
}

/* Make partners of those that are alone on both sides with their key of a
 * pass: 0, -1 on ENOMEM. */
static int
match_pass(struct match *match, enum pass pass)
{
	const struct compare_list *list = match->new_list;
	struct sok_arena arena = {NULL, NULL, NULL};
	struct slot *slot;
	uint64_t key;

	/* Nobody is left who could get a partner. */
	if (match->alone[0] == 0 || match->alone[1] == 0)
		return 0;
	int got = make_table(match, pass, &arena);

	/* Those that are the only ones of their key. */
	for (size_t j = 0; j < list->n && got == 0; j++) {
		if (match->pairs->to_old[j] != 0)
			continue;
		key = key_of(&list->item[j], pass);
		if (key == 0)
			continue;
		slot = find_slot(match, key);
		if (slot->count[0] == 1 && slot->count[1] == 1 &&
		    is_alone(match, slot->head - 1, j) &&
		    (pass != TITLE || one_sort(match, slot->head - 1, j)))
			join(match, slot->head - 1, j, pass);
	}
	if (got == 0 && pass != TITLE)
		join_beside(match, pass);
	/* The others in order. */
	for (size_t j = 0; j < list->n && got == 0 && pass != TITLE; j++) {
		if (match->pairs->to_old[j] != 0)
			continue;
		key = key_of(&list->item[j], pass);
		if (key == 0)
			continue;
		slot = find_slot(match, key);
		while (slot->head != 0 &&
		    match->pairs->to_new[slot->head - 1] != 0)
			slot->head = match->next[slot->head - 1];
		if (slot->head != 0)
			join(match, slot->head - 1, j, pass);
	}
	sok_arena_free(&arena);
	return got;
}

/* ---- what moved */

static uint64_t
place_of(const void *to_old, uint32_t i)
{
	return ((const uint32_t *)to_old)[i];
}

/* Set moved[] of all that are not in the longest run of partners that are in
 * the same order in both lists.  0, -1 on ENOMEM. */
static int
find_moved(struct match *match)
{
	const uint32_t *to_old = match->pairs->to_old;
	size_t n = match->new_list->n;
	struct sok_arena arena = {NULL, NULL, NULL};
	struct sok_rise rise = {
	    .end = sok_arena_alloc(&arena, n, sizeof(uint32_t)),
	    .before = sok_arena_alloc(&arena, n, sizeof(uint32_t))};
	int got = rise.end == NULL || rise.before == NULL ? -1 : 0;

	for (size_t j = 0; j < n && got == 0; j++) {
		match->pairs->moved[j] = to_old[j] != 0;
		if (to_old[j] != 0)
			sok_rise_add(&rise, (uint32_t)j, place_of, to_old);
	}
	for (uint32_t at = sok_rise_last(&rise); at != 0;
	     at = rise.before[at - 1])
		match->pairs->moved[at - 1] = false;
	sok_arena_free(&arena);
	return got;
}

/* ---- place and likeness */

/* Match the puzzles without partners in the gap that ends before old puzzle i
 * and new puzzle j.  0, -1 with errno. */
static int
match_gap(struct match *match, struct gap *gap, size_t from_old, size_t i,
    size_t from_new, size_t j)
{
	gap->nold = gap->nnew = gap->n = 0;
	for (size_t at = from_new; at < j; at++)
		if (match->pairs->to_old[at] == 0)
			gap->new_item[gap->nnew++] = &match->new_list->item[at];
	for (size_t at = from_old; at < i && gap->nnew > 0; at++)
		if (match->pairs->to_new[at] == 0)
			gap->old_item[gap->nold++] = &match->old_list->item[at];
	if (gap->nold == 0 || gap->nnew == 0)
		return 0;
	if (gap_match(gap) == -1)
		return -1;
	for (size_t at = 0; at < gap->n; at++) {
		size_t old = (size_t)(gap->old_item[gap->pair[at].i] -
		    match->old_list->item);
		size_t new = (size_t)(gap->new_item[gap->pair[at].j] -
		    match->new_list->item);

		join(match, old, new, SAME);
		match->pairs->how[new] = COMPARE_BY_PLACE;
	}
	return 0;
}

/* Match what is left between partners that kept their order, by the likeness
 * of boards: 0, -1 with errno. */
static int
match_gaps(struct match *match, struct compare_hold *hold)
{
	size_t nold = match->old_list->n, nnew = match->new_list->n;
	size_t from_old = 0, from_new = 0, i;
	struct sok_arena arena = {NULL, NULL, NULL};
	struct gap gap = {.hold = hold};
	int got = 0;

	gap.old_item = sok_arena_alloc(&arena, nold, sizeof(*gap.old_item));
	gap.new_item = sok_arena_alloc(&arena, nnew, sizeof(*gap.new_item));
	if (gap.old_item == NULL || gap.new_item == NULL)
		got = -1;
	for (size_t j = 0; j <= nnew && got == 0; j++) {
		if (j < nnew &&
		    (match->pairs->to_old[j] == 0 || match->pairs->moved[j] ||
		        match->pairs->how[j] == COMPARE_BY_PLACE))
			continue;
		i = j < nnew ? match->pairs->to_old[j] - 1 : nold;
		got = match_gap(match, &gap, from_old, i, from_new, j);
		from_old = i + 1;
		from_new = j + 1;
	}
	free(gap.pair);
	sok_arena_free(&arena);
	return got;
}

int
compare_match(const struct compare_list *old_list,
    const struct compare_list *new_list, struct compare_hold *hold,
    struct compare_pairs *pairs, struct sok_arena *arena)
{
	size_t nold = old_list->n, nnew = new_list->n;
	struct match match = {.old_list = old_list,
	    .new_list = new_list,
	    .pairs = pairs,
	    .alone = {nold, nnew}};

	pairs->to_new = sok_arena_zalloc(arena, nold, sizeof(*pairs->to_new));
	pairs->to_old = sok_arena_zalloc(arena, nnew, sizeof(*pairs->to_old));
	pairs->how = sok_arena_zalloc(arena, nnew, sizeof(*pairs->how));
	pairs->moved = sok_arena_zalloc(arena, nnew, sizeof(*pairs->moved));
	if (pairs->to_new == NULL || pairs->to_old == NULL ||
	    pairs->how == NULL || pairs->moved == NULL)
		return -1;
	for (enum pass pass = EQUAL; pass < NPASSES; pass++)
		if (match_pass(&match, pass) == -1)
			return -1;
	if (find_moved(&match) == -1 || match_gaps(&match, hold) == -1)
		return -1;
	return find_moved(&match);
}
