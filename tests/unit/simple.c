/*
 * simple.c - the short way through the text reader against the long one, and
 * rows many squares at a time against rows square by square.
 *
 *     simple [N]     N collections (20,000)
 */
#include "model.h"
#include "text/simple.h"
#include "text/simple_rows.h"
#include "unit.h"

#include "../soup/soup.h"

/* ---- rows */

typedef const char *rows_fn(
    const char *p, const char *end, struct simple_rows *r);

static rows_fn *const quick[] = {
    rows_bytes,
#ifdef __x86_64__
    rows_bytes_sse2,
#endif
};

/* Whether there is ink where there is no floor. */
static bool
has_ink(const struct simple_rows *r, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if ((r->ink[i / 64] >> i % 64 & 1) != (r->sq[i] != SOK_FLOOR))
			return false;
	return true;
}

/* Whether all rows begin and end with something else than floor; the plain way
 * does not look. */
static bool
is_full(const struct simple_rows *r)
{
	bool looks = sizeof(quick) > sizeof(*quick);
	size_t from = 0;

	for (size_t y = 0; looks && y < r->height; from = r->end[y++] + 1U)
		if (r->sq[from] == SOK_FLOOR ||
		    r->sq[r->end[y] - 1] == SOK_FLOOR)
			return false;
	return looks;
}

static bool
same_rows(const struct simple_rows *a, const struct simple_rows *b)
{
	size_t n = a->height > 0 ? a->end[a->height - 1] : 0;

	return a->height == b->height && a->players == b->players &&
	    a->boxes == b->boxes && a->goals == b->goals &&
	    a->plain == b->plain && a->full == is_full(b) && !b->full &&
	    has_ink(a, n) && has_ink(b, n) &&
	    memcmp(a->end, b->end, a->height * sizeof(*a->end)) == 0 &&
	    memcmp(a->sq, b->sq, n) == 0;
}

/* What is found many bytes at a time; nothing is no answer. */
static size_t
compare_rows(const struct soup *o)
{
	static struct simple_rows a, b;
	const char *end = o->s + o->len, *got = NULL, *want;

	memset(&b, 8, sizeof(b));
	b.plain = false; /* the others of what is not set begin true */
	want = rows_bytes_plain(o->s, end, &b);
	for (size_t i = 0; i < sizeof(quick) / sizeof(*quick); i++) {
		memset(&a, 7, sizeof(a));
		got = quick[i](o->s, end, &a);
		if (!CHECK(got == NULL || (got == want && same_rows(&a, &b))))
			model_print("rows", (struct sok_str){o->s, o->len});
	}
	return got != NULL;
}

/* The rectangle they fill, and nothing behind what may be written to. */
static void
compare_boards(const struct soup *o)
{
	static unsigned char want[ROWS_BYTES], got[2][ROWS_BYTES + 64];
	static struct simple_rows r;
	size_t n;

	if (rows_take(o->s, o->s + o->len, &r) == NULL)
		return;
	n = r.width * r.height;
	memset(got, 7, sizeof(got));
	rows_fill_board_plain(&r, want);
	rows_fill_board(&r, got[0]);
	CHECK(memcmp(got[0], want, n) == 0 && got[0][n + 32] == 7);
#ifdef __x86_64__
	rows_fill_board_sse2(&r, got[1]);
	CHECK(memcmp(got[1], want, n) == 0 && got[1][n + 32] == 7);
#endif
}

/* Rows of a width, most of them; now and then another byte, or a text. */
static void
make_rows(struct soup *o)
{
	unsigned width =
	    soup_below(o, 4) ? soup_below(o, 20) : soup_below(o, 70);
	unsigned n = soup_below(o, 12) ? soup_below(o, 12) : soup_below(o, 70);
	const char *squares = soup_below(o, 3) ? "## $.@+* " : "# $.*-_";

	o->len = 0;
	while (n-- > 0) {
		soup_scramble(
		    o, squares, soup_below(o, 3) ? width : soup_below(o, 70));
		if (soup_below(o, 100) == 0)
			soup_scramble(o, "\ra1:\xff\t", 1);
		soup_puts(o, soup_below(o, 80) ? "\n" : "\n\n");
	}
	soup_puts(o, "Text\n");
}

