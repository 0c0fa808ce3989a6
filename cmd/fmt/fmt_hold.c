/*
 * fmt_hold.c - holds puzzles back until the input ends: with --unique a later
 * duplicate passes its games to the first puzzle of its kind, and
 * --expand-macros removes macros from the header after their last use.  Memory
 * grows with the collection only here.
 */
#include <stdlib.h>
#include <string.h>

#include "fmt/fmt.h"
#include "fmt/spill.h"
#include "cli/id_table.h"
#include "tools.h"

/* A header or a puzzle, in the order of reading. */
struct item {
	struct sok_puzzle *p;      /* or */
	struct sok_header *header; /* with */
	unsigned char *use;        /* SOK_MACRO_* of its lines */
	struct sok_merge *merge;   /* of a puzzle that has duplicates */
};

struct fmt_hold {
	struct sok_arena arena;
	struct spill spill; /* provides the arena's memory */
	struct item **item;
	size_t n, cap;
	struct id_table seen; /* 1 + the index of the item of an id */
	struct item *top;     /* the last header */
};

int
fmt_hold_open(struct fmt *f)
{
	if (f->unique == FMT_NONE && !f->macros)
		return 0;
	f->hold = calloc(1, sizeof(*f->hold));
	return f->hold == NULL ? -1 : 0;
}

/* The next free item; it is counted once it is complete. */
static struct item *
next_item(struct fmt_hold *h)
{
	struct item **v = sok_grow(h->item, h->n, &h->cap, sizeof(*v));

	if (v == NULL)
		return NULL;
	h->item = v;
	if (spill_touch(&h->spill, &h->arena) == -1)
		return NULL;
	return v[h->n] = sok_arena_zalloc(&h->arena, 1, sizeof(**v));
}

int
fmt_hold_header(struct cli *c, struct sok_header *from)
{
	struct fmt_hold *h = ((struct fmt *)c->ctx)->hold;
	struct item *item = next_item(h);

	if (item == NULL)
		return -1;
	item->header = sok_arena_alloc(&h->arena, 1, sizeof(*item->header));
	item->use = sok_arena_zalloc(&h->arena, from->text.n, 1);
	if (item->header == NULL || item->use == NULL ||
	    sok_header_copy(item->header, from, &h->arena) == -1)
		return -1;
	h->top = item;
	h->n++;
	return 0;
}

/* ---- duplicates */

static int
identity(const struct fmt *f, const struct sok_puzzle *p, uint64_t *id,
    struct sok_arena *a)
{
	struct sok_id ids;
	int r = 0;

	if (f->unique == FMT_EXACT)
		r = sok_identity(p, &ids, a);
	else if (f->unique == FMT_UNIQUE)
		r = sok_duplicate_id(p, &ids, a);
	if (r == 0)
		return sok_picture_id(p, id, a);
	*id = f->unique == FMT_EXACT ? ids.exact : ids.unique;
	return r == -1 ? -1 : 0;
}

static int
repeat(struct cli *c, struct item *first, const struct sok_puzzle *p,
    struct sok_arena *scratch)
{
	struct fmt *f = c->ctx;
	const struct sok_puzzle *q = first->p;
	struct sok_merged n;

	if (spill_touch(&f->hold->spill, &f->hold->arena) == -1)
		return -1;
	if (first->merge == NULL)
		first->merge = sok_merge_open(first->p, &f->hold->arena);
	if (first->merge == NULL ||
	    sok_merge_games(first->merge, p, &n, scratch) == -1)
		return -1;
	sok_report(cli_sink(c), SOK_DUPLICATE_PUZZLE_RULE, p->pos, p, NULL,
	    "dropped as a duplicate of puzzle %zu at %s:%zu; of its games, %zu "
	    "were added there, %zu were there already, %zu do not fit there",
	    q->number, q->pos.file, q->pos.line, n.taken, n.known, n.left);
	return 0;
}

static int
keep(struct cli *c, const struct sok_puzzle *p)
{
	struct fmt_hold *h = ((struct fmt *)c->ctx)->hold;
	struct item *item = next_item(h);
	struct sok_puzzle bare = *p;

	if (item == NULL)
		return -1;
	/* Rows are only needed for findings about a board, and there are none
	 * later. */
	bare.board.row = NULL;
	item->p = sok_arena_alloc(&h->arena, 1, sizeof(*item->p));
	if (item->p == NULL || sok_puzzle_copy(item->p, &bare, &h->arena) == -1)
		return -1;
	item->p->header = NULL;
	h->n++;
	return 0;
}

/* Expand macros with the definitions of the last header.  If headers are
 * merged, its other keys are copied to the puzzle as well. */
static int
expand(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	const struct fmt *f = c->ctx;
	const struct item *top = f->hold->top;

	if (p->header->merged)
		return sok_inherit(p, p->header, top->use, cli_sink(c), a);
	if (!f->macros)
		return 0;
	return sok_expand_macros(p, top->header, top->use, cli_sink(c), a);
}

int
fmt_hold(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	struct fmt *f = c->ctx;
	struct fmt_hold *h = f->hold;
	struct id_slot *slot;
	uint64_t id;

	if (p->raw.s != NULL)
		return keep(c, p);
	if (expand(c, p, a) == -1 || fmt_edit(c, p, cli_sink(c), a) == -1)
		return -1;
	if (f->unique == FMT_NONE || !p->has_board)
		return keep(c, p);
	if (identity(f, p, &id, a) == -1 ||
	    (slot = id_table_find(&h->seen, id)) == NULL)
		return -1;
	if (slot->n != 0)
		return repeat(c, h->item[slot->n - 1], p, a);
	slot->n = h->n + 1;
	return keep(c, p);
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
	for (size_t i = 0; i < h->n && r == 0; i++) {
		struct item *item = h->item[i];

		if (spill_touch(&h->spill, &h->arena) == -1 ||
		    (item->header != NULL && f->macros &&
		        drop_used(item, &h->arena) == -1))
			r = -1;
		else
			r = item->header == NULL
			    ? fmt_write_puzzle(c, item->p)
			    : fmt_write_header(c, item->header);
	}
	f->hold = NULL;
	sok_arena_free(&h->arena);
	spill_free(&h->spill);
	free(h->item);
	id_table_free(&h->seen);
	free(h);
	return r;
}
