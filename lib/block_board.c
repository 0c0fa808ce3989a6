/*
 * block_board.c - boards among the lines: gather the rows that could be one,
 * decide which of them are (sok(5), "Boards"), and make squares of them.
 *
 * The decision looks at nothing but a run of adjoining lines, so a board
 * that is written back with blank lines around it is decided the same way.
 */
#include <stdlib.h>
#include <string.h>

#include "block.h"

/* Some rows of a run: from to to (exclusive). */
struct range {
	size_t from, to;
};

/* What a character of a row counts for, in a reading with letters or not. */
static unsigned char
square(char c, bool letters)
{
	static const char from[] = "pmPMbBoW", to[] = "@@++$*.#";
	const char *p;

	if (letters && c != '\0' && (p = strchr(from, c)) != NULL)
		c = to[p - from];
	return sok_square[(unsigned char)c];
}

/* ---- rows */

static struct row *
add_row(struct blocks *b, struct sok_str s, size_t line, bool rle)
{
	if (b->nrow == b->caprow) {
		size_t cap = b->caprow ? b->caprow * 2 : 64;
		struct row *v = realloc(b->row, cap * sizeof(*v));

		if (v == NULL)
			return NULL;
		b->row = v;
		b->caprow = cap;
	}
	b->row[b->nrow] = (struct row){.s = s, .at = line, .rle = rle};
	return &b->row[b->nrow++];
}

/* Fill in what the decision needs to know of a row. */
static void
survey(struct row *r, bool letters)
{
	size_t i = 0;

	while (i < r->s.len && square(r->s.s[i], letters) == SOK_FLOOR)
		i++;
	r->floor = i == r->s.len;
	if (r->floor)
		return;
	switch (square(r->s.s[i], letters)) {
	case SOK_WALL:
	case SOK_BOX | SOK_GOAL:
		r->edge = true;
	}
	r->wall = memchr(r->s.s, '#', r->s.len) != NULL ||
	    (letters && memchr(r->s.s, 'W', r->s.len) != NULL);
}

/* A TAB goes to the next multiple of the TAB width, as the author saw it. */
static struct sok_str
expand_tabs(struct blocks *b, struct sok_str s)
{
	char *o;
	size_t n = 0, most = 0;

	for (size_t i = 0; i < s.len; i++)
		most += s.s[i] == '\t' ? b->tabs : 1;
	o = sok_arena_alloc(b->ahead, most, 1);
	if (o == NULL)
		return (struct sok_str){NULL, 0};
	for (size_t i = 0; i < s.len; i++) {
		size_t to = s.s[i] == '\t' ? n - n % b->tabs + b->tabs : n + 1;

		memset(o + n, s.s[i] == '\t' ? ' ' : s.s[i], to - n);
		n = to;
	}
	return (struct sok_str){o, n};
}

/* The squares of line i as they are written, behind its mail quotes. */
static struct sok_str
line_squares(const struct blocks *b, size_t i)
{
	struct sok_str s = lines_str(&b->l, i);

	return b->l.v[i].has & HAS_QUOTE ? lines_unquote(s) : s;
}

/* Decode a run-length line behind what b->rle holds: 1 it is one, 0 it is
 * not, -1 ENOMEM. */
static int
decode(struct blocks *b, size_t i, struct sok_rle_error *e)
{
	struct sok_str s = sok_str_trim(line_squares(b, i));

	if (!(b->l.v[i].has & HAS_WALL) && memchr(s.s, 'W', s.len) == NULL)
		return 0;
	if (b->l.v[i].has & HAS_TAB)
		return 0;
	if (sok_rle_decode(&b->rle, s, SOK_RLE_BOARD, b->limits, e) == 0)
		return 1;
	return e->message == NULL ? -1 : 0;
}

static bool
is_rle(const struct line *e)
{
	return e->has & HAS_COUNT;
}

static size_t
count_bars(struct sok_str s)
{
	size_t n = 0;

	for (const char *p = s.s, *end = s.s + s.len;
	     (p = memchr(p, '|', (size_t)(end - p))) != NULL; p++)
		n++;
	return n;
}

/* ---- a run of lines */

struct run {
	size_t from, to; /* lines */
	size_t plain;    /* the first line behind from that needs letters */
};

static bool
could_be_row(const struct line *e)
{
	return (e->can & CAN_LETTER) && (e->has & HAS_INK);
}

