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
rle_option(struct cli *cli, int id, const char *arg)
{
	enum { ONLY_BOARDS, ONLY_MOVES };
	static const char *const only[] = {
	    [ONLY_BOARDS] = "boards", [ONLY_MOVES] = "moves"};
	/* Blanks, the first floor, would be lost in run-length text. */
	static const char *const floors[] = {[SOK_FLOOR_DASH - 1] = "dash",
	    [SOK_FLOOR_UNDERSCORE - 1] = "underscore"};
	struct rle *rle = cli->ctx;

	switch (id) {
	case OPTION_ONLY:
		rle->keep_boards =
		    CLI_CHOICE(cli, "only", arg, only) == ONLY_MOVES;
		rle->keep_moves = !rle->keep_boards;
		break;
	case OPTION_MIN_RUN:
		rle->min_run = cli_number(cli, "min-run", arg, 2, 1000000);
		break;
	case OPTION_FLOOR:
		rle->floor =
		    (enum sok_floor)(1 + CLI_CHOICE(cli, "floor", arg, floors));
		break;
	default:
		return false;
	}
	return true;
}

static void
check_options(struct cli *cli)
{
	struct rle *rle = cli->ctx;

	if (rle->lines && rle->decode)
		cli_usage(cli, "--lines and -d exclude each other");
	if (rle->groups && rle->decode)
		cli_usage(cli, "--groups and -d exclude each other");
	if (rle->min_run > 0 && rle->decode)
		cli_usage(cli, "--min-run and -d exclude each other");
	if (rle->min_run == 0)
		rle->min_run = 3;
	if (rle->lines && rle->keep_boards)
		cli_usage(cli, "--lines and --only=moves exclude each other");
	if (rle->floor != SOK_FLOOR_SPACE && rle->keep_boards)
		cli_usage(cli, "--floor and --only=moves exclude each other");
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
is_sound(const struct sok_board *board)
{
	if (board->players != 1 || board->boxes != board->goals ||
	    board->boxes == 0 || board->width < 3 || board->height < 3)
		return false;
	for (int y = 0; y < board->height; y += board->height - 1) {
		int x = 0;

		while (x < board->width - 1 &&
		    sok_board_at(board, x, y) == SOK_FLOOR)
			x++;
		int first = sok_board_at(board, x, y);
		if (first != SOK_WALL && first != (SOK_BOX | SOK_GOAL))
			return false;
	}
	return memchr(board->sq, SOK_WALL, sok_board_size(board)) != NULL;
}

/* Write the board as a line of run-length text, or as rows like sokfmt. */
static void
change_board(struct rle *rle, const struct sok_block *block)
{
	struct sok_buf *text = &rle->text;

	if (rle->board.line == 0)
		rle->board = block->pos;
	rle->doubt = !block->part &&
	    (rle->doubt || rle->moves || !is_sound(&block->board));
	rle->variant |= block->variant;
	if (rle->decode)
		write_board(rle->rows, &block->board, rle->floor, block->open);
	else
		sok_rle_board(text, &block->board, block->open, rle->min_run,
		    rle->groups);
	if (rle->floor == SOK_FLOOR_UNDERSCORE)
		for (char *s = text->s, *end = s + text->len;
		     !text->failed && (s = memchr(s, '-', (size_t)(end - s)));)
			*s = '_';
	rle_replace(rle, block, sok_buf_str(text));
}

static void
rewrite_board(struct cli *cli, const struct sok_block *block)
{
	struct rle *rle = cli->ctx;
	struct sok_buf *out = &rle->out;
	/* Characters that a user has named are replaced as well. */
	bool encoded = !rle->decode || cli->read.squares != NULL ||
	    cli->read.squares_apart;

	for (int y = 0; !encoded && y < block->board.height; y++)
		encoded = block->board.row[y].rle;
	bool keep =
	    !encoded || rle->keep_boards || !cli_selected(cli, NULL, NULL);
	if (rle->lines && keep)
		return;
	/* Adjacent boards may no longer be separable: write a blank line. */
	if (rle->glue && (rle->glue_changed || !keep) && !rle->lines) {
		bool cr = out->len > 0 && out->s[out->len - 1] == '\r';

		sok_buf_add(out, sok_str(cr ? "\r" : block->eol));
	}
	rle->glue_changed = !keep;
	if (keep)
		rle_hold(cli, block->raw);
	else
		change_board(rle, block);
	rle->glue = true;
	if (rle->lines)
		rle_release(cli);
}

/* ---- moves */

/* Whether the moves are written with counts. */
static bool
has_counts(const struct sok_game *game)
{
	for (size_t i = 0; i < game->nsource && !game->letters_only; i++) {
		struct sok_str line = game->source[i].text;

		for (size_t k = 0; k < line.len; k++)
			if (sok_is_digit(line.s[k]))
				return true;
	}
	return false;
}

/* Encode moves, or expand all counts, with the original wrapping. */
static void
rewrite_moves(struct cli *cli, const struct sok_block *block)
{
	struct rle *rle = cli->ctx;
	const struct sok_game *game = &block->game;
	bool keep = rle->keep_moves || !cli_selected(cli, NULL, NULL);
	struct sok_str s = game->moves;

	if (rle->lines)
		return;
	rle->moves = true;
	if (!keep && !rle->decode) {
		sok_rle_encode(
		    &rle->text, s, SOK_RLE_MOVES, rle->min_run, rle->groups);
		s = sok_buf_str(&rle->text);
	}
	if (keep || (sok_str_eq(s, game->moves) && !has_counts(game)))
		rle_hold(cli, block->raw);
	else
		rle_replace(rle, block, s);
	rle->glue = false;
}

/* ---- blocks and operands */

/* Rewrite one block or keep it unchanged.  0, -1 with errno. */
static int
rewrite_block(struct cli *cli, const struct sok_block *block)
{
	struct rle *rle = cli->ctx;
	bool board = block->kind == SOK_BLOCK_BOARD;
	bool moves = block->kind == SOK_BLOCK_MOVES;

	/* As in the reader, moves before the first board are a puzzle without
	 * a board, and other moves belong to the board above. */
	bool begins = board || (moves && rle->number == 0);
	rle->number += begins;
	if (begins && cli->select != NULL) {
		struct sok_puzzle puzzle = {.number = rle->number};

		puzzle.has_board = board;
		puzzle.board = block->board;
		(void)cli_selected(cli, &puzzle, &rle->scratch);
		sok_arena_reset(&rle->scratch);
	}
	rle->text.len = 0;
	if (board)
		rewrite_board(cli, block);
	else if (moves)
		rewrite_moves(cli, block);
	else if (!rle->lines)
		rle_hold_text(cli, block->raw);
	if (rle->text.failed || rle->raw.failed || rle->out.failed) {
		errno = ENOMEM;
		return -1;
	}
	return sok_output_failed(cli_output(cli)) ? -1 : 0;
}

/* Process all blocks of a source: 0, -1 with errno, 1 if some input was bad. */
static int
rewrite(struct cli *cli, const struct cli_operand *op, struct sok_scan *scan)
{
	const struct sok_format *format = cli->read.format;
	const struct rle *rle = cli->ctx;
	struct sok_str head;
	struct sok_block block;
	size_t bytes = 0;
	int got;

	/* The options or its first bytes decide whether it is text. */
	if (sok_scan_head(scan, &head) == -1)
		return 1;
	if (format == NULL)
		format = sok_format_detect(head);
	if (!sok_format_is_text(format)) {
		cli_error(cli, "%s: is %s, not text; use sokconv first",
		    op->name, format->name);
		return 0;
	}
	while ((got = sok_scan_next(scan, &block)) == 1) {
		/* Write a blank line between operands. */
		if (bytes == 0 && op->index > 0 && !rle->lines) {
			if (!rle->ended)
				rle_put(cli, SOK_STR("\n"));
			if (!rle->blank)
				rle_put(cli, SOK_STR("\n"));
		}
		bytes += block.raw.len;
		if (rewrite_block(cli, &block) == -1)
			return -1;
		if (cli->progress != NULL)
			cli_progress(
			    cli, op, block.kind == SOK_BLOCK_BOARD, bytes);
		if (cli->line_buffered)
			cli_flush_output(cli);
	}
	if (got == 0)
		cli_select_missed(cli, op->name, rle->number);
	return got == -1 ? 1 : 0;
}

/* A descriptor with the bytes of an operand, for a second look; -1 with errno.
 */
static int
keep_bytes(const struct cli_operand *op)
{
	struct sok_output *copy = sok_output_spool();
	int fd = -1, error;

	if (copy == NULL)
		return -1;
	if (sok_output_copy_stream(copy, op->stream, op->fd) == 0)
		fd = sok_output_reopen(copy);
	error = errno;
	(void)sok_output_close(copy, false);
	errno = error;
	return fd;
}

/* Encode or decode an open operand: 0, also if it cannot be read, which is
 * reported; -1 with errno. */
static int
operand(struct cli *cli, const struct cli_operand *op)
{
	struct sok_read_options reading = cli->read;
	struct sok_stream *stream = op->stream;
	struct sok_scan *scan = NULL;
	int fd = stream == NULL ? op->fd : -1, kept = -1;
	bool ready = true;

	reading.name = op->name;
	/* Titles and games are known only to a reader. */
	if (cli_select_reads(cli)) {
		stream = NULL;
		fd = kept = keep_bytes(op);
		ready = fd != -1 && cli_select_ahead(cli, op, fd) != -1 &&
		    lseek(fd, 0, SEEK_SET) != -1;
	}
	if (ready)
		scan = sok_scan_open(fd, stream, &reading, cli_sink(cli));
	if (scan == NULL) {
		cli_read_trouble(cli, op, NULL, errno);
		if (kept != -1)
			close(kept);
		return 0;
	}
	((struct rle *)cli->ctx)->number = 0;
	int done = rewrite(cli, op, scan), error = errno;
	rle_release(cli);
	sok_scan_close(scan);
	if (kept != -1)
		close(kept);
	if (done == 1)
		cli_read_trouble(cli, op, NULL, error);
	errno = error;
	return done == -1 ? -1 : 0;
}

int
main(int argc, char **argv)
{
	struct rle rle = {.ended = true, .blank = true};
	struct cli cli;

	cli_init(&cli, &program, &rle, argc, argv);
	rle.rows = cli_must(&cli, sok_output_memory(&rle.text));
	struct sok_output *out = cli_text_output(&cli);
	if (cli.to_charset != NULL &&
	    sok_output_charset(out, cli.to_charset) == -1)
		cli_die(&cli, cli.to_charset, errno);
	cli_confine(&cli, cli_select_reads(&cli) ? CLI_SPOOLS : 0);
	cli_each(&cli, true, operand);
	cli_withhold(&cli);
	if (cli.to_charset != NULL && sok_output_flush(out) != -1) {
		struct sok_pos pos = {.file = cli_output_name(&cli)};

		if (sok_output_guessed(out))
			sok_output_report_guessed(pos, SOK_WARNING, &cli.sink);
		sok_output_report_replaced(sok_output_replaced(out),
		    cli.to_charset, pos.file, SOK_WARNING, &cli.sink);
	}
	sok_output_close(rle.rows, false);
	sok_buf_free(&rle.text);
	sok_buf_free(&rle.raw);
	sok_buf_free(&rle.out);
	sok_arena_free(&rle.scratch);
	return cli_finish(&cli);
}
