/*
 * make.c - workloads for tests/bench/run: collections as large as wanted, the
 * same ones every time.  Goals lie where a random walk left the boxes, so
 * every puzzle can be solved and every walk is a solution.
 *
 *	make boxoban|handmade|solutions|walks|sparse BYTES
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 60
#define MOVES 1400

struct level {
	int width, height, boxes;
	char start[SIDE * SIDE]; /* '#', '$' or ' ' */
	char now[SIDE * SIDE];
	int player, at;
	char moves[MOVES + 1];
	int nmoves, pushes;
};

/* What kinds of levels differ in. */
struct kind {
	const char *name;
	int least, most; /* columns; rows are as many or fewer */
	int free;        /* squares in a hundred that are no wall */
	int boxes;       /* one for so many of those; 0: always four */
	int moves;
	void (*print)(const struct level *v, long number);
};

static uint64_t state = 0x9e3779b97f4a7c15;

static int
below(int n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (int)((state >> 33) % (uint64_t)n);
}

static const char letter[] = "lurd";

static int
delta(const struct level *v, int way)
{
	const int d[] = {-1, -v->width, 1, v->width};

	return d[way];
}

static bool
inside(const struct level *v, int at)
{
	int x = at % v->width, y = at / v->width;

	return x > 0 && y > 0 && x < v->width - 1 && y < v->height - 1;
}

/* A cave of n squares. */
static void
dig(struct level *v, int n)
{
	int at = v->height / 2 * v->width + v->width / 2, way = 0;

	memset(v->start, '#', sizeof(v->start));
	while (n > 0) {
		n -= v->start[at] == '#';
		v->start[at] = ' ';
		v->player = at;
		if (below(3) == 0)
			way = below(4);
		if (inside(v, at + delta(v, way)))
			at += delta(v, way);
	}
}

static bool
blocked(const char *sq, int at, int d)
{
	return sq[at + d] != ' ' || sq[at - d] != ' ';
}

static void
place_boxes(struct level *v)
{
	char *sq = v->start;

	for (int tries = 50 * v->boxes, left = v->boxes; tries > 0 && left > 0;
	     tries--) {
		int at = below(v->width * v->height);

		if (sq[at] == '#' || at == v->player ||
		    (blocked(sq, at, 1) && blocked(sq, at, v->width)))
			continue;
		left -= sq[at] == ' ';
		sq[at] = '$';
	}
}

/* Whether a box pushed onto that square could be stuck in a corner. */
static bool
cornered(const struct level *v, int at, int way)
{
	return v->now[at + delta(v, way)] != ' ' &&
	    blocked(v->now, at, delta(v, way ^ 1));
}

/* One step; false if there is a wall, or a box that does not go. */
static bool
step(struct level *v, int way)
{
	int d = delta(v, way), to = v->at + d;
	bool push = v->now[to] == '$';

	if (v->now[to] == '#' || (push && v->now[to + d] != ' '))
		return false;
	if (push && cornered(v, to + d, way) && below(16) > 0)
		return false;
	if (push) {
		v->now[to] = ' ';
		v->now[to + d] = '$';
		v->pushes++;
	}
	v->at = to;
	v->moves[v->nmoves++] = (char)(letter[way] & (push ? ~32 : ~0));
	return true;
}

/* Moves come in runs and seldom turn back; boxes are there to be pushed. */
static int
next_way(const struct level *v, int way)
{
	int other = below(4);

	for (int i = 0; i < 4; i++) {
		int to = (other + i) % 4, box = v->at + delta(v, to);

		if (v->now[box] == '$' && v->now[box + delta(v, to)] == ' ' &&
		    !cornered(v, box + delta(v, to), to) && below(3) > 0)
			return to;
	}
	return below(8) < 5 || other == (way ^ 2) ? way : other;
}

/* About n moves, the last of which is a push; false if it does not come to
 * that. */
