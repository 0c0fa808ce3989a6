/*
 * rle_parts.c - operands of sokrle one behind the other, and each of them
 * by itself: what a part prints begins as if a blank line stood
 * above it.
 */
#include "rle/sokrle.h"

void
rle_separate(struct cli *c)
{
	struct rle *r = c->ctx;

	r->any = true;
	if (!r->ended && !r->lines)
		rle_put(c, SOK_STR("\n"));
	if (!r->blank && !r->lines)
		rle_put(c, SOK_STR("\n"));
}

static bool
fork_rle(struct cli *part)
{
	struct rle *own = part->ctx;

	own->text = own->raw = own->out = (struct sok_buf){0};
	own->scratch = (struct sok_arena){0};
	own->ended = own->blank = true;
	own->any = false;
	return true;
}

static bool
join_rle(struct cli *c, const struct cli *part)
{
	struct rle *r = c->ctx;
	const struct rle *own = part->ctx;

	if (!own->any)
		return true;
	rle_separate(c);
	r->ended = own->ended;
	r->blank = own->blank;
	return true;
}

void
rle_free(struct rle *r)
{
	sok_buf_free(&r->text);
	sok_buf_free(&r->raw);
	sok_buf_free(&r->out);
	sok_arena_free(&r->scratch);
}

static void
drop_rle(struct cli *part)
{
	rle_free(part->ctx);
}

const struct cli_parts rle_parts = {
    sizeof(struct rle), fork_rle, join_rle, drop_rle};
