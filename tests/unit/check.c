/*
 * check.c - the rules of sokcheck: known boards, random boards against the
 * naive checker of tests/oracle in all eight symmetries, and a search of all
 * positions that must never refute dead-box, frozen-box, unreachable-goal.
 */
#include <stdlib.h>

#define NAIVE_NO_MAIN
#include "../oracle/check.c"
#include "check.h"
#include "unit.h"

/* What was found: how often, and where the last time. */
struct found {
	size_t n[SOK_NRULES];
	size_t line[SOK_NRULES], col[SOK_NRULES];
	unsigned char at[SOK_NRULES][NAIVE_SIDE][NAIVE_SIDE];
};

static void
note(void *ctx, const struct sok_finding *f)
{
	struct found *found = ctx;

	found->n[f->rule]++;
	found->line[f->rule] = f->pos.line;
	found->col[f->rule] = f->pos.col;
	found->at[f->rule][f->pos.line - 1][f->pos.col - 1] = 1;
}

/* A puzzle whose square (x, y) stands at line y + 1, column x + 1. */
static void
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
		p->board.row[y] = (struct sok_row){(size_t)y + 1, 1, false};
		to = p->board.sq + (size_t)y * (size_t)n->width;
		for (x = 0; x < n->width; x++)
			to[x] = sok_square[(unsigned char)n->at[y][x]];
	}
	sok_board_count(&p->board);
}

/* A target that does not exist: nothing more is found, but the short way for
 * small boards is not taken. */
enum { LONG_WAY = 1 << 6 };

static void
check(const struct sok_puzzle *p, unsigned targets, struct found *found,
    struct sok_arena *a)
{
	struct sok_check_options o = {targets};
	struct sok_sink sink = {.fn = note, .ctx = found};

	memset(found, 0, sizeof(*found));
	if (sok_check(p, &o, &sink, a) == -1)
		abort();
}

/* Names of the rules found, in the order of the table. */
static void
names(const struct found *f, char *list)
{
	size_t i;

	list[0] = '\0';
	for (i = 0; i < SOK_NRULES; i++)
		naive_rule(list, sok_rules[i].name, f->n[i] > 0);
}

static const struct {
	const char *board, *rules;
} known[] = {
    {"#####|#@$.#|#####", ""},
    {"#####|# $.#|#####", "no-player"},
    {"#######|#@$.@ #|#######", "many-players"},
    {"#######|#@$.@ #|#  .$ #|#######", "many-players"},
    {"#####|#@ .#|#####", "no-boxes,box-goal-count,unreachable-goal"},
    {"#####|#@  #|#####", "no-boxes"},
    {"#######|#@ #$.#|#######",
        "no-boxes,outside-elements,outside-box-off-goal"},
    {"######|#@$$.#|######", "box-goal-count,frozen-box"},
    {"#####|#@$.*|#####", "not-closed"},
    {"####|#@$.|####", "not-closed"},
    {"-----|@.$--|-----", "not-closed"},
    {"#######|#@  @ #|#     |#######", "many-players,not-closed"},
    {"*###*|#@$.#|*###*", "outside-elements"},
    {"########|#@$.#$.#|########", "outside-elements,outside-box-off-goal"},
    {"########|#@$ #.##|########", "box-goal-count,outside-elements,dead-box"},
    {"########|#@$.#*.#|########", "outside-elements,outside-count"},
    {"#######|#     #|# @*  #|#     #|#######", "circular"},
    {"#######|#$ @ .#|#     #|#######", "frozen-box,unreachable-goal"},
    {"#######|#  $  #|#  @. #|#     #|#######", "dead-box,unreachable-goal"},
    {"#######|#  @  #|# $$  #|# $$..#|#   ..#|#######", "frozen-box"},
    {"#######|#  $ .#|#  @  #|#     #|#######", ""},
    {"#######|#  @ .#|# $   #|#######", "dead-box,unreachable-goal"},
    {"###|   |#####|#@$.#|#####", "interior-empty-row"},
    {" .|#####|#@$.#|#####", "outside-elements,outside-count,row-edge"},
    {"#####$|#@$.#.|#####", "outside-elements,outside-box-off-goal,row-edge"},
};

static void
test_known(struct sok_arena *a)
{
	static struct naive n;
	static struct found f;
	struct sok_puzzle p;
	char got[1000];
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(*known); i++) {
		naive_parse(&n, known[i].board);
		make(&p, &n, a);
		check(&p, LONG_WAY, &f, a);
		names(&f, got);
		if (!CHECK_STR(sok_str(got), known[i].rules))
			fprintf(stderr, "\t%s\n", known[i].board);
	}
}

/* A room with walls of a random density; whole: the rim is wall. */
static void
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

