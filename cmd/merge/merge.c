/* merge.c - sokfmt --merge: reads three versions of a collection and pairs
 * their puzzles. */
#include <errno.h>
#include <stdlib.h>

#include "base/base.h"
#include "io/io.h"
#include "merge/merge.h"

/* ---- options */

void
merge_options(struct cli *c)
{
	const struct fmt *f = c->ctx;
	const struct {
		bool given;
		const char *name;
	} others[] = {
	    {c->select != NULL, "select"},
	    {f->unique != FMT_NONE, "unique"},
	    {f->in.n > 0, "in"},
	    {f->not_in.n > 0, "not-in"},
	    {f->nsort > 0, "sort"},
	    {f->number != NULL, "number"},
	    {f->source, "source"},
	    {f->title != FMT_NONE || f->title_file, "title"},
	    {f->drop != 0, "drop"},
	    {f->macros, "expand-macros"},
	    {f->simplify, "simplify"},
	    {f->symmetry != FMT_NONE, "transform"},
	};
	size_t dashes = 0;

	if (f->marker_size > 0 && !f->merges)
		cli_usage(c, "--marker-size needs --merge");
	if (!f->merges)
		return;
	for (size_t i = 0; i < SOK_COUNT(others); i++)
		if (others[i].given)
			cli_usage(c,
			    "--%s does not go with --merge; format the result",
			    others[i].name);
	if (c->operands.n != MERGE_NSIDES)
		cli_usage(c,
		    "--merge needs three files: BASE, from which both sides "
		    "come, OURS and THEIRS");
	for (size_t i = 0; i < MERGE_NSIDES; i++)
		if (strcmp(c->operands.v[i], "-") == 0)
			dashes++;
	if (dashes > 1)
		cli_usage(c,
		    "standard input can be only one of the files of --merge");
}

/* ---- reading */

static struct merge_version *
current(struct cli *c)
{
	struct merge *m = ((struct fmt *)c->ctx)->merge;

	return &m->version[m->side];
}

static int
take_header(struct cli *c, struct sok_header *h)
{
	struct merge *m = ((struct fmt *)c->ctx)->merge;
	struct merge_version *v = current(c);

	v->header = compare_hold_header(m->hold, h);
	if (v->header == NULL)
		return -1;
	/* As if it were the only one. */
	v->header->later = v->header->merged = false;
	return 0;
}

static int
take_puzzle(struct cli *c, struct sok_puzzle *p, struct sok_arena *arena)
{
	struct merge *m = ((struct fmt *)c->ctx)->merge;
	struct merge_version *v = current(c);
	struct compare_key key;

	/* Text between puzzles, and what exceeds a limit. */
	if (p->number == 0 || p->raw.s != NULL) {
		cli_error(c, "%s:%zu: cannot be merged: this is not a puzzle",
		    p->pos.file, p->pos.line);
		return 0;
	}
	if (compare_identify(p, &key, arena) == -1)
		return -1;
	p = compare_hold_puzzle(m->hold, p, v->header);
	return p == NULL ? -1 : compare_add(&v->list, p, key);
}

/* Read an operand. */
static int
take_version(struct cli *c, const struct cli_operand *op)
{
	struct merge *m = ((struct fmt *)c->ctx)->merge;
	struct cli_operand named = *op;

	if (op->met || m->side + 1 >= MERGE_NSIDES) {
		cli_error(c, "%s: --merge takes files, not folders or archives",
		    op->name);
		return 0;
	}
	m->side++;
	if (m->name != NULL)
		named.name = m->name;
	int r = cli_puzzles(c, &named);
	if (c->sink.conflict || c->gate.conflict)
		cli_error(c,
		    "%s: has the markers of a conflict; choose one of the "
		    "versions and remove the markers",
		    op->name);
	c->sink.conflict = c->gate.conflict = false;
	return r;
}

static int pair_versions(struct merge *m);

void
merge_read(struct cli *c)
{
	static const struct cli_program reading = {
	    .header = take_header, .puzzle = take_puzzle};
	const struct cli_program *was = c->program;
	const struct sok_sink sink = c->sink;
	struct cli_program program = reading;
	struct fmt *f = c->ctx;
	struct merge *m = cli_must(c, calloc(1, sizeof(*m)));
	bool named = strcmp(c->stdin_name, "<stdin>") != 0;

	f->merge = m;
	m->side = -1;
	m->hold = cli_must(c, compare_hold_open());
	if (named)
		m->name = c->stdin_name;
	m->label[MERGE_OURS] = named ? "ours" : c->operands.v[MERGE_OURS];
	m->label[MERGE_THEIRS] = named ? "theirs" : c->operands.v[MERGE_THEIRS];

	/* Only what was not read is of interest in them. */
	for (size_t i = 0; i < SOK_NRULES; i++)
		c->sink.off[i] |= !sok_rule_unread((enum sok_rule)i);
	program.name = was->name;
	program.options = was->options;
	c->program = &program;
	c->headed = false;
	cli_each(c, true, take_version);
	c->program = was;
	c->headed = false;
	if (m->side + 1 < MERGE_NSIDES && cli_status(c) != CLI_TROUBLE)
		cli_error(c, "--merge takes files, not folders or archives");
	bool trouble = cli_status(c) == CLI_TROUBLE;
	c->sink = sink;
	if (trouble) {
		cli_raise(c, CLI_TROUBLE);
		exit(cli_finish(c));
	}
	if (pair_versions(m) == -1)
		cli_die(c, "--merge", errno);
	c->operands.v[0] = c->operands.v[MERGE_OURS];
	c->operands.n = 1;
}

