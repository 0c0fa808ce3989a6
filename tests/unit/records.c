/*
 * records.c - records and JSON lines are lossless, byte for byte, and any input
 * is read as written or refused.
 *
 *     records [N [SEED]]     N soups (20,000) from SEED (0) on
 */
#include "foreign.h"
#include "unit.h"

#include "../soup/soup.h"

#define ID "17CC66887E16DCF3"
#define RLE "5#|#@$.#|5#"
#define ROWS "[\"#####\",\"#@$.#\",\"#####\"]"
#define BOARD "\t#####\n\t#@$.#\n\t#####\n"
#define TEXT "#####\n#@$.#\n#####\n"
#define PUZZLE "puzzle, variant 0\n"
#define NAMED(name) "  title line: " name "\n  title: " name "\n" BOARD
#define ONE PUZZLE NAMED("One")

/* ---- writing */

struct written {
	const char *text, *records, *json;
};

static const struct written written[] = {
    {TEXT, ID "\t\t\t" RLE "\t\t\tin:1\n",
        "{\"id\":\"" ID "\",\"exact_id\":\"E84B163E0BE1C35A\",\"title\":\"\","
        "\"author\":\"\",\"board\":" ROWS ",\"width\":5,\"height\":3,"
        "\"boxes\":1,\"game\":\"Sokoban\",\"title_line\":\"\",\"keys\":{},"
        "\"text\":\"\","
        "\"games\":[],\"source\":{\"file\":\"in\",\"line\":1,\"number\":1}}"
        "\n"},
    {"Author: Ann\n\nA\\B;C=D\n\nOne\n\n" TEXT
     "\nTitle: Two\nAuthor: caf\xe9\n\nnote\twith\\tabs\n\n"
     "Solution/a;b\nR\n\ngood; x=y\nmore\n\nR*r\n",
        "\t\tAnn\t\t\tAuthor: Ann\\n\\nA\\\\B;C=D\tin:1\n" ID
        "\tTwo\tcaf\xe9\t" RLE "\tSolution/a\\;b=R=good\\; x\\=y\\nmore;=R*r=\t"
        "Title: Two\\nAuthor: caf\xe9\\n\\nnote\\twith\\\\tabs\tin:7\tOne\n",
        "{\"header\":true,\"text\":\"Author: Ann\\n\\nA\\\\B;C=D\"}\n"
        "{\"id\":\"" ID "\",\"exact_id\":\"E84B163E0BE1C35A\","
        "\"title\":\"Two\",\"author\":\"caf\xc3\xa9\",\"board\":" ROWS
        ",\"width\":5,\"height\":3,\"boxes\":1,\"game\":\"Sokoban\","
        "\"title_line\":\"One\","
        "\"keys\":{\"title\":\"Two\",\"author\":\"caf\xc3\xa9\"},"
        "\"text\":\"Title: Two\\nAuthor: caf\xc3\xa9\\n\\n"
        "note\\twith\\\\tabs\",\"games\":[{\"name\":\"Solution/a;b\","
        "\"moves\":\"R\",\"text\":\"good; x=y\\nmore\",\"metrics\":{"
        "\"verdict\":\"solved\",\"mode\":\"forward\",\"moves\":1,"
        "\"pushes\":1,\"lines\":1,\"yasc_lines\":1,\"changes\":1,"
        "\"sessions\":1,\"player_lines\":1}},{\"name\":\"\","
        "\"moves\":\"R*r\",\"text\":\"\",\"metrics\":{"
        "\"verdict\":\"solved\",\"mode\":\"forward\",\"moves\":1,"
        "\"pushes\":1,\"lines\":1,\"yasc_lines\":1,\"changes\":1,"
        "\"sessions\":1,\"player_lines\":1}}],"
        "\"source\":{\"file\":\"in\",\"line\":7,\"number\":1}}\n"},
    {"rrdd\n\n;\x1b[m\xe2\x80\xae\n\n-----\n###-\n#@$.\n####-\n",
        "\t\t\t\t=rrdd=\t\tin:1\n"
        "\t\x1b[m\xe2\x80\xae\t\t5-|3#--|#@$.-|4#-\t\t\tin:5\n",
        NULL},
};

static void
check_written(const struct written *e, const char *format, const char *want)
{
	struct sok_buf out = {0};
	struct model m;

	if (want == NULL)
		return;
	CHECK(foreign_convert(&m, sok_str(e->text), "sok", format, &out) == 0);
	CHECK_STR(sok_buf_str(&out), want);
	sok_buf_free(&out);
	model_free(&m);
}

/* ---- reading */

struct read {
	const char *name, *format, *line, *found, *findings;
};

#define R(title, games, text) ID "\t" title "\t\t" RLE "\t" games "\t" text
#define J(more) "{\"board\":" ROWS more "}\n"

