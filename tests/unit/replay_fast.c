/*
 * replay_fast.c - forward_letters() compared with play letter by letter, on as
 * many generated games as the first argument, with boards and games around the
 * sizes of its loops.  It must accept all letters up to the first wrong one,
 * with the same result.
 */
#include <stdlib.h>

#include "play/position.h"
#include "unit.h"

enum { WIDEST = 140, HIGHEST = 560, LONGEST = 9000 };

static struct sok_arena arena;
static uint64_t seed;

/* The number of times each tested case occurred. */
static struct {
	long taken, refused, early, push_first, enduring, narrow, wide, large;
} seen;

static int
below(int n)
{
	return (int)(unit_random(&seed) % (uint64_t)n);
}

struct made {
	int width, height, start, at, n;
	unsigned char first[WIDEST * HIGHEST], now[WIDEST * HIGHEST];
	unsigned char goal[WIDEST * HIGHEST];
	char moves[LONGEST];
};

static void
make_board(struct made *m)
{
	int i, n, walls = 4 + below(20), boxes = 4 + below(20);

	m->width = 1 + below(below(3) == 0 ? WIDEST : 20);
	m->height = 1 + below(12);
	if (below(60) == 0) { /* on both sides of 65,536 cells */
		m->width = 100 + below(27);
		m->height = HIGHEST - below(60);
	}
	n = m->width * m->height;
	for (i = 0; i < n; i++)
		m->first[i] = below(walls) == 0 ? SOK_WALL
		    : below(boxes) == 0         ? SOK_BOX
		                                : SOK_FLOOR;
	m->start = m->at = below(n);
	m->first[m->at] = SOK_FLOOR;
	memcpy(m->now, m->first, (size_t)n);
	memset(m->goal, 0, (size_t)n);
}

/* The adjacent square, or -1. */
static int
beside(const struct made *m, int at, int way)
{
	int x = at % m->width + (way == 1) - (way == 0);
	int y = at / m->width + (way == 3) - (way == 2);

	if (x < 0 || y < 0 || x >= m->width || y >= m->height)
		return -1;
	return y * m->width + x;
}

static void
make_move(struct made *m, int way)
{
	int to = beside(m, m->at, way), box_to;

	if (to < 0 || m->now[to] == SOK_WALL)
		return;
	if (m->now[to] == SOK_BOX) {
		box_to = beside(m, to, way);
		if (box_to < 0 || m->now[box_to] != SOK_FLOOR)
			return;
		m->now[to] = SOK_FLOOR;
		m->now[box_to] = SOK_BOX;
		m->moves[m->n++] = "LRUD"[way];
	} else {
		m->moves[m->n++] = "lrud"[way];
	}
	m->at = to;
}

/* Goals are at the boxes' positions after some move, mostly the last one.  A
 * walk to and fro gives high counts of single letters. */
static void
make_moves(struct made *m)
{
	int most = below(6) == 0 ? LONGEST : below(3) == 0 ? 600 : 80;
	int left = most == LONGEST ? LONGEST : below(most);
	int goals, way = below(4);
	bool to_and_fro = below(10) == 0;

	goals = below(3) == 0 ? below(left + 1) : 0;
	for (m->n = 0; left >= 0; left--) {
		if (left == goals)
			memcpy(m->goal, m->now, (size_t)(m->width * m->height));
		if (to_and_fro)
			way ^= 1;
		else if (below(3) == 0)
			way = below(4);
		if (left > 0)
			make_move(m, way);
	}
}

/* Change one letter, or its case. */
static void
damage(struct made *m)
{
	char *c = &m->moves[below(4) == 0 ? 0 : below(m->n)];

	if (below(3) == 0)
		*c ^= 32;
	else
		*c = "lrudLRUD"[below(8)];
}

static void
make_puzzle(struct sok_puzzle *p, struct sok_game *g, const struct made *m)
{
	int i;

	*p = (struct sok_puzzle){.has_board = true, .game = g, .ngames = 1};
	*g = (struct sok_game){.moves = {m->moves, (size_t)m->n}};
	if (sok_board_new(&p->board, m->width, m->height, &arena) != 0)
		abort();
	for (i = 0; i < m->width * m->height; i++)
		p->board.sq[i] = m->first[i] |
		    (m->goal[i] == SOK_BOX ? SOK_GOAL : 0) |
		    (i == m->start ? SOK_PLAYER : 0);
	sok_board_count(&p->board);
}

