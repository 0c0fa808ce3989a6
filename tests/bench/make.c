/*
 * make.c - workloads for tests/bench/run: collections as large as wanted, the
 * same ones every time.  Goals lie where random play left the boxes, so
 * every puzzle can be solved and what was played is a solution.
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
	char moves[MOVES];
	int nmoves;
	uint32_t where, been[MOVES]; /* of all boxes, in one number */
	int npushes;
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

/* Whether a box that is pushed onto that square is in a corner. */
static bool
cornered(const struct level *v, int at, int way)
{
	return v->now[at + delta(v, way)] != ' ' &&
	    blocked(v->now, at, delta(v, way ^ 1));
}

/* The ways to all squares that can be walked to: from[] is the last step. */
static void
search(const struct level *v, signed char *from)
{
	int queue[SIDE * SIDE], n = 1;

	memset(from, -1, SIDE * SIDE);
	queue[0] = v->at;
	from[v->at] = 4;
	for (int head = 0; head < n; head++)
		for (int way = 0; way < 4; way++) {
			int to = queue[head] + delta(v, way);

			if (v->now[to] != ' ' || from[to] >= 0)
				continue;
			from[to] = (signed char)way;
			queue[n++] = to;
		}
}

static bool
can_push(const struct level *v, int box, int way)
{
	int to = box + delta(v, way);

	return v->now[box] == '$' && v->now[to] == ' ' && !cornered(v, to, way);
}

static void
walk_to(struct level *v, int to, const signed char *from)
{
	char back[SIDE * SIDE];
	int n = 0;

	for (int at = to; at != v->at; at -= delta(v, from[at]))
		back[n++] = letter[from[at]];
	while (n > 0 && v->nmoves < MOVES)
		v->moves[v->nmoves++] = back[--n];
	v->at = to;
}

static uint32_t
mix(int square)
{
	return (uint32_t)(square + 1) * 2654435761U >> 5;
}

/* A few pushes of some box; false if none can be pushed. */
static bool
push(struct level *v)
{
	signed char from[SIDE * SIDE];
	int size = v->width * v->height, box = below(size), way = below(4), i;

	search(v, from);
	for (i = 0; i < 4 * size; i++, way = (way + 1) % 4) {
		box = i % 4 == 0 ? (box + 1) % size : box;
		if (v->now[box] == '$' && from[box - delta(v, way)] >= 0 &&
		    can_push(v, box, way))
			break;
	}
	if (i == 4 * size)
		return false;
	walk_to(v, box - delta(v, way), from);
	for (i = 1 + below(4); i > 0 && can_push(v, box, way); i--) {
		if (v->nmoves < MOVES)
			v->moves[v->nmoves++] = (char)(letter[way] & ~32);
		v->now[box] = ' ';
		v->where -= mix(box);
		v->at = box;
		box += delta(v, way);
		v->now[box] = '$';
		v->where += mix(box);
		v->been[v->npushes++ % MOVES] = v->where;
	}
	return true;
}

/* Whether the boxes stood before where they stand now: then the puzzle was
 * solved too early.  Long games cannot but come back. */
static bool
repeats(const struct level *v)
{
	bool found = v->where == 0;

	for (int i = 0; i < v->npushes - 1 && i < MOVES; i++)
		found = found || v->been[i] == v->where;
	return found;
}

/* About n moves; false if they come to an end before. */
static bool
play(struct level *v, int n)
{
	bool good = true;

	memcpy(v->now, v->start, sizeof(v->now));
	v->at = v->player;
	v->nmoves = v->npushes = 0;
	v->where = 0;
	while (v->nmoves < n && good)
		good = push(v);
	return good && v->nmoves < MOVES;
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
	} while (!play(v, k->moves) || (k->moves < MOVES / 2 && repeats(v)));
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
	printf("\nSolution %ld\n%.*s\n\n", number, v->nmoves, v->moves);
}

static const struct kind kinds[] = {
    {"boxoban", 10, 10, 60, 0, 64, print_boxoban},
    {"handmade", 8, 30, 60, 14, 60, print_handmade},
    {"solutions", 10, 10, 60, 0, 64, print_solution},
    {"walks", 10, 10, 60, 0, 1100, print_solution},
    {"sparse", 50, 50, 80, 200, 200, print_boxoban},
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
