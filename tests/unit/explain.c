/*
 * explain.c - the examples of every rule: the bad example breaks the rule, the
 * good one does not.
 */
#include <stdlib.h>

#include "unit.h"

/* Rules that need an option, two puzzles or another program are tested with
 * that program. */
static bool
elsewhere(enum sok_rule rule)
{
	return (rule >= SOK_MISSING_PUZZLE_RULE &&
	           rule <= SOK_STALE_BASELINE_RULE) ||
	    rule == SOK_DUPLICATE_PUZZLE_RULE ||
	    rule == SOK_DUPLICATE_TITLE_RULE || rule == SOK_NO_PUZZLE_RULE ||
	    rule == SOK_UNDEFINED_MACRO_RULE || rule == SOK_CANNOT_HOLD_RULE ||
	    rule == SOK_LOSSY_RULE || rule == SOK_NO_SOLUTION_RULE ||
	    rule == SOK_NO_GAMES_RULE || rule == SOK_NOT_READ_RULE;
}

static void
note(void *ctx, const struct sok_finding *f)
{
	size_t *found = ctx;

	found[f->rule]++;
}

static void
play(const struct sok_puzzle *p, struct sok_sink *sink, struct sok_arena *a)
{
	struct sok_replay_options o = {false};
	struct sok_replay r;
	size_t i;

	for (i = 0; i < p->ngames; i++)
		if (sok_replay_report(p, &p->game[i], &o, &r, sink, a) == -1)
			abort();
}

/* The number of findings of the rule in the text, by any of its programs. */
static size_t
count(enum sok_rule rule, const char *text)
{
	struct sok_check_options check = {SOK_TARGET_XSOKOBAN};
	struct sok_read_options o = {.name = "example"};
	size_t found[SOK_NRULES] = {0};
	struct sok_sink sink = {.fn = note, .ctx = found};
	struct sok_reader *r;
	struct sok_puzzle *p;
	int got;

	if (rule == SOK_CHARSET_RULE)
		o.charset = "UTF-8";
	r = sok_reader_open_memory(sok_str(text), &o, &sink);
	if (r == NULL)
		abort();
	while ((got = sok_read(r, &p)) == 1) {
		if (sok_check(p, &check, &sink, sok_reader_arena(r)) == -1)
			abort();
		if (sok_rules[rule].origin == 'p')
			play(p, &sink, sok_reader_arena(r));
	}
	CHECK(got == 0);
	sok_reader_close(r);
	return found[rule];
}

/* Numbers of rules are permanent. */
static void
test_numbers(void)
{
	CHECK_NUM(SOK_NO_PLAYER_RULE, 0);
	CHECK_NUM(SOK_NO_PUZZLE_RULE, 18);
	CHECK_NUM(SOK_SYNTAX_RULE, 40);
	CHECK_NUM(SOK_LOSSY_RULE, 43);
	CHECK_NUM(SOK_NO_GAMES_RULE, 54);
}

int
main(void)
{
	const struct sok_rule_info *e;
	size_t i;

	test_numbers();
	for (i = 0; i < SOK_NRULES; i++) {
		e = &sok_rules[i];
		if (!CHECK(e->text != NULL && e->bad != NULL) ||
		    elsewhere((enum sok_rule)i))
			continue;
		if (!CHECK(count((enum sok_rule)i, e->bad) > 0) ||
		    !CHECK(count((enum sok_rule)i, e->good) == 0))
			fprintf(stderr, "\t%s\n", sok_rules[i].name);
	}
	/* The number of rules is written here by hand. */
	for (i = SOK_NRULES; i < SOK_RULES_ROOM; i++)
		if (!CHECK(sok_rules[i].name == NULL))
			fprintf(stderr,
			    "\tSOK_NRULES is %d, but rule %zu is `%s'\n",
			    SOK_NRULES, i, sok_rules[i].name);
	return unit_done();
}
