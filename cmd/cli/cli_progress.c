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
	struct timespec t = {0};

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void
cli_progress_open(struct cli *c)
{
	struct stat st, err;

	c->err_tty = isatty(STDERR_FILENO) != 0;
	if (!c->err_tty || c->quiet)
		return;
	/* Standard output may appear on the same terminal. */
	if (c->output == NULL && !c->no_output && isatty(STDOUT_FILENO) &&
	    (fstat(STDOUT_FILENO, &st) == -1 ||
	        fstat(STDERR_FILENO, &err) == -1 || st.st_rdev == err.st_rdev))
		return;
	struct cli_progress *p = c->progress = calloc(1, sizeof(*p));
	if (p == NULL)
		return;
	p->start = now();
	p->next = p->start + WAIT;
	for (size_t i = 0; i < c->operands.n; i++) {
		const char *name = c->operands.v[i];
		bool dash = strcmp(name, "-") == 0;

		if ((dash ? fstat(STDIN_FILENO, &st) : stat(name, &st)) == -1)
			continue;
		p->total += (size_t)st.st_size;
		if (!S_ISREG(st.st_mode)) {
			p->total = 0;
			break;
		}
	}
}

void
cli_progress_clear(struct cli *c)
{
	if (c->progress == NULL || c->progress->shown == 0)
		return;
	sok_outf(cli_err(c), "\r%*s\r", (int)c->progress->shown, "");
	cli_flush(c);
	c->progress->shown = 0;
}

void
cli_progress(struct cli *c, const struct cli_operand *op, size_t n, size_t read)
{
	struct cli_progress *p = c->progress;
	size_t columns = WIDTH;
	struct sok_buf b = {0};

	if (p == NULL)
		return;
	if (op->index != p->index) {
		p->bytes += p->read;
		p->index = op->index;
	}
	p->read = read;
	p->puzzles += n;
	if (++p->calls % CALLS != 0)
		return;
	double t = now();
	if (t < p->next)
		return;
	p->next = t + EVERY;

	size_t done = p->bytes + p->read;
	t -= p->start;
	sok_buf_fmt(
	    &b, "%zu puzzles, %.1f MB/s, ", p->puzzles, (double)done / 1e6 / t);
	/* A decoded file may have more bytes than the file on disk. */
	done = done < p->total ? done : p->total;
	if (done > 0)
		sok_buf_fmt(&b, "%zu%%, %.0f s left, ", done * 100 / p->total,
		    t / (double)done * (double)(p->total - done));
	sok_escape(&b, sok_str(op->name));

#ifdef TIOCGWINSZ
	struct winsize w;

	/* One column less, so that the line does not wrap. */
	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 0 &&
	    w.ws_col <= WIDTH)
		columns = (size_t)w.ws_col - 1;
#endif
	/* Columns are counted in bytes, so the line may be too short. */
	struct sok_str line = sok_str_clip(sok_buf_str(&b), columns);
	cli_progress_clear(c);
	sok_outc(cli_err(c), '\r');
	sok_out(cli_err(c), line);
	cli_flush(c);
	p->shown = line.len;
	sok_buf_free(&b);
}
