/* pusher.c - maps with `X` for walls, each below a description and a line of
 * stars.  They are never detected, because `*` is a box on a goal elsewhere. */
#include <string.h>

#include "base/base.h"
#include "format/write_text.h"
#include "io/io.h"
#include "text/text.h"

/* Lines of stars between maps: the least length, and the one written. */
enum { STARS = 10, RULE = 37 };

/* No real map has a player on a goal; we write one. */
static const char glyph[SOK_NSQUARES] = {[SOK_FLOOR] = ' ',
    [SOK_WALL] = 'X',
    [SOK_GOAL] = '.',
    [SOK_BOX] = '*',
    [SOK_BOX | SOK_GOAL] = '&',
    [SOK_PLAYER] = '@',
    [SOK_PLAYER | SOK_GOAL] = '+'};

/* The same as XSB characters. */
static const char xsb[256] = {[' '] = ' ',
    ['X'] = '#',
    ['.'] = '.',
    ['*'] = '$',
    ['&'] = '*',
    ['@'] = '@',
    ['+'] = '+'};

static bool
is_squares(struct sok_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (xsb[(unsigned char)s.s[i]] == '\0')
			return false;
	return s.len > 0;
}

/* Whether a line consists of stars from its first column on. */
static bool
is_stars(struct sok_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (s.s[i] != '*')
			return false;
	return s.len >= STARS;
}

/* ---- reading */

struct map {
	size_t from, to; /* its rows */
};

struct maps {
	struct lines lines;
	size_t done; /* lines of the current puzzle */
	bool any;    /* a map was found */
};

static bool
has_wall(const struct lines *lines, size_t i)
{
	return memchr(lines_str(lines, i).s, 'X', lines->line[i].len) != NULL;
}

/* Find the next map from line i on, three or more rows of which the first and
 * the last one have a wall: 1; 0 if there is none (from and to are then the
 * end, or where the limit of text was exceeded); -1 with errno. */
static int
find_map(
    struct sok_reader *reader, struct lines *lines, size_t i, struct map *map)
{
	size_t most = reader->options.limits->v[SOK_LIMIT_TEXT], first = i, end;
	int got;

	while ((got = lines_want(lines, i)) == 1) {
		if (line_raw(&lines->line[i]) - line_raw(&lines->line[first]) >
		        most ||
		    i - first > most / LINE_LEAST)
			break;
		for (end = i; (got = lines_want(lines, end)) == 1; end++)
			if (!is_squares(lines_str(lines, end)) ||
			    is_stars(lines_str(lines, end)))
				break;
		if (got == -1)
			return -1;
		*map = (struct map){i, end};
		while (map->from < map->to && !has_wall(lines, map->from))
			map->from++;
		while (map->to > map->from && !has_wall(lines, map->to - 1))
			map->to--;
		if (map->to - map->from >= 3)
			return 1;
		i = map->to > i ? map->to : i + 1;
	}
	*map = (struct map){i, i};
	return got == -1 ? -1 : 0;
}

/* Take lines as text, without stars and the first `Maze: 7`, the name. */
static void
take_text(struct sok_reader *reader, const struct lines *lines, size_t from,
    size_t to, struct sok_text *text)
{
	struct sok_str *title = &reader->puzzle.title_line, key, name;

	for (size_t i = from; i < to; i++) {
		struct sok_str s = lines_str(lines, i);
		bool maze = title->len == 0 && sok_key_split(s, &key, &name) &&
		    sok_str_caseeq(key, SOK_STR("maze")) && name.len > 0;

		if (maze &&
		    name.len <= reader->options.limits->v[SOK_LIMIT_TITLE]) {
			*title = reader_made(reader,
			    sok_str_fmt(&reader->arena, "Maze %.*s",
			        (int)name.len, name.s));
			continue;
		}
		if (maze)
			reader_report(reader, SOK_LIMIT_RULE,
			    lines_number(lines, i), 1,
			    "a title of %zu bytes is over the limit `title`; "
			    "it was kept as text",
			    name.len);
		text->line[text->n++] = is_stars(s) ? SOK_STR("") : s;
	}
}

/* Take the text above the map and, for the last map, below it. */
static void
read_text(
    struct sok_reader *reader, const struct maps *maps, const struct map *map)
{
	struct sok_puzzle *puzzle = &reader->puzzle;
	struct sok_arena *arena = &reader->arena;
	size_t most = map->from + maps->done - map->to + 1, at;
	struct sok_text all = {
	    sok_arena_alloc(arena, most, sizeof(*all.line)), 0};

	if (reader_fails(reader, all.line == NULL))
		return;
	take_text(reader, &maps->lines, 0, map->from, &all);

	/* Without `Maze:`, a line above the map with `;` is the title. */
	for (at = all.n; at > 0 && all.line[at - 1].len == 0;)
		at--;
	if (at > 0 && puzzle->title_line.len == 0 &&
	    all.line[at - 1].s[0] == ';') {
		struct sok_str s = all.line[at - 1];

		while (s.len > 0 && (s.s[0] == ';' || s.s[0] == ' '))
			s = sok_str_from(s, 1);
		if (s.len > 0 &&
		    s.len <= reader->options.limits->v[SOK_LIMIT_TITLE]) {
			puzzle->title_line = s;
			all.n = at - 1;
		}
	}

