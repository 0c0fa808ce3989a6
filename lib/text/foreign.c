/* foreign.c - converts text of another format to lines that are read back as
 * the same text; reads boards between lines of text with tags of their own. */
#include <string.h>

#include "base/base.h"
#include "text/foreign.h"
#include "text/key.h"
#include "text/lines.h"
#include "text/reader.h"
#include "text/text.h"
#include "text/title.h"

struct sok_str
foreign_take_line(struct sok_str *rest)
{
	size_t i = 0;

	while (i < rest->len && rest->s[i] != '\n' && rest->s[i] != '\r' &&
	    rest->s[i] != '\0')
		i++;
	struct sok_str line = sok_str_rtrim(sok_str_sub(*rest, 0, i));
	if (sok_str_starts(sok_str_from(*rest, i), SOK_STR("\r\n")))
		i++;
	*rest = sok_str_from(*rest, i + 1);
	/* A reader would remove byte-order marks. */
	return sok_str_rtrim(sok_str_from(line, lines_bom(line)));
}

int
foreign_lines(
    struct sok_text *lines, struct sok_str text, struct sok_arena *arena)
{
	size_t room = 0;
	int got = 0;

	*lines = (struct sok_text){NULL, 0};
	while (text.len > 0) {
		struct sok_str line = foreign_take_line(&text);

		if (line.len > 0 || lines->n > 0)
			got = text_append(lines, &room, line, arena);
	}
	while (lines->n > 0 && lines->line[lines->n - 1].len == 0)
		lines->n--;
	return got;
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
	    sok_is_macro_alone(s) || sok_str_eq(s, SOK_STR("::")) ||
	    comment_mark(s, NULL) != COMMENT_NONE;
}

/* Indent a line that is a mark or consists of mail quotes, which are blank. */
static struct sok_str
visible(struct sok_str s, bool mark, struct sok_arena *arena)
{
	bool blank = s.len > 0 && sok_str_trim(sok_str_unquote(s)).len == 0;

	return mark || blank ? sok_str_fmt(arena, " %.*s", (int)s.len, s.s) : s;
}

struct sok_str
foreign_harmless(struct sok_str s, struct sok_arena *arena)
{
	s = sok_str_rtrim(sok_str_from(s, lines_bom(s)));
	return visible(s, comment_mark(s, NULL) != COMMENT_NONE, arena);
}

struct sok_str
foreign_remark(struct sok_str line, struct sok_arena *arena)
{
	if (line.len == 0)
		return SOK_STR("::");
	return sok_str_fmt(arena, ":: %.*s", (int)line.len, line.s);
}

struct sok_str
foreign_flat(struct sok_str s, struct sok_arena *arena)
{
	char *flat = sok_arena_alloc(arena, s.len, 1);

	if (flat == NULL)
		return (struct sok_str){NULL, 0};
	for (size_t i = 0; i < s.len; i++)
		flat[i] = memchr("\n\r\0", s.s[i], 3) != NULL ? ' ' : s.s[i];
	return (struct sok_str){flat, s.len};
}

/* Append a comment block, or several if one would be too long for a reader.  0,
 * -1 on ENOMEM. */
static int
put_comment(struct sok_text *text, size_t *room, const struct sok_text *lines,
    struct sok_arena *arena)
{
	const struct sok_str open = SOK_STR("Comment:");
	const struct sok_str close = SOK_STR("Comment-End:");
	size_t size = 0;

	text_append(text, room, open, arena);
	for (size_t i = 0; i < lines->n; i++) {
		struct sok_str s = foreign_harmless(lines->line[i], arena);

		if (size >= COMMENT_BYTES) {
			size = 0;
			text_append(text, room, close, arena);
			text_append(text, room, open, arena);
		}
		text_append(text, room, s, arena);
		size += s.len + 2;
	}
	return text_append(text, room, close, arena);
}

int
foreign_put(struct sok_text *text, size_t *room, const struct sok_text *lines,
    struct sok_arena *arena)
{
	for (size_t i = 0; i < lines->n; i++)
		if (misleads(lines->line[i]))
			return put_comment(text, room, lines, arena);
	return text_append_all(text, room, lines, arena);
}

/* The length of the comment block or the tag that begins at line i, or 0. */
static size_t
tagged(const struct sok_text *text, size_t i)
{
	size_t end = sok_text_block(text, i);

	if (end > 0)
		return end - i + 1;
	return sok_key_known(text->line[i]) &&
	    comment_mark(text->line[i], NULL) == COMMENT_NONE;
}

/* How paragraphs are appended: as by foreign_put(); the same, but tags and
 * comment blocks, which end a paragraph, are unchanged; as comment blocks. */
enum how { AS_NEEDED, TAGGED, IN_COMMENT };

/* Append paragraphs, with one blank line between any two of them.  0, -1 on
 * ENOMEM. */
static int
put_paragraphs(struct sok_text *text, const struct sok_text *from, enum how how,
    struct sok_arena *arena)
{
	struct sok_text part;
	size_t room = 0;
	bool blank = false;
	int got = 0;

