/*
 * soup.h - line soup: random collections of all kinds of lines found in Sokoban
 * files, in any order.  One seed gives one soup.
 */
#ifndef SOUP_H
#define SOUP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct soup {
	char *s;
	size_t len, cap;
	uint64_t state;
	bool plain; /* LF only, no NUL: line ends can be exchanged */
	bool words; /* lines of random words */
	unsigned char spice[16]; /* how often each kind of line, by seed */
};

static uint64_t
soup_random(struct soup *o)
{
	o->state ^= o->state << 13;
	o->state ^= o->state >> 7;
	o->state ^= o->state << 17;
	return o->state * UINT64_C(0x2545f4914f6cdd1d) >> 20;
}

static unsigned
soup_below(struct soup *o, unsigned n)
{
	return (unsigned)(soup_random(o) % n);
}

static void
soup_add(struct soup *o, const char *s, size_t n)
{
	if (o->len + n > o->cap) {
		o->cap = 2 * (o->len + n) + 256;
		o->s = realloc(o->s, o->cap);
		if (o->s == NULL)
			abort();
	}
	memcpy(o->s + o->len, s, n);
	o->len += n;
}

static void
soup_puts(struct soup *o, const char *s)
{
	soup_add(o, s, strlen(s));
}

static void
soup_end_line(struct soup *o)
{
	static const char *const end[] = {
	    "\r\n", "\r", "\n\r", "\r\n\n", " \n", "\t\n"};
	unsigned k = soup_below(o, 160);

	if (o->plain || k >= 7)
		soup_puts(o, "\n");
	else if (k == 6)
		soup_add(o, "\0\n", soup_below(o, 2) + 1);
	else
		soup_puts(o, end[k]);
}

/* Whole lines that some program treats specially. */
static const char *const soup_text[] = {"One", "Nice one.", "by Bob",
    "Level 3: Trap", ";Level 3: Trap", "Level A=B", "; 1", ";1", "; 44",
    "'Duh!'", ";", ";;", "; ;", ";;two", "; ; two", "'DULL'", "'One'", "''",
    "'D2'", "'*'", "12", "1", "( )", "30-8-55", "#50 (3)", "***", "D2", "2D",
    "-----", "=====", "~~~", "* * *", "...", "+", "#", "##", "###", "@", "\\",
    "|", "||", "\"", "<", ">", "> ", ">>", "> quoted", "> ; 7", "> ::", "//",
    "// remark", "{", "}", "[", "]", "(", ")", "*", "0", "\x1b[31m",
    "\xc3\xa9t\xc3\xa9", "caf\xe9", "\xff\xfe", "\xef\xbb\xbf",
    "\xef\xbb\xbfOne", "\xe2\x80\xae", "\x01", "\x1a", "a\tb", "  indented",
    "\tindented", "trailing  ", "23. g5-f5",
    "This level is from Madrid: the capital", "http://example.org/", "x=y",
    "---information---", "---saved-image---", "---trace-data---", "Solution",
    "Solution 2/1", "Snapshot 1/0", "SaveGame", "Reverse Mode Snapshot",
    "Solution/Moves (YASS)", "Level 1", "Lull Rudd", "abc#def", "pbo", "W", "X",
    "<SokobanLevels>", "{\"title\":\"x\"}", "a\\nb",
    "Solution:", "Solution 1: 2/1", "solutions",
    "Snapshot:", "Best solution 9/9", "Solution: rR", "lurd=rR", "Solution: u1",
    "```", "```sokoban", "[code]", "</pre>", "\xc2\xa0", "rrlrllr,lrrllrrll",
    "Rules", "'Dune'", "''sun''", "(news)", "nne,sse,wws"};

static const char *const soup_key[] = {"Title: One", "Title: DULL",
    "Title:", "title = two", "Title : three", "Title: ; four", "Title: a: b",
    "TITLE=x", "Author: Bob", "author:", "Author", " Author: Bob",
    "Co-Author: Bob", "Subtitle: foo", "Collection: C", "Set: S",
    "Copyright: 2026", "Copyright=c", "<#Copyright#/>", "text <#Author#/> text",
    "<#Nobody#/>", "Date Created: 2026-01-01  00:00:00",
    "Date of Last Change: x", "Comment: in one line", "Limit: 3",
    "Time: 0:01:02", "View: rotated", "Difficulty: 3", "ID: 123", "Email: a@b",
    "Homepage: http://x/", "Puzzle Type: Sokoban", "Game: Sokoban",
    "Game: Multiban", "Game: Hexoban", "Game: Octoban", "Variant: Trioban",
    "boxorder: 1 2", "Solver: x", "Solution name: x", "Own solution: yes",
    "Savegame: x", "Snapshot: x"};

