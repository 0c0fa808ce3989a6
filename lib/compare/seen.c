/* seen.c - the table of what has been met: for each key the first place. */
#include <stdlib.h>

#include "base/base.h"
#include "compare/compare.h"

/* The slot of a key in the table, or the free slot for it. */
static uint32_t *
find_slot(const struct compare_seen *s, struct compare_key key)
{
	size_t i = (size_t)key.id & (s->size - 1);

	for (; s->table[i] != 0; i = (i + 1) & (s->size - 1)) {
		struct compare_key there = s->v[s->table[i] - 1].key;

		if (s->exact ? compare_exact(there, key)
		             : compare_same(there, key))
			break;
	}
	return &s->table[i];
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
		*find_slot(s, s->v[i].key) = (uint32_t)(i + 1);
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
		return &s->v[*slot - 1];
	s->v[s->n] = at;
	*added = &s->v[s->n++];
	*slot = (uint32_t)s->n;
	return NULL;
}

struct compare_place *
compare_seen_find(const struct compare_seen *s, struct compare_key key)
{
	uint32_t n = s->size == 0 ? 0 : *find_slot(s, key);

	return n == 0 ? NULL : &s->v[n - 1];
}

void
compare_seen_free(struct compare_seen *s)
{
	free(s->v);
	free(s->table);
	*s = (struct compare_seen){.exact = s->exact};
}
