/*
 * transform.c - the eight symmetries and simplifying, applied to games: known
 * images, inverses, and the same result when a game is replayed.
 */
#include "boards.h"
#include "board/steps.h"
#include "play/play.h"

static struct sok_puzzle
puzzle(const char *rows, const char *moves, struct sok_arena *a)
{
	struct sok_puzzle p = {.number = 1, .has_board = true};

	p.board = boards_make(rows, a);
	p.game = sok_arena_zalloc(a, 1, sizeof(*p.game));
	p.ngames = 1;
	p.game->moves = sok_str(moves);
	p.game->letters_only = p.game->moves.len == strspn(moves, "udlrUDLR");
	if (strchr(moves, '{'))
		p.variant = SOK_MULTIBAN;
	return p;
}

static void
test_images(struct sok_arena *a)
{
	static const char *const image[SOK_NSQUARE_SYMMETRIES] = {"@$ /#.*",
	    "#@/.$/* ", "*.#/ $@", " */$./@#", " $@/*.#", "#.*/@$ ", "@#/$./ *",
	    "* /.$/#@"};
	static const char *const letters[SOK_NSQUARE_SYMMETRIES] = {"udlrUDLR",
	    "rludRLUD", "durlDURL", "lrduLRDU", "udrlUDRL", "dulrDULR",
	    "lrudLRUD", "rlduRLDU"};
	struct sok_board b = boards_make("@$ /#.*", a), to;
	enum sok_symmetry t;
	int i, x, y;

	for (t = 0; t < SOK_NSQUARE_SYMMETRIES; t++) {
		struct image m;
		CHECK(sok_board_transform(&b, &to, t, a) == 0);
		CHECK_STR(boards_text(&to, a), image[t]);
		CHECK_NUM(to.boxes * 10 + to.players, 21);
		for (i = 0; i < 8; i++)
			CHECK(sok_symmetry_move(SOK_SQUARES, t,
			          letters[0][i]) == letters[t][i]);
		CHECK(sok_symmetry_move(SOK_SQUARES, t, '*') == '*');
		x = 2;
		y = 1;
		image_measure(&m, &b, t);
		image_place(&m, &x, &y);
		CHECK(sok_board_at(&to, x, y) == (SOK_BOX | SOK_GOAL));
		CHECK(sok_board_transform(
		          &to, &to, sok_symmetry_inverse(t), a) == 0);
		CHECK(sok_board_equal(&b, &to));
	}
}

static void
check_moves(const char *rows, const char *moves, enum sok_symmetry t,
    const char *want, struct sok_arena *a)
{
	struct sok_puzzle p = puzzle(rows, moves, a);

	CHECK(sok_transform(&p, t, a) == 0);
	CHECK_STR(p.game->moves, want);
	CHECK(p.game->letters_only ==
	    (p.game->moves.len == strspn(want, "udlrUDLR")));
}

static const char one[] = "#####/#@$.#/#####";
static const char two[] = "######/#@   #/#  @.#/#$$. #/######";

static void
test_moves(struct sok_arena *a)
{
	check_moves(one, "R", SOK_ROTATE90, "D", a);
	check_moves(one, "(r*R)(u)", SOK_ROTATE90, "(d*D)(r)", a);
	/* Jumps keep their letters and order. */
	check_moves(one, "[]rL[rrl]", SOK_FLIP_H, "[]lR[llr]", a);
	check_moves(one, "*", SOK_TRANSPOSE, "*", a);
	check_moves(one, "", SOK_TRANSPOSE, "", a);
	/* Unclosed brackets are transformed letter by letter. */
	check_moves(one, "[ru", SOK_FLIP_H, "[lu", a);
	check_moves(one, "{ru", SOK_FLIP_H, "{lu", a);
	check_moves(one, "{r(u}]]", SOK_FLIP_H, "{l(u}]]", a);
	/* Pusher changes are written again, the first one only if it is
	 * needed. */
	check_moves(two, "{rrd}L{ul}r", SOK_FLIP_V, "L{ld}r", a);
	check_moves(two, "r{dr}L", SOK_FLIP_H, "l{ld}R", a);
	check_moves(two, "r{dr}L", SOK_ROTATE180, "{rrd}l{lu}R", a);
	check_moves(two, "(r{dr})L", SOK_ROTATE180, "{rrd}(l{lu})R", a);
	check_moves(two, "({drur}*u)", SOK_FLIP_V, "{d}(*d)", a);
	check_moves(two, "*{rrd}u", SOK_FLIP_V, "{lld}*{rru}d", a);
	/* The last braces may be what makes this puzzle Multiban. */
	check_moves(two, "({rrd}u)", SOK_FLIP_V, "{}(d)", a);
	check_moves(two, "r{ddrulur}L", SOK_FLIP_H, "l{l}R", a);
	check_moves(two, "r{}L", SOK_FLIP_H, "l{}R", a);
}

