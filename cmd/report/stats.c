/* stats.c - the table of --stats. */
#include "base/base.h"
#include "io/io.h"
#include "report/report_form.h"
#include "text/text.h"

#define STATS_NAME(name) #name,
static const char *const names[] = {STATS(STATS_NAME)};

void
stats_begin(struct report *r)
{
	const struct report_format *f = r->format;

	if (r->pass || report_lists(r))
		cli_usage(r->c, "--stats cannot be combined with other output");
	if (f != &report_text && f != &report_json && f->separator == '\0')
		cli_usage(r->c, "--stats needs -F text, json, tsv or csv");
	/* Findings are not printed, so they do not change the status either. */
	r->c->exit_zero = true;
	r->stats.format = f;
	r->format = &report_text;
}

/* Extend the range from entry `least` to the next one. */
static void
extend(struct stats *s, int least, size_t n)
{
	size_t *v = s->n + least;

	if (s->n[STATS_boards] == 1 || n < v[0])
		v[0] = n;
	if (n > v[1])
		v[1] = n;
}

/* Count different texts, and puzzles without one. */
static void
count_text(struct report *r, struct id_table *met, int what, struct sok_str s)
{
	size_t *n = r->stats.n + what;

	if (s.len == 0) {
		n[1]++;
		return;
	}
	struct id_slot *slot =
	    cli_must(r->c, id_table_find(met, sok_digest(s)));
	n[0] += slot->n == 0;
	slot->n = 1;
}

void
report_puzzle(struct report *r, const struct sok_puzzle *p)
{
	static const size_t sides[] = {10, 20, 32, 50};
	struct stats *s = &r->stats;

	r->puzzles += p->number > 0;
	if (!s->wanted || p->number == 0)
		return;
	s->number = 0;
	if (p->has_board) {
		size_t width = (size_t)p->board.width;
		size_t height = (size_t)p->board.height;
		size_t side = width > height ? width : height, i = 0;

		s->n[STATS_boards]++;
		while (i < SOK_COUNT(sides) && side > sides[i])
			i++;
		s->n[STATS_boards_up_to_10 + i]++;
		extend(s, STATS_min_width, width);
		extend(s, STATS_min_height, height);
		extend(s, STATS_min_boxes, p->board.boxes);
		s->n[STATS_boxes] += p->board.boxes;
	}
	count_text(r, &s->titles, STATS_titles, p->title);
	count_text(r, &s->authors, STATS_authors, sok_puzzle_author(p));
}

void
stats_game(struct stats *s, const struct sok_puzzle *p, bool solves)
{
	s->n[STATS_games]++;
	s->n[STATS_solutions] += solves;
	if (!solves || (p->number == s->number && p->pos.file == s->file))
		return;
	s->number = p->number;
	s->file = p->pos.file;
	s->n[STATS_puzzles_with_solution]++;
}

/* Print the numbers as members of an object, of which `before` is the start. */
static void
print_json(struct sok_output *o, const size_t *n, int first, const char *before)
{
	for (int i = first; i < STATS_N; i++) {
		sok_outf(o, "%s\"%s\":%zu", before, names[i], n[i]);
		before = ",";
	}
	sok_outf(o, "}\n");
}

/* ---- a row for each file */

/* What a row has in text, where it must fit a line. */
static const int shown[] = {STATS_puzzles, STATS_boards, STATS_boxes,
    STATS_titles, STATS_authors, STATS_games, STATS_solutions};

/* Print a name, or a number, with the separator after it. */
static void
print_field(struct sok_output *o, struct sok_str s, char sep)
{
	bool quoted = sep == ',' &&
	    (memchr(s.s, ',', s.len) != NULL ||
	        memchr(s.s, '"', s.len) != NULL);

	if (quoted)
		sok_outc(o, '"');
	for (size_t i = 0; i < s.len; i++) {
		if (quoted && s.s[i] == '"')
			sok_outc(o, '"');
		if (sep == '\t' && s.s[i] == '\\')
			sok_outc(o, '\\');
		sok_outc(o, s.s[i]);
	}
	if (quoted)
		sok_outc(o, '"');
}

static void
print_head(struct report *r, struct sok_output *o)
{
	char sep = r->stats.format->separator;

	if (r->stats.format == &report_text) {
		for (size_t i = 0; i < SOK_COUNT(shown); i++)
			sok_outf(o, "%9s ", names[shown[i]]);
		sok_outf(o, " file\n");
	} else if (r->header) {
		sok_outf(o, "file");
		for (int i = STATS_puzzles; i < STATS_N; i++)
			sok_outf(o, "%c%s", sep, names[i]);
		sok_outf(o, "%s", sep == ',' ? "\r\n" : "\n");
	}
}

void
stats_file(struct report *r, const char *file)
{
	struct stats *s = &r->stats;
	char sep = s->format == NULL ? '\0' : s->format->separator;
	struct sok_output *o;
	struct sok_buf name = {NULL, 0, 0, false};

	if (!s->by_file)
		return;
	o = cli_output(r->c);
	s->n[STATS_puzzles] = r->puzzles - s->before;
	s->before = r->puzzles;
	if (s->rows++ == 0)
		print_head(r, o);
	sok_buf_add(&name, cli_name_guard(file));
	if (s->format == &report_json) {
		sok_buf_add(&name, sok_str(report_json_text(r, sok_str(file))));
		sok_outf(o, "{\"file\":\"%.*s\"", (int)name.len, name.s);
		print_json(o, s->n, STATS_puzzles, ",");
	} else {
		cli_add_text(r->c, &name, sok_str(file), SIZE_MAX);
		for (size_t i = 0; i < SOK_COUNT(shown) && sep == '\0'; i++)
			sok_outf(o, "%9zu ", s->n[shown[i]]);
		if (sep == '\0')
			sok_outc(o, ' ');
		print_field(o, sok_buf_str(&name), sep);
		for (int i = STATS_puzzles; i < STATS_N && sep != '\0'; i++)
			sok_outf(o, "%c%zu", sep, s->n[i]);
		sok_outf(o, "%s", sep == ',' ? "\r\n" : "\n");
	}
	cli_enough(r->c, !name.failed);
	sok_buf_free(&name);
	memset(s->n, 0, sizeof(s->n));
	id_table_free(&s->titles);
	id_table_free(&s->authors);
}

/* ---- the table of the run */

void
stats_end(struct report *r)
{
	struct stats *s = &r->stats;
	struct sok_output *o = cli_output(r->c);
	char sep = s->format->separator;
	const char *eol = sep == ',' ? "\r\n" : "\n";

	if (s->by_file)
		return;
	s->n[STATS_files] = r->files;
	s->n[STATS_puzzles] = r->puzzles;
	if (r->header)
		sok_outf(o, "name%cvalue%s", sep, eol);
	if (s->format == &report_json)
		print_json(o, s->n, 0, "{");
	for (size_t i = 0; i < STATS_N && s->format != &report_json; i++) {
		if (sep != '\0') {
			sok_outf(o, "%s%c%zu%s", names[i], sep, s->n[i], eol);
			continue;
		}
		for (const char *p = names[i]; *p != '\0'; p++)
			sok_outc(o, *p == '_' ? ' ' : *p);
		sok_out_fill(o, ' ', 24 - strlen(names[i]));
		sok_outf(o, "%10zu\n", s->n[i]);
	}
	if (sep == '\t')
		report_rules(r, o);
	id_table_free(&s->titles);
	id_table_free(&s->authors);
}
