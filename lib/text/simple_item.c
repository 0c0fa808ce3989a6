/*
 * simple_item.c - a puzzle of a title, a board and text that is plain to see,
 * in the middle of others: where it ends, without a reader.
 */
#include <string.h>

#include "text/key.h"
#include "text/lines.h"
#include "text/simple.h"
#include "text/simple_rows.h"

/* A longer title is looked at by the reader. */
#define TITLE_MOST 256

/* Whether plain words that stand alone above a board are its title, as they
 * are. */
static bool
is_title(struct sok_str line)
{
	return !rows_begin(*line.s) && *line.s != ';' &&
	    simple_ends_well(line) && !lines_lost_moves(line) &&
	    !lines_only_moves(line) && lines_moves_run(line) == line.len &&
	    lines_are_text(line);
}

const char *
simple_title_end(const char **title, bool marked)
{
	const char *p = *title, *most = p + TITLE_MOST, *end;

	while (marked && p < most && (*p == ';' || *p == ' '))
		p++;
	*title = p;
	for (end = p; end < most && sok_is_digit(*end); end++)
		;
	if (end < most && *end == '\n' && end > p)
		return end; /* most titles are numbers */
	end = simple_words(p, (size_t)(most - p));
	if (end == NULL)
		return NULL;
	return is_title((struct sok_str){p, (size_t)(end - p)}) ? end : NULL;
}

/* Behind a key at p that means nothing to anybody but its readers, or NULL. */
static const char *
skip_idle(const char *p, const char *end)
{
	struct sok_str line = {p, 0};

	if (memcmp(p, "Title: ", 7) != 0 && memcmp(p, "Author: ", 8) != 0)
		return NULL;
	end = simple_line(p, (size_t)(end - p));
	if (end == NULL)
		return NULL;
	line.len = (size_t)(end - p);
	return simple_ends_well(line) && lines_moves_run(line) == line.len
	    ? end + 1
	    : NULL;
}

/* The line at p; it has none that is blank in it. */
static struct sok_str
line_at(const char *p, const char *end)
{
	const char *next = memchr(p, '\n', (size_t)(end - p));

	return (struct sok_str){p, (size_t)(next - p)};
}

/* Behind the block that its first line opens, with no blank line in it; else
 * NULL. */
static const char *
skip_comment(struct sok_str line, const char *end, size_t *lines)
{
	enum comment_mark mark = COMMENT_OPEN;
	int kind = 0;

	while (mark != COMMENT_CLOSE) {
		if (line.s + line.len + 1 == end)
			return NULL;
		line = line_at(line.s + line.len + 1, end);
		++*lines;
		mark = comment_mark(line, &kind);
		if (line.len == 0 || line.s[line.len - 1] == ' ' ||
		    !simple_is_printable(line) || mark == COMMENT_OPEN ||
		    kind != 0)
			return NULL;
	}
	return line.s + line.len + 1;
}

/* What the last line of a paragraph could be to the board below it; KEYS: it
 * is one between two boards, which both touch it. */
enum last { NOTHING, TITLE, DOUBTFUL, KEYS };

/* Behind a comment at p; NULL if there is something else. */
static const char *
skip_block(const char *p, const char *end, size_t *lines)
{
	struct sok_str line = line_at(p, end);
	int kind = 0;

	if (comment_mark(line, &kind) != COMMENT_OPEN || kind != 0)
		return NULL;
	return skip_comment(line, end, lines);
}

/* Behind a paragraph of notes, keys and comments, or of keys that touch rows;
 * NULL if it is not plain. */
static const char *
skip_paragraph(const char *p, const char *end, size_t *lines, enum last *last)
{
	const char *first = p, *key, *note;
	bool notes = false;

	for (; p != NULL && p < end && *p != '\n'; ++*lines) {
		if (rows_begin(*p) && p != first && !notes) {
			*last = KEYS;
			return p;
		}
		if (*p == ';' || rows_begin(*p))
			return NULL;
		key = skip_idle(p, end);
		note = key == NULL ? simple_title_end(&p, false) : NULL;
		if (note != NULL) {
			*last = p == first ? TITLE : DOUBTFUL;
			p = note + 1;
			notes = true;
		} else {
			*last = NOTHING;
			p = key != NULL ? key : skip_block(p, end, lines);
		}
	}
	return p;
}

/* Behind the text below rows, but for the title of what follows; NULL if that
 * is not sure. */
static const char *
skip_text(const char *p, const char *end, size_t *lines)
{
	const char *first = p, *line = p, *before = p;
	size_t n = 0, lines_before = *lines;
	enum last last = NOTHING;

	for (;;) {
		for (; line < end && *line == '\n'; line++)
			n++;
		if (line == end || rows_begin(*line))
			break;
		line = skip_paragraph(line, end, &n, &last);
		if (line == NULL ||
		    (last == KEYS && (p != first || *p == '\n')))
			return p;
		before = p;
		lines_before = *lines;
		p = line;
		*lines += n;
		n = 0;
		if (last == KEYS)
			return p;
	}
	if (last == TITLE)
		*lines = lines_before;
	return last == NOTHING ? p : last == TITLE ? before : NULL;
}

/* A title above or right below, and where the rows begin or what follows them;
 * NULL if it is not plain. */
static const char *
take_title(const char *p, struct sok_str *title)
{
	const char *end = simple_title_end(&p, true);

	if (end == NULL)
		return NULL;
	*title = (struct sok_str){p, (size_t)(end - p)};
	return end + 1;
}

const char *
simple_item(const char *p, const char *end, simple_rows_fn *rows,
    struct simple_item *item)
{
	const char *first = p, *behind;
	size_t height;

	*item = (struct simple_item){.lines = 0};
	if (!rows_begin(*p)) {
		p = take_title(p, &item->title);
		if (p == NULL)
			return NULL;
		item->above = true;
		for (item->lines = 1; p < end && *p == '\n'; p++)
			item->lines++;
	}
	behind = p < end ? rows(p, end, &height) : NULL;
	if (behind == NULL)
		return NULL;
	item->rows = (struct sok_str){p, (size_t)(behind - p)};
	item->lines += height;
	p = behind;
	if (*p == ';' && item->title.len == 0) {
		p = take_title(p, &item->title);
		if (p == NULL || *p != '\n')
			return NULL;
		item->lines++;
	}
	behind = skip_text(p, end, &item->lines);
	if (behind == NULL || (size_t)(behind - first) > SIMPLE_MAX)
		return NULL;
	item->text = (struct sok_str){p, (size_t)(behind - p)};
	return behind;
}

/* Whether a line of whole lines begins so. */
static bool
has_line(struct sok_str text, struct sok_str start)
{
	while (text.len > 0)
		if (sok_str_starts(sok_str_line(&text), start))
			return true;
	return false;
}

bool
simple_item_named_below(const struct simple_item *item)
{
	return (item->title.len > 0 && !item->above) ||
	    has_line(item->text, SOK_STR("Title: "));
}
