/*
 * check_work.c - what sokcheck does with each operand and each puzzle: the
 * library's rules, what only a whole run can see (duplicates, files without a
 * board, a baseline), and on to the report.
 */
#include <string.h>

#include "check/check_work.h"
#include "jobs/record.h"
#include "tools.h"

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

static int
end_file(struct cli *c, const struct cli_operand *op)
{
	struct check_work *k = c->ctx;
	struct sok_pos pos = {op->name, 1, 1};

	if (k->boards == 0 && c->select == NULL && cli_read_whole(c))
		sok_report_as(&c->sink, c->strict ? SOK_ERROR : SOK_WARNING,
		    SOK_NO_PUZZLE_RULE, pos, NULL, NULL,
		    "no board was recognised in this file");
	report_file_end(k->report, op->name);
	k->files++;
	return 0;
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
	struct duplicate_key key;

	if (seeks_titles(k))
		duplicates_title(k->seen, p, sink);
	if (k->off[SOK_DUPLICATE_PUZZLE_RULE])
		return 0;
	if (k->c->ready != NULL)
		key = *(const struct duplicate_key *)k->c->ready->result;
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
	k->puzzles += p->number > 0;
	if (c->ready != NULL)
		cli_report_recorded(c, c->ready->found, p);
	else if (sok_check(p, &k->options, &c->sink, a) == -1)
		return -1;
	if (find_duplicates(k, p, a) == -1)
		return -1;
	if (k->writer != NULL && k->errors == 0 &&
	    sok_write(k->writer, p) == -1)
		return -1;
	report_case(k->report, &puzzle);
	k->errors = 0;
	return 0;
}

/* ---- what can be done before its turn */

/* Whether the puzzle's identity is needed to report what was found. */
static bool
needs_id(const struct check_work *k, const struct record *found)
{
	size_t n = 0;

	for (unsigned i = k->form.lowest; i <= SOK_ERROR; i++)
		n += found->sink.count[i];
	return n > 0 &&
	    (report_identifies(k->report) || k->made != NULL ||
	        k->known != NULL);
}

static int
prepare(const struct cli *c, struct sok_puzzle *p, struct cli_ready *ready,
    struct record *found, struct sok_arena *a, struct sok_arena *scratch)
{
	const struct check_work *k = c->ctx;
	struct duplicate_key *key = sok_arena_zalloc(a, 1, sizeof(*key));

	ready->result = key;
	if (key == NULL ||
	    sok_check(p, &k->options, &found->sink, scratch) == -1)
		return -1;
	if (!k->off[SOK_DUPLICATE_PUZZLE_RULE] || needs_id(k, found))
		if (sok_identify(p, false, a, scratch) == -1)
			return -1;
	if (!k->off[SOK_DUPLICATE_PUZZLE_RULE])
		return duplicates_key(p, key, scratch);
	return 0;
}

const struct cli_work check_work = {
    .begin = begin_file,
    .end = end_file,
    .header = take_header,
    .puzzle = check_puzzle,
    .prepare = prepare,
};
