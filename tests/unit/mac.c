/*
 * mac.c - Sokoban 3D sets: random collections in every container, compared with
 * the independent implementation in tests/oracle, and puzzles that the format
 * cannot represent.
 */
#include <stdlib.h>

#define FORK_NO_MAIN
#include "../oracle/fork.c"
#include "format/mac/mac.h"
#include "mac_set.h"

static const char *const containers[] = {"rsrc", "appledouble", "macbinary"};

/* ---- writing and reading */

/* Write puzzles as a set in a container. */
static void
write_set(struct sok_buf *to, const struct sok_header *h,
    const struct sok_puzzle *p, size_t n, const char *container,
    struct found *found)
{
	struct sok_sink sink = {.fn = note, .ctx = found};
	struct sok_write_options o = {
	    .container = container, .name = "out", .title = "Set"};
	struct sok_output *out = sok_output_memory(to);
	struct sok_writer *w = sok_writer_open(
	    sok_format_find(SOK_STR("sokoban3d")), out, &o, &sink);

	to->len = 0;
	if (!CHECK(w != NULL))
		return;
	if (h != NULL)
		CHECK(sok_write_header(w, h) == 0);
	for (size_t i = 0; i < n; i++)
		CHECK(sok_write(w, &p[i]) != -1);
	CHECK(sok_writer_close(w) == 0);
	CHECK(sok_output_close(out, true) == 0);
}

/* ---- random sets */

/* Letters of MacRoman, each as UTF-8 and as a byte. */
static const char *const letter[] = {"a", "Z", "7", " ", "'", "\xc3\xa9",
    "\xc3\x84", "\xce\xa9", "\xef\xac\x81"};
static const unsigned char byte[] = {
    'a', 'Z', '7', ' ', '\'', 0x8e, 0x80, 0xbd, 0xde};

/* A title with a letter at both ends; hex receives the expected bytes. */
static struct sok_str
random_title(uint64_t *seed, struct sok_buf *hex, struct sok_arena *a)
{
	struct sok_buf title = {0};
	size_t n = unit_random(seed) % 9, k;
	struct sok_str s;

	for (size_t i = 0; i < n; i++) {
		k = i == 0 || i + 1 == n ? 0 : unit_random(seed) % 9;
		sok_buf_add(&title, sok_str(letter[k]));
		sok_buf_fmt(hex, "%02x", byte[k]);
	}
	s = sok_str_dup(a, sok_buf_str(&title));
	sok_buf_free(&title);
	return s;
}

/* A wall around random squares, with one player. */
static void
random_board(struct sok_board *b, uint64_t *seed, struct sok_arena *a)
{
	static const unsigned char any[] = {SOK_FLOOR, SOK_FLOOR, SOK_WALL,
	    SOK_GOAL, SOK_BOX, SOK_BOX | SOK_GOAL};
	int width = 3 + (int)(unit_random(seed) % 30);
	int height = 3 + (int)(unit_random(seed) % 30);
	size_t at;

	if (sok_board_new(b, width, height, a) == -1)
		abort();
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++) {
			at = (size_t)y * (size_t)width + (size_t)x;
			b->sq[at] = any[unit_random(seed) % 6];
			if (x == 0 || y == 0 || x == width - 1 ||
			    y == height - 1)
				b->sq[at] = SOK_WALL;
		}
	b->sq[(size_t)width + 1] =
	    SOK_PLAYER | (unit_random(seed) % 2 ? SOK_GOAL : 0);
	sok_board_count(b);
}

/* The expected output of the oracle for a level. */
static void
expect_level(
    struct sok_buf *want, size_t id, struct sok_str hex, struct sok_board *b)
{
	sok_buf_fmt(want, "level %zu ", id);
	sok_buf_add(want, hex);
	sok_buf_addc(want, '\n');
	for (int y = 0; y < b->height; y++) {
		for (int x = 0; x < b->width; x++)
			sok_buf_addc(want, sok_xsb[sok_board_at(b, x, y)]);
		sok_buf_addc(want, '\n');
	}
}

