/*
 * write_xsb.c - writes plain collections: `; Title`, the board, and tags below
 * the board.
 */
#include "format/write_text.h"
#include "tools.h"

static void
xsb_header(struct sok_writer *w, const struct sok_header *h)
{
	struct sok_text t = h->text;

	if (!h->later || !writer_fails(w, later_remarks(w, h, &t) == -1))
		writer_text(w->out, &t, sok_key_known);
}

static bool
xsb_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	bool open;

	if (!writer_board(w, p, &open))
		return false;
	if (w->begun)
		sok_outc(w->out, '\n');
	if (p->title_line.len > 0) {
		sok_out(w->out, SOK_STR("; "));
		sok_out(w->out, p->title_line);
		sok_out(w->out, SOK_STR("\n\n"));
	}
	write_board(w->out, &p->board, w->o.floor, open);
	writer_text(w->out, &p->text, sok_key_known);
	writer_lost_games(w, p);
	return true;
}

const struct sok_write_ops write_xsb_ops = {
    .header = xsb_header, .puzzle = xsb_puzzle};
