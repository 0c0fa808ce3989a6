/*
 * mac_fork.c - malformed resource forks and containers.
 */
#include "format/mac/mac.h"
#include "mac_set.h"

/* ---- forks by hand */

struct resource {
	const char *type;
	int id;
	const char *bytes;
	unsigned attributes;
};

/* A fork of up to 8 resources; resources of one type must be adjacent. */
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
	sok_buf_add(b, sok_buf_str(&data));
	sok_buf_fill(b, '\0', 24);
	mac_add16(b, 28);
	mac_add16(b, (unsigned)(30 + types.len + refs.len));
	mac_add16(b, (unsigned)ntypes - 1);
	sok_buf_add(b, sok_buf_str(&types));
	sok_buf_add(b, sok_buf_str(&refs));
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
	CHECK_NUM(count(sok_buf_str(&fork), &found), puzzles);
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
	by_hand(r, 4, 2, "1 TEXT resource is not a level");
	r[3].bytes = "1\rDemo\r127\r131\r";
	by_hand(r, 4, 3, "TEXT 131 of the set is missing");
	r[3].bytes = "1\rDemo\r130\r128\r";
	by_hand(r, 4, 3, "Setx cannot be used");
	r[3].bytes = "1\rDemo";
	by_hand(r, 4, 3, "Setx cannot be used");
	r[3] = (struct resource){"Setx", 128, "1\rDemo\r128\r129\r", 1};
	by_hand(r, 4, 3, "cannot be used (it is compressed)");
	by_hand(r, 3, 3, "no Setx");
	r[3] = (struct resource){"SETs", 128, "whatever", 0};
	by_hand(r, 4, 3, "SETs is in an unpublished format");
	r[3] = (struct resource){"ICON", 128, "", 0};
	by_hand(r, 4, 3, "no Setx");
	r[3] = (struct resource){"Setx", 128, "1\rDemo\r128\r130\r", 0};
	r[0].attributes = 1;
	by_hand(r, 4, 2, "it is compressed");
	r[0].attributes = 0;
	r[1].bytes = "no level";
	by_hand(r, 4, 2, "TEXT 128 is not a level (row 1, column 1)");
	r[1].bytes = "\r\r";
	by_hand(r, 4, 2, "TEXT 128 is empty");
	r[1].bytes = "\r\r" ROWS;
	by_hand(r, 4, 3, NULL);
	r[1] = (struct resource){"TEXT", -5, ROWS, 0};
	r[3].bytes = "1\r\r-5\r130\r";
	by_hand(r, 4, 3, "TEXT -4 to 128 of the set are missing");
}

/* Resources that are not levels are counted, all types together. */
static void
others(void)
{
	struct resource r[] = {{"TEXT", 128, ROWS, 0},
	    {"Setx", 128, "1\rDemo\r128\r128\r", 0}, {"ICON", 128, "", 0},
	    {"ICON", 129, "", 0}, {"PICT", 128, "", 0}};

	by_hand(r, 2, 1, NULL);
	by_hand(r, 5, 1, "3 resources of other types: skipped");
}

/* Overlapping data of several resources could make a large file from a small
 * one. */
static void
overlapping(void)
{
	struct resource r[] = {
	    {"TEXT", 128, ROWS, 0}, {"TEXT", 129, "", 0}, {"TEXT", 130, "", 0}};
	struct sok_buf fork = {0};
	struct found found;

	make_fork(&fork, r, 3);
	CHECK_NUM(count(sok_buf_str(&fork), &found), 1);
	/* The last two references point to the end of the file. */
	fork.s[fork.len - 12 - 5] = 0;
	CHECK_NUM(count(sok_buf_str(&fork), &found), 1);
	CHECK(strstr(found.last[SOK_SYNTAX_RULE], "overlap") != NULL);
	/* Two findings: the missing Setx and the overlap, which is reported
	 * once. */
	CHECK_NUM(found.n[SOK_SYNTAX_RULE], 2);
	sok_buf_free(&fork);
}

/* Truncated data and wrong lengths. */
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
	CHECK_NUM(count(sok_buf_str(&fork), &found), 0);
	CHECK(strstr(found.last[SOK_SYNTAX_RULE], "the map is cut off"));
	fork.s[15] = (char)(28 + 2 + 8 + 12);
	fork.s[n - (2 + 8 + 12) - 4] = 1;
	CHECK_NUM(count(sok_buf_str(&fork), &found), 0);
	CHECK(strstr(
	    found.last[SOK_SYNTAX_RULE], "the map has no list of types"));
	fork.s[n - (2 + 8 + 12) - 4] = 0;
	/* With a data fork, and with a changed header. */
	mac_wrap_binary(&file, (struct sok_str){fork.s, 15}, SOK_STR("name"));
	CHECK_NUM(count(sok_buf_str(&file), &found), 0);
	CHECK(strstr(found.last[SOK_SYNTAX_RULE], "the header is cut off"));
	file.len = 0;
	mac_wrap_binary(&file, sok_buf_str(&fork), SOK_STR(""));
	CHECK_NUM(count(sok_buf_str(&file), &found), 1);
	CHECK_NUM(found.n[SOK_SYNTAX_RULE], 1);
	memcpy(file.s + 102, "mBIN", 4);
	CHECK_NUM(count(sok_buf_str(&file), &found), 1);
	CHECK_NUM(found.n[SOK_SYNTAX_RULE], 2);
	file.s[86] = 4;
	CHECK_NUM(count(sok_buf_str(&file), &found), 0);
	file.len = 0;
	mac_wrap_double(&file, sok_buf_str(&fork));
	CHECK_NUM(count(sok_buf_str(&file), &found), 1);
	file.s[29] = 1;
	file.s[37] = 8;
	CHECK_NUM(count(sok_buf_str(&file), &found), 1);
	CHECK_NUM(found.n[SOK_SYNTAX_RULE], 2);
	file.s[5] = 3;
	CHECK_NUM(count(sok_buf_str(&file), &found), 0);
	file.s[5] = 2;
	file.s[25] = 99;
	CHECK_NUM(count(sok_buf_str(&file), &found), 0);
	CHECK_NUM(count((struct sok_str){file.s, 20}, &found), 0);
	sok_buf_free(&fork);
	sok_buf_free(&file);
}

