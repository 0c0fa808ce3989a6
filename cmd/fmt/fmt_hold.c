/* fmt_hold.c - holds puzzles back until the input ends: with --unique a later
 * duplicate passes its games to the first puzzle of its kind, and
 * --expand-macros removes macros from the header after their last use. */
#include <stdlib.h>

#include "compare/compare.h"
#include "fmt/fmt.h"

/* A header or, without one, a puzzle, in the order of reading. */
struct item {
	struct sok_header *header;
	unsigned char *use; /* SOK_MACRO_* of its lines */
	struct sok_puzzle *p;
	struct sok_merge *merge; /* if it has duplicates */
};

struct fmt_hold {
	struct compare_hold *held;
	struct item **item;
	size_t n, cap;
	struct compare_seen seen; /* `number` is the index of the item */
	struct item *top;         /* the last header */
};

int
fmt_hold_open(struct fmt *f)
{
	if (f->unique == FMT_NONE && !f->macros)
		return 0;
	f->hold = calloc(1, sizeof(*f->hold));
	if (f->hold == NULL)
		return -1;
	f->hold->seen.exact = f->unique == FMT_EXACT;
	f->hold->held = compare_hold_open();
	return f->hold->held == NULL ? -1 : 0;
}

/* ---- items */

/* The next free item; it is counted once it is complete. */
static struct item *
next_item(struct fmt_hold *h)
{
	struct item **v = sok_grow(h->item, h->n, &h->cap, sizeof(*v));
	struct sok_arena *a = compare_hold_arena(h->held);

	if (v != NULL)
		h->item = v;
	if (v == NULL || a == NULL)
		return NULL;
	return v[h->n] = sok_arena_zalloc(a, 1, sizeof(**v));
}

int
fmt_hold_header(struct cli *c, struct sok_header *from)
{
	struct fmt_hold *h = ((struct fmt *)c->ctx)->hold;
	struct item *item = next_item(h);
	struct sok_arena *a = compare_hold_arena(h->held);

	if (item == NULL || a == NULL)
		return -1;
	item->header = compare_hold_header(h->held, from);
	item->use = sok_arena_zalloc(a, from->text.n, 1);
	if (item->header == NULL || item->use == NULL)
		return -1;
	h->top = item;
	h->n++;
	return 0;
}

static int
keep(struct fmt_hold *h, const struct sok_puzzle *p)
{
	struct item *item = next_item(h);

	if (item == NULL)
		return -1;
	item->p = compare_hold_puzzle(h->held, p, NULL);
	if (item->p == NULL)
		return -1;
	h->n++;
	return 0;
}

/* Pass the games of a duplicate to the first puzzle. */
static int
merge(struct cli *c, struct item *first, const struct sok_puzzle *p,
    struct sok_arena *scratch)
{
	struct fmt_hold *h = ((struct fmt *)c->ctx)->hold;
	struct sok_arena *a = compare_hold_arena(h->held);
	const struct sok_puzzle *q = first->p;
	struct sok_merged n;

	if (a == NULL)
		return -1;
	if (first->merge == NULL)
		first->merge = sok_merge_open(first->p, a);
	if (first->merge == NULL ||
	    sok_merge_games(first->merge, p, &n, scratch) == -1)
		return -1;
	sok_report(cli_sink(c), SOK_DUPLICATE_PUZZLE_RULE, p->pos, p, NULL,
	    "dropped as a duplicate of puzzle %zu at %s:%zu; of its games, %zu "
	    "were added there, %zu were there already, %zu do not fit there",
	    q->number, q->pos.file, q->pos.line, n.taken, n.known, n.left);
	return 0;
}

int
fmt_hold(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	struct fmt *f = c->ctx;
	struct fmt_hold *h = f->hold;
	const struct item *top = h->top;
	struct compare_place place = {.number = (uint32_t)h->n}, *met, *added;
	int r = 0;

	if (p->raw.s != NULL)
		return keep(h, p);
	/* If headers are merged, other keys than macros are copied as well. */
	if (p->header->merged)
		r = sok_inherit(p, p->header, top->use, cli_sink(c), a);
	else if (f->macros)
		r = sok_expand_macros(p, top->header, top->use, cli_sink(c), a);
	if (r == -1 || fmt_edit(c, p, cli_sink(c), a) == -1)
		return -1;
	if (f->unique == FMT_NONE || !p->has_board)
		return keep(h, p);

	if (f->unique == FMT_PICTURE)
		r = compare_picture(p, &place.key, a);
	else
		r = compare_identify(p, &place.key, a);
	if (r == -1)
		return -1;
	met = compare_seen_or_add(&h->seen, place, &added);
	if (met != NULL)
		return merge(c, h->item[met->number], p, a);
	return added == NULL ? -1 : keep(h, p);
}

/* ---- the end */

/* Remove the definitions that were used, unless their names still occur. */
static int
drop_used(struct item *item, struct sok_arena *a)
{
	struct sok_text *t = &item->header->text;
	bool *kept = sok_arena_alloc(a, t->n, sizeof(*kept));

	if (kept == NULL)
		return -1;
	for (size_t i = 0; i < t->n; i++)
		kept[i] = item->use[i] != SOK_MACRO_USED ||
		    !sok_defines_macro(t->line[i]);
	sok_text_filter(t, kept);
	return 0;
}

int
fmt_release(struct cli *c)
{
	struct fmt *f = c->ctx;
	struct fmt_hold *h = f->hold;
	int r = 0;

	if (h == NULL)
		return 0;
	f->hold = NULL;
	for (size_t i = 0; i < h->n && r == 0; i++) {
		struct item *item = h->item[i];
		struct sok_header *header = item->header;

		struct sok_arena *a = compare_hold_arena(h->held);

		if (a == NULL)
			r = -1;
		if (r == 0 && header != NULL && f->macros)
			r = drop_used(item, a);
		if (r == 0 && header != NULL)
			r = fmt_header(c, header);
		else if (r == 0)
			r = fmt_write_puzzle(c, item->p);
	}
	compare_hold_close(h->held);
	free(h->item);
	compare_seen_free(&h->seen);
	free(h);
	return r;
}
