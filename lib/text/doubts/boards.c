/* boards.c - what is special about the rows of a board: mail quotes, letters,
 * TABs, bars, and boards without a blank line between them. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/doubts/parts.h"

/* The lines of a board have mail quotes, but not the same ones. */
static void
note_quotes(struct blocks *blocks, struct block *block)
{
	size_t quoted = 0, first = 0;
	bool ragged = false;

	for (size_t i = block->from; i < block->to; i++) {
		struct sok_str line = lines_row(&blocks->lines, i);
		size_t depth = 0, end = line.len - sok_str_unquote(line).len;

		for (size_t at = 0; at < end; at++)
			depth += line.s[at] == '>';
		quoted += (blocks->lines.line[i].has & HAS_QUOTE) != 0;
		first = i == block->from ? depth : first;
		ragged |= depth != first;
	}
	if (ragged)
		block_report(blocks, block, SOK_RAGGED_MAIL_QUOTE_RULE,
		    block->from, NULL,
		    quoted < block->to - block->from
		        ? "some rows of this board begin with a mail quote and "
		          "some do not"
		        : "some rows of this board are quoted deeper than "
		          "others");
}

/* The first such byte in those lines of a board that have `has`, and the index
 * of its line; NULL if there is none. */
static const char *
find_byte(const struct blocks *blocks, const struct block *block, unsigned has,
    char byte, size_t *i)
{
	for (*i = block->from; *i < block->to; ++*i) {
		struct sok_str s = lines_row(&blocks->lines, *i);
		const char *at = NULL;

		if (blocks->lines.line[*i].has & has)
			at = memchr(s.s, byte, s.len);
		if (at != NULL)
			return at -
			    (at > s.s && at[-1] == '\xc2'); /* in UTF-8 */
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
note_bars(struct blocks *blocks, struct block *block)
{
	const struct sok_row *row = block->board.row;
	const struct sok_row *end = row + block->board.height;
	bool plain = false, empty = has_floor_row(&block->board);

	for (size_t i = block->from; i < block->to; i++) {
		plain |= !rows_is_rle(&blocks->lines.line[i]);
		if (!empty || !(blocks->lines.line[i].has & HAS_BAR) ||
		    !has_empty_row(lines_row(&blocks->lines, i)))
			continue;
		block_report(blocks, block, SOK_RLE_EMPTY_ROW_RULE, i, NULL,
		    "`||` was read as an empty row");
		empty = false; /* only the first one is reported */
	}
	/* Two rows that are on the same line.  The bar between them is before
	 * the second one. */
	for (row++; plain && row < end; row++)
		if (row->line == row[-1].line) {
			pending_add(&block->found, blocks->ahead,
			    SOK_UNKNOWN_SQUARE_RULE, row->line,
			    row->col - 1 - row->apart,
			    "`|` ends a row here, although other rows are on "
			    "lines of their own");
			break;
		}
}

/* Report what is special about the rows of a board. */
static void
note_rows(struct blocks *blocks, struct block *block)
{
	size_t line;

	if (block->letters)
		block_report(blocks, block, SOK_LEGACY_LETTER_RULE, block->from,
		    NULL,
		    "this board is written with letters, which only some "
		    "programs read");
	const char *at = block->has & HAS_HIGH
	    ? find_byte(blocks, block, HAS_HIGH, '\xa0', &line)
	    : NULL;
	if (at != NULL)
		block_report(blocks, block, SOK_UNKNOWN_SQUARE_RULE, line, at,
		    "no-break spaces in this board were read as floor");
	at = block->has & HAS_TAB
	    ? find_byte(blocks, block, HAS_TAB, '\t', &line)
	    : NULL;
	if (at != NULL)
		block_report(blocks, block, SOK_TAB_IN_BOARD_RULE, line, at,
		    "a TAB in this board was read as floor up to the "
		    "next multiple of %zu columns (--tabs sets another number)",
		    blocks->tabs);
	if (block->has & HAS_BAR)
		note_bars(blocks, block);
}

/* Report that another board begins without a blank line. */
static void
note_glued(struct blocks *blocks, struct block *block)
{
	if (block->glued < block->to)
		block_report(blocks, block, SOK_GLUED_BOARDS_RULE, block->glued,
		    NULL,
		    "another board seems to begin here without a blank line, "
		    "but more than %d of them are not cut apart; they were "
		    "read as one",
		    GLUED_MOST);
	else
		block_report(blocks, block, SOK_GLUED_BOARDS_RULE, block->glued,
		    NULL,
		    "another board begins here without a blank line; they were "
		    "read as two");
}

void
note_board(struct blocks *blocks, struct block *block)
{
	if (block->quoted)
		note_quotes(blocks, block);
	if (block->letters || block->has != 0)
		note_rows(blocks, block);
	if (block->glued > 0)
		note_glued(blocks, block);
	if (block->apart)
		lines_remember(&blocks->lines, FIRST_APART, block->to, 1);
}