/* The lines from i on that could be rows of one board. */
static int
gather(struct blocks *b, size_t i, struct run *run)
{
	size_t rows = 0, side = b->limits->v[SOK_LIMIT_SIDE];
	struct sok_rle_error e;
	int r, ok;

	*run = (struct run){i, i, i};
	while ((r = lines_want(&b->l, run->to)) == 1) {
		const struct line *line = &b->l.v[run->to];

		b->rle.len = 0;
		if (!could_be_row(line) || rows > side)
			break;
		ok = is_rle(line) ? decode(b, run->to, &e) : 1;
		if (ok == -1)
			return -1;
		if (ok == 0)
			break;
		rows += 1;
		if (is_rle(line))
			rows += count_bars(sok_buf_str(&b->rle));
		if ((line->can & CAN_RLE) && run->plain == run->to)
			run->plain++;
		run->to++;
	}
	return r == -1 ? -1 : 0;
}

/* Cut a decoded run-length line into rows: "||" is an empty row. */
static int
add_rle_rows(struct blocks *b, size_t i, struct sok_str s)
{
	while (s.len > 0) {
		const char *bar = memchr(s.s, '|', s.len);
		size_t n = bar != NULL ? (size_t)(bar - s.s) : s.len;

		if (add_row(b, sok_str_sub(s, 0, n), i, true) == NULL)
			return -1;
		s = sok_str_from(s, bar != NULL ? n + 1 : n);
	}
	return 0;
}

/* The rows of lines from to to.  Decoded rows are copied into the arena
 * because they outlive the buffer. */
static int
fill_rows(struct blocks *b, size_t from, size_t to, bool letters)
{
	struct sok_rle_error e;

	b->nrow = 0;
	for (size_t i = from; i < to; i++) {
		size_t first = b->nrow;
		struct sok_str s = line_squares(b, i);

		if (is_rle(&b->l.v[i])) {
			b->rle.len = 0;
			if (decode(b, i, &e) != 1)
				return -1;
			s = sok_str_dup(b->ahead, sok_buf_str(&b->rle));
			if (s.s == NULL || add_rle_rows(b, i, s) == -1)
				return -1;
		} else {
			if (b->l.v[i].has & HAS_TAB)
				s = expand_tabs(b, s);
			if (s.s == NULL || add_row(b, s, i, false) == NULL)
				return -1;
		}
		for (; first < b->nrow; first++)
			survey(&b->row[first], letters);
	}
	return 0;
}

/* ---- the decision */

/* One player and as many boxes as goals, at least one. */
static bool
is_sound(const struct blocks *b, struct range r, bool letters)
{
	size_t count[SOK_NSQUARES] = {0};
	size_t boxes, goals;

	for (size_t i = r.from; i < r.to; i++) {
		const struct row *row = &b->row[i];

		for (size_t x = 0; x < row->s.len; x++)
			count[square(row->s.s[x], letters) & 15]++;
	}
	boxes = count[SOK_BOX] + count[SOK_BOX | SOK_GOAL];
	goals = count[SOK_GOAL] + count[SOK_BOX | SOK_GOAL] +
	    count[SOK_PLAYER | SOK_GOAL];
	return count[SOK_PLAYER] + count[SOK_PLAYER | SOK_GOAL] == 1 &&
	    boxes == goals && boxes > 0;
}

/* At least three rows, and three columns between the first and the last
 * square that is not floor (whole: of the rectangle). */
static bool
is_large(const struct blocks *b, struct range r, bool whole)
{
	size_t left = SIZE_MAX, right = 0;

	if (r.to - r.from < 3)
		return false;
	for (size_t i = r.from; i < r.to; i++) {
		struct sok_str s = b->row[i].s;
		size_t x = 0;

		while (x < s.len && square(s.s[x], true) == SOK_FLOOR)
			x++;
		if (whole)
			x = 0;
		else
			while (s.len > 0 &&
			    square(s.s[s.len - 1], true) == SOK_FLOOR)
				s.len--;
		left = x < left && x < s.len ? x : left;
		right = s.len > right ? s.len : right;
	}
	return left < right && right - left >= 3;
}

static bool
begins_line(const struct blocks *b, size_t i, struct range r)
{
	return i == r.from || b->row[i - 1].at != b->row[i].at;
}

static bool
ends_line(const struct blocks *b, size_t i, struct range r)
{
	return i + 1 == r.to || b->row[i + 1].at != b->row[i].at;
}

