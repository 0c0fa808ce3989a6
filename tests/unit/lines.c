/*
 * lines.c - splitting bytes into lines: content, number and class of each line,
 * however the bytes arrive.  A wrong number here is a wrong position in every
 * message.
 */
#include "../../lib/text/lines.h"
#include "unit.h"

/* The bytes of a literal, with the NUL bytes in it. */
#define BYTES(s) ((struct sok_str){"" s, sizeof(s) - 1})

static struct sok_input in;
static struct lines lines;

static void
open_text(struct sok_str text, size_t chunk)
{
	const struct sok_read_options o = {.chunk = chunk};

	if (text.s == NULL)
		text = SOK_STR("");
	CHECK(input_open(&in, (struct input_source){.fd = -1, .memory = text},
	          &o) == 0);
}

/* All lines of text, which arrives in so many bytes at a time. */
static void
open_lines(struct sok_str text, size_t chunk, size_t limit)
{
	open_text(text, chunk);
	lines_open(&lines, &in, limit);
	CHECK_NUM(lines_want(&lines, SIZE_MAX - 1), 0);
}

static void
close_lines(void)
{
	lines_close(&lines);
	input_close(&in);
}

static void
check_line(size_t i, const char *text, size_t number)
{
	CHECK_STR(lines_str(&lines, i), text);
	CHECK_NUM(lines_number(&lines, i), number);
}

/* NUL ends a line but does not count as a line end: the next line has the same
 * number. */
static void
ends(size_t chunk)
{
	open_lines(BYTES("a \nb\t\r\n\rc\0\0d\r"), chunk, 100);
	CHECK_NUM(lines.n, 7);
	check_line(0, "a", 1);
	check_line(1, "b", 2);
	check_line(2, "", 3);
	check_line(3, "c", 4);
	check_line(4, "", 4);
	check_line(5, "", 4);
	check_line(6, "d", 4);
	CHECK_NUM(lines.ends, 7);
	CHECK_NUM(lines.first[FIRST_MIXED].line, 2);
	CHECK_STR(lines_raw(&lines, 1, 3), "b\t\r\n\r");
	CHECK_NUM(lines_raw(&lines, 4, 99).len, 4);
	close_lines();
}

/* Line ends of one kind are not mixed, and a CR at the very end is complete. */
static void
one_kind(size_t chunk)
{
	open_lines(BYTES("a\r\n\r\nb"), chunk, 100);
	CHECK_NUM(lines.ends, 2);
	CHECK_NUM(lines.first[FIRST_MIXED].line, 0);
	CHECK_NUM(lines.n, 3);
	close_lines();
	open_lines(BYTES("a\r\r"), chunk, 100);
	CHECK_NUM(lines.ends, 4);
	CHECK_NUM(lines.n, 2);
	close_lines();
	open_lines(BYTES("a\r\r\nb\r\r\n\r\r\nc"), chunk, 100);
	CHECK_NUM(lines.ends, 2);
	CHECK_NUM(lines.n, 4);
	check_line(3, "c", 4);
	close_lines();
	open_lines(BYTES("a\r\r\r\n"), chunk, 100);
	CHECK_NUM(lines.ends, 6);
	CHECK_NUM(lines.n, 2);
	close_lines();
}

/* A line of exactly the limit is not cut; a longer line continues in the next,
 * which has the same number. */
static void
limit(size_t chunk)
{
	open_lines(BYTES("1234\n12345\nx"), chunk, 4);
	CHECK_NUM(lines.n, 4);
	check_line(0, "1234", 1);
	CHECK(!(lines.line[0].has & HAS_CUT));
	check_line(1, "1234", 2);
	CHECK(lines.line[1].has & HAS_CUT);
	check_line(2, "5", 2);
	CHECK(!(lines.line[2].has & HAS_CUT));
	check_line(3, "x", 3);
	close_lines();
	/* Trailing blanks are removed from each piece, not only from the last
	 * one. */
	open_lines(BYTES("a   b"), chunk, 2);
	CHECK_NUM(lines.n, 3);
	check_line(0, "a", 1);
	check_line(1, "", 1);
	check_line(2, "b", 1);
	close_lines();
}

