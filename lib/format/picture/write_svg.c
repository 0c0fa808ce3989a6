/* write_svg.c - a picture of one puzzle, or a sheet of many: columns of cells
 * with titles, in memory until the end, as a sheet begins with its height. */
#include "base/base.h"
#include "format/picture/picture.h"
#include "io/io.h"
#include "play/play.h"
#include "text/text.h"

/* The size of letters and of a line, in squares. */
#define LETTERS 0.6
#define LINE 0.8

/* The number of bytes that fit into *columns, which is reduced to the columns
 * left.  Most East Asian characters take about two columns. */
static size_t
fitting(struct sok_str s, size_t *columns)
{
	size_t i = 0;

	while (i < s.len) {
		uint32_t c = 0;
		size_t n = sok_str_char(sok_str_from(s, i), &c);
		size_t wide = c >= 0x1100 ? 2 : 1;

		if (wide > *columns)
			break;
		*columns -= wide;
		i += n > 0 ? n : 1;
	}
	return i;
}

/* A centred line of text, legible on light and dark backgrounds. */
static void
put_words(struct sok_writer *writer, double x, double y, struct sok_str line)
{
	sok_outf(writer->out,
	    "<text x=\"%g\" y=\"%g\" font-size=\"%g\" text-anchor=\"middle\" "
	    "font-family=\"sans-serif\" fill=\"#767676\">",
	    x, y, LETTERS);
	xml_text(writer, "", line, "</text>\n");
}

/* ---- a sheet */

/* The size of a cell, of the gaps around it, and of the line below it, in
 * squares.  Boards smaller than LEAST are drawn at its scale. */
enum { CELL = 10, GAP = 1, CAPTION = 1, LEAST = 7 };
/* The width of a cell in columns of letters. */
#define COLUMNS 28

struct sheet {
	struct sok_buf cells;
	struct sok_output *out;
};

static bool
svg_begin(struct sok_writer *writer)
{
	struct sheet *sheet = writer->state;

	if (writer->options.columns == 0)
		return true;
	sheet->out = sok_output_memory(&sheet->cells);
	return sheet->out != NULL;
}

/* Draw a board and its title into the next cell. */
static void
put_on_sheet(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	struct sheet *sheet = writer->state;
	struct sok_output *out = writer->out;
	size_t columns = (size_t)writer->options.columns;
	int x = GAP + (int)(writer->written % columns) * (CELL + GAP);
	int y = GAP + (int)(writer->written / columns) * (CELL + CAPTION + GAP);
	struct picture_box box = picture_box(&puzzle->board);
	double width = box.width > LEAST ? box.width : LEAST;
	double height = box.height > LEAST ? box.height : LEAST;
	struct sok_str title = puzzle->title;
	size_t left = COLUMNS;

	writer->out = sheet->out;
	/* Boards stand on their captions, which are in line. */
	sok_outf(writer->out,
	    "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
	    "viewBox=\"%g %g %g %g\" preserveAspectRatio=\"xMidYMax\">\n",
	    x, y, CELL, CELL, box.x - (width - box.width) / 2,
	    box.y - (height - box.height), width, height);
	picture_layers(writer, &puzzle->board);
	sok_out(writer->out, SOK_STR("</svg>\n"));
	if (title.len == 0)
		title = WRITER_FMT(writer, "Puzzle %zu", puzzle->number);
	title = writer_utf8(writer, title);
	if (fitting(title, &left) < title.len) {
		left = COLUMNS - 1;
		int n = (int)fitting(title, &left);
		title = WRITER_FMT(writer, "%.*s\xe2\x80\xa6", n, title.s);
	}
	put_words(writer, x + CELL / 2.0, y + CELL + LINE, title);
	writer->out = out;
}

static void
svg_end(struct sok_writer *writer)
{
	struct sheet *sheet = writer->state;
	size_t cols = (size_t)writer->options.columns, n = writer->written;

	if (cols == 0 || n == 0 ||
	    writer_fails(writer, sok_output_flush(sheet->out) == -1))
		return;
	size_t width = GAP + (n < cols ? n : cols) * (CELL + GAP);
	size_t height = GAP + (n + cols - 1) / cols * (CELL + CAPTION + GAP);
	sok_outf(writer->out,
	    "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
	    "viewBox=\"0 0 %zu %zu\" width=\"%zu\" height=\"%zu\">\n",
	    width, height, width * PICTURE_PIXELS, height * PICTURE_PIXELS);
	xml_text(writer, "<title>", writer_title(writer), "</title>\n");
	sok_out(writer->out, picture_tiles);
	picture_patterns(writer->out);
	sok_out(writer->out, sok_buf_str(&sheet->cells));
	sok_out(writer->out, SOK_STR("</svg>\n"));
}

static void
svg_close(struct sok_writer *writer)
{
	struct sheet *sheet = writer->state;

	if (sheet->out != NULL)
		(void)sok_output_close(sheet->out, false);
	sok_buf_free(&sheet->cells);
}

static bool
svg_puzzle(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	struct picture_box box = picture_box(&puzzle->board);
	struct sok_str author = sok_puzzle_author(puzzle);
	struct sok_str line[2];
	double width = box.width, y = box.y + box.height;
	int n = 0;

	if (!puzzle->has_board)
		return writer_refuse(
		    writer, puzzle, "a puzzle without a board");
	writer_lost_rest(writer, puzzle);
	if (writer->options.columns > 0) {
		put_on_sheet(writer, puzzle);
		return true;
	}

	/* A picture of one puzzle, with up to two lines of text below it. */
	if (writer->options.caption && puzzle->title.len > 0)
		line[n++] = puzzle->title;
	if (writer->options.caption && author.len > 0)
		line[n++] = author;
	for (int i = 0; i < n; i++) {
		size_t room = SIZE_MAX;

		(void)fitting(writer_utf8(writer, line[i]), &room);
		/* About its width, in squares. */
		int text = (int)((double)(SIZE_MAX - room) * LETTERS * 0.6) + 1;
		width = text > width ? text : width;
	}
	double height = box.height + n, left = (width - box.width) / 2;
	/* Squares begin at whole pixels. */
	if (puzzle->board.grid == SOK_SQUARES)
		left = (int)left;
	sok_outf(writer->out,
	    "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
	    "viewBox=\"%g %g %g %g\" width=\"%.0f\" height=\"%.0f\">\n",
	    box.x - left, box.y, width, height, width * PICTURE_PIXELS,
	    height * PICTURE_PIXELS);
	xml_text(writer, "<title>",
	    puzzle->title.len > 0 ? puzzle->title : SOK_STR("Sokoban"),
	    "</title>\n");
	if (author.len > 0)
		xml_text(writer, "<desc>", author, "</desc>\n");
	sok_out(writer->out, picture_tiles);
	picture_squares(writer, &puzzle->board);
	for (int i = 0; i < n; i++) {
		y += LINE;
		put_words(writer, box.x + box.width / 2, y, line[i]);
	}
	sok_out(writer->out, SOK_STR("</svg>\n"));
	return true;
}

const struct sok_write_ops write_svg_ops = {.state = sizeof(struct sheet),
    .begin = svg_begin,
    .puzzle = svg_puzzle,
    .end = svg_end,
    .close = svg_close,
    .author = true,
    .bare = true};
