/*
 * replay_run.c - puzzles whose games pass (sok_replay_run()) against the same
 * puzzles replayed one by one, on N / 10 collections of true games, of which
 * some are spoilt (2,000).
 */
#include "runs.h"
#include "unit.h"

#include "../soup/soup.h"

enum { WIDEST = 68, HIGHEST = 68, SIZE = WIDEST * HIGHEST, LONGEST = 1200 };

/* A board with a border of wall, and a walk on it. */
struct made {
	int width, height, at, n;
	char start[SIZE], now[SIZE];
	bool goal[SIZE];
	char moves[LONGEST + 1];
};

static int
inside(const struct made *m, struct soup *o)
{
	return WIDEST * (1 + (int)soup_below(o, (unsigned)m->height - 2)) + 1 +
	    (int)soup_below(o, (unsigned)m->width - 2);
}

static void
make_board(struct made *m, struct soup *o)
{
	bool large = soup_below(o, 40) == 0;
	unsigned walls = 3 + soup_below(o, 30);

	m->width = 5 + (int)soup_below(o, large ? WIDEST - 4 : 14);
	m->height = 3 + (int)soup_below(o, large ? HIGHEST - 2 : 9);
	if (soup_below(o, 8) == 0)
		m->width = 16; /* what is looked at together */
	memset(m->start, '#', sizeof(m->start));
	for (int y = 1; y < m->height - 1; y++)
		for (int x = 1; x < m->width - 1; x++)
			if (soup_below(o, walls) > 0)
				m->start[WIDEST * y + x] = ' ';
	for (unsigned n = 1 + soup_below(o, 4); n > 0; n--)
		m->start[inside(m, o)] = '$';
	if (soup_below(o, 4) == 0)
		for (unsigned n = 1 + soup_below(o, 8); n > 0; n--)
			m->start[soup_below(o, (unsigned)m->height) * WIDEST +
			    soup_below(o, (unsigned)m->width)] = ' ';
	m->at = inside(m, o);
	m->start[m->at] = ' ';
	memcpy(m->now, m->start, sizeof(m->now));
	for (int i = 0; i < SIZE; i++) /* as far as the moves know */
		if (i % WIDEST >= m->width || i / WIDEST >= m->height)
			m->now[i] = ' ';
	m->start[m->at] = '@';
}

static void
make_move(struct made *m, unsigned way)
{
	static const int step[] = {-1, 1, -WIDEST, WIDEST};
	int to = m->at + step[way], box_to = to + step[way];

	if (to < 0 || box_to < 0 || to >= SIZE || box_to >= SIZE ||
	    m->now[to] == '#' || m->n == LONGEST)
		return;
	if (m->now[to] == '$') {
		if (m->now[box_to] != ' ')
			return;
		m->now[to] = ' ';
		m->now[box_to] = '$';
		m->moves[m->n++] = "LRUD"[way];
	} else {
		m->moves[m->n++] = "lrud"[way];
	}
	m->at = to;
}

/* A walk that ends with its last push, of which there is one. */
static bool
make_moves(struct made *m, struct soup *o)
{
	unsigned way = 0, most = soup_below(o, 20) == 0 ? LONGEST : 90;

	m->n = 0;
	for (unsigned left = 10 + soup_below(o, most); left > 0; left--) {
		if (soup_below(o, 3) == 0)
			way = soup_below(o, 4);
		make_move(m, way);
	}
	while (m->n > 0 && m->moves[m->n - 1] > 'Z')
		m->n--;
	return m->n > 0;
}

/* The moves before the first push from one on. */
static int
walk(const struct made *m, int from)
{
	while (from < m->n && m->moves[from] > 'Z')
		from++;
	return from;
}

/* Moves behind the last push, which may be pushes. */
static void
go_on(struct made *m, struct soup *o)
{
	int last = m->n;

	for (unsigned left = 1 + soup_below(o, 4); left > 0; left--)
		make_move(m, soup_below(o, 4));
	if (soup_below(o, 3) > 0)
		m->n = walk(m, last);
}

/* Most solve it, and with their last move. */
static void
make_puzzle(struct made *m, struct soup *o)
{
	do
		make_board(m, o);
	while (!make_moves(m, o));
	if (soup_below(o, 40) == 0) { /* nothing is left to do */
		memcpy(m->now, m->start, sizeof(m->now));
		m->n = walk(m, 0);
	}
	for (int i = 0; i < SIZE; i++)
		m->goal[i] = m->now[i] == '$';
	if (soup_below(o, 10) == 0)
		go_on(m, o);
	if (soup_below(o, 30) == 0)
		m->moves[m->n++] = 'r';
}

static char
character(const struct made *m, int y, int x, char floor)
{
	char c = m->start[WIDEST * y + x];

	if (m->goal[WIDEST * y + x])
		return c == '$' ? '*' : c == '@' ? '+' : '.';
	return c == ' ' ? floor : c;
}

