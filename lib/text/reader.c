/* reader.c - reads the next puzzle of any format: detects the format, calls its
 * reader, and does what all formats have in common. */
#include <errno.h>
#include <stdlib.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "text/foreign.h"
#include "text/key.h"
#include "text/reader.h"
#include "text/text.h"
#include "text/variant.h"

struct sok_reader *
reader_open(struct input_source from, const struct sok_read_options *options,
    struct sok_sink *sink, const struct reader_helpers *helpers)
{
	struct sok_reader *reader = calloc(1, sizeof(*reader));

	if (reader == NULL || input_options(&reader->options, options) == -1 ||
	    input_open(&reader->in, from, &reader->options) == -1) {
		free(reader);
		return NULL;
	}
	reader->sink = sink;
	reader->helpers = helpers;
	reader->format = options->format;
	reader->header.file = options->name;
	return reader;
}

struct sok_reader *
reader_open_path(const char *path, const struct sok_read_options *options,
    struct sok_sink *sink, const struct reader_helpers *helpers)
{
	struct sok_reader *reader = calloc(1, sizeof(*reader));

	if (options->charset != NULL && !sok_charset_known(options->charset)) {
		free(reader);
		errno = EINVAL;
		return NULL;
	}
	if (reader == NULL || input_options(&reader->options, options) == -1 ||
	    (reader->paths = file_paths_open(path, reader->options.limits)) ==
	        NULL) {
		free(reader);
		return NULL;
	}
	reader->options.name = path;
	reader->sink = sink;
	reader->helpers = helpers;
	reader->between = true;
	return reader;
}

static void
close_input(struct sok_reader *reader)
{
	if (reader->begun && reader->format->reader->close != NULL)
		reader->format->reader->close(reader);
	reader->begun = false;
	input_close(&reader->in);
}

/* Open the next file of a path: 1, 0 at the end, -1 with errno. */
static int SOK_APART
open_next(struct sok_reader *reader)
{
	struct file_found file;

	close_input(reader);
	int got = file_paths_next(reader->paths, &file);
	reader->fault = file_paths_fault(reader->paths);
	if (got == -1 && file_paths_name(reader->paths) != NULL)
		reader->options.name = file_paths_name(reader->paths);
	/* The last header remains. */
	if (got != 1)
		return got;
	sok_arena_reset(&reader->arena);
	sok_arena_reset(&reader->life);
	struct sok_reader fresh = {
	    .helpers = reader->helpers,
	    .options = reader->options,
	    .sink = reader->sink,
	    .life = reader->life,
	    .arena = reader->arena,
	    .paths = reader->paths,
	    .between = true,
	};
	*reader = fresh;
	reader->options.name = reader->header.file = file.name;
	reader->format = reader->options.format;
	struct input_source from = {.fd = file.fd, .stream = file.from};
	reader->stream = file.from;
	if (input_open(&reader->in, from, &reader->options) == -1)
		return -1;
	reader->between = false;
	return 1;
}

const char *
sok_reader_name(const struct sok_reader *reader)
{
	return reader->options.name;
}

const char *
sok_reader_fault(const struct sok_reader *reader)
{
	return reader->fault;
}

void
sok_reader_close(struct sok_reader *reader)
{
	if (reader == NULL)
		return;
	close_input(reader);
	file_paths_close(reader->paths);
	sok_arena_free(&reader->arena);
	sok_arena_free(&reader->life);
	free(reader);
}

struct sok_header *
sok_reader_header(struct sok_reader *reader)
{
	return &reader->header;
}

const struct sok_format *
sok_reader_format(const struct sok_reader *reader)
{
	return reader->format;
}

struct sok_arena *
sok_reader_arena(struct sok_reader *reader)
{
	return &reader->arena;
}

size_t
sok_reader_bytes(const struct sok_reader *reader)
{
	return input_consumed(&reader->in) + reader->in.dropped;
}

