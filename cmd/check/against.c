/* against.c - --against: both collections are held, matched after the last
 * operand, and what changed is reported, first of the new collection in its
 * order, then what the old one has alone. */
#include <errno.h>
#include <stdlib.h>

#include "base/base.h"
#include "check/check.h"
#include "compare/compare.h"
#include "jobs/jobs.h"

/* Notes that are printed unless the user asks for another severity. */
static const enum sok_rule always[] = {SOK_NEW_PUZZLE_RULE,
    SOK_MOVED_PUZZLE_RULE, SOK_RENAMED_PUZZLE_RULE, SOK_REDRAWN_PUZZLE_RULE,
    SOK_CHANGED_PUZZLE_RULE, SOK_CHANGED_TEXT_RULE, SOK_CHANGED_AUTHOR_RULE,
    SOK_BETTER_SOLUTION_RULE};

void
against_option(struct check *k, const char *old)
{
	struct cli *c = k->run.c;

	cli_add_name(c, &k->against.old, old);
	for (size_t i = 0; i < SOK_COUNT(always); i++)
		k->run.always[always[i]] = true;
}

/* Whether the rule is one of --against. */
static bool
is_change(enum sok_rule rule)
{
	return rule >= SOK_MISSING_PUZZLE_RULE &&
	    rule <= SOK_BETTER_SOLUTION_RULE;
}

void
against_unsought(struct check *k)
{
	for (size_t i = 0; i < SOK_NRULES; i++)
		if (is_change((enum sok_rule)i))
			k->run.unsought[i] = true;
}

/* ---- reading */

int
against_header(struct check *k, const struct sok_header *h)
{
	struct against *a = &k->against;

	if (a->old.n == 0)
		return 0;
	a->header = compare_hold_header(a->hold, h);
	if (a->header == NULL)
		return -1;
	return compare_unicode_header(a->header, compare_hold_arena(a->hold));
}

static int
add(struct against *a, struct compare_list *to, const struct sok_puzzle *p,
    struct compare_key key, struct sok_arena *arena)
{
	struct sok_puzzle own = *p, *held;

	/* Neither text between puzzles nor what exceeds a limit. */
	if (p->number == 0 || p->raw.s != NULL)
		return 0;
	if (compare_unicode(&own, arena) == -1)
		return -1;
	/* The lines of the input would be the same squares once more. */
	own.board.xsb = SOK_STR("");
	held = compare_hold_puzzle(a->hold, &own, a->header);
	return held == NULL ? -1 : compare_add(to, held, key);
}

int
against_puzzle(struct check *k, const struct sok_puzzle *p,
    const struct check_keys *keys, struct sok_arena *arena)
{
	struct against *a = &k->against;

	return a->old.n == 0 ? 0 : add(a, &a->is, p, keys->key, arena);
}

static int
take_old_header(struct cli *c, struct sok_header *h)
{
	return against_header(c->ctx, h);
}

static int
prepare_old(const struct cli *c, struct sok_puzzle *p, struct prepared *to)
{
	struct compare_key *key = sok_arena_alloc(to->a, 1, sizeof(*key));

	(void)c;
	to->result = key;
	return key == NULL ? -1 : compare_identify(p, key, &to->scratch);
}

static int
take_old_puzzle(struct cli *c, struct sok_puzzle *p, struct sok_arena *arena)
{
	struct against *a = &((struct check *)c->ctx)->against;
	struct compare_key key;

	if (c->ready != NULL)
		key = *(const struct compare_key *)c->ready;
	else if (compare_identify(p, &key, arena) == -1)
		return -1;
	return add(a, &a->was, p, key, arena);
}

void
against_read(struct check *k)
{
	static const struct cli_program old = {.header = take_old_header,
	    .puzzle = take_old_puzzle,
	    .prepare = prepare_old};
	struct against *a = &k->against;
	struct cli *c = k->run.c;

	if (a->old.n == 0)
		return;
	a->hold = cli_must(c, compare_hold_open());
	for (size_t i = 0; i < a->old.n; i++) {
		struct names one = {.v = &a->old.v[i], .n = 1};
		size_t before = a->was.n;

		if (strcmp(a->old.v[i], "-") == 0)
			cli_claim_stdin(c, "what is compared with");
		int status = cli_read_others(c, &one, &old, k);
		if (status != CLI_TROUBLE && a->was.n > before)
			continue;
		if (status != CLI_TROUBLE)
			cli_error(c, "--against=%s: there is no puzzle in it",
			    a->old.v[i]);
		cli_raise(c, CLI_TROUBLE);
		exit(cli_finish(c));
	}
}

/* ---- the report */

/* End the section of the file whose changes were reported. */
static void
end_file(struct check *k, const char *next)
{
	struct against *a = &k->against;

	if (a->file != NULL && (next == NULL || strcmp(a->file, next) != 0))
		report_file_end(&k->run, a->file);
	a->file = next;
}

/* For the sink while changes are reported. */
static void
take_change(void *ctx, const struct sok_finding *f)
{
	struct check *k = ctx;

	end_file(k, f->pos.file);
	k->against.found += report_finding(&k->run, f);
}

/* A puzzle that has findings is a case of the report.  Others are not touched,
 * as that would bring them back into memory. */
static void
end_puzzle(struct check *k, const struct sok_puzzle *p)
{
	if (k->against.found == 0)
		return;
	struct report_case puzzle = {.puzzle = p, .pos = p->pos};
	report_case(&k->run, &puzzle);
	k->against.found = 0;
}

/* 0, -1 with errno. */
static int
report_changes(struct check *k, struct compare_pairs *pairs)
{
	struct against *a = &k->against;
	struct cli *c = k->run.c;
	struct compare_report r = {.old_list = &a->was,
	    .new_list = &a->is,
	    .pairs = pairs,
	    .hold = a->hold,
	    .sink = &c->sink};
	int done = 0;

	for (size_t j = 0; j < a->is.n && done == 0; j++) {
		done = compare_report_new(&r, j);
		end_puzzle(k, a->is.v[j].puzzle);
	}
	if (done == 0)
		done = compare_report_headers(&r);
	a->found = 0;
	/* Nobody knows what else there would be. */
	bool whole = c->select == NULL && cli_status(c) != CLI_TROUBLE;
	for (size_t i = 0; i < a->was.n && done == 0 && whole; i++) {
		done = compare_report_missing(&r, i);
		end_puzzle(k, a->was.v[i].puzzle);
	}
	end_file(k, NULL);
	compare_report_free(&r);
	return done;
}

void
against_report(struct check *k)
{
	struct against *a = &k->against;
	struct cli *c = k->run.c;
	struct compare_pairs pairs;
	struct sok_arena arena = {NULL, NULL, NULL};
	sok_sink_fn *fn = c->sink.fn;

	if (a->old.n == 0)
		return;
	c->sink.fn = take_change;
	k->run.ignore.after = true;
	int done = compare_match(&a->was, &a->is, a->hold, &pairs, &arena);
	if (done == 0)
		done = report_changes(k, &pairs);
	c->sink.fn = fn;
	sok_arena_free(&arena);
	for (size_t i = 0; i < SOK_NRULES; i++)
		if (is_change((enum sok_rule)i))
			k->run.unsought[i] = false;
	if (done == -1)
		cli_die(c, NULL, errno);
}

void
against_free(struct against *a)
{
	free(a->old.v);
	compare_list_free(&a->was);
	compare_list_free(&a->is);
	compare_hold_close(a->hold);
}
