/*
 * write_screens.c - writes the screen.N files of xsokoban: only one board, in
 * seven characters.
 */
#include "format/write_text.h"
#include "tools.h"

/* MAXROW and MAXCOL of xsokoban. */
#define SCREEN_SIDE 20

static bool
is_large(const struct sok_board *b)
{
	return b->width > SCREEN_SIDE || b->height > SCREEN_SIDE;
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
	const char *wrong;
	bool open;
	int r = writer_board(w, p, &open);

	if (r != 1)
		return r;
	if (p->board.players != 1)
		return writer_refuse(w, p, "a board without one player");
	wrong = writer_blanks(&p->board, open);
	if (wrong != NULL)
		return writer_refuse(w, p, "%s", wrong);
	if (is_large(&p->board))
		report_large(w, p);
	write_board(w->out, &p->board, SOK_FLOOR_SPACE, false);
	writer_lost(w, p, "title", "titles", p->title.len > 0);
	writer_lost_rest(w, p);
	return 1;
}

const struct sok_write_ops write_screens_ops = {.puzzle = screens_puzzle};
