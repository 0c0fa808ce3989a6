/*
 * check.c - the rules of sokcheck: known boards, and random boards against the
 * naive checker of tests/oracle in all eight symmetries.
 */
#include "check_boards.h"

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
    {"######|@ $. |######", "not-closed"},
    {"## ###|#@$. |######", "not-closed"},
    {"## ###|#@$.#|######", "not-closed"},
    {"## ##  |#@$.##|#  # #|#######", "not-closed"},
    {"   ####|####  #|#@$. #|#   ##|##### ", ""},
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
scatter(struct naive *n, uint64_t *seed, const char *what)
{
	int x, y, tries = 1000;

	while (*what != '\0' && tries-- > 0) {
		x = (int)(unit_random(seed) % (unsigned)n->width);
		y = (int)(unit_random(seed) % (unsigned)n->height);
		if (n->at[y][x] == ' ')
			n->at[y][x] = *what++;
	}
}

static bool
beside_reached(const struct naive *n, int y, int x)
{
	int i, j;

	for (i = y > 0 ? y - 1 : y; i <= y + 1 && i < n->height; i++)
		for (j = x > 0 ? x - 1 : x; j <= x + 1 && j < n->width; j++)
			if (n->reached[i][j])
				return true;
	return false;
}

/* A board as an author might draw it: as many boxes as goals, and thick walls
 * carved away from outside; many of these boards have no findings. */
