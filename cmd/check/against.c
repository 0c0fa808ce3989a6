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
against_option(struct check *check, const char *old)
{
	struct cli *cli = check->run.cli;

	cli_add_name(cli, &check->against.old, old);
	for (size_t i = 0; i < SOK_COUNT(always); i++)
		check->run.always[always[i]] = true;
}

/* Whether the rule is one of --against. */
static bool
is_change(enum sok_rule rule)
{
	return rule >= SOK_MISSING_PUZZLE_RULE &&
	    rule <= SOK_BETTER_SOLUTION_RULE;
}

void
against_unsought(struct check *check)
{
	for (size_t i = 0; i < SOK_NRULES; i++)
		if (is_change((enum sok_rule)i))
			check->run.unsought[i] = true;
}

/* ---- reading */

int
against_header(struct check *check, const struct sok_header *header)
{
	struct against *against = &check->against;

	if (against->old.n == 0)
		return 0;
	against->header = compare_hold_header(against->hold, header);
	struct sok_arena *arena = compare_hold_arena(against->hold);
	if (against->header == NULL || arena == NULL)
		return -1;
	return compare_unicode_header(against->header, arena);
}

bool
against_compares(const struct sok_puzzle *puzzle)
{
	return puzzle->number > 0 && puzzle->raw.s == NULL;
}

/* Add a puzzle, as UTF-8, to a list with this key, if it is compared.  0, -1
 * with errno. */
static int
add(struct against *against, struct compare_list *to,
    const struct sok_puzzle *puzzle, struct compare_key key,
    struct sok_arena *arena)
{
	struct sok_puzzle own = *puzzle, *held;

	if (!against_compares(puzzle))
		return 0;
	if (compare_unicode(&own, arena) == -1)
		return -1;
	/* The lines of the input would be the same squares once more. */
	own.board.xsb = SOK_STR("");
	held = compare_hold_puzzle(against->hold, &own, against->header);
	return held == NULL ? -1 : compare_add(to, held, key);
}

int
against_puzzle(struct check *check, const struct sok_puzzle *puzzle,
    const struct check_keys *keys, struct sok_arena *arena)
{
	struct against *against = &check->against;

	return against->old.n == 0
	    ? 0
	    : add(against, &against->is, puzzle, keys->key, arena);
}

static int
take_old_header(struct cli *cli, struct sok_header *header)
{
	return against_header(cli->ctx, header);
}

/* Compute the key of an old puzzle ahead, in a thread: 0, -1 on ENOMEM. */
static int
prepare_old(
    const struct cli *cli, struct sok_puzzle *puzzle, struct prepared *to)
{
	struct compare_key *key = sok_arena_alloc(to->arena, 1, sizeof(*key));

	(void)cli;
	to->result = key;
	return key == NULL ? -1 : compare_identify(puzzle, key, &to->scratch);
}

/* Keep an old puzzle until the new ones are known: 0, -1 with errno. */
static int
take_old_puzzle(
    struct cli *cli, struct sok_puzzle *puzzle, struct sok_arena *arena)
{
	struct against *against = &((struct check *)cli->ctx)->against;
	struct compare_key key;

	if (cli->ready != NULL)
		key = *(const struct compare_key *)cli->ready;
	else if (compare_identify(puzzle, &key, arena) == -1)
		return -1;
	return add(against, &against->was, puzzle, key, arena);
}

void
against_read(struct check *check)
{
	static const struct cli_program old = {.header = take_old_header,
	    .puzzle = take_old_puzzle,
	    .prepare = prepare_old};
	struct against *against = &check->against;
	struct cli *cli = check->run.cli;

	if (against->old.n == 0)
		return;
	against->hold = cli_must(cli, compare_hold_open());
	/* Errors in an old collection do not fail the new one. */
	memcpy(cli->sink.off, check->run.off, sizeof(cli->sink.off));
	for (size_t i = 0; i < against->old.n; i++) {
		struct names one = {.name = &against->old.name[i], .n = 1};
		size_t before = against->was.n;

		if (strcmp(against->old.name[i], "-") == 0)
			cli_claim_stdin(cli, "what is compared with");
		int status = cli_read_others(cli, &one, &old, check);
		if (status != CLI_TROUBLE && against->was.n > before)
			continue;
		if (status != CLI_TROUBLE)
			cli_error(cli, "--against=%s: there is no puzzle in it",
			    against->old.name[i]);
		cli_raise(cli, CLI_TROUBLE);
		exit(cli_finish(cli));
	}
}

