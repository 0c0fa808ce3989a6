/* grammar_moves.c - the lines of a game: where moves begin and end (sok(5),
 * "Games"). */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/grammar.h"
#include "text/text.h"
#include "text/title.h"

struct sok_str
moves_line(const struct blocks *blocks, size_t i)
{
	struct sok_str s = lines_str(&blocks->lines, i);

	s = sok_str_trim(
	    blocks->lines.line[i].has & HAS_QUOTE ? sok_str_unquote(s) : s);
	if (s.len > 0 && s.s[s.len - 1] == '\\')
		s = sok_str_rtrim(sok_str_sub(s, 0, s.len - 1));
	return s;
}

int
block_game(const struct blocks *blocks, const struct block *block,
    const char *file, struct sok_game *game, struct sok_arena *arena)
{
	struct sok_source *line;

	game->letters_only = block->letters_only;
	game->nsource = block->to - block->from;
	line = game->source =
	    sok_arena_alloc(arena, game->nsource, sizeof(*line));
	if (line == NULL)
		return -1;
	for (size_t i = block->from; i < block->to; i++, line++) {
		struct sok_str s = moves_line(blocks, i);
		size_t before = (size_t)(s.s - lines_str(&blocks->lines, i).s);

		*line = (struct sok_source){
		    s, lines_number(&blocks->lines, i), before + 1};
	}
	game->moves =
	    block->moves.s != NULL ? block->moves : game->source[0].text;
	game->pos =
	    (struct sok_pos){file, game->source[0].line, game->source[0].col};
	return 0;
}

struct sok_str
moves_with_u(struct blocks *blocks, struct sok_str s, size_t from)
{
	blocks->in_udlr.len = 0;
	sok_buf_add(&blocks->in_udlr, sok_str_sub(s, 0, from));
	for (size_t at = from; at < s.len; at++)
		sok_buf_addc(&blocks->in_udlr,
		    (char)(steps_letter(blocks->grid, s.s[at]) < 0 ? s.s[at]
		                                                   : 'u'));
	return blocks->in_udlr.failed ? s : sok_buf_str(&blocks->in_udlr);
}

/* Lines are classified before the variant is known.  If line i consists of the
 * variant's letters, add that it can be moves. */
int
block_letters(struct blocks *blocks, size_t i)
{
	struct line *line = &blocks->lines.line[i];
	uint16_t can, has;

	if ((line->has & HAS_CUT) || (line->can & (CAN_MOVES | CUT_OFF)))
		return 1;
	struct sok_str s =
	    moves_in_udlr(blocks, lines_str(&blocks->lines, i), 0);
	if (blocks->in_udlr.failed)
		return -1;
	lines_classify(s, &can, &has);
	if (can & CAN_MOVES) {
		line->can |= CAN_MOVES;
		line->has |= has;
	}
	return 1;
}

bool
moves_in_list(struct blocks *blocks, size_t i)
{
	return (blocks->lines.line[i].can & CAN_MOVES) &&
	    (blocks->lines.line[i].has & HAS_COUNT) &&
	    sok_moves_listed(moves_in_udlr(blocks, moves_line(blocks, i), 0));
}

/* `<ul>` or `<dl><dd>` alone are tags of a web page and not jumps. */
static bool
is_tags(const struct blocks *blocks, size_t i)
{
	const char *end;

	if (!(blocks->lines.line[i].has & HAS_MARK))
		return false;
	struct sok_str s = moves_line(blocks, i);
	do {
		end = s.len > 0 ? memchr(s.s, '>', s.len) : NULL;
		if (end == NULL || s.s[0] != '<' || end == s.s + 1)
			return false;
		s = sok_str_ltrim(sok_str_from(s, (size_t)(end + 1 - s.s)));
	} while (s.len > 0);
	return true;
}

/* `<> D <>` is a drawing.  Only the first jump of a game may be empty. */
static bool
is_drawn(struct sok_str s)
{
	const char *sign = s.s, *end = s.s + s.len;

	for (; sign < end; sign++) {
		sign = memchr(sign, '<', (size_t)(end - sign));
		if (sign == NULL)
			return false;
		struct sok_str in =
		    sok_str_ltrim(sok_str_from(s, (size_t)(sign + 1 - s.s)));
		if (sok_str_starts(in, SOK_STR(">")) &&
		    (sign > s.s || in.len == 1))
			return true;
	}
	return false;
}

bool
moves_can_be(const struct blocks *blocks, size_t i)
{
	const struct line *line = &blocks->lines.line[i];

	if (!(line->can & CAN_MOVES) || !(line->has & HAS_INK))
		return false;
	if ((line->has & HAS_MARK) && is_drawn(moves_line(blocks, i)))
		return false;
	if (!(line->has & HAS_BACKSLASH))
		return true;
	struct sok_str s = moves_line(blocks, i);
	return s.len > 0 && memchr(s.s, '\\', s.len) == NULL;
}

/* `2`, `2)`, `(2)` or `[2]` numbers what follows, and `97 31` counts the moves
 * above.  Digits alone may also continue a count at the end of the line above.
 */
