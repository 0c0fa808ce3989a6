/*
 * transform.c - the eight symmetries and simplifying, carried through games:
 * known images, ways back, and that every game replays as it did.
 */
#include "boards.h"

static struct sok_puzzle
puzzle(const char *rows, const char *moves, struct sok_arena *a)
{
	struct sok_puzzle p = {.number = 1, .has_board = true};

	p.board = boards_make(rows, a);
	p.game = sok_arena_zalloc(a, 1, sizeof(*p.game));
	p.ngames = 1;
	p.game->moves = sok_str(moves);
	p.game->letters_only =
	    p.game->moves.len == strspn(moves, "udlrUDLR");
	if (strchr(moves, '{'))
		p.variant = SOK_MULTIBAN;
	return p;
}

static void
test_images(struct sok_arena *a)
{
	static const char *const image[SOK_NSYMMETRIES] = {"@$ /#.*",
	    "#@/.$/* ", "*.#/ $@", " */$./@#", " $@/*.#", "#.*/@$ ",
	    "@#/$./ *", "* /.$/#@"};
	static const char *const letters[SOK_NSYMMETRIES] = {"udlrUDLR",
	    "rludRLUD", "durlDURL", "lrduLRDU", "udrlUDRL", "dulrDULR",
	    "lrudLRUD", "rlduRLDU"};
	struct sok_board b = boards_make("@$ /#.*", a), to;
	enum sok_symmetry t;
	int i, x, y;

	for (t = 0; t < SOK_NSYMMETRIES; t++) {
		CHECK(sok_board_transform(&b, &to, t, a) == 0);
		CHECK_STR(boards_text(&to, a), image[t]);
		CHECK_NUM(to.boxes * 10 + to.players, 21);
		for (i = 0; i < 8; i++)
			CHECK(sok_symmetry_move(t, letters[0][i]) ==
			    letters[t][i]);
		CHECK(sok_symmetry_move(t, '*') == '*');
		x = 2;
		y = 1;
		sok_symmetry_square(t, b.width, b.height, &x, &y);
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
	/* What is not closed is taken letter by letter. */
	check_moves(one, "[ru", SOK_FLIP_H, "[lu", a);
	check_moves(one, "{ru", SOK_FLIP_H, "{lu", a);
	check_moves(one, "{r(u}]]", SOK_FLIP_H, "{l(u}]]", a);
	/* Changes are written anew, the first one where it is needed. */
	check_moves(two, "{rrd}L{ul}r", SOK_FLIP_V, "L{ld}r", a);
	check_moves(two, "r{dr}L", SOK_FLIP_H, "l{ld}R", a);
	check_moves(two, "r{dr}L", SOK_ROTATE180, "{rd}l{ru}R", a);
	check_moves(two, "(r{dr})L", SOK_ROTATE180, "{rd}(l{ru})R", a);
	check_moves(two, "*({drur}u)", SOK_FLIP_V, "*(d){}", a);
	check_moves(two, "r{ddrulur}L", SOK_FLIP_H, "l{l}R", a);
	check_moves(two, "r{}L", SOK_FLIP_H, "l{}R", a);
}

int
main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	struct sok_arena a = {0};

	test_images(&a);
	test_moves(&a);
	sok_arena_free(&a);
	return unit_done();
}
