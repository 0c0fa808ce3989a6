/*
 * write_rle.c - writes each board as one line of run-length text; blank lines
 * separate the boards.
 */
#include <string.h>

#include "format/write_text.h"
#include "tools.h"

/* One player, as many boxes as goals, and a wall: a reader knows the line. */
static bool
is_sound(const struct sok_board *b)
{
	size_t n = sok_board_size(b);

	return b->players == 1 && b->boxes == b->goals && b->boxes > 0 &&
	    b->width >= 3 && b->height >= 3 &&
	    memchr(b->sq, SOK_WALL, n) != NULL;
}

static bool
put_board(struct sok_writer *w, const struct sok_puzzle *p, struct sok_buf *b)
{
	sok_rle_board(b, &p->board, write_is_open(p, &w->arena), 3, false);
	sok_buf_addc(b, '\n');
	if (!is_sound(&p->board) && !write_reads_back(w, &p->board, b))
		return writer_refuse(
		    w, p, "a board that would not be read back as one");
	if (w->begun)
		sok_outc(w->out, '\n');
	sok_out(w->out, sok_buf_str(b));
	return !writer_fails(w, b->failed);
}

static bool
rle_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_buf line = {0};
	bool done;

	if (!p->has_board)
		return writer_refuse(w, p, "moves without a board");
	done = put_board(w, p, &line);
	sok_buf_free(&line);
	if (!done)
		return false;
	writer_lost(w, p, "title", "titles", p->title.len > 0);
	writer_lost_rest(w, p);
	return true;
}

const struct sok_write_ops write_rle_ops = {.puzzle = rle_puzzle};
