/*
 * rle_block.c - one block of text for sokrle: a board becomes a line or rows,
 * moves are wrapped as they were, all else stays byte for byte.
 */
#include <string.h>

#include "rle.h"

/* The end of the last line, which may be another one than the others'. */
static struct sok_str
last_end(struct sok_str raw)
{
	size_t n = raw.len, end = 0;

	if (n > 1 && raw.s[n - 2] == '\r' && raw.s[n - 1] == '\n')
		end = 2;
	else if (n > 0 && memchr("\n\r\0", raw.s[n - 1], 3) != NULL)
		end = 1;
	return sok_str_from(raw, n - end);
}

/* A byte-order mark stays, as all that is no square and no move. */
static void
begin(struct rle *r, const struct sok_block *b)
{
	struct sok_str mark = SOK_STR("\xef\xbb\xbf");

	if (sok_str_starts(b->raw, mark) && !r->lines)
		sok_buf_add(&r->out, mark);
	sok_buf_add(&r->raw, b->raw);
}

/* A line of what b becomes. */
static void
add_line(struct rle *r, const struct sok_block *b, struct sok_str s, bool last)
{
	if ((b->quoted || b->raw.s[0] == '>') && !r->lines)
		sok_buf_add(&r->out, SOK_STR("> "));
	sok_buf_add(&r->out, s);
	if (r->lines)
		sok_buf_addc(&r->out, '\n');
	else
		sok_buf_add(&r->out, last ? last_end(b->raw) : sok_str(b->eol));
}

/* ---- boards */

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
		add_line(r, b, (struct sok_str){s, n}, last);
	}
}

/* Whether a sound puzzle with a wall, which is one however it is written. */
static bool
is_sound(const struct rle *r, const struct sok_board *b)
{
	return b->players == 1 && b->boxes == b->goals && b->boxes > 0 &&
	    b->width >= 3 && b->height >= 3 &&
	    memchr(r->text.s, '#', r->text.len) != NULL;
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
	r->doubt = r->doubt || r->moves || !is_sound(r, &b->board);
	begin(r, b);
	if (r->decode) {
		add_rows(r, b);
		return;
	}
	if (r->floor)
		replace(r->text.s, r->text.len, '-', r->floor);
	add_line(r, b, sok_buf_str(&r->text), true);
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

/* ---- moves */

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
has_counts(const struct sok_game *g)
{
	for (size_t i = 0; i < g->nsource; i++)
		for (size_t k = 0; k < g->source[i].text.len; k++)
			if (is_digit(g->source[i].text.s[k]))
				return true;
	return false;
}

/* Bytes of the next line: never cut behind a digit, and up to a letter in the
 * first line. */
static size_t
line_length(struct sok_str s, size_t wrap, bool first)
{
	size_t least = 1, n = wrap;

	if (wrap == 0 || wrap >= s.len)
		return s.len;
	while (first && strchr("udlrUDLR", s.s[least - 1]) == NULL)
		least++;
	while (n > least && is_digit(s.s[n - 1]))
		n--;
	n = n < least ? least : n;
	while (n < s.len && is_digit(s.s[n - 1]))
		n++;
	return n;
}

/* Encoded, or with all counts expanded; false if nothing changes. */
static bool
change_moves(struct rle *r, const struct sok_block *b)
{
	struct sok_str s = b->game.moves;
	bool counts = has_counts(&b->game);

	if (r->decode) {
		sok_buf_add(&r->text, s);
		return counts;
	}
	sok_rle_encode(&r->text, s, SOK_RLE_MOVES, r->min_run, r->groups);
	return counts || !sok_str_eq(sok_buf_str(&r->text), s);
}

void
rle_moves(struct cli *c, const struct sok_block *b)
{
	struct rle *r = c->ctx;
	struct sok_str s;
	bool first = true;

	if (r->lines)
		return;
	r->moves = true;
	if (!r->selected || r->keep_moves || !change_moves(r, b)) {
		rle_hold(c, b->raw);
		return;
	}
	begin(r, b);
	for (s = sok_buf_str(&r->text); s.len > 0; first = false) {
		size_t n = line_length(s, b->wrap, first);

		add_line(r, b, sok_str_sub(s, 0, n), n == s.len);
		s = sok_str_from(s, n);
	}
	r->glue = false;
}
