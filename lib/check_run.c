/*
 * check_run.c - puzzles that are plain to see and in order pass the checker:
 * from the bytes of their rows, without becoming puzzles.
 */
#include <string.h>

#include "check.h"
#include "reader.h"
#include "simple.h"
#include "simple_rows.h"

/* Whether all rows have the full width, without a blank behind them. */
static bool
is_block(const struct simple_rows *r)
{
	for (size_t y = 0; y < r->height; y++)
		if (r->end[y] != (y + 1) * (r->width + 1) - 1)
			return false;
	return true;
}

/* What check_board() says of the board in these rows. */
static bool
in_order(const struct simple_rows *r)
{
	unsigned char sq[ROWS_MOST * ROWS_MOST + 64];
	struct sok_board b = {.width = (int)r->width,
	    .height = (int)r->height,
	    .players = r->players,
	    .boxes = r->boxes,
	    .goals = r->goals,
	    .sq = sq};
	int tiny = -1;

	if (!rows_sound(r))
		return false;
	if (check_is_tiny(&b) && is_block(r))
		tiny = check_tiny(r->sq, b.width, b.height, b.width + 1);
	if (tiny != -1)
		return tiny;
	rows_fill_board(r, sq);
	return check_board(&b);
}

/* Whether the line from p to end is a key that no rule asks for. */
static bool
is_idle(const char *p, const char *end)
{
	static const char *const idle[] = {"Title: ", "Author: "};
	struct sok_str line = {p, (size_t)(end - p)};

	for (size_t i = 0; i < sizeof(idle) / sizeof(*idle); i++)
		if (sok_str_starts(line, sok_str(idle[i])))
			return simple_is_printable(line);
	return false;
}

/* Behind the keys right below rows; NULL if something else follows. */
static const char *
skip_keys(const char *p, const char *end, size_t *lines)
{
	const char *q;

	for (; p < end && *p != '\n'; p = q + 1, ++*lines) {
		q = memchr(p, '\n', (size_t)(end - p));
		if (!is_idle(p, q))
			return NULL;
	}
	return p;
}

static const char *
head(const char *p, const char *end, size_t *lines)
{
	struct simple_rows r;
	size_t above = 0;

	if (!rows_begin(*p)) {
		p = simple_title_end(p, true);
		if (p == NULL)
			return NULL;
		for (; p < end && *p == '\n'; p++)
			above++;
	}
	if (p == end)
		return NULL;
	p = rows_take(p, end, &r);
	if (p == NULL || !in_order(&r))
		return NULL;
	*lines = above + r.height;
	return skip_keys(p, end, lines);
}

static struct simple_run
find(struct sok_str bytes)
{
	return simple_run(bytes, head, 0);
}

size_t
sok_check_run(struct sok_reader *r)
{
	size_t n = 0;

	if (r->header.variant == SOK_SOKOBAN)
		(void)read_simple_run(r, find, &n);
	return n;
}
