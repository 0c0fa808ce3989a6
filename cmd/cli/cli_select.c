/*
 * cli_select.c - the list of -s: selects puzzles by number in their operand or
 * by id.
 */
#include <stdlib.h>

#include "cli/cli_private.h"

struct range {
	size_t from, to;
};

struct wanted {
	uint64_t id;
	bool seen;
};

struct cli_select {
	struct range *range; /* sorted, disjoint and not adjacent */
	size_t nranges;
	struct wanted *id;
	size_t nids;
};

/* N, N-M or N- */
static bool
parse_range(struct sok_str word, struct range *r)
{
	if (sok_str_digits(&word, &r->from) == 0 || r->from == 0 ||
	    r->from == SIZE_MAX)
		return false;
	r->to = r->from;
	if (word.len == 0)
		return true;
	r->to = SIZE_MAX;
	if (sok_str_eq(word, SOK_STR("-")))
		return true;
	return word.s[0] == '-' &&
	    sok_str_number(sok_str_from(word, 1), &r->to) && r->to < SIZE_MAX &&
	    r->to >= r->from;
}

/* @ and 16 digits */
static bool
parse_id(struct sok_str word, uint64_t *id)
{
	static const char digits[] = "0123456789abcdef";
	const char *digit;

	*id = 0;
	if (word.len != 17 || word.s[0] != '@')
		return false;
	for (size_t i = 1; i < word.len; i++) {
		digit = memchr(digits, sok_lower(word.s[i]), 16);
		if (digit == NULL)
			return false;
		*id = *id << 4 | (uint64_t)(digit - digits);
	}
	return true;
}

static int
compare_ranges(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	return (x->from > y->from) - (x->from < y->from);
}

void
cli_parse_select(struct cli *c, const char *list)
{
	struct sok_str rest = sok_str(list), word;
	struct sok_arena *a = &c->names_kept;
	struct cli_select *s = cli_must(c, sok_arena_zalloc(a, 1, sizeof(*s)));
	struct range *r;
	size_t n = 1;

	for (const char *p = list; *p != '\0'; p++)
		n += *p == ',';
	s->range = r = cli_must(c, sok_arena_zalloc(a, n, sizeof(*r)));
	s->id = cli_must(c, sok_arena_zalloc(a, n, sizeof(*s->id)));
	while (cli_word(&rest, &word))
		if (parse_id(word, &s->id[s->nids].id))
			s->nids++;
		else if (parse_range(word, &r[s->nranges]))
			s->nranges++;
		else
			cli_usage(c,
			    "--select: invalid selection `%.*s` (expected a "
			    "number, a range or @ID)",
			    (int)word.len, word.s);
	if (s->nids > 0)
		cli_need(c, "--select=@id", SOK_LIBMD);
	/* Sort the ranges and join those that overlap, for a binary search. */
	if (s->nranges > 0) {
		qsort(r, s->nranges, sizeof(*r), compare_ranges);
		n = 0;
		for (size_t i = 1; i < s->nranges; i++)
			if (r[i].from > r[n].to)
				r[++n] = r[i];
			else if (r[i].to > r[n].to)
				r[n].to = r[i].to;
		s->nranges = n + 1;
	}
	c->select = s;
}

static int
compare_number(const void *number, const void *range)
{
	const size_t *n = number;
	const struct range *r = range;

	return (*n > r->to) - (*n < r->from);
}

bool
cli_selected(
    struct cli *c, const struct sok_puzzle *p, struct sok_arena *scratch)
{
	struct cli_select *s = c->select;
	struct sok_id id;
	int known;

	if (s == NULL)
		return true;
	/* Text without a number follows the puzzle before it. */
	if (p == NULL || p->number == 0)
		return c->selected;
	c->selected = bsearch(&p->number, s->range, s->nranges,
	                  sizeof(*s->range), compare_number) != NULL;
	if (s->nids == 0)
		return c->selected;
	known = sok_identity(p, &id, scratch);
	cli_enough(c, known >= 0);
	for (size_t i = 0; known > 0 && i < s->nids; i++)
		if (s->id[i].id == id.unique || s->id[i].id == id.exact)
			c->selected = s->id[i].seen = true;
	return c->selected;
}

bool
cli_select_ends(const struct cli_select *s)
{
	return s != NULL && s->nids == 0;
}

bool
cli_select_past(const struct cli_select *s, size_t number)
{
	return cli_select_ends(s) &&
	    (s->nranges == 0 || number > s->range[s->nranges - 1].to);
}

void
cli_select_missed(struct cli *c, const char *name, size_t puzzles)
{
	const struct cli_select *s = c->select;

	for (size_t i = 0; s != NULL && i < s->nranges; i++) {
		const struct range *r = &s->range[i];
		size_t n = r->from > puzzles ? r->from : r->to;

		if (n > puzzles && n != SIZE_MAX)
			cli_remark(c, "%s: no puzzle %zu, there %s %zu", name,
			    n, puzzles == 1 ? "is" : "are", puzzles);
	}
}

void
cli_select_unseen(struct cli *c)
{
	const struct cli_select *s = c->select;

	for (size_t i = 0; s != NULL && i < s->nids; i++)
		if (!s->id[i].seen)
			cli_remark(c, "no puzzle @%016llX",
			    (unsigned long long)s->id[i].id);
}
