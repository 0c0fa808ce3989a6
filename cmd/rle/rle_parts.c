/*
 * rle_parts.c - operands of sokrle one behind the other, and each of them or
 * of their pieces by itself: what a part prints begins as if a blank line stood
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
	own->any = own->part = false;
	return true;
}

void
rle_part_begin(struct rle *part)
{
	part->part = part->first = true;
	part->refused = false;
	part->before = part->number;
}

/* Whether nothing is held back but text. */
static bool
is_between(const struct rle *r)
{
	return r->board.line == 0 && !r->doubt && !r->moves && !r->glue;
}

bool
rle_part_ends(const struct rle *part)
{
	return is_between(part) && !part->refused && !part->first;
}

/* The text that both hold back stands above what follows. */
static bool
join_piece(struct cli *c, const struct rle *own)
{
	struct rle *r = c->ctx;

	if (!is_between(r) || r->number == 0)
		return false;
	rle_release(c);
	r->number += own->number - own->before;
	r->ended = own->ended;
	r->blank = own->blank;
	sok_buf_add(&r->raw, sok_buf_str(&own->raw));
	sok_buf_add(&r->out, sok_buf_str(&own->out));
	return true;
}

static bool
join_rle(struct cli *c, const struct cli *part)
{
	struct rle *r = c->ctx;
	const struct rle *own = part->ctx;

	if (own->part)
		return join_piece(c, own);
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
