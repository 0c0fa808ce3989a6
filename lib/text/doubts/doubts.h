/* doubts.h - what only says something about a text: lines that were nearly a
 * board, a title or moves, and what other programs may read.  The readers ask,
 * with what the grammar has decided.  The grammar cannot ask, so that whatever
 * is said, lines remain what they are (.ci/rooms). */
#ifndef SOK_DOUBTS_H
#define SOK_DOUBTS_H

#include <string.h>

#include "text/gap_text.h"
#include "text/grammar.h"

/* What programs that merge and compare files left in the lines above. */
struct left_marks {
	bool conflict; /* between two markers of git */
	bool patch;    /* below a line with `+++` */
};

/* How many keys headers have for all puzzles below them. */
enum { GAP_HEADER_KEYS = 4 };

/* A key of headers in the middle of text. */
struct later_header {
	size_t line; /* the first of them; 0: none */
	const char *name;
	size_t boards; /* with a board, so far */
	/* Of these, with nothing but such keys directly below. */
	size_t directly;
	bool own;  /* a board has such a key among others of its own */
	bool ends; /* the last board has none */
	/* What the first header says of them; s NULL: nothing. */
	bool values_known;
	struct sok_str value[GAP_HEADER_KEYS];
	bool says; /* it says anything */
};

/* What is known about titles: above or below their boards. */
struct titles_seen {
	bool above; /* this puzzle has a title above */
	bool below; /* a line below this board names it, none above does */
	bool close; /* text follows this board without a blank line */
	bool lower; /* the previous board has its name below and not above,
	               unlike this one */
	/* What would be off by one if it were meant for the boards on the other
	 * side: titles as keys, several keys, or lines. */
	enum shift { SHIFT_NONE, SHIFT_KEYS, SHIFT_PAIRS, SHIFT_LINES } shifts;
	struct later_header later;
};

/* What is known from the text above; all zero at the start of a file. */
struct doubts {
	/* Counts of lines (lines_count()): */
	size_t board_end;      /* the line below the last board */
	size_t lost_until;     /* lost rows were reported above this line */
	size_t alphabet_until; /* other alphabets were looked for above it */
	struct left_marks marks;
	struct titles_seen titles;
};

/* Report the doubts about a block that block_at() has found; those about a
 * board are findings of that block.  0, -1 with errno.  For doubts_found(),
 * which knows where there are none.
 */
int doubts_block(
    struct doubts *doubts, struct blocks *blocks, struct block *block);
/* Whether a picture in another alphabet may begin with a line.  Most lines
 * begin like titles, or with two different characters.  A mail quote may
 * precede a picture. */
static inline bool
may_be_alphabet(struct sok_str s)
{
	bool ascii = s.len > 1 && s.s[0] > ' ' && s.s[0] < 0x7f;
	bool title = ascii && s.s[0] == ';';
	bool differ =
	    ascii && s.s[0] != '>' && s.s[1] != s.s[0] && s.s[1] != ' ';

	return !title && !differ;
}
/* Whether the squares of a board are not simply those of its lines. */
static inline bool
board_is_changed(const struct block *block)
{
	return block->quoted || block->letters || block->apart ||
	    block->has != 0 || block->glued > 0;
}
/* Whether it is plain that a board gives no reason for doubts: its lines are
 * rows as they are, and those beside it have no wall. */
static inline bool
board_is_clear(const struct blocks *blocks, const struct block *block)
{
	const struct lines *lines = &blocks->lines;
	size_t below = block->to;

	if (board_is_changed(block) ||
	    (block->from > 0 && (lines->line[block->from - 1].has & HAS_WALL)))
		return false;
	/* Of a line that was not cut yet it is only known if it is empty. */
	return below < lines->n ? !(lines->line[below].has & HAS_WALL)
	                        : lines_ends_rows(lines, below);
}
/* Moves that stand alone in text are more than a legend of their letters; no
 * word has so many of these letters together; and only a line of so many bytes
 * may have others anywhere among them. */
