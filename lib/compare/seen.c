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
tag_of(const struct compare_seen *s, struct compare_key key)
{
	/* Times a power of two: the bits above an index.  The place in the
	 * table is of the low bits of the id. */
	return (uint32_t)((key.id >> 32) * s->size);
}

static struct compare_place *
entry_at(const struct compare_seen *s, uint32_t slot)
{
	return &s->v[(slot & (s->size - 1)) - 1];
}

/* The slot of a key in the table, or the free slot for it. */
static uint32_t *
find_slot(const struct compare_seen *s, struct compare_key key)
{
	size_t i = (size_t)key.id & (s->size - 1);
	uint32_t tag = tag_of(s, key);

	for (; s->table[i] != 0; i = (i + 1) & (s->size - 1)) {
		uint32_t slot = s->table[i];

		if ((slot & ~(uint32_t)(s->size - 1)) != tag)
			continue;
		struct compare_key there = entry_at(s, slot)->key;
		if (s->exact ? compare_exact(there, key)
		             : compare_same(there, key))
			break;
	}
	return &s->table[i];
}

/* Put the entry with an index, whose key no other one has, into the table. */
static void
fill_slot(struct compare_seen *s, size_t index)
{
	struct compare_key key = s->v[index].key;
	size_t i = (size_t)key.id & (s->size - 1);

	while (s->table[i] != 0)
		i = (i + 1) & (s->size - 1);
	s->table[i] = tag_of(s, key) | (uint32_t)(index + 1);
}

/* The table is made again from the entries, so that the old and the new one are
 * never in memory together. */
static int
make_room(struct compare_seen *s)
{
	struct compare_place *v = sok_grow(s->v, s->n, &s->cap, sizeof(*v));
	size_t size = s->size == 0 ? 1024 : s->size * 2;

	if (v == NULL)
		return -1;
	s->v = v;
	if (s->n < s->size / 4 * 3)
		return 0;
	free(s->table);
	s->size = 0;
	s->table = calloc(size, sizeof(*s->table));
	if (s->table == NULL)
		return -1;
	s->size = size;
	for (size_t i = 0; i < s->n; i++)
		fill_slot(s, i);
	return 0;
}

struct compare_place *
compare_seen_or_add(struct compare_seen *s, struct compare_place at,
    struct compare_place **added)
{
	*added = NULL;
	if (make_room(s) == -1)
		return NULL;
	uint32_t *slot = find_slot(s, at.key);
	if (*slot != 0)
		return entry_at(s, *slot);
	s->v[s->n] = at;
	*added = &s->v[s->n++];
	*slot = tag_of(s, at.key) | (uint32_t)s->n;
	return NULL;
}

struct compare_place *
compare_seen_find(const struct compare_seen *s, struct compare_key key)
{
	uint32_t slot = s->size == 0 ? 0 : *find_slot(s, key);

	return slot == 0 ? NULL : entry_at(s, slot);
}

void
compare_seen_free(struct compare_seen *s)
{
	free(s->v);
	free(s->table);
	*s = (struct compare_seen){.exact = s->exact};
}
