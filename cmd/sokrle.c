/* sokrle - run-length encodes or decodes the boards and moves of a text; all
 * other bytes are copied unchanged. */
#include <errno.h>
#include <unistd.h>

#include "base/base.h"
#include "board/board.h"
#include "format/format.h"
#include "io/io.h"
#include "rle/sokrle.h"
#include "text/text.h"

#define AT(member) CLI_STORE(struct rle, member)

static const struct cli_option options[] = {
    {"decode", 'd', NULL, AT(decode), "decode instead"},
    {"only", 0, "WHAT", OPTION_ONLY, "rewrite only boards, or only moves"},
    {"min-run", 0, "N", OPTION_MIN_RUN,
        "shortest run that is encoded, default 3"},
    {"groups", 0, NULL, AT(groups),
        "use groups: the shortest possible encoding"},
    {"lines", 0, NULL, AT(lines), "write only boards, one on each line"},
    {"floor", 0, "KIND", OPTION_FLOOR,
        "floor is dash or underscore, default dash"},
    {NULL, 0, NULL, 0, NULL},
};

static bool
rle_option(struct cli *c, int id, const char *arg)
{
	static const char *const only[] = {"boards", "moves"};
	static const char *const floors[] = {"dash", "underscore"};
	struct rle *r = c->ctx;

	switch (id) {
	case OPTION_ONLY:
		r->keep_boards = CLI_CHOICE(c, "only", arg, only) == 1;
		r->keep_moves = !r->keep_boards;
		break;
	case OPTION_MIN_RUN:
		r->min_run = cli_number(c, "min-run", arg, 2, 1000000);
		break;
	case OPTION_FLOOR:
		r->floor = SOK_FLOOR_DASH;
		if (CLI_CHOICE(c, "floor", arg, floors) == 1)
			r->floor = SOK_FLOOR_UNDERSCORE;
		break;
	default:
		return false;
	}
	return true;
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
    .select = "rewrite only these puzzles and copy the rest (--lines prints "
              "only these): 3,7-9,@ID,title:GLOB,author:GLOB,unsolved; a "
              "leading ! means all others",
    .examples = {"sokrle levels.sok > short.sok      # encode boards and moves",
        "echo 3r2U | sokrle -d              # decode: rrrUU",
        "sokrle --lines -s 3 levels.sok     # one board in one line"},
    .options = options,
    .take = rle_option,
    .check = check_options,
};

/* ---- boards */

/* Whether the board is read as one in any layout: a sound puzzle with a wall,
 * whose first and last row begin with a wall or a box on a goal. */
static bool
is_sound(const struct sok_board *b)
{
	if (b->players != 1 || b->boxes != b->goals || b->boxes == 0 ||
	    b->width < 3 || b->height < 3)
		return false;
	for (int y = 0; y < b->height; y += b->height - 1) {
		int x = 0;

		while (x < b->width - 1 && sok_board_at(b, x, y) == SOK_FLOOR)
			x++;
		int first = sok_board_at(b, x, y);
		if (first != SOK_WALL && first != (SOK_BOX | SOK_GOAL))
			return false;
	}
	return memchr(b->sq, SOK_WALL, sok_board_size(b)) != NULL;
}

/* Write the board as a line of run-length text, or as rows like sokfmt. */
static void
change_board(struct rle *r, const struct sok_block *b)
{
	struct sok_buf *text = &r->text;

	if (r->board.line == 0)
		r->board = b->pos;
	r->doubt = !b->part && (r->doubt || r->moves || !is_sound(&b->board));
	r->variant |= b->variant;
	if (r->decode)
		write_board(r->rows, &b->board, r->floor, b->open);
	else
		sok_rle_board(text, &b->board, b->open, r->min_run, r->groups);
	if (r->floor == SOK_FLOOR_UNDERSCORE)
		for (char *s = text->s, *end = s + text->len;
		     !text->failed && (s = memchr(s, '-', (size_t)(end - s)));)
			*s = '_';
	rle_replace(r, b, sok_buf_str(text));
}

