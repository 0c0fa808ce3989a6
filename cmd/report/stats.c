/* stats.c - the table of --stats. */
#include "base/base.h"
#include "io/io.h"
#include "report/report_form.h"
#include "text/text.h"

#define STATS_NAME(name) #name,
static const char *const names[] = {STATS(STATS_NAME)};

void
stats_begin(struct report *report)
{
	const struct report_format *format = report->format;

	if (report->pass || report_lists(report))
		cli_usage(report->cli,
		    "--stats cannot be combined with other output: %s",
		    report->pass ? "-p" : "--write-baseline=-");
	if (report->show)
		cli_usage(report->cli, "--stats and --show exclude each other");
	if (format != &report_text && format != &report_json &&
	    format->separator == '\0')
		cli_usage(
		    report->cli, "--stats needs -F text, json, tsv or csv");
	/* Findings are not printed, so they do not change the status either. */
	report->cli->exit_zero = true;
	report->stats.format = format;
	report->format = &report_text;
}

void
report_needs_findings(
    const struct report *report, bool given, const char *option)
{
	if (given && report->stats.wanted && !report->summary &&
	    report->format->separator != '\t')
		cli_usage(report->cli,
		    "--stats does not count what %s finds without -F tsv or "
		    "--summary",
		    option);
}

/* Extend the range from entry `least` to the next one. */
static void
extend(struct stats *stats, int least, size_t n)
{
	size_t *count = stats->count + least;

	if (stats->count[STATS_boards] == 1 || n < count[0])
		count[0] = n;
	if (n > count[1])
		count[1] = n;
}

/* Count different texts, and puzzles without one. */
static void
count_text(
    struct report *report, struct id_table *met, int what, struct sok_str s)
{
	size_t *count = report->stats.count + what;

	if (s.len == 0) {
		count[1]++;
		return;
	}
	struct id_slot *slot =
	    cli_must(report->cli, id_table_find(met, sok_digest(s)));
	count[0] += slot->n == 0;
	slot->n = 1;
}

void
report_puzzle(struct report *report, const struct sok_puzzle *puzzle)
{
	static const size_t sides[] = {10, 20, 32, 50};
	struct stats *stats = &report->stats;

	report->puzzles += puzzle->number > 0;
	if (!stats->wanted || puzzle->number == 0)
		return;
	stats->number = 0;
	if (puzzle->has_board) {
		size_t width = (size_t)puzzle->board.width;
		size_t height = (size_t)puzzle->board.height;
		size_t side = width > height ? width : height, i = 0;

		stats->count[STATS_boards]++;
		while (i < SOK_COUNT(sides) && side > sides[i])
			i++;
		stats->count[STATS_boards_up_to_10 + i]++;
		extend(stats, STATS_min_width, width);
		extend(stats, STATS_min_height, height);
		extend(stats, STATS_min_boxes, puzzle->board.boxes);
		stats->count[STATS_boxes] += puzzle->board.boxes;
	}
	count_text(
	    report, &stats->titles, STATS_different_titles, puzzle->title);
	count_text(report, &stats->authors, STATS_different_authors,
	    sok_puzzle_author(puzzle));
}

void
stats_game(struct stats *stats, const struct sok_puzzle *puzzle, bool solves)
{
	stats->count[STATS_games]++;
	stats->count[STATS_solutions] += solves;
	if (!solves ||
	    (puzzle->number == stats->number &&
	        puzzle->pos.file == stats->file))
		return;
	stats->number = puzzle->number;
	stats->file = puzzle->pos.file;
	stats->count[STATS_puzzles_with_solution]++;
}

/* Whether there is such a number: without a board, none is the least or the
 * greatest one. */
static bool
has_number(const size_t *count, int what)
{
	bool extreme = what == STATS_min_boxes || what == STATS_max_boxes ||
	    (what >= STATS_min_width && what <= STATS_max_height);

	return !extreme || count[STATS_boards] > 0;
}

/* Print the numbers as members of an object, of which `before` is the start. */
static void
print_json(
    struct sok_output *out, const size_t *count, int first, const char *before)
{
	for (int i = first; i < STATS_N; i++) {
		sok_outf(out, "%s\"%s\":", before, names[i]);
		if (has_number(count, i))
			sok_outf(out, "%zu", count[i]);
		else
			sok_outf(out, "null");
		before = ",";
	}
	sok_outf(out, "}\n");
}

