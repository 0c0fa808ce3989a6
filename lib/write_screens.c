/*
 * write_screens.c - the screen.N files of xsokoban: one board in seven
 * characters and nothing else.
 */
#include "writer.h"

/* MAXROW and MAXCOL of xsokoban. */
#define SCREEN_SIDE 20

static bool
is_large(const struct sok_board *b)
{
	return b->width > SCREEN_SIDE || b->height > SCREEN_SIDE;
}

/* Only the seven characters: floor that ends a row cannot be seen. */
static bool
shows_width(const struct sok_board *b)
{
	size_t width = (size_t)b->width;
	bool full = false;

	for (int y = 0; y < b->height; y++)
		full = full || b->sq[((size_t)y + 1) * width - 1] != SOK_FLOOR;
	return full;
}

static bool
has_empty_row(const struct sok_board *b)
{
	const unsigned char *sq = b->sq;
	int x;

	for (int y = 0; y < b->height; y++, sq += b->width) {
		for (x = 0; x < b->width && sq[x] == SOK_FLOOR; x++)
			;
		if (x == b->width)
			return true;
	}
	return false;
}

static void
report_large(struct sok_writer *w, const struct sok_puzzle *p)
{
	w->refused = true;
	sok_report_as(w->sink, w->o.strict ? SOK_ERROR : SOK_WARNING,
	    SOK_SIZE_LIMIT_RULE, p->pos, p, NULL,
	    "the board is %d x %d: xsokoban reads %d x %d", p->board.width,
	    p->board.height, SCREEN_SIDE, SCREEN_SIDE);
}

static int
screens_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	bool open;
	int r = writer_board(w, p, false, &open);

	if (r != 1)
		return r;
	if (p->board.players != 1)
		return writer_refuse(w, p, "a board without one player");
	if (has_empty_row(&p->board))
		return writer_refuse(w, p, "an empty row");
	if (open && !shows_width(&p->board))
		return writer_refuse(w, p, "floor at the end of all rows");
	if (is_large(&p->board))
		report_large(w, p);
	if (writer_rows(w, w->out, &p->board, sok_xsb, false) == -1)
		return -1;
	writer_lost(w, p, "title", "titles", p->title.len > 0);
	writer_lost_text(w, p, &p->text, true);
	writer_lost_games(w, p);
	return 1;
}

const struct sok_write_ops write_screens_ops = {.puzzle = screens_puzzle};
