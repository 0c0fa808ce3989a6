/*
 * scan.c - the short way through the scan against the long one: the same
 * blocks and findings in any text, in whatever pieces it arrives.
 *
 *     scan [N [SEED]]     N texts (20,000) from SEED (0) on
 */
#include "model.h"
#include "text/scan_simple.h"
#include "text/simple_rows.h"
#include "unit.h"

#include "../soup/soup.h"

static size_t rows_as_lines; /* boards that only the short way makes */

/* ---- what a scan finds */

/* Rows with nothing but blanks for floor, and none at an end. */
static bool
are_rows(struct sok_str s, const struct sok_board *b)
{
	struct sok_buf want = {0};
	bool same;
	int x, y, w;

	for (y = 0; y < b->height; y++) {
		w = b->width;
		while (w > 0 && sok_board_at(b, w - 1, y) == SOK_FLOOR)
			w--;
		for (x = 0; x < w; x++)
			sok_buf_addc(&want, sok_xsb[sok_board_at(b, x, y)]);
		sok_buf_addc(&want, '\n');
	}
	same = sok_str_eq(s, sok_buf_str(&want));
	sok_buf_free(&want);
	return same;
}

static void
tell_board(struct sok_buf *o, const struct sok_block *k)
{
	const struct sok_board *b = &k->board;
	int y;

	sok_buf_fmt(o, "%d x %d, %zu players, %zu boxes, %zu goals%s\n",
	    b->width, b->height, b->players, b->boxes, b->goals,
	    k->variant    ? ", variant"
	        : k->open ? ", open"
	                  : "");
	model_board(o, b);
	for (y = 0; y < b->height; y++)
		sok_buf_fmt(o, "%zu:%zu%s ", b->row[y].line, b->row[y].col,
		    b->row[y].rle ? "r" : "");
	if (b->xsb.len > 0)
		rows_as_lines++;
	CHECK(b->xsb.len == 0 || are_rows(b->xsb, b));
}

static void
tell_game(struct sok_buf *o, const struct sok_block *k)
{
	const struct sok_game *g = &k->game;
	size_t i;

	sok_buf_fmt(o, "%zu:%zu%s ", g->pos.line, g->pos.col,
	    g->letters_only ? " letters" : "");
	sok_buf_add(o, g->moves);
	for (i = 0; i < g->nsource; i++) {
		sok_buf_fmt(
		    o, "\n  %zu:%zu ", g->source[i].line, g->source[i].col);
		sok_buf_add(o, g->source[i].text);
	}
	sok_buf_fmt(o, "\nwrap %zu\n", k->wrap);
}

/* Pieces of text may be cut anywhere between lines. */
static void
tell(struct sok_buf *o, const struct sok_block *k, bool first)
{
	static const char *const name[] = {"text", "board", "moves"};

	if (first || k->kind != SOK_BLOCK_TEXT)
		sok_buf_fmt(o, "\n== %s %s:%zu:%zu\n", name[k->kind],
		    k->pos.file, k->pos.line, k->pos.col);
	if (k->kind != SOK_BLOCK_TEXT)
		sok_buf_fmt(o, "eol %zu%s%s\n", strlen(k->eol),
		    k->ended ? ", ended" : "", k->quoted ? ", quoted" : "");
	if (k->kind == SOK_BLOCK_BOARD)
		tell_board(o, k);
	else if (k->kind == SOK_BLOCK_MOVES)
		tell_game(o, k);
	sok_buf_add(o, k->raw);
}

static bool
drain(struct model *m, struct sok_scan *s)
{
	enum sok_block_kind last = SOK_BLOCK_BOARD;
	struct sok_block k;
	int got;

	while (s != NULL && (got = sok_scan_next(s, &k)) == 1) {
		tell(&m->found, &k, last != SOK_BLOCK_TEXT);
		last = k.kind;
	}
	sok_scan_close(s);
	return s != NULL && got == 0 && !m->found.failed;
}

/* A limit that no line here comes near is one the short way cannot keep. */
static bool
scan(struct model *m, struct sok_str bytes, bool simple, int fd, size_t chunk)
{
	struct sok_limits limits = sok_default_limits;
	struct sok_sink sink = {.fn = model_finding, .ctx = m};
	struct sok_read_options o = {
	    .name = "-", .limits = &limits, .chunk = chunk};

	*m = (struct model){0};
	if (!simple)
		limits.v[SOK_LIMIT_LINE] = SCAN_SIMPLE_MOST - 1;
	CHECK(rows_fit(&limits, SCAN_SIMPLE_MOST) == simple);
	if (chunk == 0)
		return drain(m, sok_scan_open_memory(bytes, &o, &sink));
	if (ftruncate(fd, 0) == -1 ||
	    pwrite(fd, bytes.s, bytes.len, 0) != (ssize_t)bytes.len ||
	    lseek(fd, 0, SEEK_SET) == -1)
		return false;
	return drain(m, sok_scan_open(fd, &o, &sink));
}

