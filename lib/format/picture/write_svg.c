/*
 * write_svg.c - puzzles as a picture for browsers and documents.
 */
#include "format/picture/picture.h"
#include "format/slc/xml.h"

static int
put_text(struct sok_writer *w, const char *element, struct sok_str s)
{
	s = writer_utf8(w, s);
	if (s.s == NULL)
		return -1;
	sok_outf(w->out, "<%s>", element);
	w->marked += xml_out(w->out, s);
	sok_outf(w->out, "</%s>\n", element);
	return 0;
}

static int
put_head(struct sok_writer *w, const struct sok_puzzle *p)
{
	const struct sok_board *b = &p->board;
	struct sok_str author = sok_puzzle_author(p);

	sok_outf(w->out,
	    "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
	    "viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n",
	    b->width, b->height, b->width * PICTURE_PIXELS,
	    b->height * PICTURE_PIXELS);
	if (put_text(w, "title",
	        p->title.len > 0 ? p->title : SOK_STR("Sokoban")) == -1)
		return -1;
	if (author.len > 0 && put_text(w, "desc", author) == -1)
		return -1;
	sok_out(w->out, picture_tiles);
	return 0;
}

static int
puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_area in;

	if (!p->has_board)
		return writer_refuse(w, p, "a puzzle without a board");
	if (picture_area(&p->board, &in, &w->arena) == -1 ||
	    put_head(w, p) == -1)
		return -1;
	picture_squares(w->out, &p->board, &in);
	sok_out(w->out, SOK_STR("</svg>\n"));
	writer_lost_rest(w, p);
	return 1;
}

const struct sok_write_ops write_svg_ops = {.puzzle = puzzle, .author = true};
