/* write_parts.c - for all writers: boards, moves and text as lines, whether a
 * format can represent them, and the account of losses. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "format/write_text.h"
#include "io/io.h"
#include "text/text.h"

/* A reader crops closed boards, so only a board with floor at an edge may be
 * open and need to show it. */
bool
write_is_open(const struct sok_puzzle *puzzle, struct sok_arena *arena)
{
	int x, y;

	return board_has_margin(&puzzle->board) &&
	    (puzzle->variant == SOK_UNSUPPORTED ||
	        sok_board_closed(&puzzle->board, &x, &y, arena) == 0);
}

/* Whether the first square that is not floor is a wall or a box on goal. */
static bool
is_edge_row(const struct sok_board *board, int y)
{
	unsigned char sq = SOK_FLOOR;

	for (int x = 0; x < board->width && sq == SOK_FLOOR; x++)
		sq = sok_board_at(board, x, y);
	return sq == SOK_WALL || sq == (SOK_BOX | SOK_GOAL);
}

size_t
write_row_width(const struct sok_board *board, int y)
{
	int width = board->width;

	while (width > 0 && sok_board_at(board, width - 1, y) == SOK_FLOOR)
		width--;
	return (size_t)width;
}

enum { MOST = 1024 }; /* bytes that are written at once */

void
write_squares(struct sok_output *out, const struct sok_board *board, int y,
    size_t n, const char glyph[SOK_NSQUARES])
{
	char text[MOST + BYTES_PAD];
	const unsigned char *sq = board->sq + (size_t)y * (size_t)board->width;
	const unsigned char *end = board->sq + sok_board_size(board);

	for (size_t part; n > 0; n -= part, sq += part) {
		part = n < MOST ? n : MOST;
		bytes_glyphs(text, sq, part, (size_t)(end - sq), glyph);
		sok_out(out, (struct sok_str){text, part});
	}
}

/* write_board() for rows that need a change. */
static void
put_rows(struct sok_output *to, const struct sok_board *board,
    enum sok_floor floor, bool open)
{
	static const char floor_char[] = {' ', '-', '_'};
	bool narrow = open && board_column_blank(board, board->width - 1);
	const unsigned char *sq = board->sq, *end = sq + sok_board_size(board);
	char glyph[SOK_NSQUARES], out[MOST + BYTES_PAD];
	size_t width = (size_t)board->width, n = 0, fill;

	memcpy(glyph, sok_xsb, sizeof(glyph));
	glyph[SOK_FLOOR] = floor_char[floor];
	for (int y = 0; y < board->height; y++, sq += width) {
		size_t used = write_row_width(board, y);
		bool edge = y == 0 || y == board->height - 1;

		if (n + used >= MOST) {
			sok_out(to, (struct sok_str){out, n});
			n = 0;
		}
		if (used < MOST) {
			bytes_glyphs(
			    out + n, sq, used, (size_t)(end - sq), glyph);
			n += used;
		} else {
			write_squares(to, board, y, used, glyph);
		}
		/* One wide row is enough. */
		fill = narrow && y == 0 ? width - used : 0;
		if (used == 0)
			fill = open && edge ? width : 1;
		if (fill > 0) {
			sok_out(to, (struct sok_str){out, n});
			n = 0;
			sok_out_fill(to, '-', fill);
		}
		out[n++] = '\n';
	}
	sok_out(to, (struct sok_str){out, n});
}

void
write_board(struct sok_output *out, const struct sok_board *board,
    enum sok_floor floor, bool open)
{
	if (board->xsb.len > 0 && floor == SOK_FLOOR_SPACE)
		sok_out(out, board->xsb);
	else
		put_rows(out, board, floor, open);
}

/* ---- lines */

void
write_line(struct sok_output *out, struct sok_str line)
{
	sok_out(out, line);
	sok_outc(out, '\n');
}

void
write_tag(struct sok_output *out, const char *tag, struct sok_str value)
{
	sok_out(out, sok_str(tag));
	write_line(out, value);
}

struct sok_position *
write_position(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	if (!puzzle->has_board || puzzle->ngames == 0)
		return NULL;
	struct sok_position *position =
	    sok_position_open(puzzle, &writer->arena);
	writer_fails(writer, position == NULL);
	return position;
}

struct sok_str
write_game(const struct sok_puzzle *puzzle)
{
	struct sok_str name = {NULL, 0};

	if (puzzle->variant == SOK_SOKOBAN)
		return SOK_STR("");
	if (puzzle->variant != SOK_UNSUPPORTED)
		name = sok_str(sok_variant_name(puzzle->variant));
	else
		name = key_naming(&puzzle->text).name;
	if (name.s == NULL && puzzle->header != NULL)
		name = puzzle->header->game;
	return name.s == NULL ? SOK_STR("") : name;
}

