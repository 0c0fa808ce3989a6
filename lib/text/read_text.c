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
	struct blocks b;
	struct sok_arena board; /* of the next board */
	/* The blocks of this puzzle, of which only the first may be a board,
	 * and then the first one of the next puzzle. */
	struct block *block;
	size_t nblocks, capblocks;
	bool has_next;
	size_t end;           /* the line below the text of the last of them */
	size_t start;         /* the first line of the next puzzle */
	struct sok_str title; /* its title, or empty */
	bool title_plain;     /* see title.h */
	bool adjoins; /* the text above the next board ends in what is nearly a
	                 row of it */
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
find_block(struct text *t, size_t i)
{
	size_t most = t->b.limits->v[SOK_LIMIT_TEXT];
	size_t n = t->nblocks;
	struct block *k = sok_grow(t->block, n, &t->capblocks, sizeof(*k));
	/* Between a board and its first game. */
	bool below = n == 1 && t->block[0].kind == SOK_BLOCK_BOARD;
	int r;

	if (k == NULL)
		return -1;
	t->block = k;
	k += n;
	while ((r = doubts_at(&t->doubts, &t->b, i, k)) == 1 &&
	    k->kind == SOK_BLOCK_TEXT) {
		const struct line *e = &t->b.l.v[i];

		if ((e->has & HAS_CUT) || e->raw - t->b.l.in->consumed > most ||
		    i + t->joined > most / LINE_LEAST) {
			t->phase = COPY;
			r = 0;
			break;
		}
		if (below && (e->has & HAS_INK))
			block_note_game(&t->b, i);
		if (e->has & HAS_COMMENT)
			t->joined += lines_before(&t->b.l, k->to) -
			    lines_before(&t->b.l, i) - (k->to - i);
		i = k->to;
	}
	t->has_next = r == 1;
	t->end = i;
	return r;
}

/* Drop the lines before the next puzzle. */
static void
advance(struct text *t)
{
	if (t->start == 0)
		return;
	blocks_drop(&t->b, t->start);
	t->joined = 0;
	if (t->has_next) {
		t->block[t->nblocks].from -= t->start;
		t->block[t->nblocks].to -= t->start;
	}
	t->start = 0;
}

/* A title, or the two lines of a pair, as one; s == NULL on ENOMEM. */
static struct sok_str
one_line(const struct title *t, struct sok_arena *a)
{
	if (t->number.len == 0)
		return t->line.len > 0 ? t->line : SOK_STR("");
	return sok_str_fmt(a, "%.*s %.*s", (int)t->number.len, t->number.s,
	    (int)t->line.len, t->line.s);
}

/* This puzzle ends, and p is the text above the next one.  0, -1 on ENOMEM. */
static int
set_next(struct text *t, const struct gap_text *p)
{
	t->start = p->next;
	t->title = one_line(&p->title, t->b.ahead);
	t->title_plain = p->title.plain;
	t->adjoins = p->adjoins_below;
	t->title_at = SIZE_MAX;
	if (p->title.line.len > 0 && p->title.number.len == 0)
		t->title_at =
		    (size_t)(t->title.s - lines_str(&t->b.l, t->start).s);
	return t->title.s == NULL ? -1 : 0;
}

/* ---- puzzles */

/* Convert titles that fit no line to keys of the complete text; 0, -1. */
static int
fit_titles(struct sok_puzzle *p, struct sok_arena *a)
{
	int r = sok_title_set(&p->title_line, &p->text, p->title_line, a);

	for (size_t i = 0; i < p->ngames && r == 0; i++) {
		struct sok_game *g = &p->game[i];

		r = sok_title_set(&g->title_line, &g->text, g->title_line, a);
	}
	return r;
}

/* Build the puzzle from its blocks.  Of the text between two of them, a title
 * belongs to the block below, all else to the one above. */
