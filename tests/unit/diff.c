/*
 * diff.c - diffs of random files, a tenth as many as the first argument.  A
 * plain reader of unified diffs makes the new file from the old one, each hunk
 * has the required context, and if both files fit in one window, the number of
 * changed lines is minimal.  Tiny windows change only this number.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "diff/diff_private.h"
#include "unit.h"

enum { LINES = 200, CONTEXT = 3, ROOM = 1 << 16 };

static uint64_t seed;

static size_t
below(size_t n)
{
	return (size_t)(unit_random(&seed) % n);
}

/* ---- files */

struct file {
	char text[ROOM];
	size_t len;
	size_t start[LINES * 2 + 1], n;
};

static void
add_line(struct file *f, size_t kinds)
{
	static const char *const odd[] = {"", "\r", "\\ No newline", "-- a",
	    "++ b", "@@ -1 +1 @@", "\xff\xfe", " "};

	if (f->n == 2 * LINES)
		return;
	f->start[f->n++] = f->len;
	if (below(20) == 0) {
		f->len += (size_t)sprintf(
		    f->text + f->len, "%s\n", odd[below(SOK_COUNT(odd))]);
	} else if (below(40) == 0) {
		f->text[f->len++] = '\0';
		f->text[f->len++] = '\n';
	} else {
		f->len +=
		    (size_t)sprintf(f->text + f->len, "%zu\n", below(kinds));
	}
	f->start[f->n] = f->len;
}

static void
copy_line(struct file *to, const struct file *from, size_t i)
{
	size_t len = from->start[i + 1] - from->start[i];

	if (to->n == 2 * LINES)
		return;
	to->start[to->n++] = to->len;
	memcpy(to->text + to->len, from->text + from->start[i], len);
	to->len += len;
	to->start[to->n] = to->len;
}

static void
cut_end(struct file *f)
{
	if (f->len == 0 || below(3) != 0)
		return;
	f->len--;
	/* An empty line without a line end does not exist. */
	if (f->start[f->n - 1] == f->len)
		f->n--;
	else
		f->start[f->n] = f->len;
}

static void
make_files(struct file *old, struct file *new)
{
	size_t kinds = 1 + below(below(2) == 0 ? 6 : 300);
	size_t n = below(LINES), rate = 1 + below(30);

	old->len = old->n = old->start[0] = 0;
	new->len = new->n = new->start[0] = 0;
	for (size_t i = 0; i < n; i++)
		add_line(old, kinds);
	for (size_t i = 0; i < n; i++) {
		size_t what = below(rate);

		if (what == 0)
			continue;
		if (what == 1)
			add_line(new, kinds);
		/* Long ranges that are added or removed. */
		if (below(60) == 0)
			i += below(n);
		for (size_t more = below(60) == 0 ? below(n) : 0; more > 0;
		     more--)
			add_line(new, kinds);
		if (what != 2 && i < n)
			copy_line(new, old, i);
	}
	if (below(20) == 0)
		new->len = new->n = 0;
	cut_end(old);
	cut_end(new);
}

static int
store(const char *name, const struct file *f)
{
	int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);

	if (fd == -1 || write(fd, f->text, f->len) != (ssize_t)f->len)
		abort();
	(void)unlink(name);
	return fd;
}

/* ---- a reader of diffs */

struct reader {
	struct sok_str rest;
	const struct file *old;
	size_t line; /* of the old file that is next */
	char made[ROOM];
	size_t len;
	size_t changes;
};

static struct sok_str
take_line(struct reader *r)
{
	const char *lf = memchr(r->rest.s, '\n', r->rest.len);
	size_t n = lf == NULL ? r->rest.len : (size_t)(lf - r->rest.s) + 1;
	struct sok_str line = {r->rest.s, n};

	r->rest.s += n;
	r->rest.len -= n;
	return line;
}

static void
put(struct reader *r, struct sok_str s)
{
	memcpy(r->made + r->len, s.s, s.len);
	r->len += s.len;
}

static struct sok_str
old_line(const struct reader *r, size_t i)
{
	return (struct sok_str){r->old->text + r->old->start[i],
	    r->old->start[i + 1] - r->old->start[i]};
}

/* Parse `12,3` or `12`; false if it is neither. */
static bool
take_range(const char **s, size_t *first, size_t *n)
{
	char *end;

	*first = strtoul(*s, &end, 10);
	*n = 1;
	if (end == *s)
		return false;
	if (*end == ',') {
		*n = strtoul(end + 1, &end, 10);
		if (*n == 1)
			return false;
	}
	*s = end;
	return true;
}

