/*
 * names.c - builds file names for sokconv --split from numbers, ids and slugs.
 * A title is never used unchanged.
 */
#include <string.h>

#include "conv/conv.h"
#include "cli/id_table.h"
#include "tools.h"

#define SLUG 60

/* Names that differ only by case are the same on some file systems. */
int
names_reserve(struct id_table *taken, struct sok_str name, struct sok_arena *a)
{
	char *folded = sok_arena_alloc(a, name.len, 1);
	struct id_slot *slot;
	bool ours;

	if (folded == NULL)
		return -1;
	for (size_t i = 0; i < name.len; i++)
		folded[i] = sok_lower(name.s[i]);
	slot = id_table_find(
	    taken, sok_digest((struct sok_str){folded, name.len}));
	if (slot == NULL)
		return -1;
	ours = slot->n == 0;
	slot->n = 1;
	return ours;
}

/* ---- templates */

struct directive {
	char kind; /* the letter after '%' and its number; 0 for any other byte
	            */
	size_t digits, width; /* of the number */
};

/* Read a directive or one byte; returns what follows it. */
static const char *
read_directive(const char *s, struct directive *d)
{
	struct sok_str rest;

	*d = (struct directive){.kind = 0};
	if (*s != '%')
		return s + 1;
	rest = sok_str(s + 1);
	d->digits = sok_str_digits(&rest, &d->width);
	d->kind = rest.len > 0 ? *rest.s : '?';
	return rest.s + (rest.len > 0);
}

const char *
name_fault(const char *template, bool *has_id)
{
	struct directive d;

	*has_id = false;
	if (*template == '\0')
		return "empty";
	if (strchr(template, '/') != NULL)
		return "files are written into the folder of --split only";
	while (*template != '\0') {
		template = read_directive(template, &d);
		if (d.digits > 2)
			return "the width is too large";
		if (d.kind != 0 &&
		    (strchr("nsi%", d.kind) == NULL ||
		        (d.digits > 0 && d.kind != 'n')))
			return "only %n, %4n, %s, %i and %% have a meaning";
		*has_id |= d.kind == 'i';
	}
	return NULL;
}

static bool
is_slug(char c)
{
	return sok_is_letter(c) || sok_is_digit(c) || c == '_';
}

static void
add_slug(struct sok_buf *b, struct sok_str title)
{
	size_t start = b->len;
	bool gap = false;

	for (size_t i = 0; i < title.len && b->len - start < SLUG; i++) {
		if (!is_slug(title.s[i])) {
			gap = b->len > start;
			continue;
		}
		if (gap && b->len - start + 1 < SLUG)
			sok_buf_addc(b, '-');
		gap = false;
		sok_buf_addc(b, title.s[i]);
	}
	if (b->len == start)
		sok_buf_add(b, SOK_STR("untitled"));
}

static int
add_id(struct sok_buf *b, const struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_id id;
	int r = sok_unique_id(p, &id, a);

	if (r == 1)
		sok_buf_fmt(b, "%016llX", (unsigned long long)id.unique);
	else
		sok_buf_add(b, SOK_STR("no-id"));
	return r == -1 ? -1 : 0;
}

static int
expand(struct sok_buf *b, const char *s, size_t number,
    const struct sok_puzzle *p, struct sok_arena *a)
{
	struct directive d;
	int r = 0;

	while (*s != '\0' && r == 0) {
		char c = *s;

		s = read_directive(s, &d);
		if (d.kind == 'n')
			sok_buf_fmt(b, "%0*zu", (int)d.width, number);
		else if (d.kind == 's')
			add_slug(b, p->title);
		else if (d.kind == 'i')
			r = add_id(b, p, a);
		else
			sok_buf_addc(b, c); /* also from %% */
	}
	return b->failed ? -1 : r;
}

/* The naming of xsokoban and of hir's tools, or a number and the suffix. */
static const char *
default_template(const struct conv *v, size_t game)
{
	if (conv_is_to(v, "hir") && game > 0)
		return "answer.%n";
	if (conv_is_to(v, "hir") || conv_is_to(v, "screens"))
		return "screen.%n";
	return "%4n";
}

/* Insert -N before the suffix. */
static struct sok_str
numbered(struct sok_str name, struct sok_str suffix, size_t number,
    struct sok_arena *a)
{
	size_t n = name.len;

	if (suffix.len > 0 && n > suffix.len &&
	    sok_str_eq(sok_str_from(name, n - suffix.len), suffix))
		n -= suffix.len;
	return sok_str_fmt(a, "%.*s-%zu%.*s", (int)n, name.s, number,
	    (int)(name.len - n), name.s + n);
}

struct sok_str
names_make(struct id_table *taken, const struct conv *v,
    const struct sok_puzzle *p, size_t game, struct sok_arena *a)
{
	const char *template = v->name ? v->name : default_template(v, game);
	struct sok_str name, none = {NULL, 0}, suffix = sok_str(v->to->suffix);
	struct sok_buf b = {0};
	size_t number = game > 1 ? game : v->number;
	int r = expand(&b, template, v->number, p, a);

	if (v->name == NULL && !conv_is_to(v, "hir"))
		sok_buf_add(&b, suffix);
	name = b.failed ? none : sok_str_dup(a, sok_buf_str(&b));
	sok_buf_free(&b);
	if (r == -1 || name.s == NULL)
		return none;
	for (;; number++) {
		r = names_reserve(taken, name, a);
		if (r != 0)
			return r == 1 ? name : none;
		name = numbered(name, suffix, number, a);
		if (name.s == NULL)
			return none;
	}
}