/* What is read may lie behind the end. */
static void
pad(struct soup *o)
{
	static const char more[64] = "######################";

	soup_add(o, more, sizeof(more));
	o->len -= sizeof(more);
}

static void
test_rows(unsigned long n)
{
	struct soup o = {.state = 1};
	size_t found = 0;

	while (n-- > 0 && unit_failures < 5) {
		make_rows(&o);
		pad(&o);
		found += compare_rows(&o);
		compare_boards(&o);
		o.len = 0;
		soup_scramble(&o, "udlrUDLR", soup_below(&o, 50));
		soup_scramble(&o, "\n a1udlr", 2);
		soup_puts(&o, "\n");
		pad(&o);
		CHECK(rows_letters(o.s) == rows_letters_plain(o.s));
#ifdef __x86_64__
		CHECK(rows_letters_sse2(o.s) == rows_letters_plain(o.s));
#endif
	}
	CHECK(found > 0); /* the generator makes good rows */
	free(o.s);
}

/* Rows that end well, but begin with more floor than is looked at. */
static void
test_indent(void)
{
	static const char end[] = "\n#@$.#\n#####\n\nText\n";
	char s[256] = {0};
	struct simple_rows r;

	for (size_t n = 0; n < 130; n++) {
		memset(s, ' ', n);
		s[n] = '#';
		memcpy(s + n + 1, end, sizeof(end));
		CHECK((rows_take(s, s + strlen(s), &r) != NULL) ==
		    (n < ROWS_MOST));
	}
}

/* ---- collections */

static const char *const boards[] = {"#####\n#@$.#\n#####",
    "  ###\n  #.#\n###$#\n#@  #\n#####", "####\n#. #\n#$ #\n#@ #\n####",
    "*###*\n#@$.#\n*###*", " #####\n #@$.#\n #####", "#####\n#@$.#\n##### ",
    "_####\n##_.#\n#@$_#\n#####", "#####\n#@$.*\n#####", "#####\n#@ .#\n#####",
    "#####\n#+$$.#\n#####", "###\n-\n#####\n#@$.#\n#####",
    "####################\n#@$             .  #\n####################",
    ("                  ####\n                  #.@#\n"
     "###################$ #\n#                    #\n"
     "######################")};

static const char *const texts[] = {"Level 1", "; 1", "1", "; Two words",
    "Author: Bob Hope", "Title: One", "A note, and no more.", "'Quoted'",
    "It's 5 o'clock", "a=b", "; Level: 3", "Comment: in a line", "DULL game",
    "Solution 3/1", "; DULL", "Game: Hexoban", "Who? Me!", "x", "{code}",
    "--{noformat}", "\\begin{verbatim}", "#+BEGIN_EXAMPLE", "[pre]", "<tt>",
    "</source>", "| # | @ | # |", "#####Level 2", "#####=20", "XX###X",
    "moves = \"rR\"", "  solution: 'rR',", "R3U2L4", "Solution", "\\", "5-",
    "*3-*", "#bb#", "Title: ", "*****", "; Title: One", "> Title: One",
    "    Title: One", "\"rR\"", "1. R"};

static const char *const games[] = {"R", "rrRR", "uuddllrrUUDDLLRR",
    ("rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr\nr"
     "r"),
    "lull\ndull\nRuDD"};

static void
blank_lines(struct soup *o)
{
	unsigned n = soup_below(o, 10) ? 1 : soup_below(o, 4);

	while (n-- > 0)
		soup_puts(o, "\n");
}

/* What plain collections are made of, and now and then something else. */
static void
make_collection(struct soup *o, uint64_t seed)
{
	unsigned n, odd;

	soup_begin(o, seed);
	odd = 4 + soup_below(o, 60);
	for (n = 2 + soup_below(o, 30); n > 0; n--) {
		unsigned what = soup_below(o, 8);

		if (soup_below(o, odd) == 0)
			soup_item(o);
		else if (what < 3)
			soup_puts(o, SOUP_PICK(o, boards));
		else
			soup_puts(o,
			    what < 6 ? SOUP_PICK(o, texts)
			             : SOUP_PICK(o, games));
		soup_puts(o, "\n");
		if (soup_below(o, 5))
			blank_lines(o);
	}
}

