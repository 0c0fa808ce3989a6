/*
 * hir.c - trace files: the example of the format's author and back again, the
 * tokens of a trace, whole files, games and saved images.
 */
#include "hir_file.h"

/* The second example of data_format.html with shorter lines. */
static const char example[] =
    " #######\n # @...#\n #   ####\n###$    #\n#   #$# #\n# $ #   #\n"
    "#   #####\n#####\n"
    "---saved-image---\n"
    " #######\n # @***#\n #   ####\n###     #\n#   # # #\n#   #   #\n"
    "#   #####\n#####\n"
    "---information---\n"
    "status:completed\nscreen-set:perfect\nlevel:1\n\n"
    "time-stamp:Fri Mar 12 16:22:56 1999\nmoves:70\npushes:26\n\n"
    "first-time-stamp:Mon Jun 22 16:41:02 1998\nfirst-moves:72\n"
    "---trace-data---\n"
    "; $(3,3) -> *(6,1)\n; total: 18 moves / 9 pushes\n"
    "\"\xe6\x9c\x80\xe5\x88\x9d\xe3\x81\xab\"\n"
    "dDDllddrrU\nUUUluRRR\n\n"
    "\"\xe4\xba\x8c\xe5\x80\x8b\xe7\x9b\xae\"\n"
    "lldddlldRd\nrUUUUluRR\n\n"
    "ddrrrddllU\ndrruulLLul\n\"here; (it\"\nDDlddrUUUU\nluR\n; done\n";

/* Convert back directly, and through .sok. */
static void
comes_back(const char *file)
{
	struct sok_buf there = {0}, back = {0};

	convert(&back, sok_str(file), "hir", 10);
	CHECK_STR(sok_buf_str(&back), file);
	convert(&there, sok_str(file), "sok", 70);
	convert(&back, sok_buf_str(&there), "hir", 10);
	CHECK_STR(sok_buf_str(&back), file);
	sok_buf_free(&there);
	sok_buf_free(&back);
}

/* ---- traces */

static void
trace(const char *text, const char *want, const char *said)
{
	struct sok_buf file = {0}, got = {0};
	struct found found;

	sok_buf_add(&file, SOK_STR(TRACE));
	sok_buf_add(&file, sok_str(text));
	read_model(&got, sok_buf_str(&file), &found);
	CHECK_STR(sok_buf_str(&got), want);
	CHECK_NUM(
	    found.n[SOK_SYNTAX_RULE] + found.n[SOK_LIMIT_RULE], said != NULL);
	if (said != NULL)
		CHECK_STR(sok_str(found.last), said);
	sok_buf_free(&file);
	sok_buf_free(&got);
}

static void
traces(void)
{
	trace("rrDD\n", "rrDD", NULL);
	trace("rr\n  DD \t l", "rrDDl", NULL);
	trace("\"dull\" ; lll\ndD\n", "dD/Before 1: \"dull\"/Before 1: ; lll",
	    NULL);
	trace("dD\n\nl", "(dD)(l)", NULL);
	trace("dD\r\n\r\nl\r\n", "(dD)(l)", NULL);
	trace("dD\r\rl\r", "(dD)(l)", NULL);
	trace("\n\n dD\n \n\t\n\nl\n\n\n", "(dD)(l)", NULL);
	trace("dD\n; not blank\nl", "dDl/Before 3: ; not blank", NULL);
	trace("dD\n; end\n\nl", "(dD)(l)/After 2: ; end", NULL);
	trace("dD\n\n; own\n\nl", "(dD)(l)/Between 2 and 3: ; own", NULL);
	trace("; own\n\nl", "l/Between 0 and 1: ; own", NULL);
	trace("l ; end", "l/After 1: ; end", NULL);
	trace("l\n\n; own", "l/Between 1 and 2: ; own", NULL);
	trace("; nothing", "/Between 0 and 1: ; nothing", NULL);
	trace("\"a\\\"b;(\" r", "r/Before 1: \"a\\\"b;(\"", NULL);
	trace("\"two\nlines\" r", "r/Before 1: \"two\\nlines\"", NULL);
	trace("\"one\\\nline\" r", "r/Before 1: \"oneline\"", NULL);
	trace("(m 'x\n  '((1 2) ; c)\n  \"l)\")) r",
	    "r/Before 1: (m 'x '((1 2) \"l)\"))/Before 1: ; c)", NULL);
	trace("'(a b) 'c r", "r/Before 1: '(a b)/Before 1: 'c", NULL);
	trace("(a \\) \\\" b)r", "r/Before 1: (a \\) \\\" b)", NULL);
	trace("(a ;\n; c\n\\( b)r",
	    "r/Before 1: (a \\( b)/Before 1: ;/Before 1: "
	    "; c",
	    NULL);
	trace("(a\r\n \"b\r\nc\") r", "r/Before 1: (a \"b\\nc\")", NULL);
	/* Kanji whose bytes are a quote and a backslash. */
	trace(
	    "\"\x1b$B\"\\\x1b(B\" r", "r/Before 1: \"\x1b$B\"\\\x1b(B\"", NULL);
	/* Kanji that end with the line. */
	trace("\"\x1b$B\"\"\n\" r\n(\x1b$B((\n) l",
	    "rl/Before 1: \"\x1b$B\"\"\\n\"/Before 2: (\x1b$B(( )", NULL);
}

