/* gap_text.c - the text between two blocks: its lines, and the titles of the
 * board above and of the board or game below.  For the text reader.  What may
 * be meant otherwise is said by doubts/gaps.c. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/gap_text.h"
#include "text/key.h"
#include "text/text.h"

/* How many lines a blank line i becomes, if another one follows: in a comment
 * block it stands for all lines of a run. */
static size_t
count_blank(const struct line *line)
{
	return (line->has & HAS_COMMENT) && line[1].num > line->num
	    ? line[1].num - line->num
	    : 1;
}

/* Whether line i of text, which has a wall, is nearly a row of a board, whose
 * row is line `row`: 1, 0, -1 on ENOMEM.  Only beside a closed board with one
 * player is such a line text and the board a board (grammar_picture.c). */
static int SOK_APART
adjoins(struct sok_reader *reader, const struct blocks *blocks, size_t i,
    const struct block *block, size_t row)
{
	int x, y;

	if (block == NULL || block->kind != SOK_BLOCK_BOARD ||
	    block->board.players != 1 ||
	    (blocks->lines.line[i].has & HAS_COMMENT) ||
	    sok_key_known(lines_str(&blocks->lines, i)) ||
	    !rows_nearly(lines_str(&blocks->lines, i),
	        lines_row(&blocks->lines, row).len))
		return 0;
	/* Rows with counts are written as pictures, where a line without counts
	 * is nearly a row as well; rows of letters are written differently. */
	bool counts = blocks->lines.line[i].has & HAS_COUNT;
	for (size_t j = block->from; j < block->to; j++) {
		unsigned can = blocks->lines.line[j].can;

		if (!(can & CAN_PLAIN) && (counts || !(can & CAN_RLE)))
			return 0;
	}
	return sok_board_closed(&block->board, &x, &y, &reader->arena);
}

/* Take the margin that a board loses on its left (sok_board_crop()) from a line
 * that is nearly a row of it; false if the line has more than blanks there. */
static bool
take_margin(struct sok_str *line, const struct sok_board *board)
{
	size_t margin = 0, column = 0;

	while ((int)margin < board->width &&
	    board_column_blank(board, (int)margin))
		margin++;
	while (column < margin && column < line->len && line->s[column] == ' ')
		column++;
	if (column < margin)
		return false;
	*line = sok_str_from(*line, column);
	return true;
}

int
gap_take(struct sok_reader *reader, const struct blocks *blocks, size_t from,
    size_t to, const struct block *above, const struct block *below,
    struct gap_text *gap)
{
	const struct lines *lines = &blocks->lines;

	*gap = (struct gap_text){.grid = blocks->grid, .next = to};
	if (from == to)
		return 0;
	gap->direct = gap->touches = !lines_blank(lines, from);
	gap->gap = lines_blank(lines, to - 1);
	int first = 0, last = 0;
	if (gap->direct && from > 0 && lines_wall(lines, from))
		first = adjoins(reader, blocks, from, above, from - 1);
	if (!gap->gap && lines_wall(lines, to - 1))
		last = adjoins(reader, blocks, to - 1, below, to);
	if (first == -1 || last == -1)
		return -1;
	gap->adjoins_above = first == 1;
	gap->adjoins_below = last == 1;
	while (from < to && lines_blank(lines, to - 1))
		to--;
	while (from < to && lines_blank(lines, from))
		from++;
	if (from == to)
		return 0;
	gap->lines = lines;
	gap->first = from;
	gap->last = to - 1;
	size_t n = 0, room = to - from;
	for (size_t i = from + 1; i + 1 < to; i++)
		if (lines_blank(lines, i))
			room += count_blank(&lines->line[i]) - 1;
	struct sok_str *line =
	    sok_arena_alloc(&reader->arena, room, sizeof(*line));
	if (line == NULL)
		return -1;
	for (size_t i = from; i < to; i++) {
		struct sok_str s = lines_str(lines, i);
		bool comment = lines->line[i].has & HAS_COMMENT;

		if (lines_blank(lines, i)) {
			size_t j = count_blank(&lines->line[i]);

			while ((comment || line[n - 1].len > 0) && j-- > 0)
				line[n++] = SOK_STR("");
			continue;
		}
		/* Indented, so that it closes no block when read again. */
		if (!comment && comment_mark(s, NULL) == COMMENT_CLOSE)
			s = sok_str_fmt(
			    &reader->arena, " %.*s", (int)s.len, s.s);
		if (s.s == NULL)
			return -1;
		line[n++] = s;
	}
	gap->text = (struct sok_text){line, n};
	if (gap->adjoins_above)
		gap->adjoins_above = take_margin(&line[0], &above->board);
	if (gap->adjoins_below)
		gap->adjoins_below = take_margin(&line[n - 1], &below->board);
	return 0;
}

