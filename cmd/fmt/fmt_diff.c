/*
 * fmt_diff.c - compares two files by their descriptors: the old text and the
 * new text.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fmt/fmt.h"
#include "tools.h"

#define NOT_RUN 127 /* as in a shell */

/* Copy the rest of a stream; false with errno. */
static bool
copy_stream(struct sok_stream *from, struct sok_output *to)
{
	char buf[4096];
	ptrdiff_t n;

	while ((n = from->read(from, buf, sizeof(buf))) > 0)
		sok_out(to, (struct sok_str){buf, (size_t)n});
	return n == 0;
}

int
fmt_rewindable(const struct cli_operand *op, bool *temporary)
{
	struct sok_output *o;
	int copy = -1;

	if (op->stream == NULL)
		return dup(op->fd);
	o = sok_output_spool();
	*temporary = o == NULL;
	if (o != NULL && copy_stream(op->stream, o)) {
		copy = sok_output_reopen(o);
		*temporary = copy == -1;
	}
	(void)sok_output_close(o, false);
	return copy;
}

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

/* Report how diff failed; 0 and 1 are regular results. */
static void
report_failure(struct cli *c, const char *name, int status)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_RUN)
		cli_error(c, "%s: the program diff cannot be run", name);
	else if (!WIFEXITED(status) || WEXITSTATUS(status) > 1)
		cli_error(c, "%s: diff failed", name);
}

int
fmt_show_diff(struct cli *c, int old, int new, const char *name)
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
		(void)cli_copy_fd(tube[0], out);
	close(tube[0]);
	while (pid != -1 && waitpid(pid, &status, 0) == -1)
		if (errno != EINTR)
			return -1;
	if (pid != -1)
		report_failure(c, name, status);
	return pid == -1 ? -1 : 0;
}
