/*
 * check_work.c - processes each operand and each puzzle for sokcheck: the
 * rules of the library, the rules about a whole run (duplicates, files without
 * a board), and the report.
 */
#include "check/check_work.h"
#include "jobs/jobs.h"
#include "tools.h"

void
check_work_finding(void *ctx, const struct sok_finding *f)
{
	struct check_work *k = ctx;

	if (report_finding(&k->run, f))
		k->errors += f->puzzle != NULL && report_fails(k->run.c, f);
}

static int
begin_file(struct cli *c, const struct cli_operand *op)
{
	struct check_work *k = c->ctx;

	k->boards = k->errors = 0;
	(void)op;
	if (k->seen != NULL)
		duplicates_file(k->seen);
	return 0;
}

/* Nothing to check is an error, except in a filter, which passes its input on.
 */
static enum sok_severity
severity_of_nothing(const struct check_work *k, const struct cli_operand *op)
{
	if (!op->met)
		return k->run.writer == NULL || k->run.c->strict ? SOK_ERROR
		                                                 : SOK_WARNING;
	if (choose_has_suffix(op->name, ".txt"))
		return SOK_NOTE;
	return k->run.c->strict ? SOK_ERROR : SOK_WARNING;
}

static int
end_file(struct cli *c, const struct cli_operand *op)
{
	struct check_work *k = c->ctx;
	struct sok_pos pos = {op->name, 1, 1};

	if (k->boards == 0 && c->select == NULL && cli_read_whole(c))
		sok_report_as(&c->sink, severity_of_nothing(k, op),
		    SOK_NO_PUZZLE_RULE, pos, NULL, NULL,
		    "no board was recognised in this file");
	report_file_end(&k->run, op->name);
	k->run.files++;
	if (op->met)
		k->held += k->boards;
	return 0;
}

/* The end of a folder or an archive. */
static void
end_whole(struct cli *c, const struct cli_operand *op)
{
	struct check_work *k = c->ctx;
	struct sok_pos pos = {.file = op->name};

	if (k->held == 0 && c->select == NULL && cli_read_whole(c)) {
		sok_report_as(&c->sink, severity_of_nothing(k, op),
		    SOK_NO_PUZZLE_RULE, pos, NULL, NULL,
		    "no board was recognised in any of its files");
		report_file_end(&k->run, op->name);
	}
	k->held = 0;
}

static int
take_header(struct cli *c, struct sok_header *h)
{
	struct check_work *k = c->ctx;

	return k->run.writer == NULL ? 0 : sok_write_header(k->run.writer, h);
}

static bool
seeks_titles(const struct check_work *k)
{
	return !k->run.off[SOK_DUPLICATE_TITLE_RULE] &&
	    k->run.lowest == SOK_NOTE;
}

static int
find_duplicates(
    struct check_work *k, const struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_sink *sink = &k->run.c->sink;
	struct duplicate_key key;

	if (seeks_titles(k))
		duplicates_title(k->seen, p, sink);
	if (k->run.off[SOK_DUPLICATE_PUZZLE_RULE])
		return 0;
	if (k->run.c->ready != NULL)
		key = *(const struct duplicate_key *)k->run.c->ready->result;
	else if (duplicates_key(p, &key, a) == -1)
		return -1;
	if (p->has_board)
		duplicates_puzzle(k->seen, p, &key, sink);
	return 0;
}

static int
check_puzzle(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	struct check_work *k = c->ctx;
	struct report_case puzzle = {.puzzle = p, .pos = p->pos};

	k->boards += p->has_board;
	k->run.puzzles += p->number > 0;
	stats_puzzle(&k->run.stats, c, p);
	for (size_t i = 0; k->run.stats.wanted && i < p->ngames; i++)
		stats_game(&k->run.stats, p, sok_game_claims(&p->game[i]));
	if (c->ready != NULL)
		cli_report_recorded(c, c->ready->found, p);
	else if (sok_check(p, &k->options, &c->sink, a) == -1)
		return -1;
	if (find_duplicates(k, p, a) == -1)
		return -1;
	if (k->run.writer != NULL && k->errors == 0 &&
	    sok_write(k->run.writer, p) == -1)
		return -1;
	report_case(&k->run, &puzzle);
	k->errors = 0;
	return 0;
}

/* ---- what can be done before its turn */

/* Whether the puzzle's identity is needed to report what was found. */
static bool
needs_id(const struct check_work *k, const struct record *found)
{
	size_t n = 0;

	for (unsigned i = k->run.lowest; i <= SOK_ERROR; i++)
		n += found->sink.count[i];
	return n > 0 && report_identifies(&k->run);
}

static int
prepare_check(const struct cli *c, struct sok_puzzle *p,
    struct cli_ready *ready, struct record *found, struct sok_arena *a,
    struct sok_arena *scratch)
{
	const struct check_work *k = c->ctx;
	struct duplicate_key *key = sok_arena_zalloc(a, 1, sizeof(*key));

	ready->result = key;
	if (key == NULL ||
	    sok_check(p, &k->options, &found->sink, scratch) == -1)
		return -1;
	if (!k->run.off[SOK_DUPLICATE_PUZZLE_RULE] || needs_id(k, found))
		if (sok_identify(p, false, a, scratch) == -1)
			return -1;
	if (!k->run.off[SOK_DUPLICATE_PUZZLE_RULE])
		return duplicates_key(p, key, scratch);
	return 0;
}

const struct cli_work check_work = {
    .begin = begin_file,
    .end = end_file,
    .whole = end_whole,
    .header = take_header,
    .puzzle = check_puzzle,
    .prepare = prepare_check,
};