static bool
walk(struct level *v, int n)
{
	int way = 0, was = 0;

	memcpy(v->now, v->start, sizeof(v->now));
	v->at = v->player;
	v->nmoves = v->pushes = 0;
	for (int tries = 20 * n; tries > 0; tries--) {
		was = v->pushes;
		way = next_way(v, way);
		if (!step(v, way))
			way = below(4);
		if (v->nmoves == MOVES || (v->nmoves >= n && v->pushes > was))
			break;
	}
	v->moves[v->nmoves] = '\0';
	return v->pushes > was;
}

static void
make(struct level *v, const struct kind *k)
{
	do {
		int n;

		v->width = k->least + below(k->most - k->least + 1);
		v->height =
		    k->least == k->most ? v->width : 6 + below(v->width - 5);
		n = (v->width - 2) * (v->height - 2) * k->free / 100;
		v->boxes = k->boxes == 0 ? 4 : 1 + n / k->boxes;
		dig(v, n);
		place_boxes(v);
	} while (!walk(v, k->moves));
}

static char
square(const struct level *v, int at)
{
	bool goal = v->now[at] == '$';

	if (at == v->player)
		return goal ? '+' : '@';
	if (v->start[at] == '$')
		return goal ? '*' : '$';
	return goal ? '.' : v->start[at];
}

/* A wall that nobody could see from inside. */
static bool
hidden(const struct level *v, int x, int y)
{
	for (int i = -1; i <= 1; i++)
		for (int j = -1; j <= 1; j++)
			if (x + i >= 0 && y + j >= 0 && x + i < v->width &&
			    y + j < v->height &&
			    v->start[(y + j) * v->width + x + i] != '#')
				return false;
	return true;
}

static void
print_board(const struct level *v, bool ragged)
{
	char row[SIDE + 1];

	for (int y = 0; y < v->height; y++) {
		int n = 0;

		for (int x = 0; x < v->width; x++) {
			row[x] = square(v, y * v->width + x);
			if (ragged && hidden(v, x, y))
				row[x] = ' ';
			else
				n = x + 1;
		}
		if (n > 0)
			printf("%.*s\n", n, row);
	}
}

static void
print_boxoban(const struct level *v, long number)
{
	printf("; %ld\n", number);
	print_board(v, false);
	putchar('\n');
}

static void
print_handmade(const struct level *v, long number)
{
	static const char *const note[] = {"", "Author: A. U. Thor\n",
	    "Title: By hand\nAuthor: A. U. Thor\n",
	    "\nThe last box is the hard one, as ever.\n",
	    "\nComment:\nPush the left box first.\nThen think.\n"
	    "Comment-End:\n"};

	printf(below(4) == 0 ? "Level %ld\n\n" : "; %ld\n\n", number);
	print_board(v, true);
	printf("%s\n", note[below(5)]);
}

static void
print_solution(const struct level *v, long number)
{
	print_board(v, false);
	printf("\nSolution %ld\n%s\n\n", number, v->moves);
}

static const struct kind kinds[] = {
    {"boxoban", 10, 10, 60, 0, 64, print_boxoban},
    {"handmade", 8, 30, 60, 14, 500, print_handmade},
    {"solutions", 10, 10, 60, 0, 64, print_solution},
    {"walks", 10, 10, 60, 0, 1100, print_solution},
    {"sparse", 50, 50, 80, 200, 500, print_boxoban},
};

static int
usage(void)
{
	fprintf(stderr,
	    "usage: make boxoban|handmade|solutions|walks|sparse BYTES\n");
	return 2;
}

int
main(int argc, char **argv)
{
	static struct level v;
	const struct kind *k = kinds, *end = k + sizeof(kinds) / sizeof(*k);

	if (argc != 3)
		return usage();
	while (k < end && strcmp(k->name, argv[1]) != 0)
		k++;
	if (k == end)
		return usage();
	for (long n = 0; ftell(stdout) < atol(argv[2]); n++) {
		make(&v, k);
		k->print(&v, n);
		if (ferror(stdout))
			return 1;
	}
	return fflush(stdout) == 0 ? 0 : 1;
}
