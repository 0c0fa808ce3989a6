/*
 * fmt_edit.c - what sokfmt does to each puzzle between reading and writing.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fmt.h"

int
fmt_open(struct cli *c, struct sok_output *out)
{
	struct fmt *f = c->ctx;
	struct sok_write_options o = {.floor = f->floor,
	    .wrap = f->wrap,
	    .charset = c->to_charset,
	    .name = c->output != NULL ? c->output : "-"};

	f->digest = 0;
	f->refused = false;
	f->writer = sok_writer_open(
	    sok_format_find(SOK_STR("sok")), out, &o, cli_sink(c));
	return f->writer == NULL ? -1 : 0;
}

uint64_t
fmt_digest(uint64_t all, uint64_t next)
{
	return (all << 7 | all >> 57) * 0x9e3779b97f4a7c15U ^ next;
}

int
fmt_write_puzzle(struct cli *c, const struct sok_puzzle *p)
{
	struct fmt *f = c->ctx;
	int r = sok_write(f->writer, p);

	if (r == 1 && f->write)
		f->digest = fmt_digest(f->digest, sok_puzzle_digest(p));
	f->refused = f->refused || r == 0;
	return r == -1 ? -1 : 0;
}

int
fmt_close(struct cli *c)
{
	struct fmt *f = c->ctx;
	int r = f->hold != NULL ? fmt_release(c) : 0;

	if (sok_writer_close(f->writer) == -1)
		r = -1;
	f->writer = NULL;
	return r;
}

static int
transform(struct fmt *f, struct sok_puzzle *p, struct sok_arena *a)
{
	enum sok_symmetry t = (enum sok_symmetry)f->symmetry;

	if (f->symmetry == FMT_NONE || !p->has_board ||
	    p->variant == SOK_UNSUPPORTED)
		return 0;
	if (f->symmetry == FMT_CANONICAL &&
	    sok_canonical(&p->board, &t, a) == -1)
		return -1;
	return sok_transform(p, t, a);
}

static int
simplify(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	int r = p->has_board ? sok_simplify(p, a) : 1;

	if (r == 0)
		sok_report(cli_sink(c), SOK_LOSSY_RULE, p->pos, p, NULL,
		    "not simplified: the board is open, has no player or is "
		    "of another variant");
	return r == -1 ? -1 : 0;
}

int
fmt_edit(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	struct fmt *f = c->ctx;

	if (f->drop != 0 && sok_drop_puzzle(p, f->drop, a) == -1)
		return -1;
	if (f->simplify && simplify(c, p, a) == -1)
		return -1;
	if (transform(f, p, a) == -1)
		return -1;
	if (f->title != FMT_NONE && sok_move_titles(p, f->title == 0, a) == -1)
		return -1;
	return 0;
}

static bool
holds(const struct fmt *f)
{
	return f->unique != FMT_NONE || f->macros;
}

int
fmt_put(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	struct fmt *f = c->ctx;

	if (holds(f))
		return fmt_hold(c, p, a);
	return fmt_edit(c, p, a) == -1 ? -1 : fmt_write_puzzle(c, p);
}

int
fmt_write_header(struct cli *c, struct sok_header *h)
{
	struct fmt *f = c->ctx;
	struct sok_puzzle as_text = {.has_board = false};

	if (f->drop != 0 && sok_drop_header(h, f->drop, &c->scratch) == -1)
		return -1;
	as_text.text = h->text;
	f->digest = fmt_digest(f->digest, sok_puzzle_digest(&as_text));
	return sok_write_header(f->writer, h);
}

int
fmt_put_header(struct cli *c, struct sok_header *h)
{
	return holds(c->ctx) ? fmt_hold_header(c, h) : fmt_write_header(c, h);
}

const struct cli_work fmt_work = {.header = fmt_put_header, .puzzle = fmt_put};