static bool
compare(struct sok_str bytes, int fd, size_t chunk)
{
	struct model a, b;
	bool same;

	CHECK(
	    scan(&a, bytes, true, fd, chunk) && scan(&b, bytes, false, fd, 0));
	same =
	    CHECK(model_alike(bytes, "the short way", &a, "the long way", &b));
	model_free(&a);
	model_free(&b);
	return same;
}

/* ---- what is scanned */

static const char *const boards[] = {"$.\n#####\n#@$.#\n#####",
    "#####\n#@$.#\n#####\n.$", "*****\n*+$**\n*****", "#####\n#@$.#\n#####",
    "  ###\n  #.#\n###$#\n#@  #\n#####", "####\n#. #\n#$ #\n#@ #\n####",
    "*###*\n#@$.#\n*###*", " #####\n #@$.#\n #####", "#####\n#@$.#\n##### ",
    "_####\n##_.#\n#@$_#\n#####", "#####\n#@$.*\n#####", "#####\n#@ .#\n#####",
    "#####\n#+$$.#\n#####", "###\n-\n#####\n#@$.#\n#####",
    "###\n \n#####\n#@$.#\n#####", "#####\n#@$. \n#####",
    "####################\n#@$             .  #\n####################",
    "------\n-####-\n-#@$.#\n-####-\n------", "#####-\n#@$.---\n#####",
    "##########\n#@  $   .#\n##########-\n#        #\n##########"};

static const char *const texts[] = {"Level 1", "; 1", "1", "; Two words", "up",
    "x", "Author: Bob Hope", "Comment: in a line", "A note, and no more.",
    "# no row", "- nor this", "10 boxes", "dull game", "udlr", "u", "Solution",
    "\xef\xbb\xbfrrrr", "\xef\xbb\xbfOne", "Level 1\r",
    "Comment:", "Comment-End:", "> quoted", "  indented ", "\t", "        ",
    "          x", "cafe\xcc\x81", "\xc3\xa9t\xc3\xa9 udlr", "Lull Rudd",
    "urdl urdl u", "5#", "abcdefgh\rudlr", "; ;", "***", "\\", "Game: Hexoban",
    "Game: Sokoban"};

static const char *const games[] = {"R", "rrRR", "uuddllrrUUDDLLRR", "3r3U",
    "2(3(dr)R)", "12u\n3\n4d", "lull\ndull\nRuDD", "[3r]u{4d}", "*rr",
    "rr\\\nr", "uu dd", " uu ", "rr\n(rr)", "3", "r3", "<rr>u", "rrrrrrrrr\r",
    "rrrrrrrr ", "rrrrrrr \n1", "u\n>d", "udlrudlr\n     \nu"};

/* The board as run-length text; bars stand for the ends of its rows. */
static void
put_encoded(struct soup *o, const char *board)
{
	char flat[200];
	struct sok_str s = {flat, 0};
	struct sok_buf rle = {0};

	for (; *board != '\0'; board++) {
		char c = *board == '\n' ? '|' : *board;

		flat[s.len++] = c == ' ' && soup_below(o, 20) ? '-' : c;
	}
	sok_rle_encode(&rle, s, SOK_RLE_BOARD, 2 + soup_below(o, 3),
	    soup_below(o, 4) == 0);
	soup_add(o, rle.s, rle.len);
	sok_buf_free(&rle);
}

static void
put_random_board(struct soup *o)
{
	unsigned w = 3 + soup_below(o, soup_below(o, 3) ? 9 : 70), h, i;

	for (i = 0; i < w; i++)
		soup_puts(o, "#");
	soup_puts(o, "\n#@");
	soup_scramble(o, "# $.", w - 1);
	soup_puts(o, "#\n");
	for (h = soup_below(o, soup_below(o, 9) ? 6 : 70); h > 0; h--) {
		soup_puts(o, soup_below(o, 9) ? "#" : " #");
		soup_scramble(o, "##    -", soup_below(o, w));
		soup_puts(o, soup_below(o, 9) ? "#\n" : " \n");
	}
	for (i = 0; i < w; i++)
		soup_puts(o, "#");
}

