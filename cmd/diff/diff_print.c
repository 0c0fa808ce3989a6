/* diff_print.c - the hunks of a unified diff. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diff/diff_private.h"

enum { CONTEXT = 3 };

static const struct diff_sizes usual = {.bytes = (size_t)256 << 10,
    .lines = (size_t)32 << 10,
    .samples = (size_t)32 << 10,
    .script = (size_t)64 << 10,
    .edits = 256};

/* A file that is read from start to end. */
struct source {
	int fd;
	off_t at;
	size_t next, len;
	size_t line; /* number of lines that were read */
	char bytes[(size_t)64 << 10];
};

struct print {
	struct sok_output *out;
	struct source old, new;
	struct diff_reader ahead; /* finds where the hunk ends */
	struct diff_reader runs;  /* is printed */
};

/* ---- lines */

/* Read on: 1, 0 at the end, -1 with errno. */
static int
read_source(struct source *source)
{
	ssize_t got = sok_read_at(
	    source->fd, source->bytes, sizeof(source->bytes), source->at);

	if (got == -1)
		return -1;
	source->at += got;
	source->next = 0;
	source->len = (size_t)got;
	return got > 0;
}

/* Read n lines, and print them with a mark before each unless the mark is NUL:
 * 0, -1 with errno. */
static int
pass_lines(struct source *source, size_t n, char mark, struct sok_output *out)
{
	bool begins = true;

	for (source->line += n; n > 0;) {
		int more = source->next < source->len ? 1 : read_source(source);
		if (more == -1)
			return -1;
		if (more == 0) {
			if (mark != '\0' && !begins)
				sok_out(out,
				    SOK_STR("\n\\ No newline at end of "
				            "file\n"));
			return 0;
		}
		const char *from = source->bytes + source->next;
		const char *lf = memchr(from, '\n', source->len - source->next);
		size_t len = lf == NULL ? source->len - source->next
		                        : (size_t)(lf - from) + 1;

		if (mark != '\0' && begins)
			sok_outc(out, mark);
		if (mark != '\0')
			sok_out(out, (struct sok_str){from, len});
		source->next += len;
		begins = lf != NULL;
		n -= begins;
	}
	return 0;
}

/* ---- hunks */

/* `,5`: the number of lines if it is not 1, after that of the first line or, if
 * there is none, of the line before. */
static void
put_range(struct sok_output *out, size_t before, size_t n)
{
	sok_out_number(out, n == 0 ? before : before + 1);
	if (n == 1)
		return;
	sok_outc(out, ',');
	sok_out_number(out, n);
}

/* The runs of a hunk. */
struct hunk {
	size_t runs, old, new; /* lines with context */
	size_t below;          /* equal lines after the last change */
	struct diff_run next;  /* the first run that is not in it */
	int more;              /* whether there is one, or -1 */
};

/* Find the end of the hunk that begins with the run `next`, of which `above`
 * lines are context. */
static void
find_hunk(struct print *print, struct hunk *hunk, size_t above)
{
	hunk->runs = 0;
	hunk->old = hunk->new = above;
	hunk->next.equal = 0;
	do {
		hunk->runs++;
		hunk->old += hunk->next.equal + hunk->next.removed;
		hunk->new += hunk->next.equal + hunk->next.added;
		hunk->more = diff_script_next(&print->ahead, &hunk->next);
	} while (hunk->more == 1 && hunk->next.equal <= 2 * CONTEXT &&
	    hunk->next.removed + hunk->next.added > 0);
	hunk->below = 0;
	if (hunk->more == 1)
		hunk->below =
		    hunk->next.equal < CONTEXT ? hunk->next.equal : CONTEXT;
	hunk->old += hunk->below;
	hunk->new += hunk->below;
}

/* Read equal lines of both files, and print them with a mark before each unless
 * the mark is NUL: 0, -1 with errno. */
static int
pass_equal(struct print *print, size_t n, char mark)
{
	if (pass_lines(&print->old, n, mark, print->out) == -1)
		return -1;
	return pass_lines(&print->new, n, '\0', print->out);
}

/* Print a hunk; the lines before it were read.  0, -1 with errno. */
static int
put_hunk(struct print *print, const struct hunk *hunk, size_t above)
{
	struct diff_run run;

	sok_out(print->out, SOK_STR("@@ -"));
	put_range(print->out, print->old.line, hunk->old);
	sok_out(print->out, SOK_STR(" +"));
	put_range(print->out, print->new.line, hunk->new);
	sok_out(print->out, SOK_STR(" @@\n"));
	for (size_t i = 0; i < hunk->runs; i++) {
		if (sok_output_failed(print->out))
			return 0;
		if (diff_script_next(&print->runs, &run) == -1 ||
		    pass_equal(print, i == 0 ? above : run.equal, ' ') == -1 ||
		    pass_lines(&print->old, run.removed, '-', print->out) ==
		        -1 ||
		    pass_lines(&print->new, run.added, '+', print->out) == -1)
			return -1;
	}
	return pass_equal(print, hunk->below, ' ');
}

/* Print all hunks of the script: 0, also if the output fails, which it
 * remembers; -1 with errno if a text cannot be read. */
static int
put_hunks(struct print *print)
{
	struct hunk hunk = {.runs = 0};
	size_t done = 0; /* lines of the next run that were printed */

	hunk.more = diff_script_next(&print->ahead, &hunk.next);
	while (hunk.more == 1 && hunk.next.removed + hunk.next.added > 0 &&
	    !sok_output_failed(print->out)) {
		size_t equal = hunk.next.equal - done;
		size_t above = equal < CONTEXT ? equal : CONTEXT;

		if (pass_equal(print, equal - above, '\0') == -1)
			return -1;
		find_hunk(print, &hunk, above);
		if (put_hunk(print, &hunk, above) == -1)
			return -1;
		done = hunk.below;
	}
	return hunk.more == -1 ? -1 : 0;
}

int
diff_print_sized(struct sok_output *out, int old, int new, struct sok_str label,
    const struct diff_sizes *sizes, bool *temporary)
{
	struct diff_script script = {.fd = -1, .most = sizes->script};
	struct print *print = calloc(1, sizeof(*print));
	int got = print == NULL ? -1 : diff_find(&script, old, new, sizes);

	*temporary = false;
	if (got == 0) {
		got = diff_script_end(&script);
		*temporary = script.error != 0;
	}
	if (got == 0 && script.changes) {
		print->out = out;
		print->old.fd = old;
		print->new.fd = new;
		print->ahead.script = print->runs.script = &script;
		sok_out(out, SOK_STR("--- "));
		sok_out(out, label);
		sok_out(out, SOK_STR("\n+++ "));
		sok_out(out, label);
		sok_outc(out, '\n');
		got = put_hunks(print);
	}
	int error = errno;
	diff_script_free(&script);
	free(print);
	errno = error;
	return got;
}

int
diff_print(struct sok_output *out, int old, int new, struct sok_str label,
    bool *temporary)
{
	return diff_print_sized(out, old, new, label, &usual, temporary);
}
