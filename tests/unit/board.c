/*
 * board.c - boards: floods and closure compared with plain versions on
 * generated boards; counting, cropping, simplifying, splitting and positions on
 * known boards.
 */
#include <errno.h>

#include "boards.h"
#include "board/flood.h"

/* The marks of boards_reach() and an area are equal. */
static bool
same_area(const struct sok_board *b, const struct sok_area *area,
    const unsigned char *reached)
{
	int x, y;

	for (y = 0; y < b->height; y++) {
		for (x = 0; x < b->width; x++)
			if (sok_area_has(area, x, y) !=
			    (reached[y * b->width + x] == 1))
				return false;
		for (; x < area->stride * 64; x++)
			if (sok_area_has(area, x, y))
				return false;
	}
	return true;
}

/* The first reached square of the edge, -1 if there is none. */
static int
first_edge(const struct sok_board *b, const unsigned char *reached)
{
	int i, x, y;

	for (i = 0; i < b->width * b->height; i++) {
		x = i % b->width;
		y = i / b->width;
		if (reached[i] == 1 &&
		    (x == 0 || y == 0 || x == b->width - 1 ||
		        y == b->height - 1))
			return i;
	}
	return -1;
}

/* Mark the squares where the flood begins with 1: the players, or a square. */
static unsigned char *
marks(const struct sok_board *b, int from, struct sok_arena *a)
{
	size_t n = (size_t)(b->width * b->height), i;
	unsigned char *reached = sok_arena_zalloc(a, n, 1);

	for (i = 0; i < n; i++)
		reached[i] =
		    from < 0 ? b->sq[i] >> 3 : (unsigned char)(from == (int)i);
	return reached;
}

static bool
test_random(uint64_t *seed, struct sok_arena *a)
{
	struct sok_board b = boards_random(seed, a);
	int from = boards_below(seed, b.width * b.height), i, x = -1, y = -1;
	bool boxes = boards_below(seed, 2);
	struct sok_area area;
	unsigned char *reached = marks(&b, -1, a);
	bool ok = true;

	boards_reach(&b, boxes, reached);
	ok &= CHECK(sok_board_flood(&b, boxes, &area, a) == 0);
	ok &= CHECK(same_area(&b, &area, reached));
	reached = marks(&b, from, a);
	boards_reach(&b, boxes, reached);
	ok &= CHECK(flood_from(&b, from, boxes, &area, a) == 0);
	ok &= CHECK(same_area(&b, &area, reached));
	reached = marks(&b, -1, a);
	boards_reach(&b, false, reached);
	i = first_edge(&b, reached);
	ok &= CHECK(sok_board_closed(&b, &x, &y, a) == (i < 0));
	if (i >= 0)
		ok &= CHECK(x == i % b.width && y == i / b.width);
	if (!ok)
		fprintf(stderr, "board %.*s\n", (int)boards_text(&b, a).len,
		    boards_text(&b, a).s);
	return ok;
}

static void
test_glyphs(void)
{
	const char *all = "#@+$*. -_", *p;
	int c, known = 0;

	for (c = 0; c < 256; c++)
		known += sok_square[c] != 0xff;
	CHECK_NUM(known, strlen(all));
	for (p = all; p < all + 7; p++)
		CHECK(sok_xsb[sok_square[(unsigned char)*p]] == *p);
	CHECK_NUM(sok_square['-'], SOK_FLOOR);
	CHECK_NUM(sok_square['_'], SOK_FLOOR);
}

static void
check_open(const char *rows, int x, int y, struct sok_arena *a)
{
	struct sok_board b = boards_make(rows, a);
	int gotx = -1, goty = -1, want = x < 0;

	CHECK_NUM(sok_board_closed(&b, &gotx, &goty, a), want);
	CHECK_NUM(gotx, x);
	CHECK_NUM(goty, y);
}

static void
test_closed(struct sok_arena *a)
{
	check_open("#####/#@$.#/#####", -1, -1, a);
	/* A box on a goal does not count as a wall. */
	check_open("#####/#@$.*/#####", 4, 1, a);
	/* The player on the edge is out already. */
	check_open("#####/@ $.#/#####", 0, 1, a);
	/* A short row is floor at its end. */
	check_open("#####/#@$./#####", 4, 1, a);
	check_open("-----/@.$--/-----", 0, 0, a);
	check_open("#####/#   /#####", -1, -1, a);
	check_open("@", 0, 0, a);
	/* Decoration outside is ignored. */
	check_open(" #####/.#@$.#/$#####", -1, -1, a);
}

