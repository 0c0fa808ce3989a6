/*
 * write_svg.c - one puzzle as a picture for browsers and documents: one <use>
 * for every square that is seen, one unit wide.
 */
#include "text/writer.h"
#include "format/slc/xml.h"

/* Screen pixels of a square where nobody scales the picture. */
#define PIXELS 32

/* The shapes, by the names that put_squares() gives.  They reach a little
 * over their square so that no seams show between them. */
static const char shapes[] =
    "<defs>\n"
    "<g id=\"wall\"><path fill=\"#4a5364\" d=\"M-.01-.01h1.02v1.02h-1.02z\"/>"
    "<path fill=\"#66718a\" d=\"M0 .03h.47v.27H0zM.53.03H1v.27H.53z"
    "M0 .36h.22v.27H0zM.28.36h.47v.27H.28zM.81.36H1v.27H.81z"
    "M0 .69h.47v.27H0zM.53.69H1v.27H.53z\"/></g>\n"
    "<g id=\"floor\">"
    "<path fill=\"#efe7d6\" d=\"M-.01-.01h1.02v1.02h-1.02z\"/>"
    "<path fill=\"none\" stroke=\"#e2d7c0\" stroke-width=\".02\" "
    "d=\"M.01.01h.98v.98H.01z\"/></g>\n"
    "<g id=\"goal\"><use href=\"#floor\"/>"
    "<circle cx=\".5\" cy=\".5\" r=\".2\" fill=\"none\" stroke=\"#c8503c\" "
    "stroke-width=\".07\"/>"
    "<circle cx=\".5\" cy=\".5\" r=\".07\" fill=\"#c8503c\"/></g>\n"
    "<g id=\"crate\" stroke-width=\".05\" stroke-linejoin=\"round\">"
    "<rect x=\".1\" y=\".1\" width=\".8\" height=\".8\" rx=\".07\"/>"
    "<path fill=\"none\" d=\"M.24.24h.52v.52H.24zM.24.76.76.24\"/></g>\n"
    "<g id=\"box\"><use href=\"#floor\"/>"
    "<use href=\"#crate\" fill=\"#d99a3d\" stroke=\"#8a5a1c\"/></g>\n"
    "<g id=\"box-on-goal\"><use href=\"#floor\"/>"
    "<use href=\"#crate\" fill=\"#6fae5c\" stroke=\"#33692a\"/>"
    "<circle cx=\".5\" cy=\".5\" r=\".1\" fill=\"#33692a\"/></g>\n"
    "<g id=\"figure\"><path fill=\"#2f62a8\" stroke=\"#1d3f70\" "
    "stroke-width=\".04\" d=\"M.18.9c0-.5.64-.5.64 0z\"/>"
    "<circle cx=\".5\" cy=\".34\" r=\".2\" fill=\"#f3c9a0\" "
    "stroke=\"#1d3f70\" stroke-width=\".04\"/>"
    "<path fill=\"#1d3f70\" d=\"M.28.3c.02-.3.42-.3.44 0z\"/></g>\n"
    "<g id=\"player\"><use href=\"#floor\"/><use href=\"#figure\"/></g>\n"
    "<g id=\"player-on-goal\"><use href=\"#goal\"/>"
    "<circle cx=\".5\" cy=\".5\" r=\".44\" fill=\"none\" "
    "stroke=\"#c8503c\" stroke-width=\".05\"/>"
    "<use href=\"#figure\"/></g>\n"
    "</defs>\n";

static const char *const shape[SOK_NSQUARES] = {
    [SOK_FLOOR] = "floor",
    [SOK_WALL] = "wall",
    [SOK_GOAL] = "goal",
    [SOK_BOX] = "box",
    [SOK_BOX | SOK_GOAL] = "box-on-goal",
    [SOK_PLAYER] = "player",
    [SOK_PLAYER | SOK_GOAL] = "player-on-goal",
};

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
	    b->width, b->height, b->width * PIXELS, b->height * PIXELS);
	if (put_text(w, "title",
	        p->title.len > 0 ? p->title : SOK_STR("Sokoban")) == -1)
		return -1;
	if (author.len > 0 && put_text(w, "desc", author) == -1)
		return -1;
	sok_out(w->out, (struct sok_str){shapes, sizeof(shapes) - 1});
	return 0;
}

/* Floor that the player cannot reach is not drawn. */
static void
put_squares(
    struct sok_output *o, const struct sok_board *b, const struct sok_area *in)
{
	for (int y = 0; y < b->height; y++) {
		for (int x = 0; x < b->width; x++) {
			unsigned char sq = sok_board_at(b, x, y);

			if (sq == SOK_FLOOR && !sok_area_has(in, x, y))
				continue;
			sok_outf(o, "<use href=\"#%s\" x=\"%d\" y=\"%d\"/>\n",
			    shape[sq] ? shape[sq] : "box", x, y);
		}
	}
}

static int
puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_area in;

	if (!p->has_board)
		return writer_refuse(w, p, "a puzzle without a board");
	if (sok_board_flood(&p->board, false, &in, &w->arena) == -1 ||
	    put_head(w, p) == -1)
		return -1;
	put_squares(w->out, &p->board, &in);
	sok_out(w->out, SOK_STR("</svg>\n"));
	writer_lost_rest(w, p);
	return 1;
}

const struct sok_write_ops write_svg_ops = {.puzzle = puzzle, .author = true};
