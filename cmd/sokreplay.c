/* sokreplay - replays games and reports whether they solve their puzzles.  This
 * file has the options, selects the games of each puzzle that are replayed, and
 * reports findings about whole puzzles and operands. */
#include <stdlib.h>

#include "base/base.h"
#include "io/io.h"
#include "play/play.h"
#include "replay/replay.h"
#include "text/text.h"

#define AT(member) CLI_STORE(struct replay_work, member)

static const struct cli_option options[] = {
    {"moves", 'm', "MOVES", AT(moves), "replay these instead of the games"},
    {"moves-file", 'M', "FILE", OPTION_MOVES_FILE,
        "replay the games in FILE: bare moves, one game in each paragraph, or "
        "a collection; repeatable"},
    {"by", 0, "WAY", OPTION_BY,
        "how games of -m and -M find their puzzles: order, id, title or try"},
    {"match", 0, NULL, OPTION_MATCH,
        "--by=try: find the puzzles that each game solves"},
    {"pass", 'p', NULL, AT(run.pass),
        "print the puzzles without failing games, findings on stderr"},
    REJECTS_ROW(struct replay_work, "-p"),
    INPLACE_ROWS(struct replay_work, "a game would change"),
    {"rewrite", 0, NULL, AT(rewrite),
        "with -p, -w, -l, -d or -c: correct letter case and the counts in "
        "titles"},
    {"to-forward", 0, NULL, AT(to_forward),
        "the same: replace reverse solutions by forward ones"},
    {"best", 0, "LIST", OPTION_BEST,
        "with -p: keep only the best solutions, by moves, pushes or both"},
    {"heading", 0, NULL, AT(heading),
        "the same: write Solution M/P above untitled games that solve"},
    {"final", 0, NULL, AT(final), "print the board after the moves"},
    {"require-solution", 0, NULL, AT(require),
        "a puzzle without a valid solution is an error"},
    {"strict-case", 0, NULL, AT(strict_case), "wrong letter case is an error"},
    {"reachable", 0, NULL, AT(options.reachable_only),
        "ignore boxes that the player cannot reach"},
    {"yasc-lines", 0, NULL, AT(yasc), "count box lines as YASC does"},
    {"board-from-moves", 0, NULL, AT(rebuild),
        "make the smallest board for a game without one"},
    {"failures", 0, NULL, AT(failures),
        "print only findings and games with findings"},
    REPORT_ROWS(struct replay_work),
    {NULL, 0, NULL, 0, NULL},
};

static bool
replay_option(struct cli *c, int id, const char *arg)
{
	static const char *const best[] = {"moves", "pushes"};
	static const char *const ways[] = {"order", "id", "title", "try"};
	struct replay_work *k = c->ctx;

	switch (id) {
	case OPTION_BEST:
		k->best = CLI_SET(c, "best", arg, best);
		if (k->best == 0)
			cli_usage(c, "--best needs moves, pushes or both");
		return true;
	case OPTION_BY:
		k->by = SUPPLIED_BY_ORDER +
		    (enum supplied_by)CLI_CHOICE(c, "by", arg, ways);
		return true;
	case OPTION_MATCH:
		k->by = SUPPLIED_BY_TRY;
		return true;
	case OPTION_MOVES_FILE:
		cli_add_name(c, &k->moves_files, arg);
		return true;
	default:
		return report_take(&k->run, id, arg);
	}
}

/* Reject combinations that have no meaning. */
static void
reject(const struct replay_work *k, struct cli *c)
{
	bool draws = k->final || k->rebuild;
	size_t dashes = 0;

	if (k->by != SUPPLIED_BY_DEFAULT && !k->given)
		cli_usage(
		    c, "%s needs -m or -M", k->match ? "--match" : "--by");
	if (k->moves != NULL &&
	    (k->by == SUPPLIED_BY_ID || k->by == SUPPLIED_BY_TITLE))
		cli_usage(c,
		    "the moves of -m have no board and no title: --by=order or "
		    "--by=try");
	replay_file_options(k, c);
	if (k->final && !k->text)
		cli_usage(c, "--final needs -F text");
	if (draws && report_lists(&k->run))
		cli_usage(c,
		    "--write-baseline=- cannot be combined with other output");
	if (draws && k->run.stats.wanted)
		cli_usage(c, "--stats cannot be combined with other output");
	for (size_t i = 0; i < k->moves_files.n; i++)
		dashes += strcmp(k->moves_files.v[i], "-") == 0;
	if (dashes == 0)
		return;
	if (dashes > 1)
		cli_usage(c, "-M - can be given only once");
	if (c->names_from != NULL && strcmp(c->names_from, "-") == 0)
		cli_usage(c,
		    "standard input cannot be both the names of operands and "
		    "the moves");
	cli_claim_stdin(c, "the moves");
}

/* ---- puzzles */

