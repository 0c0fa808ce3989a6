/*
 * rle_block.c - one block of text for sokrle: a board becomes a line or rows,
 * moves are wrapped as they were, all else stays byte for byte.
 */
#include <errno.h>
#include <string.h>

#include "rle_block.h"

void
rle_free(struct rle *r)
{
	sok_buf_free(&r->text);
	sok_buf_free(&r->out);
	sok_arena_free(&r->scratch);
}

static bool
is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

void
rle_put(struct cli *c, struct sok_str s)
{
	struct rle *r = c->ctx;
	size_t n = s.len;

	if (n == 0)
		return;
	sok_out(cli_output(c), s);
	n -= n > 1 && s.s[n - 2] == '\r' && s.s[n - 1] == '\n' ? 2 : 1;
	r->blank = n > 0 ? is_line_end(s.s[n - 1]) : r->ended;
	r->ended = is_line_end(s.s[s.len - 1]);
	r->blank = r->blank && r->ended;
}

/* A line of the block that replaces b. */
static void
add_line(struct rle *r, const struct sok_block *b, struct sok_str s, bool last)
{
	if (b->quoted || b->raw.s[0] == '>')
		sok_buf_add(&r->out, SOK_STR("> "));
	sok_buf_add(&r->out, s);
	if (!last || b->ended)
		sok_buf_add(&r->out, sok_str(b->eol));
}

/* ---- boards */

static void
replace(char *s, size_t n, char from, char to)
{
	for (; n > 0; s++, n--)
		if (*s == from)
			*s = to;
}

/* Whether some row of a board in '-' and '|' ends without floor. */
static bool
shows_width(struct sok_str text)
{
	for (size_t i = 1; i < text.len; i++)
		if (text.s[i] == '|' && text.s[i - 1] != '-')
			return true;
	return text.len > 0 && text.s[text.len - 1] != '-';
}

/*
 * The rows of a board without counts.  Floor that would be lost as a blank
 * can be seen: an empty row; of an open board the rows at its edges and, if
 * nothing else shows the width, the end of one row.
 */
static void
add_rows(struct rle *r, const struct sok_block *b)
{
	bool wide = !b->open || shows_width(sok_buf_str(&r->text));
	char *s = r->text.s, *end = s + r->text.len, *next;
	char floor = r->floor ? r->floor : ' ';

	if (r->floor)
		replace(s, r->text.len, '-', r->floor);
	for (int y = 0; s <= end; y++, s = next + 1) {
		char seen = r->floor ? r->floor : '-';
		bool last = (next = memchr(s, '|', (size_t)(end - s))) == NULL;
		size_t n, w;

		next = last ? end : next;
		for (n = w = (size_t)(next - s); w > 0 && s[w - 1] == seen;)
			w--;
		if (w > 0) {
			replace(s, w, seen, floor);
			n = wide ? w : n;
			wide = true;
		} else if (b->open && (y == 0 || last)) {
			wide = true;
		} else {
			n = 1;
		}
		add_line(r, b, (struct sok_str){s, n}, last);
	}
}

/* Whether the block in r->out is read as that board; of a sound puzzle with a
 * wall that is known. */
static bool
reads_back(struct cli *c, const struct sok_block *b)
{
	struct rle *r = c->ctx;
	struct sok_read_options o = c->read;
	struct sok_sink quiet = {.fn = NULL};
	const struct sok_board *board = &b->board;
	struct sok_scan *scan;
	struct sok_block k;
	bool same;

	if (board->players == 1 && board->boxes == board->goals &&
	    board->boxes > 0 && board->width >= 3 && board->height >= 3 &&
	    memchr(r->out.s, '#', r->out.len) != NULL)
		return true;
	o.name = "";
	o.charset = NULL;
	scan = sok_scan_open_memory(sok_buf_str(&r->out), &o, &quiet);
	same = scan != NULL && sok_scan_next(scan, &k) == 1 &&
	    k.kind == SOK_BLOCK_BOARD && k.raw.len == r->out.len &&
	    sok_board_equal(&k.board, board);
	sok_scan_close(scan);
	return same;
}

static bool
is_encoded(const struct sok_board *b)
{
	for (int y = 0; y < b->height; y++)
		if (b->row[y].rle)
			return true;
	return false;
}