static void
test_count(struct sok_arena *a)
{
	struct sok_board b = boards_make("########/#+@@*$.#/########", a);

	CHECK_NUM(b.players, 3);
	CHECK_NUM(b.boxes, 2);
	CHECK_NUM(b.goals, 3);
	CHECK_NUM(sok_board_player(&b), 9);
	b = boards_make("###/###/###", a);
	CHECK_NUM(sok_board_player(&b), -1);
}

static void
test_crop(struct sok_arena *a)
{
	struct sok_board b = boards_make("       /  ###  /  #@   /       ", a);
	struct sok_row row[4] = {{.line = 1, .col = 4}, {.line = 2, .col = 4},
	    {.line = 3, .col = 9, .rle = true}, {.line = 4, .col = 1}};
	struct sok_puzzle p = {.pos = {"name", 7, 8}};

	b.row = row;
	CHECK(sok_board_crop(&b, a) == 0);
	CHECK_STR(boards_text(&b, a), "###/#@ ");
	p.board = b;
	CHECK_NUM(sok_board_pos(&p, 2, 0).line, 2);
	CHECK_NUM(sok_board_pos(&p, 2, 0).col, 8);
	CHECK_NUM(sok_board_pos(&p, 1, 1).line, 3);
	CHECK_NUM(sok_board_pos(&p, 1, 1).col, 9); /* RLE */
	p.board.row = NULL;
	CHECK_NUM(sok_board_pos(&p, 1, 1).line, 7);
	CHECK_NUM(sok_board_pos(&p, 1, 1).col, 8);
	b = boards_make("  /  ", a);
	CHECK(sok_board_crop(&b, a) == 0);
	CHECK_NUM(b.width, 0);
	CHECK_NUM(b.height, 0);
}

static void
check_simplified(
    const char *rows, const char *want, int dx, int dy, struct sok_arena *a)
{
	struct sok_board b = boards_make(rows, a), to;
	int gotx = 0, goty = 0;

	if (!CHECK_NUM(
	        sok_board_simplify(&b, &to, &gotx, &goty, a), want != NULL) ||
	    !want)
		return;
	CHECK_STR(boards_text(&to, a), want);
	CHECK_NUM(gotx, dx);
	CHECK_NUM(goty, dy);
}

static void
test_simplify(struct sok_arena *a)
{
	check_simplified("#####/#@$.#/#####", "#####/#@$.#/#####", 0, 0, a);
	check_simplified(
	    "  *   /# #####/# #@$.#/.######", "#####/#@$.#/#####", 2, 1, a);
	/* Thick walls become a ring, and its corners stay. */
	check_simplified("#######/##   ##/## # ##/## @$.#/#######",
	    "##### /#   # /# # ##/# @$.#/######", 1, 0, a);
	check_simplified("#####/#@$./#####", NULL, 0, 0, a);
	check_simplified("#####/# $.#/#####", NULL, 0, 0, a);
}

static void
check_glued(const char *rows, int want, struct sok_arena *a)
{
	struct sok_board b = boards_make(rows, a);

	CHECK_NUM(board_glued(&b, a), want);
}