bool
gap_title_below(
    struct sok_puzzle *puzzle, struct gap_text *gap, const struct block *next)
{
	struct sok_text *text = &gap->text;
	size_t lines = text->n > 1 ? 2 : 1;

	if (text->line[0].s[0] != ';' ||
	    (text->n > 1 ? text->line[1].len > 0 : !gap->gap && next != NULL))
		return false;
	struct sok_str s = title_strip(text->line[0], gap->grid);
	gap->named = s.len > 0;
	if (puzzle->title_line.len > 0)
		return text->n == 1 &&
		    (next == NULL || next->kind != SOK_BLOCK_BOARD ||
		        !title_next(puzzle->title_line, s));
	if (s.len > 0) {
		puzzle->title_line = s;
		text->line += lines;
		text->n -= lines;
		gap->direct = false;
		gap->taken = true;
	}
	return false;
}

/* Remove the mail quotes of the lines above a quoted board. */
static void SOK_APART
unquote_place(struct gap_text *gap, struct title_place *place)
{
	const struct sok_text *text = &gap->text;

	place->n = text->n < TITLE_LINES ? text->n : TITLE_LINES;
	place->line = gap->unquoted;
	for (size_t i = 0; i < place->n; i++)
		gap->unquoted[i] = sok_str_trim(
		    sok_str_unquote(text->line[text->n - place->n + i]));
}

void
gap_title_above(
    struct sok_reader *reader, struct gap_text *gap, const struct block *next)
{
	const struct sok_puzzle *puzzle = &reader->puzzle;
	struct sok_text *text = &gap->text;
	struct title_place *place = &gap->place;
	size_t n = 0;

	*place = (struct title_place){.line = text->line,
	    .n = text->n,
	    .board = next->kind == SOK_BLOCK_BOARD,
	    .first = reader->number == 0 && !puzzle->has_board &&
	        puzzle->ngames == 0,
	    .apart = !gap->direct,
	    .close = !gap->gap,
	    .under = gap->direct && gap->gap && board_alone(puzzle),
	    .grid = gap->grid,
	    .above = puzzle->title_line};
	if (text->line[text->n - 1].len == 2 &&
	    sok_str_eq(text->line[text->n - 1], SOK_STR("::"))) {
		n = title_guarded(place);
		place->n = 0;
	} else if (gap->adjoins_below || (gap->adjoins_above && text->n == 1)) {
		/* What is nearly a row of a board names none. */
		place->n = 0;
	} else {
		if (next->quoted)
			unquote_place(gap, place);
		gap->found = title_find(place, &gap->title);
		gap->words = gap->title.plain;
		if (gap->found)
			n = place->n - gap->title.from;
		if (gap->title.line.len >
		    reader->options.limits->v[SOK_LIMIT_TITLE]) {
			reader_report(reader, SOK_LIMIT_RULE,
			    gap_last_number(gap), 1,
			    "a title of %zu bytes is over the limit `title`; "
			    "it was kept as text",
			    gap->title.line.len);
			gap->title = (struct title){.plain = false};
			n = 0;
		}
		if (n > 0)
			gap->next = gap->last + 1 - n;
	}
	/* Also the blank lines before them. */
	for (text->n -= n; text->n > 0 && text->line[text->n - 1].len == 0;)
		text->n--;
}