	*text = (struct sok_text){NULL, 0};
	for (size_t i = 0; i < from->n; i += part.n) {
		size_t tag = how == TAGGED ? tagged(from, i) : 0;

		part = (struct sok_text){from->line + i, tag > 0 ? tag : 1};
		if (part.line->len == 0) {
			blank = text->n > 0;
			continue;
		}
		if (blank)
			text_append(text, &room, SOK_STR(""), arena);
		blank = false;
		for (size_t k = 0; k < tag; k++)
			got = text_append(text, &room,
			    visible(part.line[k], false, arena), arena);
		if (tag > 0)
			continue;
		while (i + part.n < from->n && part.line[part.n].len > 0 &&
		    (how != TAGGED || tagged(from, i + part.n) == 0))
			part.n++;
		got = how == IN_COMMENT
		    ? put_comment(text, &room, &part, arena)
		    : foreign_put(text, &room, &part, arena);
	}
	return got;
}

int
sok_text_foreign(
    struct sok_text *lines, struct sok_str text, struct sok_arena *arena)
{
	struct sok_text all;
	bool quoted = true;

	*lines = (struct sok_text){NULL, 0};
	if (foreign_lines(&all, text, arena) == -1)
		return -1;
	/* If all lines of a file begin with mail quotes, these are removed. */
	for (size_t i = 0; i < all.n && quoted; i++)
		quoted = all.line[i].len == 0 || all.line[i].s[0] == '>';
	return put_paragraphs(
	    lines, &all, quoted ? IN_COMMENT : AS_NEEDED, arena);
}

void
foreign_tags(struct sok_reader *reader, struct sok_text *text,
    const struct sok_text *from)
{
	reader_fails(
	    reader, put_paragraphs(text, from, TAGGED, &reader->arena) == -1);
}

/* ---- letters of a variant */

/* Whether a line consists of letters that are moves on this grid. */
static bool
is_moves(struct sok_str s, enum sok_grid grid)
{
	return title_reads_as_moves(sok_str_trim(sok_str_unquote(s)), grid);
}

bool
foreign_misleads(const struct sok_text *text, enum sok_grid grid)
{
	for (size_t i = 0; i < text->n && grid != SOK_SQUARES; i++)
		if (is_moves(text->line[i], grid))
			return true;
	return false;
}

int
foreign_shield(
    struct sok_text *text, enum sok_grid grid, struct sok_arena *arena)
{
	struct sok_text from = *text, part;
	size_t room = 0;
	int got = 0;

	if (!foreign_misleads(text, grid))
		return 0;
	*text = (struct sok_text){NULL, 0};
	for (size_t i = 0; i < from.n; i += part.n) {
		size_t end = sok_text_block(&from, i);

		/* Lines of a comment block are unchanged. */
		part.line = from.line + i;
		part.n = end > 0 ? end - i + 1 : 1;
		got = end == 0 && is_moves(*part.line, grid)
		    ? put_comment(text, &room, &part, arena)
		    : text_append_all(text, &room, &part, arena);
	}
	return got;
}

/* ---- readers of lines */

int
foreign_open(struct sok_reader *reader, size_t state)
{
	reader->state = sok_arena_zalloc(&reader->life, 1, state);
	if (reader->state == NULL)
		return -1;
	lines_open(reader->state, &reader->in,
	    reader->options.limits->v[SOK_LIMIT_LINE]);
	return 0;
}

void
foreign_close(struct sok_reader *reader)
{
	if (reader->state != NULL)
		lines_close(reader->state);
}

bool
foreign_board(struct sok_reader *reader, const struct sok_str *row,
    size_t first, size_t n)
{
	size_t line = lines_number(reader->state, first), bad_row, bad_col;

	if (!reader_board(reader, row, line, n, &bad_row, &bad_col))
		return false;
	for (size_t i = 0; i < n; i++)
		reader->puzzle.board.row[i].line =
		    lines_number(reader->state, first + i);
	return true;
}

/* ---- rows and text that cannot be read, kept as comment blocks */

void
reader_comment(struct sok_reader *reader, struct sok_text *text,
    const struct sok_text *inside)
{
	size_t left = reader->options.limits->v[SOK_LIMIT_COMMENT], room = 0;
	struct sok_arena *arena = &reader->arena;

	if (text->n > 0)
		text_append(text, &room, SOK_STR(""), arena);
	text_append(text, &room, SOK_STR("Comment:"), arena);
	for (size_t i = 0; i < inside->n; i++) {
		struct sok_str line = inside->line[i];

		if (line.len + 32 > left) {
			reader_report(reader, SOK_LIMIT_RULE, 0, 0,
			    "a comment is cut at the limit `comment`");
			break;
		}
		left -= line.len + 2;
		line = foreign_flat(sok_str_rtrim(line), arena);
		text_append(text, &room, foreign_harmless(line, arena), arena);
	}
	reader_fails(reader,
	    text_append(text, &room, SOK_STR("Comment-End:"), arena) < 0);
}

void
reader_keep(struct sok_reader *reader, struct sok_str name,
    struct sok_str *rows, size_t n)
{
	struct sok_text *text = &reader->puzzle.text, inside = {NULL, 0};
	size_t room = 0;

	if (name.len > 0)
		text_append(&inside, &room, name, &reader->arena);
	text_append_all(&inside, &room, text, &reader->arena);
	reader_fails(reader,
	    text_append_all(&inside, &room, &(struct sok_text){rows, n},
	        &reader->arena) == -1);
	text->n = 0;
	if (inside.n > 0)
		reader_comment(reader, text, &inside);
}
