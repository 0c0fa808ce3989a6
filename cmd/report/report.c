/* report.c - counts findings and passes them to the format of the report; and
 * what formats share: names and ids of puzzles, and escaped text. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "report/report_form.h"
#include "text/text.h"

void
report_write(struct report *report)
{
	cli_enough(report->cli, !report->line.failed);
	sok_out(report->out, sok_buf_str(&report->line));
	report->line.len = 0;
}

bool
report_lists(const struct report *report)
{
	return report->made_path != NULL && strcmp(report->made_path, "-") == 0;
}

bool
report_identifies(const struct report *report)
{
	return report->format->ids || report->made_path != NULL ||
	    report->known_path != NULL;
}

void
report_begin(struct report *report)
{
	struct cli *cli = report->cli;
	const struct report_format *to = report->format;
	bool listed = report_lists(report);
	bool apart =
	    report->pass || report->apart || listed || report->stats.wanted;
	struct sok_write_options options = {.wrap = SOK_WRAP,
	    .charset = cli->to_charset,
	    .name = cli_output_name(cli)};

	if (listed &&
	    (report->pass || report->apart || to->head != NULL ||
	        to->foot != NULL))
		cli_usage(cli,
		    "--write-baseline=- cannot be combined with other output");
	if (report->stats.wanted)
		stats_begin(report);
	if (report->made_path != NULL)
		cli_writes(cli, report->made_path, "--write-baseline");
	if (report->known_path != NULL)
		cli_reads(
		    cli, report->known_path, "--baseline", "--write-baseline");
	if (report->known_path != NULL)
		baseline_read(report);
	if (!report->pass && cli->to_charset != NULL)
		cli_usage(cli, "--to-charset needs -p");
	if (report->pass) {
		report->writer =
		    sok_writer_open(sok_format_find(SOK_STR("sok")),
		        cli_text_output(cli), &options, &cli->sink);
		if (report->writer == NULL)
			cli_die(cli, NULL, errno);
	}
	report->out = apart ? cli_err(cli) : cli_output(cli);
	if (report->show && to != &report_text)
		cli_usage(cli, "--show needs -F text");
	if (report->header && to->separator == '\0')
		cli_usage(cli, "--header needs -F tsv");
	/* With -p, -q limits what goes to standard error. */
	report->shown = apart && cli->quiet ? SOK_ERROR : report->lowest;
	cli->splits = true;
	memcpy(cli->sink.off, report->off, sizeof(report->off));
	if (report->format->head != NULL)
		sok_out(report->out, sok_str(report->format->head));
	if (report->format->begin != NULL)
		report->format->begin(report, &report->line);
	report_flush(report);
}

/* ---- findings */

bool
report_shows(const struct report *report, const struct sok_finding *finding)
{
	bool wants = report->always[finding->rule] && !report->severity_given &&
	    !report->cli->quiet;

	return wants || finding->severity >= report->shown;
}

bool
report_finding(struct report *report, const struct sok_finding *finding)
{
	const struct report_format *to = report->format;
	bool fails = report_fails(report->cli, finding);
	struct sok_finding own = *finding;
	struct report_found *found = &report->now;
	struct sok_buf *buf = &report->line;

	sok_arena_reset(&report->arena);
	if (ignore_accepts(report, finding) ||
	    baseline_accepts(report, finding)) {
		report->cli->sink.count[finding->severity]--;
		return false;
	}
	report->found[finding->rule][finding->severity]++;

	/* Text between puzzles has no number. */
	if (finding->puzzle != NULL && finding->puzzle->number == 0)
		own.puzzle = NULL;
	if (own.puzzle == NULL)
		found = &report->file;
	else if (report->ncolumns > 0 && finding->game == NULL)
		found = &report->whole;
	found->failed |= fails;

	/* Explain why the report file will not be replaced. */
	if (sok_rule_unread(finding->rule) && finding->severity == SOK_ERROR &&
	    report->cli->output != NULL && report->out != cli_err(report->cli))
		cli_finding(report->cli, &own);
	if (!report_shows(report, finding) ||
	    (report->stats.wanted && !sok_rule_unread(finding->rule)))
		return true;
	if (to->test != NULL)
		buf = to->sorts && !fails ? &found->rest : &found->text;
	to->finding(report, buf, &own);
	cli_enough(report->cli, !buf->failed);
	if (to->test == NULL)
		report_flush(report);
	return true;
}

