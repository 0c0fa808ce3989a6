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

bool
fmt_holds(const struct fmt *f)
{
	return f->unique != FMT_NONE || f->macros || f->nsort > 0 ||
	    f->title_file;
}

static int
open_hold(struct fmt *f, bool until_end)
{
	f->hold = calloc(1, sizeof(*f->hold));
	if (f->hold == NULL)
		return -1;
	f->hold->until_end = until_end;
	f->hold->seen.exact = f->unique == FMT_EXACT;
	f->hold->held = compare_hold_open();
	return f->hold->held == NULL ? -1 : 0;
}

int
fmt_hold_open(struct fmt *f)
{
	return fmt_holds(f) ? open_hold(f, true) : 0;
}

/* ---- what comes in */

/* The next free item, zeroed; it is counted once it is complete.  NULL on
 * ENOMEM. */
static struct fmt_item *
next_item(struct fmt_hold *h)
{
	struct fmt_item *v = sok_grow(h->item, h->n, &h->cap, sizeof(*v));

	if (v == NULL)
		return NULL;
	h->item = v;
	v[h->n] = (struct fmt_item){NULL, NULL, NULL, 0, false};
	return &v[h->n];
}

/* Whether two headers say the same of their puzzles and to a reader. */
static bool
same_header(const struct sok_header *a, const struct sok_header *b)
{
	return a->variant == b->variant && text_equal(&a->text, &b->text);
}

int
fmt_hold_header(struct cli *c, struct sok_header *from)
{
	struct fmt *f = c->ctx;
	bool waits = from->merged && !from->later && from->text.n > 0;

	if (f->hold == NULL) {
		if (!waits)
			return 0;
		if (open_hold(f, false) == -1)
			return -1;
	}
	struct fmt_hold *h = f->hold;
	if (!h->until_end && h->n > 0 &&
	    !same_header(h->item[0].header, from)) {
		h->headers_differ = true;
		return fmt_release(c);
	}
	struct fmt_item *item = next_item(h);
	struct sok_arena *a = compare_hold_arena(h->held);
	if (item == NULL || a == NULL)
		return -1;
	item->header = compare_hold_header(h->held, from);
	item->use = sok_arena_zalloc(a, from->text.n, 1);
	if (item->header == NULL || item->use == NULL)
		return -1;
	item->header->file = from->file;
	h->headers_differ |=
	    h->n > 0 && !same_header(h->item[0].header, item->header);
	h->top = h->n++;
	return 1;
}

/* Hold a copy of a puzzle: its index, or 0 on ENOMEM.  (The item with index 0
 * is a header.) */
static size_t
keep(struct fmt_hold *h, const struct sok_puzzle *p)
{
	struct fmt_item *item = next_item(h);

	if (item == NULL)
		return 0;
	item->p = compare_hold_puzzle(h->held, p, h->item[h->top].header);
	return item->p == NULL ? 0 : h->n++;
}

/* The key by which copies are found.  The picture is that of the board as it
 * will be written. */
static int
find_key(const struct cli *c, const struct sok_puzzle *p,
    struct compare_key *key, struct sok_arena *a)
{
	const struct fmt *f = c->ctx;
	struct sok_puzzle board = *p;

	if (f->unique != FMT_PICTURE)
		return compare_identify(p, key, a);
	board.ngames = 0;
	if (fmt_edit_board(c, &board, NULL, a) == -1)
		return -1;
	return compare_picture(&board, key, a);
}

/* Hold a puzzle with a board, and find the first one that it is a copy of. */
static int
keep_copy(const struct cli *c, const struct sok_puzzle *p, struct sok_arena *a)
{
	struct fmt_hold *h = ((const struct fmt *)c->ctx)->hold;
	struct compare_place place = {.number = (uint32_t)h->n};
	struct compare_place *met, *added;

	if (find_key(c, p, &place.key, a) == -1)
		return -1;
	met = compare_seen_or_add(&h->seen, place, &added);
	if (met == NULL && added == NULL)
		return -1;
	size_t *last =
	    sok_grow(h->last, h->seen.n, &h->last_cap, sizeof(*last));
	size_t index = keep(h, p);
	if (last != NULL)
		h->last = last;
	if (last == NULL || index == 0)
		return -1;
	if (met == NULL) {
		last[added - h->seen.v] = index;
		return 0;
	}
	size_t *end = &last[met - h->seen.v];
	h->item[index].is_copy = true;
	h->item[*end].next = index;
	*end = index;
	return 0;
}

