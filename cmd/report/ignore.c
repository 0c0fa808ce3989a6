/* ignore.c - findings that the input asks to ignore, by a line `:: sok: ignore
 * RULE[,RULE]` in the text of a puzzle or of a header. */
#include "base/base.h"
#include "report/report_form.h"
#include "text/text.h"

/* The names of rules in a line, taken one by one. */
struct names_in_line {
	struct sok_str rest;
};

static struct names_in_line
names_in(struct sok_str line)
{
	const struct sok_str intro = SOK_STR(":: sok: ignore ");

	if (!sok_str_starts(line, intro))
		line.len = 0;
	return (struct names_in_line){sok_str_from(line, intro.len)};
}

static bool
next_name(struct names_in_line *l, struct sok_str *name)
{
	size_t n;

	while (l->rest.len > 0) {
		n = sok_str_find(l->rest, SOK_STR(","));
		*name = sok_str_trim(sok_str_sub(l->rest, 0, n));
		l->rest = sok_str_from(l->rest, n + 1);
		if (name->len > 0)
			return true;
	}
	return false;
}

/* Add the rules that a text ignores. */
static void
add_rules(struct ignored *e, const struct sok_text *t)
{
	struct names_in_line l;
	struct sok_str name;
	enum sok_rule rule;

	for (size_t i = 0; i < t->n; i++)
		for (l = names_in(t->line[i]); next_name(&l, &name);) {
			rule = sok_rule_find(name);
			if (rule < SOK_NRULES)
				e->any = e->asked[rule] = true;
		}
}

static void
forget(struct ignored *e)
{
	if (e->any)
		*e = (struct ignored){.any = false};
}

/* Find what a puzzle ignores, once. */
static void
meet_puzzle(struct report *r, const struct sok_puzzle *p)
{
	struct ignore *e = &r->ignore;

	if (e->puzzle == p && e->number == p->number)
		return;
	e->puzzle = p;
	e->number = p->number;
	forget(&e->by_puzzle);
	add_rules(&e->by_puzzle, &p->text);
	for (size_t i = 0; i < p->ngames; i++)
		add_rules(&e->by_puzzle, &p->game[i].text);
}

void
ignore_header(struct report *r, const struct sok_header *h)
{
	struct ignore *e = &r->ignore;

	if (e->header == h)
		return;
	e->header = h;
	forget(&e->by_header);
	add_rules(&e->by_header, &h->text);
}

/* Whether a rule is ignored; it is remembered that it was found. */
static bool
accepts(struct ignored *e, enum sok_rule rule)
{
	if (!e->any || !e->asked[rule])
		return false;
	e->found[rule] = true;
	return true;
}

bool
ignore_accepts(struct report *r, const struct sok_finding *f)
{
	struct ignore *e = &r->ignore;
	bool by_puzzle = false, by_header = false;

	if (r->no_ignore || sok_rule_unread(f->rule))
		return false;
	if (f->puzzle != NULL && f->puzzle->header != NULL)
		ignore_header(r, f->puzzle->header);
	if (f->puzzle != NULL) {
		meet_puzzle(r, f->puzzle);
		by_puzzle = accepts(&e->by_puzzle, f->rule);
	}
	if (e->header != NULL)
		by_header = accepts(&e->by_header, f->rule);
	return by_puzzle || by_header;
}

/* ---- what has no effect */

/* Report names that are not those of rules. */
static void
report_unknown(struct report *r, const struct sok_text *t, struct sok_pos pos,
    const struct sok_puzzle *p)
{
	struct names_in_line l;
	struct sok_str name;

	for (size_t i = 0; i < t->n; i++)
		for (l = names_in(t->line[i]); next_name(&l, &name);)
			if (sok_rule_find(name) == SOK_NRULES)
				sok_report_as(&r->c->sink, SOK_WARNING,
				    SOK_UNUSED_IGNORE_RULE, pos, p, NULL,
				    "there is no rule `%.*s` to ignore",
				    (int)name.len, name.s);
}

/* Report the rules that are ignored, but were looked for and not found. */
static void
report_unused(struct report *r, const struct ignored *e, struct sok_pos pos,
    const struct sok_puzzle *p)
{
	for (size_t i = 0; e->any && i < SOK_NRULES; i++)
		if (e->asked[i] && !e->found[i] && !r->unsought[i] &&
		    !r->off[i])
			sok_report(&r->c->sink, SOK_UNUSED_IGNORE_RULE, pos, p,
			    NULL, "`%s` is ignored, but not found",
			    sok_rules[i].name);
}

void
report_header(struct report *r, const struct sok_header *h)
{
	struct sok_pos pos = {h->file, 1, 1};

	ignore_header(r, h);
	if (!r->no_ignore)
		report_unknown(r, &h->text, pos, NULL);
}

void
ignore_puzzle_end(struct report *r, const struct sok_puzzle *p)
{
	struct ignore *e = &r->ignore;
	struct sok_pos pos = {p->pos.file, p->pos.line, 1};

	if (r->no_ignore || e->after)
		return;
	meet_puzzle(r, p);
	report_unused(r, &e->by_puzzle, pos, p);
	report_unknown(r, &p->text, pos, p);
	for (size_t i = 0; i < p->ngames; i++)
		report_unknown(r, &p->game[i].text, pos, p);
	e->puzzle = NULL;
}

/* The header may no longer exist. */
void
ignore_file_end(struct report *r, const char *file)
{
	struct ignore *e = &r->ignore;
	bool met = e->header != NULL;
	struct sok_pos pos = {file, 1, 1};

	e->header = NULL;
	e->puzzle = NULL;
	/* With -s nobody knows what the other puzzles have. */
	if (met && !r->no_ignore && !e->after && r->c->select == NULL)
		report_unused(r, &e->by_header, pos, NULL);
}