static void
wrong_traces(void)
{
	trace("r 3u r", "rr", "7:3: `3u` is no word of moves: left out");
	trace("r\npause", "r", "8:1: `pause` is no word of moves: left out");
	trace("r )", "r", "7:3: `)` is no word of moves: left out");
	trace("r \"open r", "r",
	    "7:3: `\"open r` is a message that is never closed: left out");
	trace("r (open \")\" r", "r",
	    "7:3: `(open \")\" r` is parentheses that are never closed: left "
	    "out");
	trace("' r", "r", "7:1: `'` is a quote of nothing: left out");
	trace("\"\x1b$B\"\" r", "",
	    "7:1: `\"\x1b$B\"\" r` is a message that is "
	    "never closed: left out");
	trace("((((((((((((((((((x)))))))))))))))))) r", "r",
	    "7:1: `((((((((((((((((((x)...` is parentheses nested too deep: "
	    "left out");
}

/* ---- whole files */

/* The model of a file, read as this format or as the detected one. */
static void
file(const char *format, const char *text, const char *want, const char *said)
{
	struct sok_buf got = {0};
	struct found found;
	struct sok_sink sink = {.fn = note, .ctx = &found};
	struct sok_read_options o = {.name = "in"};
	struct sok_reader *r;
	struct sok_puzzle *p;

	memset(&found, 0, sizeof(found));
	if (format != NULL)
		o.format = sok_format_find(sok_str(format));
	r = sok_reader_open_memory(sok_str(text), &o, &sink);
	if (CHECK(r != NULL) && sok_read(r, &p) == 1)
		model(&got, p);
	CHECK_STR(sok_buf_str(&got), want);
	CHECK_STR(sok_str(found.last), said);
	sok_reader_close(r);
	sok_buf_free(&got);
}

static void
files(void)
{
	file(NULL, "\xef\xbb\xbf" TRACE "r", "r", "");
	file(NULL, "\n \n" ROOM "\n\nLimit: 7\n\n---trace-data---\nr", "r", "");
	file(NULL,
	    ROOM "Comment:\n---trace-data---\nl\nComment-End:\n"
	         "---trace-data---\nr",
	    "r", "");
	file(NULL, ROOM "Comment:\nComment:\n---trace-data---\nr", "r", "");
	file(NULL, ROOM "A note\n---trace-data---\nr", "r", "");
	file("hir", ROOM "A note\n---trace-data---\nr", "r", "");
	file("hir", "Above\n" ROOM "---trace-data---\n; c\n",
	    "/Above/Between 0 and 1: ; c", "");
	file("hir", "Above\n" ROOM "Below\n---trace-data---\n; c\n",
	    "/Above/Below/Between 0 and 1: ; c", "");
	file("hir",
	    ROOM "---saved-image---\nAbove\n" ROOM "Below\n"
	         "---trace-data---\nrl",
	    "rl/Above/Below", "");
	file("hir", ROOM, "", "");
	file("hir", "No board\n---trace-data---\nr", "",
	    "1:1: a trace file without a picture: not read");
	file(NULL,
	    ROOM "---information---\na:1\n---information---\nb:2\n"
	         "---trace-data---\nr",
	    "r/b:2",
	    "8:1: this section is repeated: the first one is left out");
	file(NULL, ROOM "---information---\na:1\n", "/a:1", "");
	file(NULL,
	    ROOM "Limit: 7\n---saved-image---\n" ROOM "Limit: 7\n"
	         "---trace-data---\nrl",
	    "rl", "");
	file(NULL,
	    ROOM "Limit: 7\n---saved-image---\n" ROOM "Limit: 8\n"
	         "---trace-data---\nrl",
	    "rl/Limit: 8", "");
}

/* A game in .sok, converted to trace data. */
static void
game(const char *moves, const char *want, size_t lost)
{
	struct sok_buf there = {0}, text = {0};
	struct found found;
	struct sok_sink sink;
	struct sok_write_options o = {.wrap = 70, .name = "out"};
	struct sok_output *out = sok_output_memory(&there);
	struct sok_writer *w;
	struct sok_reader *r;
	struct sok_puzzle *p;
	const char *data;

	sok_buf_add(&text, SOK_STR(ROOM "\n"));
	sok_buf_add(&text, sok_str(moves));
	r = open_reader(sok_buf_str(&text), &found, &sink);
	w = sok_writer_open(sok_format_find(SOK_STR("hir")), out, &o, &sink);
	if (CHECK(r != NULL && w != NULL && sok_read(r, &p) == 1)) {
		CHECK(sok_write(w, p) == 1);
		CHECK(sok_write(w, p) == 0);
	}
	CHECK(sok_writer_close(w) == 0);
	CHECK(sok_output_close(out, true) == 0);
	CHECK_NUM(found.n[SOK_LOSSY_RULE], lost);
	CHECK_NUM(found.n[SOK_CANNOT_HOLD_RULE], 1);
	sok_buf_addc(&there, '\0');
	data = strstr(there.s, "---trace-data---\n");
	CHECK_STR(sok_str(data != NULL ? data + 17 : ""), want);
	sok_reader_close(r);
	sok_buf_free(&there);
	sok_buf_free(&text);
}

