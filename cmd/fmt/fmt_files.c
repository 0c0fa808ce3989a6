/*
 * fmt_files.c - sokfmt -c, -l, -d and -w: formats an operand, compares the
 * result with the original, and reports, prints or stores the changes.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fmt/fmt.h"

/* An operand before and after formatting. */
struct pair {
	const struct cli_operand *op;
	int old;
	struct sok_output *new;
	const char *culprit; /* the file that caused an error; NULL: op */
};

static const char temporary[] = "temporary file in TMPDIR";

/* ---- both files */

/* A descriptor with the bytes of the operand that can be read twice, or -1. */
static int
rewindable(struct pair *p)
{
	struct sok_stream *from = p->op->stream;
	struct sok_output *o;
	char buf[4096];
	ptrdiff_t n;
	int copy = -1;

	if (from == NULL)
		return dup(p->op->fd);
	o = sok_output_spool();
	if (o == NULL) {
		p->culprit = temporary;
		return -1;
	}
	while ((n = from->read(from, buf, sizeof(buf))) > 0)
		sok_out(o, (struct sok_str){buf, (size_t)n});
	if (n == 0) {
		copy = sok_output_reopen(o);
		p->culprit = copy == -1 ? temporary : NULL;
	}
	(void)sok_output_close(o, false);
	return copy;
}

/* Open both files; 0, -1 with errno.  The caller closes them. */
static int
open_pair(const struct fmt *f, struct pair *p)
{
	if (f->write) {
		p->new = sok_output_replace(p->op->path, f->backup);
		p->old = p->new == NULL ? -1 : dup(sok_output_original(p->new));
		return p->old == -1 ? -1 : 0;
	}
	p->old = rewindable(p);
	if (p->old == -1)
		return -1;
	p->new = sok_output_compare(p->old, !f->diff);
	return p->new == NULL ? -1 : 0;
}

/* Whether a file to be rewritten is compressed or an archive, which is
 * reported: 1, 0, -1. */
static int
is_packed(struct cli *c, const struct pair *p)
{
	struct sok_packed *packed = sok_packed_open(p->old, NULL, &c->limits);
	bool is;

	if (packed == NULL)
		return -1;
	is = sok_packed_kind(packed) != SOK_PLAIN;
	if (is)
		cli_error(c,
		    "%s: is packed (%s) and cannot be rewritten in place; left "
		    "unchanged",
		    p->op->name, sok_packed_name(packed));
	sok_packed_close(packed);
	return is;
}

/* The format of the old file; NULL with errno. */
static const struct sok_format *
find_format(struct cli *c, const struct cli_operand *in)
{
	struct sok_sink quiet = {.fn = NULL};
	const struct sok_format *f = NULL;
	struct sok_puzzle *first;
	struct sok_reader *r = cli_reader(c, in, &quiet);

	if (r == NULL)
		return NULL;
	if (sok_read(r, &first) != -1)
		f = sok_reader_format(r);
	sok_reader_close(r);
	return f;
}

/* Format the old file: 1, 0 if it cannot be compared (reported), -1. */
static int
format(struct cli *c, const struct pair *p)
{
	struct cli_operand in = *p->op;
	const struct sok_format *f;
	const struct fmt *state = c->ctx;
	int r = state->write ? is_packed(c, p) : 0;

	if (r != 0)
		return r == 1 ? 0 : -1;
	in.fd = p->old;
	in.stream = NULL;
	f = find_format(c, &in);
	if (f == NULL)
		return -1;
	if (!sok_format_is_text(f)) {
		cli_error(c,
		    "%s: is %s, not text; left unchanged, use sokconv to "
		    "convert it",
		    in.name, f->name);
		return 0;
	}
	if (lseek(p->old, 0, SEEK_SET) == -1 ||
	    fmt_open(c, p->new, in.name) == -1)
		return -1;
	r = cli_puzzles(c, &in, &fmt_work);
	if (fmt_close(c) == -1 || r == -1)
		return -1;
	return state->binary ? 0 : 1;
}

/* ---- what changed */

/* Print the name for other programs.  Only characters that none of them could
 * use are escaped: those that would forge a line or control a terminal or a
 * log. */
static int
list(struct cli *c, const char *name)
{
	struct sok_output *o = cli_output(c);
	const unsigned char *p = (const unsigned char *)name;
	bool plain = strstr(name, "##") == NULL;

	/* Some control characters have two bytes in UTF-8. */
	for (; *p != '\0'; p++)
		if (*p < ' ' || *p == 0x7f ||
		    (p[0] == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0))
			plain = false;
	sok_out(o, cli_name_guard(name));
	if (plain)
		sok_out(o, sok_str(name));
	else if (!cli_escape(o, sok_str(name)))
		return -1;
	sok_outc(o, '\n');
	return 0;
}