/* Turned by a quarter, mirrored at the diagonal if the symmetry is odd. */
static void
turn(const struct naive *from, struct naive *to, int symmetry)
{
	int x, y, w = from->width, h = from->height, tx, ty;

	memset(to, 0, sizeof(*to));
	to->width = symmetry & 1 ? h : w;
	to->height = symmetry & 1 ? w : h;
	for (y = 0; y < h; y++)
		for (x = 0; x < w; x++) {
			tx = symmetry & 2 ? w - 1 - x : x;
			ty = symmetry & 4 ? h - 1 - y : y;
			if (symmetry & 1)
				to->at[tx][ty] = from->at[y][x];
			else
				to->at[ty][tx] = from->at[y][x];
		}
}

/* The short way says "in order" of a small board when, and only when, the
 * long way finds nothing. */
static void
compare_clean(const struct sok_puzzle *p, const struct found *f)
{
	const struct sok_board *b = &p->board;
	bool small = b->width * b->height <= 128 && b->width < 64;
	size_t i = 0;

	while (i < SOK_NRULES && f->n[i] == 0)
		i++;
	CHECK_NUM(check_clean(p), small && i == SOK_NRULES);
}

/* Findings of rules that do not care how the board is turned. */
static bool
same_verdict(const struct found *a, const struct found *b)
{
	size_t i;

	for (i = 0; i < SOK_NRULES; i++)
		if (i != SOK_ROW_EDGE_RULE &&
		    i != SOK_INTERIOR_EMPTY_ROW_RULE && a->n[i] != b->n[i])
			return false;
	return true;
}

static void
show(const struct naive *n)
{
	int y;

	for (y = 0; y < n->height; y++)
		fprintf(stderr, "\t%.*s\n", n->width, n->at[y]);
}

static void
compare(struct naive *n, const struct found *f)
{
	char want[200], got[1000];
	struct found own = *f;
	bool ok;

	naive_check(n);
	naive_rules(n, want);
	own.n[SOK_DEAD_BOX_RULE] = own.n[SOK_FROZEN_BOX_RULE] = 0;
	own.n[SOK_UNREACHABLE_GOAL_RULE] = own.n[SOK_ROW_EDGE_RULE] = 0;
	own.n[SOK_INTERIOR_EMPTY_ROW_RULE] = 0;
	names(&own, got);
	ok = CHECK_STR(sok_str(got), want);
	if (f->n[SOK_NOT_CLOSED_RULE] > 0) {
		ok &= CHECK_NUM(f->line[SOK_NOT_CLOSED_RULE], n->row);
		ok &= CHECK_NUM(f->col[SOK_NOT_CLOSED_RULE], n->col);
	}
	if (f->n[SOK_OUTSIDE_BOX_OFF_GOAL_RULE] > 0)
		ok &= CHECK_NUM(
		    f->n[SOK_OUTSIDE_BOX_OFF_GOAL_RULE], n->outside_off);
	if (!ok)
		show(n);
}

static void
test_random(struct sok_arena *a, long boards)
{
	static struct naive n, m;
	static struct found f, g;
	struct sok_puzzle p;
	uint64_t seed = 1;
	int i;

	while (boards-- > 0 && unit_failures < 10) {
		invent(&n, &seed, 1, boards % 50 == 0 ? 78 : 9,
		    unit_random(&seed) % 4 != 0);
		make(&p, &n, a);
		check(&p, LONG_WAY, &f, a);
		compare(&n, &f);
		for (i = 1; i < 8; i++) {
			turn(&n, &m, i);
			make(&p, &m, a);
			check(&p, LONG_WAY, &g, a);
			compare_clean(&p, &g);
			if (!CHECK(same_verdict(&f, &g)))
				show(&m);
		}
		sok_arena_reset(a);
	}
}

/* ------------------------------------------------------------- search */

/* A position: boxes, and the lowest square the player walks to. */
struct position {
	uint64_t boxes;
	int player;
};

enum { SLOTS = 1 << 15, MOST = SLOTS / 2 };

struct search {
	int width;
	uint64_t walls, goals;
	struct position queue[MOST];
	size_t n;
	int slot[SLOTS];       /* 1 + index in queue */
	uint64_t ever, always; /* squares with a box sometime, all the time */
	bool solved;
};

static int
beside(const struct search *s, int square, int side)
{
	static const int dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};

	return square + dx[side] + dy[side] * s->width;
}

static bool
in(uint64_t set, int square)
{
	return set >> square & 1;
}

static uint64_t
walk(const struct search *s, uint64_t boxes, int from)
{
	uint64_t seen = (uint64_t)1 << from;
	int stack[64], n = 0, side, to;

	stack[n++] = from;
	while (n > 0) {
		from = stack[--n];
		for (side = 0; side < 4; side++) {
			to = beside(s, from, side);
			if (in(s->walls | boxes | seen, to))
				continue;
			seen |= (uint64_t)1 << to;
			stack[n++] = to;
		}
	}
	return seen;
}

