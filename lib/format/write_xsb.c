/*
 * write_xsb.c - writes plain collections: `; Title`, the board, and tags below
 * the board.
 */
#include "format/write_text.h"
#include "tools.h"

/* Every key the field knows may stand below a board. */
static bool
is_tag(struct sok_str line)
{
	return sok_key_known(line);
}

static int
xsb_header(struct sok_writer *w, const struct sok_header *h)
{
	struct sok_text t = h->text;

	if (h->later && later_remarks(w, h, &t) == -1)
		return -1;
	writer_text(w->out, &t, is_tag);
	return 0;
}

static void
put_title(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_str title = p->title_line;

	if (title.len == 0)
		return;
	sok_out(w->out, SOK_STR("; "));
	sok_out(w->out, title);
	sok_out(w->out, SOK_STR("\n\n"));
}

static int
xsb_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	bool open;
	int r = writer_board(w, p, &open);

	if (r != 1)
		return r;
	if (w->begun)
		sok_outc(w->out, '\n');
	put_title(w, p);
	write_board(w->out, &p->board, w->o.floor, open);
	writer_text(w->out, &p->text, is_tag);
	writer_lost_games(w, p);
	return 1;
}

const struct sok_write_ops write_xsb_ops = {
    .header = xsb_header, .puzzle = xsb_puzzle};
