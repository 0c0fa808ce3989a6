/*
 * baseline_file.c - a baseline as text for version control: a line
 *
 *	rule TAB level TAB count
 *
 * per rule and level, sorted, so that it changes only where findings do.  A
 * finding about no level has the operand's name in the place of the level,
 * escaped as in messages.  Lines that begin with '#' are remarks.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "report/baseline.h"
#include "tools.h"

/* Cut s at its first TAB; false if there is none. */
static bool
cut_at_tab(struct sok_str *s, struct sok_str *front)
{
	const char *at = s->len == 0 ? NULL : memchr(s->s, '\t', s->len);

	if (at == NULL)
		return false;
	*front = sok_str_sub(*s, 0, (size_t)(at - s->s));
	*s = sok_str_from(*s, front->len + 1);
	return true;
}

/* No run finds so much, and a few of them add up to a number all the same. */
#define COUNT_MOST 999999999

static bool
parse_line(struct baseline *b, struct sok_str line)
{
	struct sok_str name, key;
	enum sok_rule rule;
	size_t n;

	if (line.len == 0 || line.s[0] == '#')
		return true;
	if (!cut_at_tab(&line, &name) || !cut_at_tab(&line, &key) ||
	    !sok_str_number(line, &n) || n > COUNT_MOST)
		return false;
	rule = sok_rule_find(name);
	/* A rule of a later version is nothing we could find. */
	if (rule != SOK_NRULES)
		baseline_add(b, rule, key, n);
	return true;
}

/* The whole file; false with errno. */
static bool
load_file(const char *path, struct sok_buf *to)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), error;
	bool read = fd != -1 && cli_read_fd(fd, to);

	error = errno;
	if (fd != -1)
		close(fd);
	errno = error;
	return read;
}

static bool
parse_baseline(struct baseline *b, const char *path, struct sok_str text)
{
	struct sok_str line;
	size_t number = 0;

	while (text.len > 0) {
		number++;
		line = sok_str_line(&text);
		if (parse_line(b, line))
			continue;
		cli_error(
		    b->c, "%s:%zu: not a line of a baseline", path, number);
		return false;
	}
	baseline_settle(b);
	return true;
}

struct baseline *
baseline_read(struct cli *c, const char *path)
{
	struct baseline *b = baseline_new(c);
	struct sok_buf text = {0};
	bool good = load_file(path, &text);

	if (!good)
		cli_trouble(c, path, errno);
	else
		good = parse_baseline(b, path, sok_buf_str(&text));
	sok_buf_free(&text);
	if (good)
		return b;
	baseline_free(b);
	return NULL;
}

static void
put_baseline(const struct baseline *b, struct sok_output *o)
{
	size_t i;

	sok_outf(
	    o, "# %s baseline 1: rule, level, count\n", b->c->program->name);
	for (i = 0; i < b->n; i++)
		sok_outf(o, "%s\t%.*s\t%zu\n", b->v[i].rule,
		    (int)b->v[i].key.len, b->v[i].key.s, b->v[i].n);
}

void
baseline_write(struct baseline *b, const char *path)
{
	struct sok_output *o;

	baseline_settle(b);
	if (strcmp(path, "-") == 0) {
		put_baseline(b, cli_output(b->c));
		return;
	}
	if (cli_status(b->c) == CLI_TROUBLE) {
		cli_remark(b->c, "%s: not written", path);
		return;
	}
	o = sok_output_file(path);
	if (o == NULL) {
		cli_trouble(b->c, path, errno);
		return;
	}
	put_baseline(b, o);
	if (sok_output_close(o, true) == -1)
		cli_trouble(b->c, path, errno);
}
