/* stats.h - what --stats counts of the puzzles of a run. */
#ifndef STATS_H
#define STATS_H

#include "cli/cli.h"

struct report;

/* The lines of the table; names never change, new ones come last. */
/* clang-format off */
#define STATS(X) \
	X(FILES, files) X(PUZZLES, puzzles) X(BOARDS, boards) \
	X(UP_TO_10, boards_up_to_10) X(UP_TO_20, boards_up_to_20) \
	X(UP_TO_32, boards_up_to_32) X(UP_TO_50, boards_up_to_50) \
	X(LARGER, boards_larger) \
	X(MIN_WIDTH, min_width) X(MAX_WIDTH, max_width) \
	X(MIN_HEIGHT, min_height) X(MAX_HEIGHT, max_height) \
	X(BOXES, boxes) X(MIN_BOXES, min_boxes) X(MAX_BOXES, max_boxes) \
	X(TITLES, titles) X(UNTITLED, puzzles_without_title) \
	X(AUTHORS, authors) X(ANONYMOUS, puzzles_without_author) \
	X(GAMES, games) X(SOLUTIONS, solutions) \
	X(SOLVED, puzzles_with_solution)
/* clang-format on */

#define STATS_ENUM(name, text) STATS_##name,
enum { STATS(STATS_ENUM) STATS_N };

struct stats {
	bool wanted;
	const struct report_format *format; /* of the table */
	size_t n[STATS_N];
	struct id_table titles, authors; /* digests of those met */
	/* The puzzle whose solution was counted last. */
	const char *file;
	size_t number;
};

/* Usage errors; the table stands alone on standard output, and of findings
 * those are told that say why something was not read. */
void stats_begin(struct report *r, bool alone);
void stats_puzzle(struct stats *s, struct cli *c, const struct sok_puzzle *p);
void stats_game(struct stats *s, const struct sok_puzzle *p, bool solves);
/* To standard output, in the form of the report. */
void stats_end(struct report *r);

#endif
