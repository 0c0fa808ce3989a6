/*
 * rle_board.c - a board for sokrle: one line of run-length text, or its rows.
 */
#include <string.h>

#include "rle/sokrle.h"
#include "tools.h"

static void
replace(char *s, size_t n, char from, char to)
{
	for (size_t i = 0; i < n; i++)
		s[i] = s[i] == from ? to : s[i];
}

/* Whether some row of a board in '-' and '|' ends without floor. */
static bool
shows_width(struct sok_str text)
{
	for (size_t i = 1; i < text.len; i++)
		if (text.s[i] == '|' && text.s[i - 1] != '-')
			return true;
	return text.len > 0 && text.s[text.len - 1] != '-';
}

/*
 * The rows of a board without counts.  Floor that would be lost as a blank
 * can be seen: an empty row; of an open board the rows at its edges and, if
 * nothing else shows the width, the end of one row.
 */
static void
add_rows(struct rle *r, const struct sok_block *b)
{
	bool wide = !b->open || shows_width(sok_buf_str(&r->text));
	char *s = r->text.s, *end = s + r->text.len, *next;
	char floor = r->floor ? r->floor : ' ';

	if (r->floor)
		replace(s, r->text.len, '-', r->floor);
	for (int y = 0; s <= end; y++, s = next + 1) {
		char seen = r->floor ? r->floor : '-';
		bool last = (next = memchr(s, '|', (size_t)(end - s))) == NULL;
		size_t n, w;

		next = last ? end : next;
		for (n = w = (size_t)(next - s); w > 0 && s[w - 1] == seen;)
			w--;
		if (w > 0) {
			replace(s, w, seen, floor);
			n = wide ? w : n;
			wide = true;
		} else if (b->open && (y == 0 || last)) {
			wide = true;
		} else {
			n = 1;
		}
		rle_add_line(r, b, (struct sok_str){s, n}, last);
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

/* Whether a sound puzzle between two such rows, with a wall: that is a board
 * however it is written. */
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

/* Boards that were glued together may not be told apart any more. */
static void
unglue(struct rle *r, const struct sok_block *b, bool changed)
{
	char last = r->out.len > 0 ? r->out.s[r->out.len - 1] : '\0';

	if (r->glue && (r->glue_changed || changed) && !r->lines)
		sok_buf_add(&r->out, sok_str(last == '\r' ? "\r" : b->eol));
	r->glue_changed = changed;
}

static void
change_board(struct rle *r, const struct sok_block *b)
{
	size_t min_run = r->decode ? SIZE_MAX : r->min_run;

	sok_rle_board(
	    &r->text, &b->board, b->open, min_run, r->groups && !r->decode);
	if (r->text.failed)
		return;
	if (r->board.line == 0)
		r->board = b->pos;
	r->doubt = r->doubt || r->moves || !is_sound(&b->board);
	r->variant |= b->variant;
	rle_begin(r, b);
	if (r->decode) {
		add_rows(r, b);
		return;
	}
	if (r->floor)
		replace(r->text.s, r->text.len, '-', r->floor);
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
		change_board(r, b);
	r->glue = true;
	if (r->lines)
		rle_release(c);
}
