/* records.c - reads and writes a puzzle per line, in columns separated by
 * TABs. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "format/record.h"
#include "format/write_text.h"
#include "io/io.h"
#include "text/text.h"

/* The letters of escapes in fields, and in the parts of games. */
#define ESCAPES ['\\'] = '\\', ['\t'] = 't', ['\n'] = 'n', ['\r'] = 'r'
static const char field_letter[256] = {ESCAPES};
static const char part_letter[256] = {ESCAPES, ['='] = '=', [';'] = ';'};

/* ---- reading */

/* The number of columns without which a line is not a record. */
#define LEAST COLUMN_TITLE_LINE

/* Split a line at its TABs.  Returns the number of all columns. */
static size_t
split(struct sok_str line, struct sok_str column[RECORD_COLUMNS])
{
	for (size_t i = 0; i < RECORD_COLUMNS; i++)
		column[i] = (struct sok_str){line.s, 0};
	for (size_t n = 0;; n++) {
		size_t len = sok_str_find(line, SOK_STR("\t"));

		if (n < RECORD_COLUMNS)
			column[n] = sok_str_sub(line, 0, len);
		if (len == line.len)
			return n + 1;
		line = sok_str_from(line, len + 1);
	}
}

/* `file:line`: the length of the part before the colon, or 0. */
static size_t
source_name(struct sok_str s)
{
	size_t n = s.len;

	while (n > 0 && sok_is_digit(s.s[n - 1]))
		n--;
	return n > 0 && n < s.len && s.s[n - 1] == ':' ? n - 1 : 0;
}

int
bid_records(struct sok_str head, bool eof)
{
	struct sok_str column[RECORD_COLUMNS], id;

	while (head.len > 0 && memchr("\r\n", head.s[0], 2) != NULL)
		head = sok_str_from(head, 1);
	size_t n = split(sok_str_line(&head), column);
	id = column[COLUMN_ID];
	if (n < 2 || (id.len != 0 && id.len != 16))
		return 0;
	for (size_t i = 0; i < id.len; i++)
		if (memchr("0123456789ABCDEFabcdef", id.s[i], 22) == NULL)
			return 0;
	/* A long line has an id or is a header. */
	if (!eof && head.len == 0)
		return id.len > 0 || n > COLUMN_TEXT ? 80 : 0;
	return n >= LEAST && source_name(column[COLUMN_SOURCE]) > 0 ? 90 : 0;
}

/* The field without escapes. */
static struct sok_str
unescape(struct sok_reader *reader, struct sok_str s)
{
	char *to = sok_arena_alloc(&reader->arena, s.len, 1);
	size_t n = 0;

	if (reader_fails(reader, to == NULL))
		return SOK_STR("");
	for (size_t i = 0; i < s.len; i++) {
		const char *meant = NULL;

		if (s.s[i] == '\\' && i + 1 < s.len && s.s[i + 1] != '\0')
			meant = memchr(part_letter, s.s[i + 1], 256);
		to[n++] = meant != NULL ? (char)(meant - part_letter) : s.s[i];
		i += meant != NULL;
	}
	return (struct sok_str){to, n};
}

/* Take the part before the next c without an escape. */
static struct sok_str
take_part(struct sok_str *s, char c)
{
	size_t i = 0;

	while (i < s->len && s->s[i] != c)
		i += s->s[i] == '\\' ? 2 : 1;
	struct sok_str part = sok_str_sub(*s, 0, i);
	*s = sok_str_from(*s, i + 1);
	return part;
}

/* The number of characters between two places in a line. */
static size_t
characters(const char *from, const char *to)
{
	size_t n = 0;

	for (; from < to; from++)
		n += ((unsigned char)*from & 0xc0) != 0x80;
	return n;
}

/* Each game is `name=moves=text`, or only moves. */
static void
parse_games(
    struct sok_reader *reader, const struct sok_str *field, struct record *rec)
{
	struct sok_str all = field[COLUMN_GAMES], rest = all;
	const char *at = field[COLUMN_BOARD].s;
	size_t col = rec->col, n = 0;

