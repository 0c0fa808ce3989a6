/*
 * plain.c - what a plain program would do: lines, a grid, one square after the
 * other.  The bench runs it beside ours, as machines differ more than programs.
 *
 *     plain check FILE     closed boards with as many boxes as goals
 *     plain replay FILE    games that leave every box on a goal
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 66, MOST = SIDE * SIDE };

/* A ring of blanks lies around the board. */
struct grid {
	char sq[MOST];
	int height, player;
};

static void
clear(struct grid *g)
{
	memset(g->sq, ' ', sizeof(g->sq));
	g->height = g->player = 0;
}

static void
add_row(struct grid *g, const char *line, int n)
{
	char *row = g->sq + (g->height + 1) * SIDE + 1;
	int x;

	if (g->height == SIDE - 2 || n > SIDE - 2)
		return;
	for (x = 0; x < n; x++) {
		row[x] = line[x];
		if (line[x] == '@' || line[x] == '+')
			g->player = (int)(row - g->sq) + x;
	}
	g->height++;
}

static bool
has_box(char c)
{
	return c == '$' || c == '*';
}

static bool
has_goal(char c)
{
	return c == '.' || c == '*' || c == '+';
}

/* ---- check */

static bool
at_edge(int at)
{
	int x = at % SIDE, y = at / SIDE;

	return x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1;
}

/* The player floods the board, through boxes. */
static bool
check(struct grid *g)
{
	static const int step[] = {-1, 1, -SIDE, SIDE};
	static int stack[4 * MOST];
	int n = 0, boxes = 0, goals = 0, d;

	if (g->player == 0)
		return false;
	stack[n++] = g->player;
	while (n > 0) {
		int at = stack[--n];

		if (g->sq[at] == '#')
			continue;
		if (at_edge(at))
			return false;
		boxes += has_box(g->sq[at]);
		goals += has_goal(g->sq[at]);
		g->sq[at] = '#';
		for (d = 0; d < 4; d++)
			if (g->sq[at + step[d]] != '#')
				stack[n++] = at + step[d];
	}
	return boxes > 0 && boxes == goals;
}

/* ---- replay */

static int
direction(char c)
{
	switch (c) {
	case 'l':
	case 'L':
		return -1;
	case 'r':
	case 'R':
		return 1;
	case 'u':
	case 'U':
		return -SIDE;
	case 'd':
	case 'D':
		return SIDE;
	default:
		return 0;
	}
}

static bool
is_moves(const char *line, int n)
{
	for (int i = 0; i < n; i++)
		if (direction(line[i]) == 0)
			return false;
	return n > 0;
}

static bool
play(struct grid *g, const char *moves, int n)
{
	for (int i = 0; i < n; i++) {
		int by = direction(moves[i]), to = g->player + by;

		if (g->sq[to] == '#')
			return false;
		if (has_box(g->sq[to])) {
			char *next = &g->sq[to + by];

			if (*next == '#' || has_box(*next))
				return false;
			*next = *next == '.' ? '*' : '$';
			g->sq[to] = g->sq[to] == '*' ? '.' : ' ';
		}
		g->player = to;
	}
	return memchr(g->sq, '$', sizeof(g->sq)) == NULL;
}

/* ---- lines */

int
main(int argc, char **argv)
{
	static struct grid g;
	bool replay = argc > 1 && strcmp(argv[1], "replay") == 0;
	FILE *f = argc > 2 ? fopen(argv[2], "r") : NULL;
	size_t size = 0, good = 0, all = 0;
	char *line = NULL;
	ssize_t n;

	if (f == NULL) {
		fprintf(stderr, "usage: plain check|replay FILE\n");
		return 2;
	}
	clear(&g);
	while ((n = getline(&line, &size, f)) > 0) {
		int len = (int)n - (line[n - 1] == '\n');

		if (len > 0 && strchr("# -_*", line[0]) != NULL) {
			add_row(&g, line, len);
		} else if (replay && is_moves(line, len)) {
			good += play(&g, line, len);
			all++;
			clear(&g);
		} else if (!replay && g.height > 0) {
			good += check(&g);
			all++;
			clear(&g);
		}
	}
	if (!replay && g.height > 0) {
		good += check(&g);
		all++;
	}
	printf("%zu of %zu\n", good, all);
	free(line);
	return fclose(f) == 0 ? 0 : 2;
}
