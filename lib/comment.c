/*
 * comment.c - what a reader can make nothing of, kept as a comment block:
 * between the readers of foreign formats and the text of their puzzles.
 */
#include "key.h"
#include "reader.h"

/* No line may open or close a block inside this one. */
static struct sok_str
harmless(struct sok_str line, struct sok_arena *a)
{
	int kind;

	line = sok_str_rtrim(line);
	return sok_str_fmt(a,
	    comment_mark(line, &kind) == COMMENT_NONE ? "%.*s" : " %.*s",
	    (int)line.len, line.len > 0 ? line.s : "");
}

int
reader_comment(
    struct sok_text *t, const struct sok_text *inside, struct sok_arena *a)
{
	struct sok_text old = *t;

	t->n = 0;
	t->line = sok_arena_alloc(a, old.n + inside->n + 3, sizeof(*t->line));
	if (t->line == NULL)
		return -1;
	for (size_t i = 0; i < old.n; i++)
		t->line[t->n++] = old.line[i];
	if (old.n > 0)
		t->line[t->n++] = SOK_STR("");
	t->line[t->n++] = SOK_STR("Comment:");
	for (size_t i = 0; i < inside->n; i++) {
		struct sok_str s = harmless(inside->line[i], a);

		if (s.s == NULL)
			return -1;
		t->line[t->n++] = s;
	}
	t->line[t->n++] = SOK_STR("Comment-End:");
	return 0;
}

int
reader_keep(struct sok_reader *r, struct sok_str name,
    const struct sok_str *rows, size_t n)
{
	struct sok_text *t = &r->puzzle.text, inside = {NULL, 0};

	inside.line =
	    sok_arena_alloc(&r->arena, t->n + n + 1, sizeof(*inside.line));
	if (inside.line == NULL)
		return -1;
	if (name.len > 0)
		inside.line[inside.n++] = name;
	for (size_t i = 0; i < t->n; i++)
		inside.line[inside.n++] = t->line[i];
	for (size_t i = 0; i < n; i++)
		inside.line[inside.n++] = rows[i];
	t->n = 0;
	return inside.n > 0 ? reader_comment(t, &inside, &r->arena) : 0;
}