#define NOT_RUN 127 /* as in a shell */

/* If memory is exhausted, diff cannot be run either. */
static void
run_diff(int old, int new, const int tube[2], const char *name)
{
	struct sok_buf label = {0};

	sok_escape(&label, sok_str(name));
	sok_buf_addc(&label, '\0');
	/* Close the reading end, so that diff receives SIGPIPE when the reader
	 * has gone. */
	close(tube[0]);
	/* The output must be readable by patch(1). */
	if (label.failed || setenv("LC_ALL", "C", 1) == -1 ||
	    unsetenv("LANGUAGE") == -1 || dup2(old, 0) == -1 ||
	    dup2(tube[1], 1) == -1 || dup2(new, 3) == -1)
		_exit(NOT_RUN);
	execlp("diff", "diff", "-a", "-u", "-L", label.s, "-L", label.s, "-",
	    "/dev/fd/3", (char *)NULL);
	_exit(NOT_RUN);
}

/* Print a unified diff of two descriptors, with the name escaped as in
 * messages: 0, -1. */
static int
show_diff(struct cli *c, int old, int new, const char *name)
{
	struct sok_output *out = cli_text_output(c);
	int tube[2], status;
	pid_t pid;

	if (lseek(old, 0, SEEK_SET) == -1 || lseek(new, 0, SEEK_SET) == -1 ||
	    pipe(tube) == -1)
		return -1;
	/* If the parent process ignores SIGCHLD, waitpid() would fail. */
	(void)signal(SIGCHLD, SIG_DFL);
	pid = fork();
	if (pid == 0)
		run_diff(old, new, tube, name);
	close(tube[1]);
	if (pid != -1)
		(void)sok_output_copy(out, tube[0]);
	close(tube[0]);
	if (pid == -1)
		return -1;
	while (waitpid(pid, &status, 0) == -1)
		if (errno != EINTR)
			return -1;
	/* 0 and 1 are regular results. */
	if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_RUN)
		cli_error(c, "%s: the program diff cannot be run", name);
	else if (!sok_output_failed(out) &&
	    (!WIFEXITED(status) || WEXITSTATUS(status) > 1))
		cli_error(c, "%s: diff failed", name);
	return 0;
}

/* Compare the texts, with -w verify the new one, and show the changes as the
 * options ask: 1; 0 if there are none or the file cannot be replaced; -1. */
static int
compare(struct cli *c, const struct pair *p)
{
	const struct fmt *f = c->ctx;
	int new = -1, r = sok_output_equal(p->new);

	if (r != 0)
		return r == 1 ? 0 : -1;
	if (f->write || f->diff) {
		new = sok_output_reopen(p->new);
		if (new == -1)
			return -1;
	}
	r = f->write ? fmt_prove(c, p->op, new) : 1;
	if (!f->write)
		cli_raise(c, CLI_NO);
	if (r == 1 && f->list && list(c, p->op->name) == -1)
		r = -1;
	if (r == 1 && f->diff && show_diff(c, p->old, new, p->op->name) == -1)
		r = -1;
	if (new != -1)
		close(new);
	return r;
}

/* Format one operand and replace the file: 0, -1 with errno. */
static int
do_file(struct cli *c, struct pair *p)
{
	const struct fmt *f = c->ctx;
	int r = open_pair(f, p);

	if (r == 0)
		r = format(c, p);
	if (r == 1)
		r = compare(c, p);
	if (r == -1 && f->diff && !f->write &&
	    p->new != NULL &&sok_output_failed(p->new))
		p->culprit = temporary;
	if (r == 1 && f->write) {
		r = sok_output_commit(p->new);
		if (r == -1)
			p->culprit = sok_output_culprit(p->new);
	}
	return r == -1 ? -1 : 0;
}

/* Every operand has its own status, which decides whether it is replaced.
 * Errors are reported here, and the run continues. */
int
fmt_file(struct cli *c, const struct cli_operand *op)
{
	const struct fmt *f = c->ctx;
	struct pair pair = {.op = op, .old = -1};

	if (f->write && op->is_stdin) {
		cli_error(c, "standard input cannot be rewritten in place");
		return 0;
	}
	c->headed = false;
	if (do_file(c, &pair) == -1) {
		if (pair.culprit != NULL)
			cli_trouble(c, pair.culprit, errno);
		else
			cli_read_trouble(c, op, NULL, errno);
	}
	if (pair.old != -1)
		close(pair.old);
	(void)sok_output_close(pair.new, false);
	return 0;
}
