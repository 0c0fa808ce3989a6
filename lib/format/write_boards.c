/* write_boards.c - the formats with little more than boards: plain collections,
 * run-length text, screen.N files of xsokoban, and the Boxoban data set. */
#include <string.h>

#include "board/board.h"
#include "format/write_text.h"
#include "io/io.h"
#include "text/text.h"

/* Count everything as lost but the board and this title. */
static void
lost_all(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    struct sok_str title)
{
	writer_lost(writer, puzzle, "title", "titles",
	    puzzle->title.len > 0 && !sok_str_eq(puzzle->title, title));
	writer_lost_rest(writer, puzzle);
}

/* ---- xsb: tags stand below the board */

struct xsb {
	/* Text that is not written yet, because its last line may be nearly a
	 * row of the board below it; of the header or of puzzle `number`. */
	struct sok_text held;
	size_t number;
	struct sok_arena arena; /* of held */
	bool begun;             /* something was written */
};

static void
xsb_put_text(struct sok_writer *writer, const struct sok_text *text)
{
	struct xsb *xsb = writer->state;

	writer_text(writer->out, text, sok_key_known);
	xsb->begun |= text->n > 0;
}

/* Write the text that was held, but for the last n lines. */
static void
xsb_release(struct sok_writer *writer, size_t n)
{
	struct xsb *xsb = writer->state;

	xsb->held.n -= n;
	xsb_put_text(writer, &xsb->held);
	xsb->held.n = 0;
}

/* Write text, or hold it until what is below it is known. */
static void
xsb_take_text(
    struct sok_writer *writer, const struct sok_text *text, size_t number)
{
	struct xsb *xsb = writer->state;

	if (text->n == 0 || !write_may_adjoin(text->line[text->n - 1])) {
		xsb_put_text(writer, text);
		return;
	}
	sok_arena_reset(&xsb->arena);
	xsb->held = *text;
	xsb->number = number;
	if (writer_fails(writer, text_copy(&xsb->held, &xsb->arena) == -1))
		xsb->held.n = 0;
}

static void
xsb_header(struct sok_writer *writer, const struct sok_header *header)
{
	xsb_release(writer, 0);
	xsb_take_text(writer, &header->text, 0);
}

static bool
xsb_puzzle(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	struct xsb *xsb = writer->state;
	struct sok_text below;
	bool open;

	if (!writer_board(writer, puzzle, &open))
		return false;
	bool close =
	    xsb->held.n > 0 && write_adjoins_above(puzzle, xsb->number);
	struct sok_str above = {NULL, 0};
	if (close)
		above = xsb->held.line[xsb->held.n - 1];
	xsb_release(writer, close ? 1 : 0);
	if (xsb->begun)
		sok_outc(writer->out, '\n');
	xsb->begun = true;
	if (close)
		write_line(writer->out, above);
	if (puzzle->title_line.len > 0) {
		sok_out(writer->out, SOK_STR("; "));
		sok_out(writer->out, puzzle->title_line);
		sok_out(writer->out, SOK_STR("\n\n"));
	}
	write_board(writer->out, &puzzle->board, writer->options.floor, open);
	if (write_adjoins_below(writer, puzzle, &below)) {
		write_line(writer->out, below.line[0]);
		below.line++;
		below.n--;
	}
	xsb_take_text(writer, &below, puzzle->number);
	writer_lost_games(writer, puzzle);
	return true;
}

static void
xsb_end(struct sok_writer *writer)
{
	xsb_release(writer, 0);
}

static void
xsb_close(struct sok_writer *writer)
{
	struct xsb *xsb = writer->state;

	sok_arena_free(&xsb->arena);
}

const struct sok_write_ops write_xsb_ops = {.state = sizeof(struct xsb),
    .header = xsb_header,
    .puzzle = xsb_puzzle,
    .end = xsb_end,
    .close = xsb_close,
    .remarks = true};

/* ---- rle: blank lines separate the boards */

static bool
rle_puzzle(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	const struct sok_board *board = &puzzle->board;
	struct sok_buf line = {0};

	if (!puzzle->has_board)
		return writer_refuse(writer, puzzle, "moves without a board");
	/* A line with these is always recognized as a board. */
	bool sound = board->players == 1 && board->boxes == board->goals &&
	    board->boxes > 0 && board->width >= 3 && board->height >= 3 &&
	    memchr(board->sq, SOK_WALL, sok_board_size(board)) != NULL;
	sok_rle_board(
	    &line, board, write_is_open(puzzle, &writer->arena), 3, false);
	sok_buf_addc(&line, '\n');
	sound = sound || write_reads_back(writer, board, &line);
	if (sound && writer->begun)
		sok_outc(writer->out, '\n');
	if (sound)
		sok_out(writer->out, sok_buf_str(&line));
	writer_fails(writer, line.failed);
	sok_buf_free(&line);
	if (!sound)
		return writer_refuse(writer, puzzle,
		    "a board that would not be read back as one");
	lost_all(writer, puzzle, SOK_STR(""));
	return true;
}

const struct sok_write_ops write_rle_ops = {.puzzle = rle_puzzle, .bare = true};

/* ---- screens: one board in seven characters */

/* MAXROW and MAXCOL of xsokoban. */
#define SCREEN_SIDE 20

static bool
screens_puzzle(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	const struct sok_board *board = &puzzle->board;
	bool open;

	if (!writer_board(writer, puzzle, &open))
		return false;
	if (board->players != 1)
		return writer_refuse(
		    writer, puzzle, "a board without one player");
	if (!writer_blanks(writer, puzzle, open))
		return false;
	if (board->width > SCREEN_SIDE || board->height > SCREEN_SIDE)
		writer_warn(writer, puzzle, SOK_SIZE_LIMIT_RULE,
		    "the board is %d x %d: xsokoban reads %d x %d",
		    board->width, board->height, SCREEN_SIDE, SCREEN_SIDE);
	write_board(writer->out, board, SOK_FLOOR_SPACE, false);
	lost_all(writer, puzzle, SOK_STR(""));
	return true;
}

const struct sok_write_ops write_screens_ops = {
    .puzzle = screens_puzzle, .bare = true};

/* ---- boxoban: the number, from 0, above each board, a blank line below */

static bool
boxoban_puzzle(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	bool open;

	if (!writer_board(writer, puzzle, &open))
		return false;
	struct sok_str number = WRITER_FMT(writer, "%zu", writer->written);
	write_tag(writer->out, "; ", number);
	write_board(writer->out, &puzzle->board, writer->options.floor, open);
	sok_outc(writer->out, '\n');
	lost_all(writer, puzzle, number);
	return true;
}

const struct sok_write_ops write_boxoban_ops = {
    .puzzle = boxoban_puzzle, .bare = true};
