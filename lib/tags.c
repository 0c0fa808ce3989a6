/*
 * tags.c - text with tags around a board: keys and comment blocks stay what
 * they are, the rest is made harmless.  Between the readers of hir's files
 * and of pusher maps and the model.
 */
#include <string.h>

#include "foreign.h"
#include "key.h"
#include "tags.h"

int
tags_add(
    struct sok_text *t, size_t *cap, struct sok_str line, struct sok_arena *a)
{
	struct sok_str *v;

	if (t->n == *cap) {
		*cap = *cap ? 2 * *cap : 16;
		v = sok_arena_alloc(a, *cap, sizeof(*v));
		if (v == NULL)
			return -1;
		if (t->n > 0)
			memcpy(v, t->line, t->n * sizeof(*v));
		t->line = v;
	}
	t->line[t->n++] = line;
	return 0;
}

static bool
is_tag(struct sok_str line)
{
	int kind;

	return sok_key_known(line) && comment_mark(line, &kind) == COMMENT_NONE;
}

/* A paragraph without tags: lines i to end of from. */
static int
add_foreign(struct sok_text *t, size_t *cap, const struct sok_text *from,
    size_t i, size_t end, struct sok_arena *a)
{
	const char *start = from->line[i].s;
	struct sok_str last = from->line[end - 1], bytes;
	struct sok_text made;

	bytes = (struct sok_str){start, (size_t)(last.s + last.len - start)};
	if (sok_text_foreign(&made, bytes, a) == -1)
		return -1;
	for (size_t k = 0; k < made.n; k++)
		if (tags_add(t, cap, made.line[k], a) == -1)
			return -1;
	return 0;
}

/* A tag, or a comment block: lines i to end of from. */
static int
add_kept(struct sok_text *t, size_t *cap, const struct sok_text *from, size_t i,
    size_t end, struct sok_arena *a)
{
	for (; i < end; i++) {
		struct sok_str s = foreign_visible(from->line[i], a);

		if (s.s == NULL && from->line[i].len > 0)
			return -1;
		if (tags_add(t, cap, s, a) == -1)
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
	size_t cap = 0, end;
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
		if (blank && t->n > 0 && tags_add(t, &cap, SOK_STR(""), a))
			return -1;
		blank = false;
		end = part_end(&from, i, &keep);
		if (!keep && add_foreign(t, &cap, &from, i, end, a) == -1)
			return -1;
		if (keep && add_kept(t, &cap, &from, i, end, a) == -1)
			return -1;
	}
	return 0;
}