static bool
is_same(const struct sok_replay *a, const struct sok_replay *b)
{
	return a->verdict == b->verdict && a->problem == b->problem &&
	    memcmp(&a->at, &b->at, sizeof(a->at)) == 0 &&
	    a->total_moves == b->total_moves &&
	    a->total_pushes == b->total_pushes &&
	    a->solved_at == b->solved_at && a->boxes_off == b->boxes_off &&
	    a->boxes_off_outside == b->boxes_off_outside &&
	    a->wrong_case == b->wrong_case && a->fail_at == b->fail_at &&
	    a->final.players == b->final.players &&
	    a->final.boxes == b->final.boxes &&
	    a->final.goals == b->final.goals &&
	    sok_board_equal(&a->final, &b->final);
}

static void
note(const struct made *m, const struct sok_game *g, const struct sok_replay *r,
    bool right)
{
	size_t n = g->moves.len;

	seen.taken += right;
	seen.refused += !right;
	seen.early += right && r->solved_at > 0 && r->solved_at < r->at.moves;
	seen.push_first += right && n > 0 && m->moves[0] < 'a';
	seen.enduring += right && n > 4500;
	seen.narrow += right && m->width < 8;
	seen.wide += right && m->width > 126;
	seen.large += right && m->height > 12;
}

/* Play one game both ways; the fast way uses a position used before. */
static void
compare(const struct made *m, struct sok_puzzle *p, struct sok_game *g,
    struct sok_position *position)
{
	struct sok_replay_options o = {.reachable_only = below(4) == 0};
	struct sok_replay plain, fast, letters = {.mode = SOK_FORWARD};
	struct play play;
	size_t wrong, played;
	bool right;

	g->letters_only = false;
	if (sok_replay(p, g, &o, &plain, &arena) != 0)
		abort();
	right = plain.verdict != SOK_ILLEGAL && !plain.wrong_case;
	wrong = plain.verdict == SOK_ILLEGAL ? plain.fail_at
	    : plain.wrong_case               ? plain.wrong_case_at
	                                     : g->moves.len;
	if (play_begin(&play, position, g, &letters, o.reachable_only) != 0)
		abort();
	played = forward_letters(&play);
	/* In an illegal game, wrong case before the error is not reported. */
	CHECK(played == wrong ||
	    (plain.verdict == SOK_ILLEGAL && played < wrong));
	g->letters_only = true;
	o.position = position;
	if (sok_replay(p, g, &o, &fast, &arena) != 0)
		abort();
	CHECK(is_same(&plain, &fast));
	note(m, g, &plain, right);
}

static void
test_random(long games)
{
	static struct made m;
	struct sok_position *position;
	struct sok_puzzle p;
	struct sok_game g;
	long i;
	int left;

	for (i = 0; i < games && unit_failures < 5; i++) {
		seed = (uint64_t)i;
		sok_arena_reset(&arena);
		make_board(&m);
		make_moves(&m);
		make_puzzle(&p, &g, &m);
		position = sok_position_open(&p, &arena);
		if (position == NULL)
			abort();
		for (left = below(4); left >= 0; left--) {
			compare(&m, &p, &g, position);
			/* A short game after a long one, and the reverse. */
			if (below(3) == 0)
				g.moves.len = (size_t)below(m.n + 1);
			else if (m.n > 0)
				damage(&m);
		}
	}
	if (unit_failures > 0)
		fprintf(stderr, "the last was game %ld\n", i - 1);
}

int
main(int argc, char **argv)
{
	long games = (argc > 1 ? atol(argv[1]) : 20000);

	test_random(games);
	if (games >= 100) {
		CHECK(seen.taken > games / 2);
		CHECK(seen.refused > games / 4);
		CHECK(seen.early > games / 20);
		CHECK(seen.push_first > games / 100);
		CHECK(seen.enduring > games / 200);
		CHECK(seen.narrow > games / 20);
		CHECK(seen.wide > games / 100);
		CHECK(seen.large > games / 200);
	}
	sok_arena_free(&arena);
	return unit_done();
}
