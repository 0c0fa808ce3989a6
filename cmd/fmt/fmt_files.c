/*
 * fmt_files.c - sokfmt -c, -l, -d and -w: formats an operand, compares the
 * result with the original, and reports, prints or stores the changes.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "fmt/fmt.h"
#include "tools.h"

/* Whether a file to be rewritten is compressed or an archive, which is
 * reported: 1, 0, -1. */
static int
is_packed(struct cli *c, const struct cli_operand *op, int fd)
{
	struct sok_packed *p;
	int packed;

	if (!((const struct fmt *)c->ctx)->write)
		return 0;
	p = sok_packed_open(fd, NULL, &c->limits);
	if (p == NULL)
		return -1;
	packed = sok_packed_kind(p) != SOK_PLAIN;
	if (packed)
		cli_error(c,
		    "%s: is packed (%s) and cannot be rewritten in place; left "
		    "unchanged",
		    op->name, sok_packed_name(p));
	sok_packed_close(p);
	return packed;
}

/* Remember that the operand is binary; the reader reports it. */
static void
note_binary(void *ctx, const struct sok_finding *f)
{
	bool *binary = ctx;

	*binary = *binary || f->rule == SOK_BINARY_RULE;
}

/* The format of an operand; NULL with errno. */
static const struct sok_format *
find_format(struct cli *c, const struct cli_operand *op, int fd, bool *binary)
{
	struct sok_read_options o = cli_read_options(c, op);
	struct sok_sink quiet = {.fn = note_binary, .ctx = binary};
	const struct sok_format *f = NULL;
	struct sok_puzzle *p;
	struct sok_reader *r = sok_reader_open(fd, &o, &quiet);

	if (r == NULL)
		return NULL;
	if (sok_read(r, &p) != -1)
		f = sok_reader_format(r);
	sok_reader_close(r);
	return f;
}

/* Whether a control character begins here, including those with two bytes in
 * UTF-8. */
static bool
is_control(const unsigned char *s)
{
	return s[0] < ' ' || s[0] == 0x7f ||
	    (s[0] == 0xc2 && s[1] >= 0x80 && s[1] < 0xa0);
}

/* Print the name for other programs.  Only characters that none of them could
 * use are escaped: those that would forge a line or control a terminal or a
 * log. */
static int
list(struct cli *c, const char *name)
{
	struct sok_output *o = cli_output(c);
	const unsigned char *p = (const unsigned char *)name;

	while (*p != '\0' && !is_control(p))
		p++;
	sok_out(o, cli_name_guard(name));
	if (*p == '\0' && strstr(name, "##") == NULL)
		sok_out(o, sok_str(name));
	else if (!cli_escape(o, sok_str(name)))
		return -1;
	sok_outc(o, '\n');
	return 0;
}

/* An operand before and after formatting. */
struct pair {
	int old;
	struct sok_output *new;
	bool commit; /* the new file replaces the old one */
};

/* Format the old file: 1, 0 if it is binary, -1. */
static int
format(struct cli *c, const struct cli_operand *op, const struct pair *p)
{
	struct cli_operand in = *op;
	const struct sok_format *f;
	int r = is_packed(c, op, p->old);
	bool binary = false;

	if (r != 0)
		return r == 1 ? 0 : -1;
	f = find_format(c, op, p->old, &binary);
	if (f == NULL)
		return -1;
	if (!sok_format_is_text(f)) {
		cli_error(c,
		    "%s: is %s, not text; left unchanged, use sokconv to "
		    "convert it",
		    op->name, f->name);
		return 0;
	}
	if (lseek(p->old, 0, SEEK_SET) == -1 ||
	    fmt_open(c, p->new, op->name) == -1)
		return -1;
	in.fd = p->old;
	in.stream = NULL;
	r = cli_puzzles(c, &in, &fmt_work);
	if (fmt_close(c) == -1 || r == -1)
		return -1;
	return binary ? 0 : 1;
}

/* Open both files; 0, -1 with errno.  The caller closes them. */
static int
open_pair(struct cli *c, const struct cli_operand *op, struct pair *p)
{
	struct fmt *f = c->ctx;

	f->temporary = false;
	if (f->write) {
		p->new = sok_output_replace(op->path, f->backup);
		p->old = p->new == NULL ? -1 : dup(sok_output_original(p->new));
		return p->old == -1 ? -1 : 0;
	}
	p->old = fmt_rewindable(op, &f->temporary);
	if (p->old == -1)
		return -1;
	p->new = sok_output_compare(p->old, !f->diff);
	return p->new == NULL ? -1 : 0;
}

/* Report and show a difference as the options ask; new is -1 if the new text is
 * not needed. */
static int
report_file_change(
    struct cli *c, const struct cli_operand *op, const struct pair *p, int new)
{
	const struct fmt *f = c->ctx;

	if (f->list && list(c, op->name) == -1)
		return -1;
	if (!f->write)
		cli_raise(c, CLI_NO);
	return f->diff ? fmt_show_diff(c, p->old, new, op->name) : 0;
}

static int
compare(struct cli *c, const struct cli_operand *op, struct pair *p)
{
	const struct fmt *f = c->ctx;
	int new, r = sok_output_equal(p->new);

	if (r != 0)
		return r;
	if (!f->write && !f->diff)
		return report_file_change(c, op, p, -1);
	new = sok_output_reopen(p->new);
	if (new == -1)
		return -1;
	r = f->write ? fmt_prove(c, op, new) : 1;
	p->commit = r == 1 && f->write;
	if (r == 1)
		r = report_file_change(c, op, p, new);
	close(new);
	return r;
}

/* Format one operand and replace the file; NULL, or the name of the file that
 * caused an error, with errno. */
static const char *
do_file(struct cli *c, const struct cli_operand *op, struct pair *p)
{
	struct fmt *f = c->ctx;
	int r = open_pair(c, op, p);
	const char *bad;

	if (r == 0)
		r = format(c, op, p);
	if (r == 1)
		r = compare(c, op, p);
	if (r == -1 && f->diff && !f->write && p->new != NULL)
		f->temporary |= sok_output_failed(p->new);
	if (r == -1)
		return f->temporary ? "temporary file in TMPDIR" : op->name;
	if (!p->commit || sok_output_commit(p->new) == 0)
		return NULL;
	bad = sok_output_culprit(p->new);
	return bad != NULL ? bad : op->name;
}

/* Every operand has its own status, which decides whether it is replaced.
 * Errors are reported here, and the run continues. */
int
fmt_file(struct cli *c, const struct cli_operand *op, const void *arg)
{
	struct fmt *f = c->ctx;
	struct pair pair = {.old = -1};
	struct cli_outcome before;
	const char *bad;

	(void)arg;
	if (f->write && op->is_stdin) {
		cli_error(c, "standard input cannot be rewritten in place");
		return 0;
	}
	before = cli_outcome_begin(c);
	c->headed = false;
	bad = do_file(c, op, &pair);
	if (bad == op->name)
		cli_read_trouble(c, op, errno);
	else if (bad != NULL)
		cli_trouble(c, bad, errno);
	if (pair.old != -1)
		close(pair.old);
	(void)sok_output_close(pair.new, false);
	cli_outcome_end(c, before);
	return 0;
}
