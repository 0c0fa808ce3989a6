/* fmt_hold.c - holds puzzles back until the input ends: with --unique a later
 * duplicate passes its games to the first puzzle of its kind, and
 * --expand-macros removes macros from the header after their last use.  A large
 * arena uses a temporary file, whose parts keep their addresses but leave
 * memory until they are accessed again. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fmt/fmt.h"

/* A header or, without one, a puzzle, in the order of reading. */
struct item {
	struct sok_header *header;
	unsigned char *use; /* SOK_MACRO_* of its lines */
	struct sok_puzzle p;
	struct sok_merge *merge; /* if it has duplicates */
};

struct fmt_hold {
	struct sok_arena arena;
	const char *end; /* of the arena's chunk */
	size_t chunks;   /* how many there were */
	/* The temporary file. */
	int fd;      /* -1: not open */
	bool full;   /* it cannot grow, or none could be made */
	char **part; /* mapped into memory */
	size_t nparts, part_cap;
	size_t touched; /* puzzles since its pages were released */

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
	if (f->hold == NULL)
		return -1;
	f->hold->fd = -1;
	return 0;
}

/* ---- memory */

/* The size of a part of the file, and how much of it may stay unused. */
#define PART ((size_t)4 << 20)
#define LEAST ((size_t)256 << 10)
/* Chunks of the arena that stay in memory; puzzles between two checks. */
enum { MOST = 64, OFTEN = 4096 };

static void *
map(const struct fmt_hold *h, size_t i, int how)
{
	return mmap(h->part[i], PART, PROT_READ | PROT_WRITE, MAP_SHARED | how,
	    h->fd, (off_t)(i * PART));
}

/* Before each use of the arena: move a large one into the file.  0, -1. */
static int
touch(struct fmt_hold *h)
{
	size_t n = h->nparts;
	struct sok_output *spool;

	if (h->arena.end != h->end) {
		h->chunks++;
		h->end = h->arena.end;
	}
	if (h->chunks <= MOST)
		return 0;
	if (h->fd == -1 && !h->full) {
		spool = sok_output_spool();
		h->fd = spool == NULL ? -1 : sok_output_reopen(spool);
		h->full = h->fd == -1;
		(void)sok_output_close(spool, false);
	}

	/* What is mapped again is not in memory until it is accessed. */
	if (n > 0 && ++h->touched >= OFTEN) {
		h->touched = 0;
		for (size_t i = 0; i < n; i++)
			if (map(h, i, MAP_FIXED) == MAP_FAILED)
				return -1;
	}

	/* Add a part; if that fails, the arena continues in memory. */
	if (h->full || (size_t)(h->arena.end - h->arena.p) >= LEAST)
		return 0;
	char **v = sok_grow(h->part, n, &h->part_cap, sizeof(*v));
	if (v == NULL)
		return -1;
	h->part = v;
	v[n] = NULL;
	h->full = posix_fallocate(h->fd, (off_t)(n * PART), PART) != 0 ||
	    (v[n] = map(h, n, 0)) == MAP_FAILED;
	if (!h->full) {
		h->nparts++;
		h->arena.p = v[n];
		h->arena.end = v[n] + PART;
	}
	return 0;
}

/* ---- items */

/* The next free item; it is counted once it is complete. */
static struct item *
next_item(struct fmt_hold *h)
{
	struct item **v = sok_grow(h->item, h->n, &h->cap, sizeof(*v));

	if (v != NULL)
		h->item = v;
	if (v == NULL || touch(h) == -1)
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

static int
keep(struct fmt_hold *h, struct sok_puzzle *p)
{
	struct item *item = next_item(h);

	if (item == NULL)
		return -1;
	/* Rows are only needed for findings about a board. */
	p->board.row = NULL;
	if (sok_puzzle_copy(&item->p, p, &h->arena) == -1)
		return -1;
	item->p.header = NULL;
	h->n++;
	return 0;
}

/* Pass the games of a duplicate to the first puzzle. */
static int
merge(struct cli *c, struct item *first, const struct sok_puzzle *p,
    struct sok_arena *scratch)
{
	struct fmt_hold *h = ((struct fmt *)c->ctx)->hold;
	const struct sok_puzzle *q = &first->p;
	struct sok_merged n;

	if (touch(h) == -1)
		return -1;
	if (first->merge == NULL)
		first->merge = sok_merge_open(&first->p, &h->arena);
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
	bool exact = f->unique == FMT_EXACT;
	struct sok_id ids = {.unique = 0};
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

	/* A puzzle without such an identity has that of its picture. */
	if (exact)
		r = sok_identity(p, &ids, a);
	else if (f->unique == FMT_UNIQUE)
		r = sok_duplicate_id(p, &ids, a);
	uint64_t id = exact ? ids.exact : ids.unique;
	if (r == 0)
		r = sok_picture_id(p, &id, a);
	struct id_slot *slot = r == -1 ? NULL : id_table_find(&h->seen, id);
	if (slot == NULL)
		return -1;
	if (slot->n != 0)
		return merge(c, h->item[slot->n - 1], p, a);
	slot->n = h->n + 1;
	return keep(h, p);
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

		r = touch(h);
		if (r == 0 && header != NULL && f->macros)
			r = drop_used(item, &h->arena);
		if (r == 0)
			r = header != NULL ? fmt_header(c, header)
			                   : fmt_write_puzzle(c, &item->p);
	}
	sok_arena_free(&h->arena);
	for (size_t i = 0; i < h->nparts; i++)
		munmap(h->part[i], PART);
	free(h->part);
	if (h->fd != -1)
		close(h->fd);
	free(h->item);
	id_table_free(&h->seen);
	free(h);
	return r;
}
