/*
 * block_fault.c - lines that are no rows, but were meant as such: run-length
 * ones that are wrong, and rows beside a board with a character that is no
 * square.  They are text all the same.
 */
#include <string.h>

#include "block.h"

/* Whether line i is the only one of the input with anything on it (bounded:
 * 64 blank lines behind it). */
static int
is_alone(struct blocks *b, size_t i)
{
	if (b->l.in->consumed > 0)
		return 0;
	for (size_t j = 0; j < i; j++)
		if (!lines_blank(&b->l, j))
			return 0;
	for (size_t j = i + 1; j < i + 64; j++) {
		int r = lines_want(&b->l, j);

		if (r != 1)
			return r == 0 ? 1 : -1;
		if (!lines_blank(&b->l, j))
			return 0;
	}
	return 0;
}

/* Whether there are squares besides one `#`, which numbers things, too. */
static bool
has_squares(struct sok_str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++)
		n += s.s[i] != ' ' && sok_square[(unsigned char)s.s[i]] != 0xff;
	return n > 1 || (n == 1 && memchr(s.s, '#', s.len) == NULL);
}

int
block_fault(struct blocks *b, size_t i)
{
	struct sok_rle_error e = {.message = NULL};
	bool bar = b->l.v[i].has & HAS_BAR, row;
	struct sok_str s;
	int meant, r;

	b->rle.len = 0;
	r = rows_decode(b, i, &e);
	if (r == -1)
		return -1;
	if (r == 1 || e.message == NULL)
		return 0;
	row = has_squares(rows_line(b, i));
	meant = bar || (b->eager && e.rule == SOK_LIMIT_RULE) ||
	    (row && i > 0 && b->board_end == i);
	if (!meant)
		meant = is_alone(b, i);
	if (!meant && row)
		meant = block_board_below(b, i);
	if (meant == 1) {
		/* Lines may have moved. */
		s = sok_str_trim(rows_line(b, i));
		pending_add(&b->found, b->now, e.rule, lines_number(&b->l, i),
		    block_column(b, i, s.s + e.at),
		    "%s; the line was kept as text", e.message);
		/* A bar is there whatever adjoins: so is what follows. */
		b->skip = e.rule == SOK_LIMIT_RULE && bar;
	}
	return meant == -1 ? -1 : 0;
}

/* Whether a line goes from wall to wall and holds, among four characters, one
 * that is no square at most; *at is the first. */
static bool
is_almost_row(struct sok_str s, size_t *at)
{
	size_t all = 0, n = 0, len;
	uint32_t c;

	s = sok_str_trim(s);
	if (s.len < 3 || s.s[0] != '#' || s.s[s.len - 1] != '#')
		return false;
	for (size_t i = 0; i < s.len; i += len, all++) {
		len = sok_str_char(sok_str_from(s, i), &c);
		len = len == 0 ? 1 : len;
		if (sok_square[(unsigned char)s.s[i]] != 0xff)
			continue;
		*at = n == 0 ? i : *at;
		n++;
	}
	return n > 0 && 4 * n <= all;
}

static bool
is_markup(char c)
{
	return c != '\0' && strchr("\"'`<>", c) != NULL;
}

/* Whether walls touch a quote or a tag, as in `<pre>#####` above a board and
 * `#####</pre>` below one; *at is where. */
static bool
is_glued(struct sok_str s, bool above, size_t *at)
{
	size_t n = 0;

	while (n < s.len && s.s[above ? s.len - 1 - n : n] == '#')
		n++;
	if (n < 3 || n == s.len)
		return false;
	*at = above ? s.len - 1 - n : n;
	return is_markup(s.s[*at]);
}

static void
say_beside(struct blocks *b, size_t i, struct block *k)
{
	struct sok_str s = sok_str_trim(rows_line(b, i));
	bool above = i < k->from;
	char name[] = "` `";
	size_t at;

	if (rows_numbered(s) ||
	    (!is_almost_row(s, &at) && !is_glued(s, above, &at)))
		return;
	name[1] = s.s[at];
	pending_add(&k->found, b->ahead, SOK_UNKNOWN_SQUARE_RULE,
	    lines_number(&b->l, i), block_column(b, i, s.s + at),
	    "%s is no square, so this line is no row of the board %s it",
	    name[1] > ' ' && name[1] < 0x7f ? name : "this",
	    above ? "below" : "above");
}

int
block_beside(struct blocks *b, struct block *k)
{
	int r = lines_want(&b->l, k->to);

	/* What is beside two boards is said of the first. */
	if (k->from == 1 || (k->from > 1 && b->board_end != k->from - 1))
		say_beside(b, k->from - 1, k);
	if (r == 1)
		say_beside(b, k->to, k);
	return r == -1 ? -1 : 0;
}
