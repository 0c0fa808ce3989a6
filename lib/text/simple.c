/*
 * simple.c - the short way through the text reader: puzzles that are plain to
 * see are taken from the bytes, without lines, blocks and passages.  What is
 * taken here, read_text.c would read alike; a test holds the two equal.
 */
#include <string.h>

#include "base/bits.h"
#include "text/block.h"
#include "text/lines.h"
#include "text/simple.h"
#include "text/simple_rows.h"
#include "text/title.h"

/* What the line above was. */
enum above { BLANK, ROWS, TEXT, MOVES };

/* A way through the lines; a line feed stands before end. */
struct scan {
	const char *base, *p, *end;
	size_t lines; /* before p */
	enum above above;
	bool gap;             /* a blank line since the last one that is not */
	bool doubt;           /* MOVES: a short word right below text */
	size_t text_line;     /* number of the last line of text */
	size_t from;          /* first line of text of the object above */
	struct sok_str title; /* above the board above */
	bool claimed;         /* and it has what may be one below it, */
	bool counts;          /* which counts on from there */
	struct simple_body *b;
};

/* How many of the first n bytes are whole lines. */
static size_t
whole_lines(const unsigned char *p, size_t n)
{
	uint64_t found;

	for (; n >= 8; n -= 8) {
		found = bits_equal(bits_load(p + n - 8), '\n');
		if (found != 0)
			return n - 7 + (size_t)bits_high(found) / 8;
	}
	while (n > 0 && p[n - 1] != '\n')
		n--;
	return n;
}

/* The whole lines among the first bytes; false if there are none. */
static bool
begin(struct scan *s, struct sok_str b)
{
	size_t n = whole_lines((const unsigned char *)b.s,
	    b.len < SIMPLE_MAX ? b.len : SIMPLE_MAX);

	*s = (struct scan){.base = b.s, .p = b.s, .end = b.s + n};
	return n > 0;
}

static void
skip_blank_lines(struct scan *s)
{
	for (; s->p < s->end && *s->p == '\n'; s->p++) {
		s->lines++;
		s->above = BLANK;
		s->gap = true;
	}
}

/* ---- text */

bool
simple_is_printable(struct sok_str s)
{
	uint64_t odd = 0, v, keep;

	for (size_t i = 0; i < s.len; i += 8) {
		/* Some bytes behind the end can always be read. */
		v = bits_load((const unsigned char *)s.s + i);
		if (s.len - i < 8) {
			keep = bits_first((s.len - i) * 8);
			v = (v & keep) | (' ' * BITS_EVERY & ~keep);
		}
		odd |= v | (v - ' ' * BITS_EVERY) | (v + BITS_EVERY);
	}
	return (odd & 0x80 * BITS_EVERY) == 0;
}

static bool
is_number(struct sok_str s)
{
	size_t i = 0;

	while (i < s.len && sok_is_digit(s.s[i]))
		i++;
	return i == s.len;
}

/* The line at p: false if it might be anything but text, or text with a
 * meaning. */
static bool
take_line(struct scan *s, struct sok_str *line)
{
	const char *end = memchr(s->p, '\n', (size_t)(s->end - s->p));

	*line = (struct sok_str){s->p, (size_t)(end - s->p)};
	if (spoilt_fill(*s->p) || *s->p == '>' || !simple_is_printable(*line))
		return false;
	*line = sok_str_rtrim(*line);
	if (line->len == 0)
		return false;
	/* A number is text, but not among moves. */
	if (!lines_are_text(*line) && (s->above == MOVES || !is_number(*line)))
		return false;
	if (lines_labelled_moves(*line) || lines_lost_moves(*line) ||
	    lines_only_moves(*line) || lines_moves_run(*line) < line->len)
		return false;
	s->p = end + 1;
	s->text_line = s->lines++;
	/* Walls at the end may have been meant as a row. */
	return line->s[line->len - 1] != ':' && line->s[line->len - 1] != '#';
}

/* `; Title` right below the rows and a blank line below it: the title of that
 * board if it has none, and of no other if nothing follows. */
static bool
take_title_below(struct scan *s, struct sok_str line)
{
	if (s->p == s->end)
		return false;
	if (*s->p != '\n')
		return true;
	line = title_strip(line);
	if (s->title.len > 0) {
		s->claimed = true;
		s->counts = title_next(s->title, line);
		return true;
	}
	s->b->title = line;
	s->b->nlines--;
	return line.len > 0 && title_fits_line(line);
}

static bool
take_text(struct scan *s)
{
	struct simple_body *b = s->b;
	struct sok_str line;
	bool below = s->above == ROWS, moves = s->above == MOVES;

	if (!take_line(s, &line) || b->nlines + 2 > SIMPLE_LINES ||
	    (moves && (s->doubt || lines_beside_moves(line))))
		return false;
	if (s->gap && b->nlines > s->from)
		b->line[b->nlines++] = SOK_STR("");
	b->line[b->nlines++] = line;
	s->above = TEXT;
	s->gap = false;
	return !below || line.s[0] != ';' || take_title_below(s, line);
}

