/*
 * foreign.c - converts text of another format to lines that are read back as
 * the same text.
 */
#include <string.h>

#include "text/foreign.h"
#include "text/key.h"
#include "text/lines.h"
#include "text/text.h"
#include "text/title.h"
#include "tools.h"

struct sok_str
foreign_take_line(struct sok_str *rest)
{
	size_t i = 0, skip;
	struct sok_str line;

	while (i < rest->len && rest->s[i] != '\n' && rest->s[i] != '\r' &&
	    rest->s[i] != '\0')
		i++;
	skip = i < rest->len;
	if (i + 1 < rest->len && rest->s[i] == '\r' && rest->s[i + 1] == '\n')
		skip = 2;
	line = sok_str_rtrim(sok_str_sub(*rest, 0, i));
	/* A reader would remove byte-order marks. */
	line = sok_str_rtrim(sok_str_from(line, lines_bom(line)));
	*rest = sok_str_from(*rest, i + skip);
	return line;
}

int
foreign_lines(struct sok_text *t, struct sok_str text, struct sok_arena *a)
{
	size_t room = 0;

	*t = (struct sok_text){NULL, 0};
	while (text.len > 0) {
		struct sok_str line = foreign_take_line(&text);

		if ((line.len > 0 || t->n > 0) &&
		    text_append(t, &room, line, a) == -1)
			return -1;
	}
	while (t->n > 0 && t->line[t->n - 1].len == 0)
		t->n--;
	return 0;
}

/* Whether this line alone would be read as something other than text. */
static bool
misleads(struct sok_str s)
{
	uint16_t can, has;

	if (s.len == 0)
		return false;
	s = sok_str_trim(sok_str_unquote(s));
	lines_classify(s, &can, &has);
	return s.len == 0 || (can & CAN_LETTER) ||
	    ((can & CAN_MOVES) && (has & HAS_MOVE)) || sok_key_known(s) ||
	    sok_str_eq(s, SOK_STR("::")) ||
	    comment_mark(s, NULL) != COMMENT_NONE;
}

struct sok_str
foreign_visible(struct sok_str s, struct sok_arena *a)
{
	if (s.len == 0 || sok_str_trim(sok_str_unquote(s)).len > 0)
		return s;
	return sok_str_fmt(a, " %.*s", (int)s.len, s.s);
}

struct sok_str
foreign_harmless(struct sok_str s, struct sok_arena *a)
{
	s = sok_str_rtrim(sok_str_from(s, lines_bom(s)));
	if (comment_mark(s, NULL) == COMMENT_NONE)
		return foreign_visible(s, a);
	return sok_str_fmt(a, " %.*s", (int)s.len, s.s);
}

struct sok_str
foreign_remark(struct sok_str line, struct sok_arena *a)
{
	if (line.len == 0)
		return SOK_STR("::");
	return sok_str_fmt(a, ":: %.*s", (int)line.len, line.s);
}

struct sok_str
foreign_flat(struct sok_str s, struct sok_arena *a)
{
	char *flat = sok_arena_alloc(a, s.len, 1);

	if (flat == NULL)
		return (struct sok_str){NULL, 0};
	for (size_t i = 0; i < s.len; i++)
		flat[i] = memchr("\n\r\0", s.s[i], 3) != NULL ? ' ' : s.s[i];
	return (struct sok_str){flat, s.len};
}

/* Append a comment block, or several if one would be too long for a reader. */
static int
put_comment(struct sok_text *t, size_t *room, const struct sok_text *lines,
    struct sok_arena *a)
{
	const struct sok_str open = SOK_STR("Comment:");
	const struct sok_str close = SOK_STR("Comment-End:");
	size_t size = 0;

	if (text_append(t, room, open, a) == -1)
		return -1;
	for (size_t i = 0; i < lines->n; i++) {
		struct sok_str s = foreign_harmless(lines->line[i], a);

		if (size >= COMMENT_BYTES) {
			size = 0;
			if (text_append(t, room, close, a) == -1 ||
			    text_append(t, room, open, a) == -1)
				return -1;
		}
		if (text_append(t, room, s, a) == -1)
			return -1;
		size += s.len + 2;
	}
	return text_append(t, room, close, a);
}

int
foreign_put(struct sok_text *t, size_t *room, const struct sok_text *lines,
    struct sok_arena *a)
{
	for (size_t i = 0; i < lines->n; i++)
		if (misleads(lines->line[i]))
			return put_comment(t, room, lines, a);
	return text_append_all(t, room, lines, a);
}

int
sok_text_foreign(struct sok_text *t, struct sok_str text, struct sok_arena *a)
{
	struct sok_text all, lines;
	size_t room = 0;
	bool quoted = true;

	*t = (struct sok_text){NULL, 0};
	if (foreign_lines(&all, text, a) == -1)
		return -1;
	/* In a file in which every line begins with a mail quote, the quotes
	 * would be removed. */
	for (size_t i = 0; i < all.n && quoted; i++)
		quoted = all.line[i].len == 0 || all.line[i].s[0] == '>';
	for (size_t i = 0; i < all.n; i += lines.n + 1) {
		lines = (struct sok_text){all.line + i, 0};
		while (i + lines.n < all.n && all.line[i + lines.n].len > 0)
			lines.n++;
		if (lines.n > 0 && t->n > 0 &&
		    text_append(t, &room, SOK_STR(""), a) == -1)
			return -1;
		if ((quoted ? put_comment(t, &room, &lines, a)
		            : foreign_put(t, &room, &lines, a)) == -1)
			return -1;
	}
	return 0;
}

/* ---- letters of a variant */

static bool
is_moves(struct sok_str s, enum sok_grid grid)
{
	return title_reads_as_moves(sok_str_trim(sok_str_unquote(s)), grid);
}

bool
foreign_misleads(const struct sok_text *t, enum sok_grid grid)
{
	for (size_t i = 0; i < t->n; i++)
		if (is_moves(t->line[i], grid))
			return grid != SOK_SQUARES;
	return false;
}

int
foreign_shield(struct sok_text *t, enum sok_grid grid, struct sok_arena *a)
{
	struct sok_text from = *t, lines;
	size_t room = 0;
	int r = 0;

	*t = (struct sok_text){NULL, 0};
	for (size_t i = 0; i < from.n && r == 0; i += lines.n) {
		size_t end = sok_text_block(&from, i);

		/* Lines of a comment block are unchanged. */
		lines.line = from.line + i;
		lines.n = end > 0 ? end - i + 1 : 1;
		if (end == 0 && is_moves(from.line[i], grid))
			r = put_comment(t, &room, &lines, a);
		else
			r = text_append_all(t, &room, &lines, a);
	}
	return r;
}
