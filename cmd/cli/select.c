/* select.c - the list of -s, which selects puzzles by number, id, title, author
 * or the lack of a solution. */
#include <fnmatch.h>
#include <stdlib.h>

#include "base/base.h"
#include "cli/cli_private.h"
#include "text/text.h"

struct range {
	size_t from, to;
};

struct wanted {
	uint64_t id;
	bool seen;
};

/* A pattern for the title or the author, in small letters. */
struct pattern {
	const char *glob;
	bool author;
};

struct cli_select {
	bool not ;           /* all other puzzles are selected */
	struct range *range; /* sorted, disjoint and not adjacent */
	struct wanted *id;
	struct pattern *pattern;
	size_t nranges, nids, npatterns;
	bool unsolved;
	/* After cli_select_ahead(): a bit for each number of the operand. */
	bool is_ahead;
	unsigned char *ahead;
	size_t nahead, ahead_cap; /* its bytes */
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
	static const char hex[] = "0123456789abcdefABCDEF";

	if (word.len != 17 || word.s[0] != '@' || strspn(word.s + 1, hex) != 16)
		return false;
	*id = strtoull(word.s + 1, NULL, 16);
	return true;
}

static int
compare_ranges(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	return (x->from > y->from) - (x->from < y->from);
}

/* A copy in small letters that ends with NUL. */
static char *
small_letters(struct cli *c, struct sok_arena *a, struct sok_str s)
{
	char *copy = cli_must(c, str_terminated(a, s));

	for (char *p = copy; *p != '\0'; p++)
		*p = sok_lower(*p);
	return copy;
}

/* title:GLOB or author:GLOB */
static bool
parse_pattern(struct cli *c, struct sok_str word, struct pattern *p)
{
	struct sok_str title = SOK_STR("title:"), author = SOK_STR("author:");

	p->author = sok_str_casestarts(word, author);
	if (!p->author && !sok_str_casestarts(word, title))
		return false;
	word = sok_str_from(word, p->author ? author.len : title.len);
	p->glob = small_letters(c, &c->names_kept, word);
	return true;
}

/* Take the next word of a list, in which `\,` is a comma; false at its end. */
static bool
next_word(struct cli *c, struct sok_str *list, struct sok_str *word)
{
	size_t n = 0, at = 0;

	if (list->s == NULL)
		return false;
	char *copy =
	    cli_must(c, sok_arena_alloc(&c->names_kept, list->len + 1, 1));
	for (; at < list->len && list->s[at] != ','; at++) {
		if (list->s[at] == '\\' && at + 1 < list->len &&
		    list->s[at + 1] == ',')
			at++;
		copy[n++] = list->s[at];
	}
	*word = (struct sok_str){copy, n};
	*list = at < list->len ? sok_str_from(*list, at + 1)
	                       : (struct sok_str){NULL, 0};
	return true;
}

