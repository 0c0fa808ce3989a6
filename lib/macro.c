/*
 * macro.c - the macros of .sok 0.14: Key=Value in the header, <#Key#/> in the
 * text of puzzles and games.  One pass: a value is not expanded again, so a
 * macro that names itself ends.
 */
#include <string.h>

#include "foreign.h"

static const struct sok_str opening = {"<#", 2}, closing = {"#/>", 3};

static size_t
find(struct sok_str s, struct sok_str what)
{
	for (size_t i = 0; i + what.len <= s.len; i++)
		if (memcmp(s.s + i, what.s, what.len) == 0)
			return i;
	return s.len;
}

/* The value of a key of the header; used[], if there is one, notes which line
 * gave it. */
static bool
define(const struct sok_header *h, struct sok_str name, bool *used,
    struct sok_str *value)
{
	struct sok_str key;

	for (size_t i = 0; i < h->text.n; i++) {
		if (!sok_key_split(h->text.line[i], &key, value) ||
		    !sok_str_caseeq(key, name))
			continue;
		if (value->len > 1 && value->s[0] == '"' &&
		    value->s[value->len - 1] == '"')
			*value = sok_str_sub(*value, 1, value->len - 1);
		if (used != NULL)
			used[i] = true;
		return true;
	}
	return false;
}

/* A value with its literal \n as line breaks. */
static void
put_value(struct sok_buf *b, struct sok_str value)
{
	struct sok_str br = SOK_STR("\\n");
	size_t at;

	while ((at = find(value, br)) < value.len) {
		sok_buf_add(b, sok_str_sub(value, 0, at));
		sok_buf_addc(b, '\n');
		value = sok_str_from(value, at + br.len);
	}
	sok_buf_add(b, value);
}

struct expansion {
	const struct sok_puzzle *p;
	const struct sok_header *h;
	bool *used;
	struct sok_sink *sink;
	struct sok_arena *a;
};

/* Expand one line into b: whether anything was replaced. */
static bool
expand_line(struct expansion *x, struct sok_str s, struct sok_buf *b)
{
	bool any = false;
	size_t from;

	while ((from = find(s, opening)) < s.len) {
		struct sok_str rest = sok_str_from(s, from + opening.len);
		size_t n = find(rest, closing);
		struct sok_str name = sok_str_sub(rest, 0, n), value;
		size_t whole = from + opening.len + n + closing.len;

		if (n == rest.len)
			break;
		sok_buf_add(b, sok_str_sub(s, 0, from));
		if (define(x->h, sok_str_trim(name), x->used, &value)) {
			put_value(b, value);
			any = true;
		} else {
			sok_buf_add(b, sok_str_sub(s, from, whole));
			sok_report(x->sink, SOK_UNDEFINED_MACRO_RULE, x->p->pos,
			    x->p, NULL,
			    "the macro `%.*s` is not defined; left as it is",
			    (int)name.len, name.s);
		}
		s = sok_str_from(s, whole);
	}
	sok_buf_add(b, s);
	return any;
}

/* Room for n lines more and the two of a comment block. */
static int
reserve(struct sok_text *t, size_t *cap, size_t n, struct sok_arena *a)
{
	struct sok_str *line;

	if (t->n + n + 2 <= *cap)
		return 0;
	*cap = 2 * (t->n + n + 2);
	line = sok_arena_alloc(a, *cap, sizeof(*line));
	if (line == NULL)
		return -1;
	if (t->n > 0)
		memcpy(line, t->line, t->n * sizeof(*line));
	t->line = line;
	return 0;
}

/* Append the lines of an expanded text. */
static int
put_lines(struct sok_text *to, size_t *cap, struct sok_str text, bool in_block,
    struct sok_arena *a)
{
	size_t n = 1;
	struct sok_str *line;

	for (size_t i = 0; i < text.len; i++)
		n += text.s[i] == '\n';
	line = sok_arena_alloc(a, n, sizeof(*line));
	if (line == NULL || reserve(to, cap, n, a) == -1)
		return -1;
	for (size_t i = 0; i < n; i++)
		line[i] = foreign_take_line(&text);
	if (!in_block)
		return foreign_put(to, line, n, a);
	memcpy(to->line + to->n, line, n * sizeof(*line));
	to->n += n;
	return 0;
}

/* Expand a line that holds the mark of a macro. */
static int
expand_marked(struct expansion *x, struct sok_str s, bool in_block,
    struct sok_text *to, size_t *cap)
{
	struct sok_buf b = {0};
	bool any = expand_line(x, s, &b);
	struct sok_str out = sok_buf_str(&b);
	int r = 0;

	if (!any)
		to->line[to->n++] = s;
	else if (b.failed || (out = sok_str_dup(x->a, out)).s == NULL)
		r = -1;
	else
		r = put_lines(to, cap, out, in_block, x->a);
	sok_buf_free(&b);
	return r;
}

static int
expand_text(struct expansion *x, struct sok_text *t)
{
	struct sok_text to = {NULL, 0};
	size_t cap = 0, until = 0; /* lines before until are in a block */

	for (size_t i = 0; i < t->n; i++) {
		struct sok_str s = t->line[i];

		if (reserve(&to, &cap, 1, x->a) == -1)
			return -1;
		if (i >= until)
			until = sok_text_block(t, i);
		if (find(s, opening) == s.len)
			to.line[to.n++] = s;
		else if (expand_marked(x, s, i < until, &to, &cap) == -1)
			return -1;
	}
	*t = to;
	return 0;
}

static bool
has_macro(const struct sok_text *t)
{
	for (size_t i = 0; i < t->n; i++) {
		struct sok_str s = t->line[i];
		const char *p = s.s, *end = s.s + s.len;

		while (p < end && (p = memchr(p, '<', (size_t)(end - p))))
			if (++p < end && *p == '#')
				return true;
	}
	return false;
}

bool
sok_uses_macros(const struct sok_puzzle *p)
{
	bool found = has_macro(&p->text);

	for (size_t i = 0; i < p->ngames && !found; i++)
		found = has_macro(&p->game[i].text);
	return found;
}

int
sok_expand_macros(struct sok_puzzle *p, const struct sok_header *h, bool *used,
    struct sok_sink *sink, struct sok_arena *a)
{
	struct expansion x = {p, h, used, sink, a};

	if (expand_text(&x, &p->text) == -1)
		return -1;
	for (size_t i = 0; i < p->ngames; i++)
		if (expand_text(&x, &p->game[i].text) == -1)
			return -1;
	sok_puzzle_retitle(p);
	return 0;
}
