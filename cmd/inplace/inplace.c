/* inplace.c - -c, -l, -d and -w: has the program write the new text of an
 * operand, and reports, prints or stores the changes.  A file is replaced only
 * if a second reader finds in the new one everything that was written. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/base.h"
#include "board/board.h"
#include "diff/diff.h"
#include "format/format.h"
#include "inplace/inplace.h"
#include "io/io.h"
#include "text/text.h"

/* An operand before and after the change. */
struct pair {
	const struct cli_operand *op;
	int before;
	struct sok_output *after;
	const char *culprit; /* the file that caused an error; NULL: op */
};

static const char temporary[] = "temporary file in TMPDIR";

/* ---- options */

bool
inplace_wanted(const struct inplace *i)
{
	return i->check || i->list || i->diff || i->write;
}

void
inplace_options(struct cli *c, const struct inplace *i)
{
	if (i->write && c->select != NULL)
		cli_usage(c, "-w with -s would drop the other puzzles");
	if (inplace_wanted(i) && c->select != NULL)
		cli_usage(c, "-c, -l and -d are for whole files, not for -s");
	if (i->write && i->check)
		cli_usage(c, "-w writes and -c does not; use -w with -l or -d");
	if (i->write && c->output != NULL)
		cli_usage(c, "-w and -o exclude each other");
	if (i->backup != NULL && !i->write)
		cli_usage(c, "--backup needs -w");
	if (i->backup != NULL && strchr(i->backup, '/') != NULL)
		cli_usage(
		    c, "--backup=%s: a suffix must not contain `/`", i->backup);
}

/* Every file gets a backup beside it, which must not be an input. */
static void
claim_backups(struct cli *c, const struct inplace *i)
{
	for (size_t n = 0; n < c->operands.n; n++) {
		struct sok_buf b = {0};
		char *path = realpath(c->operands.v[n], NULL);

		if (path == NULL)
			continue; /* which is reported later */
		sok_buf_fmt(&b, "%s%s", path, i->backup);
		sok_buf_addc(&b, '\0');
		free(path);
		cli_enough(c, !b.failed);
		cli_writes(c, b.s, "--backup");
		sok_buf_free(&b);
	}
}

void
inplace_run(struct cli *c, struct inplace *i, cli_file_fn *file)
{
	c->syncs = i->write;
	cli_find_files(c);
	if (i->write && i->backup != NULL)
		claim_backups(c, i);
	cli_confine(c, CLI_SPOOLS | (i->write ? CLI_REPLACES : 0));
	cli_each(c, !i->write, file);
}

void
inplace_finding(struct inplace *i, const struct sok_finding *f)
{
	i->undecoded |= f->rule == SOK_CHARSET_RULE;
	i->binary |= f->rule == SOK_BINARY_RULE;
}

/* ---- the proof: digests, so that neither collection is kept in memory */

static bool
make_utf8(struct sok_str *s, size_t n, struct sok_arena *a)
{
	for (size_t i = 0; i < n; i++) {
		if (s[i].len == 0)
			continue;
		s[i] = sok_charset_utf8(a, s[i]);
		if (s[i].s == NULL)
			return false;
	}
	return true;
}

/* Order matters, and equal puzzles do not cancel out. */
static int
count(const struct cli *c, uint64_t *all, const struct sok_puzzle *p)
{
	struct sok_arena a = {0};
	struct sok_puzzle own;
	bool done = true;

	/* As UTF-8 the text does not depend on the character set. */
	if (c->to_charset != NULL) {
		done = sok_puzzle_copy(&own, p, &a) == 0 &&
		    make_utf8(&own.raw, 1, &a) &&
		    make_utf8(&own.title_line, 1, &a) &&
		    make_utf8(&own.title, 1, &a) &&
		    make_utf8(own.text.line, own.text.n, &a);
		for (size_t i = 0; done && i < own.ngames; i++) {
			struct sok_game *g = &own.game[i];

			done = make_utf8(&g->title_line, 1, &a) &&
			    make_utf8(&g->title, 1, &a) &&
			    make_utf8(g->text.line, g->text.n, &a);
		}
		p = &own;
	}
	if (done)
		*all = (*all << 7 | *all >> 57) * 0x9e3779b97f4a7c15U ^
		    sok_puzzle_digest(p);
	sok_arena_free(&a);
	return done ? 0 : -1;
}

int
inplace_count(
    const struct cli *c, struct inplace *i, const struct sok_puzzle *p)
{
	return i->write ? count(c, &i->digest, p) : 0;
}

/* Read the new file as any program does: 0, and *why if it must not replace the
 * old one; -1. */
