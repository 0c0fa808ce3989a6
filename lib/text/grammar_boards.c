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
quote_width(const struct blocks *b, struct range r)
{
	for (size_t i = r.from; i < r.to; i++) {
		const struct row *row = &b->row[i];

		if (row->own && (row->s.len == 0 || row->s.s[0] != ' '))
			return 0;
	}
	return 1;
}

/* Whether the lines of the board are exactly the XSB that would be written for
 * it: with blanks for floor and LF, without empty rows or columns at an edge.
 */
static bool
is_plain(const struct blocks *b, const struct block *k)
{
	struct sok_str raw = lines_raw(&b->l, k->from, k->to);
	size_t len = k->to - k->from;

	for (size_t i = k->from; i < k->to; i++)
		len += b->l.v[i].len;
	if (board_has_margin(&k->board) || (b->l.ends & LINES_CR) ||
	    raw.len != len || raw.s[len - 1] != '\n')
		return false;
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)raw.s[i];

		if (c != '\n' && sok_xsb[sok_square[c]] != (char)c)
			return false;
	}
	return true;
}

/* Correct the columns of rows that have blanks between their squares. */
static void
place_apart(const struct blocks *b, struct range r, struct block *k)
{
	for (size_t i = r.from; i < r.to; i++) {
		struct sok_row *place = &k->board.row[i - r.from];
		size_t line = b->row[i].at;

		place->apart = squares_apart(b->l.squares, line);
		place->col = squares_column(b->l.squares, line, place->col);
	}
}

/* Make the board of the rows: 1; 0 if it is over a limit and so is text up to
 * the next blank line; -1. */
static int
build(struct blocks *b, struct range r, struct block *k)
{
	size_t width, quote = 0, n = r.to - r.from;
	unsigned has = 0;
	struct sok_row *place;

	for (size_t i = r.from; i < r.to && (b->has & ROWS_CHANGED); i++)
		has |= b->l.v[b->row[i].at].has;
	block_begin(
	    k, SOK_BLOCK_BOARD, b->row[r.from].at, b->row[r.to - 1].at + 1);
	k->has = has;
	k->letters = b->letters;
	if (has & HAS_QUOTE) {
		k->quoted = true;
		quote = quote_width(b, r);
	}
	int got = rows_board(b, r, quote, &width, &k->board, b->ahead);
	if (got == 0 && !b->quiet) {
		block_report(b, NULL, SOK_LIMIT_RULE, k->from, NULL,
		    "a board of %zu x %zu squares is over the limit `%s`; it "
		    "was kept as text",
		    width, n, sok_limit_board(b->limits, width, n));
		b->skip = true;
	}
	if (got != 1)
		return got;

	place = sok_arena_alloc(b->ahead, n, sizeof(*place));
	if (place == NULL)
		return -1;
	k->board.row = place;
	for (size_t i = r.from; i < r.to; i++, place++) {
		const struct row *row = &b->row[i];
		const struct line *e = &b->l.v[row->at];

		*place = (struct sok_row){.line = lines_number(&b->l, row->at),
		    .col = 1 + (row->rle ? 0 : quote) + row->col,
		    .rle = row->rle};
		if (!(e->has & (HAS_TAB | HAS_QUOTE)))
			continue;
		struct sok_str line = lines_row(&b->l, row->at);
		place->tab = (e->has & HAS_TAB) &&
		    memchr(line.s, '\t', line.len) != NULL;
		if (!row->rle && (e->has & HAS_QUOTE))
			place->col +=
			    (size_t)(sok_str_unquote(line).s - line.s);
	}
	if (b->l.squares != NULL)
		place_apart(b, r, k);
	k->plain = !b->letters && b->l.squares == NULL &&
	    !(has & ROWS_CHANGED) && is_plain(b, k);
	return 1;
}

/* Make the board of the first n rows.  Of glued boards only the first one is
 * taken.  1, 0, -1. */
static int
take_board(struct blocks *b, size_t n, bool *sound, struct block *k)
{
	struct range board = rows_decide(b, n, sound);
	size_t cut, below;

	if (board.from == board.to)
		return 0;
	int got = build(b, board, k);
	if (got != 1 || k->board.players < 2)
		return got;
	int row = board_glued(&k->board, b->ahead);
	if (row <= 0)
		return row == 0 ? 1 : -1;
	cut = board.from + (size_t)row;
	if (b->row[cut].at == b->row[cut - 1].at)
		return 1; /* both are on one line, which stays whole */
	below = b->row[cut].at;
	if (k->board.players > GLUED_MOST) {
		k->glued = below;
		return 1;
	}
	board = rows_decide(b, cut, sound);
	if (board.from == board.to)
		return 1;
	got = build(b, board, k);
	if (got == 1)
		k->glued = below;
	return got;
}

/* ---- a candidate */

/* Try lines i to `to` as a board: 1 and *k, it or the text above it; 0; -1. */
static int
try_lines(struct blocks *b, size_t i, size_t to, bool letters, bool *sound,
    struct block *k)
{
	size_t board, n = 0;
	bool above;

	*sound = false;
	if (to == i)
		return 0;
	if (rows_fill(b, i, to, letters) == -1)
		return -1;
	int r = take_board(b, b->nrow, sound, k);
	if (r != 1 || k->from == i)
		return r;
	/* The rows above the board are text or another board. */
	board = k->from;
	while (b->row[n].at < board)
		n++;
	r = take_board(b, n, &above, k);
	if (r != 0)
		return r;
	block_text(k, i);
	k->to = board;
	return 1;
}