/* Whether n bytes that arrive in chunks are reported as too large. */
static bool
is_too_large(size_t n, size_t limit, size_t chunk)
{
	struct sok_limits low = sok_default_limits;
	struct found found = {{0}, {{0}}};
	struct sok_sink sink = {.fn = note, .ctx = &found};
	struct sok_read_options o = {.name = "in",
	    .format = sok_format_find(SOK_STR("sokoban3d")),
	    .limits = &low,
	    .chunk = chunk};
	struct sok_reader *r;
	struct sok_puzzle *p;
	char bytes[128] = "";

	low.v[SOK_LIMIT_FORK] = limit;
	r = sok_reader_open_memory((struct sok_str){bytes, n}, &o, &sink);
	CHECK(r != NULL && sok_read(r, &p) == 0);
	sok_reader_close(r);
	return found.n[SOK_LIMIT_RULE] == 1;
}

/* A file over the limit is not read, not even its beginning. */
static void
too_large(void)
{
	for (size_t chunk = 0; chunk <= 128; chunk += 25) {
		CHECK(!is_too_large(100, 100, chunk));
		CHECK(is_too_large(101, 100, chunk));
		CHECK(is_too_large(128, 100, chunk));
	}
}

/* ---- containers */

/* The kind of a MacBinary file with these bytes of its header changed and
 * without a checksum. */
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

/* A fork without a container is recognised by the position of its map: directly
 * after the data, or further on and complete. */
static void
bare(void)
{
	struct resource r = {"TEXT", 128, ROWS, 0};
	struct sok_buf b = {0};
	struct sok_str cut;

	make_fork(&b, &r, 1);
	cut = (struct sok_str){b.s, b.len - 1};
	CHECK(mac_kind(sok_buf_str(&b), true) == MAC_RAW);
	CHECK(mac_kind(cut, true) == MAC_RAW);
	CHECK(mac_kind((struct sok_str){b.s, 16}, true) == MAC_RAW);
	CHECK(mac_kind((struct sok_str){b.s, 15}, true) == MAC_NONE);
	b.s[11]--;
	CHECK(mac_kind(sok_buf_str(&b), true) == MAC_RAW);
	CHECK(mac_kind(cut, true) == MAC_NONE);
	CHECK(mac_kind(cut, false) == MAC_RAW);
	b.s[11] = (char)(b.s[11] + 2);
	CHECK(mac_kind(sok_buf_str(&b), true) == MAC_NONE);
	sok_buf_free(&b);
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
	CHECK(mac_kind(sok_buf_str(&b), true) == MAC_APPLE);
	CHECK(mac_kind((struct sok_str){b.s, 4}, true) == MAC_APPLE);
	CHECK(mac_kind((struct sok_str){b.s, 3}, true) == MAC_NONE);
	CHECK_NUM(b.len, 26 + 24 + 32);
	CHECK(memcmp(b.s + 50, "SetsSk3d", 8) == 0);
	b.len = 0;
	mac_wrap_binary(&b, SOK_STR("fork"), SOK_STR("A:B"));
	CHECK(mac_kind(sok_buf_str(&b), true) == MAC_BINARY);
	CHECK(mac_kind((struct sok_str){b.s, 130}, true) == MAC_BINARY);
	b.s[124] ^= 1; /* the checksum is wrong */
	CHECK(mac_kind(sok_buf_str(&b), true) == MAC_BINARY);
	CHECK(mac_kind((struct sok_str){b.s, 130}, true) == MAC_NONE);
	b.s[123] ^= 1; /* and so is the version */
	CHECK(mac_kind(sok_buf_str(&b), true) == MAC_NONE);
	b.s[123] ^= 1;
	b.s[124] ^= 1;
	CHECK(mac_kind((struct sok_str){b.s, 130}, false) == MAC_BINARY);
	CHECK(memcmp(b.s + 1, "\3A-B\0", 5) == 0);
	CHECK(memcmp(b.s + 65, "SetsSk3d", 8) == 0);
	headers(sok_buf_str(&b));
	sok_buf_free(&b);
}

int
main(void)
{
	containers_by_hand();
	bare();
	forks();
	others();
	overlapping();
	cut_off();
	too_large();
	return unit_done();
}
