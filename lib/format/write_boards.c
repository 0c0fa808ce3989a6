/* write_boards.c - the formats with little more than boards: plain collections,
 * run-length text, screen.N files of xsokoban, and the Boxoban data set. */
#include <string.h>

#include "board/board.h"
#include "format/write_text.h"
#include "io/io.h"
#include "text/text.h"

/* Count everything as lost but the board and this title. */
static void
lost_all(struct sok_writer *w, const struct sok_puzzle *p, struct sok_str title)
{
	writer_lost(w, p, "title", "titles",
	    p->title.len > 0 && !sok_str_eq(p->title, title));
	writer_lost_rest(w, p);
}

/* ---- xsb: tags stand below the board */

static void
xsb_header(struct sok_writer *w, const struct sok_header *h)
{
	writer_text(w->out, &h->text, sok_key_known);
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
    .header = xsb_header, .puzzle = xsb_puzzle, .remarks = true};

/* ---- rle: blank lines separate the boards */

static bool
rle_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	const struct sok_board *b = &p->board;
	struct sok_buf line = {0};

	if (!p->has_board)
		return writer_refuse(w, p, "moves without a board");
	/* A line with these is always recognized as a board. */
	bool sound = b->players == 1 && b->boxes == b->goals && b->boxes > 0 &&
	    b->width >= 3 && b->height >= 3 &&
	    memchr(b->sq, SOK_WALL, sok_board_size(b)) != NULL;
	sok_rle_board(&line, b, write_is_open(p, &w->arena), 3, false);
	sok_buf_addc(&line, '\n');
	sound = sound || write_reads_back(w, b, &line);
	if (sound && w->begun)
		sok_outc(w->out, '\n');
	if (sound)
		sok_out(w->out, sok_buf_str(&line));
	writer_fails(w, line.failed);
	sok_buf_free(&line);
	if (!sound)
		return writer_refuse(
		    w, p, "a board that would not be read back as one");
	lost_all(w, p, SOK_STR(""));
	return true;
}

const struct sok_write_ops write_rle_ops = {.puzzle = rle_puzzle, .bare = true};

/* ---- screens: one board in seven characters */

/* MAXROW and MAXCOL of xsokoban. */
#define SCREEN_SIDE 20

static bool
screens_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	const struct sok_board *b = &p->board;
	bool open;

	if (!writer_board(w, p, &open))
		return false;
	if (b->players != 1)
		return writer_refuse(w, p, "a board without one player");
	if (!writer_blanks(w, p, open))
		return false;
	if (b->width > SCREEN_SIDE || b->height > SCREEN_SIDE)
		writer_warn(w, p, SOK_SIZE_LIMIT_RULE,
		    "the board is %d x %d: xsokoban reads %d x %d", b->width,
		    b->height, SCREEN_SIDE, SCREEN_SIDE);
	write_board(w->out, b, SOK_FLOOR_SPACE, false);
	lost_all(w, p, SOK_STR(""));
	return true;
}

const struct sok_write_ops write_screens_ops = {
    .puzzle = screens_puzzle, .bare = true};

/* ---- boxoban: the number, from 0, above each board, a blank line below */

static bool
boxoban_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	bool open;

	if (!writer_board(w, p, &open))
		return false;
	struct sok_str number = WRITER_FMT(w, "%zu", w->written);
	write_tag(w->out, "; ", number);
	write_board(w->out, &p->board, w->o.floor, open);
	sok_outc(w->out, '\n');
	lost_all(w, p, number);
	return true;
}

const struct sok_write_ops write_boxoban_ops = {
    .puzzle = boxoban_puzzle, .bare = true};
