/*
 * identity.c - the published vectors of Exact-Id and Unique-Id, and the boards
 * without ids.  Ids and digests depend on their defined inputs only, and the
 * quick functions agree with the plain ones.
 */
#include "boards.h"
#include "board/flood.h"

static struct sok_puzzle
puzzle(const char *rows, struct sok_arena *a)
{
	struct sok_puzzle p = {.number = 1, .has_board = true};

	p.board = boards_make(rows, a);
	return p;
}

static void
check_id(const char *rows, uint64_t exact, uint64_t unique, struct sok_arena *a)
{
	struct sok_puzzle p = puzzle(rows, a);
	struct sok_id id = {0};

	CHECK_NUM(sok_identity(&p, &id, a), 1);
	CHECK(id.exact == exact);
	CHECK(id.unique == unique);
}

static void
test_vectors(struct sok_arena *a)
{
	check_id("###########/##### *. ##/####  @# ##/#  $.$#####/#   #  $ .#/"
	         "##### $  .#/###########",
	    0x4C58C6973860C790, 0x1674E2D1AC70B61C, a);
	check_id(
	    "#####/#@$.#/#####", 0xE84B163E0BE1C35A, 0x17CC66887E16DCF3, a);
	check_id("########/#      #/#  $   #/#   $  #/# + .  #/########",
	    0xD72F63A090CB78E8, 0x0C58B256F2665E9B, a);
	check_id("########/#   @  #/#  $   #/#   $  #/# . .  #/########",
	    0x25575001DED3DCFC, 0x0C58B256F2665E9B, a);
	/* Squares outside do not count. */
	check_id("   $ */ #####./##@$.#/######  ", 0xE84B163E0BE1C35A,
	    0x17CC66887E16DCF3, a);
}

static void
test_undefined(struct sok_arena *a)
{
	struct sok_puzzle p = puzzle("#####/#@$./#####", a);
	struct sok_id id;
	uint64_t picture;

	CHECK_NUM(sok_identity(&p, &id, a), 0);
	p = puzzle("#####/# $.#/#####", a);
	CHECK_NUM(sok_identity(&p, &id, a), 0);
	p = puzzle("#####/#@@.#/#####", a);
	CHECK_NUM(sok_identity(&p, &id, a), 0);
	p = puzzle("#####/#@$.#/#####", a);
	p.variant = SOK_MULTIBAN;
	CHECK_NUM(sok_identity(&p, &id, a), 0);
	CHECK_NUM(sok_picture_id(&p, &picture, a), 1);
	p.has_board = false;
	p.variant = SOK_SOKOBAN;
	CHECK_NUM(sok_identity(&p, &id, a), 0);
	CHECK_NUM(sok_picture_id(&p, &picture, a), 0);
}

/* Both areas computed at once equal those computed one by one. */
static bool
test_areas(const struct sok_board *b, struct sok_arena *a)
{
	struct sok_area both[2], one[2];
	struct flood_box box, want;
	size_t size;
	bool ok;

	if (b->players != 1)
		return true;
	ok = CHECK(sok_board_flood(b, false, &one[0], a) == 0 &&
	    sok_board_flood(b, true, &one[1], a) == 0);
	ok &= CHECK(flood_both(b, &both[0], &both[1], &box, a) ==
	    flood_box(&one[0], &want));
	if (!ok || !flood_box(&one[0], &want))
		return ok;
	size = (size_t)one[0].stride * (size_t)b->height * sizeof(uint64_t);
	ok &= CHECK(memcmp(&box, &want, sizeof(box)) == 0);
	ok &= CHECK(both[0].stride == one[0].stride);
	ok &= CHECK(memcmp(both[0].bits, one[0].bits, size) == 0);
	ok &= CHECK(memcmp(both[1].bits, one[1].bits, size) == 0);
	return ok;
}

/* Whether two puzzles that agree in everything but the exact id agree in the
 * exact id as well. */
static bool
test_player(
    const struct sok_puzzle *p, const struct sok_puzzle *q, struct sok_arena *a)
{
	struct sok_id one, other, quick;
	bool same;

	if (sok_identity(p, &one, a) != 1 || sok_identity(q, &other, a) != 1)
		return true;
	same = one.unique == other.unique && one.symmetry == other.symmetry &&
	    one.player == other.player;
	return CHECK(same == (one.exact == other.exact)) &&
	    CHECK(sok_unique_id(p, &quick, a) == 1) &&
	    CHECK(quick.exact == 0 && quick.unique == one.unique &&
	        quick.symmetry == one.symmetry && quick.player == one.player);
}

