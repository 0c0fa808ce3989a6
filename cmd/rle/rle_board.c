/*
 * rle_board.c - writes a board for sokrle: as one line of run-length text, or
 * as rows.
 */
#include <string.h>

#include "format/write_text.h"
#include "rle/sokrle.h"

static void
replace_floor(struct rle *r, char to)
{
	char *s = r->text.s, *end = s + r->text.len;

	while ((s = memchr(s, '-', (size_t)(end - s))) != NULL)
		*s = to;
}

/* Write the rows of a board without counts, as sokfmt does. */
static void
add_rows(struct cli *c, const struct sok_block *b)
{
	struct rle *r = c->ctx;
	enum sok_floor floor = r->floor == '-' ? SOK_FLOOR_DASH
	    : r->floor == '_'                  ? SOK_FLOOR_UNDERSCORE
	                                       : SOK_FLOOR_SPACE;
	char *s, *end, *next;

	if (r->rows == NULL)
		r->rows = cli_must(c, sok_output_memory(&r->text));
	write_board(r->rows, &b->board, floor, b->open);
	if (r->text.failed)
		return;
	if (r->floor == '_')
		replace_floor(r, '_');
	end = r->text.s + r->text.len;
	for (s = r->text.s; s < end; s = next + 1) {
		next = memchr(s, '\n', (size_t)(end - s));
		rle_add_line(r, b, (struct sok_str){s, (size_t)(next - s)},
		    next + 1 == end);
	}
}

/* Whether a row begins with a wall or a box on a goal. */
static bool
is_edge(const struct sok_board *b, int y)
{
	int x = 0;

	while (x < b->width - 1 && sok_board_at(b, x, y) == SOK_FLOOR)
		x++;
	return sok_board_at(b, x, y) == SOK_WALL ||
	    sok_board_at(b, x, y) == (SOK_BOX | SOK_GOAL);
}

/* Whether the board is a sound puzzle whose first and last row have such an
 * edge, and which has a wall.  It is read as a board in any layout. */
static bool
is_sound(const struct sok_board *b)
{
	size_t n = sok_board_size(b);

	return b->players == 1 && b->boxes == b->goals && b->boxes > 0 &&
	    b->width >= 3 && b->height >= 3 && is_edge(b, 0) &&
	    is_edge(b, b->height - 1) && memchr(b->sq, SOK_WALL, n) != NULL;
}

static bool
is_encoded(const struct sok_board *b)
{
	for (int y = 0; y < b->height; y++)
		if (b->row[y].rle)
			return true;
	return false;
}

/* Boards that adjoin each other may no longer be separable: write a blank line.
 */
static void
unglue(struct rle *r, const struct sok_block *b, bool changed)
{
	char last = r->out.len > 0 ? r->out.s[r->out.len - 1] : '\0';

	if (r->glue && (r->glue_changed || changed) && !r->lines)
		sok_buf_add(&r->out, sok_str(last == '\r' ? "\r" : b->eol));
	r->glue_changed = changed;
}

static void
change_board(struct cli *c, const struct sok_block *b)
{
	struct rle *r = c->ctx;

	if (r->board.line == 0)
		r->board = b->pos;
	r->doubt = r->doubt || r->moves || !is_sound(&b->board);
	r->variant |= b->variant;
	rle_begin(r, b);
	if (r->decode) {
		add_rows(c, b);
		return;
	}
	sok_rle_board(&r->text, &b->board, b->open, r->min_run, r->groups);
	if (r->text.failed)
		return;
	if (r->floor)
		replace_floor(r, r->floor);
	rle_add_line(r, b, sok_buf_str(&r->text), true);
}

void
rle_board(struct cli *c, const struct sok_block *b)
{
	struct rle *r = c->ctx;
	bool keep = !r->selected || r->keep_boards ||
	    (r->decode && !is_encoded(&b->board));

	if (r->lines && keep)
		return;
	unglue(r, b, !keep);
	if (keep)
		rle_hold(c, b->raw);
	else
		change_board(c, b);
	r->glue = true;
	if (r->lines)
		rle_release(c);
}
