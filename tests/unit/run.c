/*
 * run.c - puzzles that pass as they stand (sok_read_run(), sok_check_run())
 * against the same puzzles written, or checked, one by one.
 *
 *     run [N]     N / 8 collections (60,000)
 */
#include "runs.h"
#include "text/simple_rows.h"
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

/* Most of those have findings. */
static const char *const faulty[] = {"#####\n#$ .#\n#@  #\n#####\n",
    "######\n#@*  #\n######\n", "#######\n#@$.  #\n# $.  #\n#######\n",
    "#####\n#@$.#\n#####\n#*#\n###\n", "######\n#@$. \n######\n",
    "##########\n#@   $. #*\n##########\n",
    ("##########\n#@   $. ##\n#        #\n#####  ###\n    # .#\n"
     "    #$ #\n    ####\n"),
    "#########\n#@   $. #\n####### #\n# $.    #\n#########\n",
    "##########\n#@  $ . @#\n##########\n",
    "##########\n#@  $ $ .#\n##########\n",
    "########\n#@ $ . #\n#      ###\n##########\n",
    "##########\n#@ $ .##\n#     ##\n########\n",
    "  ########\n  # $ .@#\n  #### ##\n     # #\n     ###\n",
    " ####\n #@ ####\n # $  .#\n #######\n",
    "   #########\n   #@ $ . #\n #####   ###\n #     $ . #\n #########  #\n"
    "         ####\n",
    "########--\n#@ $ . #--\n########--\n"};

/* Rows that are long, and just too long. */
static const char *const wide[] = {
    ("########################################\n"
     "#@$.                                   #\n"
     "########################################\n"),
    ("###############################################################\n"
     "#@$.                                                          #\n"
     "###############################################################\n"),
    ("################################################################\n"
     "#@$.                                                           #\n"
     "################################################################\n")};

static const char *const titles[] = {"Level 1\n\n", "1\n\n", "27\n\n", "",
    "It's 5 o'clock\n\n", "Who? Me!\n\n", "(two)\n\n", "a, b & c\n\n"};

/* Titles that are to be formatted. */
static const char *const loose[] = {"; 1\n\n", "; Two words\n", ";3\n",
    "Level 4\n", ";; x\n\n", "; ; y\n\n\n", "Level 5\n\n\n", "; dull\n", ";\n",
    "; It's\n\n", "; a: b\n", "; last \n", "; (two)\n"};

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

/* What may stand below rows: the first fourteen belong to runs. */
static const char *const below[] = {"Title: One\n", "Author: Bob & Eve\n",
    "Title: 1\nAuthor: Bob\n", "Author: x\nTitle: y\nAuthor: z\n",
    "\nTitle: One\n", "\n\nAuthor: x\n\nAuthor: y\n", "; Below\n",
    "; 7\n\nAuthor: z\n", "\nA note.\n", "\nTwo lines\nof a note.\n",
    "A note.\n\nAnother\n", "\nComment:\nPush it.\nrrR\n#####\nComment-End:\n",
    "Comment:\nx: y\nComment-End:\nAuthor: x\n", "\n\nNote\n\nTitle: y\n",
    "Title:\n", "Title: \n", "Title: a:\n", "Author: caf\xc3\xa9\n",
    "Author: x\nnote\n", "author: x\n", "Author: x\n\nTitle: y\n",
    "Title: x\n#####\n", "Title: x\nrrR\n", "Goalorder: 1\n",
    "Comment:\nx\nComment-End:\n", "Author: x\n; 2\n", "; 1\nAuthor: x\n",
    "Title: x \n", "Title: a\tb\n", "Title: #####\n", "Title: 3#|#@$.#|3#\n",
    "Author: \xe9\n", "Title: \x01\n", "Title: 4(lr)u\n", "Titel: x\n",
    "; Below\nAuthor: x\n", "; Below\n; Two\n", ";\n", "; \n\n", "\n; Below\n",
    "; a:\n", "\nComment:\nx\n", "\nComment:\n x \nComment-End:\n",
    "\nComment:\nx\n\n\ny\nComment-End:\n", "\nComment: x\nComment-End:\n",
    "\nComment:\nComment:\nx\nComment-End:\n",
    "\nSolution comment:\nx\nSolution comment end:\n",
    "\nComment:\nx\nSolution comment end:\nComment-End:\n", "Comment-End:\n",
    "Comment:\nComment-End:\n", "Author: x\nNote\n", "Note\nAuthor: x\n",
    "\nNote \n", "\n Note\n", "\nNote: x\n", "\n12\n", "\n12\n13\n",
    "\nNote\n; 12\n", "\n; 12\n'Note'\n", "\nNote\n\n'Quoted'\n"};

