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

struct xsb {
	/* Text that is not written yet, because its last line may be nearly a
	 * row of the board below it; of the header or of puzzle `number`. */
	struct sok_text held;
	size_t number;
	struct sok_arena arena; /* of held */
	bool begun;             /* something was written */
};

static void
xsb_put_text(struct sok_writer *w, const struct sok_text *t)
{
	struct xsb *x = w->state;

	writer_text(w->out, t, sok_key_known);
	x->begun |= t->n > 0;
}

/* Write the text that was held, but for the last n lines. */
static void
xsb_release(struct sok_writer *w, size_t n)
{
	struct xsb *x = w->state;

	x->held.n -= n;
	xsb_put_text(w, &x->held);
	x->held.n = 0;
}

/* Write text, or hold it until what is below it is known. */
static void
xsb_take_text(struct sok_writer *w, const struct sok_text *t, size_t number)
{
	struct xsb *x = w->state;

	if (t->n == 0 || !write_has_wall(t->line[t->n - 1])) {
		xsb_put_text(w, t);
		return;
	}
	sok_arena_reset(&x->arena);
	x->held = *t;
	x->number = number;
	if (writer_fails(w, text_copy(&x->held, &x->arena) == -1))
		x->held.n = 0;
}

static void
xsb_header(struct sok_writer *w, const struct sok_header *h)
{
	xsb_release(w, 0);
	xsb_take_text(w, &h->text, 0);
}

static bool
xsb_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct xsb *x = w->state;
	struct sok_text below = p->text;
	bool open;

	if (!writer_board(w, p, &open))
		return false;
	bool close = x->held.n > 0 && write_adjoins_above(p, x->number);
	struct sok_str above = {NULL, 0};
	if (close)
		above = x->held.line[x->held.n - 1];
	xsb_release(w, close ? 1 : 0);
	if (x->begun)
		sok_outc(w->out, '\n');
	x->begun = true;
	if (close)
		write_line(w->out, above);
	if (p->title_line.len > 0) {
		sok_out(w->out, SOK_STR("; "));
		sok_out(w->out, p->title_line);
		sok_out(w->out, SOK_STR("\n\n"));
	}
	write_board(w->out, &p->board, w->o.floor, open);
	if (write_adjoins_below(p)) {
		write_line(w->out, below.line[0]);
		below.line++;
		below.n--;
	}
	xsb_take_text(w, &below, p->number);
	writer_lost_games(w, p);
	return true;
}

static void
xsb_end(struct sok_writer *w)
{
	xsb_release(w, 0);
}

static void
xsb_close(struct sok_writer *w)
{
	struct xsb *x = w->state;

	sok_arena_free(&x->arena);
}

const struct sok_write_ops write_xsb_ops = {.state = sizeof(struct xsb),
    .header = xsb_header,
    .puzzle = xsb_puzzle,
    .end = xsb_end,
    .close = xsb_close,
    .remarks = true};

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
