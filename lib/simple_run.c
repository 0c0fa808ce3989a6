/*
 * simple_run.c - puzzles of a title and a board that pass as they stand, for
 * what is found in their bytes: those that are written so, and with
 * check_run.c those that are in order.
 */
#include <string.h>

#include "simple.h"
#include "simple_rows.h"

/* A longer title is looked at by the reader. */
#define TITLE_MOST 256

const char *
simple_title_end(const char *p, bool marked)
{
	const char *end, *most = p + TITLE_MOST;

	while (marked && p < most && (*p == ';' || *p == ' '))
		p++;
	for (end = p; end < most && *end >= '0' && *end <= '9'; end++)
		;
	if (end < most && *end == '\n' && end > p)
		return end; /* most titles are numbers */
	end = memchr(end, '\n', (size_t)(most - end));
	if (end == NULL)
		return NULL;
	return simple_is_title((struct sok_str){p, (size_t)(end - p)}) ? end
	                                                               : NULL;
}

struct simple_run
simple_run(struct sok_str bytes, simple_head_fn *head, size_t gap)
{
	const char *p = bytes.s, *end = bytes.s + bytes.len, *behind = NULL, *q;
	struct simple_run run = {.puzzles = 0};
	size_t lines = 0, blank, n;

	while ((size_t)(end - p) >= SIMPLE_MAX) {
		q = head(p, end, &n);
		if (q == NULL)
			break;
		if (behind != NULL) /* now it is known where that one ends */
			run = (struct simple_run){run.puzzles + 1,
			    (size_t)(behind - bytes.s), (size_t)(p - bytes.s),
			    lines};
		behind = q;
		for (blank = 0; q < end && *q == '\n'; q++)
			blank++;
		if (gap != 0 ? blank != gap : blank == 0)
			break;
		p = q;
		lines += n + blank;
	}
	return run;
}

/* ---- those that are written as they stand */

static const char *
written(const char *p, const char *end, size_t *lines)
{
	const char *rows = p;
	size_t height;

	if (!rows_begin(*p)) {
		rows = simple_title_end(p, false);
		if (rows == NULL || rows[1] != '\n')
			return NULL;
		rows += 2;
	}
	end = rows_as_written(rows, end, &height);
	*lines = height + (rows == p ? 0 : 2);
	return end;
}

struct simple_run
simple_run_written(struct sok_str bytes)
{
	return simple_run(bytes, written, 2);
}
