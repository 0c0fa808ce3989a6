/* duplicates.h - puzzles and titles that stood earlier in the run. */
#ifndef DUPLICATES_H
#define DUPLICATES_H

#include "cli/cli.h"

struct duplicates;

/* Running out of memory ends the program. */
struct duplicates *duplicates_new(struct cli *c);
/* From here on puzzles are of this operand, whose name outlives the set. */
void duplicates_file(struct duplicates *d, const char *name);
/* Report the puzzle if its like stood earlier in the run, else keep it in
 * mind; -1 with errno.  Costs 32 bytes a puzzle. */
int duplicates_puzzle(struct duplicates *d, const struct sok_puzzle *p,
    struct sok_sink *sink, struct sok_arena *scratch);
/* The same for its title in this operand, for 32 bytes a title. */
void duplicates_title(
    struct duplicates *d, const struct sok_puzzle *p, struct sok_sink *sink);
void duplicates_free(struct duplicates *d);

#endif
