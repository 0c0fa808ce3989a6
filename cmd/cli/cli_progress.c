/* cli_progress.c - prints a progress line on the terminal after two seconds,
 * and removes it before any other output. */
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/cli_private.h"
#include "io/io.h"
#include "text/text.h"

#define WAIT 2.0   /* seconds before the first line */
#define EVERY 0.25 /* seconds between two */
#define WIDTH 79   /* at most */
#define CALLS 64   /* between two looks at the clock */

struct cli_progress {
	double start, next; /* seconds */
	size_t calls, puzzles;
	size_t index, read; /* the operand, and how far it was read */
	size_t bytes;       /* of operands before this one */
	size_t shown;       /* bytes of the line that is there */
	size_t total;       /* bytes of all operands, 0: not known */
};

static double
now(void)
{
	struct timespec timespec = {0};

	clock_gettime(CLOCK_MONOTONIC, &timespec);
	return (double)timespec.tv_sec + (double)timespec.tv_nsec / 1e9;
}

void
cli_progress_open(struct cli *cli)
{
	struct stat st, err;

	cli->err_tty = isatty(STDERR_FILENO) != 0;
	if (!cli->err_tty || cli->quiet)
		return;
	/* Standard output may appear on the same terminal. */
	if (cli->output == NULL && !cli->no_output && isatty(STDOUT_FILENO) &&
	    (fstat(STDOUT_FILENO, &st) == -1 ||
	        fstat(STDERR_FILENO, &err) == -1 || st.st_rdev == err.st_rdev))
		return;
	struct cli_progress *progress = cli->progress =
	    calloc(1, sizeof(*progress));
	if (progress == NULL)
		return;
	progress->start = now();
	progress->next = progress->start + WAIT;
	for (size_t i = 0; i < cli->operands.n; i++) {
		const char *name = cli->operands.name[i];
		bool dash = strcmp(name, "-") == 0;

		if ((dash ? fstat(STDIN_FILENO, &st) : stat(name, &st)) == -1)
			continue;
		progress->total += (size_t)st.st_size;
		if (!S_ISREG(st.st_mode)) {
			progress->total = 0;
			break;
		}
	}
}

void
cli_progress_clear(struct cli *cli)
{
	if (cli->progress == NULL || cli->progress->shown == 0)
		return;
	sok_outf(cli_err(cli), "\r%*s\r", (int)cli->progress->shown, "");
	cli_flush(cli);
	cli->progress->shown = 0;
}

void
cli_progress(
    struct cli *cli, const struct cli_operand *op, size_t n, size_t read)
{
	struct cli_progress *progress = cli->progress;
	size_t columns = WIDTH;
	struct sok_buf buf = {0};

	if (progress == NULL)
		return;
	if (op->index != progress->index) {
		progress->bytes += progress->read;
		progress->index = op->index;
	}
	progress->read = read;
	progress->puzzles += n;
	if (++progress->calls % CALLS != 0)
		return;
	double seconds = now();
	if (seconds < progress->next)
		return;
	progress->next = seconds + EVERY;

	size_t done = progress->bytes + progress->read;
	seconds -= progress->start;
	sok_buf_fmt(&buf, "%zu puzzles, %.1f MB/s, ", progress->puzzles,
	    (double)done / 1e6 / seconds);
	/* A decoded file may have more bytes than the file on disk. */
	done = done < progress->total ? done : progress->total;
	if (done > 0)
		sok_buf_fmt(&buf, "%zu%%, %.0f s left, ",
		    done * 100 / progress->total,
		    seconds / (double)done * (double)(progress->total - done));
	sok_escape(&buf, sok_str(op->name));

#ifdef TIOCGWINSZ
	struct winsize size;

	/* One column less, so that the line does not wrap. */
	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 &&
	    size.ws_col <= WIDTH)
		columns = (size_t)size.ws_col - 1;
#endif
	/* Columns are counted in bytes, so the line may be too short. */
	struct sok_str line = sok_str_clip(sok_buf_str(&buf), columns);
	cli_progress_clear(cli);
	sok_outc(cli_err(cli), '\r');
	sok_out(cli_err(cli), line);
	cli_flush(cli);
	progress->shown = line.len;
	sok_buf_free(&buf);
}