/* ---- the end */

static void
put_count(struct sok_output *out, size_t n, const char *what, const char *then)
{
	sok_outf(out, "%zu %s%s%s", n, what, n == 1 ? "" : "s", then);
}

void
report_rules(const struct report *report, struct sok_output *out)
{
	for (size_t i = 0; i < SOK_NRULES; i++) {
		const size_t *count = report->found[i];
		size_t all =
		    count[SOK_NOTE] + count[SOK_WARNING] + count[SOK_ERROR];

		if (all > 0)
			sok_outf(out, "%s\t%zu\n", sok_rules[i].name, all);
	}
}

/* Lines of a name and a number, which add up over parts of a collection. */
static void
print_numbers(struct report *report)
{
	struct sok_output *err = cli_err(report->cli);
	const size_t *count = report->cli->sink.count;

	report_rules(report, err);
	if (report->ncolumns > 0)
		sok_outf(err, "games\t%zu\n", report->games);
	sok_outf(
	    err, "puzzles\t%zu\nfiles\t%zu\n", report->puzzles, report->files);
	sok_outf(err, "errors\t%zu\nwarnings\t%zu\nnotes\t%zu\n",
	    count[SOK_ERROR], count[SOK_WARNING], count[SOK_NOTE]);
}

static void
print_summary(struct report *report)
{
	struct sok_output *err = cli_err(report->cli);
	const size_t *count = report->cli->sink.count;

	if (report->format->separator == '\t') {
		print_numbers(report);
		return;
	}
	for (size_t i = 0; i < SOK_NRULES; i++)
		for (size_t j = 3; j-- > 0;)
			if (report->found[i][j] > 0)
				sok_outf(err, "%-20s  %-7s  %8zu\n",
				    sok_rules[i].name, sok_severity_name[j],
				    report->found[i][j]);
	if (report->ncolumns > 0)
		put_count(err, report->games, "game", " of ");
	put_count(err, report->puzzles, "puzzle", " in ");
	put_count(err, report->files, "file", ": ");
	put_count(err, count[SOK_ERROR], "error", ", ");
	put_count(err, count[SOK_WARNING], "warning", ", ");
	put_count(err, count[SOK_NOTE], "note", "\n");
}

void
report_end(struct report *report)
{
	struct sok_buf *const bufs[] = {&report->now.text, &report->now.rest,
	    &report->whole.text, &report->whole.rest, &report->file.text,
	    &report->file.rest, &report->line, &report->worst.message,
	    &report->clean, &report->whose};

	if (report->pass)
		cli_withhold(report->cli);
	if (report->writer != NULL && sok_writer_close(report->writer) == -1)
		cli_trouble(report->cli, NULL, errno);
	if (report->known_path != NULL && report->made_path == NULL)
		baseline_stale(report);
	/* Findings from closing the writer of -p. */
	if (!report_empty(&report->file))
		report_file_end(report, cli_output_name(report->cli));
	report->line.len = 0; /* drops cases of an operand without an end */
	if (report->format->end != NULL)
		report->format->end(report, &report->line);
	report_flush(report);
	if (report->format->foot != NULL)
		sok_out(report->out, sok_str(report->format->foot));
	if (report->made_path != NULL)
		baseline_write(report);
	if (report->stats.wanted)
		stats_end(report);

	if (report->summary)
		print_summary(report);
	/* What the run was for must not be lost in silence. */
	cli_flush(report->cli);
	if ((report->summary || report->out == cli_err(report->cli)) &&
	    sok_output_failed(cli_err(report->cli)))
		cli_raise(report->cli, CLI_TROUBLE);

	for (size_t i = 0; i < SOK_COUNT(bufs); i++)
		sok_buf_free(bufs[i]);
	id_table_free(&report->known);
	id_table_free(&report->made.count);
	sok_arena_free(&report->made.names);
	free(report->made.accepted);
	free(report->line_of);
	id_table_free(&report->prints);
	sok_arena_free(&report->arena);
}

