/*
 * grammar_boards.c - finds boards: collects the rows that could be one, decides
 * which of them are (sok(5), "Boards"), and converts them to squares.
 *
 * The decision depends only on a run of adjacent lines.  So a board that is
 * written with blank lines around it is read again in the same way.
 */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/grammar.h"
#include "text/text.h"

/* ---- the board */

/* Mail programs write "> " before each line.  If a blank follows the quotes of
 * all rows, it is not a square: 1, else 0. */
static size_t
quote_width(const struct blocks *blocks, struct range range)
{
	for (size_t i = range.from; i < range.to; i++) {
		const struct row *row = &blocks->row[i];

		if (row->own && (row->s.len == 0 || row->s.s[0] != ' '))
			return 0;
	}
	return 1;
}

/* Whether the lines of the board, which are plain rows, are exactly the XSB
 * that would be written for it: with blanks for floor and LF, without empty
 * rows or columns at an edge. */
static bool
is_plain(const struct blocks *blocks, const struct block *block)
{
	struct sok_str raw = lines_raw(&blocks->lines, block->from, block->to);
	size_t len = block->to - block->from;

	for (size_t i = block->from; i < block->to; i++)
		len += blocks->lines.line[i].len;
	if (board_has_margin(&block->board) || raw.len != len ||
	    raw.s[len - 1] != '\n' ||
	    ((blocks->lines.ends & LINES_CR) &&
	        memchr(raw.s, '\r', len) != NULL))
		return false;
	/* Of the characters of plain rows only other floors are replaced. */
	for (size_t i = 0; i < len; i++)
		if (alphabet_kind(raw.s[i]) == ALPHABET_FL)
			return false;
	return true;
}

/* Correct the columns of rows that have blanks between their squares. */
static void
place_apart(
    const struct blocks *blocks, struct range range, struct block *block)
{
	for (size_t i = range.from; i < range.to; i++) {
		struct sok_row *place = &block->board.row[i - range.from];
		size_t line = blocks->row[i].at;

		place->apart = squares_apart(blocks->lines.squares, line);
		place->col =
		    squares_column(blocks->lines.squares, line, place->col);
	}
}

/* Make the board of the rows: 1; 0 if it is over a limit and so is text up to
 * the next blank line; -1. */
static int
build(struct blocks *blocks, struct range range, struct block *block)
{
	size_t width, quote = 0, n = range.to - range.from;
	unsigned has = 0;
	struct sok_row *place;

	for (size_t i = range.from;
	     i < range.to && (blocks->has & ROWS_CHANGED); i++)
		has |= blocks->lines.line[blocks->row[i].at].has;
	block_begin(block, SOK_BLOCK_BOARD, blocks->row[range.from].at,
	    blocks->row[range.to - 1].at + 1);
	block->has = has;
	block->letters = blocks->letters;
	if (has & HAS_QUOTE) {
		block->quoted = true;
		quote = quote_width(blocks, range);
	}
	int got = rows_board(
	    blocks, range, quote, &width, &block->board, blocks->ahead);
	if (got == 0 && !blocks->quiet) {
		block_report(blocks, NULL, SOK_LIMIT_RULE, block->from, NULL,
		    "a board of %zu x %zu squares is over the limit `%s`; it "
		    "was kept as text",
		    width, n, sok_limit_board(blocks->limits, width, n));
		blocks->skip = true;
	}
	if (got != 1)
		return got;

	place = sok_arena_alloc(blocks->ahead, n, sizeof(*place));
	if (place == NULL)
		return -1;
	block->board.row = place;
	for (size_t i = range.from; i < range.to; i++, place++) {
		const struct row *row = &blocks->row[i];
		const struct line *found = &blocks->lines.line[row->at];

		*place = (struct sok_row){
		    .line = lines_number(&blocks->lines, row->at),
		    .col = 1 + (row->rle ? 0 : quote) + row->col,
		    .rle = row->rle};
		if (!(found->has & (HAS_TAB | HAS_QUOTE)))
			continue;
		struct sok_str line = lines_row(&blocks->lines, row->at);
		place->tab = (found->has & HAS_TAB) &&
		    memchr(line.s, '\t', line.len) != NULL;
		if (!row->rle && (found->has & HAS_QUOTE))
			place->col +=
			    (size_t)(sok_str_unquote(line).s - line.s);
	}
	if (blocks->lines.squares != NULL)
		place_apart(blocks, range, block);
	block->plain = !blocks->letters && blocks->lines.squares == NULL &&
	    !(has & ROWS_CHANGED) && is_plain(blocks, block);
	return 1;
}

