/*
 * simple_run.c - puzzles that pass for what is found in their bytes: those that
 * are written as they stand, those that are formatted on the way, and with
 * check_run.c those that are in order.
 */
#include <string.h>

#include "text/simple.h"
#include "text/simple_rows.h"

/* Whether the next puzzle may begin at q, below so many blank lines. */
static bool
is_next(const char *q, const char *end, size_t blank, enum simple_gap gap)
{
	if (gap == SIMPLE_TWO)
		return blank == 2;
	return blank > 0 || (gap == SIMPLE_ANY && q < end && rows_begin(*q));
}

struct simple_run
simple_run(
    struct sok_str bytes, simple_head_fn *head, void *ctx, enum simple_gap gap)
{
	const char *p = bytes.s, *end, *behind = NULL, *q;
	struct simple_run run = {.puzzles = 0};
	size_t lines = 0, blank, n;

	if (bytes.len < SIMPLE_MAX)
		return run;
	for (end = p + bytes.len; end > p && end[-1] != '\n'; end--)
		;
	while ((size_t)(end - p) >= SIMPLE_MAX) {
		n = lines;
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
		if (!is_next(q, end, blank, gap))
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
		rows = simple_title_end(&p, false);
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
	return simple_run(bytes, written, NULL, SIMPLE_TWO);
}

/* ---- those that are formatted */

struct form {
	struct sok_buf *out;
	struct simple_item last; /* where it ends is not known yet */
	bool begun;
};

/* Lines of text, one blank line before and between their paragraphs. */
static void
add_text(struct sok_buf *out, struct sok_str text)
{
	const char *p = text.s, *end = text.s + text.len, *next;
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
	add_text(out, item->text);
}

static const char *
formed(const char *p, const char *end, size_t *lines, void *ctx)
{
	struct form *f = ctx;
	struct simple_item item;

	p = simple_item(p, end, rows_as_written, &item);
	if (p == NULL || simple_item_doubtful(&f->last, &item))
		return NULL;
	if (f->begun)
		add_item(f->out, &f->last);
	f->begun = true;
	f->last = item;
	*lines = item.lines;
	return p;
}

/* Of so many bytes at a time, as they are all held. */
#define FORM_MOST ((size_t)48 << 10)

struct simple_run
simple_run_formed(struct sok_str bytes, struct sok_buf *out)
{
	struct form f = {.out = out};
	struct simple_run run;

	out->len = 0;
	run = simple_run(
	    sok_str_sub(bytes, 0, FORM_MOST), formed, &f, SIMPLE_SOME);
	if (out->failed)
		run.puzzles = 0;
	return run;
}