/* ---- text for the formats */

/* UTF-8 without control characters; valid until the next call. */
static struct sok_str
clean(struct report *report, struct sok_str s)
{
	if (cli_plain(s))
		return s;
	report->clean.len = 0;
	cli_add_text(report->cli, &report->clean, s, SIZE_MAX);
	cli_enough(report->cli, !report->clean.failed);
	return sok_buf_str(&report->clean);
}

struct sok_str
report_replace(struct report *report, struct sok_str s, escapes as)
{
	const char *escaped;
	char *text, *to;

	text = to = cli_must(
	    report->cli, sok_arena_alloc(&report->arena, s.len + 1, ESCAPED));
	for (size_t i = 0; i < s.len; i++) {
		escaped = as[(unsigned char)s.s[i]];
		if (escaped == NULL)
			*to++ = s.s[i];
		else
			to = stpcpy(to, escaped);
	}
	*to = '\0';
	return (struct sok_str){text, (size_t)(to - text)};
}

const char *
report_escape(struct report *report, struct sok_str s, escapes as)
{
	return report_replace(report, clean(report, s), as).s;
}

struct sok_str
report_whose(struct report *report, const struct sok_puzzle *puzzle,
    const struct sok_game *game)
{
	report->whose.len = 0;
	cli_add_whose(report->cli, &report->whose, puzzle, game, SIZE_MAX);
	cli_enough(report->cli, !report->whose.failed);
	return sok_buf_str(&report->whose);
}

/* Compute the identity of a puzzle once for all of its findings. */
static void
identify(struct report *report, const struct sok_puzzle *puzzle)
{
	struct sok_id id = {.unique = 0};

	if (report->identified == puzzle->number)
		return;
	report->identified = puzzle->number;
	report->has_id = false;
	report->level[0] = '\0';
	if (!puzzle->has_board)
		return;
	int has = sok_unique_id(puzzle, &id, &report->arena);
	report->has_id = has == 1;
	if (has == 0)
		has = sok_picture_id(puzzle, &id.unique, &report->arena);
	cli_enough(report->cli, has != -1);
	snprintf(
	    report->level, sizeof(report->level), "%016" PRIX64, id.unique);
}

struct sok_str
report_id(struct report *report, const struct sok_puzzle *puzzle)
{
	identify(report, puzzle);
	return sok_str(report->has_id ? report->level : "");
}

struct sok_str
report_key(
    struct report *report, const struct sok_finding *finding, char separator)
{
	const char *rule = sok_rules[finding->rule].name;
	size_t n = strlen(rule);
	const struct sok_puzzle *puzzle = finding->puzzle;
	struct sok_str key = {NULL, 0};
	/* Rules about the bytes of a file, independent of the puzzle. */
	bool about_file = finding->rule == SOK_BAD_UTF8_RULE ||
	    finding->rule == SOK_CONTROL_CHAR_RULE ||
	    finding->rule == SOK_MIXED_LINE_ENDS_RULE ||
	    finding->rule == SOK_BOM_RULE;

	if (puzzle != NULL && puzzle->number > 0) {
		identify(report, puzzle);
		if (report->level[0] != '\0' && !about_file)
			key = sok_str(report->level);
	}
	if (key.len == 0)
		key = clean(report, sok_str(finding->pos.file));
	/* Without printf, as many findings have one. */
	char *text = cli_must(
	    report->cli, sok_arena_alloc(&report->arena, n + key.len + 2, 1));
	memcpy(text, rule, n);
	text[n++] = separator;
	memcpy(text + n, key.s, key.len);
	text[n + key.len] = '\0';
	return (struct sok_str){text, n + key.len};
}

struct sok_str
report_file(
    const struct report *report, const char *name, struct sok_str *member)
{
	const char *path = cli_member_path(report->cli, name);
	struct sok_str file = sok_str(name);

	*member = sok_str(path == NULL ? "" : path);
	/* A colon separates the path in the archive. */
	if (member->len > 0)
		file.len -= member->len + 1;
	return file;
}
