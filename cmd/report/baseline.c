/*
 * baseline.c - accepted findings: the number for each rule and puzzle,
 * anywhere in the input.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/baseline.h"
#include "tools.h"

static int
compare_entries(const void *one, const void *two)
{
	const struct baseline_entry *a = one, *b = two;
	size_t len = a->key.len < b->key.len ? a->key.len : b->key.len;
	int d = strcmp(a->rule, b->rule);

	if (d == 0)
		d = memcmp(a->key.s, b->key.s, len);
	if (d == 0)
		d = (a->key.len > len) - (b->key.len > len);
	return d;
}

struct baseline *
baseline_new(struct cli *c)
{
	struct baseline *b = calloc(1, sizeof(*b));

	if (b == NULL)
		cli_die(c, "baseline", ENOMEM);
	b->c = c;
	return b;
}

void
baseline_free(struct baseline *b)
{
	if (b == NULL)
		return;
	sok_arena_free(&b->keys);
	free(b->v);
	free(b);
}

void
baseline_settle(struct baseline *b)
{
	size_t i, n = 0;

	if (b->n > 0)
		qsort(b->v, b->n, sizeof(*b->v), compare_entries);
	for (i = 0; i < b->n; i++)
		if (n > 0 && compare_entries(&b->v[n - 1], &b->v[i]) == 0)
			b->v[n - 1].n += b->v[i].n;
		else
			b->v[n++] = b->v[i];
	b->n = n;
}

void
baseline_add(
    struct baseline *b, enum sok_rule rule, struct sok_str key, size_t n)
{
	struct baseline_entry e = {sok_rules[rule].name, key, n}, *v;

	if (b->n > 0 && compare_entries(&b->v[b->n - 1], &e) == 0) {
		b->v[b->n - 1].n += n;
		return;
	}
	e.key = sok_str_dup(&b->keys, key);
	v = sok_grow(b->v, b->n, &b->cap, sizeof(*v));
	if (e.key.s == NULL || v == NULL)
		cli_die(b->c, "baseline", ENOMEM);
	b->v = v;
	b->v[b->n++] = e;
}

bool
baseline_take(struct baseline *b, enum sok_rule rule, struct sok_str key)
{
	struct baseline_entry want = {sok_rules[rule].name, key, 0}, *e;

	if (b->n == 0)
		return false;
	e = bsearch(&want, b->v, b->n, sizeof(*b->v), compare_entries);
	if (e == NULL || e->n == 0)
		return false;
	e->n--;
	return true;
}
