/* csv.c - reads and writes CSV (RFC 4180): a line of names, then a record for
 * each puzzle, with the columns of records and, for people, some properties. */
#include <errno.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "format/format.h"
#include "format/record.h"
#include "format/write_text.h"

/* Those of records first, in their order, which are also read. */
enum {
	WIDTH = RECORD_COLUMNS,
	HEIGHT,
	BOXES,
	GOALS,
	FLOOR,
	MOVES,
	PUSHES,
	MODE,
	VERDICT,
	COLUMNS
};

static const char *const names[COLUMNS] = {"id", "title", "author", "board",
    "games", "text", "source", "title_line", "game", "width", "height", "boxes",
    "goals", "floor", "moves", "pushes", "mode", "verdict"};

/* The column of a name, COLUMNS if there is none. */
static size_t
find_name(struct sok_str name)
{
	size_t i = 0;

	while (i < COLUMNS && !sok_str_eq(name, sok_str(names[i])))
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
		size_t i = find_name(name);

		rest = sok_str_from(rest, len + 1);
		*unknown = name;
		if (i == COLUMNS || *n == SOK_CSV_COLUMNS)
			return false;
		column[(*n)++] = (unsigned char)i;
	}
	*unknown = SOK_STR("");
	return *n > 0;
}

/* ---- reading */

/* Take the next field of a record: *field is its text between quotes, or all of
 * it; false at the end.  *quoted: it has quotes, and pairs of them stand for
 * one. */
static bool
take_field(struct sok_str *rest, struct sok_str *field, bool *quoted)
{
	size_t i = 0;

	if (rest->s == NULL)
		return false;
	*quoted = rest->len > 0 && rest->s[0] == '"';
	if (*quoted) {
		for (i = 1; i < rest->len; i++) {
			if (rest->s[i] != '"')
				continue;
			if (i + 1 == rest->len || rest->s[i + 1] != '"')
				break;
			i++;
		}
		*field = sok_str_sub(*rest, 1, i);
	}
	size_t comma = i;
	while (comma < rest->len && rest->s[comma] != ',')
		comma++;
	if (!*quoted)
		*field = sok_str_sub(*rest, 0, comma);
	if (comma < rest->len)
		*rest = sok_str_from(*rest, comma + 1);
	else
		rest->s = NULL;
	return true;
}

/* Read the names of the columns: true if they are ours and name a board. */
static bool
read_names(struct sok_str line, struct record_map *map)
{
	struct sok_str field;
	bool quoted, board = false;

	map->n = 0;
	while (take_field(&line, &field, &quoted)) {
		size_t i = find_name(field);

		if (i == COLUMNS || map->n == SOK_COUNT(map->column))
			return false;
		board |= i == RECORD_BOARD;
		map->column[map->n++] =
		    i < RECORD_COLUMNS ? (unsigned char)(i + 1) : 0;
	}
	return board && map->n > 1;
}

int
bid_csv(struct sok_str head, bool eof)
{
	struct record_map map;

	(void)eof;
	return read_names(sok_str_line(&head), &map) ? 95 : 0;
}

/* Append a field to a line of records, whose escapes need no quotes. */
static void
add_field(struct sok_buf *to, struct sok_str s, bool quoted, bool escaped)
{
	size_t i = 0;

	/* An apostrophe keeps spreadsheets from taking it for a formula. */
	if (s.len > 1 && s.s[0] == '\'' && str_is_formula(sok_str_from(s, 1)))
		i = 1;
	for (; i < s.len; i++) {
		char c = s.s[i];
		char letter = c == '\n' ? 'n' : '\0';

		/* A pair of quotes is one, and so is a line end of CR LF. */
		if (quoted && c == '"' && i + 1 < s.len)
			i++;
		if (c == '\r' && i + 1 < s.len && s.s[i + 1] == '\n')
			continue;
		if (c == '\t')
			letter = 't';
		else if (c == '\r')
			letter = 'r';
		else if (c == '\\' && !escaped)
			letter = '\\';
		if (letter != '\0')
			sok_buf_addc(to, '\\');
		sok_buf_addc(to, letter != '\0' ? letter : c);
	}
}