void
write_id(struct sok_output *out, uint64_t id)
{
	char s[16];

	for (size_t i = 0; i < sizeof(s); i++, id <<= 4)
		s[i] = "0123456789ABCDEF"[id >> 60];
	sok_out(out, (struct sok_str){s, sizeof(s)});
}

/* ---- boards that a format can represent */

bool
write_reads_back(struct sok_writer *writer, const struct sok_board *board,
    const struct sok_buf *text)
{
	struct sok_read_options options = {.name = "",
	    .format = sok_format_find(SOK_STR("sok")),
	    .limits = &sok_highest_limits};
	struct sok_sink sink = {.fn = NULL};
	struct sok_reader *reader =
	    sok_reader_open_memory(sok_buf_str(text), &options, &sink);
	struct sok_puzzle *puzzle;
	int got =
	    reader == NULL || text->failed ? -1 : sok_read(reader, &puzzle);
	bool same = got == 1 && puzzle->has_board &&
	    sok_board_equal(&puzzle->board, board) && puzzle->text.n <= 1 &&
	    sok_reader_header(reader)->text.n == 0;

	if (same)
		got = sok_read(reader, &puzzle);
	sok_reader_close(reader);
	return !writer_fails(writer, got == -1) && same && got == 0;
}

bool
write_readable(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	const struct sok_board *board = &puzzle->board;
	struct sok_buf text = {0};

	if (board->xsb.len > 0 ||
	    (board->height >= 3 && board->width >= 3 && board->players == 1 &&
	        is_edge_row(board, 0) &&
	        is_edge_row(board, board->height - 1) &&
	        !board_column_blank(board, 0) &&
	        !board_column_blank(board, board->width - 1)))
		return true;
	struct sok_output *out = sok_output_memory(&text);
	if (writer_fails(writer, out == NULL))
		return false;
	put_rows(out, board, SOK_FLOOR_SPACE, true);
	if (puzzle->variant ==
	    SOK_UNSUPPORTED) /* not cropped when it is read */
		sok_out(out, SOK_STR("\nGame: Pukoban\n"));
	else if (puzzle->variant != SOK_SOKOBAN)
		sok_outf(
		    out, "\nGame: %s\n", sok_variant_name(puzzle->variant));
	sok_output_close(out, true);
	bool same = write_reads_back(writer, board, &text);
	sok_buf_free(&text);
	return same;
}

bool
writer_board(
    struct sok_writer *writer, const struct sok_puzzle *puzzle, bool *open)
{
	if (!puzzle->has_board)
		return writer_refuse(writer, puzzle, "moves without a board");
	if (!write_readable(writer, puzzle))
		return writer_refuse(writer, puzzle,
		    "a board that would not be read back as one");
	*open = write_is_open(puzzle, &writer->arena);
	return true;
}

bool
writer_blanks(
    struct sok_writer *writer, const struct sok_puzzle *puzzle, bool open)
{
	const struct sok_board *board = &puzzle->board;

	for (int y = 0; y < board->height; y++)
		if (write_row_width(board, y) == 0)
			return writer_refuse(writer, puzzle, "an empty row");
	if (open && board_column_blank(board, board->width - 1))
		return writer_refuse(
		    writer, puzzle, "floor at the end of all rows");
	return true;
}

/* The end of the line, or of the comment block, that begins at line i and is
 * written unchanged; i if the line must be in a comment block. */
static size_t
unchanged_end(const struct sok_text *text, size_t i, writer_held_fn *held)
{
	struct sok_str s = text->line[i];
	bool comment = s.len > 0 && (s.s[0] | 32) == 'c';
	size_t close = comment ? sok_text_block(text, i) : 0;

	if (close > 0)
		return close + 1;
	return held(s) && comment_mark(s, NULL) == COMMENT_NONE ? i + 1 : i;
}

void
writer_text(
    struct sok_output *out, const struct sok_text *text, writer_held_fn *held)
{
	for (size_t i = 0, end; i < text->n; i = end) {
		size_t size = 0;

		end = unchanged_end(text, i, held);
		for (size_t k = i; k < end; k++)
			write_line(out, text->line[k]);
		if (end > i)
			continue;

		/* Lines up to the next unchanged one, trimmed, are a block. */
		while (end < text->n && size < COMMENT_BYTES &&
		    unchanged_end(text, end, held) == end)
			size += text->line[end++].len + 2;
		while (i < end && text->line[i].len == 0)
			i++;
		size_t to = end;
		while (to > i && text->line[to - 1].len == 0)
			to--;
		if (to == i)
			continue;
		write_line(out, SOK_STR("Comment:"));
		for (; i < to; i++) {
			/* It would open or close a block inside this one. */
			if (comment_mark(text->line[i], NULL) != COMMENT_NONE)
				sok_outc(out, ' ');
			write_line(out, text->line[i]);
		}
		write_line(out, SOK_STR("Comment-End:"));
	}
}