static int
build(struct sok_reader *r, struct text *t)
{
	struct sok_puzzle *p = &r->puzzle;
	size_t n = t->nblocks - p->has_board;
	struct sok_game *g = NULL;
	struct gap_text gap;
	bool plain = t->title_plain && p->has_board && n == 0;

	if (n > 0) {
		g = sok_arena_zalloc(&r->arena, n, sizeof(*g));
		if (g == NULL)
			return -1;
	}
	p->game = g;
	p->ngames = n;
	doubts_begin(&t->doubts, p);
	/* Without a board, the puzzle's title is that of the first game. */
	if (!p->has_board) {
		g->title_line = p->title_line;
		p->title_line = SOK_STR("");
	}
	for (size_t i = 0; i < t->nblocks; i++) {
		struct block *k = &t->block[i];
		bool last = i + 1 == t->nblocks, board = i < p->has_board;
		struct block *next = !last || t->has_next ? k + 1 : NULL;
		size_t to = next != NULL ? next->from : t->end;

		if ((!board &&
		        block_game(&t->b, k, r->o.name, g, &r->arena) == -1) ||
		    gap_take(r, &t->b, k->to, to, k, next, &gap) == -1)
			return -1;
		bool kept = board && gap.direct && gap.text.n > 0 &&
		    gap_title_below(p, &gap, next);
		if (!kept && next != NULL && gap.text.n > 0)
			gap_title_above(r, &gap, next);
		doubts_gap(&t->doubts, r, &t->b, &gap, board, next);
		if (board) {
			p->text = gap.text;
			p->adjoins_below = gap.adjoins_above;
		} else
			g++->text = gap.text;
		if (!last)
			g->title_line = one_line(&gap.title, &r->arena);
		if (!last && g->title_line.s == NULL)
			return -1;
	}
	if (doubts_puzzle(&t->doubts, r, &gap, !t->has_next,
	        lines_number(&t->b.l, 0)) == -1 ||
	    set_next(t, &gap) == -1)
		return -1;
	return plain ? 0 : fit_titles(p, &r->arena);
}

/* Read the puzzle that begins with the last block found: 1, -1. */
static int
read_puzzle(struct sok_reader *r, struct text *t)
{
	struct sok_puzzle *p = &r->puzzle;
	struct block *k = t->block;
	enum sok_variant v;
	int found;

	if (t->nblocks > 0)
		*k = t->block[t->nblocks];
	p->has_board = k->kind == SOK_BLOCK_BOARD;
	if (p->has_board)
		p->board = k->board;
	p->title_line = t->title;
	p->adjoins_above = t->adjoins;
	p->pos = (struct sok_pos){r->o.name, lines_number(&t->b.l, k->from), 1};
	if (!p->has_board)
		reader_report(r, SOK_MOVES_WITHOUT_BOARD_RULE, p->pos.line, 1,
		    "moves before the first board");
	pending_join(&r->found, &k->found);
	/* The letters of moves, unless the text below names a variant. */
	if (variant_find(r, &p->text, &p->board, &v) == -1)
		return -1;
	block_begin_game(&t->b, v, variant_of_option(&r->o).grid);
	t->nblocks = 0;
	do {
		t->nblocks++;
		found = find_block(t, t->block[t->nblocks - 1].to);
	} while (found == 1 && t->block[t->nblocks].kind == SOK_BLOCK_MOVES);
	if (found == -1)
		return -1;
	/* The window may have moved while the blocks were found. */
	if (t->title_at != SIZE_MAX)
		p->title_line.s = lines_str(&t->b.l, 0).s + t->title_at;
	if (t->block[0].plain)
		p->board.xsb =
		    lines_raw(&t->b.l, t->block[0].from, t->block[0].to);
	return build(r, t) == -1 ? -1 : 1;
}

/* ---- before the first puzzle, and lines over a limit */

/* Read the text up to the first block: the header, or text of no puzzle. */
static int
read_ahead(struct sok_reader *r, struct text *t, struct sok_text *text)
{
	enum sok_variant v = SOK_SOKOBAN;
	struct naming none = {.grid = false};
	struct gap_text gap;
	bool grid;

	/* Letters of a variant in text are not moves, unless asked for. */
	if (r->o.bare_moves)
		v = variant_of_keys(&r->o, none, &grid);
	t->phase = PUZZLES;
	t->nblocks = 0;
	block_begin_game(&t->b, v, true);
	int found = find_block(t, 0);
	struct block *next = found == 1 ? t->block : NULL;
	if (found == -1 ||
	    gap_take(r, &t->b, 0, t->end, NULL, next, &gap) == -1)
		return -1;
	if (found == 1 && gap.text.n > 0)
		gap_title_above(r, &gap, next);
	doubts_gap(&t->doubts, r, &t->b, &gap, false, next);
	*text = gap.text;
	return set_next(t, &gap);
}

