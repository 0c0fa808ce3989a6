/* duplicates.h - recognizes puzzles and titles that appeared earlier in the
 * run. */
#ifndef DUPLICATES_H
#define DUPLICATES_H

#include "cli/cli.h"

/*
 * A table with a digest and a position for each puzzle or title, about 32 bytes
 * in all.  It holds the numbers of entries plus 1, or 0; when it is three
 * quarters full it is rebuilt from the entries, so that the old and the new
 * table are never in memory together.
 */
struct seen {
	struct entry *v;
	uint32_t *table;
	size_t n, cap, size; /* entries, room for them, of the table */
};

/* Initialize with the program.  Running out of memory ends it. */
struct duplicates {
	struct cli *c;
	struct seen puzzles, titles;
	struct sok_arena names; /* names of files that only records contain */
	const char *name;       /* the last one */
};

/* The identity of a puzzle with a board. */
struct duplicate_key {
	uint64_t digest;
	uint32_t more; /* the rest of its identity */
};

/* 0, -1 with errno; may be called in any thread. */
int duplicates_key(const struct sok_puzzle *p, struct duplicate_key *key,
    struct sok_arena *scratch);
/* Report the puzzle if it appeared earlier in the run, otherwise remember it.
 */
void duplicates_puzzle(struct duplicates *d, const struct sok_puzzle *p,
    const struct duplicate_key *key, struct sok_sink *sink);
/* The same for its title in this operand. */
void duplicates_title(
    struct duplicates *d, const struct sok_puzzle *p, struct sok_sink *sink);
/* An operand ends: titles are compared within an operand. */
void duplicates_file_end(struct duplicates *d);
void duplicates_free(struct duplicates *d);

#endif