struct pending *
reader_report(struct sok_reader *reader, enum sok_rule rule, size_t line,
    size_t col, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	struct pending *finding = pending_vadd(
	    &reader->found, &reader->arena, rule, line, col, fmt, ap);
	va_end(ap);
	return finding;
}

/* Whether text is a name without quotes in jq: a letter or `_`, then also
 * digits. */
static bool
is_word(struct sok_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!sok_is_letter(s.s[i]) && s.s[i] != '_' &&
		    (i == 0 || !sok_is_digit(s.s[i])))
			return false;
	return s.len > 0;
}

/* Say that text is JSON, and how its rows become records. */
static void
report_json(struct sok_reader *reader)
{
	const char *what = "this is JSON, but not records, which have one "
	                   "object on each line, so it was read as text";
	struct foreign_rows rows;

	if (foreign_json(input_bytes(&reader->in), &rows) != FOREIGN_JSON)
		return;
	if (rows.key.len == 0)
		reader_report(reader, SOK_JSON_TEXT_RULE, 1, 1, "%s", what);
	else if (!is_word(rows.key))
		reader_report(reader, SOK_JSON_TEXT_RULE, 1, 1,
		    "%s; \"%.*s\" may have the rows of its boards", what,
		    (int)rows.key.len, rows.key.s);
	else
		reader_report(reader, SOK_JSON_TEXT_RULE, 1, 1,
		    "%s; \"%.*s\" may have the rows of its boards: jq -c "
		    "'..|.%.*s?|select(.)%s|{board:.}' makes them records",
		    what, (int)rows.key.len, rows.key.s, (int)rows.key.len,
		    rows.key.s, rows.arrays > 1 ? "|.[]" : "");
}

/* Detect the format and open its reader.  0, -1 with errno: ENOTSUP if the
 * format cannot be read, ENOSYS if this build lacks its library. */
static int SOK_SELDOM SOK_APART
start(struct sok_reader *reader)
{
	const char *like;

	/* Unless a user has named the sign of mail quotes for a square. */
	if ((reader->options.squares == NULL ||
	        strchr(reader->options.squares, '>') == NULL) &&
	    input_unquote(&reader->in) == -1)
		return -1;
	if (reader->format == NULL) {
		if (input_want(&reader->in, SOK_FORMAT_HEAD) == -1)
			return -1;
		reader->format =
		    reader->helpers->detect(input_bytes(&reader->in));
		bool text = reader->format->reader == &read_text_ops;
		if (text && input_want(&reader->in, BINARY_HEAD) == -1)
			return -1;
		/* Any data can be taken for text. */
		reader->ended =
		    text && binary_is(input_bytes(&reader->in), &like);
		if (text && !reader->ended)
			report_json(reader);
	}
	if (reader->ended && like != NULL)
		reader_report(reader, SOK_BINARY_RULE, 1, 1,
		    "this is binary and was not read; it looks like %s; -f sok "
		    "reads it as text",
		    like);
	else if (reader->ended)
		reader_report(reader, SOK_BINARY_RULE, 1, 1,
		    "this is binary and was not read; -f sok reads it as text");
	if (reader->format->reader == NULL ||
	    reader->format->reader->lacks != NULL) {
		errno = reader->format->reader == NULL ? ENOTSUP : ENOSYS;
		return -1;
	}
	reader->begun = true;
	reader->header.chosen = variant_of_option(&reader->options).grid;
	return reader->format->reader->open(reader);
}

/* ---- what every puzzle needs */

/* Separate the second of two boards that another format keeps as one.  0, -1 on
 * ENOMEM. */
