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

static int
put_board(struct sok_writer *w, const struct sok_puzzle *p, struct sok_buf *b)
{
	const struct sok_board *board = &p->board;
	struct sok_str line;
	int same;

	sok_rle_board(b, board, write_is_open(p, &w->arena), 3, false);
	sok_buf_addc(b, '\n');
	line = sok_buf_str(b);
	if (b->failed)
		return -1;
	same = is_sound(board) ? 1 : write_reads_back(board, line);
	if (same == -1)
		return -1;
	if (same == 0)
		return writer_refuse(
		    w, p, "a board that would not be read back as one");
	if (w->begun)
		sok_outc(w->out, '\n');
	sok_out(w->out, line);
	return 1;
}

static int
rle_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_buf line = {0};
	int r;

	if (!p->has_board)
		return writer_refuse(w, p, "moves without a board");
	r = put_board(w, p, &line);
	sok_buf_free(&line);
	if (r != 1)
		return r;
	writer_lost(w, p, "title", "titles", p->title.len > 0);
	writer_lost_rest(w, p);
	return 1;
}

const struct sok_write_ops write_rle_ops = {.puzzle = rle_puzzle};
