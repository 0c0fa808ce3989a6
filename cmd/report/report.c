/* report.c - counts findings and cases, and passes them to the format of the
 * report; and what formats share: names and ids of puzzles, and escaped
 * text. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "report/report_form.h"
#include "text/text.h"

static void
flush(struct report *r)
{
	cli_enough(r->c, !r->line.failed);
	if (r->line.len > 0)
		sok_out(r->out, sok_buf_str(&r->line));
	r->line.len = 0;
}

bool
report_lists(const struct report *r)
{
	return r->made_path != NULL && strcmp(r->made_path, "-") == 0;
}

bool
report_identifies(const struct report *r)
{
	return r->format->ids || r->made_path != NULL || r->known_path != NULL;
}

void
report_begin(struct report *r)
{
	struct cli *c = r->c;
	const struct report_format *to = r->format;
	bool listed = report_lists(r);
	bool apart = r->pass || r->apart || listed || r->stats.wanted;
	struct sok_write_options o = {.wrap = SOK_WRAP,
	    .charset = c->to_charset,
	    .name = cli_output_name(c)};

	if (listed &&
	    (r->pass || r->apart || to->head != NULL || to->foot != NULL))
		cli_usage(c,
		    "--write-baseline=- cannot be combined with other output");
	if (r->stats.wanted)
		stats_begin(r);
	if (r->made_path != NULL)
		cli_writes(c, r->made_path, "--write-baseline");
	if (r->known_path != NULL)
		cli_reads(c, r->known_path, "--baseline", "--write-baseline");
	if (r->known_path != NULL)
		baseline_read(r);
	if (!r->pass && c->to_charset != NULL)
		cli_usage(c, "--to-charset needs -p");
	if (r->pass) {
		r->writer = sok_writer_open(sok_format_find(SOK_STR("sok")),
		    cli_text_output(c), &o, &c->sink);
		if (r->writer == NULL)
			cli_die(c, NULL, errno);
	}
	r->out = apart ? cli_err(c) : cli_output(c);
	if (r->show && to != &report_text)
		cli_usage(c, "--show needs -F text");
	if (r->header && to->separator == '\0')
		cli_usage(c, "--header needs -F tsv");
	/* With -p, -q limits what goes to standard error. */
	r->shown = apart && c->quiet ? SOK_ERROR : r->lowest;
	c->splits = true;
	memcpy(c->sink.off, r->off, sizeof(r->off));
	if (r->format->head != NULL)
		sok_out(r->out, sok_str(r->format->head));
	if (r->format->begin != NULL)
		r->format->begin(r, &r->line);
	flush(r);
}

/* ---- findings and cases */

static void
clear(struct report *r, struct report_found *p)
{
	p->text.len = p->rest.len = 0;
	p->failed = false;
	r->worst.rule.len = r->worst.message.len = 0;
}

bool
report_shows(const struct report *r, const struct sok_finding *f)
{
	bool wants = r->always[f->rule] && !r->severity_given && !r->c->quiet;

	return wants || f->severity >= r->shown;
}

bool
report_finding(struct report *r, const struct sok_finding *f)
{
	const struct report_format *to = r->format;
	bool fails = report_fails(r->c, f);
	struct sok_finding own = *f;
	struct report_found *p = &r->now;
	struct sok_buf *b = &r->line;

	sok_arena_reset(&r->a);
	if (ignore_accepts(r, f) || baseline_accepts(r, f)) {
		r->c->sink.count[f->severity]--;
		return false;
	}
	r->found[f->rule][f->severity]++;

	/* Text between puzzles has no number. */
	if (f->puzzle != NULL && f->puzzle->number == 0)
		own.puzzle = NULL;
	if (own.puzzle == NULL)
		p = &r->file;
	else if (r->ncolumns > 0 && f->game == NULL)
		p = &r->whole;
	p->failed |= fails;

	/* Explain why the report file will not be replaced. */
	if (sok_rule_unread(f->rule) && f->severity == SOK_ERROR &&
	    r->c->output != NULL && r->out != cli_err(r->c))
		cli_finding(r->c, &own);
	if (!report_shows(r, f) ||
	    (r->stats.wanted && !sok_rule_unread(f->rule)))
		return true;
	if (to->test != NULL)
		b = to->sorts && !fails ? &p->rest : &p->text;
	to->finding(r, b, &own);
	cli_enough(r->c, !b->failed);
	if (to->test == NULL)
		flush(r);
	return true;
}

