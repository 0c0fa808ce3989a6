/* mend_lines.c - a window of the lines of a file: cuts them as the reader of
 * text does, changes a part of a line, and writes everything else as it was. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "board/board.h"
#include "replay/mend_lines.h"
#include "text/text.h"

#define CHUNK ((size_t)64 << 10)

/* Read on: 1, 0 at the end of the file, -1 with errno. */
static int
fill(struct mend_lines *lines)
{
	ptrdiff_t got;

	if (lines->ended)
		return 0;
	if (!sok_buf_room(&lines->window, CHUNK)) {
		errno = ENOMEM;
		return -1;
	}
	got = sok_read_at(
	    lines->fd, lines->window.s + lines->window.len, CHUNK, lines->next);
	if (got == -1)
		return -1;
	lines->ended = got == 0;
	lines->next += got;
	lines->window.len += (size_t)got;
	return got > 0;
}

/* The length of the line end at byte i, or 0: LF, CR, CRLF, or CR CR LF, as
 * lines are numbered.  NUL ends no line here. */
static size_t
end_at(const struct sok_buf *buf, size_t i)
{
	size_t n = i;

	if (buf->s[i] == '\n')
		return 1;
	while (n < buf->len && n < i + 2 && buf->s[n] == '\r')
		n++;
	if (n > i && n < buf->len && buf->s[n] == '\n')
		return n + 1 - i;
	return n > i;
}

int
mend_lines_cut(struct mend_lines *lines)
{
	struct mend_line *line =
	    sok_grow(lines->line, lines->n, &lines->cap, sizeof(*line));
	struct sok_buf *buf = &lines->window;
	size_t i = lines->cut, end = 0;
	int got = 1;

	if (line == NULL)
		return -1;
	lines->line = line;
	for (;; i++) {
		/* The bytes after CR decide how long the line end is. */
		while (i + 2 >= buf->len && got == 1)
			got = fill(lines);
		if (got == -1)
			return -1;
		if (i >= buf->len || (end = end_at(buf, i)) > 0)
			break;
	}
	if (i == lines->cut && end == 0)
		return 0;
	line[lines->n++] = (struct mend_line){
	    .at = lines->cut, .len = i - lines->cut, .end = end};
	lines->cut = i + end;
	if (lines->neol == 0 && end > 0) {
		memcpy(lines->eol, buf->s + i, end);
		lines->neol = end;
	}
	return 1;
}

void
mend_lines_put(struct mend_lines *lines)
{
	struct sok_str all = sok_buf_str(&lines->window);

	for (size_t i = 0; i < lines->n; i++) {
		const struct mend_line *line = &lines->line[i];
		size_t end = line->at + line->len;

		sok_out(lines->out, line->above);
		if (line->gone)
			continue;
		if (line->changed)
			sok_out(lines->out, line->text);
		else
			sok_out(lines->out, sok_str_sub(all, line->at, end));
		sok_out(lines->out, sok_str_sub(all, end, end + line->end));
	}
	lines->number += lines->n;
	lines->n = 0;
	lines->window.len -= lines->cut;
	if (lines->window.len > 0)
		memmove(lines->window.s, lines->window.s + lines->cut,
		    lines->window.len);
	lines->cut = 0;
}

int
mend_lines_copy(struct mend_lines *lines, size_t number)
{
	int got = 1;

	while (got == 1 && lines->number + lines->n < number) {
		got = mend_lines_cut(lines);
		if (lines->cut >= CHUNK)
			mend_lines_put(lines);
	}
	mend_lines_put(lines);
	return got == -1 ? -1 : 0;
}

struct mend_line *
mend_lines_at(const struct mend_lines *lines, size_t number)
{
	size_t i = number - lines->number;

	return i < lines->n ? &lines->line[i] : NULL;
}

struct sok_str
mend_lines_bytes(const struct mend_lines *lines, const struct mend_line *line)
{
	return (struct sok_str){lines->window.s + line->at, line->len};
}

struct sok_str
mend_lines_ink(const struct mend_lines *lines, const struct mend_line *line)
{
	struct sok_str s = mend_lines_bytes(lines, line), mark = SOK_UTF8_MARK;

	if (sok_str_starts(s, mark))
		s = sok_str_from(s, mark.len);
	return sok_str_trim(sok_str_unquote(s));
}

struct sok_str
mend_lines_end(const struct mend_lines *lines)
{
	return lines->neol > 0 ? (struct sok_str){lines->eol, lines->neol}
	                       : SOK_STR("\n");
}

int
mend_lines_change(
    struct mend_lines *lines, struct mend_line *line, struct sok_buf *buf)
{
	line->text = sok_str_dup(&lines->arena, sok_buf_str(buf));
	line->changed = true;
	buf->len = 0;
	return buf->failed || line->text.s == NULL ? -1 : 0;
}

/* The part of a line that a change needs: what differs, and the ASCII around
 * it, which is the same bytes in most character sets. */
struct part {
	struct sok_str was, now;
};

static struct part
changed_part(const struct mend_change *change)
{
	size_t from = 0, tail = 0;
	size_t most = change->was.len < change->now.len ? change->was.len
	                                                : change->now.len;

	while (from < most && change->was.s[from] == change->now.s[from])
		from++;
	while (tail < most - from &&
	    change->was.s[change->was.len - 1 - tail] ==
	        change->now.s[change->now.len - 1 - tail])
		tail++;
	size_t to = change->was.len - tail;
	while (from > 0 && (unsigned char)change->was.s[from - 1] < 0x80)
		from--;
	while (to < change->was.len && (unsigned char)change->was.s[to] < 0x80)
		to++;
	return (struct part){sok_str_sub(change->was, from, to),
	    sok_str_sub(
	        change->now, from, to + change->now.len - change->was.len)};
}

int
mend_lines_replace(struct mend_lines *lines, struct mend_line *line,
    const struct mend_change *change)
{
	struct part part = changed_part(change);
	struct sok_str s = mend_lines_bytes(lines, line);
	struct sok_buf buf = {0};
	size_t at = sok_str_find(s, part.was);

	if (part.was.len == 0 || at + part.was.len > s.len)
		return 0;
	struct sok_str rest = sok_str_from(s, at + part.was.len);
	if (sok_str_find(sok_str_from(s, at + 1), part.was) < s.len - at - 1)
		return 0;
	sok_buf_add(&buf, sok_str_sub(s, 0, at));
	sok_buf_add(&buf, part.now);
	sok_buf_add(&buf, rest);
	int got = mend_lines_change(lines, line, &buf) == -1 ? -1 : 1;
	sok_buf_free(&buf);
	return got;
}
