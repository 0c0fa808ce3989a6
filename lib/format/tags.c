/*
 * tags.c - boards between lines of text: reads the rows, and the text, in which
 * keys and comment blocks are unchanged and all other paragraphs are made
 * harmless.  For the readers of hir's files and of pusher maps.
 */
#include "text/foreign.h"
#include "text/key.h"
#include "format/tags.h"
#include "text/text.h"
#include "tools.h"

int
tags_open(struct sok_reader *r, size_t state)
{
	r->state = sok_arena_zalloc(&r->life, 1, state);
	if (r->state == NULL)
		return -1;
	lines_open(r->state, &r->in, r->o.limits->v[SOK_LIMIT_LINE]);
	return 0;
}

void
tags_close(struct sok_reader *r)
{
	if (r->state != NULL)
		lines_close(r->state);
}

bool
tags_board(
    struct sok_reader *r, const struct sok_str *row, size_t first, size_t n)
{
	size_t *line = sok_arena_alloc(&r->arena, n, sizeof(*line));
	size_t bad_row, bad_col;
	int got;

	if (reader_fails(r, line == NULL))
		return false;
	for (size_t i = 0; i < n; i++)
		line[i] = lines_number(r->state, first + i);
	got = reader_board(r, row, line, n, &bad_row, &bad_col);
	return !reader_fails(r, got == -1) && got == 1;
}

static bool
is_tag(struct sok_str line)
{
	return sok_key_known(line) && comment_mark(line, NULL) == COMMENT_NONE;
}

/* The end of the paragraph or comment block at line i, and whether it is kept
 * unchanged. */
static size_t
part_end(const struct sok_text *t, size_t i, bool *keep)
{
	size_t end = sok_text_block(t, i);

	*keep = end > 0 || is_tag(t->line[i]);
	if (*keep)
		return end > 0 ? end + 1 : i + 1;
	for (end = i + 1; end < t->n && t->line[end].len > 0; end++)
		if (is_tag(t->line[end]) || sok_text_block(t, end) > 0)
			break;
	return end;
}

void
tags_read(struct sok_reader *r, struct sok_text *t, const struct sok_text *from)
{
	struct sok_arena *a = &r->arena;
	size_t room = 0, end;
	bool keep, blank = false, failed = false;

	*t = (struct sok_text){NULL, 0};
	for (size_t i = 0; i < from->n; i = end) {
		end = i + 1;
		blank = blank || from->line[i].len == 0;
		if (from->line[i].len == 0)
			continue;
		if (blank && t->n > 0)
			failed |= text_append(t, &room, SOK_STR(""), a) == -1;
		blank = false;
		end = part_end(from, i, &keep);
		if (!keep)
			failed |=
			    foreign_put(t, &room,
			        &(struct sok_text){from->line + i, end - i},
			        a) == -1;
		for (; keep && i < end; i++)
			failed |=
			    text_append(t, &room,
			        foreign_visible(from->line[i], a), a) == -1;
	}
	reader_fails(r, failed);
}
