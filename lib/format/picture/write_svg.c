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

static int
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
	if (picture_text(w, w->out, "<title>",
	        p->title.len > 0 ? p->title : SOK_STR("Sokoban"),
	        "</title>\n") == -1)
		return -1;
	if (author.len > 0 &&
	    picture_text(w, w->out, "<desc>", author, "</desc>\n") == -1)
		return -1;
	sok_out(w->out, picture_tiles);
	return 0;
}

static int
put_line(struct sok_writer *w, const struct sok_puzzle *p, double y,
    struct sok_str line)
{
	struct picture_box box = picture_box(&p->board);

	sok_outf(w->out, PICTURE_TEXT, box.x + box.width / 2, y, LETTERS);
	return picture_text(w, w->out, "", line, "</text>\n");
}

static int
put_caption(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_str author = sok_puzzle_author(p);
	struct picture_box box = picture_box(&p->board);
	double y = box.y + box.height + LINE;

	if (p->title.len > 0) {
		if (put_line(w, p, y, p->title) == -1)
			return -1;
		y += LINE;
	}
	return author.len > 0 ? put_line(w, p, y, author) : 0;
}

static int
put_picture(struct sok_writer *w, const struct sok_puzzle *p)
{
	int lines = caption_lines(w, p);
	struct sok_area in;

	if (picture_area(&p->board, &in, &w->arena) == -1 ||
	    put_head(w, p, lines) == -1)
		return -1;
	picture_squares(w->out, &p->board, &in);
	if (lines > 0 && put_caption(w, p) == -1)
		return -1;
	sok_out(w->out, SOK_STR("</svg>\n"));
	return 0;
}

static int
svg_begin(struct sok_writer *w)
{
	return w->o.columns > 0 ? sheet_begin(w) : 0;
}

static int
svg_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	int r;

	if (!p->has_board)
		return writer_refuse(w, p, "a puzzle without a board");
	r = w->o.columns > 0 ? sheet_puzzle(w, p) : put_picture(w, p);
	if (r == -1)
		return -1;
	writer_lost_rest(w, p);
	return 1;
}

static int
svg_end(struct sok_writer *w)
{
	return w->o.columns > 0 ? sheet_end(w) : 0;
}

static void
svg_close(struct sok_writer *w)
{
	if (w->o.columns > 0)
		sheet_close(w);
}

const struct sok_write_ops write_svg_ops = {.begin = svg_begin,
    .puzzle = svg_puzzle,
    .end = svg_end,
    .close = svg_close,
    .author = true,
    .picture = true};
