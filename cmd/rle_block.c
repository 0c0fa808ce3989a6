/*
 * rle_block.c - one block of text for sokrle: a board becomes a line or rows,
 * moves are wrapped as they were, all else stays byte for byte.
 */
#include <errno.h>
#include <string.h>

#include "rle_block.h"

void
rle_free(struct rle *r)
{
	sok_buf_free(&r->text);
	sok_buf_free(&r->row);
	sok_arena_free(&r->scratch);
}

/* ---- output */

static bool
is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

void
rle_put(struct cli *c, struct sok_str s)
{
	struct rle *r = c->ctx;

	if (s.len == 0)
		return;
	sok_out(cli_output(c), s);
	r->blank = s.len > 1 ? is_line_end(s.s[s.len - 2]) : r->ended;
	r->ended = is_line_end(s.s[s.len - 1]);
	r->blank = r->blank && r->ended;
}

static void
put_line(
    struct cli *c, const struct sok_block *b, struct sok_str line, bool last)
{
	if (b->quoted)
		rle_put(c, SOK_STR("> "));
	rle_put(c, line);
	if (!last || b->ended)
		rle_put(c, sok_str(b->eol));
}

/* ---- boards */

static void
replace(struct sok_str s, char from, char to)
{
	char *p = (char *)s.s;

	...
}
