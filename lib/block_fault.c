/*
 * block_fault.c - run-length lines that are wrong: said where they were meant
 * as boards, left alone where they are text such as `#50 (3)`.
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
	s = sok_str_trim(rows_line(b, i));
	row = has_squares(s);
	meant = bar || (b->eager && e.rule == SOK_LIMIT_RULE) ||
	    (row && i > 0 && b->board_end == i);
	if (!meant)
		meant = is_alone(b, i);
	if (!meant && row)
		meant = block_board_below(b, i);
	if (meant == 1) {
		pending_add(&b->found, b->now, e.rule, lines_number(&b->l, i),
		    block_column(b, i, s.s + e.at),
		    "%s; the line was kept as text", e.message);
		/* A bar is there whatever adjoins: so is what follows. */
		b->skip = e.rule == SOK_LIMIT_RULE && bar;
	}
	return meant == -1 ? -1 : 0;
}
