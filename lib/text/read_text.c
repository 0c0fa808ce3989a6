/*
 * read_text.c - reads collections in text of every dialect (.sok, .xsb, .txt,
 * run-length lines): builds puzzles with titles, text and games from blocks.
 *
 * A puzzle is complete when the next board is found, so the reader is always
 * one board ahead.  It first finds all blocks of a puzzle, while the window of
 * lines may move, and only then takes slices of it.
 */
#include <stdlib.h>

#include "text/read_text.h"
#include "text/declared/variant.h"
#include "tools.h"

enum { RAW = 2 };

/* ---- finding blocks */

/* Find the next board or moves from line *i on, and store it after the blocks
 * of the puzzle: 1, 0 at the end, RAW if line *i is over a limit, -1. */
static int
find_block(struct text *t, size_t *i)
{
	size_t most = t->b.limits->v[SOK_LIMIT_TEXT];
	struct block *k =
	    sok_grow(t->block, t->nblocks, &t->capblocks, sizeof(*k));
	int r;

	if (k == NULL)
		return -1;
	t->block = k;
	k += t->nblocks;
	while ((r = block_at(&t->b, *i, k)) == 1 && k->kind == SOK_BLOCK_TEXT) {
		const struct line *e = &t->b.l.v[*i];

		if ((e->has & HAS_CUT) || lines_place(&t->b.l, e->raw) > most ||
		    *i + t->joined > most / LINE_LEAST)
			return RAW;
		if (t->nblocks == 1 && t->block[0].kind == SOK_BLOCK_BOARD &&
		    (e->has & HAS_INK))
			block_note_game(&t->b, *i);
		if (e->has & HAS_COMMENT)
			t->joined += lines_before(&t->b.l, k->to) -
			    lines_before(&t->b.l, *i) - (k->to - *i);
		*i = k->to;
	}
	return r;
}

/* The title of this puzzle's board, which the previous call found. */
static struct sok_str
carried_title(struct sok_reader *r, struct text *t)
{
	struct title title = {.number = SOK_STR("")};
	size_t n = t->title_lines;

	if (n == 0)
		return SOK_STR("");
	title.line =
	    sok_str_sub(lines_str(&t->b.l, n - 1), t->title.from, t->title.to);
	if (t->title_number.to > 0)
		title.number = sok_str_sub(lines_str(&t->b.l, n - 2),
		    t->title_number.from, t->title_number.to);
	return gap_title(r, &title);
}

/* ---- building puzzles */

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

/* The bytes of line i that a slice of it covers. */
static struct range
place_in(const struct text *t, size_t i, struct sok_str slice)
{
	size_t at;

	if (slice.len == 0)
		return (struct range){0, 0};
	at = (size_t)(slice.s - lines_str(&t->b.l, i).s);
	return (struct range){at, at + slice.len};
}

/* The next puzzle begins with the last block found, or with title_lines lines
 * above it. */
static void
set_next(struct text *t, const struct gap_text *p, size_t title_lines,
    const struct title *title)
{
	t->has_next = true;
	t->title_lines = title_lines;
	t->start = t->block[t->nblocks].from;
	if (title_lines == 0)
		return;
	t->start = p->last + 1 - title_lines;
	t->title_plain = title->plain;
	t->title = place_in(t, p->last, title->line);
	t->title_number = (struct range){0, 0};
	if (title_lines > 1)
		t->title_number = place_in(t, p->last - 1, title->number);
}

/* A puzzle ends here, and no block follows. */
static void
set_end(struct text *t, int found, size_t at)
{
	t->has_next = false;
	if (found == RAW)
		t->phase = COPY;
	t->start = at;
	t->title_lines = 0;
}

/* Without a board, the puzzle's title is that of the first game. */
static int
fill_games(struct sok_reader *r, struct text *t)
{
	struct sok_puzzle *p = &r->puzzle;
	const struct block *k = t->block + p->has_board;

	p->ngames = t->nblocks - p->has_board;
	if (p->ngames == 0)
		return 0;
	p->game = sok_arena_zalloc(&r->arena, p->ngames, sizeof(*p->game));
	if (p->game == NULL)
		return -1;
	for (size_t i = 0; i < p->ngames; i++)
		if (block_game(
		        &t->b, &k[i], r->o.name, &p->game[i], &r->arena) == -1)
			return -1;
	if (!p->has_board) {
		p->game[0].title_line = p->title_line;
		p->title_line = SOK_STR("");
	}
	return 0;
}

/* Distribute the text between block i and the next one: a title belongs to the
 * next block, all other text to this one. */
