/*
 * hir_trace.c - the trace of a trace file as the tokens that a Lisp reader
 * would see: between the sections that read_hir.c found and the game.
 */
#include <string.h>

#include "format/hir/hir.h"
#include "tools.h"

#define ESCAPE '\x1b'

/* In ISO-2022-JP two-byte text lies between ESC $ and ESC (, and its bytes
 * mean nothing here; it ends with the line at the latest. */
static size_t
skip_kanji(struct sok_str s, size_t i)
{
	if (s.s[i] != ESCAPE || i + 1 >= s.len || s.s[i + 1] != '$')
		return i;
	for (i += 2; i < s.len && strchr("\n\r", s.s[i]) == NULL; i++)
		if (s.s[i] == ESCAPE && i + 1 < s.len && s.s[i + 1] == '(')
			return i + 2 < s.len ? i + 2 : s.len - 1;
	return i - 1;
}

bool
hir_is_line_end(char c)
{
	return c == '\n' || c == '\r' || c == '\0';
}

static bool
is_space(char c)
{
	return hir_is_line_end(c) || sok_is_blank(c) || c == '\f' || c == '\v';
}

/* Where a line that goes on at i ends. */
static size_t
trace_line_end(struct sok_str s, size_t i)
{
	while (i < s.len && !hir_is_line_end(s.s[i]))
		i++;
	return i;
}

/* Behind the character at i: a backslash makes any other part of it, but no
 * line goes on. */
static size_t
step(struct sok_str s, size_t i)
{
	size_t end = skip_kanji(s, i) + 1;
	bool escaped =
	    s.s[i] == '\\' && end < s.len && !hir_is_line_end(s.s[end]);

	return escaped ? end + 1 : end;
}

/* Behind the string that begins at i, or s.len + 1 if it never ends. */
static size_t
string_end(struct sok_str s, size_t i)
{
	for (i++; i < s.len; i = step(s, i))
		if (s.s[i] == '"')
			return i + 1;
	return s.len + 1;
}

/* Behind the list that begins at i, or s.len + 1; *deepest is how far it is
 * nested. */
static size_t
list_end(struct sok_str s, size_t i, size_t *deepest)
{
	size_t depth = 0;

	for (*deepest = 0; i < s.len;) {
		if (s.s[i] == '"') {
			i = string_end(s, i);
		} else if (s.s[i] == ';') {
			i = trace_line_end(s, i);
		} else {
			depth += s.s[i] == '(';
			*deepest = depth > *deepest ? depth : *deepest;
			if (s.s[i] == ')' && --depth == 0)
				return i + 1;
			i = step(s, i);
		}
	}
	return s.len + 1;
}

static size_t
word_end(struct sok_str s, size_t i)
{
	while (
	    i < s.len && !is_space(s.s[i]) && strchr("()\";", s.s[i]) == NULL)
		i = step(s, i);
	return i;
}

/* Take n bytes off the front, counting lines and columns. */
static struct sok_str
take_bytes(struct hir_lexer *x, size_t n)
{
	struct sok_str s = sok_str_sub(x->rest, 0, n);

	for (size_t i = 0; i < n; i++) {
		bool crlf = s.s[i] == '\r' && i + 1 < x->rest.len &&
		    x->rest.s[i + 1] == '\n';

		if (hir_is_line_end(s.s[i]) && !crlf) {
			x->line++;
			x->col = 1;
		} else {
			x->col += (s.s[i] & 0xc0) != 0x80;
		}
	}
	x->rest = sok_str_from(x->rest, n);
	return s;
}

/* Skip white space; whether there was a blank line in it. */
static bool
skip_space(struct hir_lexer *x)
{
	size_t n = 0, from = x->line;

	while (n < x->rest.len && is_space(x->rest.s[n]))
		n++;
	take_bytes(x, n);
	return x->line - from >= 2;
}

/* The letters of Sokoban are the only ones that traces know. */
static bool
is_moves(struct sok_str word)
{
	for (size_t i = 0; i < word.len; i++)
		if (!sok_is_move(word.s[i]))
			return false;
	return true;
}

/* A quoted datum, a list or a string: the length of it. */
static size_t
datum(struct sok_str s, size_t nesting, struct hir_token *t)
{
	size_t i = 0, deep;

	while (i < s.len && memchr("'`,@#", s.s[i], 5) != NULL)
		i++;
	t->kind = HIR_REMARK;
	if (i < s.len && s.s[i] == '"')
		i = string_end(s, i);
	else if (i < s.len && s.s[i] == '(') {
		i = list_end(s, i, &deep);
		if (deep > nesting)
			t->wrong = "parentheses nested too deep";
	} else if (word_end(s, i) > i)
		i = word_end(s, i);
	else
		t->wrong = "a quote of nothing";
	if (i > s.len)
		t->wrong = s.s[0] == '"' ? "a message that is never closed"
		                         : "parentheses that are never closed";
	if (t->wrong != NULL)
		t->kind = HIR_WRONG;
	return i > s.len ? s.len : i;
}

struct hir_token
hir_token(struct hir_lexer *x)
{
	bool blank = skip_space(x);
	struct hir_token t = {.line = x->line, .col = x->col};
	struct sok_str s = x->rest;
	size_t n;

	if (blank || s.len == 0) {
		t.kind = blank && s.len > 0 ? HIR_BOUNDARY : HIR_END;
		return t;
	}
	if (s.s[0] == ';') {
		t.kind = HIR_REMARK;
		n = trace_line_end(s, 0);
	} else if (memchr("\"('`,#", s.s[0], 6) != NULL) {
		n = datum(s, x->nesting, &t);
	} else {
		n = word_end(s, 0);
		n = n > 0 ? n : 1;
		t.kind = is_moves(sok_str_sub(s, 0, n)) ? HIR_MOVES : HIR_WRONG;
		t.wrong = "no word of moves";
	}
	t.text = take_bytes(x, n);
	return t;
}

/* ---- one line */

/* Copy a string with its quotes; \ and a line end in the source are none. */
static void
flatten_string(struct sok_buf *out, struct sok_str s)
{
	for (size_t i = 0; i < s.len; i++) {
		size_t end = skip_kanji(s, i) + 1;

		if (s.s[i] == '\\' && i + 1 < s.len)
			end = i + 2;
		if (s.s[end - 1] == '\r' && end < s.len && s.s[end] == '\n')
			end++;
		if (!hir_is_line_end(s.s[end - 1]))
			sok_buf_add(out, sok_str_sub(s, i, end));
		else if (s.s[i] != '\\')
			sok_buf_add(out, SOK_STR("\\n"));
		i = end - 1;
	}
}

void
hir_flatten(struct sok_buf *out, struct sok_buf *comments, struct sok_str s)
{
	size_t end;

	for (size_t i = 0; i < s.len; i = end) {
		end = i + 1;
		if (s.s[i] == ';') {
			end = trace_line_end(s, i);
			sok_buf_add(
			    comments, sok_str_rtrim(sok_str_sub(s, i, end)));
			sok_buf_addc(comments, '\n');
		} else if (s.s[i] == '"') {
			end = string_end(s, i);
			end = end > s.len ? s.len : end;
			flatten_string(out, sok_str_sub(s, i, end));
		} else if (is_space(s.s[i])) {
			while (end < s.len && is_space(s.s[end]))
				end++;
			if (out->len == 0 || out->s[out->len - 1] != ' ')
				sok_buf_addc(out, ' ');
		} else {
			end = step(s, i);
			sok_buf_add(out, sok_str_sub(s, i, end));
		}
	}
}
