/*
 * write_rle.c - boards as run-length text, a line each; blank lines between
 * them keep a reader from taking two for one.
 */
#include <string.h>

#include "write_text.h"

/* One player, as many boxes as goals, and a wall: a reader knows the line. */
static bool
is_sound(const struct sok_board *b)
{
	size_t n = sok_board_size(b);

	return b->players == 1 && b->boxes == b->goals && b->boxes > 0 &&
	    b->width >= 3 && b->height >= 3 &&
	    memchr(b->sq, SOK_WALL, n) != NULL;
}

/* Whether a reader finds the board in the line, and nothing else; how large it
 * may be is no matter here.  1, 0, -1 on ENOMEM. */
static int
reads_back(struct sok_str line, const struct sok_board *b)
{
	struct sok_read_options o = {.name = "", .limits = &sok_highest_limits};
	struct sok_sink sink = {.fn = NULL};
	struct sok_reader *r;
	struct sok_puzzle *p;
	int got, same = 0;

	if (is_sound(b))
		return 1;
	r = sok_reader_open_memory(line, &o, &sink);
	got = r == NULL ? -1 : sok_read(r, &p);
	if (got == 1 && p->has_board && sok_board_equal(&p->board, b)) {
		got = sok_read(r, &p);
		same = got == 0;
	}
	sok_reader_close(r);
	return got == -1 ? -1 : same;
}

static int
put_board(struct sok_writer *w, const struct sok_puzzle *p, struct sok_buf *b)
{
	struct sok_str line;
	int same;

	sok_rle_board(b, &p->board, write_is_open(p, &w->arena), 3, false);
	sok_buf_addc(b, '\n');
	line = sok_buf_str(b);
	if (b->failed)
		return -1;
	same = reads_back(line, &p->board);
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

const struct sok_write_ops write_rle_ops = {
    .puzzle = rle_puzzle, .join = writer_join};
