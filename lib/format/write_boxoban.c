/*
 * write_boxoban.c - boards as the Boxoban data set has them: the number from
 * 0 above each, a blank line below.
 */
#include "format/write_text.h"
#include "tools.h"

static int
boxoban_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_str number;
	bool open;
	int r = writer_board(w, p, &open);

	if (r != 1)
		return r;
	number = sok_str_fmt(&w->arena, "%zu", w->written);
	if (number.s == NULL)
		return -1;
	sok_outf(w->out, "; %zu\n", w->written);
	write_board(w->out, &p->board, w->o.floor, open);
	sok_outc(w->out, '\n');
	writer_lost(w, p, "title", "titles",
	    p->title.len > 0 && !sok_str_eq(p->title, number));
	writer_lost_rest(w, p);
	return 1;
}

const struct sok_write_ops write_boxoban_ops = {.puzzle = boxoban_puzzle};
