/* suspects.c - recognizes and reports lines that were meant as rows of a board
 * but are not, next to a board or in place of one: they have characters that
 * are not squares, tags, or words.  They remain text. */
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/doubts/doubts.h"
#include "text/doubts/parts.h"

/* ---- trimmed lines that look like a row with a fault at byte *at */

/* Byte n of a line, counted from its end if back; 0 if there is none. */
static char
byte_at(struct sok_str s, bool back, size_t n)
{
	if (n >= s.len)
		return '\0';
	return s.s[back ? s.len - 1 - n : n];
}

/* Walls touch a tag, a quotation mark or an invisible character, as
 * `<pre>#####` and `#####</pre>` around a board, or a string begins with floor
 * and walls. */
static bool
suspect_end(struct sok_str s, bool above, size_t *at)
{
	size_t walls = 0, n, len;
	uint32_t code;

	while (byte_at(s, above, walls) == '#')
		walls++;
	if (walls < 3 || walls == s.len)
		return false;
	for (n = walls; n < s.len; n++)
		if (memchr("# -_", byte_at(s, above, n), 4) == NULL)
			break;
	/* A quotation mark belongs to a string unless a word is beyond it. */
	unsigned char c = (unsigned char)byte_at(s, above, n);
	char beyond = byte_at(s, above, n + 1);
	if (c == '\0' || strchr("\"'`", c) == NULL || sok_is_letter(beyond) ||
	    sok_is_digit(beyond))
		n = walls;

	/* The first byte of its character. */
	for (*at = 0;; *at += len) {
		len = sok_str_char(sok_str_from(s, *at), &code);
		len = len == 0 ? 1 : len;
		if (*at + len > (above ? s.len - 1 - n : n))
			break;
	}
	/* A control character, such as a form feed, and what is not ASCII, such
	 * as a zero-width space, may be invisible. */
	c = (unsigned char)s.s[*at];
	return n > walls || c < ' ' || c >= 0x7f ||
	    strchr("\"'`<>[]", c) != NULL;
}

/* The line begins with a wall and either ends with one or consists mostly of
 * squares, and has no word.  Next to rows it may be a row. */
static bool
suspect_squares(struct sok_str s, size_t *at)
{
	size_t word = 0, bad = s.len, all = 0, others = 0;

	if (s.len < 3 || s.s[0] != '#')
		return false;
	for (size_t i = s.len; i-- > 0;) {
		unsigned char c = (unsigned char)s.s[i];

		word = sok_is_letter(s.s[i]) || c >= 0x80 ? word + 1 : 0;
		if (word > 2 || c == '|')
			return false;
		all += c != ' ';
		others += !row_square(s.s[i]);
		bad = !row_square(s.s[i]) ? i : bad;
	}
	*at = bad;
	/* At least two of three characters are squares, not counting blanks. */
	return bad < s.len &&
	    (s.s[s.len - 1] == '#' || (all - others > 3 && 3 * others <= all));
}

/* ---- boards that were found */

/* Whether one of these characters is among the first n bytes. */
static bool
has_any(struct sok_str s, size_t n, const char *these)
{
	for (size_t i = 0; i < n; i++)
		if (s.s[i] != '\0' && strchr(these, s.s[i]) != NULL)
			return true;
	return false;
}

/* Whether a line directly above or below a board was meant as a row of it. */
static bool
is_beside(struct sok_str s, bool above, size_t *at)
{
	return (near_row(s, at) || suspect_end(s, above, at) ||
	           (worded_row(s, at) && has_any(s, *at, "@+$*."))) &&
	    !numbered_row(s);
}

/* Whether a character is seen between quotes: not a control character, and not
 * one of the blanks and marks of Unicode. */
static bool
is_visible(uint32_t c)
{
	static const uint32_t blank[][2] = {{0xa0, 0xa0}, {0xad, 0xad},
	    {0x1680, 0x1680}, {0x180b, 0x180f}, {0x2000, 0x206f},
	    {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164},
	    {0xfe00, 0xfe0f}};

	for (size_t i = 0; i < SOK_COUNT(blank); i++)
		if (c >= blank[i][0] && c <= blank[i][1])
			return false;
	return c > ' ' && !escape_needed(c);
}

struct pending *
suspect_report(struct blocks *blocks, struct block *block, size_t i, size_t at,
    const char *advice, const char *so)
{
	struct sok_str s = rows_trimmed(blocks, i);
	char name[8]; /* the most bytes of UTF-8, two quotes and a NUL */
	const char *what = "this";
	uint32_t c;

	/* 0: bytes that are not UTF-8. */
	size_t n = sok_str_char(sok_str_from(s, at), &c);
	if (n > 0 && c == '`') {
		what = "a backquote";
	} else if (n > 0 && is_visible(c)) {
		(void)snprintf(name, sizeof(name), "`%.*s`", (int)n, s.s + at);
		what = name;
	}
	return block_report(blocks, block, SOK_UNKNOWN_SQUARE_RULE, i, s.s + at,
	    "%s%s is not a Sokoban square; %s", advice, what, so);
}

