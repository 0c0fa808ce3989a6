/*
 * comment.c - what a reader can make nothing of, kept as a comment block:
 * between the readers of foreign formats and the text of their puzzles.
 */
#include "text/foreign.h"
#include "text/reader.h"
#include "text/text.h"
#include "tools.h"

/* One line that stands for itself in a block. */
static struct sok_str
harmless(struct sok_str line, struct sok_arena *a)
{
	line = foreign_flat(sok_str_rtrim(line), a);
	return line.s == NULL ? line : foreign_harmless(line, a);
}

int
reader_comment(
    struct sok_reader *r, struct sok_text *t, const struct sok_text *inside)
{
	size_t left = r->o.limits->v[SOK_LIMIT_COMMENT], room = 0;
	struct sok_arena *a = &r->arena;

	if ((t->n > 0 && text_append(t, &room, SOK_STR(""), a) == -1) ||
	    text_append(t, &room, SOK_STR("Comment:"), a) == -1)
		return -1;
	for (size_t i = 0; i < inside->n; i++) {
		if (inside->line[i].len + 32 > left) {
			reader_report(r, SOK_LIMIT_RULE, 0, 0,
			    "a comment is cut at the limit `comment`");
			break;
		}
		left -= inside->line[i].len + 2;
		if (text_append(t, &room, harmless(inside->line[i], a), a) ==
		    -1)
			return -1;
	}
	return text_append(t, &room, SOK_STR("Comment-End:"), a);
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
	return inside.n > 0 ? reader_comment(r, t, &inside) : 0;
}