void
merge_close(struct fmt *f)
{
	struct merge *m = f->merge;

	if (m == NULL)
		return;
	for (int i = 0; i < MERGE_NSIDES; i++)
		compare_list_free(&m->version[i].list);
	compare_hold_close(m->hold);
	sok_arena_free(&m->life);
	sok_arena_free(&m->scratch);
	free(m);
	f->merge = NULL;
}

/* ---- pairs */

/* The puzzles of a side that the base does not have. */
struct additions {
	struct compare_list list;
	uint32_t *index; /* of each in the version */
};

static int
find_additions(struct additions *to, const struct compare_list *all,
    const struct compare_pairs *pairs, struct sok_arena *a)
{
	struct compare_list *l = &to->list;

	l->v = sok_arena_alloc(a, all->n, sizeof(*l->v));
	to->index = sok_arena_alloc(a, all->n, sizeof(*to->index));
	if (l->v == NULL || to->index == NULL)
		return -1;
	for (size_t i = 0; i < all->n; i++)
		if (pairs->to_old[i] == 0) {
			to->index[l->n] = (uint32_t)i;
			l->v[l->n++] = all->v[i];
		}
	return 0;
}

/* Add what the sides added as items; what both added, the same puzzle, is one
 * item. */
static int
pair_additions(struct merge *m, const struct compare_pairs *ours,
    const struct compare_pairs *theirs, struct sok_arena *a)
{
	struct additions one = {{NULL, 0, 0}, NULL}, two = one;
	struct compare_pairs both;
	struct merge_item *item;

	if (find_additions(&one, &m->version[MERGE_OURS].list, ours, a) == -1 ||
	    find_additions(&two, &m->version[MERGE_THEIRS].list, theirs, a) ==
	        -1 ||
	    compare_match(&one.list, &two.list, m->hold, &both, a) == -1)
		return -1;
	for (size_t i = 0; i < one.list.n; i++) {
		uint32_t partner = both.to_new[i];

		item = &m->item[m->n++];
		*item = (struct merge_item){.gone = false};
		item->at[MERGE_OURS] = one.index[i] + 1;
		if (partner != 0 && both.how[partner - 1] == COMPARE_BY_ID)
			item->at[MERGE_THEIRS] = two.index[partner - 1] + 1;
	}
	for (size_t j = 0; j < two.list.n; j++) {
		if (both.to_old[j] != 0 && both.how[j] == COMPARE_BY_ID)
			continue;
		item = &m->item[m->n++];
		*item = (struct merge_item){.gone = false};
		item->at[MERGE_THEIRS] = two.index[j] + 1;
	}
	return 0;
}

/* Make items of the puzzles of all versions. */
static int
pair_versions(struct merge *m)
{
	const struct compare_list *base = &m->version[MERGE_BASE].list;
	const struct compare_list *one = &m->version[MERGE_OURS].list;
	const struct compare_list *two = &m->version[MERGE_THEIRS].list;
	struct compare_pairs ours, theirs;
	struct sok_arena a = {NULL, NULL, NULL};
	size_t all = base->n + one->n + two->n;
	int r = -1;

	m->item = sok_arena_alloc(&m->life, all, sizeof(*m->item));
	if (m->item == NULL ||
	    compare_match(base, one, m->hold, &ours, &a) == -1 ||
	    compare_match(base, two, m->hold, &theirs, &a) == -1)
		goto end;
	for (size_t i = 0; i < base->n; i++) {
		uint32_t i_ours = ours.to_new[i], i_theirs = theirs.to_new[i];
		struct merge_item *item = &m->item[m->n++];

		*item = (struct merge_item){.at[MERGE_BASE] = (uint32_t)i + 1};
		item->at[MERGE_OURS] = i_ours;
		item->at[MERGE_THEIRS] = i_theirs;
		item->follows = i_ours != 0 && i_theirs != 0 &&
		    theirs.moved[i_theirs - 1] && !ours.moved[i_ours - 1];
	}
	r = pair_additions(m, &ours, &theirs, &a);
end:
	sok_arena_free(&a);
	return r;
}
