/*
 * slc.c - SokobanLevels XML: the reader on valid and broken files, and
 * conversion to .sok and back without changes.
 *
 *     slc [N [SEED]]     N random collections (20,000) from SEED (0) on
 */
#include "foreign.h"
#include "unit.h"

#define HEAD "<?xml version=\"1.0\"?>\n"
#define OPEN "<SokobanLevels><Title>T</Title><Description/>"
#define ROWS "<L>#####</L><L>#@$.#</L><L>#####</L>"
#define LEVEL "<Level Id=\"a\">" ROWS "</Level>"
#define DOC(body) \
	OPEN "<LevelCollection Copyright=\"c\">" body \
	     "</LevelCollection></SokobanLevels>\n"
#define BOARD "\t#####\n\t#@$.#\n\t#####\n"
#define HEADER "  header 0: Collection: T\n  header 1: Copyright: c\n"
#define PUZZLE(text) "puzzle, variant 0\n" text
#define NAMED(name) "  title line: " name "\n  title: " name "\n" BOARD
#define KEYED(name) "  title: " name "\n" BOARD "  text 0: Title: " name "\n"
#define A NAMED("a")

struct example {
	const char *name, *xml, *found, *findings;
};

static const struct example examples[] = {
    {"one level", DOC(LEVEL), PUZZLE(A) HEADER, ""},
    {"every part of the header",
        "<SokobanLevels><Title>\n A\n B </Title><Description>\n  one\n\n\n"
        "two \n</Description><Email>x@y</Email><Url>http://z</Url>"
        "<LevelCollection Copyright=\"c &amp; &#x64;\" MaxWidth=\"5\">" LEVEL
        "</LevelCollection></SokobanLevels>",
        PUZZLE(A) "  header 0: Collection: A B\n"
                  "  header 1: Copyright: c & d\n"
                  "  header 2: Email: x@y\n"
                  "  header 3: Url: http://z\n"
                  "  header 4: \n"
                  "  header 5:   one\n"
                  "  header 6: \n"
                  "  header 7: two\n",
        ""},
    {"a description that looks like other things",
        "<SokobanLevels><Description>Author: X\n\n#####\n#@$.#\n#####\n\n"
        "Comment-End:</Description>" LEVEL "</SokobanLevels>",
        PUZZLE(A) "  header 0: Comment:\n"
                  "  header 1: Author: X\n"
                  "  header 2: Comment-End:\n"
                  "  header 3: \n"
                  "  header 4: Comment:\n"
                  "  header 5: #####\n"
                  "  header 6: #@$.#\n"
                  "  header 7: #####\n"
                  "  header 8: Comment-End:\n"
                  "  header 9: \n"
                  "  header 10: Comment:\n"
                  "  header 11:  Comment-End:\n"
                  "  header 12: Comment-End:\n",
        ""},
    {"titles no line can hold",
        DOC("<Level Id=\"\">" ROWS "</Level><Level Id=\"a:b\">" ROWS
            "</Level><Level Id=\"n=5\">" ROWS "</Level><Level Id=\";x\">" ROWS
            "</Level><Level>" ROWS "</Level>"),
        PUZZLE(BOARD) PUZZLE(KEYED("a:b")) PUZZLE(KEYED("n=5"))
            PUZZLE(KEYED(";x")) PUZZLE(BOARD) HEADER,
        ""},
    {"a level's own copyright",
        DOC("<Level Id=\"a\" Copyright=\"me\">" ROWS "</Level>"),
        PUZZLE(A) "  text 0: Copyright: me\n" HEADER, ""},
    {"rows in pieces",
        DOC("<Level Id=\"a\"><L>\n#####\r\n</L><L>#@<![CDATA[$]]>&#x2e;#</L>"
            "<L>&#35;####</L><L></L><L></L></Level>"),
        PUZZLE(A) HEADER, ""},
    {"rows in one element, with blanks on lines of their own",
        DOC("<Level Id=\"a\"><L>  \n  #####\n  #   #\n      \n\n"
            "  #@$.#\n  #####\n   \n  \n</L></Level>"),
        PUZZLE("  title line: a\n  title: a\n\t  #####\n\t  #   #\n"
               "\t       \n\t  #@$.#\n\t  #####\n") HEADER,
        ""},
    {"an empty row inside",
        DOC("<Level Id=\"a\"><L>  ###</L><L/>" ROWS "</Level>"),
        PUZZLE("  title line: a\n  title: a\n\t  ###\n\t     \n" BOARD) HEADER,
        ""},
    {"an open board keeps its rectangle",
        DOC("<Level Id=\"a\"><L>      </L><L>####</L><L>#@$.</L><L>####</L>"
            "</Level>"),
        PUZZLE("  title line: a\n  title: a\n\t      \n\t####  \n\t#@$.  \n"
               "\t####  \n") HEADER,
        ""},
    {"TABs in rows",
        DOC("<Level Id=\"a\"><L>\t#####</L><L>\t#@$.#</L><L>\t#####</L>"
            "</Level>"),
        PUZZLE(A) HEADER, "1:94: tab-in-board\n"},
    {"text around tags",
        DOC(" one <Level Id=\"a\">two" ROWS " three </Level>\n four "
            "<!-- five --> six <Level Id=\"a\">" ROWS "</Level>"),
        PUZZLE(A) "  text 0: two\n  text 1: \n  text 2: three\n" PUZZLE(
            A) "  text 0: four\n  text 1: \n  text 2:  five\n"
               "  text 3: \n  text 4: six\n" HEADER
               "  header 2: \n  header 3: one\n",
        ""},
    {"two boards in one level", DOC("<Level Id=\"a\">" ROWS ROWS "</Level>"),
        PUZZLE(A) PUZZLE(BOARD) HEADER, "1:94: glued-boards\n"},
    {"a character that is no square",
        DOC("<Level "
            "Id=\"8\"><L>|####</L><L>#@$.#</L><L>#####</L></Level>" LEVEL),
        "puzzle, variant 0, no board\n  text 0: Comment:\n  text 1: 8\n"
        "  text 2: |####\n  text 3: #@$.#\n  text 4: #####\n"
        "  text 5: Comment-End:\n" PUZZLE(A) HEADER,
        "1:94: syntax\n"},
    {"a level without rows", DOC("<Level Id=\"x\"/>" LEVEL),
        "puzzle, variant 0, no board\n  text 0: Comment:\n  text 1: x\n"
        "  text 2: Comment-End:\n" PUZZLE(A) HEADER,
        "1:77: syntax\n"},
    {"elements and attributes nobody knows",
        DOC("<Level Id=\"a\" Hint=\"up\">" ROWS "<Note>n<b>o</b>te</Note>"
            "</Level>"),
        PUZZLE(
            A) "  text 0: Hint: up\n  text 1: \n  text 2: Note: note\n" HEADER,
        "1:137: lossy\n"},
    {"words with nothing but tags between them",
        "<SokobanLevels><Description>one<br/>two<b><i>th</i></b>ree"
        "</Description>" LEVEL "<r><d>four</d><d></d><d>five</d></r>" LEVEL
        "</SokobanLevels>",
        PUZZLE(A) PUZZLE(A) "  text 0: r: four five\n"
                            "  header 0: one twothree\n",
        "1:32: lossy\n"},
    {"a copyright is that of one collection only",
        OPEN LEVEL "<LevelCollection Copyright=\"c\">" LEVEL
                   "</LevelCollection><LevelCollection>" LEVEL
                   "</LevelCollection>" LEVEL "</SokobanLevels>",
        PUZZLE(A) PUZZLE(A) "  text 0: Copyright: c\n" PUZZLE(A)
            PUZZLE(A) "  header 0: Collection: T\n",
        ""},
    {"a copyright that comes too late",
        OPEN LEVEL "<LevelCollection Copyright=\"c\">" LEVEL
                   "</LevelCollection><Title>late</Title></SokobanLevels>",
        PUZZLE(A) PUZZLE(A) "  text 0: Copyright: c\n"
                            "  header 0: Collection: T\n",
        "1:222: lossy\n"},
    {"the file ends in its description", "<SokobanLevels><Description>one\ntwo",
        "  header 0: one\n  header 1: two\n", "2:4: syntax\n"},
    {"the file breaks in text behind a level",
        "<SokobanLevels>" LEVEL "<Note>one & two</Note></SokobanLevels>",
        PUZZLE(A), "1:74: lossy\n1:85: syntax\n1:85: lossy\n"},
    {"the file ends in a level", OPEN LEVEL "<Level Id=\"b\"><L>###",
        PUZZLE(A) "  header 0: Collection: T\n", "1:124: syntax\n"},
    {"a tag that does not match", DOC(LEVEL "<Level Id=\"b\"></L>"),
        PUZZLE(A) HEADER, "1:151: syntax\n"},
    {"not XML at all", "#####\n#@$.#\n#####\n", "", "1:2: syntax\n"},
    {"nothing", "", "", "1:1: syntax\n"},
    {"an entity that is declared",
        "<!DOCTYPE SokobanLevels [<!ENTITY a \"b\">]>" DOC(LEVEL), "",
        "1:37: limit\n"},
    {"an entity that is not",
        "<!DOCTYPE SokobanLevels SYSTEM \"nowhere.dtd\">"
        "<SokobanLevels><Title>T&eacute;</Title>"
        "<Level Id=\"a&b;\">" ROWS "</Level></SokobanLevels>",
        PUZZLE(A) "  header 0: Collection: T&eacute;\n",
        "1:69: syntax\n1:85: syntax\n"},
    {"an entity that is not, without a document type",
        "<SokobanLevels><Title>T&eacute;</Title><LevelCollection>" LEVEL
        "<Level Id=\"a&nbsp;b\">" ROWS "</Level>" LEVEL
        "</LevelCollection></SokobanLevels>",
        PUZZLE(A) PUZZLE(NAMED("ab"))
            PUZZLE(A) "  header 0: Collection: T&eacute;\n",
        "1:24: syntax\n1:115: syntax\n"},
    {"Latin-1 with the characters of windows-1252",
        "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>"
        "<SokobanLevels><Level Id=\"\xe9\x93\x87\x81\">" ROWS
        "</Level></SokobanLevels>",
        PUZZLE(NAMED("\xc3\xa9\xe2\x80\x9c\xe2\x80\xa1\xef\xbf\xbd")),
        "1:59: charset\n"},
    {"windows-1252",
        "<?xml version=\"1.0\" encoding=\"Windows-1252\"?>"
        "<SokobanLevels><Level Id=\"\xe9\x93\">" ROWS
        "</Level></SokobanLevels>",
        PUZZLE(NAMED("\xc3\xa9\xe2\x80\x9c")), ""},
    {"a byte-order mark against the declaration",
        "\xef\xbb\xbf<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"
        "<SokobanLevels><Level Id=\"\xc3\xa9\">" ROWS
        "</Level></SokobanLevels>",
        PUZZLE(NAMED("\xc3\xa9")), "1:1: charset\n"},
    {"blanks behind a byte-order mark",
        "\xef\xbb\xbf\r\n\r  <?xml version=\"1.0\" encoding=\"utf-8\"?>"
        "<SokobanLevels>&a;" LEVEL "</SokobanLevels>",
        PUZZLE(A) "  header 0: &a;\n", "3:56: syntax\n"},
    {"a byte-order mark without a declaration",
        "\xef\xbb\xbf<SokobanLevels>&a;" LEVEL "</SokobanLevels>",
        PUZZLE(A) "  header 0: &a;\n", "1:16: syntax\n"},
    {"a charset we do not read",
        "<?xml version=\"1.0\" encoding=\"Shift_JIS\"?>" DOC(LEVEL), "",
        "1:1: syntax\n"},
};