static void
complete(struct report *r, struct report_found *p, const struct report_case *c)
{
	const struct report_format *to = r->format;

	r->cases++;
	r->failures += p->failed;
	if (to->test != NULL)
		to->test(r, &r->line, p, c);
	else if (to->line != NULL && r->ncolumns > 0 && !c->quiet)
		to->line(r, &r->line, c);
	if (to->file_end == NULL)
		flush(r);
	clear(r, p);
	sok_arena_reset(&r->a);
}

void
report_case(struct report *r, const struct report_case *c)
{
	if (c->puzzle->number == 0)
		return;
	if (c->game == NULL && r->ncolumns == 0)
		ignore_puzzle_end(r, c->puzzle);
	complete(r, &r->now, c);
}

/* Report the findings of a puzzle that is not a case for the operand. */
static void
leave(struct report *r, struct report_found *p)
{
	r->file.failed |= p->failed;
	sok_buf_add(&r->file.text, sok_buf_str(&p->text));
	sok_buf_add(&r->file.rest, sok_buf_str(&p->rest));
	clear(r, p);
}

void
report_puzzle_end(struct report *r, const struct sok_puzzle *p)
{
	const struct report_case whole = {.puzzle = p, .pos = p->pos};

	ignore_puzzle_end(r, p);
	leave(r, &r->now);
	if (r->format->test != NULL && !report_empty(&r->whole) &&
	    p->number > 0)
		complete(r, &r->whole, &whole);
	clear(r, &r->whole);
	r->identified = 0;
}

void
report_file_end(struct report *r, const char *file)
{
	const struct report_case rest = {.pos.file = file};

	ignore_file_end(r, file);
	leave(r, &r->whole);
	leave(r, &r->now);
	if (r->format->test != NULL && !report_empty(&r->file))
		complete(r, &r->file, &rest);
	if (r->format->file_end != NULL)
		r->format->file_end(r, &r->line, file);
	flush(r);
	clear(r, &r->file);
	r->total += r->cases;
	r->cases = r->failures = 0;
	r->identified = 0;
	sok_arena_reset(&r->a);
}

void
report_input_end(struct report *r, const char *file)
{
	report_file_end(r, file);
	stats_file(r, file);
}

/* ---- the end */

static void
put_count(struct sok_output *o, size_t n, const char *what, const char *then)
{
	sok_outf(o, "%zu %s%s%s", n, what, n == 1 ? "" : "s", then);
}

void
report_rules(const struct report *r, struct sok_output *o)
{
	for (size_t i = 0; i < SOK_NRULES; i++) {
		const size_t *n = r->found[i];
		size_t all = n[SOK_NOTE] + n[SOK_WARNING] + n[SOK_ERROR];

		if (all > 0)
			sok_outf(o, "%s\t%zu\n", sok_rules[i].name, all);
	}
}

/* Lines of a name and a number, which add up over parts of a collection. */
static void
print_numbers(struct report *r)
{
	struct sok_output *err = cli_err(r->c);
	const size_t *count = r->c->sink.count;

	report_rules(r, err);
	if (r->ncolumns > 0)
		sok_outf(err, "games\t%zu\n", r->games);
	sok_outf(err, "puzzles\t%zu\nfiles\t%zu\n", r->puzzles, r->files);
	sok_outf(err, "errors\t%zu\nwarnings\t%zu\nnotes\t%zu\n",
	    count[SOK_ERROR], count[SOK_WARNING], count[SOK_NOTE]);
}

static void
print_summary(struct report *r)
{
	struct sok_output *err = cli_err(r->c);
	const size_t *count = r->c->sink.count;

	if (r->format->separator == '\t') {
		print_numbers(r);
		return;
	}
	for (size_t i = 0; i < SOK_NRULES; i++)
		for (size_t j = 3; j-- > 0;)
			if (r->found[i][j] > 0)
				sok_outf(err, "%-20s  %-7s  %8zu\n",
				    sok_rules[i].name, sok_severity_name[j],
				    r->found[i][j]);
	if (r->ncolumns > 0)
		put_count(err, r->games, "game", " of ");
	put_count(err, r->puzzles, "puzzle", " in ");
	put_count(err, r->files, "file", ": ");
	put_count(err, count[SOK_ERROR], "error", ", ");
	put_count(err, count[SOK_WARNING], "warning", ", ");
	put_count(err, count[SOK_NOTE], "note", "\n");
}