static const char *const soup_comment[] = {"Comment:", "comment:", "Comment :",
    "Comment=", "Comment-End:", "comment-end:", "Comment-End", "Comment-End: x",
    " Comment-End:", "Solution comment:", "Solution comment end:"};

static const char *const soup_guard[] = {
    "::", ":: remark", ":::::::::::::::", " ::", "::::", "::", ": :"};

static const char *const soup_moves[] = {"R", "r", "rR", "DULL", "Lull",
    "rrrUUU", "3r3U", "2(3(dr)R)", "(rurrdD)(uLulDD)", "urrrrddLL*ruulDD",
    "[]rL", "[rrrd]UU(rLLL)(drD)", "[]", "{}", "{rddd}Urr{uul}uLU", "*R", "R*",
    "r r R", "> rR", "rR\\", "3", "r3", "dr1", "0RuR", "0r", "3(rr", "rr)",
    "3r)", "<rr>u", "9(9(r))", "2(", "()", "(r)2", "uuu  ddd",
    "ulDDldRRuulDrdLuurrdLulDDldRRuulDrdLuurrdLulDDldRRuulDrdLuurrdLulDDldRR",
    "199r", "2*", "2[r]", "[2r]", "{2r}r", "[r", "r]", "{u", "*", "**rR",
    "Nnes", "2(ns)E", "run"};

static const char *const soup_rle[] = {"5#|#@$.#|5#", "5#|#@$.#|5#|",
    "3#||5#|#@$.#|5#", "3#|-|5#|#@$.#|5#", "18-5#|18-#@$.#|23#", "3#2", "2|3#",
    "0#", "3)", "2(#-|)#", "2(3(#-)#)", "7#|#@2$2.#|7#", "5#", "#@$.#", "#-@-#",
    "3#|#.3#|#*$-#|#-@-#|5#", "(5#)", "5(#)", "9999999#", "#3(-)#", "3_#",
    "#@$.#|", "|5#", "5#|5#|5#", "4#-", "2#p1b1o#", "#####x", "#@x.#", "#@$.#,",
    "#####\xe2\x80\x8b"};

/* Boards and almost boards. */
static const char *const soup_board[] = {"#####\n#@$.#\n#####",
    "####\n#. #\n#$ #\n#@ #\n####", "######\n#@ $.#\n######",
    "######\n#    #\n# #@ #\n# $* #\n# .* #\n#    #\n######",
    "*###*\n#@$.#\n*###*", "########\n#@$.#$.#\n########",
    "#####\n#@$.*\n#####", "#######\n#@$.@ #\n#######", "#####\n#@$.#\n#### ",
    "#####\n#@$.\n#####", "WWWWW\nW@$.W\nWWWWW", "#####\n#pbo#\n#####",
    "#####\n#@$o#\n#####", "-----\n@.$--\n-----", "###\n-\n#####\n#@$.#\n#####",
    "###\n\n#####\n#@$.#\n#####", "  ###\n  #.#\n###$#\n#@  #\n#####",
    "-----\n#####\n#@$.#\n#####\n-----",
    "#####\n#@$.#\n#####\n#####\n#@$.#\n#####", "> #####\n> #@$.#\n> #####",
    ">#####\n> #@$.#\n>>#####", "\t#####\n\t#@$.#\n\t#####",
    "\t#####\n        #@$.#\n\t#####", "#####\n#@ .#\n#####",
    "#####\n# $.#\n#####", "####\n#@$#\n####", "########\n#@$ #.##\n########",
    "_####\n##_.#\n#@$_#\n#####", "#####\n#+$ #\n#####",
    "#######\n#     #\n# @*  #\n#     #\n#######",
    "#######\n#  .  #\n#  $  #\n# .$  #\n# @ @ #\n#  .  #\n#  $  #\n#  @  #\n"
    "#######",
    "XXXXX\nX@*.X\nXXXXX", "#####\n#@$.#\n5#", "5#\n#@$.#\n5#", "##\n##\n##",
    "###\n###", "###\n#@#\n###",
    "###########\n##### *. ##\n####  @# ##\n"
    "#  $.$#####\n#   #  $ .#\n##### $  .#\n###########",
    "#####\n#@$.# \n#####\t", "#####\n;note\n#@$.#\n#####", "|#####|\n|#@$.#|",
    "#####\n #@$.#\n#####", "- -\n###\n#@#\n#$#\n#.#\n###\n- -",
    "@.$\n---\n---", "###\n...\n@@@\n###", "-----\n-@$.-\n-----\n",
    "# #\n# #\n# #"};