static void
check_example(const struct example *e)
{
	struct sok_buf out = {0};
	struct model m;
	bool good =
	    foreign_convert(&m, sok_str(e->xml), "slc", "records", &out) == 0;

	good = CHECK(good) && CHECK_STR(sok_buf_str(&m.found), e->found);
	good = CHECK_STR(sok_buf_str(&m.findings), e->findings) && good;
	if (!good)
		fprintf(stderr, "in: %s\n", e->name);
	sok_buf_free(&out);
	model_free(&m);
}

/* ---- files over a limit */

static void
repeat(struct sok_buf *b, const char *s, size_t n)
{
	while (n-- > 0)
		sok_buf_add(b, sok_str(s));
}

/* Read, and return whether a limit was reached. */
static bool
is_refused(const struct sok_buf *xml)
{
	struct sok_buf out = {0};
	struct model m;
	bool limit;

	CHECK(foreign_convert(&m, sok_buf_str(xml), "slc", "sok", &out) == 0);
	sok_buf_addc(&m.findings, '\0');
	limit = strstr(m.findings.s, ": limit\n") != NULL;
	sok_buf_free(&out);
	model_free(&m);
	return limit;
}

static void
check_bomb(const char *before, const char *again, size_t n, const char *after)
{
	struct sok_buf b = {0};

	sok_buf_add(&b, sok_str(HEAD));
	sok_buf_add(&b, sok_str(before));
	repeat(&b, again, n);
	sok_buf_add(&b, sok_str(after));
	if (!CHECK(is_refused(&b)))
		fprintf(stderr, "in: %s%s...\n", before, again);
	sok_buf_free(&b);
}