/* A byte-order mark and quotes do not affect the class of the line; the mark is
 * removed. */
static void
prefixes(size_t chunk)
{
	open_lines(BYTES("\xef\xbb\xbf##\n> > #.#\n>  rr\na>b\n>"), chunk, 100);
	CHECK_NUM(lines.n, 5);
	check_line(0, "##", 1);
	CHECK(lines.line[0].has & HAS_BOM && lines.line[0].can & CAN_PLAIN);
	CHECK_NUM(lines.first[FIRST_BOM].line, 1);
	check_line(1, "> > #.#", 2);
	CHECK(lines.line[1].has & HAS_QUOTE && lines.line[1].can & CAN_PLAIN);
	CHECK_STR(sok_str_unquote(lines_str(&lines, 1)), " #.#");
	CHECK(
	    lines.line[2].can & CAN_MOVES && !(lines.line[2].can & CAN_PLAIN));
	CHECK(!(lines.line[3].has & HAS_QUOTE));
	CHECK(lines.line[4].has & HAS_QUOTE);
	CHECK(!lines_blank(&lines, 3) && lines_blank(&lines, 4));
	close_lines();
}

/* A quote may come late: the first four bytes do not decide this line. */
static void
late_quote(size_t chunk)
{
	open_lines(BYTES(">    > #.#\n"), chunk, 100);
	CHECK_NUM(lines.n, 1);
	CHECK(lines.line[0].can & CAN_PLAIN);
	close_lines();
}

/* The first position of each is kept, later ones are ignored. */
static void
first_places(size_t chunk)
{
	open_lines(BYTES("ok\n\xc3\xa9\x01\nb\x02\n\xff\n\xff\n"), chunk, 100);
	CHECK_NUM(lines.first[FIRST_CONTROL].line, 2);
	CHECK_NUM(lines.first[FIRST_CONTROL].col, 2);
	CHECK_NUM(lines.first[FIRST_UTF8].line, 4);
	CHECK_NUM(lines.first[FIRST_UTF8].col, 1);
	CHECK_NUM(lines.first[FIRST_BOM].line, 0);
	close_lines();
}

static void
drop(size_t chunk)
{
	open_lines(BYTES("a\nbb\n\nccc\nd"), chunk, 100);
	lines_drop(&lines, 0);
	CHECK_NUM(lines.n, 5);
	lines_drop(&lines, 2);
	CHECK_NUM(lines.n, 3);
	check_line(0, "", 3);
	check_line(1, "ccc", 4);
	check_line(2, "d", 5);
	CHECK_STR(lines_raw(&lines, 1, 2), "ccc\n");
	close_lines();
}

/* A run of blank lines becomes one, and the lines after it keep their
 * numbers. */
static void
joined(size_t chunk)
{
	open_text(BYTES("a\n\n \n\t\nb\n\nc"), chunk);
	lines_open(&lines, &in, 100);
	lines.join = true;
	CHECK_NUM(lines_want(&lines, 99), 0);
	CHECK_NUM(lines.n, 5);
	check_line(1, "", 2);
	check_line(2, "b", 5);
	check_line(3, "", 6);
	check_line(4, "c", 7);
	CHECK_STR(lines_raw(&lines, 1, 2), "\n \n\t\n");
	close_lines();
}

/* A long run of blank lines is discarded while it is read, but the next line is
 * not. */
static void
long_run(size_t chunk)
{
	static char text[200000];

	memset(text, '\n', sizeof(text));
	text[0] = 'a';
	memcpy(text + sizeof(text) - 4, "bc\nd", 4);
	open_text((struct sok_str){text, sizeof(text)}, chunk);
	lines_open(&lines, &in, 100);
	lines.join = true;
	CHECK_NUM(lines_want(&lines, 99), 0);
	CHECK_NUM(lines.n, 4);
	check_line(0, "a", 1);
	check_line(1, "", 2);
	check_line(2, "bc", sizeof(text) - 4);
	check_line(3, "d", sizeof(text) - 3);
	CHECK(lines_raw(&lines, 1, 2).len < 65536);
	lines_drop(&lines, 2);
	CHECK_NUM(input_consumed(&in), sizeof(text) - 4);
	close_lines();
}