static void
test_glued(struct sok_arena *a)
{
	check_glued("#####/#@$.#/#####/######/#@$ .#/######", 3, a);
	/* One player only, or a part that is open or not balanced. */
	check_glued("#####/#@$.#/#####/######/# $ .#/######", 0, a);
	check_glued("#####/#@$.#/#####/######/#@$  #/######", 0, a);
	check_glued("#####/#@$./#####/######/#@$ .#/######", 0, a);
	/* A row of walls between them can go either way. */
	check_glued("#####/#@$.#/#####/#####/#####/#@$.#/#####", 0, a);
	check_glued("#####/#@$.#/#####/#@$.#/#####", 0, a);
	check_glued("#######/#@$ $@#/# . . #/#######", 0, a);
	/* Several boards: only the first one decides. */
	check_glued("###/#@#/###/#####/#@$.#/#####/#@$.#/#####", 0, a);
	check_glued(
	    "#####/#@$.#/#####/#####/#.$@#/#####/#####/#@$ #/#####", 3, a);
	check_glued("#####/#@$.#/#####/#####/#.$@#/#   #/# @ #/#####", 0, a);
	check_glued("#####/#@$.#/# @ #/#####/#####/#.$@#/#####", 0, a);
	/* Hexagonal boards with rows that match or not, and closed or open
	 * boards. */
	check_glued("  # # #/ # @ $ #/#   . #/ # # #/ # # # #/# . $ @ #/"
	            " # # # #",
	    4, a);
	check_glued(
	    "# # # #/ # @ $ #/# .   #/ # # #/# # # #/ # @ $ #/# .   #/ # # #",
	    4, a);
	check_glued(
	    "# # # #/ # @ $ #/# .   #/ # # #/# # # #/ # @ $ #/# .   #/ # #", 0,
	    a);
	check_glued(
	    "# # # #/ # @ $ #/# .   #/ ### #/# # # #/ # @ $ #/# .   #/ # # #",
	    0, a);
}

/* A margin on a side is found, and cropping removes it completely. */
static void
test_margin(struct sok_arena *a)
{
	const char *const some[] = {" ###/ #@#/ ###", "### /#@# /### ",
	    "   /###/#@#", "###/#@#/   ", "   /   "};
	struct sok_board b;

	for (size_t i = 0; i < sizeof(some) / sizeof(*some); i++) {
		b = boards_make(some[i], a);
		CHECK(board_has_margin(&b));
		CHECK(sok_board_crop(&b, a) == 0);
		CHECK(!board_has_margin(&b));
	}
}

/* Sizes beyond any memory are refused without overflow. */
static void
test_sizes(struct sok_arena *a)
{
	struct sok_board b;

	CHECK(sok_board_new(&b, 1 << 16, 1 << 16, a) == -1 && errno == ENOMEM);
	CHECK(sok_board_new(&b, -1, 1, a) == -1 && errno == EINVAL);
	CHECK(sok_board_new(&b, 1, -1, a) == -1 && errno == EINVAL);
	CHECK(sok_arena_alloc(a, SIZE_MAX / 2 + 2, 2) == NULL);
	CHECK(sok_arena_alloc(a, SIZE_MAX, 1) == NULL && errno == ENOMEM);
	CHECK(sok_arena_alloc(a, (size_t)PTRDIFF_MAX - 8, 1) == NULL);
}

/* A first request larger than any chunk gets its own chunk, which is freed with
 * the others. */
static void
test_arena(void)
{
	struct sok_arena a = {0};
	char *p = sok_arena_alloc(&a, 3, (size_t)1 << 20);

	if (CHECK(p != NULL))
		memset(p, 1, (size_t)3 << 20);
	p = sok_arena_zalloc(&a, 100, 1);
	CHECK(p != NULL && p[0] == 0 && p[99] == 0);
	p = sok_arena_alloc(&a, 3, (size_t)1 << 20);
	CHECK(p != NULL);
	sok_arena_reset(&a);
	p = sok_arena_alloc(&a, 100, 1);
	CHECK(p != NULL);
	sok_arena_reset(&a);
	CHECK(sok_arena_alloc(&a, 100, 1) == p);
	sok_arena_free(&a);
	CHECK(sok_arena_alloc(&a, 3, (size_t)1 << 20) != NULL);
	sok_arena_reset(&a);
	CHECK(a.head == NULL);
	sok_arena_free(&a);
}

int
main(int argc, char **argv)
{
	long i, n = argc > 1 ? atol(argv[1]) : 20000;
	struct sok_arena a = {0};
	uint64_t seed = 1;

	test_glyphs();
	test_closed(&a);
	test_count(&a);
	test_crop(&a);
	test_simplify(&a);
	test_glued(&a);
	test_margin(&a);
	test_sizes(&a);
	test_arena();
	for (i = 0; i < n && test_random(&seed, &a); i++)
		sok_arena_reset(&a);
	sok_arena_free(&a);
	return unit_done();
}