	all.line[all.n++] = SOK_STR("");
	take_text(reader, &maps->lines, map->to, maps->done, &all);
	foreign_tags(reader, &puzzle->text, &all);
	reader_fails(reader,
	    sok_title_set(&puzzle->title_line, &puzzle->text,
	        puzzle->title_line, arena) == -1);
}

/* Convert the rows to XSB; false if they exceed a limit (reported). */
static bool
read_rows(
    struct sok_reader *reader, const struct lines *lines, const struct map *map)
{
	size_t n = map->to - map->from;
	struct sok_arena *arena = &reader->arena;
	struct sok_str *row = sok_arena_alloc(arena, n, sizeof(*row));

	if (reader_fails(reader, row == NULL))
		return false;
	for (size_t i = 0; i < n; i++) {
		struct sok_str s = lines_str(lines, map->from + i);
		char *to = sok_arena_alloc(arena, s.len, 1);

		if (reader_fails(reader, to == NULL))
			return false;
		for (size_t x = 0; x < s.len; x++)
			to[x] = xsb[(unsigned char)s.s[x]];
		row[i] = (struct sok_str){to, s.len};
	}
	size_t line = lines_number(lines, map->from);
	reader->puzzle.pos = (struct sok_pos){reader->options.name, line, 1};
	return foreign_board(reader, row, map->from, n);
}

static int
pusher_open(struct sok_reader *reader)
{
	return foreign_open(reader, sizeof(struct maps));
}

static int
pusher_read(struct sok_reader *reader)
{
	struct maps *maps = reader->state;
	struct lines *lines = &maps->lines;
	struct map map, next;
	size_t i = 0;
	int got;

	for (;;) {
		lines_drop(lines, maps->done);
		maps->done = 0;
		got = find_map(reader, lines, 0, &map);
		if (got == 0)
			break;
		maps->any = true;
		if (got == 1)
			got = find_map(reader, lines, map.to, &next);
		if (got == -1)
			return -1;
		maps->done =
		    got == 0 && next.from == lines->n ? lines->n : map.to;
		if (read_rows(reader, lines, &map)) {
			read_text(reader, maps, &map);
			return 1;
		}
	}

	/* At the end, or over the limit.  Text alone is not a puzzle. */
	while (i < lines->n && sok_str_trim(lines_str(lines, i)).len == 0)
		i++;
	if (map.from < lines->n)
		reader_report(reader, SOK_LIMIT_RULE,
		    lines_number(lines, map.from), 1,
		    "more text than the limit `text` without a map; the rest "
		    "was dropped");
	else if (!maps->any && i < lines->n)
		reader_report(reader, SOK_SYNTAX_RULE, lines_number(lines, i),
		    1,
		    "no map (three or more lines of X * & @ + . and blanks): "
		    "the text was dropped");
	return 0;
}

const struct sok_read_ops read_pusher_ops = {
    .open = pusher_open, .read = pusher_read, .close = foreign_close};

/* ---- writing */

static bool
pusher_puzzle(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	const struct sok_board *board = &puzzle->board;
	size_t width = (size_t)board->width;
	bool open;

	/* Refuse a board that would not be read back. */
	if (!writer_board(writer, puzzle, &open))
		return false;
	if (board->height < 3 || memchr(board->sq, SOK_WALL, width) == NULL ||
	    memchr(board->sq + sok_board_size(board) - width, SOK_WALL,
	        width) == NULL)
		return writer_refuse(writer, puzzle,
		    "a board that does not begin and end with walls");
	for (int y = 0; y < board->height; y++) {
		int n = (int)write_row_width(board, y), x = 0;

		while (x < n && sok_board_at(board, x, y) == SOK_BOX)
			x++;
		if (x == n && n >= STARS) /* it would be a line of stars */
			return writer_refuse(
			    writer, puzzle, "a row that contains only boxes");
	}
	if (!writer_blanks(writer, puzzle, open))
		return false;

	sok_out_fill(writer->out, '*', RULE);
	sok_outc(writer->out, '\n');

	/* The number is the title, unless a key names another one. */
	struct sok_str maze =
	    WRITER_FMT(writer, "Maze %zu", writer->written + 1);
	sok_outf(writer->out, "Maze: %zu\n", writer->written + 1);
	if (!sok_str_eq(puzzle->title_line, maze))
		writer_lost_title_line(writer, puzzle);
	if (puzzle->title.len > 0 && !sok_str_eq(puzzle->title, maze) &&
	    sok_text_get(&puzzle->text, SOK_STR("Title")).s == NULL)
		write_tag(writer->out, "Title: ", puzzle->title);

	for (size_t i = 0; i < puzzle->text.n; i++)
		if (is_squares(
		        puzzle->text.line[i])) /* it would be read as a row */
			writer_lost(
			    writer, puzzle, "line of text", "lines of text", 1);
		else
			write_line(writer->out, puzzle->text.line[i]);
	sok_outc(writer->out, '\n');
	for (int y = 0; y < board->height; y++) {
		write_squares(
		    writer->out, board, y, write_row_width(board, y), glyph);
		sok_outc(writer->out, '\n');
	}
	sok_outc(writer->out, '\n');
	writer_lost_games(writer, puzzle);
	return true;
}

const struct sok_write_ops write_pusher_ops = {
    .puzzle = pusher_puzzle, .bare = true};
