/*
 * check_run.c - puzzles that are plain to see and in order pass the checker:
 * from the bytes of their rows, without becoming puzzles.
 */
#include "check/check.h"
#include "text/reader.h"
#include "text/simple.h"
#include "text/simple_rows.h"

/* What check_board() says of the board in these rows. */
static bool
in_order(const struct simple_rows *r)
{
	struct check_text t = {r->sq, r->end, (int)r->width, (int)r->height};
	int tiny = -1;

	if (!rows_sound(r))
		return false;
	if (r->even && check_is_tiny(t.width, t.height))
		tiny = check_tiny(r->sq, t.width, t.height, t.width + 1);
	return tiny != -1 ? tiny : check_text(&t);
}

static const char *
rows_in_order(const char *p, const char *end, size_t *height)
{
	struct simple_rows r;

	p = rows_take(p, end, &r);
	*height = r.height;
	return p != NULL && in_order(&r) ? p : NULL;
}

static const char *
head(const char *p, const char *end, size_t *lines, void *ctx)
{
	struct simple_item item, *last = ctx;

	p = simple_item(p, end, rows_in_order, &item);
	if (p == NULL || simple_item_doubtful(last, &item))
		return NULL;
	*last = item;
	*lines = item.lines;
	return p;
}

struct sok_run
sok_check_run(struct sok_reader *r)
{
	struct simple_item last = {.lines = 0};
	struct simple_run run;
	struct sok_str bytes;

	if (r->header.variant != SOK_SOKOBAN)
		return (struct sok_run){.n = 0};
	bytes = read_simple_ahead(r);
	run = simple_run(bytes, head, &last, SIMPLE_ANY);
	return (struct sok_run){.n = read_simple_pass(r, bytes, &run)};
}
