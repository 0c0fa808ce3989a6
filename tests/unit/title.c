/*
 * title.c - which line is a title, case by case: the reader and the writer use
 * the same rule.
 */
#include "../../lib/text/doubts/parts.h"
#include "unit.h"

static const struct title_place first_board = {.board = true, .first = true};
static const struct title_place board = {.board = true};
static const struct title_place after_one = {.board = true, .above = {"1", 1}};
static const struct title_place game = {.board = false};
static const struct title_place close = {.board = true, .close = true};

static const struct title_place first_close = {
    .board = true, .first = true, .close = true};

/* Split text into lines at '|'. */
static size_t
split(const char *text, struct sok_str *line)
{
	size_t n = 0;

	for (; *text != '\0'; text += *text == '|') {
		size_t len = strcspn(text, "|");

		line[n++] = (struct sok_str){text, len};
		text += len;
	}
	return n;
}

/* The title at the end of text, or "". */
static struct sok_str
title(const char *text, struct title_place where)
{
	struct sok_str line[8];
	struct title t;

	where.line = line;
	where.n = split(text, line);
	if (!title_find(&where, &t))
		return SOK_STR("");
	return t.line;
}

/* Where a title stands: alone, or a comment's line below what is none. */
static void
placed(void)
{
	CHECK_STR(title("", board), "");
	CHECK_STR(title("One", board), "One");
	CHECK_STR(title("a note||One", board), "One");
	CHECK_STR(title("a note|One", board), "");
	CHECK_STR(title("a note|; One", board), "One");
	CHECK_STR(title("; a remark|; One", board), "");
	CHECK_STR(title("a;note|; One", board), "One");
	CHECK_STR(title("; One|two", board), "");
	CHECK_STR(title("; a remark|;|; 1", board), "1");
	CHECK_STR(title("; ;|;12", board), "12");
	CHECK_STR(title("; a remark|;|; One", board), "");
	CHECK_STR(title("; a remark|; 1", board), "");
	CHECK_STR(title("; a remark|;|; One", close), "One");
	CHECK_STR(title("; a remark|; 1", close), "1");
	CHECK_STR(title("; a remark|; One", close), "");
	CHECK_STR(title("a note|\xc2\xa0\xe3\x80\x80|One", board), "One");
	CHECK_STR(title("a note|\xa0|One", board), "One");
	CHECK_STR(title("a note|\xe3\x80\x81|One", board), "");
	CHECK_STR(title("a note|\xa1|One", board), "");
	CHECK_STR(title(";|1", board), "");
	CHECK_STR(title("; a remark|'One'", board), "'One'");
	CHECK_STR(title("; a remark|; b|'One'", board), "'One'");
	CHECK_STR(title("; a remark|'One'", game), "");
	CHECK_STR(title("a remark|'One'", board), "");
	CHECK_STR(title("; a remark|'a:b'", board), "");
}

/* Lines that look like something else are not titles. */
static void
others(void)
{
	CHECK_STR(title("-=-=-", board), "");
	CHECK_STR(title("* * *", board), "");
	CHECK_STR(title("```", board), "");
	CHECK_STR(title("\"\"\"", board), "");
	CHECK_STR(title("one \"\"\"", board), "one \"\"\"");
	CHECK_STR(title("#####'@'", board), "#####'@'");
	CHECK_STR(title("#####'''", board), "");
	CHECK_STR(title("<pre>#####", board), "");
	CHECK_STR(title("##### [/CODE]", board), "");
	CHECK_STR(title("<PRE class=level>", board), "");
	CHECK_STR(title("<preface>", board), "<preface>");
	CHECK_STR(title("[code] #7", board), "[code] #7");
	CHECK_STR(title("; ;; ", board), "");
	CHECK_STR(title("\xc2\xa0\xe3\x80\x80", board), "");
	CHECK_STR(title("; \xa0", board), "");
	CHECK_STR(title("\f", game), "");
	CHECK_STR(title("a:b", board), "");
	CHECK_STR(title("; a:b", board), "a:b");
	CHECK_STR(title("a=b", first_board), "");
	CHECK_STR(title("a=b", board), "a=b");
	CHECK_STR(title("Author: x", game), "");
	CHECK_STR(title("rr(", game), "");
	CHECK_STR(title("D2", game), "D2");
	/* A colon may follow a heading of a game, not a word that begins like
	 * one. */
	CHECK_STR(title("Solution: 3/1", game), "Solution: 3/1");
	CHECK_STR(title("Solution@: 3/1", game), "Solution@: 3/1");
	CHECK_STR(title("Solutionary: 3/1", game), "");
	CHECK_STR(title("Solutionz: 3/1", game), "");
	CHECK_STR(title("D0", game), "D0");
	CHECK_STR(title("D9", game), "D9");
	CHECK_STR(title("44", game), "44");
}