/* ---- the report */

/* End the section of the file whose changes were reported. */
static void
end_file(struct check *check, const char *next)
{
	struct against *against = &check->against;

	if (against->file != NULL &&
	    (next == NULL || strcmp(against->file, next) != 0))
		report_file_end(&check->run, against->file);
	against->file = next;
}

/* For the sink while changes are reported, except of what waits. */
static void
take_change(void *ctx, const struct sok_finding *finding)
{
	struct check *check = ctx;

	end_file(check, finding->pos.file);
	check->against.found += report_finding(&check->run, finding);
}

/* A puzzle that has findings is a case of the report.  Others are not touched,
 * as that would bring them back into memory. */
static void
end_puzzle(struct check *check, const struct sok_puzzle *ended)
{
	if (check->against.found == 0)
		return;
	struct report_case puzzle = {.puzzle = ended, .pos = ended->pos};
	report_case(&check->run, &puzzle);
	check->against.found = 0;
}

/* Report what changed in each puzzle of the new collection, which ends a puzzle
 * of the report: 0, -1 with errno. */
static int
report_new(struct check *check, struct compare_report *report)
{
	struct against *against = &check->against;
	int done = 0;

	for (size_t j = 0; j < against->is.n && done == 0; j++) {
		done = compare_report_new(report, j);
		end_puzzle(check, against->is.item[j].puzzle);
	}
	return done;
}

/* 0, -1 with errno. */
static int
report_changes(struct check *check, struct compare_pairs *pairs)
{
	struct against *against = &check->against;
	struct cli *cli = check->run.cli;
	struct compare_report report = {.old_list = &against->was,
	    .new_list = &against->is,
	    .pairs = pairs,
	    .hold = against->hold,
	    .sink = &cli->sink};
	int done = 0;

	/* Findings about what waits are taken as those before. */
	if (check->waiting.on)
		done = waiting_release(check, &report);
	cli->sink.fn = take_change;
	if (!check->waiting.on)
		done = report_new(check, &report);
	if (done == 0)
		done = compare_report_headers(&report);
	against->found = 0;
	/* Nobody knows what else there would be. */
	bool whole = cli->select == NULL && cli_status(cli) != CLI_TROUBLE;
	for (size_t i = 0; i < against->was.n && done == 0 && whole; i++) {
		done = compare_report_missing(&report, i);
		end_puzzle(check, against->was.item[i].puzzle);
	}
	end_file(check, NULL);
	compare_report_free(&report);
	return done;
}

void
against_report(struct check *check)
{
	struct against *against = &check->against;
	struct cli *cli = check->run.cli;
	struct compare_pairs pairs;
	struct sok_arena arena = {NULL, NULL, NULL};
	sok_sink_fn *fn = cli->sink.fn;

	if (against->old.n == 0)
		return;
	check->run.ignore.after = true;
	int done = compare_match(
	    &against->was, &against->is, against->hold, &pairs, &arena);
	if (done == 0)
		done = report_changes(check, &pairs);
	cli->sink.fn = fn;
	sok_arena_free(&arena);
	for (size_t i = 0; i < SOK_NRULES; i++)
		if (is_change((enum sok_rule)i))
			check->run.unsought[i] = false;
	if (done == -1)
		cli_die(cli, NULL, errno);
}

void
against_free(struct against *against)
{
	free(against->old.name);
	compare_list_free(&against->was);
	compare_list_free(&against->is);
	compare_hold_close(against->hold);
}
