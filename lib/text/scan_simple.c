/*
 * scan_simple.c - the short way through the scan: text, boards and moves that
 * are plain to see are taken from the bytes, without lines and blocks.  What
 * is taken here, block.c would find alike; a test holds the two equal.
 */
#include <string.h>

#include "text/key.h"
#include "board/rle.h"
#include "text/scan_simple.h"
#include "text/simple_rows.h"

/* What the bytes from p on are; whole lines go before p. */
struct look {
	struct blocks *b;
	struct sok_block *k;
	const char *p, *end;
	bool eof; /* the input ends at end */
	size_t lines;
};

/* How many bytes tell most lines from others. */
#define FIRST 8

/* The first bytes of a line, or all of it, and what they allow. */
struct first {
	struct sok_str s;
	uint16_t can, has;
	bool whole;
};

/* The line at p, unless it has a mark in front or it is not known how it goes
 * on. */
static bool
look_at(const struct look *w, const char *p, struct first *f)
{
	size_t left = (size_t)(w->end - p), n = 0;

	while (n < FIRST && n < left && p[n] != '\n')
		n++;
	f->s = (struct sok_str){p, n};
	f->whole = n < left && p[n] == '\n';
	lines_classify(f->s, &f->can, &f->has);
	return (f->whole || n == FIRST) && *p != '>' && !(f->has & HAS_END) &&
	    lines_bom(f->s) == 0;
}

static bool
is_blank(const struct first *f)
{
	return f->whole && !(f->has & HAS_INK);
}

/* Whether lines that can be this end before p. */
static bool
ends_at(const struct look *w, const char *p, unsigned can)
{
	struct first f;

	if (p == w->end)
		return w->eof;
	return *p == '\n' ||
	    (look_at(w, p, &f) && (is_blank(&f) || !(f.can & can)));
}

/* The same of a board; a line that begins with a wall, or what may fill one,
 * may be meant as a row, which has to be said. */
static bool
board_ends_at(const struct look *w, const char *p)
{
	const char *first = p;

	while (first < w->end && (*first == ' ' || *first == '\t'))
		first++;
	return (first == w->end || (*first != '#' && !spoilt_fill(*first))) &&
	    ends_at(w, p, CAN_LETTER);
}

/* Its line feed, or NULL. */
static const char *
line_end(const struct look *w, const char *p)
{
	return memchr(p, '\n', (size_t)(w->end - p));
}

/* ---- text */

/* The end of the line f if it is text, for its first bytes and whatever
 * follows; else NULL. */
static const char *
text_end(const struct look *w, const struct first *f)
{
	struct sok_str s = f->s;
	const char *end = s.s + s.len;
	int kind;

	if (f->can != 0)
		return is_blank(f) ? end : NULL;
	if (!f->whole) {
		end = line_end(w, s.s);
		if (end == NULL)
			return NULL;
		s.len = (size_t)(end - s.s);
		if (memchr(s.s, '\r', s.len) || memchr(s.s, 0, s.len))
			return NULL;
	}
	s = sok_str_rtrim(s);
	return comment_mark(s, &kind) == COMMENT_NONE ? end : NULL;
}

/* Whether a line might be moves of less than eight bytes: below text they
 * could be a word. */
static bool
may_be_word(const struct first *f)
{
	size_t n = f->s.len;

	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
	if (n == FIRST && f->s.s[n - 1] != ' ' && f->s.s[n - 1] != '\t')
		return false;
	return f->can & CAN_MOVES;
}

/* Whether a line begins with a wall or up to 99 of them, so that it is neither
 * moves nor, most likely, text. */
static bool
is_wall(const struct look *w, const char *p)
{
	size_t n = 0;

	while (n < 2 && sok_is_digit(p[n]))
		n++;
	return (size_t)(w->end - p) > n && p[n] == '#';
}

/* The end of the line at p if it is text, or NULL; *word: it might be one that
 * is read as moves. */
static const char *
take_line(const struct look *w, const char *p, bool *blank, bool *word)
{
	const char *end = NULL;
	struct first f;

	*blank = *p == '\n';
	*word = false;
	if (*blank)
		return p;
	if (p > w->p && is_wall(w, p))
		return NULL;
	*word = true;
	if (!look_at(w, p, &f))
		return NULL;
	*blank = is_blank(&f);
	end = text_end(w, &f);
	*word = end == NULL && may_be_word(&f);
	return end;
}

