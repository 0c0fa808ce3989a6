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

/* The part of a line of this length that is shown around byte `at`. */
static struct part
part_around(size_t length, size_t at)
{
	struct part part = {0, length};

	if (length <= MOST)
		return part;
	if (at > MOST / 2)
		part.from = at - MOST / 2;
	if (part.from > length - MOST)
		part.from = length - MOST;
	part.to = part.from + MOST;
	return part;
}

/* Add a line with its number, or 0 for none; marked: it is the one that the
 * finding is about, which no mark below it shows. */
static void
add_line(struct report *report, struct sok_buf *buf, size_t number, bool marked,
    struct sok_str text, struct part part)
{
	struct sok_str s = sok_str_sub(text, part.from, part.to);

	if (number > 0)
		sok_buf_fmt(buf, "%6zu", number);
	else
		sok_buf_add(buf, SOK_STR("      "));
	sok_buf_add(buf, marked ? SOK_STR(" > ") : SOK_STR(" | "));
	if (part.from > 0)
		sok_buf_add(buf, SOK_STR("..."));
	cli_add_text(report->cli, buf, s, SIZE_MAX);
	if (part.to < text.len)
		sok_buf_add(buf, SOK_STR("..."));
	sok_buf_addc(buf, '\n');
}

/* Add the mark below column `at` of the part. */
static void
add_mark(
    struct report *report, struct sok_buf *buf, size_t at, struct part part)
{
	bool errors = report->out == cli_err(report->cli);
	bool coloured =
	    errors ? report->cli->colour_err : report->cli->colour_out;

	sok_buf_add(buf, SOK_STR("       | "));
	for (size_t i = part.from > 0 ? 3 : 0; i > 0; i--)
		sok_buf_addc(buf, ' ');
	for (size_t i = part.from; i < at; i++)
		sok_buf_addc(buf, ' ');
	sok_buf_add(
	    buf, coloured ? SOK_STR("\033[1;32m^\033[0m\n") : SOK_STR("^\n"));
}

/* A row in the usual characters, without blanks at its end; in
 * report->arena. */
static struct sok_str
row_text(struct report *report, const struct sok_board *board, int y)
{
	size_t n = (size_t)board->width;
	char *s = cli_must(report->cli, sok_arena_alloc(&report->arena, n, 1));

	for (int x = 0; x < board->width; x++)
		s[x] = sok_xsb[board->sq[y * board->width + x]];
	return sok_str_rtrim((struct sok_str){s, n});
}

static void
show_square(struct report *report, struct sok_buf *buf,
    const struct sok_finding *finding)
{
	const struct sok_board *board = &finding->puzzle->board;
	int y = 0;

	/* Positions in formats without rows are those of the puzzle. */
	if (board->row == NULL)
		return;
	while (y < board->height && board->row[y].line != finding->pos.line)
		y++;
	if (y == board->height)
		return;
	const struct sok_row *row = &board->row[y];
	size_t x = 0;
	if (row->rle || row->tab)
		x = SIZE_MAX;
	else if (finding->pos.col > row->col)
		x = (finding->pos.col - row->col) >> row->apart;
	bool marks = x < (size_t)board->width;
	for (int i = y - AROUND; i <= y + AROUND; i++) {
		if (i < 0 || i >= board->height)
			continue;
		struct sok_str text = row_text(report, board, i);
		struct part part =
		    part_around((size_t)board->width, marks ? x : 0);
		if (part.to > text.len)
			part.to = text.len;
		if (part.from > part.to)
			part.from = part.to;
		add_line(report, buf, board->row[i].line, i == y && !marks,
		    text, part);
		if (i == y && marks)
			add_mark(report, buf, x,
			    part_around((size_t)board->width, x));
	}
}

static void
show_moves(struct report *report, struct sok_buf *buf,
    const struct sok_finding *finding)
{
	const struct sok_game *game = finding->game;
	struct sok_replay played;

	for (size_t i = 0; game->source != NULL && i < game->nsource; i++) {
		const struct sok_source *line = &game->source[i];
		size_t at = finding->pos.col - line->col;

		if (line->line != finding->pos.line ||
		    finding->pos.col < line->col || at > line->text.len)
			continue;
		struct part part = part_around(line->text.len, at);
		add_line(report, buf, line->line, false, line->text, part);
		add_mark(report, buf, at, part);
		break;
	}
	if (finding->rule != SOK_ILLEGAL_MOVE_RULE || finding->puzzle == NULL ||
	    !finding->puzzle->has_board)
		return;
	cli_enough(report->cli,
	    sok_replay(finding->puzzle, game, NULL, &played, &report->arena) ==
	        0);
	for (int y = 0; played.final.sq != NULL && y < played.final.height;
	     y++) {
		struct sok_str text = row_text(report, &played.final, y);

		add_line(report, buf, 0, false, text, part_around(text.len, 0));
	}
}

void
report_show(struct report *report, struct sok_buf *buf,
    const struct sok_finding *finding)
{
	if (finding->game != NULL)
		show_moves(report, buf, finding);
	else if (finding->puzzle != NULL && finding->puzzle->has_board)
		show_square(report, buf, finding);
}
