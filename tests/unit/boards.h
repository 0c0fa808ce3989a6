/* boards.h - for tests: boards written in a line, and generated ones. */
#ifndef BOARDS_H
#define BOARDS_H

#include <stdlib.h>

#include "unit.h"

/* A board from rows of XSB characters, each but the last ending in '/'. */
static inline struct sok_board
boards_make(const char *rows, struct sok_arena *a)
{
	int width = 0, height = 1, x = 0, y = 0;
	struct sok_board b;
	const char *p;

	for (p = rows; *p; p++) {
		x = *p == '/' ? 0 : x + 1;
		height += *p == '/';
		width = x > width ? x : width;
	}
	if (sok_board_new(&b, width, height, a) < 0)
		abort();
	for (p = rows, x = 0; *p; p++)
		if (*p == '/') {
			x = 0;
			y++;
		} else {
			b.sq[y * width + x++] = sok_square[(unsigned char)*p];
		}
	sok_board_count(&b);
	return b;
}

/* Rows as they are, each but the last ending in '/'. */
static inline struct sok_str
boards_text(const struct sok_board *b, struct sok_arena *a)
{
	size_t w = (size_t)b->width, h = (size_t)b->height, i, n = 0;
	char *s = sok_arena_alloc(a, h, w + 1);

	if (!s)
		abort();
	for (i = 0; i < w * h; i++) {
		if (i > 0 && i % w == 0)
			s[n++] = '/';
		s[n++] = sok_xsb[b->sq[i]];
	}
	return (struct sok_str){s, n};
}

static inline int
boards_below(uint64_t *seed, int n)
{
	return (int)(unit_random(seed) % (uint64_t)n);
}

static inline void
boards_size(uint64_t *seed, int *w, int *h)
{
	*w = 3 + boards_below(seed, 14);
	*h = 3 + boards_below(seed, 12);
	switch (boards_below(seed, 8)) {
	case 0: /* several words in a row */
		*w = 60 + boards_below(seed, 140);
		break;
	case 1:
		*h = 60 + boards_below(seed, 100);
		break;
	case 2:
		*w = 1 + boards_below(seed, 5);
		*h = 1 + boards_below(seed, 5);
		break;
	default:
		break;
	}
}

/* Boards with and without a player, corridors, and a way out. */
static inline struct sok_board
boards_random(uint64_t *seed, struct sok_arena *a)
{
	int w, h, i, x, y, walls = boards_below(seed, 70);
	int leaky = boards_below(seed, 2), players;
	struct sok_board b;

	boards_size(seed, &w, &h);
	if (sok_board_new(&b, w, h, a) < 0)
		abort();
	for (i = 0; i < w * h; i++) {
		x = i % w;
		y = i / w;
		if (boards_below(seed, 100) < walls)
			b.sq[i] = SOK_WALL;
		else if (boards_below(seed, 4) == 0)
			b.sq[i] = (unsigned char)(2 * boards_below(seed, 4));
		if ((x == 0 || y == 0 || x == w - 1 || y == h - 1) &&
		    (!leaky || boards_below(seed, 20)))
			b.sq[i] = SOK_WALL;
	}
	players = boards_below(seed, 4) ? 1 : boards_below(seed, 4);
	for (i = 0; i < 20 * players; i++) {
		x = boards_below(seed, w * h);
		if (b.sq[x] & ~SOK_GOAL)
			continue;
		b.sq[x] |= SOK_PLAYER;
		players--;
	}
	sok_board_count(&b);
	return b;
}

/* Squares reached from those marked 1, the plain way. */
static inline void
boards_reach(const struct sok_board *b, bool boxes, unsigned char *reached)
{
	int n = b->width * b->height, i, x, again = 1;
	unsigned char to;

	for (i = 0; i < n; i++)
		if (b->sq[i] & (boxes ? SOK_WALL | SOK_BOX : SOK_WALL))
			reached[i] = 2;
	while (again) {
		again = 0;
		for (i = 0; i < n; i++) {
			x = i % b->width;
			to = (x > 0 && reached[i - 1] == 1) ||
			    (x < b->width - 1 && reached[i + 1] == 1) ||
			    (i >= b->width && reached[i - b->width] == 1) ||
			    (i < n - b->width && reached[i + b->width] == 1);
			if (reached[i] == 0 && to)
				reached[i] = (unsigned char)(again = 1);
		}
	}
}

#endif
