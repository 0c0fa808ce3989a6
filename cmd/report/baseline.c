/* baseline.c - accepted findings, as text for version control: sorted lines of
 * `rule TAB level TAB count`.  A finding about no level has the operand's name,
 * escaped as in messages.  Lines that begin with '#' are remarks. */
#include <stdlib.h>

#include "base/base.h"
#include "io/io.h"
#include "report/report_form.h"
#include "text/text.h"

/* Larger than any real count, and small enough that sums do not overflow. */
#define COUNT_MOST 999999999

/* Keep `rule TAB level` of a line, to report it if it is stale. */
static void
keep_line(struct report *report, struct sok_str what, size_t number)
{
	struct known_line *line = sok_grow(
	    report->line_of, report->nlines, &report->line_cap, sizeof(*line));

	report->line_of = cli_must(report->cli, line);
	line[report->nlines++] = (struct known_line){
	    cli_must(report->cli, str_terminated(&report->made.names, what)),
	    number};
}

void
baseline_read(struct report *report)
{
	size_t size;
	char *text = cli_slurp(report->cli, report->known_path, false, &size);
	struct sok_str rest = {text, size}, line, count;
	struct id_slot *slot;
	size_t what, n;

	for (size_t number = 1; rest.len > 0; number++) {
		line = sok_str_line(&rest);
		if (line.len == 0 || line.s[0] == '#')
			continue;
		/* The length of `rule TAB level`. */
		what = sok_str_find(line, SOK_STR("\t")) + 1;
		what += sok_str_find(sok_str_from(line, what), SOK_STR("\t"));
		count = sok_str_from(line, what + 1);
		if (!sok_str_number(count, &n) || n > COUNT_MOST) {
			cli_error(report->cli,
			    "%s:%zu: not a line of a baseline",
			    report->known_path, number);
			exit(cli_finish(report->cli));
		}
		line = sok_str_sub(line, 0, what);
		slot = id_table_find(&report->known, sok_digest(line));
		cli_enough(report->cli, slot != NULL);
		if (slot->n == 0)
			keep_line(report, line, number);
		slot->n += slot->n == 0 ? n + 1 : n;
	}
	free(text);
}

/* Add n findings to those that the new baseline accepts. */
static void
count_accepted(struct report *report, struct sok_str what, size_t n)
{
	struct baseline *baseline = &report->made;
	struct id_slot *slot = cli_must(
	    report->cli, id_table_find(&baseline->count, sok_digest(what)));

	if (slot->n == 0) {
		baseline->accepted = sok_grow(baseline->accepted, baseline->n,
		    &baseline->cap, sizeof(*baseline->accepted));
		cli_enough(report->cli, baseline->accepted != NULL);
		baseline->accepted[baseline->n++] = cli_must(
		    report->cli, str_terminated(&baseline->names, what));
	}
	slot->n += n;
}

bool
baseline_accepts(struct report *report, const struct sok_finding *finding)
{
	bool makes = report->made_path != NULL;
	struct sok_str what;
	struct id_slot *slot;

	/* Nobody knows what is in unread input. */
	if ((!makes && report->known_path == NULL) ||
	    sok_rule_unread(finding->rule))
		return false;
	what = report_key(report, finding, '\t');
	uint64_t digest = sok_digest(what);
	bool known = id_table_get(&report->known, digest) > 1;
	if (known) {
		slot = cli_must(
		    report->cli, id_table_find(&report->known, digest));
		slot->n--;
	}
	/* What the old baseline accepts stays in the new one. */
	if (!makes || (!known && !report_shows(report, finding)))
		return known;
	count_accepted(report, what, 1);
	return true;
}

/* The name of the rule of a line. */
static struct sok_str
rule_of(const struct known_line *line)
{
	return sok_str_sub(sok_str(line->what), 0, strcspn(line->what, "\t"));
}

/* Whether the rule of a line was looked for in all that was read: only then a
 * finding that was not met is gone. */
static bool
was_sought(const struct report *report, const struct known_line *line)
{
	enum sok_rule rule = sok_rule_find(rule_of(line));

	return report->cli->select == NULL &&
	    (rule == SOK_NO_RULE ||
	        (!report->unsought[rule] && !report->off[rule]));
}

/* How many findings of a line were accepted but not met. */
static size_t
left_of(const struct report *report, const struct known_line *line)
{
	size_t n =
	    id_table_get(&report->known, sok_digest(sok_str(line->what)));

	return n > 1 ? n - 1 : 0;
}

void
baseline_stale(struct report *report)
{
	if (report->cli->select != NULL ||
	    cli_status(report->cli) == CLI_TROUBLE)
		return;
	for (size_t i = 0; i < report->nlines; i++) {
		const struct known_line *line = &report->line_of[i];
		struct sok_pos pos = {report->known_path, line->number, 1};
		struct sok_str name = rule_of(line);
		size_t left = left_of(report, line);

		if (left > 0 && was_sought(report, line))
			sok_report(&report->cli->sink, SOK_STALE_BASELINE_RULE,
			    pos, NULL, NULL,
			    left == 1 ? "%zu finding of `%.*s` is accepted but "
			                "not found"
			              : "%zu findings of `%.*s` are accepted "
			                "but not found",
			    left, (int)name.len, name.s);
	}
	report_file_end(report, report->known_path);
}

void
baseline_write(struct report *report)
{
	bool listed = report_lists(report);
	struct baseline *baseline = &report->made;

	if (!listed && cli_status(report->cli) == CLI_TROUBLE) {
		cli_remark(report->cli, "%s: not written", report->made_path);
		return;
	}
	/* What was not looked for is accepted as before. */
	for (size_t i = 0; i < report->nlines; i++) {
		const struct known_line *line = &report->line_of[i];
		size_t left = left_of(report, line);

		if (left > 0 && !was_sought(report, line))
			count_accepted(report, sok_str(line->what), left);
	}
	struct sok_output *out = listed ? cli_output(report->cli)
	                                : sok_output_file(report->made_path);
	if (out == NULL) {
		cli_trouble(report->cli, report->made_path, errno);
		return;
	}
	if (baseline->n > 0)
		qsort(baseline->accepted, baseline->n,
		    sizeof(*baseline->accepted), choose_order);
	sok_outf(out, "# %s baseline 1: rule, level, count\n",
	    report->cli->program->name);
	for (size_t i = 0; i < baseline->n; i++)
		sok_outf(out, "%s\t%zu\n", baseline->accepted[i],
		    id_table_get(&baseline->count,
		        sok_digest(sok_str(baseline->accepted[i]))));
	if (!listed && sok_output_close(out, true) == -1)
		cli_trouble(report->cli, report->made_path, errno);
}