	for (; rest.len > 0; n++)
		take_part(&rest, ';');
	rec->game = sok_arena_alloc(&reader->arena, n, sizeof(*rec->game));
	if (reader_fails(reader, rec->game == NULL))
		return;
	while (all.len > 0) {
		struct sok_str s = take_part(&all, ';');

		if (s.len == 0)
			continue;
		struct sok_str name = take_part(&s, '=');
		struct sok_str moves = take_part(&s, '=');
		if (moves.s == name.s + name.len) { /* there is no `=` */
			moves = name;
			name.len = 0;
		}
		col += characters(at, moves.s);
		at = moves.s;
		rec->game[rec->ngames++] = (struct record_game){.col = col,
		    .name = unescape(reader, name),
		    .moves = unescape(reader, moves),
		    .text = unescape(reader, s)};
	}
}

/* The rows of a board, or the field itself as one row if it is not a board. */
static void
parse_board(struct sok_reader *reader, struct sok_str s, struct record *rec)
{
	struct sok_rle_error fault = {.rule = SOK_SYNTAX_RULE, .at = 0};
	struct sok_buf buf = {0};
	size_t n = 1;

	rec->broken = sok_rle_decode(&buf, s, SOK_RLE_BOARD,
	                  reader->options.limits, &fault) == -1;
	if (rec->broken && !reader_fails(reader, fault.message == NULL))
		reader_report(reader, fault.rule, rec->line,
		    rec->col + fault.at, "%s; the board was kept as a comment",
		    fault.message);
	if (!rec->broken)
		s = sok_buf_str(&buf);
	s = reader_made(reader, sok_str_dup(&reader->arena, s));
	sok_buf_free(&buf);
	for (size_t i = 0; i < s.len; i++)
		n += s.s[i] == '|';
	rec->row = sok_arena_alloc(&reader->arena, n, sizeof(*rec->row));
	if (reader_fails(reader, rec->row == NULL))
		return;
	for (size_t width; s.len > 0; s = sok_str_from(s, width + 1)) {
		width = rec->broken ? s.len : sok_str_find(s, SOK_STR("|"));
		rec->row[rec->nrows++] = sok_str_sub(s, 0, width);
	}
}

/* Only a header has text as its only field, and no title line; but it may name
 * a game. */
static bool
is_header(const struct sok_str column[RECORD_COLUMNS], size_t n)
{
	return (n == LEAST ||
	           (n > COLUMN_GAME && column[COLUMN_TITLE_LINE].len == 0)) &&
	    column[COLUMN_ID].len + column[COLUMN_TITLE].len == 0 &&
	    column[COLUMN_BOARD].len + column[COLUMN_GAMES].len == 0;
}

bool
record_parse(struct sok_reader *reader, struct sok_str line, struct record *rec)
{
	struct sok_str column[RECORD_COLUMNS];
	size_t n = split(line, column), number;

	if (n < LEAST) {
		reader_report(reader, SOK_SYNTAX_RULE, rec->line, 1,
		    "a record has at least %d columns: this line of %zu was "
		    "dropped",
		    LEAST, n);
		return false;
	}
	rec->header = is_header(column, n);
	rec->states_games = rec->header && n > COLUMN_GAME;
	rec->play = unescape(reader, column[COLUMN_GAME]);
	rec->adjoins = column[COLUMN_ADJOINS];
	rec->col = 1 + characters(line.s, column[COLUMN_BOARD].s);
	rec->title = unescape(reader, column[COLUMN_TITLE]);
	rec->title_line = unescape(reader, column[COLUMN_TITLE_LINE]);
	rec->author = unescape(reader, column[COLUMN_AUTHOR]);
	rec->text = unescape(reader, column[COLUMN_TEXT]);
	struct sok_str file = column[COLUMN_SOURCE];
	size_t named = source_name(file);
	if (named > 0 && sok_str_number(sok_str_from(file, named + 1), &number))
		record_source(reader, rec,
		    unescape(reader, sok_str_sub(file, 0, named)), number);
	parse_games(reader, column, rec);
	parse_board(reader, column[COLUMN_BOARD], rec);
	return true;
}

static bool
could_be_header(struct sok_reader *reader, struct sok_str line)
{
	struct sok_str column[RECORD_COLUMNS];

	(void)reader;
	return sok_str_starts(line, SOK_STR("\t\t")) &&
	    is_header(column, split(line, column));
}

static int
open_records(struct sok_reader *reader)
{
	static const struct record_format format = {
	    NULL, could_be_header, record_parse};

	return record_open(reader, &format);
}

const struct sok_read_ops read_records_ops = {
    .open = open_records, .read = record_read, .close = record_close};