/* Quotes are removed from moves only. */
static void
quoted(void)
{
	CHECK_STR(title_strip(SOK_STR("'lurd'"), SOK_SQUARES), "lurd");
	CHECK_STR(title_strip(SOK_STR("'l'"), SOK_SQUARES), "l");
	CHECK_STR(title_strip(SOK_STR("; ' lurd '"), SOK_SQUARES), "lurd");
	CHECK_STR(title_strip(SOK_STR("'word'"), SOK_SQUARES), "'word'");
	CHECK_STR(title_strip(SOK_STR("''"), SOK_SQUARES), "''");
	CHECK_STR(title_strip(SOK_STR("'lurd"), SOK_SQUARES), "'lurd");
	CHECK_STR(title_strip(SOK_STR("lurd'"), SOK_SQUARES), "lurd'");
	CHECK(title_reads_as_moves(SOK_STR("2(lu) R"), SOK_SQUARES));
	CHECK(!title_reads_as_moves(SOK_STR("22"), SOK_SQUARES));
	CHECK(!title_reads_as_moves(SOK_STR("lure"), SOK_SQUARES));
	/* A variant with more letters: quotes are removed from its moves, and
	 * one pair from moves that are quoted twice. */
	CHECK(title_reads_as_moves(SOK_STR("2(Ne) s"), SOK_OCTAGONS));
	CHECK(!title_reads_as_moves(SOK_STR("sew"), SOK_HEXAGONS));
	CHECK(!title_reads_as_moves(SOK_STR("22"), SOK_OCTAGONS));
	CHECK_STR(title_strip(SOK_STR("'Rules'"), SOK_SQUARES), "'Rules'");
	CHECK_STR(title_strip(SOK_STR("'Rules'"), SOK_OCTAGONS), "Rules");
	CHECK_STR(title_strip(SOK_STR("''Rules''"), SOK_OCTAGONS), "'Rules'");
	CHECK_STR(title_strip(SOK_STR("'Rules'"), SOK_HEXAGONS), "'Rules'");
	CHECK(title_needs_quotes(SOK_STR("'lurd'"), SOK_OCTAGONS));
	CHECK(!title_needs_quotes(SOK_STR("'lurd'"), SOK_SQUARES));
}

/* The number of a pair `; N`, 'text', or "". */
static struct sok_str
pair(const char *text, struct title_place where)
{
	struct sok_str line[8];
	struct title t;

	where.line = line;
	where.n = split(text, line);
	title_find(&where, &t);
	if (t.number.len > 0)
		CHECK(t.from + 2 == split(text, line));
	return t.number;
}

static void
pairs(void)
{
	CHECK_STR(pair("; 44|'A name'", board), "44");
	CHECK_STR(pair(";09|'x'", board), "09");
	CHECK_STR(title("; 4|'x'", board), "'x'");
	CHECK_STR(pair("note||; 44|'A name'", board), "44");
	CHECK_STR(pair("note|; 44|'A name'", board), "");
	CHECK_STR(pair("Level 1|'ONE'", board), "Level 1");
	CHECK_STR(pair(";level  7|; 'from here'", board), "level  7");
	CHECK_STR(pair("Level one|'ONE'", board), "");
	CHECK_STR(pair("Level|'ONE'", board), "");
	CHECK_STR(pair("Levels 1|'ONE'", board), "");
	CHECK_STR(pair("; note|;|; 44|'A name'", board), "44");
	CHECK_STR(pair("; 44|'A name'", game), "");
	CHECK_STR(pair("44|'A name'", board), "");
	CHECK_STR(pair("; 4a|'A name'", board), "");
	CHECK_STR(pair("; 4/|'A name'", board), "");
	CHECK_STR(pair("; 4:|'A name'", board), "");
	CHECK_STR(pair(";|'A name'", board), "");
	CHECK_STR(pair("'A name'", board), "");
	CHECK_STR(pair("; 44|A name", board), "");
	CHECK_STR(pair("; 44|''", board), "44");
	CHECK_STR(pair("; 44|'", board), "");
	CHECK_STR(title("; 44|''", board), "''");
	CHECK_STR(title("; a remark|''", board), "");
	CHECK_STR(pair("|'A name'", board), "");
}

