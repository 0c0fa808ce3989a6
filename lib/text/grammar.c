/* grammar.c - divides lines into blocks in the order of the .sok specification:
 * first boards, then moves; the rest is text.  For the text reader and sokrle's
 * scan. */
#include <errno.h>
#include <stdlib.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "text/grammar.h"
#include "text/key.h"
#include "text/text.h"

int
blocks_open(struct blocks *blocks, struct sok_input *in,
    const struct sok_read_options *options)
{
	*blocks = (struct blocks){.limits = options->limits,
	    .tabs = (size_t)options->tabs,
	    .run.from = NO_RUN};
	lines_open(&blocks->lines, in, options->limits->v[SOK_LIMIT_LINE]);
	if (options->squares != NULL &&
	    sok_squares_fault(options->squares) != NULL) {
		errno = EINVAL;
		return -1;
	}
	return squares_open(options, &blocks->lines.squares) &&
	        blocks->lines.squares == NULL
	    ? -1
	    : 0;
}

void
blocks_close(struct blocks *blocks)
{
	lines_close(&blocks->lines);
	free(blocks->row);
	free(blocks->decoded_row);
	sok_arena_free(&blocks->cells);
	sok_buf_free(&blocks->run_text);
	sok_buf_free(&blocks->rle);
	sok_buf_free(&blocks->joined);
	sok_buf_free(&blocks->in_udlr);
}

void
blocks_drop(struct blocks *blocks, size_t lines)
{
	lines_drop(&blocks->lines, lines);
	blocks->ndecoded = 0;
	blocks->run.from = NO_RUN;
}

size_t
block_column(const struct blocks *blocks, size_t i, const char *at)
{
	struct sok_str s = lines_str(&blocks->lines, i),
	               row = lines_row(&blocks->lines, i);

	/* The byte may be in the line or in its row. */
	if (blocks->lines.squares == NULL || at < row.s || at > row.s + row.len)
		return lines_column(s, (size_t)(at - s.s));
	return squares_column(
	    blocks->lines.squares, i, lines_column(row, (size_t)(at - row.s)));
}

struct pending *
block_report(struct blocks *blocks, struct block *block, enum sok_rule rule,
    size_t i, const char *at, const char *fmt, ...)
{
	struct pending_list *to =
	    block != NULL ? &block->found : &blocks->found;
	struct sok_arena *arena = block != NULL ? blocks->ahead : blocks->now;
	size_t col = at != NULL ? block_column(blocks, i, at) : 1;
	struct pending *finding;
	va_list ap;

	va_start(ap, fmt);
	finding = pending_vadd(
	    to, arena, rule, lines_number(&blocks->lines, i), col, fmt, ap);
	va_end(ap);
	return finding;
}

/* Whether line i has the mark of a comment block, which ends in line block->to
 * - 1 if one begins there: its closing line must come before the next opening
 * line and within the limit.  1: it has the mark; if no block begins there,
 * that is reported, and block->to is unchanged.  0: it has none.  -1 with
 * errno. */
static int SOK_APART
comment_at(struct blocks *blocks, size_t i, struct block *block)
{
	const char *what =
	    "no comment block is open here; the line was indented";
	size_t most = blocks->limits->v[SOK_LIMIT_COMMENT];
	bool over = false;
	int kind, other, got = 0;

	enum comment_mark mark =
	    comment_mark(lines_str(&blocks->lines, i), &kind);
	if (mark == COMMENT_NONE)
		return 0;
	for (size_t j = i + 1; mark == COMMENT_OPEN; j++) {
		got = lines_want(&blocks->lines, j);
		if (got != 1)
			break;
		enum comment_mark found =
		    comment_mark(lines_str(&blocks->lines, j), &other);
		if (found == COMMENT_CLOSE && other == kind) {
			for (block->to = j + 1; i <= j; i++)
				blocks->lines.line[i].has |= HAS_COMMENT;
			return 1;
		}
		over = (blocks->lines.line[j].has & HAS_CUT) ||
		    line_raw(&blocks->lines.line[j]) -
		            line_raw(&blocks->lines.line[i]) >
		        most ||
		    blocks->lines.line[j].num - blocks->lines.line[i].num >
		        most;
		if (found == COMMENT_OPEN || over)
			break;
	}
	if (got == -1)
		return -1;
	/* Most unclosed comments are mistakes. */
	if (mark == COMMENT_OPEN)
		what = over ? "this comment block is not closed within the "
		              "limit; the line was kept as a key"
		            : "this comment block is never closed; the line "
		              "was kept as a key";
	block_report(
	    blocks, NULL, SOK_UNCLOSED_COMMENT_RULE, i, NULL, "%s", what);
	return 1;
}

