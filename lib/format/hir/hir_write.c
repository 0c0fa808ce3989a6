/*
 * hir_write.c - writes a game as a trace: lines of moves, blank lines between
 * operations, and the remarks in the game's text at their places.
 */
#include <stdlib.h>
#include <string.h>

#include "format/hir/hir.h"
#include "text/key.h"
#include "format/write_text.h"
#include "tools.h"

/* ---- remarks */

struct remark {
	size_t moves; /* the number of moves before it */
	enum hir_place place;
	struct sok_str text;
	size_t order; /* number of its line, for sorting */
};

struct sok_str
hir_remark_line(enum hir_place place, size_t moves, struct sok_str text,
    struct sok_arena *a)
{
	int n = (int)text.len;

	if (place == HIR_AFTER)
		return sok_str_fmt(a, "After %zu: %.*s", moves, n, text.s);
	if (place == HIR_BEFORE)
		return sok_str_fmt(a, "Before %zu: %.*s", moves + 1, n, text.s);
	return sok_str_fmt(
	    a, "Between %zu and %zu: %.*s", moves, moves + 1, n, text.s);
}

static bool
take_word(struct sok_str *s, struct sok_str what)
{
	if (!sok_str_starts(*s, what))
		return false;
	*s = sok_str_from(*s, what.len);
	return true;
}

/* A number of moves; a number larger than any game makes the line text. */
static bool
take_number(struct sok_str *s, size_t *n)
{
	return sok_str_digits(s, n) > 0 && *n <= 999999999;
}

/* Parse a line as a remark; false if it is not one. */
static bool
parse_remark(struct sok_str line, struct remark *m)
{
	static const struct sok_str word[] = {
	    [HIR_AFTER] = SOK_STR_INIT("After "),
	    [HIR_BETWEEN] = SOK_STR_INIT("Between "),
	    [HIR_BEFORE] = SOK_STR_INIT("Before ")};
	size_t next = 0;

	for (m->place = HIR_AFTER; !take_word(&line, word[m->place]);)
		if (m->place++ == HIR_BEFORE)
			return false;
	if (!take_number(&line, &m->moves))
		return false;
	if (m->place == HIR_BETWEEN &&
	    (!take_word(&line, SOK_STR(" and ")) ||
	        !take_number(&line, &next) || next != m->moves + 1))
		return false;
	if (m->place == HIR_BEFORE && m->moves-- == 0)
		return false;
	m->text = sok_str_from(line, 2);
	return take_word(&line, SOK_STR(": ")) && hir_is_remark(m->text);
}

bool
hir_is_tag(struct sok_str line)
{
	size_t i = 0;
	int kind;

	while (i < line.len && line.s[i] != ':' && line.s[i] != '=')
		i++;
	return i < line.len && line.s[i] == ':' &&
	    sok_str_trim(sok_str_sub(line, 0, i)).len > 0 &&
	    comment_mark(line, &kind) == COMMENT_NONE;
}

bool
hir_is_information(struct sok_str line)
{
	struct remark m;

	return hir_is_tag(line) && !parse_remark(line, &m);
}