static bool
doubtful(const char *text, struct title_place where)
{
	struct sok_str line[8];
	struct title t;

	where.line = line;
	where.n = split(text, line);
	return title_doubt(&where, title_find(&where, &t)) != NULL;
}

/* Differences between YASC and the specification, and common cases. */
static void
doubts(void)
{
	CHECK(!doubtful("", board));
	CHECK(!doubtful("One", board));
	CHECK(doubtful("; a:b", board));
	CHECK(!doubtful("; ab", board));
	CHECK(doubtful("; 44|'A name'", board));
	CHECK(!doubtful("'A name'", board));
	CHECK(doubtful("a:b", board));
	CHECK(!doubtful("note|a:b", board));
	CHECK(!doubtful("::", board));
	CHECK(doubtful("a=b", first_board));
	CHECK(!doubtful("a=b", board));
	CHECK(!doubtful("Author: x", board));
	CHECK(!doubtful("Title: x", close));
	CHECK(doubtful("Title: x",
	    (struct title_place){.board = true, .apart = true, .close = true}));
	CHECK(!doubtful("Title: x",
	    (struct title_place){
	        .board = true, .first = true, .apart = true, .close = true}));
	CHECK(doubtful("note||Author: x|Title: y", close));
	CHECK(doubtful("note||title = x|Author: x", close));
	CHECK(!doubtful("Author: x|Title: x", close));
	CHECK(!doubtful("note||Author: x", close));
	CHECK(doubtful("One|===", board));
	CHECK(doubtful("note||One|===", board));
	CHECK(!doubtful("One|====", board));
	CHECK(doubtful("One|```", close));
	CHECK(doubtful("## One|```", close));
	CHECK(doubtful("```|## One|```", close));
	CHECK(!doubtful("## One|```", board));
	CHECK(!doubtful("a note|One|===", board));
	CHECK(doubtful("One|\xc2\xa0", board));
	CHECK(!doubtful("One||\xc2\xa0", board));
	CHECK(doubtful("a note|2", close));
	CHECK(doubtful("note||a note|Level 2", close));
	CHECK(doubtful("a note|Author: x", close));
	CHECK(!doubtful("a note||Author: x", close));
	CHECK(!doubtful("a note|2", board));
	CHECK(doubtful("a note|2", after_one));
	CHECK(doubtful("; a note|; 2", after_one));
	CHECK(!doubtful("a note||2", after_one));
	CHECK(!doubtful("a note|3", after_one));
	CHECK(doubtful("a note|2", first_board));
	CHECK(doubtful("a note|Level 1", first_board));
	CHECK(!doubtful("a note|Two", first_board));
	CHECK(doubtful("---|Two", board));
	CHECK(doubtful("a note|===|Two", board));
	CHECK(!doubtful("---|Author: x", board));
	CHECK(!doubtful("---|a: b", board));
	CHECK(!doubtful("---||Two", board));
	CHECK(!doubtful("---|Author: x", close));
	CHECK(!doubtful("Comment:|a note|Comment-End:", close));
	CHECK(!doubtful("a note|Two", first_close));
	CHECK(doubtful("a note|2", first_close));
	CHECK(doubtful("a note|level 2", first_close));
	CHECK(!doubtful("One||===", close));
	CHECK(!doubtful("===|===", close));
	CHECK(!doubtful("Author: x|===", close));
	CHECK(!doubtful("===", close));
}

