/* read_text.c - reads collections in text of every dialect (.sok, .xsb, .txt,
 * run-length lines): builds puzzles with titles, text and games from blocks.
 * As a puzzle ends at the next board, the reader is one board ahead.  It finds
 * all blocks of a puzzle before it takes slices of the window of lines. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "text/doubts/doubts.h"
#include "text/gap_text.h"
#include "text/text.h"
#include "text/variant.h"

struct text {
	struct blocks blocks;
	struct sok_arena board; /* of the next board */
	/* The blocks of this puzzle, of which only the first may be a board,
	 * and then the first one of the next puzzle. */
	struct block *block;
	size_t nblocks;
	/* The array that they are in, below those of puzzles before. */
	struct block *all;
	size_t passed, capblocks;
	bool has_next;
	size_t end;           /* the line below the text of the last of them */
	size_t start;         /* the first line of the next puzzle */
	struct sok_str title; /* its title, or empty */
	bool title_plain;     /* see title.h */
	bool adjoins; /* the line above the next board is nearly a row of it */
	size_t title_at; /* where it begins in that line; SIZE_MAX: a copy */
	bool boards;     /* a board was found */
	size_t joined; /* blank lines of comments that are not in the window */
	struct doubts doubts;
	/* COPY: lines over a limit begin; COPYING: they go on. */
	enum { HEADER, PUZZLES, COPY, COPYING, TEXT } phase;
};

/* Find the next board or moves from line i on, and store it after the blocks of
 * the puzzle: 1, 0 at the end or if a line is over a limit, -1. */
static int
find_block(struct text *state, size_t i)
{
	size_t most = state->blocks.limits->v[SOK_LIMIT_TEXT];
	size_t n = state->passed + state->nblocks;
	struct block *block =
	    sok_grow(state->all, n, &state->capblocks, sizeof(*block));
	/* Between a board and its first game. */
	bool below =
	    state->nblocks == 1 && state->block[0].kind == SOK_BLOCK_BOARD;
	int got;

	if (block == NULL)
		return -1;
	state->all = block;
	state->block = block + state->passed;
	block += n;
	for (;;) {
		got = block_at(&state->blocks, i, block);
		if (got == 1)
			got =
			    doubts_found(&state->doubts, &state->blocks, block);
		if (got != 1 || block->kind != SOK_BLOCK_TEXT)
			break;
		const struct line *line = &state->blocks.lines.line[i];

		if ((line->has & HAS_CUT) ||
		    line_raw(line) - input_consumed(state->blocks.lines.in) >
		        most ||
		    i + state->joined > most / LINE_LEAST) {
			state->phase = COPY;
			got = 0;
			break;
		}
		if (below && (line->has & HAS_INK))
			block_note_game(&state->blocks, i);
		if (line->has & HAS_COMMENT)
			state->joined +=
			    lines_before(&state->blocks.lines, block->to) -
			    lines_before(&state->blocks.lines, i) -
			    (block->to - i);
		i = block->to;
	}
	state->has_next = got == 1;
	state->end = i;
	return got;
}

/* So many blocks stay in the array before the next ones move to its start: a
 * copy of each that was just written would wait for it. */
#define BLOCKS_PASSED 8

/* Drop the lines before the next puzzle; its first block becomes the first. */
static void
advance(struct text *state)
{
	if (state->has_next && state->nblocks > 0) {
		state->passed += state->nblocks;
		if (state->passed >= BLOCKS_PASSED) {
			*state->all = state->all[state->passed];
			state->passed = 0;
		}
		state->block = state->all + state->passed;
	}
	state->nblocks = 0;
	if (state->start == 0)
		return;
	blocks_drop(&state->blocks, state->start);
	state->joined = 0;
	if (state->has_next) {
		state->block->from -= state->start;
		state->block->to -= state->start;
	}
	state->start = 0;
}

/* A title, or the two lines of a pair, as one; s == NULL on ENOMEM. */
static struct sok_str
one_line(const struct title *title, struct sok_arena *arena)
{
	if (title->number.len == 0)
		return title->line.len > 0 ? title->line : SOK_STR("");
	return sok_str_fmt(arena, "%.*s %.*s", (int)title->number.len,
	    title->number.s, (int)title->line.len, title->line.s);
}

/* This puzzle ends, and gap is the text above the next one.  0, -1 on
 * ENOMEM. */