/* Make the board of the first n rows.  Of glued boards only the first one is
 * taken.  1, 0, -1. */
static int
take_board(struct blocks *blocks, size_t n, bool *sound, struct block *block)
{
	struct range board = rows_decide(blocks, n, sound);
	size_t cut, below;

	if (board.from == board.to)
		return 0;
	int got = build(blocks, board, block);
	if (got != 1 || block->board.players < 2)
		return got;
	int row = board_glued(&block->board, blocks->ahead);
	if (row <= 0)
		return row == 0 ? 1 : -1;
	cut = board.from + (size_t)row;
	if (blocks->row[cut].at == blocks->row[cut - 1].at)
		return 1; /* both are on one line, which stays whole */
	below = blocks->row[cut].at;
	if (block->board.players > GLUED_MOST) {
		block->glued = below;
		return 1;
	}
	board = rows_decide(blocks, cut, sound);
	if (board.from == board.to)
		return 1;
	got = build(blocks, board, block);
	if (got == 1)
		block->glued = below;
	return got;
}

/* ---- a candidate */

/* Try lines i to `to` as a board: 1 and *block, it or the text above it; 0;
 * -1. */
static int
try_lines(struct blocks *blocks, size_t i, size_t to, bool letters, bool *sound,
    struct block *block)
{
	size_t board, n = 0;
	bool above;

	*sound = false;
	if (to == i)
		return 0;
	if (rows_fill(blocks, i, to, letters) == -1)
		return -1;
	int got = take_board(blocks, blocks->nrow, sound, block);
	if (got != 1 || block->from == i)
		return got;
	/* The rows above the board are text or another board. */
	board = block->from;
	while (blocks->row[n].at < board)
		n++;
	got = take_board(blocks, n, &above, block);
	if (got != 0)
		return got;
	block_text(block, i);
	block->to = board;
	return 1;
}

/* Find the first board without letters among lines from to to: *first is its
 * first line, or `to`.  *sound: this board or a later one is complete, so that
 * words like Bob beside it are not rows.  If only that is asked for, first is
 * NULL.  0, -1 with errno. */
static int
find_plain(
    struct blocks *blocks, size_t from, size_t to, bool *sound, size_t *first)
{
	size_t found = to;
	struct block block;
	int got = 0;

	*sound = false;
	while (from < to && !*sound && got != -1) {
		size_t end = from;
		unsigned has = 0;

		for (; end < to && (blocks->lines.line[end].can & CAN_RLE);
		     end++)
			has |= blocks->lines.line[end].has;
		/* Fewer than three rows are not a board, and without a player
		 * it is not complete. */
		got = (end - from < 3 && !(has & HAS_BAR)) ||
		        (first == NULL && !rows_has_player(blocks, from, end))
		    ? 0
		    : try_lines(blocks, from, end, false, sound, &block);
		if (got == 1 && found == to)
			found = block.kind == SOK_BLOCK_BOARD ? block.from
			                                      : block.to;
		from = end > from ? end : from + 1;
	}
	if (first != NULL)
		*first = found;
	return got == -1 ? -1 : 0;
}

/* Try lines from to to with legacy letters as squares: 1 if they are a small
 * complete board that contains no board without letters, 0, -1. */
static int
try_reading(struct blocks *blocks, size_t from, size_t to, struct block *block)
{
	bool sound, plain;
	int got = try_lines(blocks, from, to, true, &sound, block);

	if (got != 1 || !sound || block->kind != SOK_BLOCK_BOARD ||
	    blocks->nrow > LETTER_ROWS)
		return got == -1 ? -1 : 0;
	got = find_plain(blocks, block->from, block->to, &plain, NULL);
	return got == -1 ? -1 : !plain;
}

/* A run with letters: try all of it as one board, else the part above the first
 * board without letters, which the writer will separate.  1 and *block, 0, -1
 * with errno. */
static int
try_letters(struct blocks *blocks, const struct run *run, struct block *block)
{
	size_t first;
	bool sound;

	if (run->letters_from == run->to ||
	    lines_count(&blocks->lines, run->from) < blocks->letters_until)
		return 0;
	int got = try_reading(blocks, run->from, run->to, block);
	if (got != 0)
		return got;
	if (find_plain(blocks, run->from, run->to, &sound, &first) == -1)
		return -1;
	if (first > run->from && first < run->to)
		got = try_reading(blocks, run->from, first, block);
	if (got == 0)
		blocks->letters_until = lines_count(&blocks->lines, first);
	return got;
}

