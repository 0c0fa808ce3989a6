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
gate(void *ctx, const struct sok_finding *finding)
{
	struct cli *cli = ctx;
	bool about = finding->puzzle != NULL || cli->reading;

	if (!about || cli_selected(cli, finding->puzzle, &cli->scratch))
		sok_report_finding(&cli->sink, finding);
}

static void
flush_idle(void *ctx)
{
	cli_flush_output(ctx);
}

void
cli_init(struct cli *cli, const struct cli_program *program, void *ctx,
    int argc, char **argv)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
	/* An editor or a log shows the output of such a terminal. */
	bool dumb =
	    term == NULL || term[0] == '\0' || strcmp(term, "dumb") == 0;

	*cli = (struct cli){.program = program, .ctx = ctx, .jobs = 1};
	cli->limits = sok_default_limits;
	cli->read.limits = &cli->limits;
	cli->stdin_name = CLI_STDIN;
	cli->sink = (struct sok_sink){.fn = cli_print_finding, .ctx = cli};
	cli->gate = (struct sok_sink){.fn = gate, .ctx = cli};

#ifdef M_TRIM_THRESHOLD
	/* The next file needs the memory that the one before has freed:
	 * returning it to the system in between takes longer than reading a
	 * small file, and would stop all threads. */
	(void)mallopt(M_MMAP_THRESHOLD, 1 << 20);
	(void)mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
	/* No file must be mistaken for a standard stream. */
	for (int fd = 0; fd < 3; fd++) {
		cli->no_fd[fd] = fcntl(fd, F_GETFD) == -1 && errno == EBADF;
		if (cli->no_fd[fd] && open("/dev/null", O_RDWR) != fd)
			_exit(CLI_TROUBLE);
	}
	catch_signals();

	cli->unpacker = cli_must(cli, sok_unpacker_open(jobs_pause, cli));

	cli_parse(cli, argc, argv);
	if (program->check != NULL)
		program->check(cli);

	cli->colour_out = cli->colour_err = cli->colour == COLOUR_ALWAYS;
	if (cli->colour == COLOUR_AUTO && !dumb &&
	    (no == NULL || no[0] == '\0')) {
		cli->colour_out = cli->output == NULL && isatty(STDOUT_FILENO);
		cli->colour_err = isatty(STDERR_FILENO);
	}
	/* What waits for input has written what it has.  Threads that read
	 * ahead do not write. */
	if (cli->jobs == 1) {
		cli->read.idle = flush_idle;
		cli->read.idle_ctx = cli;
	}
	cli_progress_open(cli);
}

struct sok_sink *
cli_sink(struct cli *cli)
{
	return cli->select == NULL ? &cli->sink : &cli->gate;
}

void
cli_raise(struct cli *cli, int status)
{
	if (status > cli->status)
		cli->status = status;
}

int
cli_status(const struct cli *cli)
{
	const size_t *count = cli->sink.count;
	bool found =
	    count[SOK_ERROR] > 0 || (cli->strict && count[SOK_WARNING] > 0);

	if (cli->sink.limit_hit)
		return CLI_TROUBLE;
	if (found && !cli->exit_zero && cli->status < CLI_NO)
		return CLI_NO;
	return cli->status;
}

/* What messages call the output of the run. */
static const char *
output_name(const struct cli *cli)
{
	return cli->output == NULL ? "standard output" : cli->output;
}

const char *
cli_output_name(const struct cli *cli)
{
	return cli->output == NULL ? "<stdout>" : cli->output;
}

struct sok_output *
cli_output(struct cli *cli)
{
	if (cli->out != NULL)
		return cli->out;
	errno = EBADF;
	if (cli->output != NULL)
		cli->out = sok_output_file(cli->output);
	else if (!cli->no_fd[STDOUT_FILENO])
		cli->out = sok_output_fd(STDOUT_FILENO);
	if (cli->out == NULL)
		cli_die(cli, output_name(cli), errno);
	return cli->out;
}

struct sok_output *
cli_text_output(struct cli *cli)
{
	struct sok_output *out = cli_output(cli);

	if (cli->output == NULL && isatty(STDOUT_FILENO))
		sok_output_shown(out);
	return out;
}

bool
cli_output_failed(struct cli *cli)
{
	if (cli->out == NULL || !sok_output_failed(cli->out))
		return false;
	if (!cli->dead)
		cli_trouble(cli, output_name(cli), errno);
	cli->dead = true;
	return true;
}

void
cli_withhold(struct cli *cli)
{
	cli->withheld = cli_conflict(cli) && cli->output != NULL;
	if (cli->withheld)
		cli_raise(cli, CLI_NO);
}

int
cli_finish(struct cli *cli)
{
	bool keep = true;
	int status, error = 0;

	cli_progress_clear(cli);
	free(cli->progress);
	cli->progress = NULL;
	cli_select_unseen(cli);
	cli_select_close(cli);
	if (cli->out != NULL) {
		keep = cli->output == NULL ||
		    (cli_status(cli) < CLI_TROUBLE && !cli->withheld);
		if (sok_output_close(cli->out, keep) < 0)
			error = errno;
		cli->out = NULL;
		if (cli->output == NULL && close(STDOUT_FILENO) < 0 &&
		    errno != EINTR && error == 0)
			error = errno;
	}
	if (error != 0 && !cli->dead)
		cli_trouble(cli, output_name(cli), error);
	else if (!keep)
		cli_remark(cli, "%s: not written", cli->output);
	status = cli_status(cli);
	sok_output_close(cli->err, true);
	cli->err = NULL;
	free(cli->operands.name);
	free(cli->outputs.name);
	free(cli->names);
	free(cli->tree);
	free(cli->include.name);
	free(cli->exclude.name);
	sok_arena_free(&cli->names_kept);
	id_table_free(&cli->inside);
	id_table_free(&cli->archives);
	id_table_free(&cli->claims.files);
	sok_packed_close(cli->standard_input);
	sok_unpacker_close(cli->unpacker);
	sok_arena_free(&cli->scratch);
	return status;
}
