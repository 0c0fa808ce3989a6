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
fill(struct mend_lines *m)
{
	ptrdiff_t got;

	if (m->ended)
		return 0;
	if (!sok_buf_room(&m->window, CHUNK)) {
		errno = ENOMEM;
		return -1;
	}
	got = sok_read_at(m->fd, m->window.s + m->window.len, CHUNK, m->next);
	if (got == -1)
		return -1;
	m->ended = got == 0;
	m->next += got;
	m->window.len += (size_t)got;
	return got > 0;
}

/* The length of the line end at byte i, or 0: LF, CR, CRLF, or CR CR LF, as
 * lines are numbered.  NUL ends no line here. */
static size_t
end_at(const struct sok_buf *b, size_t i)
{
	size_t n = i;

	if (b->s[i] == '\n')
		return 1;
	while (n < b->len && n < i + 2 && b->s[n] == '\r')
		n++;
	if (n > i && n < b->len && b->s[n] == '\n')
		return n + 1 - i;
	return n > i;
}

int
mend_lines_cut(struct mend_lines *m)
{
	struct mend_line *v = sok_grow(m->line, m->n, &m->cap, sizeof(*v));
	struct sok_buf *b = &m->window;
	size_t i = m->cut, end = 0;
	int got = 1;

	if (v == NULL)
		return -1;
	m->line = v;
	for (;; i++) {
		/* The bytes after CR decide how long the line end is. */
		while (i + 2 >= b->len && got == 1)
			got = fill(m);
		if (got == -1)
			return -1;
		if (i >= b->len || (end = end_at(b, i)) > 0)
			break;
	}
	if (i == m->cut && end == 0)
		return 0;
	v[m->n++] =
	    (struct mend_line){.at = m->cut, .len = i - m->cut, .end = end};
	m->cut = i + end;
	if (m->neol == 0 && end > 0) {
		memcpy(m->eol, b->s + i, end);
		m->neol = end;
	}
	return 1;
}

void
mend_lines_put(struct mend_lines *m)
{
	struct sok_str all = sok_buf_str(&m->window);

	for (size_t i = 0; i < m->n; i++) {
		const struct mend_line *v = &m->line[i];
		size_t end = v->at + v->len;

		sok_out(m->out, v->above);
		if (v->gone)
			continue;
		if (v->changed)
			sok_out(m->out, v->text);
		else
			sok_out(m->out, sok_str_sub(all, v->at, end));
		sok_out(m->out, sok_str_sub(all, end, end + v->end));
	}
	m->number += m->n;
	m->n = 0;
	m->window.len -= m->cut;
	if (m->window.len > 0)
		memmove(m->window.s, m->window.s + m->cut, m->window.len);
	m->cut = 0;
}

int
mend_lines_copy(struct mend_lines *m, size_t number)
{
	int got = 1;

	while (got == 1 && m->number + m->n < number) {
		got = mend_lines_cut(m);
		if (m->cut >= CHUNK)
			mend_lines_put(m);
	}
	mend_lines_put(m);
	return got == -1 ? -1 : 0;
}

struct mend_line *
mend_lines_at(const struct mend_lines *m, size_t number)
{
	size_t i = number - m->number;

	return i < m->n ? &m->line[i] : NULL;
}

struct sok_str
mend_lines_bytes(const struct mend_lines *m, const struct mend_line *v)
{
	return (struct sok_str){m->window.s + v->at, v->len};
}

struct sok_str
mend_lines_ink(const struct mend_lines *m, const struct mend_line *v)
{
	struct sok_str s = mend_lines_bytes(m, v),
	               mark = SOK_STR("\xef\xbb\xbf");

	if (sok_str_starts(s, mark))
		s = sok_str_from(s, mark.len);
	return sok_str_trim(sok_str_unquote(s));
}

struct sok_str
mend_lines_end(const struct mend_lines *m)
{
	return m->neol > 0 ? (struct sok_str){m->eol, m->neol} : SOK_STR("\n");
}

int
mend_lines_change(struct mend_lines *m, struct mend_line *v, struct sok_buf *b)
{
	v->text = sok_str_dup(&m->a, sok_buf_str(b));
	v->changed = true;
	b->len = 0;
	return b->failed || v->text.s == NULL ? -1 : 0;
}

/* The part of a line that a change needs: what differs, and the ASCII around
 * it, which is the same bytes in most character sets. */
struct part {
	struct sok_str was, now;
};

static struct part
changed_part(const struct mend_change *e)
{
	size_t from = 0, tail = 0;
	size_t most = e->was.len < e->now.len ? e->was.len : e->now.len;

	while (from < most && e->was.s[from] == e->now.s[from])
		from++;
	while (tail < most - from &&
	    e->was.s[e->was.len - 1 - tail] == e->now.s[e->now.len - 1 - tail])
		tail++;
	size_t to = e->was.len - tail;
	while (from > 0 && (unsigned char)e->was.s[from - 1] < 0x80)
		from--;
	while (to < e->was.len && (unsigned char)e->was.s[to] < 0x80)
		to++;
	return (struct part){sok_str_sub(e->was, from, to),
	    sok_str_sub(e->now, from, to + e->now.len - e->was.len)};
}

int
mend_lines_replace(
    struct mend_lines *m, struct mend_line *v, const struct mend_change *e)
{
	struct part part = changed_part(e);
	struct sok_str s = mend_lines_bytes(m, v);
	struct sok_buf b = {0};
	size_t at = sok_str_find(s, part.was);

	if (part.was.len == 0 || at + part.was.len > s.len)
		return 0;
	struct sok_str rest = sok_str_from(s, at + part.was.len);
	if (sok_str_find(sok_str_from(s, at + 1), part.was) < s.len - at - 1)
		return 0;
	sok_buf_add(&b, sok_str_sub(s, 0, at));
	sok_buf_add(&b, part.now);
	sok_buf_add(&b, rest);
	int r = mend_lines_change(m, v, &b) == -1 ? -1 : 1;
	sok_buf_free(&b);
	return r;
}