/* Whether text, from *at on, follows walls that are as long as the row above:
 * the last row lacks its line end, as where files were joined. */
static bool
is_glued(const struct blocks *blocks, size_t i, size_t *at)
{
	struct sok_str s = rows_trimmed(blocks, i);
	size_t n = 0;

	if (i == 0 || !(blocks->lines.line[i - 1].can & CAN_PLAIN))
		return false;
	struct sok_str row = rows_trimmed(blocks, i - 1);
	while (n < s.len && s.s[n] == '#')
		n++;
	*at = n;
	return n > 2 && n == row.len && row.s[n - 1] == '#' && n < s.len &&
	    !row_square(s.s[n]);
}

/* Whether a line is a row in backquotes or quotation marks, perhaps with a
 * comma, as in a list of strings: `"#@$.#",`. */
static bool
is_quoted_row(struct sok_str s)
{
	if (s.len > 1 && s.s[s.len - 1] == ',')
		s = sok_str_rtrim(sok_str_sub(s, 0, s.len - 1));
	if (s.len < 5 || s.s[0] != s.s[s.len - 1] ||
	    memchr("`\"'", s.s[0], 3) == NULL)
		return false;
	s = sok_str_sub(s, 1, s.len - 1);
	return row_squares(s, '#') && sok_str_trim(s).len > 1;
}

/* What a line was meant as in a board that was not found. */
enum meant { NO_ROW, SOUND, SPOILT, OPENS, CLOSES };

/* What line i was meant as; *at is the first byte at fault.  Walls at the end
 * of a line open a board, as in `<pre>#####`; walls at its start close one. */
static enum meant
meant_as(const struct doubts *doubts, const struct blocks *blocks, size_t i,
    size_t *at)
{
	size_t number,
	    board_end = lines_index(&blocks->lines, doubts->board_end);

	struct sok_str s = rows_trimmed(blocks, i);
	*at = 0;
	if (!lines_wall(&blocks->lines, i))
		return is_quoted_row(s) ? SPOILT : NO_ROW;
	if (labelled_row(s, &number) || table_row(s) || is_quoted_row(s))
		return SPOILT;
	bool numbered = numbered_row(s);
	if (!numbered && (near_row(s, at) || worded_row(s, at)))
		return SPOILT;
	if (is_glued(blocks, i, at))
		return CLOSES;
	/* Directly below a board, suspect_beside() reports the line. */
	if (!numbered && i > board_end && suspect_squares(s, at))
		return SPOILT;
	if (!numbered && suspect_end(s, true, at))
		return OPENS;
	if (!numbered && suspect_end(s, false, at))
		return CLOSES;
	return blocks->lines.line[i].can & CAN_PLAIN ? SOUND : NO_ROW;
}

/* Report line i above or below the board if it was meant as a row of it: 0, -1.
 * A line with more faults than is_beside() allows was, if the next line away
 * from the board is a row and the line is more than a number. */
static int
report_beside(
    struct doubts *doubts, struct blocks *blocks, size_t i, struct block *block)
{
	struct sok_str s = rows_trimmed(blocks, i);
	bool above = i < block->from;
	size_t beyond = above ? i - 1 : i + 1, at, x;
	bool row =
	    is_beside(s, above, &at) || (!above && is_glued(blocks, i, &at));
	int got = 1;

	if (!row && suspect_squares(s, &at) && !sok_is_digit(s.s[at]) &&
	    !(above && i <= lines_index(&blocks->lines, doubts->board_end))) {
		got = lines_want(&blocks->lines, beyond);
		enum meant what =
		    got == 1 ? meant_as(doubts, blocks, beyond, &x) : NO_ROW;
		row = what == SOUND || what == SPOILT;
	}
	if (row)
		(void)suspect_report(blocks, block, i, at, "",
		    above
		        ? "this line is not read as a row of the board below it"
		        : "this line is not read as a row of the board above "
		          "it");
	return got == -1 ? -1 : 0;
}

int
suspect_beside(
    struct doubts *doubts, struct blocks *blocks, struct block *block)
{
	int got = lines_want(&blocks->lines, block->to);
	size_t board_end = lines_index(&blocks->lines, doubts->board_end);
	size_t i = block->from - 1, at;

	/* The line above may belong to another board, or be its line below. */
	if (block->from > board_end && lines_wall(&blocks->lines, i) &&
	    !(i > 0 && board_end == i &&
	        is_beside(rows_trimmed(blocks, i), false, &at)) &&
	    report_beside(doubts, blocks, i, block) == -1)
		return -1;
	i = block->to;
	if (got != 1 || !lines_wall(&blocks->lines, i))
		return got == -1 ? -1 : 0;
	if (blocks->lines.line[i].has & HAS_BAR) {
		got = block_board_below(blocks, i - 1);
		if (got != 0)
			return got == -1 ? -1 : 0;
	}
	return report_beside(doubts, blocks, i, block);
}