static void
check_bombs(void)
{
	check_bomb("<SokobanLevels>", "<a>", 200000, "");
	check_bomb("<SokobanLevels><Level Id=\"", "x", 10000000, "\"/>");
	check_bomb("<SokobanLevels><!-- ", "x", 20000000, "-->");
	check_bomb("<SokobanLevels><Title>", "x", 1000000, "</Title>");
	check_bomb("<SokobanLevels><Level>", "<L>#</L>", 100000, "</Level>");
	check_bomb("<SokobanLevels><Level><L>", "#", 100000, "</L></Level>");
	check_bomb("<!DOCTYPE SokobanLevels [<!ENTITY a \"", "x", 100000,
	    "\">]><SokobanLevels>&a;&a;&a;</SokobanLevels>");
}

/* ---- round trips */

static const char *const words[] = {"a", "Level 3: Trap", "n=5", ";x", "DULL",
    "<&\">", "Author: B", "Comment:", "Comment-End:", "#####", "R", "::", ">",
    "30-8-55", "-----", "caf\xc3\xa9", "\t", "  b", "Title: c", "12", "1", "",
    "\xe2\x80\xae", "'DULL'", "''", "\xc2\x85", "]]>", "a|#", "x\ny"};

#define NWORDS (sizeof(words) / sizeof(words[0]))

