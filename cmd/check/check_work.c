/*
 * check_work.c - what sokcheck does with each operand and each puzzle: the
 * library's rules, what only a whole run can see (duplicates, files without a
 * board, a baseline), and on to the report.
 */
#include <string.h>

#include "check/check_work.h"

/* Whether a baseline takes the finding, which then counts for nothing.  What
 * was not looked at for a limit is not known to anybody. */
static bool
accepted(struct check_work *k, const struct sok_finding *f)
{
	struct sok_str key;

	if ((k->made == NULL && k->known == NULL) || f->rule == SOK_LIMIT_RULE)
		return false;
	key = report_key(k->report, f);
	if (k->made != NULL && f->severity >= k->form.lowest) {
		baseline_add(k->made, f->rule, key, 1);
		return true;
	}
	return k->known != NULL && baseline_take(k->known, f->rule, key);
}

void
check_work_finding(void *ctx, const struct sok_finding *f)
{
	struct check_work *k = ctx;

	if (accepted(k, f)) {
		k->c->sink.count[f->severity]--;
		return;
	}
	k->found[f->rule][f->severity]++;
	k->errors += f->puzzle != NULL &&
	    f->severity >= (k->c->strict ? SOK_WARNING : SOK_ERROR);
	report_finding(k->report, f);
}

static int
begin_file(struct cli *c, const struct cli_operand *op)
{
	struct check_work *k = c->ctx;

	k->boards = k->errors = 0;
	if (k->seen != NULL)
		duplicates_file(k->seen, op->name);
	return 0;
}

/* A check of nothing is none; a filter passes it on. */
static enum sok_severity
severity_of_nothing(const struct check_work *k, const struct cli_operand *op)
{
	if (!op->met)
		return k->writer == NULL || k->c->strict ? SOK_ERROR
		                                         : SOK_WARNING;
	if (choose_has_suffix(op->name, ".txt"))
		return SOK_NOTE;
	return k->c->strict ? SOK_ERROR : SOK_WARNING;
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
	report_file_end(k->report, op->name);
	k->files++;
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
		report_file_end(k->report, op->name);
	}
	k->held = 0;
}

static int
take_header(struct cli *c, struct sok_header *h)
{
	struct check_work *k = c->ctx;

	return k->writer == NULL ? 0 : sok_write_header(k->writer, h);
}

static bool
seeks_titles(const struct check_work *k)
{
	return !k->off[SOK_DUPLICATE_TITLE_RULE] && k->form.lowest == SOK_NOTE;
}

static int
find_duplicates(
    struct check_work *k, const struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_sink *sink = &k->c->sink;

	if (seeks_titles(k))
		duplicates_title(k->seen, p, sink);
	if (k->off[SOK_DUPLICATE_PUZZLE_RULE])
		return 0;
	return duplicates_puzzle(k->seen, p, sink, a);
}

static int
check_puzzle(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	struct check_work *k = c->ctx;
	struct report_case puzzle = {.puzzle = p, .pos = p->pos};

	k->boards += p->has_board;
	k->puzzles += p->number > 0;
	if (sok_check(p, &k->options, &c->sink, a) == -1 ||
	    find_duplicates(k, p, a) == -1)
		return -1;
	if (k->writer != NULL && k->errors == 0 &&
	    sok_write(k->writer, p) == -1)
		return -1;
	report_case(k->report, &puzzle);
	k->errors = 0;
	return 0;
}

/* Whether what is said of a puzzle, and nothing else is done with it, depends
 * on no other. */
static bool
is_alone(const struct check_work *k)
{
	return k->writer == NULL && k->off[SOK_DUPLICATE_PUZZLE_RULE] &&
	    !seeks_titles(k) && report_is_flat(&k->form);
}

/* ---- parts of a run */

/* What is compared with all that came before cannot be found in parts. */
static bool
fork_check(struct cli *part)
{
	struct check_work *own = part->ctx;

	if (!is_alone(own) || own->made != NULL || own->known != NULL)
		return false;
	own->c = part;
	own->seen = NULL;
	own->report = report_open(part, &own->form, cli_output(part));
	own->puzzles = own->boards = own->files = own->held = 0;
	memset(own->found, 0, sizeof(own->found));
	return true;
}

static bool
join_check(struct cli *c, const struct cli *part)
{
	struct check_work *k = c->ctx;
	const struct check_work *own = part->ctx;

	for (size_t i = 0; i < SOK_NRULES; i++)
		for (size_t j = 0; j < 3; j++)
			k->found[i][j] += own->found[i][j];
	k->puzzles += own->puzzles;
	k->boards += own->boards;
	k->files += own->files;
	return true;
}

static void
drop_check(struct cli *part)
{
	struct check_work *own = part->ctx;

	report_close(own->report);
}

const struct cli_parts check_parts = {
    sizeof(struct check_work), fork_check, join_check, drop_check};

const struct cli_work check_work = {
    .begin = begin_file,
    .end = end_file,
    .whole = end_whole,
    .header = take_header,
    .puzzle = check_puzzle,
};