static int
put_board(struct cli *c, const struct sok_block *b)
{
	struct rle *r = c->ctx;
	struct sok_block bare = *b;

	if (r->lines) {
		bare.quoted = false;
		bare.eol = "\n";
		bare.ended = true;
	}
	sok_rle_board(&r->text, &b->board, b->open,
	    r->decode ? SIZE_MAX : r->min_run, r->groups && !r->decode);
	if (r->text.failed)
		return -1;
	if (r->decode)
		add_rows(r, b);
	else if (r->floor)
		replace(r->text.s, r->text.len, '-', r->floor);
	if (!r->decode)
		add_line(r, &bare, sok_buf_str(&r->text), true);
	if (reads_back(c, b)) {
		rle_put(c, sok_buf_str(&r->out));
		return 0;
	}
	sok_report(cli_sink(c), SOK_CANNOT_HOLD_RULE, b->pos, NULL, NULL,
	    "this board would not be read back from %s; it was %s",
	    r->decode ? "plain rows" : "run-length text",
	    r->lines ? "left out" : "kept as it is");
	if (!r->lines)
		rle_put(c, b->raw);
	return 0;
}

/* ---- moves */

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
has_counts(const struct sok_game *g)
{
	for (size_t i = 0; i < g->nsource; i++)
		for (size_t k = 0; k < g->source[i].text.len; k++)
			if (is_digit(g->source[i].text.s[k]))
				return true;
	return false;
}

/* Bytes of the next line: never cut behind a digit, and up to a letter in the
 * first line. */
static size_t
line_length(struct sok_str s, size_t wrap, bool first)
{
	size_t least = 1, n = wrap;

	if (wrap == 0 || wrap >= s.len)
		return s.len;
	while (first && strchr("udlrUDLR", s.s[least - 1]) == NULL)
		least++;
	while (n > least && is_digit(s.s[n - 1]))
		n--;
	n = n < least ? least : n;
	while (n < s.len && is_digit(s.s[n - 1]))
		n++;
	return n;
}

static int
put_moves(struct cli *c, const struct sok_block *b)
{
	struct rle *r = c->ctx;
	struct sok_str s = b->game.moves;
	bool counts = has_counts(&b->game), first = true;

	if (!r->decode) {
		sok_rle_encode(
		    &r->text, s, SOK_RLE_MOVES, r->min_run, r->groups);
		s = sok_buf_str(&r->text);
	}
	if (r->text.failed)
		return -1;
	if (!counts && (r->decode || sok_str_eq(s, b->game.moves))) {
		rle_put(c, b->raw);
		return 0;
	}
	while (s.len > 0) {
		size_t n = line_length(s, b->wrap, first);

		add_line(r, b, sok_str_sub(s, 0, n), n == s.len);
		s = sok_str_from(s, n);
		first = false;
	}
	rle_put(c, sok_buf_str(&r->out));
	return 0;
}

/* ---- all of it */

/* Puzzles are counted as their reader does: moves before the first board are
 * one without a board, other moves belong to the board above. */
static void
count(struct cli *c, const struct sok_block *b)
{
	struct rle *r = c->ctx;
	struct sok_puzzle p = {.pos = b->pos, .board = b->board};

	p.has_board = b->kind == SOK_BLOCK_BOARD;
	if (b->kind == SOK_BLOCK_TEXT || (!p.has_board && r->number > 0))
		return;
	p.number = ++r->number;
	r->selected = cli_selected(c, &p, &r->scratch);
	sok_arena_reset(&r->scratch);
}

int
rle_block(struct cli *c, const struct sok_block *b)
{
	struct rle *r = c->ctx;
	bool board = b->kind == SOK_BLOCK_BOARD;
	bool keep = board ? r->keep_boards : r->keep_moves;
	int done = 0;

	r->text.len = r->out.len = 0;
	count(c, b);
	keep = keep || b->kind == SOK_BLOCK_TEXT || !r->selected;
	keep = keep || (board && r->decode && !is_encoded(&b->board));
	if (r->lines && (keep || !board))
		return 0;
	/* Glued boards may not be told apart any more. */
	if (board && r->glue && !r->lines)
		rle_put(c, sok_str(b->eol));
	r->glue = board;
	if (keep)
		rle_put(c, b->raw);
	else
		done = board ? put_board(c, b) : put_moves(c, b);
	if (r->text.failed || r->out.failed) {
		errno = ENOMEM;
		return -1;
	}
	return sok_output_failed(cli_output(c)) ? -1 : done;
}
