/*
 * mac.c - Sokoban 3D sets: random collections through every container, held
 * against the second opinion of tests/oracle; what the format cannot hold;
 * forks that are not as they should be.
 */
#include <stdlib.h>

#define FORK_NO_MAIN
#include "../oracle/fork.c"
#include "mac.h"
#include "unit.h"

static const char *const containers[] = {"rsrc", "appledouble", "macbinary"};

/* What was reported last, and how often in all. */
struct found {
	size_t n[SOK_NRULES];
	char last[SOK_NRULES][200];
};

static void
note(void *ctx, const struct sok_finding *f)
{
	struct found *found = ctx;

	found->n[f->rule]++;
	snprintf(found->last[f->rule], sizeof(found->last[0]), "%.*s",
	    (int)f->message.len, f->message.s);
}

static struct sok_str
as_str(const struct sok_buf *b)
{
	return (struct sok_str){b->s != NULL ? b->s : "", b->len};
}

/* ---- writing and reading */

/* Puzzles as a set in a container. */
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

static struct sok_reader *
open_set(struct sok_str bytes, struct sok_sink *sink)
{
	struct sok_read_options o = {
	    .name = "in", .format = sok_format_find(SOK_STR("sokoban3d"))};

	return sok_reader_open_memory(bytes, &o, sink);
}

/* How many puzzles there are, whatever the bytes. */
static size_t
count(struct sok_str bytes, struct found *found)
{
	struct sok_sink sink = {.fn = note, .ctx = found};
	struct sok_reader *r = open_set(bytes, &sink);
	struct sok_puzzle *p;
	size_t n = 0;

	memset(found, 0, sizeof(*found));
	while (CHECK(r != NULL) && sok_read(r, &p) == 1)
		n++;
	sok_reader_close(r);
	return n;
}

/* ---- random sets */

/* Letters that MacRoman has, each as UTF-8 and as its byte. */
static const char *const letter[] = {"a", "Z", "7", " ", "'", "\xc3\xa9",
    "\xc3\x84", "\xce\xa9", "\xef\xac\x81"};
static const unsigned char byte[] = {
    'a', 'Z', '7', ' ', '\'', 0x8e, 0x80, 0xbd, 0xde};

/* A title with a letter at both ends; hex: the bytes it must become. */
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
	s = sok_str_dup(a, as_str(&title));
	sok_buf_free(&title);
	return s;
}

/* A wall around anything, and one player in it. */
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

/* What the oracle must print for a level. */
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
		expect_level(want, 128 + i, as_str(&hex), &p[i].board);
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

/* Whatever is wrong with a file, it can be read without harm. */
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
		check_oracle(as_str(&file), as_str(&want));
		check_read(as_str(&file), p, n);
		write_set(&again, NULL, p, n, containers[i], &found);
		CHECK(sok_str_eq(as_str(&file), as_str(&again)));
		damage(&file, &seed);
	}
	sok_buf_free(&want);
	sok_buf_free(&file);
	sok_buf_free(&again);
	sok_arena_free(&a);
}

/* ---- what a set cannot hold */

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
	check_read(as_str(&file), &p, 1);
	sok_buf_free(&file);
	sok_arena_free(&a);
}

/* More puzzles than places in a map, more names than a list can hold. */
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
	CHECK_NUM(
	    count(as_str(&file), &after), MANY - found.n[SOK_CANNOT_HOLD_RULE]);
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

/* ---- forks by hand */

struct resource {
	const char *type;
	int id;
	const char *bytes;
	unsigned attributes;
};

/* A fork of up to 8 resources, those of one type in a row. */
static void
make_fork(struct sok_buf *b, const struct resource *r, size_t n)
{
	struct sok_buf data = {0}, types = {0}, refs = {0};
	size_t i, k, at, ntypes = 0;

	for (i = 0; i < n; i++)
		ntypes += i == 0 || strcmp(r[i].type, r[i - 1].type) != 0;
	for (i = 0; i < n; i = k) {
		at = 2 + 8 * ntypes + refs.len;
		for (k = i; k < n && strcmp(r[k].type, r[i].type) == 0; k++) {
			mac_add16(&refs, (unsigned)r[k].id & 0xffff);
			mac_add16(&refs, 0xffff);
			mac_add32(&refs, r[k].attributes << 24 | data.len);
			mac_add32(&refs, 0);
			mac_add32(&data, strlen(r[k].bytes));
			sok_buf_add(&data, sok_str(r[k].bytes));
		}
		sok_buf_add(&types, sok_str(r[i].type));
		mac_add16(&types, (unsigned)(k - i - 1));
		mac_add16(&types, (unsigned)at);
	}
	b->len = 0;
	mac_add32(b, 256);
	mac_add32(b, 256 + data.len);
	mac_add32(b, data.len);
	mac_add32(b, 28 + 2 + types.len + refs.len);
	sok_buf_fill(b, '\0', 240);
	sok_buf_add(b, as_str(&data));
	sok_buf_fill(b, '\0', 24);
	mac_add16(b, 28);
	mac_add16(b, (unsigned)(30 + types.len + refs.len));
	mac_add16(b, (unsigned)ntypes - 1);
	sok_buf_add(b, as_str(&types));
	sok_buf_add(b, as_str(&refs));
	sok_buf_free(&data);
	sok_buf_free(&types);
	sok_buf_free(&refs);
}