void
cli_parse_select(struct cli *c, const char *list)
{
	struct sok_arena *a = &c->names_kept;
	struct cli_select *s = cli_must(c, sok_arena_zalloc(a, 1, sizeof(*s)));
	size_t n = strlen(list) / 2 + 1; /* words that are not empty */
	struct range *r = cli_must(c, sok_arena_zalloc(a, n, sizeof(*r)));
	struct sok_str rest, word;

	s->range = r;
	s->id = cli_must(c, sok_arena_zalloc(a, n, sizeof(*s->id)));
	s->pattern = cli_must(c, sok_arena_zalloc(a, n, sizeof(*s->pattern)));
	s->not = list[0] == '!';
	rest = sok_str(s->not ? list + 1 : list);
	while (next_word(c, &rest, &word))
		if (parse_id(word, &s->id[s->nids].id))
			s->nids++;
		else if (parse_range(word, &r[s->nranges]))
			s->nranges++;
		else if (parse_pattern(c, word, &s->pattern[s->npatterns]))
			s->npatterns++;
		else if (sok_str_eq(word, SOK_STR("unsolved")))
			s->unsolved = true;
		else
			cli_usage(c,
			    "--select: invalid selection `%.*s` (expected a "
			    "number, a range, @ID, title:GLOB, author:GLOB or "
			    "unsolved)",
			    (int)word.len, word.s);
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

/* Whether the title or the author matches one of the patterns. */
static bool
matches(struct cli *c, const struct sok_puzzle *p, struct sok_arena *scratch)
{
	const struct cli_select *s = c->select;

	for (size_t i = 0; i < s->npatterns; i++) {
		const struct pattern *e = &s->pattern[i];
		struct sok_str text = p->title;

		if (e->author)
			text = sok_puzzle_author(p);
		text = sok_charset_utf8(scratch, text);
		cli_enough(c, text.s != NULL || text.len == 0);
		if (fnmatch(e->glob, small_letters(c, scratch, text), 0) == 0)
			return true;
	}
	return false;
}

/* Whether no game solves the puzzle when it is replayed. */
static bool
is_unsolved(
    struct cli *c, const struct sok_puzzle *p, struct sok_arena *scratch)
{
	struct sok_replay_options o = {.no_final = true};
	struct sok_replay r;

	for (size_t i = 0; i < p->ngames; i++) {
		cli_enough(c, sok_replay(p, &p->game[i], &o, &r, scratch) == 0);
		if (r.verdict == SOK_SOLVED)
			return false;
	}
	return true;
}

/* Whether a puzzle is in the list after `!`. */
static bool
is_listed(struct cli *c, const struct sok_puzzle *p, struct sok_arena *scratch)
{
	struct cli_select *s = c->select;
	bool listed = bsearch(&p->number, s->range, s->nranges,
	                  sizeof(*s->range), compare_number) != NULL;
	struct sok_id id;
	int known = 0;

	if (s->nids > 0)
		known = sok_identity(p, &id, scratch);
	cli_enough(c, known >= 0);
	for (size_t i = 0; known > 0 && i < s->nids; i++)
		if (s->id[i].id == id.unique || s->id[i].id == id.exact)
			listed = s->id[i].seen = true;
	return listed || matches(c, p, scratch) ||
	    (s->unsolved && is_unsolved(c, p, scratch));
}

bool
cli_selected(
    struct cli *c, const struct sok_puzzle *p, struct sok_arena *scratch)
{
	const struct cli_select *s = c->select;

	if (s == NULL)
		return true;
	/* Text without a number follows the puzzle before it. */
	if (p == NULL || p->number == 0)
		return c->selected;
	if (s->is_ahead)
		c->selected = p->number / 8 < s->nahead &&
		    (s->ahead[p->number / 8] >> p->number % 8 & 1) != 0;
	else
		c->selected = is_listed(c, p, scratch) != s->not ;
	return c->selected;
}

/* ---- for programs that do not read puzzles */

bool
cli_select_reads(const struct cli *c)
{
	return c->select != NULL &&
	    (c->select->npatterns > 0 || c->select->unsolved);
}

int
cli_select_ahead(struct cli *c, const struct cli_operand *op, int fd)
{
	struct cli_operand in = *op;
	struct sok_sink quiet = {.fn = NULL};
	struct cli_select *s = c->select;
	struct sok_puzzle *p;
	int got = -1;

	in.fd = fd;
	in.stream = NULL;
	s->is_ahead = false;
	s->nahead = 0;
	struct sok_reader *r = cli_reader(c, &in, &quiet);
	while (r != NULL && (got = sok_read(r, &p)) == 1) {
		size_t byte = p->number / 8;

		for (; s->nahead <= byte; s->nahead++) {
			s->ahead = cli_must(
			    c, sok_grow(s->ahead, s->nahead, &s->ahead_cap, 1));
			s->ahead[s->nahead] = 0;
		}
		if (cli_selected(c, p, sok_reader_arena(r)))
			s->ahead[byte] |= (unsigned char)(1 << p->number % 8);
	}
	sok_reader_close(r);
	s->is_ahead = got == 0;
	c->selected = true;
	return got;
}

/* ---- the end */

bool
cli_select_ends(const struct cli_select *s)
{
	return s != NULL && !s->not &&s->nids == 0 && s->npatterns == 0 &&
	    !s->unsolved;
}

bool
cli_select_past(const struct cli_select *s, size_t number)
{
	return cli_select_ends(s) &&
	    (s->nranges == 0 || number > s->range[s->nranges - 1].to);
}

void
cli_select_close(struct cli *c)
{
	if (c->select != NULL)
		free(c->select->ahead);
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
