/*
 * foreign.c - converts text of another format to lines that are read back as
 * the same text; reads boards between lines of text, for the readers of formats
 * with their own tags.
 */
#include <string.h>

#include "text/foreign.h"
#include "text/key.h"
#include "text/lines.h"
#include "text/reader.h"
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

/* Indent a line only if it would be read as blank because it consists of mail
 * quotes. */
static struct sok_str
visible(struct sok_str s, struct sok_arena *a)
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
		return visible(s, a);
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

/* ---- readers of lines */

int
foreign_open(struct sok_reader *r, size_t state)
{
	r->state = sok_arena_zalloc(&r->life, 1, state);
	if (r->state == NULL)
		return -1;
	lines_open(r->state, &r->in, r->o.limits->v[SOK_LIMIT_LINE]);
	return 0;
}

void
foreign_close(struct sok_reader *r)
{
	if (r->state != NULL)
		lines_close(r->state);
}

bool
foreign_board(
    struct sok_reader *r, const struct sok_str *row, size_t first, size_t n)
{
	size_t *line = sok_arena_alloc(&r->arena, n, sizeof(*line));
	size_t bad_row, bad_col;

	if (reader_fails(r, line == NULL))
		return false;
	for (size_t i = 0; i < n; i++)
		line[i] = lines_number(r->state, first + i);
	return reader_board(r, row, line, n, &bad_row, &bad_col);
}

static bool
is_tag(struct sok_str line)
{
	return sok_key_known(line) && comment_mark(line, NULL) == COMMENT_NONE;
}

void
foreign_tags(
    struct sok_reader *r, struct sok_text *t, const struct sok_text *from)
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
				failed |=
				    text_append(t, &room,
				        visible(from->line[i], a), a) == -1;
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
