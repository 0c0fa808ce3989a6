/*
 * clock.c - how long commands take: all of them in turn, several times over,
 * so that whatever else the machine does meets each of them.
 *
 *	clock [-i FILE] ROUNDS COMMAND ...
 *
 * A command is one argument, split at blanks; `|` makes a pipe.  Output goes
 * to /dev/null.  For each command a line of medians: elapsed and processor
 * time in microseconds, most memory in KiB, highest exit status.
 */
#define _DEFAULT_SOURCE /* wait4 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ELAPSED, USED, MEMORY, STATUS, NVALUES };

#define ROUNDS 1000
#define WORDS 64
#define STAGES 8

static const char *input = "/dev/null";

static void
die(const char *what)
{
	fprintf(stderr, "clock: %s: %s\n", what, strerror(errno));
	exit(2);
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static double
microseconds(struct timeval t)
{
	return (double)t.tv_sec * 1e6 + (double)t.tv_usec;
}

static void
become(char **argv, int in, int out)
{
	if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0)
		_exit(126);
	execvp(argv[0], argv);
	_exit(127);
}

/* Start one stage of a pipe; what the next one reads is in *in then. */
static void
start(char **argv, int *in, int last)
{
	int fd[2];
	pid_t pid;

	if (last) {
		fd[0] = open("/dev/null", O_RDONLY | O_CLOEXEC);
		fd[1] = open("/dev/null", O_WRONLY | O_CLOEXEC);
	} else if (pipe(fd) < 0) {
		die("pipe");
	} else {
		fcntl(fd[0], F_SETFD, FD_CLOEXEC);
		fcntl(fd[1], F_SETFD, FD_CLOEXEC);
	}
	pid = fork();
	if (pid == 0)
		become(argv, *in, fd[1]);
	if (pid < 0)
		die("fork");
	close(*in);
	close(fd[1]);
	*in = fd[0];
}

static void
finish(int stages, double *value)
{
	struct rusage used;
	int status;

	while (stages-- > 0) {
		if (wait4(-1, &status, 0, &used) < 0)
			die("wait");
		status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
		value[USED] +=
		    microseconds(used.ru_utime) + microseconds(used.ru_stime);
		if ((double)used.ru_maxrss > value[MEMORY])
			value[MEMORY] = (double)used.ru_maxrss;
		if (status > value[STATUS])
			value[STATUS] = status;
	}
}

static void
run(const char *command, double *value)
{
	char *text = strdup(command), *argv[WORDS], *word;
	int in = open(input, O_RDONLY | O_CLOEXEC), stages = 0, n = 0;
	double began = now();

	if (text == NULL || in < 0)
		die(input);
	memset(value, 0, NVALUES * sizeof(*value));
	for (word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
		if (strcmp(word, "|") != 0 && n < WORDS - 1) {
			argv[n++] = word;
			continue;
		}
		argv[n] = NULL;
		start(argv, &in, 0);
		stages++;
		n = 0;
	}
	argv[n] = NULL;
	start(argv, &in, 1);
	close(in);
	finish(stages + 1, value);
	value[ELAPSED] = now() - began;
	free(text);
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double
median(double (*round)[NVALUES], int rounds, int which)
{
	double v[ROUNDS];

	for (int i = 0; i < rounds; i++)
		v[i] = round[i][which];
	qsort(v, (size_t)rounds, sizeof(*v), compare);
	return v[rounds / 2];
}

int
main(int argc, char **argv)
{
	double(*seen)[ROUNDS][NVALUES];
	int rounds, n;

	if (argc > 2 && strcmp(argv[1], "-i") == 0) {
		input = argv[2];
		argv += 2;
		argc -= 2;
	}
	rounds = argc > 2 ? atoi(argv[1]) : 0;
	n = argc - 2;
	if (rounds < 1 || rounds > ROUNDS) {
		fprintf(stderr, "usage: clock [-i FILE] ROUNDS COMMAND ...\n");
		return 2;
	}
	seen = calloc((size_t)n, sizeof(*seen));
	if (seen == NULL)
		die("memory");
	for (int i = 0; i < rounds; i++)
		for (int k = 0; k < n; k++)
			run(argv[2 + k], seen[k][i]);
	for (int k = 0; k < n; k++) {
		for (int which = 0; which < NVALUES; which++)
			printf("%.0f ", median(seen[k], rounds, which));
		printf("%s\n", argv[2 + k]);
	}
	free(seen);
	return 0;
}