/* ---- titles */

/* Words without anything that matters in titles. */
static bool
is_wordy(struct sok_str s)
{
	enum { MATTERS = 1, FIRST = 2 }; /* the first byte alone */
	static const unsigned char kind[256] = {
	    [':'] = MATTERS,
	    ['='] = MATTERS,
	    ['|'] = MATTERS,
	    ['>'] = MATTERS,
	    ['\''] = FIRST,
	    ['`'] = FIRST,
	    ['<'] = FIRST,
	    ['\\'] = FIRST,
	    ['['] = MATTERS,
	    ['{'] = MATTERS,
	};
	bool word = false;

	if (s.len == 0 || (kind[(unsigned char)s.s[0]] & FIRST))
		return false;
	for (size_t i = 0; i < s.len; i++) {
		if (kind[(unsigned char)s.s[i]] & MATTERS)
			return false;
		word |= sok_is_digit(s.s[i]) || sok_is_letter(s.s[i]);
	}
	return word;
}

/* The title that ends these lines: 1, 0 there is none, -1 the whole reader
 * must look. */
static int
find_title(const struct sok_str *line, size_t n, struct title_place where,
    struct sok_str *title)
{
	struct title t;
	bool found;

	if (n == 0)
		return 0;
	*title = line[n - 1];
	while (title->len > 0 && (*title->s == ';' || *title->s == ' ')) {
		title->s++;
		title->len--;
	}
	if ((n == 1 ? !where.under : line[n - 2].len == 0) && is_wordy(*title))
		return 1;
	found = title_find(line, n, where, &t);
	if (title_doubt(line, n, where, found) != TITLE_SURE ||
	    t.number.len > 0)
		return -1;
	*title = t.line;
	return !found ? 0 : title_fits_line(t.line) ? 1 : -1;
}

/* The same of the text above p, which loses it; else *title is empty.  *from
 * and *line: where the object begins. */
static bool
title_above(struct scan *s, bool board, struct sok_str *title,
    const char **from, size_t *line)
{
	struct simple_body *b = s->b;
	bool apart = b->nlines > s->from && b->line[s->from].s[-2] == '\n';
	struct title_place where = {.board = board,
	    .apart = apart,
	    .close = !s->gap,
	    .under = !apart && s->gap && s->from == 0 && s->title.len == 0,
	    .above = s->title.len > 0 ? &s->title : &b->title};
	bool claimed = s->claimed && !(board && s->counts) && s->from == 0 &&
	    b->nlines == 1;
	int r = claimed
	    ? 0
	    : find_title(b->line + s->from, b->nlines - s->from, where, title);

	*from = s->p;
	*line = s->lines;
	if (r == 1) {
		*from = b->line[--b->nlines].s;
		*line = s->text_line;
	} else {
		*title = SOK_STR("");
	}
	while (b->nlines > s->from && b->line[b->nlines - 1].len == 0)
		b->nlines--;
	return r >= 0;
}

const char *
simple_line_plain(const char *p, size_t most)
{
	const char *end = memchr(p, '\n', most);

	if (end == NULL)
		return NULL;
	return simple_is_printable((struct sok_str){p, (size_t)(end - p)})
	    ? end
	    : NULL;
}

const char *
simple_words_plain(const char *p, size_t most)
{
	const char *end = simple_line_plain(p, most);

	if (end == NULL)
		return NULL;
	return is_wordy((struct sok_str){p, (size_t)(end - p)}) ? end : NULL;
}

#ifndef __x86_64__
const char *
simple_line(const char *p, size_t most)
{
	return simple_line_plain(p, most);
}

const char *
simple_words(const char *p, size_t most)
{
	return simple_words_plain(p, most);
}
#endif

/* ---- games */

/* Whether a line is direction letters and nothing else; *p goes behind it. */
static bool
take_letters(const char **p)
{
	const char *q = rows_letters(*p);

	if (q == *p || *q != '\n')
		return false;
	*p = q + 1;
	return true;
}

/* The text that was met belongs to the object above. */
static void
end_text(struct scan *s)
{
	struct simple_body *b = s->b;

	if (b->ngames == 0)
		b->text_end = b->nlines;
	else
		b->game[b->ngames - 1].text_end = b->nlines;
	s->from = b->nlines;
}