static const struct read reads[] = {
    {"the title is the title line", NULL, R("One", "", "") "\tf:1\n", ONE, ""},
    {"a key is the title", NULL, R("Two", "", "Title: One") "\tf:1\n",
        PUZZLE "  title: One\n" BOARD "  text 0: Title: One\n", "1:1: lossy\n"},
    {"a title no line can hold", "records", R("a:b", "", "") "\tf:1\n",
        PUZZLE "  title: a:b\n" BOARD "  text 0: Title: a:b\n", ""},
    {"moves as RLE, a game without a name", "records",
        R("One", "lr2(lr)R;dead;x=R=", "") "\tf:1\n",
        ONE "  text 0: Comment:\n  text 1: dead\n  text 2: Comment-End:\n"
            " game\n  moves: lrlrlrR\n game\n  title line: x\n  title: x\n"
            "  moves: R\n",
        "1:45: syntax\n"},
    {"a board that is none", "records", ID "\tOne\t\t3#|#x\t=R=\t\tf:1\n",
        "puzzle, variant 0, no board\n  text 0: Comment:\n  text 1: One\n"
        "  text 2: 3#|#x\n  text 3: Comment-End:\n game\n  moves: R\n",
        "1:27: syntax\n1:30: moves-without-board\n"},
    {"too few columns", "records", "a\tb\n" R("One", "", "") "\tf:1\n", ONE,
        "1:1: syntax\n"},
    {"columns of a later version", "records",
        R("One", "", "") "\tf:1\t\t\tnew\n", ONE, ""},
    {"text that is a board", "records",
        R("One", "", "#####\\n#@$.#\\n#####\\n\\nComment-End:") "\tf:1\n",
        ONE "  text 0: Comment:\n  text 1: #####\n  text 2: #@$.#\n"
            "  text 3: #####\n  text 4: Comment-End:\n  text 5: \n"
            "  text 6: Comment:\n  text 7:  Comment-End:\n"
            "  text 8: Comment-End:\n",
        ""},
    {"headers between puzzles", "records",
        "\t\t\t\t\tA=b\tf:1\n" R(
            "One", "=R=x", "n") "\tf:2\n"
                                "\t\t\t\t\tAuthor: C\\n\\nM=hi there\tg:1\n" R(
                                    "One", "", "<#M#/>") "\tg:2\n",
        ONE
        "  text 0: n\n game\n  moves: R\n  text 0: x\n  text 1: \n"
        "  text 2: :: Author: C\n  text 3: ::\n  text 4: :: M=hi there\n" ONE
        "  text 0: Author: C\n  text 1: \n  text 2: hi there\n"
        "  header 0: A=b\n",
        "3:1: lossy\n"},
    {"a header behind a damaged line", "records",
        R("One", "", "") "\tf:1\na\tb\n\t\t\t\t\tAuthor: C\\n\\nx\tg:1\n" R(
            "One", "", "n") "\tg:2\n",
        ONE ONE "  text 0: Author: C\n  text 1: \n  text 2: n\n  text 3: \n"
                "  text 4: :: Author: C\n  text 5: ::\n  text 6: :: x\n",
        "2:1: syntax\n4:1: lossy\n"},
    {"a header below everything", "records",
        R("One", "", "") "\tf:1\na\tb\n\t\t\t\t\tx\tg:1\n", ONE,
        "2:1: syntax\n4:1: lossy\n"},
    {"null is what is not there", "jsonl",
        "{\"header\":null,\"title\":null,\"title_line\":null,\"games\":null,"
        "\"text\":null,\"board\":" ROWS "}\n"
        "{\"header\":1,\"games\":[{\"name\":null,\"moves\":\"R\"}],"
        "\"board\":" ROWS "}\n{\"board\":null,\"title\":\"a\"}\n",
        PUZZLE BOARD PUZZLE BOARD
        " game\n  moves: R\npuzzle, variant 0, no board\n"
        "  text 0: Comment:\n  text 1: a\n  text 2: Comment-End:\n",
        "2:1: lossy\n"},
    {"empty rows below the board, none above a comment", "jsonl",
        "{\"board\":[\"#####\",\"#@$.#\",\"#####\",\"\",\"\"]}\n"
        "{\"board\":[\"##\",\"#x\"],\"title\":\"a: b\",\"text\":\"n\"}\n",
        PUZZLE BOARD
        "puzzle, variant 0, no board\n"
        "  text 0: Comment:\n  text 1: a: b\n  text 2: n\n  text 3: ##\n"
        "  text 4: #x\n  text 5: Comment-End:\n",
        "2:0: syntax\n"},
    {"an object", NULL, J(",\"title\":\"One\",\"new\":[{}]"), ONE,
        "1:1: lossy\n"},
    {"text is the truth", "jsonl",
        J(",\"keys\":{\"title\":\"Two\"},\"title\":\"Three\","
          "\"text\":\"Title: One\",\"title_line\":\"Four\""),
        PUZZLE "  title line: Four\n  title: One\n" BOARD
               "  text 0: Title: One\n",
        "1:1: lossy\n"},
    {"a header with blanks", "jsonl",
        "{ \"text\" : \"x\" , \"header\" : true }\n\n" J(",\"title\":\"One\""),
        ONE "  header 0: x\n", ""},
    {"lines that are not JSON, or no object, or of the wrong types", "jsonl",
        "{\"board\":\n[1]\n{\"board\":{}}\n{\"board\":[1]}\n{\"title\":1}\n"
        "{\"games\":[1]}\n{\"text\":\"\\u0000\"}\n\xff\n"
        "{\"board\":[]} x\n" J(",\"title\":\"One\""),
        ONE,
        "1:9: syntax\n3:1: syntax\n4:1: syntax\n5:1: syntax\n"
        "6:1: syntax\n7:16: syntax\n"},
    {"a row with a foreign character", "jsonl",
        "{\"board\":[\"#####\",\"#x$.#\"],\"title\":\"One\"}\n",
        "puzzle, variant 0, no board\n  text 0: Comment:\n  text 1: One\n"
        "  text 2: #####\n  text 3: #x$.#\n  text 4: Comment-End:\n",
        "1:0: syntax\n"},
    {"line breaks where none can be", "jsonl",
        J(",\"title\":\"a\\nb\",\"games\":[{\"name\":\"c\\rd\","
          "\"moves\":\"R\\nR\",\"text\":\"e\\r\\nf\"}]"),
        PUZZLE "  title: a b\n" BOARD
               "  text 0: Title: a b\n game\n  title: c d\n  moves: RR\n"
               "  text 0: Title: c d\n  text 1: e\n  text 2: f\n",
        ""},
};

