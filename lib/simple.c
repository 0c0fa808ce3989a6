/*
 * simple.c - the short way through the text reader: puzzles that are plain to
 * see are taken from the bytes, without lines, blocks and passages.  What is
 * taken here, read_text.c would read alike; a test holds the two equal.
 */
#include <string.h>

#include "lines.h"
#include "simple.h"
#include "title.h"

/* What a byte of a row adds: counts in fields, and BAD for what is none. */
#define BOX ((uint64_t)1)
#define GOAL ((uint64_t)1 << 16)
#define PLAYER ((uint64_t)1 << 32)
#define BAD ((uint64_t)1 << 48)
#define FIELD ((uint64_t)0xffff)

#define NO BAD
#define PG (PLAYER + GOAL)
#define BG (BOX + GOAL)

/* clang-format off */
static const uint64_t worth[128] = {
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
	0, NO, NO, 0, BOX, NO, NO, NO, NO, NO, BG, PG, NO, 0, GOAL, NO,
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
	PLAYER, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, 0,
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
};
/* clang-format on */

static size_t
line_length(struct sok_str b, size_t at)
{
	const char *end = memchr(b.s + at, '\n', b.len - at);

	return end == NULL ? b.len - at : (size_t)(end - b.s) - at;
}

static bool
is_floor(char c)
{
	return c == ' ' || c == '-' || c == '_';
}

static size_t
skip_blank_lines(struct sok_str b, size_t at, size_t *lines)
{
	while (at < b.len && b.s[at] == '\n') {
		at++;
		++*lines;
	}
	return at;
}

/* A row: false if it cannot be one. */
static bool
take_row(struct sok_str row, size_t *left, size_t *right, uint64_t *count)
{
	const unsigned char *p = (const unsigned char *)row.s;
	size_t n = row.len, i = 0;
	uint64_t sum = 0;
	unsigned char any = 0;

	for (i = 0; i < n; i++) {
		sum += worth[p[i] & 127];
		any |= p[i];
	}
	*count += sum;
	if (sum >= BAD || any > 127)
		return false;
	while (n > 0 && is_floor(row.s[n - 1]))
		n--;
	for (i = 0; i < n && is_floor(row.s[i]); i++)
		;
	*left = i < *left ? i : *left;
	*right = n > *right ? n : *right;
	return n > 0;
}

/* The square that a row begins with is a wall or a box on a goal. */
static bool
is_edge(struct sok_str row)
{
	size_t i = 0;

	while (i < row.len && is_floor(row.s[i]))
		i++;
	return i < row.len && (row.s[i] == '#' || row.s[i] == '*');
}

/* The rows from at on: s->end, width and height. */
static bool
take_rows(struct sok_str b, size_t at, struct simple *s)
{
	size_t left = SIZE_MAX, right = 0;
	struct sok_str row = SOK_STR(""), first;
	uint64_t count = 0;

	s->rows = s->end = at;
	first = sok_str_sub(b, at, at + line_length(b, at));
	while (at < b.len && b.s[at] != '\n') {
		row = sok_str_sub(b, at, at + line_length(b, at));
		if (!take_row(row, &left, &right, &count))
			return false;
		s->height++;
		s->end = at + row.len;
		row = sok_str_rtrim(row);
		if (s->width < row.len)
			s->width = row.len;
		at = s->end < b.len ? s->end + 1 : s->end;
	}
	return s->width * s->height <= SIMPLE_SQUARES && s->height >= 3 &&
	    right >= left + 3 && is_edge(first) && is_edge(row) &&
	    count >> 32 == 1 && (count & FIELD) > 0 &&
	    (count & FIELD) == (count >> 16 & FIELD);
}

/* The first line, if it is no row, as the title that it would be. */
static bool
take_title(struct sok_str b, bool first, struct simple *s)
{
	struct title_place where = {.board = true, .first = first};
	struct sok_str line = sok_str_sub(b, 0, line_length(b, 0));
	struct title t;
	uint16_t can, has;

	line = sok_str_rtrim(line);
	lines_classify(line, &can, &has);
	if (can != 0 || (has & (HAS_HIGH | HAS_CONTROL)) ||
	    memchr(line.s, '\r', line.len) || memchr(line.s, 0, line.len))
		return false;
	if (!title_find(&line, 1, where, &t) || !sok_title_fits_line(t.line))
		return false;
	s->title = (size_t)(t.line.s - b.s);
	s->title_len = t.line.len;
	return true;
}

/* The longest that is looked at, cut behind its last whole line. */
static enum simple_answer
cut(struct sok_str *b, bool eof)
{
	if (b->len > SIMPLE_MAX)
		b->len = SIMPLE_MAX;
	else if (!eof && b->len < SIMPLE_MAX)
		return SIMPLE_MORE;
	return SIMPLE_YES;
}

enum simple_answer
simple_puzzle(struct sok_str b, bool eof, bool first, struct simple *s)
{
	size_t at = 0, all = b.len, lines = 0;

	memset(s, 0, sizeof(*s));
	if (b.len == 0)
		return eof ? SIMPLE_NO : SIMPLE_MORE;
	if (cut(&b, eof) == SIMPLE_MORE)
		return SIMPLE_MORE;
	if (!is_floor(b.s[0]) && b.s[0] != '#' && b.s[0] != '*') {
		if (!take_title(b, first, s))
			return SIMPLE_NO;
		at = line_length(b, 0) + 1;
		lines = 1;
		if (at >= b.len)
			return SIMPLE_NO;
		at = skip_blank_lines(b, at, &lines);
	}
	s->first_line = lines;
	if (!take_rows(b, at, s) || (s->end == b.len && b.len < all))
		return SIMPLE_NO;
	lines += s->height;
	at = s->end < b.len ? s->end + 1 : s->end;
	s->next = skip_blank_lines(b, at, &lines);
	s->lines = lines;
	return s->next < b.len || (eof && b.len == all) ? SIMPLE_YES
	                                                : SIMPLE_NO;
}

int
simple_board(const struct simple *s, struct sok_str bytes, size_t line,
    struct sok_board *b, struct sok_arena *a)
{
	const char *p = bytes.s + s->rows, *end = bytes.s + s->end;
	unsigned char *sq;

	if (sok_board_new(b, (int)s->width, (int)s->height, a) == -1)
		return -1;
	b->row = sok_arena_alloc(a, s->height, sizeof(*b->row));
	if (b->row == NULL)
		return -1;
	sq = b->sq;
	for (size_t y = 0; y < s->height; y++, sq += s->width) {
		size_t x = 0;

		b->row[y] =
		    (struct sok_row){line + s->first_line + y, 1, false};
		for (; p < end && *p != '\n' && x < s->width; p++)
			sq[x++] = sok_square[(unsigned char)*p];
		while (p < end && *p++ != '\n')
			; /* blanks */
	}
	sok_board_count(b);
	return 0;
}