static void
random_puzzles(struct sok_puzzle *p, size_t n, struct sok_buf *want,
    uint64_t *seed, struct sok_arena *a)
{
	struct sok_buf hex = {0};

	sok_buf_fmt(want, "set 536574 128 %zu\n", 127 + n);
	for (size_t i = 0; i < n; i++) {
		hex.len = 0;
		p[i] = (struct sok_puzzle){.number = i + 1, .has_board = true};
		p[i].pos.file = "random";
		p[i].title = random_title(seed, &hex, a);
		random_board(&p[i].board, seed, a);
		expect_level(want, 128 + i, sok_buf_str(&hex), &p[i].board);
	}
	sok_buf_free(&hex);
}

static void
check_oracle(struct sok_str file, struct sok_str want)
{
	char *got = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&got, &size);

	if (!CHECK(out != NULL))
		return;
	CHECK(fork_print(out, (const unsigned char *)file.s, file.len));
	fclose(out);
	CHECK(size == want.len && memcmp(got, want.s, size) == 0);
	free(got);
}

static void
check_read(struct sok_str file, const struct sok_puzzle *want, size_t n)
{
	struct found found = {{0}, {{0}}};
	struct sok_sink sink = {.fn = note, .ctx = &found};
	struct sok_reader *r = open_set(file, &sink);
	struct sok_puzzle *p;
	size_t i = 0;

	for (; CHECK(r != NULL) && sok_read(r, &p) == 1; i++) {
		if (!CHECK(i < n))
			break;
		CHECK(p->number == i + 1);
		CHECK(sok_str_eq(p->title, want[i].title));
		CHECK(sok_board_equal(&p->board, &want[i].board));
	}
	CHECK_NUM(i, n);
	CHECK(found.n[SOK_SYNTAX_RULE] == 0);
	CHECK_STR(
	    sok_text_get(&sok_reader_header(r)->text, SOK_STR("Collection")),
	    "Set");
	sok_reader_close(r);
}

/* A damaged file can be read safely, whatever the damage. */
static void
damage(struct sok_buf *file, uint64_t *seed)
{
	struct found found;
	size_t i, n = file->len;

	for (i = 0; i < 8; i++)
		file->s[unit_random(seed) % n] = (char)unit_random(seed);
	count((struct sok_str){file->s, n}, &found);
	count((struct sok_str){file->s, unit_random(seed) % n}, &found);
}

static void
random_set(uint64_t seed)
{
	struct sok_arena a = {0};
	struct sok_buf want = {0}, file = {0}, again = {0};
	struct sok_puzzle p[8];
	size_t n = 1 + unit_random(&seed) % 8;
	struct found found;

	random_puzzles(p, n, &want, &seed, &a);
	for (size_t i = 0; i < 3; i++) {
		memset(&found, 0, sizeof(found));
		write_set(&file, NULL, p, n, containers[i], &found);
		CHECK_NUM(found.n[SOK_CANNOT_HOLD_RULE], 0);
		CHECK_NUM(found.n[SOK_LOSSY_RULE], i == 0 ? 2 : 1);
		check_oracle(sok_buf_str(&file), sok_buf_str(&want));
		check_read(sok_buf_str(&file), p, n);
		write_set(&again, NULL, p, n, containers[i], &found);
		CHECK(sok_str_eq(sok_buf_str(&file), sok_buf_str(&again)));
		damage(&file, &seed);
	}
	sok_buf_free(&want);
	sok_buf_free(&file);
	sok_buf_free(&again);
	sok_arena_free(&a);
}

/* ---- puzzles that a set cannot represent */

static struct sok_puzzle
puzzle(struct sok_arena *a, const char *rows, int width, int height)
{
	struct sok_puzzle p = {.number = 1, .has_board = true};

	p.pos.file = "test";
	if (sok_board_new(&p.board, width, height, a) == -1)
		abort();
	for (int i = 0; i < width * height; i++)
		p.board.sq[i] = sok_square[(unsigned char)rows[i]];
	sok_board_count(&p.board);
	return p;
}

