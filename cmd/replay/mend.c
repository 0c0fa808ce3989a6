/* mend.c - the second pass over a file whose games change: finds the lines of a
 * changed game by their numbers and contents, and replaces as few bytes of them
 * as possible. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "replay/mend.h"
#include "text/text.h"

/* A line of the file, in the window. */
struct raw {
	size_t at, len, end;  /* its place, its length and that of its end */
	struct sok_str text;  /* what replaces it without its end, if changed */
	struct sok_str above; /* whole lines to insert before it */
	bool changed, gone;
};

struct change {
	struct sok_str was, now;
	size_t skip; /* equal lines of the same text before it */
};

/* A game that changes. */
struct mend {
	struct mend *next;
	size_t above;  /* the last line that belongs to what precedes it */
	size_t guards; /* `::` lines that end the text above it */
	struct change moves; /* now.s == NULL: unchanged */
	struct sok_source *source;
	size_t nsource;
	struct change title; /* was.len == 0: a heading is added */
	struct change *text; /* lines below the moves */
	size_t ntext;
};

struct mender {
	int fd;
	off_t next; /* the first byte that is not in the window */
	bool ended;
	struct sok_buf window; /* from the first line not yet written */
	size_t cut;            /* the bytes of the window that are lines */
	size_t number;         /* of the window's first line, from 1 */
	struct raw *line;      /* the lines of the window */
	size_t n, cap;
	char eol[3]; /* the first line end of the file, neol bytes */
	size_t neol;
	struct sok_output *out;
	size_t bad; /* a line that cannot be changed; 0: none so far */
	int error;  /* the first one, or 0 */

	size_t last;        /* the last line of the board or game read last */
	struct sok_arena a; /* for the changes of one puzzle */
	struct mend *first, *newest;
};

/* ---- lines of the file */

#define CHUNK ((size_t)64 << 10)