#define ROWS "#####\r#@$.#\r#####"

static void
by_hand(const struct resource *r, size_t n, size_t puzzles, const char *said)
{
	struct sok_buf fork = {0};
	struct found found;

	make_fork(&fork, r, n);
	CHECK_NUM(count(as_str(&fork), &found), puzzles);
	if (said == NULL)
		CHECK_NUM(found.n[SOK_SYNTAX_RULE], 0);
	else if (!CHECK(strstr(found.last[SOK_SYNTAX_RULE], said) != NULL))
		fprintf(stderr, "got \"%s\", want \"%s\"\n",
		    found.last[SOK_SYNTAX_RULE], said);
	sok_buf_free(&fork);
}

static void
forks(void)
{
	struct resource r[] = {{"TEXT", 130, ROWS "\r", 0},
	    {"TEXT", 128, ROWS, 0}, {"TEXT", 129, ROWS "\r\r", 0},
	    {"Setx", 128, "1\rDemo\r128\r130\r", 0}};

	by_hand(r, 4, 3, NULL);
	r[3].bytes = "1\rDemo\r128\r130";
	by_hand(r, 4, 3, NULL);
	r[3].bytes = "1\rDemo\r128\r129\r";
	by_hand(r, 4, 2, "1 TEXT resources are not levels");
	r[3].bytes = "1\rDemo\r127\r131\r";
	by_hand(r, 4, 3, "TEXT 131 of the set is missing");
	r[3].bytes = "1\rDemo\r130\r128\r";
	by_hand(r, 4, 3, "Setx cannot be used");
	r[3].bytes = "1\rDemo";
	by_hand(r, 4, 3, "Setx cannot be used");
	by_hand(r, 3, 3, "no Setx");
	r[3] = (struct resource){"SETs", 128, "whatever", 0};
	by_hand(r, 4, 3, "SETs is not public");
	r[3] = (struct resource){"ICON", 128, "", 0};
	by_hand(r, 4, 3, "no Setx");
	r[3] = (struct resource){"Setx", 128, "1\rDemo\r128\r130\r", 0};
	r[0].attributes = 1;
	by_hand(r, 4, 2, "it is compressed");
	r[0].attributes = 0;
	r[1].bytes = "no level";
	by_hand(r, 4, 2, "TEXT 128 is no level (row 1, column 1)");
	r[1].bytes = "\r\r";
	by_hand(r, 4, 2, "TEXT 128 is empty");
	r[1].bytes = "\r\r" ROWS;
	by_hand(r, 4, 3, NULL);
	r[1] = (struct resource){"TEXT", -5, ROWS, 0};
	r[3].bytes = "1\r\r-5\r130\r";
	by_hand(r, 4, 3, "TEXT -4 to 128 of the set are missing");
}

/* Bytes that are cut off or say too much. */
static void
cut_off(void)
{
	struct resource r = {"TEXT", 128, ROWS, 0};
	struct sok_buf fork = {0}, file = {0};
	struct found found;
	size_t n;

	make_fork(&fork, &r, 1);
	n = fork.len;
	CHECK_NUM(count((struct sok_str){fork.s, 10}, &found), 0);
	CHECK_NUM(found.n[SOK_SYNTAX_RULE], 1);
	CHECK_NUM(count((struct sok_str){fork.s, n - 1}, &found), 0);
	CHECK_NUM(found.n[SOK_SYNTAX_RULE], 1);
	fork.s[15] = 27;
	CHECK_NUM(count(as_str(&fork), &found), 0);
	CHECK(strstr(found.last[SOK_SYNTAX_RULE], "the map is cut off"));
	fork.s[15] = (char)(28 + 2 + 8 + 12);
	/* A data fork beside it, and a header that was touched. */
	mac_wrap_binary(&file, as_str(&fork), SOK_STR(""));
	CHECK_NUM(count(as_str(&file), &found), 1);
	CHECK_NUM(found.n[SOK_SYNTAX_RULE], 1);
	memcpy(file.s + 102, "mBIN", 4);
	CHECK_NUM(count(as_str(&file), &found), 1);
	CHECK_NUM(found.n[SOK_SYNTAX_RULE], 2);
	file.s[86] = 4;
	CHECK_NUM(count(as_str(&file), &found), 0);
	file.len = 0;
	mac_wrap_double(&file, as_str(&fork));
	CHECK_NUM(count(as_str(&file), &found), 1);
	file.s[29] = 1;
	file.s[37] = 8;
	CHECK_NUM(count(as_str(&file), &found), 1);
	CHECK_NUM(found.n[SOK_SYNTAX_RULE], 2);
	file.s[5] = 3;
	CHECK_NUM(count(as_str(&file), &found), 0);
	file.s[5] = 2;
	file.s[25] = 99;
	CHECK_NUM(count(as_str(&file), &found), 0);
	CHECK_NUM(count((struct sok_str){file.s, 20}, &found), 0);
	sok_buf_free(&fork);
	sok_buf_free(&file);
}