int
fmt_hold(struct cli *c, const struct sok_puzzle *p, struct sok_arena *a)
{
	const struct fmt *f = c->ctx;

	if (f->unique != FMT_NONE && p->has_board && p->raw.s == NULL)
		return keep_copy(c, p, a);
	return keep(f->hold, p) == 0 ? -1 : 0;
}

void
fmt_hold_end(struct cli *c)
{
	struct fmt_hold *h = ((struct fmt *)c->ctx)->hold;

	if (h != NULL && h->n > 0)
		h->item[h->top].next = c->last;
}

/* ---- what goes out */

/* Remove the definitions that were used, unless their names still occur. */
static int
drop_used(struct fmt_item *item, struct sok_arena *a)
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

/* Give each puzzle what it has from its header alone: the keys, if headers of
 * several inputs differ, and the values of macros. */
static int
apply_headers(struct cli *c, struct fmt_hold *h)
{
	const struct fmt *f = c->ctx;
	const struct fmt_item *top = NULL;

	for (size_t i = 0; i < h->n; i++) {
		struct fmt_item *item = &h->item[i];
		struct sok_arena *a = compare_hold_arena(h->held);
		int r = 0;

		if (a == NULL)
			return -1;
		if (item->header != NULL) {
			top = item;
			continue;
		}
		if (item->p->raw.s != NULL || top == NULL)
			continue;
		if (top->header->merged)
			r = sok_inherit(
			    item->p, top->header, top->use, cli_sink(c), a);
		else if (f->macros)
			r = sok_expand_macros(
			    item->p, top->header, top->use, cli_sink(c), a);
		if (r == -1)
			return -1;
	}
	for (size_t i = 0; i < h->n && f->macros; i++) {
		struct sok_arena *a = compare_hold_arena(h->held);

		if (a == NULL ||
		    (h->item[i].header != NULL &&
		        drop_used(&h->item[i], a) == -1))
			return -1;
	}
	return 0;
}

/* Give puzzles without a title the names of their files, if these have no other
 * puzzle. */
static int
apply_names(struct cli *c, struct fmt_hold *h)
{
	const struct sok_header *header = NULL;
	size_t puzzles = 0;

	for (size_t i = 0; i < h->n; i++) {
		struct fmt_item *item = &h->item[i];
		struct sok_arena *a = compare_hold_arena(h->held);

		if (a == NULL)
			return -1;
		if (item->header != NULL) {
			header = item->header;
			puzzles = item->next;
		} else if (puzzles == 1 && item->p->has_board &&
		    item->p->title.len == 0 &&
		    fmt_title_from_file(item->p, header->file,
		        cli_member_path(c, header->file), a) == -1) {
			return -1;
		}
	}
	return 0;
}

/* Replace the first of several copies by the one that is kept. */
static int
keep_best(struct cli *c, struct fmt_hold *h, struct fmt_item *first)
{
	struct sok_arena *a = compare_hold_arena(h->held);
	struct fmt_copies copies = {NULL, 1};
	size_t i = first->next;

	sok_arena_reset(&h->scratch);
	for (; i != 0; i = h->item[i].next)
		copies.n++;
	copies.v = sok_arena_alloc(&h->scratch, copies.n, sizeof(*copies.v));
	if (copies.v == NULL || a == NULL)
		return -1;
	copies.v[0] = first->p;
	i = first->next;
	for (size_t n = 1; n < copies.n; n++, i = h->item[i].next)
		copies.v[n] = h->item[i].p;
	first->p = fmt_keep_one(c, &copies, a, &h->scratch);
	return first->p == NULL ? -1 : 0;
}

