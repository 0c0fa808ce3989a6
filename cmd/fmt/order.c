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
	struct sok_puzzle *p;
	const struct fmt *f;
	size_t index; /* in the order of reading */
	size_t number[FMT_NKEYS];
};

/* Compare texts in any case, and numbers in them by their value: `Level 9`
 * comes before `Level 10`.  No text comes last. */
static int
order_texts(struct sok_str a, struct sok_str b)
{
	size_t m, n;

	if (a.len == 0 || b.len == 0)
		return (int)(a.len == 0) - (int)(b.len == 0);
	while (a.len > 0 && b.len > 0) {
		struct sok_str rest_a = a, rest_b = b;
		bool numbers = sok_str_digits(&rest_a, &m) > 0 &&
		    sok_str_digits(&rest_b, &n) > 0;

		if (numbers && m != n)
			return m < n ? -1 : 1;
		if (numbers) {
			a = rest_a;
			b = rest_b;
			continue;
		}
		int x = (unsigned char)sok_lower(a.s[0]);
		int y = (unsigned char)sok_lower(b.s[0]);
		if (x != y)
			return x - y;
		a = sok_str_from(a, 1);
		b = sok_str_from(b, 1);
	}
	return (int)(a.len > 0) - (int)(b.len > 0);
}

static int
order_by(const struct entry *a, const struct entry *b, enum fmt_key key)
{
	switch (key) {
	case FMT_BY_TITLE:
		return order_texts(a->p->title, b->p->title);
	case FMT_BY_AUTHOR:
		return order_texts(
		    sok_puzzle_author(a->p), sok_puzzle_author(b->p));
	case FMT_BY_FILE:
		return order_texts(
		    sok_str(a->p->pos.file), sok_str(b->p->pos.file));
	default:
		return (a->number[key] > b->number[key]) -
		    (a->number[key] < b->number[key]);
	}
}

/* Whether the puzzle has no value for a key, so that it comes last whatever the
 * direction is. */
static bool
lacks(const struct entry *e, enum fmt_key key)
{
	switch (key) {
	case FMT_BY_TITLE:
		return e->p->title.len == 0;
	case FMT_BY_AUTHOR:
		return sok_puzzle_author(e->p).len == 0;
	case FMT_BY_FILE:
		return false;
	default:
		return e->number[key] == SIZE_MAX;
	}
}

static int
order_entries(const void *x, const void *y)
{
	const struct entry *a = x, *b = y;
	const struct fmt *f = a->f;

	for (size_t i = 0; i < f->nsort; i++) {
		enum fmt_key key = f->sort[i].key;
		int order = order_by(a, b, key);

		if (f->sort[i].reverse && !lacks(a, key) && !lacks(b, key))
			order = -order;
		if (order != 0)
			return order;
	}
	return (a->index > b->index) - (a->index < b->index);
}

/* Find the values that the options ask for.  0, -1 on ENOMEM. */
static int
find_values(struct entry *e, struct sok_arena *scratch)
{
	const struct sok_puzzle *p = e->p;
	struct sok_best best;
	struct sok_area area;
	struct sok_id id;

	for (size_t i = 0; i < FMT_NKEYS; i++)
		e->number[i] = SIZE_MAX;
	if (!p->has_board)
		return 0;
	e->number[FMT_BY_BOXES] = p->board.boxes;
	e->number[FMT_BY_GOALS] = p->board.goals;
	for (size_t i = 0; i < e->f->nsort; i++) {
		int r = 0;

		switch (e->f->sort[i].key) {
		case FMT_BY_AREA:
			r = sok_board_flood(&p->board, false, &area, scratch);
			if (r != -1)
				e->number[FMT_BY_AREA] = sok_area_count(&area);
			break;
		case FMT_BY_MOVES:
		case FMT_BY_PUSHES:
			r = sok_best_find(p, &best, scratch);
			if (r == -1 || !best.any)
				break;
			e->number[FMT_BY_MOVES] = best.at[SOK_BEST_MOVES].moves;
			e->number[FMT_BY_PUSHES] =
			    best.at[SOK_BEST_PUSHES].pushes;
			break;
		case FMT_BY_ID:
			r = sok_unique_id(p, &id, scratch);
			if (r == 1)
				e->number[FMT_BY_ID] = (size_t)id.unique;
			break;
		default:
			break;
		}
		if (r == -1)
			return -1;
	}
	return 0;
}

int
fmt_sort(const struct fmt *f, struct sok_puzzle **v, size_t n,
    struct sok_arena *scratch)
{
	struct entry *entry = malloc((n + 1) * sizeof(*entry));
	int r = entry == NULL ? -1 : 0;

	for (size_t i = 0; i < n && r == 0; i++) {
		entry[i] = (struct entry){.p = v[i], .f = f, .index = i};
		r = find_values(&entry[i], scratch);
		sok_arena_reset(scratch);
	}
	if (r == 0) {
		qsort(entry, n, sizeof(*entry), order_entries);
		for (size_t i = 0; i < n; i++)
			v[i] = entry[i].p;
	}
	free(entry);
	return r;
}