/* Copy the lines up to the next blank line, perhaps in parts: 1, -1. */
static int
read_raw(struct sok_reader *r, struct text *t)
{
	struct lines *l = &t->b.l;
	struct sok_str *raw = &r->puzzle.raw;
	bool cut = false; /* inside a line */
	size_t n = 0, used = 0;
	int got;

	r->puzzle.raw_goes_on = t->phase == COPYING;
	if (t->phase == COPY)
		reader_report(r, SOK_LIMIT_RULE, lines_number(l, 0), 1,
		    "over the limit `line`, or `text` for a whole puzzle; "
		    "copied unchanged up to the next blank line");
	/* The first line may be the leading blanks of a long line. */
	while ((got = lines_want(l, n)) == 1 &&
	    (cut || n == 0 || !lines_blank(l, n)) &&
	    l->v[n].raw - l->in->consumed < 1 << 20)
		cut = l->v[n++].has & HAS_CUT;
	if (got == -1)
		return -1;
	t->phase = got == 1 && (cut || !lines_blank(l, n)) ? COPYING : TEXT;
	t->start = n;
	r->puzzle.pos = (struct sok_pos){r->o.name, lines_number(l, 0), 1};

	/* The lines end in LF like everything that is written. */
	*raw = lines_raw(l, 0, n);
	if (raw->len == 0 || memchr(raw->s, '\r', raw->len) == NULL)
		return 1;
	char *to = sok_arena_alloc(&r->arena, raw->len, 1);
	if (to == NULL)
		return -1;
	for (size_t i = 0; i < n; i++) {
		struct sok_str line = lines_raw(l, i, i + 1);
		size_t len = line.len;

		while (len > 0 && memchr("\r\n", line.s[len - 1], 2) != NULL)
			len--;
		memcpy(to + used, line.s, len);
		used += len;
		if (len < line.len)
			to[used++] = '\n';
	}
	*raw = (struct sok_str){to, used};
	return 1;
}

/* ---- findings that are reported once per file */

static const struct {
	enum sok_rule rule;
	const char *what;
} once[LINES_NONCE] = {[LINES_MIXED] = {SOK_MIXED_LINE_ENDS_RULE,
                           "this line ends differently from the lines above"},
    [LINES_BOM] = {SOK_BOM_RULE, "a byte-order mark was removed"},
    [LINES_WIDE] = {SOK_CHARSET_RULE,
        "a byte-order mark of UTF-16 was removed; the text after it is not "
        "decoded: puzzles may be lost; split the file here"},
    [LINES_CONTROL] = {SOK_CONTROL_CHAR_RULE, "a control character"},
    [LINES_UTF8] = {SOK_BAD_UTF8_RULE,
        "this line is not UTF-8; it is read as windows-1252 where that "
        "matters"},
    [LINES_LABEL] = {SOK_AMBIGUOUS_MOVES_RULE,
        "a word precedes these moves; they are kept as text, and so are others "
        "like them"},
    [LINES_LOST] = {SOK_AMBIGUOUS_MOVES_RULE,
        "this is not a move, so this line is kept as text, and so are others "
        "like it"},
    [LINES_AMONG] = {SOK_AMBIGUOUS_MOVES_RULE,
        "these moves are in the middle of other text; they are kept as text, "
        "and so are others like them"},
    [LINES_APART] = {SOK_GLUED_BOARDS_RULE, BLOCK_APART}};

/* Lines are cut ahead of the puzzles; report only what is in this puzzle or
 * before it, or, at the end, everything. */
