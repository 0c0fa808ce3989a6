/* boards.c - what is special about the rows of a board: mail quotes, letters,
 * TABs, bars, and boards without a blank line between them. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/doubts/parts.h"

/* The lines of a board have mail quotes, but not the same ones. */
static void
note_quotes(struct blocks *b, struct block *k)
{
	size_t quoted = 0, first = 0;
	bool ragged = false;

	for (size_t i = k->from; i < k->to; i++) {
		struct sok_str line = lines_row(&b->l, i);
		size_t depth = 0, end = line.len - sok_str_unquote(line).len;

		for (size_t at = 0; at < end; at++)
			depth += line.s[at] == '>';
		quoted += (b->l.v[i].has & HAS_QUOTE) != 0;
		first = i == k->from ? depth : first;
		ragged |= depth != first;
	}
	if (ragged)
		block_report(b, k, SOK_RAGGED_MAIL_QUOTE_RULE, k->from, NULL,
		    quoted < k->to - k->from
		        ? "some rows of this board begin with a mail quote and "
		          "some do not"
		        : "some rows of this board are quoted deeper than "
		          "others");
}

/* The first such byte in those lines of a board that have `has`, and the index
 * of its line; NULL if there is none. */
static const char *
find_byte(const struct blocks *b, const struct block *k, unsigned has,
    char byte, size_t *i)
{
	for (*i = k->from; *i < k->to; ++*i) {
		struct sok_str s = lines_row(&b->l, *i);
		const char *p = NULL;

		if (b->l.v[*i].has & has)
			p = memchr(s.s, byte, s.len);
		if (p != NULL)
			return p - (p > s.s && p[-1] == '\xc2'); /* in UTF-8 */
	}
	return NULL;
}

/* Whether one of the rows of a run-length line is empty: nothing is between two
 * bars.  A bar at either end of the line adds no row. */
static bool
has_empty_row(struct sok_str line)
{
	const char *bar = line.s - 1, *end = line.s + line.len, *at;

	while ((bar = memchr(bar + 1, '|', (size_t)(end - bar - 1))) != NULL) {
		/* A group may be empty as well. */
		for (at = bar + 1; at < end && (*at == '(' || *at == ')');)
			at++;
		if (at < end && *at == '|')
			return true;
	}
	return false;
}

/* Whether a row has nothing but floor, as those have that are empty. */
static bool
has_floor_row(const struct sok_board *board)
{
	const unsigned char *sq = board->sq;
	int x = 0;

	for (int y = 0; y < board->height; y++, sq += board->width) {
		for (x = 0; x < board->width && sq[x] == SOK_FLOOR;)
			x++;
		if (x == board->width)
			return true;
	}
	return false;
}

/* Say which rows may have been meant otherwise, of lines with bars.  A bar
 * inside a row may have been meant as something else if other rows are lines of
 * their own without counts. */
static void
note_bars(struct blocks *b, struct block *k)
{
	const struct sok_row *row = k->board.row;
	const struct sok_row *end = row + k->board.height;
	bool plain = false, empty = has_floor_row(&k->board);

	for (size_t i = k->from; i < k->to; i++) {
		plain |= !rows_is_rle(&b->l.v[i]);
		if (!empty || !(b->l.v[i].has & HAS_BAR) ||
		    !has_empty_row(lines_row(&b->l, i)))
			continue;
		block_report(b, k, SOK_RLE_EMPTY_ROW_RULE, i, NULL,
		    "`||` was read as an empty row");
		empty = false; /* only the first one is reported */
	}
	/* Two rows that are on the same line.  The bar between them is before
	 * the second one. */
	for (row++; plain && row < end; row++)
		if (row->line == row[-1].line) {
			pending_add(&k->found, b->ahead,
			    SOK_UNKNOWN_SQUARE_RULE, row->line,
			    row->col - 1 - row->apart,
			    "`|` ends a row here, although other rows are on "
			    "lines of their own");
			break;
		}
}

/* Report what is special about the rows of a board. */
static void
note_rows(struct blocks *b, struct block *k)
{
	size_t line;

	if (k->letters)
		block_report(b, k, SOK_LEGACY_LETTER_RULE, k->from, NULL,
		    "this board is written with letters, which only some "
		    "programs read");
	const char *at =
	    k->has & HAS_HIGH ? find_byte(b, k, HAS_HIGH, '\xa0', &line) : NULL;
	if (at != NULL)
		block_report(b, k, SOK_UNKNOWN_SQUARE_RULE, line, at,
		    "no-break spaces in this board were read as floor");
	at = k->has & HAS_TAB ? find_byte(b, k, HAS_TAB, '\t', &line) : NULL;
	if (at != NULL)
		block_report(b, k, SOK_TAB_IN_BOARD_RULE, line, at,
		    "a TAB in this board was read as floor up to the "
		    "next multiple of %zu columns (--tabs sets another number)",
		    b->tabs);
	if (k->has & HAS_BAR)
		note_bars(b, k);
}

/* Report that another board begins without a blank line. */
static void
note_glued(struct blocks *b, struct block *k)
{
	if (k->glued < k->to)
		block_report(b, k, SOK_GLUED_BOARDS_RULE, k->glued, NULL,
		    "another board seems to begin here without a blank line, "
		    "but more than %d of them are not cut apart; they were "
		    "read as one",
		    GLUED_MOST);
	else
		block_report(b, k, SOK_GLUED_BOARDS_RULE, k->glued, NULL,
		    "another board begins here without a blank line; they were "
		    "read as two");
}

void
note_board(struct blocks *b, struct block *k)
{
	if (k->quoted)
		note_quotes(b, k);
	if (k->letters || k->has != 0)
		note_rows(b, k);
	if (k->glued > 0)
		note_glued(b, k);
	if (k->apart)
		lines_remember(&b->l, LINES_APART, k->to, 1);
}
