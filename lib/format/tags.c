/*
 * tags.c - text with tags around a board: keys and comment blocks stay what
 * they are, the rest is made harmless.  Between the readers of hir's files
 * and of pusher maps and the model.
 */
#include <string.h>

#include "text/foreign.h"
#include "text/key.h"
#include "format/tags.h"
#include "text/text.h"
#include "tools.h"

static bool
is_tag(struct sok_str line)
{
	int kind;

	return sok_key_known(line) && comment_mark(line, &kind) == COMMENT_NONE;
}

/* A paragraph without tags: lines i to end of from, which need not have stood
 * together in the file. */
static int
add_foreign(struct sok_text *t, size_t *room, const struct sok_text *from,
    size_t i, size_t end, struct sok_arena *a)
{
	const struct sok_text lines = {from->line + i, end - i};

	return foreign_put(t, room, &lines, a);
}

/* A tag, or a comment block: lines i to end of from. */
static int
add_kept(struct sok_text *t, size_t *room, const struct sok_text *from,
    size_t i, size_t end, struct sok_arena *a)
{
	for (; i < end; i++) {
		struct sok_str s = foreign_visible(from->line[i], a);

		if (s.s == NULL && from->line[i].len > 0)
			return -1;
		if (text_append(t, room, s, a) == -1)
			return -1;
	}
	return 0;
}

/* The end of what begins at line i, and whether it stays as it is. */
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

int
tags_read(struct sok_text *t, const struct sok_str *line, size_t n,
    struct sok_arena *a)
{
	struct sok_text from = {.n = n};
	size_t room = 0, end;
	bool keep, blank = false;

	*t = (struct sok_text){NULL, 0};
	from.line = sok_arena_alloc(a, n, sizeof(*from.line));
	if (from.line == NULL)
		return -1;
	if (n > 0)
		memcpy(from.line, line, n * sizeof(*line));
	for (size_t i = 0; i < n; i = end) {
		end = i + 1;
		blank = blank || line[i].len == 0;
		if (line[i].len == 0)
			continue;
		if (blank && t->n > 0 &&
		    text_append(t, &room, SOK_STR(""), a) == -1)
			return -1;
		blank = false;
		end = part_end(&from, i, &keep);
		if (!keep && add_foreign(t, &room, &from, i, end, a) == -1)
			return -1;
		if (keep && add_kept(t, &room, &from, i, end, a) == -1)
			return -1;
	}
	return 0;
}