static bool
read_hunk(struct reader *r, size_t *made_lines)
{
	char head[128];
	const char *s = head + 4;
	struct sok_str line = take_line(r);
	size_t first, n, new_first, new_n, above = 0, same = 0, context = 0;
	bool changed = false;

	if (line.len >= sizeof(head) || !sok_str_starts(line, SOK_STR("@@ -")))
		return false;
	memcpy(head, line.s, line.len);
	head[line.len] = '\0';
	if (!take_range(&s, &first, &n) || strncmp(s, " +", 2) != 0)
		return false;
	s += 2;
	if (!take_range(&s, &new_first, &new_n) || strcmp(s, " @@\n") != 0)
		return false;
	first -= n > 0;
	if (first < r->line || (r->line > 0 && first - r->line < 1))
		return false;
	for (; r->line < first; ++*made_lines)
		put(r, old_line(r, r->line++));
	if (*made_lines + (new_n > 0) != new_first)
		return false;

	while (n > 0 || new_n > 0) {
		line = take_line(r);
		char mark = line.len == 0 ? '\0' : line.s[0];
		struct sok_str text = sok_str_from(line, line.len > 0);

		if (sok_str_starts(
		        r->rest, SOK_STR("\\ No newline at end of file\n"))) {
			(void)take_line(r);
			text.len--;
		}
		if (mark != '+' && n-- == 0)
			return false;
		if (mark != '-' && new_n-- == 0)
			return false;
		if (mark != ' ' && mark != '-' && mark != '+')
			return false;
		if (mark != '+' &&
		    (r->line == r->old->n ||
		        !sok_str_eq(text, old_line(r, r->line++))))
			return false;
		if (mark != '-') {
			put(r, text);
			++*made_lines;
		}
		r->changes += mark != ' ';
		changed |= mark != ' ';
		above += !changed;
		same = mark == ' ' ? same + 1 : 0;
		context = same > context && changed ? same : context;
		if (mark != ' ' && context > 2 * CONTEXT)
			return false;
	}
	/* Only at the start and the end of a file may the context be
	 * shorter. */
	return changed && above <= CONTEXT && same <= CONTEXT &&
	    (above == CONTEXT || first == 0) &&
	    (same == CONTEXT || r->line == r->old->n);
}

/* Whether the diff makes the new file from the old one. */
static bool
read_diff(struct reader *r, const struct file *new)
{
	size_t made_lines = 0;

	r->line = r->len = r->changes = 0;
	if (r->rest.len > 0 &&
	    (!sok_str_eq(take_line(r), SOK_STR("--- name\n")) ||
	        !sok_str_eq(take_line(r), SOK_STR("+++ name\n"))))
		return false;
	while (r->rest.len > 0)
		if (!read_hunk(r, &made_lines))
			return false;
	while (r->line < r->old->n)
		put(r, old_line(r, r->line++));
	return r->len == new->len &&memcmp(r->made, new->text, new->len) == 0;
}

/* The number of lines that must change. */
static size_t
fewest(const struct file *old, const struct file *new)
{
	static size_t common[2 * LINES + 1][2 * LINES + 1];

	for (size_t i = old->n + 1; i-- > 0;)
		for (size_t j = new->n + 1; j-- > 0;) {
			struct sok_str a, b;

			common[i][j] = 0;
			if (i == old->n || j == new->n)
				continue;
			a = (struct sok_str){old->text + old->start[i],
			    old->start[i + 1] - old->start[i]};
			b = (struct sok_str){new->text + new->start[j],
			    new->start[j + 1] - new->start[j]};
			common[i][j] = common[i + 1][j] > common[i][j + 1]
			    ? common[i + 1][j]
			    : common[i][j + 1];
			if (sok_str_eq(a, b))
				common[i][j] = 1 + common[i + 1][j + 1];
		}
	return old->n + new->n - 2 * common[0][0];
}

/* ---- the test */

/* Whether the diff is right; *changes is the number of changed lines. */
static bool
try(const struct file *old, const struct file *new,
    const struct diff_sizes *sizes, size_t *changes)
{
	static struct reader r;
	struct sok_buf diff = {0};
	struct sok_output *out = sok_output_memory(&diff);
	int old_fd = store("unit.diff.old", old);
	int new_fd = store("unit.diff.new", new);
	bool spool;

	bool good = diff_print_sized(out, old_fd, new_fd, SOK_STR("name"),
	                sizes, &spool) == 0 &&
	    !spool;
	sok_output_flush(out);
	r.rest = sok_buf_str(&diff);
	r.old = old;
	bool empty = diff.len == 0;
	good = good && read_diff(&r, new) && empty == (r.changes == 0);
	*changes = r.changes;
	sok_output_close(out, false);
	sok_buf_free(&diff);
	close(old_fd);
	close(new_fd);
	return good;
}

static void
test_random(void)
{
	static struct file old, new;
	static const struct diff_sizes large = {
	    ROOM, LINES * 2, 100, ROOM, LINES * 4};
	struct diff_sizes tiny = {.bytes = 1 + below(100),
	    .lines = 1 + below(20),
	    .samples = 1 + below(50),
	    .script = below(50),
	    .edits = 1 + (int)below(10)};
	uint64_t began = seed;
	size_t changes = 0, more = 0;

	make_files(&old, &new);
	if (!CHECK(try(&old, &new, &large, &changes)) ||
	    !CHECK(changes == fewest(&old, &new)) ||
	    !CHECK(try(&old, &new, &tiny, &more)) || !CHECK(more >= changes))
		fprintf(stderr,
		    "seed %llu: %zu lines of %zu changed, at least "
		    "%zu; with tiny windows %zu\n",
		    (unsigned long long)began, changes, old.n + new.n,
		    fewest(&old, &new), more);
}

int
main(int argc, char **argv)
{
	size_t rounds = argc > 1 ? strtoul(argv[1], NULL, 10) / 10 : 1000;

	for (size_t i = 0; i < rounds && unit_failures == 0; i++) {
		seed = i;
		test_random();
	}
	return unit_done();
}