void
block_begin_game(struct blocks *blocks, enum sok_variant variant, bool chosen)
{
	blocks->grid = sok_variant_grid(variant);
	blocks->chosen = chosen;
	for (size_t i = 0; i < SOK_COUNT(blocks->named); i++)
		blocks->named[i] = (struct naming){.grid = false};
}

void
block_name_game(struct blocks *blocks, size_t i, int first)
{
	struct sok_str line = lines_str(&blocks->lines, i);
	struct sok_text text = {&line, 1};
	struct naming naming = key_naming(&text), *own;

	if (!naming.grid)
		return;
	own = &blocks->named[NAMED_BY_VARIANT];
	if (first == 'g')
		own = &blocks->named[NAMED_BY_GAME];
	else if (first == 'p')
		own = &blocks->named[NAMED_BY_TYPE];
	*own = naming_beside(*own, naming);
	naming = naming_beside(
	    blocks->named[NAMED_BY_TYPE], blocks->named[NAMED_BY_VARIANT]);
	naming = naming_beside(blocks->named[NAMED_BY_GAME], naming);
	blocks->grid = sok_variant_grid(naming.variant);
}

int
block_find(struct blocks *blocks, size_t i, struct block *block)
{
	int got = block_want(blocks, i);

	if (got != 1)
		return got;
	const struct line *line = &blocks->lines.line[i];
	block_text(block, i);
	if ((line->has & HAS_CUT) || (line->can & CUT_OFF)) {
		/* The text reader reports it. */
		if (blocks->for_scan && !(line->can & CUT_OFF))
			block_report(blocks, NULL, SOK_LIMIT_RULE, i, NULL,
			    "more bytes in this line than the limit `line`; it "
			    "was kept as text");
		return 1;
	}
	if (!(line->has & HAS_INK)) {
		blocks->skip = false;
		return 1;
	}
	if (blocks->skip) {
		got = comment_at(blocks, i, block);
		return got == -1 ? -1 : 1;
	}
	if (lines_count(&blocks->lines, i) < blocks->text_until) {
		block->reason = TEXT_TRIED;
		return 1;
	}

	/* Run-length text without a wall, such as a single number, is not a
	 * row.  Nothing in it is foreign. */
	bool bare = (line->can & CAN_RLE) && rows_is_rle(line) &&
	    !lines_wall(&blocks->lines, i);
	if (!bare && lines_count(&blocks->lines, i) >= blocks->picture_until &&
	    ((line->can & CAN_LETTER) || lines_wall(&blocks->lines, i)) &&
	    !picture_impossible(blocks, i)) {
		got = block_picture(blocks, i, block);
		if (got != 0)
			return got;
	}
	block->fault.message = NULL;
	if (!bare && (blocks->lines.line[i].can & CAN_LETTER)) {
		got = block_board(blocks, i, block);
		if (got != 0)
			return got;
	}
	if ((blocks->lines.line[i].has & HAS_MOVE) ||
	    blocks->grid != SOK_SQUARES) {
		got = block_moves(blocks, i, block);
		if (got != 0)
			return got;
	}
	block_text(block, i);
	block->reason = TEXT_OTHER;
	/* The mark of a comment ends in a colon. */
	struct sok_str s = lines_str(&blocks->lines, i);
	got = s.s[s.len - 1] == ':' ? comment_at(blocks, i, block) : 0;
	if (got == 1)
		block->reason = TEXT_SETTLED;
	return got == -1 ? -1 : 1;
}
