/*
 * replay_random.c - as many random games as the first argument, each compared
 * with the independent implementation in tests/oracle, and with properties of
 * every game: its corrected, forward and rebuilt forms, and equal results for
 * every way to play it.
 */
#include "game.h"
#include "play/play.h"
#include "unit.h"

#define ORACLE_PART
#include "../oracle/replay.c"

static uint64_t seed;

static int
below(int n)
{
	return (int)(unit_random(&seed) % (uint64_t)n);
}

/* A board of up to 8 x 7 squares, rows joined by '|', and moves. */
struct made {
	int width, height, at, n;
	char sq[64];
	char rows[100], moves[400];
};

static bool
is(const struct made *m, int at, const char *squares)
{
	return strchr(squares, m->sq[at]) != NULL;
}

static void
make_board(struct made *m)
{
	int i, n;

	m->width = 3 + below(6);
	m->height = 3 + below(5);
	n = m->width * m->height;
	for (i = 0; i < n; i++)
		m->sq[i] = below(6) == 0 ? '#' : below(6) == 0 ? '$' : ' ';
	m->at = below(n);
	m->sq[m->at] = ' ';
	m->n = 0;
}

/* The adjacent square, or -1. */
static int
beside(const struct made *m, int at, int dx, int dy)
{
	int x = at % m->width + dx, y = at / m->width + dy;

	if (x < 0 || y < 0 || x >= m->width || y >= m->height)
		return -1;
	return y * m->width + x;
}

/* Walk and push (or pull) at random, as long as it is possible. */
static void
make_moves(struct made *m, bool reverse)
{
	static const char letter[] = "lrud";
	int left, way = below(4), dx = 0, dy = 0, to, box, box_to;

	for (left = below(60); left > 0; left--) {
		way = below(3) == 0 ? below(4) : way;
		direction(letter[way], &dx, &dy);
		to = beside(m, m->at, dx, dy);
		box = reverse ? beside(m, m->at, -dx, -dy) : to;
		if (to < 0 || is(m, to, reverse ? "#$" : "#"))
			continue;
		if (box < 0 || !is(m, box, "$") || (reverse && below(3) == 0)) {
			m->at = to;
			m->moves[m->n++] = letter[way];
			continue;
		}
		box_to = reverse ? m->at : beside(m, to, dx, dy);
		if (box_to < 0 || is(m, box_to, "#$"))
			continue;
		m->sq[box] = ' ';
		m->sq[box_to] = '$';
		m->at = to;
		m->moves[m->n++] = (char)(letter[way] - 32);
	}
}

static void
make_jump(struct made *m, int from, int to)
{
	int dx = to % m->width - from % m->width;
	int dy = to / m->width - from / m->width;

	m->moves[m->n++] = '[';
	for (; dx != 0; dx += dx < 0 ? 1 : -1)
		m->moves[m->n++] = dx < 0 ? 'l' : 'R';
	for (; dy != 0; dy += dy < 0 ? 1 : -1)
		m->moves[m->n++] = dy < 0 ? 'u' : 'd';
	m->moves[m->n++] = ']';
}

/* The picture, with the boxes of box, and goals at the boxes of goal.
 * Sometimes there are further players, after the playing one. */
static void
draw(struct made *m, const char *box, const char *goal, int man)
{
	static const char picture[2][3] = {{' ', '$', '@'}, {'.', '*', '+'}};
	bool many = below(6) == 0;
	char *out = m->rows;
	int i;

	for (i = 0; i < m->width * m->height; i++) {
		bool more = many && i > man && box[i] == ' ' && below(8) == 0;
		int what = i == man || more ? 2 : box[i] == '$';

		if (i > 0 && i % m->width == 0)
			*out++ = '|';
		*out++ = box[i] == '#' ? '#' : picture[goal[i] == '$'][what];
	}
	*out = '\0';
}

/* A game that usually solves. */
static void
make(struct made *m)
{
	struct made first;
	bool reverse = below(3) == 0;
	int home;

	make_board(m);
	if (reverse)
		m->n = 20;
	first = *m;
	make_moves(m, reverse);
	if (!reverse) {
		draw(m, first.sq, m->sq, first.at);
	} else {
		home = below(4) ? m->at : below(m->width * m->height);
		home = is(m, home, "#$") ? m->at : home;
		first.n = 0;
		make_jump(&first, home, first.at);
		memmove(m->moves + first.n, m->moves + 20, (size_t)(m->n - 20));
		memcpy(m->moves, first.moves, (size_t)first.n);
		m->n += first.n - 20;
		draw(m, m->sq, first.sq, home);
	}
	m->moves[m->n] = '\0';
}

static bool
in_bracket(const struct made *m, int at)
{
	int depth = 0;

	while (at-- > 0)
		depth += (strchr("]}", m->moves[at]) != NULL) -
		    (strchr("[{", m->moves[at]) != NULL);
	return depth != 0;
}

