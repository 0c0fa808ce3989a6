/*
 * text.c - the lines of a header, a puzzle or a game as a list: appending,
 * removing and inserting lines.
 */
#include <string.h>

#include "text/key.h"
#include "text/text.h"
#include "tools.h"

int
text_append(
    struct sok_text *t, size_t *room, struct sok_str line, struct sok_arena *a)
{
	size_t more = 2 * t->n + 16;
	struct sok_str *v;

	if (t->n >= *room) {
		v = sok_arena_alloc(a, more, sizeof(*v));
		if (v == NULL)
			return -1;
		*room = more;
		if (t->n > 0)
			memcpy(v, t->line, t->n * sizeof(*v));
		t->line = v;
	}
	t->line[t->n++] = line;
	return line.s == NULL ? -1 : 0;
}

int
text_append_all(struct sok_text *t, size_t *room, const struct sok_text *more,
    struct sok_arena *a)
{
	for (size_t i = 0; i < more->n; i++)
		if (text_append(t, room, more->line[i], a) == -1)
			return -1;
	return 0;
}

int
text_own(struct sok_text *t, struct sok_arena *a)
{
	struct sok_text own = {
	    sok_arena_alloc(a, t->n, sizeof(*own.line)), t->n};

	if (own.line == NULL)
		return -1;
	if (t->n > 0)
		memcpy(own.line, t->line, t->n * sizeof(*own.line));
	*t = own;
	return 0;
}

int
text_join(struct sok_text *t, const struct sok_text *more, struct sok_arena *a)
{
	size_t room = 0;

	if (t->n > 0 && more->n > 0 &&
	    text_append(t, &room, SOK_STR(""), a) == -1)
		return -1;
	return text_append_all(t, &room, more, a);
}

bool
text_equal(const struct sok_text *a, const struct sok_text *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (!sok_str_eq(a->line[i], b->line[i]))
			return false;
	return true;
}

int
sok_text_insert(
    struct sok_text *t, size_t at, struct sok_str line, struct sok_arena *a)
{
	struct sok_str *v = sok_arena_alloc(a, t->n + 1, sizeof(*v));

	if (v == NULL)
		return -1;
	if (at > 0)
		memcpy(v, t->line, at * sizeof(*v));
	v[at] = line;
	if (t->n > at)
		memcpy(v + at + 1, t->line + at, (t->n - at) * sizeof(*v));
	t->line = v;
	t->n++;
	return 0;
}

bool
text_last(const struct sok_text *t, struct sok_text *last)
{
	size_t from = t->n;

	while (from > 0 && t->line[from - 1].len > 0)
		if (comment_mark(t->line[--from], NULL) != COMMENT_NONE)
			return false;
	if (from == t->n) /* there may be no lines at all */
		return false;
	*last = (struct sok_text){t->line + from, t->n - from};
	return true;
}

void
sok_text_filter(struct sok_text *t, const bool *keep)
{
	size_t n = 0,
	       until = 0; /* lines before this index are in a comment block */

	for (size_t i = 0; i < t->n; i++) {
		bool kept = keep == NULL || keep[i];
		struct sok_str s = kept ? t->line[i] : SOK_STR("");

		if (i >= until && kept)
			until = sok_text_block(t, i);
		if (s.len > 0 || (i < until && kept) ||
		    (n > 0 && t->line[n - 1].len > 0))
			t->line[n++] = s;
	}
	while (n > 0 && t->line[n - 1].len == 0)
		n--;
	t->n = n;
}