/* Whether all quotes of a text have their partners. */
static bool
quotes_end(struct sok_str s)
{
	bool open = false;

	for (size_t i = 0; i < s.len; i++)
		open ^= s.s[i] == '"';
	return !open;
}

/* The lines of the record at the front of the window as a line of records. */
static int
next_csv(struct sok_reader *reader, struct lines *window, struct sok_str *text,
    size_t *lines)
{
	struct record_map *map = record_map(reader);
	struct sok_str raw = lines_raw(window, 0, 1);
	bool whole = quotes_end(raw);

	for (*lines = 1; !whole; whole = quotes_end(raw)) {
		int got = lines_want(window, *lines);

		if (got == -1)
			return -1;
		if (got == 0 ||
		    raw.len > reader->options.limits->v[SOK_LIMIT_TEXT])
			break;
		raw = lines_raw(window, 0, ++*lines);
	}
	if (!whole) {
		*lines = 1;
		reader_report(reader, SOK_SYNTAX_RULE, lines_number(window, 0),
		    1, "a quote without its partner; the line was dropped");
		return 0;
	}
	raw = sok_str_from(raw, window->line[0].off - window->line[0].raw);
	while (raw.len > 0 && memchr("\r\n", raw.s[raw.len - 1], 2) != NULL)
		raw.len--;
	if (map->n == 0 && read_names(raw, map))
		return 0;
	if (map->n == 0) {
		/* Without a line of names the columns are those of records. */
		for (map->n = 0; map->n < RECORD_COLUMNS; map->n++)
			map->column[map->n] = (unsigned char)(map->n + 1);
	}

	struct sok_str field[RECORD_COLUMNS] = {{NULL, 0}}, one;
	bool quoted[RECORD_COLUMNS] = {false}, any;
	for (size_t i = 0; take_field(&raw, &one, &any); i++) {
		size_t column = i < map->n ? map->column[i] : 0;

		if (column > 0) {
			field[column - 1] = one;
			quoted[column - 1] = any;
		}
	}
	struct sok_buf buf = {0};
	for (size_t i = 0; i < RECORD_COLUMNS; i++) {
		if (i > 0)
			sok_buf_addc(&buf, '\t');
		add_field(&buf, field[i], quoted[i], i == RECORD_GAMES);
	}
	reader_fails(reader, buf.failed);
	*text = buf.failed
	    ? SOK_STR("")
	    : reader_made(
	          reader, sok_str_dup(&reader->arena, sok_buf_str(&buf)));
	sok_buf_free(&buf);
	return 1;
}

static bool
never_header(struct sok_reader *reader, struct sok_str line)
{
	(void)reader;
	(void)line;
	return false;
}

/* Parse the line of records that next_csv() made; columns in it are not those
 * of the file. */
static bool
parse_csv(struct sok_reader *reader, struct sok_str line, struct record *rec)
{
	if (!record_parse(reader, line, rec))
		return false;
	rec->header = rec->states_games = false;
	rec->col = 0;
	for (size_t i = 0; i < rec->ngames; i++)
		rec->game[i].col = 0;
	return true;
}

static int
open_csv(struct sok_reader *reader)
{
	static const struct record_format format = {
	    next_csv, never_header, parse_csv};

	return record_open(reader, &format);
}

const struct sok_read_ops read_csv_ops = {
    .open = open_csv, .read = record_read, .close = record_close};

/* ---- writing */

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