/* From the first to the last row that begins with a wall or a box on a goal,
 * and plain rows beside them that hold a wall. */
static struct range
find_core(const struct blocks *b, struct range r)
{
	struct range c = r;

	while (c.from < r.to &&
	    !(b->row[c.from].edge && begins_line(b, c.from, r)))
		c.from++;
	while (c.to > c.from &&
	    !(b->row[c.to - 1].edge && ends_line(b, c.to - 1, r)))
		c.to--;
	if (c.from >= c.to)
		return (struct range){r.from, r.from};
	while (c.from > r.from && b->row[c.from - 1].wall &&
	    !b->row[c.from - 1].rle)
		c.from--;
	while (c.to < r.to && b->row[c.to].wall && !b->row[c.to].rle)
		c.to++;
	return c;
}

/* The rows of r that are a board, or an empty range.  A rule of floor
 * characters right above a board belongs to it. */
static struct range
decide(const struct blocks *b, struct range r, bool letters, bool *sound)
{
	struct range core = find_core(b, r);
	bool large = is_large(b, core, false);

	*sound = large && is_sound(b, core, letters);
	if (!*sound && is_large(b, r, true) && is_sound(b, r, letters)) {
		*sound = true;
		return r;
	}
	if (!large)
		return (struct range){r.from, r.from};
	while (core.from > r.from && b->row[core.from - 1].floor &&
	    !b->row[core.from - 1].rle)
		core.from--;
	return core;
}

/* ---- the board */

/* Mail programs put "> " before every line: where all rows have that blank,
 * it is not a square. */
static size_t
quote_width(struct blocks *b, struct range r, struct block *k)
{
	size_t quoted = 0, blank = 0, plain = 0;

	for (size_t i = r.from; i < r.to; i++) {
		const struct row *row = &b->row[i];

		if (row->rle)
			continue;
		plain++;
		if (!(b->l.v[row->at].has & HAS_QUOTE))
			continue;
		quoted++;
		blank += row->s.len > 0 && row->s.s[0] == ' ';
	}
	k->quoted = quoted > 0;
	if (quoted > 0 && quoted < plain)
		pending_add(&k->found, b->ahead, SOK_RAGGED_MAIL_QUOTE_RULE,
		    lines_number(&b->l, b->row[r.from].at), 1,
		    "some rows of this board begin with a mail quote and some "
		    "do not");
	return quoted > 0 && blank == plain ? 1 : 0;
}

static void
note_dialect(struct blocks *b, struct range r, bool letters, struct block *k)
{
	size_t tab = SIZE_MAX;

	for (size_t i = r.to; i-- > r.from;)
		if (b->l.v[b->row[i].at].has & HAS_TAB)
			tab = b->row[i].at;
	if (letters)
		pending_add(&k->found, b->ahead, SOK_LEGACY_LETTER_RULE,
		    lines_number(&b->l, b->row[r.from].at), 1,
		    "this board is written with letters, which only some "
		    "programs read");
	if (tab != SIZE_MAX) {
		struct sok_str s = lines_str(&b->l, tab);
		const char *at = memchr(s.s, '\t', s.len);

		pending_add(&k->found, b->ahead, SOK_TAB_IN_BOARD_RULE,
		    lines_number(&b->l, tab),
		    at != NULL ? (size_t)(at - s.s) + 1 : 1,
		    "a TAB in this board was read as floor up to the next "
		    "multiple of %zu columns",
		    b->tabs);
	}
}

/* Over the limits of a board: said, and text up to the next blank line. */
static bool
too_large(struct blocks *b, struct range r, size_t width)
{
	size_t side = b->limits->v[SOK_LIMIT_SIDE], height = r.to - r.from;
	size_t squares = b->limits->v[SOK_LIMIT_SQUARES];

	if (width <= side && height <= side && width * height <= squares)
		return false;
	pending_add(&b->found, b->now, SOK_LIMIT_RULE,
	    lines_number(&b->l, b->row[r.from].at), 1,
	    "a board of %zu x %zu squares is over the limit; it was kept as "
	    "text",
	    width, height);
	b->skip = true;
	return true;
}

static void
fill_board(struct blocks *b, struct range r, size_t quote, bool letters,
    struct sok_board *to)
{
	unsigned char *sq = to->sq;