/* A word as XML. */
static void
put_word(struct sok_buf *b, uint64_t *seed)
{
	const char *s = words[unit_random(seed) % NWORDS];

	for (; *s; s++) {
		if (strchr("<&>\"\n", *s))
			sok_buf_fmt(b, "&#%d;", *s);
		else
			sok_buf_addc(b, *s);
	}
}

static void
put_element(struct sok_buf *b, uint64_t *seed, const char *name)
{
	size_t n = unit_random(seed) % 4;

	if (n == 0)
		return;
	sok_buf_fmt(b, "<%s>", name);
	while (n-- > 0) {
		put_word(b, seed);
		if (n > 0)
			repeat(b, "\n", 1 + unit_random(seed) % 2);
	}
	sok_buf_fmt(b, "</%s>", name);
}

static void
put_attribute(struct sok_buf *b, uint64_t *seed, const char *name)
{
	if (unit_random(seed) % 3 == 0)
		return;
	sok_buf_fmt(b, " %s=\"", name);
	put_word(b, seed);
	sok_buf_addc(b, '"');
}

static void
make_collection(struct sok_buf *b, uint64_t seed)
{
	b->len = 0;
	repeat(b, HEAD "<SokobanLevels>", 1);
	put_element(b, &seed, "Title");
	put_element(b, &seed, "Description");
	put_element(b, &seed, "Email");
	put_element(b, &seed, "Url");
	repeat(b, "<LevelCollection", 1);
	put_attribute(b, &seed, "Copyright");
	repeat(b, ">", 1);
	for (size_t n = unit_random(&seed) % 4; n > 0; n--) {
		repeat(b, "<Level", 1);
		put_attribute(b, &seed, "Id");
		put_attribute(b, &seed, "Copyright");
		repeat(b, ">" ROWS "</Level>", 1);
	}
	repeat(b, "</LevelCollection></SokobanLevels>", 1);
}

/* The puzzles of a model, without the header after them. */
static struct sok_str
puzzles(const struct model *m)
{
	struct sok_str s = sok_buf_str(&m->found);
	size_t i = 0;

	while (i < s.len &&
	    !sok_str_starts(sok_str_from(s, i), SOK_STR("  header 0: ")))
		i++;
	return sok_str_sub(s, 0, i);
}

/* slc -> sok keeps the model; slc -> slc keeps the puzzles, and does not change
 * our own output. */
static bool
check_collection(struct sok_str xml)
{
	struct sok_buf once = {0}, twice = {0};
	struct model a, b;
	bool good = foreign_survives(xml, "slc", "sok") &&
	    foreign_convert(&a, xml, "slc", "slc", &once) == 0 &&
	    foreign_convert(&b, sok_buf_str(&once), "slc", "slc", &twice) == 0;

	if (good) {
		good = sok_str_eq(puzzles(&a), puzzles(&b)) &&
		    model_equal(&once, &twice);
		foreign_tell(good, xml, &a, &once, &b);
		model_free(&a);
		model_free(&b);
	}
	sok_buf_free(&once);
	sok_buf_free(&twice);
	return good;
}

int
main(int argc, char **argv)
{
	unsigned long long n = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
	unsigned long long seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
	struct sok_buf xml = {0};
	bool good = true;

	for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++)
		check_example(&examples[i]);
	check_bombs();
	for (unsigned long long i = seed; i < seed + n && good; i++) {
		make_collection(&xml, i);
		good = check_collection(sok_buf_str(&xml));
		if (!good)
			fprintf(stderr, "collection %llu is not well\n", i);
	}
	CHECK(good);
	sok_buf_free(&xml);
	return unit_done();
}