enum { MOVES_LEGEND = 8, MOVES_TOGETHER = 16, MOVES_MIXED = 16 };
/* Whether a line, which is not empty, may begin with a label of moves; for
 * moves_labelled() as well, so that its labels are among these. */
static inline bool
may_be_label(struct sok_str s)
{
	char first = s.s[0] | 32, second = s.len > 1 ? s.s[1] | 32 : '\0';
	bool likely = false;

	if (first == 'a')
		likely = second == 'n'; /* answer */
	else if (first == 'b')
		likely = second == 'e'; /* best solution */
	else if (first == 'l')
		likely = second == 'u'; /* lurd */
	else if (first == 'm' || first == 's')
		likely = second == 'o'; /* moves, solution */
	else if (first == 'p')
		likely = second == 'a'; /* path */
	return likely &&
	    (memchr(s.s, ':', s.len) != NULL ||
	        memchr(s.s, '=', s.len) != NULL);
}
/* Whether a line, which is not empty, may be moves but for a few bytes, perhaps
 * after mail quotes; for moves_almost() as well. */
static inline bool
may_begin_as_moves(struct sok_str s)
{
	return sok_is_digit(s.s[0]) || sok_is_blank(s.s[0]) || s.s[0] == '>' ||
	    sok_is_move(s.s[0]);
}
/* Whether a short line, which begins like moves, goes on as a word does, such
 * as `Level 100`: with a letter that is no move.  Of a line that stands alone
 * in text moves_almost() is then false. */
static inline bool
goes_on_as_word(struct sok_str s)
{
	return s.len > 1 && s.len < MOVES_MIXED && sok_is_move(s.s[0]) &&
	    sok_is_letter(s.s[1]) && !sok_is_move(s.s[1]);
}
/* Whether it is plain that nothing in line i, which is text, is meant as moves
 * of a game on squares, as in most titles and keys. */
static inline bool
moves_are_unlikely(const struct blocks *blocks, size_t i)
{
	const struct lines *lines = &blocks->lines;
	const struct line *line = &lines->line[i];

	if (!(line->has & HAS_MOVE))
		return true;
	struct sok_str s = lines_str(lines, i);
	if ((line->can & CAN_MOVES) || sok_is_blank(s.s[0]) || may_be_label(s))
		return false;
	if ((s.len > MOVES_LEGEND || (line->has & HAS_QUOTE)) &&
	    may_begin_as_moves(s) && !goes_on_as_word(s))
		return false;
	/* One of every so many bytes is part of such a run (moves_run()). */
	for (size_t at = MOVES_TOGETHER - 1; at < s.len; at += MOVES_TOGETHER)
		if (sok_is_move(s.s[at]))
			return false;
	if (i > 1 && lines_blank(lines, i - 1))
		i--;
	return i == 0 || !title_may_name_game(lines_str(lines, i - 1));
}
/* The same of line block->from, which is text of the kind TEXT_OTHER. */
static inline bool
text_is_clear(const struct blocks *blocks, const struct block *block)
{
	return block->fault.message == NULL &&
	    !(blocks->lines.line[block->from].has & HAS_WALL) &&
	    blocks->grid == SOK_SQUARES &&
	    !may_be_alphabet(lines_str(&blocks->lines, block->from)) &&
	    moves_are_unlikely(blocks, block->from);
}
/* The same of moves: no text is directly below, and the line above is not moves
 * but for a few bytes. */
static inline bool
moves_are_clear(const struct blocks *blocks, const struct block *block)
{
	const struct lines *lines = &blocks->lines;
	size_t i = block->from;

	return blocks->grid == SOK_SQUARES && block->to < lines->n &&
	    lines_blank(lines, block->to) &&
	    (i == 0 || lines_blank(lines, i - 1) ||
	        !may_begin_as_moves(lines_str(lines, i - 1)));
}
/* The same for every block, of which most give no reason for doubts.  1, as
 * block_at() that found it; -1 with errno. */