/* Characters of UTF-8, bytes of anything else. */
static void
columns(void)
{
	CHECK_NUM(lines_column(BYTES("\xc3\xa9z"), 0), 1);
	CHECK_NUM(lines_column(BYTES("\xc3\xa9z"), 2), 2);
	CHECK_NUM(lines_column(BYTES("\xe9zz"), 2), 3);
}

/* In text from other sources, a line end is neither a square nor a move. */
static void
elsewhere(void)
{
	uint16_t can, has;

	lines_classify(BYTES("#.#"), &can, &has);
	CHECK(can & CAN_PLAIN && has & HAS_INK);
	lines_classify(BYTES("#\n#"), &can, &has);
	CHECK(can == 0);
	CHECK_STR(sok_str_unquote(BYTES(">> >x")), "x");
	CHECK_STR(sok_str_unquote(BYTES("> ")), " ");
	CHECK_STR(sok_str_unquote(BYTES("")), "");
	CHECK_NUM(lines_bom(BYTES("\xff\xfe")), 2);
	CHECK_NUM(lines_bom(BYTES("\xfe\xff#")), 2);
	CHECK_NUM(lines_bom(BYTES("\xef\xbb")), 0);
}

/* ---- random lines, compared with splitting byte by byte */

/* The next line of a text, which begins at *at, without blanks at its end; *at
 * is then where the next one begins, and *kind the kind of its line end, 0 for
 * that of the text.  A CR ends a line together with an LF after it, and so do
 * two CRs. */
static struct sok_str
naive_line(struct sok_str text, size_t *at, unsigned *kind)
{
	struct sok_str line = {text.s + *at, 0};
	size_t end = *at, next;

	while (end < text.len && text.s[end] != '\n' && text.s[end] != '\r')
		end++;
	line.len = end - *at;
	while (line.len > 0 &&
	    (line.s[line.len - 1] == ' ' || line.s[line.len - 1] == '\t'))
		line.len--;
	for (next = end; next < text.len && next < end + 2;)
		if (text.s[next] == '\r')
			next++;
		else
			break;
	if (next < text.len && text.s[next] == '\n') {
		*at = next + 1;
		*kind = next > end ? LINES_CRLF : LINES_LF;
	} else {
		*at = end + 1;
		*kind = end < text.len ? LINES_CR : 0;
	}
	return line;
}

/* The classes of a line: whether it may be a row or moves, and whether it is
 * blank. */
static void
check_classes(const struct line *line, struct sok_str text)
{
	uint16_t can, has;

	lines_classify(text, &can, &has);
	CHECK_NUM(line->can, can);
	CHECK_NUM(line->has & HAS_INK, has & HAS_INK);
	/* For a plain row, HAS_WALL may be set without a wall. */
	if (!(can & CAN_PLAIN) || !(line->has & HAS_WALL))
		CHECK_NUM(line->has & HAS_WALL, has & HAS_WALL);
}

/* Check the sums of the rows that were read last. */
static void
check_rows(void)
{
	const struct lines_rows *rows = &lines.rows;
	size_t players = 0, boxes = 0, goals = 0, wide = 0;

	CHECK(rows->to <= lines.n);
	for (size_t i = rows->from; i < rows->to; i++) {
		struct sok_str row = lines_str(&lines, i);
		const char *below = row.s + row.len;

		CHECK(row.len > 0 && lines.line[i].can & CAN_PLAIN);
		CHECK(rows->trimmed || *below == '\n');
		wide = row.len > wide ? row.len : wide;
		for (size_t at = 0; at < row.len; at++) {
			players += strchr("@+", row.s[at]) != NULL;
			boxes += strchr("$*", row.s[at]) != NULL;
			goals += strchr(".*+", row.s[at]) != NULL;
		}
	}
	CHECK_NUM(rows->wide, wide);
	CHECK_NUM(rows->sum.players, players);
	CHECK_NUM(rows->sum.boxes, boxes);
	CHECK_NUM(rows->sum.goals, goals);
}

/* The first read is at least this long, in chunks of any size. */
enum { FIRST_READ = 4096, PIECES = 40, LONGEST_PIECE = 12 };

