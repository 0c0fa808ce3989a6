/* seen.c - the table of what has been met: for each key the first place. */
#include <stdlib.h>

#include "base/base.h"
#include "compare/compare.h"

/*
 * A slot of the table is 0 or, in its low bits, 1 + the index of an entry, and
 * in the bits above, of which there are as many as the size of the table
 * leaves, bits of the entry's key.  Most entries with another key are known by
 * these, without a look at the entry, which is far away in memory.
 */
static uint32_t
tag_of(const struct compare_seen *seen, struct compare_key key)
{
	/* Times a power of two: the bits above an index.  The place in the
	 * table is of the low bits of the id. */
	return (uint32_t)((key.id >> 32) * seen->size);
}

/* The place to which a slot of the table that is not free refers. */
static struct compare_place *
entry_at(const struct compare_seen *seen, uint32_t slot)
{
	return &seen->place[(slot & (seen->size - 1)) - 1];
}

/* The slot of a key in the table, or the free slot for it. */
static uint32_t *
find_slot(const struct compare_seen *seen, struct compare_key key)
{
	size_t i = (size_t)key.id & (seen->size - 1);
	uint32_t tag = tag_of(seen, key);

	for (; seen->table[i] != 0; i = (i + 1) & (seen->size - 1)) {
		uint32_t slot = seen->table[i];

		if ((slot & ~(uint32_t)(seen->size - 1)) != tag)
			continue;
		struct compare_key there = entry_at(seen, slot)->key;
		if (seen->exact ? compare_exact(there, key)
		                : compare_same(there, key))
			break;
	}
	return &seen->table[i];
}

/* Put the entry with an index, whose key no other one has, into the table. */
static void
fill_slot(struct compare_seen *seen, size_t index)
{
	struct compare_key key = seen->place[index].key;
	size_t i = (size_t)key.id & (seen->size - 1);

	while (seen->table[i] != 0)
		i = (i + 1) & (seen->size - 1);
	seen->table[i] = tag_of(seen, key) | (uint32_t)(index + 1);
}

/* Make room for one more entry.  The table is made again from the entries, so
 * that the old and the new one are never in memory together.  0, -1 on ENOMEM.
 */
static int
make_room(struct compare_seen *seen)
{
	struct compare_place *place =
	    sok_grow(seen->place, seen->n, &seen->cap, sizeof(*place));
	size_t size = seen->size == 0 ? 1024 : seen->size * 2;

	if (place == NULL)
		return -1;
	seen->place = place;
	if (seen->n < seen->size / 4 * 3)
		return 0;
	free(seen->table);
	seen->size = 0;
	seen->table = calloc(size, sizeof(*seen->table));
	if (seen->table == NULL)
		return -1;
	seen->size = size;
	for (size_t i = 0; i < seen->n; i++)
		fill_slot(seen, i);
	return 0;
}

struct compare_place *
compare_seen_or_add(struct compare_seen *seen, struct compare_place at,
    struct compare_place **added)
{
	*added = NULL;
	if (make_room(seen) == -1)
		return NULL;
	uint32_t *slot = find_slot(seen, at.key);
	if (*slot != 0)
		return entry_at(seen, *slot);
	seen->place[seen->n] = at;
	*added = &seen->place[seen->n++];
	*slot = tag_of(seen, at.key) | (uint32_t)seen->n;
	return NULL;
}

struct compare_place *
compare_seen_find(const struct compare_seen *seen, struct compare_key key)
{
	uint32_t slot = seen->size == 0 ? 0 : *find_slot(seen, key);

	return slot == 0 ? NULL : entry_at(seen, slot);
}

void
compare_seen_free(struct compare_seen *seen)
{
	free(seen->place);
	free(seen->table);
	*seen = (struct compare_seen){.exact = seen->exact};
}
