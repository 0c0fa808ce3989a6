/* baseline.c - accepted findings, as text for version control: sorted lines of
 * `rule TAB level TAB count`.  A finding about no level has the operand's name,
 * escaped as in messages.  Lines that begin with '#' are remarks. */
#include <stdlib.h>

#include "base/base.h"
#include "io/io.h"
#include "report/report_form.h"
#include "text/text.h"

/* Larger than any real count, and small enough that sums do not overflow. */
#define COUNT_MOST 999999999

/* Keep `rule TAB level` of a line, to report it if it is stale. */
static void
keep_line(struct report *r, struct sok_str what, size_t number)
{
	struct known_line *v =
	    sok_grow(r->line_of, r->nlines, &r->line_cap, sizeof(*v));

	r->line_of = cli_must(r->c, v);
	v[r->nlines++] = (struct known_line){
	    cli_must(r->c, str_terminated(&r->made.names, what)), number};
}

void
baseline_read(struct report *r)
{
	size_t size;
	char *text = cli_slurp(r->c, r->known_path, false, &size);
	struct sok_str rest = {text, size}, line, count;
	struct id_slot *slot;
	size_t what, n;

	for (size_t number = 1; rest.len > 0; number++) {
		line = sok_str_line(&rest);
		if (line.len == 0 || line.s[0] == '#')
			continue;
		/* The length of `rule TAB level`. */
		what = sok_str_find(line, SOK_STR("\t")) + 1;
		what += sok_str_find(sok_str_from(line, what), SOK_STR("\t"));
		count = sok_str_from(line, what + 1);
		if (!sok_str_number(count, &n) || n > COUNT_MOST) {
			cli_error(r->c, "%s:%zu: not a line of a baseline",
			    r->known_path, number);
			exit(cli_finish(r->c));
		}
		line = sok_str_sub(line, 0, what);
		slot = id_table_find(&r->known, sok_digest(line));
		cli_enough(r->c, slot != NULL);
		if (slot->n == 0)
			keep_line(r, line, number);
		slot->n += slot->n == 0 ? n + 1 : n;
	}
	free(text);
}

bool
baseline_accepts(struct report *r, const struct sok_finding *f)
{
	struct baseline *b = &r->made;
	bool makes = r->made_path != NULL;
	struct sok_str what;
	struct id_slot *slot;

	/* Nobody knows what is in unread input. */
	if ((!makes && r->known_path == NULL) || sok_rule_unread(f->rule))
		return false;
	what = report_key(r, f, '\t');
	uint64_t digest = sok_digest(what);
	bool known = id_table_get(&r->known, digest) > 1;
	if (known) {
		slot = cli_must(r->c, id_table_find(&r->known, digest));
		slot->n--;
	}
	/* What the old baseline accepts stays in the new one. */
	if (!makes || (!known && !report_shows(r, f)))
		return known;
	slot = cli_must(r->c, id_table_find(&b->count, digest));
	if (slot->n++ == 0) {
		b->v = sok_grow(b->v, b->n, &b->cap, sizeof(*b->v));
		cli_enough(r->c, b->v != NULL);
		b->v[b->n++] = cli_must(r->c, str_terminated(&b->names, what));
	}
	return true;
}

void
baseline_stale(struct report *r)
{
	struct sok_str name;
	enum sok_rule rule;

	/* Only what was looked for in all that was read can be missing. */
	if (r->c->select != NULL || cli_status(r->c) == CLI_TROUBLE)
		return;
	for (size_t i = 0; i < r->nlines; i++) {
		const struct known_line *line = &r->line_of[i];
		struct sok_pos pos = {r->known_path, line->number, 1};
		struct sok_str what = sok_str(line->what);
		size_t left = id_table_get(&r->known, sok_digest(what));

		name = sok_str_sub(what, 0, strcspn(line->what, "\t"));
		rule = sok_rule_find(name);
		if (left > 1 &&
		    (rule == SOK_NRULES ||
		        (!r->unsought[rule] && !r->off[rule])))
			sok_report(&r->c->sink, SOK_STALE_BASELINE_RULE, pos,
			    NULL, NULL,
			    left == 2 ? "%zu finding of `%.*s` is accepted but "
			                "not found"
			              : "%zu findings of `%.*s` are accepted "
			                "but not found",
			    left - 1, (int)name.len, name.s);
	}
	report_file_end(r, r->known_path);
}

void
baseline_write(struct report *r)
{
	bool listed = report_lists(r);
	struct baseline *b = &r->made;

	if (!listed && cli_status(r->c) == CLI_TROUBLE) {
		cli_remark(r->c, "%s: not written", r->made_path);
		return;
	}
	struct sok_output *o =
	    listed ? cli_output(r->c) : sok_output_file(r->made_path);
	if (o == NULL) {
		cli_trouble(r->c, r->made_path, errno);
		return;
	}
	if (b->n > 0)
		qsort(b->v, b->n, sizeof(*b->v), choose_order);
	sok_outf(
	    o, "# %s baseline 1: rule, level, count\n", r->c->program->name);
	for (size_t i = 0; i < b->n; i++)
		sok_outf(o, "%s\t%zu\n", b->v[i],
		    id_table_get(&b->count, sok_digest(sok_str(b->v[i]))));
	if (!listed && sok_output_close(o, true) == -1)
		cli_trouble(r->c, r->made_path, errno);
}
