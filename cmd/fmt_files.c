/*
 * fmt_files.c - sokfmt -c, -l, -d and -w: format one operand beside the
 * original, compare the two, and say, show or do what would change.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fmt.h"

#define BLOCK 65536

/* Bytes read, fewer only at the end; -1 with errno. */
static ssize_t
read_block(int fd, char *buf)
{
	size_t n = 0;

	while (n < BLOCK) {
		ssize_t r = read(fd, buf + n, BLOCK - n);

		if (r == 0)
			break;
		if (r == -1 && errno == EINTR)
			continue;
		if (r == -1)
			return -1;
		n += (size_t)r;
	}
	return (ssize_t)n;
}

/* Whether two descriptors give the same bytes from their start: 1, 0, -1. */
static int
same_bytes(int x, int y)
{
	static char a[BLOCK], b[BLOCK];
	ssize_t n, m;

	if (lseek(x, 0, SEEK_SET) == -1 || lseek(y, 0, SEEK_SET) == -1)
		return -1;
	do {
		n = read_block(x, a);
		m = read_block(y, b);
		if (n == -1 || m == -1)
			return -1;
		if (n != m || memcmp(a, b, (size_t)n) != 0)
			return 0;
	} while (n == BLOCK);
	return 1;
}

/* A descriptor with the same bytes that can be read twice; -1. */
static int
rewindable(int fd)
{
	static char buf[BLOCK];
	struct sok_output *o;
	ssize_t n;
	int copy;

	if (lseek(fd, 0, SEEK_CUR) != -1)
		return dup(fd);
	o = sok_output_spool();
	if (o == NULL)
		return -1;
	while ((n = read_block(fd, buf)) > 0)
		sok_out(o, (struct sok_str){buf, (size_t)n});
	copy = n == -1 ? -1 : sok_output_reopen(o);
	if (sok_output_close(o, true) == -1 || lseek(copy, 0, SEEK_SET) == -1) {
		if (copy != -1)
			close(copy);
		return -1;
	}
	return copy;
}

/* ---- the difference */

static void
run_diff(int old, int new, int to, const char *name)
{
	if (dup2(old, 0) == -1 || dup2(to, 1) == -1 || dup2(new, 3) == -1)
		_exit(127);
	execlp("diff", "diff", "-a", "-u", "-L", name, "-L", name, "-",
	    "/dev/fd/3", (char *)NULL);
	_exit(127);
}

/* Print a unified diff of two descriptors. */
static int
show_diff(struct cli *c, int old, int new, const char *name)
{
	static char buf[BLOCK];
	struct sok_output *out = cli_output(c);
	int tube[2], status;
	ssize_t n;
	pid_t pid;

	if (lseek(old, 0, SEEK_SET) == -1 || lseek(new, 0, SEEK_SET) == -1 ||
	    pipe(tube) == -1)
		return -1;
	pid = fork();
	if (pid == 0)
		run_diff(old, new, tube[1], name);
	close(tube[1]);
	while (pid != -1 && (n = read_block(tube[0], buf)) > 0)
		sok_out(out, (struct sok_str){buf, (size_t)n});
	close(tube[0]);
	while (pid != -1 && waitpid(pid, &status, 0) == -1)
		if (errno != EINTR)
			return -1;
	if (pid != -1 && (!WIFEXITED(status) || WEXITSTATUS(status) > 1))
		cli_error(c, "%s: diff failed", name);
	return pid == -1 ? -1 : 0;
}

/* ---- one operand */

static int
refuse_format(struct cli *c, const struct cli_operand *op, const char *name)
{
	cli_error(c,
	    "%s: is %s, not text; use sokconv to convert it, nothing was done",
	    op->name, name);
	return 0;
}

/* The formats that one text reader reads. */
static bool
is_text(const struct sok_format *f)
{
	const struct sok_format *sok = sok_format_find(SOK_STR("sok"));

	return f->reader == sok->reader;
}

/* The format of an operand; NULL with errno. */
static const struct sok_format *
find_format(struct cli *c, const struct cli_operand *op, int fd)
{
	struct sok_read_options o = cli_read_options(c, op);
	struct sok_sink quiet = {.fn = NULL};
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

/* Say and show what differs, as asked. */
static int
tell(struct cli *c, const struct cli_operand *op, int old, int new)
{
	struct fmt *f = c->ctx;

	if (f->list) {
		sok_out(cli_output(c), sok_str(op->name));
		sok_outc(cli_output(c), '\n');
	}
	if (!f->write)
		cli_raise(c, CLI_NO);
	return f->diff ? show_diff(c, old, new, op->name) : 0;
}

/* Format the old bytes into out: 1, 0 if they are no text, -1. */
static int
format(struct cli *c, const struct cli_operand *op, int old,
    struct sok_output *out)
{
	struct cli_operand in = *op;
	const struct sok_format *f = find_format(c, op, old);
	int r;

	if (f == NULL)
		return -1;
	if (!is_text(f))
		return refuse_format(c, op, f->name);
	if (lseek(old, 0, SEEK_SET) == -1 || fmt_open(c, out, op->name) == -1)
		return -1;
	in.fd = old;
	r = cli_puzzles(c, &in, &fmt_work);
	return fmt_close(c) == -1 || r == -1 ? -1 : 1;
}

/* The whole of it between two outputs; out is closed by the caller. */
static int
compare(struct cli *c, const struct cli_operand *op, int old,
    struct sok_output *out, bool *commit)
{
	const struct fmt *f = c->ctx;
	int r = format(c, op, old, out), new, same;

	if (r != 1)
		return r;
	new = sok_output_reopen(out);
	if (new == -1)
		return -1;
	same = same_bytes(old, new);
	r = same == 0 && f->write ? fmt_prove(c, op, new) : same == 0;
	*commit = r == 1 && f->write;
	if (r == 1)
		r = tell(c, op, old, new);
	close(new);
	return same == -1 || r == -1 ? -1 : 0;
}

/* Between the original and a new file beside it. */
static int
work(struct cli *c, const struct cli_operand *op, struct sok_output *out,
    bool *commit)
{
	struct fmt *f = c->ctx;
	int old, r;

	old = f->write ? dup(sok_output_original(out)) : rewindable(op->fd);
	if (old == -1)
		return -1;
	r = compare(c, op, old, out, commit);
	close(old);
	return r;
}

/* Every operand has its own status, which decides whether it is replaced; an
 * error is said here and the others are still done. */
int
fmt_file(struct cli *c, const struct cli_operand *op, const void *arg)
{
	struct fmt *f = c->ctx;
	struct sok_output *out;
	bool commit = false;
	int status = cli_status(c);

	(void)arg;
	if (f->write && op->is_stdin) {
		cli_error(c, "standard input cannot be rewritten in place");
		return 0;
	}
	c->status = CLI_OK;
	c->sink.limit_hit = false;
	out = f->write ? sok_output_replace(op->path, f->backup)
	               : sok_output_spool();
	if (out == NULL || work(c, op, out, &commit) == -1) {
		cli_trouble(c, op->name, errno);
		commit = false;
	}
	if (out != NULL && sok_output_close(out, commit) == -1 && commit)
		cli_trouble(c, op->name, errno);
	status = status > cli_status(c) ? status : cli_status(c);
	cli_raise(c, status);
	return 0;
}