/* Some rows lack walls at their ends. */
static void
add_board(struct soup *o, const struct made *m)
{
	char floor = "          -_"[soup_below(o, 12)];
	unsigned ragged = soup_below(o, 2) * 6;
	bool blank = soup_below(o, 6) == 0;
	char row[WIDEST + 1];

	for (int y = 0; y < m->height; y++) {
		int n = m->width, from = 0;

		for (int x = 0; x < n; x++)
			row[x] = character(m, y, x, floor);
		if (ragged > 0 && soup_below(o, ragged) == 0)
			for (; n > 3 && row[n - 2] == '#'; n--)
				;
		if (ragged > 0 && soup_below(o, ragged) == 0)
			for (; n > 3 + from && row[from + 1] == '#'; from++)
				row[from] = ' ';
		soup_add(o, row, (size_t)n);
		soup_puts(o, blank ? "  \n" : "\n");
	}
}

static const char *const titles[] = {"Level 1\n\n", "1\n\n", "", "\n",
    "; 1\n\n", "; Two words\n", "Level 4\n", "It's 5 o'clock\n\n",
    "Title\n\n\n"};
static const char *const odd[] = {"Author: x\n", "DULL\n\n", "'x'\n\n",
    "a\n\nb\n\n", "::\n", "#####\n#@$.#\n#####\n\n", "x=y\n\n", "caf\xe9\n\n",
    "blank \n\n", "9#\n", "rrR\n\n", "; x\n; y\n\n", "\r\n", "Game: Hexoban\n"};

/* What stands between the rows and the moves: most of the first. */
static const char *const names[] = {"\nSolution\n", "\nSolution 12\n",
    "\nMine\n", "\n", "\n\nSolution\n", "\n12\n", "\nSolution\n\n",
    "Solution\n", "Mine\n\n", "", "\nrr ; at last\n", "\nrR u lx\n",
    "\nSnapshot\n", "\nSolution 9/9\n", "\n; Solution\n", "\nTitle: x\n",
    "\nSolution: x\n", "\na\nb\n", "\nrR, r\n", "\n; x\n\nSolution\n",
    "\nSolution \n", "\nSaveGame\n", "\nAuthor: x\nSolution\n", "\n(12)\n",
    "\nlurd\n", "\n9/9\n", "\nR R\n"};
static const char *const below[] = {"note\n", "\nnote\n", "moves: 3\n",
    "\nLimit: 9\n", "pushes: 1\n\n", "\nSolution 2\nrrrrrrrrR\n", "2\n", "R\n",
    "\nrrR\n", "status: cleared\n", "Title: x\n", "; x\n", "\n; x\n\n", "()\n",
    "*\n", " \n", "\nAuthor: x\n", "\n#####\n#@$.#\n#####\nR\n"};

static void
add_moves(struct soup *o, const struct made *m, unsigned often)
{
	int width = soup_below(o, 3) == 0 ? 4 + (int)soup_below(o, 70) : m->n;
	size_t from = o->len;

	for (int i = 0; i < m->n; i++) {
		if (i > 0 && i % width == 0)
			soup_puts(o, "\n");
		soup_add(o, &m->moves[i], 1);
	}
	soup_puts(o, "\n");
	if (soup_below(o, often) > 0)
		return;
	o->s[from + soup_below(o, (unsigned)(o->len - from))] =
	    "lrudLRUD \n.3*(q"[soup_below(o, 15)];
}

static void
add_puzzle(struct soup *o, unsigned often)
{
	struct made m;

	make_puzzle(&m, o);
	if (soup_below(o, often) == 0) /* too many or too few of something */
		m.start[inside(&m, o)] = "@$ #"[soup_below(o, 4)];
	if (soup_below(o, often) == 0)
		m.goal[inside(&m, o)] ^= true;
	if (soup_below(o, often) == 0)
		soup_puts(o, SOUP_PICK(o, odd));
	soup_puts(o, SOUP_PICK(o, titles));
	add_board(o, &m);
	soup_puts(o,
	    soup_below(o, often) ? names[soup_below(o, 10)]
	                         : SOUP_PICK(o, names));
	if (soup_below(o, often))
		add_moves(o, &m, often);
	if (soup_below(o, often) == 0)
		soup_puts(o, SOUP_PICK(o, below));
	if (soup_below(o, 2 * often))
		soup_puts(o, soup_below(o, 4) ? "\n" : "\n\n");
}

static void
make_collection(struct soup *o, uint64_t seed)
{
	unsigned n, often;

	soup_begin(o, seed);
	often = 4 + soup_below(o, 60);
	for (n = 1 + soup_below(o, 90); n > 0; n--)
		add_puzzle(o, often);
	if (soup_below(o, 4) == 0)
		return;
	for (n = 160; n > 0; n--)
		soup_puts(o,
		    "One\n\n#############\n#@$        .#\n#############\n\n"
		    "Solution\nRRRRRRRRR\n\n");
}

int
main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;
	struct soup o = {0};
	size_t passed = 0;

	for (uint64_t i = 0; i < n / 10 && unit_failures < 3; i++) {
		make_collection(&o, i);
		if (!CHECK(runs_alike(
		        (struct sok_str){o.s, o.len}, RUNS_REPLAY, &passed)))
			fprintf(stderr, "seed %lu\n", (unsigned long)i);
	}
	CHECK(passed > n); /* the generator makes runs */
	free(o.s);
	return unit_done();
}
