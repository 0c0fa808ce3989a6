/*
 * match.c - finding the possible ones among many games on a puzzle: random
 * games with common beginnings on random puzzles of every grid, in as many
 * rounds as the first argument, compared with a replay of each game.
 */
#include "game.h"
#include "unit.h"

#include "text/text.h"

enum { GAMES = 60, LONGEST = 1100 };

static uint64_t seed;
static char moves[GAMES][LONGEST + 32];
static struct sok_game game[GAMES];
static size_t found, missing;
static struct sok_arena scratch;

static int
below(int n)
{
	return (int)(unit_random(&seed) % (uint64_t)n);
}

static const struct {
	enum sok_variant variant;
	const char *letters;
} variants[] = {{SOK_SOKOBAN, "lrud"}, {SOK_HEXOBAN, "lrudns"},
    {SOK_TRIOBAN, "lrudns"}, {SOK_OCTOBAN, "lrudnsew"}, {SOK_MULTIBAN, "lrud"}};

/* ---- puzzles */

/* One player, or two if the grid allows them; mostly with open rows. */
static void
make_puzzle(struct sok_puzzle *p, enum sok_variant v)
{
	int width = 3 + below(9), height = 3 + below(6), walls = 3 + below(9);
	int x, y, players = v & SOK_MULTIBAN ? 2 : 1;
	unsigned char *sq;

	*p = (struct sok_puzzle){.has_board = true, .variant = v};
	if (sok_board_new(&p->board, width, height, &arena) != 0)
		abort();
	p->board.grid = sok_variant_grid(v);
	for (y = 0; y < height; y++)
		for (x = 0; x < width; x++) {
			sq = &p->board.sq[y * width + x];
			if (v == SOK_HEXOBAN && (x + y) % 2 != 0)
				continue;
			*sq = below(walls) == 0 ? SOK_WALL
			    : below(6) == 0     ? SOK_BOX
			                        : SOK_FLOOR;
			if (*sq != SOK_WALL && below(6) == 0)
				*sq |= SOK_GOAL;
		}
	for (; players > 0; players--) {
		do {
			x = below(width);
			y = below(height);
		} while (v == SOK_HEXOBAN && (x + y) % 2 != 0);
		p->board.sq[y * width + x] = SOK_PLAYER;
	}
	sok_board_count(&p->board);
}

/* ---- games */

/* n letters, some of them capitals, rarely another character. */
static char *
add_letters(char *s, const char *letters, int n)
{
	for (; n > 0; n--)
		if (below(150) == 0)
			*s++ = "*()"[below(3)];
		else
			*s++ = (char)(letters[below((int)strlen(letters))] -
			    (below(3) == 0 ? 32 : 0));
	return s;
}

static char *
add_jump(char *s, const char *letters)
{
	*s++ = '[';
	s = add_letters(s, letters, below(4));
	*s++ = ']';
	return s;
}

/* Game i begins like an earlier one, in any case, or is independent; a few
 * games are longer than the searched part. */
static void
make_game(int i, const char *letters)
{
	const char *from = i > 0 ? moves[below(i)] : "";
	size_t n = (size_t)below((int)strlen(from) + 1);
	char *s = moves[i];

	if (i > 0 && below(8) != 0) {
		memcpy(s, from, n);
		s += n;
		if (n > 0 && below(3) == 0 && sok_is_letter(s[-1]))
			s[-1] ^= 32;
	} else if (below(4) == 0) {
		s = add_jump(s, letters);
	}
	n = (size_t)below(12);
	if (s - moves[i] + (ptrdiff_t)n < LONGEST)
		s = add_letters(s, letters, (int)n);
	if (below(40) == 0 && s - moves[i] < LONGEST)
		s = add_jump(s, letters);
	*s = '\0';
}

/* A game that goes up and down for longer than the searched part. */
static void
make_long_game(int i)
{
	for (int n = 0; n < LONGEST; n++)
		moves[i][n] = n == LONGEST - 1 ? 'L' : n % 2 ? 'd' : 'u';
	moves[i][LONGEST] = '\0';
}

