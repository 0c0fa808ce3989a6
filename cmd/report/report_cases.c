/* report_cases.c - the cases of a report: puzzles, games and the operands that
 * have them, with the findings about each. */
#include "base/base.h"
#include "report/report_form.h"
#include "text/text.h"

static void
clear(struct report *report, struct report_found *found)
{
	found->text.len = found->rest.len = 0;
	found->failed = false;
	report->worst.rule.len = report->worst.message.len = 0;
}

static void
complete(struct report *report, struct report_found *found,
    const struct report_case *result)
{
	const struct report_format *to = report->format;

	report->cases++;
	report->failures += found->failed;
	if (to->test != NULL)
		to->test(report, &report->line, found, result);
	else if (to->line != NULL && report->ncolumns > 0 && !result->quiet)
		to->line(report, &report->line, result);
	if (to->file_end == NULL)
		report_flush(report);
	clear(report, found);
	sok_arena_reset(&report->arena);
}

void
report_case(struct report *report, const struct report_case *result)
{
	if (result->puzzle->number == 0)
		return;
	if (result->game == NULL && report->ncolumns == 0)
		ignore_puzzle_end(report, result->puzzle);
	complete(report, &report->now, result);
}

/* Report the findings of a puzzle that is not a case for the operand. */
static void
leave(struct report *report, struct report_found *found)
{
	report->file.failed |= found->failed;
	sok_buf_add(&report->file.text, sok_buf_str(&found->text));
	sok_buf_add(&report->file.rest, sok_buf_str(&found->rest));
	clear(report, found);
}

void
report_puzzle_end(struct report *report, const struct sok_puzzle *puzzle)
{
	const struct report_case whole = {.puzzle = puzzle, .pos = puzzle->pos};

	ignore_puzzle_end(report, puzzle);
	leave(report, &report->now);
	if (report->format->test != NULL && !report_empty(&report->whole) &&
	    puzzle->number > 0)
		complete(report, &report->whole, &whole);
	clear(report, &report->whole);
	report->identified = 0;
}

void
report_file_end(struct report *report, const char *file)
{
	const struct report_case rest = {.pos.file = file};

	ignore_file_end(report, file);
	leave(report, &report->whole);
	leave(report, &report->now);
	if (report->format->test != NULL && !report_empty(&report->file))
		complete(report, &report->file, &rest);
	if (report->format->file_end != NULL)
		report->format->file_end(report, &report->line, file);
	report_flush(report);
	clear(report, &report->file);
	report->total += report->cases;
	report->cases = report->failures = 0;
	report->identified = 0;
	sok_arena_reset(&report->arena);
}

void
report_input_end(struct report *report, const char *file)
{
	report_file_end(report, file);
	stats_file(report, file);
}

/* ---- cases that are completed later */

bool
report_has_cases(const struct report *report)
{
	return report->format->test != NULL;
}

/* Move findings to an arena. */
static void
keep(struct report *report, struct report_found *found, struct report_kept *to,
    struct sok_arena *arena)
{
	to->failed = found->failed;
	to->text = sok_str_dup(arena, sok_buf_str(&found->text));
	to->rest = sok_str_dup(arena, sok_buf_str(&found->rest));
	cli_enough(report->cli, to->text.s != NULL && to->rest.s != NULL);
	clear(report, found);
}

void
report_keep_case(struct report *report, const struct sok_puzzle *puzzle,
    struct report_kept *to, struct sok_arena *arena)
{
	if (puzzle->number > 0)
		ignore_puzzle_end(report, puzzle);
	keep(report, &report->now, to, arena);
}

void
report_keep_file(struct report *report, const char *file,
    struct report_kept *to, struct sok_arena *arena)
{
	ignore_file_end(report, file);
	leave(report, &report->whole);
	leave(report, &report->now);
	keep(report, &report->file, to, arena);
	report->identified = 0;
}

void
report_resume(
    struct report *report, const struct report_kept *kept, bool is_file)
{
	struct report_found *found = is_file ? &report->file : &report->now;

	sok_buf_add(&found->text, kept->text);
	sok_buf_add(&found->rest, kept->rest);
	found->failed |= kept->failed;
	cli_enough(report->cli, !found->text.failed && !found->rest.failed);
}