static void
check_read(const struct read *e)
{
	struct sok_buf out = {0};
	struct model m;
	bool good;

	good = CHECK(foreign_convert(&m, sok_str(e->line), e->format, "records",
	                 &out) == 0);
	good = CHECK_STR(sok_buf_str(&m.found), e->found) && good;
	good = CHECK_STR(sok_buf_str(&m.findings), e->findings) && good;
	if (!good)
		fprintf(stderr, "in: %s\n", e->name);
	sok_buf_free(&out);
	model_free(&m);
}

/* ---- lines over a limit */

static void
check_bomb(const char *format, const char *before, const char *again, size_t n,
    const char *after, const char *rule)
{
	struct sok_buf b = {0}, out = {0};
	struct model m;

	sok_buf_add(&b, sok_str(before));
	while (n-- > 0)
		sok_buf_add(&b, sok_str(again));
	sok_buf_add(&b, sok_str(after));
	CHECK(foreign_convert(&m, sok_buf_str(&b), format, "sok", &out) == 0);
	sok_buf_addc(&m.findings, '\0');
	if (!CHECK(strstr(m.findings.s, rule) != NULL))
		fprintf(stderr, "in: %s%s...\n", before, again);
	sok_buf_free(&b);
	sok_buf_free(&out);
	model_free(&m);
}

static void
check_bombs(void)
{
	check_bomb("jsonl", "", "[", 1000000, "", ": limit\n");
	check_bomb("jsonl", "{\"games\":[", "{},", 1000000, "", ": limit\n");
	check_bomb("jsonl", "{\"n\":", "9", 1000000, "}", ": syntax\n");
	check_bomb("records", "", "\t", 1000000, "", "");
	check_bomb(
	    "records", "\t\t\t", "9(", 1000000, "\t\t\tf:1", ": limit\n");
	check_bomb(
	    "records", "\t\t\t", "9999#", 1000, "\t\t\tf:1", ": limit\n");
	check_bomb("records", "\t\t\t\t", ";=R=", 20000, "\t\tf:1", "");
	check_bomb("records", "\t", "x", 1000000, "", ": syntax\n");
	check_bomb("records", "\t", "x", 100000, "\t\t\t\t\tf:1", ": limit\n");
}

/* ---- round trips */

static bool
check_soup(struct soup *soup, unsigned long long seed)
{
	struct sok_arena a = {0};
	struct sok_str input, utf8;
	bool good;

	soup_make(soup, seed, seed % 4 == 0);
	input = (struct sok_str){soup->s, soup->len};
	utf8 = sok_charset_utf8(&a, input);
	good = foreign_survives(input, "sok", "records") &&
	    (utf8.s == NULL || foreign_survives(utf8, "sok", "jsonl"));
	sok_arena_free(&a);
	return good;
}

int
main(int argc, char **argv)
{
	unsigned long long n = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
	unsigned long long seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
	struct soup soup = {0};
	bool good = true;

	for (size_t i = 0; i < sizeof(written) / sizeof(written[0]); i++) {
		check_written(&written[i], "records", written[i].records);
		check_written(&written[i], "jsonl", written[i].json);
	}
	for (size_t i = 0; i < sizeof(reads) / sizeof(reads[0]); i++)
		check_read(&reads[i]);
	check_bombs();
	for (unsigned long long i = seed; i < seed + n && good; i++) {
		good = check_soup(&soup, i);
		if (!good)
			fprintf(stderr, "soup %llu is not well\n", i);
	}
	CHECK(good);
	free(soup.s);
	return unit_done();
}