static void
games(void)
{
	game("rr\n", "rr\n", 0);
	game("(r(l)r)l\n", "r\n\nl\n\nr\n\nl\n", 0);
	game("rr*l\n", "rr\n", 1);
	game("[]rl\n", "", 1);
	game("rr\n\nA note\nBefore 2: ; here\nBefore 2: no remark\n",
	    "; A note\nr\n; here\nr\n", 0);
	game("rr\n\nComment:\na: b\n\nc\nComment-End:\nAfter 9: \"x\"\n",
	    "; a: b\n; c\nrr\n\"x\"\n", 0);
	game("(r)(r)\n\nBefore 2: ; b\nBetween 1 and 2: ; c\nAfter 1: ; a\n",
	    "r\n; a\n\n; c\n\n; b\nr\n", 0);
	game("rr\n\nBetween 1 and 2: ; c\nBetween 1 and 3: ; d\n",
	    "r\n; c\nr\n", 0);
	/* Lines that only look like remarks: a tag, or a note. */
	game("rr\n\nBefore 0: ; a\nBefore : ; a\nAfter 1234567890: ; a\n"
	     "After one: ; a\nBetween 1: ; a\nBetween 1 and: ; a\n"
	     "After 1: \"b\" \"c\"\n",
	    "rr\n", 0);
	game("rr\n\nBefore 2 ; a\n", "; Before 2 ; a\nrr\n", 0);
	game("rr\n\nBefore 2: ; a\nAfter 1: \"b\" \"c\"\n", "r\n; a\nr\n", 0);
}

/* A game with more moves than the limit is truncated, and 30 invalid words are
 * reported in 21 lines. */
static void
limits(void)
{
	struct sok_limits low = sok_default_limits;
	struct found found;
	struct sok_sink sink = {.fn = note, .ctx = &found};
	struct sok_read_options o = {.name = "in", .limits = &low};
	struct sok_reader *r;
	struct sok_puzzle *p;

	memset(&found, 0, sizeof(found));
	low.v[SOK_LIMIT_MOVES] = 3;
	r = sok_reader_open_memory(SOK_STR(TRACE "rl\n\nrl r"), &o, &sink);
	if (CHECK(r != NULL && sok_read(r, &p) == 1))
		CHECK_STR(p->game[0].moves, "(rl)");
	CHECK_NUM(found.n[SOK_LIMIT_RULE], 1);
	sok_reader_close(r);
	r = open_reader(SOK_STR(TRACE "x x x x x x x x x x x x x x x x x x x x "
	                              "x x x x x x x x x x r"),
	    &found, &sink);
	CHECK(r != NULL && sok_read(r, &p) == 1);
	CHECK_NUM(found.n[SOK_SYNTAX_RULE], 21);
	CHECK_STR(sok_str(found.last),
	    "7:62: 10 more words that are not moves: left out");
	sok_reader_close(r);
}

/* ---- the saved image */

static void
saved(const char *image, const char *want, size_t said)
{
	struct sok_buf file = {0}, got = {0};
	struct found found;

	sok_buf_add(&file, SOK_STR(ROOM "---saved-image---\n"));
	sok_buf_add(&file, sok_str(image));
	sok_buf_add(&file,
	    SOK_STR("---information---\nlevel: 7\n---trace-data---\nrr\n"));
	read_model(&got, sok_buf_str(&file), &found);
	CHECK_STR(sok_buf_str(&got), want);
	CHECK_NUM(found.n[SOK_SAVED_IMAGE_MISMATCH_RULE], said);
	sok_buf_free(&file);
	sok_buf_free(&got);
}

static void
images(void)
{
	saved("########\n#  @   #\n#   $. #\n#      #\n########\n",
	    "rr/level: 7", 0);
	saved("\n  ########\n  #  @   #\n  #   $. #\n  #      #\n  ########\n",
	    "rr/level: 7", 0);
	saved("", "rr/level: 7", 0);
	saved(ROOM, "rr/level: 7/Saved-Image: 8#|#@5-#|#3-$.-#|#6-#|8#", 1);
}

int
main(void)
{
	comes_back(example);
	traces();
	wrong_traces();
	images();
	files();
	games();
	limits();
	return unit_done();
}