void
report_end(struct report *r)
{
	struct sok_buf *const bufs[] = {&r->now.text, &r->now.rest,
	    &r->whole.text, &r->whole.rest, &r->file.text, &r->file.rest,
	    &r->line, &r->worst.message, &r->clean, &r->whose};

	if (r->pass)
		cli_withhold(r->c);
	if (r->writer != NULL && sok_writer_close(r->writer) == -1)
		cli_trouble(r->c, NULL, errno);
	if (r->known_path != NULL && r->made_path == NULL)
		baseline_stale(r);
	/* Findings from closing the writer of -p. */
	if (!report_empty(&r->file))
		report_file_end(r, cli_output_name(r->c));
	r->line.len = 0; /* drops cases of an operand without an end */
	if (r->format->end != NULL)
		r->format->end(r, &r->line);
	flush(r);
	if (r->format->foot != NULL)
		sok_out(r->out, sok_str(r->format->foot));
	if (r->made_path != NULL)
		baseline_write(r);
	if (r->stats.wanted)
		stats_end(r);

	if (r->summary)
		print_summary(r);
	/* What the run was for must not be lost in silence. */
	cli_flush(r->c);
	if ((r->summary || r->out == cli_err(r->c)) &&
	    sok_output_failed(cli_err(r->c)))
		cli_raise(r->c, CLI_TROUBLE);

	for (size_t i = 0; i < SOK_COUNT(bufs); i++)
		sok_buf_free(bufs[i]);
	id_table_free(&r->known);
	id_table_free(&r->made.count);
	sok_arena_free(&r->made.names);
	free(r->made.v);
	free(r->line_of);
	id_table_free(&r->prints);
	sok_arena_free(&r->a);
}

/* ---- text for the formats */

/* UTF-8 without control characters; valid until the next call. */
static struct sok_str
clean(struct report *r, struct sok_str s)
{
	if (cli_plain(s))
		return s;
	r->clean.len = 0;
	cli_add_text(r->c, &r->clean, s, SIZE_MAX);
	cli_enough(r->c, !r->clean.failed);
	return sok_buf_str(&r->clean);
}

struct sok_str
report_replace(struct report *r, struct sok_str s, escapes as)
{
	const char *escaped;
	char *text, *to;

	text = to = cli_must(r->c, sok_arena_alloc(&r->a, s.len + 1, ESCAPED));
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
report_escape(struct report *r, struct sok_str s, escapes as)
{
	return report_replace(r, clean(r, s), as).s;
}

struct sok_str
report_whose(
    struct report *r, const struct sok_puzzle *p, const struct sok_game *g)
{
	r->whose.len = 0;
	cli_add_whose(r->c, &r->whose, p, g, SIZE_MAX);
	cli_enough(r->c, !r->whose.failed);
	return sok_buf_str(&r->whose);
}

/* Compute the identity of a puzzle once for all of its findings. */
static void
identify(struct report *r, const struct sok_puzzle *p)
{
	struct sok_id id = {.unique = 0};

	if (r->identified == p->number)
		return;
	r->identified = p->number;
	r->has_id = false;
	r->level[0] = '\0';
	if (!p->has_board)
		return;
	int has = sok_unique_id(p, &id, &r->a);
	r->has_id = has == 1;
	if (has == 0)
		has = sok_picture_id(p, &id.unique, &r->a);
	cli_enough(r->c, has != -1);
	snprintf(r->level, sizeof(r->level), "%016" PRIX64, id.unique);
}

struct sok_str
report_id(struct report *r, const struct sok_puzzle *p)
{
	identify(r, p);
	return sok_str(r->has_id ? r->level : "");
}

struct sok_str
report_key(struct report *r, const struct sok_finding *f, char separator)
{
	const char *rule = sok_rules[f->rule].name;
	size_t n = strlen(rule);
	const struct sok_puzzle *p = f->puzzle;
	struct sok_str key = {NULL, 0};
	/* Rules about the bytes of a file, independent of the puzzle. */
	bool about_file = f->rule == SOK_BAD_UTF8_RULE ||
	    f->rule == SOK_CONTROL_CHAR_RULE ||
	    f->rule == SOK_MIXED_LINE_ENDS_RULE || f->rule == SOK_BOM_RULE;

	if (p != NULL && p->number > 0) {
		identify(r, p);
		if (r->level[0] != '\0' && !about_file)
			key = sok_str(r->level);
	}
	if (key.len == 0)
		key = clean(r, sok_str(f->pos.file));
	/* Without printf, as many findings have one. */
	char *text = cli_must(r->c, sok_arena_alloc(&r->a, n + key.len + 2, 1));
	memcpy(text, rule, n);
	text[n++] = separator;
	memcpy(text + n, key.s, key.len);
	text[n + key.len] = '\0';
	return (struct sok_str){text, n + key.len};
}

struct sok_str
report_file(const struct report *r, const char *name, struct sok_str *member)
{
	const char *path = cli_member_path(r->c, name);
	struct sok_str file = sok_str(name);

	*member = sok_str(path == NULL ? "" : path);
	/* A colon separates the path in the archive. */
	if (member->len > 0)
		file.len -= member->len + 1;
	return file;
}
