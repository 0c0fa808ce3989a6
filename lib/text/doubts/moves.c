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
is_plain_text(const struct blocks *b, size_t i)
{
	return (b->l.v[i].has & HAS_INK) && b->l.v[i].can == 0;
}

/* The first byte of line i that is not a move. */
static const char *
stray(const struct blocks *b, size_t i)
{
	struct sok_str s = moves_line(b, i);
	size_t at = 0;

	while (at < s.len && steps_letter(b->grid, s.s[at]) >= 0)
		at++;
	return s.s + at;
}

/* Report a line next to moves that would be moves without a few bytes. */
static void
note_almost(struct blocks *b, size_t i, const char *where)
{
	if (lines_blank(&b->l, i) || (b->l.v[i].can & CAN_MOVES) ||
	    (b->l.v[i].has & HAS_COMMENT) ||
	    !moves_almost(moves_in_udlr(b, moves_line(b, i), 0), false))
		return;
	block_report(b, NULL, SOK_AMBIGUOUS_MOVES_RULE, i, stray(b, i),
	    "this is not a move, so this line is text and does not continue "
	    "the moves %s it",
	    where);
}

int
doubts_moves(struct blocks *b, const struct block *k)
{
	size_t i = k->from;
	int below = block_want(b, k->to), doubt = 0;

	if (below == -1)
		return -1;
	/* A short word between two lines of text or directly above a board,
	 * such as DULL, may not be a game, unless the line above announces a
	 * game or the line below is a key of a game. */
	if (below == 1 && k->to == i + 1 && b->l.v[i].len < 8) {
		const char *where = "between two lines of text";

		doubt = i > 0 && is_plain_text(b, i - 1) &&
		    is_plain_text(b, i + 1) &&
		    !(title_names_game(lines_str(&b->l, i - 1)) &&
		        sok_key_known(lines_str(&b->l, i + 1)));
		if (doubt == 0 && !b->eager &&
		    (b->l.v[i + 1].can & CAN_PLAIN)) {
			where = "right above a board";
			doubt = block_board_below(b, i);
		}
		if (doubt == 1)
			block_report(b, NULL, SOK_AMBIGUOUS_MOVES_RULE, i, NULL,
			    "`%.*s` %s is read as moves", (int)b->l.v[i].len,
			    lines_str(&b->l, i).s, where);
	}
	/* sokrle's scan does not need those. */
	if (doubt == -1 || b->eager)
		return doubt == -1 ? -1 : 0;
	/* A line between two games is reported once, with the first one. */
	if (i == 1 || (i > 1 && !moves_can_be(b, i - 2)))
		note_almost(b, i - 1, "below");
	if (below == 1)
		note_almost(b, k->to, "above");
	return 0;
}

/* ---- lines that have the characters of moves but are not moves */

/* Shorter lines are rarely games, unlike words such as `D2` and `07D01L`. */
enum { GAME_LEAST = 8 };

/* Whether a single line with a count that cannot be one was meant as moves:
 * below the heading of a game, or as the whole input of sokrle.  Others are
 * words, such as `07D01L`, unless they are long in sokrle's scan.  1, 0, -1. */
static int
is_count_meant(struct blocks *b, size_t i)
{
	struct sok_str s = moves_line(b, i);
	size_t letters = 0;

	if (moves_announced(b, i))
		return 1;
	if (!b->eager)
		return 0;
	for (size_t k = 0; k < s.len; k++)
		letters += steps_letter(b->grid, s.s[k]) >= 0;
	if (letters >= GAME_LEAST)
		return 1;
	return rows_alone(b, i);
}

int
report_broken(struct blocks *b, const struct block *k)
{
	const struct sok_rle_error *e = &k->fault;
	struct sok_str s = moves_line(b, k->from);
	size_t i = k->from, at = e->at;
	bool single = k->end == i + 1;
	int meant = 1;

	if (!k->word && single && e->rule == SOK_RLE_COUNT_RULE)
		meant = is_count_meant(b, i);
	if (meant == -1)
		return -1;
	/* The fault is at a byte of the joined lines. */
	s = moves_line(b, i);
	while (at >= s.len && i + 1 < k->end) {
		at -= s.len;
		s = moves_line(b, ++i);
	}
	if (!k->word && meant == 1)
		block_report(b, NULL, e->rule, i, s.s + at,
		    "%s; these moves were kept as text", e->message);
	else if (!b->eager &&
	    (moves_announced(b, i) || (!k->word && s.len >= GAME_LEAST)))
		lines_remember(
		    &b->l, LINES_LOST, i, block_column(b, i, s.s + at));
	return 0;
}

/* ---- lines of text with moves */

void
suspect_moves(struct blocks *b, size_t i)
{
	size_t at = 0;

	/* Moves that are text because of the text before or around them are
	 * reported: of a list its first line, of others the first one in the
	 * file. */
	if (moves_in_list(b, i) && (i == 0 || !moves_in_list(b, i - 1))) {
		block_report(b, NULL, SOK_AMBIGUOUS_MOVES_RULE, i, NULL,
		    "a number and a blank precede these moves; they were kept "
		    "as text");
		return;
	}
	if (b->eager)
		return;
	/* On other grids than squares, the letters of a label are not moves. */
	struct sok_str s = lines_str(&b->l, i);
	while (b->grid != SOK_SQUARES && at < s.len && !strchr(":=", s.s[at]))
		at++;
	if (moves_labelled(moves_in_udlr(b, s, at))) {
		lines_remember(&b->l, LINES_LABEL, i, 1);
		return;
	}
	if ((b->l.v[i].can & CAN_MOVES) || (b->l.v[i].has & HAS_COMMENT))
		return;
	/* Next to moves, note_almost() reports the line. */
	if (moves_almost(moves_in_udlr(b, moves_line(b, i), 0), true)) {
		if ((i == 0 || !moves_can_be(b, i - 1)) &&
		    (block_want(b, i + 1) != 1 || !moves_can_be(b, i + 1)))
			lines_remember(&b->l, LINES_LOST, i,
			    block_column(b, i, stray(b, i)));
		return;
	}
	struct sok_str u = moves_in_udlr(b, s, 0);
	at = moves_run(u);
	if (at < s.len)
		lines_remember(&b->l, LINES_AMONG, i, lines_column(s, at));
	else if (moves_announced(b, i) && moves_mostly(u))
		lines_remember(
		    &b->l, LINES_LOST, i, block_column(b, i, stray(b, i)));
}