static void
rewrite_board(struct cli *c, const struct sok_block *b)
{
	struct rle *r = c->ctx;
	struct sok_buf *out = &r->out;
	/* Characters that a user has named are replaced as well. */
	bool encoded =
	    !r->decode || c->read.squares != NULL || c->read.squares_apart;

	for (int y = 0; !encoded && y < b->board.height; y++)
		encoded = b->board.row[y].rle;
	bool keep = !encoded || r->keep_boards || !cli_selected(c, NULL, NULL);
	if (r->lines && keep)
		return;
	/* Adjacent boards may no longer be separable: write a blank line. */
	if (r->glue && (r->glue_changed || !keep) && !r->lines) {
		bool cr = out->len > 0 && out->s[out->len - 1] == '\r';

		sok_buf_add(out, sok_str(cr ? "\r" : b->eol));
	}
	r->glue_changed = !keep;
	if (keep)
		rle_hold(c, b->raw);
	else
		change_board(r, b);
	r->glue = true;
	if (r->lines)
		rle_release(c);
}

/* ---- moves */

static bool
has_counts(const struct sok_game *g)
{
	for (size_t i = 0; i < g->nsource && !g->letters_only; i++) {
		struct sok_str line = g->source[i].text;

		for (size_t k = 0; k < line.len; k++)
			if (sok_is_digit(line.s[k]))
				return true;
	}
	return false;
}

/* Encode moves, or expand all counts, with the original wrapping. */
static void
rewrite_moves(struct cli *c, const struct sok_block *b)
{
	struct rle *r = c->ctx;
	const struct sok_game *g = &b->game;
	bool keep = r->keep_moves || !cli_selected(c, NULL, NULL);
	struct sok_str s = g->moves;

	if (r->lines)
		return;
	r->moves = true;
	if (!keep && !r->decode) {
		sok_rle_encode(
		    &r->text, s, SOK_RLE_MOVES, r->min_run, r->groups);
		s = sok_buf_str(&r->text);
	}
	if (keep || (sok_str_eq(s, g->moves) && !has_counts(g)))
		rle_hold(c, b->raw);
	else
		rle_replace(r, b, s);
	r->glue = false;
}

/* ---- blocks and operands */

/* Rewrite one block or keep it unchanged.  0, -1 with errno. */
static int
rewrite_block(struct cli *c, const struct sok_block *b)
{
	struct rle *r = c->ctx;
	bool board = b->kind == SOK_BLOCK_BOARD;
	bool moves = b->kind == SOK_BLOCK_MOVES;

	/* As in the reader, moves before the first board are a puzzle without
	 * a board, and other moves belong to the board above. */
	bool begins = board || (moves && r->number == 0);
	r->number += begins;
	if (begins && c->select != NULL) {
		struct sok_puzzle p = {.number = r->number};

		p.has_board = board;
		p.board = b->board;
		(void)cli_selected(c, &p, &r->scratch);
		sok_arena_reset(&r->scratch);
	}
	r->text.len = 0;
	if (board)
		rewrite_board(c, b);
	else if (moves)
		rewrite_moves(c, b);
	else if (!r->lines)
		rle_hold_text(c, b->raw);
	if (r->text.failed || r->raw.failed || r->out.failed) {
		errno = ENOMEM;
		return -1;
	}
	return sok_output_failed(cli_output(c)) ? -1 : 0;
}

