/*
 * write_svg.c - a picture of one puzzle for browsers and documents, or a sheet
 * of many (sheet.c).
 */
#include "format/picture/sheet.h"
#include "tools.h"

/* The size of letters and the height of a line, in squares. */
#define LETTERS 0.6
#define LINE 0.8

/* Lines of text below the board. */
static int
caption_lines(const struct sok_writer *w, const struct sok_puzzle *p)
{
	if (!w->o.caption)
		return 0;
	return (p->title.len > 0) + (sok_puzzle_author(p).len > 0);
}

/* Squares that the picture is wide: the board, or about the longest line. */
static double
picture_width(
    struct sok_writer *w, const struct sok_puzzle *p, struct sok_str author)
{
	size_t n = picture_columns(w, p->title), m = picture_columns(w, author);
	int text = (int)((double)(n > m ? n : m) * LETTERS * 0.6) + 1;
	double width = picture_box(&p->board).width;

	return caption_lines(w, p) > 0 && text > width ? text : width;
}

static void
put_head(struct sok_writer *w, const struct sok_puzzle *p, int lines)
{
	struct picture_box b = picture_box(&p->board);
	struct sok_str author = sok_puzzle_author(p);
	double width = picture_width(w, p, author), height = b.height + lines;
	double left = width - b.width;

	/* Squares do not lie between pixels. */
	left = p->board.grid == SOK_SQUARES ? (int)left / 2 : left / 2;
	sok_outf(w->out,
	    "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
	    "viewBox=\"%g %g %g %g\" width=\"%.0f\" height=\"%.0f\">\n",
	    b.x - left, b.y, width, height, width * PICTURE_PIXELS,
	    height * PICTURE_PIXELS);
	xml_text(w, "<title>", p->title.len > 0 ? p->title : SOK_STR("Sokoban"),
	    "</title>\n");
	if (author.len > 0)
		xml_text(w, "<desc>", author, "</desc>\n");
	sok_out(w->out, picture_tiles);
}

/* A line of text below the board, if there is one: the place of the next. */
static double
put_line(struct sok_writer *w, const struct sok_puzzle *p, double y,
    struct sok_str line)
{
	struct picture_box box = picture_box(&p->board);

	if (line.len == 0)
		return y;
	sok_outf(w->out, PICTURE_TEXT, box.x + box.width / 2,
	    box.y + box.height + y, LETTERS);
	xml_text(w, "", line, "</text>\n");
	return y + LINE;
}

static void
put_picture(struct sok_writer *w, const struct sok_puzzle *p)
{
	double y = LINE;

	put_head(w, p, caption_lines(w, p));
	picture_squares(w, &p->board);
	if (w->o.caption) {
		y = put_line(w, p, y, p->title);
		put_line(w, p, y, sok_puzzle_author(p));
	}
	sok_out(w->out, SOK_STR("</svg>\n"));
}

static bool
svg_begin(struct sok_writer *w)
{
	return w->o.columns == 0 || sheet_begin(w);
}

static bool
svg_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	if (!p->has_board)
		return writer_refuse(w, p, "a puzzle without a board");
	if (w->o.columns > 0)
		sheet_puzzle(w, p);
	else
		put_picture(w, p);
	writer_lost_rest(w, p);
	return true;
}

const struct sok_write_ops write_svg_ops = {.state = sizeof(struct sheet),
    .begin = svg_begin,
    .puzzle = svg_puzzle,
    .end = sheet_end,
    .close = sheet_close,
    .author = true,
    .picture = true};
