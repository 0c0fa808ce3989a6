/* cli.c - starts and ends every program: checks before the first read, output
 * and exit status at the end. */
#include <errno.h>
#include <fcntl.h>
#if defined(__linux__)
#include <malloc.h>
#endif
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/cli_private.h"
#include "io/io.h"
#include "jobs/jobs.h"

/* SA_RESETHAND has removed the handler, so the signal ends the program. */
static void
clean_up(int sig)
{
	sok_output_cleanup();
	(void)raise(sig);
}

static void
catch_signals(void)
{
	/* Signals that end a program without a fault of its own. */
	static const int fatal[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE,
	    SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF};
	struct sigaction old,
	    act = {.sa_handler = clean_up, .sa_flags = (int)SA_RESETHAND};

	sigemptyset(&act.sa_mask);
	for (size_t i = 0; i < SOK_COUNT(fatal); i++) {
		/* Signals that nohup ignores or a profiler handles are left
		 * alone.  SIGPIPE is not, whatever the parent process did. */
		if (fatal[i] != SIGPIPE &&
		    sigaction(fatal[i], NULL, &old) == 0 &&
		    old.sa_handler != SIG_DFL)
			continue;
		(void)sigaction(fatal[i], &act, NULL);
	}
	/* Exceeding the limit of a file size becomes an error of write(). */
	(void)signal(SIGXFSZ, SIG_IGN);
}

/* Drop findings about puzzles that -s does not select. */
static void
gate(void *ctx, const struct sok_finding *f)
{
	struct cli *c = ctx;
	bool about = f->puzzle != NULL || c->reading;

	if (!about || cli_selected(c, f->puzzle, &c->scratch))
		sok_report_finding(&c->sink, f);
}

static void
flush_idle(void *ctx)
{
	cli_flush_output(ctx);
}

void
cli_init(struct cli *c, const struct cli_program *p, void *ctx, int argc,
    char **argv)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
	/* An editor or a log shows the output of such a terminal. */
	bool dumb =
	    term == NULL || term[0] == '\0' || strcmp(term, "dumb") == 0;

	*c = (struct cli){.program = p, .ctx = ctx, .jobs = 1};
	c->limits = sok_default_limits;
	c->read.limits = &c->limits;
	c->stdin_name = "<stdin>";
	c->sink = (struct sok_sink){.fn = cli_print_finding, .ctx = c};
	c->gate = (struct sok_sink){.fn = gate, .ctx = c};

#ifdef M_TRIM_THRESHOLD
	/* The next file needs the memory that the one before has freed:
	 * returning it to the system in between takes longer than reading a
	 * small file, and would stop all threads. */
	(void)mallopt(M_MMAP_THRESHOLD, 1 << 20);
	(void)mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
	/* No file must be mistaken for a standard stream. */
	for (int fd = 0; fd < 3; fd++) {
		c->no_fd[fd] = fcntl(fd, F_GETFD) == -1 && errno == EBADF;
		if (c->no_fd[fd] && open("/dev/null", O_RDWR) != fd)
			_exit(CLI_TROUBLE);
	}
	catch_signals();

	c->unpacker = cli_must(c, sok_unpacker_open(jobs_pause, c));

	cli_parse(c, argc, argv);
	if (p->check != NULL)
		p->check(c);

	c->colour_out = c->colour_err = c->colour == COLOUR_ALWAYS;
	if (c->colour == COLOUR_AUTO && !dumb &&
	    (no == NULL || no[0] == '\0')) {
		c->colour_out = c->output == NULL && isatty(STDOUT_FILENO);
		c->colour_err = isatty(STDERR_FILENO);
	}
	/* What waits for input has written what it has.  Threads that read
	 * ahead do not write. */
	if (c->jobs == 1) {
		c->read.idle = flush_idle;
		c->read.idle_ctx = c;
	}
	cli_progress_open(c);
}

struct sok_sink *
cli_sink(struct cli *c)
{
	return c->select == NULL ? &c->sink : &c->gate;
}

void
cli_raise(struct cli *c, int status)
{
	if (status > c->status)
		c->status = status;
}

int
cli_status(const struct cli *c)
{
	const size_t *n = c->sink.count;
	bool found = n[SOK_ERROR] > 0 || (c->strict && n[SOK_WARNING] > 0);

	if (c->sink.limit_hit)
		return CLI_TROUBLE;
	if (found && !c->exit_zero && c->status < CLI_NO)
		return CLI_NO;
	return c->status;
}

static const char *
output_name(const struct cli *c)
{
	return c->output == NULL ? "standard output" : c->output;
}

const char *
cli_output_name(const struct cli *c)
{
	return c->output == NULL ? "<stdout>" : c->output;
}

struct sok_output *
cli_output(struct cli *c)
{
	if (c->out != NULL)
		return c->out;
	errno = EBADF;
	if (c->output != NULL)
		c->out = sok_output_file(c->output);
	else if (!c->no_fd[STDOUT_FILENO])
		c->out = sok_output_fd(STDOUT_FILENO);
	if (c->out == NULL)
		cli_die(c, output_name(c), errno);
	return c->out;
}

struct sok_output *
cli_text_output(struct cli *c)
{
	struct sok_output *o = cli_output(c);

	if (c->output == NULL && isatty(STDOUT_FILENO))
		sok_output_shown(o);
	return o;
}

bool
cli_output_failed(struct cli *c)
{
	if (c->out == NULL || !sok_output_failed(c->out))
		return false;
	if (!c->dead)
		cli_trouble(c, output_name(c), errno);
	c->dead = true;
	return true;
}

void
cli_withhold(struct cli *c)
{
	c->withheld = cli_conflict(c) && c->output != NULL;
	if (c->withheld)
		cli_raise(c, CLI_NO);
}

int
cli_finish(struct cli *c)
{
	bool keep = true;
	int status, error = 0;

	cli_progress_clear(c);
	free(c->progress);
	c->progress = NULL;
	cli_select_unseen(c);
	cli_select_close(c);
	if (c->out != NULL) {
		keep = c->output == NULL ||
		    (cli_status(c) < CLI_TROUBLE && !c->withheld);
		if (sok_output_close(c->out, keep) < 0)
			error = errno;
		c->out = NULL;
		if (c->output == NULL && close(STDOUT_FILENO) < 0 &&
		    errno != EINTR && error == 0)
			error = errno;
	}
	if (error != 0 && !c->dead)
		cli_trouble(c, output_name(c), error);
	else if (!keep)
		cli_remark(c, "%s: not written", c->output);
	status = cli_status(c);
	sok_output_close(c->err, true);
	c->err = NULL;
	free(c->operands.v);
	free(c->outputs.v);
	free(c->names);
	free(c->tree);
	free(c->include.v);
	free(c->exclude.v);
	sok_arena_free(&c->names_kept);
	id_table_free(&c->inside);
	id_table_free(&c->claims.files);
	sok_packed_close(c->standard_input);
	sok_unpacker_close(c->unpacker);
	sok_arena_free(&c->scratch);
	return status;
}
