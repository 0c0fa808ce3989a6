/*
 * rle_moves.c - moves for sokrle, wrapped as they were.
 */
#include <string.h>

#include "sokrle.h"

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
has_counts(const struct sok_game *g)
{
	if (g->letters_only)
		return false;
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
	rle_begin(r, b);
	for (s = sok_buf_str(&r->text); s.len > 0; first = false) {
		size_t n = line_length(s, b->wrap, first);

		rle_add_line(r, b, sok_str_sub(s, 0, n), n == s.len);
		s = sok_str_from(s, n);
	}
	r->glue = false;
}
