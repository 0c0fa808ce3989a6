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
read_source(struct source *s)
{
	ssize_t got = sok_read_at(s->fd, s->bytes, sizeof(s->bytes), s->at);

	if (got == -1)
		return -1;
	s->at += got;
	s->next = 0;
	s->len = (size_t)got;
	return got > 0;
}

/* Read n lines, and print them with a mark before each unless the mark is NUL:
 * 0, -1 with errno. */
static int
pass_lines(struct source *s, size_t n, char mark, struct sok_output *out)
{
	bool begins = true;

	for (s->line += n; n > 0;) {
		int more = s->next < s->len ? 1 : read_source(s);
		if (more == -1)
			return -1;
		if (more == 0) {
			if (mark != '\0' && !begins)
				sok_out(out,
				    SOK_STR("\n\\ No newline at end of "
				            "file\n"));
			return 0;
		}
		const char *from = s->bytes + s->next;
		const char *lf = memchr(from, '\n', s->len - s->next);
		size_t len =
		    lf == NULL ? s->len - s->next : (size_t)(lf - from) + 1;

		if (mark != '\0' && begins)
			sok_outc(out, mark);
		if (mark != '\0')
			sok_out(out, (struct sok_str){from, len});
		s->next += len;
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
find_hunk(struct print *p, struct hunk *h, size_t above)
{
	h->runs = 0;
	h->old = h->new = above;
	h->next.equal = 0;
	do {
		h->runs++;
		h->old += h->next.equal + h->next.removed;
		h->new += h->next.equal + h->next.added;
		h->more = diff_script_next(&p->ahead, &h->next);
	} while (h->more == 1 && h->next.equal <= 2 * CONTEXT &&
	    h->next.removed + h->next.added > 0);
	h->below = 0;
	if (h->more == 1)
		h->below = h->next.equal < CONTEXT ? h->next.equal : CONTEXT;
	h->old += h->below;
	h->new += h->below;
}

/* Read equal lines of both files, and print them with a mark before each unless
 * the mark is NUL: 0, -1 with errno. */
static int
pass_equal(struct print *p, size_t n, char mark)
{
	if (pass_lines(&p->old, n, mark, p->out) == -1)
		return -1;
	return pass_lines(&p->new, n, '\0', p->out);
}

/* Print a hunk; the lines before it were read.  0, -1 with errno. */
static int
put_hunk(struct print *p, const struct hunk *h, size_t above)
{
	struct diff_run run;

	sok_out(p->out, SOK_STR("@@ -"));
	put_range(p->out, p->old.line, h->old);
	sok_out(p->out, SOK_STR(" +"));
	put_range(p->out, p->new.line, h->new);
	sok_out(p->out, SOK_STR(" @@\n"));
	for (size_t i = 0; i < h->runs; i++) {
		if (sok_output_failed(p->out))
			return 0;
		if (diff_script_next(&p->runs, &run) == -1 ||
		    pass_equal(p, i == 0 ? above : run.equal, ' ') == -1 ||
		    pass_lines(&p->old, run.removed, '-', p->out) == -1 ||
		    pass_lines(&p->new, run.added, '+', p->out) == -1)
			return -1;
	}
	return pass_equal(p, h->below, ' ');
}

static int
put_hunks(struct print *p)
{
	struct hunk h = {.runs = 0};
	size_t done = 0; /* lines of the next run that were printed */

	h.more = diff_script_next(&p->ahead, &h.next);
	while (h.more == 1 && h.next.removed + h.next.added > 0 &&
	    !sok_output_failed(p->out)) {
		size_t equal = h.next.equal - done;
		size_t above = equal < CONTEXT ? equal : CONTEXT;

		if (pass_equal(p, equal - above, '\0') == -1)
			return -1;
		find_hunk(p, &h, above);
		if (put_hunk(p, &h, above) == -1)
			return -1;
		done = h.below;
	}
	return h.more == -1 ? -1 : 0;
}

int
diff_print_sized(struct sok_output *out, int old, int new, struct sok_str label,
    const struct diff_sizes *sizes, bool *temporary)
{
	struct diff_script script = {.fd = -1, .most = sizes->script};
	struct print *p = calloc(1, sizeof(*p));
	int r = p == NULL ? -1 : diff_find(&script, old, new, sizes);

	*temporary = false;
	if (r == 0) {
		r = diff_script_end(&script);
		*temporary = script.error != 0;
	}
	if (r == 0 && script.changes) {
		p->out = out;
		p->old.fd = old;
		p->new.fd = new;
		p->ahead.script = p->runs.script = &script;
		sok_out(out, SOK_STR("--- "));
		sok_out(out, label);
		sok_out(out, SOK_STR("\n+++ "));
		sok_out(out, label);
		sok_outc(out, '\n');
		r = put_hunks(p);
	}
	int error = errno;
	diff_script_free(&script);
	free(p);
	errno = error;
	return r;
}

int
diff_print(struct sok_output *out, int old, int new, struct sok_str label,
    bool *temporary)
{
	return diff_print_sized(out, old, new, label, &usual, temporary);
}