/* A limit that no line here comes near, but the short way does not know. */
static bool
read_long(struct model *m, struct sok_str bytes)
{
	struct sok_limits limits = sok_default_limits;
	struct sok_sink sink = {.fn = model_finding, .ctx = m};
	struct sok_read_options o = {.name = "-",
	    .format = sok_format_find(SOK_STR("sok")),
	    .limits = &limits};
	struct sok_reader *r;
	int bad;

	limits.v[SOK_LIMIT_LINE] = SIMPLE_MAX - 1;
	r = sok_reader_open_memory(bytes, &o, &sink);
	*m = (struct model){0};
	bad = r == NULL || model_drain(m, r, NULL) == -1;
	sok_reader_close(r);
	return !bad;
}

static int
compare_lines(const void *a, const void *b)
{
	const struct sok_str *x = a, *y = b;
	size_t n = x->len < y->len ? x->len : y->len;
	int order = memcmp(x->s, y->s, n);

	return order != 0 ? order : (x->len > y->len) - (x->len < y->len);
}

/* What is said once of a file may be said a puzzle earlier or later. */
static void
sort(struct sok_buf *b)
{
	static struct sok_str line[10000];
	struct sok_buf sorted = {0};
	struct sok_str rest = sok_buf_str(b);
	size_t n = 0, i;

	for (; rest.len > 0 && n < 10000; n++) {
		const char *end = memchr(rest.s, '\n', rest.len);

		line[n] = sok_str_sub(rest, 0, (size_t)(end + 1 - rest.s));
		rest = sok_str_from(rest, line[n].len);
	}
	qsort(line, n, sizeof(*line), compare_lines);
	for (i = 0; i < n; i++)
		sok_buf_add(&sorted, line[i]);
	sok_buf_free(b);
	*b = sorted;
}

static void
compare_ways(struct sok_str bytes)
{
	struct model a, b;

	CHECK(model_memory(&a, bytes, NULL) == 0 && read_long(&b, bytes));
	sort(&a.findings);
	sort(&b.findings);
	CHECK(model_alike(bytes, "the short way", &a, "the long way", &b));
	model_free(&a);
	model_free(&b);
}

static void
test_collections(unsigned long n)
{
	struct soup o = {0};
	uint64_t i;

	for (i = 0; i < n && unit_failures < 3; i++) {
		if (i % 4 == 0)
			soup_make(&o, i, true);
		else
			make_collection(&o, i);
		compare_ways((struct sok_str){o.s, o.len});
	}
	free(o.s);
}

/* Any byte at any place of lines of any length; what stands behind them does
 * not matter. */
static void
test_printable(void)
{
	char line[40];

	for (size_t n = 0; n <= 32; n++)
		for (size_t at = 0; at <= n; at++)
			for (int c = 0; c < 256; c++) {
				memset(line, 'x', sizeof(line));
				line[at] = (char)c;
				CHECK(simple_is_printable(
				          (struct sok_str){line, n}) ==
				    (at == n || (c >= ' ' && c <= '~')));
			}
}

/* Lines of any length, of which most would do, but for a byte somewhere. */
static void
test_words(unsigned long n)
{
	char s[300 + 16];
	uint64_t seed = 1;
	size_t found = 0;

	while (n-- > 0 && unit_failures < 5) {
		size_t len = unit_random(&seed) % 60, most, i;

		if (unit_random(&seed) % 16 == 0)
			len = unit_random(&seed) % 300;
		most = unit_random(&seed) % 4 ? 256 : unit_random(&seed) % 300;
		for (i = 0; i < sizeof(s); i++)
			s[i] = " aZ5.z0A9;-"[unit_random(&seed) % 11];
		s[len] = '\n';
		for (i = unit_random(&seed) % 3; i > 0; i--)
			s[unit_random(&seed) % (len + 8)] =
			    (char)unit_random(&seed);
		if (unit_random(&seed) % 8 == 0)
			memset(s, ". -"[unit_random(&seed) % 3], len);
		if (unit_random(&seed) % 4 == 0)
			*s = "'`<:>[|=\n"[unit_random(&seed) % 9];
		found += simple_words_plain(s, most) != NULL;
		CHECK(simple_words(s, most) == simple_words_plain(s, most));
		CHECK(simple_line(s, most) == simple_line_plain(s, most));
	}
	CHECK(found > 0);
}

int
main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;

	test_printable();
	test_words(8 * n);
	test_rows(n);
	test_indent();
	test_collections(n);
	return unit_done();
}
