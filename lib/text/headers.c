/* headers.c - what a header means for its puzzles: its keys, what a puzzle
 * inherits, and the macros of .sok 0.14, Key=Value in the header and <#Key#/>
 * in the text of puzzles and games.  Values are not expanded again. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/foreign.h"
#include "text/key.h"
#include "text/text.h"

static const struct sok_str opening = SOK_STR_INIT("<#");
static const struct sok_str closing = SOK_STR_INIT("#/>");

/* A key of the header and the line that defines it. */
struct definition {
	struct sok_str key, value;
	size_t line;
	unsigned char use; /* what it adds to use[] if it is expanded */
};

struct sok_macros {
	struct definition *key; /* sorted, each key once */
	size_t n;
	struct naming named; /* what the keys of the header name */
};

struct expansion {
	const struct sok_puzzle *p;
	unsigned char *use; /* of header lines, or NULL */
	struct sok_sink *sink;
	struct sok_arena *a;
	const struct sok_macros *macros;
	size_t left; /* how many bytes values may still add */
	bool full;   /* that was exceeded */
};

/* Compare keys in any case. */
static int
compare_keys(const void *a, const void *b)
{
	struct sok_str x = ((const struct definition *)a)->key;
	struct sok_str y = ((const struct definition *)b)->key;
	int order = 0;

	for (size_t i = 0; i < x.len && i < y.len && order == 0; i++)
		order = sok_lower(x.s[i]) - sok_lower(y.s[i]);
	return order != 0 ? order : (x.len > y.len) - (x.len < y.len);
}