static void
add(struct search *s, uint64_t boxes, int player)
{
	uint64_t reach = walk(s, boxes, player);
	size_t h;
	int low = 0;

	while (!in(reach, low))
		low++;
	h = (boxes * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)low) *
	        UINT64_C(0xbf58476d1ce4e5b9) >>
	    49;
	for (; s->slot[h] != 0; h = (h + 1) % SLOTS)
		if (s->queue[s->slot[h] - 1].boxes == boxes &&
		    s->queue[s->slot[h] - 1].player == low)
			return;
	if (s->n == MOST)
		return;
	s->queue[s->n++] = (struct position){boxes, low};
	s->slot[h] = (int)s->n;
	s->ever |= boxes;
	s->always &= boxes;
	s->solved |= (boxes & ~s->goals) == 0;
}

static void
push(struct search *s, struct position at)
{
	uint64_t reach = walk(s, at.boxes, at.player);
	int square, side, to;

	for (square = 0; square < 64; square++) {
		if (!in(at.boxes, square))
			continue;
		for (side = 0; side < 4; side++) {
			to = beside(s, square, side);
			if (in(s->walls | at.boxes, to) ||
			    !in(reach, beside(s, square, side ^ 1)))
				continue;
			add(s,
			    (at.boxes & ~((uint64_t)1 << square)) |
			        (uint64_t)1 << to,
			    square);
		}
	}
}

/* Every position that can come from the start; false if they are too many. */
static bool
search(struct search *s, const struct naive *n)
{
	uint64_t boxes = 0;
	int x, y, square, player = 0;
	size_t i;

	memset(s, 0, sizeof(*s));
	s->width = n->width;
	s->walls = ~(uint64_t)0;
	for (y = 0; y < n->height; y++)
		for (x = 0; x < n->width; x++) {
			square = y * n->width + x;
			if (n->at[y][x] != '#')
				s->walls &= ~((uint64_t)1 << square);
			boxes |= (uint64_t)naive_box(n->at[y][x]) << square;
			s->goals |= (uint64_t)naive_goal(n->at[y][x]) << square;
			if (naive_player(n->at[y][x]))
				player = square;
		}
	s->always = boxes;
	add(s, boxes, player);
	for (i = 0; i < s->n; i++)
		push(s, s->queue[i]);
	return s->n < MOST;
}

/* Sound: nothing found is refuted by any position. */
static bool
refuted(const struct search *s, const struct naive *n, const struct found *f)
{
	int x, y, square;

	for (y = 0; y < n->height; y++)
		for (x = 0; x < n->width; x++) {
			square = y * n->width + x;
			if (f->at[SOK_FROZEN_BOX_RULE][y][x] &&
			    !in(s->always, square))
				return true;
			if (f->at[SOK_UNREACHABLE_GOAL_RULE][y][x] &&
			    in(s->ever, square))
				return true;
		}
	return s->solved &&
	    (f->n[SOK_FROZEN_BOX_RULE] > 0 || f->n[SOK_DEAD_BOX_RULE] > 0);
}

static void
test_sound(struct sok_arena *a, long boards)
{
	static struct naive n;
	static struct found f;
	static struct search s;
	size_t hits = 0, unsolved = 0, searched = 0;
	struct sok_puzzle p;
	uint64_t seed = 2;

	while (boards-- > 0 && unit_failures < 10) {
		invent(&n, &seed, 4, 8, true);
		naive_check(&n);
		if (n.players != 1 || !n.closed || n.boxes == 0 ||
		    n.boxes > n.goals || n.boxes > 4 || n.boxes < n.all_boxes ||
		    !search(&s, &n))
			continue;
		searched++;
		make(&p, &n, a);
		check(&p, LONG_WAY, &f, a);
		if (!CHECK(!refuted(&s, &n, &f)))
			show(&n);
		unsolved += !s.solved;
		hits += f.n[SOK_FROZEN_BOX_RULE] + f.n[SOK_DEAD_BOX_RULE] > 0;
		sok_arena_reset(a);
	}
	/* They see much of what cannot be solved on such boards. */
	CHECK(hits * 3 > unsolved);
	if (getenv("VERBOSE") != NULL)
		fprintf(stderr, "searched %zu, unsolvable %zu, found %zu\n",
		    searched, unsolved, hits);
}

int
main(int argc, char **argv)
{
	long boards = argc > 1 ? atol(argv[1]) : 20000;
	struct sok_arena a = {0};

	test_known(&a);
	test_random(&a, boards / 4);
	test_sound(&a, boards);
	sok_arena_free(&a);
	return unit_done();
}