bool
write_below_row(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    struct sok_text *text)
{
	const struct sok_str *line = puzzle->text.line;
	size_t n = puzzle->text.n, at = 0;

	size_t width =
	    write_row_width(&puzzle->board, puzzle->board.height - 1);
	/* Keys that were added since the puzzle was read are above it. */
	while (at < n && (line[at].len == 0 || sok_key_known(line[at])))
		at++;
	if (at == n || !rows_nearly(line[at], width))
		return false;
	if (at == 0)
		return true;
	struct sok_str *own = sok_arena_alloc(&writer->arena, n, sizeof(*own));
	if (writer_fails(writer, own == NULL))
		return false;
	own[0] = line[at];
	memcpy(own + 1, line, at * sizeof(*own));
	memcpy(own + at + 1, line + at + 1, (n - at - 1) * sizeof(*own));
	/* The blank line that divided them. */
	while (own[n - 1].len == 0)
		n--;
	*text = (struct sok_text){own, n};
	return true;
}

bool
write_adjoins_above(const struct sok_puzzle *puzzle, size_t of)
{
	return puzzle->adjoins_above && puzzle->title_line.len == 0 &&
	    of + 1 == puzzle->number;
}

const char *
write_adjoins(const struct sok_puzzle *puzzle)
{
	if (puzzle->adjoins_above)
		return puzzle->adjoins_below ? "both" : "above";
	return puzzle->adjoins_below ? "below" : "";
}

bool
write_may_adjoin(struct sok_str line)
{
	return line.len > 0 && memchr(line.s, '#', line.len) != NULL &&
	    !sok_key_known(line);
}

void
writer_for_players(
    struct sok_writer *writer, struct sok_text *text, bool header)
{
	struct sok_text own = *text;
	size_t n = 0, end;

	if (writer_fails(writer, text_own(&own, &writer->arena) == -1))
		return;
	for (size_t i = 0; i < text->n; i = end) {
		struct sok_str s = text->line[i];
		size_t block = sok_text_block(text, i);
		bool remark = block == 0 && sok_str_starts(s, SOK_STR("::"));
		bool macro = block == 0 && header && sok_is_macro_alone(s);

		end = block > 0 ? block + 1 : i + 1;
		writer_lost(
		    writer, NULL, "remark", "remarks", remark && s.len > 2);
		writer_lost(writer, NULL, "definition of a macro",
		    "definitions of macros", macro);
		if (remark || macro ||
		    (s.len == 0 && (n == 0 || own.line[n - 1].len == 0)))
			continue;
		for (; i < end; i++)
			own.line[n++] = text->line[i];
	}
	n -= n > 0 && own.line[n - 1].len == 0;
	*text = (struct sok_text){own.line, n};
}

/* ---- losses */

void
writer_lost_text(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    struct sok_str written)
{
	bool author = writer->format->writer->author, title = true;
	const struct sok_text *text = &puzzle->text;
	size_t keys = 0, notes = 0;

	for (size_t i = 0; i < text->n; i++) {
		struct sok_str s = text->line[i], key, value;
		size_t end = sok_text_block(text, i);

		if (end > 0) { /* neither its marks nor its lines are keys */
			while (++i < end)
				notes += text->line[i].len > 0;
			continue;
		}
		if (s.len == 0)
			continue;
		if (!sok_key_known(s) || !sok_key_split(s, &key, &value))
			notes++;
		else if (value.s == written.s)
			continue;
		else if (author && sok_str_caseeq(key, SOK_STR("author")))
			author = false;
		else if (title && value.len > 0 &&
		    sok_str_caseeq(key, SOK_STR("title")))
			title = false;
		else
			keys++;
	}
	writer_lost(writer, puzzle, "key", "keys", keys);
	writer_lost(writer, puzzle, "line of notes", "lines of notes", notes);
}

void
writer_lost_title_line(
    struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	writer_lost(writer, puzzle, "title line", "title lines",
	    puzzle->title_line.len > 0 &&
	        !sok_str_eq(puzzle->title, puzzle->title_line));
}

void
writer_lost_games(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	size_t solutions = 0;

	for (size_t i = 0; i < puzzle->ngames; i++)
		solutions += sok_game_claims(&puzzle->game[i]);
	writer_lost(writer, puzzle, "solution", "solutions", solutions);
	writer_lost(writer, puzzle, "snapshot", "snapshots",
	    puzzle->ngames - solutions);
}

void
writer_lost_rest(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	writer_lost_text(writer, puzzle, (struct sok_str){NULL, 0});
	writer_lost_title_line(writer, puzzle);
	writer_lost_games(writer, puzzle);
}