/* The player on another free square. */
static bool
test_moved(const struct sok_puzzle *p, uint64_t *seed, struct sok_arena *a)
{
	struct sok_puzzle q = *p;
	long from = sok_board_player(&p->board), to, tries = 9;
	long n = (long)p->board.width * p->board.height;

	if (p->board.players != 1 ||
	    sok_board_copy(&q.board, &p->board, a) != 0)
		return true;
	do
		to = boards_below(seed, (int)n);
	while (q.board.sq[to] & ~SOK_GOAL && tries-- > 0);
	if (q.board.sq[to] & ~SOK_GOAL)
		return true;
	q.board.sq[from] &= (unsigned char)~SOK_PLAYER;
	q.board.sq[to] |= SOK_PLAYER;
	return test_player(p, &q, a);
}

/* Every image has the same unique id, and the symmetry leads to the image. */
static bool
test_images(uint64_t *seed, struct sok_arena *a)
{
	struct sok_board b = boards_random(seed, a), image;
	struct sok_puzzle p = {.has_board = true, .board = b}, q = p;
	struct sok_id first, id;
	enum sok_symmetry t;
	int has = sok_identity(&p, &first, a);
	bool ok = test_areas(&b, a) && test_moved(&p, seed, a);

	for (t = 0; t < SOK_NSQUARE_SYMMETRIES; t++) {
		ok &= CHECK(sok_board_transform(&b, &q.board, t, a) == 0);
		ok &= test_player(&p, &q, a);
		ok &= CHECK(sok_identity(&q, &id, a) == has);
		if (!has)
			continue;
		ok &= CHECK(id.unique == first.unique);
		ok &= CHECK(
		    sok_board_transform(&q.board, &image, id.symmetry, a) == 0);
		q.board = image;
		ok &= CHECK(sok_identity(&q, &id, a) == 1);
		ok &= CHECK(id.unique == first.unique);
		ok &= CHECK(id.symmetry == SOK_IDENTITY);
	}
	return ok;
}

static void
test_pictures(struct sok_arena *a)
{
	struct sok_puzzle p = puzzle("      / ### / #@/     ", a);
	uint64_t id = 0;

	CHECK(sok_digest(SOK_STR("")) == 0xD41D8CD98F00B204);
	CHECK(sok_digest(SOK_STR("abc")) == 0x900150983CD24FB0);
	CHECK_NUM(sok_picture_id(&p, &id, a), 1);
	CHECK(id == sok_digest(SOK_STR("###\n#@ \n")));
}

/* The digest changes with every member, and also when bytes move from one
 * member to the next. */
static void
test_digest(struct sok_arena *a)
{
	struct sok_str ab[2] = {SOK_STR("a"), SOK_STR("b")};
	struct sok_str split[2] = {SOK_STR("ab"), SOK_STR("")};
	struct sok_game game[2] = {{.moves = SOK_STR("ud")},
	    {.moves = SOK_STR("u"), .title = SOK_STR("d")}};
	struct sok_puzzle p[12];
	size_t i, j;

	for (i = 0; i < 12; i++)
		p[i] = puzzle("###/#@#/###", a);
	p[1].board = boards_make("#########", a);
	p[2].board = boards_make("###/#+#/###", a);
	p[3].has_board = false;
	p[4].title = SOK_STR("a");
	p[5].title_line = SOK_STR("a");
	p[6].text = (struct sok_text){ab, 1};
	p[7].text = (struct sok_text){ab, 2};
	p[8].text = (struct sok_text){split, 2};
	p[9].game = game;
	p[9].ngames = 1;
	p[10].game = game + 1;
	p[10].ngames = 1;
	p[11].game = game;
	p[11].ngames = 2;
	for (i = 0; i < 12; i++)
		for (j = 0; j < i; j++)
			CHECK(sok_puzzle_digest(&p[i]) !=
			    sok_puzzle_digest(&p[j]));
	p[0].number = 7;
	p[0].pos.line = 9;
	p[1] = puzzle("###/#@#/###", a);
	CHECK(sok_puzzle_digest(&p[0]) == sok_puzzle_digest(&p[1]));
}

int
main(int argc, char **argv)
{
	long i, n = argc > 1 ? atol(argv[1]) : 20000;
	struct sok_arena a = {0};
	uint64_t seed = 1;

	test_vectors(&a);
	test_undefined(&a);
	test_pictures(&a);
	test_digest(&a);
	for (i = 0; i < n / 10 && test_images(&seed, &a); i++)
		sok_arena_reset(&a);
	sok_arena_free(&a);
	return unit_done();
}