static int
write_held(struct cli *c, struct fmt_hold *h, struct sok_puzzle *p)
{
	const struct fmt *f = c->ctx;

	sok_arena_reset(&h->scratch);
	if (compare_hold_arena(h->held) == NULL)
		return -1;
	/* What it has from its header was given to it above. */
	p->header = NULL;
	if (f->best != 0 && fmt_keep_best(c, p, &h->scratch) == -1)
		return -1;
	if (p->raw.s == NULL && fmt_edit(c, p, cli_sink(c), &h->scratch) == -1)
		return -1;
	return fmt_write_puzzle(c, p, &h->scratch);
}

/* Write the headers, then the puzzles in the order of --sort. */
static int
write_sorted(struct cli *c, struct fmt_hold *h)
{
	struct fmt *f = c->ctx;
	struct sok_puzzle **v = malloc((h->n + 1) * sizeof(*v));
	size_t n = 0;
	int r = v == NULL ? -1 : 0;

	for (size_t i = 0; i < h->n && r == 0; i++) {
		const struct fmt_item *item = &h->item[i];

		if (item->is_copy)
			continue;
		if (item->header != NULL)
			r = fmt_write_header(c, item->header);
		else
			v[n++] = item->p;
	}
	sok_arena_reset(&h->scratch);
	if (r == 0)
		r = fmt_sort(f, v, n, &h->scratch);
	for (size_t i = 0; i < n && r == 0; i++)
		r = write_held(c, h, v[i]);
	free(v);
	return r;
}

/* Write what waited for the end of the input. */
static int
write_all(struct cli *c, struct fmt_hold *h)
{
	struct fmt *f = c->ctx;
	int r = 0;

	/* One header for all: it stays at the top, as if there were one
	 * input. */
	for (size_t i = 0; i < h->n && !h->headers_differ; i++)
		if (h->item[i].header != NULL)
			h->item[i].header->merged = false;
	if (apply_headers(c, h) == -1 ||
	    (f->title_file && apply_names(c, h) == -1))
		return -1;
	for (size_t i = 0; i < h->n && r == 0; i++)
		if (h->item[i].next != 0 && h->item[i].header == NULL &&
		    !h->item[i].is_copy)
			r = keep_best(c, h, &h->item[i]);
	/* Only the first of equal headers is written. */
	for (size_t i = 1; i < h->n && !h->headers_differ; i++)
		if (h->item[i].header != NULL)
			h->item[i].is_copy = true;
	if (r == 0 && f->nsort > 0)
		return write_sorted(c, h);
	for (size_t i = 0; i < h->n && r == 0; i++) {
		const struct fmt_item *item = &h->item[i];

		if (item->is_copy)
			continue;
		r = item->header != NULL ? fmt_write_header(c, item->header)
		                         : write_held(c, h, item->p);
	}
	return r;
}

/* Write what waited for another header: as it would have been written without
 * waiting, if there is one. */
static int
write_waiting(struct cli *c, struct fmt_hold *h)
{
	int r = 0;

	for (size_t i = 0; i < h->n && r == 0; i++) {
		const struct fmt_item *item = &h->item[i];

		if (compare_hold_arena(h->held) == NULL)
			return -1;
		sok_arena_reset(&h->scratch);
		if (item->header == NULL) {
			r = fmt_write_puzzle(c, item->p, &h->scratch);
			continue;
		}
		if (!h->headers_differ)
			item->header->merged = false;
		if (i == 0 || h->headers_differ)
			r = fmt_write_header(c, item->header);
	}
	return r;
}

int
fmt_release(struct cli *c)
{
	struct fmt *f = c->ctx;
	struct fmt_hold *h = f->hold;

	if (h == NULL)
		return 0;
	f->hold = NULL;
	int r = h->until_end ? write_all(c, h) : write_waiting(c, h);
	compare_hold_close(h->held);
	sok_arena_free(&h->scratch);
	free(h->item);
	free(h->last);
	compare_seen_free(&h->seen);
	free(h);
	return r;
}