static int
read_back(struct cli *c, const struct inplace *i, const char *name, int fd,
    const char **why)
{
	struct sok_read_options o = c->read;
	struct sok_sink quiet = {.fn = NULL};
	struct sok_puzzle *p;
	struct sok_reader *r = NULL;
	uint64_t digest = 0;

	o.name = name;
	o.charset = i->charset;
	if (!i->squares) {
		o.squares = NULL;
		o.squares_apart = false;
	}
	if (lseek(fd, 0, SEEK_SET) != -1)
		r = sok_reader_open(fd, &o, &quiet);
	if (r == NULL)
		return -1;
	int got = sok_read(r, &p);
	const struct sok_format *format = sok_reader_format(r);
	struct sok_puzzle header = {.text = sok_reader_header(r)->text};
	if (count(c, &digest, &header) == -1)
		got = -1;
	while (got == 1)
		got = count(c, &digest, p) == -1 ? -1 : sok_read(r, &p);
	sok_reader_close(r);
	if (got == -1)
		return -1;

	if (!sok_format_is_text(format))
		*why = "it would no longer be read as text";
	else if (digest == i->digest)
		*why = i->undecoded ? "some of its bytes would be lost" : NULL;
	else if (quiet.limit_hit)
		*why = "the new text would be over a limit, which --limit can "
		       "raise";
	else
		*why = c->to_charset != NULL
		    ? "its text cannot all be written in that character set"
		    : "internal error: the new text does not read back as the "
		      "same puzzles";
	return 0;
}

/* ---- both files */

/* Open both files; 0, -1 with errno.  The caller closes them. */
static int
open_pair(const struct inplace *i, struct pair *p)
{
	struct sok_stream *from = p->op->stream;

	if (i->write) {
		p->after = sok_output_replace(p->op->path, i->backup);
		if (p->after != NULL)
			p->before = dup(sok_output_original(p->after));
		return p->before == -1 ? -1 : 0;
	}

	/* The old text is read twice, so a stream is copied. */
	if (from == NULL) {
		p->before = dup(p->op->fd);
	} else {
		struct sok_output *copy = sok_output_spool();
		bool read =
		    copy == NULL || sok_output_copy_stream(copy, from, -1) == 0;

		if (copy != NULL && read)
			p->before = sok_output_reopen(copy);
		if (read && p->before == -1)
			p->culprit = temporary;
		(void)sok_output_close(copy, false);
	}
	if (p->before == -1)
		return -1;
	p->after = sok_output_compare(p->before, !i->diff);
	return p->after == NULL ? -1 : 0;
}

/* Whether a puzzle shows that its file is a collection: it has a board, or a
 * game below a heading. */
static bool
is_certain(const struct sok_puzzle *p)
{
	bool certain = p->has_board;

	for (size_t i = 0; i < p->ngames; i++)
		certain |= p->game[i].title.len > 0;
	return certain;
}

/* Find the format of a file and, if it was found in a folder, whether it is
 * certain to be a collection.  The first puzzle decides what the format is.
 * NULL with errno. */
static const struct sok_format *
find_kind(struct cli *c, const struct cli_operand *in, bool *certain)
{
	struct sok_sink quiet = {.fn = NULL};
	const struct sok_format *kind = NULL;
	struct sok_reader *reader = cli_reader(c, in, &quiet);
	struct sok_puzzle *p;
	int got = reader == NULL ? -1 : sok_read(reader, &p);

	if (got != -1)
		kind = sok_reader_format(reader);
	/* Nothing is certain of what was not read, which is reported later. */
	*certain = !in->met;
	while (got == 1 && !*certain) {
		*certain = is_certain(p);
		got = sok_read(reader, &p);
	}
	*certain |= quiet.limit_hit || got == -1;
	sok_reader_close(reader);
	return kind;
}

/* Write the new text: 1, 0 if the old one is no text (reported), -1. */
static int
write_new(struct cli *c, struct inplace *i, const struct pair *p)
{
	struct cli_operand in = *p->op;
	struct sok_pos pos = {in.name, 1, 1};
	const char *packed;
	int is_packed;
	bool certain;

	if (i->write) {
		is_packed = sok_packed_detect(p->before, &packed);
		if (is_packed == -1)
			return -1;
		if (is_packed == 1) {
			cli_error(c,
			    "%s: is packed (%s) and cannot be rewritten in "
			    "place; left unchanged",
			    in.name, packed);
			return 0;
		}
	}

	in.fd = p->before;
	in.stream = NULL;
	const struct sok_format *kind = find_kind(c, &in, &certain);
	if (kind == NULL)
		return -1;
	if (!sok_format_is_text(kind)) {
		cli_error(c,
		    "%s: is %s, not text; left unchanged, use sokconv to "
		    "convert it",
		    in.name, kind->name);
		return 0;
	}

	/* A text that only looks like moves is not touched. */
	if (!certain) {
		sok_report_as(&c->sink, SOK_NOTE, SOK_NO_PUZZLE_RULE, pos, NULL,
		    NULL,
		    "no board was recognised in this file; it was left "
		    "unchanged");
		return 0;
	}
	if (lseek(p->before, 0, SEEK_SET) == -1 ||
	    i->rewrite(c, &in, p->after) == -1)
		return -1;
	/* Of two versions in one file neither is the right one. */
	if (c->sink.conflict)
		cli_raise(c, CLI_NO);
	return i->binary || c->sink.conflict ? 0 : 1;
}

