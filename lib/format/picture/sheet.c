/*
 * sheet.c - several puzzles in one picture, in columns, each in a cell of the
 * same size with its title below.  How high the picture is stands at its
 * beginning, so that all cells wait in memory for the last one.
 */
#include "format/picture/sheet.h"
#include "tools.h"

/* Squares of a cell, of the gaps around it, and of the line below it; boards
 * smaller than LEAST are drawn at the scale of that. */
enum { CELL = 10, GAP = 1, CAPTION = 1, LEAST = 7 };
#define LETTERS 0.6
/* Columns of letters that a cell is wide. */
#define COLUMNS 28

bool
sheet_begin(struct sok_writer *w)
{
	struct sheet *s = w->state;

	s->out = sok_output_memory(&s->cells);
	return s->out != NULL;
}

static void
put_caption(struct sok_writer *w, const struct sok_puzzle *p, int x, int y)
{
	struct sok_str title = p->title;

	if (title.len == 0)
		title = writer_made(
		    w, sok_str_fmt(&w->arena, "Puzzle %zu", p->number));
	sok_outf(w->out, PICTURE_TEXT, x + CELL / 2.0, y + CELL + 0.8, LETTERS);
	xml_text(w, "", picture_clip(w, title, COLUMNS), "</text>\n");
}

static void
put_cell(struct sok_writer *w, const struct sok_puzzle *p, int x, int y)
{
	struct picture_box box = picture_box(&p->board);
	double width = box.width > LEAST ? box.width : LEAST;
	double height = box.height > LEAST ? box.height : LEAST;

	sok_outf(w->out,
	    "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
	    "viewBox=\"%g %g %g %g\">\n",
	    x, y, CELL, CELL, box.x - (width - box.width) / 2,
	    box.y - (height - box.height) / 2, width, height);
	picture_layers(w, &p->board);
	sok_out(w->out, SOK_STR("</svg>\n"));
	put_caption(w, p, x, y);
}

void
sheet_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sheet *s = w->state;
	struct sok_output *out = w->out;
	size_t columns = (size_t)w->o.columns;
	size_t x = s->n % columns, y = s->n / columns;

	s->n++;
	w->out = s->out;
	put_cell(w, p, GAP + (int)x * (CELL + GAP),
	    GAP + (int)y * (CELL + CAPTION + GAP));
	w->out = out;
}

static void
put_head(struct sok_writer *w, const struct sheet *s)
{
	size_t columns = (size_t)w->o.columns;
	size_t rows = (s->n + columns - 1) / columns;
	size_t width, height;

	if (s->n < columns)
		columns = s->n;
	width = GAP + columns * (CELL + GAP);
	height = GAP + rows * (CELL + CAPTION + GAP);
	sok_outf(w->out,
	    "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
	    "viewBox=\"0 0 %zu %zu\" width=\"%zu\" height=\"%zu\">\n",
	    width, height, width * PICTURE_PIXELS, height * PICTURE_PIXELS);
	xml_text(w, "<title>",
	    sok_str(w->o.title != NULL ? w->o.title : "Sokoban"), "</title>\n");
}

void
sheet_end(struct sok_writer *w)
{
	struct sheet *s = w->state;

	if (s->n == 0 || writer_fails(w, sok_output_flush(s->out) == -1))
		return;
	put_head(w, s);
	sok_out(w->out, picture_tiles);
	picture_patterns(w->out);
	sok_out(w->out, sok_buf_str(&s->cells));
	sok_out(w->out, SOK_STR("</svg>\n"));
}

void
sheet_close(struct sok_writer *w)
{
	struct sheet *s = w->state;

	if (s->out != NULL)
		(void)sok_output_close(s->out, false);
	sok_buf_free(&s->cells);
}
