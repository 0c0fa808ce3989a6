/* duplicates.h - recognizes puzzles and titles that appeared earlier in the
 * run. */
#ifndef DUPLICATES_H
#define DUPLICATES_H

#include "cli/cli.h"

struct duplicates;

/* Running out of memory ends the program. */
struct duplicates *duplicates_new(struct cli *c);
/* An operand ends: titles are compared within an operand. */
void duplicates_file_end(struct duplicates *d);
/* The identity of a puzzle with a board. */
struct duplicate_key {
	uint64_t digest;
	uint32_t more; /* the rest of its identity */
};
/* 0, -1 with errno; may be called in any thread. */
int duplicates_key(const struct sok_puzzle *p, struct duplicate_key *key,
    struct sok_arena *scratch);
/* Report the puzzle if it appeared earlier in the run, otherwise remember it,
 * which takes about 32 bytes. */
void duplicates_puzzle(struct duplicates *d, const struct sok_puzzle *p,
    const struct duplicate_key *key, struct sok_sink *sink);
/* The same for its title in this operand. */
void duplicates_title(
    struct duplicates *d, const struct sok_puzzle *p, struct sok_sink *sink);
void duplicates_free(struct duplicates *d);

#endif