static int
assign_text(struct sok_reader *r, struct text *t, size_t i, struct block *next,
    size_t end, struct title *title, size_t *title_lines, struct gap_text *gap)
{
	struct sok_puzzle *p = &r->puzzle;
	const struct block *k = &t->block[i];
	bool board = k->kind == SOK_BLOCK_BOARD, kept = false;
	size_t game = i - p->has_board;
	struct sok_text *text = board ? &p->text : &p->game[game].text;

	if (gap_take(r, &t->b, k->to, end, gap) == -1)
		return -1;
	if (board && p->has_board) {
		struct sok_str s = gap_title_below(
		    gap, p->title_line, next, &t->seen.below, &kept);

		t->seen.close = gap->direct || s.len > 0;
		if (s.len > 0)
			p->title_line = s;
	}
	*title_lines = 0;
	if (next != NULL && !kept)
		*title_lines =
		    gap_title_above(r, gap, next, false, title, t->b.ahead);
	*text = gap->text;
	/* A single line is examined as the title of the next block. */
	if (board && (gap->text.n > 1 || next == NULL))
		gap_below(r, gap, next != NULL && !gap->gap);
	return 0;
}

/* Build the puzzle from its blocks; found and next: what follows them. */
static int
build(struct sok_reader *r, struct text *t, int found, struct block *next,
    size_t end)
{
	struct sok_puzzle *p = &r->puzzle;
	bool titled = p->title_line.len > 0;
	bool plain =
	    titled && t->title_plain && p->has_board && t->nblocks == 1;
	struct gap_text gap = {.gap = false};
	struct title title;
	size_t n = 0;

	if (fill_games(r, t) == -1)
		return -1;
	for (size_t i = 0; i < t->nblocks; i++) {
		bool last = i + 1 == t->nblocks;
		struct block *below = last ? next : &t->block[i + 1];

		if (assign_text(r, t, i, below, last ? end : below->from,
		        &title, &n, &gap) == -1)
			return -1;
		if (!last && n > 0)
			p->game[i + 1 - p->has_board].title_line =
			    gap_title(r, &title);
	}
	if (t->keyed && next != NULL && n == 0 && p->has_board)
		t->shifts = gap_shift(r, &gap);
	if (t->seen.first && n > 0 && gap_captioned(p, &gap))
		t->shifts = SHIFT_LINES;
	if (t->seen.first)
		gap_started(r, n > 0 ? title.line : SOK_STR(""));
	t->keyed = false;
	if (next != NULL && n == 0 && titled && gap_word(r, &gap) == -1)
		return -1;
	gap_named(r, &t->seen, lines_number(&t->b.l, 0), titled,
	    next == NULL || n > 0);
	if (next != NULL)
		set_next(t, &gap, n, &title);
	else
		set_end(t, found, end);
	return plain ? 0 : title_fit(p, &r->arena);
}

/* The letters of moves below block k, unless the text names another variant; -1
 * on ENOMEM. */
static int
set_letters(struct sok_reader *r, struct text *t, const struct block *k)
{
	static const struct sok_text none = {NULL, 0};
	static const struct sok_board no_board = {.sq = NULL};
	bool board = k->kind == SOK_BLOCK_BOARD;
	enum sok_variant v;

	if (variant_find(r, &none, board ? &k->board : &no_board, &v) == -1)
		return -1;
	block_begin_game(&t->b, v, r->o.game != NULL);
	return 0;
}

static int
read_puzzle(struct sok_reader *r, struct text *t)
{
	struct sok_puzzle *p = &r->puzzle;
	struct block *k = t->block;
	size_t i;
	int found;

	if (t->nblocks > 0)
		*k = t->block[t->nblocks];
	p->has_board = k->kind == SOK_BLOCK_BOARD;
	if (p->has_board)
		p->board = k->board;
	p->pos = (struct sok_pos){r->o.name, lines_number(&t->b.l, k->from), 1};
	if (!p->has_board)
		reader_report(r, SOK_MOVES_WITHOUT_BOARD_RULE, p->pos.line, 1,
		    "moves before the first board");
	pending_join(&r->found, &k->found);
	if (set_letters(r, t, k) == -1)
		return -1;
	t->nblocks = 0;
	do {
		i = t->block[t->nblocks++].to;
		found = find_block(t, &i);
		k = t->block + t->nblocks;
	} while (found == 1 && k->kind == SOK_BLOCK_MOVES);
	if (found == -1)
		return -1;
	/* The window may have moved while the blocks were found. */
	p->title_line = carried_title(r, t);
	if (t->block[0].plain)
		p->board.xsb =
		    lines_raw(&t->b.l, t->block[0].from, t->block[0].to);
	if (build(r, t, found, found == 1 ? k : NULL,
	        found == 1 ? k->from : i) == -1)
		return -1;
	return 1;
}

