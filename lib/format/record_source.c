/*
 * record_source.c - the file and line that a record names as its source.
 *
 * Findings keep the names of files for as long as the program runs, and many
 * records name the same file: each name is stored once and never freed.
 */
#include <pthread.h>
#include <string.h>

#include "format/record.h"
#include "tools.h"

enum {
	LONGEST = 4096,    /* bytes of a name */
	NAMES = 1 << 16,   /* how many are kept */
	SLOTS = 2 * NAMES, /* of the table */
};

static struct {
	pthread_mutex_t lock;
	struct sok_arena arena;
	const char **slot;
	size_t n;
} names = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The slot of a name, or where it would go. */
static const char **
find(struct sok_str name)
{
	uint32_t hash = 2166136261; /* FNV-1a */
	const char **slot;

	for (size_t i = 0; i < name.len; i++)
		hash = (hash ^ (unsigned char)name.s[i]) * 16777619;
	for (;; hash++) {
		slot = &names.slot[hash % SLOTS];
		if (*slot == NULL || sok_str_eq(sok_str(*slot), name))
			return slot;
	}
}

static char *
terminated(struct sok_str name)
{
	char *s = sok_arena_zalloc(&names.arena, name.len + 1, 1);

	if (s != NULL)
		memcpy(s, name.s, name.len);
	return s;
}

/* *kept is NULL for one name too many; -1 on ENOMEM. */
static int
intern(struct sok_str name, const char **kept)
{
	const char **slot;

	if (names.slot == NULL)
		names.slot =
		    sok_arena_zalloc(&names.arena, SLOTS, sizeof(*names.slot));
	if (names.slot == NULL)
		return -1;
	slot = find(name);
	if (*slot == NULL && names.n < NAMES) {
		*slot = terminated(name);
		if (*slot == NULL)
			return -1;
		names.n++;
	}
	*kept = *slot;
	return 0;
}

int
record_source(struct record *rec, struct sok_str file, size_t line)
{
	const char *kept = NULL;
	int r;

	/* What `-` and `<stdin>` named is gone. */
	if (file.len == 0 || file.len > LONGEST || line == 0 ||
	    line > UINT32_MAX || file.s[0] == '<' ||
	    sok_str_eq(file, SOK_STR("-")) ||
	    memchr(file.s, '\0', file.len) != NULL)
		return 0;
	pthread_mutex_lock(&names.lock);
	r = intern(file, &kept);
	pthread_mutex_unlock(&names.lock);
	if (kept != NULL)
		rec->source = (struct sok_pos){kept, line, 1};
	return r;
}
