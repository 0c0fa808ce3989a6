/*
 * simple_run.c - puzzles of a title, a board and keys that pass for what is
 * found in their bytes: those that are written as they stand, those that are
 * formatted on the way, and with check_run.c those that are in order.
 */
#include <string.h>

#include "simple.h"
#include "simple_rows.h"

/* A longer title is looked at by the reader. */
#define TITLE_MOST 256

/* Behind the marks, and the end of a line that is a title; NULL if that is not
 * plain. */
static const char *
title_end(const char **title, bool marked)
{
	const char *p = *title, *most = p + TITLE_MOST, *end;

	while (marked && p < most && (*p == ';' || *p == ' '))
		p++;
	*title = p;
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
simple_run(struct sok_str bytes, simple_head_fn *head, void *ctx, size_t gap)
{
	const char *p = bytes.s, *end = bytes.s + bytes.len, *behind = NULL, *q;
	struct simple_run run = {.puzzles = 0};
	size_t lines = 0, blank, n;

	while ((size_t)(end - p) >= SIMPLE_MAX) {
		q = head(p, end, &n, ctx);
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
written(const char *p, const char *end, size_t *lines, void *ctx)
{
	const char *rows = p;
	size_t height;

	(void)ctx;
	if (!rows_begin(*p)) {
		rows = title_end(&p, false);
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
	return simple_run(bytes, written, NULL, 2);
}

/* ---- those of some form */

/* Behind the line at p, if it is a key that means nothing to anybody but its
 * readers; else NULL. */
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
		return next[-1] != ' ' && simple_is_printable(line) ? next + 1
		                                                    : NULL;
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

/* A title above or right below, and where the rows begin or what follows them;
 * NULL if it is not plain. */
static const char *
take_title(const char *p, struct sok_str *title)
{
	const char *end = title_end(&p, true);

	if (end == NULL)
		return NULL;
	*title = (struct sok_str){p, (size_t)(end - p)};
	return end + 1;
}

const char *
simple_item(const char *p, const char *end, simple_rows_fn *rows,
    struct simple_item *item)
{
	const char *behind;
	size_t height;

	*item = (struct simple_item){.lines = 0};
	if (!rows_begin(*p)) {
		p = take_title(p, &item->title);
		if (p == NULL)
			return NULL;
		for (item->lines = 1; p < end && *p == '\n'; p++)
			item->lines++;
	}
	behind = p < end ? rows(p, end, &height) : NULL;
	if (behind == NULL)
		return NULL;
	item->rows = (struct sok_str){p, (size_t)(behind - p)};
	item->lines += height;
	p = behind;
	if (*p == ';' && item->title.len == 0) {
		p = take_title(p, &item->title);
		if (p == NULL || *p != '\n')
			return NULL;
		item->lines++;
	}
	behind = skip_keys(p, end, &item->lines);
	item->keys = (struct sok_str){p, (size_t)(behind - p)};
	return behind;
}

/* ---- those that are formatted */

struct form {
	struct sok_buf *out;
	struct simple_item last; /* where it ends is not known yet */
	bool begun;
};

/* Lines of text, one blank line before and between their paragraphs. */
static void
add_keys(struct sok_buf *out, struct sok_str keys)
{
	const char *p = keys.s, *end = keys.s + keys.len, *next;
	bool blank = true;

	for (; p < end; p = next) {
		next = (const char *)memchr(p, '\n', (size_t)(end - p)) + 1;
		if (blank && *p != '\n')
			sok_buf_add(out, SOK_STR("\n"));
		blank = *p == '\n';
		if (!blank)
			sok_buf_add(
			    out, (struct sok_str){p, (size_t)(next - p)});
	}
}

static void
add_item(struct sok_buf *out, const struct simple_item *item)
{
	if (out->len > 0)
		sok_buf_add(out, SOK_STR("\n\n"));
	if (item->title.len > 0) {
		sok_buf_add(out, item->title);
		sok_buf_add(out, SOK_STR("\n\n"));
	}
	sok_buf_add(out, item->rows);
	add_keys(out, item->keys);
}

static const char *
formed(const char *p, const char *end, size_t *lines, void *ctx)
{
	struct form *f = ctx;
	struct simple_item item;

	p = simple_item(p, end, rows_as_written, &item);
	if (p == NULL)
		return NULL;
	if (f->begun)
		add_item(f->out, &f->last);
	f->begun = true;
	f->last = item;
	*lines = item.lines;
	return p;
}

struct simple_run
simple_run_formed(struct sok_str bytes, struct sok_buf *out)
{
	struct form f = {.out = out};
	struct simple_run run;

	out->len = 0;
	run = simple_run(bytes, formed, &f, 0);
	return out->failed ? (struct simple_run){.puzzles = 0} : run;
}
