/*
 * write_rle.c - boards as run-length text, a line each; blank lines between
 * them keep a reader from taking two for one.
 */
#include "writer.h"

static int
rle_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_buf line = {0};
	bool open;
	int r = writer_board(w, p, true, &open);

	if (r != 1)
		return r;
	if (w->begun)
		sok_outc(w->out, '\n');
	sok_rle_board(&line, &p->board, open, 3, false);
	sok_buf_addc(&line, '\n');
	sok_out(w->out, sok_buf_str(&line));
	r = line.failed ? -1 : 1;
	sok_buf_free(&line);
	writer_lost(w, p, "title", "titles", p->title.len > 0);
	writer_lost_text(w, p, &p->text, true);
	writer_lost_games(w, p);
	return r;
}

const struct sok_write_ops write_rle_ops = {.puzzle = rle_puzzle};