/* A file over the limit is not read. */
static void
too_large(void)
{
	struct sok_limits low = sok_default_limits;
	struct found found = {{0}, {{0}}};
	struct sok_sink sink = {.fn = note, .ctx = &found};
	struct sok_read_options o = {.name = "in",
	    .format = sok_format_find(SOK_STR("sokoban3d")),
	    .limits = &low};
	struct sok_reader *r;
	struct sok_puzzle *p;

	low.v[SOK_LIMIT_FORK] = 100;
	r = sok_reader_open_memory(
	    SOK_STR("0123456789012345678901234567890123456789012345678901"
	            "0123456789012345678901234567890123456789012345678901"),
	    &o, &sink);
	CHECK(r != NULL && sok_read(r, &p) == 0);
	CHECK_NUM(found.n[SOK_LIMIT_RULE], 1);
	sok_reader_close(r);
}

/* ---- containers */

/* The kind of a MacBinary file with these bytes of its header changed and no
 * checksum. */
static enum mac_kind
kind_with(struct sok_str file, size_t at, const char *bytes, size_t n)
{
	char copy[1024];

	if (!CHECK(file.len <= sizeof(copy)))
		return MAC_NONE;
	memcpy(copy, file.s, file.len);
	memset(copy + 101, 0, 27); /* as the first version has it */
	memcpy(copy + at, bytes, n);
	return mac_kind((struct sok_str){copy, file.len}, true);
}

static void
headers(struct sok_str file)
{
	CHECK(kind_with(file, 0, "", 0) == MAC_BINARY);
	CHECK(kind_with(file, 0, "\1", 1) == MAC_NONE);
	CHECK(kind_with(file, 74, "\1", 1) == MAC_NONE);
	CHECK(kind_with(file, 82, "\1", 1) == MAC_NONE);
	CHECK(kind_with(file, 1, "\0", 1) == MAC_NONE);
	CHECK(kind_with(file, 1, "\77", 1) == MAC_BINARY);
	CHECK(kind_with(file, 1, "\100", 1) == MAC_NONE);
	CHECK(kind_with(file, 83, "\1\0\0\0", 4) == MAC_NONE);
	CHECK(kind_with(file, 87, "\1\0\0\0", 4) == MAC_NONE);
	CHECK(kind_with(file, 87, "\0\0\0\0", 4) == MAC_NONE);
	CHECK(kind_with(file, 110, "x", 1) == MAC_NONE);
	CHECK(kind_with(file, 125, "x", 1) == MAC_NONE);
	CHECK(kind_with(file, 102, "mBIN", 4) == MAC_BINARY);
}

static void
containers_by_hand(void)
{
	static const char text[] = "\0\3abc", pad[128];
	struct sok_buf b = {0};

	CHECK(mac_crc(SOK_STR("123456789")) == 0x31c3);
	CHECK(mac_kind(SOK_STR("#####\n#@$.#\n#####\n"), true) == MAC_NONE);
	CHECK(mac_kind((struct sok_str){text, 5}, true) == MAC_NONE);
	CHECK(mac_kind((struct sok_str){pad, 128}, true) == MAC_NONE);
	mac_wrap_double(&b, SOK_STR(""));
	CHECK(mac_kind(as_str(&b), true) == MAC_APPLE);
	CHECK_NUM(b.len, 26 + 24 + 32);
	CHECK(memcmp(b.s + 50, "SetsSk3d", 8) == 0);
	b.len = 0;
	mac_wrap_binary(&b, SOK_STR("fork"), SOK_STR("A:B"));
	CHECK(mac_kind(as_str(&b), true) == MAC_BINARY);
	CHECK(mac_kind((struct sok_str){b.s, 130}, true) == MAC_BINARY);
	b.s[124] ^= 1; /* the checksum is wrong */
	CHECK(mac_kind(as_str(&b), true) == MAC_BINARY);
	CHECK(mac_kind((struct sok_str){b.s, 130}, true) == MAC_NONE);
	b.s[123] ^= 1; /* and so is the version */
	CHECK(mac_kind(as_str(&b), true) == MAC_NONE);
	b.s[123] ^= 1;
	b.s[124] ^= 1;
	CHECK(mac_kind((struct sok_str){b.s, 130}, false) == MAC_BINARY);
	CHECK(memcmp(b.s + 1, "\3A-B\0", 5) == 0);
	CHECK(memcmp(b.s + 65, "SetsSk3d", 8) == 0);
	headers(as_str(&b));
	sok_buf_free(&b);
}

int
main(int argc, char **argv)
{
	uint64_t sets = argc > 1 ? strtoull(argv[1], NULL, 10) / 40 : 100;

	containers_by_hand();
	forks();
	cut_off();
	too_large();
	limits();
	masses();
	strange_options();
	for (uint64_t seed = 0; seed < sets; seed++)
		random_set(seed);
	return unit_done();
}