/* ---- what changed */

/* Print the name for other programs: 1, -1.  Only characters that would forge a
 * line or control a terminal or a log are escaped, and on a terminal also those
 * that change the order of what it shows. */
static int
list(struct cli *c, const char *name)
{
	struct sok_output *o = cli_output(c);
	const unsigned char *p = (const unsigned char *)name;
	bool plain = strstr(name, "##") == NULL &&
	    (c->output != NULL || !isatty(STDOUT_FILENO));

	/* Some control characters have two bytes in UTF-8. */
	for (; *p != '\0'; p++)
		plain &= *p >= ' ' && *p != 0x7f &&
		    (*p != 0xc2 || p[1] < 0x80 || p[1] >= 0xa0);
	sok_out(o, cli_name_guard(name));
	if (plain)
		sok_out(o, sok_str(name));
	else if (!cli_escape(o, sok_str(name)))
		return -1;
	sok_outc(o, '\n');
	return 1;
}

/* Print a unified diff, with the name escaped as in messages: 1, -1 with errno.
 */
static int
show_diff(struct cli *c, int new, struct pair *p)
{
	struct sok_buf label = {0};
	bool spool = false;
	int r = -1;

	sok_escape(&label, sok_str(p->op->name));
	if (!label.failed)
		r = diff_print(cli_text_output(c), p->before, new,
		    sok_buf_str(&label), &spool);
	if (spool)
		p->culprit = temporary;
	sok_buf_free(&label);
	return r == -1 ? -1 : 1;
}

/* Compare the texts, with -w decide whether the new one may replace the old
 * one, and show the changes: 1; 0 if there are none or it may not; -1. */
static int
compare(struct cli *c, const struct inplace *i, struct pair *p)
{
	const char *name = p->op->name, *why = NULL;
	int new = -1, r = sok_output_equal(p->after);

	if (r != 0)
		return r == 1 ? 0 : -1;
	if (i->write || i->diff) {
		new = sok_output_reopen(p->after);
		if (new == -1)
			return -1;
	}

	r = 1;
	if (!i->write)
		cli_raise(c, CLI_NO);
	else if (cli_status(c) == CLI_TROUBLE || i->refused)
		why = "not all of it could be formatted";
	else if (!i->marked && read_back(c, i, name, new, &why) == -1)
		r = -1;
	if (why != NULL) {
		cli_error(c, "%s: not rewritten: %s; the file is unchanged",
		    name, why);
		r = 0;
	}

	if (r == 1 && i->list)
		r = list(c, name);
	if (r == 1 && i->diff)
		r = show_diff(c, new, p);
	if (new != -1)
		close(new);
	return r;
}

/* Every operand has its own status, which decides whether it is replaced. */
int
inplace_file(struct cli *c, struct inplace *i, const struct cli_operand *op)
{
	struct pair pair = {.op = op, .before = -1};

	if (i->write && op->is_stdin) {
		cli_error(c, "standard input cannot be rewritten in place");
		return 0;
	}
	bool conflict = c->sink.conflict;

	c->headed = c->sink.conflict = false;
	i->digest = 0;
	i->refused = i->undecoded = i->binary = i->marked = false;
	int r = open_pair(i, &pair);
	if (r == 0)
		r = write_new(c, i, &pair);
	if (r == 1)
		r = compare(c, i, &pair);
	if (r == -1 && i->diff && !i->write && pair.after != NULL &&
	    sok_output_failed(pair.after))
		pair.culprit = temporary;
	if (r == 1 && i->write && sok_output_commit(pair.after) == -1) {
		pair.culprit = sok_output_culprit(pair.after);
		r = -1;
	}

	if (r == -1 && pair.culprit != NULL)
		cli_trouble(c, pair.culprit, errno);
	else if (r == -1)
		cli_read_trouble(c, op, NULL, errno);
	if (pair.before != -1)
		close(pair.before);
	(void)sok_output_close(pair.after, false);
	c->sink.conflict |= conflict;
	return 0;
}