static int SOK_APART
split(struct sok_reader *reader)
{
	struct sok_board *board = &reader->puzzle.board,
	                 *next = &reader->next.board;
	int row = board_glued(board, &reader->arena);

	if (row <= 0)
		return row;
	reader->queued = true;
	reader->next = (struct sok_puzzle){.header = &reader->header,
	    .pos = reader->puzzle.pos,
	    .has_board = true};
	*next = *board;
	next->height -= row;
	next->sq += (size_t)row * (size_t)board->width;
	board->height = row;
	if (board->row != NULL) {
		next->row += row;
		reader->next.pos.line = next->row->line;
	}
	sok_board_count(board);
	sok_board_count(next);
	struct pending *finding = reader_report(reader, SOK_GLUED_BOARDS_RULE,
	    reader->next.pos.line, reader->next.pos.col,
	    "a second board begins at row %d; they were read as two", row + 1);
	if (finding != NULL)
		finding->file = reader->next.pos.file;
	return 0;
}

/* Text from another format must not be read as moves of the variant.  0, -1 on
 * ENOMEM. */
static int SOK_APART
shield(struct sok_reader *reader, struct sok_puzzle *puzzle)
{
	enum sok_grid grid = puzzle->board.grid;

	for (size_t i = 0; i <= puzzle->ngames; i++) {
		bool own = i == puzzle->ngames;
		struct sok_text *text =
		    own ? &puzzle->text : &puzzle->game[i].text;
		/* Below the key that names a variant its letters are moves. */
		bool keyed = own && key_naming(text).grid;
		const char *game =
		    keyed ? NULL : sok_variant_name(puzzle->variant);
		int stands = 1;

		if (foreign_misleads(text, grid))
			stands = reader->helpers->stands(
			    text, false, game, reader->options.limits);
		if (stands == -1 ||
		    (stands == 0 &&
		        foreign_shield(text, grid, &reader->arena) == -1))
			return -1;
	}
	return 0;
}

/* Complete a puzzle that was read: its number, variant and titles, and the
 * cropped board.  Another format may give two boards as one, which are
 * separated; its text must not be read as moves.  0, -1 on ENOMEM. */
static int
finish(struct sok_reader *reader)
{
	struct sok_puzzle *puzzle = &reader->puzzle;
	bool text = reader->format->reader->text;
	int x, y;

	if (!puzzle->has_board && puzzle->ngames == 0)
		return 0; /* text after lines over a limit */
	puzzle->number = ++reader->number;
	bool may_name = key_may_name_game(&puzzle->text);
	if (may_name)
		variant_report_unknown(reader, &puzzle->text, false);
	int assumed = variant_find_by(
	    reader, may_name, &puzzle->text, &puzzle->board, &puzzle->variant);
	if (assumed == -1)
		return -1;
	if (assumed == 1)
		reader_report(reader, SOK_ASSUMED_VARIANT_RULE,
		    puzzle->pos.line, 1,
		    "read as Hexoban: as squares the board would be open, and "
		    "every second square is empty");
	puzzle->board.grid = sok_variant_grid(puzzle->variant);
	if (puzzle->ngames > 0 && puzzle->variant != SOK_UNSUPPORTED &&
	    multiban_first(puzzle) != NULL)
		puzzle->variant |= SOK_MULTIBAN;
	sok_puzzle_retitle(puzzle);
	if (puzzle->board.grid != SOK_SQUARES && !text &&
	    shield(reader, puzzle) == -1)
		return -1;
	if (!puzzle->has_board || puzzle->variant == SOK_UNSUPPORTED)
		return 0;
	if (puzzle->board.players == 2 && puzzle->variant == SOK_SOKOBAN &&
	    !text && !reader->queued && split(reader) == -1)
		return -1;
	/* Rows that are kept unchanged have no margin. */
	if (puzzle->board.xsb.len > 0 || !board_has_margin(&puzzle->board))
		return 0;
	int closed = sok_board_closed(&puzzle->board, &x, &y, &reader->arena);
	return closed == 1 ? sok_board_crop(&puzzle->board, &reader->arena)
	                   : closed;
}

