/*
 * conv_edit.c - what sokconv does to a puzzle between reading and writing:
 * where the header does not go along, what it gave goes to the puzzle.
 */
#include "conv.h"

/* Formats that keep a header as it is. */
static bool
keeps_macros(const struct sok_format *f)
{
	return f == sok_format_find(SOK_STR("sok")) ||
	    f == sok_format_find(SOK_STR("records")) ||
	    f == sok_format_find(SOK_STR("jsonl"));
}

int
conv_edit(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	struct conv *v = c->ctx;
	const struct sok_header *h = p->header;

	v->puzzles++;
	v->number = v->before + p->number;
	if (!sok_uses_macros(p) || keeps_macros(v->to))
		return 0;
	return sok_expand_macros(p, h, NULL, cli_sink(c), a);
}

/* ---- parts of a run */

static bool
fork_conv(struct cli *part)
{
	struct conv *own = part->ctx;

	if (own->writer == NULL || own->spool != NULL || own->split != NULL)
		return false;
	own->puzzles = 0;
	own->writer =
	    sok_writer_part(own->writer, cli_output(part), cli_sink(part));
	return own->writer != NULL;
}

static bool
join_conv(struct cli *c, const struct cli *part)
{
	struct conv *v = c->ctx;
	const struct conv *own = part->ctx;

	if (!sok_writer_join(v->writer, own->writer))
		return false;
	v->puzzles += own->puzzles;
	return true;
}

static void
drop_conv(struct cli *part)
{
	struct conv *own = part->ctx;

	sok_writer_drop(own->writer);
}

const struct cli_parts conv_parts = {
    sizeof(struct conv), fork_conv, join_conv, drop_conv};