static bool
is_numbering(struct sok_str s, struct sok_str above)
{
	bool opened = s.len > 0 && (s.s[0] == '(' || s.s[0] == '[');
	size_t from = opened, n = from;

	while (n < s.len &&
	    (sok_is_digit(s.s[n]) || (n > from && sok_is_blank(s.s[n]))))
		n++;
	if (n == from)
		return false;
	if (n < s.len)
		return n + 1 == s.len && (s.s[n] == ')' || s.s[n] == ']');
	return !opened && !rle_ends_in_digit(above);
}

/* Whether line i continues the moves above it. */
static bool
goes_on(struct blocks *blocks, size_t i)
{
	size_t stars = 0, blanks = 0;

	if (!moves_can_be(blocks, i))
		return false;
	if (blocks->lines.line[i].has & HAS_MOVE)
		return !moves_in_list(blocks, i) ||
		    rle_ends_in_digit(moves_line(blocks, i - 1));
	struct sok_str s = moves_line(blocks, i);
	struct sok_str above = moves_line(blocks, i - 1);
	for (size_t at = 0; at < s.len; at++) {
		stars += s.s[at] == '*';
		blanks += s.s[at] == ' ';
	}
	/* A line of stars divides two parts of the file. */
	return (stars < 2 || stars + blanks < s.len) && above.len > 0 &&
	    !is_numbering(s, above);
}

bool
moves_announced(const struct blocks *blocks, size_t i)
{
	if (i > 1 && lines_blank(&blocks->lines, i - 1))
		i--;
	return i > 0 && title_names_game(lines_str(&blocks->lines, i - 1));
}

/* The lines of a block have the characters of moves but are not moves: its
 * first line becomes text, and the others are not tried again.  A single line
 * that ends in a count, such as `D2` or `L20261231`, is a word.  1, -1 on
 * ENOMEM (which is the fault). */
static int
not_moves(struct blocks *blocks, struct block *block)
{
	const struct sok_rle_error *fault = &block->fault;
	struct sok_str rest =
	    sok_str_from(sok_buf_str(&blocks->joined), fault->at);
	size_t n;

	if (fault->message == NULL)
		return -1;
	sok_str_digits(&rest, &n);
	block->kind = SOK_BLOCK_TEXT;
	block->reason = TEXT_BROKEN;
	block->word = block->to == block->from + 1 && rest.len == 0 &&
	    (fault->rule == SOK_RLE_COUNT_RULE ||
	        fault->rule == SOK_LIMIT_RULE);
	block->end = block->to;
	blocks->text_until = lines_count(&blocks->lines, block->to);
	blocks->skip = fault->rule == SOK_LIMIT_RULE && !block->word;
	block->to = block->from + 1;
	return 1;
}

/* Take the lines of moves from line i on as a block: 1 and *block.  It is text
 * if the moves exceed a limit (reported) or cannot be decoded.  -1 with errno.
 */
static int
moves_at(struct blocks *blocks, size_t i, struct block *block)
{
	size_t most = blocks->limits->v[SOK_LIMIT_TEXT], alone = 0;
	unsigned has = 0;
	bool more;
	int got;

	block_begin(block, SOK_BLOCK_MOVES, i, i);
	do {
		has |= blocks->lines.line[block->to++].has;
		got = block_want(blocks, block->to);
		more = got == 1 && goes_on(blocks, block->to);
	} while (more &&
	    line_raw(&blocks->lines.line[block->to]) -
	            line_raw(&blocks->lines.line[i]) <=
	        most);
	if (got == -1)
		return -1;
	if (more) {
		block_report(blocks, NULL, SOK_LIMIT_RULE, i, NULL,
		    "more bytes of moves than the limit `text`; they were kept "
		    "as text");
		blocks->skip = true;
		block_text(block, i);
		return 1;
	}
	block->letters_only = !(has & (HAS_MARK | HAS_COUNT));
	block->quoted = blocks->lines.line[i].has & HAS_QUOTE;
	if (block->letters_only && block->to == i + 1 &&
	    blocks->lines.line[i].len <= blocks->limits->v[SOK_LIMIT_MOVES])
		return 1;
	blocks->joined.len = blocks->rle.len = 0;
	for (; i < block->to; i++)
		sok_buf_add(&blocks->joined, moves_line(blocks, i));
	if (blocks->joined.failed)
		return -1;
	enum sok_rle_kind kind = SOK_RLE_VARIANT_MOVES;
	if (blocks->grid == SOK_SQUARES)
		kind = SOK_RLE_MOVES;
	block->fault.message = NULL;
	/* sokrle's scan keeps only one game in memory. */
	if (rle_decode_game(&blocks->rle, sok_buf_str(&blocks->joined), kind,
	        blocks->limits, blocks->for_scan ? &alone : &blocks->decoded,
	        &block->fault) == -1)
		return not_moves(blocks, block);
	block->moves = sok_str_dup(blocks->now, sok_buf_str(&blocks->rle));
	return block->moves.s == NULL ? -1 : 1;
}

bool
moves_begin(struct blocks *blocks, size_t i)
{
	return (blocks->lines.line[i].has & HAS_MOVE) &&
	    !moves_in_list(blocks, i) && moves_can_be(blocks, i) &&
	    !is_tags(blocks, i);
}

int
block_moves(struct blocks *blocks, size_t i, struct block *block)
{
	if (lines_count(&blocks->lines, i) < blocks->text_until ||
	    !moves_begin(blocks, i))
		return 0;
	return moves_at(blocks, i, block);
}
