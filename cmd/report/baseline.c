/*
 * baseline.c - accepted findings, as text for version control: a line
 *
 *	rule TAB level TAB count
 *
 * per rule and level, sorted, so that it changes only where findings do.  A
 * finding about no level has the operand's name in the place of the level,
 * escaped as in messages.  Lines that begin with '#' are remarks.
 */
#include <stdlib.h>
#include <string.h>

#include "report/report_form.h"
#include "tools.h"

struct entry {
	struct sok_str what; /* `rule TAB level` */
	size_t n;
};

struct baseline {
	struct cli *c;
	struct entry *v;
	size_t n, cap;
	struct id_table place; /* of an entry, from 1 */
	struct sok_arena names;
	struct sok_buf what; /* the entry to look up */
};

struct baseline *
baseline_new(struct cli *c)
{
	struct baseline *b = cli_must(c, calloc(1, sizeof(*b)));

	b->c = c;
	return b;
}

void
baseline_free(struct baseline *b)
{
	if (b == NULL)
		return;
	id_table_free(&b->place);
	sok_arena_free(&b->names);
	sok_buf_free(&b->what);
	free(b->v);
	free(b);
}

/* The entry with this name; a new one has count 0. */
static struct entry *
find_entry(struct baseline *b, struct sok_str what)
{
	struct id_slot *slot =
	    cli_must(b->c, id_table_find(&b->place, sok_digest(what)));

	if (slot->n == 0) {
		b->v = cli_must(
		    b->c, sok_grow(b->v, b->n, &b->cap, sizeof(*b->v)));
		what = sok_str_dup(&b->names, what);
		if (what.s == NULL)
			cli_die(b->c, NULL, ENOMEM);
		b->v[b->n++] = (struct entry){what, 0};
		slot->n = b->n;
	}
	return &b->v[slot->n - 1];
}

static struct sok_str
name(struct baseline *b, enum sok_rule rule, struct sok_str key)
{
	b->what.len = 0;
	sok_buf_add(&b->what, sok_str(sok_rules[rule].name));
	sok_buf_addc(&b->what, '\t');
	sok_buf_add(&b->what, key);
	if (b->what.failed)
		cli_die(b->c, NULL, ENOMEM);
	return sok_buf_str(&b->what);
}

void
baseline_add(struct baseline *b, enum sok_rule rule, struct sok_str key)
{
	find_entry(b, name(b, rule, key))->n++;
}

bool
baseline_take(struct baseline *b, enum sok_rule rule, struct sok_str key)
{
	size_t place = id_table_get(&b->place, sok_digest(name(b, rule, key)));

	return place > 0 && b->v[place - 1].n > 0 && b->v[place - 1].n-- > 0;
}

/* Larger than any real count, and small enough that sums do not overflow. */
#define COUNT_MOST 999999999

/* `rule TAB level TAB count`; a rule of a later version is never found. */
static bool
parse_line(struct baseline *b, struct sok_str line)
{
	size_t rule = sok_str_find(line, SOK_STR("\t")), level, n;
	struct sok_str rest = sok_str_from(line, rule + 1), count;

	if (line.len == 0 || line.s[0] == '#')
		return true;
	level = sok_str_find(rest, SOK_STR("\t"));
	count = sok_str_from(rest, level + 1);
	if (!sok_str_number(count, &n) || n > COUNT_MOST)
		return false;
	find_entry(b, sok_str_sub(line, 0, rule + 1 + level))->n += n;
	return true;
}

struct baseline *
baseline_read(struct cli *c, const char *path)
{
	struct baseline *b = baseline_new(c);
	struct sok_buf text = {0};
	struct sok_str rest;
	size_t number = 0;

	if (!cli_read_file(path, &text))
		cli_die(c, path, errno);
	rest = sok_buf_str(&text);
	while (rest.len > 0) {
		number++;
		if (parse_line(b, sok_str_line(&rest)))
			continue;
		cli_error(c, "%s:%zu: not a line of a baseline", path, number);
		exit(cli_finish(c));
	}
	sok_buf_free(&text);
	return b;
}

static int
compare(const void *one, const void *two)
{
	const struct entry *a = one, *b = two;
	size_t least = a->what.len < b->what.len ? a->what.len : b->what.len;
	int d = memcmp(a->what.s, b->what.s, least);

	return d != 0 ? d : (a->what.len > least) - (b->what.len > least);
}

static void
put(struct baseline *b, struct sok_output *o)
{
	if (b->n > 0)
		qsort(b->v, b->n, sizeof(*b->v), compare);
	sok_outf(
	    o, "# %s baseline 1: rule, level, count\n", b->c->program->name);
	for (size_t i = 0; i < b->n; i++)
		sok_outf(o, "%.*s\t%zu\n", (int)b->v[i].what.len,
		    b->v[i].what.s, b->v[i].n);
}

void
baseline_write(struct baseline *b, const char *path)
{
	struct sok_output *o;

	if (strcmp(path, "-") == 0) {
		put(b, cli_output(b->c));
		return;
	}
	if (cli_status(b->c) == CLI_TROUBLE) {
		cli_remark(b->c, "%s: not written", path);
		return;
	}
	o = sok_output_file(path);
	if (o != NULL)
		put(b, o);
	if (o == NULL || sok_output_close(o, true) == -1)
		cli_trouble(b->c, path, errno);
}
