/*
 * read_records.c - reads one puzzle per line in columns separated by TABs,
 * split into fields for record.c.
 */
#include <string.h>

#include "format/record.h"
#include "tools.h"

enum { ID, TITLE, AUTHOR, BOARD, GAMES, TEXT, SOURCE, TITLE_LINE, COLUMNS };

/* Columns without which a line is no record. */
#define LEAST TITLE_LINE

/* Cut a line at its TABs; how many columns there are, more than wanted ones
 * counted but dropped. */
static size_t
split(struct sok_str line, struct sok_str column[COLUMNS])
{
	size_t n = 0;

	for (size_t i = 0; i < COLUMNS; i++)
		column[i] = (struct sok_str){line.s, 0};
	for (;; n++) {
		const char *tab =
		    line.len > 0 ? memchr(line.s, '\t', line.len) : NULL;
		size_t len = tab ? (size_t)(tab - line.s) : line.len;

		if (n < COLUMNS)
			column[n] = sok_str_sub(line, 0, len);
		if (tab == NULL)
			return n + 1;
		line = sok_str_from(line, len + 1);
	}
}

/* ---- detection */

static bool
is_id(struct sok_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (memchr("0123456789ABCDEFabcdef", s.s[i], 22) == NULL)
			return false;
	return s.len == 0 || s.len == 16;
}

/* `file:line`: the bytes before the colon, or 0. */
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
	struct sok_str column[COLUMNS], line = head, rest;
	bool whole;
	size_t n;

	while (line.len > 0 && memchr("\r\n", line.s[0], 2) != NULL)
		line = sok_str_from(line, 1);
	rest = line;
	line = sok_str_line(&rest);
	whole = eof || rest.len > 0;
	n = split(line, column);
	if (n < 2 || !is_id(column[ID]))
		return 0;
	if (!whole) /* a long line: it has an id, or is a header */
		return column[ID].len > 0 || n > TEXT ? 80 : 0;
	return n >= LEAST && source_name(column[SOURCE]) > 0 ? 90 : 0;
}

/* ---- fields */

static bool
is_escape(struct sok_str s, size_t i)
{
	return s.s[i] == '\\' && i + 1 < s.len;
}

static char
unescaped(char c)
{
	return (char)(c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c);
}

/* The field as it was before it was escaped. */
static struct sok_str
unescape(struct sok_reader *r, struct sok_str s)
{
	char *to = sok_arena_alloc(&r->arena, s.len, 1);
	size_t n = 0;

	if (reader_fails(r, to == NULL))
		return SOK_STR("");
	for (size_t i = 0; i < s.len; i++) {
		if (is_escape(s, i) && memchr("\\tnr=;", s.s[i + 1], 6) != NULL)
			to[n++] = unescaped(s.s[++i]);
		else
			to[n++] = s.s[i];
	}
	return (struct sok_str){to, n};
}

/* Take the part before the next c that is not escaped off the front. */
static struct sok_str
take_part(struct sok_str *s, char c)
{
	struct sok_str part;
	size_t i = 0;

	while (i < s->len && s->s[i] != c)
		i += is_escape(*s, i) ? 2 : 1;
	part = sok_str_sub(*s, 0, i);
	*s = sok_str_from(*s, i + 1);
	return part;
}

/* A place in the line that moves forward, and its column in characters. */
struct cursor {
	const char *at;
	size_t col;
};

static size_t
column_of(struct cursor *c, const char *at)
{
	for (; c->at < at; c->at++)
		c->col += ((unsigned char)*c->at & 0xc0) != 0x80;
	return c->col;
}

/* `name=moves=text`; moves alone will do. */
static struct record_game
parse_game(struct sok_reader *r, struct cursor *c, struct sok_str s)
{
	struct sok_str name = take_part(&s, '='), moves = take_part(&s, '=');

	if (moves.s == name.s + name.len) { /* there was no '=' */
		moves = name;
		name.len = 0;
	}
	return (struct record_game){.col = column_of(c, moves.s),
	    .name = unescape(r, name),
	    .moves = unescape(r, moves),
	    .text = unescape(r, s)};
}

