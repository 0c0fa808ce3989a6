/* diff_common.c - which lines two windows have in common. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "diff/diff_private.h"

/* What is made of the lines of both windows. */
struct work {
	/* A table of the different old lines: 1 + the first of them, or 0. */
	uint32_t *table;
	size_t mask;
	uint32_t *hash;     /* of each old line */
	bool *wanted;       /* of each key: a new line has it */
	uint32_t *old_line; /* the lines whose keys are in the sequences */
	uint32_t *new_line;
	uint32_t *old_key, *new_key;
	struct diff_sequence s;
};

void
diff_memory_free(struct diff_memory *m)
{
	free(m->block);
}

/* Divide memory into arrays: the bytes that are needed if block is NULL. */
static size_t
divide(struct work *w, char *block, size_t nold, size_t nnew)
{
	size_t all = nold + nnew + 3, size = 0;

#define ARRAY(member, n) \
	w->member = (void *)(block == NULL ? NULL : block + size); \
	size += ((n) * sizeof(*w->member) + 15) / 16 * 16
	ARRAY(s.place, nold);
	ARRAY(table, w->mask + 1);
	ARRAY(hash, nold);
	ARRAY(old_line, nold);
	ARRAY(old_key, nold);
	ARRAY(new_line, nnew);
	ARRAY(new_key, nnew);
	ARRAY(s.pair, nold);
	ARRAY(s.forward, all);
	ARRAY(s.backward, all);
	ARRAY(wanted, nold);
	ARRAY(s.old_kept, nold);
	ARRAY(s.new_kept, nnew);
#undef ARRAY
	return size;
}

static bool
make_arrays(struct work *w, struct diff_memory *m, size_t nold, size_t nnew)
{
	for (w->mask = 63; w->mask < 2 * nold; w->mask = 2 * w->mask + 1)
		continue;
	size_t size = divide(w, NULL, nold, nnew);
	if (size > m->size) {
		free(m->block);
		m->block = malloc(size);
		m->size = m->block == NULL ? 0 : size;
	}
	if (m->block == NULL)
		return false;
	(void)divide(w, m->block, nold, nnew);
	memset(w->table, 0, (w->mask + 1) * sizeof(*w->table));
	memset(w->wanted, 0, nold * sizeof(*w->wanted));
	memset(w->s.old_kept, 0, nold * sizeof(*w->s.old_kept));
	memset(w->s.new_kept, 0, nnew * sizeof(*w->s.new_kept));
	return true;
}

/* The slot of a line, or the free one where it belongs. */
static uint32_t *
line_slot(const struct work *w, const struct diff_window *old,
    struct sok_str line, uint32_t hash)
{
	size_t i = hash & w->mask;

	while (w->table[i] != 0) {
		uint32_t at = w->table[i] - 1;

		if (w->hash[at] == hash && sok_str_eq(diff_line(old, at), line))
			break;
		i = (i + 1) & w->mask;
	}
	return &w->table[i];
}

/* Give all lines their keys. */
static void
make_keys(struct work *w, struct diff_window *old, struct diff_window *new)
{
	/* A different function in every run: no file can be made for it. */
	uint64_t seed = (uint64_t)(uintptr_t)w;

	for (size_t i = 0; i < old->n; i++) {
		struct sok_str line = diff_line(old, i);

		w->hash[i] = (uint32_t)(diff_hash(line, seed) >> 32);
		uint32_t *slot = line_slot(w, old, line, w->hash[i]);
		if (*slot == 0)
			*slot = (uint32_t)i + 1;
		old->key[i] = *slot - 1;
	}
	for (size_t i = 0; i < new->n; i++) {
		struct sok_str line = diff_line(new, i);
		uint32_t hash = (uint32_t)(diff_hash(line, seed) >> 32);
		uint32_t slot = *line_slot(w, old, line, hash);

		new->key[i] = slot == 0 ? DIFF_NO_KEY : slot - 1;
		if (slot != 0)
			w->wanted[slot - 1] = true;
	}
}

int
diff_common(struct diff_window *old, struct diff_window *new,
    const struct diff_sizes *sizes, struct diff_memory *memory)
{
	struct work w;

	if (!make_arrays(&w, memory, old->n, new->n)) {
		errno = ENOMEM;
		return -1;
	}
	make_keys(&w, old, new);

	/* Lines that only one window has are changed, whatever happens. */
	w.s.nold = w.s.nnew = 0;
	for (size_t i = 0; i < old->n; i++) {
		if (!w.wanted[old->key[i]])
			continue;
		w.old_line[w.s.nold] = (uint32_t)i;
		w.old_key[w.s.nold++] = old->key[i];
	}
	for (size_t i = 0; i < new->n; i++) {
		if (new->key[i] == DIFF_NO_KEY)
			continue;
		w.new_line[w.s.nnew] = (uint32_t)i;
		w.new_key[w.s.nnew++] = new->key[i];
	}
	w.s.most_edits = sizes->edits;
	w.s.old = w.old_key;
	w.s.new = w.new_key;
	diff_sequence(&w.s);

	memset(old->changed, true, old->n);
	memset(new->changed, true, new->n);
	for (size_t i = 0; i < w.s.nold; i++)
		old->changed[w.old_line[i]] = !w.s.old_kept[i];
	for (size_t i = 0; i < w.s.nnew; i++)
		new->changed[w.new_line[i]] = !w.s.new_kept[i];
	return 0;
}