static void
report_bytes(struct sok_reader *r, bool end)
{
	struct text *t = r->state;
	struct lines *l = &t->b.l;
	bool wait = false;

	for (int i = 0; l->any_first && i < LINES_NONCE; i++) {
		struct lines_first *m = &l->first[i];

		bool found = m->line != 0 && m->line != SIZE_MAX;
		bool due =
		    found && (end || m->line < lines_number(l, t->start));

		wait |= found && !due;
		if (!due)
			continue;
		if (i == LINES_UTF8 && l->japanese != NULL)
			reader_report(r, once[i].rule, m->line, m->col,
			    "%s; --charset=%s may decode it", once[i].what,
			    l->japanese);
		else
			reader_report(r, once[i].rule, m->line, m->col, "%s",
			    once[i].what);
		m->line = SIZE_MAX;
	}
	l->any_first = wait;
}

/* ---- the reader */

static int
open_text(struct sok_reader *r)
{
	struct text *t = r->state = calloc(1, sizeof(*t));

	if (t == NULL)
		return -1;
	input_unify(&r->in);
	if (blocks_open(&t->b, &r->in, &r->o) == -1)
		return -1;
	t->b.l.join = true;
	t->b.ahead = &t->board;
	t->b.now = &r->arena;
	return 0;
}

static void
close_text(struct sok_reader *r)
{
	struct text *t = r->state;

	if (t == NULL)
		return;
	blocks_close(&t->b);
	sok_arena_free(&t->board);
	free(t->block);
	free(t);
}

/* Slices of the header are copies; all others are in the window. */
size_t
text_line(const struct sok_reader *r, const char *at)
{
	const struct text *t = r->state;
	size_t from = 0, to;

	if (r->format->reader != &read_text_ops || t->b.l.n == 0)
		return 0;
	const char *start = lines_str(&t->b.l, 0).s;
	struct sok_str last = lines_str(&t->b.l, t->b.l.n - 1);
	if (at < start || at > last.s + last.len)
		return 0;
	/* The last line that begins at this byte or before it. */
	for (to = t->b.l.n; to - from > 1;) {
		size_t middle = from + (to - from) / 2;

		if (lines_str(&t->b.l, middle).s <= at)
			from = middle;
		else
			to = middle;
	}
	return lines_number(&t->b.l, from);
}

static int
read_text(struct sok_reader *r)
{
	struct text *t = r->state;
	bool header = t->phase == HEADER;
	struct sok_text *text = header ? &r->header.text : &r->puzzle.text;
	struct sok_arena board = t->board;
	int got = 0;

	/* The previous call put the board of this puzzle into that arena. */
	t->board = r->arena;
	r->arena = board;
	advance(t);
	if (t->phase == HEADER || t->phase == TEXT) {
		got = read_ahead(r, t, text);
		/* Now, as the copy of the header has no places. */
		if (got == 0 && header)
			variant_report_unknown(r, text, true);
		if (got == 0)
			got = header ? text_copy(text, &r->life) : text->n > 0;
		if (got == 0)
			advance(t);
		/* What was found ahead must outlive text of no puzzle. */
		if (got == 1 && t->has_next && t->block->moves.s != NULL) {
			struct sok_str *moves = &t->block->moves;

			*moves = sok_str_dup(t->b.ahead, *moves);
			got = moves->s == NULL ? -1 : 1;
		}
	}
	if (got == 0 && (t->phase == COPY || t->phase == COPYING))
		got = read_raw(r, t);
	else if (got == 0 && t->has_next)
		got = read_puzzle(r, t);
	t->boards |= r->puzzle.has_board ||
	    (t->has_next && t->block[t->nblocks].kind == SOK_BLOCK_BOARD);
	/* What may be a board is an error where nothing else is. */
	for (struct pending *p = t->b.found.first; p != NULL && !t->boards;
	     p = p->next)
		if (p->rule == SOK_UNKNOWN_ALPHABET_RULE)
			p->severity = SOK_ERROR;
	pending_join(&r->found, &t->b.found);
	report_bytes(r, got == 0);
	if (got == 1 && t->phase == PUZZLES && !t->has_next)
		doubts_end(&t->doubts, r);
	return got;
}

const struct sok_read_ops read_text_ops = {
    .text = true, .open = open_text, .read = read_text, .close = close_text};
