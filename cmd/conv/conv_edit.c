/*
 * conv_edit.c - changes puzzles between reading and writing: adds keys of a
 * dropped header to the puzzles, and reports operands without a puzzle.
 */
#include "conv/conv.h"
#include "tools.h"

int
conv_begin(struct cli *c, const struct cli_operand *op)
{
	struct conv *v = c->ctx;

	(void)op;
	v->here = 0;
	v->words = false;
	v->errors = c->sink.count[SOK_ERROR];
	return 0;
}

int
conv_header(struct cli *c, struct sok_header *h)
{
	struct conv *v = c->ctx;

	v->words = h->text.n > 0;
	return v->split != NULL ? index_header(c, h)
	                        : sok_write_header(v->writer, h);
}

int
conv_end(struct cli *c, const struct cli_operand *op)
{
	struct conv *v = c->ctx;
	struct sok_pos pos = {op->name, 1, 1};

	/* What was wrong may have been one. */
	if (v->here == 0 && v->words && c->select == NULL &&
	    cli_read_whole(c) && c->sink.count[SOK_ERROR] == v->errors)
		sok_report_as(cli_sink(c),
		    op->met && choose_has_suffix(op->name, ".txt")
		        ? SOK_NOTE
		        : SOK_WARNING,
		    SOK_NO_PUZZLE_RULE, pos, NULL, NULL,
		    "no board was recognised in this file");
	return 0;
}

/* Formats that keep a header as it is. */
static bool
keeps_macros(const struct conv *v)
{
	return conv_is_to(v, "sok") || conv_is_to(v, "records") ||
	    conv_is_to(v, "jsonl");
}

int
conv_edit(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	struct conv *v = c->ctx;

	v->puzzles++;
	v->number = v->before + p->number;
	if (!sok_uses_macros(p) || keeps_macros(v))
		return 0;
	return sok_expand_macros(p, p->header, NULL, cli_sink(c), a);
}

int
conv_prepare(const struct cli *c, struct sok_puzzle *p, struct cli_ready *ready,
    struct record *found, struct sok_arena *a, struct sok_arena *scratch)
{
	const struct conv *v = c->ctx;

	(void)ready;
	(void)found;
	if (!(v->to->flags & SOK_HAS_IDS))
		return 0;
	return sok_identify(p, conv_is_to(v, "jsonl"), a, scratch);
}
