/* write_csv.c - writes CSV (RFC 4180): a line of names, then a record for each
 * puzzle; and knows the names of its columns. */
#include <errno.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "format/csv.h"
#include "format/format.h"
#include "format/record.h"
#include "format/write_text.h"

static const char *const csv_name[CSV_COLUMNS] = {[COLUMN_ID] = "id",
    [COLUMN_TITLE] = "title",
    [COLUMN_AUTHOR] = "author",
    [COLUMN_BOARD] = "board",
    [COLUMN_GAMES] = "games",
    [COLUMN_TEXT] = "text",
    [COLUMN_SOURCE] = "source",
    [COLUMN_TITLE_LINE] = "title_line",
    [COLUMN_GAME] = "game",
    [COLUMN_ADJOINS] = "adjoins",
    [CSV_WIDTH] = "width",
    [CSV_HEIGHT] = "height",
    [CSV_BOXES] = "boxes",
    [CSV_GOALS] = "goals",
    [CSV_FLOOR] = "floor",
    [CSV_MOVES] = "moves",
    [CSV_PUSHES] = "pushes",
    [CSV_MODE] = "mode",
    [CSV_VERDICT] = "verdict"};

const char *const *
csv_names(size_t *n)
{
	*n = CSV_COLUMNS;
	return csv_name;
}

size_t
csv_find(struct sok_str name)
{
	size_t i = 0;

	while (i < CSV_COLUMNS && !sok_str_eq(name, sok_str(csv_name[i])))
		i++;
	return i;
}

bool
csv_columns(const char *list, unsigned char column[SOK_CSV_COLUMNS], size_t *n,
    struct sok_str *unknown)
{
	struct sok_str rest = sok_str(list);

	*n = 0;
	while (rest.len > 0) {
		size_t len = sok_str_find(rest, SOK_STR(","));
		struct sok_str name = sok_str_sub(rest, 0, len);
		size_t i = csv_find(name);

		rest = sok_str_from(rest, len + 1);
		*unknown = name;
		if (i == CSV_COLUMNS || *n == SOK_CSV_COLUMNS)
			return false;
		column[(*n)++] = (unsigned char)i;
	}
	*unknown = SOK_STR("");
	return *n > 0;
}

/* Write a field; text is between quotes. */
static void
put_text(struct sok_output *out, struct sok_str s)
{
	if (s.len == 0)
		return;
	sok_outc(out, '"');
	if (str_is_formula(s))
		sok_outc(out, '\'');
	while (s.len > 0) {
		size_t n = sok_str_find(s, SOK_STR("\""));

		sok_out(out, sok_str_sub(s, 0, n));
		if (n < s.len)
			sok_out(out, SOK_STR("\"\""));
		s = sok_str_from(s, n + 1);
	}
	sok_outc(out, '"');
}

/* What the columns about games show: the best solution, else the first game. */
struct shown_game {
	bool known, any;
	struct sok_replay replay;
};

/* The replay of the best solution or, if no game solves, of the first game;
 * NULL if there is no game or no board, or on ENOMEM, which the writer
 * remembers. */
static const struct sok_replay *
show_game(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    struct shown_game *shown)
{
	struct sok_replay_options options = {.no_final = true};
	struct sok_best best;

	if (!shown->known && puzzle->has_board && puzzle->ngames > 0) {
		size_t i = 0;

		if (writer_fails(writer,
		        sok_best_find(puzzle, &best, &writer->arena) == -1))
			return NULL;
		if (best.any)
			i = best.game[SOK_BEST_MOVES];
		if (writer_fails(writer,
		        sok_replay(puzzle, &puzzle->game[i], &options,
		            &shown->replay, &writer->arena) == -1))
			return NULL;
		shown->any = true;
	}
	shown->known = true;
	return shown->any ? &shown->replay : NULL;
}

/* The squares that the player can reach if boxes do not block. */
static size_t
count_floor(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	struct sok_area area;

	if (writer_fails(writer,
	        sok_board_flood(&puzzle->board, false, &area, &writer->arena) ==
	            -1))
		return 0;
	return sok_area_count(&area);
}

/* A column that is a text, appended to a buffer. */
static void
add_column(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    size_t column, struct sok_buf *buf)
{
	struct sok_output *games;
	char digits[SOK_DIGITS];

	switch (column) {
	case COLUMN_TITLE:
		sok_buf_add(buf, puzzle->title);
		break;
	case COLUMN_AUTHOR:
		sok_buf_add(buf, sok_puzzle_author(puzzle));
		break;
	case COLUMN_BOARD:
		record_put_board(writer, buf, puzzle);
		break;
	case COLUMN_GAMES:
		if (puzzle->ngames == 0)
			break;
		games = sok_output_memory(buf);
		if (writer_fails(writer, games == NULL))
			break;
		record_put_games(games, puzzle);
		writer_fails(writer, sok_output_close(games, true) == -1);
		break;
	case COLUMN_TEXT:
		for (size_t i = 0; i < puzzle->text.n; i++) {
			if (i > 0)
				sok_buf_addc(buf, '\n');
			sok_buf_add(buf, puzzle->text.line[i]);
		}
		break;
	case COLUMN_SOURCE:
		sok_buf_add(buf,
		    sok_str(puzzle->pos.file != NULL ? puzzle->pos.file : "-"));
		sok_buf_addc(buf, ':');
		sok_buf_add(buf,
		    (struct sok_str){
		        digits, sok_digits(digits, puzzle->pos.line)});
		break;
	case COLUMN_TITLE_LINE:
		if (record_title_displaced(puzzle) || !puzzle->has_board)
			sok_buf_add(buf, puzzle->title_line);
		break;
	case COLUMN_GAME:
		sok_buf_add(buf, write_game(puzzle));
		break;
	case COLUMN_ADJOINS:
		sok_buf_add(buf, sok_str(write_adjoins(puzzle)));
		break;
	default:
		break;
	}
	writer_fails(writer, buf->failed);
}

