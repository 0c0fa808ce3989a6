/*
 * run.c - puzzles that pass as they stand (sok_read_run()) against the same
 * puzzles read and written one by one.
 *
 *     run [N]     N / 4 collections (20,000)
 */
#include "simple.h"
#include "simple_rows.h"
#include "unit.h"

#include "../soup/soup.h"

static const char *const boards[] = {"#####\n#@$.#\n#####\n",
    "  ###\n  #.#\n###$#\n#@  #\n#####\n", "####\n#. #\n#$ #\n#@ #\n####\n",
    "*###*\n#@$.#\n*###*\n",
    "####################\n#@$             .  #\n####################\n",
    ("                  ####\n                  #.@#\n"
     "###################$ #\n#                    #\n"
     "######################\n"),
    ("##################################################################\n"
     "#@$.                                                             #\n"
     "##################################################################\n")};

static const char *const titles[] = {"Level 1\n\n", "1\n\n", "27\n\n", "",
    "It's 5 o'clock\n\n", "Who? Me!\n\n", "(two)\n\n", "a, b & c\n\n"};

static const char *const odd[] = {"DULL\n\n", "; 1\n\n", "'Quoted'\n\n",
    "a=b\n\n", "Level: 3\n\n", "> x\n\n", " indented\n\n", "blank \n\n",
    "caf\xc3\xa9\n\n", "a\tb\n\n", "...\n\n", "#1\n\n", "*x\n\n", "@ home\n\n",
    "\n", "\n\n", "Author: Bob\n", "R\n", "Solution\nrrR\n", "::\n",
    "#####\n#@$.#\n#####\n", "#####\n#@ .#\n#####\n\n\n",
    "#####\n#@$-#\n###.#\n#####\n\n\n", "#####\n#@$.# \n#####\n\n\n",
    " #####\n #@$.#\n #####\n\n\n", "###\n#@#\n###\n\n\n",
    "#####\n#@$.#\n#####\nnote\n\n\n", "#####\n#@$.#\n#####\n\n; x\n\n\n",
    "#####\n\n#@$.#\n#####\n\n\n", "##\n", "#####\r\n#@$.#\n#####\n\n\n",
    "Game: Hexoban\n\n\n", "@####\n#@$.#\n#####\n\n\n",
    "#####\n#@$.#\n@####\n\n\n", "5#|#@$.#|5#\n\n\n", "##\n+$\n##\n",
    "#####\n#@  #\n#####\n"};

/* Formatted puzzles, now and then something else, then enough to come. */
static void
make_collection(struct soup *o, uint64_t seed)
{
	unsigned n, often;

	soup_make(o, seed, true);
	if (seed % 8 > 0)
		o->len = 0;
	o->state = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
	often = 2 + soup_below(o, 80);
	for (n = soup_below(o, 60); n > 0; n--) {
		if (soup_below(o, often) == 0)
			soup_puts(o, SOUP_PICK(o, odd));
		soup_puts(o, SOUP_PICK(o, titles));
		soup_puts(o, SOUP_PICK(o, boards));
		soup_puts(o, soup_below(o, 4 * often) ? "\n\n" : "\n");
		if (soup_below(o, 4 * often) == 0)
			o->s[o->len - 1 - soup_below(o, 18)] =
			    "#$.@*+ -_x\n"[soup_below(o, 11)];
	}
	for (n = soup_below(o, 4) * 100; n > 0; n--)
		soup_puts(o, "Level 1\n\n#####\n#@$.#\n#####\n\n\n");
}

/* What comes out, what was found, and where the puzzles stood. */
struct result {
	struct sok_buf out, places;
	size_t passed;
};

static void
finding(void *ctx, const struct sok_finding *f)
{
	struct result *r = ctx;

	sok_buf_fmt(&r->places, "%zu:%zu: %s %zu\n", f->pos.line, f->pos.col,
	    sok_rules[f->rule].name, f->puzzle ? f->puzzle->number : 0);
}

/* A puzzle's place, and that it was there if a run passed it. */
static void
place(struct result *r, const struct sok_puzzle *p)
{
	sok_buf_fmt(&r->places, "puzzle %zu at %zu\n", p->number, p->pos.line);
}

static void
drain(struct sok_reader *r, struct sok_writer *w, bool runs, struct result *res)
{
	struct sok_puzzle *p;
	struct sok_str run;
	bool first = true;
	size_t n;

	while (sok_read(r, &p) == 1) {
		if (first)
			sok_write_header(w, sok_reader_header(r));
		first = false;
		place(res, p);
		CHECK(sok_write(w, p) != -1);
		while (runs && sok_writer_runs(w)) {
			run = sok_read_run(r, &n);
			if (n == 0)
				break;
			sok_write_run(w, run, n);
			res->passed += n;
		}
	}
}

