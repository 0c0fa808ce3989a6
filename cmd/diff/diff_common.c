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
	struct diff_sequence sequence;
};

void
diff_memory_free(struct diff_memory *memory)
{
	free(memory->block);
}

/* Divide memory into arrays: the bytes that are needed if block is NULL. */
static size_t
divide(struct work *work, char *block, size_t nold, size_t nnew)
{
	size_t all = nold + nnew + 3, size = 0;

#define ARRAY(member, n) \
	work->member = (void *)(block == NULL ? NULL : block + size); \
	size += ((n) * sizeof(*work->member) + 15) / 16 * 16
	ARRAY(sequence.place, nold);
	ARRAY(table, work->mask + 1);
	ARRAY(hash, nold);
	ARRAY(old_line, nold);
	ARRAY(old_key, nold);
	ARRAY(new_line, nnew);
	ARRAY(new_key, nnew);
	ARRAY(sequence.pair, nold);
	ARRAY(sequence.forward, all);
	ARRAY(sequence.backward, all);
	ARRAY(wanted, nold);
	ARRAY(sequence.old_kept, nold);
	ARRAY(sequence.new_kept, nnew);
#undef ARRAY
	return size;
}

/* Give the arrays room for windows of these sizes, zeroed where they are
 * counted in; false on ENOMEM. */
static bool
make_arrays(
    struct work *work, struct diff_memory *memory, size_t nold, size_t nnew)
{
	for (work->mask = 63; work->mask < 2 * nold;
	     work->mask = 2 * work->mask + 1)
		continue;
	size_t size = divide(work, NULL, nold, nnew);
	if (size > memory->size) {
		free(memory->block);
		memory->block = malloc(size);
		memory->size = memory->block == NULL ? 0 : size;
	}
	if (memory->block == NULL)
		return false;
	(void)divide(work, memory->block, nold, nnew);
	memset(work->table, 0, (work->mask + 1) * sizeof(*work->table));
	memset(work->wanted, 0, nold * sizeof(*work->wanted));
	memset(work->sequence.old_kept, 0,
	    nold * sizeof(*work->sequence.old_kept));
	memset(work->sequence.new_kept, 0,
	    nnew * sizeof(*work->sequence.new_kept));
	return true;
}

/* The slot of a line, or the free one where it belongs. */
static uint32_t *
line_slot(const struct work *work, const struct diff_window *old,
    struct sok_str line, uint32_t hash)
{
	size_t i = hash & work->mask;

	while (work->table[i] != 0) {
		uint32_t at = work->table[i] - 1;

		if (work->hash[at] == hash &&
		    sok_str_eq(diff_line(old, at), line))
			break;
		i = (i + 1) & work->mask;
	}
	return &work->table[i];
}

/* Give all lines their keys. */
static void
make_keys(struct work *work, struct diff_window *old, struct diff_window *new)
{
	/* A different function in every run: no file can be made for it. */
	uint64_t seed = (uint64_t)(uintptr_t)work;

	for (size_t i = 0; i < old->n; i++) {
		struct sok_str line = diff_line(old, i);

		work->hash[i] = (uint32_t)(diff_hash(line, seed) >> 32);
		uint32_t *slot = line_slot(work, old, line, work->hash[i]);
		if (*slot == 0)
			*slot = (uint32_t)i + 1;
		old->key[i] = *slot - 1;
	}
	for (size_t i = 0; i < new->n; i++) {
		struct sok_str line = diff_line(new, i);
		uint32_t hash = (uint32_t)(diff_hash(line, seed) >> 32);
		uint32_t slot = *line_slot(work, old, line, hash);

		new->key[i] = slot == 0 ? DIFF_NO_KEY : slot - 1;
		if (slot != 0)
			work->wanted[slot - 1] = true;
	}
}

int
diff_common(struct diff_window *old, struct diff_window *new,
    const struct diff_sizes *sizes, struct diff_memory *memory)
{
	struct work work;

	if (!make_arrays(&work, memory, old->n, new->n)) {
		errno = ENOMEM;
		return -1;
	}
	make_keys(&work, old, new);

	/* Lines that only one window has are changed, whatever happens. */
	work.sequence.nold = work.sequence.nnew = 0;
	for (size_t i = 0; i < old->n; i++) {
		if (!work.wanted[old->key[i]])
			continue;
		work.old_line[work.sequence.nold] = (uint32_t)i;
		work.old_key[work.sequence.nold++] = old->key[i];
	}
	for (size_t i = 0; i < new->n; i++) {
		if (new->key[i] == DIFF_NO_KEY)
			continue;
		work.new_line[work.sequence.nnew] = (uint32_t)i;
		work.new_key[work.sequence.nnew++] = new->key[i];
	}
	work.sequence.most_edits = sizes->edits;
	work.sequence.old = work.old_key;
	work.sequence.new = work.new_key;
	diff_sequence(&work.sequence);

	memset(old->changed, true, old->n);
	memset(new->changed, true, new->n);
	for (size_t i = 0; i < work.sequence.nold; i++)
		old->changed[work.old_line[i]] = !work.sequence.old_kept[i];
	for (size_t i = 0; i < work.sequence.nnew; i++)
		new->changed[work.new_line[i]] = !work.sequence.new_kept[i];
	return 0;
}