static void
draw(struct naive *n, uint64_t *seed, int most)
{
	static const char *const things[] = {"@$.", "@$$..", "+$$.", "@$$$...",
	    "@*$.", "@$$$$....", "@$.*", "@$$."};
	unsigned walls = (unsigned)(unit_random(seed) % 25);
	int x, y;

	memset(n, 0, sizeof(*n));
	n->width = 3 + (int)(unit_random(seed) % (unsigned)(most - 2));
	n->height = 3 + (int)(unit_random(seed) % (unsigned)(most - 2));
	for (y = 0; y < n->height; y++)
		for (x = 0; x < n->width; x++)
			n->at[y][x] = x == 0 || y == 0 || x == n->width - 1 ||
			        y == n->height - 1 ||
			        unit_random(seed) % 100 < walls
			    ? '#'
			    : ' ';
	scatter(n, seed, things[unit_random(seed) % 8]);
	naive_check(n);
	if (unit_random(seed) % 2 == 0)
		return;
	for (y = 0; y < n->height; y++)
		for (x = 0; x < n->width; x++)
			if (n->at[y][x] == '#' && !beside_reached(n, y, x) &&
			    unit_random(seed) % 4 != 0)
				n->at[y][x] = " .*$"[unit_random(seed) % 64 < 61
				        ? 0
				        : 1 + unit_random(seed) % 3];
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

/* Whether a rule was reported exactly on the marked squares. */
static bool
same_squares(const struct found *f, const struct naive *n, enum sok_rule rule,
    char want[NAIVE_SIDE][NAIVE_SIDE])
{
	for (int y = 0; y < n->height; y++)
		for (int x = 0; x < n->width; x++)
			if (!CHECK_NUM(f->at[rule][y][x], want[y][x]))
				return false;
	return true;
}

/* Compare the findings with those of the naive checker. */
static void
compare(struct naive *n, const struct found *f)
{
	char want[200], got[1000];
	struct found own = *f;
	bool ok;

	naive_check(n);
	naive_rules(n, want);
	naive_pushes(n);
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
	ok &= same_squares(f, n, SOK_FROZEN_BOX_RULE, n->frozen);
	ok &= same_squares(f, n, SOK_DEAD_BOX_RULE, n->dead);
	ok &= same_squares(f, n, SOK_UNREACHABLE_GOAL_RULE, n->unreachable);
	if (!ok)
		show(n);
}

static void
test_known(struct sok_arena *a)
{
	static struct naive n, m;
	static struct found f;
	struct sok_puzzle p;
	char got[1000];
	size_t i;
	int t;

	for (i = 0; i < sizeof(known) / sizeof(*known); i++) {
		naive_parse(&n, known[i].board);
		make(&p, &n, a);
		check(&p, 0, &f, a);
		names(&f, got);
		if (!CHECK_STR(sok_str(got), known[i].rules))
			fprintf(stderr, "\t%s\n", known[i].board);
		for (t = 0; t < 8; t++) {
			turn(&n, &m, t);
			make(&p, &m, a);
			check(&p, 0, &f, a);
			compare(&m, &f);
		}
	}
}

/* The longest corridors, from end to end. */
static void
test_corridors(struct sok_arena *a)
{
	static struct naive n, m;
	static struct found f;
	struct sok_puzzle p;
	int i, t;

	for (i = 5; i <= 65; i++)
		for (t = 0; t < 8; t++) {
			memset(&n, 0, sizeof(n));
			n.width = i;
			n.height = 3;
			memset(n.at[0], '#', (size_t)i);
			memset(n.at[1], ' ', (size_t)i);
			memset(n.at[2], '#', (size_t)i);
			n.at[1][0] = n.at[1][i - 1] = '#';
			n.at[1][1] = '.';
			n.at[1][2] = '$';
			n.at[1][i - 2] = '@';
			turn(&n, &m, t);
			make(&p, &m, a);
			check(&p, 0, &f, a);
			compare(&m, &f);
		}
}

/* The findings of rules that are independent of the orientation of the
 * board. */
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
test_random(struct sok_arena *a, long boards)
{
	static struct naive n, m;
	static struct found f, g;
	struct sok_puzzle p;
	uint64_t seed = 1;
	int i, most;

	while (boards-- > 0 && unit_failures < 10) {
		most = boards % 50 == 0 ? 78
		    : boards % 25 == 0  ? 30
		    : boards % 10 == 0  ? 16
		                        : 9;
		if (boards % 3 == 0)
			invent(&n, &seed, 1, most, unit_random(&seed) % 4 != 0);
		else
			draw(&n, &seed, most);
		make(&p, &n, a);
		check(&p, 0, &f, a);
		compare(&n, &f);
		for (i = 1; i < 8; i++) {
			turn(&n, &m, i);
			make(&p, &m, a);
			check(&p, 0, &g, a);
			compare(&m, &g);
			if (!CHECK(same_verdict(&f, &g)))
				show(&m);
		}
		sok_arena_reset(a);
	}
}

/* A room of walls with the player, boxes - 1 boxes on goals, a box and a
 * goal. */
static void
room(struct sok_puzzle *p, int width, int height, size_t boxes,
    struct sok_arena *a)
{
	size_t i, n = (size_t)width * (size_t)height;

	*p = (struct sok_puzzle){.number = 1, .pos = {"test", 1, 1}};
	p->has_board = true;
	if (sok_board_new(&p->board, width, height, a) == -1)
		abort();
	memset(p->board.sq, SOK_WALL, n);
	i = (size_t)width + 1;
	p->board.sq[i++] = SOK_PLAYER;
	p->board.sq[i++] = SOK_BOX;
	p->board.sq[i++] = SOK_GOAL;
	for (; boxes > 1; i++) {
		if (i % (size_t)width == 0 || (i + 1) % (size_t)width == 0)
			continue;
		p->board.sq[i] = SOK_BOX | SOK_GOAL;
		boxes--;
	}
	sok_board_count(&p->board);
}

static size_t
refused(const struct sok_puzzle *p, unsigned target, struct sok_arena *a)
{
	static struct found f;

	check(p, target, &f, a);
	return f.n[SOK_SIZE_LIMIT_RULE];
}

/* The largest board a target loads, and the next ones. */
static void
test_sizes(struct sok_arena *a)
{
	static const int most[] = {50, 100, 50, 20, 32, 62};
	struct sok_puzzle p;
	unsigned t;

	for (t = 0; t < 6; t++) {
		room(&p, most[t], most[t], 1, a);
		CHECK_NUM(refused(&p, 1U << t, a), 0);
		room(&p, most[t] + 1, 3, 1, a);
		CHECK_NUM(refused(&p, 1U << t, a), 1);
		room(&p, 5, most[t] + 1, 1, a);
		CHECK_NUM(refused(&p, 1U << t, a), 1);
	}
	room(&p, 60, 60, 1, a);
	CHECK_NUM(refused(&p, 63, a), 4);
	room(&p, 49, 49, 1200, a);
	CHECK_NUM(refused(&p, SOK_TARGET_YASC, a), 0);
	room(&p, 49, 49, 1201, a);
	CHECK_NUM(refused(&p, SOK_TARGET_YASC, a), 1);
	CHECK_NUM(refused(&p, SOK_TARGET_JSOKO, a), 0);
}

static void
test_targets(struct sok_arena *a)
{
	static char moves[100003];
	struct sok_game g = {.moves = {moves, 100000},
	    .letters_only = true,
	    .pos = {"test", 5, 1}};
	struct sok_puzzle p;

	room(&p, 6, 3, 1, a);
	p.game = &g;
	p.ngames = 1;
	memset(moves, 'l', sizeof(moves));
	CHECK_NUM(refused(&p, SOK_TARGET_YASC, a), 0);
	g.moves.len++;
	CHECK_NUM(refused(&p, SOK_TARGET_YASC, a), 1);
	CHECK_NUM(refused(&p, SOK_TARGET_JSOKO, a), 0);
	g.letters_only = false;
	moves[7] = '(';
	CHECK_NUM(refused(&p, SOK_TARGET_YASC, a), 0);

	/* An unreachable goal; all boxes on goals; two players. */
	room(&p, 7, 3, 1, a);
	p.board.sq[13] = SOK_GOAL;
	sok_board_count(&p.board);
	CHECK_NUM(refused(&p, SOK_TARGET_YASC, a), 1);
	CHECK_NUM(refused(&p, SOK_TARGET_KSOKOBAN, a), 1);
	CHECK_NUM(refused(&p, SOK_TARGET_JSOKO, a), 0);
	room(&p, 6, 3, 1, a);
	p.board.sq[8] = SOK_BOX | SOK_GOAL;
	p.board.sq[9] = SOK_FLOOR;
	sok_board_count(&p.board);
	CHECK_NUM(refused(&p, SOK_TARGET_KSOKOBAN, a), 1);
	CHECK_NUM(refused(&p, SOK_TARGET_XSOKOBAN, a), 0);
	p.board.sq[9] = SOK_PLAYER;
	p.variant = SOK_MULTIBAN;
	sok_board_count(&p.board);
	CHECK_NUM(refused(&p, SOK_TARGET_XSOKOBAN, a), 1);
}

int
main(int argc, char **argv)
{
	long boards = argc > 1 ? atol(argv[1]) : 20000;
	struct sok_arena a = {0};

	test_known(&a);
	test_corridors(&a);
	test_sizes(&a);
	test_targets(&a);
	test_random(&a, boards / 2);
	sok_arena_free(&a);
	return unit_done();
}