/* Write a text of random pieces, and return its length.  A first part of the
 * text, or all of it, has only one kind of line end.  In half of the texts, the
 * pieces follow a line that ends where the first read ends, or near it. */
static size_t
random_text(uint64_t *seed, char *text)
{
	/* Pieces that end rows, lines and words of bits in every way. */
	static const char *const piece[] = {"#", "##", " ", "  ", "#$ .@#", "-",
	    "*", "rrUU", "Level 1", "3", "\t", "\n", "\n", "\n\n", "\r\n", "\r",
	    "          ", "############", "# #\n# #\n", "## \n##  \n"};
	static const char *const line_end[] = {"\n", "\r\n", "\r"};
	const char *end = line_end[unit_random(seed) % SOK_COUNT(line_end)];
	/* The number of pieces before other line ends may occur. */
	size_t same = unit_random(seed) % (2 * PIECES), len = 0;

	if (unit_random(seed) % 2)
		len = FIRST_READ - unit_random(seed) % 200;
	memset(text, 'x', len);
	for (size_t n = unit_random(seed) % PIECES; n > 0; n--) {
		const char *add = piece[unit_random(seed) % SOK_COUNT(piece)];

		if (same > 0 && strchr(add, '\r') != NULL)
			add = "#\n";
		for (; *add != '\0'; add++) {
			bool change = same > 0 && *add == '\n';
			size_t more = change ? strlen(end) : 1;

			memcpy(text + len, change ? end : add, more);
			len += more;
		}
		same -= same > 0;
	}
	return len;
}

static bool
is_one_kind(unsigned kinds)
{
	return (kinds & (kinds - 1)) == 0;
}

static void
random_lines(uint64_t seed)
{
	char text[FIRST_READ + PIECES * LONGEST_PIECE * 2];
	size_t len = random_text(&seed, text), n, at = 0, i = 0;
	size_t chunk = 1 + unit_random(&seed) % 150;
	size_t blank = 0, first_mixed = 0; /* lines */
	bool joins = unit_random(&seed) % 2;
	unsigned kinds = 0, kind;

	open_text((struct sok_str){text, len}, chunk);
	/* As in the text reader: line ends of one kind are converted to LF. */
	if (unit_random(&seed) % 2)
		input_unify(&in);
	lines_open(&lines, &in, sizeof(text));
	lines.join = joins;
	CHECK_NUM(lines_want(&lines, SIZE_MAX - 1), 0);
	for (n = 1; at < len; n++) {
		struct sok_str s =
		    naive_line((struct sok_str){text, len}, &at, &kind);

		kinds |= kind;
		if (!is_one_kind(kinds) && first_mixed == 0)
			first_mixed = n;
		/* A run of blank lines is represented by its first line. */
		if (joins && s.len == 0 && blank == n - 1 && n > 1) {
			blank = n;
			continue;
		}
		blank = s.len == 0 ? n : 0;
		CHECK(i < lines.n);
		if (i == lines.n)
			break;
		CHECK(sok_str_eq(lines_str(&lines, i), s));
		CHECK_NUM(lines_number(&lines, i), n);
		check_classes(&lines.line[i++], s);
	}
	CHECK_NUM(i, lines.n);
	/* If there are several kinds, it does not matter which. */
	if (is_one_kind(kinds))
		CHECK_NUM(lines.ends, kinds);
	CHECK_NUM(lines.first[FIRST_MIXED].line, first_mixed);
	check_rows();
	close_lines();
}

int
main(int argc, char **argv)
{
	size_t seeds = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;

	for (uint64_t seed = 0; seed < seeds; seed++)
		random_lines(seed);
	for (size_t chunk = 1; chunk < 80; chunk += chunk < 5 ? 1 : 37) {
		ends(chunk);
		one_kind(chunk);
		limit(chunk);
		prefixes(chunk);
		late_quote(chunk);
		first_places(chunk);
		drop(chunk);
		joined(chunk);
	}
	long_run(1000);
	long_run(65536);
	long_run(1 << 20);
	columns();
	elsewhere();
	return unit_done();
}