static void
next(void)
{
	CHECK(title_next(SOK_STR("1"), SOK_STR("2")));
	CHECK(title_next(SOK_STR("Level 9"), SOK_STR("level 10")));
	CHECK(title_next(SOK_STR("099"), SOK_STR("100")));
	CHECK(!title_next(SOK_STR("1"), SOK_STR("3")));
	CHECK(!title_next(SOK_STR("2"), SOK_STR("1")));
	CHECK(!title_next(SOK_STR("A 1"), SOK_STR("B 2")));
	CHECK(!title_next(SOK_STR("A"), SOK_STR("B")));
	CHECK(!title_next(SOK_STR(""), SOK_STR("1")));
	CHECK(!title_next(SOK_STR("100 Boxes"), SOK_STR("level 1")));
	CHECK(!title_next(SOK_STR("100 Boxes"), SOK_STR("101 Boxes")));
	/* A number may be followed by a name. */
	CHECK(title_next(SOK_STR("43"), SOK_STR("44 'A'")));
	CHECK(title_next(SOK_STR("44 'A'"), SOK_STR("45")));
	CHECK(title_next(SOK_STR("Level 1: A"), SOK_STR("level 2: B 7")));
	CHECK(title_next(SOK_STR("Level 1 - A"), SOK_STR("Level 2")));
	CHECK(title_next(SOK_STR("1-9"), SOK_STR("1-10")));
	CHECK(!title_next(SOK_STR("Level 1: A"), SOK_STR("Level 1: B")));
	CHECK(!title_next(SOK_STR("1: A"), SOK_STR("Level 2: B")));
	CHECK(!title_next(SOK_STR("A: 1"), SOK_STR("2: A")));
}

static bool
guarded(const char *text)
{
	struct sok_str line[8];

	return title_guarded(
	    &(struct title_place){line, split(text, line), .board = true});
}

/* Only a line that would be a title without a guard is guarded. */
static void
guards(void)
{
	CHECK(guarded("note||::"));
	CHECK(guarded("note||::||::"));
	CHECK(!guarded("note|two||::"));
	CHECK(!guarded("::"));
	CHECK(!guarded(""));
}

/* A title that would be read differently does not fit a line. */
static void
fits(void)
{
	CHECK(title_fits_line(SOK_STR("One")));
	CHECK(title_fits_line(SOK_STR("#1")));
	CHECK(!title_fits_line(SOK_STR("")));
	CHECK(!title_fits_line(SOK_STR(";One")));
	CHECK(!title_fits_line(SOK_STR(" One")));
	CHECK(!title_fits_line(SOK_STR("One ")));
	CHECK(!title_fits_line(SOK_STR("a:b")));
	CHECK(!title_fits_line(SOK_STR("a\nb")));
	CHECK(!title_fits_line(SOK_STR("--")));
	CHECK(!title_fits_line(SOK_STR("#|#")));
	CHECK(!title_fits_line(SOK_STR("> >")));
	CHECK(!title_fits_line(SOK_STR("\xc2\xa0")));
	CHECK(!title_fits_line(SOK_STR("'lurd'")));
	CHECK(!title_fits_line(SOK_STR("\xef\xbb\xbfOne")));
}

/* The text begins with the title itself or with the key that contains it. */
static void
sets(void)
{
	struct sok_arena a = {0};
	struct sok_text text = {0};
	struct sok_str line;

	CHECK(sok_title_set(&line, &text, SOK_STR(" One "), &a) == 0);
	CHECK_STR(line, "One");
	CHECK(sok_title_set(&line, &text, SOK_STR(" \t"), &a) == 0);
	CHECK_STR(line, "");
	CHECK_NUM(text.n, 0);
	CHECK(sok_title_set(&line, &text, SOK_STR("\na:\r\nb"), &a) == 0);
	CHECK_STR(line, "");
	CHECK_NUM(text.n, 1);
	sok_arena_free(&a);
}

int
main(void)
{
	placed();
	others();
	quoted();
	pairs();
	doubts();
	next();
	guards();
	fits();
	sets();
	return unit_done();
}
