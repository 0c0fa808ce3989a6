/*
 * suspects.c - reports lines that were meant as rows but are not: faulty
 * run-length lines, and lines that suspects_rows.c recognizes next to a board
 * or in place of one.  They remain text.
 */
#include <string.h>

#include "text/grammar.h"
#include "tools.h"

/* Line i without mail quotes and without blanks at its ends. */
static struct sok_str
line_of(const struct blocks *b, size_t i)
{
	return sok_str_trim(rows_line(b, i));
}

/* Whether all other lines of the input are blank.  Looks at 64 lines after line
 * i at most. */
static int
is_alone(struct blocks *b, size_t i)
{
	for (size_t j = 0; b->l.in->consumed == 0 && j < i + 64; j++) {
		int r = lines_want(&b->l, j);

		if (r != 1)
			return r == 0 ? 1 : -1;
		if (j != i && !lines_blank(&b->l, j))
			return 0;
	}
	return 0;
}

/* Whether line i and the line above or below it are rows with numbers, so that
 * the number before a bar is not a count: 1, 0, -1. */
static int
is_labelled(struct blocks *b, size_t i)
{
	size_t n, beside;
	int r;

	if (!suspect_label(line_of(b, i), &n))
		return 0;
	r = lines_want(&b->l, i + 1);
	if (r == -1)
		return -1;
	return (i > 0 && suspect_label(line_of(b, i - 1), &beside) &&
	           beside + 1 == n) ||
	    (r == 1 && suspect_label(line_of(b, i + 1), &beside) &&
	        beside == n + 1);
}

int
suspect_rle(struct blocks *b, size_t i)
{
	struct sok_rle_error e = {.message = NULL};
	struct sok_str s = line_of(b, i);
	bool bar = b->l.v[i].has & HAS_BAR, row;
	size_t squares = 0;
	int meant, r;

	if (!rows_has_wall(b, i))
		return 0;
	b->rle.len = 0;
	r = rows_decode(b, &b->rle, i, &s, &e);
	if (r == -1)
		return -1;
	if (r == 1 || e.message == NULL)
		return 0;
	if (bar && (r = is_labelled(b, i)) != 0)
		return r == -1 ? -1 : 0;

	/* A single `#` may precede a number. */
	s = line_of(b, i);
	for (size_t k = 0; k < s.len; k++)
		squares +=
		    s.s[k] != ' ' && sok_square[(unsigned char)s.s[k]] != 0xff;
	row = squares > 1 || (squares == 1 && memchr(s.s, '#', s.len) == NULL);
	meant = bar || (b->eager && e.rule == SOK_LIMIT_RULE) ||
	    (row && i > 0 && b->board_end == i);
	if (!meant)
		meant = is_alone(b, i);
	if (!meant && row)
		meant = block_board_below(b, i);
	if (meant == 1) {
		/* The window may have moved. */
		s = line_of(b, i);
		pending_add(&b->found, b->now, e.rule, lines_number(&b->l, i),
		    block_column(b, i, s.s + e.at),
		    "%s; the line was kept as text", e.message);
		/* A line with a bar is reported whatever its neighbours are, so
		 * the rest of the paragraph is skipped. */
		b->skip = e.rule == SOK_LIMIT_RULE && bar;
	}
	return meant == -1 ? -1 : 0;
}

/* Whether one of these characters is among the first n bytes. */
static bool
has_any(struct sok_str s, size_t n, const char *these)
{
	for (size_t i = 0; i < n; i++)
		if (s.s[i] != '\0' && strchr(these, s.s[i]) != NULL)
			return true;
	return false;
}

/* Whether a line directly above or below a board was meant as a row of it; *at
 * is the first byte at fault. */
static bool
is_beside(struct sok_str s, bool above, size_t *at)
{
	return (suspect_square(s, at) || suspect_end(s, above, at) ||
	           (suspect_by_words(s, at) && has_any(s, *at, "@+$*."))) &&
	    !rows_numbered(s);
}

/* Report that byte `at` of line i is not a square; so: the consequence. */
static struct pending *
report_square(struct blocks *b, size_t i, size_t at, struct pending_list *to,
    struct sok_arena *a, const char *so)
{
	struct sok_str s = line_of(b, i);
	char name[] = "` `", c = s.s[at];
	const char *what = "this";

	name[1] = c;
	if (c > ' ' && c < 0x7f)
		what = c == '`' ? "a backquote" : name;
	return pending_add(to, a, SOK_UNKNOWN_SQUARE_RULE,
	    lines_number(&b->l, i), block_column(b, i, s.s + at),
	    "%s is not a Sokoban square; %s", what, so);
}

/* Whether text follows walls that are as long as the row above: the last row
 * lacks its line end, as where files were joined.  *at is the start of the
 * text. */
static bool
is_glued(const struct blocks *b, size_t i, size_t *at)
{
	struct sok_str s = line_of(b, i), row;
	size_t n = 0;

	if (i == 0 || !(b->l.v[i - 1].can & CAN_PLAIN))
		return false;
	row = line_of(b, i - 1);
	while (n < s.len && s.s[n] == '#')
		n++;
	*at = n;
	return n > 2 && n == row.len && row.s[n - 1] == '#' && n < s.len &&
	    sok_square[(unsigned char)s.s[n]] == 0xff;
}