/* Change a letter, insert a mark or a group, or change a letter's case. */
static void
damage(struct made *m)
{
	static const char in[] = "lrudLRUD*()[]{}";
	int at = below(m->n + 1), what = below(in_bracket(m, at) ? 9 : 15);
	char *s = m->moves + at;

	if (*s != '\0' && below(2) == 0 && strchr("lrudLRUD", *s) != NULL) {
		*s = below(2) ? in[below(8)] : (char)(*s ^ 32);
		return;
	}
	if (m->n > 380)
		return;
	what = what > 8 ? 9 + (what - 9) / 2 * 2 : what;
	memmove(s + (what > 8) + 1, s, (size_t)(m->n - at) + 1);
	m->n += 1 + (what > 8);
	s[0] = in[what];
	if (what > 8)
		s[1] = in[what + 1];
}

static void
give_up(const struct made *m, const char *what, const char *got)
{
	fprintf(stderr, "%s: %s\t%s\n\tgot  %s\n\twant %s\n", what, m->rows,
	    m->moves, got, answer);
	unit_failures++;
}

static void
answer_of(char *out, size_t size, const struct sok_replay *r)
{
	const struct sok_metrics *x = &r->at;

	snprintf(out, size, "%s %zu %zu %zu %zu %zu %zu %zu",
	    sok_verdict_name[r->verdict], x->moves, x->pushes, x->lines,
	    x->changes, x->sessions, x->player_lines, x->yasc_lines);
}

/* A solved game gives a forward form and, in forward play, its own board. */
static void
check_proofs(const struct made *m, const struct sok_puzzle *p,
    struct sok_game *g, const struct sok_replay *r)
{
	struct sok_game forward = {.letters_only = true};
	struct sok_no_board why;
	struct sok_board b;
	struct sok_replay again;
	int proved = sok_to_forward(p, g, &forward.moves, &arena);

	if (proved !=
	    (r->mode == SOK_REVERSE && r->verdict == SOK_SOLVED &&
	        p->board.players == 1))
		give_up(m, "to forward", "");
	if (proved == 1 &&
	    (sok_replay(p, &forward, NULL, &again, &arena) != 0 ||
	        again.verdict != SOK_SOLVED || again.wrong_case ||
	        again.at.pushes != r->at.pushes))
		give_up(m, "its forward form", "");
	if (r->verdict == SOK_SOLVED && r->mode == SOK_FORWARD &&
	    !r->wrong_case && !r->redo_illegal && !strchr(m->moves, '{') &&
	    sok_board_from_moves(&b, SOK_SOKOBAN, g, &why, &arena) != 1)
		give_up(m, "its board", "");
}

/* Play the game with a position used before, letter by letter, and with all
 * letters small: verdict and counts are the same. */
static void
check_ways(const struct made *m, struct sok_puzzle *p, struct sok_game *g,
    struct sok_position *position)
{
	struct sok_replay_options o = {.no_final = true, .position = position};
	struct sok_game slow = *g;
	struct sok_replay r;
	char got[128];
	size_t i;

	slow.letters_only = false;
	for (i = 0; i < 3; i++) {
		if (sok_replay(p, i == 0 ? g : &slow, &o, &r, &arena) != 0)
			abort();
		answer_of(got, sizeof(got), &r);
		if (strcmp(got, answer) != 0)
			give_up(m, i == 0 ? "used position" : "slow", got);
		if (r.mode == SOK_REVERSE || r.verdict == SOK_ILLEGAL)
			break;
		if (sok_game_recase(p, &slow, &arena) != 0)
			abort();
	}
	if (i == 3 && r.wrong_case)
		give_up(m, "recase", got);
}

static void
test_random(long games)
{
	struct sok_position *position;
	struct sok_puzzle p;
	struct sok_replay r;
	struct sok_game g;
	struct made m;
	char got[128];
	long i, solved = 0;
	int n;

	for (i = 0; i < games && unit_failures < 5; i++) {
		seed = (uint64_t)i;
		sok_arena_reset(&arena);
		make(&m);
		position = NULL;
		for (n = below(4); n >= 0; n--) {
			read_game(&p, &g, m.rows, '|', m.moves);
			p.variant =
			    p.board.players > 1 ? SOK_MULTIBAN : SOK_SOKOBAN;
			if (position == NULL)
				position = sok_position_open(&p, &arena);
			if (sok_replay(&p, &g, NULL, &r, &arena) != 0)
				abort();
			answer_of(got, sizeof(got), &r);
			if (strcmp(got, judge(m.rows, m.moves)) != 0)
				give_up(&m, "oracle", got);
			check_ways(&m, &p, &g, position);
			check_proofs(&m, &p, &g, &r);
			solved += r.verdict == SOK_SOLVED;
			damage(&m);
		}
	}
	CHECK(games < 100 || solved > games / 3);
}

int
main(int argc, char **argv)
{
	test_random(argc > 1 ? atol(argv[1]) : 20000);
	sok_arena_free(&arena);
	return unit_done();
}
