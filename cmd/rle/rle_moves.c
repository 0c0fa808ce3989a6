/* rle_moves.c - writes moves for sokrle with the original wrapping. */
#include "rle/sokrle.h"
#include "tools.h"

static bool
has_counts(const struct sok_game *g)
{
	if (g->letters_only)
		return false;
	for (size_t i = 0; i < g->nsource; i++)
		for (size_t k = 0; k < g->source[i].text.len; k++)
			if (sok_is_digit(g->source[i].text.s[k]))
				return true;
	return false;
}

/* The length of the next line.  It must not end in a digit and must contain a
 * letter, because a line of stars would end the game. */
static size_t
line_length(struct sok_str s, size_t wrap)
{
	size_t least = sok_moves_first(s), n = wrap > least ? wrap : least;
	struct sok_str rest;

	if (wrap == 0 || n >= s.len)
		return s.len;
	while (n > least && sok_is_digit(s.s[n - 1]))
		n--;
	rest = sok_str_from(s, n);
	return sok_moves_first(rest) > rest.len ? s.len : n;
}

/* Encode, or expand all counts; false if nothing changes. */
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
	size_t n;

	if (r->lines)
		return;
	r->moves = true;
	if (!r->selected || r->keep_moves || !change_moves(r, b)) {
		rle_hold(c, b->raw);
		return;
	}
	rle_begin(r, b);
	for (s = sok_buf_str(&r->text); s.len > 0; s = sok_str_from(s, n)) {
		n = line_length(s, b->wrap);
		rle_add_line(r, b, sok_str_sub(s, 0, n), n == s.len);
	}
	r->glue = false;
}