static void
make_games(const char *letters)
{
	for (int i = 0; i < GAMES; i++) {
		if (below(30) == 0)
			make_long_game(i);
		else
			make_game(i, letters);
		game[i] = (struct sok_game){.moves = sok_str(moves[i])};
		game[i].letters_only = sok_moves_plain(game[i].moves);
	}
}

/* ---- the comparison */

/* Whether the game consists only of letters within the search, so that it is
 * found only if it is possible. */
static bool
is_decided(const struct sok_game *g)
{
	return g->letters_only && g->moves.len < 1000;
}

static void
compare_game(const struct sok_puzzle *p, const struct sok_game *g, bool has,
    enum sok_verdict verdict)
{
	struct sok_replay r;

	if (sok_replay(p, g, NULL, &r, &arena) != 0)
		abort();
	CHECK(!has || r.verdict == verdict);
	found += has;
	missing += !has;
	if (has ? r.verdict != SOK_ILLEGAL || !is_decided(g)
	        : r.verdict == SOK_ILLEGAL ||
	            (r.has_star && r.verdict != SOK_SOLVED))
		return;
	fprintf(stderr, "round %llu: a game that is %s was %s: %s\n",
	    (unsigned long long)seed, sok_verdict_name[r.verdict],
	    has ? "found" : "not found", g->moves.s);
	unit_failures++;
}

static void
compare_puzzle(struct sok_match *m, const struct sok_puzzle *p)
{
	struct sok_position *s = sok_position_open(p, &arena);
	const struct sok_found *list;
	ptrdiff_t n, k = 0;

	if (s == NULL)
		abort();
	/* A call does not depend on an earlier one. */
	n = sok_match_find(m, s, false, &scratch, &list);
	CHECK_NUM(sok_match_find(m, s, false, &scratch, &list), n);
	for (size_t i = 0; i < GAMES; i++) {
		bool has = k < n && list[k].game == i;

		compare_game(
		    p, &game[i], has, has ? list[k].verdict : SOK_ILLEGAL);
		k += has;
	}
	CHECK_NUM(k, n);
}

static void
test_random(long rounds)
{
	struct sok_puzzle p;
	struct sok_match *m;
	size_t v;

	for (long i = 0; i < rounds && unit_failures < 5; i++) {
		seed = (uint64_t)i;
		sok_arena_reset(&arena);
		v = (size_t)below((int)SOK_COUNT(variants));
		make_games(variants[v].letters);
		m = sok_match_open(game, GAMES, &arena);
		if (m == NULL)
			abort();
		for (int k = 0; k < 4; k++) {
			make_puzzle(&p, variants[v].variant);
			compare_puzzle(m, &p);
		}
	}
	CHECK(rounds < 10 || (found > missing / 20 && missing > found / 20));
}

static ptrdiff_t
find(struct sok_match *m, const struct sok_puzzle *p,
    const struct sok_found **list)
{
	return sok_match_find(
	    m, sok_position_open(p, &arena), false, &scratch, list);
}

static void
test_few(void)
{
	static const char *const few[] = {
	    "", "R", "r", "L", "[]l", "[r]", "rR"};
	static const size_t want[] = {0, 1, 2, 5};
	const struct sok_found *list;
	struct sok_puzzle p;
	struct sok_match *m;
	struct sok_game g;

	read_game(&p, &g, SMALL, '/', "");
	for (size_t i = 0; i < SOK_COUNT(few); i++)
		game[i] = (struct sok_game){.moves = sok_str(few[i])};
	m = sok_match_open(game, SOK_COUNT(few), &arena);
	CHECK_NUM(find(m, &p, &list), SOK_COUNT(want));
	for (size_t i = 0; i < SOK_COUNT(want); i++)
		CHECK_NUM(list[i].game, want[i]);
	m = sok_match_open(game, 0, &arena);
	CHECK_NUM(find(m, &p, &list), 0);
	p.has_board = false;
	CHECK_NUM(find(m, &p, &list), 0);
}

int
main(int argc, char **argv)
{
	test_few();
	test_random(argc > 1 ? atol(argv[1]) : 2000);
	sok_arena_free(&arena);
	sok_arena_free(&scratch);
	return unit_done();
}
