/* id_table.h - a hash table from ids or digests to numbers. */
#ifndef ID_TABLE_H
#define ID_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct id_slot {
	uint64_t id;
	size_t n; /* 0: empty */
};

/* Initialize with 0. */
struct id_table {
	struct id_slot *slot; /* size, a power of two; at least half of the
	                         slots are empty */
	size_t size, used;
};

/* The slot of an id.  If its n is 0, the id is new, and the caller sets n.
 * Valid until the next call.  NULL on ENOMEM. */
struct id_slot *id_table_find(struct id_table *t, uint64_t id);
/* The number of an id, 0 if it has none. */
size_t id_table_get(const struct id_table *t, uint64_t id);
void id_table_free(struct id_table *t);

#endif