static void
format(struct sok_str bytes, bool runs, struct result *res)
{
	struct sok_read_options ro = {
	    .name = "-", .format = sok_format_find(SOK_STR("sok"))};
	struct sok_write_options wo = {.wrap = 70, .name = "-"};
	struct sok_sink sink = {.fn = finding, .ctx = res};
	struct sok_reader *r = sok_reader_open_memory(bytes, &ro, &sink);
	struct sok_output *o;
	struct sok_writer *w;

	*res = (struct result){.passed = 0};
	o = sok_output_memory(&res->out);
	w = sok_writer_open(ro.format, o, &wo, &sink);
	drain(r, w, runs, res);
	CHECK(sok_writer_close(w) == 0 && sok_output_close(o, true) == 0);
	sok_reader_close(r);
}

/* Whether all lines of a are lines of b, in their order. */
static bool
is_part(struct sok_str a, struct sok_str b)
{
	while (a.len > 0 && b.len > 0) {
		const char *x = memchr(a.s, '\n', a.len);
		const char *y = memchr(b.s, '\n', b.len);
		struct sok_str one = {a.s, (size_t)(x + 1 - a.s)};
		struct sok_str other = {b.s, (size_t)(y + 1 - b.s)};

		if (sok_str_eq(one, other))
			a = sok_str_from(a, one.len);
		b = sok_str_from(b, other.len);
	}
	return a.len == 0;
}

static size_t
compare(struct sok_str bytes)
{
	struct result one, runs;
	size_t passed;

	format(bytes, false, &one);
	format(bytes, true, &runs);
	if (!CHECK(sok_str_eq(sok_buf_str(&one.out), sok_buf_str(&runs.out)) &&
	        is_part(sok_buf_str(&runs.places), sok_buf_str(&one.places)))) {
		fwrite(bytes.s, 1, bytes.len, stderr);
		fprintf(stderr, "\n-- one by one\n%.*s-- in runs\n%.*s",
		    (int)one.places.len, one.places.s, (int)runs.places.len,
		    runs.places.s);
	}
	passed = runs.passed;
	sok_buf_free(&one.out);
	sok_buf_free(&one.places);
	sok_buf_free(&runs.out);
	sok_buf_free(&runs.places);
	return passed;
}

static void
test_collections(unsigned long n)
{
	struct soup o = {0};
	size_t passed = 0;

	for (uint64_t i = 0; i < n && unit_failures < 3; i++) {
		make_collection(&o, i);
		passed += compare((struct sok_str){o.s, o.len});
	}
	CHECK(passed > n); /* the generator makes runs */
	free(o.s);
}

/* ---- rows */

/* A board, perhaps damaged, with what follows it. */
static void
make_rows(struct soup *o)
{
	o->len = 0;
	soup_puts(
	    o, soup_below(o, 8) ? SOUP_PICK(o, boards) : SOUP_PICK(o, odd));
	if (soup_below(o, 3) == 0)
		o->s[soup_below(o, (unsigned)o->len)] =
		    "#$.@*+ -_x\n"[soup_below(o, 11)];
	if (soup_below(o, 20) == 0)
		o->s[soup_below(o, (unsigned)o->len)] = ' ';
	soup_puts(o, soup_below(o, 9) ? "\n\nTitle\n" : "x\n");
	for (int i = 0; i < 8; i++)
		soup_puts(o, "################");
	o->len -= 64;
}

/* Only where rows are long the quick way may have no answer. */
static void
test_rows(unsigned long n)
{
	struct soup o = {.state = 1};
	size_t found = 0, height = 0, want = 0;
	const char *a, *b;
	bool wide;

	while (n-- > 0 && unit_failures < 5) {
		make_rows(&o);
		a = rows_as_written(o.s, o.s + o.len, &height);
		b = rows_as_written_plain(o.s, o.s + o.len, &want);
		wide = memchr(o.s, '\n', 47) == NULL;
		if (!CHECK(a == NULL ? b == NULL || wide
		                     : a == b && height == want))
			fwrite(o.s, 1, o.len, stderr);
		found += a != NULL;
	}
	CHECK(found > 0);
	free(o.s);
}

int
main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;

	test_rows(n);
	test_collections(n / 4);
	return unit_done();
}