/* What a line was meant as in a board that was not found. */
enum meant { NO_ROW, SOUND, SPOILT, OPENS, CLOSES };

/* What line i was meant as; *at is the first byte at fault.  Walls at the end
 * of a line open a board, as in `<pre>#####`; walls at its start close one. */
static enum meant
meant_as(const struct blocks *b, size_t i, size_t *at)
{
	struct sok_str s;
	size_t number;
	bool numbered;

	if (!lines_wall(&b->l, i))
		return NO_ROW;
	s = line_of(b, i);
	*at = 0;
	if (suspect_label(s, &number) || suspect_table(s))
		return SPOILT;
	numbered = rows_numbered(s);
	if (!numbered && (suspect_square(s, at) || suspect_by_words(s, at)))
		return SPOILT;
	if (is_glued(b, i, at))
		return CLOSES;
	/* Directly below a board, suspect_beside() reports the line. */
	if (!numbered && i > b->board_end && suspect_squares(s, at))
		return SPOILT;
	if (!numbered && suspect_end(s, true, at))
		return OPENS;
	if (!numbered && suspect_end(s, false, at))
		return CLOSES;
	return b->l.v[i].can & CAN_PLAIN ? SOUND : NO_ROW;
}

/* Report line i above or below the board if it was meant as a row of it: 0, -1.
 * A line with more faults than is_beside() allows was, if the next line away
 * from the board is a row and the line is more than a number. */
static int
report_beside(struct blocks *b, size_t i, struct block *k)
{
	struct sok_str s = line_of(b, i);
	bool above = i < k->from;
	size_t beyond = above ? i - 1 : i + 1, at, x;
	bool meant =
	    is_beside(s, above, &at) || (!above && is_glued(b, i, &at));
	int r = 1;

	if (!meant && suspect_squares(s, &at) && !sok_is_digit(s.s[at]) &&
	    !(above && i <= b->board_end)) {
		if (!above)
			r = lines_want(&b->l, beyond);
		if (r == 1) {
			enum meant what = meant_as(b, beyond, &x);

			meant = what == SOUND || what == SPOILT;
		}
	}
	if (meant)
		(void)report_square(b, i, at, &k->found, b->ahead,
		    above
		        ? "this line is not read as a row of the board below it"
		        : "this line is not read as a row of the board above "
		          "it");
	return r == -1 ? -1 : 0;
}

int
suspect_beside(struct blocks *b, struct block *k)
{
	int r = lines_want(&b->l, k->to);
	size_t i = k->from - 1, at;

	/* The line above may belong to another board, or have been reported as
	 * the line below it. */
	if (k->from > b->board_end && lines_wall(&b->l, i) &&
	    !(i > 0 && b->board_end == i &&
	        is_beside(line_of(b, i), false, &at)) &&
	    report_beside(b, i, k) == -1)
		return -1;
	i = k->to;
	if (r != 1 || !lines_wall(&b->l, i))
		return r == -1 ? -1 : 0;
	if (b->l.v[i].has & HAS_BAR) {
		r = block_board_below(b, i - 1);
		if (r != 0)
			return r == -1 ? -1 : 0;
	}
	return report_beside(b, i, k);
}

/* ---- boards that were not found */

enum { PARAGRAPH = 4096 }; /* the most rows that are examined together */

int
suspect_lost(struct blocks *b, size_t i)
{
	struct pending *finding;
	enum meant what, above, below;
	size_t from = i, to = i + 1, at, x;
	bool things = false;
	int r = 1;

	if (b->eager || i < b->lost_until)
		return 0;
	above = below = what = meant_as(b, i, &at);
	if (what == NO_ROW || what == SOUND)
		return 0;

	/* The lines that were meant as the board that line i is a part of. */
	for (; above != OPENS && from > b->lost_until && from > b->board_end;
	     from--) {
		above = meant_as(b, from - 1, &x);
		if (above == NO_ROW || above == CLOSES)
			break;
	}
	for (; below != CLOSES && to - i < PARAGRAPH; to++) {
		r = lines_want(&b->l, to);
		below = r == 1 ? meant_as(b, to, &x) : NO_ROW;
		if (below == NO_ROW || below == OPENS)
			break;
	}
	b->lost_until = to;
	if (r == -1 || to - from < 3 || (from > 0 && from == b->board_end))
		return r == -1 ? -1 : 0;

	/* It has a player, a box or a goal. */
	for (size_t j = from; j < to && !things; j++) {
		struct sok_str s = line_of(b, j);

		things =
		    has_any(s, suspect_by_words(s, &x) ? x : s.len, "@+$*");
	}
	if (!things)
		return 0;
	/* A line next to a board is reported with that board, unless it closes
	 * this one. */
	r = what == CLOSES ? 0 : block_board_below(b, i);
	if (r == 0) {
		finding = report_square(b, i, at, &b->found, b->now,
		    "these lines are not read as a board");
		if (finding != NULL)
			finding->severity = SOK_ERROR;
	}
	return r == -1 ? -1 : 0;
}
