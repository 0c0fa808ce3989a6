/* merge.c - sokfmt --merge: reads three versions of a collection and pairs
 * their puzzles. */
#include <errno.h>
#include <stdlib.h>

#include "base/base.h"
#include "io/io.h"
#include "merge/merge.h"

/* ---- options */

void
merge_options(struct cli *cli)
{
	const struct fmt *fmt = cli->ctx;
	const struct {
		bool given;
		const char *name;
	} others[] = {
	    {cli->select != NULL, "select"},
	    {fmt->unique != FMT_NONE, "unique"},
	    {fmt->in.n > 0, "in"},
	    {fmt->not_in.n > 0, "not-in"},
	    {fmt->nsort > 0, "sort"},
	    {fmt->number != NULL, "number"},
	    {fmt->source, "source"},
	    {fmt->title != FMT_NONE || fmt->title_file, "title"},
	    {fmt->drop != 0, "drop"},
	    {fmt->macros, "expand-macros"},
	    {fmt->simplify, "simplify"},
	    {fmt->symmetry != FMT_NONE, "transform"},
	};
	size_t dashes = 0;

	if (fmt->marker_size > 0 && !fmt->merges)
		cli_usage(cli, "--marker-size needs --merge");
	if (!fmt->merges)
		return;
	for (size_t i = 0; i < SOK_COUNT(others); i++)
		if (others[i].given)
			cli_usage(cli,
			    "--%s does not go with --merge; format the result",
			    others[i].name);
	if (cli->operands.n != MERGE_NSIDES)
		cli_usage(cli,
		    "--merge needs three files: BASE, from which both sides "
		    "come, OURS and THEIRS");
	for (size_t i = 0; i < MERGE_NSIDES; i++)
		if (strcmp(cli->operands.name[i], "-") == 0)
			dashes++;
	if (dashes > 1)
		cli_usage(cli,
		    "standard input can be only one of the files of --merge");
}

/* ---- reading */

/* The version that is being read. */
static struct merge_version *
current(struct cli *cli)
{
	struct merge *merge = ((struct fmt *)cli->ctx)->merge;

	return &merge->version[merge->side];
}

/* Keep the header of a version until all are read: 0, -1 with errno. */
static int
take_header(struct cli *cli, struct sok_header *header)
{
	struct merge *merge = ((struct fmt *)cli->ctx)->merge;
	struct merge_version *version = current(cli);

	version->header = compare_hold_header(merge->hold, header);
	if (version->header == NULL)
		return -1;
	/* As if it were the only one. */
	version->header->later = version->header->merged = false;
	return 0;
}

static int
take_puzzle(struct cli *cli, struct sok_puzzle *puzzle, struct sok_arena *arena)
{
	struct merge *merge = ((struct fmt *)cli->ctx)->merge;
	struct merge_version *version = current(cli);
	struct compare_key key;

	/* Text between puzzles, and what exceeds a limit. */
	if (puzzle->number == 0 || puzzle->raw.s != NULL) {
		cli_error(cli, "%s:%zu: cannot be merged: this is not a puzzle",
		    puzzle->pos.file, puzzle->pos.line);
		return 0;
	}
	if (compare_identify(puzzle, &key, arena) == -1)
		return -1;
	puzzle = compare_hold_puzzle(merge->hold, puzzle, version->header);
	return puzzle == NULL ? -1 : compare_add(&version->list, puzzle, key);
}

/* Read an operand. */
static int
take_version(struct cli *cli, const struct cli_operand *op)
{
	struct merge *merge = ((struct fmt *)cli->ctx)->merge;
	struct cli_operand named = *op;

	if (op->met || merge->side + 1 >= MERGE_NSIDES) {
		cli_error(cli,
		    "%s: --merge takes files, not folders or archives",
		    op->name);
		return 0;
	}
	merge->side++;
	if (merge->name != NULL)
		named.name = merge->name;
	int got = cli_puzzles(cli, &named);
	if (cli->sink.conflict || cli->gate.conflict)
		cli_error(cli,
		    "%s: has the markers of a conflict; choose one of the "
		    "versions and remove the markers",
		    op->name);
	cli->sink.conflict = cli->gate.conflict = false;
	return got;
}

static int pair_versions(struct merge *merge);

void
merge_read(struct cli *cli)
{
	static const struct cli_program reading = {
	    .header = take_header, .puzzle = take_puzzle};
	const struct cli_program *was = cli->program;
	const struct sok_sink sink = cli->sink;
	struct cli_program program = reading;
	struct fmt *fmt = cli->ctx;
	struct merge *merge = cli_must(cli, calloc(1, sizeof(*merge)));
	bool named = strcmp(cli->stdin_name, CLI_STDIN) != 0;

	fmt->merge = merge;
	merge->side = -1;
	merge->hold = cli_must(cli, compare_hold_open());
	if (named)
		merge->name = cli->stdin_name;
	merge->label[MERGE_OURS] =
	    named ? "ours" : cli->operands.name[MERGE_OURS];
	merge->label[MERGE_THEIRS] =
	    named ? "theirs" : cli->operands.name[MERGE_THEIRS];

	/* Only what was not read is of interest in them. */
	for (size_t i = 0; i < SOK_NRULES; i++)
		cli->sink.off[i] |= !sok_rule_unread((enum sok_rule)i);
	program.name = was->name;
	program.options = was->options;
	cli->program = &program;
	cli->headed = false;
	cli_each(cli, true, take_version);
	cli->program = was;
	cli->headed = false;
	if (merge->side + 1 < MERGE_NSIDES && cli_status(cli) != CLI_TROUBLE)
		cli_error(cli, "--merge takes files, not folders or archives");
	bool trouble = cli_status(cli) == CLI_TROUBLE;
	cli->sink = sink;
	if (trouble) {
		cli_raise(cli, CLI_TROUBLE);
		exit(cli_finish(cli));
	}
	if (pair_versions(merge) == -1)
		cli_die(cli, "--merge", errno);
	cli->operands.name[0] = cli->operands.name[MERGE_OURS];
	cli->operands.n = 1;
}