int
block_letters_board(struct blocks *blocks, size_t i, size_t *below)
{
	struct block block;
	struct run run;

	if (rows_gather(blocks, i, &run) == -1)
		return -1;
	int got = try_letters(blocks, &run, &block);
	if (got == 1)
		*below = block.to;
	return got;
}

int
block_board_below(struct blocks *blocks, size_t i)
{
	struct block block;
	struct run run;
	bool sound;

	if (rows_gather(blocks, i + 1, &run) == -1)
		return -1;
	blocks->quiet = true;
	int got =
	    try_lines(blocks, i + 1, run.letters_from, false, &sound, &block);
	blocks->quiet = false;
	return got != 1 ? got
	                : block.kind == SOK_BLOCK_BOARD && block.from == i + 1;
}

/* sokrle's whole input may be a part of a board on one line, as in examples of
 * run-length text, if the line has a count and a wall: 1 and *block, 0, -1. */
static int
try_part(struct blocks *blocks, const struct run *run, struct block *block)
{
	size_t i = run->from;

	if (!blocks->for_scan || run->to != i + 1 ||
	    !rows_is_rle(&blocks->lines.line[i]) || !rows_has_wall(blocks, i))
		return 0;
	int got = rows_alone(blocks, i);
	if (got == 1)
		got = rows_fill(blocks, i, i + 1, false) == -1 ? -1 : 1;
	if (got == 1)
		got = blocks->nrow == 0
		    ? 0
		    : build(blocks, (struct range){0, blocks->nrow}, block);
	if (got == 1)
		block->part = true;
	return got;
}

/* Find the board or text that begins at line i: 1 and *block, 0, -1. */
static int
search(struct blocks *blocks, size_t i, struct block *block)
{
	struct run run;
	struct block letters;
	bool sound;
	int got, other = 0;

	if (rows_gather(blocks, i, &run) == -1)
		return -1;
	if (run.to == i)
		return rows_fault(blocks, i, &block->fault);
	got = try_lines(blocks, i, run.letters_from, false, &sound, block);
	if (got == 1 && block->kind == SOK_BLOCK_TEXT)
		blocks->text_until = lines_count(&blocks->lines, block->to);
	if (got == 0 || (got == 1 && !sound))
		other = try_letters(blocks, &run, &letters);
	if (got == 0 && other == 0)
		got = try_part(blocks, &run, block);
	if (got == -1 || other == -1)
		return -1;
	if (other == 1) {
		*block = letters;
	} else if (got == 0 || block->kind == SOK_BLOCK_TEXT) {
		/* Lines that were tried in vain begin no board either.  `W` is
		 * a wall of old files and a move of Octoban. */
		if (got == 0 && !moves_begin(blocks, i))
			blocks->text_until = lines_count(&blocks->lines,
			    run.letters_from > i ? run.letters_from : i + 1);
		block_text(block, i);
		return got;
	}
	block->apart = run.apart && block->to == run.to;
	return 1;
}

int
block_board(struct blocks *blocks, size_t i, struct block *block)
{
	/* A line without a wall begins no board, as `2bp`; block_find() has
	 * left out numbers. */
	if (rows_is_rle(&blocks->lines.line[i]) && !rows_has_wall(blocks, i))
		return 0;
	int got = rows_cut_board(blocks, i, block);
	if (got == 0)
		got = search(blocks, i, block);
	if (got == 1 && block->kind == SOK_BLOCK_BOARD)
		blocks->decoded = 0;
	return got;
}

int
block_board_of_letters(
    struct blocks *blocks, size_t i, size_t to, struct block *block)
{
	size_t text_until = blocks->text_until;
	size_t letters_until = blocks->letters_until;
	size_t decoded = blocks->decoded;
	struct run run;

	if (rows_gather(blocks, i, &run) == -1)
		return -1;
	if (run.to != to || run.letters_from == to)
		return 0;
	blocks->quiet = true;
	int got = block_board(blocks, i, block);
	blocks->quiet = false;
	if (got == 1 && block->kind == SOK_BLOCK_BOARD && block->letters &&
	    block->from == i && block->to == to)
		return 1;
	blocks->text_until = text_until;
	blocks->letters_until = letters_until;
	blocks->decoded = decoded;
	return got == -1 ? -1 : 0;
}