/* Lines up to one that might be something else. */
static bool
take_text(struct look *w)
{
	const char *p = w->p, *last = NULL, *end;
	bool blank, word = false;

	for (; p < w->end; p = end + 1) {
		end = take_line(w, p, &blank, &word);
		if (end == NULL)
			break;
		last = blank ? NULL : p;
		w->lines++;
	}
	if (last != NULL && (p == w->end ? !w->eof : word)) {
		p = last;
		w->lines--;
	}
	if (p == w->p)
		return false;
	w->p = p;
	w->k->kind = SOK_BLOCK_TEXT;
	return true;
}

/* ---- boards */

/* xsb: the rows as they would be written, if that is all they are. */
static int
make_board(struct look *w, const struct simple_rows *r, struct sok_str xsb)
{
	struct sok_board *b = &w->k->board;
	struct sok_arena *a = w->b->now;

	if (rows_board(r, b, a) == -1)
		return -1;
	b->row = sok_arena_alloc(a, r->height, sizeof(*b->row));
	if (b->row == NULL)
		return -1;
	if (r->plain && r->left == 0)
		b->xsb = xsb;
	w->k->kind = SOK_BLOCK_BOARD;
	return 1;
}

/* Rows in XSB characters.  What rows_take() finds at the end of the bytes may
 * be part of a row. */
static int
take_rows(struct look *w)
{
	struct simple_rows r;
	const char *end = rows_take(w->p, w->end, &r);
	struct sok_str xsb;

	if (end == NULL || end[-1] != '\n' || !rows_sound(&r) ||
	    !board_ends_at(w, end))
		return 0;
	xsb = (struct sok_str){w->p, (size_t)(end - w->p)};
	if (make_board(w, &r, xsb) == -1)
		return -1;
	for (size_t y = 0; y < r.height; y++)
		w->k->board.row[y] =
		    (struct sok_row){.line = w->k->pos.line + y, .col = 1};
	w->p = end;
	w->lines = r.height;
	return 1;
}

/* Decode a line into rows as rows_take() wants them: lines with blanks for
 * floor, and some that are empty.  What they are without those; empty if it is
 * no run-length text. */
static struct sok_str
decode_rows(struct look *w, struct sok_str line)
{
	struct sok_buf *rle = &w->b->rle;
	struct sok_rle_error e;

	rle->len = 0;
	if (rle_decode(rle, line, line.len + INPUT_PAD, SOK_RLE_BOARD,
	        w->b->limits, &e) == -1 ||
	    !sok_buf_room(rle, 2 * INPUT_PAD))
		return SOK_STR("");
	rle_fast_lines(rle->s, rle->len);
	memset(rle->s + rle->len, '\n', INPUT_PAD);
	rle->len++;
	return sok_buf_str(rle);
}

/* Where the rows stand in the line; no group goes over a bar. */
static void
place_rle_rows(struct look *w, struct sok_str line)
{
	struct sok_board *b = &w->k->board;
	uint16_t bar[ROWS_MOST];
	size_t at = 0, n = rle_fast_find(line, '|', bar, ROWS_MOST);

	for (size_t y = 0; y <= n; y++) {
		b->row[y] = (struct sok_row){
		    .line = w->k->pos.line, .col = 1 + at, .rle = true};
		at = y < n ? bar[y] + 1U : 0;
	}
}

/* Floor at the end of a row counts, for it is written as such. */
static void
widen(struct simple_rows *r)
{
	for (size_t y = 0, from = 0; y < r->height; y++) {
		size_t n = r->end[y] - from;

		r->width = n > r->width ? n : r->width;
		from += n + 1;
	}
}

/* All rows in one line of run-length text.  Blanks may end it that are no
 * floor. */
static int
take_rle_rows(struct look *w)
{
	const char *nl = line_end(w, w->p);
	struct simple_rows r;
	struct sok_str line, xsb;

	if (nl == NULL)
		return 0;
	line = (struct sok_str){w->p, (size_t)(nl - w->p)};
	if (memchr(line.s, '#', line.len) == NULL ||
	    memchr(line.s, ' ', line.len) != NULL || !board_ends_at(w, nl + 1))
		return 0;
	xsb = decode_rows(w, line);
	if (xsb.len == 0 || sok_square[(unsigned char)*xsb.s] == 0xff ||
	    rows_take(xsb.s, xsb.s + xsb.len + INPUT_PAD, &r) !=
	        xsb.s + xsb.len ||
	    !rows_sound(&r))
		return 0;
	widen(&r);
	if (make_board(w, &r, xsb) == -1)
		return -1;
	place_rle_rows(w, line);
	w->p = nl + 1;
	w->lines = 1;
	return 1;
}

/* ---- moves */

/* The end of the line at p if it may be of moves, or NULL; marks: of more than
 * letters, which must be decoded to know. */