static int
set_next(struct text *state, const struct gap_text *gap)
{
	state->start = gap->next;
	state->title = one_line(&gap->title, state->blocks.ahead);
	state->title_plain = gap->title.plain;
	state->adjoins = gap->adjoins_below;
	state->title_at = SIZE_MAX;
	if (gap->title.line.len > 0 && gap->title.number.len == 0)
		state->title_at = (size_t)(state->title.s -
		    lines_str(&state->blocks.lines, state->start).s);
	return state->title.s == NULL ? -1 : 0;
}

/* ---- puzzles */

/* Convert titles that fit no line to keys of the complete text; 0, -1. */
static int SOK_APART
fit_titles(struct sok_puzzle *puzzle, struct sok_arena *arena)
{
	int got = sok_title_set(
	    &puzzle->title_line, &puzzle->text, puzzle->title_line, arena);

	/* The key stands below what is nearly a row. */
	if (puzzle->adjoins_below && title_key(&puzzle->text, 0) == 0) {
		struct sok_str *line = puzzle->text.line, key = line[0];
		line[0] = line[1];
		line[1] = key;
	}
	for (size_t i = 0; i < puzzle->ngames && got == 0; i++) {
		struct sok_game *game = &puzzle->game[i];

		got = sok_title_set(
		    &game->title_line, &game->text, game->title_line, arena);
	}
	return got;
}

/* Build the puzzle from its blocks.  Of the text between two of them, a title
 * belongs to the block below, all else to the one above. */
static int
build(struct sok_reader *reader, struct text *state)
{
	struct sok_puzzle *puzzle = &reader->puzzle;
	size_t n = state->nblocks - puzzle->has_board;
	struct sok_game *game = NULL;
	struct gap_text gap;
	bool plain = state->title_plain && puzzle->has_board && n == 0;

	if (n > 0) {
		game = sok_arena_zalloc(&reader->arena, n, sizeof(*game));
		if (game == NULL)
			return -1;
	}
	puzzle->game = game;
	puzzle->ngames = n;
	doubts_begin(&state->doubts, puzzle);
	/* Without a board, the puzzle's title is that of the first game. */
	if (!puzzle->has_board) {
		game->title_line = puzzle->title_line;
		puzzle->title_line = SOK_STR("");
	}
	for (size_t i = 0; i < state->nblocks; i++) {
		struct block *block = &state->block[i];
		bool last = i + 1 == state->nblocks,
		     board = i < puzzle->has_board;
		struct block *next =
		    !last || state->has_next ? block + 1 : NULL;
		size_t to = next != NULL ? next->from : state->end;

		if ((!board &&
		        block_game(&state->blocks, block, reader->options.name,
		            game, &reader->arena) == -1) ||
		    gap_take(reader, &state->blocks, block->to, to, block, next,
		        &gap) == -1)
			return -1;
		bool kept = board && gap.direct && gap.text.n > 0 &&
		    gap_title_below(puzzle, &gap, next);
		if (!kept && next != NULL && gap.text.n > 0)
			gap_title_above(reader, &gap, next);
		doubts_gap(
		    &state->doubts, reader, &state->blocks, &gap, board, next);
		if (board) {
			puzzle->text = gap.text;
			puzzle->adjoins_below = gap.adjoins_above;
		} else
			game++->text = gap.text;
		if (!last)
			game->title_line = one_line(&gap.title, &reader->arena);
		if (!last && game->title_line.s == NULL)
			return -1;
	}
	if (doubts_puzzle(&state->doubts, reader, &gap, !state->has_next,
	        &state->blocks.lines) == -1 ||
	    set_next(state, &gap) == -1)
		return -1;
	return plain ? 0 : fit_titles(puzzle, &reader->arena);
}

