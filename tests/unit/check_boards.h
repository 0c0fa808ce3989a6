/*
 * check_boards.h - random boards for the tests of sokcheck's rules, for the
 * library and the naive checker.
 */
#ifndef CHECK_BOARDS_H
#define CHECK_BOARDS_H

#include <stdlib.h>

#define NAIVE_NO_MAIN
#define NAIVE static inline
#include "../oracle/check.c"
#include "unit.h"

/* The findings: how many, and the last position. */
struct found {
	size_t n[SOK_NRULES];
	size_t line[SOK_NRULES], col[SOK_NRULES];
	unsigned char at[SOK_NRULES][NAIVE_SIDE][NAIVE_SIDE];
};

static inline void
note(void *ctx, const struct sok_finding *f)
{
	struct found *found = ctx;

	found->n[f->rule]++;
	found->line[f->rule] = f->pos.line;
	found->col[f->rule] = f->pos.col;
	found->at[f->rule][f->pos.line - 1][f->pos.col - 1] = 1;
}

/* A puzzle with the square (x, y) at line y + 1, column x + 1. */
static inline void
make(struct sok_puzzle *p, const struct naive *n, struct sok_arena *a)
{
	unsigned char *to;
	int x, y;

	*p = (struct sok_puzzle){.number = 1, .pos = {"test", 1, 1}};
	p->has_board = true;
	if (sok_board_new(&p->board, n->width, n->height, a) == -1)
		abort();
	p->board.row =
	    sok_arena_zalloc(a, (size_t)n->height, sizeof(*p->board.row));
	for (y = 0; y < n->height; y++) {
		p->board.row[y] =
		    (struct sok_row){.line = (size_t)y + 1, .col = 1};
		to = p->board.sq + (size_t)y * (size_t)n->width;
		for (x = 0; x < n->width; x++)
			to[x] = sok_square[(unsigned char)n->at[y][x]];
	}
	sok_board_count(&p->board);
}

static inline void
check(const struct sok_puzzle *p, unsigned targets, struct found *found,
    struct sok_arena *a)
{
	struct sok_check_options o = {targets};
	struct sok_sink sink = {.fn = note, .ctx = found};

	memset(found, 0, sizeof(*found));
	if (sok_check(p, &o, &sink, a) == -1)
		abort();
}

/* A room with walls of a random density; whole: the rim is wall. */
static inline void
invent(struct naive *n, uint64_t *seed, int least, int most, bool whole)
{
	static const char square[] = "    $$..*@+#";
	unsigned walls = (unsigned)(unit_random(seed) % 60);
	int x, y, range = most - least + 1;

	memset(n, 0, sizeof(*n));
	n->width = least + (int)(unit_random(seed) % (unsigned)range);
	n->height = least + (int)(unit_random(seed) % (unsigned)range);
	for (y = 0; y < n->height; y++)
		for (x = 0; x < n->width; x++) {
			n->at[y][x] = square[unit_random(seed) % 12];
			if (naive_player(n->at[y][x]))
				n->at[y][x] = ' ';
			if (unit_random(seed) % 100 < walls ||
			    (whole &&
			        (x == 0 || y == 0 || x == n->width - 1 ||
			            y == n->height - 1)))
				n->at[y][x] = '#';
		}
	while (unit_random(seed) % 24 != 0) {
		x = (int)(unit_random(seed) % (unsigned)n->width);
		y = (int)(unit_random(seed) % (unsigned)n->height);
		n->at[y][x] = naive_goal(n->at[y][x]) ? '+' : '@';
		if (unit_random(seed) % 8 != 0)
			break;
	}
}

static inline void
show(const struct naive *n)
{
	int y;

	for (y = 0; y < n->height; y++)
		fprintf(stderr, "\t%.*s\n", n->width, n->at[y]);
}

#endif
