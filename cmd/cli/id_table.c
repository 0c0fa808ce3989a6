/* id_table.c - counts ids: of duplicates, names of files, fingerprints. */
#include <stdlib.h>

#include "cli/cli.h"

/* The slot of an id, or the empty one where it belongs. */
static struct id_slot *
find(const struct id_table *table, uint64_t id)
{
	size_t i = (size_t)id & (table->size - 1);

	while (table->slot[i].n != 0 && table->slot[i].id != id)
		i = (i + 1) & (table->size - 1);
	return &table->slot[i];
}

struct id_slot *
id_table_find(struct id_table *table, uint64_t id)
{
	struct id_table more = {.size = table->size ? 2 * table->size : 256};

	if (2 * table->used >= table->size) {
		more.slot = calloc(more.size, sizeof(*more.slot));
		if (more.slot == NULL)
			return NULL;
		more.used = table->used;
		for (size_t i = 0; i < table->size; i++)
			if (table->slot[i].n != 0)
				*find(&more, table->slot[i].id) =
				    table->slot[i];
		free(table->slot);
		*table = more;
	}
	struct id_slot *slot = find(table, id);
	slot->id = id;
	table->used += slot->n == 0;
	return slot;
}

size_t
id_table_get(const struct id_table *table, uint64_t id)
{
	return table->size == 0 ? 0 : find(table, id)->n;
}

void
id_table_free(struct id_table *table)
{
	free(table->slot);
	*table = (struct id_table){NULL, 0, 0};
}
