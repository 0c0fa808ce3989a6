/*
 * check_sound.c - dead-box, frozen-box and unreachable-goal on random boards,
 * compared with a search of all reachable positions: no position may refute a
 * finding.
 */
#include "check_boards.h"

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

/* Search every position reachable from the start; false if there are too
 * many. */
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

/* Sound: no position refutes a finding. */
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
		check(&p, 0, &f, a);
		if (!CHECK(!refuted(&s, &n, &f)))
			show(&n);
		unsolved += !s.solved;
		hits += f.n[SOK_FROZEN_BOX_RULE] + f.n[SOK_DEAD_BOX_RULE] > 0;
		sok_arena_reset(a);
	}
	/* These rules find many of the unsolvable boards. */
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

	test_sound(&a, boards);
	sok_arena_free(&a);
	return unit_done();
}
