/*
 * report.c - passes findings and cases to the format of the report, drops
 * those below the lowest severity, and counts them.
 */
#include <errno.h>
#include <string.h>

#include "report/report_form.h"
#include "tools.h"

static void
flush(struct report *r, struct sok_buf *b)
{
	report_need(r, !b->failed);
	if (b->len > 0)
		sok_out(r->out, sok_buf_str(b));
	b->len = 0;
}

bool
report_lists(const struct report *r)
{
	return r->made_path != NULL && strcmp(r->made_path, "-") == 0;
}

/* A writer for the puzzles of -p, or NULL. */
static struct sok_writer *
open_writer(struct cli *c, bool pass)
{
	struct sok_write_options o = {.wrap = SOK_WRAP,
	    .charset = c->to_charset,
	    .name = cli_output_name(c)};
	struct sok_writer *w;

	if (!pass && c->to_charset != NULL)
		cli_usage(c, "--to-charset needs -p");
	if (!pass)
		return NULL;
	w = sok_writer_open(
	    sok_format_find(SOK_STR("sok")), cli_text_output(c), &o, &c->sink);
	if (w == NULL)
		cli_die(c, NULL, errno);
	return w;
}

void
report_begin(struct report *r, struct cli *c)
{
	bool listed = report_lists(r);
	bool apart = r->pass || listed || r->stats.wanted;

	r->c = c;
	if (listed && (r->pass || !r->format->flat))
		cli_usage(c,
		    "--write-baseline=- cannot be combined with other output");
	if (r->stats.wanted)
		stats_begin(r, !r->pass && !listed);
	if (r->known_path != NULL) {
		cli_need(c, "--baseline", SOK_LIBMD);
		r->known = baseline_read(c, r->known_path);
	}
	if (r->made_path != NULL) {
		cli_need(c, "--write-baseline", SOK_LIBMD);
		r->made = baseline_new(c);
	}
	r->writer = open_writer(c, r->pass);
	r->out = apart ? cli_err(c) : cli_output(c);
	if (r->header && !r->stats.wanted && r->format != &report_tsv &&
	    r->format != &report_csv)
		cli_usage(c, "--header needs -F tsv");
	/* With -p, -q limits what goes to standard error. */
	r->shown = apart && c->quiet ? SOK_ERROR : r->lowest;
	c->splits = r->format->apart;
	memcpy(c->sink.off, r->off, sizeof(r->off));
	if (r->format->head != NULL)
		sok_out(r->out, sok_str(r->format->head));
	if (r->format->begin != NULL)
		r->format->begin(r, &r->line);
	flush(r, &r->line);
}

/* ---- findings and cases */

static void
clear(struct report_pending *p)
{
	p->text.len = p->rest.len = 0;
	p->failed = false;
}

static void
note_worst(struct report *r, const struct sok_finding *f)
{
	struct sok_buf *message = &r->worst.message;

	if (r->worst.rule != NULL && r->worst.severity >= f->severity)
		return;
	r->worst.rule = sok_rules[f->rule].name;
	r->worst.severity = f->severity;
	message->len = 0;
	sok_buf_add(message, f->message);
	report_need(r, !message->failed);
}

/* A finding about unread input is never accepted: nobody knows what is in it.
 */
static bool
accepted(struct report *r, const struct sok_finding *f)
{
	struct sok_str key;

	if ((r->made == NULL && r->known == NULL) || sok_rule_unread(f->rule))
		return false;
	key = report_key(r, f);
	if (r->made != NULL && f->severity >= r->lowest) {
		baseline_add(r->made, f->rule, key);
		return true;
	}
	return r->known != NULL && baseline_take(r->known, f->rule, key);
}

bool
report_identifies(const struct report *r)
{
	return r->format->ids || r->made != NULL || r->known != NULL;
}

bool
report_finding(struct report *r, const struct sok_finding *f)
{
	struct sok_finding own = *f;
	struct report_pending *p = &r->now;

	if (accepted(r, f)) {
		r->c->sink.count[f->severity]--;
		return false;
	}
	r->found[f->rule][f->severity]++;
	/* Text between puzzles has no number. */
	if (f->puzzle != NULL && f->puzzle->number == 0)
		own.puzzle = NULL;
	if (own.pos.line == 0)
		own.pos.col = 0;
	if (own.puzzle == NULL)
		p = &r->file;
	else if (r->ncolumns > 0 && f->game == NULL)
		p = &r->whole;
	p->failed |= report_fails(r->c, f);
	/* Explain why the report file will not be replaced. */
	if (sok_rule_unread(f->rule) && r->c->output != NULL &&
	    r->out != cli_err(r->c))
		cli_finding(r->c, cli_err(r->c), &own);
	if (f->severity < r->shown)
		return true;
	if (p == &r->now && r->ncolumns > 0)
		note_worst(r, f);
	r->format->finding(r, p, &own);
	report_need(r, !p->text.failed && !p->rest.failed);
	if (!r->format->tests)
		flush(r, &p->text);
	sok_arena_reset(&r->a);
	return true;
}