void
replay_finding(void *ctx, const struct sok_finding *f)
{
	struct replay_work *k = ctx;

	inplace_finding(&k->inplace, f);
	if (k->waiting) {
		defer_finding(k, f);
	} else if (report_finding(&k->run, f) && f->game != NULL) {
		k->failed |= replay_fails(k, f);
		k->found |= f->severity >= k->run.lowest;
		if (f->severity >= k->run.lowest)
			rejects_finding(k->run.c, &k->rejects, f);
	}
}

/* Rebuild the board of game i, which makes the game a puzzle. */
static int
rebuild(struct replay_work *k, const struct sok_puzzle *p, size_t i,
    struct sok_arena *a)
{
	const struct sok_game *g = &p->game[i];
	struct sok_replay none = {.verdict = SOK_NOT_SUPPORTED};
	struct sok_sink *sink = &k->run.c->sink;
	struct sok_puzzle own = *p;
	struct sok_no_board why;
	const bool left = true;

	own.game = &p->game[i];
	own.ngames = 1;
	int built = sok_board_from_moves(&own.board, own.variant, g, &why, a);
	if (built < 0)
		return -1;
	if (built == 0) {
		k->games++;
		k->run.games++;
		if (why.contradicts)
			sok_report(sink, SOK_NOT_SOLVED_RULE,
			    sok_game_pos(g, why.at), &own, g,
			    "no board can be rebuilt: `%c` contradicts the "
			    "moves before it: it %s",
			    g->moves.s[why.at], why.reason);
		else
			sok_report(sink, SOK_NOT_SOLVED_RULE, g->pos, &own, g,
			    "no board can be rebuilt: %s", why.reason);
		replay_result(k, &own, g, &none);
		rejects_explain(k->run.c, &k->rejects, &own.game->text, a);
		replay_leave_out(k, &own, own.game, &left, 1, a);
		return 0;
	}
	own.has_board = true;
	k->boards++;
	replay_games(k, &own, 1, a);
	if (k->text && !k->run.pass)
		replay_draw(cli_output(k->run.c), &own.board, true);
	return k->run.pass && sok_write(k->run.writer, &own) < 0 ? -1 : 0;
}

int
replay_finish(struct replay_work *k, struct sok_puzzle *p)
{
	bool wanted = k->require && !k->solved && p->has_board;

	bool known = p->variant != SOK_UNSUPPORTED;

	if (wanted && (known || k->run.c->strict))
		sok_report(&k->run.c->sink, SOK_NO_SOLUTION_RULE, p->pos, p,
		    NULL, "no game %ssolves this puzzle",
		    known ? "" : "that can be replayed ");
	else if (wanted && p->ngames == 0 && (k->run.pass || !k->match))
		sok_report(&k->run.c->sink, SOK_UNSUPPORTED_VARIANT_RULE,
		    p->pos, p, NULL,
		    "puzzles of this kind are not replayed: no solution is "
		    "required");
	if (k->run.pass && sok_write(k->run.writer, p) < 0)
		return -1;
	if (k->mender != NULL && replay_mend_puzzle(k, p) == -1)
		return -1;
	report_puzzle_end(&k->run, p);
	return 0;
}

int
replay_own(struct replay_work *k, struct sok_puzzle *p, struct sok_arena *a)
{
	if (k->rebuild && !p->has_board && p->ngames > 0) {
		for (size_t i = 0; i < p->ngames; i++) {
			if (rebuild(k, p, i, a) != 0)
				return -1;
			report_puzzle_end(&k->run, p);
		}
		return 0;
	}
	if (k->match)
		return assign_matching(k, p, a);
	replay_games(k, p, p->ngames, a);
	return replay_finish(k, p);
}

static int
replay_puzzle(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	struct replay_work *k = c->ctx;

	k->boards += p->has_board;
	report_puzzle(&k->run, p);
	if (p->has_board && supplied_assigns(k))
		return assign_puzzle(k, p, a);
	if (!k->waiting)
		return replay_own(k, p, a);
	defer_puzzle(k, p, false);
	return 0;
}

/* Whether all games of the file itself are replayed. */
static bool
expects_games(const struct replay_work *k)
{
	return !k->given && !k->require;
}

static int
replay_header(struct cli *c, struct sok_header *h)
{
	struct replay_work *k = c->ctx;

	/* What waits for games has a copy of its header. */
	if (!k->given)
		report_header(&k->run, h);
	if (k->mender != NULL)
		return replay_mend_header(k, h);
	if (k->run.writer != NULL && !k->waiting)
		return sok_write_header(k->run.writer, h);
	if (k->run.writer != NULL)
		defer_header(k, h);
	return 0;
}

/* ---- operands */

/* Boards without games are unsolved.  Only a filter accepts no boards. */
static enum sok_severity
severity_of_nothing(const struct replay_work *k, const struct cli_operand *op)
{
	bool filters = k->run.pass || inplace_wanted(&k->inplace);

	if (k->boards > 0 || k->among > 0 || filters)
		return SOK_WARNING;
	if (choose_may_be_text(op))
		return SOK_NOTE;
	return op->met ? SOK_WARNING : SOK_ERROR;
}

