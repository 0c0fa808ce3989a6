/* read_csv.c - reads CSV (RFC 4180) whose first line names columns of ours:
 * each record, whose fields may have several lines, becomes a line of records.
 */
#include <string.h>

#include "base/base.h"
#include "format/csv.h"
#include "format/format.h"
#include "format/record.h"

struct csv_field {
	struct sok_str text; /* between quotes, or all of it */
	struct sok_str tail; /* what follows the closing quote, by mistake */
	bool quoted;         /* pairs of quotes in the text stand for one */
};

/* Take the next field of a record; false at the end. */
static bool
take_field(struct sok_str *rest, struct csv_field *field)
{
	size_t i = 0, end = 0;

	if (rest->s == NULL)
		return false;
	*field = (struct csv_field){.tail = SOK_STR("")};
	field->quoted = rest->len > 0 && rest->s[0] == '"';
	if (field->quoted) {
		for (i = 1; i < rest->len; i++) {
			if (rest->s[i] != '"')
				continue;
			if (i + 1 == rest->len || rest->s[i + 1] != '"')
				break;
			i++;
		}
		field->text = sok_str_sub(*rest, 1, i);
		end = i < rest->len ? i + 1 : i;
	}
	size_t comma = end;
	while (comma < rest->len && rest->s[comma] != ',')
		comma++;
	if (field->quoted)
		field->tail = sok_str_sub(*rest, end, comma);
	else
		field->text = sok_str_sub(*rest, 0, comma);
	if (comma < rest->len)
		*rest = sok_str_from(*rest, comma + 1);
	else
		rest->s = NULL;
	return true;
}

/* Read the names of the columns: true if one of them is `board`.  *unknown: the
 * first name that is not ours, or that is there twice; s NULL: there is none.
 */
static bool
read_names(struct sok_str line, struct record_map *map, struct sok_str *unknown)
{
	bool met[CSV_COLUMNS + 1] = {false};
	struct csv_field field;

	map->n = 0;
	*unknown = (struct sok_str){NULL, 0};
	while (take_field(&line, &field)) {
		size_t i = sok_str_trim(field.tail).len > 0
		    ? CSV_COLUMNS
		    : csv_find(field.text);
		bool full = map->n == SOK_COUNT(map->column);

		if (unknown->s == NULL && (i == CSV_COLUMNS || met[i] || full))
			*unknown = field.text;
		if (!full)
			map->column[map->n++] = i < RECORD_COLUMNS && !met[i]
			    ? (unsigned char)(i + 1)
			    : 0;
		met[i] = true;
	}
	return met[COLUMN_BOARD];
}

int
bid_csv(struct sok_str head, bool eof)
{
	struct record_map map;
	struct sok_str unknown;

	(void)eof;
	/* `board` alone may be a title. */
	return read_names(sok_str_line(&head), &map, &unknown) &&
	        unknown.s == NULL && map.n > 1
	    ? 95
	    : 0;
}

/* Append text to a line of records, whose escapes need no quotes. */
static void
add_part(struct sok_buf *to, struct sok_str s, bool quoted, bool escaped)
{
	for (size_t i = 0; i < s.len; i++) {
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

static void
add_field(struct sok_buf *to, const struct csv_field *field, bool escaped)
{
	struct sok_str s = field->text;

	/* An apostrophe keeps spreadsheets from taking it for a formula. */
	if (s.len > 1 && s.s[0] == '\'' && str_is_formula(sok_str_from(s, 1)))
		s = sok_str_from(s, 1);
	add_part(to, s, field->quoted, escaped);
	add_part(to, field->tail, false, escaped);
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

/* Take the lines of the record at the front of the window, *lines of them, as a
 * line of records.  1; 0 if they are the names of the columns, or were dropped
 * (reported); -1 with errno.  A lack of memory for the line is recorded as by
 * reader_fails(). */
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
	raw = sok_str_from(raw, window->line[0].mark);
	while (raw.len > 0 && memchr("\r\n", raw.s[raw.len - 1], 2) != NULL)
		raw.len--;
	if (map->n == 0) {
		struct sok_str unknown;

		if (read_names(raw, map, &unknown)) {
			if (unknown.s != NULL)
				reader_report(reader, SOK_SYNTAX_RULE,
				    lines_number(window, 0), 1,
				    "no column is called `%.*s`, or several "
				    "are; its fields were dropped",
				    (int)unknown.len, unknown.s);
			return 0;
		}
		/* Without a line of names the columns are those of records. */
		for (map->n = 0; map->n < RECORD_COLUMNS; map->n++)
			map->column[map->n] = (unsigned char)(map->n + 1);
	}

	struct csv_field field[RECORD_COLUMNS] = {{.quoted = false}}, one;
	map->more = map->tail = false;
	for (size_t i = 0; take_field(&raw, &one); i++) {
		size_t column = i < map->n ? map->column[i] : 0;

		map->more |= i >= map->n && one.text.len + one.tail.len > 0;
		map->tail |= sok_str_trim(one.tail).len > 0;
		if (column > 0)
			field[column - 1] = one;
	}
	struct sok_buf buf = {0};
	for (size_t i = 0; i < RECORD_COLUMNS; i++) {
		if (i > 0)
			sok_buf_addc(&buf, '\t');
		add_field(&buf, &field[i], i == COLUMN_GAMES);
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
	const struct record_map *map = record_map(reader);

	if (map->tail)
		reader_report(reader, SOK_SYNTAX_RULE, rec->line, 1,
		    "text after the closing quote of a field; it was kept as "
		    "part of the field");
	if (map->more)
		reader_report(reader, SOK_SYNTAX_RULE, rec->line, 1,
		    "more fields than columns; the last ones were dropped");
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