static void
refused(struct sok_puzzle p, const char *why)
{
	struct sok_buf file = {0};
	struct found found = {{0}, {{0}}};

	write_set(&file, NULL, &p, 1, NULL, &found);
	CHECK_NUM(found.n[SOK_CANNOT_HOLD_RULE], 1);
	CHECK(strstr(found.last[SOK_CANNOT_HOLD_RULE], why) != NULL);
	CHECK_NUM(file.len, 0);
	sok_buf_free(&file);
}

static void
limits(void)
{
	struct sok_arena a = {0};
	struct sok_puzzle p = puzzle(&a,
	    "#####"
	    "#@$.#"
	    "#####",
	    5, 3);
	struct sok_puzzle none = {.pos.file = "test", .ngames = 0};
	struct sok_buf file = {0};
	struct found found = {{0}, {{0}}};
	char wide[33 * 3 + 1], name[301];

	refused(none, "without a board");
	refused(puzzle(&a,
	            "#####"
	            "#@$.@"
	            "#####",
	            5, 3),
	    "2 players");
	refused(puzzle(&a,
	            "#####"
	            "# $.#"
	            "#####",
	            5, 3),
	    "0 players");
	refused(puzzle(&a,
	            "#####"
	            "#@$. "
	            "#####",
	            5, 3),
	    "not closed");
	memset(wide, '#', sizeof(wide));
	wide[33 + 1] = '@';
	refused(puzzle(&a, wide, 33, 3), "33 x 3");
	refused(puzzle(&a, wide, 3, 33), "3 x 33");
	write_set(&file, NULL, &p, 1, "macbinary", &found);
	CHECK_NUM(file.len, 128 + 384);
	CHECK(mac_crc((struct sok_str){file.s, 124}) == mac_u16(file.s + 124));
	memset(name, 'x', 300);
	name[300] = '\0';
	p.title = sok_str(name);
	write_set(&file, NULL, &p, 1, NULL, &found);
	CHECK(strstr(found.last[SOK_LOSSY_RULE], "over 255") != NULL);
	p.title.len = 255;
	check_read(sok_buf_str(&file), &p, 1);
	sok_buf_free(&file);
	sok_arena_free(&a);
}

/* More puzzles than a map can hold, and more names than a list can hold. */
static void
masses(void)
{
	enum { MANY = 5500 };
	struct sok_arena a = {0};
	struct sok_puzzle one = puzzle(&a,
	    "#####"
	    "#@$.#"
	    "#####",
	    5, 3);
	struct sok_puzzle *p = malloc(MANY * sizeof(*p));
	struct sok_buf file = {0};
	struct found found = {{0}, {{0}}}, after;
	struct sok_header h = {.file = "test"};
	struct sok_str line = {"Set: x\ry", 8};
	char name[201];

	if (p == NULL)
		abort();
	memset(name, 'x', 200);
	one.title = (struct sok_str){name, 200};
	for (size_t i = 0; i < MANY; i++)
		p[i] = one;
	h.text = (struct sok_text){&line, 1};
	write_set(&file, &h, p, MANY, NULL, &found);
	CHECK(found.n[SOK_CANNOT_HOLD_RULE] > 0);
	CHECK_NUM(count(sok_buf_str(&file), &after),
	    MANY - found.n[SOK_CANNOT_HOLD_RULE]);
	CHECK_NUM(after.n[SOK_SYNTAX_RULE], 0);
	CHECK(fork_print(stdout, (const unsigned char *)"", 0) == false);
	free(p);
	sok_buf_free(&file);
	sok_arena_free(&a);
}

static void
strange_options(void)
{
	struct sok_write_options o = {.container = "tar"};
	struct sok_sink sink = {.fn = NULL};
	struct sok_buf b = {0};
	struct sok_output *out = sok_output_memory(&b);

	CHECK(sok_writer_open(sok_format_find(SOK_STR("sokoban3d")), out, &o,
	          &sink) == NULL);
	CHECK(sok_output_close(out, true) == 0);
	CHECK_NUM(b.len, 0);
}

int
main(int argc, char **argv)
{
	uint64_t sets = argc > 1 ? strtoull(argv[1], NULL, 10) / 40 : 100;

	limits();
	masses();
	strange_options();
	for (uint64_t seed = 0; seed < sets; seed++)
		random_set(seed);
	return unit_done();
}