/* Process all blocks of a source: 0, -1 with errno, 1 if some input was bad. */
static int
rewrite(struct cli *c, const struct cli_operand *op, struct sok_scan *s)
{
	const struct sok_format *f = c->read.format;
	const struct rle *r = c->ctx;
	struct sok_str head;
	struct sok_block b;
	size_t bytes = 0;
	int got;

	/* The options or its first bytes decide whether it is text. */
	if (sok_scan_head(s, &head) == -1)
		return 1;
	if (f == NULL)
		f = sok_format_detect(head);
	if (!sok_format_is_text(f)) {
		cli_error(c, "%s: is %s, not text; use sokconv first", op->name,
		    f->name);
		return 0;
	}
	while ((got = sok_scan_next(s, &b)) == 1) {
		/* Write a blank line between operands. */
		if (bytes == 0 && op->index > 0 && !r->lines) {
			if (!r->ended)
				rle_put(c, SOK_STR("\n"));
			if (!r->blank)
				rle_put(c, SOK_STR("\n"));
		}
		bytes += b.raw.len;
		if (rewrite_block(c, &b) == -1)
			return -1;
		if (c->progress != NULL)
			cli_progress(c, op, b.kind == SOK_BLOCK_BOARD, bytes);
		if (c->line_buffered)
			cli_flush_output(c);
	}
	if (got == 0)
		cli_select_missed(c, op->name, r->number);
	return got == -1 ? 1 : 0;
}

/* A descriptor with the bytes of an operand, for a second look; -1. */
static int
keep_bytes(const struct cli_operand *op)
{
	struct sok_output *copy = sok_output_spool();
	int fd = -1;

	if (copy == NULL)
		return -1;
	if (sok_output_copy_stream(copy, op->stream, op->fd) == 0)
		fd = sok_output_reopen(copy);
	(void)sok_output_close(copy, false);
	return fd;
}

static int
operand(struct cli *c, const struct cli_operand *op)
{
	struct sok_read_options o = c->read;
	struct sok_stream *stream = op->stream;
	struct sok_scan *s = NULL;
	int fd = stream == NULL ? op->fd : -1, kept = -1;
	bool ready = true;

	o.name = op->name;
	/* Titles and games are known only to a reader. */
	if (cli_select_reads(c)) {
		stream = NULL;
		fd = kept = keep_bytes(op);
		ready = fd != -1 && cli_select_ahead(c, op, fd) != -1 &&
		    lseek(fd, 0, SEEK_SET) != -1;
	}
	if (ready)
		s = sok_scan_open(fd, stream, &o, cli_sink(c));
	if (s == NULL) {
		cli_read_trouble(c, op, NULL, errno);
		if (kept != -1)
			close(kept);
		return 0;
	}
	((struct rle *)c->ctx)->number = 0;
	int done = rewrite(c, op, s), error = errno;
	rle_release(c);
	sok_scan_close(s);
	if (kept != -1)
		close(kept);
	if (done == 1)
		cli_read_trouble(c, op, NULL, error);
	errno = error;
	return done == -1 ? -1 : 0;
}

int
main(int argc, char **argv)
{
	struct rle rle = {.ended = true, .blank = true};
	struct cli c;

	cli_init(&c, &program, &rle, argc, argv);
	rle.rows = cli_must(&c, sok_output_memory(&rle.text));
	struct sok_output *out = cli_text_output(&c);
	if (c.to_charset != NULL && sok_output_charset(out, c.to_charset) == -1)
		cli_die(&c, c.to_charset, errno);
	cli_confine(&c, cli_select_reads(&c) ? CLI_SPOOLS : 0);
	cli_each(&c, true, operand);
	cli_withhold(&c);
	if (c.to_charset != NULL && sok_output_flush(out) != -1) {
		struct sok_pos pos = {.file = cli_output_name(&c)};

		if (sok_output_guessed(out))
			sok_output_report_guessed(pos, SOK_WARNING, &c.sink);
		sok_output_report_replaced(sok_output_replaced(out),
		    c.to_charset, pos.file, SOK_WARNING, &c.sink);
	}
	sok_output_close(rle.rows, false);
	sok_buf_free(&rle.text);
	sok_buf_free(&rle.raw);
	sok_buf_free(&rle.out);
	sok_arena_free(&rle.scratch);
	return cli_finish(&c);
}