static int
by_place(const void *a, const void *b)
{
	const struct remark *x = a, *y = b;

	if (x->moves != y->moves)
		return x->moves < y->moves ? -1 : 1;
	if (x->place != y->place)
		return x->place < y->place ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* A line of a note becomes a comment before the moves. */
static struct remark
note(struct sok_str line, struct sok_arena *a)
{
	struct remark m = {.place = HIR_BEFORE, .text = line};

	if (line.s[0] != ';')
		m.text = sok_str_fmt(a, "; %.*s", (int)line.len, line.s);
	return m;
}

/* The remark in line i of the text; marks of comment blocks, information and
 * blank lines are not remarks. */
static bool
remark_at(const struct sok_text *t, size_t i, size_t *until,
    struct sok_arena *a, struct remark *m)
{
	struct sok_str s = t->line[i];
	size_t end = i < *until ? 0 : sok_text_block(t, i);

	if (end > 0)
		*until = end + 1;
	if (s.len == 0 || end > 0 || i + 1 == *until)
		return false;
	if (i >= *until && hir_is_information(s))
		return false;
	if (i < *until || !parse_remark(s, m))
		*m = note(s, a);
	m->order = i;
	return true;
}

/* All remarks, sorted by place; NULL on ENOMEM. */
static struct remark *
remarks(const struct sok_text *t, struct sok_arena *a, size_t *n)
{
	struct remark *v = sok_arena_alloc(a, t->n + 1, sizeof(*v));
	size_t until = 0;

	*n = 0;
	for (size_t i = 0; v != NULL && i < t->n; i++) {
		if (!remark_at(t, i, &until, a, &v[*n]))
			continue;
		if (v[(*n)++].text.s == NULL)
			return NULL;
	}
	if (v != NULL && *n > 1)
		qsort(v, *n, sizeof(*v), by_place);
	return v;
}

/* ---- lines */

struct trace {
	struct sok_output *out;
	int wrap, col;
	bool begun; /* something was written */
	const struct remark *remark;
	size_t left; /* remarks */
};

static void
end_line(struct trace *t)
{
	if (t->col > 0)
		sok_outc(t->out, '\n');
	t->col = 0;
}

static void
blank_line(struct trace *t)
{
	end_line(t);
	if (t->begun)
		sok_outc(t->out, '\n');
}

static void
put_remark(struct trace *t)
{
	end_line(t);
	write_line(t->out, t->remark->text);
	t->begun = true;
	t->remark++;
	t->left--;
}

/* Write the remarks after n moves with the blank lines around them; boundary:
 * an operation ends here; last: so does the game. */
static void
put_place(struct trace *t, size_t n, bool boundary, bool last)
{
	bool apart = boundary || last || n == 0;
	bool due = boundary; /* a blank line precedes what follows */
	bool own = false;    /* in a paragraph without moves */

	for (; t->left > 0 && (last || t->remark->moves <= n); put_remark(t)) {
		enum hir_place place = t->remark->place;

		if (place == HIR_BETWEEN && apart) {
			if (!own)
				blank_line(t);
			own = due = true;
		} else if (place != HIR_AFTER && due) {
			blank_line(t);
			own = due = false;
		}
	}
	if (due && !last)
		blank_line(t);
}

static void
put_letter(struct trace *t, char c)
{
	if (t->wrap > 0 && t->col == t->wrap)
		end_line(t);
	sok_outc(t->out, c);
	t->col++;
	t->begun = true;
}

bool
hir_has_moves(const struct sok_game *g)
{
	size_t first = sok_moves_first(g->moves);

	return first <= g->moves.len && memchr(g->moves.s, '*', first) == NULL;
}

/* The end of the effective moves: those after `*` were taken back. */
static size_t
moves_end(struct sok_writer *w, const struct sok_puzzle *p, struct sok_str s)
{
	const char *star = s.len > 0 ? memchr(s.s, '*', s.len) : NULL;
	size_t end = star ? (size_t)(star - s.s) : s.len, redo = 0;

	for (size_t i = end; i < s.len; i++)
		redo += sok_is_letter(s.s[i]);
	writer_lost(w, p, "undone move", "undone moves", redo);
	return end;
}

void
hir_put_trace(
    struct sok_writer *w, const struct sok_puzzle *p, const struct sok_game *g)
{
	struct trace t = {.out = w->out, .wrap = w->o.wrap};
	size_t end = moves_end(w, p, g->moves), n = 0;
	bool boundary = false;

	t.remark = remarks(&g->text, &w->arena, &t.left);
	if (writer_fails(w, t.remark == NULL))
		return;
	for (size_t i = 0; i < end; i++) {
		char c = g->moves.s[i];

		if (c == '(' || c == ')') {
			boundary = n > 0;
			continue;
		}
		put_place(&t, n++, boundary, false);
		boundary = false;
		put_letter(&t, c);
	}
	put_place(&t, n, false, true);
	end_line(&t);
}