/* ---- boards that were not found */

enum { PARAGRAPH = 4096 }; /* the most rows that are examined together */

/* Report line i, the first one at fault of lines that were meant as a board,
 * and what is to be taken away from all of them, if that is known. */
static void
report_lost(struct blocks *blocks, size_t i, size_t at)
{
	struct sok_str s = rows_trimmed(blocks, i);
	const char *advice = "";
	bool quoted = is_quoted_row(s);
	size_t number;

	if (labelled_row(s, &number))
		advice = "strip the number before each row: ";
	else if (quoted && s.s[s.len - 1] == ',')
		advice = "strip the quotes and the comma around each row: ";
	else if (quoted && s.s[0] == '`')
		advice = "strip the backquotes around each row: ";
	else if (quoted)
		advice = "strip the quotes around each row: ";
	struct pending *finding = suspect_report(
	    blocks, NULL, i, at, advice, "these lines are not read as a board");
	/* Strings may be those of a program and not meant as puzzles. */
	if (finding != NULL && !quoted)
		finding->severity = SOK_ERROR;
}

int
suspect_lost(struct doubts *doubts, struct blocks *blocks, size_t i)
{
	enum meant what, above, below;
	size_t from = i, to = i + 1, at, x;
	bool any = false;
	int got = 1;

	if (blocks->for_scan ||
	    lines_count(&blocks->lines, i) < doubts->lost_until)
		return 0;
	size_t lost = lines_index(&blocks->lines, doubts->lost_until);
	size_t board_end = lines_index(&blocks->lines, doubts->board_end);
	above = below = what = meant_as(doubts, blocks, i, &at);
	if (what == NO_ROW || what == SOUND)
		return 0;

	/* The lines that were meant as the board that line i is a part of. */
	for (; above != OPENS && from > lost && from > board_end; from--) {
		above = meant_as(doubts, blocks, from - 1, &x);
		if (above == NO_ROW || above == CLOSES)
			break;
	}
	for (; below != CLOSES && to - i < PARAGRAPH; to++) {
		got = lines_want(&blocks->lines, to);
		below = got == 1 ? meant_as(doubts, blocks, to, &x) : NO_ROW;
		if (below == NO_ROW || below == OPENS)
			break;
	}
	doubts->lost_until = lines_count(&blocks->lines, to);
	if (got == -1 || to - from < 3 || (from > 0 && from == board_end))
		return got == -1 ? -1 : 0;

	/* It has a player, a box or a goal. */
	for (size_t j = from; j < to && !any; j++) {
		struct sok_str s = rows_trimmed(blocks, j);

		any = has_any(s, worded_row(s, &x) ? x : s.len, "@+$*");
	}
	if (!any)
		return 0;
	/* suspect_beside() reports a line next to a board that is found. */
	got = what == CLOSES ? 0 : block_board_below(blocks, i);
	if (got == 0)
		report_lost(blocks, i, at);
	return got == -1 ? -1 : 0;
}

/* ---- what the grammar has found at fault */

int
report_fault(
    struct doubts *doubts, struct blocks *blocks, const struct block *block)
{
	const struct sok_rle_error *fault = &block->fault;
	size_t i = block->from, squares = 0;
	struct sok_str s = rows_trimmed(blocks, i);

	/* A single `#` may precede a number. */
	for (size_t at = 0; at < s.len; at++)
		squares += s.s[at] != ' ' && row_square(s.s[at]);
	bool row =
	    squares > 1 || (squares == 1 && memchr(s.s, '#', s.len) == NULL);
	int meant = (blocks->lines.line[i].has & HAS_BAR) ||
	    (blocks->for_scan && fault->rule == SOK_LIMIT_RULE) ||
	    (row && i > 0 &&
	        doubts->board_end == lines_count(&blocks->lines, i));
	if (!meant)
		meant = rows_alone(blocks, i);
	if (!meant && row)
		meant = block_board_below(blocks, i);
	if (meant == 1) {
		/* The window may have moved. */
		s = rows_trimmed(blocks, i);
		block_report(blocks, NULL, fault->rule, i, s.s + fault->at,
		    "%s; the line was kept as text", fault->message);
	}
	return meant == -1 ? -1 : 0;
}

int
report_picture(
    struct doubts *doubts, struct blocks *blocks, const struct block *block)
{
	int got = 0;

	/* sokrle's scan copies text and reports only what it would decode. */
	if (blocks->for_scan)
		return 0;
	/* Of other walls even the rows may be meant otherwise. */
	if (rows_trimmed(blocks, block->from).s[0] != '#')
		got = suspect_alphabet(doubts, blocks, block->from);
	if (got != 0)
		return got == -1 ? -1 : 0;
	doubts->alphabet_until = lines_count(&blocks->lines, block->end);
	struct pending *finding = suspect_report(blocks, NULL, block->near,
	    block->near_at, "", "these lines are not read as a board");
	if (finding != NULL)
		finding->severity = SOK_ERROR;
	return 0;
}
