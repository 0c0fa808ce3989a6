/* id_table.c - counts ids: of duplicates, names of files, fingerprints. */
#include <stdlib.h>

#include "cli/cli.h"

static struct id_slot *
find(const struct id_table *t, uint64_t id)
{
	size_t i = (size_t)id & (t->size - 1);

	while (t->slot[i].n != 0 && t->slot[i].id != id)
		i = (i + 1) & (t->size - 1);
	return &t->slot[i];
}

struct id_slot *
id_table_find(struct id_table *t, uint64_t id)
{
	struct id_table more = {.size = t->size ? 2 * t->size : 256};

	if (2 * t->used >= t->size) {
		more.slot = calloc(more.size, sizeof(*more.slot));
		if (more.slot == NULL)
			return NULL;
		more.used = t->used;
		for (size_t i = 0; i < t->size; i++)
			if (t->slot[i].n != 0)
				*find(&more, t->slot[i].id) = t->slot[i];
		free(t->slot);
		*t = more;
	}
	struct id_slot *slot = find(t, id);
	slot->id = id;
	t->used += slot->n == 0;
	return slot;
}

size_t
id_table_get(const struct id_table *t, uint64_t id)
{
	return t->size == 0 ? 0 : find(t, id)->n;
}

void
id_table_free(struct id_table *t)
{
	free(t->slot);
	*t = (struct id_table){NULL, 0, 0};
}
