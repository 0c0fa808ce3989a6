/*
 * merge.h - sokfmt --merge: three versions of a collection become one.  A merge
 * passes the files in this order: merge.c (reads the versions and pairs their
 * puzzles), merge_write.c (writes the result and its conflicts), weave.c (the
 * order of what is merged), parts.c (the parts of one puzzle), games.c (its
 * games), lines.c (lines of text).
 *
 * Functions that merge return 1; 0 if both sides made different changes; -1 on
 * ENOMEM.
 */
#ifndef MERGE_H
#define MERGE_H

#include "compare/compare.h"
#include "fmt/fmt.h"

enum merge_side { MERGE_BASE, MERGE_OURS, MERGE_THEIRS, MERGE_NSIDES };

/* Something that is merged: a puzzle or a game, and where it is. */
struct merge_item {
	uint32_t at[MERGE_NSIDES]; /* 1 + its index in a version, or 0 */
	bool gone;                 /* not in the result */
	bool follows;              /* only the second side moved it */
};

/* A version of the collection. */
struct merge_version {
	struct sok_header *header; /* held; NULL: not read */
	struct compare_list list;
};

struct merge {
	struct merge_version version[MERGE_NSIDES];
	int side; /* of the version that is read */
	struct compare_hold *hold;
	struct merge_item *item; /* the puzzles of all versions */
	size_t n;
	const char *label[MERGE_NSIDES]; /* of the versions, in markers */
	const char *name;                /* of the collection, in messages */
	struct sok_arena life;
	struct sok_arena scratch; /* for one puzzle */
};

/* ---- merge.c */

/* Reject options that --merge does not take. */
void merge_options(struct cli *cli);
/* Read the three operands, or end the program with status 2; then only the
 * second one remains an operand. */
void merge_read(struct cli *cli);
void merge_close(struct fmt *fmt);

/* ---- merge_write.c */

/* Write the merged collection; as inplace.rewrite, for which `in` is the second
 * operand, and which raises the status to 1 for conflicts.  0, -1 with errno.
 */
int merge_write(
    struct cli *cli, const struct cli_operand *in, struct sok_output *out);

/* ---- weave.c */

/* Find the order of n items.  It is the order of the side `first`; items that
 * only the other side has, and those that follow it, come after the item that
 * precedes them there, and after what the first side added in the same place.
 * Returns the indices of those that are not gone, *left of them; NULL on
 * ENOMEM. */
uint32_t *merge_weave(const struct merge_item *item, size_t n,
    enum merge_side first, size_t *left, struct sok_arena *arena);

/* ---- parts.c */

/* The versions of a puzzle, NULL if a side does not have it, and the result: a
 * puzzle, NULL if it was removed, or what is in conflict. */
struct merge_puzzle {
	const struct compare_item *version[MERGE_NSIDES];
	const struct sok_puzzle *result;
	const char *conflict; /* what clashes, for a message, or NULL */
};

/* Merge the versions of a puzzle: sets result and, with 0, conflict. */
int merge_puzzle(struct merge_puzzle *puzzle, struct sok_arena *arena);

/* ---- games.c */

/* Merge the games of the versions of a puzzle, the first of which may be
 * without games, into `to`, which has all other parts.  fitted: the versions
 * with their games as they are played on its board.  Games of one side that do
 * not hold there are in conflict, too. *conflict says what is. */
int merge_games(const struct sok_puzzle *version,
    const struct sok_puzzle *fitted, struct sok_puzzle *to,
    const char **conflict, struct sok_arena *arena);

/* ---- lines.c */

/* Merge one string. */
int merge_string(
    const struct sok_str version[MERGE_NSIDES], struct sok_str *to);
/* Merge texts line by line.  A key is merged with the same key, wherever it is;
 * other lines in their order. */
int merge_text(const struct sok_text *const version[MERGE_NSIDES],
    struct sok_text *to, struct sok_arena *arena);
/* Whether two texts have the same lines. */
bool merge_same_text(
    const struct sok_text *first, const struct sok_text *second);

#endif