static bool
take_game(struct scan *s)
{
	struct simple_body *b = s->b;
	struct simple_game *g = &b->game[b->ngames];
	bool below_text = s->above == TEXT;
	const char *from;
	size_t line;

	if (b->ngames == SIMPLE_GAMES ||
	    (below_text && lines_beside_moves(b->line[b->nlines - 1])) ||
	    !title_above(s, false, &g->title, &from, &line))
		return false;
	end_text(s);
	b->ngames++;
	g->moves = s->p;
	g->first_line = s->lines;
	while (s->p < s->end && take_letters(&s->p))
		s->lines++;
	g->end = s->p;
	g->lines = s->lines - g->first_line;
	g->text = s->from;
	s->above = MOVES;
	s->gap = false;
	s->doubt = below_text && g->lines == 1 && g->end - g->moves <= 8;
	return true;
}

/* ---- boards */

/* The board at p, which begins with what stands at from. */
static bool
take_head(struct scan *s, struct sok_str title, const char *from, size_t line,
    struct simple_head *h, struct sok_arena *a)
{
	struct simple_rows r;
	const char *end = rows_take(s->p, s->end, &r);

	if (end == NULL || !rows_sound(&r))
		return false;
	h->title = (size_t)(title.s - from);
	h->title_len = title.len;
	h->rows = (size_t)(s->p - from);
	h->end = (size_t)(end - from);
	h->first_line = s->lines - line;
	h->plain = r.plain && r.left == 0;
	s->p = end;
	s->lines += r.height;
	return rows_board(&r, &h->board, a) == 0;
}

enum simple_answer
simple_head(struct sok_str bytes, bool eof, bool first, struct simple_head *h,
    struct sok_arena *a)
{
	struct title_place where = {.board = true, .first = first};
	struct sok_str line, title = {bytes.s, 0};
	struct scan s;

	if (bytes.len < SIMPLE_MAX && !eof)
		return SIMPLE_MORE;
	if (!begin(&s, bytes))
		return SIMPLE_NO;
	if (!rows_begin(*s.p) &&
	    (!take_line(&s, &line) || find_title(&line, 1, where, &title) != 1))
		return SIMPLE_NO;
	skip_blank_lines(&s);
	return s.p < s.end && take_head(&s, title, bytes.s, 0, h, a)
	    ? SIMPLE_YES
	    : SIMPLE_NO;
}

/* Whether the last game is a word that may be the title of a board below. */
static bool
ends_in_word(const struct scan *s)
{
	const struct simple_body *b = s->b;
	const struct simple_game *g;

	if (s->title.len == 0 || b->ngames == 0)
		return false;
	g = &b->game[b->ngames - 1];
	return g->title.len == 0 && g->lines == 1 && g->text == g->text_end &&
	    g->end - g->moves <= 8;
}

/* Whether a board has its name below it and not above. */
static bool
is_named_below(const struct scan *s)
{
	const struct simple_body *b = s->b;

	if (s->title.len > 0)
		return false;
	for (size_t i = 0; i < b->text_end; i++)
		if (sok_str_casestarts(b->line[i], SOK_STR("title")))
			return true;
	return b->title.len > 0;
}

/* The next puzzle begins at p or with its title. */
static bool
take_next(struct scan *s, struct simple_head *next, struct sok_arena *a)
{
	struct sok_str title;
	const char *from;
	size_t line;

	if (s->above == MOVES || !title_above(s, true, &title, &from, &line))
		return false;
	end_text(s);
	if (title.len == 0 ? ends_in_word(s) : is_named_below(s))
		return false; /* that is doubtful */
	s->b->last = false;
	s->b->end = (size_t)(from - s->base);
	s->b->lines = line;
	return take_head(s, title, from, line, next, a);
}

/* Everything up to the next row; false if something is not plain. */
static bool
take_body(struct scan *s)
{
	const char *p;

	for (;;) {
		skip_blank_lines(s);
		if (s->p == s->end || rows_begin(*s->p))
			return true;
		p = s->p;
		if (take_letters(&p) ? !take_game(s) : !take_text(s))
			return false;
	}
}

enum simple_answer
simple_body(struct sok_str bytes, bool eof, const struct simple_head *h,
    struct simple_body *b, struct simple_head *next, struct sok_arena *a)
{
	struct scan s;

	if (bytes.len < SIMPLE_MAX && !eof)
		return SIMPLE_MORE;
	if (!begin(&s, bytes))
		return SIMPLE_NO;
	s.b = b;
	s.p += h->end;
	s.lines = h->first_line + (size_t)h->board.height;
	s.above = ROWS;
	s.title = sok_str_sub(bytes, h->title, h->title + h->title_len);
	b->title = SOK_STR("");
	b->nlines = b->ngames = 0;
	if (!take_body(&s))
		return SIMPLE_NO;
	if (s.p < s.end)
		return take_next(&s, next, a) ? SIMPLE_YES : SIMPLE_NO;
	end_text(&s);
	b->last = true;
	b->end = bytes.len;
	b->lines = s.lines;
	return eof && s.p == bytes.s + bytes.len ? SIMPLE_YES : SIMPLE_NO;
}
