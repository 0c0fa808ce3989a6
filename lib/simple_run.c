/*
 * simple_run.c - puzzles that are written as they stand: they pass from the
 * reader to the writer without being taken apart.
 */
#include <string.h>

#include "simple.h"
#include "simple_rows.h"

/* A longer title is looked at by the reader. */
#define TITLE_MOST 256

/* Behind the title at p and the blank line below it, p if there is none; NULL
 * when it is not plain. */
static const char *
title(const char *p)
{
	const char *end;

	if (rows_begin(*p))
		return p;
	end = memchr(p, '\n', TITLE_MOST);
	if (end == NULL || end[1] != '\n' ||
	    !simple_is_title((struct sok_str){p, (size_t)(end - p)}))
		return NULL;
	return end + 2;
}

/* Behind the title and the rows at p, of so many lines; NULL when something is
 * not plain.  Blank lines follow. */
static const char *
head(const char *p, const char *end, size_t *lines)
{
	const char *rows = title(p);
	size_t height;

	if (rows == NULL)
		return NULL;
	*lines = rows == p ? 0 : 2;
	end = rows_as_written(rows, end, &height);
	*lines += height;
	return end;
}

struct simple_run
simple_run(struct sok_str bytes)
{
	const char *p = bytes.s, *end = bytes.s + bytes.len, *behind = NULL, *q;
	struct simple_run run = {.puzzles = 0};
	size_t lines = 0, n;

	while ((size_t)(end - p) >= SIMPLE_MAX) {
		q = head(p, end, &n);
		if (q == NULL)
			break;
		if (behind != NULL) /* now it is known where that one ends */
			run = (struct simple_run){run.puzzles + 1,
			    (size_t)(behind - bytes.s), (size_t)(p - bytes.s),
			    lines};
		if (q[1] != '\n')
			break;
		behind = q;
		p = q + 2;
		lines += n + 2;
	}
	return run;
}
