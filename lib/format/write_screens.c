/*
 * write_screens.c - writes the screen.N files of xsokoban: only one board, in
 * seven characters.
 */
#include "format/write_text.h"
#include "tools.h"

/* MAXROW and MAXCOL of xsokoban. */
#define SCREEN_SIDE 20

static void
report_large(struct sok_writer *w, const struct sok_puzzle *p)
{
	if (p->board.width <= SCREEN_SIDE && p->board.height <= SCREEN_SIDE)
		return;
	w->refused = true;
	sok_report_as(w->sink, w->o.strict ? SOK_ERROR : SOK_WARNING,
	    SOK_SIZE_LIMIT_RULE, p->pos, p, NULL,
	    "the board is %d x %d: xsokoban reads %d x %d", p->board.width,
	    p->board.height, SCREEN_SIDE, SCREEN_SIDE);
}

static bool
screens_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	const char *wrong;
	bool open;

	if (!writer_board(w, p, &open))
		return false;
	if (p->board.players != 1)
		return writer_refuse(w, p, "a board without one player");
	wrong = writer_blanks(&p->board, open);
	if (wrong != NULL)
		return writer_refuse(w, p, "%s", wrong);
	report_large(w, p);
	write_board(w->out, &p->board, SOK_FLOOR_SPACE, false);
	writer_lost(w, p, "title", "titles", p->title.len > 0);
	writer_lost_rest(w, p);
	return true;
}

const struct sok_write_ops write_screens_ops = {.puzzle = screens_puzzle};