static void
put_block(struct soup *o)
{
	switch (soup_below(o, 8)) {
	case 0:
	case 1:
		soup_puts(o, SOUP_PICK(o, boards));
		break;
	case 2:
		put_encoded(o, SOUP_PICK(o, boards));
		break;
	case 3:
		put_random_board(o);
		break;
	case 4:
	case 5:
		soup_puts(o, SOUP_PICK(o, games));
		break;
	default:
		soup_puts(o, SOUP_PICK(o, texts));
	}
}

/* What plain collections are made of, and now and then something else. */
static void
make_text(struct soup *o, uint64_t seed)
{
	unsigned n, odd, joined;

	soup_begin(o, seed);
	odd = 4 + soup_below(o, 60);
	joined = 2 + soup_below(o, 4);
	for (n = 2 + soup_below(o, 30); n > 0; n--) {
		if (soup_below(o, odd) == 0)
			soup_item(o);
		else
			put_block(o);
		soup_puts(o, soup_below(o, joined) ? "\n\n" : "\n");
	}
	if (soup_below(o, 8) == 0)
		o->len--;
}

/* More than is looked at in one go. */
static void
make_long(struct soup *o, uint64_t seed)
{
	struct soup part = {0};

	o->len = 0;
	while (o->len < 2 * SCAN_SIMPLE_MOST) {
		make_text(&part, seed);
		soup_add(o, part.s, part.len);
		soup_puts(o, "\n");
		seed += 12345;
	}
	free(part.s);
}

/* Lines alike, one of them longer, and others where the bytes that are
 * looked at end. */
static void
make_edge(struct soup *o, const char *line, size_t longer)
{
	o->len = 0;
	soup_puts(o, "R\n#####\n#@$.#\n#####\n");
	while (o->len < SCAN_SIMPLE_MOST - 40)
		soup_puts(o, line);
	while (longer-- > 0)
		soup_add(o, line, 1);
	soup_puts(o, line);
	soup_puts(o, line);
	soup_puts(o, "dull game\nudlr\nand text\n\n#####\n#@$.#\n#####");
	soup_puts(o, "\n\nudlr\n");
}

static void
test_edges(void)
{
	static const char *const line[] = {
	    "some text\n", "rrrrrrrrrrrrrrrr\n", "rr2drrrr\n", "rr\n"};
	struct soup o = {0};

	for (size_t i = 0; i < sizeof(line) / sizeof(*line); i++)
		for (size_t longer = 0; longer < 80; longer++) {
			make_edge(&o, line[i], longer);
			compare((struct sok_str){o.s, o.len}, -1, 0);
		}
	free(o.s);
}

/* Moves stand behind blanks and mail quotes, whichever way finds them. */
static void
test_columns(void)
{
	static const char *const text[] = {
	    "a\n\n  rrr\n rR\n", "a\n\n> rrr\n>rR2(r)\n"};
	struct sok_read_options o = {.name = "in"};
	struct sok_sink quiet = {.fn = NULL};
	struct sok_block k;

	for (size_t i = 0; i < 2; i++) {
		struct sok_scan *s =
		    sok_scan_open_memory(sok_str(text[i]), &o, &quiet);

		CHECK(s != NULL && sok_scan_next(s, &k) == 1);
		CHECK(sok_scan_next(s, &k) == 1 && k.kind == SOK_BLOCK_MOVES);
		CHECK_NUM(k.game.pos.col, 3);
		CHECK_NUM(k.game.source[0].col, 3);
		CHECK_NUM(k.game.source[1].col, 2);
		sok_scan_close(s);
	}
}

int
main(int argc, char **argv)
{
	unsigned long long n = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
	unsigned long long seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 0, i;
	static const size_t chunk[] = {0, 1, 7, 4096};
	struct soup o = {0};
	FILE *file = tmpfile();

	CHECK(file != NULL);
	for (i = seed; file != NULL && i < seed + n && unit_failures < 3; i++) {
		if (i % 256 == 0)
			make_long(&o, i);
		else if (i % 3 == 0)
			soup_make(&o, i, i % 2);
		else
			make_text(&o, i);
		if (!compare((struct sok_str){o.s, o.len}, fileno(file),
		        i % 4 == 0 ? chunk[i / 4 % 4] : 0))
			fprintf(stderr, "text %llu is not well\n", i);
	}
	test_edges();
	test_columns();
	CHECK(rows_as_lines > 0);
	if (file != NULL)
		fclose(file);
	free(o.s);
	return unit_done();
}