static void
complete(
    struct report *r, struct report_pending *p, const struct report_case *c)
{
	r->cases++;
	r->failures += p->failed;
	if (r->format->test != NULL && (!c->quiet || r->format->tests)) {
		r->format->test(r, &r->line, p, c);
		flush(r, &r->line);
	}
	clear(p);
	r->worst.rule = NULL;
	sok_arena_reset(&r->a);
}

void
report_case(struct report *r, const struct report_case *c)
{
	if (c->puzzle->number > 0)
		complete(r, &r->now, c);
}

/* Report the findings of a puzzle that is not a case. */
static void
leave(struct report *r, struct report_pending *p)
{
	r->file.failed |= p->failed;
	sok_buf_add(&r->file.text, sok_buf_str(&p->text));
	sok_buf_add(&r->file.rest, sok_buf_str(&p->rest));
	clear(p);
}

void
report_puzzle_end(struct report *r, const struct sok_puzzle *p)
{
	const struct report_case whole = {.puzzle = p, .pos = p->pos};

	leave(r, &r->now);
	if (r->format->tests && !report_empty(&r->whole) && p->number > 0)
		complete(r, &r->whole, &whole);
	clear(&r->whole);
	r->worst.rule = NULL;
	r->identified = 0;
}

void
report_file_end(struct report *r, const char *file)
{
	const struct report_case rest = {.pos.file = file};

	leave(r, &r->whole);
	leave(r, &r->now);
	if (r->format->tests && !report_empty(&r->file))
		complete(r, &r->file, &rest);
	if (r->format->file_end != NULL)
		r->format->file_end(r, &r->line, file);
	flush(r, &r->line);
	clear(&r->file);
	r->total += r->cases;
	r->cases = r->failures = 0;
	r->identified = 0;
	sok_arena_reset(&r->a);
}

/* ---- the end */

static void
put_count(struct sok_output *o, size_t n, const char *what, const char *then)
{
	sok_outf(o, "%zu %s%s%s", n, what, n == 1 ? "" : "s", then);
}

static void
print_summary(const struct report *r)
{
	struct sok_output *o = cli_err(r->c);
	const size_t *count = r->c->sink.count;
	const size_t *found;
	size_t i, j;

	for (i = 0; i < SOK_NRULES; i++) {
		found = r->found[i];
		for (j = 3; j-- > 0;)
			if (found[j] > 0)
				sok_outf(o, "%-20s  %-7s  %8zu\n",
				    sok_rules[i].name, sok_severity_name[j],
				    found[j]);
	}
	if (r->ncolumns > 0)
		put_count(o, r->games, "game", " of ");
	put_count(o, r->puzzles, "puzzle", " in ");
	put_count(o, r->files, "file", ": ");
	put_count(o, count[SOK_ERROR], "error", ", ");
	put_count(o, count[SOK_WARNING], "warning", ", ");
	put_count(o, count[SOK_NOTE], "note", "\n");
}

static void
close_form(struct report *r)
{
	struct report_pending *const all[] = {&r->now, &r->whole, &r->file};

	/* Findings from closing the writer of -p. */
	if (!report_empty(&r->file))
		report_file_end(r, cli_output_name(r->c));
	if (r->format->end != NULL)
		r->format->end(r, &r->line);
	flush(r, &r->line);
	if (r->format->foot != NULL)
		sok_out(r->out, sok_str(r->format->foot));
	for (size_t i = 0; i < SOK_COUNT(all); i++) {
		sok_buf_free(&all[i]->text);
		sok_buf_free(&all[i]->rest);
	}
	id_table_free(&r->prints);
	sok_buf_free(&r->line);
	sok_buf_free(&r->suite);
	sok_buf_free(&r->worst.message);
	sok_buf_free(&r->clean);
	sok_buf_free(&r->whose);
	sok_arena_free(&r->a);
}

void
report_end(struct report *r)
{
	if (r->writer != NULL && sok_writer_close(r->writer) == -1)
		cli_trouble(r->c, NULL, errno);
	close_form(r);
	if (r->made != NULL)
		baseline_write(r->made, r->made_path);
	r->stats.n[STATS_FILES] = r->files;
	if (r->stats.wanted)
		stats_end(r);
	if (r->summary)
		print_summary(r);
	baseline_free(r->made);
	baseline_free(r->known);
}
