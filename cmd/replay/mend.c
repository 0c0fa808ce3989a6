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
#include "replay/mend_lines.h"
#include "text/text.h"

/* A game that changes. */
struct mend {
	struct mend *next;
	size_t above;  /* the last line that belongs to what precedes it */
	size_t guards; /* `::` lines that end the text above it */
	struct mend_change moves; /* now.s == NULL: unchanged */
	struct sok_source *source;
	size_t nsource;
	struct mend_change title; /* was.len == 0: a heading is added */
	struct mend_change *text; /* lines below the moves */
	size_t ntext;
};

struct mender {
	struct mend_lines file;
	size_t bad; /* a line that cannot be changed; 0: none so far */
	int error;  /* the first one, or 0 */

	size_t last; /* the last line of the board or game read last */
	struct mend *first, *newest;
};

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
mend_title(
    struct mender *m, const struct mend *e, const struct mend_change *title)
{
	int r = 0;

	for (size_t i = first_line(e); r == 0 && --i > e->above;) {
		struct mend_line *v = mend_lines_at(&m->file, i);

		if (v != NULL)
			r = mend_lines_replace(&m->file, v, title);
	}
	return r;
}

/* Write a heading above the moves of a game without a title; a guard against
 * one becomes a blank line. */
static int
add_heading(struct mender *m, const struct mend *e)
{
	struct mend_line *v = mend_lines_at(&m->file, first_line(e)),
	                 *guard = NULL, *before;
	struct sok_str eol = mend_lines_end(&m->file), quote;
	struct sok_buf b = {0};
	size_t guards = 0, i = first_line(e) - 1;

	if (v == NULL)
		return 0;
	quote = mend_lines_bytes(&m->file, v);
	quote = sok_str_sub(quote, 0, sok_str_find(quote, e->source[0].text));
	/* The lines above that are blank or guards. */
	for (; (before = mend_lines_at(&m->file, i)) != NULL; i--) {
		struct sok_str ink = mend_lines_ink(&m->file, before);

		if (sok_str_eq(ink, SOK_STR("::"))) {
			guard = guards++ == 0 ? before : guard;
		} else if (ink.len > 0) {
			break;
		}
	}
	if (guard != NULL && guards > e->guards)
		guard->gone = true;
	/* A blank line separates the heading from what is above it. */
	before = mend_lines_at(&m->file, first_line(e) - 1);
	bool close = first_line(e) - 1 == e->above && first_line(e) > 1;
	if (before != NULL)
		close =
		    before->gone || mend_lines_ink(&m->file, before).len > 0;
	if (close) {
		sok_buf_add(&b, sok_str_rtrim(quote));
		sok_buf_add(&b, eol);
	}
	sok_buf_add(&b, quote);
	sok_buf_add(&b, e->title.now);
	sok_buf_add(&b, eol);
	v->above = sok_str_dup(&m->file.a, sok_buf_str(&b));
	bool enough = !b.failed && v->above.s != NULL;
	sok_buf_free(&b);
	return enough ? 1 : -1;
}

/* Change a line below the moves: 1, 0 if there is none, -1. */
static int
mend_text(
    struct mender *m, const struct mend *e, const struct mend_change *text)
{
	struct sok_str title = SOK_STR("Title: "),
	               was = sok_str_trim(text->was);
	struct mend_change value = *text;
	size_t skip = text->skip;
	struct mend_line *v;
	int r = 0;

	for (size_t i = last_line(e) + 1;
	     (v = mend_lines_at(&m->file, i)) != NULL; i++)
		if (sok_str_eq(mend_lines_ink(&m->file, v), was) && skip-- == 0)
			return mend_lines_replace(&m->file, v, text);
	/* In another character set, bytes beside ASCII differ. */
	for (size_t i = last_line(e) + 1;
	     r == 0 && (v = mend_lines_at(&m->file, i)) != NULL; i++)
		r = mend_lines_replace(&m->file, v, text);
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
static struct mend_line *
moves_line(const struct mender *m, const struct mend *e, size_t i,
    struct sok_str *before, struct sok_str *after)
{
	struct mend_line *v = mend_lines_at(&m->file, e->source[i].line);
	struct sok_str text = e->source[i].text;