static const char *
moves_end(const struct look *w, const char *p, bool *marks)
{
	const char *end = line_end(w, p);
	struct first f;

	if (end == NULL || (end > p && rows_letters(p) == end))
		return end;
	/* A count or the number of a list, a jump or a tag. */
	if (sok_is_digit(*p) || *p == '<')
		return NULL;
	*marks = true;
	return look_at(w, p, &f) && (f.can & CAN_MOVES) && (f.has & HAS_MOVE)
	    ? end
	    : NULL;
}

/* How many lines of moves stand at p, which goes behind them. */
static size_t
count_moves(const struct look *w, const char **p, bool *marks)
{
	const char *end;
	bool more = false;
	size_t n = 0;

	while (*p < w->end && (end = moves_end(w, *p, &more)) != NULL) {
		*marks = more;
		*p = end + 1;
		n++;
	}
	return n;
}

/* The lines one behind the other, decoded; false if that is not possible. */
static bool
join_moves(struct look *w, struct sok_game *g)
{
	struct blocks *b = w->b;
	struct sok_str s = g->source[0].text;
	size_t readable = s.len + INPUT_PAD;
	struct sok_rle_error e;

	if (g->nsource > 1) {
		b->joined.len = 0;
		for (size_t i = 0; i < g->nsource; i++)
			sok_buf_add(&b->joined, g->source[i].text);
		s = sok_buf_str(&b->joined);
		readable = s.len;
	}
	if (!g->letters_only) {
		b->rle.len = 0;
		if (rle_decode(&b->rle, s, readable, SOK_RLE_MOVES, b->limits,
		        &e) == -1)
			return false;
		s = sok_buf_str(&b->rle);
	}
	g->moves = s;
	return !b->joined.failed;
}

/* Lines of moves that are nothing else. */
static int
take_moves(struct look *w)
{
	struct sok_game *g = &w->k->game;
	const char *p = w->p, *end = p;
	bool marks = false;
	size_t n = count_moves(w, &end, &marks), longest = 0;

	if (n == 0 || !ends_at(w, end, CAN_MOVES) ||
	    (marks && memchr(p, '\r', (size_t)(end - p)) != NULL))
		return 0;
	*g = (struct sok_game){
	    .letters_only = !marks, .pos = w->k->pos, .nsource = n};
	g->source = sok_arena_alloc(w->b->now, n, sizeof(*g->source));
	if (g->source == NULL)
		return -1;
	for (size_t i = 0; i < n; i++) {
		const char *nl = line_end(w, p);
		struct sok_str s = {p, (size_t)(nl - p)};

		s = sok_str_trim(s);
		g->source[i] = (struct sok_source){
		    s, g->pos.line + i, (size_t)(s.s - p) + 1};
		longest = s.len > longest ? s.len : longest;
		p = nl + 1;
	}
	if (!join_moves(w, g))
		return 0;
	g->pos.col = g->source[0].col;
	w->k->kind = SOK_BLOCK_MOVES;
	w->k->wrap = n > 1 ? longest : 0;
	w->p = end;
	w->lines = n;
	return 1;
}

/* ---- all of it */

/* What a line that begins like this may be.  Only one can say yes, so the
 * likely one is asked first. */
static int
take_block(struct look *w)
{
	unsigned char c = (unsigned char)*w->p;
	bool square = sok_square[c] != 0xff;
	int got = 0;

	if (square)
		got = take_rows(w);
	if (got == 0 && (square || sok_is_digit(*w->p) || c == '('))
		got = take_rle_rows(w);
	if (got == 0 && !take_text(w))
		return take_moves(w);
	return got != 0 ? got : 1;
}

int
scan_simple(struct blocks *b, struct sok_block *k, size_t *lines)
{
	struct sok_input *in = b->l.in;
	struct sok_str s = input_bytes(in);
	struct look w = {.b = b, .k = k};
	int got;

	while (s.len < SCAN_SIMPLE_MOST && !in->eof) {
		if (input_more(in) == -1)
			return -1;
		s = input_bytes(in);
	}
	w.eof = in->eof && s.len <= SCAN_SIMPLE_MOST;
	w.p = s.s;
	w.end = s.s + (s.len < SCAN_SIMPLE_MOST ? s.len : SCAN_SIMPLE_MOST);
	if (s.len == 0)
		return 0;
	got = take_block(&w);
	if (got != 1)
		return got;
	k->raw = (struct sok_str){s.s, (size_t)(w.p - s.s)};
	k->eol = "\n";
	k->ended = true;
	*lines = w.lines;
	return 1;
}
