/*
 * sokrle - run-length encodes or decodes the boards and moves of a text; all
 * other bytes are copied unchanged.  This file has the options and operands.
 */
#include <errno.h>

#include "rle/sokrle.h"
#include "tools.h"

enum { ONLY = CLI_OWN, MIN_RUN, FLOOR };

#define AT(member) CLI_STORE(struct rle, member)

static const struct cli_option options[] = {
    {"decode", 'd', NULL, AT(decode), "decode instead"},
    {"only", 0, "WHAT", ONLY, "rewrite only boards, or only moves"},
    {"min-run", 0, "N", MIN_RUN, "shortest run that is encoded, default 3"},
    {"groups", 0, NULL, AT(groups),
        "use groups: the shortest possible encoding"},
    {"lines", 0, NULL, AT(lines), "write only boards, one on each line"},
    {"floor", 0, "KIND", FLOOR, "floor is dash or underscore, default dash"},
    {NULL, 0, NULL, 0, NULL},
};

static const char *const only_name[] = {"boards", "moves"};
static const char *const floor_name[] = {"dash", "underscore"};

static void
rle_option(struct cli *c, int id, const char *arg)
{
	struct rle *r = c->ctx;

	switch (id) {
	case ONLY:
		r->keep_boards = CLI_CHOICE(c, "only", arg, only_name) == 1;
		r->keep_moves = !r->keep_boards;
		break;
	case MIN_RUN:
		r->min_run = cli_number(c, "min-run", arg, 2, 1000000);
		break;
	case FLOOR:
		r->floor = CLI_CHOICE(c, "floor", arg, floor_name) == 0
		    ? SOK_FLOOR_DASH
		    : SOK_FLOOR_UNDERSCORE;
		break;
	}
}

static void
check_options(struct cli *c)
{
	struct rle *r = c->ctx;

	if (r->lines && r->decode)
		cli_usage(c, "--lines and -d exclude each other");
	if (r->groups && r->decode)
		cli_usage(c, "--groups and -d exclude each other");
	if (r->min_run > 0 && r->decode)
		cli_usage(c, "--min-run and -d exclude each other");
	if (r->min_run == 0)
		r->min_run = 3;
	if (r->lines && r->keep_boards)
		cli_usage(c, "--lines and --only=moves exclude each other");
}

static const struct cli_program program = {
    .name = "sokrle",
    .summary = "run-length encode Sokoban boards and moves",
    .options = options,
    .take = rle_option,
    .check = check_options,
};

/* ---- operands */

/* Whether an operand is text, according to its first bytes or to the options:
 * 1, 0 (reported), -1. */
static int
is_text(struct cli *c, const struct cli_operand *op, struct sok_scan *s)
{
	const struct sok_format *f = c->read.format;
	struct sok_str head;

	if (sok_scan_head(s, &head) == -1)
		return -1;
	if (f == NULL)
		f = sok_format_detect(head);
	if (sok_format_is_text(f))
		return 1;
	cli_error(
	    c, "%s: is %s, not text; use sokconv first", op->name, f->name);
	return 0;
}

/* Process all blocks of a source: 0, -1 with errno, 1 if some input was bad. */
static int
rewrite(struct cli *c, const struct cli_operand *op, struct sok_scan *s)
{
	const struct rle *r = c->ctx;
	struct sok_block b;
	size_t bytes = 0;
	int got = is_text(c, op, s);

	if (got != 1)
		return got == -1 ? 1 : 0;
	while ((got = sok_scan_next(s, &b)) == 1) {
		/* Write a blank line between operands. */
		if (bytes == 0 && op->index > 0 && !r->lines) {
			if (!r->ended)
				rle_put(c, SOK_STR("\n"));
			if (!r->blank)
				rle_put(c, SOK_STR("\n"));
		}
		bytes += b.raw.len;
		if (rle_block(c, &b) == -1)
			return -1;
		if (c->progress != NULL)
			cli_progress(c, op, b.kind == SOK_BLOCK_BOARD, bytes);
	}
	if (got == 0)
		cli_select_missed(c, op->name, r->number);
	return got == -1 ? 1 : 0;
}

static int
operand(struct cli *c, const struct cli_operand *op, const void *arg)
{
	struct sok_read_options o = cli_read_options(c, op);
	struct sok_scan *s = op->stream == NULL
	    ? sok_scan_open(op->fd, &o, cli_sink(c))
	    : sok_scan_open_stream(op->stream, &o, cli_sink(c));
	struct rle *r = c->ctx;
	int done, error;

	(void)arg;
	if (s == NULL) {
		cli_trouble(c, op->name, errno);
		return 0;
	}
	r->number = 0;
	done = rewrite(c, op, s);
	error = errno;
	rle_release(c);
	sok_scan_close(s);
	if (done == 1)
		cli_read_trouble(c, op, error);
	errno = error;
	return done == -1 ? -1 : 0;
}

static void
report_replaced(struct cli *c)
{
	struct sok_output *out = cli_output(c);

	if (c->to_charset == NULL || sok_output_flush(out) == -1)
		return;
	if (sok_output_guessed(out))
		sok_output_report_guessed(
		    (struct sok_pos){.file = cli_output_name(c)}, SOK_WARNING,
		    &c->sink);
	sok_output_report_replaced(sok_output_replaced(out), c->to_charset,
	    cli_output_name(c), SOK_WARNING, &c->sink);
}

int
main(int argc, char **argv)
{
	struct rle rle = {.ended = true, .blank = true};
	struct sok_output *out;
	struct cli c;

	cli_init(&c, &program, &rle, argc, argv);
	out = cli_text_output(&c);
	if (c.to_charset != NULL && sok_output_charset(out, c.to_charset) == -1)
		cli_die(&c, c.to_charset, errno);
	cli_each(&c, true, operand, NULL);
	report_replaced(&c);
	sok_output_close(rle.rows, false);
	sok_buf_free(&rle.text);
	sok_buf_free(&rle.raw);
	sok_buf_free(&rle.out);
	sok_arena_free(&rle.scratch);
	return cli_finish(&c);
}