/* Read the next puzzle: 1, 0 at the end, -1 with errno. */
static int
next(struct sok_reader *reader)
{
	static const struct sok_board none = {.sq = NULL};
	bool first = !reader->begun, past = reader->ended;
	enum sok_variant variant;
	int got;

	if (reader->queued) {
		reader->puzzle = reader->next;
		got = finish(reader) == -1 ? -1 : 1;
		reader->queued = false;
		return got;
	}
	sok_arena_reset(&reader->arena);
	reader->puzzle = (struct sok_puzzle){
	    .header = &reader->header, .pos = {.file = reader->options.name}};
	reader->stated = (struct naming){.grid = false};
	if (first && start(reader) == -1)
		return -1;
	got = reader->ended ? 0 : reader->format->reader->read(reader);
	/* At the end, as buffering decides how much was decoded before. */
	const char *why =
	    got == 1 || past ? NULL : charset_fault(reader->in.decode);
	if (why != NULL)
		reader_report(reader, SOK_CHARSET_RULE, 0, 0, "%s", why);
	/* The header, which may name the variant, is complete. */
	if (first) {
		reader->variant_known = false;
		if (sok_header_keys(&reader->header, &reader->life) == -1 ||
		    variant_find(
		        reader, &reader->header.text, &none, &variant) == -1)
			got = -1;
		if (reader->format->reader != &read_text_ops)
			variant_report_unknown(
			    reader, &reader->header.text, true);
	}
	reader->ended = got != 1;
	if (got == 1 && reader->puzzle.raw.s == NULL)
		got = finish(reader) == -1 ? -1 : 1;
	return got;
}

/* The next puzzle of the open file.  1, 0 at the end, -1 with errno, which is
 * repeated from then on. */
static int
read_puzzle(struct sok_reader *reader, struct sok_puzzle **puzzle)
{
	int got = reader->error != 0 ? -1 : next(reader);
	int error = got == -1 ? errno : 0;

	*puzzle = got == 1 ? &reader->puzzle : NULL;
	if (pending_flush(&reader->found, reader->sink, reader->options.name,
	        *puzzle) == -1) {
		*puzzle = NULL;
		error = errno;
		got = -1;
	}
	if (got == -1)
		errno = reader->error =
		    reader->error != 0 ? reader->error : error;
	return got;
}

int
sok_read(struct sok_reader *reader, struct sok_puzzle **puzzle)
{
	int got = 0;

	*puzzle = NULL;
	while (got == 0) {
		if (reader->between && (got = open_next(reader)) != 1)
			return got;
		got = read_puzzle(reader, puzzle);
		if (reader->paths == NULL)
			return got;
		reader->between = got != 1;
		if (got == -1 && reader->stream != NULL)
			reader->fault = reader->stream->fault;
	}
	return got;
}

/* ---- boards of other formats */

bool
reader_board(struct sok_reader *reader, const struct sok_str *row, size_t line,
    size_t n, size_t *bad_row, size_t *bad_col)
{
	struct sok_board *board = &reader->puzzle.board;
	size_t width = 0;

	*bad_row = n;
	for (size_t i = 0; i < n; i++)
		width = row[i].len > width ? row[i].len : width;
	if (width == 0)
		return false;
	const char *limit = sok_limit_board(reader->options.limits, width, n);
	if (limit != NULL) {
		reader_report(reader, SOK_LIMIT_RULE, line, 1,
		    "a board of %zu x %zu squares is over the limit `%s`; it "
		    "was dropped",
		    width, n, limit);
		return false;
	}
	if (reader_fails(reader,
	        sok_board_new(board, (int)width, (int)n, &reader->arena) == -1))
		return false;
	board->row = sok_arena_alloc(&reader->arena, n, sizeof(*board->row));
	if (reader_fails(reader, board->row == NULL))
		return false;
	unsigned char *sq = board->sq;
	for (size_t i = 0; i < n; i++, sq += width) {
		board->row[i] = (struct sok_row){.col = 1};
		for (size_t x = 0; x < row[i].len; x++) {
			sq[x] = sok_square[(unsigned char)row[i].s[x]];
			if (sq[x] == 0xff) {
				*bad_row = i;
				*bad_col = x;
				return false;
			}
		}
	}
	sok_board_count(board);
	reader->puzzle.has_board = true;
	return true;
}