/* ---- a row for each file */

/* What a row has in text, where it must fit a line. */
static const struct {
	int what;
	const char *head;
} shown[] = {{STATS_puzzles, "puzzles"}, {STATS_boards, "boards"},
    {STATS_boxes, "boxes"}, {STATS_different_titles, "titles"},
    {STATS_different_authors, "authors"}, {STATS_games, "games"},
    {STATS_solutions, "solutions"}};

static void
print_head(struct report *report, struct sok_output *out)
{
	char sep = report->stats.format->separator;

	if (report->stats.format == &report_text) {
		for (size_t i = 0; i < SOK_COUNT(shown); i++)
			sok_outf(out, "%9s ", shown[i].head);
		sok_outf(out, " file\n");
	} else if (report->header) {
		sok_outf(out, "file");
		for (int i = STATS_puzzles; i < STATS_N; i++)
			sok_outf(out, "%c%s", sep, names[i]);
		sok_outf(out, "%s", sep == ',' ? "\r\n" : "\n");
	}
}

void
stats_file(struct report *report, const char *file)
{
	struct stats *stats = &report->stats;
	char sep = stats->format == NULL ? '\0' : stats->format->separator;
	struct sok_output *out;
	struct sok_buf name = {NULL, 0, 0, false};

	if (!stats->by_file)
		return;
	out = cli_output(report->cli);
	stats->count[STATS_puzzles] = report->puzzles - stats->before;
	stats->before = report->puzzles;
	if (stats->rows++ == 0)
		print_head(report, out);
	sok_buf_add(&name, cli_name_guard(file));
	if (stats->format == &report_json) {
		sok_buf_add(
		    &name, sok_str(report_json_text(report, sok_str(file))));
		sok_outf(out, "{\"file\":\"%.*s\"", (int)name.len, name.s);
		print_json(out, stats->count, STATS_puzzles, ",");
	} else {
		if (sep == '\0')
			cli_add_text(
			    report->cli, &name, sok_str(file), SIZE_MAX);
		else
			report_add_field(report, &name, sok_str(file), sep);
		for (size_t i = 0; i < SOK_COUNT(shown) && sep == '\0'; i++)
			sok_outf(out, "%9zu ", stats->count[shown[i].what]);
		if (sep == '\0')
			sok_outc(out, ' ');
		sok_out(out, sok_buf_str(&name));
		for (int i = STATS_puzzles; i < STATS_N && sep != '\0'; i++) {
			sok_outc(out, sep);
			if (has_number(stats->count, i))
				sok_outf(out, "%zu", stats->count[i]);
		}
		sok_outf(out, "%s", sep == ',' ? "\r\n" : "\n");
	}
	cli_enough(report->cli, !name.failed);
	sok_buf_free(&name);
	memset(stats->count, 0, sizeof(stats->count));
	id_table_free(&stats->titles);
	id_table_free(&stats->authors);
}

/* ---- the table of the run */

void
stats_end(struct report *report)
{
	struct stats *stats = &report->stats;
	struct sok_output *out = cli_output(report->cli);
	char sep = stats->format->separator;
	const char *eol = sep == ',' ? "\r\n" : "\n";

	if (stats->by_file)
		return;
	stats->count[STATS_files] = report->files;
	stats->count[STATS_puzzles] = report->puzzles;
	if (report->header)
		sok_outf(out, "name%cvalue%s", sep, eol);
	if (stats->format == &report_json)
		print_json(out, stats->count, 0, "{");
	for (int i = 0; i < STATS_N && stats->format != &report_json; i++) {
		if (!has_number(stats->count, i))
			continue;
		if (sep != '\0') {
			sok_outf(out, "%s%c%zu%s", names[i], sep,
			    stats->count[i], eol);
			continue;
		}
		for (const char *p = names[i]; *p != '\0'; p++)
			sok_outc(out, *p == '_' ? ' ' : *p);
		sok_out_fill(out, ' ', 24 - strlen(names[i]));
		sok_outf(out, "%10zu\n", stats->count[i]);
	}
	if (sep == '\t')
		report_rules(report, out);
	id_table_free(&stats->titles);
	id_table_free(&stats->authors);
}