static size_t
count_parts(struct sok_str s, char c)
{
	size_t n = 0;

	for (; s.len > 0; n++)
		take_part(&s, c);
	return n;
}

static void
parse_games(struct sok_reader *r, struct cursor *c, struct sok_str all,
    struct record *rec)
{
	struct sok_str s;

	rec->game = sok_arena_alloc(
	    &r->arena, count_parts(all, ';'), sizeof(*rec->game));
	if (reader_fails(r, rec->game == NULL))
		return;
	while (all.len > 0) {
		s = take_part(&all, ';');
		if (s.len > 0)
			rec->game[rec->ngames++] = parse_game(r, c, s);
	}
}

/* The rows of a board; or the field as it is, if it is none. */
static void
parse_board(struct sok_reader *r, struct sok_str s, struct record *rec)
{
	struct sok_rle_error e = {.rule = SOK_SYNTAX_RULE, .at = 0};
	struct sok_buf b = {0};

	rec->broken =
	    sok_rle_decode(&b, s, SOK_RLE_BOARD, r->o.limits, &e) == -1;
	if (rec->broken && !reader_fails(r, e.message == NULL))
		reader_report(r, e.rule, rec->line, rec->col + e.at,
		    "%s; the board was kept as a comment", e.message);
	s = reader_made(
	    r, sok_str_dup(&r->arena, rec->broken ? s : sok_buf_str(&b)));
	sok_buf_free(&b);
	rec->row = sok_arena_alloc(
	    &r->arena, count_parts(s, '|') + 1, sizeof(*rec->row));
	if (reader_fails(r, rec->row == NULL))
		return;
	if (rec->broken)
		rec->row[rec->nrows++] = s;
	while (!rec->broken && s.len > 0)
		rec->row[rec->nrows++] = take_part(&s, '|');
}

static void
parse_source(struct sok_reader *r, struct sok_str s, struct record *rec)
{
	struct sok_str name = sok_str_sub(s, 0, source_name(s));
	size_t line;

	if (name.len > 0 &&
	    sok_str_number(sok_str_from(s, name.len + 1), &line))
		record_source(r, rec, unescape(r, name), line);
}

/* Only a header has nothing but text, and no title line. */
static bool
is_header(const struct sok_str column[COLUMNS], size_t n)
{
	return n == LEAST && column[ID].len + column[TITLE].len == 0 &&
	    column[BOARD].len + column[GAMES].len == 0;
}

static bool
parse_record(struct sok_reader *r, struct sok_str line, struct record *rec)
{
	struct sok_str column[COLUMNS];
	struct cursor c = {line.s, 1};
	size_t n = split(line, column);

	if (n < LEAST) {
		reader_report(r, SOK_SYNTAX_RULE, rec->line, 1,
		    "a record has at least %d columns: this line of %zu was "
		    "dropped",
		    LEAST, n);
		return false;
	}
	rec->header = is_header(column, n);
	rec->col = column_of(&c, column[BOARD].s);
	rec->title = unescape(r, column[TITLE]);
	rec->title_line = unescape(r, column[TITLE_LINE]);
	rec->author = unescape(r, column[AUTHOR]);
	rec->text = unescape(r, column[TEXT]);
	parse_source(r, column[SOURCE], rec);
	parse_games(r, &c, column[GAMES], rec);
	parse_board(r, column[BOARD], rec);
	return true;
}

static bool
could_be_header(struct sok_reader *r, struct sok_str line)
{
	struct sok_str column[COLUMNS];
	size_t n;

	(void)r;
	if (!sok_str_starts(line, SOK_STR("\t\t")))
		return false;
	n = split(line, column);
	return is_header(column, n);
}

static int
open_records(struct sok_reader *r)
{
	static const struct record_format format = {
	    could_be_header, parse_record};

	return record_open(r, &format);
}

const struct sok_read_ops read_records_ops = {
    .open = open_records, .read = record_read, .close = record_close};