/* Of equal keys the first definition comes first. */
static int
compare_definitions(const void *a, const void *b)
{
	const struct definition *x = a, *y = b;
	int order = compare_keys(x, y);

	return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

bool
sok_defines_macro(struct sok_str s)
{
	return sok_str_find(s, SOK_STR("=")) < sok_str_find(s, SOK_STR(":"));
}

bool
sok_is_macro_alone(struct sok_str s)
{
	struct sok_str key =
	    sok_str_trim(sok_str_sub(s, 0, sok_str_find(s, SOK_STR("="))));

	return sok_defines_macro(s) && !sok_key_known(s) &&
	    sok_str_find(key, SOK_STR(" ")) == key.len;
}

/* The definition of a key, which may have blanks around it, or NULL. */
static struct definition *
find_definition(const struct sok_macros *m, struct sok_str name)
{
	struct definition wanted = {.key = sok_str_trim(name)};

	return bsearch(&wanted, m->key, m->n, sizeof(wanted), compare_keys);
}

/* Take the next macro of a line, and the text before it. */
static bool
next_macro(struct sok_str *s, struct sok_str *before, struct sok_str *name)
{
	size_t from = sok_str_find(*s, opening);
	struct sok_str rest = sok_str_from(*s, from + opening.len);
	size_t n = sok_str_find(rest, closing);

	if (from == s->len || n == rest.len)
		return false;
	*before = sok_str_sub(*s, 0, from);
	*name = sok_str_sub(rest, 0, n);
	*s = sok_str_from(rest, n + closing.len);
	return true;
}

/* The definition of the next defined macro in the line, or NULL. */
static struct definition *
next_named(const struct sok_macros *m, struct sok_str *s)
{
	struct definition *d = NULL;
	struct sok_str before, name;

	while (d == NULL && next_macro(s, &before, &name))
		d = find_definition(m, name);
	return d;
}

/* The macros that a header defines; NULL on ENOMEM. */
static struct sok_macros *
macros_of(const struct sok_text *header, struct sok_arena *a)
{
	struct sok_macros *m = sok_arena_zalloc(a, 1, sizeof(*m));
	struct definition *d = sok_arena_alloc(a, header->n, sizeof(*d));
	size_t n = 0;

	if (m == NULL || d == NULL)
		return NULL;
	for (size_t i = 0; (i = key_outside(header, i)) < header->n; i++) {
		struct sok_str key, v;

		if (!sok_key_split(header->line[i], &key, &v))
			continue;
		if (v.len > 1 && v.s[0] == '"' && v.s[v.len - 1] == '"')
			v = sok_str_sub(v, 1, v.len - 1);
		d[n++] = (struct definition){key, v, i, SOK_MACRO_USED};
	}
	qsort(d, n, sizeof(*d), compare_definitions);
	m->key = d;
	for (size_t i = 0; i < n; i++)
		if (m->n == 0 || compare_keys(&d[m->n - 1], &d[i]) != 0)
			d[m->n++] = d[i];
	/* Lines that define nothing remain, with the macros they use. */
	for (size_t i = 0; i < header->n; i++) {
		struct sok_str s = header->line[i];

		while (!sok_defines_macro(header->line[i]) &&
		    (d = next_named(m, &s)) != NULL)
			d->use |= SOK_MACRO_NAMED;
	}
	return m;
}

int
sok_header_keys(struct sok_header *h, struct sok_arena *a)
{
	h->author = sok_text_get(&h->text, SOK_STR("Author"));
	h->copyright = sok_text_get(&h->text, SOK_STR("Copyright"));
	struct naming n = key_naming(&h->text);
	h->game = n.name;
	h->variant = n.variant;
	h->boxorder = sok_text_get(&h->text, SOK_STR("boxorder"));
	h->goalorder = sok_text_get(&h->text, SOK_STR("goalorder"));
	struct sok_macros *m = macros_of(&h->text, a);
	h->macros = m;
	if (m == NULL)
		return -1;
	m->named = n;
	return 0;
}

struct naming
header_naming(const struct sok_header *h)
{
	return h->macros != NULL ? h->macros->named : key_naming(&h->text);
}

/* ---- expansion */

/* Append the value of a macro, with line breaks for its \n; false if none. */
static bool
put_macro(struct expansion *x, struct sok_str name, struct sok_buf *b)
{
	const struct definition *d = find_definition(x->macros, name);
	struct sok_str br = SOK_STR("\\n");
	size_t at;

	if (d == NULL) {
		sok_report(x->sink, SOK_UNDEFINED_MACRO_RULE, x->p->pos, x->p,
		    NULL, "the macro `%.*s` is not defined; left as it is",
		    (int)name.len, name.s);
		return false;
	}
	struct sok_str value = d->value;
	if (value.len > x->left && !x->full)
		sok_report(x->sink, SOK_LIMIT_RULE, x->p->pos, x->p, NULL,
		    "the macros of a puzzle add more than %d bytes; they were "
		    "left as they are from `%.*s` on",
		    SOK_MACROS_MOST, (int)name.len, name.s);
	x->full |= value.len > x->left;
	if (x->full)
		return false;
	x->left -= value.len;
	if (x->use != NULL)
		x->use[d->line] |= d->use;
	while ((at = sok_str_find(value, br)) < value.len) {
		sok_buf_add(b, sok_str_sub(value, 0, at));
		sok_buf_addc(b, '\n');
		value = sok_str_from(value, at + br.len);
	}
	sok_buf_add(b, value);
	return true;
}

/* Whether a line that was a key is still the same key, on one line. */
static bool
stays_key(struct sok_str was, struct sok_str is)
{
	struct sok_str key, value, other;

	return sok_key_known(was) && memchr(is.s, '\n', is.len) == NULL &&
	    sok_key_split(was, &key, &value) &&
	    sok_key_split(is, &other, &value) && sok_str_eq(key, other);
}

/* Expand a line that contains <#. */
static int
expand_line(struct expansion *x, struct sok_str s, bool in_block,
    struct sok_text *to, size_t *room)
{
	struct sok_str rest = s, out, before, name;
	struct sok_text lines = {NULL, 0};
	const struct definition *d;
	struct sok_buf b = {0};
	size_t n = 0;
	bool any = false, more;
	int r;

	while (next_macro(&rest, &before, &name)) {
		sok_buf_add(&b, before);
		if (put_macro(x, name, &b))
			any = true;
		else
			sok_buf_fmt(&b, "<#%.*s#/>", (int)name.len, name.s);
	}
	sok_buf_add(&b, rest);
	out = rest = sok_buf_str(&b);
	/* Macros in the values remain in use. */
	while (x->use != NULL && (d = next_named(x->macros, &rest)) != NULL)
		x->use[d->line] |= SOK_MACRO_NAMED;
	out = any ? sok_str_dup(x->a, out) : s;
	out.s = b.failed ? NULL : out.s;
	sok_buf_free(&b);
	if (out.s == NULL)
		return -1;
	if (!any || (!in_block && stays_key(s, out)))
		return text_append(to, room, out, x->a);
	do {
		more = memchr(out.s, '\n', out.len) != NULL;
		r = text_append(&lines, &n, foreign_take_line(&out), x->a);
	} while (more);
	if (r == -1)
		return -1;
	return in_block ? text_append_all(to, room, &lines, x->a)
	                : foreign_put(to, room, &lines, x->a);
}

static int
expand_text(struct expansion *x, struct sok_text *t)
{
	struct sok_text to = {NULL, 0};
	size_t room = 0, until = 0; /* the lines before it are in a block */
	int r = 0;

	for (size_t i = 0; i < t->n && r == 0; i++) {
		struct sok_str s = t->line[i];

		if (i >= until)
			until = sok_text_block(t, i);
		r = sok_str_find(s, opening) == s.len
		    ? text_append(&to, &room, s, x->a)
		    : expand_line(x, s, i < until, &to, &room);
	}
	if (r == -1)
		return -1;
	/* As after reading: lines have no trailing blanks, and those that
	 * became empty are blank lines. */
	for (size_t i = 0; i < to.n; i++)
		to.line[i] = sok_str_rtrim(to.line[i]);
	sok_text_filter(&to, NULL);
	*t = to;
	return foreign_shield(t, x->p->board.grid, x->a);
}

static bool
has_macro(const struct sok_text *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (sok_str_find(t->line[i], opening) < t->line[i].len)
			return true;
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
sok_expand_macros(struct sok_puzzle *p, const struct sok_header *h,
    unsigned char *use, struct sok_sink *sink, struct sok_arena *a)
{
	struct expansion x = {
	    p, use, sink, a, h->macros, SOK_MACROS_MOST, false};

	if (!sok_uses_macros(p))
		return 0;
	if (x.macros == NULL)
		x.macros = macros_of(&h->text, a);
	if (x.macros == NULL || expand_text(&x, &p->text) == -1)
		return -1;
	for (size_t i = 0; i < p->ngames; i++)
		if (expand_text(&x, &p->game[i].text) == -1)
			return -1;
	sok_puzzle_retitle(p);
	return 0;
}

int
sok_inherit(struct sok_puzzle *p, const struct sok_header *h,
    unsigned char *use, struct sok_sink *sink, struct sok_arena *a)
{
	struct naming n = key_naming(&p->text), all = header_naming(h);
	struct sok_str game = h->game;

	/* A puzzle that names one property inherits the other one. */
	if (p->has_board && naming_any(n) && naming_any(all)) {
		struct naming both = naming_over(n, all);
		const char *name = sok_variant_name(both.variant);

		if (both.variant != n.variant && name != NULL &&
		    key_insert(&p->text, SOK_STR("Game"), sok_str(name), a) < 0)
			return -1;
	}
	const struct {
		struct sok_str key, value;
	} own[] = {{SOK_STR("goalorder"), h->goalorder},
	    {SOK_STR("boxorder"), h->boxorder}, {SOK_STR("Game"), game},
	    {SOK_STR("Copyright"), h->copyright},
	    {SOK_STR("Author"), h->author}};
	/* A puzzle that names its variant inherits no variant and no orders. */
	size_t first = n.grid ? 3 : 0;

	/* Without a board it is written below another puzzle, which has its own
	 * keys.  Each key is inserted at the top. */
	for (size_t i = first; p->has_board && i < SOK_COUNT(own); i++)
		if (key_add(&p->text, own[i].key, own[i].value, a) == -1)
			return -1;
	return sok_expand_macros(p, h, use, sink, a);
}