/* A small board in thick walls, whose rows may lack their last walls. */
static void
random_board(struct soup *o)
{
	unsigned w = 8 + soup_below(o, 3), h = 5 + soup_below(o, 5);
	char row[16][16];

	for (unsigned y = 0; y < h; y++) {
		memset(row[y], '#', w);
		for (unsigned x = 2; y > 0 && y < h - 1 && x < w - 2; x++)
			row[y][x] = "    #"[soup_below(o, 5)];
	}
	for (const char *s = "@$.$."; *s != '\0'; s++)
		row[1 + soup_below(o, h - 2)][2 + soup_below(o, w - 4)] = *s;
	for (unsigned y = 0; y < h; y++) {
		soup_add(o, row[y],
		    soup_below(o, 2 * h) ? w : w - 1 - soup_below(o, 2));
		soup_puts(o, "\n");
	}
}

/* calm: most are in order, and not too large for a run. */
static void
add_board(struct soup *o, unsigned often, bool calm)
{
	if (soup_below(o, often) == 0)
		soup_puts(o, SOUP_PICK(o, faulty));
	else if (calm)
		soup_puts(o, boards[soup_below(o, 5)]);
	else if (soup_below(o, 4) == 0)
		random_board(o);
	else
		soup_puts(o, SOUP_PICK(o, boards));
}

/* Formatted puzzles, now and then something else, then enough to come. */
static void
make_collection(struct soup *o, uint64_t seed)
{
	unsigned n, often;
	bool calm, tidy;

	soup_make(o, seed, true);
	if (seed % 8 > 0)
		o->len = 0;
	o->state = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
	often = 2 + soup_below(o, 80);
	calm = soup_below(o, 2) == 0;
	tidy = soup_below(o, 2) == 0;
	for (n = soup_below(o, 60); n > 0; n--) {
		if (soup_below(o, often) == 0)
			soup_puts(o, SOUP_PICK(o, odd));
		soup_puts(o,
		    tidy || soup_below(o, 3) ? SOUP_PICK(o, titles)
		                             : SOUP_PICK(o, loose));
		add_board(o, often, calm);
		if (soup_below(o, 3) == 0)
			soup_puts(o,
			    soup_below(o, tidy ? often : 8)
			        ? below[soup_below(o, 14)]
			        : SOUP_PICK(o, below));
		if (soup_below(o, 6) > 0) /* else the next one touches it */
			soup_puts(o,
			    soup_below(o, tidy ? 4 * often : 3) ? "\n\n"
			                                        : "\n");
		if (soup_below(o, 4 * often) == 0)
			o->s[o->len - 1 - soup_below(o, 18)] =
			    "#$.@*+ -_x\n"[soup_below(o, 11)];
	}
	for (n = soup_below(o, 4) * 100; n > 0; n--)
		soup_puts(o, "Level 1\n\n#####\n#@$.#\n#####\n\n\n");
}

static void
test_collections(unsigned long n)
{
	struct soup o = {0};
	size_t written = 0, checked = 0;

	for (uint64_t i = 0; i < n && unit_failures < 3; i++) {
		make_collection(&o, i);
		CHECK(runs_alike(
		    (struct sok_str){o.s, o.len}, RUNS_FORM, &written));
		CHECK(runs_alike(
		    (struct sok_str){o.s, o.len}, RUNS_CHECK, &checked));
	}
	CHECK(written > n && checked > n); /* the generator makes runs */
	free(o.s);
}

/* ---- rows */

/* A board, perhaps damaged, with what follows it. */
static void
make_rows(struct soup *o)
{
	o->len = 0;
	soup_puts(o,
	    soup_below(o, 8)       ? SOUP_PICK(o, boards)
	        : soup_below(o, 2) ? SOUP_PICK(o, wide)
	                           : SOUP_PICK(o, odd));
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

static void
test_rows(unsigned long n)
{
	struct soup o = {.state = 1};
	size_t found = 0, height = 0, want = 0;
	const char *a, *b;

	while (n-- > 0 && unit_failures < 5) {
		make_rows(&o);
		a = rows_as_written(o.s, o.s + o.len, &height);
		b = rows_as_written_plain(o.s, o.s + o.len, &want);
		if (!CHECK(a == b && (a == NULL || height == want)))
			fwrite(o.s, 1, o.len, stderr);
#ifdef __x86_64__
		CHECK(rows_as_written_sse2(o.s, o.s + o.len, &height) == b);
#endif
		found += a != NULL;
	}
	CHECK(found > 0);
	free(o.s);
}

int
main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 60000;

	test_rows(n);
	test_collections(n / 8);
	return unit_done();
}