static inline int
doubts_found(struct doubts *doubts, struct blocks *blocks, struct block *block)
{
	bool clear;

	if (block->kind == SOK_BLOCK_BOARD)
		clear = board_is_clear(blocks, block);
	else if (block->kind == SOK_BLOCK_MOVES)
		clear = moves_are_clear(blocks, block);
	else if (block->reason == TEXT_OTHER)
		clear = text_is_clear(blocks, block);
	else
		clear = block->reason == TEXT_SETTLED;
	if (!clear && doubts_block(doubts, blocks, block) == -1)
		return -1;
	if (block->kind == SOK_BLOCK_BOARD)
		doubts->board_end = lines_count(&blocks->lines, block->to);
	return 1;
}
/* Report the markers of a conflict among the lines of a block of text; for
 * sokrle's scan, which has no gaps. */
void doubts_conflict(
    struct doubts *doubts, struct blocks *blocks, const struct block *block);
/* A puzzle begins, of which the title above it is known. */
static inline void
doubts_begin(struct doubts *doubts, const struct sok_puzzle *puzzle)
{
	doubts->titles.above = puzzle->title_line.len > 0;
}
/* Whether a line may be a marker of what merging and comparing programs left.
 */
static inline bool
may_be_left_mark(struct sok_str line)
{
	char c = line.len > 0 ? line.s[0] : '\0';

	return c == '<' || c == '=' || c == '>' || c == '|' || c == '@' ||
	    c == '+';
}
/* Report doubts about text between two blocks, whose titles are known, and
 * of which the first one is a board if below_board.  A doubt about the title of
 * the next block (NULL: the end) is a finding of that block. */
void doubts_gap_lines(struct doubts *doubts, struct sok_reader *reader,
    const struct blocks *blocks, const struct gap_text *gap, bool below_board,
    struct block *next);
static inline void
doubts_gap(struct doubts *doubts, struct sok_reader *reader,
    const struct blocks *blocks, const struct gap_text *gap, bool below_board,
    struct block *next)
{
	bool title = gap->found && gap->words && !gap->place.under;

	/* Most boards have a title of words between them and nothing else. */
	if (gap->lines != NULL &&
	    (gap->first != gap->last || !title || next == NULL ||
	        may_be_left_mark(lines_str(&blocks->lines, gap->first))))
		doubts_gap_lines(
		    doubts, reader, blocks, gap, below_board, next);
	if (below_board) {
		doubts->titles.close = gap->touches;
		doubts->titles.below = gap->named;
	}
}
/* Report doubts about a puzzle, reader->puzzle, which is complete: `below` is
 * the text below its last block; last: no block follows; the first one of the
 * lines is its first line, or the title above.  0, -1 on ENOMEM. */
int doubts_puzzle_titles(struct doubts *doubts, struct sok_reader *reader,
    const struct gap_text *below, bool last, const struct lines *lines);
static inline int
doubts_puzzle(struct doubts *doubts, struct sok_reader *reader,
    const struct gap_text *below, bool last, const struct lines *lines)
{
	struct titles_seen *seen = &doubts->titles;
	bool next = last || below->title.line.len > 0;
	int got = 0;

	/* Most boards have a title above, as the next one, or none has. */
	if (reader->number == 0 || reader->header.text.n > 0 || seen->lower ||
	    seen->above != next)
		got = doubts_puzzle_titles(doubts, reader, below, last, lines);
	seen->below = seen->close = false;
	return got;
}
/* The same for the whole file, after the last puzzle, which is
 * reader->puzzle. */
void doubts_end(struct doubts *doubts, struct sok_reader *reader);
/* Report what lines_remember() was told, once per file.  Lines are cut ahead of
 * the puzzles, so only what is above line `start`, or everything at the end. */
void doubts_bytes_found(
    struct sok_reader *reader, struct lines *lines, size_t start, bool end);
static inline void
doubts_bytes(
    struct sok_reader *reader, struct lines *lines, size_t start, bool end)
{
	if (lines->any_first)
		doubts_bytes_found(reader, lines, start, end);
}

#endif