/* A puzzle with the key Game: Multiban needs no empty change. */
static void
test_declared(struct sok_arena *a)
{
	struct sok_puzzle p = puzzle(two, "{rrd}u", a);
	struct sok_str key = SOK_STR("Game: Multiban");

	p.text = (struct sok_text){&key, 1};
	CHECK(sok_transform(&p, SOK_FLIP_V, a) == 0);
	CHECK_STR(p.game->moves, "d");
	CHECK(sok_transform(&p, SOK_FLIP_V, a) == 0);
	CHECK_STR(p.game->moves, "{rrd}u");
	/* Without braces, the default pusher differs after the
	 * transformation. */
	p.game->moves = SOK_STR("u");
	p.game->letters_only = true;
	CHECK(sok_transform(&p, SOK_FLIP_V, a) == 0);
	CHECK_STR(p.game->moves, "{lld}d");
	CHECK(!p.game->letters_only);
	CHECK(sok_transform(&p, SOK_FLIP_V, a) == 0);
	CHECK_STR(p.game->moves, "u");
}

/* A game with an added empty change no longer has its source lines: the
 * position of a move is that of the game. */
static void
test_dropped(struct sok_arena *a)
{
	static const bool drop[] = {false, true};
	struct sok_source line = {SOK_STR("u"), 7, 1};
	struct sok_puzzle p = puzzle(two, "u", a);
	struct sok_game game[2];

	game[0] = game[1] = *p.game;
	game[0].pos = (struct sok_pos){NULL, 7, 1};
	game[0].source = &line;
	game[0].nsource = 1;
	game[1].moves = SOK_STR("{rrd}u");
	game[1].letters_only = false;
	p.game = game;
	p.ngames = 2;
	CHECK_NUM(sok_game_pos(&p.game[0], 0).col, 1);
	CHECK(sok_drop_games(&p, drop, a) == 0);
	CHECK_NUM(p.ngames, 1);
	CHECK_STR(p.game->moves, "{}u");
	CHECK_NUM(sok_game_pos(p.game, 2).line, 7);
	CHECK_NUM(sok_game_pos(p.game, 2).col, 1);
	CHECK(p.game->source == NULL);
}

static void
test_left_alone(struct sok_arena *a)
{
	struct sok_puzzle p = puzzle(one, "R", a);

	p.variant = SOK_UNSUPPORTED;
	CHECK(sok_transform(&p, SOK_ROTATE90, a) == 0);
	CHECK_STR(boards_text(&p.board, a), one);
	CHECK_STR(p.game->moves, "R");
	CHECK(sok_simplify(&p, a) == 0);
	p.variant = SOK_SOKOBAN;
	p.has_board = false;
	CHECK(sok_transform(&p, SOK_ROTATE90, a) == 0);
	CHECK_STR(p.game->moves, "R");
	CHECK(sok_simplify(&p, a) == 0);
}

static void
test_simplify(struct sok_arena *a)
{
	struct sok_puzzle p = puzzle("  #####/ *#@$.#/  #####", "R", a);

	CHECK(sok_simplify(&p, a) == 1);
	CHECK_STR(boards_text(&p.board, a), one);
	CHECK_STR(p.game->moves, "R");
	CHECK(p.game->letters_only);
	/* Letters of jumps that leave the board are removed. */
	p = puzzle("  #####/ *#@$.#/  #####", "[lllurRdr]L[](r)[dul]", a);
	CHECK(sok_simplify(&p, a) == 1);
	CHECK_STR(p.game->moves, "[]L[](r)[l]");
	p = puzzle("#####/#@$./#####", "R", a);
	CHECK(sok_simplify(&p, a) == 0);
	CHECK_STR(boards_text(&p.board, a), "#####/#@$. /#####");
}

static void
test_multiban(struct sok_arena *a)
{
	static const char trap[] = "#######/#  .  #/#  $  #/# .$  #/# @ @ #/"
	                           "#  .  #/#  $  #/#  @  #/#######";
	struct sok_replay_options o = {.no_final = true};
	struct sok_replay r;
	struct sok_puzzle p;
	enum sok_symmetry t;

	for (t = 0; t < SOK_NSQUARE_SYMMETRIES; t++) {
		p = puzzle(trap, "{rddd}Urr{uul}uLU", a);
		CHECK(sok_transform(&p, t, a) == 0);
		CHECK(sok_replay(&p, p.game, &o, &r, a) == 0);
		CHECK_NUM(r.verdict, SOK_SOLVED);
		CHECK_NUM(r.at.moves, 6);
		CHECK_NUM(r.at.pushes, 3);
		CHECK(sok_transform(&p, sok_symmetry_inverse(t), a) == 0);
		CHECK_STR(boards_text(&p.board, a), trap);
		/* The change is written with the shortest path. */
		CHECK_STR(p.game->moves,
		    t == SOK_IDENTITY ? "{rddd}Urr{uul}uLU"
		                      : "{rddd}Urr{luu}uLU");
	}
}