/* n bytes of an alphabet. */
static void
soup_scramble(struct soup *o, const char *alphabet, unsigned n)
{
	unsigned k = (unsigned)strlen(alphabet);

	while (n-- > 0)
		soup_add(o, &alphabet[soup_below(o, k)], 1);
}

/* The text with the line ends of this soup, sometimes damaged. */
static void
soup_lines(struct soup *o, const char *s)
{
	static const char noise[] = "#@+$*.-_ |()12;:>x";

	for (; *s != '\0'; s++) {
		if (*s == '\n')
			soup_end_line(o);
		else if (soup_below(o, 400) == 0)
			soup_scramble(o, noise, soup_below(o, 3));
		else
			soup_add(o, s, 1);
	}
	soup_end_line(o);
}

static void
soup_random_board(struct soup *o)
{
	unsigned w = 1 + soup_below(o, 7), h = 1 + soup_below(o, 5);

	for (; h > 0; h--) {
		if (soup_below(o, 4))
			soup_puts(o, "#");
		soup_scramble(o, "##@$. -_*+", soup_below(o, w + 1));
		if (soup_below(o, 4))
			soup_puts(o, "#");
		soup_end_line(o);
	}
}

static void
soup_scrambled_line(struct soup *o)
{
	static const char *const alphabet[] = {"#@+$*. -_|()123", "udlrUDLR",
	    "udlrUDLR()[]{}*0123 ", ";: >#'", "-=_~*#+.", "0123456789()",
	    ":=TitleAuthor ", "abc #:;'=\xc3\xa9"};

	unsigned n = soup_below(o, 9); /* first, for every compiler */

	soup_scramble(o, alphabet[soup_below(o, 8)], n);
	soup_end_line(o);
}

/* A few words of any printable characters. */
static void
soup_words(struct soup *o)
{
	unsigned n = 1 + soup_below(o, 4);

	for (; n > 0; n--) {
		unsigned letters = 1 + soup_below(o, 9);

		for (; letters > 0; letters--) {
			char c = (char)('!' + soup_below(o, '~' - '!' + 1));

			soup_add(o, &c, 1);
		}
		if (n > 1)
			soup_puts(o, " ");
	}
	soup_end_line(o);
}

#define SOUP_PICK(o, table) \
	(table)[soup_below(o, (unsigned)(sizeof(table) / sizeof((table)[0])))]

static void
soup_item(struct soup *o)
{
	switch (o->spice[soup_below(o, sizeof(o->spice))]) {
	case 0:
		soup_lines(o, SOUP_PICK(o, soup_text));
		break;
	case 1:
		soup_lines(o, SOUP_PICK(o, soup_key));
		break;
	case 2:
		soup_lines(o, SOUP_PICK(o, soup_comment));
		break;
	case 3:
		soup_lines(o, SOUP_PICK(o, soup_guard));
		break;
	case 4:
		soup_lines(o, SOUP_PICK(o, soup_moves));
		break;
	case 5:
		soup_lines(o, SOUP_PICK(o, soup_rle));
		break;
	case 6:
		soup_lines(o, SOUP_PICK(o, soup_board));
		break;
	case 7:
		soup_random_board(o);
		break;
	case 8:
		soup_scrambled_line(o);
		break;
	case 10:
		if (o->words) {
			soup_words(o);
			break;
		}
		/* fallthrough */
	default:
		soup_end_line(o);
	}
}

/* The state of a test that calls soup_item() itself, with all kinds of lines
 * equally often. */
static inline void
soup_begin(struct soup *o, uint64_t seed)
{
	o->len = 0;
	o->plain = true;
	o->words = false;
	o->state = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
	for (unsigned n = 0; n < sizeof(o->spice); n++)
		o->spice[n] = (unsigned char)(n % 10);
}

/* A new soup in o, whose memory is reused.  Soups below SOUP_WORDS contain no
 * words of random characters, because the output for some of them was recorded
 * before these were added. */
enum { SOUP_WORDS = 200 };

static inline void
soup_make(struct soup *o, uint64_t seed, bool plain)
{
	unsigned n;

	o->len = 0;
	o->plain = plain;
	o->words = seed >= SOUP_WORDS;
	o->state = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
	for (n = 0; n < 8; n++)
		soup_random(o);
	for (n = 0; n < sizeof(o->spice); n++)
		o->spice[n] = (unsigned char)soup_below(o, 14);
	for (n = 1 + soup_below(o, 24); n > 0; n--)
		soup_item(o);
	if (soup_below(o, 8) == 0 && o->len > 0)
		o->len--; /* no line end at the end */
}

#endif