/* ---- before the first puzzle, and after lines over a limit */

/* The variant of moves without a board: Sokoban, because text may be there,
 * unless moves without a board are asked for. */
static enum sok_variant
bare_variant(const struct sok_reader *r)
{
	enum sok_variant v = SOK_SOKOBAN;

	if (!r->o.bare_moves)
		return v;
	if (r->o.game != NULL)
		return sok_variant_find(sok_str(r->o.game));
	(void)variant_of_file(r->o.name, &v);
	return v;
}

/* Read the text up to the first block: the header, or text that belongs to no
 * puzzle. */
static int
read_ahead(struct sok_reader *r, struct text *t, struct sok_text *text)
{
	struct gap_text gap;
	struct title title;
	size_t i = 0, n = 0;
	int found;

	t->nblocks = 0;
	block_begin_game(&t->b, bare_variant(r), true);
	found = find_block(t, &i);
	t->phase = PUZZLES;
	if (found == -1 || gap_take(r, &t->b, 0, i, &gap) == -1)
		return -1;
	if (found == 1) {
		n = gap_title_above(
		    r, &gap, t->block, r->number == 0, &title, t->b.ahead);
		gap.direct = false;
		t->seen.first = r->number == 0;
		t->keyed = r->number == 0 && n == 0;
		set_next(t, &gap, n, &title);
	} else {
		set_end(t, found, i);
	}
	*text = gap.text;
	return 0;
}

static int
read_header(struct sok_reader *r, struct text *t)
{
	struct sok_text from, *to = &r->header.text;

	if (read_ahead(r, t, &from) == -1)
		return -1;
	to->line = sok_arena_alloc(&r->life, from.n, sizeof(*to->line));
	if (to->line == NULL)
		return -1;
	for (size_t i = 0; i < from.n; i++) {
		to->line[i] = sok_str_dup(&r->life, from.line[i]);
		if (to->line[i].s == NULL)
			return -1;
	}
	to->n = from.n;
	advance(t);
	return 0;
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
 * before it. */
static void
report_bytes(struct sok_reader *r)
{
	struct text *t = r->state;
	struct lines *l = &t->b.l;

	for (int i = 0; l->any_first && i < LINES_NONCE; i++) {
		struct lines_first *m = &l->first[i];

		if (m->line == 0 || m->line == SIZE_MAX ||
		    (!t->over && m->line >= lines_number(l, t->start)))
			continue;
		reader_report(
		    r, once[i].rule, m->line, m->col, "%s", once[i].what);
		m->line = SIZE_MAX;
	}
}

/* ---- the reader */

static int
open_text(struct sok_reader *r)
{
	struct text *t = calloc(1, sizeof(*t));

	if (t == NULL)
		return -1;
	r->state = t;
	input_unify(&r->in);
	blocks_open(&t->b, &r->in, &r->o);
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

/* What was found ahead must outlive text that belongs to no puzzle. */
static int
hold_next(struct text *t)
{
	struct sok_str *moves = &t->block->moves;

	if (!t->has_next || moves->s == NULL)
		return 1;
	*moves = sok_str_dup(t->b.ahead, *moves);
	return moves->s == NULL ? -1 : 1;
}

/* Read the next puzzle, lines over a limit, or text that belongs to no puzzle:
 * 1, 0, -1. */
static int
read_next(struct sok_reader *r, struct text *t)
{
	if (t->phase == HEADER && read_header(r, t) == -1)
		return -1;
	if (t->phase == TEXT) {
		if (read_ahead(r, t, &r->puzzle.text) == -1)
			return -1;
		if (r->puzzle.text.n > 0)
			return hold_next(t);
		advance(t);
	}
	if (t->phase == COPY)
		return read_raw(r, t);
	return t->has_next ? read_puzzle(r, t) : 0;
}

static bool
is_last(const struct text *t)
{
	return t->phase == PUZZLES && !t->has_next;
}

static int
read_text(struct sok_reader *r)
{
	struct text *t = r->state;
	struct sok_arena board = t->board;
	int got;

	/* The previous call put the board of this puzzle into that arena. */
	t->board = r->arena;
	r->arena = board;
	advance(t);
	got = read_next(r, t);
	pending_join(&r->found, &t->b.found);
	t->over = got == 0; /* the last line may have no number of its own */
	report_bytes(r);
	if (got == 1 && t->shifts != SHIFT_NONE && is_last(t))
		gap_last(r, t->shifts);
	return got;
}

const struct sok_read_ops read_text_ops = {
    .open = open_text, .read = read_text, .close = close_text};
