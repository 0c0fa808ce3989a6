/*
 * check_run.c - puzzles that are plain to see and in order pass the checker:
 * from the bytes of their rows, without becoming puzzles.
 */
#include <string.h>

#include "check.h"
#include "reader.h"
#include "simple.h"
#include "simple_rows.h"

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
	if (check_is_tiny(&b) && r->even)
		tiny = check_tiny(r->sq, b.width, b.height, b.width + 1);
	if (tiny != -1)
		return tiny;
	rows_fill_board(r, sq);
	return check_board(&b);
}

/* Behind the line at p, if it is a key that no rule asks for; else NULL. */
static const char *
skip_key(const char *p, const char *end)
{
	static const char *const idle[] = {"Title: ", "Author: "};
	struct sok_str line = {p, (size_t)(end - p)};
	const char *next;

	for (size_t i = 0; i < sizeof(idle) / sizeof(*idle); i++) {
		if (*p != *idle[i] || !sok_str_starts(line, sok_str(idle[i])))
			continue;
		next = memchr(p, '\n', line.len);
		line.len = (size_t)(next - p);
		return simple_is_printable(line) ? next + 1 : NULL;
	}
	return NULL;
}

/* Behind the last of the keys below rows. */
static const char *
skip_keys(const char *p, const char *end, size_t *lines)
{
	const char *line = p, *next;
	size_t n = 0;

	while (line < end) {
		next = *line == '\n' ? line + 1 : skip_key(line, end);
		if (next == NULL)
			break;
		n++;
		if (*line != '\n') {
			p = next;
			*lines += n;
			n = 0;
		}
		line = next;
	}
	return p;
}

/* Behind `; Title` right below rows that have none above; NULL if it is not
 * plain. */
static const char *
skip_title(const char *p, size_t *lines)
{
	const char *end = simple_title_end(p, true);

	++*lines;
	return end != NULL && end[1] == '\n' ? end + 1 : NULL;
}

static const char *
head(const char *p, const char *end, size_t *lines)
{
	struct simple_rows r;
	size_t above = 0;
	bool titled = !rows_begin(*p);

	if (titled) {
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
	if (*p == ';' && !titled)
		p = skip_title(p, lines);
	return p == NULL ? NULL : skip_keys(p, end, lines);
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