/* Read the puzzle that begins with the last block found: 1, -1. */
static int
read_puzzle(struct sok_reader *reader, struct text *state)
{
	struct sok_puzzle *puzzle = &reader->puzzle;
	struct block *block = state->block;
	enum sok_variant variant;
	int found;

	puzzle->has_board = block->kind == SOK_BLOCK_BOARD;
	if (puzzle->has_board)
		puzzle->board = block->board;
	puzzle->title_line = state->title;
	puzzle->adjoins_above = state->adjoins;
	puzzle->pos = (struct sok_pos){reader->options.name,
	    lines_number(&state->blocks.lines, block->from), 1};
	if (!puzzle->has_board)
		reader_report(reader, SOK_MOVES_WITHOUT_BOARD_RULE,
		    puzzle->pos.line, 1, "moves before the first board");
	pending_join(&reader->found, &block->found);
	/* The letters of moves, unless the text below names a variant. */
	if (variant_find(reader, &puzzle->text, &puzzle->board, &variant) == -1)
		return -1;
	block_begin_game(&state->blocks, variant, reader->header.chosen);
	state->nblocks = 0;
	do {
		state->nblocks++;
		found = find_block(state, state->block[state->nblocks - 1].to);
	} while (
	    found == 1 && state->block[state->nblocks].kind == SOK_BLOCK_MOVES);
	if (found == -1)
		return -1;
	/* The window may have moved while the blocks were found. */
	if (state->title_at != SIZE_MAX)
		puzzle->title_line.s =
		    lines_str(&state->blocks.lines, 0).s + state->title_at;
	if (state->block[0].plain)
		puzzle->board.xsb = lines_raw(&state->blocks.lines,
		    state->block[0].from, state->block[0].to);
	return build(reader, state) == -1 ? -1 : 1;
}

/* ---- before the first puzzle, and lines over a limit */

/* Read the text up to the first block: the header, or text of no puzzle. */
static int
read_ahead(struct sok_reader *reader, struct text *state, struct sok_text *text)
{
	enum sok_variant variant = SOK_SOKOBAN;
	struct naming none = {.grid = false};
	struct gap_text gap;
	bool grid;

	/* Letters of a variant in text are not moves, unless asked for. */
	if (reader->options.bare_moves)
		variant = variant_of_keys(&reader->options, none, &grid);
	state->phase = PUZZLES;
	state->nblocks = 0;
	block_begin_game(&state->blocks, variant, true);
	int found = find_block(state, 0);
	struct block *next = found == 1 ? state->block : NULL;
	if (found == -1 ||
	    gap_take(reader, &state->blocks, 0, state->end, NULL, next, &gap) ==
	        -1)
		return -1;
	if (found == 1 && gap.text.n > 0)
		gap_title_above(reader, &gap, next);
	doubts_gap(&state->doubts, reader, &state->blocks, &gap, false, next);
	*text = gap.text;
	return set_next(state, &gap);
}

/* Lines with LF as line ends, like everything that is written, whatever ends
 * them: a copy, if one of them has another end.  s == NULL on ENOMEM. */
static struct sok_str
with_lf(struct sok_str lines, struct sok_arena *arena)
{
	size_t used = 0;

	if (lines.len == 0 || memchr(lines.s, '\r', lines.len) == NULL)
		return lines;
	char *to = sok_arena_alloc(arena, lines.len, 1);
	for (size_t i = 0; to != NULL && i < lines.len; i++) {
		struct sok_str rest = sok_str_from(lines, i);

		/* All CRs belong to line ends (see cr_end() in lines.c). */
		if (sok_str_starts(rest, SOK_STR("\r\r\n")))
			i += 2;
		else if (sok_str_starts(rest, SOK_STR("\r\n")))
			i += 1;
		to[used++] = lines.s[i] == '\r' ? '\n' : lines.s[i];
	}
	return (struct sok_str){to, used};
}

/* Copy the lines up to the next blank line, perhaps in parts: 1, -1. */
static int SOK_SELDOM SOK_APART
read_raw(struct sok_reader *reader, struct text *state)
{
	struct lines *lines = &state->blocks.lines;
	struct sok_str *raw = &reader->puzzle.raw;
	bool cut = false; /* inside a line */
	size_t n = 0;
	int got;

	reader->puzzle.raw_goes_on = state->phase == COPYING;
	if (state->phase == COPY)
		reader_report(reader, SOK_LIMIT_RULE, lines_number(lines, 0), 1,
		    "over the limit `line`, or `text` for a whole puzzle; "
		    "copied unchanged up to the next blank line");
	/* The first line may be the leading blanks of a long line. */
	while ((got = lines_want(lines, n)) == 1 &&
	    (cut || n == 0 || !lines_blank(lines, n)) &&
	    line_raw(&lines->line[n]) - input_consumed(lines->in) < 1 << 20)
		cut = lines->line[n++].has & HAS_CUT;
	if (got == -1)
		return -1;
	state->phase =
	    got == 1 && (cut || !lines_blank(lines, n)) ? COPYING : TEXT;
	state->start = n;
	reader->puzzle.pos =
	    (struct sok_pos){reader->options.name, lines_number(lines, 0), 1};

	*raw = with_lf(lines_raw(lines, 0, n), &reader->arena);
	return raw->s == NULL ? -1 : 1;
}

