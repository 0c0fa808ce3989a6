/* duplicates.h - puzzles and titles that appeared earlier in the run. */
#ifndef DUPLICATES_H
#define DUPLICATES_H

#include "cli/cli.h"

struct duplicates;

/* Running out of memory ends the program. */
struct duplicates *duplicates_new(struct cli *c);
/* The puzzles of the next operand follow: titles are compared within one. */
void duplicates_file(struct duplicates *d);
/* What a puzzle with a board is compared by. */
struct duplicate_key {
	uint64_t digest;
	uint32_t more; /* what else tells two apart */
};
/* 0, -1 with errno; in any thread. */
int duplicates_key(const struct sok_puzzle *p, struct duplicate_key *key,
    struct sok_arena *scratch);
/* Report the puzzle if its like stood earlier in the run, else keep it in
 * mind.  Costs about 32 bytes a puzzle. */
void duplicates_puzzle(struct duplicates *d, const struct sok_puzzle *p,
    const struct duplicate_key *key, struct sok_sink *sink);
/* The same for its title in this operand, for as many bytes. */
void duplicates_title(
    struct duplicates *d, const struct sok_puzzle *p, struct sok_sink *sink);
void duplicates_free(struct duplicates *d);

#endif