	for (size_t i = r.from; i < r.to; i++, sq += to->width) {
		const struct row *row = &b->row[i];
		size_t skip = row->rle ? 0 : quote;
		struct sok_str s = sok_str_from(row->s, skip);
		struct sok_str line = lines_str(&b->l, row->at);

		for (size_t x = 0; x < s.len; x++)
			sq[x] = square(s.s[x], letters);
		to->row[i - r.from] = (struct sok_row){
		    lines_number(&b->l, row->at), 1 + skip, row->rle};
		if (b->l.v[row->at].has & HAS_QUOTE)
			to->row[i - r.from].col +=
			    (size_t)(lines_unquote(line).s - line.s);
	}
	sok_board_count(to);
}

/* Empty rows that `||` made: the first one is said. */
static void
note_bars(struct blocks *b, struct range r, struct block *k)
{
	for (size_t i = r.from; i < r.to; i++)
		if (b->row[i].rle && b->row[i].s.len == 0) {
			pending_add(&k->found, b->ahead, SOK_RLE_EMPTY_ROW_RULE,
			    lines_number(&b->l, b->row[i].at), 1,
			    "`||` was read as an empty row");
			return;
		}
}

/* Make the board of the rows r: 1, 0 over a limit, -1. */
static int
build(struct blocks *b, struct range r, bool letters, struct block *k)
{
	size_t width = 1, quote;

	*k = (struct block){.kind = SOK_BLOCK_BOARD};
	quote = quote_width(b, r, k);
	for (size_t i = r.from; i < r.to; i++)
		if (b->row[i].s.len > width)
			width = b->row[i].s.len;
	if (too_large(b, r, width))
		return 0;
	if (sok_board_new(
	        &k->board, (int)width, (int)(r.to - r.from), b->ahead) == -1)
		return -1;
	k->board.row =
	    sok_arena_alloc(b->ahead, r.to - r.from, sizeof(*k->board.row));
	if (k->board.row == NULL)
		return -1;
	fill_board(b, r, quote, letters, &k->board);
	k->from = b->row[r.from].at;
	k->to = b->row[r.to - 1].at + 1;
	note_dialect(b, r, letters, k);
	note_bars(b, r, k);
	return 1;
}

/*
 * The board in the rows r; two glued boards are cut, and only the first is
 * taken here.  1, 0, -1.
 */
static int
take(struct blocks *b, struct range r, bool letters, bool *sound,
    struct block *k)
{
	struct range board = decide(b, r, letters, sound);
	size_t cut;
	int row, got;

	if (board.from == board.to)
		return 0;
	got = build(b, board, letters, k);
	if (got != 1 || k->board.players != 2)
		return got;
	row = sok_board_glued(&k->board, b->ahead);
	if (row <= 0)
		return row == 0 ? 1 : -1;
	cut = board.from + (size_t)row;
	if (b->row[cut].at == b->row[cut - 1].at)
		return 1; /* both in one run-length line: stays as it is */
	board = decide(b, (struct range){r.from, cut}, letters, sound);
	if (board.from == board.to)
		return 1;
	got = build(b, board, letters, k);
	if (got == 1)
		pending_add(&k->found, b->ahead, SOK_GLUED_BOARDS_RULE,
		    lines_number(&b->l, b->row[cut].at), 1,
		    "a second board begins here without a blank line; they "
		    "were read as two");
	return got;
}

/* ---- a candidate */

/* Try the lines from to to as a board: 1 *k is filled (text above a board
 * counts), 0 no, -1. */
static int
try_lines(struct blocks *b, size_t i, size_t to, bool letters, bool *sound,
    struct block *k)
{
	bool above;
	int r;

	*sound = false;
	if (to == i)
		return 0;
	if (fill_rows(b, i, to, letters) == -1)
		return -1;
	r = take(b, (struct range){0, b->nrow}, letters, sound, k);
	if (r != 1 || k->from == i)
		return r;
	/* Rows above the board: a board of their own or text. */
	for (to = 0; b->row[to].at < k->from; to++)
		;
	b->text_until = k->from;
	r = take(b, (struct range){0, to}, letters, &above, k);
	if (r == 0) {
		*k = (struct block){.from = i, .to = i + 1};
		r = 1;
	}
	return r;
}

/* Whether the lines from to to hold rows without letters that are a sound
 * board by themselves: then words like Bob beside them are no rows. */