/* The replay of that game; NULL if there is none, or on ENOMEM. */
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

	switch (column) {
	case RECORD_TITLE_COLUMN:
		sok_buf_add(buf, puzzle->title);
		break;
	case RECORD_AUTHOR_COLUMN:
		sok_buf_add(buf, sok_puzzle_author(puzzle));
		break;
	case RECORD_BOARD:
		record_put_board(writer, buf, puzzle);
		break;
	case RECORD_GAMES:
		games = sok_output_memory(buf);
		if (writer_fails(writer, games == NULL))
			break;
		record_put_games(games, puzzle);
		writer_fails(writer, sok_output_close(games, true) == -1);
		break;
	case RECORD_TEXT:
		for (size_t i = 0; i < puzzle->text.n; i++) {
			if (i > 0)
				sok_buf_addc(buf, '\n');
			sok_buf_add(buf, puzzle->text.line[i]);
		}
		break;
	case RECORD_SOURCE:
		sok_buf_fmt(buf, "%s:%zu",
		    puzzle->pos.file != NULL ? puzzle->pos.file : "-",
		    puzzle->pos.line);
		break;
	case RECORD_TITLE_LINE:
		if (record_title_displaced(puzzle) || !puzzle->has_board)
			sok_buf_add(buf, puzzle->title_line);
		break;
	case RECORD_GAME_COLUMN:
		sok_buf_add(buf, write_game(puzzle));
		break;
	default:
		break;
	}
	writer_fails(writer, buf->failed);
}

static void
put_column(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    size_t column, struct shown_game *shown)
{
	const struct sok_board *board = &puzzle->board;
	const struct sok_replay *game = NULL;
	struct sok_output *out = writer->out;
	struct sok_buf text = {0};
	struct sok_id id;

	if (column >= MOVES)
		game = show_game(writer, puzzle, shown);
	if (column < RECORD_COLUMNS && column != RECORD_ID) {
		add_column(writer, puzzle, column, &text);
		put_text(out, sok_buf_str(&text));
		sok_buf_free(&text);
	} else if (column == RECORD_ID) {
		/* Between quotes, as it may look like a number. */
		int has = sok_unique_id(puzzle, &id, &writer->arena);

		if (!writer_fails(writer, has == -1) && has == 1) {
			sok_outc(out, '"');
			write_id(out, id.unique);
			sok_outc(out, '"');
		}
	} else if (column < MOVES && puzzle->has_board) {
		const size_t number[] = {[WIDTH - WIDTH] = (size_t)board->width,
		    [HEIGHT - WIDTH] = (size_t)board->height,
		    [BOXES - WIDTH] = board->boxes,
		    [GOALS - WIDTH] = board->goals,
		    [FLOOR - WIDTH] =
		        column == FLOOR ? count_floor(writer, puzzle) : 0};

		sok_out_number(out, number[column - WIDTH]);
	} else if (game != NULL && column == MOVES) {
		sok_out_number(out, game->at.moves);
	} else if (game != NULL && column == PUSHES) {
		sok_out_number(out, game->at.pushes);
	} else if (game != NULL && column == MODE) {
		put_text(out, sok_str(sok_mode_name[game->mode]));
	} else if (game != NULL && column == VERDICT) {
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
	for (n = 0; n < RECORD_COLUMNS; n++)
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
		sok_out(writer->out, sok_str(names[column[i]]));
	}
	if (!writer->options.no_names)
		sok_out(writer->out, SOK_STR("\r\n"));
	return true;
}

/* The author of a collection is in a column; the rest has no place. */
static void
header_csv(struct sok_writer *writer, const struct sok_header *header)
{
	struct sok_puzzle puzzle = {
	    .text = header->text, .pos = {.file = header->file, .line = 1}};
	size_t lost = writer_lines(&header->text);

	for (size_t i = 0; i < header->text.n; i++) {
		struct sok_str key, value;

		if (sok_key_split(header->text.line[i], &key, &value) &&
		    (sok_str_caseeq(key, SOK_STR("Author")) ||
		        sok_str_caseeq(key, SOK_STR("Game"))))
			lost--;
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

const struct sok_write_ops write_csv_ops = {
    .begin = begin_csv, .header = header_csv, .puzzle = puzzle_csv};
