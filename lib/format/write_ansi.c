/* write_ansi.c - coloured pictures for a terminal, which gets no control
 * character of the input; a square takes two columns. */
#include "board/board.h"
#include "format/write_text.h"
#include "io/io.h"
#include "text/text.h"

/* The look of a square: the escape sequence of its colours, two characters. */
struct look {
	const char *colour; /* NULL: the terminal's own */
	const char *glyph;
};

#define SGR(parameters) "\033[0;" parameters "m"
static const char reset[] = "\033[0m";

static const struct look nothing = {NULL, "  "};

static const struct look looks[SOK_NSQUARES] = {
    [SOK_FLOOR] = {SGR("48;5;236"), "  "},
    [SOK_WALL] = {SGR("48;5;60"), "  "},
    [SOK_GOAL] = {SGR("48;5;236;38;5;203"), "<>"},
    [SOK_BOX] = {SGR("48;5;178;38;5;94"), "[]"},
    [SOK_BOX | SOK_GOAL] = {SGR("48;5;71;38;5;22"), "[]"},
    [SOK_PLAYER] = {SGR("48;5;236;38;5;81"), "()"},
    [SOK_PLAYER | SOK_GOAL] = {SGR("48;5;88;38;5;81"), "()"},
    [SOK_PLAYER | SOK_BOX] = {SGR("48;5;178;38;5;94"), "[]"},
    [SOK_PLAYER | SOK_BOX | SOK_GOAL] = {SGR("48;5;71;38;5;22"), "[]"},
};

/* Floor that shows the direction of triangles and the squares of Octoban. */
static const struct look down = {SGR("48;5;236;38;5;240"), "\\/"};
static const struct look up = {SGR("48;5;236;38;5;240"), "/\\"};
static const struct look square = {SGR("48;5;233"), "  "};

static struct look
look_at(const struct sok_board *board, const struct sok_area *in, int x, int y)
{
	unsigned char sq = sok_board_at(board, x, y);
	bool odd = steps_kind(x, y) != 0;

	if (sq == SOK_FLOOR && !sok_area_has(in, x, y))
		return nothing;
	if (sq == SOK_FLOOR && board->grid == SOK_TRIANGLES)
		return odd ? up : down;
	if (sq == SOK_FLOOR && board->grid == SOK_OCTAGONS && odd)
		return square;
	return looks[sq];
}

static void
put_name(struct sok_writer *writer, const char *start, struct sok_str name)
{
	struct sok_buf buf = {0};

	if (name.len == 0)
		return;
	sok_escape(&buf, writer_utf8(writer, name));
	sok_out(writer->out, sok_str(start));
	sok_out(writer->out, sok_buf_str(&buf));
	sok_out(writer->out, sok_str(reset));
	writer_fails(writer, buf.failed);
	sok_buf_free(&buf);
}

static bool
ansi_puzzle(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	const struct sok_board *board = &puzzle->board;
	struct sok_str author = sok_puzzle_author(puzzle);
	struct sok_area in;

	if (!puzzle->has_board)
		return writer_refuse(
		    writer, puzzle, "a puzzle without a board");
	if (writer_fails(writer,
	        sok_board_flood(board, false, &in, &writer->arena) == -1))
		return false;
	if (writer->written > 0)
		sok_outc(writer->out, '\n');
	put_name(writer, "\033[1m", puzzle->title);
	put_name(
	    writer, puzzle->title.len > 0 ? "  \033[2m" : "\033[2m", author);
	if (puzzle->title.len + author.len > 0)
		sok_outc(writer->out, '\n');

	for (int y = 0; y < board->height; y++) {
		const char *colour = NULL;
		int width = board->width;

		while (width > 0 && !look_at(board, &in, width - 1, y).colour)
			width--;
		for (int x = 0; x < width; x++) {
			struct look look = look_at(board, &in, x, y);
			/* A hexagon takes two columns. */
			bool wide = board->grid == SOK_HEXAGONS && look.colour;

			const char *start = look.colour ? look.colour : reset;

			if (look.colour != colour)
				sok_out(writer->out, sok_str(start));
			colour = look.colour;
			sok_out_fill(writer->out, ' ', wide);
			sok_out(writer->out, sok_str(look.glyph));
			sok_out_fill(writer->out, ' ', wide);
			x += wide;
		}
		/* The colours are reset at the end of each line. */
		sok_out(
		    writer->out, colour ? SOK_STR("\033[0m\n") : SOK_STR("\n"));
	}
	writer_lost_rest(writer, puzzle);
	return true;
}

const struct sok_write_ops write_ansi_ops = {
    .puzzle = ansi_puzzle, .author = true, .bare = true};