/* ---- the reader */

static int
open_text(struct sok_reader *reader)
{
	struct text *state = reader->state = calloc(1, sizeof(*state));

	if (state == NULL)
		return -1;
	input_unify(&reader->in);
	if (blocks_open(&state->blocks, &reader->in, &reader->options) == -1)
		return -1;
	state->blocks.lines.join = true;
	state->blocks.ahead = &state->board;
	state->blocks.now = &reader->arena;
	return 0;
}

static void
close_text(struct sok_reader *reader)
{
	struct text *state = reader->state;

	if (state == NULL)
		return;
	blocks_close(&state->blocks);
	sok_arena_free(&state->board);
	free(state->all);
	free(state);
}

/* Slices of the header are copies; all others are in the window. */
size_t
text_line(const struct sok_reader *reader, const char *at)
{
	const struct text *state = reader->state;
	size_t from = 0, to;

	if (reader->format->reader != &read_text_ops ||
	    state->blocks.lines.n == 0)
		return 0;
	const char *start = lines_str(&state->blocks.lines, 0).s;
	struct sok_str last =
	    lines_str(&state->blocks.lines, state->blocks.lines.n - 1);
	if (at < start || at > last.s + last.len)
		return 0;
	/* The last line that begins at this byte or before it. */
	for (to = state->blocks.lines.n; to - from > 1;) {
		size_t middle = from + (to - from) / 2;

		if (lines_str(&state->blocks.lines, middle).s <= at)
			from = middle;
		else
			to = middle;
	}
	return lines_number(&state->blocks.lines, from);
}

/* Read the text above the next puzzle that belongs to no puzzle.  That is the
 * header of the file: 0.  Below lines over a limit it is other text: 1 if it
 * has lines, as they are passed on like a puzzle, else 0.  -1 with errno. */
static int SOK_SELDOM SOK_APART
read_above(struct sok_reader *reader, struct text *state)
{
	bool header = state->phase == HEADER;
	struct sok_text *text =
	    header ? &reader->header.text : &reader->puzzle.text;
	int got = read_ahead(reader, state, text);

	/* Now, as the copy of the header has no places. */
	if (got == 0 && header)
		variant_report_unknown(reader, text, true);
	if (got == 0)
		got = header ? text_copy(text, &reader->life) : text->n > 0;
	if (got == 0)
		advance(state);
	/* What was found ahead must outlive text of no puzzle. */
	if (got == 1 && state->has_next && state->block->moves.s != NULL) {
		struct sok_str *moves = &state->block->moves;

		*moves = sok_str_dup(state->blocks.ahead, *moves);
		got = moves->s == NULL ? -1 : 1;
	}
	return got;
}

static int
read_text(struct sok_reader *reader)
{
	struct text *state = reader->state;
	struct sok_arena board = state->board;
	int got = 0;

	/* The previous call put the board of this puzzle into that arena. */
	state->board = reader->arena;
	reader->arena = board;
	advance(state);
	if (state->phase == HEADER || state->phase == TEXT)
		got = read_above(reader, state);
	if (got == 0 && (state->phase == COPY || state->phase == COPYING))
		got = read_raw(reader, state);
	else if (got == 0 && state->has_next)
		got = read_puzzle(reader, state);
	state->boards |= reader->puzzle.has_board ||
	    (state->has_next &&
	        state->block[state->nblocks].kind == SOK_BLOCK_BOARD);
	/* What may be a board is an error where nothing else is. */
	for (struct pending *finding = state->blocks.found.first;
	     finding != NULL && !state->boards; finding = finding->next)
		if (finding->rule == SOK_UNKNOWN_ALPHABET_RULE)
			finding->severity = SOK_ERROR;
	pending_join(&reader->found, &state->blocks.found);
	doubts_bytes(reader, &state->blocks.lines, state->start, got == 0);
	if (got == 1 && state->phase == PUZZLES && !state->has_next)
		doubts_end(&state->doubts, reader);
	return got;
}

const struct sok_read_ops read_text_ops = {
    .text = true, .open = open_text, .read = read_text, .close = close_text};