/* Read on: 1, 0 at the end of the file, -1 with errno. */
static int
fill(struct mender *m)
{
	ptrdiff_t got;

	if (m->ended)
		return 0;
	if (!sok_buf_room(&m->window, CHUNK)) {
		errno = ENOMEM;
		return -1;
	}
	do
		got = pread(m->fd, m->window.s + m->window.len, CHUNK, m->next);
	while (got == -1 && errno == EINTR);
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

/* Cut the next line, as the reader of text does: 1, 0 at the end, -1. */
static int
cut(struct mender *m)
{
	struct raw *v = sok_grow(m->line, m->n, &m->cap, sizeof(*v));
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
	v[m->n++] = (struct raw){.at = m->cut, .len = i - m->cut, .end = end};
	m->cut = i + end;
	if (m->neol == 0 && end > 0) {
		memcpy(m->eol, b->s + i, end);
		m->neol = end;
	}
	return 1;
}

/* Write the lines of the window and forget them. */
static void
put_lines(struct mender *m)
{
	struct sok_str all = sok_buf_str(&m->window);

	for (size_t i = 0; i < m->n; i++) {
		const struct raw *v = &m->line[i];
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

/* Write all lines before this one: 0, -1. */
static int
copy_until(struct mender *m, size_t number)
{
	int got = 1;

	while (got == 1 && m->number + m->n < number) {
		got = cut(m);
		if (m->cut >= CHUNK)
			put_lines(m);
	}
	put_lines(m);
	return got == -1 ? -1 : 0;
}

/* The line with this number in the window, or NULL. */
static struct raw *
line_at(const struct mender *m, size_t number)
{
	size_t i = number - m->number;

	return i < m->n ? &m->line[i] : NULL;
}

/* What is in the file, without the line end. */
static struct sok_str
bytes_of(const struct mender *m, const struct raw *v)
{
	return (struct sok_str){m->window.s + v->at, v->len};
}

/* The same without quotes and blanks around it. */
static struct sok_str
ink_of(const struct mender *m, const struct raw *v)
{
	struct sok_str s = bytes_of(m, v), mark = SOK_STR("\xef\xbb\xbf");

	if (sok_str_starts(s, mark))
		s = sok_str_from(s, mark.len);
	return sok_str_trim(sok_str_unquote(s));
}

/* The line end that new lines get: that of the file's first line. */
static struct sok_str
line_end(const struct mender *m)
{
	return m->neol > 0 ? (struct sok_str){m->eol, m->neol} : SOK_STR("\n");
}

/* ---- changes of one line */

/* Replace a line by the text in b, which is emptied: 0, -1. */
static int
change_line(struct mender *m, struct raw *v, struct sok_buf *b)
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
changed_part(const struct change *e)
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

/* Change the only place where a line has these bytes: 1; 0 if the line has none
 * or several; -1. */
static int
replace_part(struct mender *m, struct raw *v, const struct change *e)
{
	struct part part = changed_part(e);
	struct sok_str s = bytes_of(m, v);
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
	int r = change_line(m, v, &b) == -1 ? -1 : 1;
	sok_buf_free(&b);
	return r;
}

/* ---- changes of one game */

static size_t
first_line(const struct mend *e)
{
	return e->source[0].line;
}

static size_t
last_line(const struct mend *e)
{
	return e->source[e->nsource - 1].line;
}

/* Change the title, the nearest line above the moves that has it: 1, 0 if there
 * is none, -1. */
static int
mend_title(struct mender *m, const struct mend *e, const struct change *title)
{
	int r = 0;

	for (size_t i = first_line(e); r == 0 && --i > e->above;) {
		struct raw *v = line_at(m, i);

		if (v != NULL)
			r = replace_part(m, v, title);
	}
	return r;
}

/* Write a heading above the moves of a game without a title; a guard against
 * one becomes a blank line. */
static int
add_heading(struct mender *m, const struct mend *e)
{
	struct raw *v = line_at(m, first_line(e)), *guard = NULL, *before;
	struct sok_str eol = line_end(m), quote;
	struct sok_buf b = {0};
	size_t guards = 0, i = first_line(e) - 1;

	if (v == NULL)
		return 0;
	quote = bytes_of(m, v);
	quote = sok_str_sub(quote, 0, sok_str_find(quote, e->source[0].text));
	/* The lines above that are blank or guards. */
	for (; (before = line_at(m, i)) != NULL; i--) {
		struct sok_str ink = ink_of(m, before);

		if (sok_str_eq(ink, SOK_STR("::"))) {
			guard = guards++ == 0 ? before : guard;
		} else if (ink.len > 0) {
			break;
		}
	}
	if (guard != NULL && guards > e->guards)
		guard->gone = true;
	/* A blank line separates the heading from what is above it. */
	before = line_at(m, first_line(e) - 1);
	bool close = first_line(e) - 1 == e->above && first_line(e) > 1;
	if (before != NULL)
		close = before->gone || ink_of(m, before).len > 0;
	if (close) {
		sok_buf_add(&b, sok_str_rtrim(quote));
		sok_buf_add(&b, eol);
	}
	sok_buf_add(&b, quote);
	sok_buf_add(&b, e->title.now);
	sok_buf_add(&b, eol);
	v->above = sok_str_dup(&m->a, sok_buf_str(&b));
	bool enough = !b.failed && v->above.s != NULL;
	sok_buf_free(&b);
	return enough ? 1 : -1;
}

/* Change a line below the moves: 1, 0 if there is none, -1. */
static int
mend_text(struct mender *m, const struct mend *e, const struct change *text)
{
	struct sok_str title = SOK_STR("Title: "),
	               was = sok_str_trim(text->was);
	struct change value = *text;
	size_t skip = text->skip;
	struct raw *v;
	int r = 0;

	for (size_t i = last_line(e) + 1; (v = line_at(m, i)) != NULL; i++)
		if (sok_str_eq(ink_of(m, v), was) && skip-- == 0)
			return replace_part(m, v, text);
	/* In another character set, bytes beside ASCII differ. */
	for (size_t i = last_line(e) + 1; r == 0 && (v = line_at(m, i)) != NULL;
	     i++)
		r = replace_part(m, v, text);
	/* The reader makes a key of a title that fits no line. */
	if (r != 0 || !sok_str_starts(value.was, title) ||
	    !sok_str_starts(value.now, title))
		return r;
	value.was = sok_str_from(value.was, title.len);
	value.now = sok_str_from(value.now, title.len);
	return mend_title(m, e, &value);
}

/* Whether each byte of the lines that is not blank is a letter or a sign of the
 * moves, so that counts and groups need not be made anew. */
static bool
is_spelled(const struct mend *e)
{
	struct sok_str s = e->moves.was;
	size_t at = 0;

	if (s.len != e->moves.now.len)
		return false;
	for (size_t i = 0; i < e->nsource; i++)
		for (size_t k = 0; k < e->source[i].text.len; k++) {
			char c = e->source[i].text.s[k];

			if (sok_is_blank(c))
				continue;
			if (at == s.len || s.s[at++] != c)
				return false;
		}
	return at == s.len;
}

/* The line of source i, and what is before and after its moves; NULL if it has
 * other bytes. */
static struct raw *
moves_line(const struct mender *m, const struct mend *e, size_t i,
    struct sok_str *before, struct sok_str *after)
{
	struct raw *v = line_at(m, e->source[i].line);
	struct sok_str text = e->source[i].text;

	if (v == NULL)
		return NULL;
	struct sok_str s = bytes_of(m, v);
	size_t at = sok_str_find(s, text);
	if (at + text.len > s.len)
		return NULL;
	*before = sok_str_sub(s, 0, at);
	*after = sok_str_from(s, at + text.len);
	return v;
}

/* Change the letters of moves where they are: 1, 0, -1. */
static int
respell(struct mender *m, const struct mend *e)
{
	struct sok_buf b = {0};
	const char *letter = e->moves.now.s;
	struct sok_str before, after;
	int r = 1;

	for (size_t i = 0; i < e->nsource && r == 1; i++) {
		struct sok_str text = e->source[i].text;
		struct raw *v = moves_line(m, e, i, &before, &after);

		if (v == NULL) {
			r = 0;
			break;
		}
		sok_buf_add(&b, before);
		for (size_t k = 0; k < text.len; k++)
			sok_buf_addc(&b,
			    sok_is_blank(text.s[k]) ? text.s[k] : *letter++);
		sok_buf_add(&b, after);
		if (change_line(m, v, &b) == -1)
			r = -1;
	}
	sok_buf_free(&b);
	return r;
}

static bool
has_counts(const struct mend *e)
{
	for (size_t i = 0; i < e->nsource; i++)
		for (size_t k = 0; k < e->source[i].text.len; k++)
			if (sok_is_digit(e->source[i].text.s[k]))
				return true;
	return false;
}

/* Write other moves in place of all lines: encoded if the old ones were, as
 * wide as they were, 70 letters if they were not wrapped.  1, 0, -1. */
static int
rewrite_moves(struct mender *m, const struct mend *e)
{
	struct sok_buf b = {0}, coded = {0};
	struct sok_str eol = line_end(m), s = e->moves.now, before, after, rest;
	size_t wrap = SOK_WRAP;
	struct raw *first = moves_line(m, e, 0, &before, &after), *v;

	for (size_t i = 0; i + 1 < e->nsource; i++)
		if (i == 0 || e->source[i].text.len > wrap)
			wrap = e->source[i].text.len;
	if (has_counts(e)) {
		sok_rle_encode(&coded, s, SOK_RLE_MOVES, 3, false);
		s = sok_buf_str(&coded);
	}
	for (size_t i = 1; i < e->nsource && first != NULL; i++) {
		v = moves_line(m, e, i, &rest, &after);
		if (v == NULL)
			first = NULL;
		else
			v->gone = true;
	}
	int r = first != NULL;
	while (r == 1 && s.len > 0) {
		size_t n = sok_moves_wrap(s, wrap);

		sok_buf_add(&b, before);
		sok_buf_add(&b, sok_str_sub(s, 0, n));
		s = sok_str_from(s, n);
		sok_buf_add(&b, s.len > 0 ? eol : after);
	}
	/* The last of the lines ends as it did. */
	v = line_at(m, last_line(e));
	if (r == 1 && v != first) {
		v->gone = false;
		first->gone = true;
		r = change_line(m, v, &b) == -1 ? -1 : 1;
		v->above = first->above;
		first->above = SOK_STR("");
	} else if (r == 1) {
		r = change_line(m, v, &b) == -1 ? -1 : 1;
	}
	sok_buf_free(&b);
	sok_buf_free(&coded);
	return r;
}

/* All changes of a game: 1, 0 if a line was not found, -1. */
static int
mend_game(struct mender *m, const struct mend *e)
{
	int r = 1;

	if (e->title.now.s != NULL && e->title.was.len == 0)
		r = add_heading(m, e);
	else if (e->title.now.s != NULL)
		r = mend_title(m, e, &e->title);
	for (size_t i = 0; i < e->ntext && r == 1; i++)
		r = mend_text(m, e, &e->text[i]);
	if (r == 1 && e->moves.now.s != NULL)
		r = is_spelled(e) ? respell(m, e) : rewrite_moves(m, e);
	return r;
}

/* Write the puzzle read last, whose lines end before `number` or, if that is 0,
 * at the end of the file.  0, -1 with errno. */
static int
mend_puzzle(struct mender *m, size_t number)
{
	int got = 1, r = 1;

	if (m->first == NULL) {
		sok_arena_reset(&m->a);
		return 0;
	}
	if (copy_until(m, m->first->above + 1) == -1)
		return -1;
	while (got == 1 && (number == 0 || m->number + m->n < number))
		got = cut(m);
	for (const struct mend *e = m->first; e != NULL && r == 1;
	     e = e->next) {
		r = mend_game(m, e);
		if (r == 0 && m->bad == 0)
			m->bad = first_line(e);
	}
	put_lines(m);
	m->first = m->newest = NULL;
	sok_arena_reset(&m->a);
	return got == -1 || r == -1 ? -1 : 0;
}

/* ---- what was read */

struct mender *
mender_open(int fd, struct sok_output *out)
{
	struct mender *m = calloc(1, sizeof(*m));

	if (m == NULL)
		return NULL;
	m->fd = fd;
	m->number = 1;
	m->out = out;
	return m;
}

/* The last line of the board or, without one, of what was read before. */
static size_t
last_row(const struct mender *m, const struct sok_puzzle *p)
{
	const struct sok_board *b = &p->board;

	if (!p->has_board)
		return m->last;
	return b->row == NULL ? p->pos.line : b->row[b->height - 1].line;
}

/* Remember the first error. */
static void
note_error(struct mender *m, int result)
{
	if (result == -1 && m->error == 0)
		m->error = errno;
}

void
mender_puzzle(struct mender *m, const struct sok_puzzle *p)
{
	if (p->number > 0 && m->error == 0)
		note_error(m, mend_puzzle(m, p->pos.line));
	m->last = last_row(m, p);
}

static size_t
count_guards(const struct sok_text *t)
{
	size_t n = 0;

	while (n < t->n &&
	    sok_str_eq(sok_str_trim(t->line[t->n - 1 - n]), SOK_STR("::")))
		n++;
	return n;
}

/* Copy a change, if it is one: 0, -1. */
static int
keep_change(
    struct mender *m, struct change *e, struct sok_str was, struct sok_str now)
{
	if (sok_str_eq(was, now))
		return 0;
	e->was = sok_str_dup(&m->a, was);
	e->now = sok_str_dup(&m->a, now);
	return e->was.s == NULL || e->now.s == NULL ? -1 : 0;
}

static int
keep_text(struct mender *m, struct mend *e, const struct sok_text *was,
    const struct sok_text *now)
{
	e->text = sok_arena_zalloc(&m->a, was->n, sizeof(*e->text));
	if (e->text == NULL)
		return -1;
	for (size_t i = 0; i < was->n; i++) {
		struct change *t = &e->text[e->ntext];

		if (keep_change(m, t, was->line[i], now->line[i]) == -1)
			return -1;
		if (t->now.s == NULL)
			continue;
		for (size_t k = 0; k < i; k++)
			t->skip += sok_str_eq(sok_str_trim(was->line[k]),
			    sok_str_trim(was->line[i]));
		e->ntext++;
	}
	return 0;
}

static int
keep_game(struct mender *m, const struct sok_puzzle *p, size_t i,
    const struct sok_game *was, const struct sok_game *now)
{
	const struct sok_text *before = i > 0 ? &p->game[i - 1].text : &p->text;
	struct mend *e = sok_arena_zalloc(&m->a, 1, sizeof(*e));
	size_t n = was->nsource, size = sizeof(*e->source);

	if (e == NULL || n == 0)
		return e == NULL ? -1 : 0;
	e->above = m->last;
	m->last = was->source[n - 1].line;
	e->guards = count_guards(before);
	e->source = sok_arena_alloc(&m->a, n, size);
	if (e->source == NULL ||
	    keep_change(m, &e->title, was->title_line, now->title_line) == -1 ||
	    keep_change(m, &e->moves, was->moves, now->moves) == -1 ||
	    keep_text(m, e, &was->text, &now->text) == -1)
		return -1;
	if (e->title.now.s == NULL && e->moves.now.s == NULL && e->ntext == 0)
		return 0;
	memcpy(e->source, was->source, n * size);
	for (e->nsource = 0; e->nsource < n; e->nsource++) {
		struct sok_str *text = &e->source[e->nsource].text;

		*text = sok_str_dup(&m->a, *text);
		if (text->s == NULL)
			return -1;
	}
	if (m->first == NULL)
		m->first = e;
	else
		m->newest->next = e;
	m->newest = e;
	return 0;
}

void
mender_game(struct mender *m, const struct sok_puzzle *p, size_t i,
    const struct sok_game *was, const struct sok_game *now)
{
	if (m->error == 0)
		note_error(m, keep_game(m, p, i, was, now));
}

ptrdiff_t
mender_end(struct mender *m)
{
	if (m->error == 0 &&
	    (mend_puzzle(m, 0) == -1 || copy_until(m, SIZE_MAX) == -1))
		m->error = errno;
	errno = m->error;
	if (m->error != 0)
		return -1;
	return (ptrdiff_t)m->bad;
}

void
mender_close(struct mender *m)
{
	if (m == NULL)
		return;
	int error = errno;
	sok_buf_free(&m->window);
	sok_arena_free(&m->a);
	free(m->line);
	free(m);
	errno = error;
}