/* ---- writing */

/* Write text with the escapes of these letters. */
static void
put_escaped(struct sok_output *out, struct sok_str s, const char *letters)
{
	size_t from = 0;

	for (size_t i = 0; i < s.len; i++) {
		char letter = letters[(unsigned char)s.s[i]];

		if (letter == '\0')
			continue;
		sok_out(out, sok_str_sub(s, from, i));
		sok_outc(out, '\\');
		sok_outc(out, letter);
		from = i + 1;
	}
	sok_out(out, sok_str_from(s, from));
}

static void
put_lines(
    struct sok_output *out, const struct sok_text *text, const char *letters)
{
	for (size_t i = 0; i < text->n; i++) {
		if (i > 0)
			sok_out(out, SOK_STR("\\n"));
		put_escaped(out, text->line[i], letters);
	}
}

void
record_put_field(struct sok_output *out, struct sok_str s)
{
	sok_outc(out, '\t');
	put_escaped(out, s, field_letter);
}

void
record_put_games(struct sok_output *out, const struct sok_puzzle *puzzle)
{
	for (size_t i = 0; i < puzzle->ngames; i++) {
		const struct sok_game *game = &puzzle->game[i];

		if (i > 0)
			sok_outc(out, ';');
		put_escaped(out, game->title_line, part_letter);
		sok_outc(out, '=');
		sok_out(out, game->moves);
		sok_outc(out, '=');
		put_lines(out, &game->text, part_letter);
	}
}

void
record_put_board(struct sok_writer *writer, struct sok_buf *to,
    const struct sok_puzzle *puzzle)
{
	if (puzzle->has_board)
		sok_rle_board(to, &puzzle->board,
		    write_is_open(puzzle, &writer->arena), 3, false);
	writer_fails(writer, to->failed);
}

bool
record_title_displaced(const struct sok_puzzle *puzzle)
{
	return puzzle->title_line.len > 0 &&
	    sok_text_get(&puzzle->text, SOK_STR("Title")).s != NULL;
}

static bool
put_record(
    struct sok_writer *writer, const struct sok_puzzle *puzzle, bool header)
{
	/* It would look like a header without a title line. */
	bool bare =
	    !puzzle->has_board && puzzle->ngames + puzzle->title.len == 0;
	bool title_line = record_title_displaced(puzzle) || (bare && !header);
	struct sok_str last[] = {
	    SOK_STR(""), write_game(puzzle), sok_str(write_adjoins(puzzle))};
	struct sok_output *out = writer->out;
	struct sok_buf rle = {0};
	struct sok_id id;
	int has_id = sok_unique_id(puzzle, &id, &writer->arena);

	if (writer_fails(writer, has_id == -1))
		return false;
	if (has_id == 1)
		write_id(out, id.unique);
	record_put_field(out, puzzle->title);
	record_put_field(out, sok_puzzle_author(puzzle));
	/* Run-length text needs no escapes. */
	record_put_board(writer, &rle, puzzle);
	sok_outc(out, '\t');
	sok_out(out, sok_buf_str(&rle));
	sok_buf_free(&rle);
	sok_outc(out, '\t');
	record_put_games(out, puzzle);
	sok_outc(out, '\t');
	put_lines(out, &puzzle->text, field_letter);
	record_put_field(
	    out, sok_str(puzzle->pos.file != NULL ? puzzle->pos.file : "-"));
	sok_outc(out, ':');
	sok_out_number(out, puzzle->pos.line);

	/* Columns after these are only written if they are not empty. */
	size_t n = SOK_COUNT(last), least = title_line ? 1 : 0;
	if (title_line)
		last[0] = puzzle->title_line;
	while (n > least && last[n - 1].len == 0)
		n--;
	for (size_t i = 0; i < n; i++)
		record_put_field(out, last[i]);
	sok_outc(out, '\n');
	return true;
}

static void
records_header(struct sok_writer *writer, const struct sok_header *header)
{
	const struct sok_puzzle puzzle = {.text = header->text,
	    .variant = header->variant,
	    .pos = {.file = header->file, .line = 1}};

	put_record(writer, &puzzle, true);
}

static bool
records_puzzle(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	return put_record(writer, puzzle, false);
}

const struct sok_write_ops write_records_ops = {.header = records_header,
    .puzzle = records_puzzle,
    .lasts = true,
    .alone = true};
