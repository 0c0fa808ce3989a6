/* moves.c - lines that were meant as moves but are text, moves that may be
 * words, and what programs before us kept beside moves. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/doubts/doubts.h"
#include "text/doubts/parts.h"
#include "text/text.h"
#include "text/title.h"

static bool
is_plain_text(const struct blocks *blocks, size_t i)
{
	return (blocks->lines.line[i].has & HAS_INK) &&
	    blocks->lines.line[i].can == 0;
}

/* The first byte of line i that is not a move. */
static const char *
stray(const struct blocks *blocks, size_t i)
{
	struct sok_str s = moves_line(blocks, i);
	size_t at = 0;

	while (at < s.len && steps_letter(blocks->grid, s.s[at]) >= 0)
		at++;
	return s.s + at;
}

/* Report a line next to moves that would be moves without a few bytes. */
static void
note_almost(struct blocks *blocks, size_t i, const char *where)
{
	if (lines_blank(&blocks->lines, i) ||
	    (blocks->lines.line[i].can & CAN_MOVES) ||
	    (blocks->lines.line[i].has & HAS_COMMENT) ||
	    !moves_almost(
	        moves_in_udlr(blocks, moves_line(blocks, i), 0), false))
		return;
	block_report(blocks, NULL, SOK_AMBIGUOUS_MOVES_RULE, i,
	    stray(blocks, i),
	    "this is not a move, so this line is text and does not continue "
	    "the moves %s it",
	    where);
}

int
doubts_moves(struct blocks *blocks, const struct block *block)
{
	size_t i = block->from;
	int below = block_want(blocks, block->to), doubt = 0;

	if (below == -1)
		return -1;
	/* A short word between two lines of text or directly above a board,
	 * such as DULL, may not be a game, unless the line above announces a
	 * game or the line below is a key of a game. */
	if (below == 1 && block->to == i + 1 && blocks->lines.line[i].len < 8) {
		const char *where = "between two lines of text";

		doubt = i > 0 && is_plain_text(blocks, i - 1) &&
		    is_plain_text(blocks, i + 1) &&
		    !(title_names_game(lines_str(&blocks->lines, i - 1)) &&
		        sok_key_known(lines_str(&blocks->lines, i + 1)));
		if (doubt == 0 && !blocks->for_scan &&
		    (blocks->lines.line[i + 1].can & CAN_PLAIN)) {
			where = "right above a board";
			doubt = block_board_below(blocks, i);
		}
		if (doubt == 1)
			block_report(blocks, NULL, SOK_AMBIGUOUS_MOVES_RULE, i,
			    NULL, "`%.*s` %s is read as moves",
			    (int)blocks->lines.line[i].len,
			    lines_str(&blocks->lines, i).s, where);
	}
	/* sokrle's scan does not need those. */
	if (doubt == -1 || blocks->for_scan)
		return doubt == -1 ? -1 : 0;
	/* A line between two games is reported once, with the first one. */
	if (i == 1 || (i > 1 && !moves_can_be(blocks, i - 2)))
		note_almost(blocks, i - 1, "below");
	if (below == 1)
		note_almost(blocks, block->to, "above");
	return 0;
}

/* ---- lines that have the characters of moves but are not moves */

/* Shorter lines are rarely games, unlike words such as `D2` and `07D01L`. */
enum { GAME_LEAST = 8 };

/* Whether a single line with a count that cannot be one was meant as moves:
 * below the heading of a game, or as the whole input of sokrle.  Others are
 * words, such as `07D01L`, unless they are long in sokrle's scan.  1, 0, -1. */
static int
is_count_meant(struct blocks *blocks, size_t i)
{
	struct sok_str s = moves_line(blocks, i);
	size_t letters = 0;

	if (moves_announced(blocks, i))
		return 1;
	if (!blocks->for_scan)
		return 0;
	for (size_t k = 0; k < s.len; k++)
		letters += steps_letter(blocks->grid, s.s[k]) >= 0;
	if (letters >= GAME_LEAST)
		return 1;
	return rows_alone(blocks, i);
}

int
report_broken(struct blocks *blocks, const struct block *block)
{
	const struct sok_rle_error *fault = &block->fault;
	struct sok_str s = moves_line(blocks, block->from);
	size_t i = block->from, at = fault->at;
	bool single = block->end == i + 1;
	int meant = 1;

	if (!block->word && single && fault->rule == SOK_RLE_COUNT_RULE)
		meant = is_count_meant(blocks, i);
	if (meant == -1)
		return -1;
	/* The fault is at a byte of the joined lines. */
	s = moves_line(blocks, i);
	while (at >= s.len && i + 1 < block->end) {
		at -= s.len;
		s = moves_line(blocks, ++i);
	}
	if (!block->word && meant == 1)
		block_report(blocks, NULL, fault->rule, i, s.s + at,
		    "%s; these moves were kept as text", fault->message);
	else if (!blocks->for_scan &&
	    (moves_announced(blocks, i) ||
	        (!block->word && s.len >= GAME_LEAST)))
		lines_remember(&blocks->lines, FIRST_LOST, i,
		    block_column(blocks, i, s.s + at));
	return 0;
}

/* ---- lines of text with moves */

void
suspect_moves(struct blocks *blocks, size_t i)
{
	size_t at = 0;

	/* Moves that are text because of the text before or around them are
	 * reported: of a list its first line, of others the first one in the
	 * file. */
	if (moves_in_list(blocks, i) &&
	    (i == 0 || !moves_in_list(blocks, i - 1))) {
		block_report(blocks, NULL, SOK_AMBIGUOUS_MOVES_RULE, i, NULL,
		    "a number and a blank precede these moves; they were kept "
		    "as text");
		return;
	}
	if (blocks->for_scan)
		return;
	/* On other grids than squares, the letters of a label are not moves. */
	struct sok_str s = lines_str(&blocks->lines, i);
	while (
	    blocks->grid != SOK_SQUARES && at < s.len && !strchr(":=", s.s[at]))
		at++;
	if (moves_labelled(moves_in_udlr(blocks, s, at))) {
		lines_remember(&blocks->lines, FIRST_LABEL, i, 1);
		return;
	}
	if ((blocks->lines.line[i].can & CAN_MOVES) ||
	    (blocks->lines.line[i].has & HAS_COMMENT))
		return;
	/* Next to moves, note_almost() reports the line. */
	if (moves_almost(
	        moves_in_udlr(blocks, moves_line(blocks, i), 0), true)) {
		if ((i == 0 || !moves_can_be(blocks, i - 1)) &&
		    (block_want(blocks, i + 1) != 1 ||
		        !moves_can_be(blocks, i + 1)))
			lines_remember(&blocks->lines, FIRST_LOST, i,
			    block_column(blocks, i, stray(blocks, i)));
		return;
	}
	struct sok_str udlr = moves_in_udlr(blocks, s, 0);
	at = moves_run(udlr);
	if (at < s.len)
		lines_remember(
		    &blocks->lines, FIRST_AMONG, i, lines_column(s, at));
	else if (moves_announced(blocks, i) && moves_mostly(udlr))
		lines_remember(&blocks->lines, FIRST_LOST, i,
		    block_column(blocks, i, stray(blocks, i)));
}