/* Find the first board without letters among lines from to to: *first is its
 * first line, or `to`.  *sound: this board or a later one is complete, so that
 * words like Bob beside it are not rows.  If only that is asked for, first is
 * NULL. */
static int
find_plain(struct blocks *b, size_t from, size_t to, bool *sound, size_t *first)
{
	size_t found = to;
	struct block k;
	int r = 0;

	*sound = false;
	while (from < to && !*sound && r != -1) {
		size_t end = from;
		unsigned has = 0;

		for (; end < to && (b->l.v[end].can & CAN_RLE); end++)
			has |= b->l.v[end].has;
		/* Fewer than three rows are not a board, and without a player
		 * it is not complete. */
		r = (end - from < 3 && !(has & HAS_BAR)) ||
		        (first == NULL && !rows_has_player(b, from, end))
		    ? 0
		    : try_lines(b, from, end, false, sound, &k);
		if (r == 1 && found == to)
			found = k.kind == SOK_BLOCK_BOARD ? k.from : k.to;
		from = end > from ? end : from + 1;
	}
	if (first != NULL)
		*first = found;
	return r == -1 ? -1 : 0;
}

/* Try lines from to to with legacy letters as squares: 1 if they are a small
 * complete board that contains no board without letters, 0, -1. */
static int
try_reading(struct blocks *b, size_t from, size_t to, struct block *k)
{
	bool sound, plain;
	int r = try_lines(b, from, to, true, &sound, k);

	if (r != 1 || !sound || k->kind != SOK_BLOCK_BOARD ||
	    b->nrow > LETTER_ROWS)
		return r == -1 ? -1 : 0;
	r = find_plain(b, k->from, k->to, &plain, NULL);
	return r == -1 ? -1 : !plain;
}

/* A run with letters: try all of it as one board, else the part above the first
 * board without letters, which the writer will separate. */
static int
try_letters(struct blocks *b, const struct run *run, struct block *k)
{
	size_t first;
	bool sound;

	if (run->plain == run->to ||
	    lines_count(&b->l, run->from) < b->letters_until)
		return 0;
	int r = try_reading(b, run->from, run->to, k);
	if (r != 0)
		return r;
	if (find_plain(b, run->from, run->to, &sound, &first) == -1)
		return -1;
	if (first > run->from && first < run->to)
		r = try_reading(b, run->from, first, k);
	if (r == 0)
		b->letters_until = lines_count(&b->l, first);
	return r;
}

int
block_letters_board(struct blocks *b, size_t i)
{
	struct block k;
	struct run run;

	if (rows_gather(b, i, &run) == -1)
		return -1;
	return try_letters(b, &run, &k);
}

int
block_board_below(struct blocks *b, size_t i)
{
	struct block k;
	struct run run;
	bool sound;

	if (rows_gather(b, i + 1, &run) == -1)
		return -1;
	b->quiet = true;
	int r = try_lines(b, i + 1, run.plain, false, &sound, &k);
	b->quiet = false;
	return r != 1 ? r : k.kind == SOK_BLOCK_BOARD && k.from == i + 1;
}

/* sokrle's whole input may be a part of a board on one line, as in examples of
 * run-length text, if the line has a count and a wall: 1 and *k, 0, -1. */
static int
try_part(struct blocks *b, const struct run *run, struct block *k)
{
	size_t i = run->from;

	if (!b->eager || run->to != i + 1 || !rows_is_rle(&b->l.v[i]) ||
	    !rows_has_wall(b, i))
		return 0;
	int r = rows_alone(b, i);
	if (r == 1)
		r = rows_fill(b, i, i + 1, false) == -1 ? -1 : 1;
	if (r == 1)
		r = b->nrow == 0 ? 0 : build(b, (struct range){0, b->nrow}, k);
	if (r == 1)
		k->part = true;
	return r;
}

/* Find the board or text that begins at line i: 1 and *k, 0, -1. */
static int
search(struct blocks *b, size_t i, struct block *k)
{
	struct run run;
	struct block letters;
	bool sound;
	int r, other = 0;

	if (rows_gather(b, i, &run) == -1)
		return -1;
	if (run.to == i)
		return rows_fault(b, i, &k->fault);
	r = try_lines(b, i, run.plain, false, &sound, k);
	if (r == 1 && k->kind == SOK_BLOCK_TEXT)
		b->text_until = lines_count(&b->l, k->to);
	if (r == 0 || (r == 1 && !sound))
		other = try_letters(b, &run, &letters);
	if (r == 0 && other == 0)
		r = try_part(b, &run, k);
	if (r == -1 || other == -1)
		return -1;
	if (other == 1) {
		*k = letters;
	} else if (r == 0 || k->kind == SOK_BLOCK_TEXT) {
		/* Lines that were tried in vain begin no board either. */
		if (r == 0)
			b->text_until = lines_count(
			    &b->l, run.plain > i ? run.plain : i + 1);
		block_text(k, i);
		return r;
	}
	k->apart = run.apart && k->to == run.to;
	return 1;
}

int
block_board(struct blocks *b, size_t i, struct block *k)
{
	/* Most lines that do not begin with a wall, such as a single number. */
	if (rows_is_rle(&b->l.v[i]) && !rows_has_wall(b, i))
		return 0;
	int r = rows_cut_board(b, i, k);
	if (r == 0)
		r = search(b, i, k);
	if (r == 1 && k->kind == SOK_BLOCK_BOARD)
		b->decoded = 0;
	return r;
}