/* The state of the writer. */
struct csv {
	struct sok_buf text; /* of a column */
};

static void
put_column(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    size_t column, struct shown_game *shown)
{
	struct sok_buf *text = &((struct csv *)writer->state)->text;
	const struct sok_board *board = &puzzle->board;
	const struct sok_replay *game = NULL;
	struct sok_output *out = writer->out;
	struct sok_id id;

	if (column >= CSV_MOVES)
		game = show_game(writer, puzzle, shown);
	if (column < RECORD_COLUMNS && column != COLUMN_ID) {
		text->len = 0;
		add_column(writer, puzzle, column, text);
		put_text(out, sok_buf_str(text));
	} else if (column == COLUMN_ID) {
		/* Between quotes, as it may look like a number. */
		int has = sok_unique_id(puzzle, &id, &writer->arena);

		if (!writer_fails(writer, has == -1) && has == 1) {
			sok_outc(out, '"');
			write_id(out, id.unique);
			sok_outc(out, '"');
		}
	} else if (column < CSV_MOVES && puzzle->has_board) {
		const size_t number[] = {
		    [CSV_WIDTH - CSV_WIDTH] = (size_t)board->width,
		    [CSV_HEIGHT - CSV_WIDTH] = (size_t)board->height,
		    [CSV_BOXES - CSV_WIDTH] = board->boxes,
		    [CSV_GOALS - CSV_WIDTH] = board->goals,
		    [CSV_FLOOR - CSV_WIDTH] =
		        column == CSV_FLOOR ? count_floor(writer, puzzle) : 0};

		sok_out_number(out, number[column - CSV_WIDTH]);
	} else if (game != NULL && column == CSV_MOVES) {
		sok_out_number(out, game->at.moves);
	} else if (game != NULL && column == CSV_PUSHES) {
		sok_out_number(out, game->at.pushes);
	} else if (game != NULL && column == CSV_MODE) {
		put_text(out, sok_str(sok_mode_name[game->mode]));
	} else if (game != NULL && column == CSV_VERDICT) {
		put_text(out, sok_str(sok_verdict_name[game->verdict]));
	}
}

/* The columns that the options ask for. */
static size_t
wanted(const struct sok_writer *writer, unsigned char column[SOK_CSV_COLUMNS])
{
	struct sok_str unknown;
	size_t n;

	if (writer->options.fields != NULL &&
	    csv_columns(writer->options.fields, column, &n, &unknown))
		return n;
	/* The last one is of use for few puzzles only. */
	for (n = 0; n < COLUMN_ADJOINS; n++)
		column[n] = (unsigned char)n;
	return n;
}

static bool
begin_csv(struct sok_writer *writer)
{
	unsigned char column[SOK_CSV_COLUMNS];
	struct sok_str unknown;
	size_t n;

	if (writer->options.fields != NULL &&
	    !csv_columns(writer->options.fields, column, &n, &unknown)) {
		errno = EINVAL;
		return false;
	}
	n = wanted(writer, column);
	for (size_t i = 0; i < n && !writer->options.no_names; i++) {
		if (i > 0)
			sok_outc(writer->out, ',');
		sok_out(writer->out, sok_str(csv_name[column[i]]));
	}
	if (!writer->options.no_names)
		sok_out(writer->out, SOK_STR("\r\n"));
	return true;
}

/* The author of a collection and its game are in columns, and orders go to the
 * text of each puzzle; the rest has no place. */
static void
header_csv(struct sok_writer *writer, const struct sok_header *header)
{
	static const struct sok_str kept[] = {SOK_STR_INIT("Author"),
	    SOK_STR_INIT("Game"), SOK_STR_INIT("boxorder"),
	    SOK_STR_INIT("goalorder")};
	struct sok_puzzle puzzle = {
	    .text = header->text, .pos = {.file = header->file, .line = 1}};
	size_t lost = writer_lines(&header->text);

	for (size_t i = 0; i < header->text.n; i++) {
		struct sok_str value;

		for (size_t k = 0; k < SOK_COUNT(kept); k++)
			lost -= key_is(header->text.line[i], kept[k], &value);
	}
	if (lost > 0)
		writer_lost(writer, &puzzle, "line of the header",
		    "lines of the header", lost);
}

static bool
puzzle_csv(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	unsigned char column[SOK_CSV_COLUMNS];
	size_t n = wanted(writer, column);
	struct shown_game shown = {.known = false};

	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			sok_outc(writer->out, ',');
		put_column(writer, puzzle, column[i], &shown);
	}
	sok_out(writer->out, SOK_STR("\r\n"));
	return true;
}

static void
close_csv(struct sok_writer *writer)
{
	sok_buf_free(&((struct csv *)writer->state)->text);
}

const struct sok_write_ops write_csv_ops = {.state = sizeof(struct csv),
    .begin = begin_csv,
    .header = header_csv,
    .puzzle = puzzle_csv,
    .close = close_csv,
    .alone = true};
