/* stats.c - the table of --stats. */
#include "report/report_form.h"

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

void
stats_end(struct report *r)
{
	struct stats *s = &r->stats;
	struct sok_output *o = cli_output(r->c);
	bool json = s->format == &report_json;
	char sep = s->format->separator;
	const char *eol = sep == ',' ? "\r\n" : "\n";

	s->n[STATS_files] = r->files;
	s->n[STATS_puzzles] = r->puzzles;
	if (r->header)
		sok_outf(o, "name%cvalue%s", sep, eol);
	for (size_t i = 0; i < STATS_N; i++) {
		if (json) {
			sok_outf(o, "%s\"%s\":%zu", i > 0 ? "," : "{", names[i],
			    s->n[i]);
		} else if (sep != '\0') {
			sok_outf(o, "%s%c%zu%s", names[i], sep, s->n[i], eol);
		} else {
			for (const char *p = names[i]; *p != '\0'; p++)
				sok_outc(o, *p == '_' ? ' ' : *p);
			sok_out_fill(o, ' ', 24 - strlen(names[i]));
			sok_outf(o, "%10zu\n", s->n[i]);
		}
	}
	if (json)
		sok_outf(o, "}\n");
	id_table_free(&s->titles);
	id_table_free(&s->authors);
}