	if (v == NULL)
		return NULL;
	struct sok_str s = mend_lines_bytes(&m->file, v);
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
		struct mend_line *v = moves_line(m, e, i, &before, &after);

		if (v == NULL) {
			r = 0;
			break;
		}
		sok_buf_add(&b, before);
		for (size_t k = 0; k < text.len; k++)
			sok_buf_addc(&b,
			    sok_is_blank(text.s[k]) ? text.s[k] : *letter++);
		sok_buf_add(&b, after);
		if (mend_lines_change(&m->file, v, &b) == -1)
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
	struct sok_str eol = mend_lines_end(&m->file), s = e->moves.now, before,
	               after, rest;
	size_t wrap = SOK_WRAP;
	struct mend_line *first = moves_line(m, e, 0, &before, &after), *v;

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
	v = mend_lines_at(&m->file, last_line(e));
	if (r == 1 && v != first) {
		v->gone = false;
		first->gone = true;
		r = mend_lines_change(&m->file, v, &b) == -1 ? -1 : 1;
		v->above = first->above;
		first->above = SOK_STR("");
	} else if (r == 1) {
		r = mend_lines_change(&m->file, v, &b) == -1 ? -1 : 1;
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
		sok_arena_reset(&m->file.a);
		return 0;
	}
	if (mend_lines_copy(&m->file, m->first->above + 1) == -1)
		return -1;
	while (got == 1 && (number == 0 || m->file.number + m->file.n < number))
		got = mend_lines_cut(&m->file);
	for (const struct mend *e = m->first; e != NULL && r == 1;
	     e = e->next) {
		r = mend_game(m, e);
		if (r == 0 && m->bad == 0)
			m->bad = first_line(e);
	}
	mend_lines_put(&m->file);
	m->first = m->newest = NULL;
	sok_arena_reset(&m->file.a);
	return got == -1 || r == -1 ? -1 : 0;
}

/* ---- what was read */

struct mender *
mender_open(int fd, struct sok_output *out)
{
	struct mender *m = calloc(1, sizeof(*m));

	if (m == NULL)
		return NULL;
	m->file.fd = fd;
	m->file.number = 1;
	m->file.out = out;
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
keep_change(struct mender *m, struct mend_change *e, struct sok_str was,
    struct sok_str now)
{
	if (sok_str_eq(was, now))
		return 0;
	e->was = sok_str_dup(&m->file.a, was);
	e->now = sok_str_dup(&m->file.a, now);
	return e->was.s == NULL || e->now.s == NULL ? -1 : 0;
}

static int
keep_text(struct mender *m, struct mend *e, const struct sok_text *was,
    const struct sok_text *now)
{
	e->text = sok_arena_zalloc(&m->file.a, was->n, sizeof(*e->text));
	if (e->text == NULL)
		return -1;
	for (size_t i = 0; i < was->n; i++) {
		struct mend_change *t = &e->text[e->ntext];

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
	struct mend *e = sok_arena_zalloc(&m->file.a, 1, sizeof(*e));
	size_t n = was->nsource, size = sizeof(*e->source);

	if (e == NULL || n == 0)
		return e == NULL ? -1 : 0;
	e->above = m->last;
	m->last = was->source[n - 1].line;
	e->guards = count_guards(before);
	e->source = sok_arena_alloc(&m->file.a, n, size);
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

		*text = sok_str_dup(&m->file.a, *text);
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
	    (mend_puzzle(m, 0) == -1 ||
	        mend_lines_copy(&m->file, SIZE_MAX) == -1))
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
	sok_buf_free(&m->file.window);
	sok_arena_free(&m->file.a);
	free(m->file.line);
	free(m);
	errno = error;
}
