/*
 * sokreplay - replays games and reports whether they solve their puzzles.
 * This file has the options; replay_puzzle.c replays each puzzle.
 */
#include <stdlib.h>
#include <string.h>

#include "replay/replay.h"

enum { BEST = REPORT_OWN, STRICT_CASE, BOARD_FROM_MOVES };

#define AT(member) CLI_STORE(struct replay_work, member)

static const struct cli_option options[] = {
    {"moves", 'm', "MOVES", AT(moves), "replay these instead of the games"},
    {"moves-file", 'M', "FILE", AT(moves_path),
        "replay the games in FILE, one in each paragraph"},
    {"match", 0, NULL, AT(match),
        "with -m or -M: find the puzzles that each game solves"},
    {"pass", 'p', NULL, AT(run.pass),
        "print the puzzles without failing games, findings on stderr"},
    {"rewrite", 0, NULL, AT(rewrite),
        "with -p: correct letter case and the counts in titles"},
    {"to-forward", 0, NULL, AT(to_forward),
        "with -p: replace reverse solutions by forward ones"},
    {"best", 0, "BY", BEST,
        "with -p: keep only the best solution, by moves or pushes"},
    {"heading", 0, NULL, AT(heading),
        "with -p: write Solution M/P above untitled games that solve"},
    {"final", 0, NULL, AT(final), "print the board after the moves"},
    {"require-solution", 0, NULL, AT(require),
        "a puzzle without a valid solution is an error"},
    {"strict-case", 0, NULL, STRICT_CASE, "wrong letter case is an error"},
    {"reachable", 0, NULL, AT(options.reachable_only),
        "ignore boxes that the player cannot reach"},
    {"yasc-lines", 0, NULL, AT(yasc), "count box lines as YASC does"},
    {"board-from-moves", 0, NULL, BOARD_FROM_MOVES,
        "make the smallest board for a game without one"},
    {"failures", 0, NULL, AT(failures),
        "print only findings and games with findings"},
    REPORT_ROWS(struct replay_work),
    {NULL, 0, NULL, 0, NULL},
};

static void
replay_option(struct cli *c, int id, const char *arg)
{
	static const char *const by[] = {"moves", "pushes"};
	struct replay_work *k = c->ctx;

	switch (id) {
	case BEST:
		k->best = true;
		k->best_pushes = CLI_CHOICE(c, "best", arg, by) == 1;
		break;
	case STRICT_CASE:
		c->sink.level[SOK_WRONG_CASE_RULE] = 1 + SOK_ERROR;
		break;
	case BOARD_FROM_MOVES:
		k->rebuild = c->read.bare_moves = true;
		break;
	default:
		report_take(&k->run, c, id, arg);
		break;
	}
}

static const struct cli_program program = {
    .name = "sokreplay",
    .summary = "replay the games of Sokoban puzzles",
    .options = options,
    .take = replay_option,
};

/* Reject combinations that have no meaning. */
static void
reject(const struct replay_work *k, struct cli *c)
{
	bool supplied = k->moves != NULL || k->moves_path != NULL;
	size_t i;

	if (k->match && !supplied)
		cli_usage(c, "--match needs -m or -M");
	if (k->rewrite && !k->run.pass)
		cli_usage(c, "--rewrite needs -p");
	if (k->to_forward && !k->run.pass)
		cli_usage(c, "--to-forward needs -p");
	if (k->heading && !k->run.pass)
		cli_usage(c, "--heading needs -p");
	if (k->best && !k->run.pass)
		cli_usage(c, "--best needs -p");
	if (k->final && !k->text)
		cli_usage(c, "--final needs -F text");
	if ((k->final || k->rebuild) && report_lists(&k->run))
		cli_usage(c,
		    "--write-baseline=- cannot be combined with other output");
	if ((k->final || k->rebuild) && k->run.stats.wanted)
		cli_usage(c, "--stats cannot be combined with other output");
	if (k->moves_path == NULL || strcmp(k->moves_path, "-") != 0)
		return;
	if (c->names_from != NULL && strcmp(c->names_from, "-") == 0)
		cli_usage(c,
		    "standard input cannot be both the names of operands and "
		    "the moves");
	for (i = 0; i < c->noperands; i++)
		if (strcmp(c->operand[i], "-") == 0)
			cli_usage(c,
			    "standard input cannot be both an operand and "
			    "the moves");
}

static void
run_replay(struct replay_work *k, struct cli *c)
{
	k->text = k->run.format == &report_text;
	k->json = k->run.format == &report_json;
	replay_columns(k);
	reject(k, c);
	k->run.c = c;
	supplied_read(k);
	report_begin(&k->run, c);
	c->sink.off[SOK_MOVES_WITHOUT_BOARD_RULE] |= k->rebuild;
	c->sink.fn = replay_finding;
	c->sink.ctx = k;
	cli_run(c, &replay_work);
	assign_end(c);
	report_end(&k->run);
	free(k->supplied.game);
	sok_buf_free(&k->line);
	sok_arena_free(&k->scratch);
	sok_arena_free(&k->life);
}

int
main(int argc, char **argv)
{
	struct replay_work k = {
	    .run =
	        {
	            .origins = RULES_REPLAY,
	            .format = &report_text,
	            .lowest = SOK_NOTE,
	        },
	};
	struct cli c;

	/* Rules about style are left to sokcheck, except those that decide what
	 * is replayed. */
	for (size_t i = 0; i < SOK_NRULES; i++)
		k.run.off[i] = sok_rules[i].origin == 's';
	k.run.off[SOK_AMBIGUOUS_MOVES_RULE] = false;
	k.run.off[SOK_MOVES_WITHOUT_BOARD_RULE] = false;
	cli_init(&c, &program, &k, argc, argv);
	if (!report_print_rules(&k.run, &c))
		run_replay(&k, &c);
	return cli_finish(&c);
}
