/* report_show.c - --show: the rows around the square of a finding, or the line
 * of moves and the board before an illegal move. */
#include "base/base.h"
#include "board/board.h"
#include "play/play.h"
#include "report/report_form.h"

/* Rows before and after the row of a finding; bytes of a line that are
 * shown. */
enum { AROUND = 2, MOST = 72 };

/* The part of a long line that is shown: where its mark is in the middle. */
struct part {
	size_t from, to;
};

static struct part
part_around(size_t length, size_t at)
{
	struct part p = {0, length};

	if (length <= MOST)
		return p;
	if (at > MOST / 2)
		p.from = at - MOST / 2;
	if (p.from > length - MOST)
		p.from = length - MOST;
	p.to = p.from + MOST;
	return p;
}

/* Add a line with its number, or 0 for none; marked: it is the one that the
 * finding is about, which no mark below it shows. */
static void
add_line(struct report *r, struct sok_buf *b, size_t number, bool marked,
    struct sok_str text, struct part part)
{
	struct sok_str s = sok_str_sub(text, part.from, part.to);

	if (number > 0)
		sok_buf_fmt(b, "%6zu", number);
	else
		sok_buf_add(b, SOK_STR("      "));
	sok_buf_add(b, marked ? SOK_STR(" > ") : SOK_STR(" | "));
	if (part.from > 0)
		sok_buf_add(b, SOK_STR("..."));
	cli_add_text(r->c, b, s, SIZE_MAX);
	if (part.to < text.len)
		sok_buf_add(b, SOK_STR("..."));
	sok_buf_addc(b, '\n');
}

/* Add the mark below column `at` of the part. */
static void
add_mark(struct report *r, struct sok_buf *b, size_t at, struct part part)
{
	bool errors = r->out == cli_err(r->c);
	bool coloured = errors ? r->c->colour_err : r->c->colour_out;

	sok_buf_add(b, SOK_STR("       | "));
	for (size_t i = part.from > 0 ? 3 : 0; i > 0; i--)
		sok_buf_addc(b, ' ');
	for (size_t i = part.from; i < at; i++)
		sok_buf_addc(b, ' ');
	sok_buf_add(
	    b, coloured ? SOK_STR("\033[1;32m^\033[0m\n") : SOK_STR("^\n"));
}

/* A row in the usual characters, without blanks at its end; in r->a. */
static struct sok_str
row_text(struct report *r, const struct sok_board *board, int y)
{
	size_t n = (size_t)board->width;
	char *s = cli_must(r->c, sok_arena_alloc(&r->a, n, 1));

	for (int x = 0; x < board->width; x++)
		s[x] = sok_xsb[board->sq[y * board->width + x]];
	return sok_str_rtrim((struct sok_str){s, n});
}

static void
show_square(struct report *r, struct sok_buf *b, const struct sok_finding *f)
{
	const struct sok_board *board = &f->puzzle->board;
	int y = 0;

	/* Positions in formats without rows are those of the puzzle. */
	if (board->row == NULL)
		return;
	while (y < board->height && board->row[y].line != f->pos.line)
		y++;
	if (y == board->height)
		return;
	const struct sok_row *row = &board->row[y];
	size_t x = 0;
	if (row->rle || row->tab)
		x = SIZE_MAX;
	else if (f->pos.col > row->col)
		x = (f->pos.col - row->col) >> row->apart;
	bool marks = x < (size_t)board->width;
	for (int i = y - AROUND; i <= y + AROUND; i++) {
		if (i < 0 || i >= board->height)
			continue;
		struct sok_str text = row_text(r, board, i);
		struct part part =
		    part_around((size_t)board->width, marks ? x : 0);
		if (part.to > text.len)
			part.to = text.len;
		if (part.from > part.to)
			part.from = part.to;
		add_line(
		    r, b, board->row[i].line, i == y && !marks, text, part);
		if (i == y && marks)
			add_mark(r, b, x, part_around((size_t)board->width, x));
	}
}

static void
show_moves(struct report *r, struct sok_buf *b, const struct sok_finding *f)
{
	const struct sok_game *g = f->game;
	struct sok_replay played;

	for (size_t i = 0; g->source != NULL && i < g->nsource; i++) {
		const struct sok_source *line = &g->source[i];
		size_t at = f->pos.col - line->col;

		if (line->line != f->pos.line || f->pos.col < line->col ||
		    at > line->text.len)
			continue;
		struct part part = part_around(line->text.len, at);
		add_line(r, b, line->line, false, line->text, part);
		add_mark(r, b, at, part);
		break;
	}
	if (f->rule != SOK_ILLEGAL_MOVE_RULE || f->puzzle == NULL ||
	    !f->puzzle->has_board)
		return;
	cli_enough(r->c, sok_replay(f->puzzle, g, NULL, &played, &r->a) == 0);
	for (int y = 0; played.final.sq != NULL && y < played.final.height;
	     y++) {
		struct sok_str text = row_text(r, &played.final, y);

		add_line(r, b, 0, false, text, part_around(text.len, 0));
	}
}

void
report_show(struct report *r, struct sok_buf *b, const struct sok_finding *f)
{
	if (f->game != NULL)
		show_moves(r, b, f);
	else if (f->puzzle != NULL && f->puzzle->has_board)
		show_square(r, b, f);
}