static int
end_file(struct cli *c, const struct cli_operand *op)
{
	struct replay_work *k = c->ctx;
	struct sok_pos pos = {op->name, 1, 1};
	bool none = k->games == 0 && expects_games(k);

	if (k->require && k->boards == 0)
		(void)cli_report_nothing(c, op, SOK_NO_SOLUTION_RULE, SOK_ERROR,
		    "no board was recognised");
	else if (none && c->select == NULL)
		(void)cli_report_nothing(c, op, SOK_NO_GAMES_RULE,
		    severity_of_nothing(k, op), "there are no games");
	else if (none && k->boards > 0 && cli_status(c) < CLI_TROUBLE)
		sok_report_as(&c->sink, SOK_WARNING, SOK_NO_GAMES_RULE, pos,
		    NULL, NULL, "the selected puzzles have no games");
	k->run.files++;
	if (op->met)
		k->among += k->games + k->boards;
	k->games = k->boards = 0;
	if (k->waiting)
		defer_file_end(k, op->name);
	else
		report_input_end(&k->run, op->name);
	return 0;
}

/* A folder or an archive ends; true: it had no games. */
static bool
end_whole(struct cli *c, const struct cli_operand *op)
{
	struct replay_work *k = c->ctx;

	bool nothing = k->among == 0 && expects_games(k) &&
	    cli_report_nothing(c, op, SOK_NO_GAMES_RULE,
	        severity_of_nothing(k, op), "there are no games");

	if (nothing)
		report_file_end(&k->run, op->name);
	k->among = 0;
	return nothing;
}

static const struct cli_program program = {
    .name = "sokreplay",
    .summary = "replay the games of Sokoban puzzles",
    .examples =
        {"sokreplay levels.sok               # does every solution solve?",
            "sokreplay -s 3 -m rrUdL levels.sok # try moves on puzzle 3",
            "sokreplay -w --rewrite levels.sok  # correct counts in place"},
    .options = options,
    .take = replay_option,
    .end = end_file,
    .whole = end_whole,
    .header = replay_header,
    .puzzle = replay_puzzle,
    .prepare = replay_prepare,
};

/* Rules that this run does not look for, though they are on: sokcheck looks for
 * those that are not about games. */
static void
set_unsought(struct replay_work *k)
{
	bool *unsought = k->run.unsought;

	for (size_t i = 0; i < SOK_NRULES; i++)
		unsought[i] = k->given || sok_rules[i].origin != 'p';
	unsought[SOK_NO_SOLUTION_RULE] |= !k->require;
}

int
main(int argc, char **argv)
{
	struct cli c;
	struct replay_work k = {
	    .options = {.no_final = true}, .inplace.rewrite = replay_rewrite};

	k.run = (struct report){.c = &c,
	    .origins = RULES_REPLAY,
	    .format = &report_text,
	    .lowest = SOK_NOTE};
	/* Rules about style are off, unless they decide what is replayed. */
	for (size_t i = 0; i < SOK_NRULES; i++)
		k.run.off[i] = sok_rules[i].origin == 's';
	k.run.off[SOK_AMBIGUOUS_MOVES_RULE] = false;
	k.run.off[SOK_MOVES_WITHOUT_BOARD_RULE] = false;
	cli_init(&c, &program, &k, argc, argv);
	if (report_print_rules(&k.run))
		return cli_finish(&c);

	k.given = k.moves != NULL || k.moves_files.n > 0;
	k.match = k.by == SUPPLIED_BY_TRY;
	k.text = k.run.format == &report_text;
	k.json = k.run.format == &report_json;
	replay_columns(&k);
	reject(&k, &c);
	k.inplace.charset = c.read.charset;
	k.inplace.squares = true;
	k.run.apart = k.inplace.list || k.inplace.diff;
	supplied_read(&k);
	rejects_open(&c, &k.rejects);
	set_unsought(&k);
	report_begin(&k.run);

	c.read.bare_moves = k.rebuild;
	c.sink.off[SOK_MOVES_WITHOUT_BOARD_RULE] |= k.rebuild;
	if (k.strict_case)
		c.sink.level[SOK_WRONG_CASE_RULE] = 1 + SOK_ERROR;
	c.sink.fn = replay_finding;
	c.sink.ctx = &k;
	if (inplace_wanted(&k.inplace)) {
		inplace_run(&c, &k.inplace, replay_file);
	} else {
		cli_confine(&c, 0);
		cli_run(&c);
	}
	assign_end(&c);
	report_end(&k.run);
	rejects_close(&c, &k.rejects);

	supplied_free(&k);
	sok_buf_free(&k.line);
	sok_arena_free(&k.scratch);
	sok_arena_free(&k.life);
	return cli_finish(&c);
}
