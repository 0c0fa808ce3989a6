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

void
tags_read(struct sok_reader *r, struct sok_text *t, const struct sok_text *from)
{
	struct sok_arena *a = &r->arena;
	bool blank = false, failed = false;
	size_t room = 0;

	*t = (struct sok_text){NULL, 0};
	for (size_t i = 0, end; i < from->n; i = end) {
		size_t block;

		end = i + 1;
		if (from->line[i].len == 0) {
			blank = true;
			continue;
		}
		if (blank && t->n > 0)
			failed |= text_append(t, &room, SOK_STR(""), a) == -1;
		blank = false;

		/* A comment block or a tag is unchanged, a paragraph ends above
		 * the next one. */
		block = sok_text_block(from, i);
		if (block > 0 || is_tag(from->line[i])) {
			end = block > 0 ? block + 1 : i + 1;
			for (; i < end; i++)
				failed |= text_append(t, &room,
				              foreign_visible(from->line[i], a),
				              a) == -1;
			continue;
		}
		while (end < from->n && from->line[end].len > 0 &&
		    !is_tag(from->line[end]) && sok_text_block(from, end) == 0)
			end++;
		failed |=
		    foreign_put(t, &room,
		        &(struct sok_text){from->line + i, end - i}, a) == -1;
	}
	reader_fails(r, failed);
}