void
merge_close(struct fmt *fmt)
{
	struct merge *merge = fmt->merge;

	if (merge == NULL)
		return;
	for (int i = 0; i < MERGE_NSIDES; i++)
		compare_list_free(&merge->version[i].list);
	compare_hold_close(merge->hold);
	sok_arena_free(&merge->life);
	sok_arena_free(&merge->scratch);
	free(merge);
	fmt->merge = NULL;
}

/* ---- pairs */

/* The puzzles of a side that the base does not have. */
struct additions {
	struct compare_list list;
	uint32_t *index; /* of each in the version */
};

/* Collect the puzzles of a side that have no partner in the base: 0, -1 on
 * ENOMEM. */
static int
find_additions(struct additions *to, const struct compare_list *all,
    const struct compare_pairs *pairs, struct sok_arena *arena)
{
	struct compare_list *list = &to->list;

	list->item = sok_arena_alloc(arena, all->n, sizeof(*list->item));
	to->index = sok_arena_alloc(arena, all->n, sizeof(*to->index));
	if (list->item == NULL || to->index == NULL)
		return -1;
	for (size_t i = 0; i < all->n; i++)
		if (pairs->to_old[i] == 0) {
			to->index[list->n] = (uint32_t)i;
			list->item[list->n++] = all->item[i];
		}
	return 0;
}

/* Add what the sides added as items; what both added, the same puzzle, is one
 * item.  0, -1 with errno. */
static int
pair_additions(struct merge *merge, const struct compare_pairs *ours,
    const struct compare_pairs *theirs, struct sok_arena *arena)
{
	struct additions one = {{NULL, 0, 0}, NULL}, two = one;
	struct compare_pairs both;
	struct merge_item *item;

	if (find_additions(
	        &one, &merge->version[MERGE_OURS].list, ours, arena) == -1 ||
	    find_additions(&two, &merge->version[MERGE_THEIRS].list, theirs,
	        arena) == -1 ||
	    compare_match(&one.list, &two.list, merge->hold, &both, arena) ==
	        -1)
		return -1;
	for (size_t i = 0; i < one.list.n; i++) {
		uint32_t partner = both.to_new[i];

		item = &merge->item[merge->n++];
		*item = (struct merge_item){.gone = false};
		item->at[MERGE_OURS] = one.index[i] + 1;
		if (partner != 0 && both.how[partner - 1] == COMPARE_BY_ID)
			item->at[MERGE_THEIRS] = two.index[partner - 1] + 1;
	}
	for (size_t j = 0; j < two.list.n; j++) {
		if (both.to_old[j] != 0 && both.how[j] == COMPARE_BY_ID)
			continue;
		item = &merge->item[merge->n++];
		*item = (struct merge_item){.gone = false};
		item->at[MERGE_THEIRS] = two.index[j] + 1;
	}
	return 0;
}

/* Make items of the puzzles of all versions.  0, -1 with errno. */
static int
pair_versions(struct merge *merge)
{
	const struct compare_list *base = &merge->version[MERGE_BASE].list;
	const struct compare_list *one = &merge->version[MERGE_OURS].list;
	const struct compare_list *two = &merge->version[MERGE_THEIRS].list;
	struct compare_pairs ours, theirs;
	struct sok_arena arena = {NULL, NULL, NULL};
	size_t all = base->n + one->n + two->n;
	int got = -1;

	merge->item = sok_arena_alloc(&merge->life, all, sizeof(*merge->item));
	if (merge->item == NULL ||
	    compare_match(base, one, merge->hold, &ours, &arena) == -1 ||
	    compare_match(base, two, merge->hold, &theirs, &arena) == -1)
		goto end;
	for (size_t i = 0; i < base->n; i++) {
		uint32_t i_ours = ours.to_new[i], i_theirs = theirs.to_new[i];
		struct merge_item *item = &merge->item[merge->n++];

		*item = (struct merge_item){.at[MERGE_BASE] = (uint32_t)i + 1};
		item->at[MERGE_OURS] = i_ours;
		item->at[MERGE_THEIRS] = i_theirs;
		item->follows = i_ours != 0 && i_theirs != 0 &&
		    theirs.moved[i_theirs - 1] && !ours.moved[i_ours - 1];
	}
	got = pair_additions(merge, &ours, &theirs, &arena);
end:
	sok_arena_free(&arena);
	return got;
}
