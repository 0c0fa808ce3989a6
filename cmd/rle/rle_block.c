/* rle_block.c - rewrites the boards and moves of sokrle, block by block. */
#include <errno.h>
#include <string.h>

#include "format/write_text.h"
#include "rle/sokrle.h"
#include "tools.h"

/* ---- boards */

/* Whether a row begins with a wall or a box on a goal. */
static bool
is_edge(const struct sok_board *b, int y)
{
	int x = 0;

	while (x < b->width - 1 && sok_board_at(b, x, y) == SOK_FLOOR)
		x++;
	return sok_board_at(b, x, y) == SOK_WALL ||
	    sok_board_at(b, x, y) == (SOK_BOX | SOK_GOAL);
}

/* Whether the board is a sound puzzle whose first and last row have such an
 * edge, and which has a wall.  It is read as a board in any layout. */
static bool
is_sound(const struct sok_board *b)
{
	size_t n = sok_board_size(b);

	return b->players == 1 && b->boxes == b->goals && b->boxes > 0 &&
	    b->width >= 3 && b->height >= 3 && is_edge(b, 0) &&
	    is_edge(b, b->height - 1) && memchr(b->sq, SOK_WALL, n) != NULL;
}

static bool
is_encoded(const struct sok_board *b)
{
	for (int y = 0; y < b->height; y++)
		if (b->row[y].rle)
			return true;
	return false;
}

/* Write the board as one line of run-length text, or without counts as rows, as
 * sokfmt does. */
static void
change_board(struct cli *c, const struct sok_block *b)
{
	struct rle *r = c->ctx;
	char *s, *end, *next;

	if (r->board.line == 0)
		r->board = b->pos;
	r->doubt = r->doubt || r->moves || !is_sound(&b->board);
	r->variant |= b->variant;
	rle_begin(r, b);
	if (!r->decode) {
		sok_rle_board(
		    &r->text, &b->board, b->open, r->min_run, r->groups);
		sok_buf_addc(&r->text, '\n');
	} else {
		if (r->rows == NULL)
			r->rows = cli_must(c, sok_output_memory(&r->text));
		write_board(r->rows, &b->board, r->floor, b->open);
	}
	if (r->text.failed)
		return;
	s = r->text.s;
	end = s + r->text.len;
	if (r->floor == SOK_FLOOR_UNDERSCORE)
		while ((s = memchr(s, '-', (size_t)(end - s))) != NULL)
			*s = '_';
	for (s = r->text.s; s < end; s = next + 1) {
		next = memchr(s, '\n', (size_t)(end - s));
		rle_add_line(r, b, (struct sok_str){s, (size_t)(next - s)},
		    next + 1 == end);
	}
}

static void
rewrite_board(struct cli *c, const struct sok_block *b)
{
	struct rle *r = c->ctx;
	bool keep = !r->selected || r->keep_boards ||
	    (r->decode && !is_encoded(&b->board));
	char last;

	if (r->lines && keep)
		return;
	/* Boards that adjoin each other may no longer be separable: write a
	 * blank line. */
	if (r->glue && (r->glue_changed || !keep) && !r->lines) {
		last = r->out.len > 0 ? r->out.s[r->out.len - 1] : '\0';
		sok_buf_add(&r->out, sok_str(last == '\r' ? "\r" : b->eol));
	}
	r->glue_changed = !keep;
	if (keep)
		rle_hold(c, b->raw);
	else
		change_board(c, b);
	r->glue = true;
	if (r->lines)
		rle_release(c);
}

/* ---- moves */

static bool
has_counts(const struct sok_game *g)
{
	if (g->letters_only)
		return false;
	for (size_t i = 0; i < g->nsource; i++)
		for (size_t k = 0; k < g->source[i].text.len; k++)
			if (sok_is_digit(g->source[i].text.s[k]))
				return true;
	return false;
}

/* The length of the next line.  It must not end in a digit and must contain a
 * letter, because a line of stars would end the game. */
static size_t
line_length(struct sok_str s, size_t wrap)
{
	size_t least = sok_moves_first(s), n = wrap > least ? wrap : least;
	struct sok_str rest;

	if (wrap == 0 || n >= s.len)
		return s.len;
	while (n > least && sok_is_digit(s.s[n - 1]))
		n--;
	rest = sok_str_from(s, n);
	return sok_moves_first(rest) > rest.len ? s.len : n;
}

/* Encode moves, or expand all counts, with the original wrapping. */
static void
rewrite_moves(struct cli *c, const struct sok_block *b)
{
	struct rle *r = c->ctx;
	struct sok_str s = b->game.moves;
	bool changed = false;
	size_t n;

	if (r->lines)
		return;
	r->moves = true;
	if (r->selected && !r->keep_moves) {
		if (!r->decode) {
			sok_rle_encode(
			    &r->text, s, SOK_RLE_MOVES, r->min_run, r->groups);
			s = sok_buf_str(&r->text);
		}
		changed = has_counts(&b->game) || !sok_str_eq(s, b->game.moves);
	}
	if (!changed) {
		rle_hold(c, b->raw);
		return;
	}
	rle_begin(r, b);
	for (; s.len > 0; s = sok_str_from(s, n)) {
		n = line_length(s, b->wrap);
		rle_add_line(r, b, sok_str_sub(s, 0, n), n == s.len);
	}
	r->glue = false;
}

/* Count puzzles as the reader does: moves before the first board are a puzzle
 * without a board, other moves belong to the board above. */
static void
count_puzzle(struct cli *c, const struct sok_block *b)
{
	struct rle *r = c->ctx;
	bool board = b->kind == SOK_BLOCK_BOARD;
	struct sok_puzzle p;

	if (b->kind == SOK_BLOCK_TEXT || (!board && r->number > 0))
		return;
	r->number++;
	r->selected = true;
	if (c->select == NULL)
		return;
	p = (struct sok_puzzle){.number = r->number,
	    .pos = b->pos,
	    .has_board = board,
	    .board = b->board};
	r->selected = cli_selected(c, &p, &r->scratch);
	sok_arena_reset(&r->scratch);
}

int
rle_block(struct cli *c, const struct sok_block *b)
{
	struct rle *r = c->ctx;

	r->text.len = 0;
	count_puzzle(c, b);
	if (b->kind == SOK_BLOCK_BOARD)
		rewrite_board(c, b);
	else if (b->kind == SOK_BLOCK_MOVES)
		rewrite_moves(c, b);
	else if (!r->lines)
		rle_hold_text(c, b->raw);
	if (r->text.failed || r->raw.failed || r->out.failed) {
		errno = ENOMEM;
		return -1;
	}
	return sok_output_failed(cli_output(c)) ? -1 : 0;
}