static bool
same_replay(const struct sok_replay *x, const struct sok_replay *y)
{
	return x->verdict == y->verdict && x->mode == y->mode &&
	    memcmp(&x->at, &y->at, sizeof(x->at)) == 0 &&
	    x->problem == y->problem && x->fail_move == y->fail_move &&
	    x->solved_at == y->solved_at && x->boxes_off == y->boxes_off;
}

/* Moves of all kinds, most of them legal for a while. */
static const char *
random_moves(uint64_t *seed, bool several, struct sok_arena *a)
{
	static const char *const piece[] = {"[]", "[ldr]", "u", "d", "l", "r",
	    "U", "D", "L", "R", "uu", "ll", "(rd)", "*", "{}", "{rdd}", "{ll}"};
	int i, n = boards_below(seed, 30), first = several ? 2 : 0;
	struct sok_buf b = {0};
	struct sok_str s;

	if (!several && boards_below(seed, 3) == 0)
		sok_buf_add(&b, SOK_STR("[rul]"));
	for (i = 0; i < n; i++)
		sok_buf_add(&b, sok_str(piece[first + boards_below(seed, 14)]));
	sok_buf_addc(&b, "udlr"[boards_below(seed, 4)]);
	sok_buf_addc(&b, '\0');
	s = sok_str_dup(a, sok_buf_str(&b));
	sok_buf_free(&b);
	return s.s;
}

static bool
test_replay(uint64_t *seed, struct sok_arena *a)
{
	struct sok_board b = boards_random(seed, a);
	struct sok_replay_options o = {.no_final = true};
	const char *moves = random_moves(seed, b.players > 1, a);
	enum sok_symmetry t = (enum sok_symmetry)boards_below(seed, 8);
	struct sok_replay before, after;
	struct sok_puzzle p = puzzle("@", moves, a);
	bool ok;

	if (b.players == 0)
		return true;
	p.board = b;
	ok = CHECK(sok_replay(&p, p.game, &o, &before, a) == 0);
	ok &= CHECK(sok_transform(&p, t, a) == 0);
	ok &= CHECK(sok_replay(&p, p.game, &o, &after, a) == 0);
	ok &= CHECK(same_replay(&before, &after));
	ok &= CHECK(sok_transform(&p, sok_symmetry_inverse(t), a) == 0);
	ok &= CHECK(sok_board_equal(&p.board, &b));
	if (!strchr(moves, '{'))
		ok &= CHECK_STR(p.game->moves, moves);
	if (!ok)
		fprintf(stderr, "%s of %.*s, %s\n", sok_symmetry_name[t],
		    (int)boards_text(&b, a).len, boards_text(&b, a).s, moves);
	return ok;
}

/* All images of a puzzle have the same canonical one. */
static bool
test_canonical(uint64_t *seed, struct sok_arena *a)
{
	struct sok_board b = boards_random(seed, a), first = {0};
	struct sok_str moves = {NULL, 0};
	enum sok_symmetry t, to;
	bool ok = true;

	for (t = 0; t < SOK_NSQUARE_SYMMETRIES; t++) {
		struct sok_puzzle p = puzzle("@", "rrDl[ul]", a);

		p.board = b;
		ok &= CHECK(sok_transform(&p, t, a) == 0);
		ok &= CHECK(sok_canonical(&p, &to, a) == 0);
		ok &= CHECK(sok_transform(&p, to, a) == 0);
		if (t == SOK_IDENTITY) {
			first = p.board;
			moves = p.game->moves;
		}
		ok &= CHECK(sok_board_equal(&first, &p.board));
		ok &= CHECK(sok_str_eq(moves, p.game->moves));
	}
	return ok;
}

int
main(int argc, char **argv)
{
	long i, n = argc > 1 ? atol(argv[1]) : 20000;
	struct sok_arena a = {0};
	uint64_t seed = 1;

	test_images(&a);
	test_moves(&a);
	test_declared(&a);
	test_dropped(&a);
	test_left_alone(&a);
	test_simplify(&a);
	test_multiban(&a);
	for (i = 0; i < n && test_replay(&seed, &a); i++)
		sok_arena_reset(&a);
	for (i = 0; i < n / 10 && test_canonical(&seed, &a); i++)
		sok_arena_reset(&a);
	sok_arena_free(&a);
	return unit_done();
}
