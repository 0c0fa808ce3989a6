/*
 * write_boxoban.c - boards as the Boxoban data set has them: the number from
 * 0 above each, a blank line below.
 */
#include "format/write_text.h"
#include "tools.h"

static bool
boxoban_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_str number;
	bool open;

	if (!writer_board(w, p, &open))
		return false;
	number = writer_made(w, sok_str_fmt(&w->arena, "%zu", w->written));
	sok_outf(w->out, "; %zu\n", w->written);
	write_board(w->out, &p->board, w->o.floor, open);
	sok_outc(w->out, '\n');
	writer_lost(w, p, "title", "titles",
	    p->title.len > 0 && !sok_str_eq(p->title, number));
	writer_lost_rest(w, p);
	return true;
}

const struct sok_write_ops write_boxoban_ops = {.puzzle = boxoban_puzzle};