static int
holds_plain(struct blocks *b, size_t from, size_t to)
{
	bool sound = false;

	while (from < to && !sound) {
		size_t end = from;

		while (end < to && (b->l.v[end].can & CAN_RLE))
			end++;
		if (end > from && fill_rows(b, from, end, false) == -1)
			return -1;
		if (end > from)
			decide(b, (struct range){0, b->nrow}, false, &sound);
		from = end > from ? end : from + 1;
	}
	return sound;
}

/* Try the whole run in the reading with letters. */
static int
try_letters(struct blocks *b, const struct run *run, struct block *k)
{
	size_t until = b->text_until;
	bool sound;
	int r, plain = 0;

	if (run->plain == run->to || run->from < b->letters_until)
		return 0;
	r = try_lines(b, run->from, run->to, true, &sound, k);
	if (r == 1 && sound && k->kind == SOK_BLOCK_BOARD)
		plain = holds_plain(b, k->from, k->to);
	if (r == -1 || plain == -1)
		return -1;
	if (r == 1 && sound && !plain && k->kind == SOK_BLOCK_BOARD)
		return 1;
	b->letters_until = run->to;
	b->text_until = until;
	return 0;
}

/* ---- run-length lines that are wrong */

/* Whether line i is the only one of the input with anything on it (bounded:
 * 64 blank lines behind it). */
static int
is_alone(struct blocks *b, size_t i)
{
	if (b->l.in->consumed > 0)
		return 0;
	for (size_t j = 0; j < i; j++)
		if (!lines_blank(&b->l, j))
			return 0;
	for (size_t j = i + 1; j < i + 64; j++) {
		int r = lines_want(&b->l, j);

		if (r != 1)
			return r == 0 ? 1 : -1;
		if (!lines_blank(&b->l, j))
			return 0;
	}
	return 0;
}

/* Whether a board begins right below line i, which is wrong. */
static int
board_below(struct blocks *b, size_t i)
{
	struct block k = {.kind = SOK_BLOCK_TEXT};
	size_t until = b->text_until;
	struct run run;
	bool sound;
	int r;

	if (gather(b, i + 1, &run) == -1)
		return -1;
	r = try_lines(b, i + 1, run.plain, false, &sound, &k);
	b->text_until = until;
	if (r == -1)
		return -1;
	return k.kind == SOK_BLOCK_BOARD && k.from == i + 1;
}

/*
 * Line i holds run-length characters and is no row.  It was meant as one if
 * it has a wall and a bar, adjoins a board or stands alone; then its fault is
 * reported.  It is text either way.
 */
static int
fault(struct blocks *b, size_t i)
{
	struct sok_rle_error e = {.message = NULL};
	struct sok_str s = sok_str_trim(line_squares(b, i));
	int meant = b->l.v[i].has & HAS_BAR || (i > 0 && b->board_end == i);
	int r;

	b->rle.len = 0;
	r = decode(b, i, &e);
	if (r == -1)
		return -1;
	if (r == 1 || e.message == NULL)
		return 0;
	if (b->eager && e.rule == SOK_LIMIT_RULE)
		meant = 1;
	if (!meant)
		meant = is_alone(b, i);
	if (!meant)
		meant = board_below(b, i);
	if (meant == 1) {
		s = sok_str_trim(line_squares(b, i));
		pending_add(&b->found, b->now, e.rule, lines_number(&b->l, i),
		    block_column(b, i, s.s + e.at),
		    "%s; the line was kept as text", e.message);
		b->skip = e.rule == SOK_LIMIT_RULE;
	}
	return meant == -1 ? -1 : 0;
}

/* ---- all of it */

int
block_board(struct blocks *b, size_t i, struct block *k)
{
	struct block plain, letters;
	struct run run;
	bool sound;
	int r, other;

	if (gather(b, i, &run) == -1)
		return -1;
	if (run.to == i)
		return fault(b, i);
	r = try_lines(b, i, run.plain, false, &sound, &plain);
	if (r == -1)
		return -1;
	other = r == 1 && sound ? 0 : try_letters(b, &run, &letters);
	if (other == -1)
		return -1;
	if (r == 0 && other == 0) {
		b->text_until = run.plain > i ? run.plain : i + 1;
		return 0;
	}
	*k = other == 1 ? letters : plain;
	if (k->kind == SOK_BLOCK_BOARD)
		b->board_end = k->to;
	return 1;
}
