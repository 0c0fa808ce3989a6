/*
 * fmt_edit.c - the changes that sokfmt makes to each puzzle between reading
 * and writing.
 */
#include "fmt/fmt.h"
#include "jobs/record.h"
#include "tools.h"

int
fmt_open(struct cli *c, struct sok_output *out, const char *name)
{
	struct fmt *f = c->ctx;
	struct sok_write_options o = {.floor = f->floor,
	    .wrap = f->wrap,
	    .charset = c->to_charset,
	    .same_game = f->check || f->list || f->diff || f->write,
	    .name = name};

	f->digest = 0;
	f->refused = f->undecoded = f->binary = false;
	f->writer = sok_writer_open(
	    sok_format_find(SOK_STR("sok")), out, &o, cli_sink(c));
	return f->writer == NULL ? -1 : fmt_hold_open(f);
}

int
fmt_write_puzzle(struct cli *c, const struct sok_puzzle *p)
{
	struct fmt *f = c->ctx;
	int r;

	/* --drop may have removed everything. */
	if (!p->has_board && p->ngames == 0 && p->raw.s == NULL &&
	    p->text.n == 0 && p->title_line.len == 0)
		return 0;
	r = sok_write(f->writer, p);
	f->refused = f->refused || r == 0;
	if (r == 1)
		r = fmt_count(c, p);
	return r == -1 ? -1 : 0;
}

int
fmt_header(struct cli *c, struct sok_header *h)
{
	struct fmt *f = c->ctx;
	struct sok_puzzle as_text = {.has_board = false};

	if (f->hold != NULL)
		return fmt_hold_header(c, h);
	if (f->drop != 0 && sok_drop_header(h, f->drop, &c->scratch) == -1)
		return -1;
	as_text.text = h->text;
	if (fmt_count(c, &as_text) == -1)
		return -1;
	return sok_write_header(f->writer, h);
}

int
fmt_close(struct cli *c)
{
	struct fmt *f = c->ctx;
	int r = fmt_release(c);

	if (sok_writer_close(f->writer) == -1)
		r = -1;
	f->writer = NULL;
	return r;
}

static int
transform(const struct fmt *f, struct sok_puzzle *p, struct sok_sink *sink,
    struct sok_arena *a)
{
	enum sok_symmetry t = (enum sok_symmetry)f->symmetry;
	int can;

	if (f->symmetry == FMT_NONE || !p->has_board)
		return 0;
	if (p->variant == SOK_UNSUPPORTED) {
		sok_report(sink, SOK_LOSSY_RULE, p->pos, p, NULL,
		    "not transformed: the puzzle is of another variant");
		return 0;
	}
	if (f->symmetry == FMT_CANONICAL && sok_canonical(p, &t, a) == -1)
		return -1;
	can = sok_can_transform(p, t, a);
	if (can == 0)
		sok_report(sink, SOK_LOSSY_RULE, p->pos, p, NULL,
		    "not transformed: %s",
		    sok_grid_has_symmetry(p->board.grid, t)
		        ? "the board is open or has squares that are not cells "
		          "of its variant"
		        : "boards of this variant have no such symmetry");
	return can == 1 ? sok_transform(p, t, a) : can;
}

int
fmt_edit(const struct cli *c, struct sok_puzzle *p, struct sok_sink *sink,
    struct sok_arena *a)
{
	const struct fmt *f = c->ctx;
	int r = 1;

	if (f->drop != 0 && sok_drop_puzzle(p, f->drop, a) == -1)
		return -1;
	if (f->simplify && p->has_board)
		r = sok_simplify(p, a);
	if (r == 0)
		sok_report(sink, SOK_LOSSY_RULE, p->pos, p, NULL,
		    "not simplified: the board is open, has no player or is "
		    "of another variant");
	if (r == -1 || transform(f, p, sink, a) == -1)
		return -1;
	if (f->title == FMT_NONE)
		return 0;
	return sok_move_titles(p, (enum sok_title_place)f->title, a);
}

static int
put_edited(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	struct fmt *f = c->ctx;

	if (f->hold != NULL)
		return fmt_hold(c, p, a);
	if (c->ready != NULL)
		cli_report_recorded(c, c->ready->found, p);
	else if (f->edits && fmt_edit(c, p, cli_sink(c), a) == -1)
		return -1;
	return fmt_write_puzzle(c, p);
}

/* Puzzles that are held back are changed later, after the header; only their
 * identities can be computed ahead. */
static int
prepare_edit(const struct cli *c, struct sok_puzzle *p, struct cli_ready *ready,
    struct record *found, struct sok_arena *a, struct sok_arena *scratch)
{
	const struct fmt *f = c->ctx;

	if (f->hold == NULL) {
		ready->result = p;
		return fmt_edit(c, p, &found->sink, a);
	}
	if (f->unique == FMT_NONE || f->unique == FMT_PICTURE)
		return 0;
	return sok_identify(p, f->unique == FMT_EXACT, a, scratch);
}

const struct cli_work fmt_work = {
    .header = fmt_header,
    .puzzle = put_edited,
    .prepare = prepare_edit,
};

/* A diff is a process of its own.  Two names may refer to the same file, which
 * has only one backup. */
static bool
is_parallel(const struct cli *c)
{
	const struct fmt *f = c->ctx;

	return f->writer == NULL && !f->diff && f->backup == NULL;
}

const struct cli_parallel fmt_parallel = {sizeof(struct fmt), is_parallel};
